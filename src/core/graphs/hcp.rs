//! TSPLIB `HCP` files: Hamiltonian cycle problems, as in the FHCP challenge set.

use std::io::{self, Write};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph,
    builder::{GraphBuilder, WrittenVertex},
    scanner::{Scanner, brief, number},
};

/// `hcp`: keywords with values (`DIMENSION : 66`), then sections of numbers; vertices are `1` to
/// `DIMENSION`.
///
/// `EDGE_DATA_FORMAT` is `EDGE_LIST` (pairs, then `-1`) or `ADJ_LIST` (a vertex and its neighbours,
/// then `-1`, and a `-1` after all). The edges of `FIXED_EDGES_SECTION` must exist. If
/// `NODE_COORD_SECTION` or `DISPLAY_DATA_SECTION`, which has precedence, has a line `VERTEX X Y`
/// for every vertex, that is its position in pictures, upward. Distances are ignored. The standard
/// does not mention loops and repeated edges (an adjacency list names every edge twice); a loop is
/// dropped, an edge counts once. Only undirected problems have this type.
///
/// Source: Reinelt, TSPLIB 95, sections 1.1 and 1.2.
pub static HCP: GraphFileFormat = GraphFileFormat {
    name: "hcp",
    extensions: &["hcp"],
    summary: "TSPLIB Hamiltonian cycle problem, as in the FHCP challenge set",
    begins: |line| {
        let keyword = line.split(':').next().unwrap_or_default().trim_end();
        line.contains(':') && ["NAME", "COMMENT", "TYPE", "DIMENSION"].contains(&keyword)
    },
    read: |text, reading, _| read(text, reading),
    writes: "TSPLIB Hamiltonian cycle problem, for LKH and others",
    has_arcs: false,
    asks_for_cycle: true,
    write: write_problem,
    ..GraphFileFormat::BASE
};

/// Keywords that do not concern the graph.
const READ_OVER: &[&str] = &[
    "NAME",
    "COMMENT",
    "CAPACITY",
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "NODE_COORD_TYPE",
    "DISPLAY_DATA_TYPE",
];

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let (scanner, builder) = (Scanner::new(text), GraphBuilder::new(text, reading));
    let (vertices, format) = (None, None);
    HcpReader { text, scanner, builder, vertices, format, has_edges: false, has_display: false }
        .read()
}

/// The values of `EDGE_DATA_FORMAT`.
#[derive(Debug, Clone, Copy)]
enum EdgeData {
    Pairs,
    Adjacency,
}

/// A keyword of a line and its value, with their positions.
pub(super) struct Keyword<'a> {
    pub place: usize,
    pub name: &'a str,
    pub value: &'a str,
    pub value_place: usize,
}

/// Reads `KEYWORD : VALUE` or a keyword alone; blanks around the colon are optional.
pub(super) fn keyword<'a>(scanner: &mut Scanner<'a>) -> Keyword<'a> {
    scanner.skip_blanks(true);
    let (place, line) = scanner.rest_of_line();
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value_place = place + line.len() - value.trim_start().len();
    Keyword { place, name: name.trim_end(), value: value.trim(), value_place }
}

/// The number after `DIMENSION`, which may occur once.
pub(super) fn dimension(
    scanner: &Scanner<'_>,
    keyword: &Keyword<'_>,
    before: Option<u32>,
) -> Result<u32, GraphError> {
    if before.is_some() {
        return Err(scanner.error_at(keyword.place, "DIMENSION occurs twice"));
    }
    scanner.order(keyword.value_place, keyword.value)
}

/// A file that is being read.
struct HcpReader<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    builder: GraphBuilder<'a>,
    vertices: Option<u32>,
    format: Option<EdgeData>,
    has_edges: bool,
    /// Whether `DISPLAY_DATA_SECTION` was read, which has precedence over `NODE_COORD_SECTION`.
    has_display: bool,
}

