//! All that a method is given besides the model: its run, what the user chose, and its solvers.

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

/// What a thread takes of the addresses that the system may limit, with what the allocator takes
/// for it in advance.
const A_THREAD: u64 = 64 << 20;

/// A run of a method, with what only methods need. What takes a `Run` takes this too.
#[derive(Debug, Clone)]
pub struct Context {
    /// The run.
    pub run: Run,
    /// What the user chose about the method.
    pub options: MethodOptions,
    /// The program that decides a formula, while there is one.
    pub program: Started,
    /// The turns that methods of a portfolio took.
    pub turns: PortfolioTurns,
    /// Where the formula of a SAT method's "no" is left, if somebody wants it.
    pub refutation: Option<Record>,
    /// Where the parts of a count are kept, if somebody wants them.
    pub checkpoint: Option<Arc<Checkpoint>>,
    /// The part of a count that is to be done, if not all of it.
    pub part: Option<WorkPart>,
}

/// One part of a count of which other processes do the others: it takes every `parts`-th unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPart {
    /// Which, from 0.
    pub part: u64,
    /// How many there are.
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

    /// On how many threads a method works side by side: as many as were asked for, or as the
    /// machine has cores; one where nodes are limited, for only one can keep to that exactly.
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

    /// On how many threads the methods of a portfolio look for one witness side by side: as many
    /// as were asked for, and else one; one too where nodes are limited.
    #[must_use]
    pub fn threads_for_one(&self) -> usize {
        // A browser has none.
        if self.limits.nodes.is_some() || cfg!(target_family = "wasm") {
            return 1;
        }
        self.options.threads.map_or(1, NonZeroUsize::get)
    }

    /// Refuses threads that would have nothing to do.
    ///
    /// # Errors
    /// [`MethodError::Threads`] with what is not done side by side.
    pub fn without_threads(&self, what: &'static str) -> Result<(), MethodError> {
        match self.options.threads {
            Some(threads) if threads.get() > 1 => Err(MethodError::Threads { what }),
            _ => Ok(()),
        }
    }

    /// Works where rayon's parallel iterators use [`Context::threads`] threads.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if the threads cannot be started.
    pub fn side_by_side<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Reason> {
        // A browser has none; rayon then does all on the thread that is there. So it does where it
        // has one only.
        let is_there = || self.threads() == 1 && is_alone();
        if cfg!(target_family = "wasm") || is_there() {
            return Ok(work());
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.threads()).build();
        Ok(pool.map_err(|_| Reason::MemoryLimit)?.install(work))
    }

    /// The same run for a method that gives up after so much work.
    #[must_use]
    pub fn within(&self, share: u64) -> Self {
        Self { run: self.run.within(share), ..self.clone() }
    }

    /// The same run counted and stopped by itself: what one of several threads does.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { run: self.run.apart(), ..self.clone() }
    }

    /// The same with counters that no one reads: for work beside the answer.
    #[must_use]
    pub fn aside(&self) -> Self {
        Self { run: self.run.aside(), ..self.clone() }
    }
}

/// Whether this is the only thread that rayon has for what is done here.
fn is_alone() -> bool {
    rayon::current_thread_index().is_some() && rayon::current_num_threads() == 1
}

impl Deref for Context {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}
