"""A kind cluster, created for the run and deleted after it; scenarios run on it as on any cluster that exists."""

from .kind_cluster import KindCluster, notice

__all__ = ["KindCluster", "notice"]
