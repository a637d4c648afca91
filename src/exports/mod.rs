//! The export formats, each a constant in its own file.

mod error;
mod format;
pub mod formula;
mod hamiltonian_cycle;
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

use crate::{
    documents::{self, map::MapDocument},
    graphs::{ExportedGraph, GraphTexts},
    limits::Limits,
    printable::one_line,
    puzzles::{Solution, StatedPuzzle},
    run::Run,
    stated_formula::StatedFormula,
};

pub use error::ExportError;
#[cfg(feature = "cli")]
pub(crate) use format::fits;
pub use format::{Beside, Format, FormulaCut, by_name, registry};
pub(crate) use format::{FormatWriter, write_graph};

/// Writes a puzzle in a format of `satranj list formats`: a formula (`dimacs`, `icnf`, `wcnf`,
/// `opb`), a program (`minizinc`, `asp`) or a graph (all others). A formula uses the encoding that
/// solvers handle best among those that state the puzzle completely; with the returned map of a
/// formula or a program, [`decode`](crate::decode) reads a solver's model.
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
        encoding: if format.has_models { default_encoding(&model, run) } else { None },
        is_encoding_named: false,
        is_projected: false,
        cubes: None,
        best: None,
        options: Options::default(),
        command: format!("satranj::export {}", format.name),
        seed: 1,
        run,
    };
    format.write(&export, out)
}

/// The default encoding of a formula: among those that state the model completely, the one that
/// solvers handle best; any of them if the run is stopped.
#[must_use]
pub fn default_encoding(model: &Model, run: &Run) -> Option<&'static Encoding> {
    encodings::for_solvers(model, &|| run.poll().is_err())
}

/// The encoding of a formula that a solution better than one of this value exists: the
/// [default](default_encoding) if it states this, otherwise the first that does.
#[must_use]
pub fn encoding_of_better(model: &Model, best: u64, run: &Run) -> Option<&'static Encoding> {
    let complete = encodings::encodings().iter().copied().filter(|encoding| encoding.complete());
    let mut all = default_encoding(model, run).into_iter().chain(complete);
    all.find(|encoding| StatedFormula::better(model, best, encoding, Options::default()).is_some())
}

