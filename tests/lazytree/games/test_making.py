"""Building: nested lists, JSON and uniform trees, with the place of an error; unfolding, no more than is looked at."""

import itertools
import json
import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import size
from places import GOLDEN

from lazytree import (
    End,
    Max,
    Min,
    alphabeta,
    count_leaves,
    deep_recursion,
    depth,
    from_nested,
    minimax,
    to_nested,
    unfold,
    uniform,
)
from lazytree.errors import BadGame, TooDeep
from lazytree.games import Outcome, count_nodes, from_json, to_json
from lazytree.searches import squash
from lazytree.strategies import games
from strictcheck import Demand, DemandMismatch, Stream, assert_same_demand, delay, observe

DEEP = WIDE = size(5_000, 100_000)


def deep(data, wrap):
    for ply in range(DEEP):
        data = wrap(ply, data)
    return data


def test_lists_nest_and_players_alternate():
    assert from_nested([3, [1, 2]]) == Max([End(3), Min([End(1), End(2)])])
    assert from_nested([3, [1, 2]], root=Min) == Min([End(3), Max([End(1), End(2)])])


def test_anything_but_a_list_is_a_score():
    assert from_nested(7) == End(7)
    assert from_nested([(1, 2), "a"]) == Max([End((1, 2)), End("a")])


@given(games(uniform=(2, 3)), st.sampled_from([Max, Min]))
def test_nested_lists_round_trip(game, root):
    nested = to_nested(game)
    assert to_nested(from_nested(nested, root=root)) == nested
    assert from_nested(nested) == game


@pytest.mark.parametrize(
    ("nested", "message"),
    [
        ([], "at the top: an empty list; expected at least one child"),
        ([1, [2, []]], r"at \[1\]\[1\]: an empty list"),
        ([1, [float("nan")]], r"at \[1\]\[0\]: End\(score=nan\)"),
        (float("nan"), "at the top: End"),
        (((3, 12), (2, 4)), "a tuple is taken for a score.* pass a list"),
    ],
)
def test_bad_lists_are_named_by_their_place(nested, message):
    with pytest.raises(BadGame, match=f"from_nested: {message}"):
        from_nested(nested)


class Finite(list):
    """A list that is gone through a few times only, so that a reader who goes on for ever is found out."""

    rounds = 5

    def __iter__(self):
        self.rounds -= 1
        assert self.rounds
        return super().__iter__()


def test_a_list_that_holds_itself_is_named_by_its_place():
    one, other = Finite([1]), Finite([2])
    one.append(Finite([3, other]))
    other.append(one)
    with pytest.raises(BadGame, match=r"from_nested: at \[1\]\[1\]\[1\]: a list that holds itself; expected"):
        from_nested(one)
    data = {"max": Finite([1])}
    data["max"].append({"min": Finite([data])})
    with pytest.raises(BadGame, match=r"from_json: at \[1\]\[0\]: a list that holds itself; expected"):
        from_json(data)


def test_an_observed_list_that_holds_itself_is_read_as_far_as_the_search_goes():
    nested = [1, [2]]
    nested[1].append(nested)
    with pytest.raises(TooDeep):
        observe(lambda nested: minimax(from_nested(nested)), nested)
    assert observe(lambda nested: from_nested(nested).children[0].score, nested).result == 1
    shared = [1]
    assert observe(lambda nested: minimax(from_nested(nested)), [[shared, shared], [shared]]).result == 1


def test_a_list_in_two_places_is_two_parts():
    shared = [1, 2]
    assert from_nested([shared, [shared, 3, shared]]) == from_nested([[1, 2], [[1, 2], 3, [1, 2]]])
    assert from_json({"max": [{"min": shared}, {"min": shared}]}) == Max([Min([End(1), End(2)])] * 2)


def textbook(node, alpha=-math.inf, beta=math.inf, player=Max, *, cut=operator.ge):
    """Alpha-beta over nested lists; with `operator.gt`, it goes on where the window is empty."""
    if not isinstance(node, list):
        return node
    for child in node:
        value = textbook(child, alpha, beta, Min if player is Max else Max, cut=cut)
        alpha, beta = (max(alpha, value), beta) if player is Max else (alpha, min(beta, value))
        if cut(alpha, beta):
            break
    return alpha if player is Max else beta


def ours(node):
    return alphabeta(from_nested(node))


@given(games(st.integers(-2, 2)).map(lambda game: from_json(to_json(game))), st.sampled_from([Max, Min]))
def test_an_observed_list_is_read_where_the_game_is_looked_at(game, root):
    nested = drop_players(game)
    assert_same_demand(textbook, ours, nested)


def drop_players(game):
    return game.score if isinstance(game, End) else [drop_players(child) for child in game.children]


def test_a_search_of_lists_that_looks_at_more_is_told_from_ours():
    nested = [[3, 12, 8], [3, 4, 6], [14, 5, 2]]
    assert observe(ours, nested).demand == Demand.parse("[[3, 12, 8], [3, _, _], [14, 5, 2]]")
    with pytest.raises(DemandMismatch, match=r"<lambda> also looks at node\[1\]\[1\]"):
        assert_same_demand(ours, lambda node: textbook(node, cut=operator.gt), nested)
    shared = ["a", "b"]
    assert observe(ours, [shared, shared]).demand == Demand.full([shared, shared])


