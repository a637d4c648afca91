//! A teacher measures methods over a range of sizes, without a suite.

use serde_json::{Value, json};

use crate::harness::{folder, satranj, schema::valid};

fn swept(arguments: &str) -> Value {
    let command = format!("compare {arguments} --runs 1 --warmup 0 --json");
    let ran = satranj(&command).call().exits(0);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
    valid(ran.json())["experiments"][0].clone()
}

/// The values and the puzzles of the points.
fn points(experiment: &Value) -> Vec<(f64, &Value)> {
    let points = experiment["points"].as_array().unwrap().iter();
    points
        .map(|point| (point["value"].as_f64().unwrap(), &point["instances"][0]["puzzle"]))
        .collect()
}

#[test]
fn a_range_in_the_size_of_any_puzzle_states_a_puzzle_for_each_size() {
    let queens = swept("queens 5..9 --step 2 --given 0,0 --methods sat:lines,native:dfs");
    // A square by row and column is the upper left corner of every board.
    let given = |n: u32| json!({"kind": "queens", "n": n, "given": [format!("a{n}")]});
    let expected = [5, 7, 9].map(|n| (f64::from(n), given(n)));
    assert_eq!(points(&queens), expected.each_ref().map(|(n, puzzle)| (*n, puzzle)));
    assert_eq!(queens["parameter"], json!({"name": "n", "label": "queens", "percent": false}));
    let methods = |experiment: &Value| {
        let runs = experiment["points"][0]["runs"].as_array().unwrap().iter();
        runs.map(|run| run["method"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(methods(&queens), ["sat:lines", "native:dfs"]);
    for (arguments, label, sides) in [
        ("tour 5..6 --methods native:rotations", "side", [[5, 5], [6, 6]]),
        ("tour 3x7..8 --methods native:dfs", "columns", [[3, 7], [3, 8]]),
        ("place 2..3x4 --piece king --methods native:dfs", "rows", [[2, 4], [3, 4]]),
        ("dominate 3..4 --piece queen --methods native:dfs", "side", [[3, 3], [4, 4]]),
        ("route 5x5..5x6 a1 b3 --methods graph:bfs", "columns", [[5, 5], [5, 6]]),
    ] {
        let experiment = swept(arguments);
        let boards = points(&experiment).into_iter().map(|(_, puzzle)| &puzzle["board"]);
        let boards: Vec<Value> =
            boards.map(|board| json!([board["rows"], board["columns"]])).collect();
        assert_eq!(boards, sides.map(|sides| json!(sides)), "{arguments}");
        assert_eq!(experiment["parameter"]["label"], label, "{arguments}");
    }
    let graphs = swept("colouring queens:2..4 --methods native:dsatur");
    let vertices = points(&graphs).into_iter();
    let vertices =
        vertices.map(|(_, puzzle)| puzzle["graph"]["vertices"].as_array().unwrap().len());
    assert_eq!(vertices.collect::<Vec<_>>(), [4, 9, 16]);
    assert_eq!(graphs["parameter"]["label"], "queens:N");
    // Options of the comparison apply at each size.
    let amos = swept("queens 4..5 --methods sat:lines --amos pairwise,ladder");
    assert_eq!(methods(&amos), ["sat:lines --amo=pairwise", "sat:lines --amo=ladder"]);
}

#[test]
fn a_row_for_each_size_names_the_answer_and_what_ended_a_method() {
    let dir = folder();
    let sizes = "queens 2..6 --step 2 --methods sat:lines,native:dfs --node-limit 5";
    let text = satranj(&format!("compare {sizes} --runs 1 --warmup 0 --format text"));
    let text = text.within(dir.path()).run().exits(0).text().to_string();
    let rows: Vec<Vec<&str>> =
        text.lines().skip(2).take(4).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(text.lines().next(), Some("2 queens on 2x2 … 6 queens on 6x6"));
    assert_eq!(rows[0], ["queens", "answer", "sat:lines", "native:dfs"]);
    assert_eq!((rows[1][0], rows[1][1]), ("2", "none"));
    assert_eq!((rows[2][0], rows[2][1]), ("4", "solution"));
    assert!(rows[3][..2] == ["6", "solution"] && rows[3][4..] == ["node", "limit"], "{text}");
    assert!(text.ends_with("all answers agree\n"), "{text}");
    let counted = satranj("compare queens 5..7 --counting --methods native:dfs --format text -q");
    let counted = counted.run().exits(0).text().to_string();
    let counts =
        counted.lines().skip(3).take(3).map(|line| line.split_whitespace().nth(1).unwrap());
    assert_eq!(counts.collect::<Vec<_>>(), ["10", "4", "40"]);
}

#[test]
fn a_page_a_plot_and_a_table_are_made_at_once_or_from_the_document() {
    let dir = folder();
    let sweep = "compare queens 4..6 --methods native:dfs --runs 1 --warmup 0 -q -o";
    for (file, part) in [
        ("page.html", "<svg"),
        ("plot.svg", "<svg"),
        ("table.md", "| native:dfs |"),
        ("rows.csv", "sweep,n 5,5,native:dfs,1,satisfied"),
        ("all.txt", "queens   answer"),
    ] {
        satranj(&format!("{sweep} {file}")).within(dir.path()).run().exits(0);
        let made = std::fs::read_to_string(dir.path().join(file)).unwrap();
        assert!(made.contains(part), "{file}: {made}");
    }
    satranj(&format!("{sweep} all.json")).within(dir.path()).run().exits(0);
    let page = satranj("report all.json").within(dir.path()).run().exits(0).text().to_string();
    assert!(page.contains("<svg") && page.contains("queens"), "{page}");
    assert!(!dir.path().join("all.json.partial").exists());
}

#[test]
fn a_suite_has_a_paragraph_for_its_title_whatever_its_name() {
    let dir = tempfile::tempdir().expect("a folder");
    for name in ["small", "sweep"] {
        let suite = format!(
            r#"{{"schema":"satranj.suite/1","name":"{name}","title":"Small","experiments":[{{"name":"q",
            "title":"Queens","instances":{{"puzzles":[{{"kind":"queens","n":5}}]}},"methods":["native:dfs"],
            "runs":1}}]}}"#
        );
        std::fs::write(dir.path().join("suite.json"), suite).expect("a file");
        let ran = satranj("bench suite.json --format text -q").within(dir.path()).run().exits(0);
        assert!(ran.text().starts_with("Small\n\nQueens\n\nmethod "), "{}", ran.text());
    }
}
