//! The statements of tours and of Hamiltonian paths and cycles, and the code that reads their
//! fields to state the model.

use std::{collections::BTreeMap, fmt::Write as _};

use satranj_encodings::hamiltonian::Hamiltonian;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Longest, Visit, VisitWords, VisitedPlaces, symmetry::TourSymmetry};
use crate::{
    board::{square::Square, symmetry::Symmetry},
    puzzles::{
        BoardStatement, StatementError,
        board_places::BoardPlaces,
        fields::Field,
        graph_statement::{GraphStatement, NumberedGraph},
        places::{ModelPlaces, PlaceName, PuzzlePlaces, sorted_pairs},
    },
};

/// A tour as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TourStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line.
    #[serde(default = "crate::puzzles::knight")]
    pub piece: String,
    /// Whether the last square must lead back to the start.
    #[serde(default)]
    pub closed: bool,
    /// The first square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Square>,
    /// The last square of an open tour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Square>,
    /// Moves that must be made, in either direction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<[Square; 2]>,
    /// When squares are visited: the first square of a tour at time 1.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::times::read"
    )]
    #[schemars(with = "BTreeMap<String, u32>")]
    pub times: BTreeMap<Square, u32>,
    /// A rotation or reflection of the board that maps the moves of the tour onto themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<TourSymmetry>,
    /// A longest path is requested instead, which may leave out squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<Longest>,
}

impl TourStatement {
    /// A tour of a piece from any square to any other, or back to its start if it is closed.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let mut tour = TourStatement::new("3x4".parse::<Board>()?, "knight", false);
    /// tour.start = Some("a1".parse()?);
    /// let puzzle = Statement::from(tour).into_puzzle()?;
    /// assert_eq!(puzzle.title(), "open knight's tour of 3x4 from a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: impl Into<BoardStatement>, piece: impl Into<String>, closed: bool) -> Self {
        Self::asking(board.into(), piece.into(), VisitParts::any(closed))
    }

    /// A tour with these requirements.
    pub(crate) fn asking(board: BoardStatement, piece: String, asked: VisitParts<Square>) -> Self {
        let VisitParts { closed, start, end, given, times, symmetry, longest } = asked;
        Self { board, piece, closed, start, end, given, times, symmetry, longest }
    }
}

/// A Hamiltonian path or cycle problem as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HamiltonStatement {
    /// The graph.
    #[serde(deserialize_with = "crate::puzzles::stated_graph::read")]
    #[schemars(with = "crate::puzzles::stated_graph::StatedGraph")]
    pub graph: GraphStatement,
    /// Whether a cycle is requested instead of a path.
    #[serde(default)]
    pub closed: bool,
    /// The name of the first vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The name of the last vertex of a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Edges that must be used, by the names of their vertices; in either direction, unless the
    /// graph is directed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<[String; 2]>,
    /// When vertices are visited, by their names: the first vertex of a path at time 1.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::times::read"
    )]
    pub times: BTreeMap<String, u32>,
    /// A longest path or cycle is requested instead, which may leave out vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<Longest>,
}

impl HamiltonStatement {
    /// A Hamiltonian cycle, or a path if it is not closed.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let square = NamedGraph::parse("a b\nb c\nc d\nd a\n", Some("edge-list"))?;
    /// let puzzle = Statement::from(HamiltonStatement::new(square, true)).into_puzzle()?;
    /// assert_eq!(puzzle.title(), "Hamiltonian cycle of a graph with 4 vertices and 4 edges");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(graph: impl Into<GraphStatement>, closed: bool) -> Self {
        Self::asking(graph.into(), VisitParts::any(closed))
    }

    /// A path or cycle with these requirements.
    pub(crate) fn asking(graph: GraphStatement, asked: VisitParts<String>) -> Self {
        let VisitParts { closed, start, end, given, times, longest, symmetry: _ } = asked;
        Self { graph, closed, start, end, given, times, longest }
    }
}

/// The requirements of a visit besides its places.
#[derive(Debug, Clone)]
pub struct VisitParts<N> {
    /// Whether the last place must lead back to the first.
    pub closed: bool,
    /// The first place.
    pub start: Option<N>,
    /// The last place.
    pub end: Option<N>,
    /// Links that must be used, in either direction unless they have one; in order, each once.
    pub given: Vec<[N; 2]>,
    /// When places are visited, from 1. A cycle that can be written so that it keeps them is one
    /// solution, written from time 1.
    pub times: BTreeMap<N, u32>,
    /// A symmetry of the board that keeps the links.
    pub symmetry: Option<TourSymmetry>,
    /// Places may be left out, and as few as possible are.
    pub longest: Option<Longest>,
}

impl<N: PlaceName> VisitParts<N> {
    /// No requirements.
    pub fn any(closed: bool) -> Self {
        Self {
            closed,
            start: None,
            end: None,
            given: Vec::new(),
            times: BTreeMap::new(),
            symmetry: None,
            longest: None,
        }
    }

