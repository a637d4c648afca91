//! Methods: ways from a model to its witnesses, of the families sat, graph and native.

mod agent_auto;
mod agent_plans;
pub mod auto;
#[cfg(test)]
mod boards;
pub mod colouring_auto;
#[cfg(test)]
mod constraint_tests;
pub mod context;
pub mod count_tours;
pub mod cycle;
pub mod description;
mod exchange;
pub mod exchange_auto;
pub mod graph;
mod growth;
mod longest_auto;
pub mod meter;
pub mod method;
pub mod native;
mod packed_table;
pub mod parallel;
pub mod portfolio;
pub mod sat;
mod simple_paths;
mod vertex_cover;
mod witness_counter;

use std::{num::NonZeroUsize, ops::ControlFlow};

use num_bigint::BigUint;
use satranj_encodings::{
    clause::Interrupted,
    encoding::{EncodeError, ReadError},
    independent_set::{IndependentSet, obstruction::IndependentSetObstruction},
    model::{Model, Obstruction, Witness},
};
use thiserror::Error;

use crate::{
    limits::Reason,
    run::Run,
    solvers::{self, SolverFailure},
};
pub use context::{Context, WorkPart};
pub use description::{Description, MethodOption};
pub use method::{Counts, Finder, Finds, Method};
use native::order::MoveOrder;
pub use satranj_encodings::constraints;
pub use witness_counter::WitnessCounter;

/// The task of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// One witness; the caller breaks after it. If the model asks for the best ([`Model::sense`]):
    /// better and better witnesses, up to the best; the caller breaks when one is good enough.
    First,
    /// All witnesses, each once; the caller may break. Never used for a model that asks for the
    /// best.
    All,
}

/// What to count besides the witnesses of the requested size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counting {
    /// The independent sets of every size, from 0.
    pub by_size: bool,
    /// The witnesses up to the symmetries of the grid that keep given and blocked cells.
    pub classes: bool,
}

/// The result of a count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of witnesses of the requested size; for an optimum, of the best size
    /// that occurs.
    pub count: BigUint,
    /// The best value, if an optimum is requested and there is a witness.
    pub objective: Option<u64>,
    /// The number of sets of each size, from 0 to the greatest that occurs; empty unless requested.
    pub by_size: Vec<BigUint>,
    /// The classes, if requested.
    pub classes: Option<BigUint>,
    /// If the classes come from the witnesses that each symmetry keeps: the number of these for
    /// each symmetry.
    pub kept: Vec<KeptWitnesses>,
    /// The classes with a path or cycle and its reverse counted as two, and as one, if known.
    pub classes_by_direction: Option<ByDirection>,
}

/// How many witnesses a symmetry maps onto themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptWitnesses {
    /// The symmetry.
    pub symmetry: &'static str,
    /// How many it keeps.
    pub count: BigUint,
}

/// Counts of the same tours with and without direction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ByDirection {
    /// A tour and its reverse count as two.
    pub directed: BigUint,
    /// They count as one.
    pub undirected: BigUint,
}

/// How a method ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// There is no further witness; without any, the answer is "no". If an optimum was requested,
    /// the last one is the best.
    Exhausted,
    /// Like exhausted, with a proof.
    Proved(Obstruction),
    /// The caller stopped it.
    Enough,
    /// A limit, a signal, or the method is incomplete.
    Stopped(Reason),
}

impl Ending {
    /// The ending for two given vertices of an independent set that exclude each other, if there
    /// are any.
    #[must_use]
    pub fn of_given(set: &IndependentSet) -> Option<Self> {
        let (a, b) = set.given_conflict()?;
        let reason = IndependentSetObstruction::Given(a, b);
        Some(Self::Proved(Obstruction::IndependentSet(reason)))
    }

    /// Hands over the only witness of a method that finds at most one.
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

/// The user's options for methods.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MethodOptions {
    /// The order in which a search tries moves.
    pub order: Option<MoveOrder>,
    /// The number of restarts of a local search.
    pub restarts: Option<u64>,
    /// The solver of the SAT methods.
    pub solver: solvers::SolverChoice,
    /// Options of encodings.
    pub encoding: satranj_encodings::encoding::Options,
    /// The number of threads.
    pub threads: Option<NonZeroUsize>,
}

