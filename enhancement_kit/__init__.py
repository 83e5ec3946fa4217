"""The OpenShift enhancement conformance kit: clusters, clouds, targets, harness and reports."""

__version__ = "0.1.0"
