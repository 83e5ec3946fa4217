"""A real kube-apiserver with etcd and the garbage collector, one set per process, and stand-ins for the rest."""

from .cluster import EnvtestCluster

__all__ = ["EnvtestCluster"]
