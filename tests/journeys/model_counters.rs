//! A user has a real model counter count the solutions of a puzzle: Ganak, as pyganak.
//! `.ci/run solvers` installs it; the test with it fails without.

use crate::harness::{Line, answer};

/// Puzzles, and encodings whose models are counted.
const COUNTED: [(&str, &[&str]); 14] = [
    ("queens 1", &["lines", "edges"]),
    ("queens 4 --given b4", &["lines", "edges"]),
    ("queens 7 --block a1,d4", &["lines", "edges"]),
    ("queens 8", &["lines"]),
    ("place 4x4 --piece knight --count 4", &["lines", "edges"]),
    ("place 3x4 --army king=2,wazir=1", &["lines", "edges"]),
    ("place 3x3 --piece king --count 0", &["lines", "edges"]),
    ("dominate 4x4 --piece queen --count 3", &["cover", "line-cover"]),
    ("dominate 4x4 --piece king --count 4 --independent --block b2", &["cover"]),
    ("tour 1x1", COMPLETE),
    ("tour 3x4", COMPLETE),
    ("tour 4x4 --piece king --closed --block a1,d4", COMPLETE),
    ("tour 5x5 --start a1 --given a1-b3", COMPLETE),
    ("tour 5x6 --closed", COMPLETE),
];

/// The complete encodings of Hamiltonian models.
const COMPLETE: &[&str] =
    &["position", "unary-order", "binary-order", "vertex-elimination", "lfsr", "chinese-remainder"];

/// The end of a formula's line that shows variables.
const SHOWN: &str = "c p show";

/// Ganak has no program in its package: this reads DIMACS from standard input.
const GANAK: &str = r#"
import sys, pyganak
counter, shown = pyganak.Counter(), []
for line in sys.stdin:
    words = line.split()
    if line.startswith("c p show"):
        shown += [int(word) for word in words[3:-1]]
    elif line.startswith("p cnf"):
        counter.new_vars(int(words[2]))
    elif words == ["0"]:
        print(0)
        sys.exit()
    elif words and words[0] != "c":
        counter.add_clause([int(word) for word in words[:-1]])
counter.set_sampling_set(shown)
print(counter.count())
"#;

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn models_projected_are_solutions_counted() {
    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/python/bin/python");
    for (puzzle, encodings) in COUNTED {
        let count = answer(&format!("count {puzzle} --json")).json()["count"].clone();
        for encoding in encodings {
            let line = format!("export {puzzle} --encoding {encoding} --projection --quiet");
            let formula = answer(&line).text().to_string();
            let counted = Line::of(python).argument("-c").argument(GANAK).input(formula).run();
            let counted = counted.exits(0).text().trim().to_string();
            assert_eq!(count, counted, "{puzzle} by {encoding}");
        }
    }
}

#[test]
fn the_variables_that_are_counted_are_named() {
    let text = |line: &str| answer(line).text().to_string();
    let plain = text("export queens 5 --quiet");
    assert!(!plain.contains(SHOWN));
    let projected = text("export queens 5 --quiet --projection");
    let shown = projected.lines().find_map(|line| line.strip_prefix(SHOWN)).expect("a line");
    let numbers: Vec<u32> =
        shown.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(numbers, (1..=25).chain([0]).collect::<Vec<_>>());
    assert!(projected.contains("\nc t pmc\n"));
    // Nothing else changes.
    let rest: Vec<&str> = projected
        .lines()
        .filter(|line| !line.starts_with(SHOWN) && *line != "c t pmc")
        .filter(|line| !line.starts_with("c command"))
        .collect();
    let expected: Vec<&str> = plain.lines().filter(|line| !line.starts_with("c command")).collect();
    assert_eq!(rest, expected);
}
