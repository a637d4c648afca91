//! Tables of edges with commas, semicolons or tabs: CSV and TSV, as Gephi and spreadsheets write
//! them.

use std::{
    borrow::{Borrow, Cow},
    io::{self, Write},
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge},
    scanner::{Scanner, brief, is_line_end},
};

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

/// The known names of the columns source, target, weight and type.
const KNOWN: [&[&str]; 4] = [
    &["source", "from"],
    &["target", "to"],
    &["weight", "value", "cost", "distance", "length"],
    &["type"],
];

/// The most columns.
const MOST_COLUMNS: usize = 1000;

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
    let mut next = || fields.next().map_err(|(place, said)| GraphError::at(text, place, said));
    let Some(first) = next()? else { return builder.graph() };
    let (columns, is_heading) =
        columns_of(&first, named).map_err(|problem| builder.error(first.place, problem))?;
    let width = first.fields.len();
    let heading: Vec<String> = first.fields.iter().map(|(_, name)| brief(name)).collect();
    let mut record = if is_heading { next()? } else { Some(first) };
    let mut behind = next()?;
    if let (true, true, Some(one)) = (is_heading, named.is_empty(), &record)
        && let Some(other) = columns.only_other(width)
        && !heading[other].eq_ignore_ascii_case("id")
        && one.fields.get(other).is_some_and(|(_, field)| field.parse::<f64>().is_ok())
    {
        let names: Vec<&str> = heading.iter().map(String::as_str).collect();
        let [from, to] = columns.ends.map(|at| names[at]);
        let problem = format!(
            "the numbers of column `{}` could be weights; give --columns {} to read them, or \
             --columns {} to ignore them",
            names[other],
            listed(&[from, to, names[other]]),
            listed(&[from, to])
        );
        return Err(builder.error(0, problem));
    }
    if let (false, Some(one), Some(other)) = (is_heading, &record, &behind)
        && let Some(names) = columns.unknown_heading(one, other)
    {
        let problem = format!(
            "{names} are not numbers, but the next line has numbers; if they name columns, give \
             --columns {names}"
        );
        return Err(builder.error(one.place, problem));
    }
    while let Some(TableLine { place, fields }) = record {
        if fields.len() != width {
            let problem = format!(
                "{} fields, but the first line has {width}; quote fields that contain separators",
                fields.len()
            );
            return Err(builder.error(place, problem));
        }
        columns.add(place, fields, &mut builder)?;
        record = behind;
        behind = if record.is_some() { next()? } else { None };
    }
    builder.graph()
}

/// The selected columns, and whether the first line names them.
fn columns_of(first: &TableLine<'_>, named: &[String]) -> Result<(Columns, bool), String> {
    let width = first.fields.len();
    let known = known_columns(first);
    if named.is_empty() {
        if let Some(known) = known {
            return Ok((known, true));
        }
        if !(2..=3).contains(&width) {
            return Err(format!(
                "{width} columns, but none is named source or target; name them by --columns \
                 SOURCE,TARGET or SOURCE,TARGET,WEIGHT, by name or by number from 1"
            ));
        }
        let weight = (width == 3).then_some(2);
        return Ok((Columns { ends: [0, 1], weight, kind: None }, false));
    }
    let mut is_heading = known.is_some();
    let numbers = named.iter().map(|column| {
        if let Some(at) = first.fields.iter().position(|(_, name)| name == column) {
            is_heading = true;
            return Ok(at);
        }
        let number = column.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        number.filter(|&number| number < width).ok_or_else(|| {
            let names: Vec<String> =
                first.fields.iter().map(|(_, name)| format!("`{}`", brief(name))).collect();
            format!("no column `{}`; the first line has {}", brief(column), names.join(", "))
        })
    });
    let numbers = numbers.collect::<Result<Vec<usize>, String>>()?;
    match numbers[..] {
        [source, target] => {
            let known = known.map(|known| (known.weight, known.kind));
            let (weight, kind) = known.unwrap_or_default();
            Ok((Columns { ends: [source, target], weight, kind }, is_heading))
        }
        [source, target, weight] => {
            let (weight, kind) = (Some(weight), known.and_then(|known| known.kind));
            Ok((Columns { ends: [source, target], weight, kind }, is_heading))
        }
        _ => {
            Err("--columns takes two or three columns: SOURCE,TARGET or SOURCE,TARGET,WEIGHT"
                .into())
        }
    }
}

/// The indices of the columns, from 0.
#[derive(Debug, Clone, Copy)]
struct Columns {
    ends: [usize; 2],
    weight: Option<usize>,
    kind: Option<usize>,
}

