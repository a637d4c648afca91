// A graph: its vertices where they were put, or on a circle; its edges; the answer on it; and drawing with a pointer.
import { add, drawMarks } from "./marks.js";
import { letters } from "./statement.js";

const SIDE = 400;
// A pointer that moves less is a click.
const CLICK = 8;

const along = (degrees, [x, y], radius) => [x + radius * Math.cos(degrees), y + radius * Math.sin(degrees)];

export class Network {
  #root; #edit; #svg; #graph; #places = new Map(); #layers = {}; #size = 14; #held;

  // `edit` takes the graph that was drawn: its vertices, edges and places.
  constructor(root, edit) {
    this.#root = root;
    this.#edit = edit;
  }

  // Draws the stated graph: where its vertices were put if that is known of all, or else on a circle.
  state(graph, places, title) {
    const { vertices, edges } = (this.#graph = graph);
    this.#root.replaceChildren();
    this.#held = undefined;
    const svg = add(this.#root, "svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", class: "graph", "aria-label": title });
    this.#svg = svg;
    this.#size = Math.max(4, Math.min(18, 420 / Math.max(1, vertices.length)));
    const turn = (at) => (2 * Math.PI * at) / vertices.length - Math.PI / 2;
    const circle = (at) => along(turn(at), [SIDE / 2, SIDE / 2], SIDE / 2 - 30);
    const isPlaced = vertices.every((vertex) => places.has(vertex));
    this.#places = new Map(vertices.map((vertex, at) => [vertex, isPlaced ? places.get(vertex) : circle(at)]));
    const names = edges.map((pair) => pair.map((number) => vertices[number]));
    for (const pair of names) this.#edge(svg, pair, "edge");
    // Wider than what is seen, for a finger.
    names.forEach((pair, at) => { this.#edge(svg, pair, "grip").dataset.edge = at; });
    this.#layers = { ways: add(svg, "g", {}), vertices: add(svg, "g", {}) };
    this.#vertices(() => "vertex");
    for (const [event, heard] of Object.entries({ pointerdown: "down", pointermove: "move", pointerup: "up", pointercancel: "off" })) {
      svg.addEventListener(event, (happened) => this[heard](happened));
    }
    // A finger that draws an edge does not scroll the page; some browsers ignore `touch-action` on a circle.
    svg.addEventListener("touchmove", (event) => this.#held?.vertex !== undefined && event.preventDefault(), { passive: false });
  }

  #edge(layer, ends, kind) {
    const [[x1, y1], [x2, y2]] = ends.map((end) => this.#places.get(end));
    return add(layer, "line", { class: kind, x1, y1, x2, y2 });
  }

  // Every vertex by its class.
  #vertices(kind) {
    this.#layers.vertices?.replaceChildren();
    for (const [vertex, [x, y]] of this.#places) {
      const circle = add(this.#layers.vertices, "circle", { class: kind(vertex), cx: x, cy: y, r: this.#size });
      circle.dataset.vertex = vertex;
      if (this.#places.size <= 60) {
        const size = Math.min(this.#size, (2.2 * this.#size) / vertex.length);
        add(this.#layers.vertices, "text", { class: "name", x, y: y + size * 0.35, "font-size": size }, vertex);
      }
    }
  }

  #point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
    const within = (value) => Math.round(Math.min(SIDE - this.#size, Math.max(this.#size, value)));
    return [within(x), within(y)];
  }

  down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    this.#held = { ...event.target.dataset, from: this.#point(event) };
    this.#svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (this.#held?.vertex === undefined || !this.#isDrag(event)) return;
    const [x2, y2] = this.#point(event);
    this.#held.line ??= this.#edge(this.#layers.ways, [this.#held.vertex, this.#held.vertex], "drawn");
    for (const [key, value] of Object.entries({ x2, y2 })) this.#held.line.setAttribute(key, value);
  }

  up(event) {
    const held = this.#held;
    const isDrag = held && this.#isDrag(event);
    this.off();
    if (!held) return;
    const to = document.elementFromPoint(event.clientX, event.clientY)?.dataset.vertex;
    if (held.vertex !== undefined) {
      if (!isDrag) this.#without(held.vertex);
      else if (to === undefined) this.#with(this.#point(event), held.vertex);
      else if (to !== held.vertex) this.#joined(held.vertex, to);
    } else if (!isDrag) {
      if (held.edge === undefined) this.#with(held.from);
      else this.#changed({ edges: this.#graph.edges.filter((_, at) => at !== Number(held.edge)) });
    }
  }

  off() {
    this.#held?.line?.remove();
    this.#held = undefined;
  }

  #isDrag(event) {
    const [[x1, y1], [x2, y2]] = [this.#held.from, this.#point(event)];
    return Math.hypot(x2 - x1, y2 - y1) > CLICK;
  }

  // A new vertex, with an edge to another if that is named.
  #with(point, neighbour) {
    const { vertices, edges } = this.#graph;
    let number = 0;
    while (this.#places.has(letters(number))) number += 1;
    const places = new Map(this.#places).set(letters(number), point);
    const edge = neighbour === undefined ? [] : [[vertices.indexOf(neighbour), vertices.length]];
    this.#changed({ vertices: [...vertices, letters(number)], edges: [...edges, ...edge], places });
  }

  #without(vertex) {
    const { vertices, edges } = this.#graph;
    const gone = vertices.indexOf(vertex);
    const kept = edges.filter((pair) => !pair.includes(gone));
    const number = (at) => (at > gone ? at - 1 : at);
    this.#changed({ vertices: vertices.filter((name) => name !== vertex), edges: kept.map((pair) => pair.map(number)) });
  }

  #joined(...ends) {
    const { vertices, edges } = this.#graph;
    const pair = ends.map((end) => vertices.indexOf(end));
    if (edges.some((edge) => pair.every((end) => edge.includes(end)))) return;
    this.#changed({ edges: [...edges, pair] });
  }

  #changed(part) {
    this.#edit({ ...this.#graph, places: this.#places, ...part });
  }

  clear() {
    this.#layers.ways?.replaceChildren();
    this.#vertices(() => "vertex");
  }

  mark(vertices) {
    const marked = new Set(vertices);
    this.#vertices((vertex) => (marked.has(vertex) ? "vertex marked" : "vertex"));
  }

  // Shows which vertices and edges a search has made true or false.
  judge(marks) {
    const isVertex = ([names, truth]) => truth && names.length === 1;
    this.show({ men: marks.filter(isVertex).flatMap(([names]) => names) });
    drawMarks(this.#layers.ways, marks.filter((mark) => !isVertex(mark)), (vertex) => this.#places.get(vertex), 2 * this.#size);
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
