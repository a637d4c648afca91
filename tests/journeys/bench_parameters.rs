//! A user varies any field of a puzzle, takes graphs and random boards as instances, compares
//! options side by side, and runs the suites of the package.

use serde_json::{Value, json};

use crate::harness::{answer, complaint, folder, satranj, schema::valid, write};

fn suite(experiment: &Value) -> Value {
    let mut whole = json!({"name": "e", "title": "E"});
    whole.as_object_mut().unwrap().extend(experiment.as_object().unwrap().clone());
    json!({"schema": "satranj.suite/1", "name": "s", "title": "S", "runs": 1, "warmup": 0,
        "time_limit": "1h", "experiments": [whole]})
}

fn measured(experiment: &Value) -> Value {
    let input = suite(experiment).to_string();
    let document = valid(satranj("bench - --json -q").input(input).run().exits(0).json());
    document["experiments"][0].clone()
}

fn refused(experiment: &Value) -> String {
    satranj("bench - -q").input(suite(experiment).to_string()).run().complains(1)
}

fn points(experiment: &Value) -> Vec<&Value> {
    experiment["points"].as_array().unwrap().iter().collect()
}

/// The puzzles of the first case of each point.
fn puzzles(experiment: &Value) -> Vec<&Value> {
    points(experiment).iter().map(|point| &point["instances"][0]["puzzle"]).collect()
}

const TOUR: &str = r#"{"kind": "tour", "board": {"rows": 5, "columns": 5}}"#;

fn tour() -> Value {
    json!({"puzzles": [serde_json::from_str::<Value>(TOUR).unwrap()]})
}

fn vary(name: &str, values: &Value) -> Value {
    json!({"name": name, "values": values})
}

#[test]
fn a_side_a_board_a_word_and_a_flag_vary() {
    let methods = json!(["native:rotations", "graph:search"]);
    let of = |name: &str, values: Value| {
        measured(
            &json!({"methods": methods, "instances": tour(), "parameter": vary(name, &values)}),
        )
    };
    let sides = of("side", json!([5, 6]));
    let board = |place: usize| &puzzles(&sides)[place]["board"];
    assert_eq!((&board(1)["rows"], &board(1)["columns"]), (&json!(6), &json!(6)));
    assert_eq!(board(0)["rows"], 5);
    let rows = of("rows", json!([6]));
    assert_eq!(puzzles(&rows)[0]["board"], json!({"rows": 6, "columns": 5, "blocked": []}));
    let boards = of("board", json!(["5x6", "6x5"]));
    assert_eq!(puzzles(&boards)[0]["board"], json!({"rows": 5, "columns": 6, "blocked": []}));
    assert_eq!(
        (&points(&boards)[1]["value"], &points(&boards)[1]["values"]),
        (&Value::Null, &json!(["6x5"]))
    );
    let text = satranj("bench - -q --format text").input(
        suite(&json!({"methods": methods, "instances": tour(),
            "parameter": vary("board", &json!(["5x6", "6x5"]))}))
        .to_string(),
    );
    let text = text.run().exits(0);
    assert!(text.text().contains("5x6") && text.text().contains("6x5"), "{}", text.report());
    // A field that is not always written, a flag, a word.
    let start = of("start", json!(["a1", "c3"]));
    assert_eq!(puzzles(&start)[1]["start"], "c3");
    let closed = of("closed", json!([false]));
    assert_eq!(puzzles(&closed)[0]["closed"], false);
    for (name, values, words) in [
        ("sides", json!([5]), "parameter of the instances: unknown field `sides`"),
        ("board", json!(["@/etc/passwd"]), "write ROWSxCOLUMNS"),
        ("board", json!(["5y5"]), "parameter `board`, value 5y5"),
        ("side", json!([2.5]), "parameter `side`"),
        ("kind", json!(["queens"]), "unknown field `kind`"),
        ("n", json!([4]), "unknown field `n`"),
    ] {
        let said = refused(&json!({"methods": methods, "instances": tour(),
            "parameter": vary(name, &values)}));
        assert!(said.contains(words), "{said}: {words}");
    }
}

#[test]
fn products_of_parameters() {
    let experiment = measured(&json!({
        "methods": ["native:rotations"], "instances": tour(),
        "parameters": [vary("rows", &json!([5, 6])), vary("columns", &json!([6, 7, 8]))],
    }));
    let seen: Vec<Value> =
        points(&experiment).iter().map(|point| point["values"].clone()).collect();
    let all = json!([[5.0, 6.0], [5.0, 7.0], [5.0, 8.0], [6.0, 6.0], [6.0, 7.0], [6.0, 8.0]]);
    assert_eq!(json!(seen), all);
    assert_eq!(experiment["parameters"].as_array().map(Vec::len), Some(2));
    let said = refused(&json!({"methods": ["sat:cuts"], "instances": tour(),
        "parameter": vary("rows", &json!([5])), "parameters": [vary("columns", &json!([6]))]}));
    assert!(said.contains("`parameter` or `parameters`"), "{said}");
}

