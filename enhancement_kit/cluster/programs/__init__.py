"""Programs that stand for those of a real control plane, for tests that start their own."""
