"""The server's doors: routes, sockets, who may ask, and the process that answers."""
