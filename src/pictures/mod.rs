//! Pictures of boards, tours, placements, routes, meetings, plans and graphs, as SVG or terminal text.

mod colour;
pub mod exchange;
mod frame;
pub mod graph;
mod grid;
mod letters;
mod lines;
mod markup;
pub mod meeting;
pub mod pieces;
#[cfg(feature = "cli")]
pub mod player;
pub mod route;
mod shapes;
pub mod sheet;
pub mod svg;
pub mod text;

use crate::board::{Board, square::Square};

pub use exchange::ExchangePicture;
pub use graph::GraphPicture;
pub use meeting::{MeetingPicture, RiderPicture};
pub use route::RoutePicture;

/// What can be drawn of a solution.
#[derive(Debug, Clone)]
pub enum Drawing<'a> {
    /// A tour.
    Tour {
        /// The board.
        board: &'a Board,
        /// The squares in the order of the visit.
        path: &'a [Square],
        /// Whether it returns to its start.
        closed: bool,
    },
    /// Pieces on a board.
    Pieces {
        /// The board.
        board: &'a Board,
        /// The pieces.
        pieces: Vec<PlacedPiece<'a>>,
        /// From each piece to the last square it attacks in each direction, if asked for.
        attacks: Vec<Attack>,
    },
    /// A route.
    Route(RoutePicture<'a>),
    /// Squares that show why there is no solution.
    Marked {
        /// The board.
        board: &'a Board,
        /// The squares.
        marks: Vec<Square>,
        /// The marked squares that form pairs.
        pairs: Vec<[Square; 2]>,
    },
    /// Riders that meet.
    Meeting(MeetingPicture<'a>),
    /// A plan of moves from one arrangement of pieces to another.
    Exchange(ExchangePicture<'a>),
    /// A graph, with a path, a set or colours.
    Graph(GraphPicture<'a>),
}

/// A piece on its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedPiece<'a> {
    /// The square.
    pub square: Square,
    /// The piece's name, as on the command line.
    pub piece: &'a str,
    /// Whether it is black.
    pub black: bool,
}

/// What a piece attacks in one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    /// The square of the piece.
    pub from: Square,
    /// The squares attacked, the nearest first; at least one.
    pub squares: Vec<Square>,
}

/// `1 move`, `2 moves`.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
