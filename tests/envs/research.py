"""What the tests of environments say where the extra is missing, as in `make test`."""

REASON = "environments need the extra `research`: make test-train"
