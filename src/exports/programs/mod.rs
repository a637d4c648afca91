//! Questions about a graph as programs for `MiniZinc` and answer set programming, each in two
//! files.

use std::{
    fmt::Display,
    io::{self, Write},
};

use satranj_encodings::{
    agent_paths::{AgentPaths, PlanCost},
    constraints::{DIRECTED_TOURS, are_all_of},
    model::{Count, Model, Sense},
    vertex_set::SetQuestion,
};
use sha2::{Digest, Sha256};

use crate::{
    documents::{finish_sha256, map::MapDocument},
    exports::{Beside, Export, ExportError, Format, FormatWriter},
    graphs::ExportedGraph,
    printable::one_line,
};

/// The programs for a question; `minizinc` and `asp` write their data.
#[derive(Debug)]
pub struct GraphPrograms {
    /// The name in maps.
    pub name: &'static str,
    /// What an answer consists of.
    pub shown: ShownAtoms,
    /// The model for `MiniZinc`.
    pub minizinc: &'static str,
    /// The encoding for clingo and other systems of answer set programming.
    pub asp: &'static str,
}

/// The atoms that an answer set program shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownAtoms {
    /// `cycle(X,Y)`: vertex Y follows X; vertex 0 joins the ends of a path.
    Cycle,
    /// `chosen(X)`: the set has the vertex X.
    Chosen,
    /// `has(X,C)`: vertex X has the colour C.
    Has,
    /// `at(A,X,T)`: the agent that starts at vertex A is at vertex X at time T.
    At,
}

/// The first words of each program.
pub const BEGINNING: &str = "% satranj: ";

/// Hamiltonian paths and cycles.
const HAMILTON: GraphPrograms = GraphPrograms {
    name: "hamilton",
    shown: ShownAtoms::Cycle,
    minizinc: include_str!("hamilton.mzn"),
    asp: include_str!("hamilton.lp"),
};

/// Sets of vertices.
const SETS: GraphPrograms = GraphPrograms {
    name: "sets",
    shown: ShownAtoms::Chosen,
    minizinc: include_str!("sets.mzn"),
    asp: include_str!("sets.lp"),
};

/// Colourings.
const COLOURING: GraphPrograms = GraphPrograms {
    name: "colouring",
    shown: ShownAtoms::Has,
    minizinc: include_str!("colouring.mzn"),
    asp: include_str!("colouring.lp"),
};

/// Plans for agents within a cost.
const AGENTS: GraphPrograms = GraphPrograms {
    name: "agents",
    shown: ShownAtoms::At,
    minizinc: include_str!("agents.mzn"),
    asp: include_str!("agents.lp"),
};

/// The programs of a model, if there are any.
#[must_use]
pub fn programs(model: &Model) -> Option<&'static GraphPrograms> {
    match model.unweighted() {
        Model::Hamiltonian(_) if are_all_of(DIRECTED_TOURS, model) => Some(&HAMILTON),
        Model::IndependentSet(set) if !set.is_on_lattice() && set.kinds().len() == 1 => Some(&SETS),
        Model::DominatingSet(set)
            if !set.pieces().is_on_lattice()
                && !set.is_directed()
                && !set.perfect
                && !set.minimal =>
        {
            Some(&SETS)
        }
        Model::VertexCover(_) => Some(&SETS),
        Model::Colouring(_) => Some(&COLOURING),
        Model::AgentPaths(_) => Some(&AGENTS),
        _ => None,
    }
}

