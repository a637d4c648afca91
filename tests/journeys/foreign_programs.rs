//! Other programs read what Satranj writes, and write what it reads: graphs, formulas, models,
//! tours. `.ci/run solvers` installs them; their tests fail without.

use std::path::Path;

use crate::harness::{Line, folder, read, satranj, write};
use satranj::graphs::{self, NamedGraph};
use serde_json::{Value, json};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/python/bin/python");

/// The graphs that go through other programs: boards whose squares are the names.
const BOARDS: [&str; 3] = ["tour 5x6 --closed", "tour 3x4", "tour 4x4 --piece king --block a1"];

/// Runs Python in a folder.
pub fn python(folder: &Path, script: &str) -> String {
    let ran = Line::of(PYTHON).argument("-c").argument(script).within(folder).run().exits(0);
    ran.text().into()
}

/// Runs `satranj` in a folder.
pub fn ours(folder: &Path, line: &str) -> String {
    satranj(line).within(folder).run().exits(0).text().into()
}

/// The edges of a graph, by the names of their ends, in order.
fn edges(graph: &NamedGraph) -> Vec<[&String; 2]> {
    let name = |vertex: u32| &graph.names[vertex as usize];
    let edge = |&(a, b): &(u32, u32)| [name(a).min(name(b)), name(a).max(name(b))];
    let mut edges: Vec<[&String; 2]> = graph.edges.iter().map(edge).collect();
    edges.sort();
    edges
}

/// The graph of a file, in the format that its extension says.
fn graph(folder: &Path, file: &str) -> NamedGraph {
    let reader = graphs::by_extension(Path::new(file)).expect("the extension is known");
    let text = read(&folder.join(file));
    graphs::read(reader, &text).unwrap_or_else(|error| panic!("{file}: {error}\n{text:.2000}"))
}

