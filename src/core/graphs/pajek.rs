//! Pajek networks (`.net`).

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge, WrittenVertex},
    scanner::{Scanner, brief, vertex},
};

/// `pajek`: `*Vertices N`, a line with number and label for each labelled vertex, then `*Edges`,
/// `*Arcs`, `*Edgeslist`, `*Arcslist` or `*Matrix`; vertices are `1` to `N`.
///
/// Vertices are named by their labels if all are labelled distinctly, otherwise by their numbers.
/// With at least one arc the graph is directed, and edges lead both ways. The number after the two
/// ends of an edge, and the entry of a matrix, is its weight; a 0 in a matrix is not an arc. The
/// two numbers after a label, if all vertices have them, are positions in pictures, downward.
/// Colours are ignored. `%` begins a comment.
///
/// Source: Mrvar and Batagelj, "Pajek, programs for analysis and visualization of very large
/// networks, reference manual".
pub static PAJEK: GraphFileFormat = GraphFileFormat {
    name: "pajek",
    extensions: &["net"],
    more_extensions: &["paj"],
    summary: "Pajek network: *Vertices N, then *Edges, *Arcs, their lists, or *Matrix",
    begins: |line| {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        ["*vertices", "*network"].iter().any(|known| word.eq_ignore_ascii_case(known))
    },
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks as a Pajek network",
    has_vertex_weights: false,
    refuses: |name| {
        name.contains(['"', '\n', '\r'])
            .then_some("the name of a vertex has a quotation mark or the end of a line in it")
    },
    write: write_graph,
    ..GraphFileFormat::BASE
};

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let (scanner, builder) = (Scanner::new(text), GraphBuilder::new(text, reading));
    Network { scanner, builder, vertices: None }.read()
}

/// The kinds of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PajekSection {
    Vertices,
    /// Two ends per line.
    Pairs {
        directed: bool,
    },
    /// A vertex and its neighbours per line.
    Lists {
        directed: bool,
    },
    /// Numbers, one row per vertex.
    Matrix,
}

/// A network that is being read.
struct Network<'a> {
    scanner: Scanner<'a>,
    builder: GraphBuilder<'a>,
    vertices: Option<u32>,
}

impl<'a> Network<'a> {
    fn read(mut self) -> Result<NamedGraph, GraphError> {
        let mut section = None;
        while let Some(next) = self.scanner.peek() {
            match next {
                '%' => drop(self.scanner.rest_of_line()),
                '*' => section = self.section()?,
                _ => self.line(section)?,
            }
        }
        if self.vertices.is_none() {
            return Err(self.scanner.error_at(self.scanner.place(), "*Vertices is missing"));
        }
        self.builder.graph()
    }

    /// Reads the beginning of a section, `*` and a word.
    fn section(&mut self) -> Result<Option<PajekSection>, GraphError> {
        let (place, word) = self.scanner.word(false);
        let section = match word.to_ascii_lowercase().as_str() {
            "*network" => None,
            "*vertices" => {
                self.count(place)?;
                Some(PajekSection::Vertices)
            }
            "*edges" => Some(PajekSection::Pairs { directed: false }),
            "*arcs" => Some(PajekSection::Pairs { directed: true }),
            "*edgeslist" => Some(PajekSection::Lists { directed: false }),
            "*arcslist" => Some(PajekSection::Lists { directed: true }),
            "*matrix" => Some(PajekSection::Matrix),
            _ => {
                let problem = format!(
                    "`{}` is not a section of a network; the sections are *Vertices, *Edges, \
                     *Arcs, *Edgeslist, \
                     *Arcslist, *Matrix",
                    brief(word)
                );
                return Err(self.scanner.error_at(place, problem));
            }
        };
        self.scanner.rest_of_line();
        if section == Some(PajekSection::Matrix) {
            self.matrix(place)?;
            return Ok(None);
        }
        Ok(section)
    }

    /// Reads the number of vertices.
    fn count(&mut self, section: usize) -> Result<(), GraphError> {
        if self.vertices.is_some() {
            return Err(self.scanner.error_at(section, "a second network; a file has one"));
        }
        let (place, word) = self.scanner.word(false);
        let vertices = self.scanner.order(place, word)?;
        self.builder.vertices.number(1, vertices);
        self.vertices = Some(vertices);
        Ok(())
    }

    /// Reads a line of a section.
    fn line(&mut self, section: Option<PajekSection>) -> Result<(), GraphError> {
        let (place, word) = self.scanner.word(false);
        let (Some(vertices), Some(section)) = (self.vertices, section) else {
            let problem = format!("`{}` comes before *Vertices or outside a section", brief(word));
            return Err(self.scanner.error_at(place, problem));
        };
        let first = self.scanner.placed(place, vertex(word, vertices))?;
        match section {
            PajekSection::Vertices => {
                let (label, behind) = self.label()?;
                let mut numbers = behind.split_ascii_whitespace().map(|word| word.parse().ok());
                let position = numbers.next().flatten().zip(numbers.next().flatten());
                let position = position.map(|(x, y)| [x, y]);
                let attributes = WrittenVertex { label, position, weight: None };
                self.builder.vertices.describe(place, first, attributes)?;
            }
            PajekSection::Pairs { directed } => {
                let (place, second) = self.scanner.vertex(false, vertices)?;
                let (_, word) = self.scanner.word(false);
                // A letter there begins drawing attributes.
                let weight = word.parse().ok().map(Weight::of);
                self.edge(place, directed, [first, second], weight)?;
            }
            PajekSection::Lists { directed } => loop {
                let (place, word) = self.scanner.word(false);
                if word.is_empty() {
                    return Ok(());
                }
                let second = self.scanner.placed(place, vertex(word, vertices))?;
                self.edge(place, directed, [first, second], None)?;
            },
            PajekSection::Matrix => {}
        }
        self.scanner.rest_of_line();
        Ok(())
    }

