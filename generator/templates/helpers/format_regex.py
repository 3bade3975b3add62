import functools
import re
from bisect import bisect_right

REGEX_CATEGORIES_NAMES = """
    C Cased_Letter Cc Cf Close_Punctuation Cn Co Combining_Mark
    Connector_Punctuation Control Cs Currency_Symbol Dash_Punctuation Decimal_Number
    Enclosing_Mark Final_Punctuation Format Initial_Punctuation L LC Letter
    Letter_Number Line_Separator Ll Lm Lo Lowercase_Letter Lt Lu M Mark Math_Symbol
    Mc Me Mn Modifier_Letter Modifier_Symbol N Nd Nl No Nonspacing_Mark Number
    Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol
    P Paragraph_Separator Pc Pd Pe Pf Pi Po Private_Use Ps Punctuation S Sc
    Separator Sk Sm So Space_Separator Spacing_Mark Surrogate Symbol
    Titlecase_Letter Unassigned Uppercase_Letter Z Zl Zp Zs cntrl digit punct
"""
REGEX_CATEGORIES = frozenset(REGEX_CATEGORIES_NAMES.split())
REGEX_SCRIPTS_NAMES = """
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn
    Avestan Avst Bali Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali
    Berf Beria_Erfe Bhaiksuki Bhks Bopo Bopomofo Brah Brahmi Brai Braille Bugi
    Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian Caucasian_Albanian
    Chakma Cham Cher Cherokee Chorasmian Chrs Common Copt Coptic Cpmn Cprt Cuneiform
    Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak Dives_Akuru Dogr
    Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic
    Ethi Ethiopic Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic
    Gran Grantha Greek Grek Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi Guru
    Gurung_Khema Han Hang Hangul Hani Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr
    Hebrew Hira Hiragana Hluw Hmng Hmnp Hung Imperial_Aramaic Inherited
    Inscriptional_Pahlavi Inscriptional_Parthian Ital Java Javanese Kaithi Kali Kana
    Kannada Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script Khmer Khmr
    Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn
    Lepc Lepcha Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian
    Mahajani Mahj Maka Makasar Malayalam Mand Mandaic Mani Manichaean Marc Marchen
    Masaram_Gondi Medefaidrin Medf Meetei_Mayek Mend Mende_Kikakui Merc Mero
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym Modi Mong Mongolian Mro Mroo
    Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm Nand Nandinagari Narb
    Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam Ogham
    Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic
    Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh
    Orya Osage Osge Osma Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc
    Perm Phag Phags_Pa Phli Phlp Phnx Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai
    Rejang Rjng Rohg Runic Runr Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada
    Shavian Shaw Shrd Sidd Siddham Sidetic Sidt SignWriting Sind Sinh Sinhala Sogd
    Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund Sundanese Sunu Sunuwar Sylo
    Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet Tai_Yo
    Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Tayo Telu Telugu Tfng
    Tglg Thaa Thaana Thai Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr
    Tolong_Siki Tols Toto Tulu_Tigalari Tutg Ugar Ugaritic Unknown Vai Vaii Vith
    Vithkuqi Wancho Wara Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii
    Zanabazar_Square Zanb Zinh Zyyy Zzzz
"""
REGEX_SCRIPTS = frozenset(REGEX_SCRIPTS_NAMES.split())
REGEX_BINARY_PROPERTIES_NAMES = """
    AHex ASCII ASCII_Hex_Digit Alpha Alphabetic Any Assigned Bidi_C Bidi_Control
    Bidi_M Bidi_Mirrored CI CWCF CWCM CWKCF CWL CWT CWU Case_Ignorable Cased
    Changes_When_Casefolded Changes_When_Casemapped Changes_When_Lowercased
    Changes_When_NFKC_Casefolded Changes_When_Titlecased Changes_When_Uppercased DI
    Dash Default_Ignorable_Code_Point Dep Deprecated Dia Diacritic EBase EComp EMod
    EPres Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base
    Emoji_Presentation Ext ExtPict Extended_Pictographic Extender Gr_Base Gr_Ext
    Grapheme_Base Grapheme_Extend Hex Hex_Digit IDC IDS IDSB IDST
    IDS_Binary_Operator IDS_Trinary_Operator ID_Continue ID_Start Ideo Ideographic
    Join_C Join_Control LOE Logical_Order_Exception Lower Lowercase Math NChar
    Noncharacter_Code_Point Pat_Syn Pat_WS Pattern_Syntax Pattern_White_Space QMark
    Quotation_Mark RI Radical Regional_Indicator SD STerm Sentence_Terminal
    Soft_Dotted Term Terminal_Punctuation UIdeo Unified_Ideograph Upper Uppercase VS
    Variation_Selector WSpace White_Space XIDC XIDS XID_Continue XID_Start space
"""
REGEX_BINARY_PROPERTIES = frozenset(REGEX_BINARY_PROPERTIES_NAMES.split())
# Unicode 17.0: the distances between the bounds of ranges, base 32;
# all but the last digit of a number are from MORE.
REGEX_NAME_STARTS = (
    "C1q6qBf1a1415n1v1Oa4ce57111E151224116113111k1Cj1Eb8F61B6216B9C7r44BdBbB321D311f2"
    "72a321g11utCpb1oB192415m419131np7b5o17gBaBqBm31i17afg48222m17113431g1d213e2a1864"
    "22m17121212v411j3g9131m17121531i1f2n1b8222m17121531u213f1h116331432111232333cm1B"
    "k8131n1g31q31222u148131n1a1531u312f2h9131B921g15383o65i3o191127BqBg12c7Bq211151o"
    "111a12912511l4B01Bv81B4r5DjBbk1g6443132734dc1hB611512Bb1Kd142711142B9142B1142711"
    "142f1Bp142C3B5ggCm263Tc2h1q5Cb3b7idjeied13fBkB3141C3Cp7B9115C6avBhu25bBc4qBmn9Bl"
    "Ci1CtBfh8Bmud2aBcqB4B93aB42b5Bb23B941612315G0C0Im262B626281111111v2Bl17113317342"
    "64d5317Dk1d1gdD51412a11266111111g245541hB9CTnH56432cB611512Bo71gn971717171717171"
    "7R63p975254Cm451Cq145Bb1CuhB0BggQ0GO0C0VUdC3Be2Id3ga2kBfgv2CgB792D72Cikh13141ntB"
    "keBiBu63112bsanpt7Bfs1g51aa51B9n318kn313Bi1132252111o32b73c6262697171Bb1e6DjtKz4"
    "cn4BhII4Le2DaB67c5511a1d151112121DcB1LbiC02BmB8cDk51E7B4q6qbCp36262623B3c1q1j121"
    "f2eB2DrC5BlIbt3BhBfB0du5B6au2B44815BaEuiB44B44B88Bkcb1f17121b1f17123BkcJn9ma8o61"
    "Ba19C56211Bc12312nan9vC1j12amaq6qB6Bo62C01f4131tBat3tB381srBmamajdiDeC9BnBjdBjdB"
    "4B6s9nHqBa62g6Bota18mBaiBelrncBlBp221dBdB0pqB4t1218B331cBge4l111B3i1pj2Bv711141f"
    "1a7BfB68222m17121531i1c5ua11211B611p111BcBli4k3uBgk211FoBfB94B4Bgk1BrBbd1C7rB57F"
    "pBcDkC0v82128121of111Cu82B7g111s1aB871l1bBej1iC9G7B1v91B5h1BhuDg7121B6l1p6121B0e"
    "1nBcI4jf11d1B2Ds1CfyqD6DfhG4CScD1fBBgh6pDyr5S7GVpuBX2Rp7vhCfhuiBgg4vl5jNgBdGjC0B"
    "0p2pBcCb51C2dC0211e59HGmB9B0D1DjIPt417121J3f1t321e48McCI4Db5d397aFx6Cl1C71221222"
    "41c11171C11428171s141511371Kk2p1p1v1p1v1p1v1p1v1p18BZkv66I5BuEiBda7g1K1uiBcP4sH4"
    "u21Gfv1312172592H0714121f1G5BrC471BFk41r1211211a14111161411111131211211111111112"
    "1124171414111a1h53151hEK4BJX0B0EIu2FUe2HJhfTeCN2QuBP2Ewb5IJa"
)
REGEX_NAME_PARTS = (
    "Bga7q411qBf1a111215n1v1Oa4ce57111hDl12241165111k1Cj1Eb152F61B6216B98Bd111212118r"
    "44tb5Ca4D6182a1j21gBr2D5eBm41212Beis4b5o177Cb1E12a1j18222m1711342922248142152ca1"
    "112316422m17121212211542233174117gb319131m1712152a131321f42a971318222m1712152922"
    "237342152a11g216331432111232333c4533142161eagd131n1g291314721312242ag418131n1a15"
    "2913147253142a13cd131Bj131554752aa6131i3o191127314611186a22dBq5f1aB7211151o111n2"
    "511171a24B01n26ab111114a1B44k1i1B491BpCa6Ce2B611512Bb1Kd142711142B9142B114271114"
    "2f1Bp142C32399eggCm263Tc2h1q5Cb3b7m9mbkcd1312cCk31422aB131b6Cp7Bb5C6av1c4caB825b"
    "Bc4q6bB5s4Bv1t2b6ad18e1v2ckCd3ah9cDkcBo8a3Bh2b5Bb23g31B75Qm262B626281111111v2Bl1"
    "711331734264d5317f2Bh2j1s1d1gdBjd413ch1412a11266111111g245541hB9CTnH569cB611512B"
    "o71fo97171717171717171B0Q53pf15254Cm271Cv5Bb1CuhB0BggQ0GO0C0VUdC3Be2Id3skBg4a1Dj"
    "B592D72CikBn41jBkcC6aa6o311Bh2B4ct3C1eb6v1Bn9e2a6n3C9o32g25a6262697171Bb1e6Dr122"
    "a6Kz4cn4BhII4Le2DaB67c55c1d151112121DcB1LbiC02BmB8c4ggg32o3B051E7ja7q411qaCq3626"
    "2623B3c1q1j121f2eB2DrC5BlE81E2t3Bhf1vB0du5Bb5u2B44815BaEu2a6B44B44B88Bkcb1f17121"
    "b1f17123BkcJn9ma8o61Ba19C56211Bc12312nan9vC1j12amaq6qB6Bo62C041258131t2341B0t3tB"
    "381upBmamajdiDeC9BnBjdBjdB88a6B6351nHqBa1232g6BiB3a18B1vmBalrn9C7vg9Bs71dp7a6Bl1"
    "a448B4219C5441d11B3i1B564Bu711141f1a7Br5a6418222m1712151a22232161572735ba11211B6"
    "1a11211418d2tCb5a44uC6118aF6Bm29n6B2C131baB6Bp7a6ksr2f4a67FpBrD5Cal82128121u1229"
    "caC682Be2812rBv818Ca31iC9D78CoB1fa691Bd19faou2m1eC97121Bc3112198a66121B512167a6B"
    "c4aHmn9h1B935dbCl1CfyqD6DfhG4CScD1fBBggmaDyr5S7GVpBqBW6Rp7v1a6Cf1a6u25bBn94ca9l5"
    "jNgBd3aG6C0B0p2pBcCb4Bp7hC0212b79HGmB9B0D1DjIPt417121J3f1t321e48McCI4Db5d397a32E"
    "ChaQ6Be2nQu5368827u4Ek3NrCl1C7122122241c11171C11428171s141511371Kk2p1p1v1p1v1p1v"
    "1p1v1p182BiQ0Bn4Bi81e1m51fBCgv66Gl71h2712155BuB11DgBd3e2a41K1vhBqOmBaGmBbG5v1m82"
    "H0714121f1G5b7B9Cc4aBF641r1211211a141111614111111312112111111111121124171414111a"
    "1h53151hDJkaBA6BJX0B0EIu2FUe2HJhfTeCN2QuBP2Ewb5IJaVTE6Hg"
)
REGEX_DIGITS = "0123456789abcdefghijklmnopqrstuv"
REGEX_MORE_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZwxyz~_"
REGEX_UNICODE_ESCAPE = (
    r"u(?:[0-9A-Fa-f]{4}|\{0*(?:10[0-9A-Fa-f]{4}|[0-9A-Fa-f]{1,5})\})"
)
REGEX_NAME = re.compile(rf"<((?:[^\\>]|\\{REGEX_UNICODE_ESCAPE})+)>")
REGEX_ESCAPE = re.compile(
    r"\\(?:[fnrtv^$\\.*+?()\[\]{}|/]|c[A-Za-z]|0(?![0-9])|x[0-9A-Fa-f]{2}|"
    rf"{REGEX_UNICODE_ESCAPE})"
)
REGEX_CLASS_ESCAPE = re.compile(r"\\(?:[dDsSwW]|[pP]\{([A-Za-z0-9_=]+)\})")
REGEX_REFERENCE = re.compile(r"\\[1-9][0-9]*")
REGEX_QUANTIFIER = re.compile(r"(?:[*+?]|\{([0-9]+)(?:,([0-9]*))?\})\??")
REGEX_OPENING = re.compile(r"\((?:\?(?::|=|!|<=|<!))?")
REGEX_CONTROLS = {"b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}


def is_format_regex(text: str) -> bool:
    """A pattern of ECMA-262 22.2.1 with the u flag; the work is linear."""
    text = text.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "surrogatepass"
    )
    groups = 0
    highest = "0"
    referenced: set[str] = set()
    declared: set[str] = set()
    # Names that can take part together with what is being read;
    # per open group, those of this branch and of past ones.
    visible: set[str] = set()
    levels: list[tuple[str, list[str], list[str]]] = [("", [], [])]
    at = 0
    while 0 <= at < len(text):
        if text[at] == "(":
            at, name = regex_opening(text, at, levels)
            groups += levels[-1][0] == "("
            if name in visible:
                return False
            if name:
                visible.add(name)
                declared.add(name)
                levels[-2][1].append(name)
        elif text[at] == "|" or text[at] == ")":
            at = regex_branch_end(text, at, levels, visible)
        elif text[at] == "^" or text[at] == "$" or text.startswith((r"\b", r"\B"), at):
            at += 1 if text[at] != "\\" else 2
        elif text.startswith(r"\k", at):
            at, name = regex_name(text, at + 2)
            referenced.add(name)
            at = regex_quantifier(text, at)
        elif (found := REGEX_REFERENCE.match(text, at)) is not None:
            highest = max(
                highest, found[0][1:], key=lambda digits: (len(digits), digits)
            )
            at = regex_quantifier(text, found.end())
        else:
            at = regex_quantifier(text, regex_atom(text, at))
    has_groups = len(highest) < 7 and int(highest) <= groups
    return at >= 0 and len(levels) == 1 and has_groups and referenced <= declared


