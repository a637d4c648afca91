//! The cost of a part of a job on this machine, estimated from a few of its units.

use std::{ops::ControlFlow, time::Duration};

use rand::seq::index::sample;
use rustsat::types::Lit;

use super::{CubeJob, DividedJob, refuting::SPLIT_ABOVE};
use crate::{
    documents::text::{counted, grouped, seconds},
    limits::{Limits, Reason},
    memory,
    methods::{Context, MethodOptions, WorkPart},
    processor_time::ProcessorClock,
    proofs::cubes::{check_cube, numbers},
    random,
    run::Run,
    solvers::proof::{BoundedProof, DratSyntax, Proved, prove},
};

/// The processor time of an estimate, if a unit takes less.
const BUDGET: Duration = Duration::from_secs(1);

/// The time limit for the first unit and the work before it.
const FIRST: Duration = Duration::from_secs(3);

/// The factor by which each try has more units than the one before.
const GROWTH: u64 = 4;

/// With fewer units all may be small by chance.
const ENOUGH: u64 = 16;

/// The most cubes that are tried.
const MOST_CUBES: usize = 1000;

/// The cost of a part: an order of magnitude, as units differ, and the machine does other work too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartEstimate {
    /// Seconds of processor time.
    seconds: EstimatedSeconds,
    /// The number of units done.
    units: u64,
    /// The most resident memory of the process that did them.
    memory: u64,
}

/// The time of a part, and its certainty.
#[derive(Debug, Clone, Copy, PartialEq)]
enum EstimatedSeconds {
    About(f64),
    /// An upper bound: it includes the work before the units, which was not measured separately.
    AtMost(f64),
    /// No unit was finished in this time.
    MoreThan(f64),
}

/// A try: the number of units, and the seconds.
type Try = (u64, f64);

impl PartEstimate {
    /// The cost of parts of this many units, from the smallest and the largest try. Every part may
    /// begin with the same work, which a try does once.
    fn of(((few, short), (many, long)): (Try, Try), of_part: f64) -> Self {
        let of_unit = if many > few {
            ((long - short) / (many - few) as f64).max(0.0)
        } else {
            long / many.max(1) as f64
        };
        let before = (short - of_unit * few as f64).max(0.0);
        let time = before + of_unit * of_part;
        let is_most = many == few && (many as f64) < of_part;
        let seconds = if is_most { EstimatedSeconds::AtMost } else { EstimatedSeconds::About };
        Self { seconds: seconds(time), units: many, memory: memory::peak() }
    }

    /// No unit was finished in this time.
    fn none_in(spent: f64) -> Self {
        let seconds = EstimatedSeconds::MoreThan(spent);
        Self { seconds, units: 0, memory: memory::peak() }
    }

    /// The estimate in a sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        let units = counted(self.units, "unit");
        let (about, time, basis) = match self.seconds {
            EstimatedSeconds::About(time) if self.units < ENOUGH => ("very roughly", time, units),
            EstimatedSeconds::About(time) => ("in the order of", time, units),
            EstimatedSeconds::AtMost(time) => ("at most about", time, units),
            EstimatedSeconds::MoreThan(time) => {
                ("more than", time, "a unit that was not finished".into())
            }
        };
        let (time, memory) = (seconds(time), grouped(self.memory.div_ceil(1 << 20)));
        format!(
            "a part takes {about} {time} of processor time and {memory} MiB of memory on this \
             machine, estimated from {basis}"
        )
    }
}

/// A run that ends after this time.
fn within(time: Duration, run: &Run) -> Run {
    let limits = Limits { time: Some(time), memory: run.limits.memory, ..Limits::default() };
    Run::new(limits, random::DEFAULT_SEED)
}

