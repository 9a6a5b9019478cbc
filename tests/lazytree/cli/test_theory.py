"""Known facts about the demand of game-tree search, by their numbers; published numbers beside what is found."""

from __future__ import annotations

import re
from functools import partial, reduce
from random import Random

import pytest
from distributive_lattices import PowerSet
from hypothesis import assume, given
from hypothesis import strategies as st
from long_runs import examples
from recurrence_games import recurrence_game

from lazytree import (
    BOTTOM,
    SEARCHES,
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
    minimax_in,
    minimum_leaves,
    mtd,
    negascout,
    scout,
    sss,
    unfold,
    uniform,
)
from lazytree.cli import main
from lazytree.cli import theory as command
from lazytree.cli.theory import Number, numbers
from lazytree.errors import BadGame
from lazytree.games import Bounded, map_scores
from lazytree.games.game import children_of
from lazytree.games.leaf_log import log_leaves
from lazytree.games.sampling import shrink
from lazytree.games.traversals import bottom_up_at, forced_leaves
from lazytree.lattices import M3, N5
from lazytree.searches import dual, f1, f1_lattice, squash
from lazytree.searches.known_bugs import strict_cutoff
from lazytree.strategies import games
from lazytree.theory import ELEVEN, PI, Simulated, critical_leaves, ordered_game
from strictcheck import observe, upto

SOUND = [name for name in SEARCHES if not name.startswith("broken-")]
UNIFORM = games(st.integers(0, 3), uniform=(2, 4)) | games(st.integers(0, 9), uniform=(3, 3), few_scores=False)
GAMES = games(st.integers(0, 3)) | UNIFORM
FEWER = examples(50)


def order(search, game, **window):
    """The leaves that are looked at, in order."""
    return forced_leaves(observe(partial(search, **window), game))


def forced(search, game, **window):
    return set(order(search, game, **window))


def counted(search, game):
    """Leaves with repeats; no stand-ins, so that it is quick."""
    return len(log_leaves(search, game)[1])


def random_games(count, *, highest=99):
    """Uniform, branching up to 4, depth up to 5, with ties and without."""
    random = Random(2026)
    for _ in range(count):
        branching, depth = random.choice([(2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3)])
        best = random.choice([2, 9, highest])
        yield uniform(branching, depth, [random.randint(0, best) for _ in range(branching**depth)])


def refuted(claim, *, count=1_000):
    """The smallest game on which `claim` is false, found by looking at random ones and shrinking."""
    game = next(game for game in random_games(count) if not claim(game))
    return shrink(game, lambda game: not claim(game))


def folded(nest):
    """Minimax over clamping functions by binary joins, nested as `nest` says."""

    def search(game):
        of = Clamping()

        def clamped(game):
            match game:
                case End(score):
                    return of.clamping(score)
                case Max(children):
                    return nest(of.join, [lazily(clamped, child) for child in children])
                case Min(children):
                    return nest(of.meet, [lazily(clamped, child) for child in children])

        return of.declamp(clamped(game))

    return search


def lazily(function, argument):
    return lambda alpha, beta: function(argument)(alpha, beta)


def from_the_right(join, functions):
    return reduce(lambda f, g: join(g, f), reversed(functions))


# the statements


@pytest.mark.parametrize("search", [folded(reduce), folded(from_the_right)], ids=["from the left", "from the right"])
@FEWER
@given(game=GAMES)
def test_1_however_joins_are_nested_they_look_at_the_leaves_of_alpha_beta_in_its_order(search, game):
    assert order(search, game) == order(alphabeta, game)


THREE = st.tuples(*[games(st.integers(0, 3), max_leaves=8)] * 3)
WINDOWS = st.tuples(st.integers(-1, 4), st.integers(-1, 4)).filter(lambda window: window[0] < window[1])


def clamped_demands(combine, three, window):
    of = Clamping()

    def asked(*games):
        functions = [lazily(lambda game: minimax_in(of, of.clamping, game), game) for game in games]
        return combine(of, *functions)(*window)

    return observe(asked, *three).demands


