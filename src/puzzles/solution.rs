//! Solutions as documents print them.

use std::{
    fmt::Debug,
    hash::{DefaultHasher, Hash, Hasher},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::square::Square;

/// The type of the solutions of a puzzle; a list suffices.
pub trait PuzzleSolution: Clone + Debug + Ord + Hash {
    /// The same solution with every square moved, if it has squares.
    #[must_use]
    fn map(&self, _to: &dyn Fn(Square) -> Square) -> Self {
        self.clone()
    }

    /// A number for each part that it may share with another solution; `closed`: the last place of
    /// a path is next to the first.
    #[doc(hidden)]
    fn parts(&self, _closed: bool) -> Vec<u64> {
        vec![number_of(self)]
    }

    /// The solution in a sentence, shortened to fit.
    fn in_words(&self) -> String {
        format!("{self:?}")
    }
}

impl<T: Clone + Debug + Ord + Hash> PuzzleSolution for Vec<T> {}

/// The most vertices after it with which a vertex makes pairs of one colour.
const MOST_PAIRED: usize = 64;

/// A number by which a part of a solution is compared.
fn number_of(part: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    part.hash(&mut hasher);
    hasher.finish()
}

/// The numbers of the moves of a path, whatever their direction.
fn moves_of<T: Hash + Ord>(path: &[T], closed: bool) -> Vec<u64> {
    let back = path.last().zip(path.first()).filter(|_| closed);
    let moves = path.iter().zip(path.iter().skip(1)).chain(back);
    moves.map(|(from, to)| number_of(&(from.min(to), from.max(to)))).collect()
}

/// A solution as documents print it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solution {
    /// The squares of a tour in the order of the visit.
    Path {
        /// A closed tour does not repeat its start.
        path: Vec<Square>,
    },
    /// The vertices of a Hamiltonian path or cycle of a graph in the order of the visit.
    VertexPath {
        /// Their names; a cycle does not repeat its start.
        path: Vec<String>,
    },
    /// Vertices of a graph.
    Vertices {
        /// Their names.
        vertices: Vec<String>,
    },
    /// A colouring of a graph.
    Classes {
        /// The names of the vertices of each colour.
        classes: Vec<Vec<String>>,
    },
    /// The squares of pieces.
    Squares {
        /// Column by column.
        squares: Vec<Square>,
        /// The piece on each square, if there are several kinds.
        #[serde(skip_serializing_if = "Option::is_none")]
        pieces: Option<Vec<String>>,
    },
    /// A meeting of riders.
    Meeting {
        /// Where they meet.
        square: Square,
        /// The turns of all riders together.
        turns: u64,
        /// How each rider gets there, in the order of the puzzle.
        riders: Vec<RiderWay>,
    },
    /// A plan.
    Moves {
        /// The start and end of each move, in order.
        moves: Vec<[Square; 2]>,
        /// The number of moves of each step, if a step may have several.
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<Vec<u32>>,
    },
    /// A plan for agents.
    Paths {
        /// For each agent the square or vertex where it is at the times 0, 1, 2, …; all of one
        /// length.
        paths: Vec<Vec<String>>,
    },
}

/// How one rider gets to the meeting.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "Ride")]
pub struct RiderWay {
    /// Where it starts.
    pub from: Square,
    /// How many jumps it may make in one turn.
    pub jumps_per_turn: u32,
    /// How many turns it takes.
    pub turns: u64,
    /// The squares to which it jumps in each turn.
    pub path: Vec<Vec<Square>>,
}

