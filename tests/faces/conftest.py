"""The tests of the faces share nothing of their own."""
