"""The kit on this machine: which hosts are local, servers on loopback, child processes, serving until stopped."""
