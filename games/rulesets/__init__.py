"""The rulesets that come with gamekit, one a file: what `gamekit value` takes by name."""
