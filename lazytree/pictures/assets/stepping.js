// Steps through a picture of a game: what was looked at first, and next, and so on, forwards and back.
//
// The picture is an SVG that Python has drawn, whole and laid out; tree_svg.py tells how its parts are called. This module
// shows a step, makes room for parts that open, and counts what happens inside of parts that are closed. It stands as it
// is in a page and in a notebook's widget (both page.py), and asks nothing of any server.
//
// A step is a look at a node, or a cut: a search leaves a node for good, some children of which it never looked at. While
// a step is shown, the figure has `data-step`, and each node `data-now`: `later`, `cut`, `forced`, `both`, `first` or
// `second`; the node that the step is about has `data-current`, which names the searches whose step it is.

const WHO = ["first", "second"];
const PAGE = 10;  // steps of the keys Page Up and Page Down
const text = (count) => count.toLocaleString("en");
const PAUSES = [1000, 400, 150, 50];  // milliseconds from step to step, by speed

/** Makes one figure step. Returns a function that takes what it added away again. */
export function attach(figure) {
  const picture = new Picture(figure);
  return () => picture.stop();
}

/** The columns of the game, as game_columns.py has them and page.py writes them: all rows, drawn or not. */
class Table {
  constructor(columns, searches, told) {
    const spread = (runs) => runs.flatMap((one) => (one.length ? Array(one[1]).fill(one[0]) : one));
    const [deeper, weights, others, ...steps] = JSON.parse(columns).map(spread), [sentences, ...reasons] = JSON.parse(told);
    let depth = 0;
    const depths = deeper.map((by) => (depth += by));
    Object.assign(this, { depths, weights, size: depths.length });
    const summed = (differences) => { let last = 0; return Int32Array.from(differences, (by) => by && (last += by)); };
    this.looks = steps.slice(0, searches.length).map(summed);
    [this.first, this.second = this.first] = this.looks;
    this.cuts = steps.slice(searches.length).map(summed);
    this.events = searches.map((_, who) => {
      const found = [];  // by step
      for (const [isCut, column] of [[false, this.looks[who]], [true, this.cuts[who]]])
        column.forEach((step, row) => { if (step) found[step] = { row, isCut }; });
      found.filter(({ isCut }) => isCut).forEach((cut, at) => { cut.why = sentences[reasons[who]?.[at]]; });
      return found;
    });
    const way = [];
    this.parents = this.depths.map((depth, row) => { way[depth] = row; return depth ? way[depth - 1] : -1; });
    this.ends = depths.map((_, row) => row + 1);
    for (let row = this.size - 1; row > 0; row--) this.ends[this.parents[row]] = Math.max(this.ends[this.parents[row]], this.ends[row]);
    this.leaves = this.ends.map((end, row) => end === row + 1 && !others[row]);
  }

  /** Tells who had looked at a row after so many steps: 0 for both, or for the only search, 1 for the first, 2 for the second, 3 for nobody. */
  look(row, step) {
    const first = this.first[row], second = this.second[row], one = first > 0 && first <= step, other = second > 0 && second <= step;
    return one ? (other ? 0 : 1) : other ? 2 : 3;
  }

  /** The leaves from one row to another, by who had looked at them after so many steps, as `look` has it. */
  count(row, end, step) {
    const found = [0, 0, 0, 0];
    for (let at = row; at < end; at++) if (this.leaves[at]) found[this.look(at, step)]++;
    return found;
  }

  /** Counts the leaves from one row to another that each search had looked at after so many steps. */
  counts(row, end, step) {
    const [both, first, second] = this.count(row, end, step);
    return [both + first, both + second].slice(0, this.looks.length);
  }

  /** The step in which each search first looked at one of the rows from one to another, infinite if it never did. */
  firstLooks(row, end) {
    return this.looks.map((steps) => steps.subarray(row, end).reduce((first, step) => (step && step < first ? step : first), Infinity));
  }

  /** The step in which each search left a row for good, infinite if it never did. */
  leavings(row) {
    return this.cuts.map((steps) => steps[row] || Infinity);
  }

  /** The step in which each search left the nearest node above that it had looked at. */
  leavingsAbove(row) {
    return this.looks.map((steps, who) => {
      let at = this.parents[row];
      while (at >= 0 && !steps[at]) at = this.parents[at];
      return this.leavings(at)[who];
    });
  }

