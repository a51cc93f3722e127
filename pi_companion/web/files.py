"""The page's own files: read once, packed once, and nothing beside them is ever served."""

import gzip
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("assets")

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page."""

    kind: str
    """Its media type."""

    data: bytes
    packed: bytes
    """The same by gzip."""

    tag: str
    """Changes with what is in it."""

    def answer(self, request: Request) -> Response:
        """Send it, or say that the browser has it already."""
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.data, headers=headers, media_type=self.kind)


class PageFiles:
    """Answers requests for the page's own files.

    Args:
        files: The files by their paths.
    """

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        self._files = files

    def page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """Make the handler of one file."""

        async def handle(request: Request) -> Response:
            return self._file(name).answer(request)

        return handle

    async def asset(self, request: Request) -> Response:
        """Send the file that the address names."""
        return self._file(request.path_params["path"]).answer(request)

    def _file(self, name: str) -> PageFile:
        if name not in self._files:
            raise HTTPException(404)
        return self._files[name]


def load_files(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Read all files of the page; the keys are their paths in the folder."""
    return {
        name: page_file(name, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.suffix in _KINDS and path.is_file() and (name := path.relative_to(folder).as_posix())
    }


def page_file(name: str, data: bytes) -> PageFile:
    """Make a file ready to be sent; its name's ending says what it is."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return PageFile(_KINDS[Path(name).suffix], data, gzip.compress(data, mtime=0), tag)