impl Columns {
    /// The fields of a first line that look like column names for `--columns`: the next line has
    /// numbers as its ends.
    fn unknown_heading(&self, first: &TableLine<'_>, second: &TableLine<'_>) -> Option<String> {
        let number = |record: &TableLine<'_>, at: usize| {
            Some(record.fields.get(at)?.1.parse::<f64>().is_ok())
        };
        let is_one =
            |&at: &usize| number(first, at) == Some(false) && number(second, at) == Some(true);
        if !(self.ends.iter().all(is_one) || self.weight.as_ref().is_some_and(is_one)) {
            return None;
        }
        let columns = self.ends.into_iter().chain(self.weight);
        let names: Vec<String> = columns.map(|at| brief(&first.fields[at].1)).collect();
        Some(listed(&names))
    }

    /// The only column that has no meaning, of three without weights.
    fn only_other(&self, width: usize) -> Option<usize> {
        let is_other = |at: &usize| !self.ends.contains(at);
        (width == 3 && self.weight.is_none() && self.kind.is_none())
            .then(|| (0..3).find(is_other))?
    }

    /// Adds the edge of a line.
    fn add<'a>(
        &self,
        line: usize,
        mut fields: Vec<(usize, Cow<'a, str>)>,
        builder: &mut GraphBuilder<'a>,
    ) -> Result<(), GraphError> {
        let mut weight = None;
        if let Some((place, text)) = self.weight.and_then(|at| fields.get(at))
            && !text.is_empty()
        {
            let value = text.parse().map_err(|_| {
                let problem = format!(
                    "`{}` is not a weight; write a number, or give --columns SOURCE,TARGET to \
                     ignore weights",
                    brief(text)
                );
                builder.error(*place, problem)
            })?;
            weight = Some(Weight::of(value));
        }
        let kind = self.kind.and_then(|at| fields.get(at));
        let kind = kind.filter(|(_, kind)| !kind.is_empty());
        let direction = kind.map_or(Some(EdgeDirection::Undirected), |(_, kind)| {
            EdgeDirection::named(&kind.to_ascii_lowercase())
        });
        let Some(direction) = direction else {
            let (place, kind) = kind.map_or((line, ""), |(place, kind)| (*place, kind));
            let kind = brief(&kind.to_ascii_lowercase());
            let problem =
                format!("`{kind}` is not an edge type; write directed, undirected or mutual");
            return Err(builder.error(place, problem));
        };
        let [(place, source), (at, target)] = self.ends.map(|at| std::mem::take(&mut fields[at]));
        if source.is_empty() {
            return Err(builder.error(place, "the source of an edge is missing"));
        }
        let from = builder.vertices.of(place, source)?;
        if target.is_empty() {
            return Ok(());
        }
        let to = builder.vertices.of(at, target)?;
        let ends = [from, to];
        builder.edges.push(&WrittenEdge { place: line, ends, direction, given: false, weight })
    }
}

/// The names of columns as the value of `--columns` in a shell.
fn listed<T: Borrow<str>>(names: &[T]) -> String {
    let list = names.join(",");
    let is_plain = list.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.,".contains(&byte));
    if is_plain { list } else { format!("'{}'", list.replace('\'', "'\\''")) }
}

/// The known columns that a line names, if it names the two ends.
fn known_columns(record: &TableLine<'_>) -> Option<Columns> {
    let [source, target, weight, kind] = KNOWN.map(|names| {
        let is_known = |(_, name): &(usize, Cow<'_, str>)| {
            names.iter().any(|known| name.eq_ignore_ascii_case(known))
        };
        record.fields.iter().position(is_known)
    });
    Some(Columns { ends: [source?, target?], weight, kind })
}

/// The most frequent separator of the first line that is not a comment.
fn separator(text: &str, separators: &[u8]) -> u8 {
    let mut lines = text.split(['\n', '\r']);
    let line = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let line = line.unwrap_or_default();
    let count = |separator: &u8| line.bytes().filter(|byte| byte == separator).count();
    // `max_by_key` takes the last of equals, but the first separator has precedence.
    separators.iter().rev().copied().max_by_key(count).unwrap_or(b',')
}

/// A line of fields with their places.
struct TableLine<'a> {
    place: usize,
    fields: Vec<(usize, Cow<'a, str>)>,
}

/// Lines of fields, read one after another.
struct TableLines<'a> {
    scanner: Scanner<'a>,
    separator: u8,
}

impl<'a> TableLines<'a> {
    /// The next line that is neither blank nor a comment.
    fn next(&mut self) -> Result<Option<TableLine<'a>>, (usize, String)> {
        loop {
            self.scanner.run(|byte| byte == b' ' || is_line_end(byte));
            if self.scanner.byte(0) != Some(b'#') {
                break;
            }
            self.scanner.run(|byte| !is_line_end(byte));
        }
        let place = self.scanner.place();
        if self.scanner.byte(0).is_none() {
            return Ok(None);
        }
        let mut fields = Vec::new();
        loop {
            if fields.len() == MOST_COLUMNS {
                return Err((self.scanner.place(), format!("more than {MOST_COLUMNS} columns")));
            }
            let separator = self.separator;
            self.scanner.run(|byte| byte == b' ');
            fields.push((self.scanner.place(), self.field()?));
            self.scanner.run(|byte| byte == b' ');
            match self.scanner.byte(0) {
                Some(byte) if byte == separator => drop(self.scanner.take(1)),
                Some(byte) if !is_line_end(byte) => {
                    let problem = "expected a separator or the end of the line after the closing \
                                   quotation mark";
                    return Err((self.scanner.place(), problem.into()));
                }
                _ => return Ok(Some(TableLine { place, fields })),
            }
        }
    }

    fn field(&mut self) -> Result<Cow<'a, str>, (usize, String)> {
        let begin = self.scanner.place();
        let separator = self.separator;
        if self.scanner.byte(0) != Some(b'"') {
            let field = self.scanner.run(|byte| byte != separator && !is_line_end(byte));
            return Ok(Cow::Borrowed(field.trim_end_matches(' ')));
        }
        let mut text = Cow::Borrowed("");
        loop {
            // After a quotation mark.
            let Some(end) = self.scanner.rest()[1..].find('"') else {
                return Err((begin, "this quotation mark is not closed".into()));
            };
            text += &self.scanner.take(end + 2)[1..=end];
            if self.scanner.byte(0) != Some(b'"') {
                return Ok(text);
            }
            text += "\"";
        }
    }
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
    use crate::graphs::exported_graph::NamesOnly;

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
        let said = "1:1: no column `x`; the first line has `who`, `km`, `whom`";
        assert_eq!(read("who,x", text), said);
        assert!(read("1,4", text).starts_with("1:1: no column `4`"));
        assert!(read("who", text).starts_with("1:1: --columns takes two or three columns"));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, said) in [
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
            assert!(csv(text).starts_with(said), "{text:?}: {}", csv(text));
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
