// Regenerates properties.txt, the Unicode property table, from the engine that runs this script.
//
//     node generator/patterns/derive_properties.mjs > generator/patterns/properties.txt
//
// ECMA-262 22.2.2 (tables 67 to 69) names the general categories, scripts and binary properties that a pattern may use.
// Each line of the table is `KIND NAME[,ALIAS...] RANGES`. KIND: g general category, G union of categories (RANGES lists
// them), s script, x script extensions (written where they differ from the script), b binary property.
// RANGES are the distances between successive bounds (first of a range, then one past its last), as base-32 digits 0-9a-v;
// all but the last digit of a number are written in the second alphabet "ABC...Zwxyz~" so that no separator is needed.

const LAST = "0123456789abcdefghijklmnopqrstuv";
const MORE = "ABCDEFGHIJKLMNOPQRSTUVWXYZwxyz~_";

const CATEGORIES = `Cc,Control,cntrl Cf,Format Cn,Unassigned Co,Private_Use Cs,Surrogate Ll,Lowercase_Letter Lm,Modifier_Letter
Lo,Other_Letter Lt,Titlecase_Letter Lu,Uppercase_Letter Mc,Spacing_Mark Me,Enclosing_Mark Mn,Nonspacing_Mark
Nd,Decimal_Number,digit Nl,Letter_Number No,Other_Number Pc,Connector_Punctuation Pd,Dash_Punctuation Pe,Close_Punctuation
Pf,Final_Punctuation Pi,Initial_Punctuation Po,Other_Punctuation Ps,Open_Punctuation Sc,Currency_Symbol Sk,Modifier_Symbol
Sm,Math_Symbol So,Other_Symbol Zl,Line_Separator Zp,Paragraph_Separator Zs,Space_Separator`;

const UNIONS = `C,Other=Cc,Cf,Cn,Co,Cs L,Letter=Ll,Lm,Lo,Lt,Lu LC,Cased_Letter=Ll,Lt,Lu M,Mark,Combining_Mark=Mc,Me,Mn
N,Number=Nd,Nl,No P,Punctuation,punct=Pc,Pd,Pe,Pf,Pi,Po,Ps S,Symbol=Sc,Sk,Sm,So Z,Separator=Zl,Zp,Zs`;

const BINARY = `ASCII ASCII_Hex_Digit,AHex Alphabetic,Alpha Any Assigned Bidi_Control,Bidi_C Bidi_Mirrored,Bidi_M Case_Ignorable,CI
Cased Changes_When_Casefolded,CWCF Changes_When_Casemapped,CWCM Changes_When_Lowercased,CWL
Changes_When_NFKC_Casefolded,CWKCF Changes_When_Titlecased,CWT Changes_When_Uppercased,CWU Dash
Default_Ignorable_Code_Point,DI Deprecated,Dep Diacritic,Dia Emoji Emoji_Component,EComp Emoji_Modifier,EMod
Emoji_Modifier_Base,EBase Emoji_Presentation,EPres Extended_Pictographic,ExtPict Extender,Ext Grapheme_Base,Gr_Base
Grapheme_Extend,Gr_Ext Hex_Digit,Hex IDS_Binary_Operator,IDSB IDS_Trinary_Operator,IDST ID_Continue,IDC ID_Start,IDS
Ideographic,Ideo Join_Control,Join_C Logical_Order_Exception,LOE Lowercase,Lower Math Noncharacter_Code_Point,NChar
Pattern_Syntax,Pat_Syn Pattern_White_Space,Pat_WS Quotation_Mark,QMark Radical Regional_Indicator,RI Sentence_Terminal,STerm
Soft_Dotted,SD Terminal_Punctuation,Term Unified_Ideograph,UIdeo Uppercase,Upper Variation_Selector,VS White_Space,WSpace,space
XID_Continue,XIDC XID_Start,XIDS`;

