// The code beside a picture: a step lights the line that is running, and a click on a line lights all that it looked at.

const MOST = 500;  // nodes that are framed in the overview

class Code {
  constructor(element, picture) {
    this.element = element;
    this.picture = picture;
    this.who = element.matches(".first") ? 0 : 1;
    this.at = JSON.parse(element.dataset.lines);
    this.lines = [...element.querySelectorAll("[data-line]")];
  }

  /** Lights the line that is running in a step, or none in step 0, and nothing that a line was clicked for. */
  run(step) {
    for (const element of this.picture.figure.querySelectorAll("[data-lit]")) delete element.dataset.lit;
    for (const line of this.lines) {
      const running = this.at[step] === Number(line.dataset.line);
      line.classList.toggle("running", running);
      if (running) line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - line.parentElement.clientHeight / 2;
    }
  }

  /** Lights all that a line looked at. */
  light(line) {
    const { at, picture, who } = this, { table, icicle } = picture;
    picture.rest();
    line.dataset.lit = "";
    const steps = at.flatMap((number, step) => (number === Number(line.dataset.line) ? [step] : []));
    const rows = steps.map((step) => table.events[who][step].row);
    for (const row of rows) picture.visible(picture.nodeAt(row)).element.dataset.lit = "";
    icicle?.draw(picture.step, rows.length > MOST ? [] : rows.map((row) => ({ row })));
    const leaves = rows.filter((row) => table.leaves[row]).length;
    picture.says[who].textContent = `this line looked at ${text(rows.length)} ${rows.length === 1 ? "node" : "nodes"}, of which leaves: ${text(leaves)}`;
    return true;
  }
}
