//! A user runs the experiments of a suite and compares published claims with the results.

use std::path::Path;

use crate::harness::{answer, folder, read, satranj, schema::valid, write};
use serde_json::{Value, json};

/// A suite of existing puzzles that takes less than a second.
fn suite() -> Value {
    json!({
        "schema": "satranj.suite/1", "name": "tiny", "title": "Tiny <i>experiments</i> & more",
        "methods": ["native:bitmask", "sat:lines"],
        "runs": 2, "warmup": 0, "time_limit": "1h", "seed": 3,
        "experiments": [
            {
                "name": "queens", "title": "Queens by their <b>number</b>",
                "parameter": {"name": "n", "label": "queens <n>", "values": [4, 6, 8]},
                "instances": {"puzzles": [{"kind": "queens", "n": 1}]},
                "claims": [
                    {"claim": "<script>alert(1)</script>",
                     "check": {"faster": ["native:bitmask", "sat:lines"]}},
                    {"claim": "flat", "check": {"flat": "native:bitmask"}},
                    {"claim": "always right",
                     "check": {"hit_rate": {"method": "sat:lines", "about": 1.0}}},
                    {"claim": "the best",
                     "check": {"fastest_of": ["native:bitmask", "sat:lines", "graph:search"]}},
                    {"claim": "of another method", "check": {"flat": "graph:search"}},
                    {"claim": "only said"},
                ],
            },
            {
                "name": "two", "title": "Two cases",
                "methods": ["native:min-conflicts", "native:bitmask"],
                "instances": {"puzzles": [{"kind": "queens", "n": 6}, {"kind": "queens", "n": 3}]},
                "claims": [{"claim": "right in half",
                    "check": {"hit_rate": {"method": "native:min-conflicts", "about": 0.5}}}],
            },
        ],
    })
}

fn in_folder(folder: &Path, suite: &Value) {
    write(folder, "suite.json", suite.to_string());
}

#[test]
fn a_suite_is_measured_point_by_point() {
    let folder = folder();
    in_folder(folder.path(), &suite());
    let ran = satranj("bench suite.json --json").within(folder.path()).run().exits(0);
    // Progress is printed without a terminal too.
    assert_eq!(ran.stderr.lines().count(), 4, "{}", ran.report());
    assert!(ran.stderr.starts_with("satranj: queens (1 of 2), point 1 of 3\n"), "{}", ran.report());
    let document = valid(ran.json());
    assert_eq!(document["schema"], "satranj.results/1");
    assert_eq!((&document["seed"], &document["runs"]), (&json!(3), &json!(2)));
    assert_eq!((&document["complete"], &document["agreement"]), (&json!(true), &json!(true)));
    let [queens, two] = &document["experiments"].as_array().unwrap()[..] else { panic!() };
    let values: Vec<&Value> =
        queens["points"].as_array().unwrap().iter().map(|point| &point["value"]).collect();
    assert_eq!(values, [4.0, 6.0, 8.0]);
    for point in queens["points"].as_array().unwrap() {
        assert_eq!((&point["cases"], point["runs"].as_array().unwrap().len()), (&json!(1), 2));
        for run in point["runs"].as_array().unwrap() {
            assert_eq!((&run["cases"]["best"], &run["status"]), (&json!(1), &json!("satisfied")));
            assert_eq!(run["times_seconds"].as_array().unwrap().len(), 2);
        }
    }
    let instance = |index: usize| queens["points"][index]["instance"].as_str().unwrap();
    assert_ne!(instance(0), instance(1));
    assert_eq!((&two["points"][0]["value"], &two["points"][0]["cases"]), (&Value::Null, &json!(2)));
    assert_eq!(two["points"][0]["runs"][0]["cases"]["hit_rate"], 0.5);
    claims(queens, two);
}

