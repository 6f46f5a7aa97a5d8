"""Where machine and arithmetic meet: declarations, checks, plans, workspace layout, executors.

Reading order: `spec` (what an operator is), `checks`, `builder` (phase 1), `graph` (what it makes),
`workspace` (the layout), `executor` (phase 2), `engine` (how steps run).
"""
