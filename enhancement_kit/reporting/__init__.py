"""Requirements, traceability and every report of a run."""