const SCRIPTS = `Adlm,Adlam Aghb,Caucasian_Albanian Ahom,Ahom Arab,Arabic Armi,Imperial_Aramaic Armn,Armenian Avst,Avestan
Bali,Balinese Bamu,Bamum Bass,Bassa_Vah Batk,Batak Beng,Bengali Berf,Beria_Erfe Bhks,Bhaiksuki Bopo,Bopomofo Brah,Brahmi
Brai,Braille Bugi,Buginese Buhd,Buhid Cakm,Chakma Cans,Canadian_Aboriginal Cari,Carian Cham,Cham Cher,Cherokee
Chrs,Chorasmian Copt,Coptic,Qaac Cpmn,Cypro_Minoan Cprt,Cypriot Cyrl,Cyrillic Deva,Devanagari Diak,Dives_Akuru Dogr,Dogra
Dsrt,Deseret Dupl,Duployan Egyp,Egyptian_Hieroglyphs Elba,Elbasan Elym,Elymaic Ethi,Ethiopic Gara,Garay Geor,Georgian
Glag,Glagolitic Gong,Gunjala_Gondi Gonm,Masaram_Gondi Goth,Gothic Gran,Grantha Grek,Greek Gujr,Gujarati Gukh,Gurung_Khema
Guru,Gurmukhi Hang,Hangul Hani,Han Hano,Hanunoo Hatr,Hatran Hebr,Hebrew Hira,Hiragana Hluw,Anatolian_Hieroglyphs
Hmng,Pahawh_Hmong Hmnp,Nyiakeng_Puachue_Hmong Hrkt,Katakana_Or_Hiragana Hung,Old_Hungarian Ital,Old_Italic Java,Javanese
Kali,Kayah_Li Kana,Katakana Kawi,Kawi Khar,Kharoshthi Khmr,Khmer Khoj,Khojki Kits,Khitan_Small_Script Knda,Kannada
Krai,Kirat_Rai Kthi,Kaithi Lana,Tai_Tham Laoo,Lao Latn,Latin Lepc,Lepcha Limb,Limbu Lina,Linear_A Linb,Linear_B Lisu,Lisu
Lyci,Lycian Lydi,Lydian Mahj,Mahajani Maka,Makasar Mand,Mandaic Mani,Manichaean Marc,Marchen Medf,Medefaidrin
Mend,Mende_Kikakui Merc,Meroitic_Cursive Mero,Meroitic_Hieroglyphs Mlym,Malayalam Modi,Modi Mong,Mongolian Mroo,Mro
Mtei,Meetei_Mayek Mult,Multani Mymr,Myanmar Nagm,Nag_Mundari Nand,Nandinagari Narb,Old_North_Arabian Nbat,Nabataean
Newa,Newa Nkoo,Nko Nshu,Nushu Ogam,Ogham Olck,Ol_Chiki Onao,Ol_Onal Orkh,Old_Turkic Orya,Oriya Osge,Osage Osma,Osmanya
Ougr,Old_Uyghur Palm,Palmyrene Pauc,Pau_Cin_Hau Perm,Old_Permic Phag,Phags_Pa Phli,Inscriptional_Pahlavi
Phlp,Psalter_Pahlavi Phnx,Phoenician Plrd,Miao Prti,Inscriptional_Parthian Rjng,Rejang Rohg,Hanifi_Rohingya Runr,Runic
Samr,Samaritan Sarb,Old_South_Arabian Saur,Saurashtra Sgnw,SignWriting Shaw,Shavian Shrd,Sharada Sidd,Siddham
Sidt,Sidetic Sind,Khudawadi Sinh,Sinhala Sogd,Sogdian Sogo,Old_Sogdian Sora,Sora_Sompeng Soyo,Soyombo Sund,Sundanese
Sunu,Sunuwar Sylo,Syloti_Nagri Syrc,Syriac Tagb,Tagbanwa Takr,Takri Tale,Tai_Le Talu,New_Tai_Lue Taml,Tamil Tang,Tangut
Tavt,Tai_Viet Tayo,Tai_Yo Telu,Telugu Tfng,Tifinagh Tglg,Tagalog Thaa,Thaana Thai,Thai Tibt,Tibetan Tirh,Tirhuta
Tnsa,Tangsa Todr,Todhri Tols,Tolong_Siki Toto,Toto Tutg,Tulu_Tigalari Ugar,Ugaritic Vaii,Vai Vith,Vithkuqi
Wara,Warang_Citi Wcho,Wancho Xpeo,Old_Persian Xsux,Cuneiform Yezi,Yezidi Yiii,Yi Zanb,Zanabazar_Square
Zinh,Inherited,Qaai Zyyy,Common Zzzz,Unknown`;

const words = (text) => text.split(/\s+/);
const accepted = (expression) => {
  try { return new RegExp(`\\p{${expression}}`, "u"); } catch { return null; }
};

let everything = "";
for (let code = 0; code <= 0x10ffff; code++) {
  // Surrogates are tested one by one below: side by side in one string they would join.
  if (code < 0xd800 || code > 0xdfff) everything += String.fromCodePoint(code);
}

function ranges(expression) {
  const found = [];
  const add = (first, after) => {
    const last = found[found.length - 1];
    if (last && last[1] === first) last[1] = after; else found.push([first, after]);
  };
  const surrogates = [];
  const one = new RegExp(`^\\p{${expression}}$`, "u");
  for (let code = 0xd800; code <= 0xdfff; code++) if (one.test(String.fromCharCode(code))) surrogates.push(code);
  let flushed = false;
  const flush = () => { flushed = true; for (const code of surrogates) add(code, code + 1); };
  for (const run of everything.matchAll(new RegExp(`\\p{${expression}}+`, "gu"))) {
    for (const character of run[0]) {
      const code = character.codePointAt(0);
      if (code > 0xdfff && !flushed) flush();
      add(code, code + 1);
    }
  }
  if (!flushed) flush();
  return found;
}

function number(value) {
  let digits = LAST[value & 31];
  for (let rest = value >> 5; rest; rest >>= 5) digits = MORE[rest & 31] + digits;
  return digits;
}

function encoded(expression) {
  let at = 0, text = "";
  for (const bound of ranges(expression).flat()) { text += number(bound - at); at = bound; }
  return text;
}

const lines = [`# Unicode ${process.versions.unicode}`];
const line = (kind, names, text) => lines.push(`${kind} ${names} ${text}`.trimEnd());
for (const names of words(CATEGORIES)) line("g", names, encoded(names.split(",")[0]));
for (const union of words(UNIONS)) line("G", ...union.split("="));
for (const names of words(BINARY)) line("b", names, encoded(names.split(",")[0]));
for (const names of words(SCRIPTS)) {
  const [short] = names.split(",");
  if (!names.split(",").every((name) => accepted(`sc=${name}`))) continue;
  const script = encoded(`sc=${short}`), extensions = encoded(`scx=${short}`);
  const known = [...new Set(names.split(","))].join(",");
  line("s", known, script);
  if (extensions !== script) line("x", known, extensions);
}
process.stdout.write(lines.join("\n") + "\n");
