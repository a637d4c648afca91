// A graph: its vertices on a circle, its edges between them, and the answer on it.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 400;

function add(parent, tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
}

export class Network {
  #root; #places = new Map(); #layers = {}; #size = 14;

  constructor(root) {
    this.#root = root;
  }

  // Draws the stated graph.
  state({ vertices, edges }, title) {
    this.#root.replaceChildren();
    const svg = add(this.#root, "svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", "aria-label": title });
    this.#size = Math.max(4, Math.min(18, 420 / Math.max(1, vertices.length)));
    const radius = SIDE / 2 - 30;
    this.#places = new Map(vertices.map((vertex, at) => {
      const turn = (2 * Math.PI * at) / vertices.length - Math.PI / 2;
      return [vertex, [SIDE / 2 + radius * Math.cos(turn), SIDE / 2 + radius * Math.sin(turn)]];
    }));
    for (const pair of edges) this.#edge(svg, pair.map((number) => vertices[number]), "edge");
    this.#layers = { ways: add(svg, "g", {}), vertices: add(svg, "g", {}) };
    this.#vertices(() => "vertex");
  }

  #edge(layer, ends, kind) {
    const [[x1, y1], [x2, y2]] = ends.map((end) => this.#places.get(end));
    add(layer, "line", { class: kind, x1, y1, x2, y2 });
  }

  // Every vertex by its class.
  #vertices(kind) {
    this.#layers.vertices?.replaceChildren();
    for (const [vertex, [x, y]] of this.#places) {
      add(this.#layers.vertices, "circle", { class: kind(vertex), cx: x, cy: y, r: this.#size });
      if (this.#places.size <= 60) {
        add(this.#layers.vertices, "text", { class: "name", x, y: y + this.#size * 0.35, "font-size": this.#size }, vertex);
      }
    }
  }

  clear() {
    this.#layers.ways?.replaceChildren();
    this.#vertices(() => "vertex");
  }

  mark(vertices) {
    const marked = new Set(vertices);
    this.#vertices((vertex) => (marked.has(vertex) ? "vertex marked" : "vertex"));
  }

  // The first steps of a walk, vertices of a set, or colours.
  show({ ways = [], men = [], colours = [] }) {
    this.clear();
    for (const walk of ways) walk.slice(1).forEach((to, at) => this.#edge(this.#layers.ways, [walk[at], to], "walk"));
    const chosen = new Set([...men, ...ways.flat()]);
    const colour = new Map(colours.flatMap((names, number) => names.map((name) => [name, number])));
    this.#vertices((vertex) => {
      if (colour.has(vertex)) return `vertex colour${colour.get(vertex) % 8}`;
      return chosen.has(vertex) ? "vertex chosen" : "vertex";
    });
  }
}

// The number of steps of an answer, and the picture after each.
export function stepsOf({ solution, puzzle }) {
  if (solution.classes) {
    const { classes } = solution;
    return { last: classes.length, at: (step) => ({ colours: classes.slice(0, step) }) };
  }
  if (solution.vertices) {
    const { vertices } = solution;
    return { last: vertices.length, at: (step) => ({ men: vertices.slice(0, step) }) };
  }
  const path = puzzle.closed ? [...solution.path, solution.path[0]] : solution.path;
  return { last: path.length - 1, at: (step) => ({ ways: [path.slice(0, step + 1)] }) };
}

// The vertices of an answer in words.
export function inWords({ vertices, classes, path }) {
  if (classes) return classes.map((names, at) => `colour ${at + 1}: ${names.join(", ")}`).join("; ");
  return (vertices ?? path).join(", ");
}
