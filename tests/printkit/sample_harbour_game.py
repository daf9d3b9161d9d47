"""A game with pieces of several sizes, backs by row and a board with two sides: the example of
docs/guide/pieces.md."""

from pathlib import Path

from tests.card_data.copies import edit

UNITS = """\
units:
  - {id: fox, faction: red, name: The fox, copies: 3}
  - {id: hare, faction: blue, name: The hare}
  - {id: crow, faction: none, name: The crow, copies: 2}
"""
BITS = """\
  bits:
    title: Bits
    size: 25 x 25
    bleed: 2
    safe: 2
    tiled: true
    back: bit_back.svg
    faces:
      - {template: coin.svg, size: 20 x 20, shape: round, copies: 7}
      - {rows: units, template: unit.svg, back: unit_back.svg}
      - {template: land.svg, size: 35 x 30, shape: hex, copies: 4}
      - {template: chart.svg, size: 300 x 150, back: chart_back.svg}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg">
  <background>
    <rect x="{{{{ -bleed }}}}" y="{{{{ -bleed }}}}" width="{{{{ w + 2 * bleed }}}}"
          height="{{{{ h + 2 * bleed }}}}" fill="{fill}"/>
  </background>
  {within}
</svg>
"""
WORD = (
    '<text x="{{{{ w / 2 }}}}" y="{{{{ h / 2 + 1 }}}}" text-anchor="middle" '
    'font-size="{size}pt"{more}>{word}</text>'
)
LIGHT = ' fill="#ffffff"'
TEMPLATES = {
    "coin.svg": ("#e6b422", WORD.format(word="1", size=9, more="")),
    "unit.svg": ("#f3ead8", WORD.format(word="{{ card.name }}", size=9, more=' field="name"')),
    "land.svg": ("#8fb573", WORD.format(word="land", size=9, more="")),
    "chart.svg": ("#cfe3ee", WORD.format(word="the harbour", size=64, more="")),
    "chart_back.svg": ("#ffd9d9", WORD.format(word="the other side", size=64, more="")),
    "bit_back.svg": ("#1f4e5f", WORD.format(word="bit", size=9, more=LIGHT)),
    "faction_red.svg": ("#8c2f39", WORD.format(word="red", size=9, more=LIGHT)),
    "faction_blue.svg": ("#2f4f8c", WORD.format(word="blue", size=9, more=LIGHT)),
    "faction_none.svg": ("#ffffff", ""),
}


def with_bits(game: Path) -> Path:
    """The tiny game with a component of such pieces; returns its folder."""
    (game / "units.yaml").write_text(UNITS, "utf-8")
    edit(game / "game.yaml", "tables:\n", "tables:\n  units: {faction: text, name: text}\n")
    with (game / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(BITS)
    folder = game / "templates"
    for name, (fill, within) in TEMPLATES.items():
        (folder / name).write_text(FACE.format(fill=fill, within=within), "utf-8")
    by_row = '{% include "faction_" ~ card.faction ~ ".svg" %}\n'
    (folder / "unit_back.svg").write_text(by_row, "utf-8")
    return game
