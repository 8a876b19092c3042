"""Hold a program against the truth: its answers, its play, or what it claims about states."""
