"""Collection of feature files, static checks, lanes, clock, network guard, the world of a scenario."""
