//! The tables, the single plots, fits and command lines of a report.

use super::report::{MARKUP, measured, point, results, texts, unanswered};
use crate::harness::{complaint, folder, read, satranj, write};
use serde_json::{Value, json};

#[test]
fn tables_are_markdown_csv_and_latex() {
    let folder = folder();
    write(folder.path(), "results.json", results().to_string());
    let exports = "--export-markdown t.md --export-csv t.csv --export-latex t.tex";
    let line = format!("report results.json {exports}");
    let ran = satranj(&line).within(folder.path()).run().exits(0);
    assert!(ran.stdout.is_empty(), "{}", ran.report());
    let of = |name: &str| read(&folder.path().join(name));
    let markdown = of("t.md");
    for title in ["## Methods", "## Winners", "## All rows"] {
        assert!(markdown.contains(title), "{title}: {markdown}");
    }
    assert!(markdown.contains("| graph:&lt;bfs> | 3 of 3 | 3 |"), "{markdown}");
    assert!(markdown.contains("| virtual best | 3 of 3 | - |"), "{markdown}");
    let latex = of("t.tex");
    assert!(latex.contains("\\toprule\nmethod & solved & fastest on & PAR-2 \\\\"), "{latex}");
    assert_eq!(latex.matches("\\begin{tabular}").count(), 3);
    let csv = of("t.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 7, "{csv}");
    assert!(lines[0].starts_with("experiment,instance,parameter,method,run,status,"), "{csv}");
    assert!(csv.contains(",0.1,graph:<bfs>,1,optimal,,0.001,0.001,1000000"), "{csv}");
    // A single one goes to standard output instead of the page; two do not.
    let printed = satranj("report results.json --export-csv -").within(folder.path()).run();
    assert_eq!(printed.exits(0).text(), csv);
    let said = complaint("report results.json -o - --export-csv -", 2);
    assert!(said.contains("-o - and --export-csv - both go to standard output"), "{said}");
}

#[test]
fn plots_are_pictures_of_pixels_too() {
    let folder = folder();
    let mut alone = results();
    alone["experiments"].as_array_mut().unwrap().remove(0);
    write(folder.path(), "one.json", alone.to_string());
    let line = "report one.json --plots p --plot-format png,svg";
    let within = |line: &str| satranj(line).within(folder.path()).run();
    within(line).exits(0);
    let png = std::fs::read(folder.path().join("p/one.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 1800);
    roxmltree::Document::parse(&read(&folder.path().join("p/one.svg"))).expect("XML");
    // A file of plots is replaced by a new one, but no other file is.
    within(line).exits(0);
    write(folder.path(), "p/one.png", "a photograph");
    let said = within(line).complains(2);
    assert!(said.contains("one.png") && said.contains("--force"), "{said}");
}

#[test]
fn two_methods_against_one_another() {
    let folder = folder();
    write(folder.path(), "results.json", results().to_string());
    // The reader chooses the two methods of the scatter plot.
    let chosen = "report results.json --plots q --scatter sat:cuts,graph:<bfs>";
    satranj(chosen).within(folder.path()).run().exits(0);
    let texts = texts(&read(&folder.path().join("q/scatter.svg")));
    assert!(texts.iter().any(|text| text == "graph:<bfs> faster"), "{texts:?}");
    let unknown = "report results.json --plots q --scatter sat:cuts,none";
    let said = satranj(unknown).within(folder.path()).run().complains(2);
    assert!(
        said.contains("--scatter none: not measured; expected one of graph:<bfs>, sat:cuts"),
        "{said}"
    );
}

/// Times that grow with the third power of the size, and one missing at the largest.
#[test]
fn growth_is_fitted_where_there_are_four_points() {
    let mut document = results();
    let at = |n: f64| point(Some(n), &[measured("sat:cuts", &[1e-6 * n.powi(3); 3])]);
    let sizes = [2.0, 4.0, 8.0, 16.0, 32.0];
    let mut points: Vec<Value> = sizes.iter().map(|&n| at(n)).collect();
    points.push(point(Some(64.0), &[unanswered("sat:cuts", 1.0, "time_limit")]));
    let parameter = json!({"name": "n", "label": "side"});
    document["experiments"][0]["parameter"] = parameter;
    document["experiments"][0]["points"] = json!(points);
    let table = satranj("report - --export-markdown -").input(document.to_string()).run().exits(0);
    let fitted = "| density | sat:cuts | 5 | 3.00 | ± 0.00 | 1.000 |";
    assert!(table.text().contains(fitted), "{}", table.report());
    document["experiments"][0]["points"] = json!(points[3..]);
    let table = satranj("report - --export-markdown -").input(document.to_string()).run().exits(0);
    assert!(!table.text().contains("## Growth"), "{}", table.report());
}

/// Each row gives the command to run it again, which a shell accepts.
#[test]
fn a_row_says_how_it_is_run_again() {
    let suite = r#"{"schema":"satranj.suite/1","name":"s","title":"s","runs":2,"warmup":0,
        "methods":["native:dfs","sat:lines"],"experiments":[{"name":"e","title":"e",
        "instances":{"puzzles":[{"kind":"queens","n":6},{"kind":"queens","n":8}]}}]}"#;
    let results = satranj("bench - --json -q").input(suite).run().exits(0);
    let page = satranj("report -").input(results.stdout).run().exits(0);
    let commands: Vec<&str> =
        page.text().split("<code class=\"command\">printf ").skip(1).collect();
    assert_eq!(commands.len(), 4, "two cases by two methods: {}", page.report());
    let line = commands[0].split("</code>").next().expect("its end");
    let line = format!("printf {}", line.replace("&quot;", "\"").replace("&gt;", ">"));
    let program = env!("CARGO_BIN_EXE_satranj");
    let line = line.replace("| satranj ", &format!("| {program} ")) + " --json -q";
    let ran = std::process::Command::new("sh").arg("-c").arg(&line).output().expect("sh runs");
    assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    let document: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!(document["puzzle"]["n"], 6);
    assert_eq!(document["runs"][0]["method"], "native:dfs");
}

#[test]
fn published_values_stand_beside_ours() {
    let mut document = results();
    let beside = |quantity: Value, theirs: Value, ours: Value, ratio: Value| {
        json!({"point": 1, "case": 1, "method": "sat:cuts", "quantity": quantity,
            "theirs": theirs, "ours": ours, "ratio": ratio})
    };
    document["experiments"][0]["points"][0]["point"] = json!(1);
    document["experiments"][0]["claims"][0]["beside"] = json!([
        beside(Value::Null, json!(10.0), json!(0.5), json!(20.0)),
        beside(json!("count"), json!(26_534_728), json!(26_534_728), Value::Null),
        beside(json!("outcome"), json!(MARKUP), Value::Null, Value::Null),
    ]);
    let table = satranj("report - --export-markdown -").input(document.to_string()).run().exits(0);
    for row in [
        "| density | 10 % | 1 | sat:cuts | time | 10.00 s | 500.0 ms | 20.0 |",
        "| density | 10 % | 1 | sat:cuts | solutions | 26,534,728 | 26,534,728 | - |",
    ] {
        assert!(table.text().contains(row), "{}", table.report());
    }
    let page = satranj("report -").input(document.to_string()).run().exits(0);
    assert!(
        page.text().contains("Published and measured values")
            && !page.text().contains("<script>alert")
    );
}

/// A text that a spreadsheet would read as a formula stays a text.
#[test]
fn no_name_is_a_formula_in_csv() {
    for name in ["=1+1", "+1", "-1", "@x", "=HYPERLINK(\"http://x\")"] {
        let mut document = results();
        document["experiments"][0]["name"] = json!(name);
        document["experiments"][0]["points"][0]["runs"][0]["method"] = json!(name);
        let ran = satranj("report - --export-csv -").input(document.to_string()).run().exits(0);
        for line in ran.text().lines() {
            let is_formula =
                |cell: &str| cell.trim_start_matches('"').starts_with(['=', '+', '-', '@']);
            assert!(!line.split(',').any(is_formula), "{name}: {line}");
        }
        assert!(
            ran.text().contains(&format!("'{}", name.split('"').next().expect("a part"))),
            "{}",
            ran.report()
        );
    }
}

#[test]
fn plots_have_the_names_of_their_experiments() {
    let folder = folder();
    let mut document = results();
    document["experiments"][0]["name"] = json!("é");
    let mut other = document["experiments"][0].clone();
    other["name"] = json!("ü");
    document["experiments"].as_array_mut().expect("a list").push(other);
    let line = satranj("report - --plots plots").within(folder.path());
    line.input(document.to_string()).run().exits(0);
    for name in ["é.svg", "ü.svg"] {
        assert!(folder.path().join("plots").join(name).exists(), "{name}");
    }
}
