"""Games as trees: how they are made, unfolded, walked through, sampled and shrunk."""
