"""Tests of the simulated AWS."""
