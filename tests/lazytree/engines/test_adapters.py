"""Adapters: each proves itself under plain minimax, and the verdicts on engines of others are those that are known."""

from __future__ import annotations

import contextlib
import importlib
import sys
from random import Random

import pytest
from long_runs import size

from lazytree import End, Max, Min, alphabeta, count_leaves, from_nested, leaves, minimax, unfold
from lazytree.engines.adapters import (
    Engine,
    EngineAnswer,
    MissingExtra,
    Style,
    absent_packages,
    engine_in_style,
    engine_named,
    engines_of,
    installed_engines,
)
from lazytree.engines.adapters.engine import IllegalMove, StateMutated, alternates, answer_of, legal_child
from lazytree.engines.adapters.indexed import Move
from lazytree.engines.adapters.packages import PACKAGES
from lazytree.engines.audit import Cause, Relation, audit
from lazytree.engines.audit.audit_games import games_of_class
from lazytree.engines.audit.judged_runs import is_proved
from lazytree.engines.own_positions import tree_of
from lazytree.errors import BadGame, UnknownSearch
from lazytree.games.leaf_log import log_leaves
from lazytree.games.sampling import sample_game
from strictcheck import observe

pytestmark = pytest.mark.usefixtures("without_repair")
GAMES = size(15, 30)
TEXTBOOK = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def needs(*names):
    absent = [name for name in names if name in absent_packages()]
    return pytest.mark.skipif(bool(absent), reason=f"the extra `engines` is not installed: {', '.join(absent)}")


def named(package, *engines):
    return [pytest.param(engine, marks=needs(package), id=engine) for engine in engines]


SAME = [
    *named("easyAI", "easyAI Negamax", "easyAI NonRecursiveNegamax", "easyAI Negamax with table"),
    *named("open_spiel", "OpenSpiel alpha_beta_search"),
    *named("aima3", "aima3 alphabeta_search", "aima3 alphabeta_cutoff_search"),
    *named("aialgos", "aialgos alpha_beta_pruning"),
]
LESS = named("easyAI", "easyAI SSS", "easyAI DUAL", "easyAI SSS with table", "easyAI DUAL with table")
WIDE = named("aialgos", "aialgos alpha_beta_best_move")
STRICT = named("perfect-game-player", "pgameplayer alpha_beta_pruning")


def irregular_games(count, seed):
    """Random games with leaves at all depths; a player may move twice in a row."""
    for index in range(count):
        random = Random(f"irregular {seed} {index}")
        yield sample_game(random, leaves=random.randint(2, 60))


# Verdicts


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_these_look_at_the_leaves_of_alpha_beta_in_the_same_order(name):
    found = audit(engine_named(name), GAMES, costs=False)
    assert found.causes == (Cause.AS_LAZY,)
    assert (found.demand.overall, found.demand.repeating) == (Relation.SAME_ORDER, 0)
    assert found.values["wrong"] == found.moves["wrong"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", LESS)
def test_these_never_look_outside_of_alpha_beta_and_evaluate_again(name):
    found = audit(engine_named(name), GAMES, costs=False)
    assert found.causes == (Cause.LESS, Cause.REPEATS)
    assert found.demand.overall is Relation.SUBSET
    assert (found.values["right"], found.moves["right"]) == (found.games, found.games)


@pytest.mark.parametrize("name", WIDE)
def test_a_loop_over_the_moves_of_the_root_that_does_not_narrow_its_window_is_found_with_its_line(name):
    found = audit(engine_named(name), GAMES, costs=False)
    assert (found.causes, found.like) == ((Cause.WIDE_ROOT,), "broken-wide-root")
    assert found.moves["right"] == found.games
    assert "alpha_beta_best_move" in {line.function for line in found.example.lines}
    assert {"aialgos"} == {line.file.split("/")[-3] for line in found.example.lines}


@pytest.mark.parametrize("name", STRICT)
def test_a_strict_cutoff_of_another_make_is_found(name):
    found = audit(engine_named(name), GAMES, costs=False)
    assert found.causes == (Cause.STRICT,)
    assert found.values["right"] == found.games


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SAME, *WIDE, *STRICT])
def test_games_with_leaves_at_all_depths_are_compared_with_scores_as_the_engine_sees_them(name):
    engine = engine_named(name)
    found = audit(engine, [game for game in irregular_games(120, seed=1) if engine.accepts(game)][:20], costs=False)
    assert found.games == 20
    assert found.values["wrong"] == found.moves["wrong"] == 0


