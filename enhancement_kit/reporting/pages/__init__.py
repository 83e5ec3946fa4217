"""Pages for people: what a run proved, rule by rule, and what of it is kept in docs/."""
