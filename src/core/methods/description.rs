//! What is known of a method before it runs: data for lists, help and messages.

use satranj_encodings::model::Model;

use super::constraints::{self, Constraint};

/// An option of the command line that a method may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodOption {
    /// `--seed`: the seed of its random choices. It also names a run, so every method accepts it.
    Seed,
    /// `--order`: the order in which a search tries moves.
    Order,
    /// `--restarts`: the number of restarts of a local search.
    Restarts,
    /// `--solver`: the solver of its formulas.
    Solver,
    /// `--amo`: the at-most-one encoding of its formulas.
    AtMostOne,
    /// `--reductions`: which implied parts its formulas leave out.
    Reductions,
    /// `--threads`: the number of threads. Its answer does not depend on it.
    Threads,
}

impl MethodOption {
    /// All, in the order of the help.
    pub const ALL: [Self; 7] = [
        Self::Seed,
        Self::Order,
        Self::Restarts,
        Self::Solver,
        Self::AtMostOne,
        Self::Reductions,
        Self::Threads,
    ];

    /// The name on the command line, without the dashes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Order => "order",
            Self::Restarts => "restarts",
            Self::Solver => "solver",
            Self::AtMostOne => "amo",
            Self::Reductions => "reductions",
            Self::Threads => "threads",
        }
    }
}

/// How long a pre-check may search for a reason why there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecheckLook {
    /// Linear time in the graph: the method itself may be that fast.
    Brief,
    /// For longer.
    Thorough,
}

/// What is known of a method before it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of a method")]
pub struct Description {
    /// `family:name`. Names are unique within a kind of puzzles.
    pub name: &'static str,
    /// One line for `satranj list methods`.
    pub summary: &'static str,
    /// Its limits, for a message if it does not apply: `up to 64 queens`.
    pub scope: Option<&'static str>,
    /// Whether a SAT solver decides its formulas.
    pub asks_solver: bool,
    /// Whether reasons why there is no solution are sought first, unless the user says otherwise.
    pub precheck: bool,
    /// How long that search may take.
    pub look: PrecheckLook,
    /// Whether, without a limit, it ends with a certain answer; otherwise it may give up.
    pub complete: bool,
    /// Whether the seed determines the way to its first solution. Otherwise, and for a path with a free
    /// end, the solution is mapped by a random symmetry of the puzzle.
    pub draws: bool,
    /// The options that it reads, in the order of [`MethodOption::ALL`].
    pub options: &'static [MethodOption],
    /// The constraints that a model may have beyond the plain question of its kind, in the order of
    /// [`Constraint::ALL`]; the method is never run on models with others.
    pub minds: &'static [Constraint],
}

impl Description {
    /// A complete method of the family `native`, without options.
    #[must_use]
    pub const fn native(name: &'static str, summary: &'static str) -> Self {
        Self { look: PrecheckLook::Brief, ..Self::graph(name, summary) }
    }

    /// A complete method of the family `graph`, without options.
    #[must_use]
    pub const fn graph(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            scope: None,
            asks_solver: false,
            precheck: true,
            look: PrecheckLook::Thorough,
            complete: true,
            draws: false,
            options: &[],
            minds: &[],
        }
    }

    /// A complete method of the family `sat`, with the solver as its only option.
    #[must_use]
    pub const fn sat(name: &'static str, summary: &'static str) -> Self {
        Self {
            asks_solver: true,
            draws: true,
            options: &[MethodOption::Seed, MethodOption::Solver],
            ..Self::graph(name, summary)
        }
    }

    /// The same for models with these constraints.
    #[must_use]
    pub const fn minding(self, minds: &'static [Constraint]) -> Self {
        Self { minds, ..self }
    }

    /// Whether the method supports all constraints of a model.
    #[must_use]
    pub fn minds_all_of(&self, model: &Model) -> bool {
        constraints::are_all_of(self.minds, model)
    }

    /// Whether the method reads an option.
    #[must_use]
    pub fn reads(&self, option: MethodOption) -> bool {
        self.options.contains(&option)
    }
}
