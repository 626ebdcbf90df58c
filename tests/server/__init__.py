"""The server, by real requests and sockets to a process of its own, and its database."""
