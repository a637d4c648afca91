//! The places of a puzzle, squares of a board or vertices of a graph: how documents name them, and
//! which are adjacent, by plain arithmetic.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
};

use satranj_encodings::model::Witness;

use super::{Solution, StatementError, Violation, fields::Field, first_of};
use crate::{
    board::{Board, square::Square, symmetry::Symmetry},
    pictures::Drawing,
    printable::one_line,
};

/// The words for places in messages.
pub struct PlaceWords {
    /// `square` or `vertex`.
    pub noun: &'static str,
    /// The plural of `noun`.
    pub nouns: &'static str,
    /// What leads from one place to another: `move` or `edge`.
    pub link: &'static str,
    /// What an unknown name is not: `a vertex of the graph`.
    pub known: &'static str,
}

/// How documents name a place.
pub trait PlaceName: Clone + Debug + Ord + Hash + Display + Send + Sync + 'static {
    /// The words for places with these names.
    const WORDS: PlaceWords;

    /// The name on one line.
    fn in_line(&self) -> String;

    /// The image under a symmetry of the board, if it is a square.
    #[must_use]
    fn image(&self, symmetry: &Symmetry) -> Self;

    /// A path as a solution.
    fn path(path: Vec<Self>) -> Solution;

    /// The path of a solution; `None` for a solution of another kind.
    fn path_of(solution: &Solution) -> Option<&[Self]>;

    /// A set as a solution, with the piece on each place if there are several kinds.
    fn set(names: Vec<Self>, pieces: Option<Vec<String>>) -> Solution;

    /// The set of a solution; `None` for a solution of another kind.
    fn set_of(solution: &Solution) -> Option<(&[Self], Option<&[String]>)>;
}

impl PlaceName for Square {
    const WORDS: PlaceWords = PlaceWords {
        noun: "square",
        nouns: "squares",
        link: "move",
        known: "a free square of the board",
    };

    fn in_line(&self) -> String {
        self.to_string()
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        symmetry.apply(*self)
    }

    fn path(path: Vec<Self>) -> Solution {
        Solution::Path { path }
    }

    fn path_of(solution: &Solution) -> Option<&[Self]> {
        if let Solution::Path { path } = solution { Some(path) } else { None }
    }

    fn set(squares: Vec<Self>, pieces: Option<Vec<String>>) -> Solution {
        Solution::Squares { squares, pieces }.sorted()
    }

    fn set_of(solution: &Solution) -> Option<(&[Self], Option<&[String]>)> {
        let Solution::Squares { squares, pieces } = solution else { return None };
        Some((squares, pieces.as_deref()))
    }
}

impl PlaceName for String {
    const WORDS: PlaceWords = PlaceWords {
        noun: "vertex",
        nouns: "vertices",
        link: "edge",
        known: "a vertex of the graph",
    };

    fn in_line(&self) -> String {
        one_line(self).into_owned()
    }

    fn image(&self, _symmetry: &Symmetry) -> Self {
        self.clone()
    }

    fn path(path: Vec<Self>) -> Solution {
        Solution::VertexPath { path }
    }

    fn path_of(solution: &Solution) -> Option<&[Self]> {
        if let Solution::VertexPath { path } = solution { Some(path) } else { None }
    }

    fn set(vertices: Vec<Self>, _pieces: Option<Vec<String>>) -> Solution {
        Solution::Vertices { vertices }
    }

    fn set_of(solution: &Solution) -> Option<(&[Self], Option<&[String]>)> {
        if let Solution::Vertices { vertices } = solution { Some((vertices, None)) } else { None }
    }
}

/// The first names of a list, and their number if there are more, for a message.
#[must_use]
pub fn named<N: PlaceName>(names: &[N]) -> String {
    first_of(names.iter().map(PlaceName::in_line), N::WORDS.nouns)
}

/// Whether a link leads from one place, by name, to another; both must exist.
pub type LinkCheck<'a, N> = Box<dyn Fn(&N, &N) -> bool + 'a>;

