// The page: the statement, the calls of the engines, and their answers.
import { Board } from "./board.js";
import { Engine, Stopped, module } from "./engine.js";
import { framesOf, marks } from "./frames.js";
import { Network, inWords, stepsOf } from "./network.js";
import { Player } from "./player.js";
import { inLane, resultOf, seconds } from "./race.js";
import { BEGINNING, fit, fresh, graph, isGraph, ofLink, statement, toLink, usual } from "./statement.js";

const by = (id) => document.getElementById(id);
const PIECES = [...by("piece").options].map((option) => option.value);
const LIMIT = 600;
const MORE = "more methods …";
const [quick, long, rival] = [new Engine(), new Engine(), new Engine()];
// One engine for checks, pictures and formulas, another for counts, which take long.
const [checker, counter] = [new Engine("whole"), new Engine("whole")];

let puzzle = ofLink(location.hash, PIECES);
let found; // The document of the answer.
let half; // The first square of a move that is given.
let version = 0; // Of the statement: what was asked of an earlier one is of no concern.
let formedKind; // The kind that the form was last for.
let running = 0;
let wide = false; // Whether all methods are offered.
const board = new Board(by("board"), clicked);
const network = new Network(by("board"));
const player = new Player();

const number = new Intl.NumberFormat("en");

function tell(id, text, wrong = false) {
  by(id).textContent = text;
  by(id).classList.toggle("wrong", wrong);
}

function formed() {
  const columns = puzzle.kind === "queens" ? puzzle.rows : puzzle.columns;
  Object.entries({ kind: puzzle.kind, rows: puzzle.rows, columns, piece: puzzle.piece }).forEach(([id, value]) => {
    by(id).value = value;
  });
  by("closed").checked = puzzle.closed;
  by("edges").value = puzzle.edges;
  const within = by("form");
  for (const label of within.querySelectorAll("[data-for]")) {
    const closedEnd = label.querySelector("[value=end]") && puzzle.closed;
    label.hidden = !label.dataset.for.split(" ").includes(puzzle.kind) || Boolean(closedEnd);
  }
  by("tools").hidden = isGraph(puzzle);
  for (const label of within.querySelectorAll("[data-boards]")) label.hidden = isGraph(puzzle);
  const tool = by("tools").querySelector("[name=tool]:checked");
  const own = { meet: "rider", exchange: "man" }[puzzle.kind];
  if (tool.closest("label").hidden || (own && puzzle.kind !== formedKind)) {
    by("tools").querySelector(`[value=${own ?? "blocked"}]`).checked = true;
  }
  formedKind = puzzle.kind;
}

// Shows a new statement, and updates the methods and the link.
async function restate() {
  const mine = ++version;
  halt();
  found = undefined;
  fit(puzzle);
  formed();
  player.hide();
  if (isGraph(puzzle)) network.state(graph(puzzle.edges), by("title").textContent);
  else board.state(puzzle, by("title").textContent);
  for (const id of ["verify", "svg", "json"]) by(id).disabled = true;
  for (const id of ["told", "reason", "checked", "race-told", "linked"]) tell(id, "");
  history.replaceState(null, "", toLink(puzzle));
  if (!wide && !BEGINNING.includes(puzzle.kind)) return waiting();
  try {
    const stated = await quick.call("stated", JSON.stringify(statement(puzzle)));
    if (mine !== version) return;
    const isEnough = stated.methods.length > 0 && (!puzzle.method || stated.methods.includes(puzzle.method));
    by("title").textContent = stated.title;
    by("board").firstChild.setAttribute("aria-label", stated.title);
    if (!wide && !isEnough) return waiting();
    methods(stated.methods);
    able(true);
  } catch (error) {
    if (mine !== version || error instanceof Stopped) return;
    tell("told", error.message, true);
    able(false);
  }
}

// Waits for the module that can solve this puzzle by this method.
function waiting() {
  by("title").textContent = by("kind").selectedOptions[0].textContent;
  able(false);
  return widen();
}

// From now on the page offers all methods; the module that it starts with does not have them.
async function widen() {
  const mine = version;
  try {
    await module("whole");
  } catch (error) {
    if (mine === version) tell("told", error.message, true);
    return;
  }
  if (wide) return;
  wide = true;
  for (const engine of [quick, long, rival]) engine.use("whole");
  return restate();
}

function able(is) {
  for (const id of ["solve", "count", "race", "start-race", "dimacs"]) by(id).disabled = !is;
}

