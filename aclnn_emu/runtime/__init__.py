"""The simulated machine: devices, contexts, streams, events, memory, and the runtime functions over them."""
