//! The places of a set by plain arithmetic: squares or vertices, their names, and which are next to
//! which.

use fixedbitset::FixedBitSet;
use satranj_encodings::lattice::Step;

use crate::{
    board::{Board, square::Square},
    puzzles::{
        Solution, Violation, ensure,
        graph_statement::NumberedGraph,
        moves::Moves,
        place::{army::ArmyPart, plural},
    },
};

/// A place, and the kind of piece on it; on a graph the kind is 0.
pub type Placed = (u32, usize);

/// The places, which have numbers: cells of a board in reading order, or vertices.
#[derive(Debug, Clone)]
pub enum SetPlaces {
    /// The free squares of a board.
    Board {
        /// The board.
        board: Board,
        /// The kinds of pieces.
        parts: Vec<ArmyPart>,
        /// Whether a solution says which piece is on each square.
        is_army: bool,
    },
    /// The vertices of a graph.
    Graph(NumberedGraph),
}

impl SetPlaces {
    /// All numbers of places are below this.
    pub fn limit(&self) -> usize {
        match self {
            Self::Board { board, .. } => board.size(),
            Self::Graph(graph) => graph.names.len(),
        }
    }

    /// The places in rising order.
    pub fn all(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::Board { board, .. } => {
                Box::new(board.squares().map(|square| board.cell(square) as u32))
            }
            Self::Graph(graph) => Box::new(0..graph.vertices()),
        }
    }

    /// No place.
    pub fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.limit())
    }

    /// The places of pieces.
    pub fn set_of(&self, placed: &[Placed]) -> FixedBitSet {
        let mut set = self.none();
        set.extend(placed.iter().map(|&(place, _)| place as usize));
        set
    }

    /// The name of a place.
    pub fn name(&self, place: u32) -> String {
        match self {
            Self::Board { board, .. } => board.square_of_cell(place as usize).to_string(),
            Self::Graph(graph) => graph.name(place),
        }
    }

    /// What is on a place in a sentence: `the queen on c2`; the name of a vertex.
    pub fn piece_on(&self, (place, kind): Placed) -> String {
        let name = self.name(place);
        match self {
            Self::Board { parts, .. } => format!("the {} on {name}", parts[kind].name),
            Self::Graph(_) => name,
        }
    }

    /// The noun for this many pieces of a kind, or vertices.
    pub fn noun(&self, kind: usize, count: u64) -> String {
        match self {
            Self::Board { parts, .. } => plural(&parts[kind].name, u32::try_from(count).ok()),
            Self::Graph(_) => if count == 1 { "vertex" } else { "vertices" }.into(),
        }
    }

    /// The board, if there is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Self::Board { board, .. } => Some(board),
            Self::Graph(_) => None,
        }
    }

    /// The middle of a sentence about what is in a set.
    pub fn are_there(&self) -> &'static str {
        match self {
            Self::Board { .. } => "stand on the board",
            Self::Graph(_) => "are in the set",
        }
    }

    /// The end of a sentence about two that exclude each other.
    pub fn exclude(&self) -> &'static str {
        match self {
            Self::Board { .. } => "attack one another",
            Self::Graph(_) => "are adjacent",
        }
    }

    /// The end of a sentence about two that do not exclude each other.
    pub fn go_together(&self) -> &'static str {
        match self {
            Self::Board { .. } => "do not attack one another",
            Self::Graph(_) => "go together",
        }
    }

    /// What a place is not that nothing dominates; `total`: although something is on it.
    pub fn dominated(&self, total: bool) -> &'static str {
        match self {
            Self::Board { .. } if total => "attacked",
            Self::Board { .. } => "attacked nor occupied",
            Self::Graph(_) => "dominated",
        }
    }

    /// A sentence about a place that a set may gain.
    pub fn may_gain(&self, place: u32) -> String {
        let name = self.name(place);
        match self {
            Self::Board { .. } => format!("one more can stand on {name}"),
            Self::Graph(_) => format!("{name} can be added"),
        }
    }

    /// How much a bound allows, and how much was reached, in two parts of a sentence.
    pub fn compared(&self, bound: u64, best: u64) -> [String; 2] {
        match self {
            Self::Board { .. } => {
                [format!("it allows {bound} pieces"), format!("only {best} stand")]
            }
            Self::Graph(_) => [format!("the bound is {bound}"), format!("the best {best}")],
        }
    }

    /// The number of pieces of a kind in a solution, or what its known vertices weigh.
    pub fn value(&self, solution: &Solution, kind: usize, weights: Option<&[u32]>) -> Option<u64> {
        Some(match (self, solution) {
            (Self::Board { parts, .. }, Solution::Squares { pieces: Some(pieces), .. }) => {
                pieces.iter().filter(|name| **name == parts[kind].name).count() as u64
            }
            (Self::Board { .. }, Solution::Squares { squares, .. }) => squares.len() as u64,
            (Self::Graph(graph), Solution::Vertices { vertices }) => {
                let weight = |vertex: u32| weights.map_or(1, |weights| weights[vertex as usize]);
                graph.known(vertices).map(|vertex| u64::from(weight(vertex))).sum()
            }
            _ => return None,
        })
    }

    /// The pieces of a solution, at most one on each place, and the set of their places.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn placed(&self, solution: &Solution) -> Result<(Vec<Placed>, FixedBitSet), Violation> {
        let (mut placed, mut inside) = (Vec::new(), self.none());
        match (self, solution) {
            (Self::Board { board, .. }, Solution::Squares { squares, pieces }) => {
                let kinds = self.kinds_of(squares.len(), pieces.as_deref())?;
                for (&square, kind) in squares.iter().zip(kinds) {
                    ensure!(board.contains(square), "square {square} is outside the {board} board");
                    ensure!(board.is_free(square), "square {square} is blocked");
                    let cell = board.cell(square);
                    ensure!(!inside.put(cell), "square {square} is taken twice");
                    placed.push((cell as u32, kind));
                }
            }
            (Self::Graph(graph), Solution::Vertices { vertices }) => {
                for name in vertices {
                    let vertex = graph.vertex(name)?;
                    ensure!(!inside.put(vertex as usize), "vertex {name} is named twice");
                    placed.push((vertex, 0));
                }
            }
            (Self::Board { .. }, _) => ensure!(false, "pieces on a board have `squares`"),
            (Self::Graph(_), _) => ensure!(false, "a set of vertices has `vertices`"),
        }
        Ok((placed, inside))
    }

    /// The kind of each piece of a solution.
    fn kinds_of(&self, count: usize, pieces: Option<&[String]>) -> Result<Vec<usize>, Violation> {
        let Self::Board { parts, is_army, .. } = self else { return Ok(vec![0; count]) };
        let Some(pieces) = pieces else {
            ensure!(parts.len() == 1, "which piece stands on each square is not said");
            return Ok(vec![0; count]);
        };
        ensure!(*is_army, "which piece stands on each square is said, of one kind");
        let named = pieces.len();
        ensure!(named == count, "{named} pieces are named for {count} squares");
        let part_of = |name: &String| {
            let part = parts.iter().position(|part| part.name == *name);
            part.ok_or_else(|| Violation(format!("`{name}` is not one of the pieces")))
        };
        pieces.iter().map(part_of).collect()
    }

    /// The solution with these pieces.
    pub fn solution(&self, mut placed: Vec<Placed>) -> Solution {
        match self {
            Self::Board { board, parts, is_army } => {
                let square = |&(place, _): &Placed| board.square_of_cell(place as usize);
                placed.sort_unstable_by_key(square);
                let name = |&(_, kind): &Placed| parts[kind].name.clone();
                let pieces = is_army.then(|| placed.iter().map(name).collect());
                Solution::Squares { squares: placed.iter().map(square).collect(), pieces }
            }
            Self::Graph(graph) => {
                let vertices = placed.iter().map(|&(vertex, _)| graph.name(vertex));
                Solution::Vertices { vertices: vertices.collect() }
            }
        }
    }

    fn moves(&self, kind: usize) -> Option<Moves<'_>> {
        let Self::Board { board, parts, .. } = self else { return None };
        Some(Moves { board, piece: &parts[kind].piece })
    }

    /// What a piece of a kind attacks from a place; the neighbours of a vertex.
    pub fn near(&self) -> Box<dyn Fn(Placed) -> Vec<u32> + '_> {
        match self {
            Self::Board { board, parts, .. } => Box::new(|(place, kind)| {
                let moves = Moves { board, piece: &parts[kind].piece };
                let reached = moves.reach(board.square_of_cell(place as usize));
                reached.into_iter().map(|square| board.cell(square) as u32).collect()
            }),
            Self::Graph(graph) => {
                let near = graph.neighbours();
                Box::new(move |(vertex, _)| near[vertex as usize].clone())
            }
        }
    }

    /// Each of some pieces, whose places are `inside`, with each place next to it; on a graph the
    /// set is enough.
    pub fn links<'a>(
        &'a self,
        placed: &'a [Placed],
        inside: &'a FixedBitSet,
    ) -> Box<dyn Iterator<Item = (Placed, u32)> + 'a> {
        match self {
            Self::Board { .. } => {
                let near = self.near();
                let links = move |&from: &Placed| near(from).into_iter().map(move |to| (from, to));
                Box::new(placed.iter().flat_map(links))
            }
            Self::Graph(graph) => {
                let both = graph.edges.iter().flat_map(|&(a, b)| [((a, 0), b), ((b, 0), a)]);
                Box::new(both.filter(|&((from, _), _)| inside.contains(from as usize)))
            }
        }
    }

    /// Whether pieces of two kinds attack one another at all.
    pub fn are_hostile(&self, kind: usize, other: usize) -> bool {
        let Self::Board { parts, .. } = self else { return true };
        parts[kind].side.is_none() || parts[kind].side != parts[other].side
    }

    /// Whether one of two pieces attacks the other, or an edge joins two vertices.
    pub fn are_adjacent(&self, one: Placed, other: Placed) -> bool {
        match self {
            Self::Board { board, .. } => {
                let [from, to] =
                    [one, other].map(|(place, _)| board.square_of_cell(place as usize));
                let leads = |kind, from, to| self.moves(kind).is_some_and(|m| m.is_move(from, to));
                self.are_hostile(one.1, other.1)
                    && (leads(one.1, from, to) || leads(other.1, to, from))
            }
            Self::Graph(graph) => one.0 != other.0 && graph.edge(one.0, other.0).is_some(),
        }
    }

    /// Whether squares lie on one line of a repeated step, with all squares between the first and the
    /// last free: then each attacks every other.
    pub fn is_line(&self, places: &[u32]) -> bool {
        let Self::Board { board, parts, .. } = self else { return places.len() < 2 };
        let mut squares: Vec<Square> =
            places.iter().map(|&place| board.square_of_cell(place as usize)).collect();
        squares.sort_unstable();
        let [first, .., last] = squares[..] else { return true };
        let lead = |step: &Step| {
            let mut ray = board.ray(first, *step).take_while(|at| (first..=last).contains(at));
            squares[1..].iter().all(|&square| ray.any(|at| at == square))
        };
        parts[0].piece.steps().iter().any(|step| step.repeats && lead(step))
    }

    /// About how many steps a check takes that looks at this number of pairs of places, and at what
    /// is next to this number of places.
    pub fn steps_of(&self, pairs: u64, near: u64) -> u64 {
        match self {
            Self::Board { board, parts, .. } => {
                let longest = u64::from(board.longest_side());
                let of_pair = 4 * parts[0].piece.steps().len() as u64 + longest;
                let near = self.moves(0).map_or(0, |moves| moves.steps_of(near));
                near.saturating_add(pairs.saturating_mul(of_pair))
            }
            Self::Graph(graph) => {
                let whole = graph.names.len() + graph.edges.len();
                pairs.saturating_mul(8).saturating_add(8 * whole as u64)
            }
        }
    }

    /// An upper bound on all links.
    pub fn most_links(&self) -> u64 {
        match self {
            Self::Board { parts, .. } => {
                let moves = (0..parts.len()).filter_map(|kind| self.moves(kind));
                moves.map(|moves| moves.bound()).sum()
            }
            Self::Graph(graph) => 8 * (graph.names.len() + graph.edges.len()) as u64,
        }
    }
}
