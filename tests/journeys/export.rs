//! A user exports a puzzle: formulas and graphs are exact, named, headed, and always the same.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::harness::{answer, complaint, dimacs::Formula, folder, read, satranj, write};
use serde_json::Value;

/// Puzzles with free and fixed ends, holes, given moves and another piece.
const PUZZLES: [&str; 8] = [
    "tour 3x4",
    "tour 3x3 --block b2 --closed",
    "tour 3x3 --block b2",
    "tour 5x6 --closed --start b2",
    "tour 5x5 --start a1 --given a1-b3,b3-d4",
    "tour 3x4 --start a1 --end d2",
    "tour 3x4 --end d2",
    "tour 3x4 --piece king --closed --given a1-b2",
];

const ENCODINGS: [&str; 2] = ["position", "cuts"];
const AT_MOST_ONES: [&str; 5] = ["pairwise", "ladder", "product", "bitwise", "commander"];

fn formula(arguments: &str) -> Formula {
    Formula::parse(answer(&format!("export {arguments}")).text())
}

/// The edges of a graph by the names of their ends, each pair in order.
type Edges = BTreeSet<(String, String)>;

fn edge(a: &str, b: &str) -> (String, String) {
    let (a, b) = (a.min(b), a.max(b));
    (a.into(), b.into())
}

#[test]
fn the_size_of_a_formula_is_exact() {
    for puzzle in PUZZLES {
        for encoding in ENCODINGS {
            for amo in AT_MOST_ONES {
                let line = format!("{puzzle} --encoding {encoding} --amo {amo}");
                let formula = formula(&line);
                assert_eq!(formula.clauses.len(), formula.clause_count, "{line}");
                let used = formula.used();
                assert_eq!(used.last(), Some(&formula.variables), "{line}");
                assert_eq!(used.len() as i64, formula.variables, "{line}: numbered without gaps");
                // The puzzle variables come first, each with its own name.
                let named: Vec<i64> = formula.names.keys().copied().collect();
                assert_eq!(named, (1..=named.len() as i64).collect::<Vec<_>>(), "{line}");
                let names: BTreeSet<&String> = formula.names.values().collect();
                assert_eq!(names.len(), named.len(), "{line}: a name is given twice");
            }
        }
    }
}

#[test]
fn at_most_one_encodings_differ_in_their_auxiliary_variables_only() {
    let formulas =
        AT_MOST_ONES.map(|amo| formula(&format!("tour 3x4 --encoding position --amo {amo}")));
    let sizes: BTreeSet<(i64, usize)> =
        formulas.iter().map(|formula| (formula.variables, formula.clause_count)).collect();
    assert_eq!(sizes.len(), AT_MOST_ONES.len(), "five encodings, five sizes");
    assert!(formulas.iter().all(|formula| formula.names == formulas[0].names));
    assert_eq!(formulas[0].variables, 144, "pairwise needs no auxiliary variable");
}

#[test]
fn variables_are_named_in_the_words_of_the_puzzle() {
    let position = formula("tour 3x4 --encoding position");
    let mut expected = BTreeSet::new();
    for column in ["a", "b", "c", "d"] {
        for rank in 1..=3 {
            expected.extend((0..12).map(|time| format!("at({column}{rank},{time})")));
        }
    }
    assert_eq!(position.names.into_values().collect::<BTreeSet<_>>(), expected);

    // On a bipartite board a start leaves every other time: 1 + 7·... of each square.
    let started = formula("tour 3x4 --start a1 --encoding position");
    assert_eq!(started.variable("at(a1,0)"), 1);
    assert!(!started.names.values().any(|name| name == "at(a1,2)" || name == "at(b3,2)"));

    let cuts = formula("tour 3x4 --encoding cuts");
    let count = |kind: &str| cuts.names.values().filter(|name| name.starts_with(kind)).count();
    assert_eq!((count("move("), count("start("), count("end(")), (14, 12, 12));
    let fixed = formula("tour 3x4 --encoding cuts --start a1 --end d2");
    assert!(fixed.names.values().all(|name| name.starts_with("move(")));
}

