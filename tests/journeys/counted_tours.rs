//! Tours counted without finding each.

use crate::harness::{satranj, schema::valid};

/// The document of a count.
fn counted(line: &str) -> serde_json::Value {
    satranj(&format!("count {line} --json")).call().exits(0).json()
}

#[test]
fn many_tours_are_counted_by_a_dynamic_program() {
    for (line, count, by) in [
        ("tour 5x6", "37568", "native:frontier"),
        ("tour 3x14", "1292544", "native:halves"),
        ("tour 5x5 --piece king --block c3 --closed", "429984", "native:frontier"),
        ("tour 8x8 --piece wazir --closed", "4638576", "native:halves"),
    ] {
        let document = counted(line);
        assert_eq!((&document["method"], &document["count"]), (&"auto".into(), &count.into()));
        assert_eq!(document["portfolio"][0]["method"], by, "{line}");
        assert_eq!(document["portfolio"][0]["ended"], "answered", "{line}");
        if line == "tour 5x6" {
            satranj("verify -").input(document.to_string()).call().exits(0);
        }
    }
}

#[test]
fn few_tours_are_found_and_verified() {
    for (line, count) in [("tour 5x5", "1728"), ("tour 5x6 --closed", "8"), ("tour 4x4", "0")] {
        assert_eq!(counted(line)["count"], count, "{line}");
        // Every other way to count gives the same.
        for method in ["auto", "graph:search", "native:frontier"] {
            assert_eq!(counted(&format!("{line} --method {method}"))["count"], count, "{method}");
        }
    }
}

#[test]
fn a_count_does_not_depend_on_the_threads() {
    for method in ["native:frontier", "native:halves"] {
        for threads in [1, 2, 3] {
            let line = format!("tour 6x6 --closed --method {method} --threads {threads}");
            assert_eq!(counted(&line)["count"], "9862", "{line}");
        }
    }
}

#[test]
fn what_no_dynamic_program_reaches_is_found_one_by_one() {
    let line = "count tour 12x12 --node-limit 20000 --json";
    let document = satranj(line).call().exits(3).json();
    assert_eq!((&document["method"], &document["reason"]), (&"auto".into(), &"node_limit".into()));
    let given_up = satranj("count tour 12x12 --method native:halves --json").call().exits(3).json();
    assert_eq!(given_up["reason"], "incomplete_method");
}

#[test]
fn both_ways_of_counting_are_reported() {
    for (line, count, [directed, undirected]) in [
        ("tour 5x6 --closed", "8", ["16", "8"]),
        ("tour 5x5", "1728", ["1728", "864"]),
        ("tour 5x5 --start a1", "304", ["304", "304"]),
        ("tour 1x1", "1", ["1", "1"]),
    ] {
        let document = valid(counted(line));
        let said = ["count", "directed", "undirected"].map(|name| &document[name]);
        assert_eq!(said, [count, directed, undirected], "{line}");
        satranj("verify -").input(document.to_string()).call().exits(0);
        for (way, number) in [("directed", directed), ("undirected", undirected)] {
            let text = satranj(&format!("count {line} --{way} --format text")).call().exits(0);
            let digits = text.text().replace(',', "");
            assert!(digits.contains(&format!("\n{number} {way} solution")), "{}", text.report());
            // The document is the same.
            assert_eq!(counted(&format!("{line} --{way}"))["count"], count);
        }
    }
    let queens = satranj("count queens 6 --directed").call().exits(2);
    assert!(queens.stderr.contains("--directed applies only to tours"), "{}", queens.report());
    let both = satranj("count tour 5x5 --directed --undirected").call().exits(2);
    assert!(both.stderr.contains("cannot be used with"), "{}", both.report());
    let mut forged = counted("tour 5x5");
    forged["undirected"] = "1728".into();
    let checked = satranj("verify -").input(forged.to_string()).call().exits(4);
    assert!(checked.stderr.contains("so `undirected` is 864, not 1728"), "{}", checked.report());
}

/// A001230 up to symmetry: Jelliss counted 1245 closed tours of 6x6, of which 5 have quarter turns
/// and 17 more a half turn.
#[test]
fn classes_come_from_what_each_symmetry_keeps() {
    let document = valid(counted("tour 6x6 --closed --up-to-symmetry"));
    assert_eq!(document["method"], "auto");
    assert_eq!((&document["count"], &document["up_to_symmetry"]), (&"9862".into(), &"1245".into()));
    let kept = document["kept_by_symmetry"].as_array().unwrap();
    let kept = kept
        .iter()
        .map(|kept| [&kept["symmetry"], &kept["count"]].map(|word| word.as_str().unwrap()));
    let turns = [
        ["identity", "9862"],
        ["half_turn", "78"],
        ["quarter_turn", "10"],
        ["quarter_turn_back", "10"],
    ];
    let expected = turns
        .into_iter()
        .chain(["left_right", "up_down", "diagonal", "antidiagonal"].map(|name| [name, "0"]));
    assert_eq!(kept.collect::<std::collections::BTreeSet<_>>(), expected.collect());
    let mut forged = document.clone();
    forged["kept_by_symmetry"][3]["count"] = "70".into();
    let checked = satranj("verify -").input(forged.to_string()).call().exits(4);
    assert!(checked.stderr.contains("keep "), "{}", checked.report());
    // Comparing all tours gives the same.
    let compared = counted("tour 6x6 --closed --up-to-symmetry --method graph:search");
    assert_eq!(compared["up_to_symmetry"], "1245");
    assert!(compared.get("kept_by_symmetry").is_none());
}

#[test]
fn classes_of_open_tours_and_of_blocked_boards_agree() {
    for line in [
        "tour 5x5",
        "tour 4x5",
        "tour 3x10 --closed",
        "tour 4x4 --piece king --block a1,d4 --closed",
        "tour 4x4 --piece wazir --given a1-a2",
        "tour 3x3 --piece king --start b2",
    ] {
        let classes = |method: &str| {
            let document = counted(&format!("{line} --up-to-symmetry --method {method}"));
            (document["count"].clone(), document["up_to_symmetry"].clone())
        };
        let compared = classes("graph:search");
        assert_eq!(classes("auto"), compared, "{line}");
        assert_eq!(classes("native:frontier"), compared, "{line}");
    }
    let text =
        satranj("count tour 5x5 --up-to-symmetry --undirected --format text").call().exits(0);
    assert!(
        text.text().contains("\n864 undirected solutions, 112 up to symmetry"),
        "{}",
        text.report()
    );
}
