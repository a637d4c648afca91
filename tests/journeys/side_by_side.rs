//! A user runs `auto` on several threads, and on graphs that it splits: directed ones, and sparse
//! ones with few edges between their parts.

use crate::harness::{answer, folder, satranj, schema::valid, write};
use serde_json::{Value, json};

/// The fields of a document that depend neither on time nor on the number of threads.
fn lasting(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("a document");
    for field in ["timing", "options"] {
        fields.remove(field);
    }
    document
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn the_answer_is_that_of_one_thread() {
    let folder = folder();
    let family = |name: &str, size: &str| {
        let line = format!("generate hamilton --family {name} --size {size} --shuffle --seed 3");
        write(folder.path(), &format!("{name}.hcp"), answer(&line).text())
    };
    let snark = family("flower-snark", "7");
    let kneser = family("kneser", "7,2");
    for question in [
        "tour 8x8 --closed".to_owned(),
        "tour 6x6 --closed --seed 5".into(),
        "tour 7x7 --start a1 --end g7".into(),
        "tour 7x7 --closed --precheck off".into(),
        "tour 6x6 --closed --method sat:auto --precheck off".into(),
        format!("hamilton {} --cycle", snark.display()),
        format!("hamilton {} --cycle --method sat:auto", kneser.display()),
    ] {
        let solve = |rest: &str| valid(answer(&format!("solve {question} --json {rest}")).json());
        let one = solve("");
        assert!(one["portfolio"].is_array(), "{one}");
        for threads in [1, 2, 5] {
            let document = solve(&format!("--threads {threads}"));
            assert_eq!(document["options"]["threads"], json!(threads));
            assert_eq!(lasting(document), lasting(one.clone()), "{question}");
        }
    }
}

#[test]
fn limits_end_all_threads() {
    let folder = folder();
    let line = "generate hamilton --family generalised-petersen --size 503,2 --shuffle";
    let graph = write(folder.path(), "gp.hcp", answer(line).text());
    let limits = "--cycle --method sat:auto --precheck off --threads 3 --time-limit 1s --json";
    let line = format!("solve hamilton {} {limits}", graph.display());
    let document = satranj(&line).call().exits(3).json();
    assert_eq!(document["reason"], "time_limit", "{document}");
    let turns = document["portfolio"].as_array().expect("turns");
    // On a busy machine the limit may come between two turns.
    let last = turns.last().map(|turn| &turn["ended"]);
    assert!([Some(&json!("stopped")), Some(&json!("gave_up"))].contains(&last), "{document}");
}

/// A document is right, and wrong with another certificate.
fn certified(document: &Value, forged: Value) {
    valid(document.clone());
    assert_eq!(document["verified"], true, "{document}");
    let folder = folder();
    let path = write(folder.path(), "no.json", document.to_string());
    satranj("verify").argument(&path).call().exits(0);
    let mut wrong = document.clone();
    wrong["certificate"] = forged;
    let path = write(folder.path(), "wrong.json", wrong.to_string());
    satranj("verify").argument(&path).call().exits(4);
}

#[test]
fn directed_graphs_without_cycles_that_cover_them() {
    // Three vertices whose edges lead to two others only, in a strongly connected graph.
    let graph = "digraph { a->x; b->x; c->x; a->y; b->y; c->y; x->y; y->x; \
                 x->a; x->b; y->c; z->a; x->z; z->b; c->x }";
    for method in ["", "--method graph:two-factor --precheck off"] {
        let line = format!("solve hamilton - --input-format dot --cycle --json {method}");
        let document = satranj(&line).input(graph).call().exits(0).json();
        let certificate = &document["certificate"];
        assert_eq!(certificate["kind"], "no_two_factor", "{document}");
        assert_eq!(certificate["vertices"], json!(["a", "b", "c"]));
        assert_eq!(certificate["successors"], json!(["x", "y"]));
        let forged =
            json!({"kind": "no_two_factor", "vertices": ["a", "b"], "successors": ["x", "y"]});
        certified(&document, forged);
        let forged =
            json!({"kind": "no_two_factor", "vertices": ["a", "b", "c"], "successors": ["x"]});
        certified(&document, forged);
    }
    let all = "digraph { a->b->c->d->e->f->a; b->d->f->b; c->e->a->c; a->d; d->a }";
    let line = "solve hamilton - --input-format dot --cycle --json --method graph:two-factor";
    let document = satranj(line).input(all).call().exits(0).json();
    assert_eq!(document["status"], "satisfied");
}

#[test]
fn products_of_snarks_are_refuted_by_their_parts() {
    let folder = folder();
    let line = "generate hamilton --family petersen-product --size 8 --shuffle --seed 2";
    let graph = write(folder.path(), "product.hcp", answer(line).text());
    let line = format!("solve hamilton {} --cycle --method graph:carving", graph.display());
    let document = answer(&format!("{line} --json")).json();
    let certificate = &document["certificate"];
    assert_eq!(certificate["kind"], "carving", "{document}");
    let mut forged = certificate.clone();
    forged["joins"].as_array_mut().expect("joins").pop();
    certified(&document, forged);
    let mut forged = certificate.clone();
    forged["vertices"].as_array_mut().expect("vertices").swap(0, 9);
    forged["joins"][0] = json!(1);
    certified(&document, forged);
    let said = answer(&format!("{line} --format text"));
    assert!(said.text().contains("can be parts of a cycle"), "{}", said.text());
}

/// A dot product of this many Petersen graphs, each at two edges of the graph so far, in DOT.
fn tangled_product(factors: usize) -> String {
    let petersen = |a: usize| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)];
    let mut edges: Vec<(usize, usize)> = (0..5).flat_map(petersen).collect();
    let mut state = 1_u64;
    let mut drawn = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for factor in 1..factors {
        let (a, b) = edges.swap_remove(drawn(edges.len()));
        let (c, d) = loop {
            let other = drawn(edges.len());
            let (c, d) = edges[other];
            if ![c, d].contains(&a) && ![c, d].contains(&b) {
                break edges.swap_remove(other);
            }
        };
        // Without 0 and 1, whose other neighbours are 4 and 5, 2 and 6.
        let new = |vertex: usize| 8 * factor + vertex;
        let kept = (0..5).flat_map(petersen).filter(|&(a, b)| a > 1 && b > 1);
        edges.extend(kept.map(|(a, b)| (new(a), new(b))));
        edges.extend([(a, new(4)), (b, new(5)), (c, new(2)), (d, new(6))]);
    }
    let lines = edges.iter().map(|(a, b)| format!("{a} -- {b};"));
    format!("graph {{ {} }}", lines.collect::<String>())
}

#[test]
fn tangled_products_of_snarks_are_refuted_by_parts_that_are_replaced() {
    let line = "solve hamilton - --input-format dot --cycle --json --method graph:carving";
    let document = satranj(line).input(tangled_product(60)).call().exits(0).json();
    let certificate = &document["certificate"];
    assert_eq!(certificate["kind"], "carving", "{document}");
    let parts = certificate["replaced"].as_array().expect("parts that are replaced").len();
    assert!(parts > 9, "{parts}");
    let mut forged = certificate.clone();
    forged["replaced"].as_array_mut().expect("parts").pop();
    certified(&document, forged);
    let mut forged = certificate.clone();
    forged["replaced"] = json!([9]);
    certified(&document, forged);
}
