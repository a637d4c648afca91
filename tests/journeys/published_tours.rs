//! The numbers of knight's tours in the OEIS, counted by two methods where both are fast enough.

use serde_json::{Value, json};

use crate::harness::{answer, schema::valid};

/// Counts the terms of every sequence that are in a group.
fn published(group: &str, methods: &[&str]) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/published/knights_tours.json");
    let published: Value =
        serde_json::from_str(&crate::harness::read(path.as_ref())).expect("published results");
    for sequence in published["sequences"].as_array().expect("sequences") {
        let each = sequence["tours_each"].as_u64().expect("how many tours a term counts");
        for term in sequence[group].as_array().expect("terms") {
            let [line, number] = [&term[0], &term[1]].map(|part| part.as_str().expect("a word"));
            let number: u128 = number.parse().expect("decimal digits");
            let expected = json!((number * u128::from(each)).to_string());
            for method in methods {
                let line = format!("count {line} --method {method} --json");
                let counted = valid(answer(&line).json());
                assert_eq!(counted["count"], expected, "{}: {line}", sequence["oeis"]);
            }
        }
    }
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn published_tours() {
    published("quick", &["native:frontier", "native:halves"]);
    published("quick_by_frontier", &["native:frontier", "auto"]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn published_tours_of_larger_boards() {
    published("slow", &["native:frontier", "native:halves"]);
    published("slow_by_frontier", &["native:frontier"]);
}

#[test]
#[ignore = "takes many minutes and gigabytes; `.ci/run tests_in_minutes` runs it"]
fn published_tours_in_minutes() {
    published("longest", &["native:halves"]);
}