#[test]
fn the_header_says_where_a_formula_comes_from() {
    let solved = answer("solve tour 3x4 --json").json();
    let header = |format: &str| -> Vec<String> {
        let line = format!("export tour 3x4 --format {format} --seed 7");
        let ran = answer(&line);
        let strip = |mark: &str| -> Vec<String> {
            ran.text().lines().filter_map(|l| l.strip_prefix(mark)).map(Into::into).collect()
        };
        match format {
            "dimacs" | "wcnf" => strip("c "),
            "opb" => strip("* ").split_off(1),
            "dot" => strip("// "),
            "hcp" => strip("COMMENT : "),
            "graphml" => {
                let (_, rest) = ran.text().split_once("<data key=\"comment\">").expect("data");
                let (lines, _) = rest.split_once("</data>").expect("its end");
                lines.replace("&apos;", "'").lines().map(Into::into).collect()
            }
            _ => serde_json::from_value(ran_graph(&ran.stdout)["graph"]["comment"].clone())
                .expect("a list of lines"),
        }
    };
    for format in ["dimacs", "wcnf", "opb", "dot", "graphml", "hcp", "node-link"] {
        let lines = header(format);
        let version = env!("CARGO_PKG_VERSION");
        let instance = solved["instance"].as_str().expect("an instance is text");
        assert_eq!(lines[0], format!("satranj {version} open knight's tour of 3x4"));
        assert_eq!(lines[1], format!("command satranj export tour 3x4 --format {format} --seed 7"));
        assert_eq!(lines[2], "seed 7");
        assert_eq!(lines[3], format!("instance {instance}"));
    }
    let comments = formula("tour 3x4 --encoding cuts --amo ladder").comments;
    assert!(
        comments.contains(
            &"encoding cuts, at-most-one ladder, reductions parity,windows,forced,direction".into()
        ),
        "{comments:?}"
    );
    assert!(comments.iter().any(|line| line.starts_with("a relaxation")), "{comments:?}");
    let comments = formula("tour 3x4").comments;
    assert!(!comments.iter().any(|line| line.contains("relaxation")), "{comments:?}");
}

fn ran_graph(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("node-link is JSON")
}

