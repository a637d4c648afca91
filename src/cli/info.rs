//! `satranj info`: properties of a graph, and commands worth trying.

use std::ffi::OsStr;

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, OutputArguments, parse_seed},
    files::Files,
    outputs::Outputs,
    puzzle::graph::{self, GraphArguments, ReadDirections},
    watch::watched_run,
};
use crate::{
    documents::info::{InfoDocument, InfoQuestion},
    graphs::{NamedGraph, summary::GraphSummary},
    random::DEFAULT_SEED,
    run::Run,
    shell_word::quoted,
};

/// Arguments of `info`.
#[derive(Debug, Clone, Args)]
pub struct InfoArguments {
    #[command(flatten)]
    file: GraphArguments,
    /// Draw a random named graph, such as gnp:100,0.5, by this seed
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = parse_seed, value_name = "N|random")]
    seed: u64,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &InfoArguments) -> Result<i32, CliError> {
    let outputs = Outputs::of_document("info", &arguments.output)?;
    let (output, _) = outputs.open(&mut Files::reading([&arguments.file.graph]))?;
    let mut run = arguments.limits.run();
    run.seed = arguments.seed;
    let of_thread = arguments.clone();
    let document = watched_run(&run, move |run| of_thread.document(run))?;
    let document = document.done("reading the graph")??;
    output.print(&document, |_| document.text())?;
    Ok(0)
}

impl InfoArguments {
    fn document(&self, run: &Run) -> Result<InfoDocument, CliError> {
        let (name, format, graph) = graph::named(&self.file, run)?;
        let (vertices, edges) = (graph.names.len(), graph.edges.len());
        run.reserve(GraphSummary::bytes(vertices as u64, edges as u64)).map_err(|reason| {
            let size = format!("a graph of {vertices} vertices and {edges} edges");
            CliError::Undecided(format!("{name}: {size}: {}", reason.describe()))
        })?;
        if vertices == 0 {
            wrong_input!("{name}: the graph has no vertex");
        }
        let source = graph.source.clone().unwrap_or(name);
        let summary = GraphSummary::of(&graph.graph());
        let mut document = InfoDocument::new(source, format, &graph, &summary);
        document.next = self.questions(&graph, &summary);
        Ok(document)
    }

    /// What the bounds leave open, and questions that the graph suits.
    fn questions(&self, graph: &NamedGraph, summary: &GraphSummary) -> Vec<InfoQuestion> {
        let mut next = Vec::new();
        let undirected = if graph.directed { " --as undirected" } else { "" };
        let directed = match self.file.directions {
            Some(ReadDirections::Directed) => " --as directed",
            Some(ReadDirections::Undirected) => " --as undirected",
            None => "",
        };
        let mut ask = |puzzle: &str, more: &str, answers: &str| {
            let own = if more.contains("--as") { "" } else { directed };
            let command = format!("satranj solve {puzzle} {}{own}{more}", self.words(graph));
            next.push(InfoQuestion { command, answers: answers.into() });
        };
        if !summary.clique.is_known() {
            ask("clique", undirected, "a largest clique");
        }
        if !summary.colours.is_known() && graph.looped.is_none() {
            ask("colouring", undirected, "the fewest colours");
        }
        if !summary.independent_set.is_known() && graph.looped.is_none() {
            ask("independent-set", undirected, "a largest independent set");
        }
        if summary.components == 1 && graph.names.len() > 2 {
            let (more, answers) = match summary.degrees.least {
                1 => {
                    (" --path", "a Hamiltonian path; a cycle is impossible: a vertex has degree 1")
                }
                _ => ("", "a Hamiltonian cycle"),
            };
            ask("hamilton", more, answers);
        }
        if let ([first, .., last], false) = (&graph.names[..], graph.weights.is_empty()) {
            let ends = format!(" {} {}", quoted(OsStr::new(first)), quoted(OsStr::new(last)));
            ask("path", &ends, "a lightest path between two vertices");
        }
        if !graph.vertex_weights.is_empty() && graph.looped.is_none() {
            ask(
                "independent-set",
                &format!(" --weighted{undirected}"),
                "a heaviest independent set",
            );
        }
        next
    }

    /// The graph as on this command line, with the seed of a random word.
    fn words(&self, graph: &NamedGraph) -> String {
        if let Some(source) = &graph.source {
            return quoted(OsStr::new(source));
        }
        let mut words = quoted(self.file.graph.as_os_str());
        let mut option = |name: &str, value: &str| {
            words.extend([" ", name, " ", &quoted(OsStr::new(value))]);
        };
        if let Some(format) = &self.file.input_format {
            option("--input-format", format);
        }
        if !self.file.edge_columns.is_empty() {
            option("--columns", &self.file.edge_columns.join(","));
        }
        words
    }
}
