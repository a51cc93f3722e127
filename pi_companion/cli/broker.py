"""The club's broker as the settings have it."""

from pi_companion.club.link import Broker
from pi_companion.config import ClubSettings
from pi_companion.errors import SettingsError

PORT, TLS_PORT = 1883, 8883


def broker_of(club: ClubSettings) -> Broker:
    """Read what is needed to reach the broker.

    Raises:
        SettingsError: The password or the certificate cannot be read.
    """
    password = ""
    if club.password_file is not None:
        try:
            lines = club.password_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is no text"
            raise SettingsError(
                f"wanted the broker's password in {club.password_file}: {why}; see to club.password_file"
            ) from error
        password = lines[0].strip() if lines else ""
    if club.ca is not None and not club.ca.is_file():
        raise SettingsError(f"wanted the broker's certificate {club.ca}, but there is none; see to club.ca")
    port = club.port or (TLS_PORT if club.tls or club.ca is not None else PORT)
    return Broker(club.broker, port, club.user, password, tls=club.tls or club.ca is not None, ca=club.ca)
