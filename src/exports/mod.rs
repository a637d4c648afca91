//! Export formats: a constant each, one line here.

pub mod asp;
mod error;
pub mod formula;
pub mod graph_file;
pub mod linear;
pub mod minizinc;
pub mod node_link;
pub mod opb;
pub mod programs;
#[cfg(feature = "cli")]
pub mod refutation;
pub mod satisfiability;
pub mod sizes;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use satranj_encodings::{
    dominating_set::DominatingSet,
    encoding::{Encoding, Options},
    graph::Graph,
    hamiltonian::Hamiltonian,
    meeting::Meeting,
    model::Model,
    planning::states_within_a_horizon,
    registry as encodings,
    route::Route,
    shortest_path::ShortestPath,
};

pub use crate::graphs::ExportedEdges;
pub use error::ExportError;

use crate::{
    documents::map::MapDocument, limits::Limits, printable::one_line, puzzles::StatedPuzzle,
    run::Run,
};

/// Writes a puzzle in a format: `dimacs`, `icnf`, `wcnf`, `opb`, `dot`, `graphml`, `graph6`, `hcp`,
/// `node-link`, `edge`, `gml`, `edge-list`, `adjacency-list`, `pajek`, `matrix-market`, `csv`, `tsv`,
/// `matrix`, `gexf`, `minizinc` or `asp`. Formulas use the encoding that solvers like best among those that
/// state the puzzle completely; with the returned map, [`decode`](crate::decode) reads a solver's model of
/// them.
///
/// # Errors
/// [`ExportError`].
///
/// # Example
///
/// ```
/// use satranj::prelude::*;
///
/// let puzzle = r#"{"kind":"queens","n":4}"#.parse::<Statement>()?.into_puzzle()?;
/// let mut formula = Vec::new();
/// let map = export(puzzle.as_ref(), "dimacs", &mut formula)?;
/// assert!(formula.starts_with(b"c satranj"));
/// assert!(map.is_some_and(|map| map.encoding == "lines"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(
    puzzle: &dyn StatedPuzzle,
    format: &str,
    out: &mut dyn Write,
) -> Result<Option<MapDocument>, ExportError> {
    let format = by_name(format).ok_or_else(|| ExportError::NoFormat(format.into()))?;
    let model = puzzle.model();
    let run = &Run::new(Limits::default(), 1);
    let export = Export {
        puzzle,
        model: &model,
        encoding: if format.has_models() { default_encoding(&model, run) } else { None },
        is_encoding_named: false,
        is_projected: false,
        cubes: None,
        options: Options::default(),
        command: format!("satranj::export {}", format.name()),
        seed: 1,
        run,
    };
    format.write(&export, out)
}

/// The default encoding of a formula: among those that state the model completely, the one that
/// solvers like best. Any of them if the run is stopped.
#[must_use]
pub fn default_encoding(model: &Model, run: &Run) -> Option<&'static Encoding> {
    encodings::for_solvers(model, &|| run.poll().is_err())
}

/// What is exported, and what the header says about it.
pub struct Export<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// Its model.
    pub model: &'a Model,
    /// The encoding, for formulas; `None` if none states the model.
    pub encoding: Option<&'a Encoding>,
    /// Whether the user named the encoding.
    pub is_encoding_named: bool,
    /// Whether the variables to be counted are named, for projected model counters.
    pub is_projected: bool,
    /// The number of cubes into which the formula is split: written by `icnf`; `dimacs` states their cover.
    pub cubes: Option<u32>,
    /// Choices about the encoding.
    pub options: Options,
    /// The command line as the user gave it.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Limits and signals.
    pub run: &'a Run,
}

