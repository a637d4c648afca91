// Draws a board with its pieces, and plays the steps.
const play = JSON.parse(document.getElementById("play-data").textContent);
const graph = play.graph;
// Pixels of a square and what stands on it, and between the places of two neighbours.
const vertices = graph ? graph.places.length : 0;
const CELL = graph ? Math.max(8, Math.min(70, 700 / Math.sqrt(vertices) / 2)) : 40;
const UNIT = graph ? 1 : CELL;
const searches = play.searches;
const last = Math.max(play.steps.length, ...searches.map(({ steps }) => steps.length - 1));
const side = graph ? Math.sqrt(vertices) : Math.max(play.rows, play.columns);

// Hexagons: each row is half a cell to the left of the one above it.
const leans = play.leans;
const ROW = leans ? CELL * Math.sqrt(3 / 4) : UNIT;
const x = (at) => (leans ? (2 * at[0] - at[1] - leans[0]) * CELL / 2 : at[0] * UNIT) + CELL / 2;
const y = (at) => (play.rows - 1 - at[1]) * ROW + CELL / (leans ? Math.sqrt(3) : 2);
const key = (at) => at.join();

function letters(column) {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}
const vertexAt = new Map(graph ? graph.places.map((at, vertex) => [key(at), vertex]) : []);
const name = (at) => (graph ? graph.names[vertexAt.get(key(at))] : letters(at[0]) + (at[1] + 1));

const margin = graph ? 6 : Math.max(22, side * 1.1);
const width = (leans ? leans[1] * CELL / 2 : play.columns * UNIT) + (graph ? CELL : 0);
// Names below vertices whose colours are numbered take room too.
const height = play.rows * ROW + (leans ? CELL / 3 : 0) + (graph ? CELL * (graph.fills.length ? 1.3 : 1) : 0);
const [first, ...others] = document.querySelectorAll(".board");
const board = add(first, "svg", {
  viewBox: `${-margin} ${-6} ${width + margin + 6} ${height + margin + 6}`,
  role: "img",
  "aria-label": document.title,
});
const ground = add(board, "g", {});

function drawSquares() {
  const blocked = new Set(play.blocked.map(key));
  // The first square of each rank and of each column, beside which its name is written.
  const [ranks, files] = [new Map(), new Map()];
  const corners = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
  for (let column = 0; column < play.columns; column++) {
    for (let rank = 0; rank < play.rows; rank++) {
      const at = [column, rank];
      if (leans && blocked.has(key(at))) continue;
      if (!ranks.has(rank)) ranks.set(rank, at);
      if (!files.has(column)) files.set(column, at);
      if (leans) {
        const points = corners.map(([right, down]) => [x(at) + right * CELL / 2, y(at) + down * ROW / 3]);
        const fill = ["dark", "light", "middle"][(column + rank) % 3];
        add(ground, "polygon", { points: points.join(" "), style: `fill:var(--${fill});stroke:var(--paper)` });
        continue;
      }
      const dark = (column + rank) % 2 === 0;
      const fill = blocked.has(key(at)) ? "blocked" : dark ? "dark" : "light";
      const box = { x: x(at) - CELL / 2, y: y(at) - CELL / 2, width: CELL, height: CELL };
      add(ground, "rect", { ...box, style: `fill:var(--${fill})` });
    }
  }
  const every = side <= 26 ? 1 : Math.ceil(side / 20);
  const label = { style: "fill:var(--soft)", "font-size": margin * 0.55, "text-anchor": "middle" };
  for (const [column, at] of files) {
    const place = { x: x(at) + (leans ? CELL * 0.3 : 0), y: y(at) + CELL / 2 + margin * 0.75 };
    if (column % every === 0) add(ground, "text", { ...label, ...place }, letters(column));
  }
  for (const [rank, at] of ranks) {
    const place = { x: x(at) - CELL / 2 - margin / 2, y: y(at) + margin * 0.2 };
    if (rank % every === 0) add(ground, "text", { ...label, ...place }, rank + 1);
  }
}

function drawGraph() {
  const lines = add(ground, "g", { style: "stroke:var(--soft)", "stroke-width": Math.max(1, CELL / 25), opacity: 0.55 });
  for (const [a, b] of graph.edges) {
    const [from, to] = [graph.places[a], graph.places[b]];
    add(lines, "line", { x1: x(from), y1: y(from), x2: x(to), y2: y(to) });
  }
  const joined = new Set(graph.edges.map(String));
  const marked = add(ground, "g", { style: "stroke:var(--ink)", "stroke-width": Math.max(2, CELL / 12), "stroke-linecap": "round" });
  for (const [a, b] of graph.pairs) {
    const [from, to] = [graph.places[a], graph.places[b]];
    // What is not an edge is dashed.
    const dashes = joined.has(`${a},${b}`) || joined.has(`${b},${a}`) ? {} : { "stroke-dasharray": `${CELL / 6} ${CELL / 4}` };
    add(marked, "line", { x1: x(from), y1: y(from), x2: x(to), y2: y(to), ...dashes });
  }
}

