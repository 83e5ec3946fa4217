"""Conformance reports that runs have left behind: read and checked, compared, merged."""
