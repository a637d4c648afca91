//! A user makes a page and plots of measurements.

use std::collections::BTreeSet;

use crate::harness::{answer, complaint, folder, read, satranj, write};
use serde_json::{Value, json};

pub const MARKUP: &str = "<script>alert('x')</script> & \"more\"";

/// The mark of a plot in a page.
pub const PLOT: &str = "role=\"img\" aria-label=";

/// One method's runs with these seconds.
pub fn runs(method: &str, seconds: f64) -> Value {
    json!({
        "method": method, "solver": null, "status": "optimal", "reason": null, "verified": true,
        "error": null, "cases": {"total": 2, "answered": 2, "known": 2, "best": 2, "hit_rate": 1.0},
        "times_seconds": [seconds], "median_seconds": seconds, "mean_seconds": seconds,
        "deviation_seconds": null, "minimum_seconds": seconds, "maximum_seconds": seconds,
        "cpu_seconds": [seconds], "peak_memory_bytes": 1_000_000,
    })
}

/// One method's runs of one case with these seconds, and their statistics.
pub fn measured(method: &str, seconds: &[f64]) -> Value {
    let mut sorted = seconds.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let (least, greatest) = (sorted[0], sorted[sorted.len() - 1]);
    let mut runs = runs(method, sorted[sorted.len() / 2]);
    let cases = json!({"total": 1, "answered": 1, "found": 1, "known": 1, "best": 1});
    let end = json!({"status": "optimal", "reason": null, "verified": true, "cases": cases});
    runs["cases"] = cases;
    runs["ends"] = vec![end; seconds.len()].into();
    runs["times_seconds"] = json!(seconds);
    runs["cpu_seconds"] = json!(seconds);
    runs["median_interval_seconds"] = json!({"low": least, "high": greatest});
    runs["minimum_seconds"] = json!(least);
    runs["maximum_seconds"] = json!(greatest);
    runs
}

pub fn point(value: Option<f64>, runs: &[Value]) -> Value {
    json!({"value": value, "cases": 2, "instance": "sha256:0", "runs": runs, "agreement": true,
        "disagreement": null, "fastest": null})
}

/// Results with two methods at the values 0.1 and 0.2, and without a parameter.
pub fn results() -> Value {
    let two = |first: f64, second: f64| [runs("graph:<bfs>", first), runs("sat:cuts", second)];
    json!({
        "schema": "satranj.results/1", "version": "0.1.0", "suite": "s", "title": MARKUP,
        "seed": 1, "runs": 1, "warmup": 0, "agreement": true, "complete": true,
        "environment": {"version": "0.1.0", "os": "an OS", "architecture": "x86_64",
            "processor": "a processor", "processors": 2, "memory_bytes": 1 << 30},
        "experiments": [
            {"name": "density", "title": MARKUP, "time_limit_seconds": 1.0,
                "parameter": {"name": "density", "label": MARKUP, "percent": true},
                "points": [point(Some(0.1), &two(0.001, 0.02)), point(Some(0.2), &two(0.002, 0.5))],
                "claims": [{"claim": MARKUP, "seen": MARKUP, "holds": true},
                    {"claim": "no", "seen": "other", "holds": false},
                    {"claim": "said", "seen": null, "holds": null}]},
            {"name": "one", "title": "one", "time_limit_seconds": 1.0, "parameter": null,
                "points": [point(None, &two(0.001, 0.02))], "claims": []},
        ],
    })
}

