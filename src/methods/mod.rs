//! Methods: ways from a model to its witnesses, of the families sat, graph and native.

#[cfg(test)]
mod boards;
pub mod context;
mod cycle;
pub mod description;
mod exchange;
pub mod graph;
mod growth;
mod meter;
pub mod native;
mod packed_table;
pub mod sat;
mod simple_paths;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use satranj_encodings::{
    encoding::{EncodeError, ReadError},
    model::{Model, Obstruction, Witness},
};
use thiserror::Error;

use crate::{
    limits::Reason,
    solvers::{self, SolverFailure},
};
pub use context::Context;
pub use description::{Description, MethodOption};
use native::order::MoveOrder;

/// What is asked of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// One witness; the caller breaks after it. Of a model that asks for the best
    /// ([`Model::sense`]): witnesses each better than the one before, until the best; the
    /// caller breaks when one is good enough.
    First,
    /// All witnesses, each once; the caller may break. Never asked of a model that asks for
    /// the best.
    All,
}

/// What to count besides the witnesses of the size that is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counting {
    /// The independent sets of every size, from 0.
    pub by_size: bool,
    /// The witnesses up to the symmetries of the grid (those that keep what is given and
    /// blocked).
    pub classes: bool,
}

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// The witnesses of the size that is asked for; of the greatest size of which there is
    /// any, where the best is asked for.
    pub count: BigUint,
    /// The best value, where the best is asked for and there is any witness.
    pub objective: Option<u64>,
    /// The number of sets of each size, from 0 to the greatest of which there is any; empty
    /// unless asked for.
    pub by_size: Vec<BigUint>,
    /// The classes, if asked for.
    pub classes: Option<BigUint>,
}

/// How a count ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tally {
    /// Counted.
    Counted(Counted),
    /// A limit or a signal came first.
    Stopped(Reason),
}

/// How a method ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// There is no further witness; without any, the answer is "no". Where the best was
    /// asked for, the last one is it.
    Exhausted,
    /// As exhausted, and this shows it.
    Proved(Obstruction),
    /// The caller broke off.
    Enough,
    /// A limit, a signal, or the method is incomplete.
    Stopped(Reason),
}

impl Ending {
    /// Hands over the only witness of a method that looks for no second one.
    pub fn of_only(witness: Witness, found: &mut Found<'_>) -> Self {
        match found(witness) {
            ControlFlow::Break(()) => Self::Enough,
            ControlFlow::Continue(()) => Reason::IncompleteMethod.into(),
        }
    }
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// What the user chose about methods.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The order in which a search tries moves.
    pub order: Option<MoveOrder>,
    /// How often a local search starts again.
    pub restarts: Option<u64>,
    /// The solver of the SAT methods.
    pub solver: solvers::SolverChoice,
    /// Choices about encodings.
    pub encoding: satranj_encodings::encoding::Options,
}