impl HcpReader<'_> {
    fn read(mut self) -> Result<NamedGraph, GraphError> {
        while self.scanner.peek().is_some() {
            let keyword = keyword(&mut self.scanner);
            match keyword.name {
                "EOF" => break,
                "TYPE" if keyword.value != "HCP" => {
                    let problem = format!(
                        "`{}` cannot be read; TYPE must be HCP, a Hamiltonian cycle problem",
                        brief(keyword.value)
                    );
                    return Err(self.scanner.error_at(keyword.value_place, problem));
                }
                "TYPE" => {}
                "DIMENSION" => {
                    let vertices = dimension(&self.scanner, &keyword, self.vertices)?;
                    self.builder.vertices.number(1, vertices);
                    self.vertices = Some(vertices);
                }
                "EDGE_DATA_FORMAT" => self.format = Some(self.edge_data(&keyword)?),
                "EDGE_DATA_SECTION" => self.edges(&keyword)?,
                "FIXED_EDGES_SECTION" => self.fixed_edges(&keyword)?,
                name if READ_OVER.contains(&name) => {}
                "NODE_COORD_SECTION" => self.coordinates(!self.has_display)?,
                "DISPLAY_DATA_SECTION" => {
                    self.builder.vertices.forget_positions();
                    self.has_display = true;
                    self.coordinates(true)?;
                }
                name => {
                    let problem = format!(
                        "`{}` is not a keyword of a Hamiltonian cycle problem; the keywords are \
                         TYPE, \
                         DIMENSION, EDGE_DATA_FORMAT, EDGE_DATA_SECTION, FIXED_EDGES_SECTION, EOF",
                        brief(name)
                    );
                    return Err(self.scanner.error_at(keyword.place, problem));
                }
            }
        }
        let missing = |what| Err(self.scanner.error_at(self.text.len(), what));
        match (self.vertices, self.has_edges) {
            (None, _) => missing("DIMENSION is missing"),
            (_, false) => missing("EDGE_DATA_SECTION is missing"),
            _ => self.builder.graph(),
        }
    }

    fn edge_data(&self, keyword: &Keyword<'_>) -> Result<EdgeData, GraphError> {
        match keyword.value {
            "EDGE_LIST" => Ok(EdgeData::Pairs),
            "ADJ_LIST" => Ok(EdgeData::Adjacency),
            other => {
                let problem =
                    format!("`{}` is not a format; write EDGE_LIST or ADJ_LIST", brief(other));
                Err(self.scanner.error_at(keyword.value_place, problem))
            }
        }
    }

    /// The number of vertices, which a section requires.
    fn vertices(&self, section: &Keyword<'_>) -> Result<u32, GraphError> {
        let problem = || format!("DIMENSION must come before {}", section.name);
        self.scanner.placed(section.place, self.vertices.ok_or_else(problem))
    }

    fn edges(&mut self, section: &Keyword<'_>) -> Result<(), GraphError> {
        let vertices = self.vertices(section)?;
        let Some(format) = self.format else {
            let problem = "EDGE_DATA_FORMAT must come before EDGE_DATA_SECTION";
            return Err(self.scanner.error_at(section.place, problem));
        };
        self.has_edges = true;
        // Twelve characters per edge are usual.
        let place = self.scanner.place();
        self.builder.edges.reserve(place, (self.text.len() - place) / 12)?;
        while let Some((place, from)) = self.scanner.vertex_or_end(vertices)? {
            match format {
                EdgeData::Pairs => {
                    let (_, to) = self.scanner.vertex(true, vertices)?;
                    self.builder.edge(place, [from, to], None)?;
                }
                EdgeData::Adjacency => {
                    while let Some((place, to)) = self.scanner.vertex_or_end(vertices)? {
                        self.builder.edge(place, [from, to], None)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn fixed_edges(&mut self, section: &Keyword<'_>) -> Result<(), GraphError> {
        let vertices = self.vertices(section)?;
        while let Some((place, from)) = self.scanner.vertex_or_end(vertices)? {
            let (_, to) = self.scanner.vertex(true, vertices)?;
            self.builder.edges.fix(place, [from, to], false);
        }
        Ok(())
    }

    /// Reads a section of numbers; a line of a vertex and at least two numbers gives its position,
    /// if they `count`.
    fn coordinates(&mut self, count: bool) -> Result<(), GraphError> {
        while self.scanner.peek().is_some_and(|first| !first.is_alphabetic()) {
            let (place, line) = self.scanner.rest_of_line();
            let mut words = line.split_ascii_whitespace();
            let number = words.next().and_then(number).and_then(|number| number.checked_sub(1));
            let mut coordinate = || words.next()?.parse::<f64>().ok();
            if let (Some(vertex), Some(x), Some(y)) = (number, coordinate(), coordinate())
                && let (Ok(vertex), true) = (u32::try_from(vertex), count)
            {
                let position = Some([x, -y]);
                let vertex_here = WrittenVertex { position, ..WrittenVertex::default() };
                self.builder.vertices.describe(place, vertex, vertex_here)?;
            }
        }
        Ok(())
    }
}

/// Writes a problem. In its name all but letters and digits becomes `-`, since LKH takes one word.
fn write_problem(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    writeln!(out, "NAME : {}", graph.texts.title().chars().map(letter).collect::<String>())?;
    graph.write_comments("COMMENT :", out)?;
    writeln!(out, "TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_FORMAT : EDGE_LIST", graph.vertices)?;
    writeln!(out, "EDGE_DATA_SECTION")?;
    graph.edges().try_for_each(|(a, b)| writeln!(out, "{} {}", a + 1, b + 1))?;
    writeln!(out, "-1")?;
    if !graph.given_edges.is_empty() {
        writeln!(out, "FIXED_EDGES_SECTION")?;
        for (a, b) in &graph.given_edges {
            writeln!(out, "{} {}", a + 1, b + 1)?;
        }
        writeln!(out, "-1")?;
    }
    writeln!(out, "EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        HCP.read(text).unwrap_err().to_string()
    }

    const CHALLENGE: &str = "NAME : graph1\nCOMMENT : Hamiltonian cycle problem (Erbacci)\n\
        TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n\
        2 1\n3 2\n4 3\n1 4\n-1\nEOF\n";

    #[test]
    fn a_file_of_the_challenge_set() {
        let graph = HCP.read(CHALLENGE).unwrap();
        assert_eq!(graph.names, ["1", "2", "3", "4"]);
        assert_eq!(graph.edges, [(0, 1), (0, 3), (1, 2), (2, 3)]);
        assert!(!graph.directed && graph.fixed.is_empty());
        let without_blanks = CHALLENGE.replace(" : ", ":").replace('\n', "\r\n");
        assert_eq!(HCP.read(&without_blanks).unwrap(), graph);
        assert_eq!(HCP.read(&CHALLENGE.replace(" : ", ": ").replace("EOF\n", "")).unwrap(), graph);
        assert_eq!(HCP.read(&format!("{CHALLENGE}anything")).unwrap(), graph);
    }

    #[test]
    fn coordinates_say_where_vertices_are() {
        let with = |section: &str| HCP.read(&CHALLENGE.replace("EOF", section)).unwrap().positions;
        let square = "NODE_COORD_SECTION\n1 0 0\n2 4 0\n3 4.0e0 2.5 7\n4 0 2.5\n";
        let placed = [[0, 6_250], [10_000, 6_250], [10_000, 0], [0, 0]];
        assert_eq!(with(&format!("{square}-1\nEOF")), placed);
        // Display data has precedence.
        let line = "DISPLAY_DATA_SECTION\n1 0 0\n2 1 0\n3 2 0\n4 3 0\n";
        let in_line = with(&format!("{line}{square}EOF"));
        assert_eq!(in_line.iter().map(|place| place[1]).collect::<Vec<_>>(), [0; 4]);
        for partly in ["1 0 0\n2 4 0\n3 4 2\n", "0 0 0\n1 0 0\n2 4 0\n3 4 2\n", "1 0 0\n5 4 0\n"] {
            assert!(with(&format!("NODE_COORD_SECTION\n{partly}")).is_empty(), "{partly}");
        }
    }

    #[test]
    fn adjacency_lists_and_fixed_edges() {
        let text = "FIXED_EDGES_SECTION\n2 1\n -1\n";
        let file = format!(
            "TYPE: HCP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nDISPLAY_DATA_TYPE: \
             TWOD_DISPLAY\n{text}EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 -1\n2 1\n\
             1 2 -1 3 1 -1\n-1\nDISPLAY_DATA_SECTION\n1 2.5 -1e3\n2 0 0\n3 .5 7\nEOF"
        );
        let graph = HCP.read(&file).unwrap();
        assert_eq!((graph.edges, graph.fixed), (vec![(0, 1), (0, 2)], vec![(0, 1)]));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let head = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
        for (tail, expected) in [
            ("1 2\n2 4\n-1\n", "6:3: `4` is not a vertex; write 1 to 3"),
            ("1 2\n0 2\n-1\n", "6:1: `0` is not a vertex; write 1 to 3, or -1 at the end"),
            ("1 2\n2", "6:2: a vertex is missing; write 1 to 3"),
            ("1 2\n2 -1", "6:3: `-1` is not a vertex; write 1 to 3"),
            ("1 2\n", "6:1: the section ends without -1"),
            ("1 2\nEOF\n", "6:1: `EOF` is not a vertex; write 1 to 3, or -1 at the end"),
            (
                "1 2\n-1\nFIXED_EDGES_SECTION\n2 1\n3 2\n-1\n",
                "9:1: the fixed edge 3 2 is not among the edges",
            ),
            ("-1\nDIMENSION : 3\n", "6:1: DIMENSION occurs twice"),
        ] {
            assert_eq!(wrong(&format!("{head}{tail}")), expected, "{tail:?}");
        }
        for (text, expected) in [
            ("", "1:1: DIMENSION is missing"),
            ("DIMENSION : 3\n", "2:1: EDGE_DATA_SECTION is missing"),
            ("DIMENSION : x\n", "1:13: `x` is not a number of vertices"),
            ("DIMENSION :\n", "1:12: `` is not a number of vertices"),
            (
                "DIMENSION : 4000000000\n",
                "1:13: 4000000000 vertices; at most 10000000 are possible",
            ),
            (
                "NAME : x\nTYPE :  TSP\n",
                "2:9: `TSP` cannot be read; TYPE must be HCP, a Hamiltonian cycle problem",
            ),
            (
                "EDGE_DATA_FORMAT : MATRIX\n",
                "1:20: `MATRIX` is not a format; write EDGE_LIST or ADJ_LIST",
            ),
            ("EDGE_DATA_SECTION\n", "1:1: DIMENSION must come before EDGE_DATA_SECTION"),
            ("FIXED_EDGES_SECTION\n", "1:1: DIMENSION must come before FIXED_EDGES_SECTION"),
            (
                "DIMENSION : 1\nEDGE_DATA_SECTION\n",
                "2:1: EDGE_DATA_FORMAT must come before EDGE_DATA_SECTION",
            ),
        ] {
            assert_eq!(wrong(text), expected, "{text:?}");
        }
        assert!(wrong("\n SIZE : 3\n").starts_with("2:2: `SIZE` is not a keyword"));
    }
}
