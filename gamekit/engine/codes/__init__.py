"""States as 64-bit codes: batched calls of the rules, hashing, and indexes of states."""