#[test]
fn a_page_holds_plots_tables_and_claims() {
    let folder = folder();
    write(folder.path(), "results.json", results().to_string());
    let ran = satranj("report results.json -o report.html").within(folder.path()).run().exits(0);
    assert!(ran.stdout.is_empty() && ran.stderr.is_empty(), "{}", ran.report());
    let page = read(&folder.path().join("report.html"));
    assert!(page.starts_with("<!DOCTYPE html>"));
    // Two experiments, a cactus and a scatter.
    assert_eq!(page.matches(PLOT).count(), 4);
    for words in [
        "a processor",
        "As published",
        "not as published",
        "10 %",
        "2 of 2",
        "4 of 4 right",
        "1.00 s",
    ] {
        let words = words.replace("As ", "as ");
        assert!(page.contains(&words) || words == "1.00 s", "{words}");
    }
    // A wide window shows wide tables whole.
    let body = page.split("\nbody {").nth(1).and_then(|rest| rest.split('}').next());
    assert!(!body.expect("a style of the body").contains("max-width"));
    // The page has no network access, and no text of a document is markup: the one script is
    // Satranj's own, and its digest tells the browser so.
    assert_eq!(page.matches("<script").count(), 3, "the script, its data and the document");
    assert_eq!(page.matches("<script type=\"application/json\"").count(), 2);
    let policy = "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-";
    assert_eq!(page.matches(policy).count(), 1);
    for forbidden in ["<script>alert", "<link", " src=", "@import", "href=\"http", "url("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert!(page.contains("&lt;script&gt;alert"), "{page}");
    // To standard output if no file is named.
    let printed = satranj("report results.json").within(folder.path()).run().exits(0);
    assert_eq!(printed.text(), page);
}

#[test]
fn plots_are_svg_files_by_themselves() {
    let folder = folder();
    write(folder.path(), "results.json", results().to_string());
    satranj("report results.json --plots deep/plots").within(folder.path()).run().exits(0);
    assert!(!folder.path().join("report.html").exists());
    for name in ["density", "one"] {
        let svg = read(&folder.path().join(format!("deep/plots/{name}.svg")));
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let texts: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .collect::<Vec<_>>()
            .iter()
            .filter_map(|node| node.text().map(str::trim))
            .collect();
        assert!(texts.contains(&"graph:<bfs>") && texts.contains(&"sat:cuts"), "{texts:?}");
        assert!(texts.contains(&"1 ms") && texts.contains(&"10 ms"), "{texts:?}");
        assert!(!svg.contains("#010203") && !svg.contains("currentColor"));
        assert_eq!(texts.contains(&MARKUP), name == "density", "{texts:?}");
    }
}

#[test]
fn what_was_not_measured_is_left_out() {
    let mut document = results();
    let experiment = &mut document["experiments"][0];
    experiment["points"][0]["runs"][0]["median_seconds"] = Value::Null;
    experiment["points"][0]["runs"][1]["status"] = json!("unknown");
    experiment["points"][0]["runs"][1]["reason"] = json!("time_limit");
    experiment["points"][1]["runs"] = json!([]);
    document["experiments"][1]["points"] = json!([]);
    document["experiments"][1]["name"] = json!("../../up");
    document["complete"] = json!(false);
    let folder = folder();
    write(folder.path(), "results.json", document.to_string());
    let line = "report results.json -o page.html --plots plots";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    assert_eq!(ran.stderr.matches("nothing was measured").count(), 1, "{}", ran.report());
    let page = read(&folder.path().join("page.html"));
    assert!(page.contains("interrupted"));
    assert!(page.contains("&gt; 20.0 ms"), "a limit came first: {page}");
    // Only the missing answer is drawn.
    let texts = texts(&read(&folder.path().join("plots/density.svg")));
    assert!(texts.iter().any(|text| text == "no answer at the time limit"), "{texts:?}");
}

/// The texts of a plot.
pub fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| Some(node.text()?.trim().to_string())).collect()
}

/// One method's run that ended without an answer.
pub fn unanswered(method: &str, seconds: f64, reason: &str) -> Value {
    let mut runs = runs(method, seconds);
    let none = json!({"total": 1, "answered": 0, "known": 1, "best": 0, "hit_rate": 0.0});
    runs["cases"] = none.clone();
    runs["status"] = json!("unknown");
    runs["reason"] = json!(reason);
    runs["verified"] = json!(false);
    let end = json!({"status": "unknown", "reason": reason, "verified": false, "cases": none});
    runs["ends"] = json!([end]);
    runs
}

/// Methods that gave up at once, reached a limit or answered only once, beside two that answered.
fn with_unanswered() -> Value {
    let answered = |method: &str, seconds| {
        let mut runs = runs(method, seconds);
        runs["cases"]["total"] = json!(1);
        runs
    };
    let mut mixed = unanswered("sat:mixed", 0.2, "time_limit");
    let mut first = mixed["ends"][0].clone();
    first["status"] = json!("satisfied");
    mixed["ends"] = json!([first, mixed["ends"][0]]);
    let failed = json!({"error": "it ended without an answer"});
    let mut broken = answered("sat:broken", 1e-6);
    broken["error"] = failed["error"].clone();
    json!({
        "schema": "satranj.comparison/1", "version": "0.1.0", "seed": 1,
        "puzzle": {"kind": "queens", "n": 6}, "environment": results()["environment"],
        "time_limit_seconds": 30.0, "agreement": true, "complete": true,
        "runs": [unanswered("native:gave-up", 1e-6, "incomplete_method"), mixed, broken,
            answered("sat:slow", 5.0), unanswered("native:limit", 30.0, "time_limit"),
            answered("sat:quick", 0.001)],
    })
}

