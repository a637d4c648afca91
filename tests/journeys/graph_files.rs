//! A user brings graphs in files: what `export` writes is read, and no input makes a reader panic.

use std::path::Path;

use crate::harness::{answer, folder, read, satranj, write};
use proptest::prelude::*;
use satranj::{
    exports,
    graphs::{self, NamedGraph, tour_file},
};

/// An exported graph, read according to the extension of its file.
fn exported(arguments: &str, format: &str, extension: &str) -> NamedGraph {
    let folder = folder();
    let file = format!("graph.{extension}");
    let line = format!("export {arguments} --format {format} -o {file}");
    satranj(&line).within(folder.path()).run().exits(0);
    let reader = graphs::by_extension(Path::new(&file)).expect("the extension is known");
    assert_eq!(reader.name, format);
    let text = read(&folder.path().join(file));
    graphs::read(reader, &text).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn every_exported_graph_is_read_back() {
    for puzzle in [
        "tour 5x6 --closed",
        "tour 8x8 --closed --given a1-b3,h8-g6",
        "tour 4x4 --piece king --closed --block a1",
        "tour 1x1 --closed",
    ] {
        let link = exported(puzzle, "node-link", "json");
        let hcp = exported(puzzle, "hcp", "hcp");
        assert_eq!((&hcp.edges, &hcp.fixed), (&link.edges, &link.fixed), "{puzzle}");
        let dot = exported(puzzle, "dot", "dot");
        assert_eq!((&dot.names, &dot.edges), (&link.names, &link.edges), "{puzzle}");
        for (format, extension) in [("graphml", "graphml"), ("gml", "gml"), ("gexf", "gexf")] {
            assert_eq!(exported(puzzle, format, extension), link, "{puzzle}: {format}");
        }
        let pajek = exported(puzzle, "pajek", "net");
        assert_eq!((&pajek.names, &pajek.edges), (&link.names, &link.edges), "{puzzle}");
        for (format, extension) in [
            ("edge-list", "edgelist"),
            ("adjacency-list", "adjlist"),
            ("csv", "csv"),
            ("tsv", "tsv"),
        ] {
            let list = exported(puzzle, format, extension);
            assert_eq!(sorted(&list), sorted(&link), "{puzzle}: {format}");
        }
        for (format, extension) in
            [("graph6", "g6"), ("edge", "col"), ("matrix-market", "mtx"), ("matrix", "mat")]
        {
            let graph = exported(puzzle, format, extension);
            assert_eq!((graph.names.len(), &graph.edges), (link.names.len(), &link.edges));
        }
        assert!(!link.directed && link.edges.windows(2).all(|two| two[0] < two[1]));
    }
    let board = exported("tour 8x8 --closed --given a1-b3", "node-link", "json");
    assert_eq!((board.names[0].as_str(), board.edges.len(), board.fixed.len()), ("a8", 168, 1));
    let (a, b) = board.fixed[0];
    assert_eq!([&board.names[a as usize], &board.names[b as usize]], ["b3", "a1"]);
    // An open tour has one more vertex in hcp.
    assert_eq!(exported("tour 3x4 --start a1", "hcp", "hcp").fixed, [(8, 12)]);
    // With several kinds of pieces the names are PIECE@SQUARE.
    let pieces = exported("place 3x3 --army queen=1,knight=1", "dot", "gv");
    assert!(pieces.names.iter().all(|name| name.contains('@')), "{:?}", pieces.names);
}

#[test]
fn a_file_says_how_many_edges_it_has() {
    let folder = folder();
    write(folder.path(), "x.csv", "source,target\na,b\nb,c\na,c\nc,d\n");
    for (format, line) in [("edge", "p edge 4 4"), ("matrix-market", "4 4 4")] {
        let export = format!("export path x.csv a d --format {format}");
        let ran = satranj(&export).within(folder.path()).run().exits(0);
        assert!(ran.text().lines().any(|one| one == line), "{}", ran.text());
        let reader = graphs::by_name(format).unwrap();
        assert_eq!(graphs::read(reader, ran.text()).unwrap().edges.len(), 4);
    }
}

/// The names, and the edges by the names of their ends, in order.
fn sorted(graph: &NamedGraph) -> (Vec<&String>, Vec<[&String; 2]>) {
    let mut names: Vec<&String> = graph.names.iter().collect();
    names.sort();
    let name = |vertex: u32| &graph.names[vertex as usize];
    let edge = |&(a, b): &(u32, u32)| [name(a).min(name(b)), name(a).max(name(b))];
    let mut edges: Vec<[&String; 2]> = graph.edges.iter().map(edge).collect();
    edges.sort();
    (names, edges)
}

#[test]
fn every_format_that_is_read_is_written() {
    let ran = answer("list formats --json").json();
    let formats: Vec<&str> =
        ran.as_array().unwrap().iter().filter_map(|f| f["name"].as_str()).collect();
    assert!(graphs::registry().iter().all(|format| formats.contains(&format.name)));
}

#[test]
fn every_format_is_in_the_book() {
    let book = |chapter: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src").join(chapter);
        std::fs::read_to_string(path).expect("it is a chapter")
    };
    let has_row = |text: &str, parts: &[String]| {
        let mut rows = text.lines().filter(|line| line.starts_with('|'));
        rows.any(|row| parts.iter().all(|part| row.contains(part.as_str())))
    };
    let (formats, exporting) = (book("formats.md"), book("exporting.md"));
    for format in graphs::registry() {
        let [name, extension] = [format.name, &format!(".{}", format.extensions[0])];
        let row = [name, extension].map(|word| format!("`{word}`"));
        assert!(has_row(&formats, &row), "{name}: docs/src/formats.md, what is read");
        assert!(has_row(&exporting, &row[..1]), "{name}: docs/src/exporting.md");
    }
    for format in exports::registry() {
        let row = ["`export`".to_string(), format!("`.{}`", format.extensions[0])];
        assert!(has_row(&formats, &row), "{}: docs/src/formats.md, output files", format.name);
    }
}

