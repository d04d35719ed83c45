"""The server inside a page: no network, no processes, games in the storage of the browser."""