function drawVertices(parent) {
  const isNumbered = graph.fills.length > 0;
  graph.places.forEach((at, vertex) => {
    const kind = graph.classes[vertex] ?? null;
    const [fill, ink] = kind === null ? ["var(--light)", "var(--ink)"] : isNumbered ? graph.fills[kind % graph.fills.length] : ["var(--piece)", "var(--paper)"];
    add(parent, "circle", { cx: x(at), cy: y(at), r: CELL * 0.4, style: `fill:${fill};stroke:var(--soft)`, "stroke-width": CELL / 25 });
    if (CELL <= 20) return;
    const write = (text, most, down, style) => {
      const size = Math.min(most, (CELL * 1.1) / Math.max(1, String(text).length));
      add(parent, "text", { x: x(at), y: y(at) + down + size * 0.36, "font-size": size, style, "text-anchor": "middle" }, text);
    };
    if (!isNumbered) return write(graph.names[vertex], CELL * 0.34, 0, `fill:${ink}`);
    if (kind !== null) write(kind + 1, CELL * 0.34, 0, `fill:${ink};font-weight:600`);
    write(graph.names[vertex], CELL * 0.26, CELL * 0.55, "fill:var(--soft);stroke:var(--paper);stroke-width:3px;paint-order:stroke");
  });
}

if (graph) drawGraph();
else drawSquares();

const ways = add(board, "g", { style: "fill:none;stroke:var(--way)", "stroke-width": graph ? Math.max(2, CELL / 10) : Math.max(3, side / 12), "stroke-linejoin": "round", "stroke-linecap": "round" });
if (graph) drawVertices(add(board, "g", {}));
const radius = CELL * (!graph && side > 40 ? 0.6 : 0.32);
// A number is smaller than a letter.
const sizeOf = (letter) => CELL * Math.min(0.5, 0.8 / letter.length);
const goals = add(board, "g", { "text-anchor": "middle", "font-weight": 600 });
for (const { goal, colours, letter } of play.pieces.filter(({ goal }) => goal)) {
  add(goals, "circle", { cx: x(goal), cy: y(goal), r: radius * 1.2, style: `fill:var(--paper);stroke:${colours[0]}`, "stroke-width": radius / 4 });
  add(goals, "text", { x: x(goal), y: y(goal) + sizeOf(letter) * 0.36, "font-size": sizeOf(letter), style: "fill:var(--ink)" }, letter);
}
const isGliding = play.pieces.some(({ goal }) => goal);
const numbers = add(board, "g", { style: "fill:var(--ink)", "text-anchor": "middle", "font-size": CELL * 0.34 });
const men = add(board, "g", { class: isGliding ? "gliding" : "men", "text-anchor": "middle", "font-weight": 600 });
const shown = play.pieces.map((piece) => {
  const group = add(men, "g", {});
  const [fill, text] = piece.colours ?? [piece.black ? "var(--ink)" : "var(--piece)", "var(--paper)"];
  // The same shapes as in still pictures, where squares are large enough; in units of their squares.
  if (piece.shape && side <= 40) {
    add(group, "g", { transform: `scale(${CELL / 58})` }).innerHTML = piece.shape;
    return group;
  }
  add(group, "circle", { r: radius, style: `fill:${fill};stroke:var(--paper)`, "stroke-width": 2 });
  const size = sizeOf(piece.letter);
  if (piece.letter) add(group, "text", { y: size * 0.36, "font-size": size, style: `fill:${text}` }, piece.letter);
  return group;
});
// A single piece leaves a trail in the colours of still pictures.
const colours = play.colours.map((colour) => ({ style: `stroke:${colour}` }));
const parts = colours.length || 1;
const trail = (piece, part) => piece.colours ? { style: `stroke:${piece.colours[0]}`, opacity: 0.6 } : (colours[part] ?? {});
const lines = play.trail ? play.pieces.map((piece) => Array.from({ length: parts }, (_, part) => add(ways, "polyline", trail(piece, part)))) : [];

const places = new Map(graph ? graph.places.map((at, vertex) => [graph.names[vertex], at]) : []);
if (!graph && searches.length) {
  for (let column = 0; column < play.columns; column++) {
    for (let rank = 0; rank < play.rows; rank++) places.set(name([column, rank]), [column, rank]);
  }
}
const middle = (each) => places.has(each) ? [x(places.get(each)), y(places.get(each))] : undefined;
// The same ground for each search.
for (const other of others) other.append(board.cloneNode(true));
const sections = [...document.querySelectorAll(".searches section")];
const layers = sections.map((section, number) => {
  const ground = section.querySelector("svg");
  ground.setAttribute("aria-label", `${document.title}: ${searches[number].name}`);
  return add(ground, "g", {});
});

// Where every piece stands after each number of steps is walked from the nearest known one.
function positions(step) {
  const at = play.pieces.map((piece) => piece.at);
  const trails = play.pieces.map((piece) => [piece.at]);
  for (const moves of play.steps.slice(0, step)) {
    for (const [piece, to] of moves) {
      at[piece] = to;
      trails[piece].push(to);
    }
  }
  return { at, trails };
}

