// The picture of an answer after each step: ways, pieces and numbers on the squares of the board.
export const LETTERS = { knight: "♞", king: "♚", queen: "♛", rook: "♜", bishop: "♝" };
const OF_MAN = { n: "♞", k: "♚", q: "♛", r: "♜", b: "♝" };
const NAMES = { n: "knight", k: "king", q: "queen", r: "rook", b: "bishop" };

// Colours of agents far apart: each turns by the golden angle.
export function colourOf(agent) {
  return `hsl(${Math.round(agent * 137.5 + 20) % 360} 70% 38%)`;
}

export function letterOf(puzzle) {
  return LETTERS[puzzle.kind === "queens" ? "queen" : puzzle.piece] ?? "●";
}

// A piece of an exchange: white pieces have capital letters.
export function man(square, letter) {
  const low = letter.toLowerCase();
  return { square, letter: OF_MAN[low], kind: letter === low ? "man black" : "man white" };
}

export function manInWords(letter) {
  const low = letter.toLowerCase();
  return `${letter === low ? "black" : "white"} ${NAMES[low]}`;
}

// The number of steps, and the picture after each.
export function framesOf(puzzle, { solution, puzzle: stated }) {
  if (solution.riders) return meeting(puzzle, solution);
  if (solution.moves) return exchange(puzzle, solution.moves);
  if (solution.paths) return plan(solution.paths);
  if (solution.squares) return placement(puzzle, solution.squares);
  return way(puzzle, stated.closed ? [...solution.path, solution.path[0]] : solution.path);
}

function placement(puzzle, squares) {
  const letter = letterOf(puzzle);
  const at = (step) => ({
    men: squares.slice(0, step).filter((square) => !puzzle.given.has(square)).map((square) => ({ square, letter, kind: "man" })),
  });
  return { last: squares.length, at };
}

function way(puzzle, path) {
  const side = Math.max(puzzle.rows, puzzle.columns);
  const first = puzzle.kind === "route" ? 0 : 1;
  const at = (step) => {
    const squares = path.slice(0, step + 1);
    // After the last move the start has its number again.
    const numbered = side <= 12 ? [...new Set(squares)] : [];
    return {
      ways: [{ squares, kind: "way" }],
      numbers: numbered.map((square, number) => ({ square, text: number + first })),
      men: [{ square: squares.at(-1), letter: letterOf(puzzle), kind: "man", large: side > 40 }],
    };
  };
  return { last: path.length - 1, at };
}

// A step is one turn of every rider that has not arrived yet.
function meeting(puzzle, solution) {
  const letter = letterOf(puzzle);
  const at = (turn) => {
    const ways = solution.riders.map(({ from, path }) => [from, ...path.slice(0, turn).flat()]);
    const jumps = new Map();
    ways.forEach((squares, rider) => {
      const last = squares.at(-1);
      jumps.set(last, [...(jumps.get(last) ?? []), solution.riders[rider].jumps_per_turn]);
    });
    return {
      instead: true,
      marks: [solution.square],
      ways: ways.map((squares) => ({ squares, kind: "way" })),
      men: [...jumps.keys()].map((square) => ({ square, letter, kind: "man" })),
      numbers: [...jumps].map(([square, several]) => ({ square, text: several.join(" ") })),
    };
  };
  return { last: Math.max(0, ...solution.riders.map((rider) => rider.path.length)), at };
}

function exchange(puzzle, moves) {
  const at = (step) => {
    const men = new Map(puzzle.men);
    for (const [from, to] of moves.slice(0, step)) {
      men.set(to, men.get(from));
      men.delete(from);
    }
    const ways = step > 0 ? [{ squares: moves[step - 1], kind: "way" }] : [];
    return { instead: true, ways, men: [...men].map(([square, letter]) => man(square, letter)) };
  };
  return { last: moves.length, at };
}

// A step of all agents, with their ways so far and their goals.
function plan(paths) {
  const at = (step) => ({
    instead: true,
    ways: paths.map((path, agent) => ({ squares: path.slice(0, step + 1), kind: "agent-way", colour: colourOf(agent) })),
    agents: [
      ...paths.map((path, agent) => ({ square: path.at(-1), agent, isGoal: true })),
      ...paths.map((path, agent) => ({ square: path[step], agent })),
    ],
  });
  return { last: Math.max(0, ...paths.map((path) => path.length - 1)), at };
}

// The squares or vertices of the certificate.
export function marks({ squares, vertices, places, groups, pairs }) {
  return squares ?? vertices ?? places ?? (groups ?? pairs ?? []).flat();
}
