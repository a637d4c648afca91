//! `satranj generate hamilton`: a random graph, or one of a known family, in a graph format.

use std::{io::Write, path::Path};

use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use serde_json::json;

use super::{Instances, WriteError, write_statements};
use crate::{
    cli::{
        CliError,
        file_format::{Offered, chosen},
    },
    documents::VERSION,
    exports::{
        self, ExportedEdges,
        graph_file::{self, check_graph6},
        node_link,
    },
    graphs::{
        MOST_VERTICES, dot, edge,
        families::{self, FAMILIES, FamilyMember},
        graph6, hcp,
        random::GraphDistribution,
    },
    puzzles::{
        Statement,
        chance::MOST_CASES,
        hamilton::{GraphStatement, HamiltonStatement},
    },
    random::Generator,
};

/// How the graph is distributed.
#[derive(Debug, Args)]
pub struct GenerateHamiltonArguments {
    /// The number of vertices, 1 to 10,000,000
    #[arg(long, value_name = "N", required_unless_present = "family", conflicts_with = "family")]
    vertices: Option<u32>,
    #[command(flatten)]
    edges: EdgeArguments,
    /// The sizes of the graph of the family, such as 5,2; `satranj list families` names them
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "family",
        conflicts_with_all = RANDOM)]
    size: Vec<u32>,
    /// This many edges more, between pairs of vertices by chance
    #[arg(long, value_name = "E", default_value_t = 0, requires = "family",
        conflicts_with_all = RANDOM)]
    extra_edges: u64,
    /// Number the vertices by chance
    #[arg(long, requires = "family", conflicts_with_all = RANDOM)]
    shuffle: bool,
    /// The format of the file [default: as the extension of -o says, else hcp]
    #[arg(long, value_enum)]
    format: Option<GraphFormat>,
    /// How many graphs; several go into one file of graph6, a line each, or into one document of
    /// Hamiltonian cycles
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CASES)))]
    cases: u32,
}

/// What asks for a graph of no family.
const RANDOM: [&str; 3] = ["regular", "random", "density"];

/// Which edges there are.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct EdgeArguments {
    /// Every vertex has D neighbours
    #[arg(long, value_name = "D")]
    regular: Option<u32>,
    /// M edges, all such graphs equally likely
    #[arg(long, value_name = "M")]
    random: Option<u64>,
    /// Every pair of vertices is joined with a probability of P percent, such as 50%
    #[arg(long, value_name = "P%", value_parser = percent)]
    density: Option<u32>,
    /// The graph of a family that `satranj list families` names
    #[arg(long, value_name = "NAME", requires = "size",
        value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    family: Option<String>,
}

/// A share such as 50%.
fn percent(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('%').and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| "write a share of all pairs, such as 50%".into())
}

/// The formats that a graph is written in.
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
    /// The format of exports that it is.
    fn exported(self) -> &'static exports::Format {
        match self {
            Self::Hcp => &graph_file::HCP,
            Self::Edge => &graph_file::EDGE,
            Self::Dot => &graph_file::DOT,
            Self::Graph6 => &graph_file::GRAPH6,
            Self::NodeLink => &graph_file::NODE_LINK,
        }
    }

    /// The format that is named, or that the extension of the file says; hcp if neither does.
    fn chosen(named: Option<Self>, output: Option<&Path>) -> Result<Self, CliError> {
        let offered: Vec<Offered<Self>> = Self::value_variants()
            .iter()
            .map(|&format| {
                let exported = format.exported();
                Offered { format, name: exported.name(), extensions: exported.extensions() }
            })
            .collect();
        let by =
            named.map_or_else(String::new, |named| format!("--format {}", named.exported().name()));
        let named = named.map(|named| (named, by.as_str()));
        let chosen = chosen(("-o", output), named, &offered, "generate hamilton")?;
        Ok(chosen.unwrap_or(Self::Hcp))
    }
}

/// How a graph is drawn.
enum GraphDrawing {
    /// All of it by chance.
    Random(GraphDistribution),
    /// As its family says.
    Member(FamilyMember),
}