/// The results are computed from the medians.
fn claims(queens: &Value, two: &Value) {
    let claims = queens["claims"].as_array().unwrap();
    let sum = |method: usize| -> f64 {
        let points = queens["points"].as_array().unwrap().iter();
        points.map(|point| point["runs"][method]["median_seconds"].as_f64().unwrap()).sum()
    };
    assert_eq!(claims[0]["holds"], sum(0) < sum(1), "{queens}");
    let seen = claims[0]["seen"].as_str().unwrap();
    // The faster one comes first, whatever is claimed.
    let names = if sum(0) < sum(1) { [0, 1] } else { [1, 0] };
    let [first, second] = names.map(|method| ["native:bitmask ", "sat:lines "][method]);
    assert!(seen.starts_with(first) && seen.contains(&format!(", {second}")), "{seen}");
    let words = [" times faster (95%: ", ": no clear difference, ratio of the medians "];
    assert!(words.iter().any(|words| seen.contains(words)), "{seen}");
    assert!(seen.ends_with(" of 3 points"), "{seen}");
    let flat = claims[1]["seen"].as_str().unwrap();
    assert!(flat.starts_with("native:bitmask ") && flat.contains(" at "), "{flat}");
    let rate = "sat:lines found the best in 3 of 3 cases: 100.0 % (claimed 100.0 %, sampling error \
                ± 0.0 %)";
    assert_eq!((&claims[2]["seen"], &claims[2]["holds"]), (&json!(rate), &json!(true)));
    assert_eq!(claims[3]["holds"], claims[0]["holds"]);
    assert_eq!((&claims[4]["seen"], &claims[4]["holds"]), (&json!("not measured"), &Value::Null));
    assert_eq!((&claims[5]["seen"], &claims[5]["holds"]), (&Value::Null, &Value::Null));
    let half = two["claims"][0]["seen"].as_str().unwrap();
    assert!(
        half.starts_with("native:min-conflicts found the best in 1 of 2 cases: 50.0 %"),
        "{half}"
    );
}

#[test]
fn arguments_come_before_what_the_suite_says() {
    let folder = folder();
    in_folder(folder.path(), &suite());
    let line = "bench suite.json --only two --runs 1 --warmup 1 --seed 9 --time-limit 3000s -q";
    let ran = satranj(line).argument("--json").within(folder.path()).run().exits(0);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
    let document = valid(ran.json());
    assert_eq!(document["experiments"].as_array().unwrap().len(), 1);
    assert_eq!((&document["seed"], &document["warmup"]), (&json!(9), &json!(1)));
    assert_eq!(document["experiments"][0]["time_limit_seconds"], 3000.0);
    let text = satranj(&format!("{line} --format text")).within(folder.path()).run().exits(0);
    for words in ["Two cases", "2 of 2 right", "1 of 2 answered, 1 right", "all answers agree"] {
        assert!(text.text().contains(words), "{words}: {}", text.report());
    }
}

#[test]
fn instances_come_from_a_document_and_from_chance() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("suites")).unwrap();
    write(folder.path(), "suites/cases.json", answer("solve queens 5 --json").stdout);
    let mut suite = suite();
    suite["experiments"] = json!([{
        "name": "document", "title": "From a document", "instances": {"document": "cases.json"},
        "parameter": {"name": "n", "label": "queens", "values": [5, 7]},
    }]);
    write(folder.path(), "suites/suite.json", suite.to_string());
    // The path is relative to the suite, wherever it is run.
    let ran = satranj("bench suites/suite.json --json").within(folder.path()).run().exits(0);
    let document = valid(ran.json());
    assert_eq!(document["experiments"][0]["points"].as_array().unwrap().len(), 2);
    // Without methods nothing is run, and nothing is said about methods.
    suite["experiments"] = json!([{
        "name": "chance", "title": "By chance", "parameter":
            {"name": "density", "label": "knights", "percent": true, "values": [0.5, 1]},
        "instances": {"generate": {"kind": "meet", "cases": 3, "rows": 3, "columns": [3, 4]}},
        "methods": ["sat:nothing"],
    }]);
    let said = satranj("bench -").input(suite.to_string()).run().complains(1);
    assert!(said.starts_with("standard input: experiment `chance`: unknown method `sat:nothing`"));
}

/// Heuristics and a deterministic method, once with each of 200 seeds.
fn seeds() -> Value {
    json!({
        "schema": "satranj.suite/1", "name": "seeds", "title": "Chance", "time_limit": "1h",
        "experiments": [{
            "name": "size", "title": "By size",
            "methods": ["native:hill-climbing", "native:bitmask"],
            "parameter": {"name": "n", "label": "queens", "values": [4, 8]},
            "instances": {"puzzles": [{"kind": "queens", "n": 1}]},
            "seeds": "1..200", "options": {"restarts": 0},
            "claims": [
                {"claim": "95 of 100", "check": {"solved_share":
                    {"method": "native:hill-climbing", "about": 0.95, "of": 100}}},
                {"claim": "seldom", "check": {"solved_share":
                    {"method": "native:hill-climbing", "about": 0.2}}},
                {"claim": "always", "check": {"solved_share":
                    {"method": "native:bitmask", "about": 1}}},
                {"claim": "of another", "check": {"solved_share":
                    {"method": "sat:lines", "about": 1}}},
            ],
        }],
    })
}

/// A results document without the fields that differ from run to run, and so without its digest.
fn without_times(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let timed = ["seconds", "memory", "relative", "warnings", "fastest", "digest"];
            let lasts = |name: &str| !timed.iter().any(|word| name.contains(word));
            let kept = fields.iter().filter(|(name, _)| lasts(name));
            kept.map(|(name, value)| (name.clone(), without_times(value))).collect()
        }
        Value::Array(list) => list.iter().map(without_times).collect(),
        other => other.clone(),
    }
}

