"""AWS as scenarios see it."""
