// The overview above a tree, as stills.py draws it: a row for each ply, as of any step, of all of the game or a part.

const PLIES = 40;  // rows of an icicle at most
const NARROW = 3;  // pixels: cells as wide as that are drawn one by one
const SORTS = ["both", "first", "second", "vain", "never"];
const BANDS = { both: [0, 1], first: [0, 0.65], second: [0.35, 0.65], vain: [0, 1], never: [0.42, 0.16] };

class Icicle {
  constructor(svg, table) {
    this.svg = svg;
    this.table = table;
    this.group = svg.querySelector("g");
    this.paths = SORTS.map((sort) => svg.querySelector(`.cells.${sort}`));
    this.width = svg.viewBox.baseVal.width - 2 * Number(svg.dataset.left);
    this.high = Number(svg.dataset.high);
    this.vain = new Set(JSON.parse(svg.dataset.vain));
    this.top = 0;
    const { size, ends, weights, parents } = table;
    this.before = new Int32Array(size + 1);
    for (let row = 0; row < size; row++) this.before[row + 1] = this.before[row] + (ends[row] > row + 1 ? 0 : weights[row] || Number(parents[row] === row - 1));
  }

  get end() {
    return this.table.ends[this.top];
  }

  get leaves() {
    return this.before[this.end] - this.before[this.top];
  }

  /** Pixels of a leaf. */
  get scale() {
    return this.width / Math.max(this.leaves, 1);
  }

  /** From where to where a row reaches, in pixels. */
  span(row) {
    const { before, top, scale } = this;
    return [row, this.table.ends[row]].map((at) => (before[at] - before[top]) * scale);
  }

  /** Draws the part from row `top` down as it was after a step. */
  draw(step, current = []) {
    const { depths, ends } = this.table, { before, end, scale, top, vain, width } = this, many = SORTS.length;
    const merged = new Float32Array(PLIES * width * many), drawn = SORTS.map(() => []);
    for (let row = top; row < end; row++) {
      const ply = depths[row] - depths[top];
      if (ply >= PLIES || before[ends[row]] === before[row]) continue;
      const left = (before[row] - before[top]) * scale, right = (before[ends[row]] - before[top]) * scale;
      const look = this.table.look(row, step), sort = look === 3 ? 4 : vain.has(row) ? 3 : look;
      if (right - left >= NARROW) this.box(drawn, sort, left, right - 1, ply, BANDS[SORTS[sort]]);
      else merged[(ply * width + Math.floor(left)) * many + sort] += right - left;
    }
    for (let ply = 0; ply < PLIES; ply++) this.merge(drawn, merged.subarray(ply * width * many, (ply + 1) * width * many), ply);
    this.paths.forEach((path, sort) => path.setAttribute("d", drawn[sort].join("")));
    this.point(current);
  }

  box(drawn, sort, left, right, ply, [start, part]) {
    const high = this.high - 2;
    drawn[sort].push(`M${left.toFixed(1)} ${(ply * this.high + high * start).toFixed(1)}H${right.toFixed(1)}v${(high * part).toFixed(1)}H${left.toFixed(1)}z`);
  }

  /** The pixels of a ply that hold several cells: neighbours that look alike are one box for each sort. */
  merge(drawn, merged, ply) {
    const many = SORTS.length;
    let begun = 0, before = "";
    for (let pixel = 0; pixel <= this.width; pixel++) {
      const shares = [...merged.subarray(pixel * many, (pixel + 1) * many)], whole = shares.reduce((sum, share) => sum + share, 0);
      const eighths = shares.map((share) => share && Math.max(1, Math.round((8 * share) / whole)));
      eighths[eighths.indexOf(Math.max(...eighths))] += 8 - eighths.reduce((sum, share) => sum + share, 0);
      const now = whole ? eighths.join() : "";
      if (now === before) continue;
      let high = 0;
      if (before)
        before.split(",").map(Number).forEach((share, sort) => {
          if (share) this.box(drawn, sort, begun, pixel, ply, share === 8 ? BANDS[SORTS[sort]] : [high / 8, share / 8]);
          high += share;
        });
      [begun, before] = [pixel, now];
    }
  }

  /** A frame around each node that a step is about. */
  point(current) {
    for (const frame of this.svg.querySelectorAll(".here")) frame.remove();
    for (const { row } of current) {
      if (row === undefined || row < this.top || row >= this.end) continue;
      const [left, right] = this.span(row), ply = Math.min(this.table.depths[row] - this.table.depths[this.top], PLIES - 1);
      const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const looks = { class: "here", x: left - 1, y: ply * this.high - 1, width: Math.max(right - left, 2) + 1, height: this.high };
      for (const [name, value] of Object.entries(looks)) frame.setAttribute(name, value);
      this.group.append(frame);
    }
  }

  /** The row under the mouse: the deepest that is drawn there. */
  rowAt({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.group.getScreenCTM().inverse());
    const ply = Math.floor(point.y / this.high);
    const { before, scale, table, top } = this, leaf = before[top] + point.x / scale;
    let found = top;
    for (let row = top; row < this.end; row++)
      if (table.depths[row] - table.depths[top] <= ply && before[row] <= leaf && leaf < before[table.ends[row]]) found = row;
    return found;
  }

  /** Shows a part only; of a leaf, what it is a part of. */
  zoom(row) {
    const { ends, parents } = this.table;
    this.top = row && ends[row] === row + 1 ? parents[row] : row;
  }

  /** By key: to the widest part below, back up, or to a neighbour. Returns whether it was one of these keys. */
  key(key) {
    const { table, top } = this, above = table.parents[top], leaves = (row) => this.before[table.ends[row]] - this.before[row];
    const beside = above < 0 ? [top] : [...table.children(above)], at = beside.indexOf(top);
    const below = [...table.children(top)].filter((row) => table.ends[row] > row + 1);
    const next = { ArrowUp: above, ArrowLeft: beside[at - 1], ArrowRight: beside[at + 1],
      ArrowDown: below.sort((one, other) => leaves(other) - leaves(one))[0] ?? top };
    if (!(key in next)) return false;
    if (next[key] >= 0) this.zoom(next[key]);
    return true;
  }
}