#[test]
fn how_often_methods_succeed_over_a_range_of_seeds() {
    let folder = folder();
    in_folder(folder.path(), &seeds());
    let line = "bench suite.json --quiet --runs 3";
    let bench = || satranj(line).argument("--json").within(folder.path()).run().exits(0).json();
    let document = valid(bench());
    assert_eq!(without_times(&bench()), without_times(&document));
    let experiment = &document["experiments"][0];
    assert_eq!(experiment["seeds"], "1..200");
    assert_eq!(experiment["options"], json!({"restarts": 0}));
    // `solve` gives the same for the same puzzle with the same seeds.
    let line8 = "solve queens 8 --method native:hill-climbing --restarts 0 --seeds 1..200 --json";
    let solved = valid(answer(line8).json());
    let [climbing, bitmask] = &experiment["points"][1]["runs"].as_array().unwrap()[..] else {
        panic!("{experiment}")
    };
    for (name, value) in climbing["seeds"].as_object().unwrap() {
        assert_eq!(*value, solved[name], "{name}");
    }
    assert_eq!(climbing["statistics"], solved["statistics"]);
    assert_eq!(climbing["times_seconds"].as_array().map(Vec::len), Some(1));
    let share = climbing["seeds"]["share"].as_f64().unwrap();
    assert!(share > 0.8 && share < 1.0, "{climbing}");
    // Without randomness every run is the same.
    let steps = &bitmask["seeds"]["steps_solved"];
    assert_eq!((&bitmask["seeds"]["solved"], &steps["minimum"]), (&json!(200), &steps["maximum"]));
    let holds: Vec<&Value> =
        experiment["claims"].as_array().unwrap().iter().map(|claim| &claim["holds"]).collect();
    assert_eq!(holds, [&json!(true), &json!(false), &json!(true), &Value::Null]);
    let all = "native:bitmask solved 400 of 400 runs: 100.0 % (claimed 100.0 %, sampling error ± \
               0.0 %)";
    assert_eq!(experiment["claims"][2]["seen"], all);
    let text = satranj(&format!("{line} --format text")).within(folder.path()).run().exits(0);
    let percent = format!("{:.1} %", share * 100.0);
    for words in ["seeds 1..200", "runs solved", "median steps of solved runs", &percent] {
        assert!(text.text().contains(words), "{words}: {}", text.report());
    }
}

