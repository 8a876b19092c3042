"""The kinds of fields of a layout: boards, counters, and pieces."""
