"""What a scenario leaves for a reader beside its verdict: objects, conditions, events, calls, logs, near misses."""
