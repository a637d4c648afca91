//! The input of a method besides the model: its run, the user's options, and its solvers.

use std::{num::NonZeroUsize, ops::Deref, sync::Arc, thread};

use rayon::ThreadPoolBuilder;

use super::{MethodError, MethodOptions, portfolio::PortfolioTurns};
use crate::{
    checkpoint::Checkpoint,
    limits::{Limits, Reason},
    memory,
    run::Run,
    solvers::{process::Started, recording::Record},
};

/// Address space of a thread, which the system may limit, including what the allocator reserves in
/// advance.
const A_THREAD: u64 = 64 << 20;

/// A run of a method, with data that only methods need. It can be used as a `Run`.
#[derive(Debug, Clone)]
pub struct Context {
    /// The run.
    pub run: Run,
    /// The user's options for the method.
    pub options: MethodOptions,
    /// The external solver process, while there is one.
    pub program: Started,
    /// The turns that methods of a portfolio took.
    pub turns: PortfolioTurns,
    /// Where a SAT method leaves the formula or the proof of its "no", if wanted.
    pub refutation: Option<Record>,
    /// Where the parts of a count are kept, if wanted.
    pub checkpoint: Option<Arc<Checkpoint>>,
    /// The part of a count that is to be done, if not all of it.
    pub part: Option<WorkPart>,
}

/// One part of a count whose other parts other processes do: it takes every `parts`-th unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPart {
    /// The index of the part, from 0.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
    /// How deep the count is divided into units.
    pub depth: u32,
}

impl WorkPart {
    /// Whether a unit belongs to it.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        unit % self.parts == self.part
    }
}

impl Context {
    /// A run that starts now.
    #[must_use]
    pub fn new(limits: Limits, seed: u64, options: MethodOptions) -> Self {
        Self {
            run: Run::new(limits, seed),
            options,
            program: Started::default(),
            turns: PortfolioTurns::default(),
            refutation: None,
            checkpoint: None,
            part: None,
        }
    }

    /// Whether the formula of a "no" is wanted.
    #[must_use]
    pub fn keeps_formulas(&self) -> bool {
        self.refutation.as_ref().is_some_and(Record::keeps_formulas)
    }

    /// The number of threads of a method: as many as requested, or as the machine has cores;
    /// one with a node limit, since only one thread can keep it exactly.
    #[must_use]
    pub fn threads(&self) -> usize {
        if self.limits.nodes.is_some() {
            return 1;
        }
        let all = || {
            let all = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let room = memory::left().map_or(usize::MAX, |left| (left / A_THREAD) as usize);
            all.min(room).max(1)
        };
        self.options.threads.map_or_else(all, NonZeroUsize::get)
    }

    /// The number of threads on which the methods of a portfolio look for one witness in parallel:
    /// as many as requested, by default one; one with a node limit.
    #[must_use]
    pub fn threads_for_one(&self) -> usize {
        // A browser has no threads.
        if self.limits.nodes.is_some() || cfg!(target_family = "wasm") {
            return 1;
        }
        self.options.threads.map_or(1, NonZeroUsize::get)
    }

    /// Refuses `--threads` if threads would have nothing to do.
    ///
    /// # Errors
    /// [`MethodError::Threads`] with the task that does not run in parallel.
    pub fn without_threads(&self, what: &'static str) -> Result<(), MethodError> {
        match self.options.threads {
            Some(threads) if threads.get() > 1 => Err(MethodError::Threads { what }),
            _ => Ok(()),
        }
    }

    /// Runs `work` with [`Context::threads`] threads for rayon's parallel iterators.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if the threads cannot be started.
    pub fn side_by_side<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Reason> {
        // A browser has no threads; rayon then does everything on the current one. The same holds
        // for a single thread.
        let is_there = || self.threads() == 1 && is_alone();
        if cfg!(target_family = "wasm") || is_there() {
            return Ok(work());
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.threads()).build();
        Ok(pool.map_err(|_| Reason::MemoryLimit)?.install(work))
    }

    /// The same run for a method that gives up after this much work.
    #[must_use]
    pub fn within(&self, share: u64) -> Self {
        Self { run: self.run.within(share), ..self.clone() }
    }

    /// The same run with its own counters and stop flag: for one of several threads.
    #[must_use]
    pub fn apart(&self) -> Self {
        let refutation = self.refutation.as_ref().map(Record::apart);
        Self { run: self.run.apart(), refutation, ..self.clone() }
    }

    /// The same with unread counters: for work outside the answer.
    #[must_use]
    pub fn aside(&self) -> Self {
        Self { run: self.run.aside(), ..self.clone() }
    }
}

/// Whether rayon has only this thread here.
fn is_alone() -> bool {
    rayon::current_thread_index().is_some() && rayon::current_num_threads() == 1
}

impl Deref for Context {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}
