"""Record the calls of a run as cases.

`recorder` listens to the machine and writes the file; `objects` turns what a call got into specs, `operators` makes a
case of each operator call, with its data, and `sequence` one of all calls in their order, with their codes.
"""
