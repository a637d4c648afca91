//! `native:warnsdorff`: Warnsdorff's rule with Roth's tie-break, backtracking only if stuck.

use std::ops::ControlFlow;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::Lattice,
    model::{Model, Witness},
};

use super::{
    dfs::depth_first,
    order::{Heuristic, MoveOrder},
};
use crate::methods::{Ending, Found, Goal, Method, MethodError, Run};

/// Warnsdorff's rule (1823) with Roth's tie-break: go where the fewest moves lead on, among
/// those to the square farthest from the centre.
///
/// On a board of single steps the first descent is greedy, on a padded flat array: O(n)
/// time, 6 bytes a square. Only if it gets stuck, or a closed tour, a given move or all
/// tours are asked for, the same order is searched depth first, with backtracking.
pub struct Warnsdorff;

impl Method for Warnsdorff {
    fn name(&self) -> &'static str {
        "native:warnsdorff"
    }

    fn summary(&self) -> &'static str {
        "Warnsdorff's rule with Roth's tie-break, backtracking only if stuck"
    }

    fn supports(&self, model: &Model, _goal: Goal) -> bool {
        model.as_hamiltonian().is_some_and(|model| model.lattice().is_some())
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        let Model::Hamiltonian(model) = model;
        if goal == Goal::First
            && !model.closed
            && model.end.is_none()
            && model.given.is_empty()
            && let Some(lattice) = model.lattice()
            && lattice.steps().iter().all(|step| !step.repeats)
            && lattice.steps().len() <= 64
        {
            if let Err(reason) =
                run.reserve(8 * u64::from(lattice.rows()) * u64::from(lattice.columns()))
            {
                return Ok(reason.into());
            }
            match greedy(model, lattice, run) {
                Ok(Some(path)) => {
                    return Ok(match found(Witness::Path(path)) {
                        ControlFlow::Break(()) => Ending::Enough,
                        ControlFlow::Continue(()) => Ending::Exhausted,
                    });
                }
                Ok(None) => {}
                Err(ending) => return Ok(ending),
            }
        }
        let order = MoveOrder { heuristic: Heuristic::Roth, offsets: Vec::new() };
        depth_first(model, &order, goal, run, found)
    }
}

/// How many starts are tried greedily when any start will do.
const GREEDY_STARTS: u32 = 16;

/// Descends from the start, or from a few, without taking back; `None` if always stuck.
fn greedy(model: &Hamiltonian, lattice: &Lattice, run: &Run) -> Result<Option<Vec<u32>>, Ending> {
    let starts: Vec<u32> = match model.start {
        Some(start) => vec![start],
        None => (0..model.vertices().min(GREEDY_STARTS)).collect(),
    };
    let padded = Padded::new(lattice);
    for start in starts {
        run.counters.attempts.add(1);
        if let Some(path) = padded.clone().descend(lattice, start, run)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// The board with a margin as wide as the longest step, so that no step needs a check.
#[derive(Clone)]
struct Padded {
    width: usize,
    margin: usize,
    /// Free squares one step away; [`TAKEN`] is added to taken squares and the margin.
    onward: Vec<u8>,
    steps: Vec<isize>,
}

/// Greater than any number of steps.
const TAKEN: u8 = 128;

impl Padded {
    fn new(lattice: &Lattice) -> Self {
        let longest = |step: &satranj_encodings::lattice::Step| {
            step.rows.unsigned_abs().max(step.columns.unsigned_abs())
        };
        let margin = lattice.steps().iter().map(longest).max().unwrap_or(0) as usize;
        let margin = margin.min(lattice.rows().max(lattice.columns()) as usize);
        let width = lattice.columns() as usize + 2 * margin;
        let height = lattice.rows() as usize + 2 * margin;
        // Steps longer than the board lead nowhere, and would lead out of the margin.
        let fits = |step: &&satranj_encodings::lattice::Step| {
            step.rows.unsigned_abs() < lattice.rows()
                && step.columns.unsigned_abs() < lattice.columns()
        };
        let steps: Vec<isize> = lattice
            .steps()
            .iter()
            .filter(fits)
            .map(|step| step.rows as isize * width as isize + step.columns as isize)
            .collect();
        let mut onward = vec![TAKEN; width * height];
        for vertex in 0..lattice.vertices() {
            let (row, column) = lattice.position(vertex);
            onward[(row as usize + margin) * width + column as usize + margin] = 0;
        }
        let free: Vec<usize> = (0..onward.len()).filter(|&cell| onward[cell] < TAKEN).collect();
        for cell in free {
            let reached = |step: &&isize| onward[cell.wrapping_add_signed(**step)] < TAKEN;
            onward[cell] = steps.iter().filter(reached).count() as u8;
        }
        Self { width, margin, onward, steps }
    }

    fn descend(
        mut self,
        lattice: &Lattice,
        start: u32,
        run: &Run,
    ) -> Result<Option<Vec<u32>>, Ending> {
        let n = lattice.vertices() as usize;
        let (row, column) = lattice.position(start);
        let mut cell = (row as usize + self.margin) * self.width + column as usize + self.margin;
        let mut path = Vec::with_capacity(n);
        let node_limit = run.limits.nodes.unwrap_or(u64::MAX);
        let before = run.counters.nodes.get();
        loop {
            let (row, column) = (cell / self.width - self.margin, cell % self.width - self.margin);
            // Only free squares are entered, and each is a vertex.
            path.extend(lattice.vertex(row as u32, column as u32));
            let nodes = before + path.len() as u64;
            if path.len() == n {
                run.counters.nodes.set(nodes);
                return Ok(Some(path));
            }
            if nodes.is_multiple_of(8192) || nodes >= node_limit {
                run.counters.nodes.set(nodes);
                if nodes >= node_limit {
                    return Err(crate::limits::Reason::NodeLimit.into());
                }
                run.poll().map_err(Ending::from)?;
            }
            match self.step(lattice, cell) {
                Some(next) => cell = next,
                None => {
                    run.counters.nodes.set(nodes);
                    return Ok(None);
                }
            }
        }
    }

    /// Takes a square and finds the next one: fewest onward moves, farthest from the centre.
    fn step(&mut self, lattice: &Lattice, cell: usize) -> Option<usize> {
        self.onward[cell] |= TAKEN;
        let mut best: Option<(u8, u64, usize)> = None;
        for &step in &self.steps {
            let other = cell.wrapping_add_signed(step);
            let onward = self.onward[other];
            if onward >= TAKEN {
                continue;
            }
            let onward = onward - 1;
            self.onward[other] = onward;
            let tied = match best {
                Some((fewest, ..)) if onward > fewest => continue,
                Some((fewest, ..)) => onward == fewest,
                None => false,
            };
            let far = self.from_centre(lattice, other);
            if !tied || best.is_none_or(|(_, farthest, _)| far > farthest) {
                best = Some((onward, far, other));
            }
        }
        best.map(|(_, _, other)| other)
    }

    fn from_centre(&self, lattice: &Lattice, cell: usize) -> u64 {
        let row = (cell / self.width - self.margin) as u32;
        let column = (cell % self.width - self.margin) as u32;
        let far = |at: u32, size: u32| u64::from((2 * at).abs_diff(size - 1)).pow(2);
        far(row, lattice.rows()) + far(column, lattice.columns())
    }
}