#[test]
fn a_strange_file_name_cannot_break_the_header() {
    let folder = folder();
    for name in ["two words.cnf", "line\nbreak.cnf", "p cnf 1 1\n.cnf", "quote'.cnf", "é.cnf"] {
        let ran = satranj("export tour 3x4 -o").argument(name).within(folder.path()).run();
        ran.exits(0);
        let formula = Formula::parse(&read(&folder.path().join(name)));
        assert_eq!(formula.clauses.len(), formula.clause_count, "{name:?}");
        let map = format!("{name}.map.json");
        assert!(folder.path().join(map).exists(), "{name:?}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let formulas = ["dimacs", "dimacs --encoding cuts", "wcnf", "opb"];
    let graphs = ["dot", "graphml", "graph6", "hcp", "node-link", "edge"];
    let others =
        ["gml", "edge-list", "adjacency-list", "pajek", "matrix-market", "csv", "matrix", "gexf"];
    for format in formulas.into_iter().chain(graphs).chain(others) {
        let line = format!("export tour 5x6 --start a1 --given a1-b3 --format {format}");
        assert_eq!(answer(&line).stdout, answer(&line).stdout, "{line}");
    }
}

#[test]
fn a_document_and_a_board_file_export_as_their_arguments_do() {
    let folder = folder();
    let tail = |arguments: &str, input: &[u8]| {
        let ran = satranj(&format!("export {arguments}")).within(folder.path()).input(input);
        let text = ran.run().exits(0).text().to_string();
        let lines: Vec<String> =
            text.lines().filter(|line| !line.starts_with("c command")).map(Into::into).collect();
        lines
    };
    let by_arguments = tail("tour 3x4 --block b2 --start a1", b"");
    write(folder.path(), "board.txt", "....\n.#..\n....\n");
    assert_eq!(tail("tour @board.txt --start a1", b""), by_arguments);
    let solved = answer("solve tour 3x4 --block b2 --start a1 --json");
    assert_eq!(tail("--from -", &solved.stdout), by_arguments);
}

#[test]
fn a_file_gets_its_map_beside_it() {
    let folder = folder();
    for (file, map) in [("x.cnf", "x.cnf.map.json"), ("y", "y.map.json")] {
        let line = "export tour 3x4 --amo ladder --encoding cuts -o";
        let ran = satranj(line).argument(file).within(folder.path()).run().exits(0);
        assert!(ran.stdout.is_empty() && ran.stderr.is_empty(), "{}", ran.report());
        let text = read(&folder.path().join(file));
        let formula = Formula::parse(&text);
        let map: Value = serde_json::from_str(&read(&folder.path().join(map))).expect("JSON");
        assert_eq!(map["schema"], "satranj.map/1");
        assert_eq!((&map["encoding"], &map["amo"]), (&"cuts".into(), &"ladder".into()));
        assert_eq!(map["variables"], formula.variables);
        assert_eq!(map["clauses"], formula.clause_count);
        let clauses = text.split_once("p cnf ").and_then(|(_, rest)| rest.split_once('\n'));
        let clauses = clauses.expect("clauses follow the `p cnf` line").1;
        assert_eq!(map["formula"], satranj::documents::sha256(clauses.as_bytes()));
    }
    let graph = satranj("export tour 3x4 --format dot -o g.dot").within(folder.path());
    graph.run().exits(0);
    assert!(!folder.path().join("g.dot.map.json").exists(), "a graph has no model to read");
}

/// The graph in `dot`: vertex names, edges, bold edges, double circles.
fn dot(arguments: &str) -> (Vec<String>, Edges, Edges, BTreeSet<String>) {
    let ran = answer(&format!("export {arguments} --format dot"));
    let text = ran.text();
    let body = text.lines().filter(|line| !line.starts_with("//"));
    let body: Vec<&str> = body.collect();
    assert_eq!((body[0], body[body.len() - 1]), ("graph {", "}"), "{text}");
    let mut names = BTreeMap::new();
    let (mut edges, mut bold, mut ends) = (Edges::new(), Edges::new(), BTreeSet::new());
    for line in &body[1..body.len() - 1] {
        let (subject, attributes) = line.split_once('[').expect(line);
        match subject.split_once("--") {
            None => {
                let name = attributes.split('"').nth(1).expect(line).to_string();
                if attributes.contains("shape = doublecircle") {
                    ends.insert(name.clone());
                }
                names.insert(subject.trim().parse::<usize>().expect(line), name);
            }
            Some((a, b)) => {
                let name = |number: &str| &names[&number.trim().parse().expect(line)];
                let edge = edge(name(a), name(b));
                if attributes.contains("penwidth = 3") {
                    bold.insert(edge.clone());
                }
                assert!(edges.insert(edge), "{line}: an edge occurs twice");
            }
        }
    }
    (names.into_values().collect(), edges, bold, ends)
}

/// The graph in `hcp`: the dimension, the edges and the fixed edges, by vertex numbers.
struct Hcp {
    dimension: usize,
    edges: BTreeSet<(usize, usize)>,
    fixed: Vec<(usize, usize)>,
}

fn hcp(arguments: &str) -> Hcp {
    let ran = answer(&format!("export {arguments} --format hcp"));
    let lines: Vec<&str> = ran.text().lines().collect();
    let field = |name: &str| {
        let found = lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(" : "));
        found.unwrap_or_else(|| panic!("no {name}: {}", ran.report()))
    };
    assert_eq!((field("TYPE"), field("EDGE_DATA_FORMAT")), ("HCP", "EDGE_LIST"));
    assert!(!field("NAME").contains(' '), "LKH takes one word");
    assert_eq!(lines.last(), Some(&"EOF"));
    let section = |name: &str| -> Vec<(usize, usize)> {
        let begin = lines.iter().position(|line| *line == name);
        let Some(begin) = begin else { return Vec::new() };
        let pairs = lines[begin + 1..].iter().take_while(|line| **line != "-1");
        let pair = |line: &&str| {
            let (a, b) = line.split_once(' ').expect(line);
            (a.parse().expect(line), b.parse().expect(line))
        };
        pairs.map(pair).collect()
    };
    let listed = section("EDGE_DATA_SECTION");
    let edges: BTreeSet<_> = listed.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    assert_eq!(edges.len(), listed.len(), "an edge occurs twice");
    let dimension = field("DIMENSION").parse().expect("a number");
    assert!(edges.iter().all(|&(a, b)| 1 <= a && a < b && b <= dimension));
    Hcp { dimension, edges, fixed: section("FIXED_EDGES_SECTION") }
}

#[test]
fn dot_shows_squares_moves_given_moves_and_ends() {
    let (names, edges, bold, ends) = dot("tour 8x8 --start a1 --given b1-d2,a1-c2");
    assert_eq!((names.len(), edges.len()), (64, 168));
    assert_eq!((names[0].as_str(), names[63].as_str()), ("a8", "h1"), "reading order");
    assert_eq!(bold, Edges::from([edge("b1", "d2"), edge("a1", "c2")]));
    assert_eq!(ends, BTreeSet::from(["a1".to_string()]));
    let (names, edges, bold, ends) = dot("tour 3x3 --block b2 --closed");
    assert_eq!((names.len(), edges.len(), bold.len(), ends.len()), (8, 8, 0, 0));
}

#[test]
fn hcp_joins_the_ends_of_an_open_tour_by_one_more_vertex() {
    let closed = hcp("tour 8x8 --closed");
    assert_eq!((closed.dimension, closed.edges.len(), closed.fixed.len()), (64, 168, 0));
    let open = hcp("tour 8x8");
    assert_eq!((open.dimension, open.edges.len(), open.fixed.len()), (65, 168 + 64, 0));
    let started = hcp("tour 8x8 --start a8");
    assert_eq!((started.edges.len(), started.fixed), (168 + 64, vec![(1, 65)]));
    let both = hcp("tour 8x8 --start a8 --end h1");
    assert_eq!(both.edges.len(), 168 + 2, "the extra vertex has no other choice");
    assert_eq!(both.fixed, [(1, 65), (64, 65)]);
    let given = hcp("tour 8x8 --closed --given a8-c7");
    assert_eq!((given.edges.len(), given.fixed), (168, vec![(1, 11)]));
}

#[test]
fn all_graph_formats_hold_the_same_graph() {
    for puzzle in PUZZLES {
        let (names, edges, ..) = dot(puzzle);
        let graph = ran_graph(&answer(&format!("export {puzzle} --format node-link")).stdout);
        assert_eq!((&graph["directed"], &graph["multigraph"]), (&false.into(), &false.into()));
        let text = |value: &Value| value.as_str().expect("a square is text").to_string();
        let nodes = graph["nodes"].as_array().expect("nodes are a list");
        assert_eq!(nodes.iter().map(|node| text(&node["id"])).collect::<Vec<_>>(), names);
        let links = graph["links"].as_array().expect("links are a list");
        let linked: Edges =
            links.iter().map(|link| edge(&text(&link["source"]), &text(&link["target"]))).collect();
        assert_eq!((links.len(), &linked), (edges.len(), &edges), "{puzzle}");
        let by_number: Edges = hcp(puzzle)
            .edges
            .into_iter()
            .filter(|&(_, b)| b <= names.len())
            .map(|(a, b)| edge(&names[a - 1], &names[b - 1]))
            .collect();
        assert_eq!(by_number, edges, "{puzzle}");
        // The graph states its puzzle.
        let again = satranj("solve --from - --json").input(graph["graph"].to_string()).call();
        let solved = answer(&format!("solve {puzzle} --json")).json();
        assert_eq!(again.json()["instance"], solved["instance"], "{puzzle}");
    }
}

#[test]
fn a_reader_that_leaves_ends_an_export_quietly() {
    let mut export = satranj("export tour 12x12").start();
    export.read_and_leave(100);
    let ran = export.finish().exits(0);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
}

#[test]
fn an_export_that_cannot_be_made_says_why() {
    let too_many = complaint("export tour 200x200 --encoding position --memory-limit 1TiB", 1);
    assert!(too_many.contains("`position` needs at least 1600000000 variables"), "{too_many}");
    let stopped = complaint("export tour 20x20 --time-limit 0s", 3);
    assert!(stopped.contains("the time limit was reached"), "{stopped}");
    let formula = complaint("export tour 100x100 --encoding position --memory-limit 100MiB", 3);
    assert!(formula.contains("the memory limit is too low"), "{formula}");
    let large = complaint("export tour 3000x3000 --format dot --memory-limit 100MiB", 3);
    assert!(large.contains("the graph is too large"), "{large}");
}

/// `SATRANJ_BLESS=1 cargo test --test journeys export::` rewrites the files in `tests/golden`.
#[test]
fn golden_exports() {
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let exports = [
        ("tour-3x4.cnf", "tour 3x4 --format dimacs"),
        ("tour-3x4-cuts.cnf", "tour 3x4 --format dimacs --encoding cuts"),
        ("ring-3x3.dot", "tour 3x3 --block b2 --closed --format dot"),
        ("tour-3x4-from-a1.graphml", "tour 3x4 --start a1 --given a1-c2 --format graphml"),
        ("tour-3x4-from-a1.hcp", "tour 3x4 --start a1 --given a1-c2 --format hcp"),
        ("tour-3x4.json", "tour 3x4 --format node-link"),
        ("king-tour-2x2.wcnf", "tour 2x2 --piece king --format wcnf"),
        ("queens-4.opb", "queens 4 --format opb"),
        ("kings-3x3.opb", "place 3x3 --piece king --format opb"),
        ("queens-4.g6", "queens 4 --format graph6"),
    ];
    let made = folder();
    for (file, arguments) in exports {
        let line = format!("export {arguments} -o {file}");
        satranj(&line).within(made.path()).run().exits(0);
    }
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("the folder can be read");
        entries.map(|e| e.expect("an entry").file_name().into_string().expect("UTF-8")).collect()
    };
    if std::env::var_os("SATRANJ_BLESS").is_some() {
        for name in names(made.path()) {
            fs::copy(made.path().join(&name), golden.join(&name)).expect("it can be written");
        }
    }
    assert_eq!(names(&golden), names(made.path()), "tests/golden holds these and nothing else");
    let changed: Vec<String> = names(made.path())
        .into_iter()
        .filter(|name| fs::read(made.path().join(name)).ok() != fs::read(golden.join(name)).ok())
        .collect();
    assert!(changed.is_empty(), "changed; if meant so, run with SATRANJ_BLESS=1: {changed:?}");
}
