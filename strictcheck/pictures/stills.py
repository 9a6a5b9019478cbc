"""Still images: their colours, and how a notebook keeps one, which is the same with a kernel for the reader or without.

The colours are of a palette that the colour-blind can tell apart (after Okabe and Ito), in light and in dark. An image
has them as attributes, for viewers that read no style sheets, and paper of its own behind it, so that they stand out
whatever it lies on. `dark_style` exchanges them for a reader who prefers dark.

JupyterLab shows no SVG of a notebook that it does not trust, and it trusts none that was run elsewhere; GitHub writes
SVG into its page, and takes parts of it away. Both show an `<img>` that has the SVG in its address, and so does
nbconvert. A picture that steps takes the place of its image where scripts run. A widget would not do for that: its
model is gone when the notebook is opened again.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, b85encode
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from strictcheck.pictures.pages import Fragment


class Ink:
    """Colours by their use, for light; `DARK` has those to exchange them for."""

    LOOKED, FIRST, SECOND = "#0072b2", "#bf4f00", "#007d5b"
    UNSEEN, TEXT, ON_LOOKED, PAPER = "#868686", "#5c6570", "#ffffff", "#fdfdfd"


DARK = {
    Ink.LOOKED: "#56b4e9",
    Ink.FIRST: "#f0883e",
    Ink.SECOND: "#2fc79a",
    Ink.UNSEEN: "#7d8792",
    Ink.TEXT: "#a3acb6",
    Ink.ON_LOOKED: "#08131c",
    Ink.PAPER: "#101418",
}


def dark_style(name: str) -> str:
    """A style sheet for an image of class `name`, for whoever prefers dark."""
    rules = "".join(
        f'.{name} [{what}="{light}"]{{{what}:{dark}}}' for light, dark in DARK.items() for what in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def paper(width: float, height: float) -> str:
    """A sheet to lie behind an image."""
    return f'<rect class="paper" x="0" width="{width:.0f}" height="{height:.0f}" rx="6" fill="{Ink.PAPER}"/>'


def bundle(svg: str, text: str, figures: Iterable[Fragment] = ()) -> dict[str, str]:
    """A picture by media type: as HTML, as SVG, and as text.

    Where scripts run, the HTML turns into the first of the `figures` that steps and that takes no more than `KEPT`
    characters; a picture gives the best first.

    >>> print(bundle("<svg><title>a &lt; b</title></svg>", "a < b")["text/html"])
    <img alt="a &lt; b" style="max-width: 100%; height: auto" src="data:image/svg+xml;base64,PHN2...">
    """
    name = re.search("<title>([^<]*)</title>", svg)
    data = b64encode(svg.encode()).decode()
    image = (
        f'<img alt="{name[1] if name else "a picture"}" style="max-width: 100%; height: auto" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
    figure = next((one for one in map(packed, filter(_steps, figures)) if len(one) <= KEPT), "")
    html = _stepping(image, figure) if figure else image
    return {"text/html": html, "image/svg+xml": svg, "text/plain": text}


def _steps(figure: Fragment) -> bool:
    return bool(figure.script)


def _stepping(image: str, data: str) -> str:
    """The image, and a script that puts the figure in its place. All of the figure is in the script, compressed, so
    that nothing of it is left where scripts are taken away, and a notebook stays small."""
    key = sha256(data.encode()).hexdigest()[:16]
    places = f"document.querySelectorAll('[data-picture=\"{key}\"]:has(> img)')"
    return f'<div data-picture="{key}">{image}</div>\n<script type="module">\n{UNPACK % (data, places)}</script>'


def packed(figure: Fragment) -> str:
    """A figure that steps as a notebook keeps it: style sheet, HTML and script, compressed, in base 85.

    >>> len(packed(Fragment("<p>a</p>" * 1000))) < 200
    True
    """
    parts = json.dumps([f"<style>{figure.style}</style>\n{figure.html}", figure.script], ensure_ascii=False)
    return b85encode(zlib.compress(parts.encode(errors="replace"), 9)).decode()


KEPT = 20_000  # characters of a figure in a notebook
UNPACK = """\
const text = "%s";
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%%&()*+-;<=>?@^_`{|}~";
const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
for (let at = 0; at < text.length; at += 5) {
  const five = [...text.slice(at, at + 5).padEnd(5, "~")];
  bytes.setUint32((at / 5) * 4, five.reduce((sum, letter) => sum * 85 + letters.indexOf(letter), 0));
}
const packed = new Uint8Array(bytes.buffer, 0, Math.floor((text.length * 4) / 5));
const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")));
const [figure, script] = await unpacked.json();
for (const place of %s) place.innerHTML = figure;
await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
"""


def write(file: str | Path, **forms: Callable[[], str]) -> None:
    """Write the form that the ending of the name says, such as `svg=picture.svg`, to `file`, in UTF-8.

    Raises `ValueError` for another ending, before anything is drawn or written, and `OSError`.
    """
    form = forms.get(Path(file).suffix.lower().removeprefix("."))
    if form is None:
        raise ValueError(f"save(file={str(file)!r}): expected a name that ends with .{', .'.join(forms)}")
    Path(file).write_text(form(), encoding="utf-8")
