import bisect
import itertools
import re

# Unicode 14.0.0 by RFC 5892, as runs of code points: a length (1 where absent) and
# a class. "." disallowed or unassigned, "c" with a contextual rule, all others PVALID:
# "g" Greek, "h" Hebrew, "j" Hiragana, Katakana or Han, joining types "L", "D", "R"
# and "T", "H" both Hebrew and "T", "p" none of these.
_IDNA_RUNS = re.findall(
    "([0-9]*)([^0-9])",
    "45.p2.10p39.26p60.c39.24p.8p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p3.p."
    "2p.p.p.p3.p.p.p.p2.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p2.p.p.p.p2.p.p2.p"
    "3.2p4.p2.p3.3p2.p2.p.p.p2.p.2p.p2.p3.p.p2.3p.7p10.p.p.p.p.p.p.p.2p.p.p.p.p.p.p.p.p"
    ".2p4.p3.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.7p2.p2.2p.p4.p.p"
    ".p.p.97p9.9p4.12p26.p.p17.64T2.T3.9T.32T.g.g.c.g3.3g18.g27.35g8.g.g.g.g.g.g.p.p.p."
    "p.p.p.p3.g4.g2.2g51.48p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.5T3.p.p.p.p.p.p.p.p.p.p."
    "p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p2.p.p.p.p.p.p.2p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p."
    "p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p41.p6.39p.p8.45H.H."
    "2H.2H.H8.27h4.4h2c27.11T5.Dp4RDRDR5D4R13D.7DR2D21T10c4.2DT3Rp4.15D18R38DR2D9RDRDR"
    "2D2R.R7T2.6T2p2T.4T2R10c3D2pD16.RT3D5R4DR9DRDRDR2DR27T2.R11D3R15D2R4DRD2R3D2R6D38p"
    "11Tp14.10p33D9T2p7.T2.22p4Tp9Tp3Tp5T18.R5D2RDR10DRD3R3T4.Dp4DpRD2R5.19R3pDp.5DR9."
    "8T10D3RpR2D2R6DR15Dp24T.32T55pTpT4p8T4pT3p7T8.2p2T2.10p.16pT2p.8p2.2p2.22p.7p.p3."
    "4p2.T4p4T2.2p2.2pTp8.p8.2p2T2.12p10.p.T2.2Tp.6p4.2p2.22p.7p.p2.p2.2p2.T.3p2T4.2T2."
    "3T3.T10.p9.10p2T3pT11.2Tp.9p.3p.22p.7p.2p.5p2.T4p5T.2Tp.2pT2.p15.2p2T2.10p9.p6T.T"
    "2p.8p2.2p2.22p.7p.2p.5p2.T2pTp4T2.2p2.2pT7.2Tp7.3p2T2.10p.p16.Tp.6p3.3p.4p3.2p.p."
    "2p3.2p3.3p3.12p4.2pT2p3.3p.3pT2.p6.p14.10p16.T3pT8p.3p.23p.16p2.Tp3T4p.3T.4T7.2T."
    "3p2.p2.2p2T2.10p16.pT2p.8p.3p.23p.10p.5p2.T2pT5p.T2p.2p2T7.2p6.2p.2p2T2.10p.2p13."
    "2T11p.3p.41p2T4p4T.3p.3pTp5.4p7.3p2T2.10p10.6p.T2p.18p3.24p.9p.p2.7p3.T4.3p3T.T.8p"
    "6.10p2.2p13.48pTp.7T5.7p8T.10p39.2p.p.5p.24p.p.10pTp.9Tp2.5p.p.6T2.10p4.2p32.p10.p"
    "12.2T6.10p11.T.T.T4.5p.4p.4p.4p.4p.4p.12p.3p4.2T.T5.5TpT.3T.2T5p6T.4T.4T.4T.4T.4T."
    "12T.3T9.T57.45p4Tp6Tp2T2p2T11p6.8p2T4p3T16p4T13pT2p2T6pT15pT50.43p2.3p256.73p.4p2."
    "7p.p.4p2.41p.4p2.33p.4p2.7p.p.4p2.15p.57p.4p2.67p2.3T32.16p16.86p11.620p2.17p.26p"
    "5.75p6.8p7.18p3Tp9.19p2Tp11.18p2T12.13p.3p.2T12.52p2.p7T8pT2p11T3.p4.pT2.10p38.10p"
    "6.89D7.5p2T34DTD5.70p10.31p.3T4p2T3p4.2pT6p3T10.40p2.5p11.44p4.26p6.10p38.23p2T2pT"
    "4.54pTp7T.TpT2p8T6p10T2.T10p6.10p13.p8.14T.16T49.4T48pTp5TpT5pT10p3.10p17.9T12.2T"
    "32p4T2p2Tp3T56pTp2T3pTp3T2p12.44p8T2p2T8.10p3.49p82.3T.13Tp7T4pT6pT3p2Tp5.38p5gp3."
    "p11.p18.p28.13p.34p37.64T.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p."
    "p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p."
    "p.p.p.p.p.5p2.2p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p"
    ".p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p8g8.6g10.8g8.8g8.6g10.8g8.8g8.g.g.g.g.g.g.g51.2g4."
    "g15.g9.3g3.2g8.3g.4g14.g21.2c320.p53.p2731.48p.p3.2p.p.p.p4.p.2p.6p5.p.p.p.p.p.p.p"
    ".p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p"
    ".p.2p7.p.p3T.p12.38p.p5.p2.56p23.T23p9.7p.7p.7p.7p.7p.7p.7p.7p.32T47.p469.jpj34.4T"
    "14.p4.86j2.2T2.2j2.90jcp2j6.43p112.32p48.16j512.6592j64.20992j1165p67.46p2.269p3."
    "28p21.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.2pT4.10T.p.p.p.p.p.p.p.p.p.p.p.p"
    ".p.p.p2.2T70p10.2T37.9p3.p.p.p.p.p.p.3p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p.p."
    "p.p.p.p.p.p.p.p.p.p.8p.p.p2.p.p.p.p.2p3.p.2p.p.3p.p.p.p.p.p.p.p.p.p.p5.p5.p.p.p.p."
    "p.p.p.p4.p.p6.p.p.p.p.p28.2p2.8pT3pT4pT25p2Tp4.T19.50DLp12.68p2T10.10p6.18T6p3.p."
    "2pT38p8T2.23p11T2p44.3T48pT2p4T2p2T3p14.11p6.5pT25p.41p6T2p2T2p2T9.3pT8pTp2.10p6."
    "23p3.2pT51pTp3T2p2T5p2TpTp24.3p2.12p2T2p2.4pT10.6p2.6p2.6p9.7p.7p.43p5.5pg3p87.37p"
    "T2pT2p.pT2.10p6.11172p8810.2j.j.2j10.j.j.2j2.3j244.H769.16T67.p396.12p.26p.19p.2p."
    "15p2.14p34.123p258.T130.29p3.49p15.T31.32p13.20p.8p6.38p5T5.30p2.36p4.8p88.118p2."
    "10p46.36p4.40p8.52p51.11p.15p.7p.2p67.311p9.22p10.8p24.p127.6p2.p.44p.2p3.p2.23p"
    "10.23p9.31p65.19p.2p10.22p10.26p70.56p6.2p64.p3T.2T5.4T4p.3p.29p2.3T4.T32.29p3.29p"
    "35.5DRpR.2R2pL5R4DL5DR3DR2pR2T25.54p10.22p10.19p13.DRD3R3DR2DRD2RDR110.73p119.51p"
    "13.L33DRD4T8.10p326.42p.2T3.2p78.29p10.p8.3DR17Dp11T31.4D2R12D4T42.Dp2D3RpD2R2DR2D"
    "pD2RD27.23p9.pT54p15T31.10pT2p2Tp9.3T49p4T2p2T7.T13.25p7.10p6.3T36p5Tp8T.10p4.4p8."
    "35pT2.p9.2T52p9T6p4.4T.pT11p.p35.18p.28p3T2pTp2T6.T65.7p.p.4p.15p.10p7.47pT3p8T5."
    "10p6.2T2p.8p2.2p2.22p.7p.2p.5p.2T3pT4p2.2p2.3p2.p6.p5.7p2.7T3.5T139.56p8T2p3TpT4p"
    "5.10p4.T3p30.51p6TpT4p2Tp2T2p.p8.10p166.50p4T2.4p2Tp2T23.4p2T34.51p8T2pTp2T3.p11."
    "10p38.43pTpT2p6TpTp7.10p54.27p2.TpT2p4Tp5T4.10p6.7p185.47p9Tp2T133.42p21.8p2.p2.8p"
    ".2p.30p.2p2.2TpT4pT12.10p70.8p2.42p4T2.2T4pTp.2p27.p10T40p6T2p4T8.T8.p6T2p3T46p13T"
    "p2T3.p18.73p263.9p.38p7T.6TpTp15.10p24.30p2.22T.p7Tp2Tp2T73.7p.2p.38p6T3.T.2T.7TpT"
    "8.10p6.6p.2p.37p.2T.2pTpTp7.10p310.19p2T2p185.p79.922p230.196p2636.97p15.1071p"
    "4049.583p8633.569p7.31p.10p6.79p.10p6.30p2.5T11.48p7T9.4p12.10p9.21p5.19p720.32p"
    "128.75p4.T56p7.4T13p64.2p.jT11.2j14.6136p8.1238p42.9p8935.4j.7j.2j.291j45.3j17.4j"
    "8.396p2308.107p5.13p3.9p7.10p3.2T4705.46T2.23T2745.55T4.50T8.T14.T22.5T.15T1104."
    "31p225.7T.17T2.7T.2T.5T213.45p3.7T7p2.10p4.p321.30pT17.44p4T10p1254.7p.4p.2p.15p."
    "197p11.7T75.34D8T4.10p5798.42720j32.4153j7.222j2.5762j14.7473j5151.4939j",
)
_IDNA_STARTS = (0, *itertools.accumulate(int(length or 1) for length, _ in _IDNA_RUNS))
_IDNA_CLASSES = "".join(letter for _, letter in _IDNA_RUNS) + "."


def _idna_class(character: str) -> str:
    """The class of a code point (RFC 5892 section 2)."""
    return _IDNA_CLASSES[bisect.bisect_right(_IDNA_STARTS, ord(character)) - 1]