  *children(row) {
    for (let child = row + 1; child < this.ends[row]; child = this.ends[child]) yield child;
  }

  /** The child indices from the root. */
  path(row) {
    const steps = [];
    for (let at = row; at > 0; at = this.parents[at]) {
      let index = 0;
      for (const child of this.children(this.parents[at])) {
        if (child === at) break;
        index += this.weights[child];
      }
      steps.unshift(index);
    }
    return steps;
  }

  /** A row as its place is written in Python, `[2][0]`. */
  place(row, root) {
    return this.path(row).map((index) => `[${index}]`).join("") || root;
  }
}

class Picture {
  constructor(figure) {
    this.figure = figure;
    this.svg = figure.querySelector("svg.game-svg");
    this.stage = figure.querySelector(".stage");
    this.slider = figure.querySelector("input[type=range]");
    this.says = [...figure.querySelectorAll(".says")];
    this.counter = figure.querySelector(".counter");
    this.heading = figure.querySelector(".heading");
    this.headed = this.heading.textContent;
    this.player = figure.querySelector("button.play");
    this.speed = figure.querySelector("select.speed");
    this.names = JSON.parse(figure.dataset.names);
    this.lasts = JSON.parse(figure.dataset.steps);
    this.last = Math.max(...this.lasts);
    this.table = new Table(figure.dataset.table, this.names, figure.dataset.reasons);
    const overview = figure.querySelector("svg.icicle");
    this.icicle = overview && new Icicle(overview, this.table);
    this.zoomed = figure.querySelector(".zoomed");
    this.code = [...figure.querySelectorAll(".code")].map((element) => new Code(element, this));
    this.quit = new AbortController();
    this.read();
    this.listen();
    this.place();
    this.rest();
    this.centre(this.nodes[0]);
    figure.classList.add("steps");
    this.address();
  }

  stop() {
    this.quit.abort();
    clearInterval(this.playing);
    this.figure.classList.remove("steps");
  }

  /** The nodes as Python placed them, and who forced which in which step. */
  read() {
    const number = (element, name) => Number(element.dataset[name]);
    this.width = this.svg.width.baseVal.value;
    this.height = this.svg.height.baseVal.value;
    this.groups = new Map([["", { element: this.svg, nodes: [], left: 0, opener: null, open: true }]]);
    for (const element of this.svg.querySelectorAll(".fold"))
      this.groups.set(element.dataset.fold, { element, nodes: [], left: 0, opener: null, open: false, width: number(element, "width") });
    this.nodes = [...this.svg.querySelectorAll(".node")].map((element) => this.node(element));
    const real = this.nodes.filter((node) => !node.stands);
    this.real = new Map(real.map((node) => [node.path, node]));
    this.byRow = new Map(real.map((node) => [node.row, node]));
    for (const node of this.nodes) node.parent = node.path === "" ? undefined : this.real.get(node.path.split(".").slice(0, -1).join("."));
    this.piles = this.nodes.filter((node) => node.stands);
  }

  node(element) {
    const group = this.groups.get(element.closest(".fold")?.dataset.fold ?? "");
    const { e: x, f: y } = element.transform.baseVal.getItem(0).matrix;
    const data = element.dataset;
    const node = { element, group, x, y, path: data.path, state: data.state, stands: data.kind === "more", opens: this.groups.get(data.opens) };
    node.row = Number(data.row);
    element.setAttribute("aria-level", data.path ? data.path.split(".").length + 1 : 1);  // nodes are neighbours in the image
    node.end = Number(data.end);
    node.steps = this.table.firstLooks(node.row, node.stands ? node.end : node.row + 1);
    [node.cuts, node.left] = [this.table.leavingsAbove(node.row), this.table.leavings(node.row)];
    [node.values, node.windows] = ["values", "windows"].map((name) => WHO.map((who) => JSON.parse(data[name + who] ?? "[]")));
    node.value = element.querySelector(".caption.value");
    node.window = element.querySelectorAll(".caption.window");
    node.edge = element.querySelector(".edge");
    node.outline = element.querySelector(".outline");  // the edge, which is of the element, may be long
    node.best = node.edge?.matches(".best");
    node.snip = element.querySelector(".snip");
    node.title = element.querySelector("title");
    node.said = node.title.textContent.split("\n");
    if (node.opens) node.opens.opener = node;
    group.nodes.push(node);
    return node;
  }

