//! `satranj generate hamilton`: a random graph, or one of a known family, in a graph format.

use std::{io::Write, path::Path};

use clap::{Args, ValueEnum, builder::PossibleValuesParser};

use super::instances::{InstanceOrigin, Instances, WriteError, write_statements};
use crate::{
    cli::{
        CliError,
        file_format::{Offered, chosen},
    },
    exports::{self, ExportError},
    graphs::{
        ExportedGraph, GraphConstruction, GraphFileFormat, GraphTexts, GraphWord, MOST_VERTICES,
        dot, edge,
        families::{self, FAMILIES, FamilyMember},
        graph6, hcp, node_link,
        random::GraphDistribution,
    },
    printable::one_line,
    puzzles::{
        Statement,
        chance::MOST_CASES,
        hamilton::{GraphStatement, HamiltonStatement},
    },
    random::Generator,
};

/// Arguments for a random graph.
#[derive(Debug, Args)]
pub struct GenerateHamiltonArguments {
    /// Set the number of vertices, 1 to 10,000,000
    #[arg(long, value_name = "N", required_unless_present_any = ["family", "graph"],
        conflicts_with_all = ["family", "graph"])]
    vertices: Option<u32>,
    #[command(flatten)]
    edges: EdgeArguments,
    /// Set the sizes of the family's graph, such as 5,2 (see `satranj list families`)
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "family",
        conflicts_with_all = RANDOM)]
    size: Vec<u32>,
    /// Add this many random edges
    #[arg(long, value_name = "E", default_value_t = 0, requires = "family",
        conflicts_with_all = RANDOM)]
    extra_edges: u64,
    /// Number the vertices at random
    #[arg(long, requires = "family", conflicts_with_all = RANDOM)]
    shuffle: bool,
    /// Write the directed graph of a family that has one, such as sat-reduction
    #[arg(long, requires = "family", conflicts_with_all = RANDOM)]
    directed: bool,
    /// Set the format of the file [default: by the extension of -o, otherwise hcp]
    #[arg(long, value_enum)]
    format: Option<GraphFormat>,
    /// Generate this many graphs; several go into one graph6 file, a line each, or into one
    /// document that asks for Hamiltonian cycles
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CASES)))]
    cases: u32,
}

/// The options for a random graph without a family.
const RANDOM: [&str; 3] = ["regular", "random", "density"];

/// The choice of edges.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct EdgeArguments {
    /// Make this named graph, such as petersen, grid:8x8 or gnp:100,0.5
    graph: Option<String>,
    /// Give every vertex D neighbours
    #[arg(long, value_name = "D")]
    regular: Option<u32>,
    /// Draw M edges; all graphs with M edges are equally likely
    #[arg(long, value_name = "M")]
    random: Option<u64>,
    /// Join every pair of vertices with a probability of P percent, such as 50%
    #[arg(long, value_name = "P%", value_parser = percent)]
    density: Option<u32>,
    /// Take a graph from this family; see `satranj list families`
    #[arg(long, value_name = "NAME", requires = "size",
        value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    family: Option<String>,
}

/// A share such as 50% or 0.5.
fn percent(text: &str) -> Result<u32, String> {
    let number = match text.strip_prefix("0.") {
        Some(hundredths) if hundredths.len() <= 2 && !hundredths.starts_with('+') => {
            format!("{hundredths:0<2}").parse().ok()
        }
        _ => text.strip_suffix('%').and_then(|number| number.trim().parse().ok()),
    };
    number.ok_or_else(|| "write a share of all pairs of vertices, such as 50%".into())
}

/// The formats of a generated graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GraphFormat {
    /// TSPLIB Hamiltonian cycle problem
    Hcp,
    /// DIMACS edge format
    Edge,
    /// Graphviz
    Dot,
    /// One line of graph6
    Graph6,
    /// JSON for `NetworkX` and D3
    NodeLink,
}

impl GraphFormat {
    /// The same format in the registry of file formats.
    fn file_format(self) -> &'static GraphFileFormat {
        match self {
            Self::Hcp => &hcp::HCP,
            Self::Edge => &edge::EDGE,
            Self::Dot => &dot::DOT,
            Self::Graph6 => &graph6::GRAPH6,
            Self::NodeLink => &node_link::NODE_LINK,
        }
    }

    /// The format of the option or of the file's extension; otherwise hcp.
    fn chosen(named: Option<Self>, output: Option<&Path>) -> Result<Self, CliError> {
        let offered: Vec<Offered<Self>> = Self::value_variants()
            .iter()
            .map(|&format| {
                let GraphFileFormat { name, extensions, .. } = *format.file_format();
                Offered { format, name, extensions }
            })
            .collect();
        let by = named
            .map_or_else(String::new, |named| format!("--format {}", named.file_format().name));
        let named = named.map(|named| (named, by.as_str()));
        let chosen = chosen(("-o", output), named, &offered, "generate hamilton")?;
        Ok(chosen.unwrap_or(Self::Hcp))
    }
}

