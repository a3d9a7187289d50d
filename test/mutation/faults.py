"""Faults in emitted C: for each kind, the places of a translated text where one can be seeded.

A fault is a small change that would make the program wrong for some sizes, extents or plan. What is
changed is a text; whether it is a fault indeed is for the proof and the tests to say.
"""
import re
from collections import namedtuple

# start, end: the bytes that are replaced by text.
Fault = namedtuple("Fault", "kind function start end text")

HEAD = re.compile(r"^static [^;{}\n]*?\b(tp_\w+)\([^;{}]*\) \{$", re.M)


def functions(text):
    """(name, start of the body, end) of each emitted function."""
    for head in HEAD.finditer(text):
        end = text.find("\n}", head.end())
        if end > 0:
            yield head.group(1), head.end(), end


def role(name):
    for part in ("tile_scan", "jam_scan", "jam_block", "skew_scan", "face", "livein", "owned", "bounds", "points", "ranges", "pipeline",
                 "try", "run", "tile", "jam", "skew"):
        if re.search(r"_%s(_\d+)?$" % part, name):
            return part
    return ""


def replaced(pattern, new, text, start, end):
    """Each match of the pattern in text[start:end], with its replacement. Not in the conditions in front
    of runs: most of them follow from the runs' own bounds."""
    for match in re.compile(pattern).finditer(text, start, end):
        line = text.rfind("\n", 0, match.start()) + 1
        if text[line:match.start()].lstrip().startswith("if (") and not re.search("tp_box_at|tp_crosses", match[0]):
            continue
        yield match.start(), match.end(), match.expand(new) if isinstance(new, str) else new(match)


def other_dimension(match):
    return match.group(1) + "[" + ("1" if match.group(2) == "0" else "0") + "]"


def flipped(match):
    return match.group(1) + {"+": "-", "-": "+"}[match.group(2)] + match.group(3)


OTHER_COMBINATION = {"ADD": "XOR", "XOR": "ADD", "MULTIPLY": "ADD", "AND": "OR", "OR": "AND", "MIN": "MAX", "MAX": "MIN"}