  listen() {
    const on = (element, event, act) => element?.addEventListener(event, act, { signal: this.quit.signal });
    on(this.figure, "keydown", (event) => this.key(event));
    for (const event of ["keydown", "keyup", "focusin"]) on(this.figure, event, (event) => this.share(event));
    on(this.slider, "input", () => this.show(Number(this.slider.value)));
    for (const button of this.figure.querySelectorAll("button[data-go]"))
      on(button, "click", () => this.go(button.dataset.go));
    on(this.figure.querySelector("button.save"), "click", () => savePng(this));
    on(this.player, "click", () => this.play(!this.playing));
    on(this.speed, "change", () => this.playing && this.play(true));
    on(this.svg, "click", (event) => this.press(event.target));
    for (const { element } of this.code) on(element, "click", (event) => this.press(event.target));
    on(this.icicle?.svg, "click", (event) => this.zoom(this.icicle.rowAt(event)));
    on(this.figure.querySelector("button.out"), "click", () => this.zoom(Math.max(this.table.parents[this.icicle.top], 0)));
    on(this.figure.querySelector("button.with-it"), "click", (event) => this.playWith(event.target));
    on(window, "hashchange", () => this.address());
  }

  /** Goes to the step that the address of the page names: `#step=42`. */
  address() {
    const found = /^#step=(\d+)$/.exec(window.location?.hash ?? "");
    if (found) this.show(Number(found[1]));
  }

