"""Animation of a still image: a style sheet that fills the parts step by step, as a search looked at them, in a loop.

It needs no script, so that it moves in an `<img>` as well, on GitHub for example. Readers who ask for
less motion, and viewers without style sheets, get the still image.
"""

from __future__ import annotations

from collections.abc import Iterator

from lazytree.pictures.scenes import DrawnPart, Scene, parts_of
from strictcheck.pictures import DARK, TEXT, UNSEEN

PACE, LONGEST = 0.6, 40.0  # seconds: from step to step, and for all of them at most
REST = 0.2  # of the time, for the whole picture in the end
FILLED = ":is(.whole,.left,.right,.share,.caption)"


def animation(scene: Scene) -> str:
    """Return the style sheet of a scene. A part that two searches looked at fills at the later look."""
    last = max(scene.steps)
    seconds = min(PACE * last, LONGEST) / (1 - REST)
    ends = {step: round(100 * (1 - REST) * step / max(last, 1), 2) for step in range(last + 1)}
    rules = [*dict.fromkeys(rule for part in parts_of(scene.root, folded=False) for rule in _rules(part, scene))]
    steps = sorted({step for _, _, frames in rules for _, step in frames} | {last})
    frames = "".join(_frames(step, ends[step]) for step in steps)
    animated = "".join(
        f'.still [data-row="{row}"]>{what}{{animation:{_animations(frames, seconds)}}}' for row, what, frames in rules
    )
    inks = f"--label:{TEXT};--edge:{UNSEEN}", f"--label:{DARK[TEXT]};--edge:{DARK[UNSEEN]}"
    return (
        f"<style>.still{{{inks[0]}}}@media (prefers-color-scheme:dark){{.still{{{inks[1]}}}}}"
        f"@media (prefers-reduced-motion:no-preference){{{frames}{animated}}}</style>"
    )


def _animations(frames: tuple[tuple[str, int], ...], seconds: float) -> str:
    return ",".join(f"{name}{step} {seconds:.4g}s step-start infinite" for name, step in frames)


def _frames(step: int, end: float) -> str:
    """Return the keyframes that last until a step: no filling, labels and edges of unseen parts, a thin best line."""
    return (
        f"@keyframes a{step}{{0%,{end}%{{visibility:hidden}}}}"
        f"@keyframes l{step}{{0%,{end}%{{fill:var(--label)}}}}"
        f"@keyframes e{step}{{0%,{end}%{{stroke:var(--edge)}}}}"
        f"@keyframes b{step}{{0%,{end}%{{stroke-width:1.8}}}}"
    )


def _rules(part: DrawnPart, scene: Scene) -> Iterator[tuple[int, str, tuple[tuple[str, int], ...]]]:
    """Yield the row of a part, a selector in it, and the keyframes of that: their letter in `_frames`, and the step."""
    if not part.forced:
        if any(part.cuts):
            yield part.row, ".snip", (("a", max(part.cuts)),)
        return
    steps = [max(column[part.row : part.end], default=0) for column in scene.columns.steps]
    step = max(steps) if part.kind is None else max(one for one in part.steps if one)
    yield part.row, FILLED, (("a", step),)
    if part.kind is not None:
        yield part.row, ".label", (("l", step),)
        yield part.row, ".outline", (("e", step),)
        yield part.row, ".edge", (("e", step), *((("b", max(scene.steps)),) if part.is_best else ()))
    if known := [values[-1][0] for values in part.values if values]:
        yield part.row, ".caption.value", (("a", max(known)),)
