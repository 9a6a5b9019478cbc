"""A picture that steps as a part of other widgets: the figure of `page` as an anywidget, from the extra `notebook`.

Nothing but `GamePicture.widget` imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from lazytree.pictures.page import scripts, style


class GameWidget(anywidget.AnyWidget):
    """A figure that steps, and the `still` image of it by media type, for viewers that show no widgets."""

    _esm = "".join(scripts())
    _css = style()
    figure = traitlets.Unicode().tag(sync=True)

    def __init__(self, figure: str, still: Mapping[str, str]) -> None:
        super().__init__(figure=figure)
        self._still = dict(still)

    def _repr_mimebundle_(self, **wanted: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**wanted) or ({}, {})
        return {**data, **self._still}, metadata
