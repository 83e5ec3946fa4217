"""Temporary folders: one private root for each user, in it one folder for each process, removed even after a kill."""

from .folders import PROCESSES, Held, folder, make, mine, remove, root
from .private import private_directory

__all__ = ["PROCESSES", "Held", "folder", "make", "mine", "private_directory", "remove", "root"]
