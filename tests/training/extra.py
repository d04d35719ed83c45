"""What the tests of learning say where there is no PyTorch, as in the environment of development."""

REASON = "learning needs PyTorch: make test-train"
