//! `native:linear` for independent sets: branch and bound with linear programs over cliques.

use std::ops::ControlFlow;

use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::{Count, Model, Witness},
};

use super::{
    bits::{holds, is_empty, members, remove},
    fractional::{CliqueProgram, MOST_ENTRIES},
    packing::{CoverState, PackingTableau},
};
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Finder, Found, Goal, Method, constraints::Constraint, meter::Meter,
        vertex_cover,
    },
    run::Run,
};

/// Branch and bound with linear programs (Land and Doig, "An automatic method of solving discrete
/// programming problems", Econometrica 28, 1960).
///
/// The program has a row for each of some maximal cliques that cover all edges. Its bound is exact for
/// perfect graphs, such as chordal and bipartite ones, and good for line graphs and codes. A set is
/// rounded from every solution. It branches on a vertex whose share is nearest to one half, first with
/// it, and leaves out vertices with which the bound does not exceed the best set. Bounds are computed in
/// integers from the dual solution, so rounding never decides. If the first bound is reached, the dual
/// solution is the reason. n · c numbers for n vertices and c cliques for each vertex of a branch;
/// exponential time. It is complete.
pub const LINEAR: Method = Method::finding(
    DESCRIPTION.minding(&[Constraint::Graph, Constraint::Given, Constraint::Blocked]),
    vertex_cover::takes,
    |model, goal| {
        vertex_cover::finder(
            |set, goal| {
                let is_best = set.kinds().first().is_some_and(|kind| kind.count == Count::Optimum);
                (is_best && fits(set, goal))
                    .then(|| Finder::new(move |context, found| solve(set, None, context, found)))
            },
            model,
            goal,
        )
    },
);

/// The same for vertices with weights.
#[cfg(feature = "weights")]
pub const LINEAR_WEIGHTED: Method = Method::finding(
    DESCRIPTION.minding(&[
        Constraint::Graph,
        Constraint::Given,
        Constraint::Blocked,
        Constraint::Weights,
    ]),
    vertex_cover::takes_weighted,
    |model, goal| {
        vertex_cover::lightest(
            |weighted, set, goal| {
                (weighted.enough().is_none() && fits(set, goal)).then(|| {
                    let weights = Some(weighted.weights());
                    Finder::new(move |context, found| solve(set, weights, context, found))
                })
            },
            model,
            goal,
        )
    },
);

const DESCRIPTION: Description = Description {
    scope: Some("one largest or heaviest independent set of a sparse graph"),
    ..Description::native(
        "native:linear",
        "branch and bound with linear programs over cliques, for independent sets",
    )
};

fn fits(set: &IndependentSet, goal: Goal) -> bool {
    goal == Goal::First && !set.is_on_lattice() && set.complement().is_none()
}

/// From this many vertices on it may be faster than bit sets, if at most one in [`SPARSE`] pairs of
/// vertices is adjacent.
const MANY: u64 = 65;
const SPARSE: u64 = 20;

/// Whether it is expected to be faster than bit sets: for the heaviest independent sets of sparse
/// graphs whose program is small.
#[must_use]
pub fn is_promising(model: &Model) -> bool {
    let is_best = model.as_weighted_set().is_some_and(|weighted| weighted.enough().is_none());
    let Some(graph) = vertex_cover::graph(model).filter(|_| is_best) else { return false };
    let (n, m) = (u64::from(graph.vertices()), u64::from(graph.edges()));
    let is_small = n * (n + m) <= MOST_ENTRIES as u64;
    is_small && n >= MANY && 2 * SPARSE * m <= n * (n - 1)
}

/// A share this near to 0 or 1 counts as that.
const NO_SHARE: f64 = 1e-6;

