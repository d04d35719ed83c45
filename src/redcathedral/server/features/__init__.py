"""Features of the server, a package each; no feature imports another."""
