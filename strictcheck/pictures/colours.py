"""Colours of pictures, of a palette that the colour-blind can tell apart (after Okabe and Ito), in light and in dark.

A still image has its colours as attributes, for viewers that read no style sheets, and paper of its own behind it, so
that they stand out whatever it lies on. `dark_style` exchanges them for a reader who prefers dark.
"""

from __future__ import annotations

LOOKED, FIRST, SECOND = "#0072b2", "#bf4f00", "#007d5b"
UNSEEN, TEXT, ON_LOOKED, PAPER = "#868686", "#5c6570", "#ffffff", "#fdfdfd"
DARK = {
    LOOKED: "#56b4e9",
    FIRST: "#f0883e",
    SECOND: "#2fc79a",
    UNSEEN: "#7d8792",
    TEXT: "#a3acb6",
    ON_LOOKED: "#08131c",
    PAPER: "#101418",
}


def dark_style(name: str) -> str:
    """A style sheet for an image of class `name`, for whoever prefers dark."""
    rules = "".join(
        f'.{name} [{what}="{light}"]{{{what}:{dark}}}' for light, dark in DARK.items() for what in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def paper(width: float, height: float) -> str:
    """A sheet to lie behind an image."""
    return f'<rect class="paper" x="0" width="{width:.0f}" height="{height:.0f}" rx="6" fill="{PAPER}"/>'