/// The places of a puzzle, as its checks see them.
pub trait PuzzlePlaces: Clone + Send + Sync + 'static {
    /// How documents name a place.
    type Name: PlaceName;

    /// All numbers of places are below this.
    fn limit(&self) -> usize;

    /// How many places there are.
    fn count(&self) -> usize {
        self.limit()
    }

    /// Whether a number below the limit belongs to a place.
    fn is_place(&self, _place: u32) -> bool {
        true
    }

    /// The places in rising order.
    fn all(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.limit() as u32).filter(|&place| self.is_place(place))
    }

    /// The name of a place.
    fn name(&self, place: u32) -> Self::Name;

    /// The number of a name.
    ///
    /// # Errors
    /// If no place has it.
    fn number(&self, name: &Self::Name) -> Result<u32, Violation>;

    /// Places in the order of these numbers are in the order of lists.
    fn order(&self, name: &Self::Name) -> u64;

    /// Whether links lead one way only.
    fn is_directed(&self) -> bool {
        false
    }

    /// The places to which a link leads from one, in rising order.
    fn successors(&self, place: u32) -> Vec<u32>;

    /// The places one link away in either direction, in rising order.
    fn next_to(&self, place: u32) -> Vec<u32> {
        self.successors(place)
    }

    /// Whether links lead from names to names.
    fn links(&self) -> LinkCheck<'_, Self::Name>;

    /// What is wrong with a link that there is not.
    fn unlinked(&self, from: &Self::Name, to: &Self::Name) -> String;

    /// The approximate number of steps of a check that looks at the links of a number of places,
    /// beyond those
    /// that grow with the statement; `None`: of all.
    fn steps_of(&self, _places: Option<usize>) -> u64 {
        0
    }
}

/// The places of a puzzle, as its model has them.
pub trait ModelPlaces: PuzzlePlaces {
    /// The vertex of a name in a statement.
    ///
    /// # Errors
    /// [`StatementError`] for the field, if there is no such place.
    fn stated(&self, field: Field, name: &Self::Name) -> Result<u32, StatementError>;

    /// The vertex of a name.
    fn vertex(&self, name: &Self::Name) -> Option<u32>;

    /// The place of a vertex.
    fn place_of(&self, vertex: u32) -> u32 {
        vertex
    }

    /// The name of a vertex.
    fn name_of(&self, vertex: u32) -> Self::Name {
        self.name(self.place_of(vertex))
    }

    /// The names of vertices.
    fn names(&self, vertices: &[u32]) -> Vec<Self::Name> {
        vertices.iter().map(|&vertex| self.name_of(vertex)).collect()
    }

    /// The names of the vertices of a path.
    ///
    /// # Errors
    /// If the witness is no path of such vertices.
    fn path_of(&self, witness: &Witness) -> Result<Vec<Self::Name>, Violation> {
        let Witness::Path(vertices) = witness else { return Err(Violation::of_witness()) };
        let count = self.count();
        let are_vertices = vertices.iter().all(|&vertex| (vertex as usize) < count);
        if are_vertices { Ok(self.names(vertices)) } else { Err(Violation::of_witness()) }
    }

    /// The board, if they are on one.
    fn board(&self) -> Option<&Board> {
        None
    }

    /// Whether a symmetry of the board maps moves to moves.
    fn keeps_moves(&self, _symmetry: &Symmetry) -> bool {
        true
    }

    /// Places that show why there is no solution, and those outside it in the parts that it makes.
    fn marked(&self, places: &[Self::Name], parts: Vec<Vec<Self::Name>>) -> Option<Drawing<'_>>;
}

/// Pairs in the normal form of statements, by which equal ones have equal digests: in rising order,
/// each once; `directed`: a pair and its reverse are two.
#[must_use]
pub fn sorted_pairs<T: Ord>(mut pairs: Vec<(T, T)>, directed: bool) -> Vec<(T, T)> {
    if !directed {
        for (a, b) in pairs.iter_mut().filter(|(a, b)| a > b) {
            std::mem::swap(a, b);
        }
    }
    // Sorted input, such as the edges of a large graph, is not sorted again.
    if !pairs.is_sorted() {
        pairs.sort_unstable();
    }
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_one_form() {
        let listed = vec![(3, 1), (1, 2), (1, 3), (2, 1), (1, 2)];
        assert_eq!(sorted_pairs(listed.clone(), false), [(1, 2), (1, 3)]);
        assert_eq!(sorted_pairs(listed, true), [(1, 2), (1, 3), (2, 1), (3, 1)]);
    }
}