function methods(names) {
  const list = (id, chosen, first) => {
    const options = names.map((name, at) => new Option(at === 0 && first ? `${name}, the default` : name, name));
    by(id).replaceChildren(...options);
    by(id).value = names.includes(chosen) ? chosen : names[0];
  };
  const kept = (id, usual, other) => [by(id).value, usual].find((name) => names.includes(name)) ?? other;
  const [first, second] = [kept("first", "sat:cuts", names[0]), kept("second", "native:dfs", names[1])];
  list("method", puzzle.method, true);
  if (!wide) by("method").add(new Option(MORE, MORE));
  list("first", first);
  list("second", second);
}

function clicked(square) {
  const tool = by("tools").querySelector("[name=tool]:checked").value;
  const toggle = (set) => set.delete(square) || set.add(square);
  if (tool === "blocked" || tool === "given") {
    toggle(tool === "blocked" ? puzzle.blocked : puzzle.given);
  } else if (tool === "rider" || tool === "man") {
    const [standing, value] = tool === "man" ? [puzzle.men, by("man").value] : [puzzle.riders, Number(by("jumps").value)];
    if (standing.get(square) === value) standing.delete(square);
    else standing.set(square, value);
  } else if (tool === "move") {
    if (half === undefined) {
      half = square;
      tell("told", `the move from ${square} to …`);
      return;
    }
    const given = puzzle.moves.filter((move) => !(move.includes(half) && move.includes(square)));
    puzzle.moves = given.length < puzzle.moves.length || half === square ? given : [...given, [half, square]];
  } else {
    puzzle[tool] = puzzle[tool] === square && puzzle.kind === "tour" ? "" : square;
  }
  half = undefined;
  restate();
}

// Starts long work on an engine, with a clock and a stop button; returns its value, or why it has none.
async function work(engine, name, settings) {
  const mine = version;
  const began = performance.now();
  running += 1;
  by("stop").disabled = by("progress").hidden = false;
  const clock = setInterval(() => tell("told", `working for ${Math.floor((performance.now() - began) / 1000)} s`), 1000);
  try {
    const value = await engine.call(name, JSON.stringify(statement(puzzle)), JSON.stringify(settings));
    return mine === version ? { value } : {};
  } catch (error) {
    return mine === version ? { failure: error } : {};
  } finally {
    clearInterval(clock);
    running -= 1;
    if (running === 0) by("stop").disabled = by("progress").hidden = true;
  }
}

function halt() {
  if (running > 0) for (const engine of [long, rival, counter]) engine.stop();
  // So that the next call does not wait.
  long.warm().catch(() => {});
}

function settings(method) {
  return { method: method || null, seconds: LIMIT };
}

async function solve() {
  tell("told", "");
  const { value, failure } = await work(long, "solve", settings(puzzle.method));
  if (value) answered(value);
  else if (failure) failed(failure);
}

function failed(error) {
  tell("told", error.message, !(error instanceof Stopped));
}

function answered({ document, because }) {
  found = document;
  const time = seconds(document.timing.total_seconds);
  const method = document.portfolio?.length ? `${document.method}: ${document.portfolio.at(-1).method}` : document.method;
  tell("told", `${inShort(document)}, by ${method} in ${time}`);
  const { nodes, variables, clauses } = document.statistics;
  const counted = variables ? `${number.format(variables)} variables, ${number.format(clauses)} clauses` : `${number.format(nodes)} nodes`;
  const names = isGraph(puzzle) && document.solution ? inWords(document.solution) : undefined;
  tell("reason", [names, because ?? unproved(document)].filter(Boolean).join("; ") || counted);
  for (const id of ["verify", "json", "svg"]) by(id).disabled = false;
  const shown = isGraph(puzzle) ? network : board;
  if (document.solution) {
    const { last, at } = isGraph(puzzle) ? stepsOf(document) : framesOf(puzzle, document);
    player.present(last, (step) => shown.show(at(step)));
  } else if (document.certificate) shown.mark(marks(document.certificate));
}

// The answer in a few words, and whether it was checked.
function inShort({ status, reason, objective, verified, certificate }) {
  switch (status) {
    case "unsatisfiable": return `no solution, ${verified ? "verified" : "not verified"}`;
    case "optimal": return `optimum ${objective}, ${certificate ? "verified" : "solution verified, optimality not verified"}`;
    case "unknown": return `undecided: ${(reason ?? "").replace("_", " ")}`;
    default: return `solved${verified ? ", verified" : ""}`;
  }
}

// Claims that only the method's own search supports.
function unproved({ status, verified, certificate }) {
  if (status === "unsatisfiable" && !verified) return "the search ended without a solution; there is no certificate to check";
  if (status === "optimal" && !certificate) return "the search found nothing better; there is no certificate to check";
  return undefined;
}

async function count() {
  tell("told", "");
  tell("reason", "");
  const { value: counted, failure } = await work(counter, "count", { seconds: LIMIT });
  if (failure) failed(failure);
  if (!counted) return;
  const time = seconds(counted.seconds);
  if (counted.count === null) tell("told", `not counted: ${counted.reason}`);
  else tell("told", `${number.format(BigInt(counted.count))} solutions, counted in ${time}`);
}

