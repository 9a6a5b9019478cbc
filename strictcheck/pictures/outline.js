// Steps through an outline, and copies the path of a part. The outline is HTML that Python has written; pages.py tells how.
for (const outline of document.querySelectorAll("div.outline:not(.live)")) {
  const slider = outline.querySelector(".steps input"), says = outline.querySelector(".says");
  const numbers = (item) => [item, ...item.querySelectorAll("[data-number]")].map((one) => Number(one.dataset.number)).filter(Boolean);
  // A part is looked at no later than the first of what is in it; without numbers there is nothing to tell.
  const items = [...outline.querySelectorAll("li")].map((item) => [item, Math.min(...numbers(item))]).filter(([, at]) => at < Infinity);
  const copied = (text) => { if (says) says.textContent = text; };

  const show = () => {
    const step = Number(slider.value), last = Number(slider.max);
    let current;
    outline.classList.toggle("stepping", step < last);
    for (const [item, at] of items) {
      item.classList.toggle("later", at > step);
      const now = Number(item.dataset.number) === step && step < last;
      item.classList.toggle("now", now);
      if (now) current = item;
    }
    for (let fold = current?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const line = current?.querySelector(":scope > details > summary") ?? current, part = line?.querySelector(".copy")?.dataset.part;
    const by = line?.querySelector("[title]").title.replace(/^.*as number \d+/, "");  // the line of code, for those who cannot hover
    const told = part ? `: ${part}${by}` : "";
    says.textContent = step === last ? "all looks that are listed" : `step ${step} of ${last}${told}`;
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
