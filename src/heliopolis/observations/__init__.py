"""What learners are shown of a position, as numbers; and a bot that plays what one of them has learned.

`layouts` says what each number is, `writing` writes them. `heliopolis.envs` shows them to learners.
"""
