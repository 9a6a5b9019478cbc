"""Positions: their rules, their symmetries, their counts, and their trees, of which only what is looked at is made."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from random import Random

import pytest
from connect_four import KNOWN_COUNTS, ConnectFour
from hypothesis import given, settings
from hypothesis import strategies as st
from small_positions import Nim, RandomGame

from lazytree import (
    BOTTOM,
    TOP,
    End,
    LazyTreeError,
    Max,
    Min,
    alphabeta,
    count_leaves,
    depth,
    from_nested,
    minimax,
    negamax,
)
from lazytree.engines.noughts import Noughts
from lazytree.engines.positions import PASS, GamePosition, Position, census, game_of
from lazytree.errors import BadGame, BadMove
from lazytree.games import Outcome
from lazytree.games.traversals import forced_leaves
from lazytree.strategies import games
from strictcheck import is_forced, observe

STARTS = [
    Noughts(),
    Nim((1, 2, 3)),
    Nim((2, 2, 0, 1)),
    ConnectFour(),
    ConnectFour(3, 3, 3),
    ConnectFour(5, 2, 2),
    RandomGame(seed=0, branching=4, depth=4, batch=3),
    RandomGame(seed=1, branching=3, depth=5, ends=0.2, transposing=True, mirrored=True),
    RandomGame(seed=2, branching=2, depth=4, mirrored=True),
]
every_game = pytest.mark.parametrize("start", STARTS, ids=repr)


def on_the_way(start, plays=12):
    """The positions of some random plays of the game."""
    for seed in range(plays):
        random, position = Random(seed), start
        yield position
        while position.result() is None:
            position = position.play(random.choice([*position.moves()]))
            yield position


# Every game keeps the promises of `Position`.


@every_game
def test_a_game_that_goes_on_has_moves_in_batches_each_of_them_once(start):
    for position in on_the_way(start):
        if position.result() is None:
            moves = [*position.moves()]
            assert moves
            assert sorted(moves) == sorted(set(moves))
            assert [move for batch in position.batches() for move in batch] == moves


@every_game
def test_what_a_view_calls_a_move_is_a_move_here_that_leads_to_the_same(start):
    for position in on_the_way(start):
        if position.result() is None:
            for view in position.views():
                there = [*view.position.moves()]
                assert sorted(map(view.back, there)) == sorted(position.moves())
                for move in there:
                    here, away = position.play(view.back(move)), view.position.play(move)
                    assert here.canonical().position.key() == away.canonical().position.key()
                    assert here.result() == away.result()


@every_game
def test_all_views_have_one_canonical_form_and_it_has_itself(start):
    for position in on_the_way(start, plays=4):
        canonical = position.canonical().position
        forms = [view.position.canonical().position for view in position.views()] + [canonical.canonical().position]
        assert {form.key() for form in forms} == {canonical.key()}


@every_game
def test_the_way_back_from_the_canonical_form_leads_to_the_same(start):
    for position in on_the_way(start, plays=4):
        if position.result() is None:
            view = position.canonical()
            for move in view.position.moves():
                after = view.position.play(move).canonical().position
                assert after.key() == position.play(view.back(move)).canonical().position.key()


@every_game
def test_the_first_view_is_the_position_itself(start):
    for position in on_the_way(start, plays=4):
        first = next(iter(position.views()))
        assert first.position == position
        assert [first.back(move) for move in position.moves()] == [*position.moves()]


@every_game
def test_positions_with_equal_keys_have_the_same_moves_results_and_guesses(start):
    seen = {}
    for position in on_the_way(start, plays=40):
        told = position.result(), position.guess(), position.result() is None and sorted(position.moves())
        assert seen.setdefault(position.key(), told) == told
    assert len(seen) > 3


@every_game
def test_playing_changes_no_position_and_printing_reads_back(start):
    for position in on_the_way(start, plays=3):
        before = repr(position)
        if position.result() is None:
            position.play(next(position.moves()))
        assert repr(position) == before
        assert eval(before) == position


@every_game
def test_a_move_that_is_none_is_refused_by_name(start):
    wrong = (99, 1) if isinstance(start, Nim) else 99
    with pytest.raises(BadMove, match=r"play.*99.*expected") as caught:
        start.play(wrong)
    assert isinstance(caught.value, LazyTreeError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (Noughts().after(4), 4),
        (Noughts(), -1),
        (Noughts(), 9),
        (Nim((2, 1)), (0, 3)),
        (Nim((2, 1)), (0, 0)),
        (Nim((2, 1)), (2, 1)),
        (Nim((2, 1)), (-1, 1)),
        (ConnectFour(2, 1), -1),
        (ConnectFour(2, 1).after(0), 0),
        (RandomGame(seed=0, branching=2, depth=2), -1),
        (RandomGame(seed=0, branching=2, depth=2), 2),
        (GamePosition(Max([End(1), End(2)])), 2),
        (GamePosition(Max([End(1), End(2)])), -2),
        (GamePosition(Max([End(1), End(2)])), PASS),
        (GamePosition(Max([End(1), End(2)]), Min), 0),
        (GamePosition(End(1)), 0),
        (GamePosition(End(1)), PASS),
    ],
)
def test_moves_just_off_the_rules_are_refused(position, move):
    with pytest.raises(BadMove):
        position.play(move)


def test_after_plays_one_move_after_the_other():
    assert Noughts().after(4, 0) == Noughts().play(4).play(0)
    assert Noughts().after() == Noughts()


class Bare(Position[int]):
    """As little as a game may have: take one or two, who takes the last has won."""

    def __init__(self, left):
        self.left = left

    def result(self):
        return None if self.left else -1

    def batches(self):
        return ([taken for taken in (1, 2) if taken <= self.left],)

    def play(self, move):
        return Bare(self.left - move)


def test_three_methods_make_a_game():
    position = Bare(4)
    assert position.guess() == 0
    assert position.key() is None
    assert [view.position for view in position.views()] == [position]
    assert position.canonical().position is position
    assert position.canonical().back(2) == 2
    assert minimax(game_of(position)) == 1
    assert minimax(game_of(Bare(3))) == -1


# Noughts and crosses.


def test_noughts_and_crosses_has_the_counts_that_are_known():
    plies = [*census(Noughts())]
    assert len(plies) == 10
    assert sum(ply.nodes for ply in plies) == 549_946
    assert sum(ply.leaves for ply in plies) == 255_168
    assert sum(ply.positions for ply in plies) == 5_478
    unique = [*census(Noughts(), symmetries=True)]
    assert sum(ply.positions for ply in unique) == 765
    assert sum(ply.ends for ply in unique) == 138


def test_the_tree_of_noughts_and_crosses_has_as_many_leaves_as_its_census_says():
    start = Noughts().after(4, 0)
    assert count_leaves(game_of(start)) == sum(ply.leaves for ply in census(start))


def test_a_line_loses_for_whoever_would_move_and_a_full_board_is_a_tie():
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for line in lines:
        cells = sum(1 << cell for cell in line)
        assert Noughts(own=0, others=cells).result() is Outcome.LOSS
    assert Noughts().after(0, 1, 2, 4, 3, 5, 7, 6, 8).result() is Outcome.TIE
    assert Noughts().after(0, 1, 2, 4, 3, 5, 7, 6).result() is None
    lost = [cells for cells in range(512) if Noughts(own=0, others=cells).result() is Outcome.LOSS]
    assert lost == [c for c in range(512) if any(all(c >> cell & 1 for cell in line) for line in lines)]


def test_noughts_and_crosses_prints_as_a_board():
    assert str(Noughts().after(0, 4, 2)) == "x-x\n-o-\n---"
    assert str(Noughts().after(0, 4, 2, 1)) == "xox\n-o-\n---"


def test_noughts_and_crosses_has_the_eight_symmetries_of_the_square():
    lopsided = Noughts().after(0, 1, 5)
    assert len({view.position for view in lopsided.views()}) == 8


# Nim.


@given(st.lists(st.integers(0, 3), max_size=3))
@settings(deadline=None)
def test_nim_is_won_exactly_if_bouton_says_so(heaps):
    position = Nim(tuple(heaps))
    assert alphabeta(game_of(position)) == position.guess() == (1 if reduce(xor, heaps, 0) else -1)


# Connect Four.


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(size, count) for size, count in KNOWN_COUNTS.items() if count < 50_000])
def test_connect_four_has_as_many_positions_as_tromp_counted(size, count):
    assert sum(ply.positions for ply in census(ConnectFour(*size))) == count


@pytest.mark.slow
def test_connect_four_on_four_by_four_has_as_many_positions_as_tromp_counted():
    assert sum(ply.positions for ply in census(ConnectFour(4, 4))) == KNOWN_COUNTS[4, 4]


def test_the_first_plies_of_connect_four_have_as_many_positions_as_published():
    # OEIS A212693, by Tromp.
    assert [ply.positions for ply in islice(census(ConnectFour()), 6)] == [1, 7, 49, 238, 1120, 4263]


@pytest.mark.parametrize(("width", "plays"), [(2, 2), (3, 90), (4, 356_232)])
def test_connect_four_can_be_played_in_as_many_ways_as_published(width, plays):
    # OEIS A342329, by Jehn: on boards one wider than high.
    assert sum(ply.leaves for ply in census(ConnectFour(width, width - 1))) == plays


def brute_force_line(stones, length):
    return any(
        all((x + i * right, y + i * up) in stones for i in range(length))
        for x, y in stones
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("sizes", [(4, 3, 3), (7, 6, 4), (3, 5, 2), (5, 4, 5)])
def test_a_line_is_found_wherever_it_is_and_nowhere_else(sizes):
    for position in on_the_way(ConnectFour(*sizes), plays=20):
        stones = {
            (x, y) for x in range(sizes[0]) for y in range(sizes[1]) if position.others >> (x * (sizes[1] + 1) + y) & 1
        }
        assert (position.result() is Outcome.LOSS) == brute_force_line(stones, sizes[2])


def test_moves_that_win_or_keep_the_other_from_it_are_the_first_batch():
    position = ConnectFour().after(0, 1, 0, 1, 0, 1)
    assert [*position.batches()] == [[1, 0], [3, 2, 4, 5, 6]]
    assert [*ConnectFour(2, 1, 2).after(0).batches()] == [[1]]


def test_connect_four_prints_as_a_board_and_stones_fall():
    assert str(ConnectFour(3, 2).after(1, 1, 0)) == "-o-\nxx-"


@pytest.mark.parametrize("sizes", [(0, 3), (3, 0), (3, 3, 1)])
def test_a_board_without_cells_is_refused(sizes):
    with pytest.raises(ValueError, match=r"ConnectFour\(.*\): expected a width and height of 1 or more"):
        ConnectFour(*sizes)


def test_the_guesses_of_board_games_lie_between_losing_and_winning():
    for start in (Noughts(), ConnectFour(), ConnectFour(3, 3, 3)):
        assert {-1 < position.guess() < 1 for position in on_the_way(start)} == {True}
        assert start.guess() == 0
        assert start.play(next(start.moves())).guess() < 0


def test_boards_with_no_line_at_all_have_nothing_to_guess_by():
    assert ConnectFour(2, 2).guess() == 0
    assert minimax(game_of(ConnectFour(2, 2))) == 0


# Random games.


def test_transpositions_and_the_mirror_make_fewer_positions_of_as_many_nodes():
    sizes = {"seed": 3, "branching": 3, "depth": 5}
    plain, transposing = RandomGame(**sizes), RandomGame(**sizes, transposing=True)
    mirrored, both = RandomGame(**sizes, mirrored=True), RandomGame(**sizes, transposing=True, mirrored=True)

    def positions(start, **options):
        return [ply.positions for ply in census(start, **options)]

    assert positions(plain) == positions(plain, symmetries=True) == [1, 3, 9, 27, 81, 243]
    assert positions(transposing) == [1, 3, 9, 18, 36, 60]
    assert positions(mirrored) == positions(plain)
    assert positions(mirrored, symmetries=True) == [1, 2, 5, 14, 41, 122]
    assert sum(positions(both, symmetries=True)) < sum(positions(transposing))


# Trees.


class Counted(Bare):
    """Bare, with a note of each batch that is generated, and of each position that is looked at."""

    def __init__(self, left, notes):
        super().__init__(left)
        self.notes = notes

    def result(self):
        self.notes.append(("looked at", self.left))
        return super().result()

    def batches(self):
        for taken in (1, 2):
            if taken <= self.left:
                self.notes.append(("generated", self.left, taken))
                yield [taken]

    def play(self, move):
        return Counted(self.left - move, self.notes)


def test_a_tree_looks_at_the_root_and_generates_no_move():
    notes = []
    game = game_of(Counted(5, notes))
    assert isinstance(game, Max)
    assert notes == [("looked at", 5)]


def test_a_child_is_generated_when_it_is_pulled_and_looked_at_when_it_is_forced():
    notes = []
    game = game_of(Counted(5, notes))
    child = game.children[0]
    assert notes[1:] == [("generated", 5, 1)]
    assert not is_forced(child)
    assert isinstance(child, Min)
    assert notes[2:] == [("looked at", 4)]
    assert game.children[0] is child
    assert len(notes) == 3


def eager(game, alpha=BOTTOM, beta=TOP):
    """Alpha-beta that has all moves generated before it looks at the first, as engines do that sort them."""
    match game:
        case End(score):
            return score
        case Max(children):
            best = BOTTOM
            for child in list(children):
                best = max(best, eager(child, max(alpha, best), beta))
                if best >= beta:
                    break
            return best
        case Min(children):
            best = TOP
            for child in list(children):
                best = min(best, eager(child, alpha, min(beta, best)))
                if best <= alpha:
                    break
            return best


def test_how_many_moves_were_generated_is_part_of_the_demand():
    start = RandomGame(seed=1, branching=3, depth=2)
    lazy, wasteful = (observe(search, game_of(start)) for search in (alphabeta, eager))
    assert str(lazy.demand) == "Max([Min([End(0), End(0), End(0)]), Min([End(0), *_]), Min([End(2), End(-1), *_])])"
    assert (
        str(wasteful.demand) == "Max([Min([End(0), End(0), End(0)]), Min([End(0), _, _]), Min([End(2), End(-1), _])])"
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_search_that_stops_generating_when_it_stops_looking_generates_fewer(seed):
    start = RandomGame(seed=seed, branching=4, depth=4)
    lazy, wasteful = (observe(search, game_of(start)) for search in (alphabeta, eager))
    assert lazy.result == wasteful.result == minimax(game_of(start))
    assert forced_leaves(lazy) == forced_leaves(wasteful)
    assert lazy.demand < wasteful.demand


def test_a_tree_ends_at_its_depth_with_guesses():
    assert game_of(Noughts(), depth=0) == End(0)
    assert game_of(Nim((2,)), depth=1) == Max([End(-1), End(1)])  # as Max sees them: a guess, and the end
    assert depth(game_of(Noughts(), depth=3)) == 3


def test_scores_are_as_max_sees_them_whoever_begins():
    lost = Nim((0,))
    assert game_of(lost) == End(-1)
    assert game_of(lost, root=Min) == End(1)
    assert game_of(Nim((1,)), root=Min) == Min([End(-1)])
    assert negamax(game_of(Nim((1, 2)))) == -negamax(game_of(Nim((1, 2)), root=Min))


class Stuck(Bare):
    def batches(self):
        return ()


def test_a_position_that_goes_on_without_moves_is_refused_when_it_is_looked_at():
    game = game_of(Stuck(1))
    with pytest.raises(BadGame, match="has no moves and no result"):
        minimax(game)


def test_a_negative_depth_is_refused():
    with pytest.raises(ValueError, match=r"game_of\(depth=-1\): expected a number of plies"):
        game_of(Noughts(), depth=-1)


@given(games())
def test_a_tree_as_a_position_as_a_tree_has_the_same_value(game):
    assert minimax(game_of(GamePosition(game))) == minimax(game)
    assert minimax(game_of(GamePosition(game, Min), root=Min)) == minimax(game)


def test_an_alternating_tree_as_a_position_as_a_tree_is_the_same_tree():
    game = from_nested([3, [1, [4, 5]], [[2, 6], 5]])
    assert game_of(GamePosition(game)) == game


def test_where_the_same_player_moves_again_the_other_passes():
    position = GamePosition(Max([Max([End(3), End(5)])])).play(0)
    assert [*position.moves()] == [PASS]
    assert [*position.play(PASS).moves()] == [0, 1]


def test_a_tree_has_a_key_only_if_somebody_names_it():
    game = Max([End(1)])
    assert GamePosition(game).key() is None
    named = GamePosition(game, name=lambda part: part)
    assert named.key() != GamePosition(game, Min, name=lambda part: part).key()
    assert named.play(0).key() == GamePosition(End(1), Min, name=lambda part: part).key()


@pytest.mark.parametrize("wrong", [5, None, "Max", [1, 2]])
def test_what_is_no_tree_is_refused(wrong):
    with pytest.raises(TypeError, match=r"GamePosition.*expected Max, Min or End"):
        GamePosition(wrong).result()


# Counting.


def test_a_census_is_lazy_and_needs_keys():
    assert next(census(ConnectFour(7, 60))).positions == 1
    with pytest.raises(ValueError, match=r"census: .*Bare.* has no key"):
        next(census(Bare(2)))


def test_a_census_of_a_finished_game_is_one_end():
    assert [(ply.positions, ply.ends, ply.nodes, ply.leaves) for ply in census(Nim(()))] == [(1, 1, 1, 1)]


def test_a_census_is_not_confined_by_the_depth_of_python():
    assert sum(1 for _ in census(RandomGame(seed=0, branching=1, depth=2_000))) == 2_001