#[test]
fn seeds_of_several_cases_and_of_a_limit() {
    let mut suite = seeds();
    let experiment = &mut suite["experiments"][0];
    experiment["instances"]["puzzles"] =
        json!([{"kind": "queens", "n": 6}, {"kind": "queens", "n": 3}]);
    experiment["methods"] = json!(["native:dfs", "native:min-conflicts"]);
    experiment["options"] = json!({"restarts": 2, "precheck": false});
    experiment["seeds"] = json!("7..9");
    experiment.as_object_mut().unwrap().remove("parameter");
    let run = |suite: &Value, line: &str| {
        valid(satranj(line).input(suite.to_string()).run().exits(0).json())
    };
    let document = run(&suite, "bench - --json --quiet");
    let point = &document["experiments"][0]["points"][0];
    let [dfs, conflicts] = &point["runs"].as_array().unwrap()[..] else { panic!("{point}") };
    let tally =
        |runs: &Value| ["runs", "solved", "refuted"].map(|name| runs["seeds"][name].clone());
    assert_eq!(tally(dfs), [6, 3, 3]);
    assert_eq!((&dfs["status"], &dfs["cases"]["best"]), (&json!("satisfied"), &json!(2)));
    assert_eq!((&tally(conflicts)[0], &tally(conflicts)[2]), (&json!(6), &json!(0)));
    assert_eq!(point["agreement"], true);
    // A limit leaves the results so far: here none.
    let document = run(&suite, "bench - --json --quiet --time-limit 0s");
    let runs = &document["experiments"][0]["points"][0]["runs"][0];
    assert_eq!((&runs["status"], &runs["reason"]), (&json!("unknown"), &json!("time_limit")));
    assert_eq!(runs["seeds"]["reason"], "time_limit");
    assert_eq!((&runs["seeds"]["runs"], &runs["seeds"]["share"]), (&json!(0), &Value::Null));
    // The same by `solve`, with a result for each case.
    let cases =
        r#"{"cases":[{"puzzle":{"kind":"queens","n":6}},{"puzzle":{"kind":"queens","n":3}}]}"#;
    let line = "solve --from - --method native:dfs --precheck off --seeds 7..9 --json";
    let solved = valid(satranj(line).input(cases).run().exits(0).json());
    assert_eq!((&solved["solved"], &solved["cases"][0]["solved"]), (&json!(3), &json!(3)));
    assert_eq!(
        (&solved["cases"][1]["refuted"], &solved["cases"][1]["case"]),
        (&json!(3), &json!(2))
    );
    // Its document states the cases again.
    let again = satranj("solve --from - --json").input(solved.to_string()).run().exits(0).json();
    assert_eq!(valid(again)["cases"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_runs_of_all_seeds_and_cases_are_limited() {
    let mut suite = seeds();
    suite["experiments"][0]["seeds"] = json!("1..6000000");
    suite["experiments"][0]["instances"]["puzzles"] =
        json!([{"kind": "queens", "n": 1}, {"kind": "queens", "n": 1}]);
    let said = satranj("bench -").input(suite.to_string()).run().complains(1);
    let problem =
        "experiment `size`: seeds: `1..6000000` with 2 cases makes more than 10000000 runs";
    assert!(said.contains(problem), "{said}");
}

#[test]
fn a_signal_ends_it_with_what_there_is() {
    let mut suite = suite();
    suite["experiments"][1] = json!({
        "name": "endless", "title": "Without an end in sight", "methods": ["native:dfs"],
        "instances": {"puzzles": [
            {"kind": "dominate", "board": {"rows": 40, "columns": 40}, "piece": "knight"},
        ]},
    });
    let folder = folder();
    in_folder(folder.path(), &suite);
    let mut program = satranj("bench suite.json --json").within(folder.path()).start();
    program.until_there_is("--method=native:dfs");
    let ran = program.ended_by("INT").exits(130);
    let document = valid(ran.json());
    assert_eq!(document["complete"], false, "{document}");
    assert_eq!(document["experiments"][0]["points"].as_array().unwrap().len(), 3);
    assert_eq!(document["experiments"][1]["points"][0]["runs"][0]["reason"], "interrupted");
}

/// The suites in the package are valid, as far as they can be read.
#[test]
fn the_shipped_suites_follow_the_schema() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/suites");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.collect();
    assert!(!files.is_empty());
    for file in files {
        let suite = valid(serde_json::from_str(&read(&file)).unwrap());
        let read: satranj::documents::suite::Suite = serde_json::from_value(suite).unwrap();
        assert!(!read.experiments.is_empty(), "{}", file.display());
    }
}

/// A small suite of one method.
fn suite_of(method: &str, time_limit: &Value) -> String {
    json!({"schema": "satranj.suite/1", "name": "s", "title": "t", "runs": 3, "warmup": 1,
        "time_limit": time_limit, "methods": [method], "experiments": [{"name": "e", "title": "t",
        "instances": {"puzzles": [{"kind": "queens", "n": 4}]}}]})
    .to_string()
}

#[test]
fn a_time_limit_may_be_a_number_of_seconds() {
    for (limit, seconds) in [(json!(5), 5.0), (json!(2.5), 2.5), (json!("1min"), 60.0)] {
        let ran = satranj("bench - --json").input(suite_of("native:dfs", &limit)).run().exits(0);
        assert_eq!(ran.json()["experiments"][0]["time_limit_seconds"], seconds, "{limit}");
    }
    for (limit, said) in
        [(json!(-5), "time_limit: `-5` is not a time"), (json!(true), "time_limit")]
    {
        let ran = satranj("bench -").input(suite_of("native:dfs", &limit)).run();
        let complaint = ran.complains(1);
        assert!(complaint.contains(said), "{limit}: {complaint}");
    }
}

#[test]
fn measured_runs_are_counted_apart_from_those_for_warming_up() {
    let suite = suite_of("native:dfs", &json!("1h"));
    let ran = satranj("bench - -v --json").input(suite).run().exits(0);
    let said: Vec<&str> = ran.stderr.lines().filter_map(|line| line.split(", ").last()).collect();
    assert_eq!(
        said,
        ["warm-up 1 of 1", "run 1 of 3", "run 2 of 3", "run 3 of 3"],
        "{}",
        ran.report()
    );
}

#[test]
fn a_suite_without_a_method_that_can_be_run_is_an_error() {
    let suite = suite_of("program:other", &json!("1h"));
    let said = satranj("bench -").input(suite).run().complains(1);
    let expected = "no method can be measured; experiment `e`: program:other is left out \
                    because it has no command; add --program NAME=COMMAND";
    assert!(said.contains(expected), "{said}");
    let suite = suite_of("native:dfs", &json!("1h"));
    let said = satranj("bench - --methods sat:*").input(suite).run().complains(1);
    assert!(said.contains("no method can be measured"), "{said}");
}
