"""Plots as SVG, in the colours of the reader's system."""

import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 560, 260, 56, 40, 36
STYLE = "text{font:12px system-ui,sans-serif;fill:#333}path{fill:none;stroke:#2563eb;stroke-width:2}circle{fill:#2563eb}" \
        "line{stroke:#ddd}@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#444}}"


def place(count, low, high):
    """The position on a logarithmic axis, of which 0 is the left end."""
    span = math.log10(max(high, 2)) - math.log10(max(low, 1)) or 1
    return LEFT + (WIDTH - LEFT - 24) * (math.log10(max(count, 1)) - math.log10(max(low, 1))) / span


def chart(title, points):
    """A chart of pairs of a count and a figure."""
    counts, top = [count for count, _ in points], 1.2 * max(figure for _, figure in points)
    at = [(place(count, min(counts), max(counts)), TOP + (HEIGHT - TOP - BOTTOM) * (1 - figure / top))
          for count, figure in points]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{title}</title>',
             f"<style>{STYLE}</style>", f'<text x="12" y="20">{title}</text>']
    for step in range(5):
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - step / 4)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}"/>'
                     f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * step / 4:,.0f}</text>')
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    parts.append(f'<path d="M{path}"/>')
    for (x, y), (count, figure) in zip(at, points):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
                     f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle">{figure:,.0f}</text>'
                     f'<text x="{x:.1f}" y="{HEIGHT - 14}" text-anchor="middle">{count:,}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
