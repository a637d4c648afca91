// The page: the statement, the calls of the engines, and their answers.
import { Board } from "./board.js";
import { Engine, Stopped, module } from "./engine.js";
import { framesOf, marks } from "./frames.js";
import { FIRST } from "./first.js";
import { Form } from "./form.js";
import { stepInWords } from "./marks.js";
import { Network, inWords, stepsOf } from "./network.js";
import { onFile, opened } from "./opening.js";
import { Past } from "./past.js";
import { Player } from "./player.js";
import { inLane, resultOf, seconds } from "./race.js";
import { BEGINNING, edgesOf, fit, fresh, graph, isGraph, ofLink, statement, toLink } from "./statement.js";
import { inShort, unproved } from "./words.js";

const by = (id) => document.getElementById(id);
const PIECES = [...by("piece").options].map((option) => option.value);
const LIMIT = 600;
const STEPS = [["undo", -1], ["redo", 1]];
const [quick, long, rival] = [new Engine(), new Engine(), new Engine()];
// One engine for checks, pictures and formulas, another for counts, which take long.
const [checker, counter] = [new Engine("whole"), new Engine("whole")];

let puzzle = ofLink(location.hash, PIECES);
let found; // The document of the answer.
let half; // The first square of a move that is given.
let version = 0; // Of the statement: what was asked of an earlier one is of no concern.
let running = 0;
let wide = false; // Whether all methods are offered.
const board = new Board(by("board"), { click: clicked, drags: () => form.tool() === "blocked", dragged });
const network = new Network(by("board"), drawn);
const player = new Player();
const form = new Form({ changed, refused, widen });
const past = new Past();

const number = new Intl.NumberFormat("en");

function tell(id, text, wrong = false) {
  by(id).textContent = text;
  by(id).classList.toggle("wrong", wrong);
}

// Shows a new statement, and updates the methods and the link.
async function restate() {
  const mine = ++version;
  halt();
  found = undefined;
  fit(puzzle);
  past.keep(toLink(puzzle));
  form.show(puzzle);
  for (const [id, step] of STEPS) by(id).disabled = !past.has(step);
  player.hide();
  if (isGraph(puzzle)) network.state(graph(puzzle.edges), puzzle.places, by("title").textContent);
  else board.state(puzzle, by("title").textContent);
  for (const id of ["verify", "svg", "json"]) by(id).disabled = true;
  for (const id of ["told", "reason", "checked", "race-told", "linked"]) tell(id, "");
  history.replaceState(null, "", toLink(puzzle));
  // It has few methods for a tour with numbers.
  if (!wide && (!BEGINNING.includes(puzzle.kind) || puzzle.times.size)) return waiting();
  try {
    const stated = await quick.call("stated", JSON.stringify(statement(puzzle)));
    if (mine !== version) return;
    const isEnough = stated.methods.length > 0 && (!puzzle.method || stated.methods.includes(puzzle.method));
    by("title").textContent = stated.title;
    by("board").firstChild.setAttribute("aria-label", stated.title);
    if (!wide && !isEnough) return waiting();
    form.offer(stated.methods, puzzle.method, wide);
    able(true);
  } catch (error) {
    if (mine !== version || error instanceof Stopped) return;
    by("title").textContent = form.kind();
    const isEmpty = isGraph(puzzle) && !puzzle.edges.trim();
    tell("told", isEmpty ? "the graph has no vertices: click on the picture, or write edges" : error.message, !isEmpty);
    able(false);
  }
}

// Waits for the module that can solve this puzzle by this method.
function waiting() {
  by("title").textContent = form.kind();
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
  for (const id of ["solve", "count", "race", "start-race", "trace", "dimacs"]) by(id).disabled = !is;
}

