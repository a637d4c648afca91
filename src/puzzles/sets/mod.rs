//! Sets of places under a rule: pieces on the squares of a board that do not attack one another or
//! that attack all others, and the sets of vertices of any graph.

mod modelling;
mod places;
mod reasons;
mod stated;
mod verify;
mod words;

use satranj_encodings::model::{Count, Model, Obstruction, Witness};

use super::{
    BoardStatement, Certificate, Puzzle, Solution, StatedPuzzle, Statement, Task, Violation,
    dominate::DominateStatement,
    drawing::{StandingPiece, drawing_of, marked_squares},
    graph_sets::{self, SetParts},
    place::{
        PlaceCount, PlaceStatement,
        army::{PartStatement, Side},
    },
};
use crate::{
    board::{Board, symmetry::Symmetry},
    pictures::Drawing,
};
use modelling::PlaceOfVertex;
use places::{Placed, SetPlaces};

/// The condition on the places of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetRule {
    /// No two are adjacent: no piece attacks another.
    Independent,
    /// Every two are adjacent.
    Clique,
    /// Every edge has at least one end in the set.
    Cover,
    /// Every other place is adjacent to one of them.
    Dominating {
        /// No two are adjacent.
        independent: bool,
        /// Each of them is adjacent to one of them too.
        total: bool,
    },
}

/// A set of places under a rule.
///
/// Pieces attack through one another. For one kind that makes no difference, because the piece
/// between attacks too. Blocked squares stop sliders.
#[derive(Debug, Clone)]
pub struct SetPuzzle {
    places: SetPlaces,
    rule: SetRule,
    /// How many of each kind of pieces, or vertices.
    counts: Vec<Count>,
    /// What must be in the set; vertices in rising order.
    given: Vec<Placed>,
    /// The vertices that must not be in it, in rising order; a board has its own blocked squares.
    blocked: Vec<Placed>,
    /// The weights of the vertices in their order; `None` if each weighs 1.
    weights: Option<Vec<u32>>,
    model: Model,
    place_of: PlaceOfVertex,
}

impl SetPuzzle {
    /// Whether more places are better, not fewer.
    fn is_most(&self) -> bool {
        matches!(self.rule, SetRule::Independent | SetRule::Clique)
    }

    /// Whether what is in the set must be dominated too.
    fn is_total(&self) -> bool {
        matches!(self.rule, SetRule::Dominating { total: true, .. })
    }
}

impl StatedPuzzle for SetPuzzle {
    fn statement(&self) -> Statement {
        let (board, parts, is_army) = match &self.places {
            SetPlaces::Board { board, parts, is_army } => (board, parts, *is_army),
            SetPlaces::Graph(graph) => {
                let names = |placed: &[Placed]| placed.iter().map(|at| graph.name(at.0)).collect();
                let parts = SetParts {
                    graph: graph.statement(),
                    count: self.counts[0],
                    given: names(&self.given),
                    blocked: names(&self.blocked),
                    weights: self.weights.clone(),
                };
                return graph_sets::stated(self.rule, parts);
            }
        };
        let (single, stated_board) = (&parts[0], BoardStatement::from(board));
        let given =
            self.given.iter().map(|&(cell, kind)| (kind, board.square_of_cell(cell as usize)));
        if let SetRule::Dominating { independent, total } = self.rule {
            return Statement::Dominate(DominateStatement {
                board: stated_board,
                piece: single.name.clone(),
                count: single.count.into(),
                independent,
                total,
                given: given.map(|(_, square)| square).collect(),
            });
        }
        let count = parts.iter().find(|part| part.own_count.is_none());
        let given = given.map(|(kind, square)| {
            let name = &parts[kind].name;
            if is_army { format!("{name}@{square}") } else { square.to_string() }
        });
        let army = parts.iter().filter(|_| is_army).map(|part| PartStatement {
            side: part.side,
            piece: part.piece.to_string(),
            count: part.own_count,
        });
        Statement::Place(PlaceStatement {
            board: stated_board,
            piece: (!is_army).then(|| single.name.clone()),
            army: army.collect(),
            count: count.map_or_else(PlaceCount::default, |part| part.count.into()),
            given: given.collect(),
        })
    }
}

impl Puzzle for SetPuzzle {
    fn title(&self) -> String {
        match &self.places {
            SetPlaces::Board { board, parts, .. } => self.title_on_board(board, parts),
            SetPlaces::Graph(graph) => self.title_on_graph(graph),
        }
    }

