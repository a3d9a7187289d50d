"""Looks at a page in a browser without a window: browser.py CHROMIUM PAGE FOLDER.

On narrow and wide screens, dark and light: nothing is wider than the screen, no script fails, the ground has the colour asked
for, and each colour of the page's first picture is there to be seen. A slider makes later tiles fade.
"""

import colorsys
import os
import re
import struct
import subprocess
import sys
import zlib

PROBE = """<script>
const slider = document.querySelector("input[type=range]");
if (slider) { slider.value = 0; slider.dispatchEvent(new Event("input")); }
const tiles = slider ? [...slider.closest("section").querySelectorAll(".tile")] : [];
document.body.dataset.probe = JSON.stringify({
  wide: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth), screen: innerWidth,
  late: tiles.filter(t => t.classList.contains("later")).length, early: tiles.filter(t => !t.classList.contains("later")).length,
  first: tiles.filter(t => t.dataset.step == "0").length });
</script></body>"""


def chromium(program, *arguments):
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--enable-logging=stderr", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "CONSOLE" not in done.stderr, done.stderr
    return done.stdout


def paeth(a, b, c):
    distances = [(abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c)]
    return min(distances)[2]


def pixels(path):
    """Rows of a PNG with 8 bits for each of red, green, blue, and perhaps alpha: bytes, and the bytes of a pixel."""
    with open(path, "rb") as file:
        data = file.read()
    at, parts, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        head = struct.unpack(">IIBB", body[:10]) if kind == b"IHDR" else head
        parts += body if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colour = head
    assert depth == 8 and colour in (2, 6)
    size = 3 if colour == 2 else 4
    raw, rows, before = zlib.decompress(parts), [], bytes(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        method, line = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
        for x in range(len(line) if method else 0):
            left, above = line[x - size] if x >= size else 0, before[x]
            corner = before[x - size] if x >= size else 0
            predicted = (left, above, (left + above) // 2, paeth(left, above, corner))[method - 1]
            line[x] = (line[x] + predicted) & 255
        rows.append(bytes(line))
        before = line
    return rows, size


def seen(path):
    rows, size = pixels(path)
    return {row[x:x + 3] for row in rows for x in range(0, len(row), size)}, tuple(rows[2][:3])


def colours(text):
    """Of the first picture's tiles, as red, green, blue."""
    first = text[text.index("<svg role"):]
    for hue, saturation, lightness in set(re.findall(r"hsl\(([\d.]+) (\d+)% (\d+)%\)", first[:first.index("</svg>")])):
        yield [255 * part for part in colorsys.hls_to_rgb(float(hue) / 360, int(lightness) / 100, int(saturation) / 100)]


def main(program, page, folder):
    os.makedirs(folder, exist_ok=True)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    probed = os.path.join(folder, "probed.html")
    with open(probed, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", PROBE))
    # A window without a screen is at least 500 wide.
    for width in (500, 1280):
        dom = chromium(program, f"--window-size={width},1000", "--dump-dom", "file://" + probed)
        probe = dict(re.findall(r"(\w+)&quot;:(\d+)", re.search(r'data-probe="([^"]*)"', dom)[1]))
        assert int(probe["wide"]) <= int(probe["screen"]), probe
        if 'type="range"' in text:
            assert 0 < int(probe["early"]) == int(probe["first"]) and int(probe["late"]) > 0, probe
        for scheme, ground in ((1, range(200, 256)), (0, range(0, 60))):
            shot = os.path.join(folder, f"{width}-{scheme}.png")
            chromium(program, f"--window-size={width},1000", f"--blink-settings=preferredColorScheme={scheme}",
                     f"--screenshot={shot}", "file://" + os.path.abspath(page))
            there, corner = seen(shot)
            assert all(part in ground for part in corner), (shot, corner)
            for colour in colours(text):
                near = any(all(abs(a - b) <= 2 for a, b in zip(colour, each)) for each in there)
                assert near, (shot, colour)
            print(f"{width} {'light' if scheme else 'dark'} ok")


if __name__ == "__main__":
    main(*sys.argv[1:])
