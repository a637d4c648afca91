//! The branch and bound: one vertex after another, each left out once it was tried.

use std::ops::ControlFlow;

use super::{colours::ColourClasses, rows::CompatibleRows};
use crate::{limits::Reason, methods::meter::Meter};

/// Words of bits that are looked at in a unit of work.
const WORDS_A_STEP: u64 = 128;

/// Which cliques are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Ever larger ones.
    Largest,
    /// One of so many vertices.
    One(u32),
    /// All of so many vertices.
    All(u32),
}

/// Takes what is found, and says whether to go on.
pub type CliqueReport<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// What may be taken at one depth, and which vertices are to be tried, the last first.
#[derive(Default)]
struct CliqueFrame {
    candidates: Vec<u64>,
    /// With the number of their colour, in rising order of that.
    branches: Vec<(u32, u32)>,
}

/// A search through one or several matrices.
pub struct CliqueSearch<'a> {
    wish: Wish,
    /// How many vertices are wanted next.
    wanted: u32,
    is_done: bool,
    meter: Meter<'a>,
    colours: ColourClasses,
    frames: Vec<CliqueFrame>,
}

impl<'a> CliqueSearch<'a> {
    /// A search that has found nothing yet.
    pub fn new(wish: Wish, meter: Meter<'a>) -> Self {
        let wanted = match wish {
            Wish::Largest => 0,
            Wish::One(count) | Wish::All(count) => count,
        };
        let (colours, frames) = (ColourClasses::default(), Vec::new());
        Self { wish, wanted, is_done: false, meter, colours, frames }
    }

    /// How many vertices the next clique has at least.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// Whether nothing more is asked for.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether only the empty clique is asked for.
    pub fn is_trivial(&self) -> bool {
        self.wanted == 0
    }

    /// Begins with a clique that is known.
    pub fn begin(&mut self, known: &[u32], report: &mut CliqueReport<'_>) -> ControlFlow<()> {
        match self.wish {
            Wish::Largest => {
                self.wanted = known.len() as u32 + 1;
                report(known)
            }
            Wish::One(count) => match known.get(..count as usize) {
                Some(enough) => {
                    self.is_done = true;
                    report(enough)
                }
                None => ControlFlow::Continue(()),
            },
            Wish::All(_) => ControlFlow::Continue(()),
        }
    }

    /// Looks for cliques of a matrix, with vertices outside of it that go with all of it.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(
        &mut self,
        rows: &CompatibleRows,
        with: &[u32],
        report: &mut CliqueReport<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        let mut chosen: Vec<u32> = Vec::new();
        let size = |chosen: &Vec<u32>| (with.len() + chosen.len()) as u32;
        let told = |chosen: &Vec<u32>| -> Vec<u32> {
            let inside = chosen.iter().map(|&row| rows.vertices[row as usize]);
            with.iter().copied().chain(inside).collect()
        };
        if size(&chosen) == self.wanted && self.found(&told(&chosen), report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if self.is_complete(size(&chosen)) {
            return Ok(ControlFlow::Continue(()));
        }
        self.enter(0, rows, rows.all(), size(&chosen));
        let mut depth = 0;
        loop {
            self.meter.work(1 + std::mem::take(&mut self.colours.work) / WORDS_A_STEP)?;
            let needed = self.wanted - size(&chosen).min(self.wanted);
            let frame = &mut self.frames[depth];
            let next = frame.branches.pop().filter(|&(_, colour)| colour >= needed);
            let Some((vertex, _)) = next else {
                // What is left has no more colours.
                if chosen.pop().is_none() {
                    return Ok(ControlFlow::Continue(()));
                }
                self.meter.take_back(1);
                depth -= 1;
                continue;
            };
            self.meter.node()?;
            frame.candidates[vertex as usize / 64] &= !(1 << (vertex % 64));
            chosen.push(vertex);
            if size(&chosen) == self.wanted && self.found(&told(&chosen), report).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if self.is_complete(size(&chosen)) || !self.descend(depth, rows, vertex, size(&chosen))
            {
                chosen.pop();
                self.meter.take_back(1);
            } else {
                depth += 1;
            }
        }
    }

    /// Whether cliques of this size are not to be extended.
    fn is_complete(&self, size: u32) -> bool {
        self.wish != Wish::Largest && size >= self.wanted
    }

    /// Reports a clique of the size that was wanted.
    fn found(&mut self, clique: &[u32], report: &mut CliqueReport<'_>) -> ControlFlow<()> {
        self.meter.publish();
        let asked = report(clique);
        match self.wish {
            Wish::Largest => self.wanted += 1,
            Wish::One(_) => return ControlFlow::Break(()),
            Wish::All(_) => {}
        }
        asked
    }

    /// Opens the frame below with what goes with a vertex too; `false` if that is not enough.
    fn descend(&mut self, depth: usize, rows: &CompatibleRows, vertex: u32, size: u32) -> bool {
        let mut candidates = match self.frames.get_mut(depth + 1) {
            Some(below) => std::mem::take(&mut below.candidates),
            None => Vec::new(),
        };
        candidates.clear();
        let pairs = self.frames[depth].candidates.iter().zip(rows.row(vertex));
        candidates.extend(pairs.map(|(candidate, near)| candidate & near));
        self.enter(depth + 1, rows, candidates, size)
    }

    /// Opens a frame; `false` if nothing is to be tried in it.
    fn enter(
        &mut self,
        depth: usize,
        rows: &CompatibleRows,
        candidates: Vec<u64>,
        size: u32,
    ) -> bool {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, CliqueFrame::default);
        }
        let frame = &mut self.frames[depth];
        frame.candidates = candidates;
        let needed = self.wanted - size;
        self.colours.branches(rows, &frame.candidates, needed, &mut frame.branches);
        !frame.branches.is_empty()
    }
}
