"""How fast the rooms work, measured on this machine."""
