"""A game at a prompt: numbered answers and typed ones, commands, hidden hands, the end."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data.problems import printable
from scoring import games
from scoring.cli.prompt import ALWAYS, COMMANDS, NEWS, ROLL, Prompt
from scoring.play import records
from scoring.play.moves import Choices, Vocabulary
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.play.table_view import is_open
from scoring.positions import positions
from tests.scoring.screens import Chance, Typed
from tests.sweeps import amounts, sweep

GAMES = games.names()
RECORDS = Path(__file__).parents[1] / "records"


def game_at(screen: Typed, name: str, seed: int, rolls: bool, **more: Any) -> Prompt:
    game = card_data.load(name)
    names = ("Ann", "Bo", "Cy")[: game.head.players.min]
    record = Record(name, names, (), seed=seed, bots=more.pop("bots", ()), rolls=rolls)
    return Prompt(Referee(game, record), screen, **more)


def at_prompt(name: str, *lines: str, rolls: bool = True, **more: Any) -> tuple[Prompt, Typed]:
    screen = Typed(*lines)
    return game_at(screen, name, 3, rolls, **more), screen


def typed(name: str, *lines: str, **more: Any) -> Typed:
    prompt, screen = at_prompt(name, *lines, **more)
    assert not prompt.run()
    return screen


def put_at(screen: Chance, name: str, bots: tuple[str, ...] = ()) -> Prompt:
    screen.prompt = game_at(screen, name, 8, rolls=True, bots=bots)
    return screen.prompt


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_every_game_is_played_to_its_end_and_its_score_explained(name: str) -> None:
    screen = Chance(1)
    game = card_data.load(name)
    prompt = put_at(screen, name, ("Bo",) if game.head.players.min > 1 else ())
    assert prompt.run()
    replayed = records.play_back(records.read(records.write(prompt.play)))
    result = replayed.report().result
    assert result is not None
    assert screen.shown.rstrip().splitlines()[-1] in (result.verdict, str(result.chain))
    assert result.verdict in screen.shown
    end = prompt.play.engine.ending(prompt.play.state, game)
    assert not re.search(r"\w_\w", screen.all), "an ID of the files"
    assert f"The game ends after {end.length} {end.unit}" in screen.shown
    assert f": {end.why}.\n" in screen.shown
    for standing in result.standings:
        for part in standing.tally.parts:
            clause = game.clauses()[part.rule]
            assert f"({part.rule}): {clause.text or clause.ruling or clause.house}" in screen.shown


@pytest.mark.parametrize("most", amounts(12, 24, 200))
@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_offered_is_open_and_no_command_is_a_move(name: str, most: int) -> None:
    questions = 0

    def look(prompt: Prompt, screen: Chance) -> None:
        nonlocal questions
        decision = prompt.referee.decision
        assert decision is not None
        questions += 1
        if questions > most:
            raise EOFError
        offered = prompt.table.offered(decision, prompt.play.view(decision.who))
        assert all(is_open(decision, words) for words in offered)
        assert len({*offered}) == len(offered)
        assert offered or not isinstance(decision.options, Choices)
        for word in (*COMMANDS, ROLL, ALWAYS, "undo", "exit"):
            assert not is_open(decision, word)
        if isinstance(decision.options, Choices) and decision.options.vocabulary:
            known: Vocabulary[object] = decision.options.vocabulary
            assert not any(known.find(word) for word in COMMANDS)

    put_at(Chance(2, look), name).run()
    assert questions > 8


@pytest.mark.parametrize(
    "name", sweep(["verse_and_variant", "winstons_archive"], ["winstons_archive"])
)
def test_the_screen_never_shows_a_player_what_another_hides(name: str) -> None:
    """WA-3.1, VV-4.1: when somebody is asked, every card on the screen is one that they see."""
    game = card_data.load(name)
    cards = {row.id for table in game.tables() for row in game.rows(table)} & {
        *(("W-red-1", "W-red-9", "W-blue-4", "W-black-7") if name == "verse_and_variant" else ()),
        *(f"M{number:02}" for number in range(1, 19)),
        *(f"{letter}{number}" for letter in "CDEF" for number in range(1, 8)),
    }
    asked = 0
    seen: dict[str, str] = dict.fromkeys(("Ann", "Bo", "Cy"), "")

    def look(prompt: Prompt, screen: Chance) -> None:
        nonlocal asked
        decision = prompt.referee.decision
        assert decision is not None
        for player in prompt.play.players:
            seen[player] += str(prompt.play.view(player))
        if len(prompt.play.moves) > 120:
            raise EOFError
        words = {word.strip("(),.:") for word in screen.shown.split()}
        for card in words & cards:
            assert f"'{card}'" in seen[decision.who], (card, decision.who)
        asked += 1

    screen = Chance(4, look)
    put_at(screen, name).run()
    assert asked > 30
    assert sum(prompt.startswith("Pass the screen to ") for prompt in screen.prompts) > 20


def test_dice_are_typed_as_they_fell_with_or_without_spaces_or_rolled() -> None:
    screen = typed("dice_archive", "3 5 1 / 2", "6 6", "roll", "keep", "roll all", rolls=False)
    assert "Communal roll: 3 5 1 / 2\n" in screen.shown
    assert (
        "DA-2.2: expected numbers from 1 to 6, 6 for Ann / 6 for Bo, as in 123456 / 123456\n"
        in screen.shown
    )
    assert screen.prompts[:4] == ["The table> ", "The table> ", "The table> ", "Bo> "]
    prompt, _ = at_prompt("dice_archive", "roll all", rolls=False)
    prompt.run()
    assert prompt.referee.rolls
    assert len(prompt.play.moves) == 2
    screen = typed("dice_archive", "66 6/1", "122255/111346", "reroll 15", rolls=False)
    assert "Communal roll: 6 6 6 / 1\n" in screen.shown
    assert "Work roll: 1 2 2 2 5 5 / 1 1 1 3 4 6\n" in screen.shown
    assert "you do not have enough dice showing 5;" in screen.shown
    screen = typed("nineteen_eighty_four", "x3", "Red 4, g2b3 white5 y 1 p6", rolls=False)
    assert "Roll: r4 g2 b3 w5 y1 p6\n" in screen.shown


def test_a_score_too_wide_for_the_screen_has_a_column_for_each_player() -> None:
    screen = Chance(1)
    assert put_at(screen, "verse_and_variant", ("Ann", "Bo", "Cy")).run()
    assert "\nplace  player  prestige" in screen.shown
    screen.width = 80
    shown = screen.shown
    screen.prompt.ended()
    lines = screen.shown.removeprefix(shown).splitlines()
    assert not any(line.startswith("place  player  prestige") for line in lines)
    for label in ("player", "ladders", "total"):
        (line,) = [line for line in lines if line.split()[:1] == [label] and "(" not in line]
        assert len(line.split()) == 4


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_the_data_can_be_shown(name: str) -> None:
    game = card_data.load(name)
    rows = [game.rows(table) for table in game.tables()]
    words = " ".join([msgspec.json.encode(row).decode() for table in rows for row in table])
    assert "\ufffd" not in printable(words)


def test_a_solitaire_goes_by_the_name_of_its_player() -> None:
    """NE-1.1: at the end of play and in a record; the sheet alone has no name."""
    game = card_data.load("nineteen_eighty_four")
    screen = Chance(2)
    screen.prompt = Prompt(
        Referee(game, Record(game.id, ("Julia",), (), seed=8, rolls=True)), screen
    )
    assert screen.prompt.run()
    assert "\n    1  Julia" in screen.shown
    replayed = records.play_back(records.read(records.write(screen.prompt.play)))
    result, sheet = replayed.report().result, replayed.play
    assert result is not None
    assert sheet is not None
    assert [standing.player for standing in result.standings] == ["Julia"]
    by_hand = positions.score(positions.PositionFile(game, sheet.filled().position)).result
    assert by_hand is not None
    assert [standing.player for standing in by_hand.standings] == ["Winston"]
    assert by_hand.of("Julia") == result


def test_help_prints_a_clause_or_card_and_a_search_finds_them() -> None:
    clauses = card_data.load("winstons_archive").clauses()
    screen = typed("winstons_archive", "help", "help wa-5.1", "help T-5d", bots=("Bo",))
    assert f"{clauses['WA-3.1'].text}\n" in screen.shown
    assert f"{clauses['WA-5.1'].text}\n" in screen.shown
    assert "T-5d (Verse & Variant: Fragments of Antiquity: Paleographic Ledger)" in screen.shown
    assert "T-77: no such clause" in typed("nineteen_eighty_four", "help T-77").shown
    assert typed("winstons_archive", "?", "? wa-5.1", "?T-5d", bots=("Bo",)).shown == screen.shown
    for command in COMMANDS:
        assert (f"\n  {command} " in screen.shown) is (command != "advice"), "it has no adviser"
    lines = ("search fewest", "/ zzz", "/", "help whatever comes second")
    shown = typed("winstons_archive", *lines, bots=("Bo",)).shown
    assert "WA-5.4 (Winston's Archive" in shown
    assert "There is no clause or piece with these words.\n" in shown
    assert "Say for what: search lacuna\n" in shown
    assert "whatever comes second: no such clause" in shown
    found = typed("winstons_archive", "/a", bots=("Bo",)).shown.partition("\nAlso in ")
    assert re.match(r"[^;]+ and \d+ more; help [^;]+ shows it\.\n", found[2])
    assert len(found[0].partition("Ann> ")[2].splitlines()) <= 24, "as the screen has"
    tipped = typed("dice_archive", "help tipped").shown
    assert "DA-3.5 (Dice Archive: Actions)\n" in tipped, "words that name nothing are searched for"


@pytest.mark.parametrize("name", GAMES)
def test_the_table_the_news_and_the_question_fit_a_terminal_of_24_lines(name: str) -> None:
    def look(prompt: Prompt, screen: Chance) -> None:
        if len(screen.prompts) > 24:
            raise EOFError
        lines = [line.rstrip() for line in screen.shown.splitlines()]
        start = max(at for at, line in enumerate(lines) if "'s view, after" in line)
        news = min(start - asked[-1], NEWS)  # also those that were told before a bot's pause
        assert len(lines) - start + news < 24
        asked.append(len(lines))
        assert max(map(len, lines[start:])) <= 80

    asked = [0]
    screen = Chance(3, look)
    screen.width = 80
    put_at(screen, name, ("Bo",) if name != "nineteen_eighty_four" else ()).run()
    assert len(screen.prompts) > 12


def test_the_score_so_far_tells_nothing_of_hidden_cards() -> None:
    """WA-5.4: who has the fewest pages is not known while hands are hidden."""
    screen = Chance(4)
    prompt = put_at(screen, "winstons_archive", ("Bo",))
    while len(prompt.play.moves) < 45 and not prompt.referee.over:
        prompt.let_program_play()
        decision = prompt.referee.decision
        assert decision is not None
        prompt.referee.answer(decision, decision.random(screen.rng))
    prompt.let_program_play()
    assert prompt.referee.decision is not None
    prompt.command("score", "", prompt.referee.decision)
    assert "stands for what depends on cards that Ann does not see." in screen.shown
    row = next(line for line in screen.shown.splitlines() if "  Bo " in line)
    assert row.split()[-1] == "?"
    assert "So far Ann and Bo lead with 0 points each." in typed("dice_archive", "score").shown


def test_plain_prompt_draws_on_demand_and_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, screen = at_prompt("dice_archive", "1", "table", "quit", "1", plain=True)
    assert not prompt.run()
    assert (screen.lines, screen.shown.count("'s view, after ")) == (["1"], 1)
    prompt, screen = at_prompt("winstons_archive", "quit")
    assert not prompt.run(), "while the screen is passed, too"

    def interrupted(referee: Referee) -> None:
        raise KeyboardInterrupt

    prompt, _ = at_prompt("winstons_archive", "take", bots=("Bo",))
    monkeypatch.setattr(Referee, "step", interrupted)
    assert not prompt.run()


def test_unknown_answer_number_is_told_the_range() -> None:
    screen = typed("winstons_archive", "3", "0", "-1", "99999999999999999999", bots=("Bo",))
    for number in ("3", "0", "-1", "99999999999999999999"):
        assert f"{number}: answer 1 or 2, or in words\n" in screen.shown
    assert "9: answer 1 to 5, or in words\n" in typed("nineteen_eighty_four", "9").shown
    screen = typed("dice_archive", "99", "2 2")
    assert re.search(r"99: answer 1 to \d+, or in words\n", screen.shown)
    assert "DA-2.4: " in screen.shown, "what is no number is told as ever"


def test_a_beginning_of_one_move_is_that_move_and_of_several_a_question() -> None:
    prompt, screen = at_prompt("winstons_archive", "", "T")
    assert not prompt.run()
    assert prompt.play.moves[-1] == ("Ann", "take")
    screen = typed("dice_archive", "k", "k", "ov")
    assert "Ann, motivational reroll: keep\n" in screen.shown
    assert re.search(r"'ov' begins \d+ of these: type more of it, or 1 to ", screen.shown)
    screen = typed("nineteen_eighty_four", "lev", "level 1", "place red", "purple turn g")
    assert "Which one: level 1, level 2, level 3, level 4 or level 5?\n" in screen.shown
    assert "Ann, place a die: place purple turn green\n" in screen.shown, "by its words' beginnings"
    assert re.search(r"NE-4.1: place red: [^;]+; answer 1 to \d+, or in words\n", screen.shown), (
        "a move that is not open has its reason; those that are open are listed above"
    )


def test_a_card_goes_by_the_beginning_of_its_title_and_by_its_id_without_signs() -> None:
    prompt, screen = at_prompt("verse_and_variant")
    prompt.run()
    tool = next(one for one in prompt.play.view("Ann").hand if one.startswith("T-"))
    for line in (tool.replace("-", "").lower(), prompt.table.title(tool).casefold()[:-1]):
        prompt, screen = at_prompt("verse_and_variant", "", line)
        prompt.run()
        assert f"Ann, Primary: {tool}\n" in screen.all


def test_a_move_that_is_written_in_parts_is_answered_with_what_comes_next() -> None:
    screen = typed("manuscript", "copy", "buy alexander to active", "1", "copy", "copy 3")
    assert "you have no text to copy now; buy or borrow one\n" in screen.shown
    place = "copy 5 Alexander left row 1 column 1 lines of 6"
    assert f"MS-2.1: say how many cubes, as in '{place}'\n" in screen.shown
    assert f"say where it begins, as in '{place}'\n" in screen.shown
    assert "Which one" not in screen.shown


def test_a_verb_with_a_number_of_the_list_is_refused_with_what_it_may_mean() -> None:
    screen = typed("manuscript", "buy 3", "buy 99", "buy song", "adv")
    (meant,) = re.findall(r"no text is called '3'\nDid you mean 3: (buy .+)\?\n", screen.shown)
    assert f"\n  3  {meant}  " in screen.shown
    assert "Did you mean: buy Falcon Song?\n" in screen.shown, "which is not what was typed"
    assert screen.shown.count("Did you mean") == 2
    assert "no advice here" in screen.shown, "three letters of a command are that command"


def test_the_log_says_what_a_player_got_and_only_to_that_player() -> None:
    prompt, _ = at_prompt("winstons_archive", "", *["leave"] * 3, "", "take")
    assert not prompt.run()
    told = prompt.referee.learnt
    top = prompt.play.view("Ann").cards[0]
    title = prompt.table.full(top)
    assert f"Ann gets the top card of the deck: {title}" in told["Ann"]
    assert "Ann gets the top card of the deck." in told["Bo"]
    assert "Bo gets 2 cards." in told["Ann"]
    assert any(line.startswith("Bo gets 2 cards: ") for line in told["Bo"])
    prompt, _ = at_prompt("winstons_archive", "", "take", "", "leave")
    assert not prompt.run()
    assert "The empty place of stack 1 gets a card." in prompt.referee.learnt["Ann"]


def test_a_move_of_a_bot_is_told_and_given_a_moment() -> None:
    prompt, screen = at_prompt("winstons_archive", "take", "take", bots=("Bo",))
    assert not prompt.run()
    told = re.findall(r"^Bo \(bot\), stack [1-3]: (?:take|leave)$", screen.shown, re.MULTILINE)
    assert told
    assert screen.pauses == len([who for who, _ in prompt.play.moves if who == "Bo"])
    prompt, screen = at_prompt("winstons_archive", bots=("Ann", "Bo"))
    assert prompt.run()
    assert screen.pauses == 0, "nobody is there to read"
    prompt, screen = at_prompt("verse_and_variant", "", "1", "1", "", "1", "1", bots=("Cy",))
    prompt.run()
    assert screen.pauses == 0, "the screen is passed on meanwhile"


@pytest.mark.parametrize(
    ("name", "known"),
    sweep([("manuscript", "_"), ("verse_and_variant", "W-")], [("verse_and_variant", "W-")]),
)
def test_moves_are_told_in_the_words_of_the_table(name: str, known: str) -> None:
    names = ("Ann", "Bo", "Cy")
    record = Record(name, names, (), seed=1, bots=names, rolls=True)
    bots = Referee(card_data.load(name), record)
    bots.go_on()
    assert any(known in words for _, words in bots.play.moves)
    turns: list[dict[str, str | int]] = [{**turn} for turn in bots.play.turns[:40]]
    people = Referee(bots.game, Record(name, names, tuple(turns)))
    for line in (*bots.learnt["Ann"], *people.learnt["Ann"]):
        assert known not in line, line


def test_the_record_is_saved_over_another_file_only_if_that_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    lines = ("save", f"save {tmp_path}/evening", "take", f"save {file}", "no", f"save {file}", "y")
    prompt, screen = at_prompt("winstons_archive", *lines, bots=("Bo",))
    prompt.run()
    assert "Name a file: save our_game.yaml\n" in screen.shown
    assert screen.shown.count(f"Saved in {file}.\n") == 2
    assert screen.prompts.count(f"{file} is there already. Replace it? y or n> ") == 2
    assert screen.shown.count("Not saved.\n") == 1
    record = records.read(file).record
    assert (record.players, record.bots, record.rolls) == (("Ann", "Bo"), ("Bo",), True)
    assert len(record.moves) == len(prompt.play.turns)
    assert [one.name for one in tmp_path.iterdir()] == ["evening.yaml"]


def test_a_file_that_cannot_be_saved_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    folder = tmp_path / "folder.d"
    folder.mkdir()
    unknown = f"{tmp_path}/file/x", "/", "~nobody-there/x", "a" * 300, "a\0b"
    lines = [f"save {name}" for name in (*unknown, folder)]
    screen = typed("winstons_archive", *lines, "y", bots=("Bo",))
    assert screen.shown.count(": cannot be written: ") == len(lines)
    assert not screen.lines
    assert folder.is_dir()


def test_cards_go_by_their_titles_in_moves() -> None:
    """VV-4.4, MS-2.2: as on the cards and as they are told, in any case; the record has IDs."""
    for name, order in product(("manuscript", "verse_and_variant"), (1, -1)):
        recorded = records.read(RECORDS / f"{name}_evening.yaml")
        referee = Referee(recorded.game, Record(name, recorded.record.players, ()))
        titles = [*referee.table_view.titles.items()]  # the long one first of each
        ids = {known: title for title, known in titles[::order]}
        moved = 0
        for turn in recorded.record.moves:
            for who, words in turn.items():
                said = " ".join(ids.get(word, word).upper() for word in str(words).split())
                decision = referee.play.decision_of(who, "")
                if decision.who != "table" and said.casefold() != str(words).casefold():
                    referee.answer(decision, said)
                    moved += 1
                else:
                    referee.answer(decision, str(words))
        assert moved > 10
        replayed = records.play_back(recorded).play
        assert replayed is not None
        assert referee.play.turns == replayed.turns
    screen = typed(
        "winstons_archive", "help palimpsest scraper", "help T-77", "help d5", bots=("Bo",)
    )
    assert "Tide Tables, Last Edition (Winston's Archive: Books)" in screen.shown
    assert "T-1a (Verse & Variant: Fragments of Antiquity: Palimpsest Scraper)" in screen.shown
    assert "T-77: no such clause; did you mean T-7" in screen.shown