/// The exported puzzle, and the facts for the header.
pub struct Export<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// Its model.
    pub model: &'a Model,
    /// The encoding, for formulas; `None` if none states the model.
    pub encoding: Option<&'static Encoding>,
    /// Whether the user named the encoding.
    pub is_encoding_named: bool,
    /// Whether the variables to be counted are named, for projected model counters.
    pub is_projected: bool,
    /// The number of cubes into which the formula is split: written by `icnf`; `dimacs` states their cover.
    pub cubes: Option<u32>,
    /// A solution and its value, which a model of the formula must beat.
    pub best: Option<&'a (Solution, u64)>,
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
    /// Refuses a puzzle that asks for an optimum: a formula states a decision.
    ///
    /// # Errors
    /// [`ExportError`] with a question that can be exported instead.
    pub fn refuse_optimum(&self, format: &'static str) -> Result<(), ExportError> {
        if self.model.sense().is_none() || self.best.is_some() {
            return Ok(());
        }
        if self.model.as_weighted_set().is_some() {
            let problem = "it states a decision, but the puzzle asks for the best weight; use --format \
                           wcnf or opb";
            return Err(ExportError::Instance { format, problem });
        }
        if self.model.as_shortest_path().is_some() {
            return Err(ExportError::Unsupported(format));
        }
        let others = self.encoding.is_some();
        Err(if states_within_a_horizon(self.model) || self.model.is_agent_paths() {
            ExportError::Shortest { format, others }
        } else {
            ExportError::Optimum { format, option: self.puzzle.count_option() }
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
            format!("satranj {} {}", documents::VERSION, self.puzzle.title()),
            format!("command {}", self.command),
            format!("seed {}", self.seed),
            format!("instance {}", documents::instance(&self.puzzle.statement())),
        ];
        lines.iter().map(|line| one_line(line).into_owned()).collect()
    }

    /// The graph of the model: of the moves of a piece, or of the attacks of pieces.
    fn model_graph(&self, format: &'static str) -> Result<&Graph, ExportError> {
        self.run.reserve(self.model.bytes())?;
        match self.model.unweighted() {
            Model::Hamiltonian(model) => Ok(model.graph()),
            Model::LongestPath(model) => Ok(model.visit.graph()),
            Model::DominatingSet(set) => Ok(set.graph()),
            Model::VertexCover(cover) => Ok(cover.graph()),
            Model::Colouring(colouring) => Ok(colouring.graph()),
            Model::AgentPaths(agents) => Ok(agents.graph()),
            Model::Meeting(Meeting { board, .. }) | Model::Route(Route { board, .. }) => {
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

    /// The graph of the model, for a format of graphs that holds weights of edges or not.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it does not fit into the memory limit,
    /// [`ExportError::Unsupported`] if the model has no graph, or weights that the format lacks.
    pub fn graph(
        &self,
        format: &'static str,
        has_edge_weights: bool,
    ) -> Result<ExportedGraph<'_>, ExportError> {
        if let Some(model) = self.model.as_shortest_path() {
            return self.path_graph(model, format, has_edge_weights);
        }
        let graph = self.model_graph(format)?;
        let tour = self.model.visit();
        let moves = match self.model.unweighted() {
            Model::Meeting(model) => Some(&model.board),
            Model::DominatingSet(set) => set.moves(),
            _ => tour.map(Hamiltonian::moves),
        };
        let exported = match moves.filter(|moves| moves.is_directed()) {
            Some(moves) => {
                let (vertices, edges) = (graph.vertices(), moves.arcs().count() as u64);
                ExportedGraph::new(true, vertices, edges, || moves.arcs(), self)
            }
            None => {
                ExportedGraph { weights: self.model.weights(), ..ExportedGraph::of(graph, self) }
            }
        };
        Ok(ExportedGraph {
            ends: tour.map_or([None; 2], |tour| [tour.start, tour.end]),
            given: self.given_vertices(),
            given_edges: self.given_edges(exported.directed),
            ..exported
        })
    }

    /// The graph of a shortest path.
    fn path_graph<'a>(
        &'a self,
        model: &'a ShortestPath,
        format: &'static str,
        has_edge_weights: bool,
    ) -> Result<ExportedGraph<'a>, ExportError> {
        if model.is_weighted() && !has_edge_weights {
            return Err(ExportError::Unsupported(format));
        }
        let directed = model.is_directed();
        let list = move || model.list().filter(move |(a, b, _)| directed || a < b);
        let edges = move || list().map(|(a, b, _)| (a, b));
        let edge_count = edges().count() as u64;
        let weights = model.is_weighted().then(|| list().map(|(_, _, weight)| weight).collect());
        let graph = ExportedGraph::new(directed, model.vertices(), edge_count, edges, self);
        Ok(ExportedGraph { edge_weights: weights, ..graph })
    }

    /// The vertices on which pieces are given, in rising order.
    #[must_use]
    pub fn given_vertices(&self) -> Vec<u32> {
        let question = self.model.set_question();
        let mut given = question.map_or_else(Vec::new, |question| question.given.to_vec());
        given.sort_unstable();
        given
    }

    /// The edges that a tour must use, in rising order; the smaller vertex first unless they are
    /// directed.
    #[must_use]
    pub fn given_edges(&self, directed: bool) -> Vec<(u32, u32)> {
        let given = self.model.visit().map_or(&[][..], |model| &model.given);
        let ordered = |&(a, b): &(u32, u32)| if directed { (a, b) } else { (a.min(b), a.max(b)) };
        let mut given: Vec<(u32, u32)> = given.iter().map(ordered).collect();
        given.sort_unstable();
        given
    }
}

impl GraphTexts for Export<'_> {
    fn title(&self) -> String {
        self.puzzle.title()
    }

    fn comments(&self) -> Vec<String> {
        self.header()
    }

    fn puzzle(&self) -> Option<String> {
        let mut puzzle = Vec::new();
        // Writing to memory cannot fail.
        let _ = documents::json::write(&self.puzzle.statement(), &mut puzzle);
        Some(String::from_utf8_lossy(&puzzle).into_owned())
    }

    fn name(&self, vertex: u32) -> String {
        self.puzzle.label(vertex)
    }

    fn kind(&self, vertex: u32) -> Option<String> {
        self.puzzle.piece_of(vertex)
    }
}
