"""Build and run operator authors' unit tests, and say what became of each case.

`sources` reads a test file and leaves out what cannot be built here, `googletest` builds the framework once, `running`
builds and runs the files with the means of `capi.suite`, and `report` adds up.
"""
