"""A document as one HTML file that needs no other and no network."""

from collections.abc import Iterator
from html import escape
from typing import assert_never

from pi_companion.paper.blocks import Block, Document, Figures, Heading, Table, Words
from pi_companion.paper.svg import to_svg

_STYLE = """
body { font: 16px/1.5 system-ui, Helvetica, Arial, sans-serif; color: #1c1c1c; background: #fff;
  margin: 2rem auto; padding: 0 1rem; max-width: 60rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0 0 1rem; flex: 1 1 20rem;
  max-width: 28rem; }
figure.wide { flex-basis: 100%; max-width: none; } figure svg { width: 100%; height: auto; }
  figcaption { color: #555; font-size: .9rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { text-align: left; padding: .25rem .8rem .25rem 0;
  border-bottom: 1px solid #ddd; vertical-align: top; } footer { color: #555; font-size: .9rem; margin-top: 3rem; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1b1b1b; } figcaption, footer { color: #aaa; }
  th, td { border-color: #444; } figure svg { background: #fff; } }
@media print { figure, tr { break-inside: avoid; } h2 { break-after: avoid; } }
"""


def to_html(document: Document) -> str:
    """Write a document as HTML, with its drawings inside."""
    body = "\n".join(part for block in document.blocks for part in _block(block))
    foot = f"\n<footer>{escape(document.note)}</footer>" if document.note else ""
    title = escape(document.title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}{foot}\n"
        "</body>\n</html>\n"
    )


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield f"<h2>{escape(text)}</h2>"
        case Words(text):
            yield f"<p>{escape(text)}</p>"
        case Figures(figures):
            wide = ' class="wide"' if len(figures) == 1 and figures[0].drawing.width > _WIDE_MM else ""
            yield '<div class="row">'
            for figure in figures:
                caption = f"<figcaption>{escape(figure.caption)}</figcaption>"
                yield f"<figure{wide}>{to_svg(figure.drawing)}{caption}</figure>"
            yield "</div>"
        case Table(head, rows):
            yield f"<table>\n<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"
            yield from (f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
            yield "</table>"
        case _:
            assert_never(block)


_WIDE_MM = 120.0
"""A lone drawing wider than this takes the whole line."""