let now = 0;
let timer = null;
const find = (id) => document.getElementById(id);

// Milliseconds of a step.
const pause = () => 1500 / 2 ** Number(find("speed")?.value);

function show(step, speak) {
  // Agents glide to the next step, but not over several.
  const length = Math.abs(step - now) > 1 ? 0 : timer === null ? Math.min(300, pause()) : pause();
  now = Math.min(Math.max(step, 0), last);
  const { at, trails } = positions(now);
  men.style.setProperty("--pause", `${length}ms`);
  at.forEach((where, piece) => {
    shown[piece].style.transform = `translate(${x(where)}px, ${y(where)}px)`;
  });
  lines.forEach((pieces, piece) => pieces.forEach((line, part) => {
    const [from, to] = [part, part + 1].map((end) => (parts === 1 ? end * trails[piece].length : Math.floor((end * last) / parts)));
    line.setAttribute("points", trails[piece].slice(from, to + 1).map((where) => `${x(where)},${y(where)}`).join(" "));
  }));
  numbers.replaceChildren();
  if (play.first !== null && side <= 26 && trails.length) {
    const visited = play.closed && now === last ? trails[0].slice(0, -1) : trails[0];
    visited.forEach((where, visit) => {
      if (key(where) === key(at[0]) && now !== last) return;
      const ring = colours[Math.floor((visit * parts) / Math.max(1, last))] ?? colours[parts - 1];
      const look = ring ? { style: `fill:var(--paper);${ring.style}`, "stroke-width": CELL / 20 } : { style: "fill:var(--visited)" };
      add(numbers, "circle", { cx: x(where), cy: y(where), r: CELL * 0.27, ...look });
      add(numbers, "text", { x: x(where), y: y(where) + CELL * 0.12 }, graph ? name(where) : visit + play.first);
    });
    shown[0].style.display = now === last && last > 0 ? "none" : "";
  }
  // A screen reader says only the steps that were asked for.
  searches.forEach((search, number) => {
    const { said, counts, marks } = stepInWords(search, now);
    drawMarks(layers[number], marks, middle, CELL);
    const status = sections[number].querySelector(".said");
    status.setAttribute("aria-live", speak ? "polite" : "off");
    status.textContent = said;
    sections[number].querySelector(".counts").textContent = counts;
  });
  if (!last) return;
  find("step").value = now;
  find("where").textContent = `${now} of ${last}`;
  if (searches.length) return;
  find("said").setAttribute("aria-live", speak ? "polite" : "off");
  if (play.first !== null && trails.length) {
    const [from, to] = trails[0].slice(-2).map(name);
    find("said").textContent = now > 0 ? `${now}. ${from} – ${to}` : name(at[0]);
  } else if (speak && now > 0) {
    const before = (piece) => play.steps.slice(0, now - 1).flat().findLast(([one]) => one === piece)?.[1] ?? play.pieces[piece].at;
    // Black has lower-case letters, as in the map of an exchange.
    const letter = ({ letter, black }) => (black ? letter.toLowerCase() : letter);
    const moves = play.steps[now - 1].map(([piece, to]) => `${letter(play.pieces[piece])} ${name(before(piece))} – ${name(to)}`.trim());
    find("said").textContent = `Step ${now}: ${moves.join(", ") || "nothing moves"}`;
  }
}

function stop() {
  clearTimeout(timer);
  timer = null;
  find("play").textContent = "Play";
}

function tick() {
  if (now >= last) return stop();
  show(now + 1, false);
  timer = setTimeout(tick, pause());
}

function toggle() {
  if (timer !== null) return stop();
  if (now >= last) show(0, false);
  find("play").textContent = "Pause";
  timer = setTimeout(tick, 0);
}

if (last) {
  find("step").max = last;
  // Everything in about 15 seconds, at most a second and a half a step.
  find("speed").value = Math.round(Math.log2(Math.max(1, last / 10)));
  find("step").addEventListener("input", (event) => { stop(); show(Number(event.target.value), true); });
  find("play").addEventListener("click", toggle);
  find("back").addEventListener("click", () => { stop(); show(now - 1, true); });
  find("next").addEventListener("click", () => { stop(); show(now + 1, true); });
  document.addEventListener("keydown", (event) => {
    const on = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && on !== "BUTTON") toggle();
    else if (on === "INPUT") return;
    else if (event.key === "ArrowRight") { stop(); show(now + 1, true); }
    else if (event.key === "ArrowLeft") { stop(); show(now - 1, true); }
    else if (event.key === "Home") { stop(); show(0, true); }
    else if (event.key === "End") { stop(); show(last, true); }
    else return;
    event.preventDefault();
  });
}
// Where no trail shows the way, or agents all move at once, the start comes first.
show(last && !location.hash ? (searches.length || isGliding || !play.trail ? 0 : last) : Number(location.hash.slice(1)), false);
