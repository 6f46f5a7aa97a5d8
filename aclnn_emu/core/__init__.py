"""Tensors, scalars, arrays and lists as phase 1 sees them: metadata, never data."""
