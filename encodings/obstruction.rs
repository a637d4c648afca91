//! Obstructions: why a model has no witness, or none better than a value.

use crate::{
    agent_paths::AgentObstruction, dominating_set::crossing_lines::LineGrid,
    exchange::ExchangeObstruction, hamiltonian::obstruction::HamiltonianObstruction,
    independent_set::obstruction::IndependentSetObstruction, meeting::MeetingObstruction,
    shortest_path::PathObstruction,
};

/// Vertices that exclude one another pairwise, with a weight.
pub type WeightedClique = (Vec<u32>, u64);

/// A proof that a model has no witness, or none better than a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// For a Hamiltonian model.
    Hamiltonian(HamiltonianObstruction),
    /// For an independent set.
    IndependentSet(IndependentSetObstruction),
    /// Two given cells of the n-queens problem in one line.
    Queens([(u32, u32); 2]),
    /// Vertices that nothing can dominate.
    Undominated(Vec<u32>),
    /// Vertices, no two with a common dominator.
    Packing(Vec<u32>),
    /// Grids of lines of dominating pieces that cross one another.
    CrossingLines(Vec<LineGrid>),
    /// For a colouring: pairwise adjacent vertices.
    Clique(Vec<u32>),
    /// For a colouring: a cycle of odd length.
    OddCycle(Vec<u32>),
    /// For a colouring: two adjacent vertices with the same given colour, or one vertex (twice)
    /// with two given colours.
    SameColour(u32, u32),
    /// For a vertex cover: why no more vertices can be left out.
    VertexCover(IndependentSetObstruction),
    /// For independent sets: weighted cliques that together give each vertex its weight, times the
    /// denominator.
    WeightedCliques(Vec<WeightedClique>, u64),
    /// For dominating sets: the price that each vertex pays for being dominated, times the denominator.
    Prices(Vec<(u32, u64)>, u64),
    /// For a meeting.
    Meeting(MeetingObstruction),
    /// For a route, or of a shortest path through any graph.
    Path(PathObstruction),
    /// For an exchange.
    Exchange(ExchangeObstruction),
    /// For plans of agents.
    Agents(AgentObstruction),
}
