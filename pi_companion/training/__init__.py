"""From a seed to weights: pictures rendered by `simulation`, networks trained on them, files that `vision` runs. Needs the extra `train`."""
