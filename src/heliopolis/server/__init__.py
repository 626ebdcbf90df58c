"""The door to the web: tables that people join by a link, over HTTP and WebSockets.

`tables.py` decides how a table changes, `house.py` which tables there are, and `security.py` and `connections.py` who
may ask for what, and how often. `messages/` has everything that is sent; docs/server.md lists all the files.
"""