    fn edge(
        &mut self,
        place: usize,
        directed: bool,
        ends: [u32; 2],
        weight: Option<Weight>,
    ) -> Result<(), GraphError> {
        let direction = EdgeDirection::of(directed);
        self.builder.edges.push(&WrittenEdge { place, ends, direction, given: false, weight })
    }

    /// A label, if the line has one: a word, or a quoted text; and the rest of the line.
    fn label(&mut self) -> Result<(Option<Cow<'a, str>>, &'a str), GraphError> {
        let (place, line) = self.scanner.rest_of_line();
        let Some(quoted) = line.strip_prefix('"') else {
            let (word, behind) = line.split_once([' ', '\t']).unwrap_or((line, ""));
            return Ok(((!word.is_empty()).then_some(Cow::Borrowed(word)), behind));
        };
        let Some(end) = quoted.find('"') else {
            return Err(self
                .scanner
                .error_at(place, "the quotation mark of the label is not closed"));
        };
        Ok((Some(Cow::Borrowed(&quoted[..end])), &quoted[end + 1..]))
    }

    /// Reads a row of numbers for each vertex.
    fn matrix(&mut self, section: usize) -> Result<(), GraphError> {
        let Some(vertices) = self.vertices else {
            return Err(self.scanner.error_at(section, "*Vertices must come before *Matrix"));
        };
        for row in 0..vertices {
            for column in 0..vertices {
                let (place, word) = self.scanner.word(true);
                let Ok(value) = word.parse::<f64>() else {
                    let row = row + 1;
                    let problem = format!("`{}` is not a number of row {row}", brief(word));
                    return Err(self.scanner.error_at(place, problem));
                };
                if value != 0.0 {
                    self.edge(place, true, [row, column], Some(Weight::of(value)))?;
                }
            }
        }
        Ok(())
    }
}

fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("%", out)?;
    writeln!(out, "*Vertices {}", graph.vertices)?;
    for vertex in 0..graph.vertices {
        writeln!(out, "{} \"{}\"", vertex + 1, graph.name(vertex))?;
    }
    writeln!(out, "{}", if graph.directed { "*Arcs" } else { "*Edges" })?;
    graph.edges().try_for_each(|(a, b)| writeln!(out, "{} {}", a + 1, b + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_other_programs() {
        let text = "% a comment\r\n*Network \"x\"\r\n*Vertices 4\r\n1 \"a b\" 0.1 0.2 \
                    ellipse\r\n2 b\r\n3 \"\"\r\n4 d\r\n*arcs\r\n*edges\r\n1 2 3.5 l \"x\"\r\n3 \
                    2\r\n3 3\r\n*Edgeslist\r\n4 1 2\r\n";
        let graph = PAJEK.read(text).unwrap();
        assert_eq!(graph.names, ["a b", "b", "", "d"]);
        assert_eq!(graph.edges, [(0, 1), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(graph.weights, [3.5, 1.0, 1.0, 1.0].map(Weight::of));
        assert!(!graph.directed);
        assert!(graph.positions.is_empty());
        let text = "*Vertices 3\n1 \"a\" 0.5 0.25 0.5\n2 b 0 1 box\n3 c 1 1\n";
        let graph = PAJEK.read(text).unwrap();
        assert_eq!(graph.positions, [[5_000, 0], [0, 7_500], [10_000, 7_500]]);
        let text = "*vertices 3 2\n*Arcs\n1 2\n*Edges\n2 3\n*Arcslist\n3 1\n";
        let graph = PAJEK.read(text).unwrap();
        assert_eq!(graph.names, ["1", "2", "3"]);
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 2), (2, 0), (2, 1)]));
        // Labels that are not distinct are not used as names.
        let text = "*Vertices 2\n1 x\n2 x\n*Matrix\n0 1\n0 0\n*Arcs\n2 1\n";
        let graph = PAJEK.read(text).unwrap();
        assert_eq!(graph.names, ["1", "2"]);
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0)]));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, expected) in [
            ("", "1:1: *Vertices is missing"),
            ("*Vertices x\n", "1:11: `x` is not a number of vertices"),
            ("*Vertices 99999999\n", "1:11: 99999999 vertices; at most 10000000 are possible"),
            ("*Vertices 2\n*Edges\n1 3\n", "3:3: `3` is not a vertex; write 1 to 2"),
            ("*Vertices 2\n*Edges\n1\n", "3:2: a vertex is missing; write 1 to 2"),
            ("*Vertices 2\n1 \"a\n", "2:3: the quotation mark of the label is not closed"),
            ("*Vertices 2\n*Vertices 2\n", "2:1: a second network; a file has one"),
            ("*Edges\n1 2\n", "2:1: `1` comes before *Vertices or outside a section"),
            ("*Vertices 2\n*Matrix\n0 1\n0\n", "5:1: `` is not a number of row 2"),
        ] {
            assert_eq!(PAJEK.read(text).unwrap_err().to_string(), expected, "{text:?}");
        }
        let message = PAJEK.read("*Vertices 2\n*Partition x\n").unwrap_err().to_string();
        assert!(
            message.starts_with("2:1: `*Partition` is not a section of a network"),
            "{message}"
        );
    }
}
