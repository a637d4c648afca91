//! `satranj list`: lists puzzles, methods, formats and everything else that has a name.

use std::{fmt::Write as _, sync::Arc};

use clap::{Args, ValueEnum};
use satranj_encodings::{model::Model, registry};

use super::{
    CliError, arguments::OutputArguments, bench::suites::SUITES, files::Files, output::Output,
    outputs::Outputs,
};
use crate::{
    answer::method::preferred,
    board::piece,
    documents::{
        listed::{ListedFamily, ListedMethod, ListedName},
        schemas,
    },
    exports,
    graphs::{
        self,
        families::{FAMILIES, GraphFamily},
        random::RANDOM_FAMILIES,
    },
    methods::{Method, MethodOption, Registry},
    nearest::unknown,
    puzzles::{
        Task,
        kinds::{self, PuzzleKind},
    },
    solvers,
};

/// What to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListKind {
    /// Puzzles that can be stated.
    Puzzles,
    /// Methods by puzzle, the default first.
    Methods,
    /// Encodings of puzzles as clauses.
    Encodings,
    /// SAT solvers.
    Solvers,
    /// Export formats.
    Formats,
    /// Formats of graphs that can be read.
    Inputs,
    /// Families of graphs that `generate hamilton` makes.
    Families,
    /// Suites of experiments that `bench` runs by name.
    Suites,
    /// Named pieces.
    Pieces,
    /// JSON Schemas of the documents; complete with --json.
    Schemas,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// What to list
    kind: ListKind,
    /// List only the methods of this puzzle; `*` marks the default for one solution
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ListArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let arguments_of_output = arguments.output.clone().text_unless_asked();
    let outputs = Outputs::of_document("list", &arguments_of_output)?;
    let kind = match &arguments.puzzle {
        Some(_) if !matches!(arguments.kind, ListKind::Methods) => {
            usage!("only `list methods` takes a puzzle")
        }
        Some(name) => Some(puzzle_kind(name)?),
        None => None,
    };
    let (output, _) = outputs.open(&mut Files::default())?;
    let rows: Vec<(&str, &str)> = match arguments.kind {
        ListKind::Puzzles => kinds::LIST.iter().map(|kind| (kind.name, kind.summary)).collect(),
        ListKind::Methods => return methods(output, registry, kind),
        ListKind::Encodings => {
            let all = registry::encodings().iter();
            all.map(|encoding| (encoding.name(), encoding.summary())).collect()
        }
        ListKind::Solvers => {
            let built_in = solvers::BUILT_IN.iter().map(|solver| (solver.name, solver.summary));
            built_in.chain(solvers::OTHERS.iter().copied()).collect()
        }
        ListKind::Formats => {
            exports::registry().iter().map(|format| (format.name, format.summary)).collect()
        }
        ListKind::Inputs => {
            graphs::registry().iter().map(|format| (format.name, format.summary)).collect()
        }
        ListKind::Families => return families(output),
        ListKind::Suites => SUITES.iter().map(|suite| (suite.name, suite.summary)).collect(),
        ListKind::Pieces => piece::NAMED.to_vec(),
        ListKind::Schemas => return schemas(output),
    };
    let listed =
        |&(name, summary): &(&str, &str)| ListedName { name: name.into(), summary: summary.into() };
    let document: Vec<ListedName> = rows.iter().map(listed).collect();
    output.print(&document, |_| aligned(&rows))?;
    Ok(0)
}

/// The kind of puzzle with this name.
fn puzzle_kind(name: &str) -> Result<&'static PuzzleKind, CliError> {
    let known = kinds::LIST.iter().find(|kind| kind.name == name);
    let names = kinds::LIST.iter().map(|kind| kind.name);
    known.ok_or_else(|| CliError::Usage(unknown("puzzle", name, names)))
}

