"""Kubernetes APIs that scenarios run on."""
