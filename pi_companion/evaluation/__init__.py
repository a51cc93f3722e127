"""How well the companion sees: pictures and recordings with known truth, judged stage by stage and by condition."""
