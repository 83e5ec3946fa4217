"""Saved conformance reports of earlier runs: read and checked, compared, merged."""
