"""Mutants: named, deliberate violations, with the requirements that an implementation like this would break.

Every module has a list `MUTANTS`. `ekit kill` puts one after the other in force and runs the scenarios that claim an
id which it violates.
"""
