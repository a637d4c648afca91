//! `graph:search` for independent sets: branch and bound with clique covers of conflicts.

#[cfg(test)]
mod tests;

use crate::methods::constraints::{self, Constraint};
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    independent_set::IndependentSet,
    model::{Count, Model, Witness},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Goal, Method, meter::Meter, vertex_cover},
    run::Run,
};

/// The largest number of vertices: their bit matrix takes 32 MB.
const LARGEST: u32 = 1 << 14;

/// Words of bits per unit of work.
const WORDS_A_STEP: u64 = 128;

const DESCRIPTION: Description = Description {
    scope: Some("up to 16,384 squares"),
    ..Description::graph(
        "graph:search",
        "branch and bound, bounded by covers of the edges with cliques",
    )
    .minding(constraints::PLACEMENTS)
};

/// Branch and bound for a largest clique, applied to the complement (Tomita, Kameda: "An efficient
/// branch-and-bound algorithm for finding a maximum clique", J. Global Optim. 37, 2007): the
/// remaining vertices are covered greedily by cliques of conflicts. If k more vertices are needed,
/// only those outside k - 1 of the cliques are branched on.
///
/// A vertex is excluded once it was tried, so that every set occurs once. If the best is asked for,
/// the same search continues for one more of each free kind. n² bits of memory for n vertices, and
/// as much again for the nodes of a branch; no recursion; exponential time. It is complete.
pub const SEARCH: Method = Method::finding(DESCRIPTION, vertex_cover::takes, |model, goal| {
    vertex_cover::finder(
        |set, goal| {
            (set.vertices() <= LARGEST).then(|| {
                Finder::new(move |context, found| {
                    solve(set, goal, context, &mut |vertices| found(Witness::Vertices(vertices)))
                })
            })
        },
        model,
        goal,
    )
});

/// The same for the n-queens problem.
pub const SEARCH_QUEENS: Method = Method::finding(
    DESCRIPTION.minding(&[Constraint::Given, Constraint::Blocked]),
    Model::is_queens,
    |model, goal| {
        let queens = model.as_queens()?;

        // The square of this n is near the largest number of vertices.
        let fits = queens.n.saturating_mul(queens.n) <= LARGEST;
        let set = fits.then(|| queens.independent_set())??;
        Some(Finder::new(move |context, found| {
            let lattice = &set.kinds()[0].lattice;
            let column = |vertex| lattice.position(vertex).1;
            solve(set, goal, context, &mut |vertices| {
                found(Witness::Columns(vertices.into_iter().map(column).collect()))
            })
        }))
    },
);

fn solve(
    model: &IndependentSet,
    goal: Goal,
    run: &Run,
    found: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
) -> Result<Ending, Reason> {
    let n = u64::from(model.vertices());
    run.permit(model.graph_bytes().saturating_add(n * n / 8))?;
    if let Some(ending) = Ending::of_given(model) {
        return Ok(ending);
    }
    run.building(0, || model.graph())?;
    let mut searcher = IndependentSetSearcher::new(model, goal, run, found)?;
    let ending = searcher.run();
    if ending.is_err() {
        let _ = searcher.report_best();
    }
    ending
}

/// A node: the candidates, and the vertices to try, the last first.
struct IndependentSetFrame {
    candidates: FixedBitSet,
    /// Vertices with the number of their clique, from 1, in rising order of it.
    branches: Vec<(u32, u32)>,
    /// How many of each free kind were wanted when these were listed.
    free: u32,
}

struct IndependentSetSearcher<'a> {
    model: &'a IndependentSet,
    conflicts: Vec<FixedBitSet>,
    /// How many of each kind are wanted; for free counts, one more than known.
    wanted: Vec<u32>,
    /// The same of each kind whose count is free.
    free: u32,
    /// How many of each kind are chosen.
    have: Vec<u32>,
    chosen: Vec<u32>,
    frames: Vec<IndependentSetFrame>,
    /// A best set not reported yet: a better one may be near.
    best: Option<Vec<u32>>,
    goal: Goal,
    run: &'a Run,
    found: &'a mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
    meter: Meter<'a>,
    /// Words of bits examined since the last node.
    work: u64,
}

impl<'a> IndependentSetSearcher<'a> {
    fn new(
        model: &'a IndependentSet,
        goal: Goal,
        run: &'a Run,
        found: &'a mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
    ) -> Result<Self, Reason> {
        let graph = model.graph();
        let n = graph.vertices();
        let row = |vertex| {
            let mut row = FixedBitSet::with_capacity(n as usize);
            row.extend(graph.neighbours(vertex).iter().map(|&other| other as usize));
            row
        };
        let kinds = model.kinds();
        Ok(Self {
            model,
            conflicts: (0..n).map(row).collect(),
            wanted: kinds
                .iter()
                .map(|kind| match kind.count {
                    Count::Exactly(count) => count,
                    Count::Optimum => 0,
                })
                .collect(),
            free: 0,
            have: vec![0; kinds.len()],
            chosen: Vec::new(),
            frames: Vec::new(),
            best: None,
            goal,
            run,
            found,
            meter: Meter::new(run)?,
            work: 0,
        })
    }

    /// Takes the given vertices; `false` if there are too many.
    fn begin(&mut self) -> Result<bool, Reason> {
        let mut candidates = FixedBitSet::with_capacity(self.conflicts.len());
        candidates.insert_range(..);
        for &vertex in &self.model.given {
            if candidates.contains(vertex as usize) {
                self.choose(vertex);
                candidates.remove(vertex as usize);
                candidates.difference_with(&self.conflicts[vertex as usize]);
            }
        }
        let model = self.model;
        self.free = model.free_kinds().map(|kind| self.have[kind]).max().unwrap_or(0);
        for kind in model.free_kinds() {
            self.wanted[kind] = self.free;
        }
        if self.wanted.iter().zip(&self.have).any(|(wanted, have)| have > wanted) {
            return Ok(false);
        }
        self.enter(candidates)?;
        Ok(true)
    }

