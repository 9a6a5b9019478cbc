"""Candidates for facts on keys and attributes: which are read of an argument, of a part of it, or of its items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sized
from functools import partial

from strictcheck.messages import shown
from strictcheck.profiles.argument_shapes import DICTS, EXTRA, MADE, parts_of
from strictcheck.profiles.candidates import RANDOM_ITEMS, ArgumentRun, Slot, Test
from strictcheck.profiles.drawing import Expression

MOST_KEYS = 8  # in one sentence
FEW = 2  # items that are all by chance

Reads = Callable[[ArgumentRun], list[tuple[set[str], int]]]  # keys asked of values, and how many there are


def keys_of_it(case: ArgumentRun) -> list[tuple[set[str], int]]:
    """Return the keys or attributes that were asked of the argument itself, absent ones too."""
    asked = {key for key in (*case.numbers.get("at", ()), *case.numbers.get("absent", ())) if key.startswith("'")}
    return [(asked, case.size)]


def keys_of_items(case: ArgumentRun) -> list[tuple[set[str], int]]:
    """Return the keys or attributes that were asked of each item that was fetched."""
    return [one for at in case.numbers.get("at", ()) for one in keys_under(at)(case)]


def keys_under(key: str) -> Reads:
    """Return the function that finds the keys that were asked of one part of the argument."""

    def find(case: ArgumentRun) -> list[tuple[set[str], int]]:
        if key not in case.numbers.get("at", ()) or key not in case.parts:
            return []
        below = case.numbers.get("below", {}).get(key, ())
        # Arguments of calls stand there, too, in parentheses: these are no keys.
        return [({name for name in below if name[1] != "("}, len(parts_of(case.parts[key])))]

    return find


def keys(cases: list[ArgumentRun], failed: list[ArgumentRun], x: str, reads: Reads) -> Iterator[tuple[str, Test]]:
    """Yield the facts on the keys that are read of some value: always or at times, and that others are not."""

    def found(case: ArgumentRun) -> list[tuple[set[str], int]]:
        return reads(case) if case.is_last else []

    for name in [name for name, value in cases[0].values.items() if isinstance(value, str)]:
        yield f"reads only the key {name} of {x}", partial(_reads_key, name, lambda c: [] if c.is_open else found(c))
    groups = [asked for case in cases if case.is_last for asked, _ in reads(case)]
    every = set[str]().union(*groups, *(asked for case in failed for asked, _ in reads(case)))
    always = set.intersection(*groups) if groups else set()
    # It takes the keys from the value, or perhaps from another argument, or another part of it.
    if not every.isdisjoint(map(shown, EXTRA)) or any(every & _texts_beside(case) for case in cases):
        return
    if cases[0].shape.startswith(MADE) and any(f'"{key[1:-1]}"' not in cases[0].shape for key in every):
        return
    if any(all(_is_empty(case.parts.get(key)) for case in cases) for key in always):  # more may be read otherwise
        return
    if not 0 < len(every) <= MOST_KEYS or (cases[0].shape in (*DICTS, *RANDOM_ITEMS) and every != always):
        return
    names, others = (", ".join(sorted(some)) for some in (always, every - always))
    text = f"{names}, and at times {others}, of {x}" if names and others else f"{names or others} of {x}"
    text += "" if names else ", and not always"
    if not cases[0].is_open:
        yield f"reads only {text}", lambda case: any(size > len(asked) for asked, size in found(case)) or None
    yield f"reads {text}", lambda case: any(asked for asked, _ in found(case)) or None


def _reads_key(name: str, reads: Reads, case: ArgumentRun) -> bool | None:
    asked = [(keys, size) for keys, size in reads(case) if keys]
    if any(keys != {shown(case.values[name])} for keys, _ in asked):
        return False
    return any(size > 1 for _, size in asked) or None


def _is_empty(part: object) -> bool:
    return isinstance(part, Sized) and not isinstance(part, str) and not len(part)


def _texts_beside(case: ArgumentRun) -> set[str]:
    """Return the letters, whole texts, and words of expressions, in the other arguments, as names of keys."""
    others = [value for name, value in case.values.items() if name != case.name]
    found = [part for value in others if isinstance(value, str) for part in (value, *value)]
    found += [word for value in others if isinstance(value, Expression) for word in re.findall(r"\w+", value.text)]
    return set(map(shown, found))


def held(x: str, name: str, keys: list[str]) -> Iterator[tuple[str, Test]]:
    """Yield the fact that a call reads all items of the lists behind these keys, which are called by a name."""

    def test(case: ArgumentRun) -> bool | None:
        known = [key for key in keys if case.is_last and key in case.parts]
        size = sum(len(parts_of(case.parts[key])) for key in known)
        fetched = sum(case.numbers.get("held", {}).get(key, 0) for key in known)
        return None if size == 0 else fetched == size and (size > FEW or None)

    yield f"reads all items of {name} of {x}", test


def missing(cases: list[ArgumentRun], x: str) -> Iterator[tuple[str, Test]]:
    """Yield the fact that parts are asked for in vain."""
    names = sorted({name for case in cases for name in case.numbers.get("absent", ())})
    # Of random keys, the absent ones are random too.
    is_known = len(names) <= MOST_KEYS and not any(case.shape in DICTS for case in cases)
    is_known &= not any(_texts_beside(case).intersection(names) for case in cases)
    which = f"{', '.join(names)}, which" if is_known else "keys or attributes that"
    yield f"asks {x} for {which} may be absent", lambda case: "absent" in case.numbers or None


def _are_there(case: ArgumentRun) -> bool | None:
    """True if the keys that are asked for are there: with others, a call does not show if it looks at a value."""
    keys = [name for name in case.values if "key" in name and not case.row["numbers"].get(name, {}).get("called")]
    return ("absent" not in case.numbers and all(shown(case.values[name]) in case.parts for name in keys)) or None


ALL_KEYS = Slot(
    lambda case: case.is_last,
    lambda case, is_so: is_so and (case.size > 1 or None),
    {
        "reads all of {x}": lambda c: c.numbers.get("looked", 0) >= c.size,
        "lists the keys of {x}, and looks at no value": lambda c: (
            "ended" in c.numbers and "looked" not in c.numbers and not c.is_open and _are_there(c)
        ),
        "lists the keys of {x}": lambda c: "ended" in c.numbers,
    },
)
