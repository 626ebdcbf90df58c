"""The client in a real browser: `make browse`."""