function clicked(square) {
  const tool = form.tool();
  const toggle = (set) => set.delete(square) || set.add(square);
  if (tool === "blocked" || tool === "given") {
    toggle(tool === "blocked" ? puzzle.blocked : puzzle.given);
  } else if (["rider", "man", "time"].includes(tool)) {
    const [standing, value] = { rider: [puzzle.riders, Number(by("jumps").value)], man: [puzzle.men, by("man").value], time: [puzzle.times, Number(by("time").value)] }[tool];
    if (standing.get(square) === value) standing.delete(square);
    else standing.set(square, value);
  } else if (tool === "agent") {
    const others = puzzle.agents.filter(([from]) => from !== square);
    if (half === undefined && others.length === puzzle.agents.length) {
      half = square;
      tell("told", `an agent from ${square} to …`);
      return;
    }
    puzzle.agents = half === undefined ? others : [...puzzle.agents, [half, square]];
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

// Squares that the pointer was dragged over, which are blocked or free from now on.
function dragged(squares, isBlocked) {
  for (const square of squares) isBlocked ? puzzle.blocked.add(square) : puzzle.blocked.delete(square);
  restate();
}

function drawn(graph) {
  Object.assign(puzzle, { edges: edgesOf(graph), places: graph.places });
  restate();
}

// A value of the form that no statement can have: what is shown does not answer it.
function refused(problem) {
  version += 1;
  halt();
  able(false);
  tell("told", problem, true);
}

// The values of the form.
function changed(values) {
  half = undefined;
  Object.assign(puzzle, values);
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
  picture(document);
}

function picture(document) {
  performance.mark("pictured");
  const shown = isGraph(puzzle) ? network : board;
  if (document.solution) {
    const { last, at } = isGraph(puzzle) ? stepsOf(document) : framesOf(puzzle, document);
    player.present(last, (step) => shown.show(at(step)));
  } else if (document.certificate) shown.mark(marks(document.certificate));
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

// The steps of a small search, from the first one.
async function trace() {
  tell("told", "");
  tell("reason", "");
  const { value: search, failure } = await work(counter, "traced", settings(by("searched").value));
  if (failure) failed(failure);
  if (!search) return;
  tell("told", `the search of ${search.name}, step by step`);
  const shown = isGraph(puzzle) ? network : board;
  const draw = (step) => {
    const words = stepInWords(search, step);
    shown.judge(words.marks);
    return words;
  };
  player.present(search.steps.length - 1, draw, true);
  by("shown").scrollIntoView({ block: "nearest" });
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

by("tools").addEventListener("change", () => { half = undefined; });
by("form").addEventListener("submit", (event) => {
  event.preventDefault();
  solve();
});
by("count").addEventListener("click", count);
by("trace").addEventListener("click", trace);
by("stop").addEventListener("click", halt);
by("race").addEventListener("click", () => {
  by("racing").hidden = !by("racing").hidden;
  by("race").setAttribute("aria-expanded", String(!by("racing").hidden));
  if (!by("racing").hidden && !wide) widen();
});
by("start-race").addEventListener("click", race);
by("clear").addEventListener("click", () => {
  const { kind, rows, columns, piece, closed, method } = puzzle;
  puzzle = { ...fresh(), kind, rows, columns, piece, closed, method, edges: "" };
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

function follow(link) {
  puzzle = ofLink(link, PIECES);
  return restate();
}

// An example: states it and solves it.
async function show(link) {
  await follow(link);
  if (!by("solve").disabled) await solve();
}

// States the puzzle of a file, and shows its answer if it has one. After an error the statement is as before.
async function open(file) {
  try {
    const { puzzle: stated, document, answer, said, isWrong } = await opened(file, puzzle, PIECES, checker);
    puzzle = stated;
    await restate();
    if (by("solve").disabled) return;
    tell("told", `opened ${file.name}`);
    if (answer) picture(answer);
    if (said) tell("checked", said, isWrong);
    found = document;
    for (const id of ["verify", "json", "svg"]) by(id).disabled = !found;
  } catch (error) {
    tell("told", error.message, true);
  }
}

onFile(open);

for (const [id, step] of STEPS) by(id).addEventListener("click", () => follow(past.go(step)));
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  // A field has an undo of its own.
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input[type=number]")) return;
  const step = key === "y" || (key === "z" && event.shiftKey) ? 1 : key === "z" ? -1 : 0;
  if (!step) return;
  event.preventDefault();
  if (past.has(step)) follow(past.go(step));
});
by("examples").addEventListener("click", (event) => {
  const example = event.target.closest("a");
  if (!example || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(example.hash);
});
addEventListener("hashchange", () => follow(location.hash));

// The first puzzle begins with its answer, which is shown while the module that finds it again is loaded; a link, with its puzzle.
if (toLink(puzzle) === toLink(fresh())) {
  const shown = show(toLink(puzzle));
  picture(FIRST);
  await shown;
} else await restate();
// Stores all files of the page, so that it works without a network after the first visit; needs
// HTTPS or localhost.
if (!navigator.connection?.saveData) navigator.serviceWorker?.register("offline.js").catch(() => {});
