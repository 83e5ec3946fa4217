"""Plain mutants: every small change of the reference's source that an operator can make, drawn without judgement."""
