"""Tests of requirements, traceability and reports."""
