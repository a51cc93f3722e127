"""From a seed to weights: pictures that `simulation` renders, networks trained on them, files that `vision` runs.

Needs the extra `train`.
"""