@FEWER
@given(THREE, WINDOWS)
def test_2_join_and_meet_of_clamping_functions_are_associative_in_demand(three, window):
    for name in ("join", "meet"):
        left = clamped_demands(lambda of, a, b, c, op=name: pick(of, op)(pick(of, op)(a, b), c), three, window)
        right = clamped_demands(lambda of, a, b, c, op=name: pick(of, op)(a, pick(of, op)(b, c)), three, window)
        assert left == right


def pick(lattice, name):
    return getattr(lattice, name)


@FEWER
@given(THREE, WINDOWS)
def test_2_they_are_commutative_in_value(three, window):
    of = Clamping()
    a, b, _ = (minimax_in(of, of.clamping, game) for game in three)
    assert of.join(a, b)(*window) == of.join(b, a)(*window)
    assert of.meet(a, b)(*window) == of.meet(b, a)(*window)


def test_2_they_are_not_commutative_in_demand():
    three = (End(3), End(0), End(0))
    one = clamped_demands(lambda of, a, b, c: of.join(a, b), three, (0, 3))
    other = clamped_demands(lambda of, a, b, c: of.join(b, a), three, (0, 3))
    assert [str(demand) for demand in one.values()] != [str(demand) for demand in other.values()]


@FEWER
@given(GAMES, st.lists(st.integers(-1, 10), min_size=4, max_size=4).map(sorted))
def test_3_a_narrower_window_forces_part_of_what_a_wider_one_forces(game, ends):
    assume(ends[1] < ends[2])
    narrow = forced(alphabeta, game, alpha=ends[1], beta=ends[2])
    assert narrow <= forced(alphabeta, game, alpha=ends[0], beta=ends[3]) <= forced(alphabeta, game)


@FEWER
@given(games(uniform=(2, 3)) | games(uniform=(3, 2)) | games(uniform=(4, 1)))
def test_4_up_to_three_plies_f1_forces_nothing_more(game):
    assert forced(f1, game) == forced(alphabeta, game)


def test_4_with_four_plies_f1_may_force_more():
    game = uniform(2, 4, map(int, "0000001000000101"))
    paths = [path for path, _ in leaves(game)]
    assert sorted(paths.index(path) for path in forced(alphabeta, game)) == [0, 1, 2, 4, 5, 8, 10]
    assert sorted(paths.index(path) for path in forced(f1, game)) == [0, 1, 2, 4, 5, 8, 9, 10]


SHAPES = pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3)])


@SHAPES
def test_5_perfectly_ordered_all_but_f1_force_the_critical_leaves(branching, depth):
    game, critical = ordered_game(branching, depth), set(critical_leaves(branching, depth))
    for search in (alphabeta, negascout, sss, dual, scout):
        assert forced(search, game) == critical
    assert len(critical) == branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    assert (forced(f1, game) == critical) == (depth < 4)


@SHAPES
def test_5_so_it_is_with_any_scores_in_perfect_order(branching, depth):
    for game in permutations(branching, depth, 10, best_first=True):
        critical = set(critical_leaves(branching, depth))
        for search in (alphabeta, negascout, sss, dual, scout):
            assert forced(search, game) == critical


@pytest.mark.parametrize("name", SOUND)
@examples(30)
@given(games(st.integers(0, 3), uniform=(2, 4)) | games(st.integers(0, 9), uniform=(2, 4), few_scores=False))
def test_6_no_search_forces_fewer_leaves_than_the_minimum(name, game):
    assert len(forced(SEARCHES[name], game)) >= minimum_leaves(2, 4)


def test_7_known_bounds_change_demand_and_not_value():
    game = from_nested([2, [0, 1], 1])
    assert minimax(game) == alphabeta_lattice(game, bounds=Bounded(0, 2)) == alphabeta_lattice(game) == 2
    assert len(forced(alphabeta_lattice, game, bounds=Bounded(0, 2))) == 1
    assert len(forced(alphabeta_lattice, game)) == 3


def test_8_with_repeats_negascout_has_more_calls_on_the_average():
    drawn = list(random_games(300))
    assert sum(counted(negascout, game) for game in drawn) > sum(counted(alphabeta, game) for game in drawn)


@FEWER
@given(GAMES, st.integers(-1, 10))
def test_9_mtd_from_any_guess_forces_part_of_what_alpha_beta_forces(game, first):
    assert forced(lambda game: mtd(game, first), game) <= forced(alphabeta, game)