    fn run(&mut self) -> Result<Ending, Reason> {
        if !self.begin()? {
            return Ok(Ending::Exhausted);
        }
        loop {
            self.meter.work(1 + std::mem::take(&mut self.work) / WORDS_A_STEP)?;
            if self.wanted == self.have && self.complete()?.is_break() {
                return Ok(Ending::Enough);
            }
            if let Some(vertex) = self.next() {
                self.meter.node()?;
                self.take(vertex)?;
                continue;
            }
            if self.report_best().is_break() {
                return Ok(Ending::Enough);
            }
            self.frames.pop();
            if self.frames.is_empty() {
                return Ok(Ending::Exhausted);
            }
            if let Some(vertex) = self.chosen.pop() {
                self.meter.take_back(1);
                self.have[self.model.kind_and_cell(vertex).0] -= 1;
            }
        }
    }

    /// As many as wanted are chosen: reports them, or wants more.
    fn complete(&mut self) -> Result<ControlFlow<()>, Reason> {
        if !self.model.is_optimum() {
            return Ok(self.report(self.chosen.clone()));
        }
        self.best = Some(self.chosen.clone());
        self.free += 1;
        for (wanted, kind) in self.wanted.iter_mut().zip(self.model.kinds()) {
            *wanted += u32::from(kind.count == Count::Optimum);
        }
        if let Some(frame) = self.frames.pop() {
            self.enter(frame.candidates)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The next vertex to try, if there is one.
    ///
    /// More may be wanted by now than when these were listed; but of the covered kinds, the rest is
    /// in at most as many cliques as the number of its clique.
    fn next(&mut self) -> Option<u32> {
        let frame = self.frames.last_mut()?;
        let (vertex, clique) = frame.branches.pop()?;
        let raised = self.free - frame.free;
        let kinds = self.wanted.iter().zip(&self.have).zip(self.model.kinds());
        let need = kinds.map(|((&wanted, &have), kind)| match kind.count {
            Count::Optimum if have == wanted - raised => 0,
            _ => wanted - have,
        });
        (clique >= need.fold(0, u32::saturating_add)).then_some(vertex)
    }

    /// Takes a vertex, which is excluded afterwards.
    fn take(&mut self, vertex: u32) -> Result<(), Reason> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.candidates.remove(vertex as usize);
        let mut candidates = frame.candidates.clone();
        candidates.difference_with(&self.conflicts[vertex as usize]);
        self.choose(vertex);
        self.enter(candidates)
    }

    fn need(&self) -> u32 {
        let need = self.wanted.iter().zip(&self.have).map(|(wanted, have)| wanted - have);
        need.fold(0, u32::saturating_add)
    }

    fn choose(&mut self, vertex: u32) {
        self.chosen.push(vertex);
        self.have[self.model.kind_and_cell(vertex).0] += 1;
    }

    /// Opens a frame and lists its branches.
    fn enter(&mut self, candidates: FixedBitSet) -> Result<(), Reason> {
        let branches = self.branches(&candidates);
        // Few frames of a large graph take much memory.
        if self.frames.len() % 64 == 63 {
            self.run.poll()?;
        }
        self.frames.push(IndependentSetFrame { candidates, branches, free: self.free });
        Ok(())
    }

    /// Branching vertices: every wanted set among the candidates contains one of them. These are
    /// the vertices outside the first cliques, one clique fewer than vertices are needed.
    fn branches(&mut self, candidates: &FixedBitSet) -> Vec<(u32, u32)> {
        let mut branches = Vec::new();
        let need = self.need();
        if need == 0 || !self.kinds_may_be_filled(candidates) {
            return branches;
        }
        let mut left = self.wanted_kinds(candidates);
        let mut cliques = 0;
        while let Some(first) = left.minimum() {
            cliques += 1;
            let mut clique = left.clone();
            let mut next = Some(first);
            while let Some(vertex) = next {
                left.remove(vertex);
                if cliques >= need {
                    branches.push((vertex as u32, cliques));
                }
                clique.intersect_with(&self.conflicts[vertex]);
                next = clique.minimum();
                self.work += 2 * left.as_slice().len() as u64;
            }
        }
        branches
    }

    /// The candidates of kinds that still want vertices.
    fn wanted_kinds(&self, candidates: &FixedBitSet) -> FixedBitSet {
        let mut left = candidates.clone();
        for kind in (0..self.wanted.len()).filter(|&kind| self.wanted[kind] == self.have[kind]) {
            let range = self.model.vertices_of(kind);
            left.remove_range(range.start as usize..range.end as usize);
        }
        left
    }

    /// Whether each kind has enough candidates.
    fn kinds_may_be_filled(&self, candidates: &FixedBitSet) -> bool {
        self.wanted.iter().zip(&self.have).enumerate().all(|(kind, (wanted, have))| {
            let range = self.model.vertices_of(kind);
            let left = candidates.count_ones(range.start as usize..range.end as usize);
            left as u32 >= wanted - have
        })
    }

    fn report(&mut self, mut vertices: Vec<u32>) -> ControlFlow<()> {
        self.meter.publish();
        vertices.sort_unstable();
        let asked = (self.found)(vertices);
        let once = self.goal == Goal::First && !self.model.is_optimum();
        if once { ControlFlow::Break(()) } else { asked }
    }

    fn report_best(&mut self) -> ControlFlow<()> {
        match self.best.take() {
            Some(best) => self.report(best),
            None => ControlFlow::Continue(()),
        }
    }
}
