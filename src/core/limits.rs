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
    /// The best solution found costs at most the requested multiple of a lower bound.
    CloseEnough,
}

impl Reason {
    const ALL: [Self; 9] = [
        Self::TimeLimit,
        Self::NodeLimit,
        Self::MemoryLimit,
        Self::Interrupted,
        Self::IncompleteMethod,
        Self::SolutionLimit,
        Self::SolverUnknown,
        Self::TooLarge,
        Self::CloseEnough,
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
            Self::CloseEnough => "close enough to a lower bound",
        }
    }
}

/// Why work ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halted<T = ()> {
    /// A limit, or a signal.
    Stopped(Reason),
    /// It has found a result, or the reason why none exists.
    Early(T),
}

impl<T> From<Reason> for Halted<T> {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// How many times a lower bound a solution may cost: at least 1, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostFactor(u64);

impl CostFactor {
    /// Whether a solution of this cost is close enough to a lower bound.
    #[must_use]
    pub fn allows(self, cost: u64, lower_bound: u64) -> bool {
        u128::from(cost) * 1_000_000 <= u128::from(self.0) * u128::from(lower_bound)
    }
}

impl std::str::FromStr for CostFactor {
    type Err = String;

    /// Reads a decimal number from 1 to 1,000,000 with at most six decimals.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is not a factor; write a number from 1 to 1000000, for example 1.25")
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || whole.len() > 7 || decimals.len() > 6 {
            return Err(wrong());
        }
        let millionths = format!("{whole}{decimals:0<6}").parse().map_err(|_| wrong())?;
        let is_right = (1_000_000..=1_000_000_000_000).contains(&millionths);
        is_right.then_some(Self(millionths)).ok_or_else(wrong)
    }
}

impl std::fmt::Display for CostFactor {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        out.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// What a run may use.
///
/// ```
/// use satranj_core::limits::{CostFactor, Limits};
///
/// let factor: CostFactor = "1.25".parse()?;
/// assert!(factor.allows(125, 100) && !factor.allows(126, 100));
/// assert_eq!(factor.to_string(), "1.25");
/// assert!("0.9".parse::<CostFactor>().is_err());
/// let limits = Limits { suboptimal: Some(factor), ..Limits::default() };
/// # assert!(limits.time.is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes as [`Statistics::nodes`](crate::statistics::Statistics::nodes) counts them, exactly.
    pub nodes: Option<u64>,
    /// Resident memory of the process in bytes.
    pub memory: Option<u64>,
    /// When minimising: the run may end with a solution that costs at most this many times a lower
    /// bound that it proved.
    pub suboptimal: Option<CostFactor>,
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
