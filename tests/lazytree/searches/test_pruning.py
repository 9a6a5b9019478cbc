"""Alpha-beta in all its forms: the value of minimax, the same leaves in the same order, and the golden data."""

import json
from functools import reduce

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from leaf_reads import looked_at
from places import GOLDEN

from lazytree import (
    BOTTOM,
    INT64,
    TOP,
    Clamping,
    End,
    Max,
    Min,
    alphabeta,
    alphabeta_lattice,
    count_leaves,
    from_nested,
    leaves,
    minimax,
    unfold,
    uniform,
)
from lazytree.errors import BadWindow
from lazytree.games import Bounded, Outcome, Tip, bounds_of, from_json, number_tips, recurrence_game
from lazytree.games.traversals import forced_leaves
from lazytree.games.walking import Branch, Leaf, rebuild
from lazytree.searches import alphabeta_fail_hard, alphabeta_negamax, squash  # fmt: skip
from lazytree.strategies import games
from strictcheck import observe

PI = "314159265358979323846264338327950288419716939937510582097494459230781640628620899"


def lattice(game, alpha=BOTTOM, beta=TOP):
    bounds = Bounded(alpha, beta)
    return alphabeta_lattice(game, bounds=bounds)


def squashed(game, alpha=BOTTOM, beta=TOP):
    return squash(game, alpha=alpha, beta=beta).value


def nested(fold):
    """Alpha-beta over clamping functions, with binary joins nested as `fold` says."""

    def search(game, alpha=BOTTOM, beta=TOP):
        of = Clamping()

        def clamped(game):
            def ask(a, b):
                match game:
                    case End(score):
                        return of.clamping(score)(a, b)
                    case Max(children):
                        return fold(of.join, [clamped(child) for child in children])(a, b)
                    case Min(children):
                        return fold(of.meet, [clamped(child) for child in children])(a, b)

            return ask

        return clamped(game)(alpha, beta)

    return search


def from_the_right(join, functions):
    return reduce(lambda f, g: join(g, f), reversed(functions))


OTHERS = [alphabeta_fail_hard, alphabeta_negamax, squashed, lattice]
ALL = pytest.mark.parametrize("search", [alphabeta, *OTHERS])
NESTED = [nested(reduce), nested(from_the_right)]
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


@pytest.mark.parametrize("search", [*OTHERS, *NESTED])
@given(game=games())
def test_all_forms_look_at_the_same_leaves_in_the_same_order(search, game):
    assert looked_at(search, game) == looked_at(alphabeta, game)


@pytest.mark.parametrize("search", [*OTHERS, *NESTED])
@given(game=games(), window=WINDOWS)
def test_all_forms_look_at_the_same_leaves_in_every_window(search, game, window):
    alpha, beta = window
    assert looked_at(search, game, alpha=alpha, beta=beta)[1] == looked_at(alphabeta, game, alpha=alpha, beta=beta)[1]


@ALL
@given(game=games(), window=WINDOWS)
def test_an_answer_outside_of_the_window_is_a_bound(search, game, window):
    alpha, beta = window
    answer, value = search(game, alpha=alpha, beta=beta), minimax(game)
    if alpha < answer < beta:
        assert answer == value
    elif answer <= alpha:
        assert value <= alpha
    else:
        assert value >= beta


@given(games(), WINDOWS)
def test_fail_hard_stays_in_the_window_and_fail_soft_says_more(game, window):
    alpha, beta = window
    hard, soft = alphabeta_fail_hard(game, alpha=alpha, beta=beta), alphabeta(game, alpha=alpha, beta=beta)
    assert hard == max(alpha, min(soft, beta))
    assert minimax(game) <= soft <= alpha or alpha < soft < beta or beta <= soft <= minimax(game)


