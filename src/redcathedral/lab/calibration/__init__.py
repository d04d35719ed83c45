"""How far the judge is off: its evaluations beside games played on from the same positions."""