/// The methods with the puzzles that each solves, by puzzle, the default first; one name may mean a
/// different method for each puzzle.
fn methods(
    output: Output<'_>,
    registry: &Registry,
    only: Option<&'static PuzzleKind>,
) -> Result<i32, CliError> {
    let mut methods: Vec<ListedMethod> = Vec::new();
    let is_asked = |kind: &&PuzzleKind| only.is_none_or(|only| only.name == kind.name);
    for kind in kinds::LIST.iter().filter(is_asked) {
        let puzzles: Vec<_> = kind.puzzles().collect();
        let models: Vec<Model> = puzzles.iter().map(|puzzle| puzzle.model()).collect();
        let default = puzzles.first().zip(models.first()).and_then(|(puzzle, model)| {
            preferred(registry, &**puzzle, model, Task::First).map(Method::name)
        });
        let begin = methods.len();
        for method in registry.iter() {
            if !models.iter().any(|model| method.applies(model)) {
                continue;
            }
            // One row for a weighted method and the unweighted one of the same name.
            let is_twin =
                |one: &&mut ListedMethod| one.puzzle == kind.name && one.name == method.name();
            match methods.iter_mut().find(is_twin) {
                Some(twin) => twin.add_constraints(method.description.minds),
                None => {
                    let is_default = default == Some(method.name());
                    let at = if is_default { begin } else { methods.len() };
                    let listed = ListedMethod::of(kind.name, &method.description);
                    methods.insert(at, ListedMethod { default: is_default, ..listed });
                }
            }
        }
    }
    output.print(&methods, |_| {
        let width = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let mut last = "";
        for ListedMethod { puzzle, name, summary, default, .. } in &methods {
            let heading = if puzzle == last { "" } else { puzzle };
            let mark = if *default { '*' } else { ' ' };
            let _ = writeln!(text, "{heading:15} {mark} {name:width$}   {summary}");
            last = puzzle;
        }
        if only.is_some() {
            text += &readers(&methods);
        }
        text
    })?;
    Ok(0)
}

/// The options that methods read, each with those that read it.
fn readers(methods: &[ListedMethod]) -> String {
    let rows = MethodOption::ALL.into_iter().filter_map(|option| {
        let reads =
            |method: &&ListedMethod| method.options.iter().any(|name| name == option.name());
        let readers: Vec<&str> =
            methods.iter().filter(reads).map(|method| method.name.as_str()).collect();
        let readers =
            if readers.len() == methods.len() { "all".into() } else { readers.join(", ") };
        let is_read = !readers.is_empty();
        is_read.then(|| (format!("  --{}", option.name()), readers))
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        String::new()
    } else {
        format!("\nOptions, each with the methods that read it:\n{}", aligned(&rows))
    }
}

/// The families of graphs; the text adds their sizes and whether they are known to be Hamiltonian.
fn families(output: Output<'_>) -> Result<i32, CliError> {
    let families = FAMILIES.iter().copied();
    let document: Vec<ListedFamily> = families.clone().map(ListedFamily::from).collect();
    output.print(&document, |_| {
        let random = RANDOM_FAMILIES.iter().map(|family| {
            (format!("{}:{}", family.name, family.sizes), family.summary.to_string())
        });
        let rows: Vec<_> = families
            .clone()
            .map(|family| {
                let GraphFamily { name, summary, vertices, hamiltonian, .. } = family;
                let known =
                    format!("vertices: {}; Hamiltonian: {}", vertices.text, hamiltonian.text);
                let named = family.named.iter().map(|(name, _)| format!("; {name} is one"));
                let named: String = named.collect();
                (format!("{name}:{}", family.sizes()), format!("{summary}; {known}{named}"))
            })
            .chain(random)
            .collect();
        aligned(&rows)
    })?;
    Ok(0)
}

fn aligned<T: AsRef<str>>(rows: &[(T, T)]) -> String {
    let width = rows.iter().map(|(name, _)| name.as_ref().len()).max().unwrap_or(0);
    let line =
        |(name, summary): &(T, T)| format!("{:width$}   {}\n", name.as_ref(), summary.as_ref());
    rows.iter().map(line).collect()
}

fn schemas(output: Output<'_>) -> Result<i32, CliError> {
    let schemas = schemas::schemas();
    let names: Vec<&str> = schemas.iter().map(|&(name, _)| name).collect();
    let names = names.join("\n") + "\n";
    let document: serde_json::Map<String, serde_json::Value> =
        schemas.into_iter().map(|(name, schema)| (name.into(), schema)).collect();
    output.print(&document, |_| &names)?;
    Ok(0)
}
