//! Reports on methods with a range of seeds: shares, and steps.

use super::report::{PLOT, point, results, runs};
use crate::harness::{folder, read, satranj, write};
use serde_json::{Value, json};

/// Results over a parameter of a method with a range of seeds.
fn seeds(share: f64, median: f64) -> Value {
    let spread = json!({"minimum": 1, "median": median, "mean": 20.9, "maximum": 412});
    let mut runs = runs("native:<climbing>", 0.5);
    runs["seeds"] = json!({"first_seed": 1, "last_seed": 1000, "runs": 1000, "solved": 960,
        "refuted": 0, "share": share, "reason": null, "steps_solved": spread,
        "steps_unsolved": null});
    let mut document = results();
    let one = |name: &str, value, parameter: &Value| {
        json!({"name": name, "title": "over seeds", "time_limit_seconds": 1.0,
            "seeds": "1..1000", "options": {"restarts": 0}, "parameter": parameter,
            "points": [point(value, std::slice::from_ref(&runs))], "claims": []})
    };
    let parameter = json!({"name": "n", "label": "queens"});
    document["experiments"] =
        json!([one("size", Some(8.0), &parameter), one("alone", None, &Value::Null)]);
    document
}

#[test]
fn shares_and_steps_over_seeds_are_plotted() {
    let folder = folder();
    write(folder.path(), "results.json", seeds(0.96, 11.5).to_string());
    let line = "report results.json -o page.html --plots plots";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
    let page = read(&folder.path().join("page.html"));
    // For one point the table shows everything.
    assert_eq!(page.matches(PLOT).count(), 2);
    for cell in ["<td>96.0 %</td>", "<td>11.5</td>", "<th>seeds 1..1000</th>", "--restarts=0"] {
        assert_eq!(page.matches(cell).count(), 2, "{cell}");
    }
    assert!(!page.contains("warming up") && !page.contains("“right”"), "{page}");
    let mut files: Vec<String> = std::fs::read_dir(folder.path().join("plots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["size.solved.svg", "size.steps.svg"]);
    for (file, label, tick) in [
        ("solved", "runs solved", "40 %"),
        ("steps", "median steps of solved runs (log scale)", "100"),
    ] {
        let svg = read(&folder.path().join(format!("plots/size.{file}.svg")));
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let texts: Vec<&str> =
            document.descendants().filter_map(|node| node.text().map(str::trim)).collect();
        for text in [label, tick, "native:<climbing>", "queens"] {
            assert!(texts.contains(&text), "{file}: {text}: {texts:?}");
        }
    }
    // Impossible values are left out.
    for (share, median) in [(-1.0, 0.0), (1e300, 1e300), (0.5, -1.0)] {
        let page = satranj("report -").input(seeds(share, median).to_string()).call().exits(0);
        assert!(page.text().ends_with("</html>"), "{}", page.report());
    }
}