impl DividedJob {
    /// The cost of a part: growing numbers of units, spread over all, are counted on one thread.
    #[must_use]
    pub fn estimate(&self, run: &Run) -> PartEstimate {
        let split = &self.document.split;
        let of_part = split.units as f64 / self.document.parts as f64;
        let threads = Some(std::num::NonZeroUsize::MIN);
        let options = MethodOptions { threads, ..MethodOptions::default() };
        let (mut chance, all) = (random::generator(random::DEFAULT_SEED), ProcessorClock::start());
        let (mut tries, mut wanted, mut time) = (None, 1, FIRST);
        // One try does not separate the units from the work before them.
        while all.seconds() * (GROWTH as f64) < BUDGET.as_secs_f64() || wanted <= GROWTH {
            let parts = (split.units / wanted).max(1);
            let part = sample(&mut chance, parts as usize, 1).index(0) as u64;
            let part = WorkPart { part, parts, depth: split.depth };
            let units = (part.part..split.units).step_by(parts as usize).count() as u64;
            let (run, clock) = (within(time, run), ProcessorClock::start());
            let new = Context::new(Limits::default(), random::DEFAULT_SEED, options.clone());
            let counted = self.count_part(part, &Context { run: run.clone(), ..new });
            let done = (units, clock.seconds());
            if counted.is_ok() {
                tries = Some((tries.map_or(done, |(first, _)| first), done));
            } else if tries.is_none() {
                return PartEstimate::none_in(done.1);
            }
            if counted.is_err() || parts == 1 {
                break;
            }
            // Otherwise a try that consists mostly of the work before them would not show the time
            // of the units.
            time = FIRST.max(run.elapsed().saturating_mul(6));
            wanted *= GROWTH;
        }
        PartEstimate::of(tries.unwrap_or_default(), of_part)
    }
}

impl CubeJob {
    /// The cost of a part: random cubes are refuted and their proofs checked; `None` if one of them
    /// has a solution.
    #[must_use]
    pub fn estimate(&self, run: &Run) -> Option<PartEstimate> {
        let (all, clock) = (self.cubes.cubes.len(), ProcessorClock::start());
        let (mut done, mut spent) = (0, 0.0);
        for index in sample(&mut random::generator(random::DEFAULT_SEED), all, all.min(MOST_CUBES))
        {
            match self.refute_once(&self.cubes.cubes[index], &within(FIRST, run)) {
                Ok(ControlFlow::Continue(())) => done += 1,
                Ok(ControlFlow::Break(())) => return None,
                Err(_) if done == 0 => return Some(PartEstimate::none_in(clock.seconds())),
                Err(_) => break,
            }
            spent = clock.seconds();
            if spent > BUDGET.as_secs_f64() {
                break;
            }
        }
        let of_part = all as f64 / self.document.parts as f64;
        Some(PartEstimate::of(((0, 0.0), (done, spent)), of_part))
    }

    /// Refutes a cube and checks the proof; breaks if the cube has a solution.
    fn refute_once(&self, cube: &[Lit], run: &Run) -> Result<ControlFlow<()>, Reason> {
        let mut proof = BoundedProof::new(SPLIT_ABOVE);
        let clauses = self.formula.iter().chain(cube.chunks(1));
        let poll = || run.poll();
        match prove(clauses, DratSyntax::Text, &poll, &mut proof) {
            Ok(Proved::Unsatisfiable(_)) => {}
            Ok(Proved::Satisfiable(_)) => return Ok(ControlFlow::Break(())),
            Ok(Proved::Stopped(reason)) => return Err(reason),
            Err(_) => return Err(Reason::MemoryLimit),
        }
        let permit = |bytes| run.permit(bytes);
        let checked = check_cube(&self.formula, &numbers(cube), &proof.bytes[..], &permit);
        checked.map(|_| ControlFlow::Continue(())).map_err(|_| Reason::TimeLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_has_what_every_part_begins_with_once() {
        let seconds = |first, last, of_part| match PartEstimate::of((first, last), of_part).seconds
        {
            EstimatedSeconds::About(time) | EstimatedSeconds::AtMost(time) => time,
            EstimatedSeconds::MoreThan(_) => f64::NAN,
        };
        // 1 s before the units, and 0.5 s for each.
        assert!((seconds((1, 1.5), (4, 3.0), 10.0) - 6.0).abs() < 1e-9);
        assert!((seconds((2, 3.0), (2, 3.0), 10.0) - 15.0).abs() < 1e-9);
        // The clock may measure less for more units.
        assert!((seconds((1, 2.0), (4, 1.0), 10.0) - 2.0).abs() < 1e-9);
        assert!(PartEstimate::none_in(0.5).describe().contains("more than 500.0 ms"));
    }
}
