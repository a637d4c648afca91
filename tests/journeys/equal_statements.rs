//! Equal statements have equal digests, however they are written.

use serde_json::{Value, json};

use crate::harness::{answer, folder, satranj, write};

/// The digest of a puzzle that arguments state.
fn instance(arguments: &str) -> String {
    digest(&answer(&format!("count {arguments} --json")).json())
}

/// The digest of a statement in a document.
fn instance_of(statement: &Value) -> String {
    let ran = satranj("count --from - --json").input(statement.to_string()).call().exits(0);
    digest(&ran.json())
}

fn digest(document: &Value) -> String {
    document["instance"].as_str().expect("a document has an instance").into()
}

#[test]
fn lists_are_sets() {
    for equal in [
        &[
            "tour 5x5 --given a1-b3,c1-e2",
            "tour 5x5 --given b3-a1,c1-e2",
            "tour 5x5 --given e2-c1,a1-b3",
            "tour 5x5 --given a1-b3,b3-a1,e2-c1,c1-e2",
        ][..],
        &["tour 5x5 --block a2,d1", "tour 5x5 --block d1,a2", "tour 5x5 --block a2,d1 --block a2"],
        &["queens 6 --given b6,d5", "queens 6 --given d5,b6", "queens 6 --given b6,d5,b6"],
        &["queens 6 --block a1,c2", "queens 6 --block c2,a1,c2"],
        &[
            "place 3x3 --piece king --given a1,c3",
            "place 3x3 --piece king --given c3,a1 --given a1",
        ],
        &[
            "place 3x3 --army king,rook --count 1 --given king@a1,rook@c2",
            "place 3x3 --army king=1,rook=1 --given rook@c2,king@a1,king@a1",
            "place 3x3 --army king=1,rook --count 1 --given rook@c2,king@a1",
        ],
        &[
            "dominate 3x4 --piece king --given a1,c3 --count 3",
            "dominate 3x4 --piece king --given c3,a1,c3 --count 3",
        ],
    ] {
        let first = instance(equal[0]);
        for other in &equal[1..] {
            assert_eq!(instance(other), first, "{other}");
        }
    }
    // A previously published digest.
    assert_eq!(
        instance("tour 5x5 --given a1-b3"),
        "sha256:9a7a8cf22ece48b60b6e8ea76f56333802d615bfe63510f830c73294d8812343",
    );
}

#[test]
fn edges_and_given_edges_of_a_graph_are_sets() {
    let statement = |directed: bool, edges: Value, given: Value| {
        json!({"kind": "hamilton", "closed": true, "given": given, "graph":
            {"directed": directed, "vertices": ["b", "a", "c", "d"], "edges": edges}})
    };
    let square = json!([[0, 1], [0, 3], [1, 2], [2, 3]]);
    let plain = instance_of(&statement(false, square.clone(), json!([["b", "a"], ["a", "c"]])));
    for (edges, given) in [
        (json!([[2, 3], [1, 0], [3, 0], [2, 1]]), json!([["b", "a"], ["a", "c"]])),
        (json!([[2, 2], [1, 0], [0, 1], [3, 0], [2, 1], [2, 3]]), json!([["c", "a"], ["a", "b"]])),
        (square, json!([["a", "b"], ["c", "a"], ["b", "a"]])),
    ] {
        assert_eq!(instance_of(&statement(false, edges, given)), plain);
    }
    let round = json!([[0, 1], [1, 2], [2, 3], [3, 0]]);
    let directed = instance_of(&statement(true, round, json!([["b", "a"], ["a", "c"]])));
    let again = json!([[3, 0], [2, 3], [1, 2], [0, 1], [1, 1], [1, 2]]);
    let given = json!([["a", "c"], ["b", "a"], ["a", "c"]]);
    assert_eq!(instance_of(&statement(true, again.clone(), given)), directed);
    // The direction of an arc counts.
    let back = json!([[3, 0], [2, 3], [1, 2], [1, 0]]);
    let other = instance_of(&statement(true, back, json!([["a", "c"], ["a", "b"]])));
    assert_ne!(other, directed);
}

#[test]
fn maps_mean_what_they_show() {
    let folder = folder();
    let file = |name: &str, text: &str| write(folder.path(), name, text).display().to_string();
    let first = |kind: &str, text: &str| {
        let path = file(&format!("{kind}.txt"), text);
        let ran = satranj(&format!("solve {kind} --json")).argument(path).call().exits(0);
        digest(&ran.json())
    };
    for (kind, plain, others) in [
        (
            "exchange",
            "n.n\n...\nN.N\n",
            &[
                "\u{feff}n.n  \r\n...\t\r\nN.N \r\n\r\n",
                "n.n\n...\nN.N",
                // A goal that only swaps the colours changes nothing.
                "n.n\n...\nN.N\n\nN.N\n...\nn.n\n",
            ][..],
        ),
        (
            "meet",
            "1\n\n3 3\n1.2\n...\n..1\n",
            &["\u{feff}1 \r\n\r\n3  3 \r\n1.2\t\r\n... \r\n..1", "1\n3 3\n1.2\n...\n..1\n\n\n"],
        ),
    ] {
        let plain = first(kind, plain);
        for other in others {
            assert_eq!(first(kind, other), plain, "{other:?}");
        }
    }
    let rider = |square: &str, jumps: u32| json!({"square": square, "jumps_per_turn": jumps});
    let meet = |riders: Value| json!({"kind": "meet", "board": {"rows": 3, "columns": 3}, "riders": riders});
    let solved = |statement: &Value| {
        let ran = satranj("solve --from - --json").input(statement.to_string()).call().exits(0);
        ran.json()
    };
    let plain = solved(&meet(json!([rider("a3", 1), rider("c3", 2), rider("c1", 1)])));
    let other = solved(&meet(json!([rider("c1", 1), rider("c3", 2), rider("a3", 1)])));
    assert_eq!(other["instance"], plain["instance"]);
    // A solution that lists them in the order of its statement is still right.
    let mut listed = plain.clone();
    listed["puzzle"]["riders"].as_array_mut().expect("a list").reverse();
    listed["solution"]["riders"].as_array_mut().expect("a list").reverse();
    satranj("verify -").input(listed.to_string()).call().exits(0);
}

#[test]
fn weights_that_say_nothing_are_none() {
    let route = |weights: Option<[&str; 3]>| {
        let mut statement = json!({"kind": "route", "piece": "king", "from": "a1", "to": "c3",
            "board": {"rows": 3, "columns": 3, "blocked": ["b2"]}});
        if let Some(weights) = weights {
            statement["weights"] = json!(weights);
        }
        instance_of(&statement)
    };
    assert_eq!(route(Some(["111", "111", "111"])), route(None));
    assert_eq!(route(Some(["111", "191", "111"])), route(None));
    assert_ne!(route(Some(["111", "112", "111"])), route(None));
    assert_eq!(route(Some(["111", "192", "111"])), route(Some(["111", "112", "111"])));
}
