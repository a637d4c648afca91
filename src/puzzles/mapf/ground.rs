//! Where agents walk: the squares of a board, linked by the moves of a piece, or the vertices of a
//! graph. Both have names.

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
                let piece = leaper(statement.piece.as_deref().unwrap_or(super::WAZIR))?;
                Ok(Self::Board(BoardPlaces::new(board.board_with_squares()?, piece)))
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
                let piece = places.piece.to_string();
                statement.piece = Some(piece).filter(|piece| piece != super::WAZIR);
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
                let squares =
                    |path: &Vec<String>| path.iter().map(|name| square(name).ok()).collect();
                let paths: Option<Vec<Vec<Square>>> = paths.iter().map(squares).collect();
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

/// The piece of this name, by whose moves agents walk.
///
/// # Errors
/// [`StatementError`] for a piece that rides, or whose moves do not lead back.
pub fn leaper(name: &str) -> Result<Piece, StatementError> {
    let piece: Piece = name.parse()?;
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

/// The square that a name means.
fn square(name: &str) -> Result<Square, Violation> {
    name.parse().map_err(|_| Violation(format!("`{name}` is not a square")))
}

impl PuzzlePlaces for AgentGround {
    type Name = String;

    fn limit(&self) -> usize {
        match self {
            Self::Board(places) => places.limit(),
            Self::Graph(graph) => graph.limit(),
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Board(places) => places.count(),
            Self::Graph(graph) => graph.count(),
        }
    }

    fn is_place(&self, place: u32) -> bool {
        match self {
            Self::Board(places) => places.is_place(place),
            Self::Graph(graph) => graph.is_place(place),
        }
    }

    fn name(&self, place: u32) -> String {
        match self {
            Self::Board(places) => places.name(place).to_string(),
            Self::Graph(graph) => graph.name(place),
        }
    }

    fn number(&self, name: &String) -> Result<u32, Violation> {
        match self {
            Self::Board(places) => places.number(&square(name)?),
            Self::Graph(graph) => graph.number(name),
        }
    }

    fn order(&self, name: &String) -> u64 {
        match self {
            Self::Board(places) => square(name).map_or(u64::MAX, |square| places.order(&square)),
            Self::Graph(graph) => graph.order(name),
        }
    }

    fn successors(&self, place: u32) -> Vec<u32> {
        match self {
            Self::Board(places) => places.successors(place),
            Self::Graph(graph) => graph.successors(place),
        }
    }

    fn links(&self) -> LinkCheck<'_, String> {
        match self {
            Self::Board(places) => {
                let leads = places.links();
                Box::new(move |from, to| {
                    let ends = square(from).ok().zip(square(to).ok());
                    ends.is_some_and(|(from, to)| leads(&from, &to))
                })
            }
            Self::Graph(graph) => graph.links(),
        }
    }

    fn unlinked(&self, from: &String, to: &String) -> String {
        match (self, square(from), square(to)) {
            (Self::Board(places), Ok(from), Ok(to)) => places.unlinked(&from, &to),
            (Self::Board(_), ..) => format!("{from}-{to} is not a move"),
            (Self::Graph(graph), ..) => graph.unlinked(from, to),
        }
    }

    fn steps_of(&self, count: Option<usize>) -> u64 {
        match self {
            Self::Board(places) => places.steps_of(count),
            Self::Graph(graph) => graph.steps_of(count),
        }
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
        match self {
            Self::Board(places) => places.vertex(&square(name).ok()?),
            Self::Graph(graph) => graph.vertex(name),
        }
    }

    fn place_of(&self, vertex: u32) -> u32 {
        match self {
            Self::Board(places) => places.place_of(vertex),
            Self::Graph(graph) => graph.place_of(vertex),
        }
    }

    fn board(&self) -> Option<&Board> {
        match self {
            Self::Board(places) => Some(&places.board),
            Self::Graph(_) => None,
        }
    }

    fn marked(&self, names: &[String], _parts: Vec<Vec<String>>) -> Option<Drawing<'_>> {
        match self {
            Self::Board(places) => {
                let squares: Option<Vec<Square>> =
                    names.iter().map(|name| square(name).ok()).collect();
                places.marked(&squares?, Vec::new())
            }
            Self::Graph(graph) => graph.marked(names, Vec::new()),
        }
    }
}
