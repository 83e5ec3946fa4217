"""The measurements of `ekit bench`, one module for each part of the kit."""