/// A part of the question; vertices are numbered from 0.
#[derive(Debug, PartialEq, Eq)]
enum ProgramFact {
    /// A yes-or-no option.
    Flag(&'static str, bool),
    /// A number, or a vertex counted from 1, if any.
    Number(&'static str, Option<u32>),
    /// A set of vertices.
    Vertices(&'static str, Vec<u32>),
    /// The weight of each vertex in turn; without weights each weighs 1.
    Weights(Option<Vec<u32>>),
    /// Pairs, with a letter for their number and the names of both parts.
    Pairs {
        /// Its name.
        name: &'static str,
        /// The name of their number.
        count: &'static str,
        /// The names of the lists of first and of second parts.
        parts: [&'static str; 2],
        /// Both counted from 0.
        list: Vec<(u32, u32)>,
    },
}

/// The question of an export; `None` if there is no program for it.
fn question(export: &Export<'_>) -> Option<Vec<ProgramFact>> {
    programs(export.model)?;
    let weights = export.model.weights();
    let asked = match export.model.unweighted() {
        Model::Hamiltonian(model) => {
            let end = |end: Option<u32>| end.filter(|_| !model.closed).map(|vertex| vertex + 1);
            let given = export.given_edges(model.is_directed());
            return Some(vec![
                pairs("given", "g", ["given_from", "given_to"], given),
                ProgramFact::Flag("closed", model.closed),
                ProgramFact::Number("first", end(model.start)),
                ProgramFact::Number("last", end(model.end)),
            ]);
        }
        Model::Colouring(colouring) => {
            let given = colouring.given().to_vec();
            return Some(vec![
                pairs("given", "g", ["given_vertex", "given_colour"], given),
                ProgramFact::Number("colours", Some(colouring.palette())),
                ProgramFact::Flag("fewest", colouring.colours == Count::Optimum),
            ]);
        }
        Model::AgentPaths(model) => return of_agents(model),
        Model::IndependentSet(set) if set.complement().is_some() => vec!["clique"],
        Model::IndependentSet(_) => vec!["independent"],
        Model::VertexCover(_) => vec!["cover"],
        Model::DominatingSet(set) => {
            let parts = [("independent", set.independent), ("total", set.total)];
            let parts = parts.into_iter().filter_map(|(name, is)| is.then_some(name));
            std::iter::once("dominating").chain(parts).collect()
        }
        _ => return None,
    };
    Some(of_set(&asked, &export.model.set_question()?, weights))
}

fn pairs(
    name: &'static str,
    count: &'static str,
    parts: [&'static str; 2],
    list: Vec<(u32, u32)>,
) -> ProgramFact {
    ProgramFact::Pairs { name, count, parts, list }
}

/// The question about agents: their ends, the rules, the cost, and a number of steps that no plan
/// within this cost exceeds; `None` if the programs have no numbers of that size.
fn of_agents(model: &AgentPaths) -> Option<Vec<ProgramFact>> {
    let number = |number: u64| i32::try_from(number).ok().map(i32::unsigned_abs);
    let most = model.at_most?;
    let horizon = model.most_steps(most);
    let ends = model.starts.iter().copied().zip(model.goals.iter().copied());
    Some(vec![
        pairs("agent", "k", ["start", "goal"], ends.collect()),
        ProgramFact::Flag("anonymous", model.anonymous),
        ProgramFact::Flag("makespan", model.cost == PlanCost::Makespan),
        ProgramFact::Flag("one_at_a_time", model.one_at_a_time),
        ProgramFact::Flag("no_following", model.no_following),
        ProgramFact::Number("at_most", Some(number(most)?)),
        ProgramFact::Number("horizon", Some(number(horizon)?)),
    ])
}

/// The question about a set: its kind, its number of vertices, which of them must be in it and
/// which must not, and the weight of each.
fn of_set(
    asked: &[&'static str],
    question: &SetQuestion<'_>,
    weights: Option<&[u32]>,
) -> Vec<ProgramFact> {
    const KINDS: [&str; 5] = ["independent", "clique", "cover", "dominating", "total"];
    let count = question.kinds.first().map_or(Count::Optimum, |(_, count)| *count);
    let is_best = count == Count::Optimum;
    let is_most = question.sense == Sense::Maximise;
    let kinds = KINDS.iter().map(|kind| ProgramFact::Flag(kind, asked.contains(kind)));
    let exactly = match count {
        Count::Exactly(count) => Some(count),
        Count::Optimum => None,
    };
    kinds
        .chain([
            ProgramFact::Flag("most", is_best && is_most),
            ProgramFact::Flag("fewest", is_best && !is_most),
            ProgramFact::Number("size", exactly),
            ProgramFact::Vertices("given", question.given.to_vec()),
            ProgramFact::Vertices("blocked", question.blocked.to_vec()),
            ProgramFact::Weights(weights.map(<[u32]>::to_vec)),
        ])
        .collect()
}

/// `minizinc`: a `.dzn` file: the edges by their ends, which are numbered from 1, and the names.
/// The model, `.mzn`, is the same for every graph.
pub const MINIZINC: Format = Format {
    name: "minizinc",
    extensions: &["dzn"],
    summary: "the graph as data for MiniZinc; with -o FILE.dzn the model is written to FILE.mzn; with a map",
    beside: |model| {
        let text = programs(model)?.minizinc;
        Some(Beside { extension: "mzn", what: "the model", text })
    },
    is_program: true,
    writer: FormatWriter::Whole(|export, out| write(&MINIZINC, write_data, export, out)),
    ..Format::BASE
};

/// Writes the facts of a graph and a question.
type WriteFacts = fn(&ExportedGraph<'_>, &[ProgramFact], &mut dyn Write) -> io::Result<()>;

/// Writes the header and the data. The map has a digest of the data and of the program, which ties
/// an answer to the puzzle.
fn write(
    format: &Format,
    write_facts: WriteFacts,
    export: &Export<'_>,
    out: &mut dyn Write,
) -> Result<Option<MapDocument>, ExportError> {
    let unsupported = ExportError::Unsupported(format.name);
    if export.model.as_agent_paths().is_some_and(|model| model.at_most.is_none()) {
        return Err(ExportError::Shortest { format: format.name, others: false });
    }
    let (Some(programs), Some(beside), Some(facts)) =
        (programs(export.model), (format.beside)(export.model), question(export))
    else {
        return Err(unsupported);
    };
    let graph = export.graph(format.name, false)?;
    export.write_header("%", out)?;
    let mut out = DigestedData { out, digest: Sha256::new_with_prefix(beside.text) };
    write_facts(&graph, &facts, &mut out)?;
    Ok(Some(MapDocument {
        encoding: programs.name.into(),
        amo: "none".into(),
        variables: graph.vertices.into(),
        clauses: graph.edge_count,
        formula: finish_sha256(out.digest),
        ..MapDocument::new(export.puzzle.statement(), format.name)
    }))
}

/// Passes data on and takes their digest.
struct DigestedData<'a> {
    out: &'a mut dyn Write,
    digest: Sha256,
}

impl Write for DigestedData<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn write_data(
    graph: &ExportedGraph<'_>,
    facts: &[ProgramFact],
    out: &mut dyn Write,
) -> io::Result<()> {
    let (n, directed) = (graph.vertices, graph.directed);
    writeln!(out, "n = {n};\nm = {};\ndirected = {directed};", graph.edge_count)?;
    // One pass per end: a large graph should not be in memory twice.
    list("from", graph.edges().map(|(a, _)| a + 1), out)?;
    list("to", graph.edges().map(|(_, b)| b + 1), out)?;
    list("name", (0..n).map(|vertex| quoted(&graph.name(vertex))), out)?;
    for fact in facts {
        match fact {
            ProgramFact::Flag(name, flag) => writeln!(out, "{name} = {flag};")?,
            ProgramFact::Number(name, number) => {
                writeln!(out, "{name} = {};", number.unwrap_or(0))?;
            }
            ProgramFact::Vertices(name, vertices) => {
                let numbers: Vec<String> =
                    vertices.iter().map(|vertex| (vertex + 1).to_string()).collect();
                writeln!(out, "{name} = {{{}}};", numbers.join(", "))?;
            }
            ProgramFact::Weights(None) => list("weight", (0..n).map(|_| 1), out)?,
            ProgramFact::Weights(Some(weights)) => list("weight", weights.iter(), out)?,
            ProgramFact::Pairs { count, parts: [first, second], list: pairs, .. } => {
                writeln!(out, "{count} = {};", pairs.len())?;
                list(first, pairs.iter().map(|(a, _)| a + 1), out)?;
                list(second, pairs.iter().map(|(_, b)| b + 1), out)?;
            }
        }
    }
    Ok(())
}

/// Writes a list of values.
fn list<T: Display>(
    name: &str,
    values: impl Iterator<Item = T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{name} = [")?;
    for (number, value) in values.enumerate() {
        write!(out, "{}{value}", if number == 0 { "" } else { ", " })?;
    }
    writeln!(out, "];")
}

/// A text between quotation marks, as `MiniZinc` and clingo read it; characters that would end the
/// line or change its direction are escaped.
fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// `asp`: `vertex(1).`, `edge(1,2).`, `name(1,"a1").` and the question, vertices numbered from 1.
/// The encoding, `.encoding.lp`, is the same for every graph.
pub const ASP: Format = Format {
    name: "asp",
    extensions: &["lp"],
    summary: "the graph as facts for clingo; with -o FILE.lp the encoding is written to FILE.encoding.lp; with a map",
    beside: |model| {
        let text = programs(model)?.asp;
        Some(Beside { extension: "encoding.lp", what: "the encoding", text })
    },
    is_program: true,
    writer: FormatWriter::Whole(|export, out| {
        let is_large = |&weight: &u32| weight > i32::MAX as u32;
        if export.model.weights().is_some_and(|weights| weights.iter().any(is_large)) {
            let problem = "a weight is above 2147483647, the greatest number that clingo reads";
            return Err(ExportError::Instance { format: ASP.name, problem });
        }
        write(&ASP, write_facts, export, out)
    }),
    ..Format::BASE
};

fn write_facts(
    graph: &ExportedGraph<'_>,
    facts: &[ProgramFact],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "vertex(1..{}).", graph.vertices)?;
    for vertex in 0..graph.vertices {
        writeln!(out, "name({},{}).", vertex + 1, quoted(&graph.name(vertex)))?;
    }
    if graph.directed {
        writeln!(out, "directed.")?;
    }
    for (a, b) in graph.edges() {
        writeln!(out, "edge({},{}).", a + 1, b + 1)?;
    }
    for fact in facts {
        match fact {
            ProgramFact::Flag(_, false)
            | ProgramFact::Number(_, None)
            | ProgramFact::Weights(None) => {}
            ProgramFact::Flag(name, true) => writeln!(out, "{name}.")?,
            ProgramFact::Number(name, Some(number)) => writeln!(out, "{name}({number}).")?,
            ProgramFact::Vertices(name, vertices) => {
                for vertex in vertices {
                    writeln!(out, "{name}({}).", vertex + 1)?;
                }
            }
            ProgramFact::Weights(Some(weights)) => {
                for (vertex, weight) in (1..).zip(weights) {
                    writeln!(out, "weight({vertex},{weight}).")?;
                }
            }
            ProgramFact::Pairs { name, list, .. } => {
                for (a, b) in list {
                    writeln!(out, "{name}({},{}).", a + 1, b + 1)?;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_begin_as_is_said() {
        for GraphPrograms { minizinc, asp, .. } in [HAMILTON, SETS, COLOURING, AGENTS] {
            for text in [minizinc, asp] {
                assert!(text.starts_with(BEGINNING));
                assert!(text.ends_with('\n'));
            }
        }
    }
}
