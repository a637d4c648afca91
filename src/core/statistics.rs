//! What a method counts while it works, readable from another thread.

use std::sync::atomic::{AtomicU64, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Counters that a method raises and a progress line or a document reads.
        #[derive(Debug, Default)]
        pub struct Counters {
            $($(#[$doc])* pub $name: Counter,)*
        }

        /// The counters of one run as a document prints them.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct Statistics {
            $($(#[$doc])* pub $name: u64,)*
        }

        #[doc(hidden)]
        impl Statistics {
            /// The counters of two runs together.
            #[must_use]
            pub fn sum(self, other: Self) -> Self {
                Self { $($name: self.$name.saturating_add(other.$name),)* }
            }
        }

        impl Counters {
            /// Sets all counters.
            pub fn write(&self, statistics: Statistics) {
                $(self.$name.set(statistics.$name);)*
            }

            /// The counters now.
            #[must_use]
            pub fn read(&self) -> Statistics {
                Statistics { $($name: self.$name.get(),)* }
            }
        }
    };
}

counters! {
    /// Native and graph search: placings of the piece (the start counts), branchings, rotations;
    /// SAT: calls of the solver.
    nodes,
    /// Placements that were undone.
    backtracks,
    /// Variables of the last formula.
    variables,
    /// Clauses of the last formula, cuts and exclusions included.
    clauses,
    /// Calls of the SAT solver.
    rounds,
    /// Subtour cuts added.
    cuts,
    /// Pairs of cycles that were joined without the solver.
    merges,
    /// Pairs of ends, or starts, that were tried.
    attempts,
    /// Pairs of a vertex and a time that parity ruled out of the last Hamiltonian formula.
    parity_reductions,
    /// Pairs of a vertex and a time that distances ruled out of it.
    window_reductions,
    /// Edges known to be used, or not to be used.
    forced_edges,
    /// Clauses that keep one direction of a cycle.
    direction_clauses,
}

/// The progress of work in many parts.
#[derive(Debug, Default)]
pub struct Parts {
    /// The number of parts; 0 if it is not known.
    pub all: Counter,
    /// How many of them are done.
    pub done: Counter,
    /// How many of the finished parts an earlier process did.
    pub known: Counter,
    /// The estimated share of the work that is done, in millionths; 0 if all parts take about the
    /// same time.
    pub millionths: Counter,
    /// How much of that share an earlier process did.
    pub known_millionths: Counter,
}

impl Parts {
    /// The shares of the work that were done before this process started, and that are done now; from
    /// 0 to 1.
    #[must_use]
    pub fn shares(&self) -> (f64, f64) {
        let all = self.all.get().max(1) as f64;
        match self.millionths.get() {
            0 => (self.known.get() as f64 / all, self.done.get() as f64 / all),
            done => (self.known_millionths.get() as f64 / 1e6, done as f64 / 1e6),
        }
    }
}

#[doc(hidden)]
impl Statistics {
    /// These counters and those of later work: the counters of the last formula are those of the later
    /// work, if it wrote one.
    #[must_use]
    pub fn followed_by(self, later: Self) -> Self {
        let last = if later.variables > 0 || later.clauses > 0 { later } else { self };
        Self {
            variables: last.variables,
            clauses: last.clauses,
            parity_reductions: last.parity_reductions,
            window_reductions: last.window_reductions,
            forced_edges: last.forced_edges,
            direction_clauses: last.direction_clauses,
            ..self.sum(later)
        }
    }
}

/// One counter.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to the counter.
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Sets the counter.
    pub fn set(&self, count: u64) {
        self.0.store(count, Ordering::Relaxed);
    }

    /// Sets the counter, unless it is higher already.
    pub fn raise(&self, count: u64) {
        self.0.fetch_max(count, Ordering::Relaxed);
    }

    /// The counter now.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
