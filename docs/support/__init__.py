"""What the site is built with: nothing here is part of gamekit."""
