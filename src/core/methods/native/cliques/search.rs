//! Branch and bound over cliques: one vertex after another, each excluded once it was tried.

use std::{mem::take, ops::ControlFlow};

use satranj_encodings::graph::Graph;

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::bits::{BitMatrix, all, remove},
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
        for (row, &vertex) in vertices.iter().enumerate() {
            // Both lists are in rising order.
            let mut near = graph.neighbours(vertex).iter().copied().peekable();
            for &(other, column) in &sorted {
                while near.next_if(|&next| next < other).is_some() {}
                let is_joined = near.peek() == Some(&other);
                if is_joined == joined && other != vertex {
                    matrix.insert(row, column as usize);
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

    /// The weight of a vertex.
    fn weight(&self, vertex: u32) -> u64;

    /// Lists branching candidates: every clique of the needed weight contains one of them. Each
    /// comes with a bound on the cliques of candidates up to it and of those not listed, in rising
    /// order of the bound.
    fn branches(
        &mut self,
        rows: &CompatibleRows,
        candidates: &[u64],
        needed: u64,
        branches: &mut Vec<(u32, u64)>,
    );

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
struct CliqueFrame {
    candidates: Vec<u64>,
    branches: Vec<(u32, u64)>,
}

/// A search through one or several matrices.
pub struct CliqueSearch<'a, B> {
    wish: Wish,
    /// The least weight of the next clique.
    pub wanted: u64,
    meter: Meter<'a>,
    bound: B,
    frames: Vec<CliqueFrame>,
}

impl<'a, B: CliqueBound> CliqueSearch<'a, B> {
    /// A search that has found nothing yet.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(wish: Wish, wanted: u64, bound: B, run: &'a Run) -> Result<Self, Reason> {
        Ok(Self { wish, wanted, meter: Meter::new(run)?, bound, frames: Vec::new() })
    }

    /// The weight of some vertices.
    pub fn weight(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| self.bound.weight(vertex)).sum()
    }

    /// Begins with a known clique; breaks if nothing more is asked for.
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
        let mut chosen: Vec<u32> = with.to_vec();
        let mut weight = self.weight(with);
        if self.found(&chosen, weight, report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if self.is_complete(weight) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut depth = 0;
        self.enter(depth, rows, all(rows.vertices.len()), weight);
        loop {
            self.meter.work(1 + self.bound.work())?;
            let frame = &mut self.frames[depth];
            let next = frame.branches.pop().filter(|&(_, most)| weight + most >= self.wanted);
            let Some((row, _)) = next else {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                weight -= chosen.pop().map_or(0, |vertex| self.bound.weight(vertex));
                self.meter.take_back(1);
                continue;
            };
            self.meter.node()?;
            remove(&mut frame.candidates, row as usize);
            let vertex = rows.vertices[row as usize];
            chosen.push(vertex);
            weight += self.bound.weight(vertex);
            if self.found(&chosen, weight, report).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !self.is_complete(weight) && self.descend(depth, rows, row, weight) {
                depth += 1;
            } else {
                chosen.pop();
                weight -= self.bound.weight(vertex);
                self.meter.take_back(1);
            }
        }
    }

    /// Whether cliques of this weight are not extended.
    pub fn is_complete(&self, weight: u64) -> bool {
        B::IS_EXACT && self.wish != Wish::Best && weight >= self.wanted
    }

    /// Reports a clique if it has the wanted weight.
    pub fn found(
        &mut self,
        clique: &[u32],
        weight: u64,
        report: &mut CliqueReport<'_>,
    ) -> ControlFlow<()> {
        if weight < self.wanted {
            return ControlFlow::Continue(());
        }
        self.meter.publish();
        if self.wish == Wish::Best {
            self.wanted = weight + 1;
        }
        let asked = report(clique);
        if self.wish == Wish::One { ControlFlow::Break(()) } else { asked }
    }

    /// Opens the next frame with the vertices also compatible with a row; `false` if nothing is
    /// left to try.
    fn descend(&mut self, depth: usize, rows: &CompatibleRows, row: u32, weight: u64) -> bool {
        // Reuses the buffers of the frame that was there before.
        let below = self.frames.get_mut(depth + 1);
        let mut candidates = below.map_or_else(Vec::new, |below| take(&mut below.candidates));
        candidates.clear();
        let pairs = self.frames[depth].candidates.iter().zip(rows.row(row));
        candidates.extend(pairs.map(|(candidate, near)| candidate & near));
        self.enter(depth + 1, rows, candidates, weight)
    }

    /// Opens a frame; `false` if nothing is left to try.
    fn enter(
        &mut self,
        depth: usize,
        rows: &CompatibleRows,
        candidates: Vec<u64>,
        weight: u64,
    ) -> bool {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, CliqueFrame::default);
        }
        let frame = &mut self.frames[depth];
        frame.candidates = candidates;
        let needed = self.wanted.saturating_sub(weight);
        self.bound.branches(rows, &frame.candidates, needed, &mut frame.branches);
        !frame.branches.is_empty()
    }
}
