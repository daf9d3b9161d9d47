"""Moves may be spelled otherwise, everywhere alike; a record has their proper words."""

from __future__ import annotations

from random import Random

import pytest
import yaml

from scoring import games
from scoring.play import records
from scoring.play.moves import Choices, Refused, normalized
from scoring.play.play import Play
from tests.scoring.tools import decided, seated

GAPS = (" ", "  ", "\t", ", ", " ,", ",")


def spelled_otherwise(words: str, rng: Random) -> str:
    """The same move with other case, spaces and commas."""
    cased = "".join([rng.choice((letter.lower(), letter.upper())) for letter in words])
    first, *rest = cased.split(" ")
    ends = rng.choices(("", " ", "\n"), k=2)
    return ends[0] + "".join([first, *[rng.choice(GAPS) + word for word in rest]]) + ends[1]


@pytest.mark.parametrize("name", games.names())
def test_a_game_spelled_otherwise_is_the_same_game(name: str) -> None:
    play, rng = seated(name), Random(name)
    typed = []
    while (decision := play.decision) is not None:
        proper = decision.random(rng)
        words = spelled_otherwise(proper, rng)
        play.move(words)
        assert play.moves[-1] == (decision.who, proper)
        typed.append({decision.who: words})
    assert [move for turn in typed for move in turn.items()] != play.moves
    written = records.write(play)
    by_hand = yaml.safe_load(written) | {"moves": typed}
    replay = records.play_back(records.read(yaml.safe_dump(by_hand)))
    assert replay.findings == ()
    assert replay.play is not None
    assert records.write(replay.play) == written
    assert replay.report().final


@pytest.mark.parametrize("name", ["dice_archive", "winstons_archive"])
def test_a_chooser_may_spell_otherwise_too(name: str) -> None:
    def choose(view: object, decision: object) -> str | None:
        return spelled_otherwise(decided(play).random(rng), rng)

    play, rng = seated(name), Random(8)
    play.play_on(rng, choose)
    again = Play(play.game, play.players)
    for who, words in play.moves:
        assert decided(again).options.parse(words)[0] == words, "proper words"
        again.move(words, who)


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Level ×3", "level x3"),
        (" PLACE  green\treroll Blue,red\n", "place green reroll blue red"),
        ("3,5 / 1", "3 5 / 1"),
        ("", ""),
        (",", ""),
    ],
)
def test_capitals_spaces_and_commas_do_not_matter(words: str, plain: str) -> None:
    assert normalized(words) == plain


@pytest.mark.parametrize("words", ["takeit", "ta ke", "t@ke", "take.", "take take", "", "/"])
def test_other_words_are_another_move(words: str) -> None:
    with pytest.raises(Refused):
        Choices([("take", 1), ("leave", 2)]).parse(words)


def test_who_moves_may_be_spelled_otherwise() -> None:
    game = seated("winstons_archive").game
    play = Play(game, ["Ann", "Bo"])
    play.move(decided(play).random(Random(1)), "Table")
    play.move("leave", " ann ")
    assert play.moves[-1] == ("Ann", "leave")
