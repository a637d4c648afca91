//! Where agents walk: the squares of a board, linked by the moves of a piece, or the vertices of a
//! graph. Both have names.

use std::str::FromStr;

use satranj_encodings::lattice::Surface;

use super::MapfStatement;
use crate::{
    board::{Board, piece::Piece, square::Square},
    pictures::{AgentsPicture, Drawing},
    puzzles::{
        BoardStatement, StatementError, Violation,
        board_places::BoardPlaces,
        fields::Field,
        graph_statement::NumberedGraph,
        places::{LinkCheck, ModelPlaces, PuzzlePlaces},
    },
};

/// The places of agents, by their names.
#[derive(Debug, Clone)]
pub enum AgentGround {
    /// The free squares of a board.
    Board(BoardPlaces),
    /// The vertices of a graph.
    Graph(NumberedGraph),
}

impl AgentGround {
    /// The ground of a statement.
    ///
    /// # Errors
    /// [`StatementError`], unless there is either a board and a piece that leaps, or an undirected
    /// graph.
    pub fn of(statement: &MapfStatement) -> Result<Self, StatementError> {
        match (&statement.board, &statement.graph) {
            (Some(board), None) => {
                let name = statement.piece.as_deref().unwrap_or(super::WAZIR);
                let places =
                    BoardPlaces::new(board.board_with_squares()?, leaper(name, board.surface)?);
                if PuzzlePlaces::is_directed(&places) {
                    let problem = "agents must be able to move back, but this piece cannot where \
                                   the rows are joined in reverse order";
                    return Err(StatementError::of(Field::Piece, &places.piece, problem));
                }
                Ok(Self::Board(places))
            }
            (None, Some(graph)) => {
                if let Some(piece) = &statement.piece {
                    let problem =
                        "a graph has edges in place of the moves of a piece: leave it out";
                    return Err(StatementError::of(Field::Piece, piece, problem));
                }
                graph.check(false)?;
                Ok(Self::Graph(graph.clone().try_into()?))
            }
            (Some(_), Some(_)) => {
                let problem = "agents walk on a `board` or on a `graph`, but both are given";
                Err(StatementError::whole(problem).blaming(Field::Graph))
            }
            (None, None) => {
                let problem = "agents need a `board` or a `graph`";
                Err(StatementError::whole(problem).blaming(Field::Board))
            }
        }
    }

    /// Its part of the statement.
    pub fn state(&self, statement: &mut MapfStatement) {
        match self {
            Self::Board(places) => {
                statement.board = Some(BoardStatement::from(&places.board));
                statement.piece = self.walkers();
            }
            Self::Graph(graph) => statement.graph = Some(graph.statement()),
        }
    }

    /// `8x8`, or `a graph with 5 vertices and 7 edges`.
    pub fn described(&self) -> String {
        match self {
            Self::Board(places) => places.board.to_string(),
            Self::Graph(graph) => graph.described(),
        }
    }

    /// What leads from place to place: `moves of the knight`; `None` for the usual ones.
    pub fn walkers(&self) -> Option<String> {
        let Self::Board(places) = self else { return None };
        let piece = places.piece.to_string();
        (piece != super::WAZIR).then_some(piece)
    }

    /// The picture of paths by the names of their places; `None` if the graph is too large for one.
    pub fn picture(&self, paths: &[Vec<String>]) -> Option<AgentsPicture<'_>> {
        Some(match self {
            Self::Board(places) => {
                let paths: Option<Vec<Vec<Square>>> =
                    paths.iter().map(|path| all_parsed(path)).collect();
                AgentsPicture::on_board(&places.board, &paths?)
            }
            Self::Graph(graph) => {
                let paths = paths.iter().map(|path| graph.known(path).collect()).collect();
                AgentsPicture::on_graph(graph.picture()?, paths)
            }
        })
    }

    /// `square` or `vertex`, `squares` or `vertices`.
    pub fn nouns(&self) -> [&'static str; 2] {
        match self {
            Self::Board(_) => ["square", "squares"],
            Self::Graph(_) => ["vertex", "vertices"],
        }
    }
}