def test_what_is_wrong_in_an_observed_list_is_told_where_it_is_looked_at():
    assert observe(ours, [1, [0, []]], certify=False).result == 1
    for nested, place in (([], "the top"), ([1, [2, []]], r"\[1\]\[1\]"), ([[1, [[]]]], r"\[0\]\[1\]\[0\]")):
        with pytest.raises(BadGame, match=rf"from_nested: at {place}: an empty list"):
            observe(ours, nested)
    with pytest.raises(BadGame, match="a tuple is taken for a score"):
        observe(ours, ((3, 12), (2, 4)))
    half = [1, delay(lambda: [0, delay(_fail)])]
    assert alphabeta(from_nested(half)) == 1
    with pytest.raises(BadGame, match=r"at \[1\]\[0\]: End\(score=nan\)"):
        alphabeta(from_nested([1, delay(lambda: [float("nan")])]))


@pytest.mark.parametrize("nested", [[1], 1, ((3, 12), (2, 4))], ids=repr)
def test_to_make_a_game_of_an_observed_list_does_not_look_at_it(nested):
    seen = observe(lambda nested: type(from_nested(nested)) is None, nested)
    assert seen.demand == Demand.parse("_")


def _fail():
    raise AssertionError("nobody looks here")


def test_lists_cannot_say_that_a_player_moves_twice():
    with pytest.raises(BadGame, match=r"to_nested: at \[1\]: Max moves twice in a row, which lists cannot say"):
        to_nested(Max([End(1), Max([End(2)])]))


@given(games(st.integers() | st.floats(allow_nan=False)))
def test_json_round_trips(game):
    assert from_json(json.loads(json.dumps(to_json(game)))) == game


def test_golden_trees_are_read_and_written_as_they_are():
    for line in (GOLDEN / "games.jsonl").read_text().splitlines():
        tree = json.loads(line)["tree"]
        assert to_json(from_json(tree)) == tree


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"max": []}, r'at the top: \{"max": \[\]\}; expected at least one child'),
        ({"max": [1, {"min": []}]}, r'at \[1\]: \{"min": \[\]\}; expected at least one child'),
        ({"max": [1], "min": [2]}, r"at the top: \{'max': \[1\], 'min': \[2\]\}; expected a number"),
        ({"max": [{"mix": [2]}]}, r"at \[0\]: \{'mix': \[2\]\}; expected a number"),
        ({"max": 3}, "at the top: .*; expected a number"),
        ({"max": [True]}, r"at \[0\]: True; expected a number"),
        ({"max": [None]}, r"at \[0\]: None; expected a number"),
        ("3", "at the top: '3'; expected a number"),
        ([1, 2], r"at the top: \[1, 2\]; expected a number"),
        ({"min": [1, float("nan")]}, r"at \[1\]: End\(score=nan\)"),
        ("x" * 1000, "at the top: 'x{78}…; expected a number"),
        ({"mix": 10**5000}, "at the top: <dict>; expected a number"),
    ],
)
def test_bad_json_is_named_by_its_place(data, message):
    with pytest.raises(BadGame, match=f"from_json: {message}"):
        from_json(data)


def test_deep_and_wide_data_is_read_and_written_without_recursion():
    game = from_nested(deep(1, lambda ply, data: [data]))
    assert from_json(to_json(game)) == game
    assert depth(from_nested(to_nested(game))) == DEEP
    wide = list(range(WIDE))
    assert to_nested(from_nested(wide)) == wide


def test_a_uniform_game_takes_its_scores_from_left_to_right_and_no_more():
    scores = itertools.count()
    assert to_nested(uniform(2, 3, scores)) == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    assert next(scores) == 8
    assert uniform(3, 0, [5]) == End(5)
    assert uniform(1, 2, [5], root=Min) == Min([Max([End(5)])])


@pytest.mark.parametrize(("branching", "depth"), [(0, 1), (2, -1)])
def test_a_uniform_game_needs_a_branching_and_a_depth(branching, depth):
    with pytest.raises(ValueError, match=r"expected branching >= 1 and depth >= 0"):
        uniform(branching, depth, [1])


def test_too_few_scores_are_told_by_the_place_where_they_end():
    with pytest.raises(ValueError, match=r"expected 2\*\*2 scores; they end before \[1\]\[1\]"):
        uniform(2, 2, [1, 2, 3])
    with pytest.raises(ValueError, match="they end before the root"):
        uniform(2, 0, [])


def test_a_score_of_a_uniform_game_that_is_not_equal_to_itself_is_told_by_its_place():
    with pytest.raises(BadGame, match=r"uniform: at \[1\]\[0\]: End\(score=nan\)"):
        uniform(2, 2, [1, 2, float("nan"), 3])


# Unfolding


