"""Kinds of values: how each comes apart, and the thunk that stands for it while nobody has looked.

`Kind` and `Layer` are the protocol, and `add_kind` takes a new one. `register_shape`, `opaque` and `transient` say of a
class how its values are to be taken.
"""

from strictcheck.kinds.kind import Kind, Shape
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import add_kind, opaque, register_shape, transient

__all__ = ["Kind", "Layer", "Shape", "add_kind", "opaque", "register_shape", "transient"]