@needs("easyAI")
def test_easyai_negamax_prefers_early_wins_so_that_a_plain_comparison_would_be_wrong():
    engine = engine_named("easyAI Negamax")
    game = from_nested([[10], [[10, 10]]])
    assert engine.solve(game).value == minimax(engine.sees(game)) > minimax(game)


# Proofs


@pytest.mark.parametrize("name", [*SAME, *LESS, *WIDE, *STRICT])
def test_an_adapter_proves_itself_under_plain_minimax(name):
    engine = engine_named(name)
    games = [*games_of_class(15, seed=2), *irregular_games(60, seed=2)]
    accepted = [game for game in games if engine.accepts(game)]
    assert len(accepted) > 10
    assert is_proved(engine, accepted)


@needs("open_spiel")
def test_openspiel_plays_games_in_which_a_player_moves_twice():
    engine = engine_named("OpenSpiel alpha_beta_search")
    game = Max([Max([End(1), Min([End(5), End(3)])]), End(2)])
    assert engine.accepts(game)
    assert engine.solve(game) == EngineAnswer(3, 0)


@pytest.mark.parametrize("name", [*SAME, *WIDE, *STRICT])
def test_a_lazy_game_is_handed_out_as_well_as_one_that_is_there(name):
    engine = engine_named(name)

    def game():
        return unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n * 7 % 11, depth=4)

    value, expected = log_leaves(alphabeta, game())
    answer, found = log_leaves(engine.solve, game())
    assert set(expected) <= set(found)
    if name in {parameter.values[0] for parameter in SAME}:
        assert found == expected
    if isinstance(answer.value, (int, float)):
        assert answer.value == value


# What engines do wrong, through the names that they use


def play_on(state):
    state.make_move(state.legal_moves()[0])


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (lambda state: state.push(9), IllegalMove),
        (play_on, StateMutated),
        (lambda state: state.pop(), IllegalMove),
        (lambda state: state.result(), IllegalMove),
        (lambda state: state.result(Move(7)), IllegalMove),
    ],
)
def test_engines_that_misbehave_are_told_so_even_if_they_catch_everything(behaviour, error):
    def player(state):
        with contextlib.suppress(IllegalMove):
            behaviour(state)
        return 0

    with pytest.raises(error):
        engine_in_style(player, Style()).solve(TEXTBOOK)


def test_a_position_does_not_have_every_name():
    with pytest.raises(AttributeError, match="a position of the audit has no 'colour'"):
        engine_in_style(lambda state: state.colour, Style()).solve(TEXTBOOK)
    with pytest.raises(TypeError, match="nothing is known to hand in for the parameter 'colour_scheme'"):
        engine_in_style(lambda state, colour_scheme: 0, Style()).solve(TEXTBOOK)


# Names, and packages that are not there


def test_engines_have_the_names_they_are_listed_by():
    for name, engine in installed_engines().items():
        assert (engine.name, engine_named(name).name) == (name, name)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_that_is_not_there_is_named_with_how_to_get_it(package, monkeypatch):
    module = PACKAGES[package][0]
    for loaded in [loaded for loaded in sys.modules if loaded.split(".")[0] == module]:
        monkeypatch.setitem(sys.modules, loaded, None)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'pip install "strictcheck\[engines\]"') as caught:
        engines_of(package)
    assert "\n" not in str(caught.value)


def test_names_that_do_not_exist_get_advice():
    with pytest.raises(UnknownSearch, match="did you mean alphabeta"):
        engine_named("alphabet")
    with pytest.raises(UnknownSearch, match="no engines are known of 'telnet'; there are easyAI"):
        engines_of("telnet")


# Engines and answers


def test_answers_are_read_from_what_functions_return():
    assert answer_of((3, 1)) == EngineAnswer(3, 1)
    assert answer_of(EngineAnswer(move=2)) == EngineAnswer(move=2)
    assert answer_of(3) == EngineAnswer(3)
    assert repr(Engine("x", lambda game: EngineAnswer(), lambda game: EngineAnswer())) == "<Engine x>"


@pytest.mark.parametrize("move", [2, -1, None, "0", True, 1.0])
def test_only_numbers_of_children_are_moves(move):
    with pytest.raises(IllegalMove, match="in a position with moves 0 to 1"):
        legal_child(from_nested([1, 2]), move)


def test_there_are_no_moves_where_the_game_is_over():
    with pytest.raises(IllegalMove, match="the game is over"):
        legal_child(End(3), 0)