@FEWER
@given(GAMES)
def test_9_mtd_from_above_is_sss_and_from_below_dual_in_their_orders(game):
    assert order(lambda game: mtd(game, TOP), game) == order(sss, game)
    assert order(lambda game: mtd(game, BOTTOM), game) == order(dual, game)


@pytest.mark.slow
def test_10_scout_forces_leaves_that_alpha_beta_does_not_on_some_trees():
    def claim(game):
        return forced(scout, game) <= forced(alphabeta, game)

    share = sum(not claim(game) for game in random_games(400)) / 400
    assert 0.01 < share < 0.15
    game = refuted(claim)
    assert count_leaves(game) <= 9
    assert scout(game) == minimax(game)


def test_10_mtd_from_the_true_value_forces_leaves_that_sss_does_not():
    def claim(game):
        value = minimax(game)
        return forced(lambda game: mtd(game, value), game) <= forced(sss, game)

    game = refuted(claim)
    assert count_leaves(game) <= 6


def test_10_sss_forces_leaves_that_dual_does_not():
    game = refuted(lambda game: forced(sss, game) <= forced(dual, game))
    assert count_leaves(game) <= 4


def in_order(game, *, best_first):
    """`game` with the children of each node sorted by their values, as its player sees them."""
    match game:
        case Max(children) | Min(children):
            rising = sorted((in_order(child, best_first=best_first) for child in children), key=minimax)
            return type(game)(rising[::-1] if isinstance(game, Max) is best_first else rising)
        case _:
            return game


def permutations(branching, depth, count, *, best_first):
    """Random games with scores all different, in the best order or in the worst."""
    random = Random(7)
    for _ in range(count):
        scores = random.sample(range(1_000), branching**depth)
        yield in_order(uniform(branching, depth, scores, root=random.choice((Max, Min))), best_first=best_first)


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_10_up_to_three_plies_worst_first_makes_alpha_beta_visit_every_leaf(branching, depth):
    for game in permutations(branching, depth, 40, best_first=False):
        assert len(order(alphabeta, game)) == branching**depth


def test_10_with_four_plies_worst_first_leaves_some_leaves_alone_and_on_some_trees_two_of_sixteen():
    counts = {len(order(alphabeta, game)) for game in permutations(2, 4, 200, best_first=False)}
    assert {14, 16} <= counts
    assert min(counts) >= 14


SUBSETS = [frozenset(some) for some in ("", "a", "b", "c", "ab", "ac", "bc", "abc")]


@FEWER
@given(games(st.sampled_from(SUBSETS), few_scores=False))
def test_11_over_power_sets_alpha_beta_gives_the_value(game):
    sets = PowerSet("abc")
    assert alphabeta_lattice(game, bounds=sets.bounds, order=sets) == minimax_in(sets, lambda score: score, game)


def test_11_over_m3_it_does_not():
    game = from_nested([[["b", "b"], ["1", "c"]], [["a", "a"], ["c", "c"]]])
    assert minimax_in(M3, lambda score: score, game) == "b"
    assert alphabeta_lattice(game, bounds=M3.bounds, order=M3) == "1"


@pytest.mark.parametrize("lattice", [M3, N5], ids=["M3", "N5"])
def test_11_over_m3_and_n5_one_bound_is_right_and_two_are_not(lattice):
    random, wrong = Random(1), 0
    for _ in range(400):
        game = uniform(2, 4, random.choices(lattice.elements, k=16), random.choice((Max, Min)))
        value = minimax_in(lattice, lambda score: score, game)
        assert f1_lattice(game, bounds=lattice.bounds, order=lattice) == value
        wrong += alphabeta_lattice(game, bounds=lattice.bounds, order=lattice) != value
    assert wrong > 0


def test_13_a_strict_cutoff_shows_most_with_few_distinct_scores():
    excess = []
    for distinct in (2, 10, 1_000):
        drawn = [map_scores(lambda score, n=distinct: score % n, recurrence_game(3, 4, tree)) for tree in range(20)]
        excess.append(sum(counted(strict_cutoff, game) / counted(alphabeta, game) for game in drawn) / 20)
    assert excess == sorted(excess, reverse=True)
    assert excess[0] > 1.2


