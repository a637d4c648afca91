//! Witnesses: answers to models.

use crate::exchange::Move;

/// An answer to a model.
///
/// ```
/// use satranj_encodings::model::Witness;
///
/// let set = Witness::of_vertices([7, 2, 5]);
/// assert_eq!(set, Witness::Vertices(vec![2, 5, 7]));
/// assert_eq!(set.numbers(), [2, 5, 7]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Witness {
    /// The vertices in the order of a path; a cycle does not repeat its first vertex.
    Path(Vec<u32>),
    /// A set of vertices in rising order.
    Vertices(Vec<u32>),
    /// The column of the queen in each row of the n-queens problem, row by row.
    Columns(Vec<u32>),
    /// The colour of each vertex, from 0, vertex by vertex.
    Colours(Vec<u32>),
    /// The meeting of the riders, and the vertices to which each jumps, in the order of the riders;
    /// their starts are left out.
    Meeting {
        /// The vertex.
        vertex: u32,
        /// The jumps of each rider.
        paths: Vec<Vec<u32>>,
    },
    /// The moves of a plan, step by step.
    Plan(Vec<Vec<Move>>),
}

impl Witness {
    /// A set of vertices given in any order, each once. O(n log n).
    #[must_use]
    pub fn of_vertices(vertices: impl IntoIterator<Item = u32>) -> Self {
        let mut vertices: Vec<u32> = vertices.into_iter().collect();
        vertices.sort_unstable();
        Self::Vertices(vertices)
    }

    /// The vertices, columns or colours that make up a path, a set, a row of columns or a
    /// colouring.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        match self {
            Self::Path(list) | Self::Vertices(list) | Self::Columns(list) | Self::Colours(list) => {
                list
            }
            Self::Meeting { .. } | Self::Plan(_) => &[],
        }
    }
}
