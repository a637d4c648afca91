//! `native:warnsdorff`: Warnsdorff's rule with Roth's tie-break, backtracking only if stuck.

use std::ops::ControlFlow;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::{Model, Witness},
};

use super::{
    dfs::depth_first,
    engine::Plan,
    order::{Heuristic, MoveOrder},
};
use crate::{
    limits::Reason,
    methods::{Ending, Found, Goal, Method, MethodError, Run},
};

/// Warnsdorff's rule (1823) with Roth's tie-break: go where the fewest moves lead on, among
/// those to the square farthest from the centre.
///
/// On a board of single steps the first descent is greedy, on a padded flat array: O(n)
/// time, 5 bytes a square (up to 13 where a step is nearly as long as the board). Only if
/// it gets stuck, or a closed tour, a given move or all tours are asked for, the same order
/// is searched depth first, with backtracking.
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
        let Some(model) = model.as_hamiltonian() else {
            return Err(MethodError::Unsupported(self.name()));
        };
        if goal == Goal::First
            && !model.closed
            && model.end.is_none()
            && model.given.is_empty()
            && let Some(lattice) = model.lattice()
            && lattice.steps().iter().all(|step| !step.repeats)
            && lattice.steps().len() <= 64
        {
            // The padded board, maybe a copy of it, the path, and its check.
            let (width, height) = padded_sides(lattice);
            let bytes = 2 * (width * height) as u64 + 16 * u64::from(lattice.vertices());
            if let Err(reason) = run.reserve(bytes) {
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
        depth_first(model, &order, Plan { goal, keep_closable: true }, run, found)
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
    let padded = run.encoding(|| Padded::new(lattice));
    let last = starts.len() - 1;
    for start in &starts[..last] {
        run.counters.attempts.add(1);
        if let Some(path) = padded.clone().descend(lattice, *start, run)? {
            return Ok(Some(path));
        }
    }
    run.counters.attempts.add(1);
    padded.descend(lattice, starts[last], run)
}

/// The board with a margin as wide as the longest step, so that no step needs a check.
#[derive(Clone)]
struct Padded {
    width: usize,
    /// Rows above and columns left of the board.
    margin: (usize, usize),
    /// Free squares one step away; [`TAKEN`] is added on taken squares and the margin.
    onward: Vec<u8>,
    steps: Vec<PaddedStep>,
}

/// A step by rows and columns, and by cells of the padded board.
#[derive(Clone, Copy)]
struct PaddedStep {
    rows: i32,
    columns: i32,
    cells: isize,
}

/// Greater than any number of steps.
const TAKEN: u8 = 128;

/// The steps that are not longer than the board; the others lead nowhere.
fn fitting(lattice: &Lattice) -> impl Iterator<Item = &Step> {
    lattice.steps().iter().filter(|step| {
        step.rows.unsigned_abs() < lattice.rows() && step.columns.unsigned_abs() < lattice.columns()
    })
}

/// Rows above and columns left of the board: as many as the longest step has.
fn margins(lattice: &Lattice) -> (usize, usize) {
    let longest = |length: fn(&Step) -> i32| {
        fitting(lattice).map(|step| length(step).unsigned_abs() as usize).max().unwrap_or(0)
    };
    (longest(|step| step.rows), longest(|step| step.columns))
}

/// Width and height of the padded board.
fn padded_sides(lattice: &Lattice) -> (usize, usize) {
    let margin = margins(lattice);
    (lattice.columns() as usize + 2 * margin.1, lattice.rows() as usize + 2 * margin.0)
}

impl Padded {
    fn new(lattice: &Lattice) -> Self {
        let margin = margins(lattice);
        let (width, height) = padded_sides(lattice);
        let steps: Vec<PaddedStep> = fitting(lattice)
            .map(|step| PaddedStep {
                rows: step.rows,
                columns: step.columns,
                cells: step.rows as isize * width as isize + step.columns as isize,
            })
            .collect();
        let mut padded = Self { width, margin, onward: vec![TAKEN; width * height], steps };
        for vertex in 0..lattice.vertices() {
            let cell = padded.cell(lattice.position(vertex));
            padded.onward[cell] = 0;
        }
        for vertex in 0..lattice.vertices() {
            let cell = padded.cell(lattice.position(vertex));
            let free =
                |step: &&PaddedStep| padded.onward[cell.wrapping_add_signed(step.cells)] < TAKEN;
            padded.onward[cell] = padded.steps.iter().filter(free).count() as u8;
        }
        padded
    }

    fn cell(&self, (row, column): (u32, u32)) -> usize {
        (row as usize + self.margin.0) * self.width + column as usize + self.margin.1
    }

    fn descend(
        mut self,
        lattice: &Lattice,
        start: u32,
        run: &Run,
    ) -> Result<Option<Vec<u32>>, Ending> {
        let n = lattice.vertices() as usize;
        let mut square = lattice.position(start);
        let mut path = Vec::with_capacity(n);
        let node_limit = run.limits.nodes.unwrap_or(u64::MAX);
        let before = run.counters.nodes.get();
        if before >= node_limit {
            return Err(Reason::NodeLimit.into());
        }
        loop {
            // Only free squares are entered, and each is a vertex.
            path.extend(lattice.vertex(square.0, square.1));
            let nodes = before + path.len() as u64;
            if path.len() == n {
                run.counters.nodes.set(nodes);
                return Ok(Some(path));
            }
            if nodes.is_multiple_of(8192) || nodes >= node_limit {
                run.counters.nodes.set(nodes);
                if nodes >= node_limit {
                    return Err(Reason::NodeLimit.into());
                }
                run.poll().map_err(Ending::from)?;
            }
            match self.step(lattice, square) {
                Some(next) => square = next,
                None => {
                    run.counters.nodes.set(nodes);
                    return Ok(None);
                }
            }
        }
    }

    /// Takes a square and finds the next one: fewest onward moves, farthest from the centre.
    fn step(&mut self, lattice: &Lattice, square: (u32, u32)) -> Option<(u32, u32)> {
        let cell = self.cell(square);
        self.onward[cell] |= TAKEN;
        let mut best = None;
        let mut fewest = TAKEN;
        let mut farthest = 0;
        for step in &self.steps {
            let onward = &mut self.onward[cell.wrapping_add_signed(step.cells)];
            if *onward >= TAKEN {
                continue;
            }
            *onward -= 1;
            if *onward > fewest {
                continue;
            }
            let next = (
                square.0.wrapping_add_signed(step.rows),
                square.1.wrapping_add_signed(step.columns),
            );
            let far = lattice.centre_distance(next.0, next.1);
            if *onward < fewest || far > farthest {
                (best, fewest, farthest) = (Some(next), *onward, far);
            }
        }
        best
    }
}