    fn unit(&self) -> Option<&'static str> {
        self.weights.is_some().then_some("in weight")
    }

    fn set_size(&self) -> Option<(&'static str, Option<u32>)> {
        let asked = match self.counts[..] {
            [Count::Exactly(count)] => Some(count),
            _ => None,
        };
        Some((if self.places.board().is_some() { "pieces" } else { "vertices" }, asked))
    }

    fn model(&self) -> Model {
        self.model.clone()
    }

    fn label(&self, vertex: u32) -> String {
        let (place, _) = self.place(vertex);
        let piece = self.piece_of(vertex).map(|piece| piece + "@").unwrap_or_default();
        piece + &self.places.name(place)
    }

    fn term(&self, vertex: u32) -> String {
        let (place, kind) = self.place(vertex);
        let name = self.places.name(place);
        match &self.places {
            SetPlaces::Board { parts, .. } => format!("{}({name})", parts[kind].name),
            SetPlaces::Graph(_) => name,
        }
    }

    fn piece_of(&self, vertex: u32) -> Option<String> {
        match &self.places {
            SetPlaces::Board { parts, is_army: true, .. } => {
                Some(parts[self.place(vertex).1].name.clone())
            }
            _ => None,
        }
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Vertices(vertices) = witness else { return Err(Violation::of_witness()) };
        Ok(self.places.solution(vertices.iter().map(|&vertex| self.place(vertex)).collect()))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        self.places.certificate(obstruction, &|vertex| self.place(vertex).0)
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        match (&self.places, solution) {
            (SetPlaces::Graph(graph), Solution::Vertices { vertices }) => {
                let mut vertices = vertices.clone();
                vertices.sort_by_key(|name| graph.numbers.get(name).copied());
                Solution::Vertices { vertices }
            }
            _ => solution.sorted(),
        }
    }

    fn because(&self, certificate: &Certificate) -> String {
        match &self.places {
            SetPlaces::Board { board, parts, .. } => {
                self.because_on_board(certificate, board, parts)
            }
            SetPlaces::Graph(_) => self.because_on_graph(certificate),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let Some(board) = self.places.board() else { return true };
        let image = |&(cell, kind): &Placed| {
            let square = symmetry.apply(board.square_of_cell(cell as usize));
            (board.cell(square) as u32, kind)
        };
        self.given.iter().all(|given| self.given.contains(&image(given)))
    }

    fn board(&self) -> Option<&Board> {
        self.places.board()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>> {
        match (&self.places, solution) {
            (SetPlaces::Board { board, parts, .. }, _) => {
                let standing = |name: Option<&str>| {
                    let part = match name {
                        Some(name) => parts.iter().find(|part| part.name == name)?,
                        None => &parts[0],
                    };
                    let black = part.side == Some(Side::Black);
                    Some(StandingPiece { name: part.piece.name(), piece: &part.piece, black })
                };
                Some(drawing_of(board, board, solution, attacks, standing))
            }
            (SetPlaces::Graph(graph), Solution::Vertices { vertices }) => {
                let picture = self.picture(graph)?.with_set(graph.known(vertices));
                let is_clique = self.rule == SetRule::Clique;
                Some(Drawing::Graph(if is_clique { picture.with_edges_within() } else { picture }))
            }
            _ => None,
        }
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        match &self.places {
            SetPlaces::Board { board, .. } => marked_squares(board, certificate),
            SetPlaces::Graph(graph) => {
                let reason = self.places.reason(certificate).ok()?;
                Some(Drawing::Graph(self.reason_marked(graph, &reason)?))
            }
        }
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        let on_board = self.places.board().is_some();
        match (self.rule, task) {
            (SetRule::Dominating { .. }, Task::First | Task::All | Task::Sample) => {
                &["native:dfs", "sat:cover"]
            }
            (SetRule::Dominating { .. }, Task::Count(_)) => {
                &["native:frontier", "native:dfs", "sat:cover"]
            }
            (_, Task::First) if on_board => &["graph:matching", "sat:lines"],
            // The maximum must be proved first.
            (_, Task::All) if on_board && self.counts.contains(&Count::Optimum) => {
                &["sat:lines", "native:dfs"]
            }
            (_, Task::All | Task::Sample) if on_board => &["native:dfs", "sat:lines"],
            (_, Task::Count(_)) if on_board => &["native:components", "native:dfs", "sat:lines"],
            (_, Task::First) => &["graph:matching", "graph:flow", "native:cliques", "sat:lines"],
            (_, Task::All | Task::Sample) => &["native:cliques", "sat:lines"],
            (_, Task::Count(_)) => &["native:components", "native:cliques", "sat:lines"],
        }
    }
}
