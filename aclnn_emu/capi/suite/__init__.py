"""Build and run every program under a folder against the toolkit, unmodified, and say what became of each.

`programs` finds them, `building` compiles and links them (with a cache), `runner` runs them in children of one process
that has the emulator loaded, so that a program takes milliseconds, and `report` adds up.
"""
