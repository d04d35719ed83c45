"""Notifications about turns by web push, mail or webhook."""
