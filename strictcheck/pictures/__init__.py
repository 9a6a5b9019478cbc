"""Pictures of what was looked at: in the terminal, in a notebook, as a file.

An observation shows itself as the last line of a cell. Any demand is drawn as an outline; whoever has a better picture
for values of some class registers it with `register_picture`. Layers are what the rows of a demand hold; they are here
for those who draw them.
"""

from strictcheck.demands.fitting import origin_of
from strictcheck.kinds.layer import Layer, class_of
from strictcheck.kinds.layers import Raised
from strictcheck.pictures.choice_of_picture import (
    bundle_of,
    fragment_of,
    mimebundle,
    outline_of,
    picture_of,
    register_picture,
    spans_outline,
)
from strictcheck.pictures.lines import columns_of, in_one_line, printed, shortened, text_of, tree_of
from strictcheck.pictures.outlines import Outline
from strictcheck.pictures.pages import (
    DARK,
    KEPT,
    Case,
    Fragment,
    Ink,
    Report,
    asset,
    bundle,
    dark_style,
    packed,
    page,
    paper,
    style_sheet,
    svg_image,
    write,
)
from strictcheck.pictures.two_demands import compared, difference_of, marked

__all__ = [
    "DARK", "KEPT", "Case", "Fragment", "Ink", "Layer", "Outline", "Raised",
    "Report", "asset", "bundle", "bundle_of", "class_of", "columns_of", "compared", "dark_style",
    "difference_of", "fragment_of", "in_one_line", "marked", "mimebundle", "origin_of", "outline_of", "packed", "page",
    "paper", "picture_of", "printed", "register_picture", "shortened", "spans_outline", "style_sheet", "svg_image",
    "text_of", "tree_of", "write",
]  # fmt: skip
