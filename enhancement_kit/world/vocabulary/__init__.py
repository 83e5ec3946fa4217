"""The words of scenarios, and the fields of the APIs that they stand for."""
