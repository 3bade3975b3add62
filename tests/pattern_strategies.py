"""Hypothesis strategies for ECMA-262 patterns and for texts that have a chance to match them.

What `regress` is known to get wrong cannot be drawn: lone surrogates, joined halves in mixed escapes, one name for two
groups, the alias WSpace, quantified assertions, loops over groups that may be
empty (it runs out of memory there).
"""

from __future__ import annotations

from hypothesis import strategies as st

LETTERS = "abAB01_- \n\r\u2028\u00e9\u212a\U0001f432.\t\ufeff"
ATOMS = (
    *("a", "b", "A", "0", "1", "_", "-", " ", "é", "🐲", ".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\n", r"\."),
    *(r"\u0061", r"\u{1F432}", r"\ud83d\udc32", r"\x41", r"\cJ", r"\/", r"\p{L}", r"\P{L}", r"\p{Lu}", r"\p{Nd}"),
    *(
        "[]",
        "[^]",
        "[ab]",
        "[^ab]",
        "[a-z]",
        r"[\w-]",
        r"[\d_]",
        r"[^\s\S]",
        r"[^\d\D]",
        r"[\s\S]",
        r"[\b]",
        r"[\p{L}0]",
    ),
    *(r"[^\p{L}]", r"[\P{L}a]", r"[\-\]\\^]", r"[\s&&~~||]", "[+--]", "[🐲-🐳]", "[^🐲]", "[$^.|]"),
)
ASSERTIONS = ("^", "$", r"\b", r"\B")
QUANTIFIERS = ("*", "+", "?", "*?", "+?", "??", "{0}", "{1}", "{2}", "{0,1}", "{1,2}", "{2,}", "{0,2}?", "{1,}?")


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    looks = st.sampled_from(("(?=", "(?!", "(?<=", "(?<!"))
    opening = st.sampled_from(("(?:", "("))
    looped = st.tuples(opening, st.sampled_from(("a", "b", "[ab]")), inner, st.sampled_from(QUANTIFIERS))
    return st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map("|".join),
        st.tuples(opening, inner).map(lambda parts: f"{parts[0]}{parts[1]})"),
        looped.map(lambda parts: f"{parts[0]}{parts[1]}(?:{parts[2]})){parts[3]}"),
        st.tuples(looks, inner).map(lambda parts: f"{parts[0]}{parts[1]})"),
    )


def patterns() -> st.SearchStrategy[str]:
    """Patterns without back references."""
    leaves = st.one_of(
        st.tuples(st.sampled_from(ATOMS), st.sampled_from(("", "", *QUANTIFIERS))).map("".join),
        st.sampled_from(ASSERTIONS),
    )
    body = st.recursive(leaves, _joined, max_leaves=7)
    return st.one_of(
        body, body.map(lambda text: f"^{text}$"), body.map(lambda text: f"^(?:{text})$"), body.map("^".__add__)
    )


def reference_patterns() -> st.SearchStrategy[str]:
    """Patterns over a few letters with up to two groups and references to them, anywhere."""
    leaves = st.sampled_from(("a", "b", "a*", "b?", "[ab]", ".", r"\1", r"\1", r"\2", "(a)", "(a|b)", "(b)?", "(a*)"))
    body = st.recursive(leaves, _joined, max_leaves=6)
    # The two groups in front make every reference valid.
    return st.one_of(body.map(lambda text: f"^(?:(a)|b|(?=(b)))?{text}$"), body.map(lambda text: f"{text}(?:(a)(b))?"))


def subjects() -> st.SearchStrategy[str]:
    """Short texts over the letters of the patterns."""
    return st.text(alphabet=LETTERS, max_size=7)