@ALL
@given(game=games(), ends=st.lists(st.integers(-1, 4), min_size=4, max_size=4).map(sorted))
def test_a_narrower_window_forces_part_of_what_a_wider_one_forces(search, game, ends):
    assume(ends[1] < ends[2])
    narrow = set(looked_at(search, game, alpha=ends[1], beta=ends[2])[1])
    assert narrow <= set(looked_at(search, game, alpha=ends[0], beta=ends[3])[1])
    assert narrow <= set(looked_at(search, game)[1])


@ALL
@given(game=games(), junk=st.integers(-5, 5))
def test_what_was_not_looked_at_may_be_anything(search, game, junk):
    value, forced = looked_at(search, game)
    paths = iter([path for path, _ in leaves(game)])

    def expand(node, where):
        match node:
            case End(score):
                return Leaf(End(score if next(paths) in forced else junk))
            case Max(children):
                return Branch(Max, children)
            case Min(children):
                return Branch(Min, children)

    other = rebuild(game, expand, lambda player, children: player(children))
    assert looked_at(search, other) == (value, forced)


@ALL
@given(game=games())
def test_no_leaf_is_looked_at_twice_or_out_of_order(search, game):
    forced = looked_at(search, game)[1]
    assert forced == sorted(set(forced))


@ALL
def test_no_score_is_fetched_twice(search):
    fetched = []

    class Watched(End):
        __slots__ = ()

        @property
        def score(self):
            fetched.append(self)
            return 1

    game = Max([Min([object.__new__(Watched), End(2)]), Min([End(3), object.__new__(Watched)])])
    search(game)
    assert len(fetched) == 2


@ALL
def test_known_bounds_stop_where_adjoined_ones_do_not(search):
    game = from_nested([2, [0, 1], 1])
    assert looked_at(search, game, alpha=0, beta=2) == (2, [(0,)])
    assert looked_at(search, game) == (2, [(0,), (1, 0), (2,)])


@given(games(st.integers(0, 2)))
def test_known_bounds_change_what_is_looked_at_and_not_the_value(game):
    value, forced = looked_at(alphabeta, game, alpha=0, beta=2)
    everything = looked_at(alphabeta, game)
    assert max(0, min(value, 2)) == everything[0]
    assert set(forced) <= set(everything[1])
    assert looked_at(lattice, game, alpha=0, beta=2)[1] == forced


def test_a_win_is_enough_where_the_bounds_are_known():
    def moves(position):
        return [] if position == "won" else ["won", "endless"]

    game = unfold("endless", moves=moves, score=lambda position: Outcome.WIN)
    bounds = bounds_of(Outcome)
    assert alphabeta_lattice(game, bounds=bounds) is alphabeta(game, alpha=bounds.low, beta=bounds.high) is Outcome.WIN


@ALL
@pytest.mark.parametrize("window", [(1, 1), (2, 1), (float("nan"), 1), (TOP, BOTTOM)])
def test_a_window_that_holds_nothing_is_refused(search, window):
    with pytest.raises(BadWindow, match="expected alpha < beta; swap them, or widen the window"):
        search(End(0), alpha=window[0], beta=window[1])


@ALL
def test_the_digits_of_pi_take_31_leaves(search):
    value, forced = looked_at(search, uniform(3, 4, map(int, PI)))
    assert (value, len(forced)) == (2, 31)


@ALL
def test_deep_cutoffs_are_made(search):
    game = uniform(2, 4, map(int, "0000001000000101"))
    scores = [path for path, _ in leaves(game)]
    assert [scores.index(path) for path in looked_at(search, game)[1]] == [0, 1, 2, 4, 5, 8, 10]