impl Export<'_> {
    /// Refuses a puzzle that asks for the best: a formula states a decision.
    ///
    /// # Errors
    /// [`ExportError`] that says what may be asked instead.
    pub fn refuse_optimum(&self, format: &'static str) -> Result<(), ExportError> {
        if self.model.sense().is_none() {
            return Ok(());
        }
        if self.model.as_weighted_set().is_some() {
            let problem = "it states a decision, and the best weight is asked for; take --format \
                           wcnf or opb";
            return Err(ExportError::Instance { format, problem });
        }
        if self.model.as_shortest_path().is_some() {
            return Err(ExportError::Unsupported(format));
        }
        let others = self.encoding.is_some();
        Err(if states_within_a_horizon(self.model) {
            ExportError::Shortest { format, others }
        } else {
            let option = if self.model.as_colouring().is_some() { "--colours" } else { "--count" };
            ExportError::Optimum { format, option }
        })
    }

    /// Writes the header lines as comments with this beginning.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_header(&self, comment: &str, out: &mut dyn Write) -> io::Result<()> {
        self.header().iter().try_for_each(|line| writeln!(out, "{comment} {line}"))
    }

    /// The name of a vertex in the names of variables, on one line.
    #[must_use]
    pub fn term(&self, vertex: u32) -> String {
        one_line(&self.puzzle.term(vertex)).into_owned()
    }

    /// The reductions that a Hamiltonian formula assumes, for its header.
    #[must_use]
    pub fn reductions(&self) -> String {
        let made = self.model.as_hamiltonian().map(|_| self.options.reductions.to_string());
        made.map_or_else(String::new, |made| format!(", reductions {made}"))
    }

    /// The header lines that every format writes as comments, without characters that would end
    /// them.
    #[must_use]
    pub fn header(&self) -> Vec<String> {
        let lines = [
            format!("satranj {} {}", crate::documents::VERSION, self.puzzle.title()),
            format!("command {}", self.command),
            format!("seed {}", self.seed),
            format!("instance {}", crate::documents::instance(&self.puzzle.statement())),
        ];
        lines.iter().map(|line| one_line(line).into_owned()).collect()
    }

    /// The Hamiltonian model.
    ///
    /// # Errors
    /// [`ExportError::Unsupported`] for another model.
    pub fn hamiltonian(&self, format: &'static str) -> Result<&Hamiltonian, ExportError> {
        self.model.as_hamiltonian().ok_or(ExportError::Unsupported(format))
    }

    /// The graph of the model: of the moves of a piece, or of the attacks of pieces.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it does not fit into the memory limit,
    /// [`ExportError::Unsupported`] if the model has no graph.
    pub fn graph(&self, format: &'static str) -> Result<&Graph, ExportError> {
        match self.model.unweighted() {
            Model::Hamiltonian(model) => {
                self.run.reserve(model.graph_bytes())?;
                Ok(model.graph())
            }
            Model::DominatingSet(set) => {
                self.run.reserve(set.graph_bytes())?;
                Ok(set.graph())
            }
            Model::VertexCover(cover) => Ok(cover.graph()),
            Model::Colouring(colouring) => Ok(colouring.graph()),
            Model::Meeting(Meeting { board, .. }) | Model::Route(Route { board, .. }) => {
                self.run.reserve(board.bytes())?;
                Ok(board.graph())
            }
            Model::ShortestPath(_) | Model::Exchange(_) | Model::WeightedSet(_) => {
                Err(ExportError::Unsupported(format))
            }
            Model::IndependentSet(_) | Model::Queens(_) => {
                let set = self.model.unweighted().as_independent_set();
                let set = set.ok_or(ExportError::Unsupported(format))?;
                if let Some(graph) = set.complement() {
                    return Ok(graph);
                }
                self.run.reserve(set.graph_bytes())?;
                Ok(set.graph())
            }
        }
    }

    /// The edges of [`Export::graph`], for the graph formats.
    ///
    /// # Errors
    /// As [`Export::graph`].
    pub fn edges(&self, format: &'static str) -> Result<ExportedEdges<'_>, ExportError> {
        if let Some(model) = self.model.as_shortest_path() {
            return of_path(model, format, false);
        }
        let graph = self.graph(format)?;
        let Some(model) = self.model.as_hamiltonian().filter(|model| model.is_directed()) else {
            return Ok(ExportedEdges::of(graph).weighing(self.model.weights()));
        };
        Ok(ExportedEdges {
            directed: true,
            vertices: graph.vertices(),
            bound: model.arcs().count() as u64,
            list: Box::new(model.arcs()),
            weights: None,
            edge_weights: None,
        })
    }

    /// As [`Export::edges`], with the weights of the edges.
    ///
    /// # Errors
    /// As [`Export::graph`].
    pub fn weighted_edges(&self, format: &'static str) -> Result<ExportedEdges<'_>, ExportError> {
        let Some(model) = self.model.as_shortest_path() else { return self.edges(format) };
        self.run.reserve(size_of::<u64>() as u64 * model.arcs().edge_count() as u64)?;
        of_path(model, format, true)
    }

    /// The vertices on which pieces are given, in rising order.
    #[must_use]
    pub fn given_vertices(&self) -> Vec<u32> {
        let sets = self.model.unweighted();
        let set = sets.as_independent_set();
        let set = set.or_else(|| sets.as_dominating_set().map(DominatingSet::pieces));
        let of_cover = || sets.as_vertex_cover().map_or_else(Vec::new, |set| set.given().to_vec());
        let mut given = set.map_or_else(of_cover, |set| set.given.clone());
        given.sort_unstable();
        given
    }

    /// The edges that a tour must use, in rising order; the smaller vertex first unless they are
    /// directed.
    #[must_use]
    pub fn given_edges(&self, directed: bool) -> Vec<(u32, u32)> {
        let given = self.model.as_hamiltonian().map_or(&[][..], |model| &model.given);
        let ordered = |&(a, b): &(u32, u32)| if directed { (a, b) } else { (a.min(b), a.max(b)) };
        let mut given: Vec<(u32, u32)> = given.iter().map(ordered).collect();
        given.sort_unstable();
        given
    }
}

/// How a format writes the cubes of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaCut {
    /// Each cube as its own case.
    Cases,
    /// A statement that no cube has a model.
    Cover,
}

