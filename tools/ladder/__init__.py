"""Publish the ladder of bots, and check a published ladder."""
