//! `graph:search` for dominating sets: take or leave the vertex that dominates most.

use std::ops::ControlFlow;

use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    model::{Count, Witness},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Finds, Found, Goal, Method, meter::Meter},
    run::Run,
};

/// Neighbours that are looked at in a unit of work.
const LOOKS_A_STEP: u64 = 32;

/// Binary branching on the petgraph graph: the vertex that dominates most that is not yet
/// dominated is taken first, and left out when that came to nothing.
///
/// A branch is cut where a vertex has lost its last dominator, and where the largest gains
/// that are left do not add up to all that is not yet dominated. O(n + m) memory, no
/// recursion; exponential time. It is complete, and shares nothing with `native:dfs`.
pub const SEARCH: Method = Method::finding(
    Description::graph(
        "graph:search",
        "takes or leaves the square that dominates most; prunes by the gains that are left",
    ),
    Finds::DominatingSet(|model, goal| {
        Some(Finder::new(move |context, found| solve(model, goal, context, found)))
    }),
);

fn solve(
    model: &DominatingSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    run.reserve(model.graph_bytes())?;
    let graph = run.encoding(|| model.graph());
    run.poll()?;
    run.reserve(u64::from(graph.vertices()) * 64)?;
    DominatingSetSearcher::new(model, graph, goal, Meter::new(run)?, found).run()
}

/// What is decided about a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VertexDecision {
    Undecided,
    Taken,
    Left,
}

/// A branching: taken first, left out when that came to nothing.
struct VertexBranching {
    vertex: u32,
    /// Where the trail ended before.
    mark: usize,
}

struct DominatingSetSearcher<'a, 'f> {
    model: &'a DominatingSet,
    graph: &'a Graph,
    state: Vec<VertexDecision>,
    /// How many taken vertices dominate each.
    dominated: Vec<u32>,
    /// How many undecided vertices may still dominate each.
    hopes: Vec<u32>,
    /// How many vertices each dominates that no taken one does.
    gain: Vec<u32>,
    open: u32,
    taken: u32,
    undecided: u32,
    /// The decisions in their order.
    trail: Vec<u32>,
    branchings: Vec<VertexBranching>,
    /// At most this many, or exactly.
    limit: u32,
    goal: Goal,
    meter: Meter<'a>,
    found: &'a mut Found<'f>,
    /// Neighbours that were looked at since the last node.
    work: u64,
}

impl<'a, 'f> DominatingSetSearcher<'a, 'f> {
    fn new(
        model: &'a DominatingSet,
        graph: &'a Graph,
        goal: Goal,
        meter: Meter<'a>,
        found: &'a mut Found<'f>,
    ) -> Self {
        let n = graph.vertices();
        let degree = |vertex| graph.neighbours(vertex).len() as u32 + u32::from(!model.total);
        let degrees: Vec<u32> = (0..n).map(degree).collect();
        Self {
            model,
            graph,
            state: vec![VertexDecision::Undecided; n as usize],
            dominated: vec![0; n as usize],
            hopes: degrees.clone(),
            gain: degrees,
            open: n,
            taken: 0,
            undecided: n,
            trail: Vec::new(),
            branchings: Vec::new(),
            limit: match model.count {
                Count::Exactly(count) => count,
                Count::Optimum => n,
            },
            goal,
            meter,
            found,
            work: 0,
        }
    }

    fn is_exact(&self) -> bool {
        self.model.count != Count::Optimum
    }

    fn run(&mut self) -> Result<Ending, Reason> {
        for &vertex in self.model.given() {
            match self.state.get(vertex as usize) {
                Some(VertexDecision::Undecided) => self.decide(vertex, VertexDecision::Taken),
                Some(VertexDecision::Taken) => {}
                _ => return Ok(Ending::Exhausted),
            }
        }
        for &vertex in self.model.blocked() {
            if self.state.get(vertex as usize) == Some(&VertexDecision::Undecided) {
                self.decide(vertex, VertexDecision::Left);
            }
        }
        loop {
            let work = std::mem::take(&mut self.work) + u64::from(self.graph.vertices());
            self.meter.work(1 + work / LOOKS_A_STEP)?;
            let complete = self.open == 0 && (!self.is_exact() || self.taken == self.limit);
            if complete && self.taken <= self.limit {
                if self.report().is_break() {
                    return Ok(Ending::Enough);
                }
                if !self.is_exact() {
                    let Some(better) = self.taken.checked_sub(1) else {
                        return Ok(Ending::Exhausted);
                    };
                    self.limit = better;
                }
            } else if self.may_succeed()
                && let Some(vertex) = self.choose()
            {
                self.meter.node()?;
                self.branchings.push(VertexBranching { vertex, mark: self.trail.len() });
                self.decide(vertex, VertexDecision::Taken);
                continue;
            }
            let Some(VertexBranching { vertex, mark }) = self.branchings.pop() else {
                return Ok(Ending::Exhausted);
            };
            self.meter.take_back(1);
            self.undo(mark);
            self.decide(vertex, VertexDecision::Left);
        }
    }

    /// The undecided vertex that dominates most, the first of several.
    fn choose(&self) -> Option<u32> {
        let vertices = 0..self.graph.vertices();
        let undecided =
            vertices.filter(|&vertex| self.state[vertex as usize] == VertexDecision::Undecided);
        undecided.min_by_key(|&vertex| u32::MAX - self.gain[vertex as usize])
    }

