"""The words of scenarios, and where the APIs keep what they mean."""
