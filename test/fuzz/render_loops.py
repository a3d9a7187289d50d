"""Loop headers as C."""


def extreme(bounds, largest, style):
    texts = [b.text() for b in bounds]
    out = texts[0]
    for t in texts[1:]:
        if style == "ternary":
            out = "(%s %s %s ? %s : %s)" % (out, ">" if largest else "<", t, out, t)
        else:
            out = "%s(%s, %s)" % ("MAX" if largest else "MIN", out, t)
    return out


def shifted(bounds, n, largest, style):
    """bound + n, folded into the bound where it is one expression."""
    if len(bounds) == 1:
        return bounds[0].plus(n).text()
    return extreme([b.plus(n) for b in bounds], largest, style)


def change(loop):
    sign = "-" if loop.down else "+"
    if loop.change == "long":
        return "%s = %s %s %d" % (loop.name, loop.name, sign, loop.step)
    if loop.change == "equal" or loop.step > 1:
        return "%s %s= %d" % (loop.name, sign, loop.step)
    return loop.name + sign * 2


def condition(loop):
    if loop.down:
        bounds, strict, weak, flipped = loop.low, ">", ">=", "<="
    else:
        bounds, strict, weak, flipped = loop.high, "<", "<=", ">"
    style = loop.style if len(bounds) > 1 else "macro"
    if loop.compare == "!=":
        return "%s != %s" % (loop.name, bounds[0].plus(-1 if loop.down else 0).text())
    if loop.compare == ">":
        return "%s %s %s" % (bounds[0].text(), flipped, loop.name)
    # Written with the bound as it is: >= low, < high; or moved by one: > low - 1, <= high - 1.
    moved = loop.compare == "<="
    sign = (strict if moved else weak) if loop.down else (weak if moved else strict)
    n = -1 if moved else 0
    if style == "and":
        return " && ".join("%s %s %s" % (loop.name, sign, b.plus(n).text()) for b in bounds)
    return "%s %s %s" % (loop.name, sign, shifted(bounds, n, loop.down, style))


def header(loop):
    starts = loop.high if loop.down else loop.low
    style = "macro" if loop.style == "and" else loop.style
    start = shifted(starts, -1 if loop.down else 0, not loop.down, style)
    if loop.uneven:
        start += " %s (%s + %d) %% %d" % ("-" if loop.down else "+", *loop.uneven, loop.step)
    declared = "" if loop.outside else loop.kind + " "
    return "for (%s%s = %s; %s; %s)" % (declared, loop.name, start, condition(loop), change(loop))
