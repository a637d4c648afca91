//! Tables of edges with commas, semicolons or tabs: CSV and TSV, as Gephi and spreadsheets write
//! them.

mod columns;
mod lines;

use std::io::{self, Write};

use super::{
    ExportedGraph, GraphError, GraphFileFormat, GraphReading, NamedGraph, builder::GraphBuilder,
    scanner::Scanner,
};
use columns::{columns_of, known_columns};
use lines::{TableLine, TableLines, separator};

/// `csv` and `tsv`: one edge per line: source, target and optionally a weight.
///
/// The first line may name the columns: `source` and `target` (or `from` and `to`), `weight` (or
/// `value`, `cost`, `distance`, `length`), and `type`, which is `directed`, `undirected` or
/// `mutual` for each edge; other columns are ignored, but a third column of numbers is refused, as they could be
/// weights, unless it is named `id`. Without this line there are two or three
/// columns, in this order. `--columns` selects the columns by name or by number from 1. All lines
/// have the same number of fields. A quoted field may contain separators, line ends and doubled
/// quotation marks. A line without a target is a vertex; one that begins with `#` is a comment.
/// Edges are undirected unless their `type` says otherwise.
///
/// Source: RFC 4180; Gephi, "CSV format".
pub static CSV: GraphFileFormat = GraphFileFormat {
    name: "csv",
    extensions: &["csv"],
    more_extensions: &[],
    summary: "a table of edges separated by commas or semicolons, as Gephi and spreadsheets write \
              it",
    // Tabs belong to the other format.
    begins: |line| begins(line, COMMAS).is_some_and(|separator| separator != b'\t'),
    read: |text, reading, columns| read(text, reading, COMMAS, columns),
    writes: "the graph of the moves or attacks as a table of edges, for Gephi and spreadsheets",
    write: |graph, out| write(",", graph, out),
    ..TSV
};

/// Like [`CSV`], with tabs.
pub const TSV: GraphFileFormat = GraphFileFormat {
    name: "tsv",
    extensions: &["tsv"],
    more_extensions: &["tab"],
    summary: "a table of edges separated by tabs",
    begins: |line| begins(line, TABS).is_some(),
    has_columns: true,
    read: |text, reading, columns| read(text, reading, TABS, columns),
    writes: "the graph of the moves or attacks as a table of edges separated by tabs",
    has_vertex_weights: false,
    has_edge_weights: true,
    refuses: |name| name.is_empty().then_some("the name of a vertex is empty"),
    write: |graph, out| write("\t", graph, out),
    ..GraphFileFormat::BASE
};

/// Field separators: the most frequent of these in the first line.
const COMMAS: &[u8] = b",;\t";
const TABS: &[u8] = b"\t";

/// The field separator of a line, if it names known columns.
fn begins(line: &str, separators: &[u8]) -> Option<u8> {
    let separator = separator(line, separators);
    let record = TableLines { scanner: Scanner::new(line), separator }.next().ok()??;
    known_columns(&record).map(|_| separator)
}

/// Reads a table whose columns are `named`: source, target and weight, by name or by number from 1;
/// empty if not given.
fn read(
    text: &str,
    reading: GraphReading<'_>,
    separators: &[u8],
    named: &[String],
) -> Result<NamedGraph, GraphError> {
    let mut builder = GraphBuilder::new(text, reading);
    let mut fields =
        TableLines { scanner: Scanner::new(text), separator: separator(text, separators) };
    let mut next = || fields.next().map_err(|(place, why)| GraphError::at(text, place, why));
    let Some(first) = next()? else { return builder.graph() };
    let (columns, is_heading) =
        columns_of(&first, named).map_err(|problem| builder.error(first.place, problem))?;
    let (width, second) = (first.fields.len(), next()?);
    let doubt = second.as_ref().and_then(|second| match (is_heading, named) {
        (true, []) => columns.unread_numbers(&first, second),
        (true, _) => None,
        (false, _) => columns.unknown_heading(&first, second),
    });
    if let Some(problem) = doubt {
        return Err(builder.error(first.place, problem));
    }
    let mut ready = [(!is_heading).then_some(first), second].into_iter().flatten();
    while let Some(TableLine { place, fields }) = match ready.next() {
        Some(line) => Some(line),
        None => next()?,
    } {
        if fields.len() != width {
            let problem = format!(
                "{} fields, but the first line has {width}; quote fields that contain separators",
                fields.len()
            );
            return Err(builder.error(place, problem));
        }
        columns.add(place, fields, &mut builder)?;
    }
    builder.graph()
}

/// Writes the edges as a table, with `weight` if they have weights and `type` if they are directed,
/// then the vertices without an edge.
fn write(separator: &str, graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut heading = vec!["source", "target"];
    heading.extend(graph.edge_weights.is_some().then_some("weight"));
    heading.extend(graph.directed.then_some("type"));
    writeln!(out, "{}", heading.join(separator))?;
    let quoted = |vertex| quoted(graph.name(vertex));
    for ((a, b), weight) in graph.weighted_edges() {
        write!(out, "{}{separator}{}", quoted(a), quoted(b))?;
        if let Some(weight) = weight {
            write!(out, "{separator}{weight}")?;
        }
        if graph.directed {
            write!(out, "{separator}directed")?;
        }
        writeln!(out)?;
    }
    let rest = separator.repeat(heading.len() - 1);
    graph.isolated().into_iter().try_for_each(|vertex| writeln!(out, "{}{rest}", quoted(vertex)))
}

