//! `satranj verify` and counts: of placements and dominations by size, of shortest routes and plans.

use super::verify_search::{counts, fails, holds, list_of_all, solved, uncertified, verdict};
use serde_json::json;

#[test]
fn counts_by_number() {
    for line in [
        "place 4x5 --piece knight",
        "place 4x4 --piece rook --count 3",
        "place 3x3 --piece king --given b2",
    ] {
        let counted = solved(&format!("count {line} --counts-by-k"));
        assert!(verdict(&counted).2.ends_with("confirms the count"), "{line}");
        let sizes = counted["counts_by_k"].as_array().unwrap().clone();
        let changed = sizes.len() / 2;
        let mut forged = counted.clone();
        forged["counts_by_k"][changed] = json!("7");
        let count = sizes[changed].as_str().unwrap();
        if changed + 1 < sizes.len() {
            fails(
                &forged,
                &format!("`counts_by_k` has 7 for {changed} pieces, but there are {count}"),
            );
        }
        let mut longer = counted.clone();
        longer["counts_by_k"].as_array_mut().unwrap().push(json!("1"));
        assert_eq!(verdict(&longer).0, Some(4), "{longer}");
    }
}

#[test]
fn dominations_by_number() {
    for line in [
        "dominate 3x4 --piece king",
        "dominate 3x4 --piece wazir --total",
        "dominate 3x4 --piece knight --independent",
        "dominate 3x4 --piece king --count 3 --block b2 --given a1",
    ] {
        let counted = solved(&format!("count {line} --counts-by-k"));
        assert!(verdict(&counted).2.ends_with("confirms the count"), "{line}");
        let sizes = counted["counts_by_k"].as_array().unwrap().clone();
        let least = sizes.iter().position(|count| count != "0").unwrap();
        assert_eq!(counted["objective"].as_u64().unwrap_or(least as u64), least as u64);
        let mut forged = counted.clone();
        forged["counts_by_k"][least + 1] = json!("7");
        let count = sizes[least + 1].as_str().unwrap();
        if forged["objective"].is_null() {
            assert_eq!(verdict(&forged).0, Some(4), "{forged}");
        } else {
            let report =
                format!("`counts_by_k` has 7 for {} pieces, but there are {count}", least + 1);
            fails(&forged, &report);
            forged["counts_by_k"][least] = json!("0");
            fails(&forged, "`counts_by_k` begins with 7 for ");
        }
    }
}

#[test]
fn sets_of_vertices_by_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let graph = folder.path().join("f.dot");
    let friends = "graph { Ann -- Ben -- Cem -- Dan -- Ann; Ann -- Cem; Ben -- Eve; Eve -- Dan }";
    std::fs::write(&graph, friends).expect("a file");
    for puzzle in [
        "independent-set",
        "independent-set --least",
        "independent-set --count 1 --block Ann",
        "clique",
        "clique --count 2 --given Ann",
        "vertex-cover",
        "vertex-cover --count 4",
        "dominating-set",
        "dominating-set --total",
        "dominating-set --independent --given Eve",
    ] {
        let (kind, more) = puzzle.split_once(' ').unwrap_or((puzzle, ""));
        let line = format!("count {kind} {} {more} --counts-by-k", graph.display());
        let counted = solved(&line);
        assert!(verdict(&counted).2.ends_with("confirms the count"), "{line}");
        let sizes = counted["counts_by_k"].as_array().unwrap().clone();
        let any = sizes.iter().position(|count| count != "0").unwrap();
        let mut forged = counted.clone();
        forged["counts_by_k"][any] = json!("77");
        assert_eq!(verdict(&forged).0, Some(4), "{forged}");
        if counted["objective"].is_null() && sizes.len() > 1 {
            let (other, count) = (sizes.len() - 1, sizes[sizes.len() - 1].as_str().unwrap());
            let mut forged = counted.clone();
            forged["counts_by_k"][other] = json!("77");
            if counted["count"] != sizes[other] {
                fails(
                    &forged,
                    &format!("`counts_by_k` has 77 for {other} vertices, but there are {count}"),
                );
            }
        }
        let mut longer = counted.clone();
        longer["counts_by_k"].as_array_mut().unwrap().push(json!("1"));
        assert_eq!(verdict(&longer).0, Some(4), "{longer}");
    }
}

#[test]
fn numbers_of_routes() {
    for (line, number) in [
        ("route 8x8 --from a1 --to h8", 108),
        ("route 5x5 --piece king --from a1 --to e2 --block c2", 9),
    ] {
        let route = solved(&format!("solve {line}"));
        let number =
            route["optimal_solutions"].as_str().map_or(number, |text| text.parse().unwrap());
        holds(
            &route,
            "the solution is right, and the certificate proves that none is better, and an exhaustive \
             search confirms the count",
        );
        let bare = uncertified(&route);
        holds(
            &bare,
            "the solution is right, and an exhaustive search finds none better and confirms the count",
        );
        for other in [number - 1, number + 1] {
            let mut forged = route.clone();
            forged["optimal_solutions"] = json!(other.to_string());
            let problem = format!("`optimal_solutions` is {other}, but there are {number}");
            fails(&forged, &problem);
        }
        list_of_all(&solved(&format!("solve {line} --all")), number);
        counts(&format!("count {line}"), number as u64);
    }
}
