"""The rulesets that come with gamekit, one a file, by their names for `gamekit value`."""