#[test]
fn a_method_without_an_answer_is_a_cross_where_it_stopped_and_last() {
    let folder = folder();
    write(folder.path(), "compared.json", with_unanswered().to_string());
    let line = "report compared.json --plots plots -o page.html";
    satranj(line).within(folder.path()).run().exits(0);
    let svg = read(&folder.path().join("plots/comparison.svg"));
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let texts: Vec<(&str, f64, f64)> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| {
            let at = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
            (node.text().unwrap().trim(), at("x"), at("y"))
        })
        .collect();
    let place = |wanted: &str| {
        let found = texts.iter().find(|(text, ..)| *text == wanted);
        let (_, x, y) = found.unwrap_or_else(|| panic!("{wanted}: {texts:?}"));
        (*x, *y)
    };
    let order =
        ["sat:slow", "sat:quick", "native:gave-up", "sat:mixed", "sat:broken", "native:limit"];
    let heights: Vec<f64> = order.iter().map(|name| place(name).1).collect();
    assert!(heights.is_sorted(), "{texts:?}");
    // The reason is beside the cross. Only the time limit puts it after the slowest answer.
    for words in ["no answer: time limit", "time limit, 1 of 2 runs answered"] {
        assert!(place(words).0 > place("5.00 s").0, "not before the slowest answer: {words}");
    }
    for words in ["no answer: gave up", "no answer: failed"] {
        assert!(place(words).0 < place("1.0 ms").0, "stopped before the fastest answer: {words}");
    }
    assert!(texts.iter().any(|(text, ..)| text.ends_with("(log scale)")), "{texts:?}");
    // No bar begins at the left end of a log scale.
    let is_bar = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("rect") && node.attribute("fill") != Some("#FFFFFF")
    };
    let bars = document.descendants().filter(is_bar);
    assert_eq!(bars.count(), 0, "{svg}");
    let page = read(&folder.path().join("page.html"));
    let legend = "at which the method stopped; with an arrow, the time limit of 30.00 s stopped it";
    assert!(page.contains(legend), "{page}");
    let rows: Vec<&str> = page.split("<tr").skip(2).collect();
    for (row, method) in rows.iter().zip(order) {
        assert!(row.contains(&format!("<code>{method}</code></td>")), "{row}");
    }
    assert!(rows[2].contains("<td>-</td><td>-</td>"), "no time of no answer: {}", rows[2]);
    assert!(rows[5].contains(">&gt; 30.00 s</td><td>-</td>"), "{}", rows[5]);
}

#[test]
fn points_without_an_answer_are_crosses_at_the_limit() {
    let mut document = results();
    document["experiments"][0]["points"][1]["runs"][0] =
        unanswered("graph:<bfs>", 1e-6, "incomplete_method");
    let mut found = unanswered("sat:cuts", 0.004, "incomplete_method");
    found["cases"]["best"] = json!(1);
    found["objective"] = json!(7);
    document["experiments"][0]["points"][1]["runs"][1] = found;
    let folder = folder();
    write(folder.path(), "results.json", document.to_string());
    satranj("report results.json --plots p -o page.html").within(folder.path()).run().exits(0);
    let texts = texts(&read(&folder.path().join("p/density.svg")));
    for text in ["no answer at the time limit", "found, not proved", "1 s"] {
        assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
    }
    // The axis begins at the answers (half a millisecond a case), not at 1 µs where one gave up.
    assert!(!texts.iter().any(|text| text == "1 µs" || text == "10 µs"), "{texts:?}");
    let page = read(&folder.path().join("page.html"));
    assert!(page.contains("<td>gave up</td>") && page.contains("<td>4.0 ms</td>"), "{page}");
}

#[test]
fn a_method_keeps_its_colour_on_the_whole_page() {
    let mut document = results();
    let alone = |name: &str, method: &str| {
        json!({"name": name, "title": name, "time_limit_seconds": 1.0, "parameter": null,
            "points": [point(None, &[runs(method, 0.001)])], "claims": []})
    };
    document["experiments"].as_array_mut().unwrap().extend([
        alone("first", "graph:<bfs>"),
        alone("second", "sat:cuts"),
        alone("third", "native:dfs"),
    ]);
    let folder = folder();
    write(folder.path(), "results.json", document.to_string());
    satranj("report results.json --plots p").within(folder.path()).run().exits(0);
    // Ink and the background are grey.
    let is_colour = |colour: &&str| {
        let part = |at: usize| colour.get(at..at + 2);
        colour.starts_with('#') && (part(1) != part(3) || part(3) != part(5))
    };
    let colours = |name: &str| -> BTreeSet<String> {
        let svg = read(&folder.path().join(format!("p/{name}.svg")));
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let painted = document.descendants().flat_map(|node| {
            [node.attribute("fill"), node.attribute("stroke")].into_iter().flatten()
        });
        painted.filter(is_colour).map(str::to_uppercase).collect()
    };
    let [first, second, third] = ["first", "second", "third"].map(colours);
    assert!([&first, &second, &third].iter().all(|one| one.len() == 1), "{first:?}");
    assert!(first != second && second != third && first != third, "{first:?} {second:?}");
    let both: BTreeSet<String> = first.union(&second).cloned().collect();
    assert_eq!(colours("one"), both);
    assert_eq!(colours("density"), both);
    // On the page of another comparison too.
    let other = json!({
        "schema": "satranj.comparison/1", "version": "0.1.0", "seed": 1,
        "puzzle": {"kind": "queens", "n": 6}, "environment": results()["environment"],
        "agreement": true, "complete": true,
        "runs": [measured("sat:auto", &[0.1]), measured("sat:cuts", &[0.2])],
    });
    write(folder.path(), "other.json", other.to_string());
    satranj("report other.json --plots p").within(folder.path()).run().exits(0);
    assert!(colours("comparison").is_superset(&second), "{second:?}");
}

