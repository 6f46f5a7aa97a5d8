"""L0: what each step of a plan computes. NumPy in, NumPy out; no device, no stream, no state."""
