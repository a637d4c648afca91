// The answer of the puzzle that the page begins with, as the module finds it; `index.html` has its picture. A test compares all
// three.

const PATH = `
a8 c7 e8 d6 b5 c3 a4 b2 c4 a5 b7 c5 d7 b8 a6 b4 a2 c1 d3 e1 g2 h4 f3 h2 f1 d2 b1 a3 c2 a1 b3 d4
e2 g1 h3 f4 h5 g7 f5 e7 g8 h6 g4 e5 g6 h8 f7 g5 e4 g3 h1 f2 d1 e3 d5 f6 h7 f8 e6 d8 c6 a7 c8 b6
`;

export const FIRST = { puzzle: { closed: true }, solution: { path: PATH.trim().split(/\s+/) } };
