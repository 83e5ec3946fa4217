"""Random hostile requests to what the kit serves."""
