// Files that are opened: documents, statements, graphs, boards.
import { BOARDS, GRAPHS, edgesOf, fresh, isGraph, name, statement } from "./statement.js";

const MOST_BYTES = 20_000_000;
const MOST_VERTICES = 1000;
const MOST_EDGES = 5000;
const MOST_SIDE = 100;

// Calls `open` with a file that is chosen or dropped.
export function onFile(open) {
  const [button, input] = ["open", "file"].map((id) => document.getElementById(id));
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    if (input.files[0]) open(input.files[0]);
    // So that the same file can be opened again.
    input.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
}

// The puzzle of a file; with a document also its first solution, and the document itself. `present` is the puzzle of the
// page, whose kind a board or a graph gets if it fits. An error is in the words of the program.
export async function opened(file, present, pieces, engine) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name}: ${file.size} bytes; this page opens files of up to ${MOST_BYTES}`);
  const text = await file.text();
  const json = parsed(text);
  if (json?.puzzle || json?.kind) return ofDocument(file.name, text, json, pieces, engine);
  const rows = mapOf(text);
  if (json?.cases) throw new Error(`${file.name}: a list of puzzles; this page opens one`);
  return rows ? { puzzle: await ofMap(file.name, rows, present, engine) } : ofGraph(file.name, text, present, engine);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ofDocument(file, text, json, pieces, engine) {
  const stated = await engine.call("stated", JSON.stringify(json.puzzle ?? json));
  const { puzzle, renamed } = ofStatement(stated.statement, pieces);
  const again = await engine.call("stated", JSON.stringify(statement(puzzle)));
  // The names and the order of vertices may differ.
  const facts = (statement) => JSON.stringify({ ...statement, graph: undefined });
  if (facts(again.statement) !== facts(stated.statement)) throw new Error(`${file}: ${stated.title}: this page cannot state all of it`);
  if (!json.puzzle || !json.status) return { puzzle };
  const verdict = await engine.call("verify", text);
  const isRefuted = !verdict.holds && !verdict.said.startsWith("not checked");
  const { solution = json.solutions?.[0], certificate } = json;
  const answer = isRefuted ? undefined : renamed({ puzzle: json.puzzle, solution: solution ?? null, certificate });
  return { puzzle, document: isRefuted ? undefined : json, answer, said: verdict.said, isWrong: isRefuted };
}

// The values of the form for a statement as in documents.
function ofStatement(stated, pieces) {
  const { kind, board, n, graph, start = "", end = "", given = [], times = {}, riders = [], agents = [], piece = kind === "mapf" ? "wazir" : "knight" } = stated;
  if (![...BOARDS, ...GRAPHS].includes(kind)) throw new Error(`this page has no form for the puzzle \`${kind}\``);
  const puzzle = { ...fresh(), kind, closed: stated.closed ?? false };
  if (kind === "mapf" && graph) throw new Error("this page states agents on boards, but these are on a graph");
  if (graph) {
    const { renamed, ...drawn } = named({ ...graph, names: graph.vertices });
    return { puzzle: Object.assign(puzzle, drawn), renamed };
  }
  if (pieces.includes(piece)) puzzle.piece = piece;
  if (kind === "exchange") Object.assign(puzzle, ofRows(start));
  else {
    Object.assign(puzzle, { start, end, rows: board?.rows ?? n, columns: board?.columns ?? n });
    puzzle.blocked = new Set(board?.blocked ?? stated.blocked);
    for (const end of ["from", "to"]) if (stated[end]) puzzle[end] = stated[end];
    puzzle.agents = agents.map(({ from, to }) => [from, to]);
    if (kind === "mapf") Object.assign(puzzle, { objective: stated.objective ?? puzzle.objective, anonymous: stated.anonymous ?? false });
    if (kind === "tour") Object.assign(puzzle, { moves: given, times: new Map(Object.entries(times)) });
    else puzzle.given = new Set(given);
    puzzle.riders = new Map(riders.map(({ square, jumps_per_turn: jumps }) => [square, jumps]));
  }
  fits(puzzle);
  return { puzzle, renamed: (value) => value };
}

function fits({ rows, columns }) {
  if (Math.max(rows, columns) > MOST_SIDE) throw new Error(`a board of ${rows}x${columns}; this page shows ${MOST_SIDE}x${MOST_SIDE} at most`);
}