fn solve(
    set: &IndependentSet,
    weights: Option<&[u32]>,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    if let Some(ending) = Ending::of_given(set) {
        return Ok(ending);
    }
    let graph = run.building(set.graph_bytes(), || set.graph())?;
    let free = free_vertices(set).1;
    let program = run.encoding(|| CliqueProgram::new(graph, &free, weights));
    let program = program.ok_or(Reason::IncompleteMethod)?;
    let mut near = vec![Vec::new(); program.vertices.len()];
    for (list, &vertex) in near.iter_mut().zip(&program.vertices) {
        let inside = graph.neighbours(vertex).iter();
        list.extend(inside.filter_map(|other| program.vertices.binary_search(other).ok()));
    }
    let mut cliques_with = vec![Vec::new(); near.len()];
    for (at, clique) in program.cliques.iter().enumerate() {
        for &vertex in clique {
            cliques_with[vertex as usize].push(at);
        }
    }
    run.poll()?;
    let given = set.distinct_given();
    let named = |chosen: &[usize]| {
        let chosen = chosen.iter().map(|&one| program.vertices[one]);
        Witness::of_vertices(given.iter().copied().chain(chosen))
    };
    let meter = Meter::new(run)?;
    let (best, chosen) = (None, Vec::new());
    PackingSearch { program: &program, near, cliques_with, best, chosen, run, meter }
        .search(&mut |chosen| found(named(chosen)))
}

/// Takes an independent set; returns whether to go on.
type PackingReport<'a> = dyn FnMut(&[usize]) -> ControlFlow<()> + 'a;

/// A node of the tree.
#[derive(Clone)]
struct PackingNode {
    /// The vertices that are neither chosen nor left out.
    state: CoverState,
    packing: PackingTableau,
}

/// A node whose branch with a vertex is being searched; the branch without it comes next.
struct PackingFrame {
    node: PackingNode,
    vertex: usize,
    /// Number of vertices chosen before.
    depth: usize,
}

struct PackingSearch<'a> {
    program: &'a CliqueProgram,
    /// The neighbours of each vertex.
    near: Vec<Vec<usize>>,
    /// The cliques with each vertex.
    cliques_with: Vec<Vec<usize>>,
    /// The weight of the best set so far.
    best: Option<u64>,
    chosen: Vec<usize>,
    run: &'a Run,
    meter: Meter<'a>,
}

