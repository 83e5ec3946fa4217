"""The embedded Kubernetes API server: storage, CRD enforcement, HTTP, and the stand-ins of a healthy cluster."""

from .server import EmbeddedCluster

__all__ = ["EmbeddedCluster"]
