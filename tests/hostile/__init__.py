"""The hostile run: scenarios in environments that nobody would choose, with the verdicts of a clean run."""
