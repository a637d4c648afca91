//! `satranj list`: what there is.

use std::{fmt::Write as _, sync::Arc};

use clap::{Args, ValueEnum};
use satranj_encodings::{model::Model, registry};

use super::{
    CliError, arguments::OutputArguments, bench::suites::SUITES, files::Files, output::Output,
};
use crate::{
    board::piece,
    documents::{
        self,
        listed::{ListedFamily, ListedMethod, ListedName},
    },
    exports,
    graphs::{
        self,
        families::{FAMILIES, GraphFamily},
    },
    methods::Registry,
    puzzles::kinds,
    solvers,
};

/// What to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListKind {
    /// Puzzles that can be stated.
    Puzzles,
    /// Methods, the default first.
    Methods,
    /// Encodings as clauses.
    Encodings,
    /// SAT solvers.
    Solvers,
    /// Export formats.
    Formats,
    /// Formats of graphs that are read.
    Inputs,
    /// Families of graphs that `generate hamilton` makes.
    Families,
    /// Suites of experiments that `bench` runs by name.
    Suites,
    /// Named pieces.
    Pieces,
    /// JSON Schemas of the documents; in full with --json.
    Schemas,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// What to list
    kind: ListKind,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ListArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("list", false, false)?;
    let arguments_of_output = arguments.output.clone().text_unless_asked();
    let output = arguments_of_output.begin(&mut Files::default())?;
    let rows: Vec<(&str, &str)> = match arguments.kind {
        ListKind::Puzzles => kinds::LIST.iter().map(|kind| (kind.name, kind.summary)).collect(),
        ListKind::Methods => return methods(output, registry),
        ListKind::Encodings => {
            let all = registry::encodings().iter();
            all.map(|encoding| (encoding.name(), encoding.summary())).collect()
        }
        ListKind::Solvers => {
            let built_in = solvers::BUILT_IN.iter().map(|solver| (solver.name, solver.summary));
            built_in.chain(solvers::OTHERS.iter().copied()).collect()
        }
        ListKind::Formats => {
            exports::registry().iter().map(|format| (format.name(), format.summary())).collect()
        }
        ListKind::Inputs => {
            graphs::registry().iter().map(|format| (format.name(), format.summary())).collect()
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

/// The methods with the puzzles that each solves, puzzle by puzzle; one name may stand for a
/// method of its own for each puzzle.
fn methods(output: Output<'_>, registry: &Registry) -> Result<i32, CliError> {
    let mut methods: Vec<ListedMethod> = Vec::new();
    for kind in kinds::LIST {
        let models: Vec<Model> = kind.puzzles().map(|puzzle| puzzle.model()).collect();
        for method in registry.iter() {
            let listed = ListedMethod::of(kind.name, &method.description);
            // Of a method for weights and one without them, all that is listed may be the same.
            let is_new = !methods.contains(&listed);
            if is_new && models.iter().any(|model| method.applies(model)) {
                methods.push(listed);
            }
        }
    }
    output.print(&methods, |_| {
        let width = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
        let mut text = String::new();
        let mut last = "";
        for ListedMethod { puzzle, name, summary, .. } in &methods {
            let heading = if puzzle == last { "" } else { puzzle };
            let _ = writeln!(text, "{heading:8}   {name:width$}   {summary}");
            last = puzzle;
        }
        text
    })?;
    Ok(0)
}

/// The families of graphs; as text each with its sizes, and with what is known of them.
fn families(output: Output<'_>) -> Result<i32, CliError> {
    let families = FAMILIES.iter().copied();
    let document: Vec<ListedFamily> = families.clone().map(ListedFamily::from).collect();
    output.print(&document, |_| {
        let rows: Vec<_> = families
            .map(|family| {
                let GraphFamily { name, summary, vertices, hamiltonian, .. } = family;
                let known = format!("vertices: {}; Hamiltonian: {hamiltonian}", vertices.text);
                (format!("{name} {}", family.sizes()), format!("{summary}; {known}"))
            })
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
    let schemas = documents::schemas();
    let names: Vec<&str> = schemas.iter().map(|&(name, _)| name).collect();
    let names = names.join("\n") + "\n";
    let document: serde_json::Map<String, serde_json::Value> =
        schemas.into_iter().map(|(name, schema)| (name.into(), schema)).collect();
    output.print(&document, |_| names)?;
    Ok(0)
}
