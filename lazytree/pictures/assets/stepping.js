// Steps through a picture of a game: what was looked at first, and next, and so on, forwards and back.
//
// The picture is an SVG that Python has drawn, whole and laid out; what its parts are called is told in drawing.py.
// This module adds what a still image cannot do: it shows a step, and makes room for parts that open. It stands as it is
// in a page (page.py) and in a notebook's widget (widget.py), and asks nothing of any server.
//
// While a step is shown, the figure has `data-step`, and each node `data-now`: `later`, `forced`, `both`, `first` or
// `second`; the node that is being looked at has `data-current`, which names the searches that look at it.

const WHO = ["first", "second"];
const SMALLEST = 12;  // a picture that were drawn so many times smaller could not be made out
const PAGE = 10;  // steps of the keys Page Up and Page Down

/** Makes one figure step. Returns a function that takes what it added away again. */
export function attach(figure) {
  const picture = new Picture(figure);
  return () => picture.stop();
}

class Picture {
  constructor(figure) {
    this.figure = figure;
    this.svg = figure.querySelector("svg.game-svg");
    this.stage = figure.querySelector(".stage");
    this.slider = figure.querySelector("input[type=range]");
    this.says = [...figure.querySelectorAll(".says")];
    this.counter = figure.querySelector(".counter");
    this.fitting = figure.querySelector("button.whole-tree");
    this.names = JSON.parse(figure.dataset.names);
    this.lasts = JSON.parse(figure.dataset.steps);
    this.last = Math.max(...this.lasts);
    this.quit = new AbortController();
    this.read();
    this.listen();
    this.place();
    this.rest();
    this.centre(this.nodes[0]);
    figure.classList.add("steps");
  }

  stop() {
    this.quit.abort();
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
    const real = new Map(this.nodes.filter((node) => !node.stands).map((node) => [node.path, node]));
    this.at = WHO.map(() => new Map());
    for (const node of this.nodes) {
      node.parent = node.path === "" ? undefined : real.get(node.path.split(".").slice(0, -1).join("."));
      node.steps.forEach((step, who) => step && (node.stands || this.at[who].set(step, node)));
    }
  }

  node(element) {
    const group = this.groups.get(element.closest(".fold")?.dataset.fold ?? "");
    const { e: x, f: y } = element.transform.baseVal.getItem(0).matrix;
    const { path, state, kind, first, second, opens } = element.dataset;
    const steps = [first, second].map((step) => step && Number(step));
    const stands = kind === "more";
    const node = { element, group, x, y, left: x, path, state, steps, stands, opens: this.groups.get(opens) };
    node.edge = element.querySelector(".edge");
    node.snip = element.querySelector(".snip");
    node.said = element.querySelector("title").textContent.split("\n");
    if (node.opens) node.opens.opener = node;
    group.nodes.push(node);
    return node;
  }

  listen() {
    const on = (element, event, act) => element.addEventListener(event, act, { signal: this.quit.signal });
    on(this.figure, "keydown", (event) => this.key(event));
    for (const event of ["keydown", "keyup", "focusin"]) on(this.figure, event, (event) => this.share(event));
    if (this.slider) on(this.slider, "input", () => this.show(Number(this.slider.value)));
    for (const button of this.figure.querySelectorAll("button[data-go]"))
      on(button, "click", () => this.go(button.dataset.go));
    if (this.fitting) on(this.fitting, "click", () => this.fit(this.fitting));
    on(this.svg, "click", (event) => this.press(event.target));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = { ArrowRight: "next", ArrowLeft: "back", Home: "start", End: "end", PageDown: "far", PageUp: "farback" };
    if (event.target === this.slider) Object.assign(moves, { ArrowUp: "next", ArrowDown: "back" });
    if (moves[event.key]) this.go(moves[event.key]);
    else if (!["Enter", " "].includes(event.key) || !this.press(event.target)) return;
    event.preventDefault();
    event.stopPropagation();  // a notebook has uses of its own for these keys
  }

  /** JupyterLab keeps its own shortcuts, such as Ctrl+S; without these keys it would move on at an arrow. */
  share({ altKey, ctrlKey, metaKey }) {
    this.figure.toggleAttribute("data-lm-suppress-shortcuts", !(altKey || ctrlKey || metaKey));
  }

  go(where) {
    const { step, last } = this;
    this.show({ start: 0, end: last, next: step + 1, back: step - 1, far: step + PAGE, farback: step - PAGE }[where]);
  }

  /** The whole picture, as it is before anybody steps. */
  rest() {
    this.show(this.last);
    this.resting = true;
    for (const element of this.svg.querySelectorAll("[data-current]")) delete element.dataset.current;
    this.says.forEach((line, who) => { line.textContent = who ? "" : "Arrow keys step through the order of looking."; });
    if (this.says.length && this.svg.querySelector("[data-opens]"))
      this.says[0].textContent += " Underlined boxes stand for more, and open on a click.";
  }