  /** Shows the game to play with (play.js) in the place of the picture, or the picture again. */
  playWith(button) {
    const panel = this.figure.querySelector(".playground"), { classList } = this.figure;
    this.playground ??= new Playground(panel, JSON.parse(panel.dataset.game));
    this.play(false);
    panel.hidden = !classList.toggle("played-with");
    button.textContent = panel.hidden ? "Play with it" : "Back to the picture";
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === this.speed) return;
    const moves = { ArrowRight: "next", ArrowLeft: "back", Home: "start", End: "end", PageDown: "far", PageUp: "farback" };
    if (event.target === this.slider) Object.assign(moves, { ArrowUp: "next", ArrowDown: "back" });
    const node = this.nodeOf(event.target);
    if (event.target === this.icicle?.svg && this.icicle.key(event.key)) this.zoom(this.icicle.top);
    else if (node && event.key.startsWith("Arrow")) this.walk(node, event.key);
    else if (moves[event.key]) this.go(moves[event.key]);
    else if (!["Enter", " "].includes(event.key) || !this.press(event.target)) return;
    event.preventDefault();
    event.stopPropagation();  // a notebook has uses of its own for these keys
  }

  /** Shows a part of the game in the overview, says which, and brings it into sight in the tree. */
  zoom(row) {
    this.icicle.zoom(row);
    if (this.slider) this.centre(this.visible(this.nodeAt(this.icicle.top)));
    this.zoomed.parentElement.classList.toggle("inside", this.icicle.top > 0);
    this.icicle.draw(this.step);
    this.hasZoomed = true;
    this.tellZoom();
  }

  /** Says how much of the part in the overview had been looked at. */
  tellZoom() {
    const { icicle, table } = this, [both, first, second, never] = table.count(icicle.top, icicle.end, this.step), looked = both + first + second;
    const told = this.slider ? `${text(looked)} of ${text(looked + never)} leaves looked at` : `${text(icicle.leaves)} leaves`;
    this.zoomed.textContent = `${table.place(icicle.top, "the whole game")}: ${told}`;
  }

  nodeOf(target) {
    const element = target.closest?.(".node");
    return element && this.nodes.find((one) => one.element === element);
  }

  /** From node to node: up to the parent, down to the first child, left and right among neighbours. */
  walk(node, key) {
    const shown = this.nodes.filter((one) => one.group.shown);
    const beside = shown.filter((one) => one.parent === node.parent).sort((one, other) => one.across - other.across);
    const next = { ArrowUp: node.parent, ArrowDown: shown.find((one) => one.parent === node),
      ArrowLeft: beside[beside.indexOf(node) - 1], ArrowRight: beside[beside.indexOf(node) + 1] }[key];
    if (next) this.focus(next);
  }

  focus(node) {
    for (const one of this.nodes) one.element.setAttribute("tabindex", one === node ? "0" : "-1");
    node.element.focus();
    if (this.says.length) this.says[0].textContent = node.title.textContent.replaceAll("\n", "; ");  // for those who have no mouse to hover with
  }

  /** JupyterLab keeps its own shortcuts, such as Ctrl+S; without these keys it would move on at an arrow. */
  share({ altKey, ctrlKey, metaKey }) {
    this.figure.toggleAttribute("data-lm-suppress-shortcuts", !(altKey || ctrlKey || metaKey));
  }

  go(where) {
    const { step, last } = this;
    this.play(false);
    this.show({ start: 0, end: last, next: step + 1, back: step - 1, far: step + PAGE, farback: step - PAGE }[where]);
  }

  /** Steps by itself, from the beginning if it is at the end. */
  play(on) {
    clearInterval(this.playing);
    this.playing = undefined;
    this.player?.setAttribute("aria-pressed", on);
    if (!on) return;
    if (this.step === this.last) this.show(0);
    this.playing = setInterval(() => {
      this.show(this.step + 1);
      if (this.step === this.last) this.play(false);
    }, PAUSES[Number(this.speed?.value ?? 1)]);
  }

  /** The whole picture, as it is before anybody steps. */
  rest() {
    this.show(this.last);
    this.resting = true;
    for (const code of this.code) code.run(0);
    for (const element of this.svg.querySelectorAll("[data-current]")) delete element.dataset.current;
    this.says.forEach((line, who) => { line.textContent = who ? "" : "Arrow keys step through the order of looking."; });
    if (this.says.length && this.svg.querySelector("[data-opens]"))
      this.says[0].textContent += " Underlined boxes stand for more, and open on a click.";
  }

  /** Shows what had been looked at after so many steps; 0 is before the first look. A figure without a table of all nodes has no slider. */
  show(step) {
    this.step = this.slider ? Math.min(Math.max(step, 0), this.last) : this.last;
    if (!this.slider) return void this.icicle?.draw(this.step);
    this.resting = false;
    this.figure.dataset.step = this.step;
    this.figure.toggleAttribute("data-done", this.step === this.last);
    for (const node of this.nodes) if (node.group.shown) this.showNode(node);
    for (const node of this.piles) if (node.group.shown) this.showPile(node);
    this.showBest();
    for (const node of this.nodes) if (node.group.shown) this.showTitle(node);
    const current = this.names.map((_, who) => this.current(who));
    for (const element of this.svg.querySelectorAll("[data-current]")) delete element.dataset.current;
    current.forEach(({ node }, who) => {
      const element = node && this.visible(node).element;
      if (element) element.dataset.current = [element.dataset.current, WHO[who]].filter(Boolean).join(" ");
    });
    this.icicle?.draw(this.step, this.step === this.last ? [] : current);
    if (this.hasZoomed) this.tellZoom();
    for (const code of this.code) code.run(this.step);
    this.tell(current);
    this.follow(current.find(({ node }) => node)?.node);
  }

  /** The subject of the step: the row, the node that is drawn for it or stands for it, and whether it is a cut. */
  current(who) {
    if (!this.step || this.step > this.lasts[who]) return {};
    const event = this.table.events[who][this.step];
    return { ...event, node: this.nodeAt(event.row) };
  }

  /** The node that is drawn for a row, or the smallest pile that it is in. */
  nodeAt(row) {
    const size = (node) => node.end - node.row;
    return this.byRow.get(row) ?? this.piles.filter((node) => node.row <= row && row < node.end).sort((one, other) => size(one) - size(other))[0];
  }

  showNode({ element, stands, state, steps, cuts, values, value, windows, window }) {
    const until = (step) => step <= this.step, done = steps.map(until);
    const one = this.names.length === 1 ? "forced" : "first";
    let now = done[0] && done[1] ? "both" : done[0] ? one : done[1] ? "second" : "later";
    if (state === "cut" || state === "unmade") now = cuts.every(until) ? "cut" : "later";
    if (element.dataset.now !== now) element.dataset.now = now;
    const known = (lists) => lists.map((list) => this.known(list)?.[1]).filter(Boolean);
    if (value && !stands) value.textContent = [...new Set(known(values))].join(" | ");
    for (const caption of window) caption.textContent = known(caption.matches(".second") ? [windows[1]] : windows)[0] ?? "";
  }

  /** What a node tells those who point at it, or do not see it: as much as the picture shows at this step. */
  showTitle(node) {
    const { element, title, stands, state, said, steps, left, value, best } = node, { now } = element.dataset;
    const known = [now, value?.textContent, best, this.step === this.last, ...left.map((step) => step > this.step)].join();
    if (node.known === known) return;
    node.known = known;
    const lines = [said[0].replace(/,? *cut off$/, "")];
    if (state === "hidden") lines[0] = said[0].replace(/: [\d,| ]+ of/, `: ${value.textContent} of`);
    else if (now === "later") lines[0] += ", not looked at yet";
    else if (now === "cut") lines[0] = said[0].replace(/,? *cut off$/, ", cut off");
    else {
      if (value?.textContent) lines[0] += `, value ${value.textContent}`;
      if (best) lines[0] += ", the best move";
      said.slice(1).forEach((line, who) => {
        if (this.step < this.last && !(steps[who] <= this.step)) return;
        lines.push(left[who] > this.step ? line.replace(/; left at step .*/, "") : line);
      });
    }
    if (stands) lines.push(...said.slice(1));
    title.textContent = lines.join("\n");
  }

  known(values) {
    return values.filter(([step]) => step <= this.step).at(-1);
  }

  /** The ways of the best moves so far, as each search knows them: the principal variations. */
  showBest() {
    for (const node of this.nodes) if (node.best) { node.best = false; node.edge.classList.remove("best"); }
    this.names.forEach((_, who) => {
      for (let node = this.real.get(""); node; ) {
        const best = this.known(node.values[who])?.[2] ?? -1, above = node;
        node = this.real.get(node.path ? `${node.path}.${best}` : `${best}`);
        // A node that is not in the page is in the last pile that begins before it.
        const pile = this.piles.findLast(({ parent, path }) => parent === above && Number(path.split(".").at(-1)) <= best);
        const shown = node ? this.visible(node) : pile;
        for (const one of [node, shown]) if (one?.edge) { one.best = true; one.edge.classList.add("best"); }
      }
    });
  }

  /** The heading: while somebody steps, how much of how much so far; in the end the result. */
  head(looked) {
    const said = this.names.map((name, who) => {
      const total = this.heading.dataset.leaves, count = text(looked[who]);
      const known = this.known(this.real.get("")?.values[who] ?? [])?.[1];
      const leaves = total ? `: ${count} of ${total} leaves` : `: ${count} ${looked[who] === 1 ? "leaf" : "leaves"}`;
      const result = known ? `, result ${known}${this.step < this.lasts[who] ? " so far" : ""}` : "";
      return (name || "the search") + leaves + result;
    });
    this.heading.textContent = this.step === this.last ? this.headed : said.join("; ");
  }

  /** Shows how much had been looked at inside of a pile. */
  showPile({ element, state, row, end }) {
    if (state !== "hidden") return;
    const counts = this.table.count(row, end, this.step);
    const { x: left, width } = element.querySelector(".outline"), sum = Number(element.dataset.whole);
    let x = left.baseVal.value;
    for (const [at, who] of ["both", "first", "second"].entries()) {
      const rect = element.querySelector(`.share.${who}`), wide = (width.baseVal.value * counts[at]) / sum;
      rect.setAttribute("x", x);
      rect.setAttribute("width", wide);
      x += wide;
    }
    element.querySelector(".caption.value").textContent = this.table.counts(row, end, this.step).map(text).join(" | ");
  }

  /** A node, or the part that stands for it while it is folded away. */
  visible(node) {
    let shown = node;
    for (let at = node; at; at = at.group.opener) if (!at.group.open) shown = at.group.opener;
    return shown;
  }

  /** The step in words, for each search; a screen reader reads it out. */
  tell(current) {
    this.head(this.table.counts(0, this.table.size, this.step));
    this.counter.textContent = `Step ${text(this.step)} of ${text(this.last)}`;
    this.says.forEach((line, who) => {
      line.textContent = this.sentence(current[who], who);
      line.dataset.path = this.table.path(current[who].row ?? 0).join(".");
    });
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", [this.counter.textContent, ...this.says.map((line) => line.textContent)].join(". "));
  }

  sentence({ row, node, isCut, why }, who) {
    const name = this.names[who] || "the search";
    if (this.step === 0) return `${name} has looked at nothing yet`;
    if (this.step > this.lasts[who]) return `${name} was done after step ${text(this.lasts[who])}`;
    const place = this.table.place(row, "the root");
    if (isCut) {
      const reason = why ?? (node.stands ? "" : node.said[who + 1].split(/; left at step \d+: /)[1]);
      return `✂ ${name} cuts off the rest of ${[place, reason].filter(Boolean).join(": ")}`;
    }
    return `${name} looks at ${node.stands ? `${place}, in what is collapsed here` : node.said[0] + this.details(node, who)}`;
  }

  /** Which leaf it is, the window and the line of code, as far as they are known. */
  details(node, who) {
    const said = (node.said[who + 1] ?? "").slice(`${this.names[who] || "the search"}: `.length);
    return said.replace(/^step \d+/, "").replace(/; left at step .*/, "");
  }

  /** Scrolls the picture, and nothing around it, so that the node is in sight. */
  follow(node) {
    if (!node || this.step === this.last) return;
    const [box, view] = [this.visible(node).outline, this.stage].map((element) => element.getBoundingClientRect());
    if (box.left < view.left || box.right > view.right) this.centre(this.visible(node));
  }

  centre(node) {
    const [box, view] = [node.outline, this.stage].map((element) => element.getBoundingClientRect());
    this.stage.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
  }

  /** Opens or closes what `target` stands for, or goes to the step of a node. Returns whether it was either. */
  press(target) {
    const line = target.closest?.("[data-line]");
    if (line) return this.code.find(({ element }) => element.contains(line)).light(line);
    const node = this.nodeOf(target);
    if (!node) return false;
    if (!node.opens) {
      const step = [...node.steps, ...node.cuts].find(Number.isFinite);
      if (step && !node.stands) this.show(step);
      return Boolean(step);
    }
    node.opens.open = !node.opens.open;
    node.element.setAttribute("aria-expanded", node.opens.open);
    this.place();
    if (this.resting) this.rest();
    else this.show(this.step);
    return true;
  }

  /** Makes room to the right of whatever is open, and brings the edges along. */
  place() {
    const more = this.spread(this.groups.get(""), 0);
    for (const { open, element, opener } of this.groups.values())
      if (opener) {
        const shown = open && opener.group.shown;
        element.setAttribute("display", shown ? "inline" : "none");
        element.setAttribute("aria-hidden", !shown);
      }
    let lowest = 0;
    for (const node of this.nodes.filter((one) => one.group.shown)) {
      node.element.setAttribute("transform", `translate(${node.across},${node.y})`);
      lowest = Math.max(lowest, node.y);
      if (node.edge && node.parent) this.join(node, node.parent.across - node.across);
    }
    this.lowest ??= lowest;
    const [width, height] = [this.width + more, this.height + lowest - this.lowest];
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  /** Places a group from `left` on; returns how much wider it is because of what is open in it. */
  spread(group, left) {
    group.shown = group.open && (!group.opener || group.opener.group.shown);
    let more = 0;
    for (const node of [...group.nodes].sort((one, other) => one.x - other.x)) {
      node.across = left + node.x + more;
      if (node.opens?.open) more += node.opens.width + this.spread(node.opens, node.across);
      else if (node.opens) node.opens.shown = false;
    }
    return more;
  }

  join(node, dx) {
    const [, y, , end] = node.edge.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    node.edge.setAttribute("d", `M${dx} ${y}L0 ${end}`);
    if (node.snip) {
      const dy = node.snip.transform.baseVal.getItem(0).matrix.f;
      node.snip.setAttribute("transform", `translate(${(dx * (dy - end)) / (y - end)},${dy})`);
    }
  }
}

/** The entry point of anywidget: the figure is made by Python and comes whole. */
function render({ model, el }) {
  el.innerHTML = model.get("figure");
  return attach(el.querySelector(".game-picture"));
}

export default { render };