impl GenerateHamiltonArguments {
    /// The graph, if there is one.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self, output: Option<&Path>) -> Result<Instances, CliError> {
        let drawing = self.drawing().map_err(CliError::Usage)?;
        if self.cases > 1 {
            return self.several(drawing, output);
        }
        let format = GraphFormat::chosen(self.format, output)?;
        if format == GraphFormat::Graph6 {
            fits_graph6(&drawing)?;
        }
        Ok(Box::new(move |generator, out| drawing.write(format, generator, out)))
    }

    /// Several graphs in one file.
    fn several(&self, drawing: GraphDrawing, output: Option<&Path>) -> Result<Instances, CliError> {
        const FORMS: [Offered<bool>; 2] = [
            Offered { format: false, name: "a document", extensions: &["json"] },
            Offered { format: true, name: "graph6", extensions: &["g6", "graph6"] },
        ];
        let (cases, vertices) = (self.cases, drawing.vertices());
        if u64::from(cases) * u64::from(vertices) > u64::from(MOST_VERTICES) {
            let problem = format!("of {vertices} vertices each; {MOST_VERTICES} are the most");
            usage!("--cases {cases}: {cases} graphs {problem}");
        }
        let named = match self.format {
            None => None,
            Some(GraphFormat::Graph6) => Some((true, "--format graph6")),
            Some(other) => {
                let name = other.exported().name();
                let problem = format!("--format {name}: a file of it holds one graph");
                let hint = "name -o FILE.g6, or -o FILE.json for a document";
                usage!("{problem}, and --cases {cases}: {hint}");
            }
        };
        if chosen(("-o", output), named, &FORMS, "generate hamilton --cases")? == Some(true) {
            fits_graph6(&drawing)?;
            return Ok(Box::new(move |generator, out| {
                for _ in 0..cases {
                    let list = drawing.draw(generator)?;
                    graph6::write_line(ExportedEdges::listed(false, vertices, &list), out)?;
                }
                Ok(())
            }));
        }
        Ok(Box::new(move |generator, out| {
            let names: Vec<String> = (1..=vertices).map(|number| number.to_string()).collect();
            let mut drawn = Vec::new();
            for _ in 0..cases {
                let edges = drawing.draw(generator)?.into_iter().map(|(a, b)| [a, b]).collect();
                let graph = GraphStatement::new(false, names.clone(), edges);
                drawn.push(Statement::Hamilton(HamiltonStatement::new(graph, true)));
            }
            write_statements(&drawn, out)
        }))
    }

    fn drawing(&self) -> Result<GraphDrawing, String> {
        if let Some(family) = self.edges.family.as_deref().and_then(families::by_name) {
            let (size, extra) = (self.size.clone(), self.extra_edges);
            return Ok(GraphDrawing::Member(FamilyMember::new(family, size, extra, self.shuffle)?));
        }
        // The parser demands the number of vertices, and one of the two.
        let vertices = self.vertices.unwrap_or(0);
        let EdgeArguments { regular, random, density, .. } = self.edges;
        let distribution = match (regular, density, random) {
            (Some(degree), ..) => GraphDistribution::Regular { vertices, degree },
            (None, Some(percent), _) => GraphDistribution::Binomial { vertices, percent },
            (None, None, edges) => {
                GraphDistribution::Uniform { vertices, edges: edges.unwrap_or(0) }
            }
        };
        distribution.check()?;
        Ok(GraphDrawing::Random(distribution))
    }
}

impl GraphDrawing {
    fn vertices(&self) -> u32 {
        match self {
            Self::Random(distribution) => distribution.vertices(),
            Self::Member(member) => member.vertices(),
        }
    }

    /// What kind of graph it is, in words.
    fn title(&self) -> String {
        match self {
            Self::Random(GraphDistribution::Regular { vertices, degree }) => {
                format!("random {degree}-regular graph of {vertices} vertices")
            }
            Self::Random(GraphDistribution::Uniform { vertices, edges }) => {
                format!("random graph of {vertices} vertices and {edges} edges")
            }
            Self::Random(GraphDistribution::Binomial { vertices, percent }) => {
                format!("random graph of {vertices} vertices with a density of {percent}%")
            }
            Self::Member(member) => member.title(),
        }
    }

    /// What is known of its Hamiltonian cycles, to be put behind the title.
    fn known(&self) -> &'static str {
        let Self::Member(member) = self else { return "" };
        match member.is_hamiltonian() {
            Some(true) => ", Hamiltonian",
            Some(false) => ", not Hamiltonian",
            None => "",
        }
    }

    /// The edges, as [`GraphDistribution::draw`] and [`FamilyMember::draw`] say.
    fn draw(&self, generator: &mut Generator) -> Result<Vec<(u32, u32)>, WriteError> {
        match self {
            Self::Random(distribution) => {
                distribution.draw(generator).map_err(WriteError::NotFound)
            }
            Self::Member(member) => Ok(member.draw(generator)),
        }
    }

    /// Draws it and writes it in a format.
    fn write(
        &self,
        format: GraphFormat,
        generator: &mut Generator,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let list = self.draw(generator)?;
        let edges = || ExportedEdges::listed(false, self.vertices(), &list);
        let title = self.title();
        let comment = format!("satranj {VERSION} {title}{}", self.known());
        // As `hcp` and `edge` count them.
        let label = |vertex: u32| (vertex + 1).to_string();
        match format {
            GraphFormat::Hcp => hcp::write_problem(&title, &[comment], edges(), &[], out)?,
            GraphFormat::Edge => {
                writeln!(out, "c {comment}")?;
                edge::write_graph(edges(), out)?;
            }
            GraphFormat::Dot => {
                writeln!(out, "// {comment}")?;
                let attributes = |vertex| format!("label = {}", dot::quoted(&label(vertex)));
                dot::write_graph(edges(), &attributes, &|_| false, out)?;
            }
            GraphFormat::Graph6 => graph6::write_line(edges(), out)?,
            GraphFormat::NodeLink => {
                let attributes = json!({"name": title, "comment": [comment]});
                let node = |vertex| json!({"id": label(vertex)});
                let edges = [edges(), edges()];
                node_link::write_graph(edges, &attributes, &node, &label, &|_| false, out)?;
            }
        }
        Ok(())
    }
}

/// Refuses what a line of graph6 cannot hold.
fn fits_graph6(drawing: &GraphDrawing) -> Result<(), CliError> {
    check_graph6(drawing.vertices()).map_err(CliError::usage)
}
