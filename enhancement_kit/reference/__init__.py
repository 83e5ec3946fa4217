"""The reference implementation of the five enhancements."""
