"""The same games told to other packages. Each module needs its package, and runs in a process of its own."""
