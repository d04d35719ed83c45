"""The files of a release: wheels, the sdist, the wheel for Pyodide, the site and checksums."""
