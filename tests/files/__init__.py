"""Tests of how files are read and written."""
