// The board: squares for the mouse and the arrow keys, and the answer drawn on them.
import { colourOf, letterOf, man, manInWords } from "./frames.js";
import { add, drawMarks } from "./marks.js";
import { name, place } from "./statement.js";

const CELL = 40;

// How long a finger rests before it drags; one that moves sooner scrolls the page.
const REST = 300;

export class Board {
  #root; #calls; #squares = new Map(); #focused = "a1"; #rows = 0; #columns = 0; #layers = {}; #drag; #wasDrag = false;

  // `click` takes a square; `dragged` takes squares, and whether they are blocked, while `drags` says so.
  constructor(root, calls) {
    this.#root = root;
    this.#calls = calls;
    // A drag may end beside the board.
    addEventListener("pointerup", () => this.#up());
    addEventListener("pointercancel", () => { this.#drag = undefined; });
  }

  #middle(square) {
    const [column, rank] = place(square);
    return [column * CELL + CELL / 2, (this.#rows - 1 - rank) * CELL + CELL / 2];
  }

  // Draws the stated puzzle.
  state(puzzle, title) {
    const { rows, columns } = puzzle;
    [this.#rows, this.#columns] = [rows, columns];
    const had = this.#root.contains(document.activeElement);
    const margin = Math.max(22, Math.max(rows, columns) * 1.1);
    this.#root.replaceChildren();
    const svg = add(this.#root, "svg", {
      viewBox: `${-margin} -4 ${columns * CELL + margin + 4} ${rows * CELL + margin + 4}`,
      role: "grid", "aria-label": title,
    });
    svg.style.aspectRatio = `${columns * CELL + margin} / ${rows * CELL + margin}`;
    this.#squares.clear();
    for (let rank = rows - 1; rank >= 0; rank--) {
      const row = add(svg, "g", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const square = name(column, rank);
        const colour = ((column + rank) % 2 ? "light" : "dark") + (puzzle.blocked.has(square) ? " blocked" : "");
        const at = { x: column * CELL, y: (rows - 1 - rank) * CELL, width: CELL, height: CELL };
        const cell = add(row, "rect", { ...at, class: `square ${colour}`, role: "gridcell", tabindex: -1 });
        cell.setAttribute("aria-label", this.#words(puzzle, square));
        cell.dataset.square = square;
        this.#squares.set(square, cell);
      }
    }
    this.#labels(svg, margin);
    this.#layers = { stated: add(svg, "g", {}), answer: add(svg, "g", { "pointer-events": "none" }) };
    this.#stated(puzzle);
    if (!this.#squares.has(this.#focused)) this.#focused = "a1";
    this.#squares.get(this.#focused).setAttribute("tabindex", 0);
    if (had) this.#squares.get(this.#focused).focus({ preventScroll: true });
    svg.addEventListener("click", ({ target }) => target.dataset.square && !this.#wasDrag && this.#chosen(target.dataset.square));
    svg.addEventListener("keydown", (event) => this.#key(event));
    this.#drag = undefined;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#over(document.elementFromPoint(event.clientX, event.clientY)));
    svg.addEventListener("touchmove", (event) => this.#drag?.rested() && event.preventDefault(), { passive: false });
  }

  #down({ target, isPrimary, button, pointerType, timeStamp }) {
    this.#wasDrag = false;
    if (!isPrimary || button !== 0 || !target.dataset.square || !this.#calls.drags()) return;
    const rested = () => pointerType !== "touch" || performance.now() - timeStamp > REST;
    const isBlocked = !target.classList.contains("blocked");
    this.#drag = { squares: new Set([target.dataset.square]), isBlocked, rested };
  }

  // Shows at once what the statement will say when the pointer is lifted.
  #over(target) {
    if (!this.#drag?.rested() || !this.#squares.has(target?.dataset?.square)) return;
    this.#drag.squares.add(target.dataset.square);
    if (this.#drag.squares.size < 2) return;
    for (const square of this.#drag.squares) this.#squares.get(square).classList.toggle("blocked", this.#drag.isBlocked);
  }

  #up() {
    const drag = this.#drag;
    this.#drag = undefined;
    this.#wasDrag = drag?.squares.size > 1;
    if (this.#wasDrag) this.#calls.dragged([...drag.squares], drag.isBlocked);
  }

  #words(puzzle, square) {
    const words = [square];
    if (puzzle.blocked.has(square)) words.push("blocked");
    if (puzzle.given.has(square) && ["queens", "place", "dominate"].includes(puzzle.kind)) words.push("given piece");
    for (const end of { tour: ["start", "end"], route: ["from", "to"] }[puzzle.kind] ?? []) {
      if (puzzle[end] === square) words.push(end);
    }
    if (puzzle.kind === "tour" && puzzle.times.has(square)) words.push(`visited at time ${puzzle.times.get(square)}`);
    const [jumps, letter] = [puzzle.riders.get(square), puzzle.men.get(square)];
    if (puzzle.kind === "meet" && jumps) words.push(`a ${puzzle.piece} with ${jumps} ${jumps === 1 ? "jump" : "jumps"} per turn`);
    if (puzzle.kind === "exchange" && letter) words.push(manInWords(letter));
    if (puzzle.kind === "mapf") {
      const end = (at, what) => puzzle.agents.forEach((ends, agent) => ends[at] === square && words.push(`${what} of agent ${agent + 1}`));
      end(0, "start");
      end(1, "goal");
    }
    return words.join(", ");
  }

  #labels(svg, margin) {
    const [rows, columns] = [this.#rows, this.#columns];
    const side = Math.max(rows, columns);
    const every = side <= 26 ? 1 : Math.ceil(side / 20);
    const label = { class: "label", "font-size": margin * 0.55, "aria-hidden": "true" };
    for (let column = 0; column < columns; column += every) {
      const letters = name(column, 0).slice(0, -1);
      add(svg, "text", { ...label, x: column * CELL + CELL / 2, y: rows * CELL + margin * 0.75 }, letters);
    }
    for (let rank = 0; rank < rows; rank += every) {
      add(svg, "text", { ...label, x: -margin / 2, y: (rows - rank - 0.5) * CELL + margin * 0.2 }, rank + 1);
    }
  }

  #stated(puzzle) {
    const layer = this.#layers.stated;
    const ring = (square, text) => {
      if (!square) return;
      const [x, y] = this.#middle(square);
      add(layer, "circle", { class: "end", cx: x, cy: y, r: CELL * 0.42 });
      add(layer, "text", { class: "label", x, y: y + CELL * 0.42, "font-size": CELL * 0.22 }, text);
    };
    if (puzzle.kind === "tour") {
      ring(puzzle.start, "start");
      if (!puzzle.closed) ring(puzzle.end, "end");
      for (const move of puzzle.moves) this.#line(layer, move, "given", 4);
      for (const [square, time] of puzzle.times) this.#number(layer, square, time);
    } else if (puzzle.kind === "route") {
      ring(puzzle.from, "from");
      ring(puzzle.to, "to");
    } else if (puzzle.kind === "mapf") {
      puzzle.agents.forEach(([from, to], agent) => {
        this.#agent(layer, { square: to, agent, isGoal: true });
        this.#agent(layer, { square: from, agent });
      });
    } else {
      const letter = letterOf(puzzle);
      const given = puzzle.kind === "meet" ? [...puzzle.riders.keys()] : puzzle.kind === "exchange" ? [] : [...puzzle.given];
      for (const square of given) this.#man(layer, { square, letter, kind: "man stated" });
      if (puzzle.kind === "meet") for (const [square, jumps] of puzzle.riders) this.#number(layer, square, jumps);
      if (puzzle.kind === "exchange") for (const [square, own] of puzzle.men) this.#man(layer, man(square, own));
    }
  }

  #man(layer, { square, letter, kind, large }) {
    const [x, y] = this.#middle(square);
    const size = CELL * (large ? 1.6 : 0.85);
    return add(layer, "text", { class: kind, x, y: y + size * 0.35, "font-size": size }, letter);
  }

  // A disc with the number of an agent, or a ring at its goal.
  #agent(layer, { square, agent, isGoal = false }) {
    const [x, y] = this.#middle(square);
    const [colour, r] = [colourOf(agent), CELL * (isGoal ? 0.44 : 0.3)];
    add(layer, "circle", { class: isGoal ? "goal" : "agent", cx: x, cy: y, r, [isGoal ? "stroke" : "fill"]: colour });
    const at = isGoal ? { x: x + CELL * 0.38, y: y - CELL * 0.3, fill: colour } : { x, y: y + CELL * 0.11 };
    add(layer, "text", { class: isGoal ? "of-goal" : "of-agent", ...at, "font-size": CELL * (isGoal ? 0.24 : 0.32) }, agent + 1);
  }

  #number(layer, square, text) {
    const [x, y] = this.#middle(square);
    add(layer, "text", { class: "number", x: x - CELL * 0.3, y: y - CELL * 0.2, "font-size": CELL * 0.26 }, text);
  }

  #line(layer, squares, kind, width, colour) {
    const points = squares.map((square) => this.#middle(square).join()).join(" ");
    return add(layer, "polyline", { class: kind, points, "stroke-width": width, ...(colour && { stroke: colour }) });
  }

  #chosen(square) {
    this.#focus(square);
    this.#calls.click(square);
  }

  #focus(square) {
    this.#squares.get(this.#focused)?.setAttribute("tabindex", -1);
    this.#focused = square;
    const cell = this.#squares.get(square);
    cell.setAttribute("tabindex", 0);
    cell.focus({ preventScroll: true });
  }

  #key(event) {
    const square = event.target.dataset.square;
    if (!square) return;
    const [column, rank] = place(square);
    const to = {
      ArrowLeft: [column - 1, rank], ArrowRight: [column + 1, rank], ArrowUp: [column, rank + 1],
      ArrowDown: [column, rank - 1], Home: [0, rank], End: [this.#columns - 1, rank],
    }[event.key];
    if (to) {
      event.preventDefault();
      const next = name(...to);
      if (this.#squares.has(next)) this.#focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#chosen(square);
    }
  }

  clear() {
    this.#layers.stated?.setAttribute("visibility", "visible");
    this.#layers.answer?.replaceChildren();
  }

  // Marks squares, for example those of a certificate.
  mark(squares) {
    this.clear();
    this.#marks(squares);
  }

  // Shows which squares, and moves between two, a search has made true or false.
  judge(marks) {
    this.clear();
    drawMarks(this.#layers.answer, marks, (square) => (this.#squares.has(square) ? this.#middle(square) : undefined), CELL);
  }

  #marks(squares) {
    for (const square of squares.filter((square) => this.#squares.has(square))) {
      const [x, y] = this.#middle(square);
      const box = { x: x - CELL * 0.42, y: y - CELL * 0.42, width: CELL * 0.84, height: CELL * 0.84, rx: 5 };
      add(this.#layers.answer, "rect", { class: "mark", ...box });
    }
  }

  // Shows a frame; `instead` of the stated pieces if these move.
  show({ ways = [], men = [], numbers = [], marks = [], agents = [], instead = false }) {
    this.mark(marks);
    const layer = this.#layers.answer;
    if (instead) this.#layers.stated.setAttribute("visibility", "hidden");
    const width = Math.max(3, Math.max(this.#rows, this.#columns) / 12);
    for (const { squares, kind, colour } of ways) this.#line(layer, squares, kind, width, colour);
    for (const one of agents) this.#agent(layer, one);
    for (const { square, text } of numbers) this.#number(layer, square, text);
    for (const one of men) this.#man(layer, one);
  }
}
