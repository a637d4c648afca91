//! graph6, digraph6 and sparse6: one line of printable characters, as nauty writes graphs.

use std::io::{self, Write};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, MOST_VERTICES, NamedGraph,
    builder::GraphBuilder,
    scanner::{Scanner, brief},
    too_many,
};

/// `graph6`: an undirected graph as the upper triangle of its matrix (graph6), a directed one as
/// its matrix (`&`, digraph6), or a list of edges (`:`, sparse6); the first character distinguishes
/// them, as in nauty. A header such as `>>graph6<<` may come first. Vertices are `0` to `n - 1`, as
/// in nauty and `NetworkX`.
///
/// Loops of digraph6 and sparse6 and repeated edges of sparse6 are dropped. A text of several
/// graphs is refused; [`GraphLines`](super::lines::GraphLines) reads them one after another. A line
/// is written without any header, as it is made, a bit for each pair of vertices: O(n²) time, O(m)
/// memory.
///
/// Source: `McKay`, "Description of graph6, sparse6 and digraph6 encodings".
pub static GRAPH6: GraphFileFormat = GraphFileFormat {
    name: "graph6",
    extensions: &["g6", "d6", "graph6", "digraph6"],
    more_extensions: &["s6", "sparse6"],
    summary: "graph6, digraph6 or sparse6, distinguished by the first character",
    begins: |line| {
        // A header, or a first graph of the right length.
        HEADERS.iter().any(|header| line.starts_with(header))
            || !line.is_empty()
                && line.bytes().skip(1).all(|byte| (b'?'..=b'~').contains(&byte))
                && read(line, GraphReading::unlimited()).is_ok()
    },
    has_lists: true,
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks as one line of graph6, for nauty and others",
    has_vertex_weights: false,
    // Their number takes four characters.
    most_vertices: 258_047,
    bytes_an_edge: size_of::<(u32, u32)>() as u64,
    write: write_line,
    ..GraphFileFormat::BASE
};

/// The headers allowed before the first graph.
pub(super) const HEADERS: [&str; 3] = [">>graph6<<", ">>digraph6<<", ">>sparse6<<"];

pub(super) fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut scanner = Scanner::new(text);
    let (mut place, mut line) = scanner.word(true);
    for header in HEADERS {
        if let Some(rest) = line.strip_prefix(header) {
            (place, line) =
                if rest.is_empty() { scanner.word(true) } else { (place + header.len(), rest) };
        }
    }
    if line.is_empty() {
        return Err(scanner.error_at(place, "the file holds no graph"));
    }
    let kind = line.as_bytes()[0];
    let coded = if [b':', b'&', b';'].contains(&kind) { &line[1..] } else { line };
    if kind == b';' {
        let problem =
            "`;` begins a change to an earlier graph (incremental sparse6), which is not read";
        return Err(scanner.error_at(place, problem));
    }
    let code = Code::of(text, place + line.len() - coded.len(), coded);
    let (vertices, rest) = code.order()?;
    let mut builder = GraphBuilder::new(text, reading);
    builder.vertices.number(0, vertices);
    builder.directed = kind == b'&';
    match kind {
        b':' => rest.list(vertices, &mut builder),
        b'&' => rest.matrix(vertices, &mut builder),
        _ => rest.triangle(vertices, &mut builder),
    }?;
    match scanner.word(true) {
        (_, "") => builder.graph(),
        (place, _) => Err(scanner.error_at(place, "a second graph; a file has one")),
    }
}

fn write_line(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let n = u64::from(graph.vertices);
    if graph.directed {
        out.write_all(b"&")?;
        write_number(graph.vertices, out)?;
        write_bits(n * n, graph.edges().map(|(a, b)| u64::from(a) * n + u64::from(b)), out)?;
    } else {
        write_number(graph.vertices, out)?;
        // For each vertex in turn a bit for each smaller one.
        let mut columns: Vec<(u32, u32)> = graph.edges().map(|(a, b)| (b, a)).collect();
        columns.sort_unstable();
        let bit = |(b, a): (u32, u32)| u64::from(b) * (u64::from(b) - 1) / 2 + u64::from(a);
        write_bits(n * n.saturating_sub(1) / 2, columns.into_iter().map(bit), out)?;
    }
    out.write_all(b"\n")
}

/// A character of six bits.
fn printable(bits: u32) -> u8 {
    63 + (bits & 63) as u8
}

