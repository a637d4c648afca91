//! What is known of a method before it works: data that lists, help and messages are written from.

use satranj_encodings::model::Model;

use super::constraints::Constraint;

/// An option of the command line that a method may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodOption {
    /// `--seed`: the seed of its random choices. It names a run too, so that it may always be
    /// given.
    Seed,
    /// `--order`: the order in which a search tries moves.
    Order,
    /// `--restarts`: how often a local search starts again.
    Restarts,
    /// `--solver`: what decides its formulas.
    Solver,
    /// `--amo`: how its formulas say that at most one of several holds.
    AtMostOne,
    /// `--reductions`: what its formulas leave out because it follows.
    Reductions,
    /// `--threads`: on how many threads it works side by side. Its answer does not depend on them.
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

/// How long a pre-check may look for a reason why there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecheckLook {
    /// For a time linear in the graph: the method itself may take no longer.
    Brief,
    /// For longer.
    Thorough,
}

/// What is known of a method before it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing of a method, none of another"
)]
pub struct Description {
    /// `family:name`. Methods of different kinds of puzzles may share a name; no two of one kind
    /// do.
    pub name: &'static str,
    /// One line for `satranj list methods`.
    pub summary: &'static str,
    /// To what it is limited, for a message where it does not apply: `up to 64 queens`.
    pub scope: Option<&'static str>,
    /// Whether a SAT solver decides for it.
    pub asks_solver: bool,
    /// Whether the puzzle is first looked at for reasons why there is no solution, unless the
    /// user says otherwise.
    pub precheck: bool,
    /// How long that look may take.
    pub look: PrecheckLook,
    /// Whether it ends, without a limit, with an answer that is certain; one that does not may
    /// give up.
    pub complete: bool,
    /// Whether the seed draws the way to its first solution. That of another is turned by a
    /// symmetry of the puzzle which the seed draws.
    pub draws: bool,
    /// The options that it reads, in the order of [`MethodOption::ALL`].
    pub options: &'static [MethodOption],
    /// What a model may have beyond the plain question of its kind, in the order of
    /// [`Constraint::ALL`]; the method is asked for no model that has more.
    pub minds: &'static [Constraint],
}

impl Description {
    /// A complete method of the family `native`, without any options.
    #[must_use]
    pub const fn native(name: &'static str, summary: &'static str) -> Self {
        Self { look: PrecheckLook::Brief, ..Self::graph(name, summary) }
    }

    /// A complete method of the family `graph`, without any options.
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

    /// A complete method of the family `sat`, whose solver is all that can be chosen.
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

    /// Whether the method minds all that a model has.
    #[must_use]
    pub fn minds_all_of(&self, model: &Model) -> bool {
        Constraint::ALL.iter().all(|one| self.minds.contains(one) || !one.is_in(model))
    }

    /// Whether the method reads an option.
    #[must_use]
    pub fn reads(&self, option: MethodOption) -> bool {
        self.options.contains(&option)
    }
}
