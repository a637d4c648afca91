// The statement: the values of the form, the statement as in documents, and the link that holds both.

export const BOARDS = ["tour", "queens", "place", "dominate", "route", "meet", "exchange", "mapf"];
export const GRAPHS = ["hamilton", "independent-set", "clique", "vertex-cover", "dominating-set", "colouring"];
// The puzzles of the module that the page starts with; `beginning.rs` has the same list.
export const BEGINNING = ["tour", "queens", "place", "route"];
export const MEN = "NKQRBnkqrb";

const PETERSEN = "a-b b-c c-d d-e e-a a-f b-g c-h d-i e-j f-h h-j j-g g-i i-f";
const PETERSEN_PLACES = "a-200-40 b-357-154 c-297-338 d-103-338 e-43-154 f-200-123 g-278-180 h-248-271 i-152-271 j-122-180";

export function fresh() {
  return {
    kind: "tour", rows: 8, columns: 8, piece: "knight", closed: true, method: "",
    blocked: new Set(), given: new Set(), moves: [], start: "", end: "", from: "a1", to: "h8",
    times: new Map(), riders: new Map(), men: new Map(), agents: [], objective: "sum-of-costs", anonymous: false, edges: PETERSEN, places: placesOf(PETERSEN_PLACES),
  };
}

// The statement with the default values after the user chose a puzzle.
export function usual(puzzle) {
  puzzle.piece = { dominate: "queen", mapf: "wazir" }[puzzle.kind] ?? "knight";
  if (puzzle.kind === "mapf" && puzzle.agents.length === 0) {
    const [right, top] = [puzzle.columns - 1, puzzle.rows - 1];
    const corners = [name(0, 0), name(right, top), name(0, top), name(right, 0)];
    puzzle.agents = [[0, 1], [1, 0], [2, 3], [3, 2]].map((ends) => ends.map((corner) => corners[corner]));
  }
  if (puzzle.kind === "meet" && puzzle.riders.size === 0) {
    puzzle.riders = new Map([["a1", 1], [name(puzzle.columns - 1, puzzle.rows - 1), 2]]);
  }
  if (puzzle.kind === "exchange" && puzzle.men.size === 0) {
    Object.assign(puzzle, { rows: 3, columns: 3, blocked: new Set() });
    puzzle.men = new Map([["a3", "n"], ["c3", "n"], ["a1", "N"], ["c1", "N"]]);
  }
  return puzzle;
}

export function isGraph(puzzle) {
  return GRAPHS.includes(puzzle.kind);
}

// The letters of a number from 0: a to z, then aa.
export function letters(number) {
  let found = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    found = String.fromCharCode(97 + ((rest - 1) % 26)) + found;
  }
  return found;
}

export const name = (column, rank) => letters(column) + (rank + 1);

// The column and the rank of a square, from 0, or nothing.
export function place(square) {
  const found = /^([a-z]{1,2})([1-9]\d{0,2})$/.exec(square);
  if (!found) return undefined;
  const column = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return [column, Number(found[2]) - 1];
}

export function isOn(puzzle, square) {
  const at = place(square);
  return at !== undefined && at[0] < puzzle.columns && at[1] < puzzle.rows;
}

// Removes everything that is no longer on the board.
export function fit(puzzle) {
  if (puzzle.kind === "queens") puzzle.columns = puzzle.rows;
  for (const squares of [puzzle.blocked, puzzle.given]) {
    for (const square of squares) if (!isOn(puzzle, square)) squares.delete(square);
  }
  for (const standing of [puzzle.times, puzzle.riders, puzzle.men]) {
    for (const square of standing.keys()) if (!isOn(puzzle, square)) standing.delete(square);
  }
  for (const pairs of ["moves", "agents"]) puzzle[pairs] = puzzle[pairs].filter((pair) => pair.every((square) => isOn(puzzle, square)));
  for (const end of ["start", "end"]) if (!isOn(puzzle, puzzle[end])) puzzle[end] = "";
  const vertices = isGraph(puzzle) ? graph(puzzle.edges).vertices : [...puzzle.places.keys()];
  const isPlaced = vertices.every((vertex) => puzzle.places.has(vertex));
  puzzle.places = new Map(isPlaced ? vertices.map((vertex) => [vertex, puzzle.places.get(vertex)]) : []);
  if (!isOn(puzzle, puzzle.from)) puzzle.from = "a1";
  if (!isOn(puzzle, puzzle.to)) puzzle.to = name(puzzle.columns - 1, puzzle.rows - 1);
}

