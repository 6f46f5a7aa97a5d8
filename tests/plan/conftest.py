"""Settings of the plan tests."""

from hypothesis import settings

# A slow machine is no failure.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
