"""Files that people hand over or get: read within limits, written whole or not at all. It uses nothing of the kit."""
