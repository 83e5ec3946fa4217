"""Pages for people: what a run proved, requirement by requirement, and what of it is kept in docs/."""