impl GenerateHamiltonArguments {
    /// The graph, or several.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self, output: Option<&Path>) -> Result<Instances, CliError> {
        let drawing = self.drawing().map_err(CliError::Usage)?;
        if self.cases > 1 {
            return self.several(drawing, output);
        }
        let format = GraphFormat::chosen(self.format, output)?;
        if self.directed && !format.file_format().has_arcs {
            let name = format.file_format().name;
            usage!("--directed: {name} holds no directed graph; write -o FILE.json or FILE.dot");
        }
        if format == GraphFormat::Graph6 {
            fits_graph6(&drawing)?;
        }
        Ok(Box::new(move |generator, origin, out| {
            write(
                &GeneratedGraph { made: &drawing, origin, format: format.file_format() },
                generator,
                out,
            )
        }))
    }

    /// Several graphs in one file.
    fn several(
        &self,
        drawing: GraphConstruction,
        output: Option<&Path>,
    ) -> Result<Instances, CliError> {
        const FORMS: [Offered<bool>; 2] = [
            Offered { format: false, name: "a document", extensions: &["json"] },
            Offered { format: true, name: "graph6", extensions: &["g6", "graph6"] },
        ];
        let (cases, vertices) = (self.cases, drawing.vertices());
        if u64::from(cases) * u64::from(vertices) > u64::from(MOST_VERTICES) {
            let problem = format!(
                "of {vertices} vertices each have more than {MOST_VERTICES} \
                                   vertices"
            );
            usage!("--cases {cases}: {cases} graphs {problem}");
        }
        let named = match self.format {
            None => None,
            Some(GraphFormat::Graph6) => Some((true, "--format graph6")),
            Some(other) => {
                let name = other.file_format().name;
                let problem = format!("a file in --format {name} holds one graph");
                let hint = "write -o FILE.g6, or -o FILE.json for a document";
                usage!("{problem}, but --cases is {cases}: {hint}");
            }
        };
        if chosen(("-o", output), named, &FORMS, "generate hamilton --cases")? == Some(true) {
            fits_graph6(&drawing)?;
            return Ok(Box::new(move |generator, _, out| {
                for _ in 0..cases {
                    let list = drawing.draw(generator).map_err(WriteError::NotFound)?;
                    let graph =
                        ExportedGraph::listed(drawing.is_directed(), vertices, &list, &drawing);
                    (graph6::GRAPH6.write)(&graph, out)?;
                }
                Ok(())
            }));
        }
        Ok(Box::new(move |generator, origin, out| {
            let names: Vec<String> = (1..=vertices).map(|number| number.to_string()).collect();
            let mut drawn = Vec::new();
            for _ in 0..cases {
                let edges = drawing
                    .draw(generator)
                    .map_err(WriteError::NotFound)?
                    .into_iter()
                    .map(|(a, b)| [a, b])
                    .collect();
                let graph = GraphStatement::new(drawing.is_directed(), names.clone(), edges);
                drawn.push(Statement::Hamilton(HamiltonStatement::new(graph, true)));
            }
            write_statements(drawn, origin, out)
        }))
    }

    fn drawing(&self) -> Result<GraphConstruction, String> {
        if let Some(text) = &self.edges.graph {
            return GraphWord::named(text)?.unseeded("--seed");
        }
        if let Some(family) = self.edges.family.as_deref().and_then(families::by_name) {
            let (size, extra) = (self.size.clone(), self.extra_edges);
            let member = FamilyMember::new(family, size, extra, self.shuffle)?;
            let member = if self.directed { member.with_arcs()? } else { member };
            return Ok(GraphConstruction::Member(member));
        }
        // The parser requires the number of vertices and one of the two options.
        let vertices = self.vertices.unwrap_or(0);
        let EdgeArguments { regular, random, density, .. } = self.edges;
        let distribution = match (regular, density, random) {
            (Some(degree), ..) => GraphDistribution::Regular { vertices, degree },
            (None, Some(numerator), _) => {
                GraphDistribution::Binomial { vertices, numerator, denominator: 100 }
            }
            (None, None, edges) => {
                GraphDistribution::Uniform { vertices, edges: edges.unwrap_or(0) }
            }
        };
        distribution.check()?;
        Ok(GraphConstruction::Random(distribution))
    }
}

/// A graph that is written, and its origin.
struct GeneratedGraph<'a> {
    made: &'a GraphConstruction,
    origin: &'a InstanceOrigin,
    format: &'static GraphFileFormat,
}

impl GraphTexts for GeneratedGraph<'_> {
    fn title(&self) -> String {
        self.made.title()
    }

    fn comments(&self) -> Vec<String> {
        let mut comments = self.made.comments();
        let command = format!("command {} --format {}", self.origin.command, self.format.name);
        comments.push(one_line(&command).into_owned());
        comments
    }
}

/// Draws the graph and writes it in a format.
fn write(
    written: &GeneratedGraph<'_>,
    generator: &mut Generator,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let made = written.made;
    let list = made.draw(generator).map_err(WriteError::NotFound)?;
    let graph = ExportedGraph::listed(made.is_directed(), made.vertices(), &list, written);
    Ok((written.format.write)(&graph, out)?)
}

/// Refuses graphs that graph6 cannot hold.
fn fits_graph6(drawing: &GraphConstruction) -> Result<(), CliError> {
    exports::fits(&graph6::GRAPH6, drawing.vertices())
        .map_err(|error: ExportError| CliError::usage(error))
}
