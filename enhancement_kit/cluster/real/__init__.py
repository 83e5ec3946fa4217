"""What all real API servers have in common for the kit: requests, CRDs that are awaited, what follows from a write."""

from .real_cluster import RealCluster

__all__ = ["RealCluster"]
