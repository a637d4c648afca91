//! One run: its limits, its seed, its counters, and how to stop it; the base of all work.

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

/// Nanoseconds between two checks of the memory: asking the system takes about 5 µs.
const LOOK_EVERY: u64 = 2_000_000;

/// One run of a method, or of other work: its limits, its seed, and the counters it raises.
#[derive(Debug, Clone)]
pub struct Run {
    /// The limits.
    pub limits: Limits,
    /// The seed of every random choice.
    pub seed: u64,
    /// The counters.
    pub counters: Arc<Counters>,
    /// The solutions counted before an early stop, if the method knows their number.
    pub counted: Arc<Counter>,
    /// When minimising: a lower bound proved so far.
    pub lower_bound: Arc<Counter>,
    /// When minimising: the cost of the best solution so far; 0 without one.
    pub incumbent: Arc<Counter>,
    /// Progress of a method that knows its parts in advance.
    pub parts: Arc<Parts>,
    /// Stops the run from outside.
    pub stop: StopFlag,
    share: Option<WorkShare>,
    started: Instant,
    /// When to check the memory next, in nanoseconds since the start; shared by all threads of a run.
    next_look: Arc<AtomicU64>,
    encode_nanoseconds: Arc<AtomicU64>,
}

/// The budget of work in a method's turn.
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
            incumbent: Arc::default(),
            parts: Arc::default(),
            stop: StopFlag::default(),
            share: None,
            started: Instant::now(),
            next_look: Arc::default(),
            encode_nanoseconds: Arc::default(),
        }
    }

    /// The same run with counters that nobody reads: for work outside the answer.
    #[must_use]
    pub fn aside(&self) -> Self {
        let (counted, lower_bound, incumbent) = Default::default();
        let (counters, parts) = (Arc::default(), Arc::default());
        Self { counters, counted, lower_bound, incumbent, parts, ..self.clone() }
    }

    /// A run with the same limits and seed, but its own counters and stop flag: for one of several
    /// threads.
    #[must_use]
    pub fn apart(&self) -> Self {
        let stop = StopFlag::default();
        Self { stop, encode_nanoseconds: Arc::default(), ..self.aside() }
    }

    /// The same run for work that gives up after this budget.
    #[must_use]
    pub fn within(&self, work: u64) -> Self {
        let used_up = Arc::default();
        Self { share: Some(WorkShare { work, used_up }), ..self.clone() }
    }

    /// The budget after which a method gives up in a portfolio, in nodes and work inside nodes.
    #[must_use]
    pub fn share(&self) -> Option<u64> {
        self.share.as_ref().map(|share| share.work)
    }

    /// Notes that the budget was used up.
    pub fn use_up_share(&self) {
        if let Some(share) = &self.share {
            share.used_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the budget was used up.
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

    /// Builds something of this many bytes, for example a graph, and counts its time as encoding.
    ///
    /// # Errors
    /// As [`Run::permit`].
    pub fn building<T>(&self, bytes: u64, build: impl FnOnce() -> T) -> Result<T, Reason> {
        self.permit(bytes)?;
        let built = self.encoding(build);
        self.poll()?;
        Ok(built)
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

    /// Whether to go on. Cheap, but not free: call it about every 1,024 nodes. It checks the memory of
    /// the process every two milliseconds, so that no method has to predict how much it takes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn poll(&self) -> Result<(), Reason> {
        if self.limits.time.is_some() || self.limits.memory.is_some() {
            let elapsed = self.elapsed();
            if self.limits.time.is_some_and(|limit| elapsed >= limit) {
                self.stop.stop(Reason::TimeLimit);
            }
            if self.limits.memory.is_some() && self.is_time_to_look(elapsed) {
                self.look_at_memory();
            }
        }
        if self.is_close_enough() {
            self.stop.stop(Reason::CloseEnough);
        }
        self.stop.reason().map_or(Ok(()), Err)
    }

    /// Whether the best solution so far costs as little as the limits ask for, but is not known to be
    /// the best.
    #[must_use]
    pub fn is_close_enough(&self) -> bool {
        self.limits.suboptimal.is_some_and(|factor| {
            let (cost, least) = (self.incumbent.get(), self.lower_bound.get());
            cost > least && factor.allows(cost, least)
        })
    }

    /// Whether no thread has checked the memory for [`LOOK_EVERY`] nanoseconds.
    fn is_time_to_look(&self, elapsed: Duration) -> bool {
        let now = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        let is_time = now >= self.next_look.load(Ordering::Relaxed);
        if is_time {
            self.next_look.store(now.saturating_add(LOOK_EVERY), Ordering::Relaxed);
        }
        is_time
    }

    /// Stops the run if the process takes more memory than allowed.
    #[cold]
    fn look_at_memory(&self) {
        if memory::is_exhausted(self.limits.memory) {
            self.stop.stop(Reason::MemoryLimit);
        }
    }

    /// Counts one node and polls; for methods whose nodes take long.
    ///
    /// # Errors
    /// The reason to stop: the node would exceed the limit, or that of [`Run::poll`].
    pub fn node(&self) -> Result<(), Reason> {
        self.nodes(1)
    }

    /// Counts several nodes at once, at most up to the limit, and polls.
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

    /// Asks for much memory at once: for a table of a known size, or for something built without a
    /// poll. [`Run::poll`] sees growth in small steps.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if the limit, or a system limit (`ulimit -v`), does not allow this
    /// many more bytes; the run is not stopped.
    pub fn reserve(&self, bytes: u64) -> Result<(), Reason> {
        let is_small = bytes < 1 << 20;
        if is_small || memory::has_room(bytes, self.limits.memory) {
            Ok(())
        } else {
            Err(Reason::MemoryLimit)
        }
    }

    /// Polls, and reserves.
    ///
    /// # Errors
    /// As [`Run::poll`] and [`Run::reserve`].
    pub fn permit(&self, bytes: u64) -> Result<(), Reason> {
        self.poll()?;
        self.reserve(bytes)
    }

    /// Polls while arrays grow. A full array is copied to one of twice its size, and the limits must
    /// allow both. `granted` is the size up to which they may grow, at first 0.
    ///
    /// # Errors
    /// As [`Run::permit`].
    pub fn grown(&self, bytes: u64, granted: &mut u64) -> Result<(), Reason> {
        if bytes < *granted {
            return self.poll();
        }
        *granted = bytes.max(1 << 19).saturating_mul(2);
        self.permit(bytes)?;
        memory::left().filter(|&left| left <= *granted).map_or(Ok(()), |_| Err(Reason::MemoryLimit))
    }
}
