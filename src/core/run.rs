//! One run: its limits and seed, how to stop it, and the counters it raises; the ground of all work.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use web_time::Instant;

use crate::{
    limits::{Limits, Reason, StopFlag},
    memory,
    statistics::{Counter, Counters, Parts},
};

/// One run of a method, or of other work: its limits, its seed, and the counters it raises.
#[derive(Debug, Clone)]
pub struct Run {
    /// The limits.
    pub limits: Limits,
    /// The seed of every random choice.
    pub seed: u64,
    /// The counters.
    pub counters: Arc<Counters>,
    /// The solutions that a count had come to when it was stopped, if the method knows.
    pub counted: Arc<Counter>,
    /// Of what is minimised: a value that no solution is below, as far as the method has shown.
    pub lower_bound: Arc<Counter>,
    /// How far a method is that knows its parts beforehand.
    pub parts: Arc<Parts>,
    /// Stops the run from outside.
    pub stop: StopFlag,
    share: Option<WorkShare>,
    started: Instant,
    encode_nanoseconds: Arc<AtomicU64>,
}

/// The work that a method may take in its turn.
#[derive(Debug, Clone)]
struct WorkShare {
    work: u64,
    used_up: Arc<AtomicBool>,
}

impl Run {
    /// A run that starts now.
    #[must_use]
    pub fn new(limits: Limits, seed: u64) -> Self {
        Self {
            limits,
            seed,
            counters: Arc::default(),
            counted: Arc::default(),
            lower_bound: Arc::default(),
            parts: Arc::default(),
            stop: StopFlag::default(),
            share: None,
            started: Instant::now(),
            encode_nanoseconds: Arc::default(),
        }
    }

    /// The same run with counters that no one reads: for work beside the answer.
    #[must_use]
    pub fn aside(&self) -> Self {
        let (counted, lower_bound) = (Arc::default(), Arc::default());
        let (counters, parts) = (Arc::default(), Arc::default());
        Self { counters, counted, lower_bound, parts, ..self.clone() }
    }

    /// A run of the same limits and seed that is counted and stopped by itself: what one of several
    /// threads does.
    #[must_use]
    pub fn apart(&self) -> Self {
        let stop = StopFlag::default();
        Self { stop, encode_nanoseconds: Arc::default(), ..self.aside() }
    }

    /// The same run for work that gives up after so much.
    #[must_use]
    pub fn within(&self, work: u64) -> Self {
        let used_up = Arc::default();
        Self { share: Some(WorkShare { work, used_up }), ..self.clone() }
    }

    /// The work after which a method gives up, where others take turns with it: nodes, and work
    /// within them.
    #[must_use]
    pub fn share(&self) -> Option<u64> {
        self.share.as_ref().map(|share| share.work)
    }

    /// Notes that the share was used up.
    pub fn use_up_share(&self) {
        if let Some(share) = &self.share {
            share.used_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the share was used up.
    #[must_use]
    pub fn is_share_used_up(&self) -> bool {
        self.share.as_ref().is_some_and(|share| share.used_up.load(Ordering::Relaxed))
    }

    /// Time since the run started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Runs `encode` and counts its time as encoding.
    pub fn encoding<T>(&self, encode: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = encode();
        self.add_encode_time(started.elapsed());
        result
    }

    /// Counts time as encoding.
    pub fn add_encode_time(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.encode_nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Time spent on building graphs and clauses.
    #[must_use]
    pub fn encode_time(&self) -> Duration {
        Duration::from_nanos(self.encode_nanoseconds.load(Ordering::Relaxed))
    }

    /// Whether to go on. Cheap, but not free: call it about every 1,024 nodes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn poll(&self) -> Result<(), Reason> {
        if self.limits.time.is_some_and(|limit| self.elapsed() >= limit) {
            self.stop.stop(Reason::TimeLimit);
        }
        self.stop.reason().map_or(Ok(()), Err)
    }

    /// Counts one node and polls; for methods whose nodes take long.
    ///
    /// # Errors
    /// The reason to stop: the node would be one too many, or [`Run::poll`] says so.
    pub fn node(&self) -> Result<(), Reason> {
        self.nodes(1)
    }

    /// Counts nodes that come together, up to the limit at most, and polls.
    ///
    /// # Errors
    /// As [`Run::node`].
    pub fn nodes(&self, nodes: u64) -> Result<(), Reason> {
        if let Some(limit) = self.limits.nodes {
            let left = limit.saturating_sub(self.counters.nodes.get());
            if nodes > left {
                self.counters.nodes.add(left);
                return Err(Reason::NodeLimit);
            }
        }
        self.counters.nodes.add(nodes);
        self.poll()
    }

    /// Asks for memory before it is allocated.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if the limit, or one of the system (`ulimit -v`), has no room for this
    /// many bytes more.
    pub fn reserve(&self, bytes: u64) -> Result<(), Reason> {
        let is_small = bytes < 1 << 20;
        if is_small || memory::has_room(bytes, self.limits.memory) {
            Ok(())
        } else {
            Err(Reason::MemoryLimit)
        }
    }
}
