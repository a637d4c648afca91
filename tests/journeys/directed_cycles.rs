//! Directed graphs with two successors at each vertex: theorems, and forged certificates.

use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use satranj::{
    Statement,
    puzzles::hamilton::{GraphCertificate, GraphStatement, HamiltonStatement},
};
use satranj_oracles::tours::PlainTour;
use serde_json::{Value, json};

use crate::harness::{document, folder, satranj, write};

/// What `solve hamilton` says of a directed graph whose vertices have these successors.
fn asked(successors: &[Vec<usize>]) -> Value {
    let nodes: Vec<Value> =
        (0..successors.len()).map(|id| json!({ "id": id.to_string() })).collect();
    let link =
        |from: usize, to: usize| json!({"source": from.to_string(), "target": to.to_string()});
    let links: Vec<Value> = successors
        .iter()
        .enumerate()
        .flat_map(|(from, heads)| heads.iter().map(move |&to| link(from, to)))
        .collect();
    let graph = json!({"directed": true, "multigraph": false, "nodes": nodes, "links": links});
    let folder = folder();
    let file = write(folder.path(), "graph.json", graph.to_string());
    document(&["solve", "hamilton", file.to_str().expect("a path"), "--json"])
}

/// All orders of n letters; each leads to that with the first letter at the end, and to that with the
/// first two exchanged.
fn sigma_tau(n: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: Vec<usize>| {
            let rest: Vec<usize> = (0..n).filter(|letter| !order.contains(letter)).collect();
            rest.into_iter().map(move |letter| [&order[..], &[letter]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    let number =
        |order: &[usize]| orders.iter().position(|other| other == order).expect("an order");
    let both = |order: &Vec<usize>| {
        let (mut turned, mut exchanged) = (order.clone(), order.clone());
        turned.rotate_left(1);
        exchanged.swap(0, 1);
        vec![number(&turned), number(&exchanged)]
    };
    orders.iter().map(both).collect()
}

/// Rankin (1948): if n is even, every cycle cover has an even number of cycles. For odd n there is a
/// cycle (Sawada and Williams 2018).
#[test]
fn cycles_through_all_orders_of_letters() {
    for (n, has_cycle) in [(3, true), (4, false), (5, true), (6, false)] {
        let said = asked(&sigma_tau(n));
        assert_eq!(said["verified"], true, "{n}");
        if has_cycle {
            assert_eq!(said["status"], "satisfied", "{n}");
        } else {
            assert_eq!(said["status"], "unsatisfiable", "{n}");
            assert_eq!(said["certificate"], json!({"kind": "cycle_covers"}), "{n}");
        }
    }
}

/// Trotter and Erdos (1978): the product of two directed cycles of m and n vertices has a Hamiltonian
/// cycle if and only if the greatest common divisor d of m and n is at least 2 and is the sum of two
/// positive numbers, one coprime to m and the other to n.
#[test]
fn cycles_on_directed_toruses() {
    fn divisor(a: usize, b: usize) -> usize {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    for (m, n) in (2..=7).flat_map(|m| (m..=9).map(move |n| (m, n))) {
        let place = |row: usize, column: usize| row % m * n + column % n;
        let both = |at: usize| vec![place(at / n + 1, at % n), place(at / n, at % n + 1)];
        let said = asked(&(0..m * n).map(both).collect::<Vec<_>>());
        let d = divisor(m, n);
        let expected = (1..d).any(|part| divisor(part, m) == 1 && divisor(d - part, n) == 1);
        assert_eq!(said["status"] == "satisfied", expected, "{m}x{n}: {}", said["status"]);
        assert_eq!(said["verified"], true, "{m}x{n}");
    }
}

/// Of random graphs with at most two successors and predecessors at each vertex.
#[test]
fn certificates_hold_only_if_there_is_no_cycle() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1948);
    let mut seen = [0; 2];
    for _ in 0..400 {
        let n = chance.random_range(3..=9);
        let [one, other] = [(); 2].map(|()| {
            let mut heads: Vec<u32> = (0..n).collect();
            heads.shuffle(&mut chance);
            heads
        });
        let mut next: Vec<Vec<u32>> = one.iter().zip(&other).map(|(&a, &b)| vec![a, b]).collect();
        for (tail, heads) in (0..).zip(&mut next) {
            heads.retain(|&head| head != tail);
            heads.dedup();
        }
        let arcs =
            (0..).zip(&next).flat_map(|(tail, heads)| heads.iter().map(move |&to| [tail, to]));
        let names = (0..n).map(|vertex| vertex.to_string()).collect();
        let graph = GraphStatement::new(true, names, arcs.collect());
        let puzzle = Statement::from(HamiltonStatement::new(graph, true)).into_puzzle().unwrap();
        let holds = |count: Option<u32>| {
            let certificate = GraphCertificate::CycleCovers { count }.into();
            puzzle.verify_certificate(&certificate, None).is_ok()
        };
        let is_refuted = holds(None) || (0..=9).any(|power| holds(Some(1 << power)));
        let are_all_two = next.iter().all(|heads| heads.len() == 2);
        let has_cycle = PlainTour { directed: true, ..PlainTour::new(next, true) }.exists();
        assert!(
            !(is_refuted && has_cycle) && (is_refuted || has_cycle || !are_all_two),
            "{}",
            puzzle.title()
        );
        seen[usize::from(has_cycle)] += 1;
    }
    assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
}

#[test]
fn forged_cycle_covers() {
    let refuses = |document: &Value, certificate: Value, problem: &str| {
        let mut forged = document.clone();
        forged["status"] = json!("unsatisfiable");
        forged["solution"] = Value::Null;
        forged["certificate"] = certificate;
        let ran = satranj(&["verify", "-"]).input(forged.to_string()).call();
        let problem = format!("the certificate does not hold: {problem}");
        assert_eq!(ran.code, Some(4));
        assert!(ran.stderr.contains(&problem), "{problem}: {}", ran.stderr);
    };
    let torus = |m: usize, n: usize| {
        let both = |at: usize| vec![(at + n) % (m * n), at / n * n + (at + 1) % n];
        asked(&(0..m * n).map(both).collect::<Vec<_>>())
    };
    let parity = json!({"kind": "cycle_covers"});
    let count = |count: u32| json!({"kind": "cycle_covers", "count": count});
    // 15 tails are in one alternating cycle, and the covers have three cycles and five.
    let odd = torus(3, 5);
    assert_eq!(odd["certificate"], count(2));
    refuses(&odd, parity.clone(), "a cover has");
    refuses(&odd, count(4), "there are not 4 cycle covers, but 2 to the power of 1");
    refuses(&torus(3, 6), count(8), "a cycle cover is one cycle");
    refuses(&torus(3, 4), parity.clone(), "the successors of 12 vertices can be exchanged");
    let complete =
        asked(&(0..4).map(|at| (0..4).filter(|&to| to != at).collect()).collect::<Vec<_>>());
    refuses(&complete, parity.clone(), "0 has 3 successors left, not one or two");
    let undirected = document(&["solve", "hamilton", "petersen", "--json"]);
    refuses(&undirected, parity, "it is about directed cycles only");
}
