//! The arguments of paths and cycles in graphs.

use std::{collections::HashSet, path::Path};

use clap::Args;

use super::graph::{self, GraphArguments, GraphQuestion};
use crate::{
    board::square::split_list,
    cli::CliError,
    graphs::{NamedGraph, Weight},
    puzzles::{
        Statement, StatementError, fields::Field, hamilton::HamiltonStatement, no_vertex,
        path::PathStatement,
    },
    run::Run,
};

/// A Hamiltonian path or cycle problem.
#[derive(Debug, Clone, Default, Args)]
pub struct HamiltonArguments {
    #[command(flatten)]
    pub file: GraphArguments,
    /// Ask for a cycle, the default
    #[arg(long, conflicts_with = "path")]
    pub cycle: bool,
    /// Ask for a path
    #[arg(long)]
    pub path: bool,
    /// Start at this vertex, by its name in the file
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// End a path at this vertex
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub end: Option<String>,
    /// Use these edges: A-B,B-C (or with ; between them)
    #[arg(long, value_name = "EDGES", allow_hyphen_values = true)]
    pub given: Vec<String>,
}

/// The problem of a path or a cycle in a file's graph.
///
/// # Errors
/// [`CliError`], with the place in the file.
pub fn hamilton_of_file(graph: &Path, path: bool, run: &Run) -> Result<Statement, CliError> {
    let file = GraphArguments { graph: graph.into(), ..GraphArguments::default() };
    let question = HamiltonArguments { file, path, ..HamiltonArguments::default() };
    graph::only(&question.file, &question, run)
}

impl GraphQuestion for HamiltonArguments {
    fn statement(&self, graph: NamedGraph) -> Result<Statement, StatementError> {
        let named = |&(a, b): &(u32, u32)| {
            [graph.names[a as usize].clone(), graph.names[b as usize].clone()]
        };
        let mut given: Vec<[String; 2]> = graph.fixed.iter().map(named).collect();
        if !self.given.is_empty() {
            let known: HashSet<&str> = graph.names.iter().map(String::as_str).collect();
            let names = (&known, &graph.names[..]);
            for list in &self.given {
                if let Ok(edge) = edge(list, names) {
                    given.push(edge);
                    continue;
                }
                for text in split_list(list) {
                    given.push(edge(text, names)?);
                }
            }
        }
        let graph = graph.into();
        let (start, end) = (self.start.clone(), self.end.clone());
        let closed = !self.path;
        Ok(Statement::Hamilton(HamiltonStatement { graph, closed, start, end, given }))
    }
}

/// An edge A-B; the names may contain hyphens too.
fn edge(
    text: &str,
    (known, names): (&HashSet<&str>, &[String]),
) -> Result<[String; 2], StatementError> {
    let is_vertex = |name: &str| known.contains(name);
    let splits = text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let mut edges = splits.filter(|(a, b)| is_vertex(a) && is_vertex(b));
    let problem = match (edges.next(), edges.next()) {
        (Some((a, b)), None) => return Ok([a.into(), b.into()]),
        (None, _) => match text.split_once('-') {
            // There is only one way to split it.
            Some((a, b)) if !b.contains('-') && !a.is_empty() && !b.is_empty() => {
                let unknown = if is_vertex(a) { b } else { a };
                return Err(StatementError::of(
                    Field::Given,
                    &text,
                    no_vertex(unknown, names.iter()),
                ));
            }
            _ => "write two vertices of the graph with - between them",
        },
        (Some(_), Some(_)) => "it can be read as more than one edge",
    };
    Err(StatementError::of(Field::Given, &text, problem))
}

/// A shortest path.
#[derive(Debug, Clone, Args)]
pub struct PathArguments {
    #[command(flatten)]
    pub file: GraphArguments,
    /// The first and the last vertex, in place of --from and --to
    #[arg(num_args = 2, value_names = ["FROM", "TO"], conflicts_with_all = ["from", "to"])]
    pub ends: Vec<String>,
    /// Start at this vertex, by its name in the file
    #[arg(
        long,
        value_name = "VERTEX",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub from: Option<String>,
    /// End at this vertex
    #[arg(
        long,
        value_name = "VERTEX",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub to: Option<String>,
    /// Count edges and ignore the file's weights
    #[arg(long)]
    pub unweighted: bool,
}

impl GraphQuestion for PathArguments {
    fn statement(&self, mut graph: NamedGraph) -> Result<Statement, StatementError> {
        let weights = std::mem::take(&mut graph.weights);
        let weights = if self.unweighted { Vec::new() } else { weights };
        let whole: Option<Vec<u32>> = weights.iter().map(|weight| weight.whole()).collect();
        let Some(whole) = whole else { return Err(no_number(&graph, &weights)) };
        let weights = (!whole.is_empty()).then_some(whole);
        let mut ends = self.ends.iter().chain(&self.from).chain(&self.to).cloned();
        let mut end = || ends.next().expect("both ends are asked for");
        let (from, to) = (end(), end());
        Ok(PathStatement { graph: graph.into(), from, to, weights }.into())
    }
}

/// The error for an edge weight that is not a whole number.
fn no_number(graph: &NamedGraph, weights: &[Weight]) -> StatementError {
    let mut edges = graph.edges.iter().zip(weights);
    let Some((&(a, b), weight)) = edges.find(|(_, weight)| weight.whole().is_none()) else {
        return StatementError::whole("a weight is not a whole number").blaming(Field::Weights);
    };
    let [a, b] = [a, b].map(|vertex| &graph.names[vertex as usize]);
    let value = weight.shown("not a single number");
    let right = format!("write whole numbers from 1 to {}, or use --unweighted", u32::MAX);
    let problem = format!("the weight of the edge between `{a}` and `{b}` is {value}; {right}");
    StatementError::whole(problem).blaming(Field::Weights).with_value(&value)
}
