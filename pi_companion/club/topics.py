"""The names under which the club's messages are found; docs/club.md tells them to people."""

from dataclasses import dataclass

PREFIX = "pi-companion"
DISCOVERY = "homeassistant"

ONLINE = "online"
OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Topics:
    """All topics of a club.

    >>> Topics().state("table-1")
    'pi-companion/tables/table-1/state'
    """

    prefix: str = PREFIX

    def online(self, table: str) -> str:
        """Whether a table is there: `ONLINE` or `OFFLINE`, retained."""
        return f"{self.prefix}/tables/{table}/online"

    def state(self, table: str) -> str:
        """How a table stands, retained."""
        return f"{self.prefix}/tables/{table}/state"

    def result(self, table: str) -> str:
        """Games and matches that ended, each once."""
        return f"{self.prefix}/tables/{table}/result"

    def call(self, table: str) -> str:
        """Calls for the director, each once."""
        return f"{self.prefix}/tables/{table}/call"

    def ask(self, journal: str) -> str:
        """What a desk has of a journal and from where it wants all of it again."""
        return f"{self.prefix}/desk/ask/{journal}"

    def of_tables(self) -> tuple[str, ...]:
        """What a desk listens to."""
        return tuple(f"{self.prefix}/tables/+/{word}" for word in ("online", "state", "result", "call"))

    def parts(self, topic: str) -> tuple[str, str]:
        """Take a table's topic apart: the table's name and the last word; empty where it is no table's.

        >>> Topics().parts("pi-companion/tables/table-1/state"), Topics().parts("weather/state")
        (('table-1', 'state'), ('', ''))
        """
        head = f"{self.prefix}/tables/"
        if not topic.startswith(head):
            return "", ""
        table, _, word = topic[len(head) :].partition("/")
        return table, word
