"""What the kit's clusters on real API servers share: requests, CRDs that are awaited, what follows from a write."""

from .real_cluster import RealCluster

__all__ = ["RealCluster"]
