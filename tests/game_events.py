"""Steps of a search as its trace tells them, looks at nodes and cuts, and scenes of it, for tests of pictures."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b85decode

from lazytree.pictures.backed_up_values import SearchedGame
from lazytree.pictures.scenes import SceneLimits, paint
from lazytree.pictures.search_steps import Seen
from strictcheck import Demand
from strictcheck.kinds.layers import Constructor


def scene_of(seen, game=None, **limits):
    """The scene of a demand on a game, or of what one search or two saw of it."""
    return paint(SearchedGame([Seen(seen)] if isinstance(seen, Demand) else seen, game), SceneLimits(**limits))


def nodes_of(observation):
    """The nodes that an observation forced, as child indices from the root, in order: by its trace alone."""
    paths = [forcing.path for forcing in observation.trace if isinstance(forcing.value, Constructor)]
    return [path[1::2] for path in paths if path[-1:] != ("score",)]


def events_of(observation):
    """The looks at nodes, and after the last one below a node the cut, if children were left; by its trace alone."""
    looks = nodes_of(observation)
    parts = {forcing.path[1::2]: forcing.value for forcing in observation.trace if forcing.path[-1:] == ("children",)}
    lengths = {path[: len(path)]: layer.length for path, layer in parts.items()}
    left = []
    for path in looks:
        below = [at for at, other in enumerate(looks) if other[: len(path)] == path]
        if lengths.get(path, 0) > len({looks[at][len(path)] for at in below if len(looks[at]) > len(path)}):
            left.append((below[-1], -len(path), path))
    events = [(at, -1_000, path, False) for at, path in enumerate(looks)]
    events += [(at, depth, path, True) for at, depth, path in left]
    return [(step, path, is_cut) for step, (_, _, path, is_cut) in enumerate(sorted(events), 1)]


def unpacked(html):
    """The figure and the script that a notebook keeps, as a browser unpacks them."""
    return json.loads(zlib.decompress(b85decode(re.search(r'const text = "(.*)"', html)[1])))
