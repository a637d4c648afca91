//! Methods: ways from a model to its witnesses, of the families sat, graph and native.

pub mod graph;
pub mod native;
pub mod run;
pub mod sat;

use std::ops::ControlFlow;

use satranj_encodings::{
    encoding::{EncodeError, ReadError},
    model::{Model, Witness},
};
use thiserror::Error;

use crate::limits::Reason;
use native::order::MoveOrder;
pub use run::Run;

/// What is asked of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// One witness; the caller breaks after it.
    First,
    /// All witnesses, each once; the caller may break.
    All,
}

/// How a method ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There is no further witness; without any, the answer is "no".
    Exhausted,
    /// The caller broke off.
    Enough,
    /// A limit, a signal, or the method is incomplete.
    Stopped(Reason),
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
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A solver's model is no witness.
    #[error("the solver's assignment breaks a rule of the model: {0}")]
    Read(#[from] ReadError),
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
}

/// Takes the witnesses that a method finds, and says whether to go on.
pub type Found<'a> = dyn FnMut(Witness) -> ControlFlow<()> + 'a;

/// A way from a model to its witnesses.
pub trait Method: Send + Sync {
    /// `family:name`.
    fn name(&self) -> &'static str;

    /// One line for `satranj list methods`.
    fn summary(&self) -> &'static str;

    /// The solver behind it with its version, if there is one.
    fn solver(&self) -> Option<&'static str> {
        None
    }

    /// Whether the puzzle is first looked at for reasons why there is no solution, unless
    /// the user says otherwise.
    fn precheck(&self) -> bool {
        true
    }

    /// Whether the method applies.
    fn supports(&self, model: &Model, goal: Goal) -> bool;

    /// Finds witnesses and hands them to `found` until that breaks.
    ///
    /// # Errors
    /// [`MethodError`] where no answer of any kind is possible; a limit is no error but an
    /// [`Ending::Stopped`].
    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError>;
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
                Box::new(sat::Sat::CUTS),
                Box::new(sat::Sat::POSITION),
                Box::new(graph::search::Search),
                Box::new(native::warnsdorff::Warnsdorff),
                Box::new(native::dfs::DepthFirst),
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

    /// The method of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&dyn Method> {
        self.iter().find(|method| method.name() == name)
    }

    /// The names of all methods, for messages.
    #[must_use]
    pub fn names(&self) -> String {
        self.iter().map(Method::name).collect::<Vec<_>>().join(", ")
    }
}
