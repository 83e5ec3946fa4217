"""Mutants, deliberate violations of what is tested, and the plugin that runs scenarios under them."""
