"""`gamekit explore`: a local page for playing against perfect opponents and inspecting solutions."""
