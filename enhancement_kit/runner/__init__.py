"""The pytest plugin of feature runs: collection, static checks, options, lanes, states, shards, guard, evidence."""
