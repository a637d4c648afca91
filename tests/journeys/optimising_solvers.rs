//! A user sends the most and the fewest pieces through real pseudo-Boolean and `MaxSAT` solvers:
//! minisat+, clasp, and RC2 of `PySAT`. `.ci/run solvers` installs them; the tests fail without.

use std::path::Path;

use crate::harness::{Line, answer, folder, graphs::weighted, read, satranj, schema::valid, write};
use serde_json::Value;

/// Puzzles that ask for the best, with at least one case for everything that a formula states.
const OPTIMA: [&str; 15] = [
    "place 6x6 --piece knight",
    "place 6x6 --piece queen --given b2 --block d4,c6",
    "place 5x5 --piece king --given b2 --block d4",
    "place 5x6 --piece queen+knight",
    "place 4x4 --army white:queen,black:queen",
    "place 3x4 --army white:rook,black:rook=2",
    "place 2x3 --army king,wazir=1 --given king@a1",
    "place 1x1 --piece knight",
    "dominate 6x6 --piece queen",
    "dominate 6x6 --piece queen --given a1 --block c3",
    "dominate 5x5 --piece queen --independent",
    "dominate 5x5 --piece knight --total",
    "dominate 4x4 --piece king --independent --given b2",
    "dominate 4x4 --piece rook --total --block a1,d2",
    "dominate 1x1 --piece king",
];

/// Decisions, and whether there is a solution.
const DECISIONS: [(&str, bool); 17] = [
    ("place 6x6 --piece knight --count 18", true),
    ("place 6x6 --piece knight --count 19", false),
    ("place 4x4 --army white:queen=2,black:queen=2", true),
    ("place 4x4 --army white:queen=3,black:queen=3", false),
    ("place 3x3 --piece king --count 0", true),
    // Of one variable, `v 0` is the model.
    ("place 1x1 --piece king --count 0", true),
    ("place 3x3 --piece king --given a1,a2 --count 2", false),
    ("dominate 6x6 --piece queen --count 3", true),
    ("dominate 6x6 --piece queen --count 2", false),
    ("dominate 5x5 --piece queen --count 3 --independent", true),
    ("dominate 5x5 --piece knight --count 6 --total", false),
    ("dominate 1x1 --piece king --count 1 --total", false),
    ("queens 8 --given b4 --block c6", true),
    ("queens 6 --given a1", false),
    ("queens 1 --block a1", false),
    ("tour 6x6 --closed", true),
    ("tour 4x4 --closed", false),
];

/// A way to solve a file of the format.
struct Way {
    format: &'static str,
    program: &'static str,
    arguments: &'static str,
}

/// Every way: minisat+ prints `v` lines in its own order, clasp several of them after intermediate
/// values; RC2 prints literals, or a digit for each variable as of 2022.
const WAYS: [Way; 4] = [
    Way { format: "opb", program: "minisat+", arguments: "" },
    Way { format: "opb", program: "clasp", arguments: "" },
    Way { format: "wcnf", program: RC2, arguments: "-vv" },
    Way { format: "wcnf", program: RC2, arguments: "-vv --vnew" },
];

const RC2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/python/bin/rc2.py");

/// The result of a program for an exported formula.
struct Solved {
    /// The formula.
    formula: String,
    /// What the program printed.
    printed: String,
    /// The document that `decode` made of it.
    document: Value,
}

impl Way {
    fn solve(&self, folder: &Path, puzzle: &str) -> Solved {
        let Self { format, program, arguments } = self;
        let file = format!("x.{format}");
        let line = format!("export {puzzle} --format {format} -o {file}");
        satranj(&line).within(folder).run().exits(0);
        // Exit codes of the solvers differ; their output counts.
        let ran = Line::of(program).arguments(arguments).argument(&file).within(folder).run();
        let printed = ran.text().to_string();
        assert!(printed.lines().any(|line| line.starts_with("s ")), "{}", ran.report());
        let decode = satranj(&format!("decode x.{format}.map.json --json")).within(folder);
        let document = valid(decode.input(printed.clone()).run().exits(0).json());
        assert_eq!(document["solver"], "external", "{puzzle}, {program}");
        let formula = read(&folder.join(file));
        Solved { formula, printed, document }
    }
}

impl Solved {
    /// The last value on an `o` line, if the program prints them.
    fn cost(&self) -> Option<i64> {
        let last = self.printed.lines().rfind(|line| line.starts_with("o "))?;
        Some(last[2..].trim().parse().expect(last))
    }

