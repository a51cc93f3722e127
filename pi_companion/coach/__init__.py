"""Help for those who learn: what a position holds, why a play was not legal, hints, and the engine's judgement."""
