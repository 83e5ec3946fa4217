"""A cluster that exists: its context is named, only what the kit made there is touched, and all of that goes again."""

from .cluster import KubeconfigCluster
from .notice import notice

__all__ = ["KubeconfigCluster", "notice"]