async function race() {
  const mine = version;
  const lanes = [[long, by("first").value], [rival, by("second").value]];
  tell("race-told", "ready …");
  try {
    await Promise.all(lanes.map(([engine]) => engine.warm()));
  } catch (error) {
    if (mine === version) tell("race-told", error.message, !(error instanceof Stopped));
    return;
  }
  tell("race-told", "off!");
  const ended = [];
  await Promise.all(lanes.map(async ([engine, method]) => {
    ended.push({ method, ...(await work(engine, "solve", settings(method))) });
    if (mine === version && ended.length < lanes.length) tell("race-told", `${inLane(ended[0])}; the other is still running`);
  }));
  if (mine !== version) return;
  const { words, shown, contradiction } = resultOf(ended);
  if (shown) answered(shown);
  else tell("told", "");
  tell("race-told", [...words, contradiction].filter(Boolean).join("; "), Boolean(contradiction));
}

function save(text, type, file) {
  const place = URL.createObjectURL(new Blob([text], { type }));
  const anchor = Object.assign(document.createElement("a"), { href: place, download: file });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(place), 1000);
}

const size = () => (isGraph(puzzle) ? "" : `-${puzzle.rows}x${puzzle.columns}`);
const file = (extension) => `${puzzle.kind}${size()}.${extension}`;

function changed() {
  const side = (id) => Math.min(100, Math.max(1, Math.round(Number(by(id).value)) || 1));
  const kind = by("kind").value;
  const isNew = kind !== puzzle.kind;
  Object.assign(puzzle, {
    kind, rows: side("rows"), columns: side(kind === "queens" ? "rows" : "columns"), piece: by("piece").value,
    closed: by("closed").checked, edges: by("edges").value,
  });
  if (isNew) usual(puzzle);
  half = undefined;
  restate();
}

for (const id of ["kind", "rows", "columns", "piece", "closed", "edges"]) by(id).addEventListener("change", changed);
by("method").addEventListener("change", () => {
  if (by("method").value === MORE) {
    by("method").value = puzzle.method || by("method").options[0].value;
    widen();
    return;
  }
  puzzle.method = by("method").selectedIndex === 0 ? "" : by("method").value;
  restate();
});
by("tools").addEventListener("change", () => { half = undefined; });
by("form").addEventListener("submit", (event) => {
  event.preventDefault();
  solve();
});
by("count").addEventListener("click", count);
by("stop").addEventListener("click", halt);
by("race").addEventListener("click", () => {
  by("racing").hidden = !by("racing").hidden;
  by("race").setAttribute("aria-expanded", String(!by("racing").hidden));
  if (!by("racing").hidden && !wide) widen();
});
by("start-race").addEventListener("click", race);
by("clear").addEventListener("click", () => {
  const { kind, rows, columns, piece, closed, method } = puzzle;
  puzzle = { ...fresh(), kind, rows, columns, piece, closed, method };
  restate();
});

// Runs the whole module when a button is pressed, and shows its error.
function pressed(id, ask) {
  by(id).addEventListener("click", async () => {
    tell("linked", "");
    try {
      await ask();
    } catch (error) {
      tell("linked", error.message, true);
    }
  });
}

pressed("verify", async () => {
  const verdict = await checker.call("verify", JSON.stringify(found));
  tell("checked", verdict.holds ? `checked again by independent code: ${verdict.said}` : verdict.said, !verdict.holds);
});
pressed("svg", async () => {
  const { svg } = await checker.call("draw", JSON.stringify(found));
  if (svg) save(svg, "image/svg+xml", file("svg"));
  else tell("linked", "there is no picture of this answer");
});
pressed("json", () => save(JSON.stringify(found), "application/json", file("json")));
pressed("dimacs", async () => {
  const exported = await checker.call("written", JSON.stringify(statement(puzzle)), "dimacs");
  save(exported.text, "text/plain", file("cnf"));
  // `satranj decode` needs the map to read a solver's model.
  if (exported.map) save(exported.map, "application/json", file("cnf.map.json"));
});
by("link").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    tell("linked", "the link to this puzzle is copied");
  } catch {
    tell("linked", location.href);
  }
});
by("theme").addEventListener("change", () => {
  const theme = by("theme").value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
addEventListener("hashchange", () => {
  puzzle = ofLink(location.hash, PIECES);
  restate();
});

await restate();
// Stores all files of the page, so that it works without a network after the first visit; needs
// HTTPS or localhost.
if (!navigator.connection?.saveData) navigator.serviceWorker?.register("offline.js").catch(() => {});
