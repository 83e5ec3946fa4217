"""The OpenShift enhancement conformance kit: clusters, clouds, targets, runner and reports."""

__version__ = "0.1.0"
