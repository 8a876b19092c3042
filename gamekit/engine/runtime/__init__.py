"""Supersteps of tasks, the executors that run them, the storage of their arrays, and the checkpoint of a solve."""