def regex_opening(
    text: str, at: int, levels: list[tuple[str, list[str], list[str]]]
) -> tuple[int, str]:
    """Past the opening of a group, its level added, or -1; and its name, if any."""
    found = REGEX_OPENING.match(text, at)
    opening = found[0] if found is not None else "("
    levels.append((opening, [], []))
    at += len(opening)
    return (
        regex_name(text, at + 1)
        if opening == "(" and text.startswith("?", at)
        else (at, "")
    )


def regex_branch_end(
    text: str,
    at: int,
    levels: list[tuple[str, list[str], list[str]]],
    visible: set[str],
) -> int:
    """Past the bar or the closing parenthesis with its quantifier, or -1.

    Names of other branches are out of sight.
    """
    opening, names, past = levels.pop()
    if text[at] == "|":
        visible.difference_update(names)
        levels.append((opening, [], past + names))
        return at + 1
    if not levels:
        levels.append(("unopened", [], []))
        return -1
    visible.update(past)
    levels[-1][1].extend(names + past)
    return regex_quantifier(text, at + 1) if opening in ("(", "(?:") else at + 1


def regex_quantifier(text: str, at: int) -> int:
    """Past the quantifier, if one is there; -1 for numbers out of order."""
    found = REGEX_QUANTIFIER.match(text, at) if at >= 0 else None
    if found is None:
        return at
    least = (found[1] or "").lstrip("0")
    most = (found[2] or "").lstrip("0")
    is_ordered = not found[2] or (len(least), least) <= (len(most), most)
    return found.end() if is_ordered else -1


