"""Networks while they learn, their files, and trainings. What bots do with a network is in `tests/bots`."""