    /// Whether the pieces that are left may be enough, and have room.
    fn may_succeed(&self) -> bool {
        let Some(pieces) = self.limit.checked_sub(self.taken) else { return false };
        if self.is_exact() && pieces > self.undecided {
            return false;
        }
        if pieces == 0 && (self.open > 0 || self.is_exact()) {
            return false;
        }
        // How many undecided vertices have each gain; the largest gains count.
        let mut sets = Vec::new();
        for vertex in 0..self.graph.vertices() as usize {
            if self.dominated[vertex] == 0 && self.hopes[vertex] == 0 {
                return false;
            }
            if self.state[vertex] == VertexDecision::Undecided {
                let gain = self.gain[vertex] as usize;
                if sets.len() <= gain {
                    sets.resize(gain + 1, 0_u64);
                }
                sets[gain] += 1;
            }
        }
        let (mut sum, mut rest) = (0, u64::from(pieces));
        for (gain, &count) in sets.iter().enumerate().rev() {
            sum += gain as u64 * count.min(rest);
            rest -= count.min(rest);
        }
        sum >= u64::from(self.open)
    }

    fn decide(&mut self, vertex: u32, state: VertexDecision) {
        self.state[vertex as usize] = state;
        self.undecided -= 1;
        self.trail.push(vertex);
        let (model, graph) = (self.model, self.graph);
        model.dominators(vertex, &mut |other| self.hopes[other as usize] -= 1);
        self.work += graph.neighbours(vertex).len() as u64;
        if state == VertexDecision::Left {
            return;
        }
        self.taken += 1;
        model.dominators(vertex, &mut |other| {
            self.dominated[other as usize] += 1;
            if self.dominated[other as usize] == 1 {
                self.open -= 1;
                self.work += graph.neighbours(other).len() as u64;
                model.dominators(other, &mut |by| self.gain[by as usize] -= 1);
            }
        });
        if model.independent {
            for &other in graph.neighbours(vertex) {
                if self.state[other as usize] == VertexDecision::Undecided {
                    self.decide(other, VertexDecision::Left);
                }
            }
        }
    }

    /// Takes decisions back until this many are left.
    fn undo(&mut self, mark: usize) {
        let model = self.model;
        while self.trail.len() > mark {
            let Some(vertex) = self.trail.pop() else { return };
            let taken = self.state[vertex as usize] == VertexDecision::Taken;
            self.state[vertex as usize] = VertexDecision::Undecided;
            self.undecided += 1;
            model.dominators(vertex, &mut |other| self.hopes[other as usize] += 1);
            if taken {
                self.taken -= 1;
                model.dominators(vertex, &mut |other| {
                    self.dominated[other as usize] -= 1;
                    if self.dominated[other as usize] == 0 {
                        self.open += 1;
                        model.dominators(other, &mut |by| self.gain[by as usize] += 1);
                    }
                });
            }
        }
    }

    fn report(&mut self) -> ControlFlow<()> {
        self.meter.publish();
        let vertices = 0..self.graph.vertices();
        let taken = vertices.filter(|&vertex| self.state[vertex as usize] == VertexDecision::Taken);
        let asked = (self.found)(Witness::Vertices(taken.collect()));
        let once = self.goal == Goal::First && self.is_exact();
        if once { ControlFlow::Break(()) } else { asked }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use satranj_encodings::model::Model;

    use super::*;
    use crate::{
        limits::Limits,
        methods::boards::{PIECES, lattice, sets},
    };

    fn model(piece: &str, n: u32) -> DominatingSet {
        DominatingSet::on_lattice(lattice(piece, n, n, &[]), Count::Optimum)
    }

    fn optima(model: impl Fn(u32) -> DominatingSet, from: u32, expected: &[usize]) {
        for (n, &expected) in (from..).zip(expected) {
            let model = Model::DominatingSet(model(n));
            let (ending, found, _) = sets::solve(&SEARCH, &model, Goal::First, Limits::default());
            assert_eq!(ending, Ending::Exhausted);
            assert_eq!(found.last().map(Vec::len), Some(expected), "{n}");
        }
    }

    /// A075458, A075324, A006075, A261752.
    #[test]
    fn published_numbers() {
        optima(|n| model("queen", n), 1, &[1, 1, 1, 2, 3, 3, 4]);
        let independent = |n| {
            let mut model = model("queen", n);
            model.independent = true;
            model
        };
        optima(independent, 1, &[1, 1, 1, 3, 3, 4, 4, 5]);
        optima(|n| model("knight", n), 1, &[1, 4, 4, 4, 5, 8]);
        let total = |n| {
            let mut model = model("knight", n);
            model.total = true;
            model
        };
        optima(total, 4, &[6, 7, 8]);
    }

    #[test]
    fn the_node_limit_is_exact() {
        let model = Model::DominatingSet(model("queen", 12));
        for nodes in [0, 1, 5, 1000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (ending, _, run) = sets::solve(&SEARCH, &model, Goal::First, limits);
            assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
            assert_eq!(run.counters.nodes.get(), nodes);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

        #[test]
        fn small_boards_agree_with_plain_enumeration(
            piece in proptest::sample::select(PIECES.to_vec()),
            board in sets::boards(3, 4),
            total in any::<bool>(),
            independent in any::<bool>(),
        ) {
            let model = DominatingSet::on_lattice(board.lattice(piece), Count::Optimum);
            let mut model = model.with_given(board.given);
            (model.total, model.independent) = (total, independent && !total);
            sets::check_dominating(&SEARCH, &model);
        }
    }
}