/// The piece of this name, by whose moves agents walk on a surface.
///
/// # Errors
/// [`StatementError`] for a piece that rides, or whose moves do not lead back.
pub fn leaper(name: &str, surface: Surface) -> Result<Piece, StatementError> {
    let piece = Piece::on_surface(name, surface)?;
    if piece.rides() {
        let problem = "agents leap in each step, but this piece rides; use a leaper, such as wazir, \
                       king or knight";
        return Err(StatementError::of(Field::Piece, &piece, problem));
    }
    if !piece.steps().iter().all(|step| piece.steps().contains(&step.opposite())) {
        let problem =
            "agents must be able to move back, but this piece cannot; use for example betza:fbW";
        return Err(StatementError::of(Field::Piece, &piece, problem));
    }
    Ok(piece)
}

/// A value of the places, whichever they are.
macro_rules! of_places {
    ($ground:expr, $places:ident => $value:expr) => {
        match $ground {
            AgentGround::Board($places) => $value,
            AgentGround::Graph($places) => $value,
        }
    };
}

/// The square or the vertex that a name means.
fn parsed<N: FromStr>(name: &String) -> Result<N, Violation> {
    name.parse().map_err(|_| Violation(format!("`{name}` is not a square")))
}

/// The squares or the vertices that names mean.
fn all_parsed<N: FromStr>(names: &[String]) -> Option<Vec<N>> {
    names.iter().map(|name| parsed(name).ok()).collect()
}

impl PuzzlePlaces for AgentGround {
    type Name = String;

    fn limit(&self) -> usize {
        of_places!(self, places => places.limit())
    }

    fn count(&self) -> usize {
        of_places!(self, places => places.count())
    }

    fn is_place(&self, place: u32) -> bool {
        of_places!(self, places => places.is_place(place))
    }

    fn name(&self, place: u32) -> String {
        match self {
            Self::Board(places) => places.name(place).to_string(),
            Self::Graph(graph) => graph.name(place),
        }
    }

    fn number(&self, name: &String) -> Result<u32, Violation> {
        of_places!(self, places => places.number(&parsed(name)?))
    }

    fn order(&self, name: &String) -> u64 {
        of_places!(self, places => parsed(name).map_or(u64::MAX, |name| places.order(&name)))
    }

    fn successors(&self, place: u32) -> Vec<u32> {
        of_places!(self, places => places.successors(place))
    }

    fn links(&self) -> LinkCheck<'_, String> {
        of_places!(self, places => {
            let leads = places.links();
            Box::new(move |from, to| match (parsed(from), parsed(to)) {
                (Ok(from), Ok(to)) => leads(&from, &to),
                _ => false,
            })
        })
    }

    fn unlinked(&self, from: &String, to: &String) -> String {
        of_places!(self, places => match (parsed(from), parsed(to)) {
            (Ok(from), Ok(to)) => places.unlinked(&from, &to),
            _ => format!("{from}-{to} is not a move"),
        })
    }

    fn steps_of(&self, count: Option<usize>) -> u64 {
        of_places!(self, places => places.steps_of(count))
    }
}

impl ModelPlaces for AgentGround {
    fn stated(&self, field: Field, name: &String) -> Result<u32, StatementError> {
        match self {
            Self::Board(places) => {
                let square = Square::parse(name, &places.board);
                let square = square.map_err(|error| StatementError::at(field, error))?;
                places.stated(field, &square)
            }
            Self::Graph(graph) => graph.stated(field, name),
        }
    }

    fn vertex(&self, name: &String) -> Option<u32> {
        of_places!(self, places => places.vertex(&parsed(name).ok()?))
    }

    fn place_of(&self, vertex: u32) -> u32 {
        of_places!(self, places => places.place_of(vertex))
    }

    fn board(&self) -> Option<&Board> {
        of_places!(self, places => ModelPlaces::board(places))
    }

    fn marked(&self, names: &[String], _parts: Vec<Vec<String>>) -> Option<Drawing<'_>> {
        of_places!(self, places => places.marked(&all_parsed(names)?, Vec::new()))
    }
}
