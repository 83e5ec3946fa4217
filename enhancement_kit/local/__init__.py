"""What the kit does on this machine: local hosts, loopback servers, child processes, serving until stopped."""
