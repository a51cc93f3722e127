"""Names and remarks of people, as files of other programs can hold them."""

NAME_BYTES = 31
"""gnubg cuts names there, and might cut a letter in two."""


def plain(text: str) -> str:
    """Keep a text on one line, without signs that steer a terminal or a reader."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def short_name(name: str, otherwise: str) -> str:
    """Give a name that gnubg does not cut; `otherwise` stands for one of which nothing is left."""
    text = plain(name)
    while len(text.encode()) > NAME_BYTES:
        text = text[:-1]
    return " ".join(text.split()) or otherwise
