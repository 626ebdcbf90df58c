"""The rules of Ra, id by id (R1 to R36). The referee that plays beside the engine is `tests/referee.py`."""
