"""What tests share: games, runs of programs, generators and damage. No test module imports from another."""
