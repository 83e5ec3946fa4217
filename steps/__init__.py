"""The vocabulary: Gherkin phrases to calls on the world, one module per subject."""
