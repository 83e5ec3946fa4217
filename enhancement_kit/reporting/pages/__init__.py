"""Pages for readers: what a run proved, rule by rule, and the pages of docs/ about the catalogues."""
