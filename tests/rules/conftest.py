"""Settings of the property tests."""

from hypothesis import settings

# A busy machine is no failing property, so no example has a deadline.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