/// Why a method could not work.
#[derive(Debug, Error)]
pub enum MethodError {
    /// The move order does not fit the model.
    #[error("--order {order}: {problem}")]
    Order {
        /// The order as it was given.
        order: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The method does not solve this kind of model.
    #[error("{0} does not solve this puzzle")]
    Unsupported(&'static str),
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A solver's model is no witness.
    #[error("the solver's assignment breaks a rule of the model: {0}")]
    Read(#[from] ReadError),
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
    /// The solver's model is none.
    #[error("the solver is wrong: {0}")]
    WrongModel(String),
}

impl From<SolverFailure> for MethodError {
    fn from(failure: SolverFailure) -> Self {
        match failure {
            SolverFailure::Broken(problem) => Self::Solver(problem),
            SolverFailure::Wrong(problem) => Self::WrongModel(problem),
        }
    }
}

/// Takes the witnesses that a method finds, and says whether to go on.
pub type Found<'a> = dyn FnMut(Witness) -> ControlFlow<()> + 'a;

/// A way from a model to its witnesses.
pub trait Method: Send + Sync {
    /// What is known of it before it works.
    fn description(&self) -> &Description;

    /// `family:name`.
    fn name(&self) -> &'static str {
        self.description().name
    }

    /// The solver behind it with its version, as it was chosen, if there is one.
    fn solver(&self, options: &Options) -> Option<String> {
        self.description().asks_solver.then(|| options.solver.name())
    }

    /// Whether the method finds such witnesses; some only count.
    fn supports(&self, _model: &Model, _goal: Goal) -> bool {
        false
    }

    /// Whether the method solves the model for any goal, or counts it.
    fn applies(&self, model: &Model) -> bool {
        self.supports(model, Goal::First)
            || self.supports(model, Goal::All)
            || self.counts(model, Counting::default())
    }

    /// Finds witnesses and hands them to `found` until that breaks.
    ///
    /// # Errors
    /// [`MethodError`] where no answer of any kind is possible; a limit is no error but an
    /// [`Ending::Stopped`].
    fn solve(
        &self,
        _model: &Model,
        _goal: Goal,
        _context: &Context,
        _found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        Err(MethodError::Unsupported(self.name()))
    }

    /// Whether [`Method::count`] counts this without finding the witnesses one by one.
    fn counts(&self, _model: &Model, _counting: Counting) -> bool {
        false
    }

    /// Counts the witnesses; asked only where [`Method::counts`] says so.
    ///
    /// # Errors
    /// [`MethodError`] where no answer of any kind is possible.
    fn count(
        &self,
        _model: &Model,
        _counting: Counting,
        _context: &Context,
    ) -> Result<Tally, MethodError> {
        Ok(Tally::Stopped(Reason::IncompleteMethod))
    }
}

/// The methods that can be named.
pub struct Registry {
    methods: Vec<Box<dyn Method>>,
}

impl Registry {
    /// All methods of this program, the default of each puzzle first in its family.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            methods: vec![
                Box::new(sat::auto::Auto),
                Box::new(sat::Sat::CUTS),
                Box::new(sat::Sat::CUTS_ONLY),
                Box::new(sat::Sat::WARM_CUTS),
                Box::new(sat::Sat::ALTERNATING_CUTS),
                Box::new(sat::Sat::POSITION),
                Box::new(sat::Sat::UNARY_ORDER),
                Box::new(sat::Sat::BINARY_ORDER),
                Box::new(sat::Sat::VERTEX_ELIMINATION),
                Box::new(sat::Sat::LFSR),
                Box::new(sat::Sat::CHINESE_REMAINDER),
                Box::new(sat::Sat::LINES),
                Box::new(sat::Sat::EDGES),
                Box::new(sat::Sat::LINE_COVER),
                Box::new(sat::Sat::COVER),
                Box::new(sat::assignment::Assignment),
                Box::new(sat::planning::Planning),
                Box::new(graph::search::Search),
                Box::new(graph::two_factor::TwoFactor),
                Box::new(graph::independent_set::Search),
                Box::new(graph::dominating_set::Search),
                Box::new(graph::matching::Konig),
                Box::new(graph::route::Shortest::BFS),
                Box::new(graph::route::Shortest::DIJKSTRA),
                Box::new(graph::route::AStar),
                Box::new(graph::meeting::Meeting::BFS),
                Box::new(graph::meeting::Meeting::DIJKSTRA),
                Box::new(graph::meeting::Meeting::FLOYD_WARSHALL),
                Box::new(graph::meeting::Meeting::INCREMENTAL),
                Box::new(graph::exchange::AStar),
                Box::new(native::warnsdorff::Warnsdorff),
                Box::new(native::divide::Divide),
                Box::new(native::rotations::Rotations),
                Box::new(native::dfs::DepthFirst),
                Box::new(native::frontier::Frontier),
                Box::new(native::queens::construct::Construct),
                Box::new(native::queens::bitmask::Bitmask),
                Box::new(native::queens::dfs::DepthFirst),
                Box::new(native::queens::min_conflicts::MinConflicts),
                Box::new(native::queens::hill_climbing::HillClimbing),
                Box::new(native::domination::Domination),
                Box::new(native::exchange::BreadthFirst),
                Box::new(native::placement::rook_polynomial::RookPolynomial),
                Box::new(native::placement::bishop_colours::BishopColours),
                Box::new(native::placement::rows::RowByRow),
                Box::new(native::placement::dfs::DepthFirst),
                Box::new(native::route::Formula),
                Box::new(native::meeting::Bounds),
                Box::new(native::meeting::barycentre::Barycentre),
            ],
        }
    }

    /// A registry of these methods.
    #[must_use]
    pub fn new(methods: Vec<Box<dyn Method>>) -> Self {
        Self { methods }
    }

    /// The methods in their order.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Method> {
        self.methods.iter().map(AsRef::as_ref)
    }

    /// The method of that name that solves the model; if none does, any of that name.
    #[must_use]
    pub fn get(&self, name: &str, model: &Model) -> Option<&dyn Method> {
        let mut named = self.iter().filter(|method| method.name() == name).peekable();
        let any = named.peek().copied();
        named.find(|method| method.applies(model)).or(any)
    }

    /// The names of all methods, each once.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for method in self.iter() {
            if !names.contains(&method.name()) {
                names.push(method.name());
            }
        }
        names
    }
}