/// A file written beside an export, the same for every instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// Its extension, which replaces that of the export.
    pub extension: &'static str,
    /// A noun for it, with an article.
    pub what: &'static str,
    /// Its whole text; it begins with [`programs::BEGINNING`].
    pub text: &'static str,
}

/// The edges of a graph for a shortest path; a format that `has_weights` writes those of edges, and
/// a weighted graph is refused by the others.
fn of_path<'a>(
    model: &'a ShortestPath,
    format: &'static str,
    has_weights: bool,
) -> Result<ExportedEdges<'a>, ExportError> {
    if model.is_weighted() && !has_weights {
        return Err(ExportError::Unsupported(format));
    }
    let directed = model.is_directed();
    let list = move || model.list().filter(move |(a, b, _)| directed || a < b);
    Ok(ExportedEdges {
        directed,
        vertices: model.vertices(),
        bound: model.arcs().edge_count() as u64,
        list: Box::new(list().map(|(a, b, _)| (a, b))),
        weights: None,
        edge_weights: model.is_weighted().then(|| list().map(|(_, _, weight)| weight).collect()),
    })
}

/// The writer of a format; for a formula it returns the map that decodes models.
pub(crate) enum FormatWriter {
    /// A graph.
    Graph(graph_file::GraphWriter),
    /// A writer of the whole export.
    Whole(fn(&Export<'_>, &mut dyn Write) -> Result<Option<MapDocument>, ExportError>),
}

/// An export format.
pub struct Format {
    pub(crate) name: &'static str,
    pub(crate) extensions: &'static [&'static str],
    pub(crate) summary: &'static str,
    pub(crate) has_models: bool,
    pub(crate) has_projection: bool,
    pub(crate) cuts: Option<FormulaCut>,
    pub(crate) beside: fn(&Model) -> Option<Beside>,
    pub(crate) is_of_clauses: fn(&Model, bool) -> bool,
    pub(crate) writer: FormatWriter,
}

impl Format {
    /// A format without models that writes nothing.
    pub(crate) const BASE: Self = Self {
        name: "",
        extensions: &[],
        summary: "",
        has_models: false,
        has_projection: false,
        cuts: None,
        beside: |_| None,
        is_of_clauses: |_, _| true,
        writer: FormatWriter::Whole(|_, _| Ok(None)),
    };

    /// The name on the command line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The extensions of its files, without the dot, in lower case; the first is the usual one.
    #[must_use]
    pub fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// One line for `satranj list formats`.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Whether solvers give models of it, so that there is a map that decodes them.
    #[must_use]
    pub fn has_models(&self) -> bool {
        self.has_models
    }

    /// The file beside the export of a model, if there is one.
    #[must_use]
    pub fn beside(&self, model: &Model) -> Option<Beside> {
        (self.beside)(model)
    }

    /// Whether it can say which variables are counted.
    #[must_use]
    pub fn has_projection(&self) -> bool {
        self.has_projection
    }

    /// How it writes the cubes of a formula, if it can.
    #[must_use]
    pub fn cuts(&self) -> Option<FormulaCut> {
        self.cuts
    }

    /// Whether it writes the clauses of an encoding, which may be named.
    #[must_use]
    pub fn is_of_clauses(&self, model: &Model, is_encoding_named: bool) -> bool {
        self.has_models && (self.is_of_clauses)(model, is_encoding_named)
    }

    /// Writes the export; returns the map that decodes its models, if it has any.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        match &self.writer {
            FormatWriter::Graph(graph) => {
                let with_weights = graph.has_edge_weights;
                let edges = if with_weights { Export::weighted_edges } else { Export::edges };
                let edges = graph.held(self.name, edges(export, self.name)?)?;
                (graph.write)(export, edges, out)?;
                Ok(None)
            }
            FormatWriter::Whole(write) => write(export, out),
        }
    }
}

/// All formats.
#[must_use]
pub fn registry() -> &'static [&'static Format] {
    static FORMATS: &[&Format] = &[
        &satisfiability::DIMACS,
        &satisfiability::ICNF,
        &satisfiability::WCNF,
        &opb::OPB,
        &graph_file::DOT,
        &graph_file::GRAPHML,
        &graph_file::GRAPH6,
        &graph_file::HCP,
        &graph_file::NODE_LINK,
        &graph_file::EDGE,
        &graph_file::GML,
        &graph_file::EDGE_LIST,
        &graph_file::ADJACENCY_LIST,
        &graph_file::PAJEK,
        &graph_file::MATRIX_MARKET,
        &graph_file::CSV,
        &graph_file::TSV,
        &graph_file::MATRIX,
        &graph_file::GEXF,
        &minizinc::MINIZINC,
        &asp::ASP,
    ];
    FORMATS
}

/// The format with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Format> {
    registry().iter().copied().find(|format| format.name() == name)
}
