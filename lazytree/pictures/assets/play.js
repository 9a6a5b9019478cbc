// Play with a game: change a leaf, exchange two moves, put the best moves first, and see at once what alpha-beta cuts off.
//
// It needs no Python: the search is `alphabeta` of minimax_and_alphabeta.py, in the same few lines, and a test compares
// the two. A game is `{ kind: "end", score }`, or `{ kind, children }` with the kind "max" or "min".

const SHAPES = { max: "0,-17 20,14 -20,14", min: "0,17 20,-14 -20,-14" };
const DOWN = 88;  // pixels from ply to ply
const SPACE = 12;

/** Returns the value of a game: fail-soft alpha-beta. Calls `look` with each part that it looks at, in order, and its window. */
export function alphabeta(game, look, alpha = -Infinity, beta = Infinity) {
  look(game, alpha, beta);
  if (game.kind === "end") return game.score;
  const isMax = game.kind === "max";
  let best = isMax ? -Infinity : Infinity;
  for (const child of game.children) {
    const value = isMax ? alphabeta(child, look, Math.max(alpha, best), beta) : alphabeta(child, look, alpha, Math.min(beta, best));
    best = isMax ? Math.max(best, value) : Math.min(best, value);
    if (isMax ? best >= beta : best <= alpha) break;
  }
  return best;
}

/** Returns the value of a game, from all of its leaves. */
export function minimax(game) {
  return game.kind === "end" ? game.score : Math[game.kind](...game.children.map(minimax));
}

/** Returns the game in which each player's best moves come first. */
export function bestFirst(game) {
  if (game.kind === "end") return { ...game };
  const turn = game.kind === "max" ? -1 : 1;
  return { ...game, children: [...game.children].sort((one, other) => turn * (minimax(one) - minimax(other))).map(bestFirst) };
}

/** Reads a game as page.py writes it: the depth of each node in preorder, and then "max", "min" or its score. */
export function read(rows) {
  const way = [];
  for (const [depth, what] of rows) {
    const node = typeof what === "number" ? { kind: "end", score: what } : { kind: what, children: [] };
    way[depth - 1]?.children.push(node);
    way[depth] = node;
  }
  return way[0];
}

/** Says what the leaves that were looked at tell of a node, as backed_up_values.py does: `3`, `≤ 2`, `1 to 3`. */
function known({ low, high }) {
  if (low === high) return signed(low);
  return low === -Infinity ? `≤ ${signed(high)}` : high === Infinity ? `≥ ${signed(low)}` : `${signed(low)} to ${signed(high)}`;
}

/** Returns a number as Python's pictures write it. */
function signed(number) {
  return String(number).replace("-Infinity", "−∞").replace("Infinity", "∞");
}

/** Returns all nodes from `game` down, parents first, and sets `above` of each to its parent. */
function nodesOf(game, above) {
  game.above = above;
  return [game, ...(game.children ?? []).flatMap((child) => nodesOf(child, game))];
}

const widthOf = ({ kind, score, low, high }) => Math.max(kind === "end" ? 8 * String(score).length + 14 : 8 * known({ low, high }).length, kind === "end" ? 30 : 40);

/** Sets the `x` of each node from that of its parent; returns how far it all reaches to each side, by ply. */
function place(node) {
  let left = [], right = [];
  for (const child of node.children ?? []) {
    const ends = place(child);
    child.x = Math.max(0, ...ends.left.slice(0, right.length).map((end, ply) => right[ply] - end + SPACE));
    for (const [ply, end] of ends.left.entries()) left[ply] ??= child.x + end;
    for (const [ply, end] of ends.right.entries()) right[ply] = child.x + end;
  }
  const half = widthOf(node) / 2, middle = node.children ? (node.children[0].x + node.children.at(-1).x) / 2 : 0;
  for (const child of node.children ?? []) child.x -= middle;
  return { left: [-half, ...left.map((end) => end - middle)], right: [half, ...right.map((end) => end - middle)] };
}

/** The panel of a figure in which a reader changes the game. */
export class Playground {
  constructor(panel, rows) {
    this.panel = panel;
    this.rows = rows;
    this.score = panel.querySelector("input");
    this.board = panel.querySelector(".board");
    const act = { best: () => bestFirst(this.game), again: () => read(this.rows) };
    for (const [name, game] of Object.entries(act))
      panel.querySelector(`.${name}`).addEventListener("click", () => { this.game = game(); this.choose(); });
    for (const [name, by] of [["earlier", -1], ["later", 1]])
      panel.querySelector(`.${name}`).addEventListener("click", () => this.exchange(by));
    this.score.addEventListener("input", () => this.set(this.score.valueAsNumber));
    panel.addEventListener("keydown", (event) => this.key(event));
    this.board.addEventListener("click", (event) => this.choose(this.nodes[event.target.closest("[data-node]")?.dataset.node]));
    this.game = read(rows);
    this.choose();
  }

