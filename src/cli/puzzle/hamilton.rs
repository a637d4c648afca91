//! The arguments of the Hamiltonian path or cycle problem, and the graph from its file.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    board::square::split_list,
    cli::{CliError, input::read_text_within},
    file_name::shown,
    graphs::{self, InputFormat, NamedGraph},
    puzzles::{
        Statement, StatementError,
        fields::Field,
        hamilton::{self, GraphStatement, HamiltonStatement},
    },
    run::Run,
};

/// A Hamiltonian path or cycle problem.
#[derive(Debug, Clone, Args)]
pub struct HamiltonArguments {
    /// A graph: TSPLIB .hcp, DIMACS .col or .edge, Graphviz .dot, graph6 .g6, node-link .json, or
    /// - for standard input, with --input-format
    pub graph: PathBuf,
    /// The format of the graph, where its name does not tell: `satranj list inputs` names them
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<String>,
    /// Ask for a cycle, the default
    #[arg(long, conflicts_with = "path")]
    pub cycle: bool,
    /// Ask for a path
    #[arg(long)]
    pub path: bool,
    /// The first vertex, by its name in the file
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// The last vertex of a path
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub end: Option<String>,
    /// Edges that must be used: A-B,B-C (or with ; between them)
    #[arg(long, value_name = "EDGES", allow_hyphen_values = true)]
    pub given: Vec<String>,
}

impl HamiltonArguments {
    /// The problem.
    ///
    /// # Errors
    /// [`CliError`], with the place in the file.
    pub fn statement(&self, run: &Run) -> Result<Statement, CliError> {
        let format = self.format()?;
        let (name, text) = read_text_within(&self.graph, run)?;
        let graph = graphs::read_within(format, &text, &|bytes| run.reserve(bytes));
        let graph = graph.map_err(|error| match error.stopped {
            None => CliError::Input(format!("{name}:{error}")),
            Some(_) => CliError::Undecided(format!("{name}:{error}")),
        })?;
        drop(text);
        let bytes = hamilton::bytes(graph.names.len(), graph.edges.len());
        run.reserve(bytes).map_err(|reason| {
            let (vertices, edges) = (graph.names.len(), graph.edges.len());
            let graph = format!("a graph of {vertices} vertices and {edges} edges");
            CliError::Undecided(format!("{name}: {graph}: {}", reason.describe()))
        })?;
        if graph.names.is_empty() {
            return Err(CliError::Input(format!("{name}: the graph has no vertex")));
        }
        let named = |&(a, b): &(u32, u32)| {
            [graph.names[a as usize].clone(), graph.names[b as usize].clone()]
        };
        let mut given: Vec<[String; 2]> = graph.fixed.iter().map(named).collect();
        if !self.given.is_empty() {
            let names: HashSet<&str> = graph.names.iter().map(String::as_str).collect();
            for list in &self.given {
                if let Ok(edge) = edge(list, &names) {
                    given.push(edge);
                    continue;
                }
                for text in split_list(list) {
                    given.push(edge(text, &names)?);
                }
            }
        }
        let NamedGraph { directed, names, edges, .. } = graph;
        let edges = edges.into_iter().map(|(a, b)| [a, b]).collect();
        let graph = GraphStatement { directed, vertices: names, edges };
        let (start, end) = (self.start.clone(), self.end.clone());
        let closed = !self.path;
        Ok(Statement::Hamilton(HamiltonStatement { graph, closed, start, end, given }))
    }

    fn format(&self) -> Result<&'static dyn InputFormat, CliError> {
        let names: Vec<&str> = graphs::registry().iter().map(|format| format.name()).collect();
        let names = names.join(", ");
        let Some(name) = &self.input_format else {
            let unknown = || {
                let file = shown(&self.graph);
                CliError::Usage(format!(
                    "{file}: its name does not tell the format; say --input-format {names}"
                ))
            };
            return graphs::by_extension(Path::new(&self.graph)).ok_or_else(unknown);
        };
        let unknown =
            || CliError::Usage(format!("--input-format {name}: unknown; there are {names}"));
        graphs::by_name(name).ok_or_else(unknown)
    }
}

/// An edge A-B, where the names may have hyphens in them too.
fn edge(text: &str, names: &HashSet<&str>) -> Result<[String; 2], StatementError> {
    let is_vertex = |name: &str| names.contains(name);
    let splits = text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let mut edges = splits.filter(|(a, b)| is_vertex(a) && is_vertex(b));
    let problem = match (edges.next(), edges.next()) {
        (Some((a, b)), None) => return Ok([a.into(), b.into()]),
        (None, _) => "write two vertices of the graph with - between them",
        (Some(_), Some(_)) => "it can be read as more than one edge",
    };
    Err(StatementError::of(Field::Given, &text, problem))
}