impl PackingSearch<'_> {
    /// Reports heavier and heavier sets, up to a heaviest one.
    fn search(&mut self, found: &mut PackingReport<'_>) -> Result<Ending, Reason> {
        let program = self.program;
        self.run.reserve(program.bytes())?;
        let mut node = PackingNode { state: program.state(), packing: program.tableau() };
        let mut frames: Vec<PackingFrame> = Vec::new();
        // Without shares: heavy vertices with few neighbours.
        if self.report(&node, found).is_break() {
            return Ok(Ending::Enough);
        }
        loop {
            node.packing.improve(&node.state, f64::INFINITY, |work| self.meter.work(work))?;
            if self.report(&node, found).is_break() {
                return Ok(Ending::Enough);
            }
            if frames.is_empty()
                && let Some(reason) = self.best.and_then(|best| program.reason(&node.packing, best))
            {
                return Ok(Ending::Proved(reason));
            }
            if let Some(vertex) = self.branch(&mut node) {
                self.meter.node()?;
                self.run.reserve(node.packing.size())?;
                let depth = self.chosen.len();
                frames.push(PackingFrame { node: node.clone(), vertex, depth });
                self.choose(vertex, &mut node);
                continue;
            }
            let Some(frame) = frames.pop() else { return Ok(Ending::Exhausted) };
            self.meter.take_back(1);
            self.chosen.truncate(frame.depth);
            node = frame.node;
            remove(&mut node.state.open, frame.vertex);
            node.packing.devalue(frame.vertex);
            node.packing.shrink(&node.state);
        }
    }

    /// Reports the set rounded from a node, if it is heavier than all before.
    fn report(&mut self, node: &PackingNode, found: &mut PackingReport<'_>) -> ControlFlow<()> {
        let set = self.rounded(node);
        let weight = self.weight(&set);
        if self.best.is_some_and(|best| weight <= best) {
            return ControlFlow::Continue(());
        }
        self.best = Some(weight);
        self.meter.publish();
        found(&set)
    }

    fn weight(&self, set: &[usize]) -> u64 {
        set.iter().map(|&vertex| self.program.weights[vertex]).sum()
    }

    /// Takes a vertex.
    fn choose(&mut self, vertex: usize, node: &mut PackingNode) {
        self.chosen.push(vertex);
        for &one in std::iter::once(&vertex).chain(&self.near[vertex]) {
            if holds(&node.state.open, one) {
                remove(&mut node.state.open, one);
                node.packing.devalue(one);
            }
        }
        for &clique in &self.cliques_with[vertex] {
            remove(&mut node.state.allowed, clique);
        }
        node.packing.shrink(&node.state);
    }

    /// A set with the chosen vertices and others, those with the largest shares first.
    fn rounded(&self, node: &PackingNode) -> Vec<usize> {
        let mut share = vec![0.0; self.near.len()];
        node.packing.prices().for_each(|(vertex, price)| share[vertex] = price);
        let mut order: Vec<usize> = members(&node.state.open).collect();
        let worth = |vertex: usize| {
            self.program.weights[vertex] as f64 / (1 + self.near[vertex].len()) as f64
        };
        order.sort_by(|&one, &other| {
            let by_share = share[other].total_cmp(&share[one]);
            by_share.then(worth(other).total_cmp(&worth(one)))
        });
        let mut set = self.chosen.clone();
        let mut is_excluded = vec![false; self.near.len()];
        for vertex in order {
            if !is_excluded[vertex] {
                set.push(vertex);
                self.near[vertex].iter().for_each(|&other| is_excluded[other] = true);
            }
        }
        set
    }

    /// The vertex to branch on, after vertices are left out with which no better set is possible;
    /// `None` if there is no better set.
    fn branch(&mut self, node: &mut PackingNode) -> Option<usize> {
        let PackingNode { state, packing } = node;
        if is_empty(&state.open) {
            return None;
        }
        let chosen = self.weight(&self.chosen);
        let (spare, unit) = self.program.spare(packing, state);
        let bound = spare.bound;
        let wanted = (self.best? + 1).saturating_sub(chosen).saturating_mul(unit);
        if bound < wanted {
            return None;
        }
        for vertex in members(&state.open.clone()) {
            if spare.of_vertex[vertex] > bound - wanted {
                remove(&mut state.open, vertex);
                packing.devalue(vertex);
            }
        }
        let far = |&(_, share): &(usize, f64)| (share - 0.5).abs();
        let shares = packing.prices().filter(|&(vertex, share)| {
            holds(&state.open, vertex) && share > NO_SHARE && share < 1.0 - NO_SHARE
        });
        let half = shares.min_by(|one, other| far(one).total_cmp(&far(other)));
        let heaviest = || members(&state.open).max_by_key(|&one| self.program.weights[one]);
        half.map(|(vertex, _)| vertex).or_else(heaviest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use satranj_encodings::graph::Graph;

    use super::{super::branch_and_reduce::BRANCH_AND_REDUCE, *};
    use crate::{limits::Limits, methods::boards::sets};

    fn largest(method: &Method, set: &IndependentSet) -> usize {
        let model = Model::IndependentSet(set.clone());
        let (_, found, _) = sets::solve(method, &model, Goal::First, Limits::default());
        assert!(found.is_sorted_by_key(Vec::len));
        found.last().map_or(0, Vec::len)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

        /// Graphs that need branches.
        #[test]
        fn larger_graphs_agree_with_branch_and_reduce(
            n in 20..45_u32,
            pairs in prop::collection::vec((0..45_u32, 0..45_u32), 20..160),
            given in prop::collection::vec(0..20_u32, 0..2),
        ) {
            let edges: Vec<(u32, u32)> =
                pairs.into_iter().filter(|&(a, b)| a != b && a.max(b) < n).collect();
            let mut set = IndependentSet::on_graph(Graph::from_edges(n, &edges), Count::Optimum);
            set.given = given;
            prop_assert_eq!(largest(&LINEAR, &set), largest(&BRANCH_AND_REDUCE, &set));
        }
    }
}
