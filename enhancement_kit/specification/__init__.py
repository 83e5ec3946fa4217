"""What people write for an enhancement, read and checked: feature files, requirement catalogues, traceability."""
