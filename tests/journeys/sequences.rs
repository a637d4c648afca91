//! Published results and OEIS sequences on placements, found and proved again.

use crate::harness::{answer, schema::valid};
use serde_json::{Value, json};

fn document(line: &str) -> Value {
    valid(answer(&format!("{line} --json")).json())
}

fn published(name: &str) -> Value {
    let path = format!("{}/tests/published/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&crate::harness::read(path.as_ref())).expect("published results")
}

/// The published totals and fundamental solutions of n queens (A000170, A002562).
fn queens_to(n: usize) {
    let published = published("queens");
    for n in 1..=n {
        let counted = document(&format!("count queens {n} --up-to-symmetry"));
        let total = published["total"][n - 1].to_string();
        let fundamental = published["fundamental"][n - 1].to_string();
        assert_eq!(counted["count"], json!(total), "n = {n}");
        assert_eq!(counted["up_to_symmetry"], json!(fundamental), "n = {n}");
    }
}

#[test]
fn published_queens() {
    queens_to(14);
    // The same by finding, verifying and classifying each.
    for n in 1..=9 {
        let by_default = document(&format!("count queens {n} --up-to-symmetry"));
        for method in ["native:dfs", "sat:lines"] {
            let line = format!("count queens {n} --up-to-symmetry --method {method}");
            let counted = document(&line);
            for key in ["count", "up_to_symmetry"] {
                assert_eq!(counted[key], by_default[key], "{line}");
            }
        }
    }
}

/// The answer and the nodes do not depend on how many threads count.
#[test]
fn queens_are_counted_on_any_number_of_threads() {
    let counted = |threads| {
        let line = format!("count queens 13 --up-to-symmetry --threads {threads}");
        let document = document(&line);
        ["count", "up_to_symmetry", "statistics"].map(|key| document[key].clone())
    };
    let one = counted(1);
    assert_eq!(one[0], json!("73712"));
    for threads in [2, 5] {
        assert_eq!(counted(threads), one, "{threads}");
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn published_queens_to_eighteen() {
    queens_to(18);
}

#[test]
fn published_knights() {
    let published = published("nonattacking_knights");
    let counts = published["counts"].as_array().expect("counts");
    assert_eq!(counts.len(), 11);
    for known in counts {
        let (n, k) = (&known["n"], &known["k"]);
        for method in ["native:rows", "native:dfs", "native:halves", "native:components"] {
            let line = format!("count place {n}x{n} --piece knight --count {k} --method {method}");
            assert_eq!(document(&line)["count"], json!(known["count"].to_string()), "{line}");
        }
    }
}

/// Checks that each of these is found and proved optimal.
fn optima(line: impl Fn(usize) -> String, first: usize, values: &[u32]) {
    for (index, &value) in values.iter().enumerate() {
        let line = format!("solve {}", line(first + index));
        let solved = document(&line);
        assert_eq!(solved["status"], "optimal", "{line}: {solved}");
        assert_eq!(solved["objective"], value, "{line}");
        assert_eq!(solved["verified"], true, "{line}");
    }
}

#[test]
fn maxima() {
    // A030978, knights.
    let knights = [1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72];
    optima(|n| format!("place {n}x{n} --piece knight"), 1, &knights);
    // Bishops: 2n - 2.
    let bishops = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
    optima(|n| format!("place {n}x{n} --piece bishop"), 1, &bishops);
    // Kings: the square of n/2, rounded up (A008794).
    optima(|n| format!("place {n}x{n} --piece king"), 1, &[1, 1, 4, 4, 9, 9, 16, 16, 25, 25]);
    // Queens and rooks: n, except 2 and 3 for queens.
    optima(|n| format!("place {n}x{n} --piece queen"), 1, &[1, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    optima(|n| format!("place {n}x{n} --piece rook"), 1, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

/// A018807: ways to place n² kings on 2n x 2n; A000079: 2ⁿ ways to place 2n - 2 bishops.
#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn numbers_of_maximum_placements() {
    for (n, count) in [(2, "4"), (4, "79"), (6, "3600"), (8, "281571")] {
        let counted = document(&format!("count place {n}x{n} --piece king"));
        assert_eq!((&counted["count"], &counted["objective"]), (&json!(count), &json!(n * n / 4)));
    }
    for n in 2..=20u64 {
        let counted = document(&format!("count place {n}x{n} --piece bishop"));
        assert_eq!(counted["count"], json!((1u64 << n).to_string()));
    }
}

/// A141243 (knights) and A201862 (bishops): the sums over all numbers of pieces.
#[test]
fn placements_of_any_number() {
    for (line, sums) in [
        ("knight", ["2", "16", "94", "1365", "55213", "3368146", "394631712"]),
        ("bishop", ["2", "9", "70", "729", "9918", "167281", "3423362"]),
    ] {
        for (n, sum) in (1..).zip(sums) {
            let counted = document(&format!("count place {n}x{n} --piece {line} --counts-by-k"));
            let numbers = counted["counts_by_k"].as_array().expect("numbers").iter();
            let numbers = numbers.map(|number| number.as_str().expect("decimal digits"));
            let total: u64 = numbers.map(|number| number.parse::<u64>().expect("digits")).sum();
            assert_eq!(total.to_string(), sum, "{line} {n}");
        }
    }
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn dominations() {
    // A075458, queens.
    optima(|n| format!("dominate {n}x{n} --piece queen"), 1, &[1, 1, 1, 2, 3, 3, 4, 5, 5, 5]);
    // A075324, queens that do not attack one another.
    let independent = [1, 1, 1, 3, 3, 4, 4, 5, 5, 5];
    optima(|n| format!("dominate {n}x{n} --piece queen --independent"), 1, &independent);
    // A006075, knights.
    optima(|n| format!("dominate {n}x{n} --piece knight"), 1, &[1, 4, 4, 4, 5, 8, 10, 12]);
    // A261752, knights that attack every square, including the occupied ones.
    optima(|n| format!("dominate {n}x{n} --piece knight --total"), 4, &[6, 7, 8, 10, 14]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn more_dominations() {
    optima(|n| format!("dominate {n}x{n} --piece queen"), 11, &[5, 6, 7]);
    optima(|n| format!("dominate {n}x{n} --piece queen --independent"), 11, &[5, 7, 7]);
    optima(|n| format!("dominate {n}x{n} --piece knight"), 9, &[14, 16]);
    optima(|n| format!("dominate {n}x{n} --piece knight --total"), 9, &[18, 22]);
}

/// A250000: two armies of equally many queens that do not attack one another.
#[test]
fn peaceable_queens() {
    let line = |n| format!("place {n}x{n} --army white:queen,black:queen");
    optima(line, 1, &[0, 0, 1, 2, 4, 5, 7]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn more_peaceable_queens() {
    optima(|n| format!("place {n}x{n} --army white:queen,black:queen"), 8, &[9]);
}
