"""Pictures of states: SVG, text boards, graphs laid out, and the HTML of reports."""