impl Solution {
    /// The squares of a path, of pieces, or of a meeting; none for a plan.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let squares = ["a1", "b3"].map(|name| name.parse::<Square>().unwrap());
    /// let path = Solution::Path { path: squares.to_vec() };
    /// assert_eq!((path.squares(), path.size()), (&squares[..], 2));
    /// assert_eq!(path.in_words(), "a1, b3");
    /// let right = path.map(&|square| Square { column: square.column + 1, ..square });
    /// assert_eq!(right.in_words(), "b1, c3");
    /// ```
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::Path { path } => path,
            Self::Squares { squares, .. } => squares,
            Self::Meeting { square, .. } => std::slice::from_ref(square),
            Self::VertexPath { .. }
            | Self::Vertices { .. }
            | Self::Classes { .. }
            | Self::Moves { .. }
            | Self::Paths { .. } => &[],
        }
    }

    /// What [`PuzzleSolution::parts`] are.
    pub(crate) fn parts_in_words(&self) -> &'static str {
        match self {
            Self::Path { .. } | Self::Moves { .. } => "moves",
            Self::VertexPath { .. } => "edges",
            Self::Vertices { .. } => "vertices",
            Self::Classes { .. } => "pairs of one colour",
            Self::Squares { .. } => "squares",
            Self::Meeting { .. } => "jumps",
            Self::Paths { .. } => "places and times of agents",
        }
    }

    /// The number of pieces, or of vertices in the set.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Vertices { vertices } => vertices.len(),
            _ => self.squares().len(),
        }
    }

    /// The pieces on their squares in rising order of the squares.
    #[must_use]
    pub(crate) fn sorted(self) -> Self {
        match self {
            Self::Squares { mut squares, pieces: None } => {
                squares.sort_unstable();
                Self::Squares { squares, pieces: None }
            }
            Self::Squares { squares, pieces: Some(pieces) } => {
                let mut placed: Vec<(Square, String)> = squares.into_iter().zip(pieces).collect();
                placed.sort_unstable();
                let (squares, pieces) = placed.into_iter().unzip();
                Self::Squares { squares, pieces: Some(pieces) }
            }
            other => other,
        }
    }
}

impl PuzzleSolution for Solution {
    fn map(&self, to: &dyn Fn(Square) -> Square) -> Self {
        let moved = |squares: &[Square]| squares.iter().map(|&square| to(square)).collect();
        match self {
            Self::Path { path } => Self::Path { path: moved(path) },
            Self::VertexPath { .. }
            | Self::Vertices { .. }
            | Self::Classes { .. }
            | Self::Paths { .. } => self.clone(),
            Self::Squares { squares, pieces } => {
                Self::Squares { squares: moved(squares), pieces: pieces.clone() }
            }
            Self::Meeting { square, turns, riders } => {
                let ride = |ride: &RiderWay| RiderWay {
                    from: to(ride.from),
                    path: ride.path.iter().map(|turn| moved(turn)).collect(),
                    ..ride.clone()
                };
                let riders = riders.iter().map(ride).collect();
                Self::Meeting { square: to(*square), turns: *turns, riders }
            }
            Self::Moves { moves, steps } => Self::Moves {
                moves: moves.iter().map(|ends| ends.map(to)).collect(),
                steps: steps.clone(),
            },
        }
    }

    fn parts(&self, closed: bool) -> Vec<u64> {
        match self {
            Self::Path { path } => moves_of(path, closed),
            Self::VertexPath { path } => moves_of(path, closed),
            Self::Vertices { vertices } => vertices.iter().map(number_of).collect(),
            Self::Classes { classes } => {
                let mut pairs = Vec::new();
                for class in classes {
                    let mut class: Vec<&String> = class.iter().collect();
                    class.sort_unstable();
                    for (next, one) in (1..).zip(&class) {
                        let others = class[next..].iter().take(MOST_PAIRED);
                        pairs.extend(others.map(|other| number_of(&(one, other))));
                    }
                }
                pairs
            }
            Self::Squares { squares, pieces: None } => squares.iter().map(number_of).collect(),
            Self::Squares { squares, pieces: Some(pieces) } => {
                squares.iter().zip(pieces).map(|placed| number_of(&placed)).collect()
            }
            Self::Meeting { riders, .. } => {
                let rides = riders.iter().enumerate();
                let jumps = rides.flat_map(|(rider, ride)| {
                    let way: Vec<Square> = ride.path.iter().flatten().copied().collect();
                    let from = std::iter::once(ride.from).chain(way.clone());
                    let jumps = from.zip(way).map(move |jump| number_of(&(rider, jump)));
                    jumps.collect::<Vec<_>>()
                });
                jumps.collect()
            }
            Self::Moves { moves, .. } => moves.iter().map(number_of).collect(),
            Self::Paths { paths } => {
                let of_agent = |(agent, path): (usize, &Vec<String>)| {
                    let places = path.iter().enumerate();
                    let times = places.map(|(time, place)| number_of(&(agent, time, place)));
                    times.collect::<Vec<u64>>()
                };
                paths.iter().enumerate().flat_map(of_agent).collect()
            }
        }
    }