// The rows of a board with or without pieces; nothing if the text is something else.
function mapOf(text) {
  // A file of one meeting begins with its number of cases and its size.
  const rows = text.replace(/^\s*1\s+\d+ \d+[ \t]*\r?\n/, "").trim().split(/\r?\n/);
  return /^[.#NKQRBnkqrb1-9]*[.#][.#NKQRBnkqrb1-9]*$/.test(rows[0]) && rows[0].length > 1 ? rows : undefined;
}

async function ofMap(file, rows, present, engine) {
  const letters = rows.join("").replace(/[.#]/g, "");
  const [isExchange, isMeeting] = [/^[NKQRB]+$/i.test(letters), /^[1-9]+$/.test(letters)];
  if (isExchange) {
    const puzzle = { ...fresh(), kind: "exchange", ...ofRows(rows) };
    // Says what is wrong with the rows.
    await engine.call("stated", JSON.stringify({ kind: "exchange", start: rows }));
    fits(puzzle);
    return puzzle;
  }
  const board = await engine.call("board", file, (isMeeting ? rows.map((row) => row.replace(/\d/g, ".")) : rows).join("\n"));
  const kinds = BOARDS.filter((kind) => !["queens", "meet", "exchange", "mapf"].includes(kind) || (kind === "queens" && board.rows === board.columns));
  const kind = isMeeting ? "meet" : kinds.includes(present.kind) ? present.kind : "tour";
  const { piece, closed } = isGraph(present) ? fresh() : present;
  const puzzle = { ...fresh(), kind, piece, closed, rows: board.rows, columns: board.columns, blocked: new Set(board.blocked) };
  puzzle.riders = new Map([...standing(rows)].filter(() => isMeeting).map(([square, jumps]) => [square, Number(jumps)]));
  fits(puzzle);
  return puzzle;
}

// The characters of a map by their squares, without free and blocked ones.
function standing(rows) {
  const squares = rows.flatMap((row, at) => [...row].map((letter, column) => [name(column, rows.length - 1 - at), letter]));
  return new Map(squares.filter(([, letter]) => letter !== "." && letter !== "#"));
}

function ofRows(rows) {
  const blocked = rows.flatMap((row, at) => [...row].flatMap((letter, column) => (letter === "#" ? [name(column, rows.length - 1 - at)] : [])));
  return { rows: rows.length, columns: rows[0].length, blocked: new Set(blocked), men: standing(rows) };
}

async function ofGraph(file, text, present, engine) {
  const graph = await engine.call("graph", file, text).catch(({ message }) => {
    // The page has no such option.
    throw new Error(message.replace(/; [^;]*--columns .*/s, "; name two columns source and target in the first line, and leave the others out"));
  });
  const parts = [graph.directed && "directions", graph.weighted && "weights"].filter(Boolean).join(" and ");
  // An arc and its reverse are one edge.
  const pairs = new Map(graph.edges.map(([one, other]) => (one < other ? [one, other] : [other, one])).map((ends) => [`${ends}`, ends]));
  const { edges, places } = named({ ...graph, edges: [...pairs.values()] });
  const puzzle = { ...fresh(), kind: isGraph(present) ? present.kind : "hamilton", closed: present.closed, edges, places };
  return { puzzle, said: parts && `without the ${parts} in the file, which this page cannot state` };
}

// A graph as the page writes it. Characters that separate its names are replaced, and `renamed` does so in an answer.
function named({ names, edges, positions }) {
  const [vertices, lines] = [names.length, edges.length];
  if (vertices > MOST_VERTICES || lines > MOST_EDGES) {
    throw new Error(`a graph with ${vertices} vertices and ${lines} edges; this page draws up to ${MOST_VERTICES} vertices and ${MOST_EDGES} edges`);
  }
  const words = new Map();
  const taken = new Set();
  for (const name of names) {
    let word = name.replace(/[\s,;-]+/g, "_");
    while (taken.has(word) || !word) word += "_";
    taken.add(word);
    words.set(name, word);
  }
  const own = [...words.values()];
  // From ten thousandths to the square of the picture.
  const place = (at) => positions[at].map((value) => Math.round(30 + 0.034 * value));
  const places = new Map(positions?.length ? own.map((word, at) => [word, place(at)]) : []);
  const renamed = (value) => {
    if (typeof value === "string") return words.get(value) ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part)]));
  };
  return { edges: edgesOf({ vertices: own, edges }), places, renamed };
}
