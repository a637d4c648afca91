//! Plans for agents: maps and scenarios of the benchmarks, documents, wrong input.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{answer, complaint, satranj};

/// A map of 3 rows of 4 squares, with one blocked.
const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n....\n";

/// A line of a scenario for this map.
fn line(ends: [u32; 4]) -> String {
    let [from_column, from_row, to_column, to_row] = ends;
    format!("0\tx.map\t4\t3\t{from_column}\t{from_row}\t{to_column}\t{to_row}\t1.5\n")
}

fn folder(map: &str, scenario: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("x.map"), map).expect("a map");
    fs::write(folder.path().join("x.scen"), scenario).expect("a scenario");
    folder
}

#[test]
fn maps_and_scenarios_are_read_as_the_benchmarks_have_them() {
    let scenario = format!("version 1\n{}{}", line([0, 0, 3, 2]), line([3, 2, 0, 0]));
    let folder = folder(MAP, &scenario);
    let solve = |words: &str| {
        satranj(&format!("solve mapf {words} --json")).within(folder.path()).run().exits(0).json()
    };
    let both = solve("x.map --scenario x.scen");
    let puzzle = &both["puzzle"];
    assert_eq!(puzzle["board"], json!({"rows": 3, "columns": 4, "blocked": ["b2"]}));
    assert_eq!(puzzle["agents"], json!([{"from": "a3", "to": "d1"}, {"from": "d1", "to": "a3"}]));
    assert_eq!((&both["status"], &both["objective"]), (&json!("optimal"), &json!(10)));
    let one = solve("x.map --scenario x.scen --agents 1");
    assert_eq!(one["puzzle"]["agents"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["objective"], 5);
    // Other puzzles read this map too.
    let route = satranj("solve route @x.map a3 d1 --piece wazir --json").within(folder.path());
    assert_eq!(route.run().exits(0).json()["objective"], 5);
}

#[test]
fn wrong_maps_and_scenarios_are_refused_with_their_place() {
    let right = line([0, 0, 3, 2]);
    for (map, scenario, words, said) in [
        (
            "type octile\nheight 3\nwidth 5\nmap\n....\n.@..\n....\n",
            right.clone(),
            "",
            "x.map:5:1: the map has 3 rows of 4 squares, but its height and width are 3 and 5",
        ),
        ("type octile\nhigh 3\n", right.clone(), "", "x.map:2:1: expected `height N`"),
        (
            "type octile\nheight 1\nwidth 2\nmap\n.x\n",
            right.clone(),
            "",
            "x.map:5:2: `x` is neither free",
        ),
        (MAP, "version 1\n1 2 3\n".into(), "", "x.scen:2:1: found 3 fields"),
        (MAP, line([0, 0, 4, 2]), "", "x.scen:1:17: column 4, row 2 is outside the 3x4 board"),
        (MAP, line([1, 1, 3, 2]), "", "x.scen:1:13: square `b2` is blocked"),
        (MAP, right.clone(), "--agents 2", "x.scen: the scenario has 1 agents, not 2"),
        (MAP, right.clone(), "--agents a1:b1", "--agents a1:b1: with --scenario, give the number"),
    ] {
        let folder = folder(map, &scenario);
        // Wrong arguments are another kind of error than wrong files.
        let code = if said.starts_with("--") { 2 } else { 1 };
        let line = format!("solve mapf x.map --scenario x.scen {words}");
        let complaint = satranj(&line).within(folder.path()).run().complains(code);
        assert!(complaint.contains(said), "{said}: {complaint}");
    }
}

#[test]
fn a_written_scenario_is_read_as_the_same_agents() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| satranj(line).within(folder.path()).run();
    for map in
        ["empty-4-6", "random-8-25", "room-11-9-3", "maze-11-2", "den-16-20", "warehouse-2-2-4-1-1"]
    {
        let drawn = format!("generate mapf --map {map} --agents 6 --seed 9 -o");
        run(&format!("{drawn} x.json")).exits(0);
        run(&format!("{drawn} x.scen")).exits(0);
        let text = fs::read_to_string(folder.path().join("x.json")).expect("a document");
        let stated: Value = serde_json::from_str(&text).expect("JSON");
        let read = "solve mapf x.map --scenario x.scen --method native:lacam --json";
        let solved = run(read).json();
        assert_eq!(solved["puzzle"], stated, "{map}");
        // The last column is the distance of an agent.
        let text = fs::read_to_string(folder.path().join("x.scen")).expect("a scenario");
        let last = text.lines().nth(1).and_then(|line| line.rsplit('\t').next());
        let one = run("solve mapf x.map --scenario x.scen --agents 1 --json").exits(0).json();
        assert_eq!(one["objective"].as_u64(), last.and_then(|field| field.parse().ok()), "{map}");
        assert_eq!(one["puzzle"]["agents"][0], stated["agents"][0]);
    }
    // Compressed, and in place of older ones.
    run("generate mapf --map empty-4 --agents 2 -o x.scen.gz").exits(0);
    run("solve mapf x.map --scenario x.scen.gz").exits(0);
    fs::write(folder.path().join("y.map"), "my notes").expect("a file");
    let complaint = run("generate mapf --map empty-4 --count 2 -o y.scen").complains(2);
    assert!(complaint.starts_with("y.map: the map would replace an existing file"), "{complaint}");
    let blank = satranj("generate mapf --map empty-4 --count 2 -o").argument("a b.scen");
    let complaint = blank.within(folder.path()).run().complains(2);
    assert!(complaint.contains("a b.map: blanks separate the fields"), "{complaint}");
    assert_eq!(fs::read_to_string(folder.path().join("y.map")).expect("a file"), "my notes");
}

