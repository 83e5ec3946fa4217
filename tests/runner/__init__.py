"""Tests of the harness."""
