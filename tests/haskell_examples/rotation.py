"""The rotation of Okasaki's queue, `fs` and then `bs` backwards: two right specs, and a wrong one.

A queue keeps its back reversed, and turns it around when its front is used up. To do so in one go would make one
operation wait for all of it; `rotate` takes a step of it with each cell of the front instead (Okasaki, *Simple and
efficient purely functional queues and deques*, 1995). Its result is that of `append(fs, reverse(bs))`, which looks at
`bs` only when `fs` is over, and what tells the two apart is demand alone:

>>> from strictcheck import check_spec
>>> check_spec(rotate, rotate_spec)
>>> check_spec(rotate, rotate_by_padding_spec)
>>> check_spec(rotate_naively, rotate_simple_spec)
>>> check_spec(rotate, rotate_simple_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: rotate also looks at bs, at ...
  - rotate_simple_spec, + rotate
  + bs: Nil
  call:     rotate(fs=Cons(head=0, tail=Nil()), bs=Nil())
  asked:    the result was asked for its class, Cons
  result:   Cons(_, _)
  fs:       Cons(_, _), as expected
  if it may, let the spec expect it, or have ... in its place
>>> check_spec(rotate_naively, rotate_spec)
Traceback (most recent call last):
...
strictcheck.errors.DemandMismatch: rotate_naively does not look at bs, which rotate_spec expects
  - rotate_spec, + rotate_naively
  - bs: Nil
  call:     rotate_naively(fs=Cons(head=0, tail=Nil()), bs=Nil())
  asked:    the result was asked for its class, Cons
  result:   Cons(_, _)
  fs:       Cons(_, _), as expected
  if it need not, let the spec have a hole there, or pass
  spec(rotate_spec, compare='<=')
"""

from __future__ import annotations

from typing import Any

from haskell_examples.conslists import Cons, LazyList, Nil, cons, heads, items, listed
from haskell_examples.lists import append, length, reverse
from strictcheck.demands import Demand
from strictcheck.kinds.delayed import delay
from strictcheck.specs import hole
from strictcheck.specs.specification import spec


def rotate(fs: LazyList, bs: LazyList) -> LazyList:
    """`fs`, and then `bs` backwards, of which one cell is turned around with each cell of `fs`."""
    return _rotated(fs, bs, Nil())


def _rotated(fs: LazyList, bs: LazyList, done: LazyList) -> LazyList:
    """`fs`, then `bs` backwards, then `done`."""
    match fs, bs:
        case Cons(f, more_fs), Cons(b, more_bs):
            return cons(f, lambda: _rotated(more_fs, more_bs, Cons(b, done)))
        case Cons(f, more_fs), Nil():
            return cons(f, lambda: _rotated(more_fs, Nil(), done))
    for b in items(bs):
        done = Cons(b, done)
    return done


def rotate_naively(fs: LazyList, bs: LazyList) -> LazyList:
    """Append the reversed `bs` to `fs`. The whole of `bs` is turned around in the moment in which `fs` is over."""
    return append(fs, delay(lambda: reverse(bs)))


@spec
def rotate_spec(result: Demand, fs: LazyList, bs: LazyList) -> Any:
    """Case by case: within `fs`, a cell of `bs` for each cell of it, and perhaps the end; beyond, all of both."""
    elements, ended = heads(result)
    front, back = length(fs), length(bs)
    if not ended and len(elements) <= front:
        turned = [hole] * min(len(elements), back)
        return listed(elements, then=hole), listed(turned, then=hole if len(elements) <= back else Nil())
    taken = elements[front:]
    return listed(elements[:front]), listed([*[hole] * (back - len(taken)), *reversed(taken)])


@spec
def rotate_by_padding_spec(result: Demand, fs: LazyList, bs: LazyList) -> Any:
    """In one: how many layers of `bs` are looked at, how many of its elements were given out, and so how many others
    stand before these.
    """
    elements, ended = heads(result)
    front, back = length(fs), length(bs)
    is_over = ended or len(elements) > front
    layers = back + 1 if is_over else len(elements)
    taken = elements[front:]
    padding = [hole] * (min(layers, back) - len(taken))
    return (
        listed(elements[:front], then=Nil() if is_over else hole),
        listed([*padding, *reversed(taken)], then=Nil() if layers > back else hole),
    )


@spec
def rotate_simple_spec(result: Demand, fs: LazyList, bs: LazyList) -> Any:
    """Nothing of `bs` before the end of `fs`: so it is for `rotate_naively`, and not for `rotate`."""
    elements, ended = heads(result)
    front, back = length(fs), length(bs)
    if not ended and len(elements) <= front:
        return listed(elements, then=hole), hole
    taken = elements[front:]
    return listed(elements[:front]), listed([*[hole] * (back - len(taken)), *reversed(taken)])
