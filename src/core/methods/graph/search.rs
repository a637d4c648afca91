//! `graph:search`: Hamiltonian search on the petgraph graph, pruned by properties of the remaining
//! graph.

use crate::methods::constraints;
use std::ops::ControlFlow;

use rand::Rng;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
};

use super::{
    deduction::{Contradiction, EdgeDeduction, EdgeState},
    pruning::Pruning,
    segment_times::SegmentTimes,
};
use crate::{
    limits::{Halted, Reason},
    methods::{
        Description, Ending, Finder, Found, Goal, Method, MethodOption, cycle::CycleQuestion,
        meter::Meter,
    },
    random::{Generator, generator},
    run::Run,
};

/// The cost of a branching, in steps of deduction.
const BRANCHING: u64 = 16;

/// Conflicts before the first restart.
const FIRST_PATIENCE: u64 = 100;

/// A search that decides edges, not squares: it branches at the end of a path segment, and
/// propagates to the other edges (Rubin 1974, Kocay 1992).
///
/// Paths are searched as cycles through a virtual vertex. Between the decisions, petgraph's
/// algorithms check the remaining graph: whether it is connected, whether it has an articulation
/// point, and whether its colours balance. If times are given, each segment must fit some of those
/// that distances leave. Until it finds a witness, the search restarts from time
/// to time with other ties, drawn by the seed.
///
/// O(n + m) memory, no recursion; exponential time at worst, near O(m log n) with little
/// backtracking, as on most boards. It is complete: without a limit it ends with all witnesses or
/// with a proof by exhaustion.
pub const SEARCH: Method = Method::finding(
    Description {
        options: &[MethodOption::Seed],
        ..Description::graph(
            "graph:search",
            "branches on edges; prunes by degrees, colours, connectivity and articulation points",
        )
        .minding(constraints::UNDIRECTED_TIMED_TOURS)
    },
    Model::is_hamiltonian,
    |model, goal| {
        let model = model.as_hamiltonian()?;

        Some(Finder::new(move |context, found| search(model, goal, context, found)))
    },
);

/// Searches a model.
///
/// # Errors
/// The reason to stop.
pub fn search(
    model: &Hamiltonian,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    if model.vertices() == 1 && !model.closed {
        run.poll()?;
        if !model.given.is_empty() {
            return Ok(Ending::Exhausted);
        }
        let asked = found(Witness::Path(vec![0]));
        let enough = asked.is_break() || goal == Goal::First;
        return Ok(if enough { Ending::Enough } else { Ending::Exhausted });
    }
    let Some(question) = CycleQuestion::within(model, run)? else {
        return Ok(Ending::Exhausted);
    };
    HamiltonianSearcher::new(&question, model, goal, run, found)?.run()
}

impl From<Contradiction> for Halted<Contradiction> {
    fn from(contradiction: Contradiction) -> Self {
        Self::Early(contradiction)
    }
}

/// A branching: the edge is used first, and removed when that fails.
struct EdgeBranching {
    edge: u32,
    /// The end of the trail before it.
    mark: usize,
}

struct HamiltonianSearcher<'a, 'f> {
    question: &'a CycleQuestion<'a>,
    deduction: EdgeDeduction<'a>,
    pruning: Pruning,
    times: Option<SegmentTimes>,
    model: &'a Hamiltonian,
    branchings: Vec<EdgeBranching>,
    /// Breaks ties between vertices: the least first.
    preference: Vec<u32>,
    generator: Generator,
    goal: Goal,
    run: &'a Run,
    found: &'a mut Found<'f>,
    meter: Meter<'a>,
    /// Conflicts until the next restart; `None` once a witness is found, since a restart would find
    /// it again.
    patience: Option<u64>,
    next_patience: u64,
}

impl<'a, 'f> HamiltonianSearcher<'a, 'f> {
    fn new(
        question: &'a CycleQuestion<'a>,
        model: &'a Hamiltonian,
        goal: Goal,
        run: &'a Run,
        found: &'a mut Found<'f>,
    ) -> Result<Self, Reason> {
        Ok(Self {
            question,
            deduction: EdgeDeduction::new(&question.graph),
            pruning: Pruning::new(),
            times: SegmentTimes::new(question, model, run)?,
            model,
            branchings: Vec::new(),
            preference: far_from_the_centre(model, &question.graph),
            generator: generator(run.seed),
            goal,
            run,
            found,
            meter: Meter::new(run)?,
            patience: Some(FIRST_PATIENCE),
            next_patience: FIRST_PATIENCE,
        })
    }

