//! Proves that a graph has no such set of vertices, or no better one.

use std::{collections::HashSet, fmt::Display, num::NonZeroU64};

use satranj_encodings::{
    independent_set::obstruction::IndependentSetObstruction, model::Obstruction,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::{Violation, certificate::certificates, ensure};

certificates!(
    /// Proves that there is no such set of vertices, or no better one, with the names of the
    /// vertices that show it.
    SetCertificate<N = String> {
        /// Two vertices that must both be in the set exclude each other: an edge joins them
        /// (clique: no edge does). Vertex cover: both must be out of it, but an edge joins them.
        GivenVertices("given_vertices") {
            /// The two vertices.
            vertices: Vec<N>,
        }
        /// In each of these groups every two vertices are adjacent (clique: no two are), and every
        /// vertex that may join the given ones is in a group: so the set has at most one more
        /// vertex per group. Vertex cover: it leaves out at most one per group.
        CliqueCover("clique_cover") {
            /// The groups.
            groups: Vec<Vec<N>>,
        }
        /// As `clique_cover`, with a weight per group: the groups of each vertex weigh together at
        /// least as much as the vertex. So the set weighs at most as much as the given vertices and
        /// all groups together. Vertex cover: what it leaves out weighs at most as much.
        WeightedCliqueCover("weighted_clique_cover") {
            /// The groups, which may overlap.
            groups: Vec<WeightedGroup<N>>,
            /// Divides the weights of the groups; 1 if it is absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            denominator: Option<NonZeroU64>,
        }
        /// An edge joins the two vertices of each pair (clique: no edge does), no two pairs share a
        /// vertex, and each vertex may join the given ones: so the set lacks one of each pair.
        /// Vertex cover: it contains one of each pair.
        Matching("matching") {
            /// The pairs.
            pairs: Vec<[N; 2]>,
        }
        /// Queens on a torus of n x n: with more than this many, the numbers of the rows, columns and
        /// diagonals that they occupy have sums that contradict one another modulo n, or their squares
        /// do. Never in documents of graphs.
        #[serde(skip)]
        LineSums("line_sums") {
            /// The most queens.
            at_most: u32,
        }
        /// No vertex that may be in the set dominates these.
        Undominated("undominated") {
            /// The vertices.
            vertices: Vec<N>,
        }
        /// No vertex that may be in the set dominates two of these: so it has at least as many vertices.
        Packing("packing") {
            /// The vertices.
            vertices: Vec<N>,
        }
        /// Each grid has rows and columns of squares. A piece dominates all squares of at most one of
        /// the rows and of one of the columns, of the same grid, and no other squares of the grids. So with fewer
        /// pieces than the shorter sides of all grids together, some square of a grid is not dominated.
        /// Never in documents of graphs.
        #[serde(skip)]
        CrossingLines("crossing_lines") {
            /// The grids, row by row.
            grids: Vec<Vec<Vec<N>>>,
        }
        /// A price for vertices: what each vertex that may be in the set dominates costs at most
        /// the weight of that vertex. As all vertices are dominated, the set weighs at least the
        /// sum of the prices, plus what its given vertices weigh beyond what they dominate.
        Prices("prices") {
            /// The prices; other vertices have none.
            prices: Vec<VertexPrice<N>>,
            /// Divides the prices; 1 if it is absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            denominator: Option<NonZeroU64>,
        }
    }
);

impl<N> SetCertificate<N> {
    /// The reason of a model of sets, whose vertices have these names.
    pub(crate) fn of(obstruction: &Obstruction, name: &dyn Fn(u32) -> N) -> Option<Self> {
        let names = |list: &[u32]| list.iter().map(|&vertex| name(vertex)).collect();
        Some(match obstruction {
            Obstruction::IndependentSet(reason) | Obstruction::VertexCover(reason) => {
                match reason {
                    IndependentSetObstruction::Given(a, b) => {
                        Self::GivenVertices { vertices: names(&[*a, *b]) }
                    }
                    IndependentSetObstruction::CliqueCover(groups) => Self::CliqueCover {
                        groups: groups.iter().map(|group| names(group)).collect(),
                    },
                    IndependentSetObstruction::Matching(pairs) => {
                        let pairs = pairs.iter().map(|&pair| <[u32; 2]>::from(pair).map(name));
                        Self::Matching { pairs: pairs.collect() }
                    }
                    &IndependentSetObstruction::LineSums(at_most) => Self::LineSums { at_most },
                }
            }
            Obstruction::Undominated(list) => Self::Undominated { vertices: names(list) },
            Obstruction::CrossingLines(grids) => Self::CrossingLines {
                grids: grids
                    .iter()
                    .map(|grid| grid.iter().map(|row| names(row)).collect())
                    .collect(),
            },
            Obstruction::Packing(list) => Self::Packing { vertices: names(list) },
            Obstruction::WeightedCliques(groups, denominator) => {
                let groups = groups.iter().map(|(group, weight)| WeightedGroup {
                    vertices: names(group),
                    weight: *weight,
                });
                let denominator = stated(*denominator);
                Self::WeightedCliqueCover { groups: groups.collect(), denominator }
            }
            Obstruction::Prices(prices, denominator) => {
                let price = |&(vertex, price)| VertexPrice { vertex: name(vertex), price };
                let prices = prices.iter().map(price).collect();
                Self::Prices { prices, denominator: stated(*denominator) }
            }
            _ => return None,
        })
    }

    /// The reason in numbers, if each list names each of its places once.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub(crate) fn numbered(
        &self,
        number: impl Fn(&N) -> Result<u32, Violation>,
    ) -> Result<SetCertificate<u32>, Violation>
    where
        N: Display,
    {
        let (mut seen, mut last) = (HashSet::new(), 0);
        self.try_map(|list, name| {
            let number = number(name)?;
            if list != last {
                (seen, last) = (HashSet::new(), list);
            }
            ensure!(seen.insert(number), "{name} is named twice");
            Ok(number)
        })
    }

    /// The same with other names, which may fail; each name comes with the number of its list.
    ///
    /// # Errors
    /// The first error of `to`.
    pub(crate) fn try_map<M, E>(
        &self,
        mut to: impl FnMut(usize, &N) -> Result<M, E>,
    ) -> Result<SetCertificate<M>, E> {
        let mut all = |at: usize, list: &[N]| -> Result<Vec<M>, E> {
            list.iter().map(|name| to(at, name)).collect()
        };
        Ok(match self {
            Self::GivenVertices { vertices } => {
                SetCertificate::GivenVertices { vertices: all(0, vertices)? }
            }
            Self::CliqueCover { groups } => {
                let groups = groups.iter().zip(0..).map(|(group, at)| all(at, group));
                SetCertificate::CliqueCover { groups: groups.collect::<Result<_, E>>()? }
            }
            &Self::WeightedCliqueCover { ref groups, denominator } => {
                let group =
                    |(WeightedGroup { vertices, weight }, at): (&WeightedGroup<N>, usize)| {
                        Ok(WeightedGroup { vertices: all(at, vertices)?, weight: *weight })
                    };
                let groups = groups.iter().zip(0..).map(group).collect::<Result<_, E>>()?;
                SetCertificate::WeightedCliqueCover { groups, denominator }
            }
            Self::Matching { pairs } => {
                let pairs = pairs.iter().zip(0..).map(|([a, b], at)| Ok([to(at, a)?, to(at, b)?]));
                SetCertificate::Matching { pairs: pairs.collect::<Result<_, E>>()? }
            }
            &Self::LineSums { at_most } => SetCertificate::LineSums { at_most },
            Self::Undominated { vertices } => {
                SetCertificate::Undominated { vertices: all(0, vertices)? }
            }
            Self::CrossingLines { grids } => {
                let mut grid = |grid: &Vec<Vec<N>>| grid.iter().map(|row| all(0, row)).collect();
                let grids = grids.iter().map(&mut grid).collect::<Result<_, E>>()?;
                SetCertificate::CrossingLines { grids }
            }
            Self::Packing { vertices } => SetCertificate::Packing { vertices: all(0, vertices)? },
            &Self::Prices { ref prices, denominator } => {
                let price = |VertexPrice { vertex, price }: &VertexPrice<N>| {
                    Ok(VertexPrice { vertex: to(0, vertex)?, price: *price })
                };
                let prices = prices.iter().map(price).collect::<Result<_, E>>()?;
                SetCertificate::Prices { prices, denominator }
            }
        })
    }
}

/// A denominator, unless it is 1.
fn stated(denominator: u64) -> Option<NonZeroU64> {
    NonZeroU64::new(denominator).filter(|denominator| denominator.get() > 1)
}

/// Vertices of which a set has at most one, with a weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightedGroup<N = String> {
    /// The names of the vertices.
    pub vertices: Vec<N>,
    /// The weight.
    pub weight: u64,
}

/// What it costs to dominate a vertex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VertexPrice<N = String> {
    /// The name of the vertex.
    pub vertex: N,
    /// The price.
    pub price: u64,
}
