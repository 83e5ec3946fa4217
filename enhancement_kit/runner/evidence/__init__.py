"""The evidence of a scenario beside its verdict: objects, conditions, events, calls, logs, near misses."""
