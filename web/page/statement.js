// What is stated: the form's values, the statement as documents hold it, and the link that has it all.

export const KINDS = ["tour", "queens", "place", "dominate", "route"];

export function fresh() {
  return {
    kind: "tour", rows: 8, columns: 8, piece: "knight", closed: true, method: "",
    blocked: new Set(), given: new Set(), moves: [], start: "", end: "", from: "a1", to: "h8",
  };
}

export function name(column, rank) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  }
  return letters + (rank + 1);
}

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

// Leaves out what is no longer on the board.
export function fit(puzzle) {
  if (puzzle.kind === "queens") puzzle.columns = puzzle.rows;
  for (const set of [puzzle.blocked, puzzle.given]) {
    for (const square of set) if (!isOn(puzzle, square)) set.delete(square);
  }
  puzzle.moves = puzzle.moves.filter((move) => move.every((square) => isOn(puzzle, square)));
  for (const end of ["start", "end"]) if (!isOn(puzzle, puzzle[end])) puzzle[end] = "";
  if (!isOn(puzzle, puzzle.from)) puzzle.from = "a1";
  if (!isOn(puzzle, puzzle.to)) puzzle.to = name(puzzle.columns - 1, puzzle.rows - 1);
}

export function statement(puzzle) {
  const { kind, rows, columns, piece } = puzzle;
  const [blocked, given] = [[...puzzle.blocked], [...puzzle.given]];
  const board = { rows, columns, blocked };
  const ends = (names) => Object.fromEntries(names.filter((end) => puzzle[end]).map((end) => [end, puzzle[end]]));
  switch (kind) {
    case "tour": {
      const names = puzzle.closed ? ["start"] : ["start", "end"];
      return { kind, board, piece, closed: puzzle.closed, ...ends(names), given: puzzle.moves };
    }
    case "queens": return { kind, n: rows, given, blocked };
    case "route": return { kind, board, piece, ...ends(["from", "to"]) };
    default: return { kind, board, piece, given };
  }
}

export function toLink(puzzle) {
  const words = new URLSearchParams({ puzzle: puzzle.kind, board: `${puzzle.rows}x${puzzle.columns}` });
  if (puzzle.kind !== "queens") words.set("piece", puzzle.piece);
  if (puzzle.kind === "tour" && puzzle.closed) words.set("closed", "yes");
  const listed = { block: [...puzzle.blocked], given: [...puzzle.given], moves: puzzle.moves.map((move) => move.join("-")) };
  for (const [word, list] of Object.entries(listed)) if (list.length) words.set(word, list.join(" "));
  const ends = { tour: ["start", "end"], route: ["from", "to"] }[puzzle.kind] ?? [];
  for (const end of ends) if (puzzle[end]) words.set(end, puzzle[end]);
  if (puzzle.method) words.set("method", puzzle.method);
  return "#" + words;
}

// What a link states; what it does not say, or says wrongly, is as at first.
export function ofLink(hash, pieces) {
  const puzzle = fresh();
  const words = new URLSearchParams(hash.slice(1));
  if (KINDS.includes(words.get("puzzle"))) puzzle.kind = words.get("puzzle");
  const board = /^(\d{1,3})x(\d{1,3})$/.exec(words.get("board") ?? "");
  const side = (text) => Math.min(100, Math.max(1, Number(text)));
  if (board) [puzzle.rows, puzzle.columns] = [side(board[1]), side(board[2])];
  if (pieces.includes(words.get("piece"))) puzzle.piece = words.get("piece");
  if (words.has("puzzle")) puzzle.closed = words.get("closed") === "yes";
  const list = (word) => (words.get(word) ?? "").split(" ").filter(Boolean);
  puzzle.blocked = new Set(list("block"));
  puzzle.given = new Set(list("given"));
  puzzle.moves = list("moves").map((move) => move.split("-")).filter((move) => move.length === 2);
  for (const end of ["start", "end", "from", "to"]) if (words.get(end)) puzzle[end] = words.get(end);
  puzzle.method = words.get("method") ?? "";
  fit(puzzle);
  return puzzle;
}
