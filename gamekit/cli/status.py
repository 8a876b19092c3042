"""Exit statuses. 0 is: done."""

CHECK_FAILED = 1
BAD_INPUT = 2
LIMIT_REACHED = 3
INTERRUPTED = 130