#[test]
fn graphs_of_families_and_of_files_and_random_tours() {
    let experiment = measured(&json!({
        "methods": ["sat:cuts", "graph:search"], "separate": true,
        "parameter": vary("sizes.0.0", &json!([5, 6])),
        "instances": {"family": {"family": "generalised-petersen", "sizes": [[5, 2], [7, 2]]}},
    }));
    let of = |point: usize, case: usize| {
        points(&experiment)[point]["rows"][case]["status"].as_str().unwrap().to_string()
    };
    assert_eq!([of(0, 0), of(0, 1), of(1, 0)], ["unsatisfiable", "satisfied", "satisfied"]);
    assert_eq!(points(&experiment)[1]["instances"][0]["name"], "generalised-petersen 6,2");
    // The same graph as `generate` makes.
    let graph = answer("generate hamilton --family generalised-petersen --size 7,2").stdout;
    let folder = folder();
    write(folder.path(), "b.hcp", &graph);
    write(folder.path(), "a.hcp", &graph);
    write(folder.path(), "c.txt", "This is not a graph.");
    let files = |pattern: &str| {
        let instances = json!({"graphs": {"files": pattern}});
        write(
            folder.path(),
            "suite.json",
            suite(&json!({"methods": ["sat:cuts"], "instances": instances})).to_string(),
        );
        satranj("bench suite.json --json -q").within(folder.path()).run()
    };
    let read = valid(files("*.hcp").exits(0).json());
    let instances = &read["experiments"][0]["points"][0]["instances"];
    assert_eq!((&instances[0]["name"], &instances[1]["name"]), (&json!("a.hcp"), &json!("b.hcp")));
    assert_eq!(instances[0]["instance"], points(&experiment)[0]["instances"][1]["instance"]);
    for (pattern, words) in [
        ("*.dot", "no file matches *.dot"),
        ("../*", "outside the folder"),
        ("*/a.hcp", "not in a folder's"),
        ("nowhere/*", "no such folder"),
        ("*.txt", "not a readable graph"),
    ] {
        let said = files(pattern).complains(1);
        assert!(said.contains(words), "{said}: {words}");
    }
    let tours = measured(&json!({
        "methods": ["native:rotations"], "separate": true,
        "parameter": vary("blocked", &json!([0, 0.2])),
        "instances": {"tours": {"cases": 2, "rows": 6, "columns": 6, "closed": true}},
    }));
    let blocked: Vec<usize> = puzzles(&tours)
        .iter()
        .map(|puzzle| puzzle["board"]["blocked"].as_array().unwrap().len())
        .collect();
    assert_eq!(blocked[0], 0);
    assert!((5..10).contains(&blocked[1]), "{blocked:?}");
}

#[test]
fn published_values_stand_beside_ours() {
    let experiment = measured(&json!({
        "methods": ["native:bitmask"], "counting": true,
        "instances": {"puzzles": [{"kind": "queens", "n": 4}]},
        "parameter": vary("n", &json!([4, 5, 6])),
        "claims": [
            {"claim": "right", "check": {"equal": {"method": "native:bitmask", "quantity": "count",
                "values": ["2", null, "4"]}}},
            {"claim": "wrong", "check": {"equal": {"method": "native:bitmask", "quantity": "count",
                "values": ["2", "11", "4"]}}},
            {"claim": "an hour", "check": {"seconds": {"method": "native:bitmask",
                "values": [null, 3600]}}},
            {"claim": "all", "check": {"solves": {"method": "native:bitmask", "at_least": 1}}},
        ],
    }));
    let claims = &experiment["claims"];
    let holds: Vec<&Value> = (0..4).map(|claim| &claims[claim]["holds"]).collect();
    assert_eq!(holds, [true, false, true, true]);
    assert_eq!(claims[0]["seen"], "2 of 2 values are equal");
    assert_eq!(
        claims[1]["seen"],
        "2 of 3 values are equal; first difference: published 11, \
                          measured 10"
    );
    let beside = &claims[2]["beside"][0];
    assert_eq!((&beside["point"], &beside["theirs"]), (&json!(2), &json!(3600.0)));
    assert!(beside["ratio"].as_f64() > Some(100.0), "{beside}");
    assert_eq!(claims[3]["seen"], "native:bitmask solved 3 of 3 cases");
}

