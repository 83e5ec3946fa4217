"""All measurements of `ekit bench`, one module for each thing measured."""
