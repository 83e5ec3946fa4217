"""Pages for readers: what a run proved, by requirement, and the pages of docs/ about the catalogues."""
