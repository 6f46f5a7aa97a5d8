"""The tests of the checker make their own."""