def test_alternation_is_found_at_any_depth():
    assert alternates(TEXTBOOK)
    assert not alternates(Max([Min([Min([End(1)])])]))
    chain = End(0)
    for ply in range(50_000):
        chain = (Max if ply % 2 else Min)([chain])
    assert alternates(chain)


# Real games of OpenSpiel and python-chess as lazy trees


def openspiel_tree(name, **options):
    start = importlib.import_module("pyspiel").load_game(name).new_initial_state()
    return tree_of(start, **{"depth": 99, "score": lambda state: state.player_return(0), "signs": (0, 1), **options})


@pytest.mark.slow
@needs("open_spiel")
def test_noughts_and_crosses_of_openspiel_is_a_draw_and_has_the_leaves_that_are_known():
    value, found = log_leaves(alphabeta, openspiel_tree("tic_tac_toe"))
    assert (value, len(found)) == (0, 7330)


@needs("open_spiel")
def test_games_of_openspiel_are_generated_as_they_are_looked_at():
    game = openspiel_tree("connect_four")
    assert (game.children.pulled, isinstance(game.children[0], Min), game.children.pulled) == (0, True, 1)
    assert minimax(openspiel_tree("nim(pile_sizes=1;2)")) == 1


@needs("open_spiel")
def test_games_of_openspiel_in_which_a_player_moves_again_are_trees_too():
    game = openspiel_tree("dots_and_boxes(num_rows=1,num_cols=1)")
    turns = [game.__class__]
    while not isinstance(game, End):
        game = game.children[0]
        turns.append(game.__class__)
    assert turns == [Max, Min, Max, Min, End]


@needs("open_spiel")
@pytest.mark.parametrize("name", ["kuhn_poker", "oshi_zumo"])
def test_games_of_chance_or_of_moves_at_the_same_time_are_refused(name):
    with pytest.raises(BadGame, match="expected 0 or 1, the players without chance"):
        openspiel_tree(name)


def test_an_object_that_is_no_position_is_refused():
    with pytest.raises(BadGame, match="list: nothing is known of its over"):
        tree_of([], depth=3, score=len)


@pytest.mark.slow
def test_chess_has_the_positions_that_are_known_and_moves_are_generated_one_by_one():
    chess = pytest.importorskip("chess", reason="the extra `engines` is not installed")
    board = chess.Board("r3k3/8/8/8/8/8/8/R3K2R b - - 0 1")
    assert [count_leaves(tree_of(chess.Board(), depth=depth, score=_castles)) for depth in range(4)] == [
        1,
        20,
        400,
        8902,
    ]
    game = tree_of(board, depth=2, score=_castles, root=Min)
    assert isinstance(game, Min)
    assert game.children.pulled == 0
    assert game.children[0] is not None
    assert game.children.pulled == 1
    assert minimax(game) == _by_hand(board, 2, _castles)
    assert board.fen() == "r3k3/8/8/8/8/8/8/R3K2R b - - 0 1"


def _castles(board):
    return str(board).count("R") - str(board).count("r")


def _by_hand(board, depth, score):
    """Minimax by playing moves and taking them back, as engines do."""
    if depth == 0 or not any(board.legal_moves):
        return score(board)
    values = []
    for move in list(board.legal_moves):
        board.push(move)
        values.append(_by_hand(board, depth - 1, score))
        board.pop()
    return max(values) if board.turn else min(values)


def test_every_leaf_is_read_once_by_plain_minimax_on_a_lazy_game():
    game = unfold(1, moves=lambda n: [2 * n, 2 * n + 1], score=lambda n: n, depth=3)
    assert log_leaves(minimax, game)[1] == [path for path, _ in leaves(game)]


class Slotted:
    __slots__ = ("state",)


START = Slotted()  # what a file of an engine may hold: an object without a `__dict__`


def test_objects_without_attributes_beside_an_engine_are_no_trouble():
    def search(state):
        return state.score() if state.is_over() else max(map(search, state.children()))

    assert engine_in_style(search, Style()).taken.startswith("states; ")


def on_a_board(board):
    if board.is_over():
        return board.score()
    values = []
    for move in board.moves():
        board.play(move)
        values.append(on_a_board(board))
        board.undo()
    return (max if board.maximizing else min)(values)


def test_the_line_that_looks_is_the_engines_own_and_none_of_the_adapter():
    engine = engine_in_style(on_a_board, Style())
    trace = observe(engine.solve, from_nested([[3, 5], [2, 9]]), where=True).trace
    assert {forcing.where.file for forcing in trace} == {__file__}
    assert "on_a_board" in {forcing.where.function for forcing in trace}
