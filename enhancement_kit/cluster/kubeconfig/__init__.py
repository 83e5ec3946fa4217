"""A cluster that exists: its context is named, only what the kit made there is touched, and all of that goes again."""

from .existing_cluster import KubeconfigCluster
from .run_header import notice

__all__ = ["KubeconfigCluster", "notice"]
