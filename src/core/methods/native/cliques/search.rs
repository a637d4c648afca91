//! Branch and bound over cliques: one vertex after another, each excluded once it was tried.
//!
//! The scheme of Tomita et al. ("A simple and faster branch-and-bound algorithm for finding a
//! maximum clique", 2010) with the bit sets of San Segundo, Rodríguez-Losada and Jiménez ("An exact
//! bit-parallel algorithm for the maximum clique problem", Computers & OR 38, 2011). A bound (a
//! colouring, a colouring of kinds, or a weighted colouring) limits the weight of cliques and
//! selects the vertices to branch on. n² bits for n vertices, and n bits and a list of branches per
//! vertex of a clique; exponential time.

use std::ops::ControlFlow;

use satranj_encodings::graph::Graph;

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::bits::{BitMatrix, all, insert, remove},
    },
    run::Run,
};

/// The compatibility of vertices: a square matrix over some vertices in their own order.
#[derive(Debug, Clone, Default)]
pub struct CompatibleRows {
    /// The vertex of each row and column.
    pub vertices: Vec<u32>,
    matrix: BitMatrix,
}

impl CompatibleRows {
    /// The vertices in this order: two are compatible if an edge joins them (`joined`), or if no
    /// edge does. O(n² / 64 + m log n).
    #[must_use]
    pub fn of(graph: &Graph, vertices: Vec<u32>, joined: bool) -> Self {
        let mut matrix = BitMatrix::new(vertices.len(), vertices.len());
        let mut sorted: Vec<(u32, u32)> = vertices.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let every = all(vertices.len());
        for (row, &vertex) in vertices.iter().enumerate() {
            let bits = matrix.row_mut(row);
            if !joined {
                bits.copy_from_slice(&every);
                remove(bits, row);
            }
            let flip = if joined { insert } else { remove };
            for other in graph.neighbours(vertex) {
                if let Ok(at) = sorted.binary_search_by_key(other, |&(vertex, _)| vertex) {
                    flip(bits, sorted[at].1 as usize);
                }
            }
        }
        Self { vertices, matrix }
    }

    /// Bytes of the matrix of this many vertices.
    #[must_use]
    pub fn bytes(vertices: usize) -> u64 {
        let n = vertices as u64;
        n.saturating_mul(n) / 8 + 32 * n
    }

    /// Words of a row.
    #[must_use]
    pub fn words(&self) -> usize {
        self.matrix.words()
    }

    /// The vertices compatible with a vertex.
    #[inline]
    #[must_use]
    pub fn row(&self, row: u32) -> &[u64] {
        self.matrix.row(row as usize)
    }
}

/// Weights of cliques, and the vertices to branch on.
pub trait CliqueBound {
    /// Whether a clique of the wanted weight is not extended.
    const IS_EXACT: bool;

    /// Whether a clique is reported only once no heavier one has been found beyond it.
    const IS_LAZY: bool = false;

    /// Bounds of the weights of cliques: short ones make short lists.
    type Most: Copy + Default + Into<u64>;

    /// The weight of a vertex.
    fn weight(&self, vertex: u32) -> u64;

    /// The least increase in weight that the next clique must have.
    fn step(&self) -> u64 {
        1
    }

    /// Lists branching candidates: every clique of the needed weight beyond the chosen vertices
    /// contains one of them. Each comes with a bound on the cliques of candidates up to it and of
    /// those not listed, in rising order of the bound.
    fn branches(
        &mut self,
        rows: &CompatibleRows,
        candidates: &[u64],
        chosen: &[u32],
        needed: u64,
        branches: &mut Vec<(u32, Self::Most)>,
    );

    /// The most by which a bound listed for a smaller wanted weight may be too low: the weight of
    /// vertices that could not be chosen at that time.
    fn beyond(&self, _chosen: &[u32], _wanted_then: u64, _wanted: u64) -> u64 {
        0
    }

    /// Units of work since the last call.
    fn work(&mut self) -> u64;
}

/// Which cliques are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Successively heavier ones.
    Best,
    /// One of the wanted weight.
    One,
    /// All of the wanted weight.
    All,
}

/// Takes a clique; returns whether to go on.
pub type CliqueReport<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// The candidates at one depth, and the vertices to try, the last first.
#[derive(Default)]
struct CliqueFrame<M> {
    candidates: Vec<u64>,
    branches: Vec<(u32, M)>,
    /// The weight wanted when the branches were listed.
    wanted: u64,
}

/// A search through one or several matrices.
pub struct CliqueSearch<'a, B: CliqueBound> {
    wish: Wish,
    /// The least weight of the next clique.
    pub wanted: u64,
    meter: Meter<'a>,
    bound: B,
    frames: Vec<CliqueFrame<B::Most>>,
    chosen: Vec<u32>,
    /// The weight of the chosen vertices.
    weight: u64,
    /// The heaviest clique, if it is not reported yet.
    best: Option<Vec<u32>>,
}