class Counted:
    """The binary tree whose positions are numbered 1, 2 3, 4 5 6 7, ..., counting what is asked for."""

    def __init__(self):
        self.expanded, self.pulled, self.scored = [], [], []

    def moves(self, n):
        self.expanded.append(n)
        for m in (2 * n, 2 * n + 1):
            self.pulled.append(m)
            yield m

    def score(self, n):
        self.scored.append(n)
        return n * 7 % 10

    def game(self, **options):
        return unfold(1, moves=self.moves, score=self.score, **options)


def test_unfolding_pulls_the_first_move_and_no_more():
    counted = Counted()
    game = counted.game()
    assert isinstance(game, Max)
    assert (counted.expanded, counted.pulled, counted.scored) == ([1], [2], [])
    assert game.children.pulled == 0


def test_fetching_a_child_computes_nothing_of_it():
    counted = Counted()
    child = counted.game(depth=3).children[1]
    assert counted.expanded == [1]
    assert isinstance(child, Min)
    assert counted.expanded == [1, 3]


def test_players_alternate_from_the_root_given():
    game = Counted().game(root=Min, depth=2)
    assert isinstance(game, Min)
    assert all(isinstance(child, Max) for child in game.children)


def test_the_game_ends_where_there_are_no_moves():
    game = unfold(3, moves=range, score=lambda n: n)
    assert game == Max([End(0), Min([End(0)]), Min([End(0), Max([End(0)])])])


def test_the_game_ends_at_its_depth_without_asking_for_moves():
    counted = Counted()
    assert counted.game(depth=0) == End(7)
    assert counted.expanded == []
    assert count_nodes(counted.game(depth=2)) == 7
    assert max(counted.expanded) == 3


def test_what_was_generated_is_kept():
    counted = Counted()
    game = counted.game(depth=4)
    assert minimax(game) == minimax(game)
    assert len(counted.expanded) == len(set(counted.expanded)) == 15
    assert len(counted.scored) == len(set(counted.scored)) == 16


@given(st.lists(st.integers(0, 3), min_size=16, max_size=16))
def test_a_search_of_the_unfolded_game_is_a_search_of_the_game(scores):
    def unfolded():
        return unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: scores[n - 16], depth=4)

    whole = uniform(2, 4, scores)
    assert unfolded() == whole
    assert alphabeta(unfolded()) == alphabeta(whole) == minimax(whole)


def test_alpha_beta_generates_only_what_it_looks_at():
    counted = Counted()
    value = alphabeta(counted.game(depth=10))
    assert value == minimax(Counted().game(depth=10))
    assert len(counted.scored) < 2**10 / 2
    assert len(counted.pulled) < 2**11 / 2


def test_how_many_moves_were_generated_is_part_of_the_demand():
    def moves(n):
        return [Outcome.WIN, Outcome.LOSS, Outcome.TIE] if n == "start" else []

    def won(game):
        return alphabeta(game, alpha=Outcome.LOSS, beta=Outcome.WIN)

    observation = observe(won, unfold("start", moves=moves, score=lambda n: n))
    assert observation.result is Outcome.WIN
    assert observation.demand == Demand.parse(
        "Max([End(Outcome.WIN), *_])", {"Max": Max, "End": End, "Outcome": Outcome}
    )


def test_an_endless_game_is_searched_where_its_window_closes():
    game = unfold(1, moves=lambda n: [] if n == "over" else ["over", n + 1], score=lambda n: 1)
    assert alphabeta(game, alpha=0, beta=1) == 1


def test_errors_of_moves_and_scores_surface_where_the_game_is_looked_at():
    game = unfold(2, moves=lambda n: [n - 1], score=lambda n: n, depth=3)
    broken = unfold(2, moves=lambda n: [n - 1, 1 / n], score=lambda n: n, depth=5)
    assert minimax(game) == -1
    with pytest.raises(ZeroDivisionError):
        minimax(broken)


def test_a_score_that_is_nan_is_refused_when_it_is_looked_at():
    game = unfold(0, moves=lambda n: [n + 1], score=lambda n: float("nan"), depth=1)
    with pytest.raises(BadGame, match="nan"):
        minimax(game)


def test_a_negative_depth_is_refused():
    with pytest.raises(ValueError, match=r"unfold\(depth=-1\): expected a number of plies"):
        unfold(0, moves=list, score=int, depth=-1)


def test_a_wide_position_is_ordinary():
    game = unfold(0, moves=lambda n: range(1, WIDE + 1), score=lambda n: n, depth=1)
    assert isinstance(game.children, Stream)
    assert count_leaves(game) == WIDE
    assert alphabeta(game) == squash(game) == WIDE


def test_a_deep_game_unfolds_and_goes_away_without_recursion():
    game = unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=WIDE)
    assert count_nodes(game) == WIDE + 1
    del game


def test_a_deep_game_is_searched_in_deep_recursion():
    with deep_recursion(10_000):
        assert alphabeta(unfold(0, moves=lambda n: [n + 1], score=lambda n: n, depth=10_000)) == 10_000
