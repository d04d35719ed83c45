"""ASGI middleware: who sends a request, and which requests are let through."""
