"""Every speed that is claimed, as a command, side by side with a peer: ``make bench``.

A figure is one function in one file of ``bench/figures``; see ``bench.figure``.
"""
