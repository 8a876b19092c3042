"""Exit statuses other than 0, which means success."""

CHECK_FAILED = 1
BAD_INPUT = 2
LIMIT_REACHED = 3
INTERRUPTED = 130