/// A name as a field, quoted if it would otherwise be read differently.
fn quoted(name: String) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.@+/()'".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name;
    }
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::{Weight, exported_graph::NamesOnly};

    /// The names, the edges and the weights.
    fn shown(graph: &NamedGraph) -> String {
        let weights: Vec<f64> = graph.weights.iter().map(|weight| weight.value()).collect();
        let directed = if graph.directed { "directed " } else { "" };
        format!("{directed}{} {:?} {weights:?}", graph.names.join(" "), graph.edges)
    }

    fn csv(text: &str) -> String {
        CSV.read(text).map_or_else(|error| error.to_string(), |graph| shown(&graph))
    }

    #[test]
    fn tables_of_other_programs() {
        let plain = "a b c [(0, 1), (1, 2)] []";
        for text in [
            "a,b\nb,c\n",
            "a;b\r\nb;c\r\n",
            "a\tb\rb\tc",
            "source,target\na,b\nb,c\n",
            "Source;Target;Id;Label\na;b;0;x\nb;c;1;\"y;z\"\n",
            "Source,Target,Id\na,b,0\nb,c,1\n",
            "source,target,why\na,b,\nb,c,2\n",
            "\u{23}x,y\nfrom, to\n\n \"a\" , b\n# between\nb,c\nb,\n",
        ] {
            assert_eq!(csv(text), plain, "{text:?}");
        }
        let weighted = "a b c [(0, 1), (1, 2)] [4.0, 1.0]";
        for text in ["a,b,4\nb,c,\n", "weight,target,x,SOURCE\n4,b,0,a\n1,c,0,b\n"] {
            assert_eq!(csv(text), weighted, "{text:?}");
        }
        let text = "Source,Target,Type,Weight\na,b,Directed,2\nb,c,undirected,3\na,c,mutual,4\n";
        let arcs = "[(0, 1), (0, 2), (1, 2), (2, 0), (2, 1)] [2.0, 4.0, 3.0, 4.0, 3.0]";
        assert_eq!(csv(text), format!("directed a b c {arcs}"));
        let text = "source,target\n\"a \"\"1\"\"\",\"b\nc\"\n#not,x\n\"#\",d\n";
        assert_eq!(CSV.read(text).unwrap().names, ["a \"1\"", "b\nc", "#", "d"]);
        assert_eq!(TSV.read("a,1\tb c\nb c\td\n").unwrap().names, ["a,1", "b c", "d"]);
        assert_eq!(CSV.read("a,b,4\na,b,\n").unwrap().weights, [Weight::ONE]);
    }

    #[test]
    fn columns_are_named_or_numbered() {
        let read = |columns: &str, text: &str| {
            let columns: Vec<String> = columns.split(',').map(Into::into).collect();
            let read = (CSV.read)(text, GraphReading::unlimited(), &columns);
            read.map_or_else(|error| error.to_string(), |graph| shown(&graph))
        };
        let text = "who,km,whom\na,7,b\n";
        assert_eq!(read("who,whom", text), "a b [(0, 1)] []");
        assert_eq!(read("whom,who,km", text), "b a [(0, 1)] [7.0]");
        assert_eq!(read("1,3,2", "a,7,b\n"), "a b [(0, 1)] [7.0]");
        // Two columns leave out the weights, whatever their column is called.
        let weighted = "source,target,weight,type\na,b,7,directed\n";
        assert_eq!(read("source,target", weighted), "directed a b [(0, 1)] []");
        let message = "1:1: no column `x`; the first line has `who`, `km`, `whom`";
        assert_eq!(read("who,x", text), message);
        assert!(read("1,4", text).starts_with("1:1: no column `4`"));
        assert!(read("who", text).starts_with("1:1: --columns takes two or three columns"));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            ("a\nb\n", "1:1: 1 columns, but none is named source or target"),
            ("a,b,c,d\n", "1:1: 4 columns, but none is named source or target"),
            ("a,b\nc,d,e\n", "2:1: 3 fields, but the first line has 2"),
            ("a,b\nc\n", "2:1: 1 fields, but the first line has 2"),
            ("a,b,4\nb,c,x\n", "2:5: `x` is not a weight; write a number"),
            ("a,b\n,c\n", "2:1: the source of an edge is missing"),
            (
                "von,nach\n1,2\n",
                "1:1: von,nach are not numbers, but the next line has numbers; if they name \
                 columns, give --columns von,nach",
            ),
            ("a,b,km\nc,d,4\n", "1:1: a,b,km are not numbers, but the next line has numbers"),
            (
                "from,to,km each\na,b,4\n",
                "1:1: the numbers of column `km each` could be weights; give --columns \
                 'from,to,km each' to read them, or --columns from,to to ignore them",
            ),
            ("a,\"b\n", "1:3: this quotation mark is not closed"),
            ("a,\"b\" c\n", "1:7: expected a separator or the end of the line after"),
            ("source,target,type\na,b,both\n", "2:5: `both` is not an edge type"),
        ] {
            assert!(csv(text).starts_with(message), "{text:?}: {}", csv(text));
        }
    }

    const NAMES: [&str; 6] = ["a,b", "\"", "#", " c ", "d\ne", "f"];

    #[test]
    fn what_is_written_is_read() {
        for format in [&CSV, &TSV] {
            for directed in [false, true] {
                let list = [(0, 1), (0, 2), (3, 4)];
                let graph = ExportedGraph::listed(directed, 6, &list, &NamesOnly(&NAMES));
                let graph = ExportedGraph { edge_weights: Some(vec![2, 3, 4]), ..graph };
                let mut text = Vec::new();
                (format.write)(&graph, &mut text).unwrap();
                let graph = format.read(std::str::from_utf8(&text).unwrap()).unwrap();
                assert_eq!((graph.directed, &graph.edges[..]), (directed, &list[..]));
                assert_eq!(graph.names, NAMES);
                assert_eq!(graph.weights, [2.0, 3.0, 4.0].map(Weight::of));
            }
        }
    }
}
