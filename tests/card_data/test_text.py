"""Numbers in messages."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from card_data.text import apart

numbers = st.floats(0, 1000, allow_subnormal=False)


@settings(max_examples=100)
@given(st.integers(0, 2), numbers, st.sampled_from((0.0, 0.01, 0.049, 0.4, 30.0)), st.booleans())
def test_a_number_that_missed_a_bound_is_not_written_as_if_it_had_not(
    digits: int, bound: float, off: float, more: bool
) -> None:
    found = bound + off if more else bound - off
    if found != bound:
        assert (float(apart(found, bound, digits)) < bound) == (found < bound)
        assert abs(float(apart(found, bound, digits)) - found) <= 10**-digits
