// Steps through an outline, and copies the path of a part. The outline is HTML that Python has written; pages.py tells how.
const lineOf = (item) => item?.querySelector(":scope > details > summary") ?? item;

/** A pattern stands for parts of many elements: a step counts those that had been looked at, also by stretch of elements. */
class Pattern {
  constructor(item) {
    const line = lineOf(item);
    this.item = item;
    this.looks = JSON.parse(item.dataset.looks).map((stretch) => { let at = 0; return stretch.map((by) => (at += by)); });
    this.first = Math.min(...this.looks.map(([first]) => first ?? Infinity));
    this.said = line.querySelector(":scope > [title]");
    this.text = this.said.textContent;
    this.cells = [...line.querySelectorAll(":scope > .strip rect")].map((cell) => [cell, cell.getAttribute("fill-opacity")]);
  }

  show(step, isLast) {
    const counts = this.looks.map((stretch) => stretch.filter((at) => at <= step).length);
    const count = counts.reduce((sum, one) => sum + one, 0).toLocaleString("en");
    this.said.textContent = isLast ? this.text : this.text.replace(/^(all|[\d,]+ of) /, `${count} of `);
    this.cells.forEach(([cell, opacity], at) => {
      const share = counts[at] / this.looks[at].length;
      if (!this.looks[at].length) return;
      cell.setAttribute("class", share ? "looked" : "never");
      cell.setAttribute("fill-opacity", share ? 0.4 + (opacity - 0.4) * share : 0.25);
    });
  }
}

for (const outline of document.querySelectorAll("div.outline:not(.live)")) {
  const slider = outline.querySelector(".steps input"), says = outline.querySelector(".says");
  const numbers = (item) => [item, ...item.querySelectorAll("[data-number]")].map((one) => Number(one.dataset.number)).filter(Boolean);
  const patterns = [...outline.querySelectorAll("[data-looks]")].map((item) => new Pattern(item));
  // A part is looked at no later than the first of what is in it; without numbers there is nothing to tell.
  const items = [...outline.querySelectorAll("li:not([data-looks])")].map((item) => [item, Math.min(...numbers(item))]).filter(([, at]) => at < Infinity);
  items.push(...patterns.map(({ item, first }) => [item, first]));
  const copied = (text) => { if (says) says.textContent = text; };

  const show = () => {
    const step = Number(slider.value), last = Number(slider.max), isLast = step === last;
    for (const pattern of patterns) pattern.show(step, isLast);
    const listed = outline.querySelector(`[data-number="${step}"]`);
    const pattern = patterns.findLast(({ looks }) => looks.some((stretch) => stretch.includes(step)))?.item;
    outline.classList.toggle("stepping", !isLast);
    for (const [item, at] of items) {
      item.classList.toggle("later", at > step);
      item.classList.toggle("now", !isLast && (item === listed || item === pattern));
    }
    // Elements that a pattern stands for stay closed.
    const folded = isLast ? undefined : pattern ?? listed;
    for (let fold = folded?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const line = lineOf(listed ?? pattern), part = line?.querySelector(".copy")?.dataset.part;
    const by = line?.querySelector("[title]").title.match(/as number \d+(.*)/)?.[1] ?? "";  // the line of code, for those who cannot hover
    says.textContent = isLast ? "all looks that are listed" : `step ${step} of ${last}${part ? `: ${part}${by}` : ""}`;
  };

  outline.addEventListener("click", async (event) => {
    const part = event.target.closest(".copy")?.dataset.part;
    if (part === undefined) return;
    event.preventDefault();  // a click in a summary would fold it
    try {
      await navigator.clipboard.writeText(part);
      copied(`copied: ${part}`);
    } catch {
      copied(part);  // where nothing may be copied, it is there to be selected
    }
  });
  slider?.addEventListener("input", show);
  slider?.addEventListener("keydown", (event) => event.stopPropagation());  // a notebook has uses of its own for arrow keys
  slider?.setAttribute("data-lm-suppress-shortcuts", "true");
  outline.classList.add("live");
  if (slider) show();
}
