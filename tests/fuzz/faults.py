"""Templates that once made the program fail: whose data they take, and what is said of them.

Endless ones, those that took gigabytes, that changed the game's own data, that printed an address.
"""

from __future__ import annotations

ARCHIVE, VERSES, DICE = "winstons_archive", "verse_and_variant", "dice_archive"
ROUTE = "nineteen_eighty_four"
DEEP = (
    "{% set ns=namespace(t=(1,)) %}{% for i in range(60) %}{% set ns.t=(ns.t,ns.t) %}{% endfor %}"
)
LONG = "{% set ns=namespace(t='x' * 1000000) %}"
UNDER = "{{ game.sections[0].clauses[0].under"
SEVERAL = "found several values, expected plain data"

FAULTS = (
    # endless: what `attribute=` read was never weighed
    (ARCHIVE, DEEP + "{{ [ns,ns]|unique(attribute='t')|list|length }}", "unique: " + SEVERAL),
    (ARCHIVE, DEEP + "{{ [ns,ns]|sort(attribute='t')|list|length }}", "sort: " + SEVERAL),
    (ARCHIVE, DEEP + "{{ [ns,ns]|max(attribute='t')|list|length }}", "max: " + SEVERAL),
    (ARCHIVE, DEEP + "{{ [ns,ns]|min(attribute='t')|list|length }}", "min: " + SEVERAL),
    (ARCHIVE, DEEP + "{{ [ns,ns]|groupby('t')|list|length }}", "groupby: " + SEVERAL),
    # memory
    (ARCHIVE, LONG + "{{ ([ns]*3000)|sort(attribute='t')|length }}", "sort: " + SEVERAL),
    (ARCHIVE, LONG + "{{ ([ns]*2000)|groupby('t')|length }}", "groupby: " + SEVERAL),
    # bound methods handed to methods of models, which called them
    (ARCHIVE, UNDER + "(namespace(get='{0:>3000000000}'.format)) }}", "unknown name 'under'"),
    (ARCHIVE, UNDER + "({'': namespace(word=find.aids.clear)}) }}", "unknown name"),
    (VERSES, "{{ data.drawn(namespace(choice='{0.__init__}'.format)) }}", "unknown name 'drawn'"),
    (DICE, "{{ data.numbers.board.of('__module__') }}", "unknown name 'of'"),
    (ROUTE, "{{ data.level_names('__module__') }}", "unknown name 'level_names'"),
    # regular expressions in square time
    (ARCHIVE, "{{" * 5_000, "nested too deeply"),
    (ARCHIVE, "{%" * 5_000, "tag name expected"),
    (ARCHIVE, "{#" * 5_000, "Missing end of comment tag"),
    # sums without a total
    (ARCHIVE, "{% for i in range(100000) %}{{ data.facts() }}{% endfor %}", "may not call"),
    # found by `make fuzz`
    (ARCHIVE, "{{ 'some words'|truncate(0) }}", "cannot be evaluated"),
)
