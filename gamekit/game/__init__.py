"""The protocol of games, plain and compiled, and the values, parameters, registration and fingerprints of games."""
