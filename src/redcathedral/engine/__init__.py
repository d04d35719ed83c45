"""The rules engine: functions on positions, compiled by mypyc if there is a C compiler."""