def regex_atom(text: str, at: int) -> int:
    """Past one character, escape or class, or -1."""
    if text[at] == "[":
        return regex_class(text, at + 1)
    if text[at] == "\\":
        after, _ = regex_class_member(text, at)
        return -1 if text.startswith(r"\-", at) else after
    return -1 if text[at] in "*+?{}]" else at + 1


def regex_class(text: str, at: int) -> int:
    """Past the class that is open at `at`, or -1."""
    if text.startswith("^", at):
        at += 1
    while 0 <= at < len(text):
        if text[at] == "]":
            return at + 1
        at, first = regex_class_member(text, at)
        if (
            at >= 0
            and text.startswith("-", at)
            and not text.startswith("-]", at)
            and at + 1 < len(text)
        ):
            at, last = regex_class_member(text, at + 1)
            if first < 0 or last < first:
                return -1
    return -1


def regex_class_member(text: str, at: int) -> tuple[int, int]:
    """Past one member of a class, or -1; and its code point, or -1 for a class."""
    if text[at] != "\\":
        return at + 1, ord(text[at])
    if text.startswith((r"\b", r"\-"), at):
        return at + 2, 8 if text[at + 1] == "b" else 45
    found = REGEX_CLASS_ESCAPE.match(text, at)
    if found is not None:
        return (
            found.end() if found[1] is None or is_regex_property(found[1]) else -1
        ), -1
    found = REGEX_ESCAPE.match(text, at)
    if found is None:
        return -1, -1
    return regex_code(text, at, found.end())


