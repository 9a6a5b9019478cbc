"""Games that are generated as they are looked at, for the tests of what searches look at."""

from itertools import pairwise
from random import Random

from lazytree import End, Max, Min
from strictcheck import delay

AT_ONCE = 16  # leaves: to delay a part of so few costs as much as to make it


def unfolding_game(leaves, seed):
    """Draw a game with so many leaves, the same one for the same seed, whichever part of it is looked at first."""
    random = Random(seed)
    if leaves == 1:
        return End(random.randint(-9, 9))
    player = random.choice((Max, Min))
    cuts = sorted({0, leaves, *(random.randrange(1, leaves) for _ in range(random.randint(1, 5)))})
    parts = [(after - before, random.getrandbits(64)) for before, after in pairwise(cuts)]

    def children():
        return tuple(unfolding_game(*part) for part in parts)

    return player(children() if leaves <= AT_ONCE else delay(children, kind=tuple))
