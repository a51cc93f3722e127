"""A broker that does at once what it is told, and can be away."""

from pi_companion.club.link import Arrived, Confirmed, Joined, Left, LinkEvent, Message


def matches(pattern: str, topic: str) -> bool:
    wanted, said = pattern.split("/"), topic.split("/")
    return len(wanted) == len(said) and all(word in ("+", part) for word, part in zip(wanted, said, strict=True))


class Hall:
    """Where all links meet."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.links: list[FakeLink] = []
        self.said: list[Message] = []
        self.lost: set[str] = set()
        """Last words of topics whose messages are confirmed and never delivered, as by a broker that is killed."""

    def say(self, message: Message) -> None:
        self.said.append(message)
        if message.retain:
            self.kept[message.topic] = message.text
        if message.topic.rpartition("/")[2] in self.lost:
            return
        for link in self.links:
            if link.is_in and any(matches(topic, message.topic) for topic in link.topics):
                link.happened.append(Arrived(message.topic, message.text))

    def texts(self, word: str) -> list[str]:
        return [message.text for message in self.said if message.topic.rpartition("/")[2] == word]

    def drop(self) -> None:
        for link in self.links:
            link.leave()

    def open(self) -> None:
        for link in self.links:
            link.join()


class FakeLink:
    def __init__(self, hall: Hall, topics: tuple[str, ...]) -> None:
        self.hall = hall
        self.topics = topics
        self.is_in = False
        self.mute = False
        """Whether nothing is confirmed."""

        self.happened: list[LinkEvent] = []
        self._tickets = 0
        hall.links.append(self)

    def join(self) -> None:
        self.is_in = True
        self.happened.append(Joined())
        for topic, text in self.hall.kept.items():
            if any(matches(pattern, topic) for pattern in self.topics):
                self.happened.append(Arrived(topic, text))

    def leave(self) -> None:
        if self.is_in:
            self.is_in = False
            self.happened = [Left("gone")]
        else:
            self.happened.append(Left("still gone"))

    def turn(self, patience_s: float) -> list[LinkEvent]:
        assert patience_s >= 0
        happened, self.happened = self.happened, []
        return happened

    def send(self, message: Message) -> int | None:
        if not self.is_in:
            return None
        self._tickets += 1
        self.hall.say(message)
        if not self.mute:
            self.happened.append(Confirmed(self._tickets))
        return self._tickets

    def close(self, last: Message | None = None) -> None:
        if last is not None:
            self.send(last)
        self.is_in = False
