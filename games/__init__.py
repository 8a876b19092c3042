"""The games that come with gamekit, one file each; each is registered through an entry point like anyone's."""
