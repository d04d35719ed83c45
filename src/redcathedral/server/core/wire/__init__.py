"""The types of messages that every table sends and receives."""
