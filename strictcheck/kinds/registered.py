"""Classes that come apart as `register_shape` was told. Their thunks are those of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from strictcheck.kinds.building import ANEW, Building, InSight, Opened, Unwrapping
from strictcheck.kinds.equality import compare_wholes
from strictcheck.kinds.kind import Shape
from strictcheck.kinds.layer import Parts
from strictcheck.kinds.layers import Constructor, constructor_layer
from strictcheck.kinds.record_kind import WithAttributes, open_named
from strictcheck.kinds.record_thunk import fields_class
from strictcheck.thunks.proxy import is_thunk, materialised


class RegisteredKind(WithAttributes):
    """Classes that come apart as `register_shape` was told."""

    name = "comes apart as its registration says"
    is_record = True
    declared_by = "register_shape"

    def thunk_class(self, shape: Shape, *, counting: bool) -> type:
        """Thunks over an object that its registration makes, with thunks for parts."""
        return fields_class(shape, counting=counting)

    def take_apart(self, shape: Shape, value: Any) -> tuple[object, Parts]:
        """The class; the parts that its registration gives."""
        assert shape.take_apart is not None
        return constructor_layer(shape.cls), list(shape.take_apart(value).items())

    def held(self, shape: Shape, value: Any) -> Iterable[tuple[Any, Any]]:
        """The parts that its registration gives."""
        return self.take_apart(shape, value)[1]

    def compared(self, shape: Shape, one: Any, other: Any) -> list[tuple[Any, Any, Any]] | None:
        """All that a pickle would keep of them."""
        return compare_wholes(one, other)

    def copy(self, shape: Shape, value: Any) -> Any:
        """None: it is put together anew."""
        return ANEW

    def put_together(self, shape: Shape, parts: Mapping[Any, Any], like: Any = None) -> Any:
        """An object that its registration makes."""
        assert shape.rebuild is not None
        return shape.rebuild(parts)

    def build(self, shape: Shape, layer: Constructor, building: Building) -> Any:
        """An object with holes for whatever its registration asks for."""
        return self.put_together(shape, _WithHoles(building))

    def in_sight(self, shape: Shape, value: Any, sight: InSight) -> Iterable[Any]:
        """The parts that its registration gives."""
        parts = self._parts(shape, value)
        return sight.parts(tuple(parts), parts.__getitem__)

    def parts_to_force(self, shape: Shape, value: Any) -> Iterable[Any]:
        """The parts that its registration gives."""
        return self._parts(shape, value).values()

    def _parts(self, shape: Shape, value: Any) -> Mapping[str, Any]:
        assert shape.take_apart is not None
        return shape.take_apart(materialised(value) if is_thunk(value) else value)

    def unwrap(self, shape: Shape, part: Any, source: Any, unwrapping: Unwrapping) -> Opened | None:
        """The parts that its registration gives."""
        return open_named(self, shape, part, source)


class _WithHoles(dict[str, Any]):
    """The known parts; any other name gives a hole."""

    def __init__(self, building: Building) -> None:
        super().__init__(building.parts)
        self.building = building

    def __missing__(self, name: str) -> Any:
        return self.building.part(name)
