"""Errors that the companion raises: every one says what was wanted, what came, and what to do."""


class CompanionError(Exception):
    """Base of all errors a person may see as one line; the message is that line."""


class InputError(CompanionError, ValueError):
    """Something typed or passed in has the wrong form (exit status 2)."""


class SettingsError(CompanionError, ValueError):
    """A settings or profile file is broken."""


class ProfileError(CompanionError, ValueError):
    """A board profile is broken, or is the profile of another board."""


class PictureError(CompanionError, OSError):
    """A picture, video or folder of frames cannot be read."""


class JournalError(CompanionError, OSError):
    """The journal cannot be opened, read or written."""


class DeviceError(CompanionError, OSError):
    """A camera, button or panel cannot be reached, or does not do what it should."""