// The graph of a list of edges such as `a-b b-c`; a name alone is a vertex.
export function graph(edges) {
  const numbers = new Map();
  const number = (vertex) => numbers.get(vertex) ?? numbers.set(vertex, numbers.size).get(vertex);
  const pairs = [];
  for (const word of edges.split(/[\s,;]+/).filter(Boolean)) {
    const ends = word.split("-").filter(Boolean).map(number);
    for (let at = 1; at < ends.length; at++) pairs.push([ends[at - 1], ends[at]]);
  }
  return { vertices: [...numbers.keys()], edges: pairs };
}

// The text of a graph: its edges, then the vertices without one.
export function edgesOf({ vertices, edges }) {
  const joined = new Set(edges.flat());
  const alone = vertices.filter((_, number) => !joined.has(number));
  return [...edges.map((pair) => pair.map((number) => vertices[number]).join("-")), ...alone].join(" ");
}

// Where vertices are: `a-200-40`, across and down in a square of 400.
function placesOf(text) {
  const placed = text.split(" ").map((word) => /^([^-]+)-(\d{1,3})-(\d{1,3})$/.exec(word)).filter(Boolean);
  return new Map(placed.map(([, vertex, ...at]) => [vertex, at.map((value) => Math.min(400, Number(value)))]));
}

// The rows of an exchange from the top: a letter a piece.
function rows(puzzle) {
  const letter = (square) => puzzle.men.get(square) ?? (puzzle.blocked.has(square) ? "#" : ".");
  const ranks = [...Array(puzzle.rows).keys()].reverse();
  return ranks.map((rank) => [...Array(puzzle.columns).keys()].map((column) => letter(name(column, rank))).join(""));
}

export function statement(puzzle) {
  const { kind, piece } = puzzle;
  const [blocked, given] = [[...puzzle.blocked], [...puzzle.given]];
  const board = { rows: puzzle.rows, columns: puzzle.columns, blocked };
  const ends = (names) => Object.fromEntries(names.filter((end) => puzzle[end]).map((end) => [end, puzzle[end]]));
  switch (kind) {
    case "tour": {
      const names = puzzle.closed ? ["start"] : ["start", "end"];
      return { kind, board, piece, closed: puzzle.closed, ...ends(names), given: puzzle.moves, times: Object.fromEntries(puzzle.times) };
    }
    case "queens": return { kind, n: puzzle.rows, given, blocked };
    case "route": return { kind, board, piece, ...ends(["from", "to"]) };
    case "meet": {
      const riders = [...puzzle.riders].map(([square, jumps]) => ({ square, jumps_per_turn: jumps }));
      return { kind, board, piece, riders };
    }
    case "exchange": return { kind, start: rows(puzzle) };
    case "mapf": {
      const agents = puzzle.agents.map(([from, to]) => ({ from, to }));
      return { kind, board, piece, agents, objective: puzzle.objective, anonymous: puzzle.anonymous };
    }
    case "hamilton": return { kind, graph: graph(puzzle.edges), closed: puzzle.closed };
    default: return isGraph(puzzle) ? { kind, graph: graph(puzzle.edges) } : { kind, board, piece, given };
  }
}

