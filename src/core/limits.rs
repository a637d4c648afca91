//! Limits on a run, the reasons why one ends early, and the flag that stops it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a run ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// `--time-limit` was reached.
    TimeLimit,
    /// `--node-limit` was reached.
    NodeLimit,
    /// `--memory-limit` was reached, or the next allocation would exceed it.
    MemoryLimit,
    /// A signal, or the reader of the output went away.
    Interrupted,
    /// An incomplete method has ended: what it did not find may exist, or be better than what it
    /// found.
    IncompleteMethod,
    /// `--all` found more solutions than one document holds.
    SolutionLimit,
    /// An external solver gave no verdict: it reached its own limits.
    SolverUnknown,
    /// A check would exceed its default duration, without a time limit given.
    TooLarge,
}

impl Reason {
    const ALL: [Self; 8] = [
        Self::TimeLimit,
        Self::NodeLimit,
        Self::MemoryLimit,
        Self::Interrupted,
        Self::IncompleteMethod,
        Self::SolutionLimit,
        Self::SolverUnknown,
        Self::TooLarge,
    ];

    /// Whether the method or solver ended by itself, without reaching a limit of the run.
    #[doc(hidden)]
    #[must_use]
    pub fn is_own_end(self) -> bool {
        matches!(self, Self::IncompleteMethod | Self::SolverUnknown)
    }

    /// A description for messages.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::TimeLimit => "the time limit was reached",
            Self::NodeLimit => "the node limit was reached",
            Self::MemoryLimit => "the memory limit is too low",
            Self::Interrupted => "interrupted",
            Self::IncompleteMethod => "an incomplete method proves nothing",
            Self::SolutionLimit => "there are more solutions",
            Self::SolverUnknown => "the solver returned UNKNOWN",
            Self::TooLarge => "too large to be checked without a time limit",
        }
    }
}

/// Why work ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halted<T = ()> {
    /// A limit, or a signal.
    Stopped(Reason),
    /// It has found what was sought, or why there is no such thing.
    Early(T),
}

impl<T> From<Reason> for Halted<T> {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// What a run may use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes as [`Statistics::nodes`](crate::statistics::Statistics::nodes) counts them, exactly.
    pub nodes: Option<u64>,
    /// Resident memory of the process in bytes.
    pub memory: Option<u64>,
}

/// Asks whether this many more bytes are allowed, and whether to go on.
pub type Permit<'a> = &'a dyn Fn(u64) -> Result<(), Reason>;

/// Asks a run on another thread to stop.
#[derive(Debug, Clone, Default)]
pub struct StopFlag {
    own: Arc<AtomicU8>,
    outer: Option<Arc<Self>>,
}

impl StopFlag {
    /// A flag that is also set when this one is, but not the other way round.
    #[doc(hidden)]
    #[must_use]
    pub fn inner(&self) -> Self {
        Self { own: Arc::default(), outer: Some(Arc::new(self.clone())) }
    }

    /// Asks the run to stop. The first reason is kept.
    pub fn stop(&self, reason: Reason) {
        let code =
            Reason::ALL.iter().position(|&known| known == reason).map_or(0, |at| at as u8 + 1);
        let _ = self.own.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason to stop, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self.own.load(Ordering::Relaxed) {
            0 => self.outer.as_ref()?.reason(),
            code => Reason::ALL.get(usize::from(code) - 1).copied(),
        }
    }
}
