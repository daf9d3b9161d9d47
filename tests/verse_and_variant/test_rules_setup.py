"""Verse & Variant by its clauses: set-up (VV-2)."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.play.decisions import TABLE
from scoring.play.play import IllegalMove, Play
from scoring.play.simulate import Plan, simulate
from scoring.verse_and_variant.tracks import LACUNA
from tests.scoring.tools import asked, refused
from tests.verse_and_variant.sample_plays import DRAWN, ids, sit, table_at
from tests.verse_and_variant.tables import EACH, FEATURES, GAME, LACUNAE, NAMES, conserved, lay

PLAYERS = pytest.mark.parametrize("players", [3, 4, 5])


@pytest.mark.clause("VV-2.1")
def test_one_tool_of_each_rank_is_in_the_game_and_sixty_are_set_aside() -> None:
    drawn = DRAWN.replace("T-7a", "T-7e")
    table = table_at(sit(drawn=drawn))
    tools = [card.id for card in table.deck if card.is_tool]
    assert sorted(tools) == sorted(drawn.split())
    assert len(table.deck) == 60
    assert len(table.aside) == 60
    everything = {tool.id for tool in GAME.data.tools}
    assert {card.id for card in table.aside} == everything - set(tools)


@pytest.mark.clause("VV-2.1")
@pytest.mark.parametrize(("drawn", "wrong"), [
    (DRAWN.replace("T-7a", "T-6b"), "missing: rank 7; more than one of: rank 6"),
    (DRAWN.removesuffix(" T-15a"), "missing: rank 15"),
    (f"{DRAWN} W-blue-1", "unknown: W-blue-1"),
])  # fmt: skip
def test_a_draw_has_every_rank_once(drawn: str, wrong: str) -> None:
    play = Play(GAME, NAMES[:3])
    finding = refused(play, drawn)
    assert finding.rule == "VV-2.1"
    assert finding.message == f"expected one Tool of each rank, 1 to 15; {wrong}"


@pytest.mark.clause("VV-2.1")
@pytest.mark.parametrize(("players", "size"), [(3, 20), (4, 15), (5, 12)])
def test_all_sixty_cards_are_dealt(players: int, size: int) -> None:
    table = table_at(sit(players, Bo="W-red-9 T-4a"))
    assert [len(player.hand) for player in table.players] == [size] * players
    held = Counter([card.id for player in table.players for card in player.hand])
    assert held == Counter(ids(table.deck))
    assert ids(table.players[1].hand)[:2] == ["W-red-9", "T-4a"]


@pytest.mark.clause("VV-2.1")
def test_the_table_is_asked_to_draw_and_to_deal() -> None:
    play = Play(GAME, NAMES[:3])
    assert str(play.decision) == (
        "it is the table's move (draw the Tools, VV-2.1): one Tool of each rank, 1 to 15"
    )
    play.move(DRAWN)
    assert str(play.decision) == (
        "it is the table's move (deal the cards, VV-2.1): all 60 cards in order"
    )


@pytest.mark.clause("VV-2.1")
def test_a_deal_of_other_cards_is_refused() -> None:
    play = Play(GAME, NAMES[:3])
    play.move(DRAWN)
    cards = ids(table_at(play).deck)
    finding = refused(play, " ".join(["T-1b", *cards[1:]]))
    assert finding.rule == "VV-2.1"
    assert "extra: T-1b" in finding.message


@pytest.mark.clause("VV-2.1")
def test_nobody_sees_the_tools_that_were_set_aside() -> None:
    play = sit()
    before = play.view("Ann")
    table_at(play).aside.clear()
    assert play.view("Ann") == before


@pytest.mark.clause("VV-2.2")
@pytest.mark.parametrize(
    ("players", "from_the_top", "supply"), [(3, [1, 2], 22), (4, [2, 2], 11), (5, [2, 3], 0)]
)
def test_tracks_are_filled_from_space_21_down(
    players: int, from_the_top: list[int], supply: int
) -> None:
    table = table_at(sit(players))
    for track in table.tracks.values():
        stacks = track.spaces[::-1]
        assert [len(stack) for stack in stacks] == from_the_top * 11
        assert {token for stack in stacks for token in stack} == {track.feature}
        assert table.supply[track.feature] == supply
    assert [track.feature for track in table.tracks.values()] == [*FEATURES]
    assert table.supply[LACUNA] == LACUNAE


@pytest.mark.clause("VV-2.3")
@pytest.mark.parametrize(("players", "grants", "cubes"), [(3, 5, 5), (4, 4, 4), (5, 3, 4)])
def test_each_player_has_grants_cubes_and_a_lockdown_tile(
    players: int, grants: int, cubes: int
) -> None:
    for player in table_at(sit(players)).players:
        assert (player.grants, player.all_grants, player.cubes) == (grants, grants, cubes)
        assert player.lockdown
        assert not player.eureka


@pytest.mark.clause("VV-2.4")
@PLAYERS
def test_prestige_starts_at_0_the_slots_are_empty_and_the_first_player_has_the_quill(
    players: int,
) -> None:
    play = sit(players)
    table = table_at(play)
    assert table.quill == 0
    assert asked(play) == ("Ann", "Primary")
    assert {player.prestige for player in table.players} == {0}
    assert [+player.ledger for player in table.players] == [Counter()] * players
    assert table.boards == {feature: [None] * 3 for feature in FEATURES}


@pytest.mark.clause("VV-2.4", "VV-8.3")
@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_play(players: int) -> None:
    with pytest.raises(IllegalMove, match=r"VV-8\.3: .* for 3 to 5"):
        Play(GAME, [*NAMES, "Flo"][:players])


@pytest.mark.clause("VV-2.5")
def test_homes_of_tokens_are_kept_apart_and_lie_open() -> None:
    """A Feature is on the one track, in the supply, with a player or on the Desk, and every view
    says where."""
    play = sit()
    table = table_at(play)
    lay(table, Ann="papyrus 2, lacuna, vault majority 1", desk="papyrus")
    conserved(table)
    for name in play.players:
        view = play.view(name)
        on_tracks = sum(len(stack) for stack in view.tracks["blue"])
        assert view.supply["papyrus"] == EACH - on_tracks - 3
        (shown,) = [one for one in view.players if one.name == "Ann"]
        assert (shown.ledger, shown.vault) == ({"papyrus": 2, "lacuna": 1}, {"majority": 1})
        assert view.desk_tokens == ("papyrus",)


@pytest.mark.clause("VV-2.1")
@pytest.mark.parametrize("seed", [7, 17])
def test_a_simulated_game_has_the_tools_that_its_seed_prints(seed: int) -> None:
    """`Game.drawn` is what `printkit build --deal` prints; the deal comes after it."""
    plays: list[Play] = []
    simulate(GAME, 1, Plan(players=3), seed, plays.append)
    (play,) = plays
    assert play.moves[0] == (TABLE, " ".join(GAME.drawn(seed)["tools"]))
    dealt = set(play.moves[1][1].split())
    assert {card for card in dealt if card.startswith("T-")} == {*GAME.drawn(seed)["tools"]}
