"""Numbers and strings with attributes: the call gets a real one, whose attributes are parts as those of an object."""

from __future__ import annotations

from typing import Any

import pytest
from rows import Row, check, rows

from strictcheck import Demand, nf, observe

TABLE = {
    "noted(Score(5), notes=[1])": """
        Score(int=5)    v + 1    del v.notes; v    v.notes is v.notes    v.nothing
        Score(int=5, notes=[_])    v.notes.append(2)
        Score(int=5, notes=[1])    v    v.note = 1; v    v.notes.append(2); v    vars(v).update(note=2); v
        Score(int=5, notes=[1])    noted(Score(1), held=v)    v.notes[0]
    """,
    "[noted(Score(5), notes=[1])] * 2": """
        [_ as a, a]    v[0] is v[1]
        [Score(int=5) as s, s]    v[0].note = 1; v[1].note
        [Score(int=5, notes=[_]) as s, s]    v[0].notes.append(2); len(v[1].notes)
    """,
    "noted(Label('a'), notes=[1])": """
        Label(str='a')    v + 'b'    ''.join([v])    v.notes = 2; v
        Label(notes=[1], str='a')    v    v.notes    [*v.notes]    noted(Score(1), held=v)
        Label(notes=[_], str='a')    v.notes.append(2); None
    """,
    "noted(Label('a'), note=1, about=noted(Label('b'), note=2))": """
        Label(about=Label('b'), note=1, str='a')    v + v.about    v.note    v.about.note
    """,
}


@rows(globals(), TABLE)
def test_an_operation_does_as_plainly_and_demands_so_much(row: Row) -> None:
    check(row)


class Element:
    """An element of a document, whose strings know where they are, as those of BeautifulSoup do."""

    def __init__(self, name: str, *contents: Any) -> None:
        self.name = name
        self.contents = list(contents)
        for part in self.contents:
            part.parent = self


class Text(str):
    """A string in a document."""

    parent: Element
    after: Any


def document() -> Element:
    text, more = Text("a"), Text("b")
    text.after, more.after = more, None
    return Element("p", Element("b", text), more)


def string_of(top: Any) -> Any:
    return top.contents[0].contents[0]


def test_a_look_through_a_string_is_recorded() -> None:
    observation = observe(lambda top: string_of(top).after.parent.name, document())
    observation.verify().replay()
    assert str(observation.demand) == (
        "Element(contents=[Element(contents=[Text(after=Text(after=None, parent=e, str='b'), parent=e2, str='a')]) "
        "as e2, _], name='p') as e"
    )
    assert Demand.parse(str(observation.demand), globals()) == observation.demand


def rename(top: Any) -> str:
    string_of(top).parent.name = "i"
    return str(top.contents[0].name)


def test_a_write_through_a_string_stays_with_the_observation() -> None:
    top = document()
    observation = observe(rename, top)
    observation.verify().replay()
    assert (observation.result, top.contents[0].name) == ("i", "b")


def move(top: Any) -> Any:
    text = top.contents[0].contents.pop()
    text.parent = top
    top.contents.append(text)
    return top


def test_a_string_that_the_call_moved_knows_its_new_place_in_the_result() -> None:
    top = document()
    observation = observe(move, top, context=nf)
    observation.verify().replay()
    moved = observation.result
    assert moved.contents[-1] == "a"
    assert moved.contents[-1].parent is moved is not top
    assert string_of(top).parent is top.contents[0]


def test_a_string_that_the_call_left_alone_is_the_callers_own_in_the_result() -> None:
    top = document()
    assert observe(string_of, top, context=nf).result is string_of(top)


def test_a_long_chain_of_strings_needs_no_stack() -> None:
    last: Any = None
    for number in range(2_000):
        text = Text(str(number))
        text.after, last = last, text
    observation = observe(lambda text: text.after + "", last)
    observation.verify().replay()
    assert observation.result == "1998"


@pytest.mark.parametrize("atoms", [(str, Text), (object,)])
def test_a_string_of_a_class_that_is_named_as_an_atom_is_handed_out_as_itself(atoms: Any) -> None:
    top = document()
    assert observe(lambda top: id(string_of(top)), top, atoms=atoms).result == id(string_of(top))


class Slotted(str):
    """A string with a slot, as rdflib has them."""

    __slots__ = ("value",)


def test_a_string_that_the_call_made_with_a_thunk_in_a_slot_gets_the_plain_part() -> None:
    def make(numbers: list[int]) -> Slotted:
        made = Slotted("5")
        made.value = numbers[0]  # type: ignore[attr-defined]
        return made

    observation = observe(make, [5, 6], context=nf)
    observation.verify().replay()
    assert (str(observation.demand), type(observation.result.value)) == ("[5, _]", int)  # type: ignore[attr-defined]
