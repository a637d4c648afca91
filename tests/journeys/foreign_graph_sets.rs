//! clingo and `MiniZinc` find sets and colourings of graphs as good as Satranj's, with the exported
//! programs. `.ci/run solvers` installs them; their tests fail without.

use std::path::Path;

use crate::{
    foreign_programs::{clingo_prints, ours},
    harness::{Line, folder, graphs::weighted, read, satranj, write},
};

/// Questions about a graph of a dozen vertices besides tours, best and exact.
const OF_GRAPHS: [&str; 10] = [
    "independent-set dozen.col",
    "independent-set dozen.col --given 3 --block 1,2",
    "clique dozen.col",
    "vertex-cover dozen.col --block 4",
    "dominating-set dozen.col",
    "dominating-set dozen.col --independent --given 2",
    "dominating-set dozen.col --total --block 5",
    "independent-set dozen.col --count 3",
    "colouring dozen.col",
    "colouring dozen.col --colours 6 --given 1=2,5=2",
];

/// The same of vertices with weights.
const OF_WEIGHTS: [&str; 5] = [
    "independent-set dozen.wclq --weighted --block 2",
    "clique dozen.wclq --weighted",
    "vertex-cover dozen.wclq --weighted",
    "dominating-set dozen.wclq --weighted --given 1",
    "dominating-set dozen.wclq --weighted --total",
];

/// The weight of a vertex of that graph, by its name there.
fn weight(vertex: u64) -> u64 {
    1 + vertex * vertex * 11 % 30
}

/// The graph of a dozen vertices, with weights and without.
fn dozen(folder: &Path) {
    ours(folder, "generate clique --vertices 12 --random 26 --seed 5 -o dozen.col");
    write(folder, "dozen.wclq", weighted(&read(&folder.join("dozen.col")), weight));
}

/// Satranj's answer to a puzzle: the best value, or that there is a solution.
fn best_of(folder: &Path, puzzle: &str) -> (String, u64) {
    let document = satranj(&format!("solve {puzzle} --json")).within(folder).run().exits(0).json();
    let status = document["status"].as_str().expect("a status").to_string();
    (status, document["objective"].as_u64().unwrap_or(0))
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn clingo_finds_sets_and_colourings_as_good() {
    let folder = folder();
    dozen(folder.path());
    for puzzle in OF_GRAPHS.into_iter().chain(OF_WEIGHTS) {
        ours(folder.path(), &format!("export {puzzle} -o a.lp"));
        for options in [
            "",
            "--outf=1",
            "--outf=2",
            "--verbose=0",
            "0 --opt-mode=enum",
            "0 --opt-mode=optN --quiet=1",
        ] {
            write(folder.path(), "a.out", clingo_prints(folder.path(), options));
            decoded_as_good(folder.path(), puzzle, "a.lp.map.json");
        }
    }
}

/// Decodes `a.out` and compares the value with that of Satranj's answer.
fn decoded_as_good(folder: &Path, puzzle: &str, map: &str) {
    let line = format!("decode {map} a.out --json");
    let decoded = satranj(&line).within(folder).run().exits(0).json();
    assert_eq!(decoded["verified"], true, "{puzzle}");
    match best_of(folder, puzzle) {
        (status, best) if status == "optimal" => assert_eq!(decoded["objective"], best, "{puzzle}"),
        (status, _) => assert_eq!(status, "satisfied", "{puzzle}"),
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn minizinc_finds_sets_and_colourings_as_good() {
    let folder = folder();
    dozen(folder.path());
    for puzzle in OF_GRAPHS.into_iter().chain(OF_WEIGHTS) {
        ours(folder.path(), &format!("export {puzzle} -o a.dzn"));
        let arguments = "a.mzn a.dzn";
        let ran = Line::of("minizinc").arguments(arguments).within(folder.path()).run().exits(0);
        write(folder.path(), "a.out", &ran.stdout);
        decoded_as_good(folder.path(), puzzle, "a.dzn.map.json");
    }
}
