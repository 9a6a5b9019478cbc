"""Published numbers about search demand, and the formulas they come from."""