    /// The cost in the formula of a solution with this value.
    fn expected_cost(&self, puzzle: &str, objective: i64) -> i64 {
        // Soft clauses of a WCNF; OPB lines begin with a sign.
        let soft =
            self.formula.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let weights = soft.filter_map(|line| line.split_once(' ')?.0.parse::<i64>().ok());
        let soft: i64 = weights.sum();
        let is_most =
            ["place", "independent-set", "clique"].iter().any(|one| puzzle.starts_with(one));
        match (is_most, soft) {
            (false, _) => objective,
            (true, 0) => -objective,
            (true, soft) => soft - objective,
        }
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn optima_come_back_as_verified_boards() {
    optima_come_back(folder().path(), &OPTIMA);
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn the_best_weights_come_back_as_verified_sets() {
    let folder = folder();
    let graph = "p edge 9 14\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 7\ne 7 8\ne 8 9\ne 9 1\ne 1 4\n\
                 e 2 6\ne 3 8\ne 5 9\ne 1 3\n";
    let graph = weighted(graph, |vertex| 1 + vertex * vertex * 7 % 40);
    write(folder.path(), "nine.wclq", &graph);
    let asked = [
        "independent-set nine.wclq --weighted",
        "independent-set nine.wclq --weighted --given 2 --block 5",
        "clique nine.wclq --weighted",
        "vertex-cover nine.wclq --weighted --block 7",
        "dominating-set nine.wclq --weighted",
        "dominating-set nine.wclq --weighted --independent",
        "dominating-set nine.wclq --weighted --total --given 4",
    ];
    optima_come_back(folder.path(), &asked);
}

/// Solves puzzles with files in the folder in every way and decodes the answers.
fn optima_come_back(folder: &Path, puzzles: &[&str]) {
    for puzzle in puzzles {
        let ours = satranj(&format!("solve {puzzle} --json")).within(folder).run().exits(0).json();
        assert_eq!(ours["status"], "optimal", "{puzzle}");
        for way in &WAYS {
            let solved = way.solve(folder, puzzle);
            let (document, report) = (&solved.document, format!("{puzzle}, {}", way.program));
            assert!(solved.printed.lines().any(|line| line == "s OPTIMUM FOUND"), "{report}");
            assert_eq!(document["objective"], ours["objective"], "{report}");
            assert_eq!(document["verified"], true, "{report}");
            assert_eq!(document["instance"], ours["instance"], "{report}");
            // A short reason or a proof shows it.
            assert_eq!(document["status"], "optimal", "{report}");
            assert!(!document["certificate"].is_null(), "{report}");
            let objective = document["objective"].as_i64().expect("a number");
            if let Some(cost) = solved.cost() {
                assert_eq!(cost, solved.expected_cost(puzzle, objective), "{report}");
            }
            let verdict = satranj("verify - --json").input(document.to_string()).call().exits(0);
            assert_eq!(verdict.json()["solutions"], 1, "{report}");
        }
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn decisions_come_back_either_way() {
    let folder = folder();
    let folder = folder.path();
    for (puzzle, is_possible) in DECISIONS {
        let ours = answer(&format!("solve {puzzle} --json")).json();
        let status = if is_possible { "satisfied" } else { "unsatisfiable" };
        assert_eq!(ours["status"], status, "{puzzle}");
        for way in &WAYS {
            let solved = way.solve(folder, puzzle);
            let (document, report) = (&solved.document, format!("{puzzle}, {}", way.program));
            assert_eq!(document["status"], status, "{report}");
            assert_eq!(document["verified"], true, "{report}");
            assert_eq!(document["solution"].is_null(), !is_possible, "{report}");
            assert!(document.get("objective").is_none(), "{report}");
            assert!(document.get("claimed").is_none(), "a decision has no best: {report}");
        }
    }
}

/// The clause-by-clause form of `opb`, and every encoding of a `wcnf`.
#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn every_encoding_has_the_same_best() {
    let folder = folder();
    for (puzzle, encodings, best) in [
        ("place 4x4 --piece queen", &["lines", "edges"][..], 4),
        ("place 3x3 --army white:queen,black:queen", &["lines", "edges"], 1),
        ("dominate 4x4 --piece queen --independent", &["cover"], 3),
    ] {
        for encoding in encodings {
            for way in &WAYS {
                let line = format!("{puzzle} --encoding {encoding}");
                let document = way.solve(folder.path(), &line).document;
                assert_eq!(document["objective"], best, "{line}, {}", way.program);
                assert_eq!(
                    document["method"],
                    format!("sat:{encoding}").replace("sat", family(way))
                );
            }
        }
    }
}

fn family(way: &Way) -> &'static str {
    if way.format == "opb" { "pb" } else { "sat" }
}