/// Valid files, at least one per format.
const GOOD: &[(&str, &str)] = &[
    (
        "hcp",
        "NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nFIXED_EDGES_SECTION\n1 2\n-1\nEOF\n",
    ),
    (
        "hcp",
        "DIMENSION: 3\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 -1\n-1\nDISPLAY_DATA_SECTION\n1 2 3\n",
    ),
    ("edge", "c x\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"),
    ("edge", "p edge 3 2\nn 1 10\nn 3 2.5\ne 1 2\ne 2 3\nn 3 2.5\n"),
    (
        "dot",
        "graph { node [weight=2]; a -- b -- c [weight=3]; subgraph s { edge [weight=4] a -- c } c [weight=\"\"] }\n",
    ),
    (
        "graphml",
        "<graphml><key id='w' for='all' attr.name='weight'><default>2</default></key><graph><node id='a'><data key='w'>3</data></node><node id='b'/><edge source='a' target='b'><data key='w'/></edge></graph></graphml>",
    ),
    (
        "gml",
        "graph [ node [ id 0 weight 2 ] node [ id 1 value NAN ] edge [ source 0 target 1 weight 3 ] ]\n",
    ),
    (
        "node-link",
        "{\"nodes\": [{\"id\": 1, \"weight\": 2}, {\"id\": 2, \"weight\": \"x\"}], \"links\": [{\"source\": 1, \"target\": 2, \"weight\": 3}]}",
    ),
    (
        "dot",
        "strict digraph \"g\" { node [a=b]; 0 [label=\"x\\\"\"]; 1 [label = y]\n 0 -> 1:n -> {c; <d<e>> -.5} [w=1] /* c */ // d\n}\n",
    ),
    ("graph6", ">>graph6<<DQc\n"),
    ("graph6", "&DI?AO?\n"),
    ("graph6", ":DaY_~\n"),
    ("graph6", "~??D?_\n"),
    (
        "node-link",
        "{\"directed\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": 2}], \"links\": [{\"source\": \"a\", \"target\": 2, \"given\": true}]}",
    ),
    ("node-link", "{\"nodes\": [{}, {}], \"edges\": [{\"source\": 0, \"target\": 1}]}"),
    (
        "graphml",
        "<?xml version='1.0'?><graphml><key id='d0' for='node' attr.name='label'/><graph edgedefault='undirected'><node id='n0'><data key='d0'>a&amp;b</data></node><node id='n1'/><edge source='n0' target='n1'/></graph></graphml>",
    ),
    (
        "gml",
        "Creator \"x\"\ngraph [ directed 0\n node [ id 0 label \"a&#233;\" ]\n node [ id 1 ]\n edge [ source 0 target 1 value 2.5 ]\n]\n",
    ),
    ("edge-list", "# x\na b 1.5\nb c 2\n# vertices without an edge\nd\n"),
    ("csv", "source,target,type,weight\n\"a \"\"\",b,directed,2\nb,c,,\n#\nd,,,\n"),
    ("tsv", "a\tb\t1\nb\tc\t2.5\n"),
    ("matrix", "# x\n0 1 0.5\n1 0 0\n0 0 7\n"),
    ("matrix", ",a,b\na,0,1\nb,1,0\n"),
    (
        "gexf",
        "<?xml version='1.0'?><gexf><graph defaultedgetype='directed'><attributes class='node'><attribute id='w' title='weight'><default>2</default></attribute></attributes><nodes><node id='0' label='a'><attvalues><attvalue for='w' value='3'/></attvalues></node><node id='1' label='b'/></nodes><edges><edge source='0' target='1' weight='2' type='mutual'/></edges></graph></gexf>",
    ),
    ("adjacency-list", "# x\na b c\nb c\nd\n"),
    ("pajek", "*Vertices 3\n1 \"a b\" 0.5\n2 b\n*Edges\n1 2 3\n*Arcslist\n3 1\n"),
    (
        "matrix-market",
        "%%MatrixMarket matrix coordinate real general\n% x\n2 2 2\n1 2 0.5\n2 1 1\n",
    ),
];

