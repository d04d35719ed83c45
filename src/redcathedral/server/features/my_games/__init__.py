"""The games of a person on a device: list, statistics, export and deletion."""
