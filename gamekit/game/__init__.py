"""What a game is: the protocol, plain and compiled, its values, parameters, registration and fingerprint."""