/// Reads a text in every format; checks the result.
fn read_by_all(text: &str) {
    for format in graphs::registry() {
        match graphs::read(format, text) {
            Ok(graph) => {
                let n = graph.vertices();
                assert!(graph.edges.windows(2).all(|two| two[0] < two[1]), "{text:?}");
                for &(a, b) in &graph.edges {
                    assert!(a < n && b < n && a != b && (graph.directed || a < b), "{text:?}");
                }
                assert!([0, graph.edges.len()].contains(&graph.weights.len()), "{text:?}");
                assert!([0, n as usize].contains(&graph.vertex_weights.len()), "{text:?}");
                assert!(graph.fixed.iter().all(|edge| graph.edges.binary_search(edge).is_ok()));
                let mut names = graph.names.clone();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), graph.names.len(), "{text:?}");
            }
            Err(error) => {
                let lines = text.split(['\n', '\r']).count();
                assert!((1..=lines).contains(&error.line), "{error}: {text:?}");
                assert!(error.column >= 1 && !error.problem.is_empty(), "{error}: {text:?}");
            }
        }
    }
    let _ = tour_file::read(text);
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_by_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_text_of_usual_characters_does(text in "[ -~\n]{0,120}") {
        read_by_all(&text);
    }

    #[test]
    fn no_changed_file_does(
        (file, changes) in (0..GOOD.len(), prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..6)),
    ) {
        let mut bytes = GOOD[file].1.as_bytes().to_vec();
        for (index, byte, kind) in changes {
            let at = index.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(at, byte),
                1 => bytes.insert(at, b"0123456789{}[]\"-"[usize::from(byte) % 16]),
                2 => bytes.truncate(at.max(1)),
                _ if at < bytes.len() => drop(bytes.remove(at)),
                _ => {}
            }
        }
        read_by_all(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_good_files_are_good() {
    for &(format, text) in GOOD {
        let read = graphs::read(graphs::by_name(format).unwrap(), text);
        assert!(read.is_ok_and(|graph| !graph.edges.is_empty()), "{text}");
    }
    for format in graphs::registry() {
        let name = format.name;
        assert!(GOOD.iter().any(|(of, _)| *of == name), "{name}: no good file");
    }
}

/// Line ends of old Macs are accepted or refused.
#[test]
fn lines_end_with_a_carriage_return_too() {
    let comments = [
        ("edge", "c x\np edge 3 1\ne 1 2\n"),
        ("gml", "# x\ngraph [ node [ id 1 ] node [ id 2 ]\n# y\nedge [ source 1 target 2 ] ]\n"),
        ("dot", "// x\n# y\ngraph { a -- b // z\n b -- c }\n"),
        ("pajek", "% x\n*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2 3\n"),
        ("adjacency-list", "# x\na b c # y\nb c\n"),
    ];
    let mut read = 0;
    for (format, text) in GOOD.iter().copied().chain(comments) {
        let reader = graphs::by_name(format).unwrap();
        let graph = graphs::read(reader, text).unwrap();
        for end in ["\r", "\r\n"] {
            let other = graphs::read(reader, &text.replace('\n', end)).unwrap();
            // CRLF moves the recorded places.
            let other = NamedGraph { places: graph.places, ..other };
            assert_eq!(other, graph, "{text:?} with {end:?}");
            read += 1;
        }
    }
    assert!(read > 40);
    let tour = "NAME : x\nTYPE : TOUR\nDIMENSION : 2\nTOUR_SECTION\n2\n1\n-1\nEOF\n";
    assert_eq!(tour_file::read(&tour.replace('\n', "\r")).unwrap(), [1, 0]);
}

/// A graph that nobody meant is not an answer.
#[test]
fn a_file_of_another_format_is_refused_with_what_to_do() {
    let folder = folder();
    let ask = |line: &str| satranj(line).within(folder.path()).run();
    let people =
        "Myriel,Napoleon,1\nMyriel,Baptistine,8\nNapoleon,Baptistine,2\nValjean,Myriel,5\n";
    write(folder.path(), "people.edges", people);
    let report = ask("solve clique people.edges").complains(1);
    assert!(report.contains("people.edges:1:1: `Myriel,Napoleon,1`"), "{report}");
    assert!(report.contains("--input-format csv"), "{report}");
    for line in ["people.edges --input-format csv", "people.csv"] {
        write(folder.path(), "people.csv", people.replace('\n', "\r"));
        let best = ask(&format!("solve clique {line} --json")).exits(0).json();
        assert_eq!(best["objective"], 3, "{line}");
    }
    write(folder.path(), "k3.edges", "0 1 1\n1 0 1\n1 1 0\n");
    let report = ask("solve clique k3.edges").complains(1);
    assert!(
        report.contains("k3.edges:1:1: ") && report.contains("--input-format matrix"),
        "{report}"
    );
    let best = ask("solve clique k3.edges --input-format matrix --json").exits(0).json();
    assert_eq!(best["objective"], 3);
    let report = ask("solve clique k3.edges --input-format matrix --columns a,b").complains(2);
    assert!(
        report.contains("--columns applies to csv and tsv, but k3.edges is in the format matrix"),
        "{report}"
    );
    write(folder.path(), "who.csv", "who,km,whom\n1,7,2\n2,8,3\n");
    let report = ask("solve path who.csv 1 3").complains(1);
    assert!(report.contains("who.csv:1:1: ") && report.contains("--columns"), "{report}");
    let best = ask("solve path who.csv 1 3 --columns who,whom,km --json").exits(0).json();
    assert_eq!(best["objective"], 15);
}

/// The weights of the edges and their directions too.
#[test]
fn weighted_graphs_are_written_and_read_back() {
    let folder = folder();
    let ask = |line: &str| satranj(line).within(folder.path()).run();
    write(
        folder.path(),
        "r.dot",
        "digraph { a -> b [weight=4]; a -> c [weight=2]; c -> b; b -> d }",
    );
    for (format, ends) in [("csv", "a d"), ("tsv", "a d"), ("mat", "1 4"), ("gexf", "a d")] {
        ask(&format!("export path r.dot a d -o r.{format}")).exits(0);
        let best = ask(&format!("solve path r.{format} {ends} --json")).exits(0).json();
        assert_eq!((&best["objective"], &best["optimal_solutions"]), (&4.into(), &"1".into()));
        let back = ends.split(' ').rev().collect::<Vec<_>>().join(" ");
        let none = ask(&format!("solve path r.{format} {back} --json")).exits(0).json();
        assert_eq!(none["status"], "unsatisfiable", "{format}");
    }
    write(folder.path(), "w.dot", "graph { a [weight=7]; b [weight=2]; a -- b }");
    ask("export independent-set w.dot --weighted -o w.gexf").exits(0);
    let best = ask("solve independent-set w.gexf --weighted --json").exits(0).json();
    assert_eq!(best["objective"], 7);
    let report = ask("export independent-set w.dot --weighted -o w.csv").complains(2);
    assert!(report.contains("weights"), "{report}");
}

/// A small file may not ask for much memory.
#[test]
fn announced_sizes_are_refused_at_once() {
    for (format, text) in [
        ("edge", "p edge 4000000000 1\n"),
        ("edge", "p edge 3 4000000000\n"),
        ("edge", "p edge 3 0\nn 4000000000 1\n"),
        ("hcp", "DIMENSION : 4000000000\n"),
        ("graph6", "~~?}}}}}\n"),
        ("graph6", "~}}}\n"),
        ("graph6", ":~~~~~~~~\n"),
    ] {
        assert!(graphs::read(graphs::by_name(format).unwrap(), text).is_err(), "{text}");
    }
}