/// The number of vertices, as one character, or three after `~`.
fn write_number(vertices: u32, out: &mut dyn Write) -> io::Result<()> {
    if vertices <= 62 {
        return out.write_all(&[printable(vertices)]);
    }
    let digits = [12, 6, 0].map(|shift| printable(vertices >> shift));
    out.write_all(b"~").and_then(|()| out.write_all(&digits))
}

/// This many bits, six a character, of which these, in rising order, are 1.
fn write_bits(count: u64, ones: impl Iterator<Item = u64>, out: &mut dyn Write) -> io::Result<()> {
    let mut ones = ones.peekable();
    let mut line = Vec::with_capacity(1 << 12);
    for begin in (0..count).step_by(6) {
        let mut bits = 0;
        while let Some(one) = ones.next_if(|&one| one < begin + 6) {
            bits |= 32 >> (one - begin);
        }
        line.push(printable(bits));
        if line.len() == line.capacity() {
            out.write_all(&line)?;
            line.clear();
        }
    }
    out.write_all(&line)
}

/// Characters of six bits each.
struct Code<'a> {
    text: &'a str,
    /// The first byte in the text.
    place: usize,
    /// The characters.
    bytes: &'a [u8],
}

/// The offset that makes six bits printable.
const OFFSET: u8 = 63;

impl<'a> Code<'a> {
    /// The characters of a part of a text that begins at this byte.
    fn of(text: &'a str, place: usize, coded: &'a str) -> Self {
        Self { text, place, bytes: coded.as_bytes() }
    }

    /// An error at one of the bytes.
    fn error(&self, index: usize, problem: impl Into<String>) -> GraphError {
        GraphError::at(self.text, self.place + index, problem)
    }

    /// The six bits of a character.
    fn bits(&self, index: usize) -> Result<u8, GraphError> {
        let Some(&byte) = self.bytes.get(index) else {
            return Err(self.error(index, "unexpected end of the graph"));
        };
        if !(OFFSET..=126).contains(&byte) {
            let rest = String::from_utf8_lossy(&self.bytes[index..]);
            let character: String = rest.chars().take(1).collect();
            let problem = format!("`{}` is not a character from `?` to `~`", brief(&character));
            return Err(self.error(index, problem));
        }
        Ok(byte - OFFSET)
    }

    /// The number of vertices, and the rest: one character, or three after `~`, or six after `~~`.
    fn order(&self) -> Result<(u32, Code<'a>), GraphError> {
        let marks = self.bytes.iter().take(2).take_while(|&&byte| byte == b'~').count();
        let digits = [1, 3, 6][marks];
        let mut vertices: u64 = 0;
        for index in marks..marks + digits {
            vertices = vertices << 6 | u64::from(self.bits(index)?);
        }
        if vertices > MOST_VERTICES.into() {
            return Err(self.error(0, too_many(vertices)));
        }
        let read = marks + digits;
        let rest = Code { text: self.text, place: self.place + read, bytes: &self.bytes[read..] };
        Ok((vertices as u32, rest))
    }

    /// Checks that the number of characters fits this many bits, and that the padding bits are 0.
    fn check_length(&self, vertices: u32, bits: u64) -> Result<(), GraphError> {
        let expected = bits.div_ceil(6);
        let found = self.bytes.len() as u64;
        if found != expected {
            // A wrong character, perhaps of several bytes, is the reason.
            (0..self.bytes.len()).try_for_each(|index| self.bits(index).map(drop))?;
            let problem = format!(
                "{found} characters after the number of vertices; {vertices} vertices take \
                 {expected}"
            );
            return Err(self.error(found.min(expected) as usize, problem));
        }
        let unused = expected * 6 - bits;
        if let Some(last) = self.bytes.len().checked_sub(1)
            && self.bits(last)? & ((1 << unused) - 1) != 0
        {
            return Err(self.error(last, "the bits behind the last pair of vertices are not 0"));
        }
        Ok(())
    }

    /// Calls `each` with the place of every 1 bit and its index, in rising order.
    fn ones(
        &self,
        mut each: impl FnMut(usize, u64) -> Result<(), GraphError>,
    ) -> Result<(), GraphError> {
        for index in 0..self.bytes.len() {
            let bits = self.bits(index)?;
            for bit in (0..6).filter(|bit| bits >> (5 - bit) & 1 == 1) {
                each(self.place + index, index as u64 * 6 + bit)?;
            }
        }
        Ok(())
    }

