"""Worlds: arguments that a call might have had, made up part by part as it looks at them.

All worlds of one look agree with what the call knew before it. Of everything else a world decides what it is when it
is asked, by `Choices`, so that two worlds can share what they have decided, and so that all there are can be
tried one after another. Skip this package to use the library; it stands behind `needless`.
"""

from strictcheck.worlds.alternatives import Values, domains
from strictcheck.worlds.choices import Choices
from strictcheck.worlds.looks import KEYS, WHAT, Has, Look, Place, looks_of
from strictcheck.worlds.made import World
from strictcheck.worlds.options import OptionsAt

__all__ = ["KEYS", "WHAT", "Choices", "Has", "Look", "OptionsAt", "Place", "Values", "World", "domains", "looks_of"]
