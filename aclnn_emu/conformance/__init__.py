"""The conformance kit: one set of status-code tests for the emulator, the C libraries and a real NPU.

`generate` makes the cases of an operator, `runtime_cases` those of the runtime; `backends` runs calls in process, through
the toolkit's libraries or through a CANN installation; `runner` compares, `report` writes, `plugin` is for pytest.
The expectation of a case never comes from the operator under test: `readings` holds the rules of each operator as its
source lists them, `oracle` applies them.
"""