export function toLink(puzzle) {
  const words = new URLSearchParams({ puzzle: puzzle.kind });
  if (["tour", "hamilton"].includes(puzzle.kind) && puzzle.closed) words.set("closed", "yes");
  if (isGraph(puzzle)) {
    words.set("edges", puzzle.edges.trim().replace(/\s+/g, " "));
    const placed = [...puzzle.places].map(([vertex, at]) => [vertex, ...at.map(Math.round)].join("-"));
    if (placed.length) words.set("at", placed.join(" "));
  } else ofBoard(puzzle, words);
  if (puzzle.method) words.set("method", puzzle.method);
  return "#" + words;
}

function ofBoard(puzzle, words) {
  words.set("board", `${puzzle.rows}x${puzzle.columns}`);
  if (!["queens", "exchange"].includes(puzzle.kind)) words.set("piece", puzzle.piece);
  const pairs = (standing) => [...standing].map((pair) => pair.join("-"));
  const listed = {
    block: [...puzzle.blocked], given: [...puzzle.given], moves: puzzle.moves.map((move) => move.join("-")),
    times: puzzle.kind === "tour" ? pairs(puzzle.times) : [], riders: puzzle.kind === "meet" ? pairs(puzzle.riders) : [], men: puzzle.kind === "exchange" ? pairs(puzzle.men) : [],
    agents: puzzle.kind === "mapf" ? pairs(puzzle.agents) : [],
  };
  if (puzzle.kind === "mapf" && puzzle.objective === "makespan") words.set("objective", "makespan");
  if (puzzle.kind === "mapf" && puzzle.anonymous) words.set("anonymous", "yes");
  for (const [word, list] of Object.entries(listed)) if (list.length) words.set(word, list.join(" "));
  const ends = { tour: ["start", "end"], route: ["from", "to"] }[puzzle.kind] ?? [];
  for (const end of ends) if (puzzle[end]) words.set(end, puzzle[end]);
}

// The values of a link; a missing or invalid value gets its default.
export function ofLink(hash, pieces) {
  const puzzle = fresh();
  const words = new URLSearchParams(hash.slice(1));
  if ([...BOARDS, ...GRAPHS].includes(words.get("puzzle"))) puzzle.kind = words.get("puzzle");
  const board = /^(\d{1,3})x(\d{1,3})$/.exec(words.get("board") ?? "");
  const side = (text) => Math.min(100, Math.max(1, Number(text)));
  if (board) [puzzle.rows, puzzle.columns] = [side(board[1]), side(board[2])];
  if (pieces.includes(words.get("piece"))) puzzle.piece = words.get("piece");
  if (words.has("puzzle")) puzzle.closed = words.get("closed") === "yes";
  if (words.has("edges")) {
    puzzle.edges = words.get("edges");
    puzzle.places = placesOf(words.get("at") ?? "");
  }
  const list = (word) => (words.get(word) ?? "").split(" ").filter(Boolean);
  const pairs = (word) => list(word).map((pair) => pair.split("-")).filter((pair) => pair.length === 2);
  puzzle.blocked = new Set(list("block"));
  puzzle.given = new Set(list("given"));
  puzzle.moves = pairs("moves");
  puzzle.agents = pairs("agents");
  if (words.get("objective") === "makespan") puzzle.objective = "makespan";
  puzzle.anonymous = words.get("anonymous") === "yes";
  puzzle.times = new Map(pairs("times").filter(([, time]) => /^[1-9]\d{0,4}$/.test(time)).map(([square, time]) => [square, Number(time)]));
  puzzle.riders = new Map(pairs("riders").filter(([, jumps]) => /^[1-9]$/.test(jumps)).map(([square, jumps]) => [square, Number(jumps)]));
  puzzle.men = new Map(pairs("men").filter(([, letter]) => letter.length === 1 && MEN.includes(letter)));
  for (const end of ["start", "end", "from", "to"]) if (words.get(end)) puzzle[end] = words.get(end);
  puzzle.method = words.get("method") ?? "";
  fit(puzzle);
  return puzzle;
}
