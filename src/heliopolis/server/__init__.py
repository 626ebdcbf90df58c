"""The door to the web: tables that people join by a link, over HTTP and WebSockets."""
