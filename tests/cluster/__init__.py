"""Tests of the embedded Kubernetes API."""
