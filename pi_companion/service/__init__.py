"""The live companion: one loop that takes in frames and presses, and keeps the match through whatever fails."""

from pi_companion.service.loop import Service, ServiceParts
from pi_companion.service.match import MatchKeeper

__all__ = ["MatchKeeper", "Service", "ServiceParts"]
