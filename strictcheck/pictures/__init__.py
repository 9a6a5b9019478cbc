"""Pictures of what was looked at: in the terminal, in a notebook, as a file.

An observation shows itself as the last line of a cell. Any demand is drawn as an outline; whoever has a better picture
for values of some class registers it with `register_picture`. Layers are what the rows of a demand hold; they are here
for those who draw them.
"""

from strictcheck.kinds.layer import Layer
from strictcheck.kinds.layers import Constructor, Raised
from strictcheck.kinds.sequence import Sequence
from strictcheck.pictures.choice_of_picture import (
    Picture,
    bundle_of,
    difference_of,
    fragment_of,
    mimebundle,
    outline_of,
    picture_of,
    register_picture,
    spans_outline,
)
from strictcheck.pictures.lines import printed
from strictcheck.pictures.outlines import Outline
from strictcheck.pictures.pages import Fragment, page
from strictcheck.pictures.reports import Case, Figure, Report
from strictcheck.pictures.stills import (
    DARK,
    FIRST,
    KEPT,
    LOOKED,
    ON_LOOKED,
    PAPER,
    SECOND,
    TEXT,
    UNSEEN,
    bundle,
    dark_style,
    packed,
    paper,
    write,
)

__all__ = [
    "DARK",
    "FIRST",
    "KEPT",
    "LOOKED",
    "ON_LOOKED",
    "PAPER",
    "SECOND",
    "TEXT",
    "UNSEEN",
    "Case",
    "Constructor",
    "Figure",
    "Fragment",
    "Layer",
    "Outline",
    "Picture",
    "Raised",
    "Report",
    "Sequence",
    "bundle",
    "bundle_of",
    "dark_style",
    "difference_of",
    "fragment_of",
    "mimebundle",
    "outline_of",
    "packed",
    "page",
    "paper",
    "picture_of",
    "printed",
    "register_picture",
    "spans_outline",
    "write",
]
