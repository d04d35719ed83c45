"""How far the judge is off: its opinions beside games played on from the same positions."""