@ALL
@pytest.mark.parametrize(("branching", "depth"), [(1, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 2)])
def test_in_the_best_order_the_critical_leaves_are_looked_at(search, branching, depth):
    @given(games(uniform=(branching, depth), few_scores=False, ordered="best"))
    def check(game):
        assert len(looked_at(search, game)[1]) == branching ** -(-depth // 2) + branching ** (depth // 2) - 1

    check()


def golden_leaves(demand):
    """The leaves that a golden demand forces, from left to right, and that each was forced with its score."""
    found, todo = [], [((), demand)]
    while todo:
        path, part = todo.pop()
        match part:
            case None | "nil":
                pass
            case {"end": score}:
                assert score is not None
                found.append(path)
            case {"head": head, "tail": tail} | {"cons": [head, tail]}:
                todo += [((*path[:-1], path[-1] + 1), tail), (path, head)]
            case {"max": node} | {"min": node}:
                todo.append(((*path, 0), node))
    return found


@ALL
@pytest.mark.slow
def test_the_golden_leaves_are_looked_at(search):
    rows = [json.loads(line) for line in (GOLDEN / "games.jsonl").read_text().splitlines()]
    assert len(rows) == 415
    for row in rows:
        game = from_json(row["tree"])
        value, forced = looked_at(search, game, alpha=INT64.low, beta=INT64.high)
        assert value == row["minimax"]
        assert forced == golden_leaves(row["demand"])


def test_the_golden_counts_of_uniform_trees_come_out():
    for line in (GOLDEN / "uniform_counts.jsonl").read_text().splitlines()[::8]:
        row = json.loads(line)
        size = row["b"], row["d"], row["t"]
        if row["ab_end"] < 2000:
            value, forced = looked_at(alphabeta, recurrence_game(*size, lazy=True))
            assert (value, len(forced)) == (row["minimax"], row["ab_end"])


def test_an_endless_game_is_left_alone_where_it_cannot_matter():
    endless = unfold(0, moves=lambda n: [n + 1], score=lambda n: n)
    game = Max([End(3), Min([End(2), endless])])
    assert count_leaves(Max(game.children[:1])) == 1
    for search in (alphabeta, *OTHERS):
        assert search(game) == 3


@pytest.mark.parametrize("search", [alphabeta, alphabeta_fail_hard, alphabeta_negamax, alphabeta_lattice])
def test_not_even_the_class_of_what_is_cut_off_is_looked_at(search):
    game = from_nested([[3, 12, 8], [2, 4, [6, 1]], [14, 5, 2]])
    expected = "Max([Min([End(3), End(12), End(8)]), Min([End(2), _, _]), Min([End(14), End(5), End(2)])])"
    assert str(observe(search, game).demand) == expected


ELEVEN = [[7, [9, 2]], [[18, 9], 31], [17, [[12, 17], 45], 72]]


def test_the_tree_of_eleven_tips_is_visited_as_printed():
    assert squash(number_tips(from_nested(ELEVEN))) == (18, (1, 2, 4, 5, 6, 7))


@given(games())
def test_the_tips_visited_are_those_looked_at_in_order(game):
    numbered = number_tips(game)
    paths = sorted(path for path in forced_leaves(observe(minimax, numbered)))
    observation = observe(lambda game: squash(game).value, numbered)
    value, visited = squash(numbered)
    assert value == observation.result == minimax(game)
    assert [paths[label - 1] for label in visited] == forced_leaves(observation)


@given(games(), st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1]))
def test_the_value_is_squashed_into_the_window(game, window):
    alpha, beta = window
    value = squash(game, alpha=alpha, beta=beta).value
    assert value == max(alpha, min(minimax(game), beta)) == alphabeta_fail_hard(game, alpha=alpha, beta=beta)


def test_no_label_is_looked_at():
    observation = observe(lambda game: squash(game).value, number_tips(from_nested(ELEVEN)))
    assert not any(forcing.path[-1:] == ("label",) for forcing in observation.trace)


def test_a_plain_end_has_no_label():
    assert squash(from_nested([3, [1, 2]])) == (3, (None, None))
    assert squash(Max([Tip(3, "a"), End(4)])) == (4, ("a", None))


def test_a_player_may_move_twice_in_a_row():
    assert squash(number_tips(Max([Max([End(1), End(5)]), Min([Min([End(6), End(7)]), End(4)])]))) == (
        5,
        (1, 2, 3, 4, 5),
    )


def test_a_single_tip_is_visited():
    assert squash(Tip(3, "only")) == (3, ("only",))
