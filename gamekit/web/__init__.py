"""`gamekit explore`: a page on this machine for playing against perfection and looking into solutions."""
