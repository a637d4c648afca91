//! The tables of the book from committed results: the text of a chapter between `<!-- results: FILE TABLE
//! -->` and `<!-- end -->` is made from `benches/results/FILE.json.xz`.
//!
//! `SATRANJ_BLESS=1 cargo test --test journeys results_in_docs` writes them again (`just comparisons`). The
//! tables are `facts`, `claims`, `beside` (published value, measured value, ratio), `methods` (how many each
//! solved, and its PAR-2), `solved` (how many each solved by experiment, with those that it found a solution
//! of in brackets if these are more), and `cpu:EXPERIMENT`, the median processor seconds of each method at
//! each point of an experiment, with the ratio to the first method in brackets.

use std::{fmt::Write as _, fs, io::Read as _};

use lzma_rust2::XzReader;
use serde_json::Value;

use super::documentation::{CHAPTERS, root, text_of};
use crate::harness::{satranj, schema::valid};

const BEGIN: &str = "<!-- results: ";
const END: &str = "<!-- end -->";

fn path(file: &str) -> std::path::PathBuf {
    root().join(format!("benches/results/{file}.json.xz"))
}

/// The results of a file.
fn results(file: &str) -> Value {
    let bytes = fs::read(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut text = String::new();
    XzReader::new(&bytes[..], true).read_to_string(&mut text).expect("xz data");
    serde_json::from_str(&text).expect("JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// What was run, where, by which command.
fn facts(results: &Value) -> String {
    let environment = &results["environment"];
    let gibibytes = environment["memory_bytes"].as_f64().unwrap_or(0.0) / f64::from(1 << 30);
    format!(
        "Made by `{}` of satranj {} on {} ({} logical processors, {gibibytes:.1} GiB, {}).\n",
        text(&results["command"]),
        text(&results["version"]),
        text(&environment["processor"]),
        environment["processors"],
        text(&environment["os"]),
    )
}

/// A row of a Markdown table.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The claims, and the results.
fn claims(results: &Value) -> String {
    let mut table = row(&["experiment", "claim", "seen", ""]) + "|:--|:--|:--|:--|\n";
    for experiment in list(&results["experiments"]) {
        for claim in list(&experiment["claims"]) {
            let verdict = match claim["holds"].as_bool() {
                Some(true) => "as claimed",
                Some(false) => "**not so**",
                None => "not checked",
            };
            let name = format!("`{}`", text(&experiment["name"]));
            table += &row(&[&name, text(&claim["claim"]), text(&claim["seen"]), verdict]);
        }
    }
    table
}

/// A table of `report` by its title.
fn reported(file: &str, title: &str) -> String {
    let ran = satranj("report").argument(path(file)).arguments("--export-markdown -").run();
    let ran = ran.exits(0);
    let heading = format!("## {title}\n\n");
    let (_, behind) = ran.text().split_once(&heading).unwrap_or_else(|| panic!("{title}"));
    let lines = behind.lines().take_while(|line| line.starts_with('|'));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Seconds with two significant digits.
fn seconds(seconds: f64) -> String {
    let digits = (1.0 - seconds.max(1e-9).log10().floor()).clamp(0.0, 4.0) as usize;
    format!("{seconds:.digits$}")
}

/// The methods that were run at some points.
fn methods<'v>(points: &[&'v Value]) -> Vec<&'v str> {
    let mut methods: Vec<&str> = Vec::new();
    for runs in points.iter().flat_map(|point| list(&point["runs"])) {
        if !methods.contains(&text(&runs["method"])) {
            methods.push(text(&runs["method"]));
        }
    }
    methods
}

/// How many cases of each experiment a method solves.
fn solved_cases(results: &Value) -> String {
    let experiments: Vec<&Value> = list(&results["experiments"]).collect();
    let of = |experiment: &&'_ Value| format!("`{}`", text(&experiment["name"]));
    let names: Vec<String> =
        ["method".into()].into_iter().chain(experiments.iter().map(of)).collect();
    let mut table = row(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let _ = writeln!(table, "|:--|{}", "--:|".repeat(experiments.len()));
    let points: Vec<&Value> = experiments.iter().flat_map(|own| list(&own["points"])).collect();
    for method in methods(&points) {
        let cell = |experiment: &&Value| {
            let runs = list(&experiment["points"]).flat_map(|point| list(&point["runs"]));
            let own: Vec<&Value> = runs.filter(|runs| runs["method"] == method).collect();
            let sum = |field| -> u64 {
                own.iter().map(|runs| runs["cases"][field].as_u64().expect("a number")).sum()
            };
            let (answered, found) = (sum("answered"), sum("found"));
            if found > answered { format!("{answered} ({found})") } else { answered.to_string() }
        };
        let cells: Vec<String> = experiments.iter().map(cell).collect();
        let _ = writeln!(table, "| `{method}` | {} |", cells.join(" | "));
    }
    table
}

/// The processor time of each method at each point.
fn processor_times(results: &Value, name: &str) -> String {
    let mut experiments = list(&results["experiments"]);
    let experiment = experiments.find(|experiment| experiment["name"] == name);
    let experiment = experiment.unwrap_or_else(|| panic!("no experiment {name}"));
    let points: Vec<&Value> = list(&experiment["points"]).collect();
    let methods = methods(&points);
    let time = |point: &Value, method: &str| -> Option<f64> {
        let runs = list(&point["runs"]).find(|runs| runs["method"] == method)?;
        (runs["status"] != "unknown").then(|| runs["median_cpu_seconds"].as_f64())?
    };
    let mut table = format!("| {} |", text(&experiment["parameter"]["name"]));
    for point in &points {
        let _ = write!(table, " {} |", point["values"][0].as_f64().expect("a number"));
    }
    let _ = writeln!(table, "\n|:--|{}", "--:|".repeat(points.len()));
    for method in &methods {
        let _ = write!(table, "| `{method}` |");
        for point in &points {
            let cell = match (time(point, method), time(point, methods[0])) {
                (None, _) => "-".into(),
                (Some(own), Some(first)) if *method != methods[0] => {
                    format!("{} ({:.1})", seconds(own), own / first)
                }
                (Some(own), _) => seconds(own),
            };
            let _ = write!(table, " {cell} |");
        }
        table.push('\n');
    }
    table
}

fn table(file: &str, name: &str) -> String {
    let results = results(file);
    match name.split_once(':') {
        Some(("cpu", experiment)) => processor_times(&results, experiment),
        _ => match name {
            "facts" => facts(&results),
            "claims" => claims(&results),
            "solved" => solved_cases(&results),
            "beside" => reported(file, "Published and measured values"),
            "methods" => reported(file, "Methods"),
            other => panic!("no table is called {other}"),
        },
    }
}

/// A chapter with its tables made again, and their number.
fn made_again(chapter: &str) -> (String, usize) {
    let (mut made, mut rest, mut count) = (String::new(), chapter, 0);
    while let Some(at) = rest.find(BEGIN) {
        let line = rest[at + BEGIN.len()..].lines().next().expect("a line");
        let named = line.strip_suffix(" -->").expect("the mark ends on its line");
        let (file, name) = named.split_once(' ').expect("a file and a table");
        let end = rest[at..].find(END).expect("the table ends") + at;
        made += &rest[..at];
        let _ = write!(made, "{BEGIN}{named} -->\n\n{}\n", table(file, name));
        rest = &rest[end..];
        count += 1;
    }
    (made + rest, count)
}

#[test]
fn the_tables_of_the_book_are_those_of_the_results() {
    let mut tables = 0;
    for chapter in CHAPTERS {
        let text = text_of(chapter);
        let (made, count) = made_again(&text);
        tables += count;
        if std::env::var_os("SATRANJ_BLESS").is_some() {
            fs::write(root().join(chapter), &made).expect("the chapter is written");
        } else {
            assert_eq!(text, made, "{chapter}: `just comparisons` makes its tables again");
        }
    }
    assert!(tables > 2, "{tables} tables are made of results");
}

#[test]
fn committed_results_follow_the_schema() {
    for entry in fs::read_dir(root().join("benches/results")).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        let file = name.strip_suffix(".json.xz").expect("results are compressed");
        let results = results(file);
        assert_eq!((&results["complete"], results["agreement"] == false), (&true.into(), false));
        // The schema is checked on an excerpt: all points have the same form.
        let mut short = results.clone();
        for experiment in short["experiments"].as_array_mut().expect("experiments") {
            let points = experiment["points"].as_array_mut().expect("points");
            points.truncate(1);
            for point in points {
                for name in ["rows", "instances"] {
                    point[name].as_array_mut().expect("a list").truncate(5);
                }
            }
        }
        valid(short);
    }
}
