"""`length`, `take`, `map_list`, `append`, `reverse` on lazy lists: a right spec for each, and a tempting wrong twin.

A pattern that asks for the class of an element looks at the element:

>>> from strictcheck import check_spec
>>> check_spec(length, length_spec)
>>> check_spec(length_of_integers, length_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: length_of_integers also looks at xs.head, at ...
  - length_spec, + length_of_integers
    xs: Cons
  +   .head: 0
      .tail: Nil
  call:     length_of_integers(xs=Cons(head=0, tail=Nil()))
  asked:    the result was asked for all of it
  result:   1
  if it may, let the spec expect it, or have ... in its place

Here is the same value in another order of looking: the list before the number. One cell too many is looked at.

>>> check_spec(take, take_spec)
>>> check_spec(take_eager, take_eager_spec)
>>> check_spec(take_eager, take_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: take_eager does not look at n, which take_spec expects
  - take_spec, + take_eager
  - n: 0
  call:     take_eager(n=0, xs=Nil())
  asked:    the result was asked for all of it
  result:   Nil()
  xs:       Nil(), and not as expected, _
  if it need not, let the spec have a hole there, or pass
  spec(take_spec, compare='<=')

That `take` looks at all of its arguments is a spec that comes to mind first, and is wrong:

>>> check_spec(take, take_too_easy_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: take does not look at xs, which take_too_easy_spec expects
  - take_too_easy_spec, + take
  - xs: Nil
  call:     take(n=0, xs=Nil())
  asked:    the result was asked for all of it
  result:   Nil()
  n:        0, as expected
  if it need not, let the spec have a hole there, or pass
  spec(take_too_easy_spec, compare='<=')

Where `map_list` forgets to wait with the call of `f`, its result is the same, and the elements are looked at at once:

>>> check_spec(map_list, map_spec)
>>> check_spec(map_at_once, map_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: map_at_once also calls f, at ...
  - map_spec, + map_at_once
  + f: Callable({'(_)': _})
  call:     map_at_once(f=Callable({'(_)': _}), xs=Cons(head=0, tail=Nil()))
  asked:    the result was asked for its class, Cons
  result:   Cons(_, _)
  xs:       Cons(_, _), as expected
  if it may, let the spec expect it, or have ... in its place

A shortcut that saves work looks at the second list before anybody needs it:

>>> check_spec(append, append_spec)
>>> check_spec(append_with_shortcut, append_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: append_with_shortcut also looks at ys, at ...
  - append_spec, + append_with_shortcut
  + ys: Nil
  call:     append_with_shortcut(xs=Cons(head=0, tail=Nil()), ys=Nil())
  asked:    the result was asked for its class, Cons
  result:   Cons(_, _)
  xs:       Cons(_, _), as expected
  if it may, let the spec expect it, or have ... in its place

To reverse a list takes all of its cells, however few of the result are asked for:

>>> check_spec(reverse, reverse_spec)
>>> check_spec(reverse, reverse_hopeful_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: reverse also looks at xs.tail, at ...
  - reverse_hopeful_spec, + reverse
    xs: Cons
      .head: not looked at
  +   .tail: Nil
  call:     reverse(xs=Cons(head=0, tail=Nil()))
  asked:    the result was asked for its class, Cons
  result:   Cons(_, _)
  if it may, let the spec expect it, or have ... in its place
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from haskell_examples.conslists import Cons, LazyList, Nil, cons, heads, items, listed
from strictcheck.demands import Demand
from strictcheck.kinds.delayed import delay
from strictcheck.observation.one_call import observe
from strictcheck.observation.result_contexts import upto
from strictcheck.specs import called, hole
from strictcheck.specs.specification import spec


def length(xs: LazyList) -> int:
    """Count the cells; no element is looked at."""
    count = 0
    while isinstance(xs, Cons):
        count, xs = count + 1, xs.tail
    return count


@spec
def length_spec(result: Demand, xs: LazyList) -> Any:
    """All cells, no element."""
    return listed(hole for _ in items(xs))


def length_of_integers(xs: LazyList) -> int:
    """The length, after a check that all elements are integers."""
    count = 0
    while True:
        match xs:
            case Cons(int(), tail):
                count, xs = count + 1, tail
            case _:
                return count


def take(n: int, xs: LazyList) -> LazyList:
    """The first `n` elements. What is enough is asked first, so that no cell is looked at in vain."""
    if n <= 0:
        return Nil()
    match xs:
        case Cons(x, rest):
            return cons(x, lambda: take(n - 1, rest))
    return Nil()


@spec
def take_spec(result: Demand, n: int, xs: LazyList) -> Any:
    """Of the list what is looked at of the result; its end, only if it comes before the `n`th element."""
    elements, ended = heads(result)
    return n, listed(elements, then=Nil() if ended and len(elements) < n else hole)


@spec
def take_too_easy_spec(result: Demand, n: int, xs: LazyList) -> Any:
    """Everything, which is too easy."""
    return n, xs


def take_eager(n: int, xs: LazyList) -> LazyList:
    """The first `n` elements again. The list is asked first, and is looked at one cell further."""
    match xs:
        case Cons(x, rest):
            return cons(x, lambda: take_eager(n - 1, rest)) if n > 0 else Nil()
    return Nil()


@spec
def take_eager_spec(result: Demand, n: int, xs: LazyList) -> Any:
    """Of the list what is looked at of the result and, if that is to its end, one cell more."""
    elements, ended = heads(result)
    left = list(items(xs))[len(elements) :]
    further = listed([hole], then=hole) if left else Nil()
    return n if isinstance(xs, Cons) else hole, listed(elements, then=further if ended else hole)


def map_list(f: Callable[[int], int], xs: LazyList) -> LazyList:
    """`f` of each element, when somebody looks at it."""
    match xs:
        case Cons(x, rest):
            return cons(delay(lambda: f(x)), lambda: map_list(f, rest))
    return Nil()


@spec
def map_spec(result: Demand, f: Callable[[int], int], xs: LazyList) -> Any:
    """A call of `f` for each element of the result that is looked at, and of the elements what these calls look at."""
    elements, ended = heads(result)
    of = list(zip(elements, items(xs), strict=False))
    looks = [observe(f, x, context=upto(element)).demand if element else hole for element, x in of]
    calls = [((look,), element) for look, element in zip(looks, elements, strict=True) if element]
    return called(*calls) if calls else hole, listed(looks, then=Nil() if ended else hole)


def map_at_once(f: Callable[[int], int], xs: LazyList) -> LazyList:
    """`f` of each element, at once."""
    match xs:
        case Cons(x, rest):
            return cons(f(x), lambda: map_at_once(f, rest))
    return Nil()


def append(xs: LazyList, ys: LazyList) -> LazyList:
    """The elements of one list, and then those of the other."""
    match xs:
        case Cons(x, rest):
            return cons(x, lambda: append(rest, ys))
    return ys


@spec
def append_spec(result: Demand, xs: LazyList, ys: LazyList) -> Any:
    """Of the second list nothing, before the end of the first."""
    elements, ended = heads(result)
    count = length(xs)
    if not ended and len(elements) <= count:
        return listed(elements, then=hole), hole
    return listed(elements[:count]), listed(elements[count:], then=Nil() if ended else hole)


def append_with_shortcut(xs: LazyList, ys: LazyList) -> LazyList:
    """Both lists in one, with a shortcut for an empty second one."""
    return xs if isinstance(ys, Nil) else append(xs, ys)


def reverse(xs: LazyList) -> LazyList:
    """The elements from the last to the first."""
    done: LazyList = Nil()
    for x in items(xs):
        done = Cons(x, done)
    return done


@spec
def reverse_spec(result: Demand, xs: LazyList) -> Any:
    """All cells, and the last elements as the first ones of the result are looked at."""
    elements = heads(result).elements
    others = length(xs) - len(elements)
    return listed([*[hole] * others, *reversed(elements)])


@spec
def reverse_hopeful_spec(result: Demand, xs: LazyList) -> Any:
    """As many cells as are looked at of the result, as if one could begin at the end."""
    elements, ended = heads(result)
    return listed([hole for _ in elements], then=Nil() if ended else hole)