    /// graph6: for each vertex in turn a bit for each smaller one.
    fn triangle(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let n = u64::from(vertices);
        self.check_length(vertices, n * n.saturating_sub(1) / 2)?;
        // The vertex whose bits are read, and the index of its first bit.
        let (mut vertex, mut first) = (1, 0);
        self.ones(|place, bit| {
            while bit - first >= vertex {
                first += vertex;
                vertex += 1;
            }
            builder.edge(place, [(bit - first) as u32, vertex as u32], None)
        })
    }

    /// digraph6: for each vertex in turn a bit for each vertex that it has an arc to.
    fn matrix(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let n = u64::from(vertices);
        self.check_length(vertices, n * n)?;
        self.ones(|place, bit| builder.edge(place, [(bit / n) as u32, (bit % n) as u32], None))
    }

    /// sparse6: a stream of one bit and a number of k bits each, where k bits suffice for the last
    /// vertex: the bit advances the current vertex by one; a number greater than the current vertex
    /// replaces it, any other is joined to it. The last character is padded with ones.
    fn list(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let width = u32::BITS - vertices.saturating_sub(1).leading_zeros();
        // Bits read but not used yet, at the lower end.
        let (mut bits, mut count) = (0u64, 0);
        let mut vertex = 0;
        // The position of the next number, in bits.
        let mut begin = 0;
        for index in 0..self.bytes.len() {
            bits = bits << 6 | u64::from(self.bits(index)?);
            count += 6;
            while count > width {
                count -= width + 1;
                let taken = bits >> count;
                bits &= (1 << count) - 1;
                let number = (taken & ((1 << width) - 1)) as u32;
                vertex += (taken >> width & 1) as u32;
                if vertex >= vertices || number >= vertices {
                    // Only the padding of the last character may do so.
                    if begin / 6 + 1 < self.bytes.len() {
                        let named = vertex.max(number);
                        let problem =
                            format!("vertex {named} is not one of the {vertices}, counted from 0");
                        return Err(self.error(index, problem));
                    }
                    return Ok(());
                }
                if number > vertex {
                    vertex = number;
                } else {
                    builder.edge(self.place + index, [number, vertex], None)?;
                }
                begin += width as usize + 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use petgraph::graph6::from_graph6_representation;

    use super::*;
    use crate::graphs::exported_graph::NamesOnly;

    fn edges(text: &str) -> Vec<(u32, u32)> {
        GRAPH6.read(text).unwrap().edges
    }

    #[test]
    fn examples_of_the_description() {
        let graph = GRAPH6.read("DQc\n").unwrap();
        assert_eq!(graph.edges, [(0, 2), (0, 4), (1, 3), (3, 4)]);
        assert_eq!((graph.directed, graph.names.join(" ").as_str()), (false, "0 1 2 3 4"));
        let graph = GRAPH6.read(">>digraph6<<&DI?AO?\n").unwrap();
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 2), (0, 4), (3, 1), (3, 4)]));
        let graph = GRAPH6.read(":Fa@x^\n").unwrap();
        assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2), (5, 6)]);
        assert_eq!((graph.directed, graph.names.len()), (false, 7));
    }

    #[test]
    fn headers_and_small_graphs() {
        for text in ["A_", ">>graph6<<A_", "\n A_ \r\n", ">>graph6<<\nA_\n"] {
            assert_eq!(edges(text), [(0, 1)], "{text:?}");
        }
        for (text, vertices) in [("?", 0), ("@", 1), (":?", 0), (":@", 1), ("&?", 0), ("&@?", 1)] {
            let graph = GRAPH6.read(text).unwrap();
            assert_eq!((graph.names.len(), graph.edges.len()), (vertices, 0), "{text}");
        }
        let long = format!("~?@?{}", "?".repeat(64 * 63 / 2 / 6));
        assert_eq!(GRAPH6.read(&long).unwrap().names.len(), 64);
        assert!(edges("&@_").is_empty(), "a loop");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, expected) in [
            ("", "1:1: the file holds no graph"),
            (">>graph6<<\n", "2:1: the file holds no graph"),
            ("D\n", "1:2: 0 characters after the number of vertices; 5 vertices take 2"),
            ("DQ\n", "1:3: 1 characters after the number of vertices; 5 vertices take 2"),
            ("DQcc\n", "1:4: 3 characters after the number of vertices; 5 vertices take 2"),
            ("\nDQ!\n", "2:3: `!` is not a character from `?` to `~`"),
            ("DQé\n", "1:3: `é` is not a character from `?` to `~`"),
            ("DQc!\n", "1:4: `!` is not a character from `?` to `~`"),
            ("D!c\n", "1:2: `!` is not a character from `?` to `~`"),
            ("é\n", "1:1: `é` is not a character from `?` to `~`"),
            ("~?\n", "1:3: unexpected end of the graph"),
            ("~~~~~~~~\n", "1:1: 68719476735 vertices; at most 10000000 are possible"),
            ("DQd\n", "1:3: the bits behind the last pair of vertices are not 0"),
            ("DQc\nDQc\n", "2:1: a second graph; a file has one"),
            (
                ";DQc",
                "1:1: `;` begins a change to an earlier graph (incremental sparse6), which is not \
                 read",
            ),
            ("&DI?AO\n", "1:7: 4 characters after the number of vertices; 5 vertices take 5"),
            (
                ">>graph6<<DQ\n",
                "1:13: 1 characters after the number of vertices; 5 vertices take 2",
            ),
            (
                "~?~~\n",
                "1:5: 0 characters after the number of vertices; 4095 vertices take 1397078",
            ),
        ] {
            assert_eq!(GRAPH6.read(text).unwrap_err().to_string(), expected, "{text:?}");
        }
    }

    fn line(directed: bool, vertices: u32, list: &[(u32, u32)]) -> String {
        let mut out = Vec::new();
        write_line(&ExportedGraph::listed(directed, vertices, list, &NamesOnly(&[])), &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn written_examples_of_the_description() {
        assert_eq!(line(false, 5, &[(0, 2), (0, 4), (1, 3), (3, 4)]), "DQc\n");
        assert_eq!(line(true, 5, &[(0, 2), (0, 4), (3, 1), (3, 4)]), "&DI?AO?\n");
        assert_eq!(line(false, 0, &[]), "?\n");
        assert_eq!(line(false, 1, &[]), "@\n");
    }

    #[test]
    fn petgraph_and_our_reader_read_it() {
        for n in [2, 3, 7, 62, 63, 100] {
            let edges: Vec<(u32, u32)> = (0..n)
                .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
                .filter(|(a, b)| (a * 7 + b * b) % 3 == 0)
                .collect();
            let text = line(false, n, &edges);
            let (vertices, mut found) =
                from_graph6_representation::<u32>(text.trim_end().to_string());
            found.sort_unstable();
            assert_eq!((vertices as u32, &found), (n, &edges));
            assert_eq!(GRAPH6.read(&text).unwrap().edges, edges);
            let arcs: Vec<(u32, u32)> = (0..n)
                .flat_map(|a| (0..n).map(move |b| (a, b)))
                .filter(|(a, b)| a != b && (a * 5 + b * b) % 4 == 0)
                .collect();
            let read = GRAPH6.read(&line(true, n, &arcs)).unwrap();
            assert_eq!((read.directed, read.edges), (true, arcs));
        }
    }

    #[test]
    fn sparse6_of_networkx() {
        for (text, vertices, edges) in [
            (":An", 2, vec![(0, 1)]),
            (":A", 2, vec![]),
            // Two numbers of vertices for which padding with ones alone would look like an edge.
            (":CoJ", 4, vec![(0, 2), (1, 2)]),
            (":GsW", 8, vec![(0, 6), (1, 5)]),
            (":O{B", 16, vec![(0, 14)]),
            (":DaY_~", 5, vec![(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)]),
            // With an edge twice and a loop.
            (":B_L", 3, vec![(0, 1), (1, 2)]),
        ] {
            let graph = GRAPH6.read(text).unwrap();
            assert_eq!((graph.names.len(), graph.edges), (vertices, edges), "{text}");
        }
    }

    #[test]
    fn mistakes_in_sparse6_are_told_with_their_place() {
        let error = GRAPH6.read(":B~~~\n").unwrap_err().to_string();
        assert_eq!(error, "1:3: vertex 3 is not one of the 3, counted from 0");
        let error = GRAPH6.read(":Fa@x \u{7f}").unwrap_err().to_string();
        assert_eq!(error, "1:7: a second graph; a file has one");
        let error = GRAPH6.read(":Fa@\u{7f}").unwrap_err().to_string();
        assert_eq!(error, "1:5: `\\u{7f}` is not a character from `?` to `~`");
    }
}
