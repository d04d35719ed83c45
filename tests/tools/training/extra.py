"""What the tests of learning say where there is no PyTorch, as in `make test`."""

REASON = "learning needs PyTorch: make test-train"
