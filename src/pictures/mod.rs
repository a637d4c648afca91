//! Pictures of boards, tours, placements, routes, meetings, plans, agents and graphs, as SVG or terminal text.

mod agents;
mod colour;
mod exchange;
mod frame;
mod graph;
mod grid;
mod hexagons;
mod lanes;
mod letters;
mod lines;
mod markup;
mod meeting;
mod paper;
mod pieces;
#[cfg(feature = "cli")]
pub(crate) mod player;
mod route;
pub(crate) mod searches;
mod shapes;
mod sheet;
mod svg;
mod text;

use crate::board::{Board, square::Square};
use markup::SvgDocument;

pub use agents::AgentsPicture;
pub use exchange::ExchangePicture;
pub use graph::GraphPicture;
pub use meeting::{MeetingPicture, RiderPicture};
pub use route::RoutePicture;

/// The longest side of a board whose squares are numbered on a poster.
const POSTED: u32 = 30;

/// A drawing with its title.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// What it shows, in a line.
    pub title: String,
    /// What is drawn.
    pub drawing: Drawing<'a>,
}

impl Picture<'_> {
    /// The picture as an SVG document, the same bytes each time.
    #[must_use]
    pub fn svg(&self) -> String {
        self.document(PictureLook::Plain).to_string()
    }

    /// The picture as text; `None` if it does not fit into the columns and 100 rows.
    #[must_use]
    pub fn text(&self, columns: usize) -> Option<String> {
        self.drawing.text(columns, false)
    }

    /// Several pictures on one sheet as an SVG document.
    #[must_use]
    pub(crate) fn sheet(pictures: &[Self], look: PictureLook) -> String {
        let documents = pictures.iter().flat_map(|picture| picture.documents(look)).collect();
        match look {
            PictureLook::Poster { .. } => {
                let title = pictures.first().map_or("", |picture| &picture.title);
                // A reason is written below the board.
                let title = title.split(": because ").next().unwrap_or_default();
                let begin = title.chars().next().map(|first| first.to_uppercase().to_string());
                let rest: String = title.chars().skip(1).collect();
                sheet::poster(documents, &(begin.unwrap_or_default() + &rest))
            }
            _ => sheet::sheet(documents),
        }
        .to_string()
    }

    /// The page that plays it; `None` if it is too large.
    #[cfg(feature = "cli")]
    pub(crate) fn page(&self) -> Option<String> {
        player::page(&self.drawing, &self.title)
    }

    /// The picture; for a strip, one for each time.
    fn documents(&self, look: PictureLook) -> Vec<SvgDocument> {
        match (look, &self.drawing) {
            #[cfg(feature = "cli")]
            (PictureLook::Strip, Drawing::Agents(plan)) => {
                plan.moments().map(|moment| agents::svg(&moment, &self.title)).collect()
            }
            _ => vec![self.document(look)],
        }
    }

    fn document(&self, look: PictureLook) -> SvgDocument {
        match (look, &self.drawing) {
            #[cfg(feature = "cli")]
            (PictureLook::Animated, drawing) => player::animated(drawing, &self.title),
            (PictureLook::Poster { numbers }, Drawing::Tour { board, path, closed, given, .. }) => {
                let (most, given) = if numbers { (POSTED, &given[..]) } else { (0, &[][..]) };
                Some(svg::numbered_tour(board, path, (*closed, most), given, &self.title))
            }
            _ => None,
        }
        .unwrap_or_else(|| self.drawing.svg(&self.title))
    }
}

/// How a picture is presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureLook {
    /// As it is.
    Plain,
    /// Animated, unless there are too many moves.
    Animated,
    /// Plans of agents as one picture for each time.
    #[cfg(feature = "cli")]
    Strip,
    /// As a poster, tours with the numbers of their visits or only with their line.
    Poster { numbers: bool },
}

/// What can be drawn of a solution.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Drawing<'a> {
    /// A tour.
    Tour {
        /// The board.
        board: &'a Board,
        /// The squares in the order of the visit.
        path: &'a [Square],
        /// Whether it returns to its start.
        closed: bool,
        /// The piece's name, as on the command line.
        piece: String,
        /// The given numbers, which are highlighted; without a path they are the question.
        given: Vec<(Square, u32)>,
    },
    /// Pieces on a board.
    Pieces {
        /// The board.
        board: &'a Board,
        /// The pieces.
        pieces: Vec<PlacedPiece<'a>>,
        /// From each piece to the last square it attacks in each direction, if requested.
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
        /// Groups of squares, each in its own colour.
        parts: Vec<Vec<Square>>,
    },
    /// Riders that meet.
    Meeting(MeetingPicture<'a>),
    /// A plan of moves from one arrangement of pieces to another.
    Exchange(ExchangePicture<'a>),
    /// Agents that move to their goals at the same time.
    Agents(AgentsPicture<'a>),
    /// A graph, with a path, a set or colours.
    Graph(GraphPicture<'a>),
}

impl<'a> Drawing<'a> {
    /// A board without anything on it.
    pub(crate) fn bare(board: &'a Board) -> Self {
        Self::Marked { board, marks: Vec::new(), pairs: Vec::new(), parts: Vec::new() }
    }

    /// The board, if there is one.
    ///
    /// ```
    /// use satranj::{Board, Drawing, Picture, pictures::PlacedPiece};
    ///
    /// let board = Board::new(2, 2)?;
    /// let king = PlacedPiece { square: "a2".parse()?, piece: "king", black: true };
    /// let drawing = Drawing::Pieces { board: &board, pieces: vec![king], attacks: Vec::new() };
    /// assert_eq!(drawing.board(), Some(&board));
    /// let picture = Picture { title: "a black king".into(), drawing };
    /// assert_eq!(picture.text(80).as_deref(), Some("2  k  .\n1  .  .\n   a  b\n"));
    /// assert!(picture.svg().contains("<title>a black king</title>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board(&self) -> Option<&'a Board> {
        match self {
            Self::Tour { board, .. } | Self::Pieces { board, .. } | Self::Marked { board, .. } => {
                Some(board)
            }
            Self::Route(route) => Some(route.board),
            Self::Meeting(meeting) => Some(meeting.board),
            Self::Exchange(exchange) => Some(exchange.board),
            Self::Agents(agents) => agents.board(),
            Self::Graph(_) => None,
        }
    }
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
