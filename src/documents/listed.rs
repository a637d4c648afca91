//! What `list --json` and `generate` print: lists, and statements without answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    graphs::families::GraphFamily,
    methods::{Description, constraints::Constraint},
    puzzles::Statement,
};

/// The schema name of a list of [`ListedName`].
pub const SCHEMA: &str = "satranj.list/1";

/// The schema name of a list of [`ListedMethod`].
pub const METHODS_SCHEMA: &str = "satranj.methods/1";

/// The schema name of a list of [`ListedFamily`].
pub const FAMILIES_SCHEMA: &str = "satranj.families/1";

/// The schema name of [`Schemas`].
pub const SCHEMAS_SCHEMA: &str = "satranj.schemas/1";

/// The schema name of a [`Statement`] on its own.
pub const STATEMENT_SCHEMA: &str = "satranj.statement/1";

/// The schema name of [`StatementList`].
pub const STATEMENTS_SCHEMA: &str = "satranj.statements/1";

/// An entry of a list: a puzzle, an encoding, a solver, a format, a piece.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Listed")]
pub struct ListedName {
    /// Its name on the command line.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
}

/// A method for a kind of puzzle.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct ListedMethod {
    /// The kind of puzzle.
    pub puzzle: String,
    /// `family:name`.
    pub name: String,
    /// What it does, in a line.
    pub summary: String,
    /// Whether it is the default method for the first solution of the puzzle.
    pub default: bool,
    /// Whether it always ends with an answer, unless a limit comes first.
    pub complete: bool,
    /// The options that it reads.
    pub options: Vec<String>,
    /// The constraints that it supports; it refuses puzzles with others.
    pub constraints: Vec<String>,
}

impl ListedMethod {
    /// A method for a kind of puzzle of this name.
    #[must_use]
    pub fn of(puzzle: &str, method: &Description) -> Self {
        Self {
            puzzle: puzzle.into(),
            name: method.name.into(),
            summary: method.summary.into(),
            default: false,
            complete: method.complete,
            options: method.options.iter().map(|option| option.name().into()).collect(),
            constraints: method.minds.iter().map(|one| one.name().into()).collect(),
        }
    }

    /// Adds what another method of that name supports, in the order of lists.
    pub fn add_constraints(&mut self, minds: &[Constraint]) {
        let has = |one: &Constraint| self.constraints.iter().any(|name| name == one.name());
        let all = Constraint::ALL.iter().filter(|&one| has(one) || minds.contains(one));
        self.constraints = all.map(|one| one.name().into()).collect();
    }
}

/// A family of graphs that `generate hamilton` makes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedFamily {
    /// Its name on the command line.
    pub name: String,
    /// What its graphs are, in a line.
    pub summary: String,
    /// The sizes that determine a graph of the family.
    pub parameters: Vec<ListedParameter>,
    /// Its graphs with a separate name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedMember>,
    /// The number of vertices, as a formula.
    pub vertices: String,
    /// The number of edges, as a formula.
    pub edges: String,
    /// Which of its graphs have a Hamiltonian cycle, and who showed it.
    pub hamiltonian: String,
    /// Where it was published.
    pub source: String,
}

/// A graph of a family with a separate name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NamedMember {
    /// Its name.
    pub name: String,
    /// Its sizes.
    pub sizes: Vec<u32>,
}

/// A size that a family of graphs takes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedParameter {
    /// A letter.
    pub name: String,
    /// What it counts.
    pub summary: String,
    /// The least possible value.
    pub least: u32,
    /// The largest possible value; the size of the graph may allow less.
    pub most: u32,
}

impl From<&GraphFamily> for ListedFamily {
    fn from(family: &GraphFamily) -> Self {
        let parameters = family.parameters.iter().map(|parameter| ListedParameter {
            name: parameter.name.into(),
            summary: parameter.summary.into(),
            least: parameter.least,
            most: parameter.most,
        });
        let named = family.named.iter();
        let named =
            named.map(|&(name, sizes)| NamedMember { name: name.into(), sizes: sizes.into() });
        Self {
            name: family.name.into(),
            summary: family.summary.into(),
            parameters: parameters.collect(),
            named: named.collect(),
            vertices: family.vertices.text.into(),
            edges: family.edges.text.into(),
            hamiltonian: family.hamiltonian.text.into(),
            source: family.source.into(),
        }
    }
}

/// The JSON Schemas by their names.
pub type Schemas = BTreeMap<String, Value>;

/// Several stated puzzles.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Statements")]
pub struct StatementList {
    /// The command that makes the same puzzles again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// One case per puzzle.
    pub cases: Vec<CaseOfPuzzle>,
}

/// A puzzle as a case.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StatedPuzzle")]
pub struct CaseOfPuzzle {
    /// The puzzle, complete.
    pub puzzle: Statement,
}