    /// Its squares, vertices or moves.
    fn in_words(&self) -> String {
        const MOST: usize = 64;
        let (mut names, nothing): (Vec<String>, &str) = match self {
            Self::VertexPath { path: names } | Self::Vertices { vertices: names } => {
                (names.iter().take(MOST + 1).cloned().collect(), "no vertex")
            }
            Self::Classes { classes } => {
                let classes = classes.iter().take(MOST + 1);
                (classes.map(|class| format!("{{{}}}", class.join(", "))).collect(), "no colour")
            }
            Self::Squares { squares, pieces: Some(pieces) } => {
                let placed = pieces.iter().zip(squares).take(MOST + 1);
                let placed = placed.map(|(piece, square)| format!("{piece}@{square}"));
                (placed.collect(), "no piece")
            }
            Self::Moves { moves, .. } => {
                let moves = moves.iter().take(MOST + 1);
                (moves.map(|[from, to]| format!("{from}-{to}")).collect(), "no move")
            }
            Self::Paths { paths } => {
                let paths = paths.iter().take(MOST + 1);
                let path = |path: &Vec<String>| {
                    let more = if path.len() > MOST { "-…" } else { "" };
                    path[..path.len().min(MOST)].join("-") + more
                };
                (paths.map(path).collect(), "no agent")
            }
            Self::Path { .. } | Self::Squares { pieces: None, .. } | Self::Meeting { .. } => {
                let squares = self.squares().iter().take(MOST + 1);
                (squares.map(ToString::to_string).collect(), "no piece")
            }
        };
        if names.len() > MOST {
            names.truncate(MOST);
            names.push("…".into());
        }
        if names.is_empty() { nothing.into() } else { names.join(", ") }
    }
}

/// Solutions of one form as written in documents.
macro_rules! answers {
    ($($(#[$doc:meta])* $answer:ident as $form:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty),*
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Deserialize, JsonSchema)]
            pub struct $answer {
                $($(#[$of_field])* $field: $type),*
            }

            impl From<$answer> for Solution {
                fn from($answer { $($field),* }: $answer) -> Self {
                    Self::$form { $($field),* }
                }
            }
        )*
    };
}

answers! {
    /// The path of a piece, as written in documents.
    PathAnswer as Path { path: Vec<Square> }
    /// A path through a graph, as written in documents.
    VertexPathAnswer as VertexPath { path: Vec<String> }
    /// A set of vertices of a graph, as written in documents.
    SetAnswer as Vertices { vertices: Vec<String> }
    /// A colouring of a graph, as written in documents.
    ClassesAnswer as Classes { classes: Vec<Vec<String>> }
    /// Pieces on a board, as written in documents.
    StandingAnswer as Squares {
        squares: Vec<Square>,
        #[serde(default)]
        pieces: Option<Vec<String>>
    }
    /// A meeting, as written in documents.
    MeetingAnswer as Meeting {
        square: Square,
        #[serde(default)]
        turns: u64,
        #[serde(default)]
        riders: Vec<RiderWay>
    }
    /// A plan, as written in documents.
    PlanAnswer as Moves {
        moves: Vec<[Square; 2]>,
        #[serde(default)]
        steps: Option<Vec<u32>>
    }
    /// A plan for agents, as written in documents.
    PathsAnswer as Paths { paths: Vec<Vec<String>> }
}