#[test]
fn options_side_by_side() {
    let line =
        "compare queens 5 --encodings lines,edges --amos pairwise,ladder --runs 1 --warmup 0";
    let document = valid(answer(&format!("{line} --json")).json());
    let names: Vec<&str> = document["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|runs| runs["method"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["sat:lines --amo=pairwise", "sat:lines --amo=ladder", "sat:edges"]);
    assert_eq!(document["runs"][1]["options"], json!({"amo": "ladder"}));
    assert_eq!(document["agreement"], true);
    let patterns = |methods: &str| {
        let line = format!("compare queens 5 --methods {methods} --runs 1 --warmup 0 --json");
        let document = valid(answer(&line).json());
        document["runs"].as_array().unwrap().len()
    };
    assert_eq!(patterns("sat:*"), 2);
    assert_eq!(patterns("native:b*,sat:*,sat:lines"), 3);
    let said = complaint("compare queens 5 --methods graph:x*", 2);
    assert!(said.starts_with("unknown method `graph:x*`; expected one of"), "{said}");
    let said = complaint("compare queens 5 --methods native:bitmask --amos ladder", 2);
    assert!(
        said.contains("--amo has several values, but none of these methods reads it"),
        "{said}"
    );
}

#[test]
fn what_takes_long_is_left_out_unless_all_is_asked_for() {
    // Omitted methods are reported first: with no time nothing is run.
    let line = "compare tour 20x20 --closed --time-limit 0s --runs 1 --warmup 0";
    let document = valid(satranj(&format!("{line} --json -q")).run().exits(3).json());
    let names = |list: &Value| -> Vec<String> {
        let all = list.as_array().unwrap().iter();
        all.map(|one| one["method"].as_str().unwrap().to_string()).collect()
    };
    let left_out = names(&document["left_out"]);
    for method in ["sat:position", "native:warnsdorff"] {
        assert!(left_out.contains(&method.to_string()), "{left_out:?}");
    }
    assert!(!names(&document["runs"]).contains(&"sat:position".to_string()));
    let text = satranj(&format!("{line} --format text -q")).run().exits(3);
    let words = "left out: sat:position, known to be slow beyond 200 squares, but the board has \
                 400";
    assert!(text.text().contains(words), "{}", text.report());
    // Warnsdorff's rule is for open tours.
    let open = line.replace(" --closed", "");
    let open = satranj(&format!("{open} --json -q")).run().exits(3).json();
    assert!(names(&open["runs"]).contains(&"native:warnsdorff".to_string()));
    let all = satranj(&format!("{line} --methods all --json -q")).run().exits(3).json();
    assert!(names(&all["runs"]).contains(&"sat:position".to_string()));
    assert!(all.get("left_out").is_none());
    let help = answer("compare --help");
    assert!(help.text().contains("[default: 60s]"), "{}", help.report());
}

#[test]
fn suites_of_the_package_run_by_name() {
    let listed = answer("list suites --json").json();
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|suite| suite["name"].as_str().unwrap()).collect();
    let all =
        ["published", "tours", "encodings", "placements", "planning", "refutations", "graphs"];
    assert_eq!(names, all);
    let line = "bench published --only corner,meeting,knights --json -q --time-limit 1h";
    let document = valid(answer(line).json());
    for experiment in document["experiments"].as_array().unwrap() {
        for claim in experiment["claims"].as_array().unwrap() {
            assert_eq!(claim["holds"], true, "{claim}");
        }
    }
    // Every suite is valid before any of it is run.
    let folder = folder();
    for name in all {
        let line = format!("bench {name} --merge .");
        let said = satranj(&line).within(folder.path()).run().complains(1);
        assert!(said.ends_with("the folder has no results of this suite"), "{said}");
    }
    // A file with the name comes first.
    write(folder.path(), "tours", "{}");
    satranj("bench tours").within(folder.path()).run().complains(1);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn published_results_are_all_the_same() {
    let only =
        "depth-first,no-tour,eight-fixed,eight-far,corner,warnsdorff-size,queens,knights,meeting";
    let line = format!("bench published --only {only} --json -q --time-limit 1h");
    let document = valid(answer(&line).json());
    for experiment in document["experiments"].as_array().unwrap() {
        for claim in experiment["claims"].as_array().unwrap() {
            assert_eq!(claim["holds"], true, "{claim}");
        }
    }
}