@pytest.mark.parametrize("name", SEARCHES)
@examples(30)
@given(game=GAMES, junk=st.integers(-5, 15))
def test_14_what_was_not_forced_may_be_anything(name, game, junk):
    search = SEARCHES[name]
    seen = forced(search, game)
    other = bottom_up_at(
        game, lambda end, path: end if path in seen else End(junk), lambda player, children, path: player(children)
    )
    assert search(other) == search(game)
    assert forced(search, other) == seen


@FEWER
@given(games(st.integers(0, 3), max_leaves=12))
def test_15_demand_composes(game):
    """g looks at games, f makes one of another: what both look at is what f looks at for what g looks at."""

    def f(game):
        return unfold(game, moves=children_of, score=lambda end: 2 * end.score + 1)

    inner = observe(alphabeta, f(game)).demand
    assert observe(f, game, context=upto(inner)).demand == observe(lambda game: alphabeta(f(game)), game).demand


# the numbers


@pytest.mark.slow
def test_every_published_number_is_expected_and_found():
    every = list(numbers(games=100))
    assert [number for number in every if not number.agrees] == []
    assert len(every) == 49
    assert sum(number.expected is not None for number in every) > 20
    assert sum(number.found is not None for number in every) > 40


def test_a_function_that_maps_a_score_to_nan_is_refused():
    with pytest.raises(BadGame, match="NaN"):
        map_scores(lambda score: float("nan"), End(1))


def test_the_trees_are_those_of_the_papers():
    assert "".join(str(score) for _, score in leaves(PI)).startswith("31415926535897932384626433832795")
    assert (count_leaves(PI), count_leaves(ELEVEN)) == (81, 11)
    tips = [path for path, _ in leaves(ELEVEN)]
    assert log_leaves(squash, ELEVEN) == (18, [tips[number - 1] for number in (1, 2, 4, 5, 6, 7)])


def test_the_much_copied_number_for_five_plies_is_wrong():
    assert minimum_leaves(40, 5) == 65_599 != 65_569


@pytest.mark.parametrize(
    ("published", "expected", "found", "agrees"),
    [
        (7, 7, 7, True),
        (7, None, None, True),
        (7, 8, 7, False),
        (7, 7, 8, False),
        (1.618, 1.61803, None, True),
        (1.618, 1.6172, None, False),
        (2.5, 2.5, Simulated(2.6, 0.2), True),
        (2.5, 2.5, Simulated(2.8, 0.2), False),
        ((1, 2), None, (1, 2), True),
        ((1, 2), None, (2, 1), False),
    ],
)
def test_numbers_agree_as_far_as_they_are_there_and_as_precisely_as_they_were_published(
    published, expected, found, agrees
):
    assert Number("", "", published, expected, found).agrees is agrees


# the command


def few(monkeypatch, *some):
    monkeypatch.setattr(command, "numbers", lambda games, seed: iter(some))


def test_the_command_prints_published_expected_and_found_side_by_side(monkeypatch, capsys):
    few(monkeypatch, Number("trees", "a", 7, 7, 7), Number("trees", "b", 1.5, None, 1.5), Number("more", "c", 1, 1, 1))
    assert main(["theory"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "trees"
    assert re.fullmatch(r"\s+published\s+expected\s+found\s*", lines[1])
    assert re.fullmatch(r"a\s+7\s+7\s+7\s*", lines[2])
    assert re.fullmatch(r"b\s+1.500\s+1.500\s*", lines[3])
    assert lines[-1] == "all 3 numbers agree"


def test_the_command_says_when_a_number_disagrees(monkeypatch, capsys):
    few(monkeypatch, Number("trees", "a", 7, 7, 8), Number("trees", "b", 1, 1, 1))
    assert main(["theory"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 2 numbers disagree"


@pytest.mark.parametrize("games", ["1", "0", "many"])
def test_the_command_refuses_too_few_games_in_one_line(capsys, games):
    with pytest.raises(SystemExit, match="2"):
        main(["theory", "--games", games])
    assert re.search(r"argument --games: expected .*got '(1|0|many)'", capsys.readouterr().err)