/// Why a method failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MethodError {
    /// A limit or a signal came first.
    #[error("{}", .0.describe())]
    Stopped(Reason),
    /// The move order does not fit the model.
    #[error("--order {order}: {problem}")]
    Order {
        /// The order as it was given.
        order: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The method does not solve this model.
    #[error("{method} does not solve this puzzle{scope}")]
    Unsupported {
        /// The method.
        method: &'static str,
        /// Its limits, in brackets.
        scope: String,
    },
    /// Threads would have nothing to do.
    #[error("--threads applies to one solution by a portfolio; {what} on one thread")]
    Threads {
        /// What works on one thread, with a verb.
        what: &'static str,
    },
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A solver's model is not a witness.
    #[error("the solver's assignment violates a constraint of the model: {0}")]
    Read(#[from] ReadError),
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
    /// The solver's model is wrong.
    #[error("the solver is wrong: {0}")]
    WrongModel(String),
}

#[doc(hidden)]
impl MethodError {
    /// The ending of a run that a limit or a signal stopped.
    ///
    /// # Errors
    /// Every other error.
    pub fn ending(self, run: &Run) -> Result<Ending, Self> {
        match self {
            Self::Stopped(reason) => Ok(reason.into()),
            Self::Encode(EncodeError::Interrupted(_)) => Ok(solvers::interruption(run).into()),
            error => Err(error),
        }
    }
}

impl From<Reason> for MethodError {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<Interrupted> for MethodError {
    fn from(interrupted: Interrupted) -> Self {
        Self::Encode(interrupted.into())
    }
}

impl From<SolverFailure> for MethodError {
    fn from(failure: SolverFailure) -> Self {
        match failure {
            SolverFailure::Broken(problem) => Self::Solver(problem),
            SolverFailure::Wrong(problem) => Self::WrongModel(problem),
        }
    }
}

/// Takes the witnesses of a method; returns whether to go on.
pub type Found<'a> = dyn FnMut(Witness) -> ControlFlow<()> + 'a;

/// All methods of this program but those of [`sat::encoded::METHODS`], which come after the first
/// [`DEFAULTS`].
const METHODS: &[Method] = &[
    auto::AUTO,
    sat::auto::AUTO,
    sat::encoded::LINE_COVER,
    sat::encoded::CUTS_ONLY,
    sat::encoded::WARM_CUTS,
    sat::encoded::ALTERNATING_CUTS,
    sat::assignment::ASSIGNMENT,
    sat::planning::PLANNING,
    sat::agents::MDD,
    sat::agents::LAZY,
    graph::search::SEARCH,
    graph::two_factor::TWO_FACTOR,
    graph::carving::CARVING,
    graph::independent_set::SEARCH,
    graph::independent_set::SEARCH_QUEENS,
    graph::matching::KONIG,
    #[cfg(feature = "weights")]
    graph::flow::FLOW,
    graph::agent_flow::FLOW,
    graph::route::BFS,
    graph::route::DIJKSTRA,
    graph::route::A_STAR,
    graph::shortest_path::DIJKSTRA,
    graph::meeting::BFS,
    graph::meeting::DIJKSTRA,
    graph::meeting::FLOYD_WARSHALL,
    graph::meeting::INCREMENTAL,
    colouring_auto::AUTO,
    exchange_auto::AUTO,
    graph::exchange::A_STAR,
    agent_auto::AUTO,
    native::agents::joint_search::A_STAR,
    native::agents::cbs::CBS,
    native::agents::lacam::LACAM,
    native::warnsdorff::WARNSDORFF,
    native::rotations::ROTATIONS,
    native::dfs::DEPTH_FIRST,
    native::quotient::QUOTIENT,
    native::frontier::FRONTIER,
    native::frontier::halves::HALVES,
    longest_auto::AUTO,
    native::longest::FRONTIER,
    native::queens::construct::CONSTRUCT,
    native::queens::bitmask::BITMASK,
    native::queens::quadrants::QUADRANTS,
    native::queens::dfs::DEPTH_FIRST,
    native::queens::min_conflicts::MIN_CONFLICTS,
    native::queens::hill_climbing::HILL_CLIMBING,
    native::cliques::CLIQUES,
    native::branch_and_reduce::BRANCH_AND_REDUCE,
    #[cfg(feature = "weights")]
    native::cliques::heaviest::HEAVIEST,
    native::colouring::DSATUR,
    native::colouring::CLASSES,
    native::colouring::TABU,
    native::domination::DOMINATION,
    native::domination::forward_checking::FORWARD_CHECKING,
    #[cfg(feature = "weights")]
    native::domination::lightest::LIGHTEST,
    native::domination::frontier::FRONTIER,
    native::exchange::BREADTH_FIRST,
    native::exchange::guided::BIDIRECTIONAL,
    native::placement::cheapest::COMPONENTS,
    native::placement::halves::HALVES,
    native::placement::row_masks::ROW_MASKS,
    native::placement::rows::ROW_BY_ROW,
    native::placement::dfs::DEPTH_FIRST,
    native::route::FORMULA,
    native::meeting::BOUNDS,
    native::linear::LINEAR,
    #[cfg(feature = "weights")]
    native::linear::LINEAR_WEIGHTED,
    native::meeting::barycentre::BARYCENTRE,
];

/// How many come first in lists, and so are the first to count again: the defaults.
const DEFAULTS: usize = 3;

/// The same without counting: a program that does not count contains no counting code.
const SEARCHES: [Method; METHODS.len()] = {
    let mut methods = [METHODS[0]; METHODS.len()];
    let mut at = 0;
    while at < methods.len() {
        methods[at] = METHODS[at].without_counting();
        at += 1;
    }
    methods
};

/// Removed methods of earlier versions, each with its successor.
const REMOVED: [(&str, &str); 3] = [
    ("native:divide", "native:rotations"),
    ("native:rook-polynomial", "native:components"),
    ("native:bishop-colours", "native:components"),
];

/// The methods that can be named.
pub struct Registry {
    methods: Vec<Method>,
}

impl Registry {
    /// All methods of this program.
    #[must_use]
    pub fn standard() -> Self {
        Self::listed(METHODS)
    }

    /// The same methods as finders only.
    #[must_use]
    pub fn searches() -> Self {
        Self::listed(&SEARCHES)
    }

    /// These methods, after the defaults those that solve an encoding unchanged.
    fn listed(methods: &[Method]) -> Self {
        let (defaults, others) = methods.split_at(DEFAULTS);
        Self::new([defaults, &sat::encoded::METHODS, others].concat())
    }

    /// A registry of these methods.
    #[must_use]
    pub fn new(methods: Vec<Method>) -> Self {
        Self { methods }
    }

    /// The methods in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Method> {
        self.methods.iter()
    }

    /// The method of that name for models of this kind, even if it cannot solve this one.
    #[must_use]
    pub fn get(&self, name: &str, model: &Model) -> Option<&Method> {
        self.iter().find(|method| method.name() == name && method.takes(model))
    }

    /// The successor of a removed method, by its name.
    #[must_use]
    pub fn successor(name: &str) -> Option<&'static str> {
        REMOVED.iter().find(|(removed, _)| *removed == name).map(|&(_, successor)| successor)
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