/// Writes the graph of each board in a format, lets `program` write it again, and reads the result.
fn again(extension: &str, back: &str, program: &dyn Fn(&Path)) {
    for board in BOARDS {
        let folder = folder();
        ours(folder.path(), &format!("export {board} -q -o a.{extension}"));
        ours(folder.path(), &format!("export {board} -q -o names.json"));
        program(folder.path());
        let (before, after) = (graph(folder.path(), "names.json"), graph(folder.path(), back));
        if after.names.iter().all(|name| name.parse::<u32>().is_ok()) {
            // Formats that number the vertices: from 0, or from 1.
            let first = after.names[0].parse::<u32>().expect("it is one");
            let numbered = |names: &[String]| -> Vec<String> {
                (first..first + names.len() as u32).map(|number| number.to_string()).collect()
            };
            let before = NamedGraph { names: numbered(&before.names), ..before };
            assert_eq!(edges(&after), edges(&before), "{board} through {extension}");
        } else {
            assert_eq!(edges(&after), edges(&before), "{board} through {extension}");
        }
        assert!(!after.directed);
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn networkx() {
    for (extension, reads, writes) in [
        ("graphml", "nx.read_graphml", "nx.write_graphml"),
        ("gml", "nx.read_gml", "nx.write_gml"),
        ("edgelist", "nx.read_edgelist", "nx.write_edgelist"),
        ("adjlist", "nx.read_adjlist", "nx.write_adjlist"),
        ("net", "nx.read_pajek", "nx.write_pajek"),
        ("g6", "nx.read_graph6", "nx.write_graph6"),
        ("g6", "nx.read_graph6", "nx.write_sparse6"),
    ] {
        again(extension, &format!("b.{extension}"), &|folder| {
            let script = format!(
                "import networkx as nx\ng = nx.Graph({reads}('a.{extension}'))\n{writes}(g, 'b.{extension}')"
            );
            python(folder, &script);
        });
    }
    // Node-link as written today, and by older versions.
    for key in ["edges", "links"] {
        again("json", "b.json", &|folder| {
            let script = format!(
                "import json, networkx as nx\ng = nx.node_link_graph(json.load(open('a.json')), edges='{key}')\njson.dump(nx.node_link_data(g, edges='{key}'), open('b.json', 'w'))"
            );
            python(folder, &script);
        });
    }
    // Tuples as ids.
    let folder = folder();
    let script = "import json, networkx as nx\njson.dump(nx.node_link_data(nx.grid_2d_graph(4, 5)), open('grid.json', 'w'))";
    python(folder.path(), script);
    let solved = ours(folder.path(), "solve hamilton grid.json --start [0,0] --json");
    let solved: Value = serde_json::from_str(&solved).expect("a document");
    assert_eq!(
        (&solved["status"], &solved["solution"]["path"][0]),
        (&json!("satisfied"), &json!("[0,0]"))
    );
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn igraph() {
    for (from, to, reads, writes) in [
        ("graphml", "graphml", "Read_GraphML", "write_graphml"),
        ("graphml", "gml", "Read_GraphML", "write_gml"),
        ("gml", "graphml", "Read_GML", "write_graphml"),
        ("graphml", "net", "Read_GraphML", "write_pajek"),
        ("net", "net", "Read_Pajek", "write_pajek"),
        ("graphml", "edgelist", "Read_GraphML", "write_edgelist"),
    ] {
        again(from, &format!("b.{to}"), &|folder| {
            let script = format!(
                "import igraph\ng = igraph.Graph.{reads}('a.{from}')\ng.{writes}('b.{to}')"
            );
            python(folder, &script);
        });
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn graphviz() {
    for layout in ["canon", "dot"] {
        again("dot", "b.dot", &|folder| {
            Line::of("neato")
                .arguments(&format!("-T{layout} a.dot -o b.dot"))
                .within(folder)
                .run()
                .exits(0);
        });
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn nauty() {
    again("g6", "b.g6", &|folder| {
        Line::of("nauty-copyg").arguments("-s -q a.g6 b.g6").within(folder).run().exits(0);
    });
    // A relabelled graph has as many edges, and the same answer.
    let folder = folder();
    ours(folder.path(), "export tour 6x6 --closed --format graph6 -o a.g6");
    Line::of("nauty-labelg").arguments("-q a.g6 b.g6").within(folder.path()).run().exits(0);
    assert_eq!(graph(folder.path(), "b.g6").edges.len(), graph(folder.path(), "a.g6").edges.len());
    ours(folder.path(), "solve hamilton b.g6");
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn scipy() {
    again("mtx", "b.mtx", &|folder| {
        let script = "import scipy.io as io\nio.mmwrite('b.mtx', io.mmread('a.mtx', spmatrix=False), field='pattern', symmetry='symmetric')";
        python(folder, script);
    });
}

/// LKH crashes on TSPLIB problems of the type HCP in elkai, so it gets distances: 0 for an edge.
#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn lkh_through_elkai() {
    let folder = folder();
    ours(folder.path(), "export tour 8x8 --closed -o a.hcp");
    ours(folder.path(), "export tour 8x8 --closed -q -o a.mtx");
    let script = "
import elkai, scipy.io as io
far = 1 - io.mmread('a.mtx', spmatrix=False).toarray().astype(int)
tour = elkai.DistanceMatrix([[int(d) for d in row] for row in far]).solve_tsp(runs=20)[:-1]
with open('b.tour', 'w') as out:
    print('TYPE : TOUR', 'DIMENSION : %d' % len(tour), 'TOUR_SECTION', *[v + 1 for v in tour], -1, 'EOF', sep='\\n', file=out)
";
    python(folder.path(), script);
    tour_holds(folder.path(), "a.hcp", "b.tour");
}

/// `verify` and `decode` accept a tour of another program.
fn tour_holds(folder: &Path, of: &str, tour: &str) {
    let verdict = ours(folder, &format!("verify {tour} --of {of} --format text"));
    assert_eq!(verdict, format!("{tour}: the tour is a solution\n"));
    let decoded = ours(folder, &format!("decode {of} {tour} --json"));
    satranj("verify -").input(decoded).within(folder).run().exits(0);
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn pysat_and_rc2() {
    let folder = folder();
    ours(folder.path(), "export tour 6x6 --closed -o a.cnf");
    let script = "
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(name='g4', bootstrap_with=CNF(from_file='a.cnf')) as solver:
    print('s SATISFIABLE' if solver.solve() else 's UNSATISFIABLE')
    print('v', *solver.get_model(), 0)
";
    write(folder.path(), "model.txt", python(folder.path(), script));
    let decoded = ours(folder.path(), "decode a.cnf.map.json model.txt --json");
    satranj("verify -").input(decoded).call().exits(0);
    // By the formula's own names: the tour uses as many moves as it has squares.
    let named = ours(folder.path(), "decode --names a.cnf model.txt --json");
    let named: Value = serde_json::from_str(&named).expect("a document");
    let moves = named["true"].as_array().expect("names").iter();
    let moves = moves.filter(|name| name.as_str().is_some_and(|name| name.starts_with("move(")));
    assert_eq!(moves.count(), 36);
    ours(folder.path(), "export place 6x6 --piece knight -o a.wcnf");
    let rc2 = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/python/bin/rc2.py");
    let ran = Line::of(rc2).arguments("-vv a.wcnf").within(folder.path()).run();
    write(folder.path(), "rc2.txt", &ran.stdout);
    let best = ours(folder.path(), "decode a.wcnf.map.json rc2.txt --json");
    assert_eq!(serde_json::from_str::<Value>(&best).expect("a document")["objective"], 18);
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn clasp() {
    let folder = folder();
    for (puzzle, file) in [("tour 6x6 --closed", "a.cnf"), ("dominate 5x5 --piece queen", "a.opb")]
    {
        ours(folder.path(), &format!("export {puzzle} -o {file}"));
        let ran = Line::of("clasp").arguments(file).within(folder.path()).run();
        write(folder.path(), "model.txt", &ran.stdout);
        let decoded = ours(folder.path(), &format!("decode {file}.map.json model.txt --json"));
        satranj("verify -").input(decoded).call().exits(0);
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn scip() {
    let folder = folder();
    ours(folder.path(), "export dominate 6x6 --piece queen -o a.opb");
    let script = "
from pyscipopt import Model
model = Model()
model.hideOutput()
model.readProblem('a.opb')
model.optimize()
best = model.getBestSol()
print('s OPTIMUM FOUND')
print('o', round(model.getObjVal()))
print('v', *[('' if model.getSolVal(best, x) > 0.5 else '-') + x.name for x in model.getVars() if x.name[1:].isdigit()])
";
    write(folder.path(), "model.txt", python(folder.path(), script));
    let best = ours(folder.path(), "decode a.opb.map.json model.txt --json");
    assert_eq!(serde_json::from_str::<Value>(&best).expect("a document")["objective"], 3);
}

/// Questions for `MiniZinc` and clingo, and whether there is an answer.
const PROGRAMMED: [(&str, bool); 9] = [
    ("tour 6x6 --closed", true),
    ("tour 4x4 --closed", false),
    ("tour 3x4", true),
    ("tour 5x5 --start a1 --end e5", true),
    ("tour 5x5 --start a2", false),
    ("tour 5x6 --closed --given a1-b3,c1-d3", true),
    ("tour 1x1", true),
    ("tour 1x1 --closed", false),
    ("tour 1x2 --piece wazir --closed", false),
];

/// A directed cycle in one direction only, as DOT; with an edge back there is no cycle through `d`.
const ARCS: [(&str, bool); 2] = [
    ("digraph { a -> b -> c -> d -> a; b -> a; d -> b }", true),
    ("digraph { a -> b -> c -> a; d -> a; c -> d; d -> b }", true),
];

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn minizinc() {
    let solved = |folder: &Path, puzzle: &str, of: &str, expected: bool| {
        ours(folder, &format!("export {puzzle} -o a.dzn"));
        let ran = Line::of("minizinc").arguments("a.mzn a.dzn").within(folder).run().exits(0);
        assert_eq!(ran.text().contains("TOUR_SECTION"), expected, "{puzzle}: {}", ran.report());
        if expected {
            write(folder, "a.tour", &ran.stdout);
            tour_holds(folder, of, "a.tour");
        }
    };
    let folder = folder();
    for (puzzle, expected) in PROGRAMMED {
        write(folder.path(), "puzzle.json", of_export(folder.path(), puzzle));
        solved(folder.path(), puzzle, "puzzle.json", expected);
    }
    for (dot, expected) in ARCS {
        write(folder.path(), "arcs.dot", dot);
        solved(folder.path(), "hamilton arcs.dot", "arcs.dot", expected);
    }
}

/// The statement of a puzzle, as a document.
fn of_export(folder: &Path, puzzle: &str) -> String {
    let solved = satranj(&format!("solve {puzzle} --node-limit 0 --json")).within(folder).run();
    solved.text().into()
}

/// Runs clingo, which is a module of Python, on the exported program.
pub fn clingo_prints(folder: &Path, options: &str) -> String {
    let line = Line::of(PYTHON).arguments("-m clingo --warn=none").arguments(options);
    line.arguments("a.lp a.encoding.lp").within(folder).run().text().into()
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn clingo() {
    let solved = |folder: &Path, puzzle: &str, expected: bool| {
        ours(folder, &format!("export {puzzle} -o a.lp"));
        for options in ["", "--outf=1", "--outf=2", "--verbose=0"] {
            write(folder, "a.out", clingo_prints(folder, options));
            let decoded = ours(folder, "decode a.lp.map.json a.out --json");
            let decoded: Value = serde_json::from_str(&decoded).expect("a document");
            let status = if expected { "satisfied" } else { "unsatisfiable" };
            assert_eq!(decoded["status"], status, "{puzzle}");
            satranj("verify -").input(decoded.to_string()).within(folder).run().exits(0);
        }
    };
    let folder = folder();
    for (puzzle, expected) in PROGRAMMED {
        solved(folder.path(), puzzle, expected);
    }
    for (dot, expected) in ARCS {
        write(folder.path(), "arcs.dot", dot);
        solved(folder.path(), "hamilton arcs.dot", expected);
    }
    // All solutions.
    ours(folder.path(), "export tour 5x6 --closed -o a.lp");
    write(folder.path(), "a.out", clingo_prints(folder.path(), "0"));
    let all = ours(folder.path(), "decode a.lp.map.json a.out --json");
    let all: Value = serde_json::from_str(&all).expect("a document");
    assert_eq!(all["status"], "all_solutions");
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(8));
    // It counts all solutions, but prints one.
    for options in ["0 --quiet=1", "0 --outf=1"] {
        write(folder.path(), "a.out", clingo_prints(folder.path(), options));
        let one = ours(folder.path(), "decode a.lp.map.json a.out --json");
        let one: Value = serde_json::from_str(&one).expect("a document");
        assert_eq!(one["status"], "satisfied", "{options}");
    }
}

/// Agents under all rules, with the number of their plans by `satranj count`; the last one also has
/// no plan by `MiniZinc`.
const AGENTS: [&str; 8] = [
    "mapf 3x3 --agents a1:c3,c3:a1 --at-most 8",
    "mapf 3x3 --agents a1:c3,c3:a1 --at-most 4 --objective makespan",
    "mapf 2x3 --agents a1:c1,c1:a1 --at-most 7 --conflicts vertex,swap,following",
    "mapf 2x3 --agents a1:c1,c1:a1 --at-most 6 --objective makespan --moves one",
    "mapf 2x3 --agents a1:c1,c1:a2 --at-most 3 --anonymous",
    "mapf petersen --agents 1:7,7:1,3:4 --at-most 3 --objective makespan",
    "mapf 3x3 --agents a1:b3,b3:a1 --at-most 2 --piece knight",
    "mapf 1x3 --agents a1:c1,c1:a1 --at-most 9",
];

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn plans_for_agents_by_clingo_and_minizinc() {
    let folder = folder();
    let folder = folder.path();
    for puzzle in AGENTS {
        ours(folder, &format!("export {puzzle} -o a.lp"));
        ours(folder, &format!("export {puzzle} -o a.dzn"));
        let counted = ours(folder, &format!("count {puzzle} --json"));
        let counted: Value = serde_json::from_str(&counted).expect("a document");
        let expected: usize =
            counted["count"].as_str().expect("a count").parse().expect("a number");
        write(folder, "a.out", clingo_prints(folder, "0"));
        let all = ours(folder, "decode a.lp.map.json a.out --json");
        let all: Value = serde_json::from_str(&all).expect("a document");
        assert_eq!(all["solutions"].as_array().map_or(0, Vec::len), expected, "{puzzle}");
        let ran = Line::of("minizinc").arguments("a.mzn a.dzn").within(folder).run().exits(0);
        write(folder, "a.out", &ran.stdout);
        let one = ours(folder, "decode a.dzn.map.json a.out --json");
        let one: Value = serde_json::from_str(&one).expect("a document");
        let status = if expected > 0 { "satisfied" } else { "unsatisfiable" };
        assert_eq!(one["status"], status, "{puzzle}: {}", ran.report());
    }
}
