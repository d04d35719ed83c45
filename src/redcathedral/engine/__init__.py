"""The rules: pure, typed, compiled where there is a compiler."""