#[test]
fn a_statement_has_a_board_or_a_graph() {
    let agents = json!([{"from": "a", "to": "b"}]);
    let board = json!({"rows": 1, "columns": 2});
    let graph = json!({"vertices": ["a", "b"], "edges": [[0, 1]]});
    for (board, graph, said) in [
        (Value::Null, Value::Null, "agents need a `board` or a `graph`"),
        (board, graph.clone(), "both are given"),
        (
            Value::Null,
            json!({"directed": true, "vertices": ["a", "b"], "edges": [[0, 1]]}),
            "needs undirected edges",
        ),
    ] {
        let mut statement = json!({"kind": "mapf", "agents": agents});
        for (field, value) in [("board", board), ("graph", graph)] {
            if !value.is_null() {
                statement[field] = value;
            }
        }
        let complaint = satranj("solve --from -").input(statement.to_string()).run().complains(1);
        assert!(complaint.contains(said), "{statement}: {complaint}");
    }
}

#[test]
fn forged_plans_are_refused() {
    let mut document = answer("solve mapf 3x3 --agents a1:c1,c1:a1 --json").json();
    let verdict =
        |document: &Value| satranj("verify - --json").input(document.to_string()).run().json();
    assert_eq!(verdict(&document)["valid"], true);
    // Both agents take the straight way.
    document["solution"]["paths"] = json!([["a1", "b1", "c1"], ["c1", "b1", "a1"]]);
    document["objective"] = 4.into();
    let refused = verdict(&document);
    assert_eq!(refused["valid"], false);
    let problem = refused["problem"].as_str().expect("a problem");
    assert!(problem.contains("agents 1 and 2 are both at b1 at time 1"), "{problem}");
    // The picture shows where they collide; a plan without a collision has none.
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |document: &Value| {
        let line = satranj("verify - --svg x.svg").input(document.to_string());
        line.within(folder.path()).run().exits(4)
    };
    draw(&document);
    let picture = fs::read_to_string(folder.path().join("x.svg")).expect("a picture");
    assert!(picture.contains("<title>agents 1 and 2 are both at b1 at time 1</title>"));
    assert!(picture.contains("agents 1 and 2 collide on b1"), "{picture}");
    fs::remove_file(folder.path().join("x.svg")).expect("a picture");
    document["solution"]["paths"] = json!([["a1", "b1", "c1"], ["c1", "c2", "b1"]]);
    draw(&document);
    assert!(!folder.path().join("x.svg").exists());
}

#[test]
fn a_strip_has_a_picture_for_each_time() {
    let drawn = |line: &str| satranj(line).run().exits(0).text().to_owned();
    let strip = drawn("solve mapf 3x3 --agents a1:c1,c1:a1 --svg - --strip");
    let document = roxmltree::Document::parse(&strip).expect("XML");
    let texts =
        document.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
    let times: Vec<&str> = texts.filter(|text| text.starts_with("time ")).collect();
    assert_eq!(times, ["time 0", "time 1", "time 2", "time 3", "time 4"]);
}

#[test]
fn a_plan_within_a_factor_of_the_least_suffices() {
    let puzzle = "mapf 3x3 --agents a1:c3,c3:a1,a3:c1,c1:a3,b1:b3";
    let best = answer(&format!("solve {puzzle} --json")).json();
    let near =
        answer(&format!("solve {puzzle} --method native:lacam --suboptimal 3 --json")).json();
    assert_eq!((&near["status"], &near["bound"]), (&json!("satisfied"), &json!("at_most")));
    let [least, cost, bound] = [&best["objective"], &near["objective"], &near["lower_bound"]]
        .map(|number| number.as_u64().expect("a number"));
    assert!(bound <= least && least <= cost && cost <= 3 * bound, "{near}");
    assert_eq!(near["options"]["suboptimal"], "3");
    satranj("verify -").input(near.to_string()).run().exits(0);
    // A bound above the least is refuted.
    let mut forged = near.clone();
    forged["lower_bound"] = (least + 1).into();
    forged["objective"] = best["objective"].clone();
    forged["solution"] = best["solution"].clone();
    let problem = satranj("verify - --json").input(forged.to_string()).run().exits(4).json();
    assert_eq!(problem["valid"], false, "{problem}");
    // Without the option, a bound that no method reports is not claimed.
    let line = "solve dominating-set gnp:150,0.05 --node-limit 5 --json";
    let open = satranj(line).run().exits(3).json();
    assert_eq!((&open["bound"], &open["lower_bound"]), (&json!("at_most"), &Value::Null));
}

#[test]
fn a_bound_raised_after_the_last_plan_makes_it_optimal() {
    // The plan of cost 3 is within the factor of the bound 2, and no plan of cost 2 exists.
    let puzzle = "mapf 2x4 --agents c2:a2,b1:b2 --block d2 --anonymous --suboptimal 1.5";
    let found = answer(&format!("solve {puzzle} --json")).json();
    let shown = [&found["status"], &found["reason"], &found["objective"], &found["verified"]];
    assert_eq!(shown, [&json!("optimal"), &Value::Null, &json!(3), &json!(true)], "{found}");
    satranj("verify -").input(found.to_string()).run().exits(0);
}

#[test]
fn symmetries_of_plans_are_refused_without_a_number_of_symmetries() {
    for question in ["solve", "count"] {
        let asked = format!("{question} mapf 3x3 --agents a1:c3,c3:a1 --up-to-symmetry");
        let all = if question == "solve" { " --all" } else { "" };
        let said = complaint(&format!("{asked}{all}"), 2);
        assert!(said.contains("no symmetries of plans for agents are known"), "{said}");
    }
}