    /// The model; the requirements get their normal form.
    ///
    /// # Errors
    /// [`StatementError`] with what contradicts itself or the places.
    pub fn model<P: VisitedPlaces<Name = N>>(
        &mut self,
        places: &P,
    ) -> Result<Hamiltonian, StatementError> {
        let mut model = places.model(self.closed);
        let vertex = |field, name: &Option<N>| {
            name.as_ref().map(|name| places.stated(field, name)).transpose()
        };
        model.start = vertex(Field::Start, &self.start)?;
        model.end = vertex(Field::End, &self.end)?;
        for name in self.given.as_flattened() {
            places.stated(Field::Given, name)?;
        }
        if let (true, Some(end)) = (self.closed, &self.end) {
            return Err(P::error_of_end(end));
        }
        let both = self.start.as_ref().filter(|_| model.start == model.end && places.count() > 1);
        if let Some(both) = both {
            return Err(P::error_of_ends(both));
        }
        let leads = places.links();
        for [from, to] in &self.given {
            if !leads(from, to) {
                let error = StatementError::at(Field::Given, places.error_of_link(from, to));
                return Err(error.with_value(&format_args!("{from}-{to}")));
            }
        }
        drop(leads);
        let ordered = |name: N| (places.order(&name), name);
        let given = std::mem::take(&mut self.given).into_iter();
        let given = given.map(|[from, to]| (ordered(from), ordered(to)));
        let given = sorted_pairs(given.collect(), places.is_directed());
        self.given = given.into_iter().map(|((_, from), (_, to))| [from, to]).collect();
        let given = self.given.iter();
        model.given =
            given.filter_map(|[from, to]| places.vertex(from).zip(places.vertex(to))).collect();
        let model = self.timed(places, model)?;
        match (self.symmetry, places.board()) {
            (Some(symmetry), Some(board)) => symmetry.applied(board, model),
            _ => Ok(model),
        }
    }

    /// The end of a title.
    pub fn title(&self, VisitWords { comma, given, .. }: &VisitWords) -> String {
        let mut title = String::new();
        for (word, end) in [("from", &self.start), ("to", &self.end)] {
            if let Some(end) = end {
                let _ = write!(title, "{comma} {word} {}", end.in_line());
            }
        }
        let count = self.given.len();
        if count > 0 {
            let _ = write!(title, ", {count}{} given", given[usize::from(count > 1)]);
        }
        match self.times.len() {
            0 => {}
            1 => title += ", 1 visit number given",
            count => _ = write!(title, ", {count} visit numbers given"),
        }
        if let Some(least) = self.longest.and_then(|longest| longest.at_least) {
            let _ = write!(title, ", at least {least} {}s", N::WORDS.link);
        }
        if let Some(symmetry) = self.symmetry {
            let _ = write!(title, "{comma} kept by a {symmetry}");
        }
        title
    }

    /// The path of a witness from where it is to begin.
    pub fn begun(&self, mut path: Vec<N>) -> Vec<N> {
        if self.closed && !self.times.is_empty() {
            return self.beginning_at_time_1(path);
        }
        if self.closed
            && let Some(start) = &self.start
            && let Some(offset) = path.iter().position(|name| name == start)
        {
            path.rotate_left(offset);
        }
        path
    }

    /// The normal form of a path: a cycle from its first place in the order of lists, or from the
    /// stated start, in one direction.
    pub fn canonical<P: PuzzlePlaces<Name = N>>(&self, places: &P, mut path: Vec<N>) -> Vec<N> {
        if self.closed && !self.times.is_empty() {
            return self.canonical_at_time_1(places, path);
        }
        let order = |index: usize| places.order(&path[index]);
        // If the start is stated, all forms have it.
        let first = |&index: &usize| (Some(&path[index]) != self.start.as_ref(), order(index));
        if let (true, Some(first)) = (self.closed, (0..path.len()).min_by_key(first)) {
            let last = (first + path.len() - 1) % path.len();
            let is_reversed = path.len() > 2
                && !places.is_directed()
                && order((first + 1) % path.len()) > order(last);
            path.rotate_left(first);
            if is_reversed {
                path[1..].reverse();
            }
        }
        path
    }

    /// Whether a symmetry maps the requirements onto themselves.
    pub fn is_kept_by(&self, places: &impl ModelPlaces, symmetry: &Symmetry) -> bool {
        let Self { start, end, given, times, .. } = self;
        let image = |name: &N| name.image(symmetry);
        places.keeps_moves(symmetry)
            && self.symmetry.is_none_or(|own| own.is_kept_by(symmetry))
            && [start, end]
                .into_iter()
                .flatten()
                .chain(times.keys())
                .all(|name| image(name) == *name)
            && given.iter().all(|[from, to]| {
                let (from, to) = (image(from), image(to));
                given.iter().any(|[a, b]| {
                    (a, b) == (&from, &to) || !places.is_directed() && (a, b) == (&to, &from)
                })
            })
    }
}

impl TryFrom<TourStatement> for Visit<BoardPlaces> {
    type Error = StatementError;

    fn try_from(statement: TourStatement) -> Result<Self, StatementError> {
        let TourStatement { board, piece, closed, start, end, given, .. } = statement;
        let TourStatement { times, symmetry, longest, .. } = statement;
        let board = board.board_with_squares()?;
        let places = BoardPlaces::stated(board, &piece)?;
        Self::new(places, VisitParts { closed, start, end, given, times, symmetry, longest })
    }
}

impl TryFrom<HamiltonStatement> for Visit<NumberedGraph> {
    type Error = StatementError;

    fn try_from(statement: HamiltonStatement) -> Result<Self, StatementError> {
        let HamiltonStatement { graph, closed, start, end, given, times, longest } = statement;
        let parts = VisitParts { closed, start, end, given, times, symmetry: None, longest };
        Self::new(graph.try_into()?, parts)
    }
}
