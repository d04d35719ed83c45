"""ASGI middleware: identifies the client of a request, and refuses forbidden requests."""
