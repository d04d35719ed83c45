"""The server process: its connections, its log, its token and the files of the page."""