    /// Branches, and backtracks at every conflict, until the search is exhausted.
    fn run(&mut self) -> Result<Ending, Reason> {
        self.run.counters.attempts.add(1);
        match self.begin() {
            Err(Halted::Early(Contradiction)) => return Ok(Ending::Exhausted),
            Err(Halted::Stopped(reason)) => return Err(reason),
            Ok(()) => {}
        }
        loop {
            match self.advance() {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(ending)) => return Ok(ending),
                Err(Halted::Stopped(reason)) => return Err(reason),
                Err(Halted::Early(Contradiction)) => {
                    if !self.go_back()? {
                        return Ok(Ending::Exhausted);
                    }
                    match &mut self.patience {
                        Some(0) => self.restart(),
                        Some(patience) => *patience -= 1,
                        None => {}
                    }
                }
            }
        }
    }

    /// Propagates before any branching.
    fn begin(&mut self) -> Result<(), Halted<Contradiction>> {
        for &edge in &self.question.forced {
            self.deduction.use_edge(edge)?;
        }
        if let Some(times) = &self.times {
            for (edge, ends) in (0..).zip(self.question.graph.edge_list()) {
                self.meter.work(1)?;
                if times.exclude(ends) {
                    self.deduction.remove_edge(edge)?;
                }
            }
        }
        self.propagate()
    }

    /// Reports the cycle if it is complete; otherwise checks whether it can be, and branches.
    fn advance(&mut self) -> Result<ControlFlow<Ending>, Halted<Contradiction>> {
        if self.deduction.is_complete() {
            if self.report().is_break() {
                return Ok(ControlFlow::Break(Ending::Enough));
            }
            return Err(Contradiction.into());
        }
        if self.pruning.is_due(&self.deduction) {
            let graph = self.deduction.graph();
            self.meter.work(u64::from(graph.vertices() + graph.edges()) / 4)?;
            if self.pruning.refutes(&self.deduction, self.run)? {
                return Err(Contradiction.into());
            }
        }
        self.meter.node()?;
        self.meter.work(BRANCHING)?;
        let edge = self.choose();
        self.branchings.push(EdgeBranching { edge, mark: self.deduction.mark() });
        self.deduction.use_edge(edge)?;
        self.propagate()?;
        Ok(ControlFlow::Continue(()))
    }

    /// The edge to branch on: from the segment end with the fewest choices to the vertex
    /// with the fewest remaining edges, as in Warnsdorff's rule.
    fn choose(&self) -> u32 {
        let deduction = &self.deduction;
        let graph = deduction.graph();
        let fewest =
            |vertex: u32| (deduction.remaining(vertex), self.preference[vertex as usize], vertex);
        let from = deduction.segment_ends().lowest().or_else(|| {
            let untouched = (0..graph.vertices()).filter(|&vertex| deduction.used(vertex) == 0);
            untouched.min_by_key(|&vertex| fewest(vertex))
        });
        let edge = from.and_then(|from| {
            (graph.neighbours(from).iter().zip(graph.edge_numbers(from)))
                .filter(|&(_, &edge)| deduction.state(edge) == EdgeState::Undecided)
                .min_by_key(|&(&to, _)| fewest(to))
        });
        // Incomplete paths have ends, and the rules leave each end a choice.
        *edge.expect("an incomplete cycle has an undecided edge").1
    }

    /// Undoes the last branching and removes its edge, repeatedly until that is consistent; returns
    /// whether there was a branching.
    fn go_back(&mut self) -> Result<bool, Reason> {
        self.pruning.note_conflict();
        while let Some(EdgeBranching { edge, mark }) = self.branchings.pop() {
            self.meter.take_back(1);
            self.deduction.undo(mark);
            let without = self
                .deduction
                .remove_edge(edge)
                .map_err(Halted::from)
                .and_then(|()| self.propagate());
            match without {
                Ok(()) => return Ok(true),
                Err(Halted::Early(Contradiction)) => {}
                Err(Halted::Stopped(reason)) => return Err(reason),
            }
        }
        Ok(false)
    }

    /// Restarts with other ties (facts found before the first branching stay).
    ///
    /// A bad early choice can cost more than any number of restarts (Gomes, Selman, Kautz:
    /// "Boosting Combinatorial Search Through Randomization", AAAI 1998). The time between restarts
    /// grows geometrically, so that one search finally runs to its end.
    fn restart(&mut self) {
        self.run.counters.attempts.add(1);
        self.next_patience += self.next_patience / 5;
        self.patience = Some(self.next_patience);
        if let Some(first) = self.branchings.first() {
            self.deduction.undo(first.mark);
        }
        self.meter.take_back(self.branchings.len() as u64);
        self.branchings.clear();
        self.preference.fill_with(|| self.generator.next_u32());
    }

    fn report(&mut self) -> ControlFlow<()> {
        self.meter.publish();
        let path = self.question.witness(self.deduction.cycle_from(self.question.first()));
        let mut reverse = path.clone();
        reverse[usize::from(self.model.closed)..].reverse();
        let is_two = self.question.is_reversible() && self.goal == Goal::All;
        let keeps = |path: &Vec<u32>| self.model.keeps_times(path);
        let is_turned =
            self.times.is_some() && (self.model.closed || self.question.is_reversible());
        let ways = [Some(path), Some(reverse).filter(|_| is_two || is_turned)];
        let mut kept = ways.into_iter().flatten().filter(keeps);
        for path in kept.by_ref().take(if is_two { 2 } else { 1 }) {
            self.patience = None;
            let asked = (self.found)(Witness::Path(path));
            if self.goal == Goal::First {
                return ControlFlow::Break(());
            }
            asked?;
        }
        ControlFlow::Continue(())
    }

    /// Propagates to a fixed point.
    fn propagate(&mut self) -> Result<(), Halted<Contradiction>> {
        while self.deduction.propagate()? {
            self.meter.work(1)?;
        }
        if let Some(times) = &self.times {
            self.meter.work(times.work())?;
            if times.refutes(&self.deduction) {
                return Err(Contradiction.into());
            }
        }
        Ok(())
    }
}

/// Roth's tie-break on a board: farthest from the centre first. On other graphs, and for the
/// virtual vertex, there is no preference.
fn far_from_the_centre(model: &Hamiltonian, graph: &Graph) -> Vec<u32> {
    let mut preference = vec![u32::MAX; graph.vertices() as usize];
    if let Some(lattice) = model.lattice() {
        for vertex in 0..lattice.vertices() {
            let (row, column) = lattice.position(vertex);
            let distance = lattice.centre_distance(row, column);
            preference[vertex as usize] -= u32::try_from(distance).unwrap_or(u32::MAX);
        }
    }
    preference
}
