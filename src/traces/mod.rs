//! Small searches step by step, in the words of the puzzle, for lessons: a SAT search that learns
//! clauses, and depth-first search.

mod learning;
mod steps;
mod tree;

use satranj_encodings::{
    encoding::{EncodeError, Encoding},
    hamiltonian::cuts::CUTS,
    model::{Model, Witness},
    registry,
};
use thiserror::Error;

use crate::{
    answer::AnswerFailure,
    exports::default_encoding,
    limits::Reason,
    methods::Context,
    nearest::unknown,
    pictures::searches::ShownSearch,
    puzzles::{Solution, StatedPuzzle},
    run::Run,
};

/// The native search that can be shown.
pub const NATIVE: &str = "native:dfs";

/// A search that has ended.
pub struct SearchTrace {
    /// The encoding of its formula, or of a formula of the same puzzle.
    pub encoding: &'static Encoding,
    /// How it searches, in one or two lines.
    pub how: String,
    /// The levels of the first steps and their sentences.
    pub lines: Vec<(usize, String)>,
    /// The same steps for a page, after the state before the first.
    pub shown: ShownSearch,
    /// The number of further steps.
    pub more: u64,
    /// The numbers of all steps of the kinds that are counted.
    pub counts: [u64; 2],
    /// The solution, `None` for "no solution", or the limit that ended the search.
    pub found: Result<Option<Solution>, Reason>,
}

impl SearchTrace {
    /// The numbers of steps in words.
    #[must_use]
    pub fn counts(&self) -> String {
        let ([one, other], [ones, others]) = (self.counts, self.shown.counted);
        format!("{one} {ones}, {other} {others}")
    }

    /// The result in words; `unproved`: why "no solution" is not proved by another search.
    #[must_use]
    pub fn ending(&self, unproved: Option<&str>) -> String {
        match (&self.found, unproved) {
            (Ok(Some(_)), _) => "a solution, verified".into(),
            (Ok(None), None) => "no solution, proved by another search".into(),
            (Ok(None), Some(because)) => format!("no solution; not checked: {because}"),
            (Err(reason), _) => format!("undecided: {}", reason.describe()),
        }
    }

    /// The search for a page, with its result in words.
    #[must_use]
    pub fn shown(&self, ending: String) -> ShownSearch {
        let ending = match self.more {
            0 => ending,
            more => format!("… and {more} more steps, {} in all; {ending}", self.counts()),
        };
        ShownSearch { ending, ..self.shown.clone() }
    }
}

/// Why a search cannot be shown.
#[derive(Debug, Error)]
pub enum TraceFailure {
    /// The puzzle or the method has no search that can be shown.
    #[error("{0}")]
    Unsuitable(String),
    /// A limit ended the search before there was a trace.
    #[error("tracing the search: {}", .0.describe())]
    Stopped(Reason),
    /// The solution is wrong.
    #[error("{0}")]
    Wrong(String),
    /// The formula cannot be written.
    #[error(transparent)]
    Encoding(#[from] EncodeError),
    /// The method fails.
    #[error(transparent)]
    Method(#[from] AnswerFailure),
}

impl From<Reason> for TraceFailure {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// Searches for a solution by a method, `native:dfs` or `sat:NAME`, and checks it; keeps at most
/// this many steps. Without a method: the encoding with the fewest variables for a slide.
///
/// # Errors
/// [`TraceFailure`].
pub fn trace(
    puzzle: &dyn StatedPuzzle,
    method: Option<&str>,
    most: usize,
    context: Context,
) -> Result<SearchTrace, TraceFailure> {
    let model = puzzle.model();
    let is_native = method == Some(NATIVE);
    let encoding = encoding(method.filter(|_| !is_native), &model, &context)?;
    if is_native {
        tree::backtracking(puzzle, (&model, encoding), most, context)
    } else {
        learning::learning(puzzle, (&model, encoding), most, &context)
    }
}

/// The encoding of a method `sat:NAME`.
fn encoding(
    method: Option<&str>,
    model: &Model,
    run: &Run,
) -> Result<&'static Encoding, TraceFailure> {
    let unsuitable = |problem: &str| TraceFailure::Unsuitable(problem.into());
    if model.sense().is_some() {
        return Err(unsuitable("a search for an optimum cannot be shown; ask for a number"));
    }
    let states = |encoding: &&Encoding| encoding.supports(model);
    match method {
        Some(method) => {
            let name = method.strip_prefix("sat:").unwrap_or(method);
            registry::by_name(name).filter(states).ok_or_else(|| {
                let all = registry::encodings().iter().copied().filter(states);
                let names: Vec<String> =
                    all.map(|encoding| format!("sat:{}", encoding.name())).collect();
                let names = names.iter().map(String::as_str);
                unsuitable(&unknown("method with a trace", method, names.chain([NATIVE])))
            })
        }
        None => Some(&CUTS)
            .filter(states)
            .or_else(|| default_encoding(model, run))
            .ok_or_else(|| unsuitable("no formula states this puzzle")),
    }
}

/// The solution for a witness, checked by the rules of the puzzle.
fn solution(puzzle: &dyn StatedPuzzle, witness: &Witness) -> Result<Solution, TraceFailure> {
    puzzle.checked(witness).map_err(|violation| TraceFailure::Wrong(violation.to_string()))
}
