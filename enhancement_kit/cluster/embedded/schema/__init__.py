"""Structural schemas of custom resources: reading, pruning, defaulting, validation, list types."""