  key(event) {
    event.stopPropagation();  // the picture steps by arrow keys
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key], { chosen } = this;
    const node = this.nodes[event.target.closest("[data-node]")?.dataset.node];
    if (!node || !(by || ["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    if (!by || node !== chosen) this.choose(node);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.exchange(by);
    else if (chosen.kind === "end") this.set(chosen.score + by);
    this.board.querySelector("[aria-selected=true]")?.focus();
  }

  /** Chooses the node that the buttons change, or none. */
  choose(node) {
    this.chosen = node;
    this.draw();
  }

  /** Changes the score of the chosen leaf. */
  set(score) {
    if (!Number.isFinite(score)) return;
    this.chosen.score = score;
    this.draw();
  }

  /** Exchanges the chosen move with a neighbour. */
  exchange(by) {
    const moves = this.chosen?.above?.children ?? [], at = moves.indexOf(this.chosen);
    if (moves[at + by]) [moves[at], moves[at + by]] = [moves[at + by], moves[at]];
    this.draw();
  }

  /** Searches, and draws the game with the parts that were looked at. */
  draw() {
    const { panel, chosen } = this, moves = chosen?.above?.children ?? [];
    this.nodes = nodesOf(this.game);
    this.windows = new Map();
    const value = alphabeta(this.game, (node, alpha, beta) => this.windows.set(node, [alpha, beta]));
    const leaves = this.nodes.filter((node) => node.kind === "end"), looked = leaves.filter((node) => this.windows.has(node));
    for (const node of [...this.nodes].reverse()) {
      const { kind, children, score } = node, bounds = (name) => Math[kind](...children.map((child) => child[name]));
      if (!this.windows.has(node)) [node.low, node.high] = [-Infinity, Infinity];
      else [node.low, node.high] = kind === "end" ? [score, score] : [bounds("low"), bounds("high")];
    }
    this.order = new Map(looked.map((node, at) => [node, at + 1]));
    const least = [];
    alphabeta(bestFirst(this.game), (node) => node.kind === "end" && least.push(node));
    panel.querySelector(".found").textContent = `alpha-beta looks at ${looked.length} of ${leaves.length} leaves and finds ${value}; best moves first, it would look at ${least.length}`;
    this.score.disabled = chosen?.kind !== "end";
    if (document.activeElement !== this.score) this.score.value = chosen?.score ?? "";
    panel.querySelector(".earlier").disabled = !chosen || moves[0] === chosen || !moves.length;
    panel.querySelector(".later").disabled = !chosen || moves.at(-1) === chosen || !moves.length;
    const { left, right } = place(this.game), start = Math.min(...left), width = Math.max(...right) - start + 2 * SPACE;
    const drawn = this.nodes.map((node, at) => this.node(node, at, start)).join("");
    const high = DOWN * left.length;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" class="played" width="${width}" height="${high}" viewBox="0 0 ${width} ${high}" text-anchor="middle" role="tree" aria-label="the game to play with">${drawn}</svg>`;
    this.board.replaceChildren(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  }

  /** Returns a node as SVG, with the same shapes and classes as those that Python draws. All of its text is numbers. */
  node(node, at, start) {
    const { above, kind } = node, seen = this.windows.has(node), half = widthOf(node) / 2;
    node.across = above ? above.across + node.x : SPACE - start;
    node.level = above ? above.level + 1 : 1;
    node.down = above ? above.down + DOWN : 24;
    const shape = (name, looks) => (SHAPES[kind] ? `<polygon class="${name}" points="${SHAPES[kind]}" ${looks}/>`
      : `<rect class="${name}" x="${-half}" y="-13" width="${2 * half}" height="26" rx="4" ${looks}/>`);
    const dashes = seen ? "" : 'stroke-dasharray="4 3"', label = kind === "end" ? node.score : kind;
    const edge = above ? `<path class="edge" d="M${above.across - node.across} ${(this.windows.has(above) ? 46 : 20) - DOWN}L0 -17" ${dashes}/>` : "";
    const snip = above && !seen && this.windows.has(above) ? `<path class="snip" fill="none" transform="translate(${0.3 * (above.across - node.across)},-30)" d="M-6 3L2 -5M-2 5L6 -3"/>` : "";
    const ends = this.windows.get(node)?.map(signed).join(", ");
    const below = !seen ? "" : kind === "end" ? `<text class="caption forced" y="30" font-size="12" font-weight="bold">#${this.order.get(node)}</text>`
      : `<text class="caption value" y="29" font-size="12" font-weight="bold">${known(node)}</text><text class="caption text" y="41" font-size="11">(${ends})</text>`;
    const says = `${kind === "end" ? `score ${label}` : kind}, ${seen ? "looked at" : "cut off"}${seen && kind !== "end" ? `, value ${known(node)}` : ""}`;
    return `<g class="node" data-node="${at}" data-kind="${kind}" data-state="${seen ? "forced" : "cut"}" transform="translate(${node.across},${node.down})"
      role="treeitem" aria-level="${node.level}" tabindex="0" aria-selected="${node === this.chosen}" aria-label="${says}">${edge}${snip}${seen ? shape("whole", "") : ""}${shape("outline", `fill="none" ${dashes}`)}
      <text class="label" y="${kind === "max" ? 10 : kind === "min" ? -3 : 5}" font-size="${kind === "end" ? 13 : 12}">${label}</text>${below}</g>`;
  }
}