def regex_code(text: str, at: int, after: int) -> tuple[int, int]:
    """Past the escape, or the pair that starts with it; and its code point."""
    sign = text[at + 1]
    if sign == "c":
        return after, ord(text[at + 2]) % 32
    if sign not in "xu":
        return after, REGEX_CONTROLS.get(sign, ord(sign))
    code = int(text[at + 2 : after].strip("{}"), 16)
    following = text[after : after + 6]
    is_pair = (
        0xD800 <= code <= 0xDBFF
        and text[at + 2] != "{"
        and re.match(r"\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}", following)
    )
    if not is_pair:
        return after, code
    return (
        after + 6,
        0x10000 + (code - 0xD800) * 0x400 + int(following[2:6], 16) - 0xDC00,
    )


def regex_name(text: str, at: int) -> tuple[int, str]:
    """Past the group name in angle brackets at `at`, or -1; and the name."""
    found = REGEX_NAME.match(text, at)
    if found is None:
        return -1, ""
    name = ""
    at += 1
    while at < found.end() - 1:
        at, code = (
            regex_code(text, at, regex_escape_end(text, at))
            if text[at] == "\\"
            else (at + 1, ord(text[at]))
        )
        bounds = regex_bounds(REGEX_NAME_PARTS if name else REGEX_NAME_STARTS)
        if bisect_right(bounds, code) % 2 == 0 and code not in (
            (36, 0x200C, 0x200D) if name else (36, 95)
        ):
            return -1, ""
        name += chr(code)
    return found.end(), name


def regex_escape_end(text: str, at: int) -> int:
    """Past the escape at `at`, which is known to be one."""
    found = REGEX_ESCAPE.match(text, at)
    return found.end() if found is not None else at + 1


def is_regex_property(expression: str) -> bool:
    """Whether the expression names a property or a value (ECMA-262 tables 67 to 69)."""
    name, equals, value = expression.partition("=")
    if not equals:
        return name in REGEX_CATEGORIES or name in REGEX_BINARY_PROPERTIES
    if name in ("gc", "General_Category"):
        return value in REGEX_CATEGORIES
    return (
        name in ("sc", "Script", "scx", "Script_Extensions") and value in REGEX_SCRIPTS
    )


@functools.cache
def regex_bounds(text: str) -> tuple[int, ...]:
    """The bounds of the ranges in `text`: the first of each, and one past its last."""
    bounds: list[int] = []
    at = value = 0
    for digit in text:
        if digit in REGEX_MORE_DIGITS:
            value = value * 32 + REGEX_MORE_DIGITS.index(digit)
        else:
            at += value * 32 + REGEX_DIGITS.index(digit)
            value = 0
            bounds.append(at)
    return tuple(bounds)