  /** Shows what had been looked at after so many steps; 0 is before the first look. */
  show(step) {
    this.resting = false;
    this.step = Math.min(Math.max(step, 0), this.last);
    this.figure.dataset.step = this.step;
    for (const node of this.nodes) this.showNode(node);
    const current = this.at.map((nodes) => nodes.get(this.step));
    for (const element of this.svg.querySelectorAll("[data-current]")) delete element.dataset.current;
    current.map((node) => node && this.visible(node)).forEach((node, who) => {
      if (node) node.element.dataset.current = [node.element.dataset.current, WHO[who]].filter(Boolean).join(" ");
    });
    this.tell(current);
    this.follow(current.find(Boolean));
  }

  showNode({ element, state, steps }) {
    if (state === "cut" || state === "unmade") return;
    const done = steps.map((step) => step !== undefined && step <= this.step);
    const one = this.names.length === 1 ? "forced" : "first";
    const now = done[0] && done[1] ? "both" : done[0] ? one : done[1] ? "second" : "later";
    if (element.dataset.now !== now) element.dataset.now = now;
  }

  /** A node, or the part that stands for it while it is folded away. */
  visible(node) {
    let shown = node;
    for (let at = node; at; at = at.group.opener) if (!at.group.open) shown = at.group.opener;
    return shown;
  }

  /** What the step was, in words, for each search; a screen reader reads it out. */
  tell(current) {
    if (this.counter) this.counter.textContent = `Step ${this.step} of ${this.last}`;
    this.says.forEach((line, who) => {
      const name = this.names[who] || "the search";
      const node = current[who];
      if (this.step === 0) line.textContent = `${name} has looked at nothing yet`;
      else if (this.step > this.lasts[who]) line.textContent = `${name} was done after step ${this.lasts[who]}`;
      else if (!node) line.textContent = `${name} looks at a part that is not in this picture`;
      else line.textContent = `${name} looks at ${node.said[0]}${this.details(node, who)}`;
      line.dataset.path = node?.path ?? "";
    });
    if (this.slider) {
      this.slider.value = this.step;
      this.slider.setAttribute("aria-valuetext", [this.counter?.textContent, ...this.says.map((line) => line.textContent)].join(". "));
    }
  }

  /** Which leaf it is, the window and the line of code, as far as they are known. */
  details(node, who) {
    const said = (node.said[who + 1] ?? "").slice(`${this.names[who] || "the search"}: `.length);
    return said.replace(/^step \d+/, "");
  }

  /** Scrolls the picture, and nothing around it, so that the node is in sight. */
  follow(node) {
    if (!node || this.step === this.last) return;
    const [box, view] = [this.visible(node).element.getBoundingClientRect(), this.stage.getBoundingClientRect()];
    if (box.left < view.left || box.right > view.right) this.centre(this.visible(node));
  }

  centre(node) {
    const [box, view] = [node.element.getBoundingClientRect(), this.stage.getBoundingClientRect()];
    this.stage.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
  }

  /** All of the picture at once, or as large as it is drawn. */
  fit(button) {
    button.setAttribute("aria-pressed", this.figure.classList.toggle("fit"));
    this.centre(this.nodes[0]);
  }

  /** Opens or closes what `target` stands for. Returns whether it stands for anything. */
  press(target) {
    const element = target.closest?.("[data-opens]");
    const node = element && this.nodes.find((one) => one.element === element);
    if (!node) return false;
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
      if (opener) element.setAttribute("display", open && opener.group.shown ? "inline" : "none");
    let lowest = 0;
    for (const node of this.nodes.filter((one) => one.group.shown)) {
      node.element.setAttribute("transform", `translate(${node.left},${node.y})`);
      lowest = Math.max(lowest, node.y);
      if (node.edge && node.parent) this.join(node, node.parent.left - node.left);
    }
    this.lowest ??= lowest;
    const [width, height] = [this.width + more, this.height + lowest - this.lowest];
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const times = width / this.stage.clientWidth;
    if (this.fitting) this.fitting.hidden = times <= 1 || times > SMALLEST;
  }

  /** Places a group from `left` on; returns how much wider it is because of what is open in it. */
  spread(group, left) {
    group.shown = group.open && (!group.opener || group.opener.group.shown);
    let more = 0;
    for (const node of [...group.nodes].sort((one, other) => one.x - other.x)) {
      node.left = left + node.x + more;
      if (node.opens?.open) more += node.opens.width + this.spread(node.opens, node.left);
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

/** What anywidget calls: the figure is made by Python and comes whole. */
function render({ model, el }) {
  el.innerHTML = model.get("figure");
  return attach(el.querySelector(".game-picture"));
}

export default { render };