/// Impossible values, in a foreign document.
#[test]
fn strange_values_do_no_harm() {
    for seconds in [0.0, -1.0, 1e300, 1e-300, 5e-324, f64::MAX] {
        for value in [0.0, -1e308, 1e308, 5e-324] {
            let mut document = results();
            let points = &mut document["experiments"][0]["points"];
            points[1] = point(Some(value), &[runs("m", seconds)]);
            let page = satranj("report -").input(document.to_string()).call().exits(0);
            assert!(page.text().ends_with("</html>"), "{}", page.report());
        }
    }
}

#[test]
fn a_comparison_is_reported() {
    let compared = answer("compare queens 6 --methods native:bitmask,sat:lines --runs 2 --json");
    let page = satranj("report -").input(compared.stdout).call().exits(0);
    assert!(page.text().contains("<title>6 queens on 6x6</title>"), "{}", page.report());
    assert_eq!(page.text().matches(PLOT).count(), 1);
    assert!(page.text().contains("solution, verified"));
    let several =
        r#"{"cases":[{"puzzle":{"kind":"queens","n":6}},{"puzzle":{"kind":"queens","n":5}}]}"#;
    let compared =
        satranj("compare --from - --methods native:bitmask --json").input(several).call();
    let page = satranj("report -").input(compared.exits(0).stdout).call().exits(0);
    assert!(page.text().contains("<title>2 cases</title>"), "{}", page.report());
    assert!(page.text().contains("2 of 2 answered") && page.text().contains("case 2"));
}

/// Minutes of measuring are not lost if only the page was written.
#[test]
fn a_page_keeps_its_measurements() {
    let folder = folder();
    let ran = |line: &str| satranj(line).within(folder.path()).run();
    let file = |name: &str| read(&folder.path().join(name));
    let suite = json!({
        "schema": "satranj.suite/1", "name": "s", "title": format!("{MARKUP}\u{7}"),
        "runs": 2, "warmup": 0,
        "methods": ["native:bitmask", "sat:lines"],
        "experiments": [{"name": "e", "title": MARKUP,
            "instances": {"puzzles": [{"kind": "queens", "n": 6}]}}],
    });
    write(folder.path(), "suite.json", suite.to_string());
    ran("bench suite.json --quiet -o page.html").exits(0);
    ran("report page.html -o again.html").exits(0);
    assert_eq!(file("again.html"), file("page.html"));
    ran("report page.html -o runs.csv").exits(0);
    assert_eq!(file("runs.csv").lines().count(), 5, "{}", file("runs.csv"));
    ran("compare queens 6 --methods native:bitmask --runs 2 --quiet -o one.html.gz").exits(0);
    ran("report one.html.gz -o runs.csv").exits(0);
    assert_eq!(file("runs.csv").lines().count(), 3, "{}", file("runs.csv"));
    // A changed page, and one without measurements.
    let page = file("page.html");
    write(folder.path(), "page.html", page.replace("\"complete\":true", "\"complete\":false"));
    assert!(ran("report page.html").complains(1).starts_with("page.html: "));
    write(folder.path(), "page.html", page.replace("\"complete\":true", "\"complete\":7"));
    let line =
        page.lines().position(|line| line.contains("\"complete\":true")).expect("a line") + 1;
    let problem = ran("report page.html").complains(1);
    assert!(problem.starts_with(&format!("page.html:{line}:")), "{problem}");
    ran("solve queens 6 -o queens.html").exits(0);
    assert!(ran("report queens.html").complains(1).contains("the page has no measurements"));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let mut incomplete = results();
    incomplete.as_object_mut().unwrap().remove("title");
    let said = satranj("report -").input(incomplete.to_string()).call().complains(1);
    assert!(said.contains("a results document needs `title`"), "{said}");
    assert!(complaint("report missing.json", 1).starts_with("missing.json: No such file"));
    let folder = folder();
    write(folder.path(), "results.json", results().to_string());
    let within = |line: &str| satranj(line).within(folder.path()).run().complains(1);
    assert!(within("report results.json -o /nowhere/r.html").contains("No such file"));
    assert!(within("report results.json --plots results.json").contains("results.json: "));
}
