//! A user asks how large the formula of each encoding would be.

use crate::harness::{answer, complaint, dimacs::Formula, satranj};

/// The formula that is exported.
fn formula(arguments: &str) -> Formula {
    Formula::parse(answer(&format!("export {arguments}")).text())
}

#[test]
fn the_sizes_of_all_encodings_are_those_of_their_exports() {
    for puzzle in [
        "tour 4x6 --closed",
        "tour 1x2",
        "queens 6",
        "dominate 4x4 --piece queen --count 3",
        "route 4x4 --from a1 --to d4 --at-most 3",
    ] {
        let sizes = answer(&format!("export {puzzle} --sizes --json")).json();
        let default = formula(puzzle);
        let mut names = Vec::new();
        for size in sizes["encodings"].as_array().expect("a list") {
            let name = size["encoding"].as_str().expect("a name");
            let exported = formula(&format!("{puzzle} --encoding {name}"));
            let literals: usize = exported.clauses.iter().map(Vec::len).sum();
            assert_eq!(
                (&size["clauses"], &size["literals"], &size["variables"]),
                (&exported.clauses.len().into(), &literals.into(), &exported.variables.into()),
                "{puzzle} by {name}"
            );
            if sizes["default"] == name {
                assert_eq!(exported.clauses, default.clauses, "{puzzle}");
                assert_eq!(size["complete"], true);
            }
            names.push(name.to_string());
        }
        assert!(names.contains(&sizes["default"].as_str().expect("a name").into()), "{puzzle}");
    }
    let said = complaint("export queens 6 --sizes --format dimacs", 2);
    assert!(said.contains("--format text or --format json"), "{said}");
    satranj("export queens 6 --json").call().exits(2);
    let stopped = complaint("export tour 60x60 --sizes --time-limit 0s", 3);
    assert!(stopped.contains("the time limit was reached"), "{stopped}");
}
