"""Kinds of values: how the values of each come apart, and their thunks.

`Kind` and `Layer` are the protocol, and `add_kind` takes a new one. `register_shape`, `opaque` and `transient` declare
the kind of a class.
"""

from strictcheck.kinds.kind import Kind
from strictcheck.kinds.layer import Layer
from strictcheck.kinds.table import add_kind, opaque, register_shape, transient

__all__ = ["Kind", "Layer", "add_kind", "opaque", "register_shape", "transient"]