# kind, role of the function, what, by what.
RULES = [
    ("face one short", "face", r"\) \+ 1\) \* (\d+)\)", r")) * \1)"),
    ("face one short", "face", r"(; tp_x\d) <= ", r"\1 < "),
    ("face left out", "face", r"\btp_run\(tp_s", "if (0) tp_run(tp_s"),
    ("face too large", "face", r"\) \+ 1\) \* (\d+)\)", r") + 2) * \1)"),
    ("face too large", "face", r"(; tp_x\d) <= ([^;]*);", r"\1 <= \2 + 1;"),
    ("halo too thin", "face", r"(tp_x\d = tp_b->tp_hi\[\d\] - )(\d)(?=;)", lambda m: m[1] + str(int(m[2]) - 1)),
    ("halo too thin", "face", r"(tp_run\([^;\n]*?tp_b->tp_hi\[\d\] - )(\d)\b", lambda m: m[1] + str(int(m[2]) - 1)),
    ("halo too thin", "face", r"(tp_x\d = )(tp_max\([^;]*);", r"\1\2 + 1;"),
    ("face of the wrong side", "face", r"(tp_b->tp_hi)\[(\d)\](?= - \d;)", other_dimension),
    ("wrong tag", "face", r"(tp_crosses == )(\d)", lambda m: m[1] + str(int(m[2]) % 3 + 1)),
    ("live-in left out", "livein", r"\btp_run\(tp_s", "if (0) tp_run(tp_s"),
    ("live-in one short", "livein", r"\) \+ 1\) \* (\d+)\)", r")) * \1)"),
    ("live-in one short", "livein", r"(; tp_x\d) <= ", r"\1 < "),
    ("live-in one short", "livein", r"(tp_x\d = tp_max\([^;]*);", r"\1 + 1;"),
    ("wrong owner", "owned", r"(tp_x\d = tp_max\([^;]*);", r"\1 + 1;"),
    ("wrong owner", "owned", r"(; tp_x\d) <= ", r"\1 < "),
    ("wrong owner", "owned", r"\) \+ 1\) \* (\d+)\)", r")) * \1)"),
    ("wrong owner", "owned", r"\) \+ 1\) \* (\d+)\)", r") + 2) * \1)"),
    ("wrong owner", "owned", r"\btp_run\(tp_s", "if (0) tp_run(tp_s"),
    ("wrong owner", "owned", r"(tp_run\([^;\n]*?)tp_max\(tp_b->tp_lo\[(\d)\]", r"\1tp_max(tp_b->tp_lo[\2] - 1"),
    ("order swapped", "tile_scan", r"for \((\w+) = ([^;]*); \1 <= ([^;]*); \1\+\+\)", r"for (\1 = \3; \1 >= \2; \1--)"),
    ("order swapped", "tile_scan", r"for \((\w+) = ([^;]*); \1 >= ([^;]*); \1--\)", r"for (\1 = \3; \1 <= \2; \1++)"),
    ("tile off by one", "tile_scan", r"(\w+ >= \w+); (\w+)--\)", r"\1 + 1; \2--)"),
    ("order swapped", "jam_scan", r"for \((\w+) = ([^;]*); \1 <= ([^;]*); \1\+\+\)", r"for (\1 = \3; \1 >= \2; \1--)"),
    ("order swapped", "jam_scan", r"for \(tp_k = 0; tp_k < (\d+); tp_k\+\+\)", r"for (tp_k = \1 - 1; tp_k >= 0; tp_k--)"),
    ("order swapped", "jam_scan", r"(tp_k < (\d+); tp_k\+\+\) \{\n\s*\w+ = tp_row \+ )tp_k;", r"\1(\2 - 1 - tp_k);"),
    ("wrong sign of a skew", "tile_scan", r"(tp_(?:lo|hi)\[\d\] )([-+])( \d? ?\*? ?\(?\w)", flipped),
    ("wrong sign of a skew", "bounds", r"(\w )([-+])( 2 \* )", flipped),
    ("wrong sign of a skew", "face", r"(tp_x\d )([-+])( \d? ?\*? ?tp_b)", flipped),
    ("wrong sign of a skew", "face", r"(tp_(?:lo|hi)\[\d\] )([-+])( tp_x\d)", flipped),
    ("wrong sign of a skew", "owned", r"(tp_(?:lo|hi)\[\d\] )([-+])( tp_x\d)", flipped),
    ("tile off by one", "tile_scan", r"(const tp_int tp_last\d = [^;]*);", r"\1 - 1;"),
    ("tile off by one", "tile_scan", r"(const tp_int tp_last\d = [^;]*);", r"\1 + 1;"),
    ("tile off by one", "tile_scan", r"for \((\w+) = ([^;]*);", r"for (\1 = \2 + 1;"),
    ("tile off by one", "tile_scan", r"(tp_b->tp_(?:lo|hi))\[([01])\]", other_dimension),
    ("piece of a row wrong", "tile_scan", r"(; tp_end\d = tp_last\d)\)", r"\1 + 1)"),
    ("piece of a row wrong", "tile_scan", r"(; tp_end\d = )tp_last(\d)\)", r"\1tp_end\2)"),
    ("piece of a row wrong", "tile_scan", r"(tp_first_piece\(\w+, tp_last\d)", r"\1 + 1"),
    ("piece of a row wrong", "tile_scan", r"(tp_end\d = tp_first_piece\([^;]*);", r"\1 + 1;"),
    ("piece of a row wrong", "tile_scan", r"(for \(; \w+ <)= (tp_end\d)", r"\1 \2"),
    ("piece of a row wrong", "tile_scan", r"for \(; (\w+) <= tp_end(\d)", r"for (; \1 <= tp_last\2"),
    ("piece of a row wrong", "tile_scan", r"(; \w+ <)= (tp_last\d; tp_end\d = )", r"\1 \2"),
    ("wrong stride", "tile_scan", r"tp_stride\((.*?), (\d+), (\(tp_int\)\w+)\)", r"tp_stride(\1, \2 + 1, \3)"),
    ("wrong stride", "tile_scan", r"tp_stride\((.*?), (\d+), (\(tp_int\)\w+)\)", r"tp_stride(\1 + 1, \2, \3)"),
    ("wrong stride", "tile_scan", r"tp_stride\((.*?), (\d+), (\(tp_int\)\w+)\)", r"tp_stride(\1, \2, 1)"),
    ("wrong stride", "tile_scan", r"tp_stride\((.*?), (\d+), (\(tp_int\)\w+)\)", r"\1"),
    ("wrong stride", "tile_scan", r"(tp_n\d \+= )\(tp_int\)\w+", r"\g<1>1"),
    ("wrong stride", "tile_scan", r"(tp_n\d \+= )\(tp_int\)high", r"\1(tp_int)wide"),
    ("bounds off by one", "bounds", r"(tp_out->tp_hi\[\d\] = (?!\(tp_int\)1)[^;]*?)( : 0)?;", r"\1 - 1\2;"),
    ("bounds off by one", "bounds", r"(tp_out->tp_lo\[\d\] = (?!0; .* << )[^;]*?)( : 0)?;", r"\1 + 1\2;"),
    ("boxes taken for empty", "points", r" \+ 1, 0\);", ", 0);"),
    ("boxes taken for empty", "points", r"return tp_count;", "return tp_count - 1;"),
    ("ranges too small", "ranges", r"(tp_past = [^;]*?) \+ \d+( : 0)?;", r"\1\2;"),
    ("ranges too small", "ranges", r"(tp_first = (?!tp_out)[^;]*?)( : 0)?;", r"\1 + 8\2;"),
    ("jam wrong", "jam_scan", r"tp_row \+= (\d+)", lambda m: "tp_row += %d" % (int(m[1]) + 1)),
    ("jam wrong", "jam_scan", r"tp_row \+= (\d+)", lambda m: "tp_row += %d" % (int(m[1]) - 1)),
    ("jam wrong", "jam_scan", r"tp_row \+ (\d+) <=", lambda m: "tp_row + %d <=" % (int(m[1]) - 1)),
    ("jam wrong", "jam_scan", r"tp_k < (\d+)", lambda m: "tp_k < %d" % (int(m[1]) - 1)),
    ("jam wrong", "jam_scan", r"tp_rest\.tp_lo\[(\d)\] = tp_row;", r"tp_rest.tp_lo[\1] = tp_row + 1;"),
    ("jam wrong", "jam_scan", r"if \(tp_row <= (\w+)\)", r"if (tp_row < \1)"),
    ("call wrong", "jam_scan", r"(tp_held\[\w+ - tp_b->tp_lo\[\d\])( \+ 1)?\]", lambda m: m[1] + ("]" if m[2] else " + 1]")),
    ("call wrong", "jam_scan", r"(tp_held\S* - tp_b->tp_lo\[\d\](?: \+ 1)?\]\[\w+ - tp_b->tp_lo\[\d\])( \+ 1)?\]",
     lambda m: m[1] + ("]" if m[2] else " + 1]")),
    ("call wrong", "jam_scan", r"(tp_held[^\n=]* = \w+\(\w+(?:\[\w+\])*\[\w+) - 1\]", r"\1]"),
    ("call wrong", "jam_scan", r"\bif \((\w+) == (tp_first\d)\)", r"if (\1 == \2 + 1)"),
    ("call wrong", "jam_scan", r"\bif \((\w+) <= (tp_last\d)\)", r"if (\1 + 6 < \2)"),
    ("call wrong", "jam_scan", r"\bif \((\w+ < tp_last\d \|\| )", r"if (0 && \1"),
    ("call wrong", "jam_scan", r"(tp_held[^\n=]* = )sqrtf?\(", r"\1cbrt("),
    ("call wrong", "jam", r"(tp_in_blocks\(tp_b, \d, )(\d+)", lambda m: m[1] + str(int(m[2]) + 1)),
    ("call wrong", "jam", r"(tp_in_blocks\(tp_b, \d, \d+, )(\d+)", lambda m: m[1] + str(int(m[2]) + 1)),
    ("held wrong", "jam_scan", r"(tp_held\[\d\]\[tp_k)( \+ 1)?\]", lambda m: m[1] + ("]" if m[2] else " + 1]")),
    ("held wrong", "jam_scan", r"(tp_held\[)([01])(?=\]\[tp_k)", lambda m: m[1] + str(1 - int(m[2]))),
    ("held wrong", "jam_scan", r"(tp_held[^\n=]* = (?:TP_HELD\w*\()?\w+\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("held wrong", "jam_scan", r"(tp_held[^\n=]* = (?:TP_HELD\w*\()?\w+\[[^]]*\]\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("held wrong", "jam_scan", r"tp_held\[\d\]\[[^\n;=]*\] = [^\n;]*;", ";"),
    ("held wrong", "jam_scan", r"(tp_value)([12]) = ", lambda m: m[1] + str(3 - int(m[2])) + " = "),
    ("held wrong", "jam_scan", r"i = tp_row;", "i = tp_row + 1;"),
    ("jam wrong", "jam", r"tp_lo\[(\d)\] \+= (\d+)", lambda m: "tp_lo[%s] += %d" % (m[1], int(m[2]) + 1)),
    ("jam wrong", "jam", r"tp_lo\[(\d)\] \+ (\d+),", lambda m: "tp_lo[%s] + %d," % (m[1], int(m[2]) + 1)),
    ("jam wrong", "jam", r"tp_lo\[(\d)\] \+ (\d+),", lambda m: "tp_lo[%s] + %d," % (m[1], int(m[2]) - 1)),
    ("order swapped", "skew_scan", r"for \((tp_row) = ([^;]*); \1 <= ([^;]*); \1 \+= (\d+)\)", r"for (\1 = \3; \1 >= \2; \1 -= \4)"),
    ("order swapped", "skew_scan", r"for \((tp_w) = ([^;]*); \1 <= ([^;]*); \1\+\+\)", r"for (\1 = \3; \1 >= \2; \1--)"),
    ("lines wrong", "skew_scan", r"(\w+ = tp_w - )(\d+)( \* )", lambda m: m[1] + str(int(m[2]) - 1) + m[3]),
    ("lines wrong", "skew_scan", r"(\w+ = tp_w - )(\d+)( \* )", lambda m: m[1] + str(int(m[2]) + 1) + m[3]),
    ("lines wrong", "skew_scan", r"(\w+ = tp_w )- ", r"\1+ "),
    ("lines wrong", "skew_scan", r"(\w+ = tp_w)( - \(tp_int\)\w+| - tp_c\d)?;", r"\1\2 + 1;"),
    ("lines wrong", "skew_scan", r"tp_row \+= (\d+)", lambda m: "tp_row += %d" % (int(m[1]) + 1)),
    ("lines wrong", "skew_scan", r"tp_row \+= (\d+)", lambda m: "tp_row += %d" % (int(m[1]) - 1)),
    ("lines wrong", "skew_scan", r"tp_row \+ (1[0-9]|2[0-9])\)", lambda m: "tp_row + %d)" % (int(m[1]) - 1)),
    ("lines wrong", "skew_scan", r"tp_row \+ (11|23)\)", lambda m: "tp_row + %d)" % (int(m[1]) + 1)),
    ("tile off by one", "skew_scan", r"(const tp_int tp_last\d = [^;]*);", r"\1 - 1;"),
    ("tile off by one", "skew_scan", r"(const tp_int tp_last\d = [^;]*);(?=\n *for \((?!tp_row|tp_w)\w+ =)", r"\1 + 1;"),
    ("tile off by one", "skew_scan", r"for \(((?!tp_row\b|tp_w\b)\w+) = ([^;]*);", r"for (\1 = \2 + 1;"),
    ("ring wrong", "skew_scan", r"tp_chunk\+\+", "tp_chunk += 2"),
    ("ring wrong", "skew_scan", r"tp_from = (\d+) \* tp_chunk", lambda m: "tp_from = %d * tp_chunk" % (int(m[1]) + 1)),
    ("ring wrong", "skew_scan", r"\btp_(to|from)_lines\(", r"if (0) tp_\1_lines("),
    ("ring wrong", "skew_scan", r"(tp_reach\[\]\)\{\{0, )-1", r"\g<1>0"),
    ("ring wrong", "skew_scan", r"(tp_reach\[\]\)\{\{0, -1, )1", r"\g<1>0"),
    ("ring wrong", "skew_scan", r"(TP_HELD\([^\n]*& \(TP_LINES - 1\)\]\[[^]\n]*)\]", r"\1 + 1]"),
    ("ring wrong", "skew_scan", r"\((tp_w [-+] )(\d+)(\) & )", lambda m: "(" + m[1] + str(int(m[2]) + 1) + m[3]),
    ("ring wrong", "skew_scan", r"( - )(\d+)( \* \(\(tp_int\)\w+ - tp_turn\))", lambda m: m[1] + str(int(m[2]) - 1) + m[3]),
    ("ring wrong", "skew_scan", r"(tp_from_lines\([^\n]*, tp_from - )(\d+)(, tp_from)", lambda m: m[1] + str(int(m[2]) - 1) + m[3]),
    ("ring wrong", "skew_scan", r"(tp_to_lines\([^\n]*, tp_from)(, tp_from)", r"\1 + 1\2"),
    ("ring wrong", "skew_scan", r"(tp_to_lines\([^\n]*?tp_edge\[\]\)\{\{[^}\n]*)(, -?\d\})", r"\1 + 1\2"),
    ("ring wrong", "skew_scan", r"(tp_from_lines\([^\n]*?tp_edge\[\]\)\{\{[^}\n]*)(, -?\d\})", r"\1 + 1\2"),
    ("ring wrong", "skew_scan", r"(tp_hi\[0\] - tp_b->tp_lo\[0\] <= )(\d+)", lambda m: m[1] + str(int(m[2]) + 1)),
    ("ring wrong", "skew_scan", r"(__typeof__[^\n]* tp_written) = TP_HELD[^\n]*;", r"\1;"),
    ("cells wrong", "skew_scan", r"(tp_held\[\([^]\n]*?)(?: \+ (\d))?\) % ", lambda m: m[1] + " + %d) %% " % (int(m[2] or 0) + 1)),
    ("cells wrong", "skew_scan", r"(% \d+\]\[[^]\n]*)\]", r"\1 + 1]"),
    ("cells wrong", "skew_scan", r"(tp_held[^\n=]* = \w+\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("cells wrong", "skew_scan", r"(tp_held[^\n=]* = \w+\[[^]]*\]\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("cells wrong", "skew_scan", r"\n[^\n]*tp_held\[[^\n;=]*\] = [^\n;]*;", "\n;"),
    ("cells wrong", "skew_scan", r"(tp_value)([12]) = ", lambda m: m[1] + str(3 - int(m[2])) + " = "),
    ("cells wrong", "skew_scan", r"\btp_from_ring\(", "if (0) tp_from_ring("),
    ("cells wrong", "skew_scan", r"(tp_from \+ )(\d+)", lambda m: m[1] + str(int(m[2]) - 1)),
    ("cells wrong", "skew_scan", r"tp_from \+= (\d+)", lambda m: "tp_from += %d" % (int(m[1]) + 1)),
    ("cells wrong", "skew_scan", r"(tp_from_ring\([^\n]*? - )(\d+)", lambda m: m[1] + str(int(m[2]) + 1)),
    ("cells wrong", "skew_scan", r"(tp_from_ring\([^\n]*tp_first\d)", r"\1 + 1"),
    ("cells wrong", "skew_scan", r"(tp_from_ring\([^\n]*?, )tp_rows", r"\1tp_min(tp_rows, tp_from + 16)"),
    ("cells wrong", "skew_scan", r"(tp_from_ring\([^\n]*tp_last\d)", r"\1 - 1"),
    ("cells wrong", "skew_scan", r"(tp_lines = [^;]*?)(\d+);", lambda m: m[1] + str(int(m[2]) + 1) + ";"),
    ("cells wrong", "skew_scan", r"(tp_(?:row|column) = [^;]*);", r"\1 + 1;"),
    ("cells wrong", "skew_scan", r"(tp_row )-( tp_k)", r"\1+\2"),
    ("cells wrong", "skew_scan", r"(tp_shift_lanes\([^\n]* \+ )(\d+)(,[^\n]*)", lambda m: m[1] + str(int(m[2]) + 1) + m[3]),
    ("cells wrong", "skew_scan", r"(tp_shift_lanes\([^\n]*tp_begin_lane)", r"\1 + 1"),
    ("cells wrong", "skew_scan", r"(tp_shift_lanes\([^\n]*tp_last_lane)", r"\1 - 1"),
    ("cells wrong", "skew_scan", r"if \(!(tp_shift_lanes)", r"if (\1"),
    ("cells wrong", "skew_scan", r"(tp_(?:begin|last)_lane = tp_m(?:ax|in)\()(\d+)", lambda m: m[1] + str(int(m[2]) + 1)),
    ("cells wrong", "skew_scan", r"(if \(tp_w )<( tp_rows)", r"\1<=\2"),
    ("cells wrong", "skew_scan", r"(if \(tp_w )(< tp_rows)", r"\1+ 1 \2"),
    ("roots wrong", "skew_scan", r"\btp_(roots|to_ring)\(", r"if (0) tp_\1("),
    ("roots wrong", "skew_scan", r"(tp_roots\([^\n]*tp_begin_lane)", r"\1 + 1"),
    ("roots wrong", "skew_scan", r"(tp_roots\([^\n]*tp_last_lane)", r"\1 - 1"),
    ("roots wrong", "skew_scan", r"(tp_roots\([^\n]*\[\d+)\]", r"\1 + 1]"),
    ("roots wrong", "skew_scan", r"(tp_root\w*\[[^\n=]* = sqrtf?\(\w+\[\w+\]\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("roots wrong", "skew_scan", r"(tp_to_ring\(\w+\[\w+)( - 1)?\]", lambda m: m[1] + ("]" if m[2] else " - 1]")),
    ("roots wrong", "skew_scan", r"(tp_to_ring\([^\n]*, tp_rows)", r"\1 - 1"),
    ("roots wrong", "skew_scan", r"(tp_to_ring\([^\n]*tp_lo\[\d\])", r"\1 + 1"),
    ("roots wrong", "skew_scan", r"\bif \((tp_w )<( tp_lines)", r"if (\1<=\2"),
    ("roots wrong", "skew_scan", r"(tp_rows = [^;]*);", r"\1 - 1;"),
    ("wrong element", "skew_scan", r"\[(\w+) - (\d+)\]", r"[\1 + \2]"),
    ("missing wait", "pipeline", r"\btp_begin\(tp_c, tp_s\);", ""),
    ("missing wait", "pipeline", r"(\btp_end\(tp_c, tp_s\);)", ""),
    ("missing wait", "pipeline", r"(?s)(tp_begin\(tp_c, tp_s\);[^\n]*\n)(.*?)(    tp_end\(tp_c, tp_s\);[^\n]*\n)", r"\1\3\2"),
    ("missing wait", "pipeline", r"(?s)(tp_begin\(tp_c, tp_s\);[^\n]*\n)(.*?)(    tp_end\(tp_c, tp_s\);[^\n]*\n)", r"\2\1\3"),
    ("missing wait", "pipeline", r"if \(tp_box_at\(tp_c, tp_s, &tp_b\)\)", "if (tp_box_at(tp_c, tp_s + 1, &tp_b))"),
    ("missing wait", "pipeline", r"if \(tp_box_at\(tp_c, tp_s, &tp_b\)\)", "tp_box_at(tp_c, tp_s, &tp_b);"),
    ("missing wait", "pipeline", r"tp_s = tp_next\(tp_c, tp_s\)\)", "tp_s = tp_next(tp_c, tp_s) + 1)"),
    ("result lost", "tile_scan", r"\n +TP_COMBINE_\w+\([^\n]*;", ""),
    ("result lost", "tile_scan", r"(?s)\n +TP_RESULT_SO_FAR\([^\n]*;", ""),
    ("result combined twice", "tile_scan", r"(\n +TP_COMBINE_(?:ADD|XOR|MULTIPLY)\([^\n]*;)", r"\1\1"),
    ("wrong combination", "tile_scan", r"TP_COMBINE_(\w+)", lambda m: "TP_COMBINE_" + OTHER_COMBINATION[m[1]]),
    ("wrong start", "tile_scan", r"(\n +unsigned int [^;\n]*\b\w+ = )0\b", r"\g<1>1"),
    ("wrong result", "tile_scan", r"tp_results->s\b", "tp_results->odd"),
    ("wrong result", "tile_scan", r"(TP_COMBINE_\w+\(tp_results->)(most|least)", lambda m: m[1] + {"most": "least", "least": "most"}[m[2]]),
    ("result of a part", "tile_scan", r"(?s)(\n +for \(.*\n  \})(\n +)(TP_COMBINE_ADD[^\n]*;)", r"\1\2if (tp_b->tp_lo[0] > 0) \3"),
    ("zeros not looked at", "try", r"\n  if \(!\(tp_results[^\n]*\n    return 0;", "\n"),
    ("zeros not looked at", "try", r"\n  if \(tp_results->\w+ == 0[^\n]*\n    tp_results->tp_unsure = 1;", ""),
    ("NaN not looked at", "try", r"\n  if \(tp_results->tp_nan_[^\n]*\n    tp_results->tp_unsure = 1;", ""),
    ("NaN not looked at", "try", r"\n  if \(tp_results->(\w+) != tp_results->\1[^\n]*\n    return 0;", ""),
    ("NaN not looked at", "tile_scan", r"\n +tp_nan_\w+ \|= [^\n]*", ""),
    ("wrong place", "tile_scan", r"tp_at0_best = \w+; tp_at1_best = (\w+);", r"tp_at0_best = \1; tp_at1_best = \1;"),
    ("wrong place", "tile_scan", r"tp_at0_best < tp_results->tp_at0_best", "tp_at0_best > tp_results->tp_at0_best"),
    ("wrong place", "tile_scan", r"\n +if \(best > tp_was_best\)[^\n]*", ""),
    ("wrong place", "tile_scan", r"\n +tp_results->column = column;", ""),
    ("wrong term", "tile_scan", r"sum = -0\.0;", "sum = 0.5;"),
    ("wrong term", "tile_scan", r"\n +sum = -0\.0;", ""),
    ("wrong term", "tile_scan", r"(tp_at1_sum = )j;", r"\1i;"),
    ("wrong term", "tile_scan", r"(\* )tp_width1_sum", r"\1tp_width0_sum"),
    ("wrong term", "tile_scan", r"\n[^\n]*tp_terms_sum\[[^\n]*", ""),
    ("wrong box of terms", "try", r"(tp_first\[\d\] = [^;]*);", r"\1 + 1;"),
    ("wrong box of terms", "try", r"(tp_past\[\d\] = [^;]*);", r"\1 - 1;"),
    ("wrong box of terms", "try", r"tp_is_full = 0;", "tp_is_full = 1;"),
    ("wrong box of terms", "try", r"tp_loops = 2;", "tp_loops = 1;"),
    ("wrong box of terms", "try", r"tp_along = 1;", "tp_along = 2;"),
    ("wrong place", "tile_scan", r"best = tp_results->tp_from_best", "best = tp_results->best"),
    ("zeros not looked at", "try", r"(if \(!\(tp_results->\w+) ([<>])=", lambda m: m[1] + " " + {"<": ">", ">": "<"}[m[2]] + "="),
    ("missing check", "try", r"\n  if \([^\n]*\n    return 0;", "\n"),
    ("wrong element", "tile_scan", r"\[(\w+) - (\d+)\]", r"[\1 + \2]"),
    ("wrong element", "jam_scan", r"\[(\w+) - (\d+)\]", r"[\1 + \2]"),
]


# Changes that are no faults: kind, function, a pattern of the changed text, and the reason. The proof finds none,
# and it is right.
NO_FAULTS = [
    ("order swapped", "tp_along_columns_jam_scan", "", "the rows of this region do not depend on each other"),
    ("order swapped", "tp_smooth_tile_scan", r"\([ij] ", "the points of a sweep do not depend on each other"),
    ("order swapped", "tp_mix_tile_scan", r"\(tp_n[12] ", "the points of a row do not depend on each other"),
    ("order swapped", "tp_columns_tile_scan", r"\(j ", "columns do not depend on each other"),
    ("boxes taken for empty", "tp_mix_points", r"\+ 1, 0", "two statements each are where the other is"),
]


def is_fault(text, fault):
    changed = text[fault.start:fault.end]
    return changed != fault.text and not any(
        (kind, function) == (fault.kind, fault.function) and re.search(pattern, changed)
        for kind, function, pattern, _ in NO_FAULTS)


def arguments(text, start, end):
    """Places of the arguments of a call whose opening parenthesis is at start."""
    depth, places, first = 0, [], start + 1
    for at in range(start, end):
        depth += text[at] in "([{"
        depth -= text[at] in ")]}"
        if (text[at] == "," and depth == 1) or depth == 0:
            places.append((first + (text[first] == " "), at))
            first = at + 1
        if depth == 0:
            return places
    return places


def swapped(text, one, two):
    """(start, end, text) that exchanges two places."""
    return one[0], two[1], text[two[0]:two[1]] + text[one[1]:two[0]] + text[one[0]:one[1]]


def wrong_captures(text):
    """Neighbouring arguments exchanged, where the values reach the tile or leave the nest."""
    for name, start, end in functions(text):
        if role(name) in ("tile", "jam", "jam_block", "skew"):
            call = re.compile(r"_scan(\()").search(text, start, end)
            places = arguments(text, call.start(1), end) if call else []
            for one, two in zip(places[1:], places[2:]):
                same_kind = ("tp_base_" in text[slice(*one)]) == ("tp_base_" in text[slice(*two)])
                if same_kind and "tp_A" not in text[slice(*one)] + text[slice(*two)]:
                    yield (name,) + swapped(text, one, two)
        if role(name) == "try":
            fields = [(m.start(1), m.end(1)) for m in
                      re.compile(r"tp_a\.\w+ = ([^;]*);").finditer(text, start, end)]
            for one, two in zip(fields, fields[1:]):
                same_kind = ("(void *)" in text[slice(*one)]) == ("(void *)" in text[slice(*two)])
                if same_kind:
                    yield (name,) + swapped(text, one, two)
        if role(name) == "run":
            call = re.compile(r"_try(\()").search(text, start, end)
            places = arguments(text, call.start(1), end) if call else []
            for one, two in zip(places, places[1:]):
                yield (name,) + swapped(text, one, two)


def wrong_arrays(text):
    for name, start, end in functions(text):
        if role(name) not in ("face", "livein", "owned"):
            continue
        for match in re.compile(r"tp_run\(tp_s, (\d+), \(char \*\)tp_a->(tp_base_\w+)").finditer(text, start, end):
            others = [base for base in sorted(set(re.findall(r"void \*(tp_base_\w+);", text)))
                      if base != match[2]]
            for other in others[:1]:
                yield name, match.start(2), match.end(2), other
            yield name, match.start(1), match.end(1), str(int(match[1]) + (1 if match[1] == "0" else -1))


def exits(text):
    """Iterators that live on, left with another value or where their loop is not started."""
    for call in re.compile(r"if \((tp_\w+_run)\(.*?\)\) \{( .*?;) \} else\n").finditer(text):
        for value in re.compile(r"( \w+ = \([\w ]+\))\((.*?)\);").finditer(text, *call.span(2)):
            yield "wrong exit", call[1], value.start(), value.end(), "%s((%s) + 1);" % value.groups()
        for started in re.compile(r"if \((.*?)\)( \w+ = )").finditer(text, *call.span(2)):
            yield "wrong exit", call[1], started.start(), started.end(), started[2]


def blocks(text, start, end):
    """(start, end) of each block in text[start:end] that is a list of statements' text: a loop with its variable,
    or one statement. In front of it may stand a condition."""
    opened = []
    for brace in re.compile(r"(?:(?<=\n)( *)(if \([^\n]*\) )?)?\{|\}").finditer(text, start, end):
        if brace[0] == "}":
            yield opened.pop() + (brace.end(),)
        else:
            opened.append((brace.start() + len(brace[1] or ""),))


def statements(text):
    """Faults of tile functions that hold several statements: their order, places, conditions and iterators."""
    for name, start, end in functions(text):
        if role(name) != "tile_scan" or "TP_STATEMENT(" not in text[start:end]:
            continue
        found = sorted(blocks(text, start, end))
        leaves = [b for b in found if "TP_STATEMENT(" in text[slice(*b)] and
                  not any(b[0] < c[0] and c[1] <= b[1] and "TP_STATEMENT(" in text[slice(*c)] for c in found)]
        for one in found:
            for two in found:
                if text[one[1]:two[0]].isspace():  # neighbours
                    yield ("statement order", name) + swapped(text, one, two)
        for one, two in zip(leaves, leaves[1:]):
            yield ("statement order", name) + swapped(text, one, two)
            numbers = [re.compile(r"TP_STATEMENT\((\d+)\)").search(text, *b).span(1) for b in (one, two)]
            yield ("statement order", name) + swapped(text, *numbers)
        for leaf in leaves:
            yield "statement left out", name, leaf[0], leaf[1], ""
            yield "statement left out", name, leaf[0], leaf[1], "if (0) " + text[slice(*leaf)]
            yield "statement run twice", name, leaf[0], leaf[1], 2 * text[slice(*leaf)]
            yield "wrong condition", name, leaf[0], leaf[0], "if (tp_b->tp_lo[0] >= 1) "
        for block in found:
            head = re.compile(r"(?<=\n    )( *)if \((.*)\) \{\n").search(text, text.rindex("\n", 0, block[0]) - 4, block[1])
            if head and head.start() + len(head[1]) == block[0]:  # the outermost follows from loops
                for condition in ("1", "!(%s)" % head[2], head[2].replace(">=", ">", 1), head[2].replace("<=", "<", 1),
                                  re.sub("tp_hi|tp_lo", lambda m: {"tp_hi": "tp_lo", "tp_lo": "tp_hi"}[m[0]], head[2])):
                    yield "wrong condition", name, *head.span(2), condition
        for what, by in ((r"(\w+ = \(\w+\)\(.*)\);", r"\1 + 1);"), (r"(\w+ = \(\w+\)\(\()(\d+)(?= \* )", r"\1 1 + \2"),
                         (r"(\w+ = \(\w+\)\(\()-", r"\1")):
            for a, b, new in replaced(what, by, text, start, end):
                yield "wrong iterator", name, a, b, new
        for what, by in ((r"\) - 1(?=\))", r") - 0"), (r"\) - 1(?=\))", r") - 2"), (r"- \((\d) \* ", r"- (1 + \1 * "),
                         (r"(tp_b->tp_(?:lo|hi)\[\d\]) - \(", r"\1 - 1 - (")):
            for a, b, new in replaced(what, by, text, start, end):
                yield "wrong shift", name, a, b, new


def expanded(text):
    """Faults of scalars that are elements: not taken, not put back, of another row or another scalar."""
    for name, start, end in functions(text):
        if role(name) != "tile_scan":
            continue
        for what, by in ((r"( \w+ = )tp_own_\w+\[\w+\];", r"\g<1>0;"), (r"\n +tp_own_\w+\[\w+\] = \w+;", ""),
                         (r"(tp_own_\w+\[\w+)\]", r"\1 + 1]"), (r"(tp_own_\w+\[)i\]", r"\1j]"),
                         (r"(tp_own_\w+\[i\] = )\w+;", r"\g<1>i;"),
                         (r"( double \w+ = )[a-zA-Z]\w*(?:\[\w+\])+;", r"\g<1>0;"), (r"\n +[a-zA-Z]\w*(?:\[\w+\])+ = \w+;", ""),
                         (r"tp_own_([pq])\b", lambda m: "tp_own_" + {"p": "q", "q": "p"}[m[1]])):
            for a, b, new in replaced(what, by, text, start, end):
                yield "wrong scalar", name, a, b, new
    for flag in re.finditer("TP_ARRAY_OWN", text):
        for other in ("0", "TP_ARRAY_WRITTEN", "TP_ARRAY_OWN | TP_ARRAY_WRITTEN"):
            yield "wrong flags", "the table", flag.start(), flag.end(), other


def tables(text):
    """Faults of the descriptor and its tables."""
    for region in re.finditer(r"TP_REGION\((tp_\w+)\) = \{(.*?)\n\};", text, re.S):
        counts = re.compile(r"\n  \d+, \d+, (\d+), \w+, \w+, \{([\d, ]+)\}").search(text, region.start(), region.end())
        for crosses in re.compile(r"[1-9]\d*").finditer(text, *counts.span(2)):
            for other in {0, 1, 2, 3} - {int(crosses[0])}:
                yield "wrong tag", region[1], crosses.start(), crosses.end(), str(other)
        if int(counts[1]) > 0:
            yield "wrong tag", region[1], counts.start(1), counts.end(1), str(int(counts[1]) - 1)
        flags = re.compile(r"TP_ABI, ([^,]+),").search(text, region.start(), region.end())
        if "TP_REGION_TIMES_LOOP" not in flags[1]:
            yield "unknown answer", region[1], flags.end(1), flags.end(1), " | TP_REGION_TIMES_LOOP"
        sizes = re.compile(r"sizeof\(struct \w+_args\), (.+),\n").search(text, region.start(), region.end())
        yield "sizes cut short", region[1], sizes.start(1), sizes.end(1), "0"
        reach = re.compile(r'\n  \d, "[^"\n]*", \{([\d, ]+)\}').search(text, region.start(), region.end())
        for number in re.compile(r"\d+").finditer(text, *reach.span(1)):
            if number[0] != "0":  # threads wait for all below, however far dependences reach
                less = 0 if "TP_REGION_THREADS_ONLY" in flags[1] else int(number[0]) - 1
                yield "reach too small", region[1], number.start(), number.end(), str(less)
        for only in re.compile(r" \| TP_REGION_THREADS_ONLY").finditer(text, *flags.span(1)):
            yield "wrong flags", region[1], only.start(), only.end(), ""
        for localise in re.compile(r"\w+_localise\b").finditer(text, region.start(), region.end()):
            yield "wrong array", region[1], localise.start(), localise.end(), "0"
        pair = re.compile(r"(\w+_livein), (\w+_owned)").search(text, region.start(), region.end())
        if pair and "TP_REGION_THREADS_ONLY" not in flags[1]:
            yield ("wrong owner", region[1]) + swapped(text, pair.span(1), pair.span(2))
    for array in re.finditer(r"static const tp_array_info (tp_\w+)\[\] = \{\n(.*?)\};\n", text, re.S):
        for flag in re.compile(r"TP_ARRAY_WRITTEN").finditer(text, array.start(), array.end()):
            yield "wrong flags", array[1], flag.start(), flag.end(), "0"
            yield "wrong flags", array[1], flag.start(), flag.end(), "TP_ARRAY_WRITTEN | TP_ARRAY_CONSTANT"
        for size in re.compile(r'", (\d+), __builtin').finditer(text, array.start(), array.end()):
            yield "wrong flags", array[1], size.start(1), size.end(1), str(int(size[1]) // 2)


def ends_of_lines(text):
    """Faults of the innermost loops of skewed scans. Bounds of the loops over rows and lines follow from theirs, so that many
    wrong ones only run empty loops."""
    for name, start, end in functions(text):
        if role(name) != "skew_scan":
            continue
        loop = re.compile(r"const tp_int tp_last\d = [^\n]*\n *for \((?!tp_row|tp_w)\w+ = [^\n]*\n *\w+ = tp_w").search(text, start, end)
        if not loop:  # lines in lanes
            continue
        for kind, what, by in (("tile off by one", r"(tp_b->tp_(?:lo|hi))\[([01])\]", other_dimension),
                               ("wrong sign of a skew", r"(tp_(?:lo|hi)\[\d\]\)? )([-+])( \d? ?\*? ?\(?\w)", flipped)):
            for a, b, new in replaced(what, by, text, *loop.span()):
                yield kind, name, a, b, new


def variants(text):
    """Faults of the table of tile functions."""
    for table in re.finditer(r"static const tp_variant (tp_\w+)_variants\[TP_VARIANTS\] = \{(.*)\};\n", text):
        yield "wrong variant", table[1], table.start(2), table.end(2), "{0, 0, {0}, 0}" + table[2][table[2].index("}, {"):][1:]
        for tile in re.compile(r"\b%s_(\w+)" % table[1]).finditer(text, *table.span(2)):
            yield "wrong variant", table[1], tile.start(), tile.end(), "tp_another_tile"
        yield "wrong variant", table[1], table.start(0) + table[0].index("[TP_VARIANTS]"), table.start(0) + table[0].index("] =") + 1, "[1]"


def combined(text):
    """Faults of arrays that are combined: another operator or none in the table, another one in the tiles."""
    for array in re.finditer(r"static const tp_array_info (tp_\w+)_arrays\[\] = \{\n(.*?)\};\n", text, re.S):
        for row in re.compile(r"\{\"(\w+)\", (\d+)[^\n]* TP_ARRAY_COMBINED_(\w+)[^\n]*").finditer(text, array.start(), array.end()):
            for other in sorted(OTHER_COMBINATION):
                if other != row[3]:
                    yield "wrong operator", array[1], row.start(3), row.end(3), other
            yield "wrong operator", array[1], row.start(3) - len(" | TP_ARRAY_COMBINED_"), row.end(3), ""
            yield "wrong operator", array[1], row.start(3), row.end(3), "%s | TP_ARRAY_COMBINED_%s" % (row[3], OTHER_COMBINATION[row[3]])
            sign = row[0].find(" | TP_ARRAY_SIGNED")
            if row[3] in ("MIN", "MAX"):
                at = row.start() + sign if sign >= 0 else row.end(3)
                yield ("wrong operator", array[1], at, at + (len(" | TP_ARRAY_SIGNED") if sign >= 0 else 0),
                       "" if sign >= 0 else " | TP_ARRAY_SIGNED")
            yield "wrong flags", array[1], row.start(2), row.end(2), str(2 * int(row[2]))
            yield from combined_in_tiles(text, array[1], row[1])


def combined_in_tiles(text, region, array):
    """The statements of tile functions that combine elements of an array."""
    element = r"\b%s(?:\[[^\n=]*?\])+" % array
    for name, start, end in functions(text):
        if role(name) != "tile_scan" or not name.startswith(region + "_"):
            continue
        for what, by in ((r"(%s)(\+\+)" % element, r"\1 = 1"), (r"(%s)(\+\+)" % element, r"\1 *= 2"),
                         (r"(%s [+^|&*-])(= )" % element, lambda m: m[1][:-1] + {"+": "^", "^": "|", "|": "&", "&": "^", "*": "+", "-": "+"}[m[1][-1]] + m[2]),
                         (r"(%s) [+^|&*-](= )" % element, r"\1 \2"),
                         (r"\n( +)(%s(?:\+\+| [+^|&*-]?= [^;\n]*));" % element, r"\n\1\2, \2;"),
                         (r"\n( +)(%s(?:\+\+| [+^|&*-]?= [^;\n]*));" % element, r"\n\1;")):
            for a, b, new in replaced(what, by, text, start, end):
                if "least" not in name:  # to store an extreme twice changes nothing
                    yield "wrong combination", name, a, b, new
        for compared in re.compile(r"if \([^\n]* ([<>]) %s\)" % element).finditer(text, start, end):
            yield "wrong combination", name, compared.start(1), compared.end(1), {"<": ">", ">": "<"}[compared[1]]


def all_faults(text):
    """Every place for a fault, in an order that does not change."""
    result = []
    for name, start, end in functions(text):
        for kind, where, what, by in RULES:
            if role(name) == where:
                result += [Fault(kind, name, a, b, new) for a, b, new in
                           replaced(what, by, text, start, end)]
    result += [Fault("wrong capture", *f) for f in wrong_captures(text)]
    result += [Fault("wrong array", *f) for f in wrong_arrays(text)]
    result += [Fault(*f) for f in (*exits(text), *tables(text), *statements(text), *expanded(text), *ends_of_lines(text), *variants(text), *combined(text))]
    return [f for f in result if is_fault(text, f)]


def seeded(text, fault):
    return text[:fault.start] + fault.text + text[fault.end:]


def describe(text, fault):
    """The line with the fault, before and after, on one line."""
    first = text.rfind("\n", 0, fault.start) + 1
    last = text.find("\n", fault.end)
    old, new = text[first:last], text[first:fault.start] + fault.text + text[fault.end:last]
    common = 0
    while common < min(len(old), len(new)) and old[common] == new[common]:
        common += 1
    at = max(0, common - 30)
    cut = lambda s: " ".join(s[at:at + 70].split())
    return "%s: %s -> %s" % (fault.function, cut(old), cut(new))
