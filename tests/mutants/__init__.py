"""Mutants: named, deliberate faults, each with the requirements that an implementation with it would violate.

Every module has a list `MUTANTS`. `ekit kill` applies one after the other, and runs the scenarios that carry an id that
the mutant violates.
"""