impl<'a, B: CliqueBound> CliqueSearch<'a, B> {
    /// A search that has found nothing yet.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(wish: Wish, wanted: u64, bound: B, run: &'a Run) -> Result<Self, Reason> {
        Ok(Self {
            wish,
            wanted,
            meter: Meter::new(run)?,
            bound,
            frames: Vec::new(),
            chosen: Vec::new(),
            weight: 0,
            best: None,
        })
    }

    /// The weight of some vertices.
    pub fn weight(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| self.bound.weight(vertex)).sum()
    }

    /// Begins with a known clique; breaks if nothing more is requested.
    pub fn begin(&mut self, known: &[u32], report: &mut CliqueReport<'_>) -> ControlFlow<()> {
        match self.wish {
            Wish::Best => {
                self.wanted = self.weight(known) + 1;
                report(known)
            }
            Wish::One if B::IS_EXACT => match known.get(..self.wanted as usize) {
                Some(enough) => {
                    let _ = report(enough);
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            },
            Wish::One | Wish::All => ControlFlow::Continue(()),
        }
    }

    /// Searches the cliques of a matrix, together with outside vertices that are compatible with
    /// all of it.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(
        &mut self,
        rows: &CompatibleRows,
        with: &[u32],
        report: &mut CliqueReport<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        let asked = self.search(rows, with, report);
        if asked.is_err() {
            let _ = self.report_best(report);
        }
        asked
    }

    fn search(
        &mut self,
        rows: &CompatibleRows,
        with: &[u32],
        report: &mut CliqueReport<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        (self.chosen, self.weight) = (with.to_vec(), self.weight(with));
        if self.found(report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if self.is_complete() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut depth = 0;
        self.enter(depth, rows, None);
        loop {
            self.meter.work(1 + self.bound.work())?;
            let frame = &mut self.frames[depth];
            let next = frame.branches.pop().filter(|&(_, most)| {
                let beyond = self.bound.beyond(&self.chosen, frame.wanted, self.wanted);
                self.weight + most.into() + beyond >= self.wanted
            });
            let is_last = match next {
                None => depth == 0,
                Some((row, _)) => {
                    self.meter.node()?;
                    remove(&mut frame.candidates, row as usize);
                    let vertex = rows.vertices[row as usize];
                    self.chosen.push(vertex);
                    self.weight += self.bound.weight(vertex);
                    if self.found(report).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    depth += 1;
                    if !self.is_complete() && self.enter(depth, rows, Some(row)) {
                        continue;
                    }
                    false
                }
            };
            let asked = self.report_best(report);
            if is_last || asked.is_break() {
                return Ok(asked);
            }
            depth -= 1;
            self.weight -= self.chosen.pop().map_or(0, |vertex| self.bound.weight(vertex));
            self.meter.take_back(1);
        }
    }

    /// Whether the chosen clique is not extended.
    pub fn is_complete(&self) -> bool {
        B::IS_EXACT && self.wish != Wish::Best && self.weight >= self.wanted
    }

    /// Reports the chosen clique if it has the wanted weight.
    fn found(&mut self, report: &mut CliqueReport<'_>) -> ControlFlow<()> {
        if self.weight < self.wanted {
            return ControlFlow::Continue(());
        }
        if self.wish == Wish::Best {
            self.wanted = self.weight + self.bound.step();
            if B::IS_LAZY {
                self.best = Some(self.chosen.clone());
                return ControlFlow::Continue(());
            }
        }
        self.meter.publish();
        let asked = report(&self.chosen);
        if self.wish == Wish::One { ControlFlow::Break(()) } else { asked }
    }

    /// Reports the heaviest clique if that is not done yet.
    fn report_best(&mut self, report: &mut CliqueReport<'_>) -> ControlFlow<()> {
        let Some(best) = self.best.take() else { return ControlFlow::Continue(()) };
        self.meter.publish();
        report(&best)
    }

    /// Opens a frame: all vertices, or those of the frame above that are compatible with a row;
    /// `false` if nothing is left to try.
    fn enter(&mut self, depth: usize, rows: &CompatibleRows, with: Option<u32>) -> bool {
        if self.frames.len() <= depth {
            self.frames.push(CliqueFrame::default());
        }
        let (above, frame) = self.frames.split_at_mut(depth);
        let CliqueFrame { candidates, branches, wanted } = &mut frame[0];
        match with {
            None => *candidates = all(rows.vertices.len()),
            Some(row) => {
                candidates.clear();
                let pairs = above[depth - 1].candidates.iter().zip(rows.row(row));
                candidates.extend(pairs.map(|(candidate, near)| candidate & near));
            }
        }
        *wanted = self.wanted;
        let needed = self.wanted.saturating_sub(self.weight);
        self.bound.branches(rows, candidates, &self.chosen, needed, branches);
        !branches.is_empty()
    }
}
