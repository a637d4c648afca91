//! The pages of reports and of searches in a real browser.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::{
    harness::{folder, satranj, write},
    report::{MARKUP, measured},
};

/// Opens a page as a script of `tests/pages` does; the screenshots are kept in `target/pages`.
fn opens(page: &Path, script: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = Command::new(root.join("target/tools/python/bin/python"))
        .arg(root.join("tests/pages").join(script))
        .arg(page)
        .arg(root.join("target/pages"))
        .output()
        .expect("Python runs");
    let report = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {}\n{report}", page.display(), ran.status);
}

/// The page of a document, opened.
fn reported(document: &Value, name: &str) {
    let folder = folder();
    write(folder.path(), "document.json", document.to_string());
    let page = folder.path().join(format!("{name}.html"));
    satranj("report document.json -o").argument(&page).within(folder.path()).run().exits(0);
    opens(&page, "report.py");
}

/// Four methods over six sizes, with every kind of run end, and names that are markup.
fn sizes() -> Value {
    let sizes = [8, 12, 16, 24, 32, 48];
    let point = |&size: &i32| {
        let n = f64::from(size);
        let mut methods = vec![
            measured("native:<b>dfs</b>", &[1e-7, 1.1e-7, 9e-8].map(|factor| factor * n.powi(4))),
            measured("sat:cuts", &[2e-6, 2.2e-6, 2.5e-6].map(|factor| factor * n.powf(2.1))),
            measured("graph:search", &[1e-4, 1.1e-4, 3e-4].map(|factor| factor * n)),
            measured("sat:position-relative-to-the-first", &[1e-5 * n, 2e-5 * n]),
        ];
        if size > 24 {
            methods[0]["status"] = json!("unknown");
            methods[0]["reason"] = json!("time_limit");
            methods[0]["cases"]["answered"] = json!(0);
            methods[0]["cases"]["found"] = json!(0);
            methods[0]["cases"]["best"] = json!(0);
        }
        json!({"value": n, "cases": 1, "instance": "sha256:0", "runs": methods, "agreement": true,
            "disagreement": null, "fastest": null})
    };
    let points: Vec<Value> = sizes.iter().map(point).collect();
    json!({
        "schema": "satranj.results/1", "version": "0.1.0", "suite": "sizes",
        "title": format!("Closed tours {MARKUP}"), "seed": 1, "runs": 3, "warmup": 1,
        "agreement": true, "complete": true,
        "command": "satranj bench sizes.json -o results.json",
        "environment": {"version": "0.1.0", "os": "an OS", "architecture": "x86_64",
            "processor": "a processor", "processors": 2, "memory_bytes": 1 << 30},
        "experiments": [
            {"name": "sizes", "title": "Square boards", "time_limit_seconds": 1.0,
                "parameter": {"name": "n", "label": "side of the board"}, "points": points,
                "claims": [{"claim": MARKUP, "seen": MARKUP, "holds": true},
                    {"claim": "The first is the fastest", "seen": "it is not", "holds": false}]},
            {"name": "one", "title": "One board", "time_limit_seconds": 1.0, "parameter": null,
                "points": [points[0]], "claims": []},
        ],
    })
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn a_page_of_results_sorts_filters_and_asks_no_network() {
    reported(&sizes(), "results");
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn a_page_of_a_comparison_is_legible_everywhere() {
    let methods = "native:dfs,native:bitmask,native:hill-climbing,sat:lines,graph:search";
    let line = format!("compare queens 8 --methods {methods} --runs 3 --json");
    let compared = satranj(&line).call().exits(0).json();
    reported(&compared, "comparison");
    let mut strange = compared;
    for (place, runs) in strange["runs"].as_array_mut().expect("runs").iter_mut().enumerate() {
        runs["method"] = json!(format!("{MARKUP} {place}"));
    }
    reported(&strange, "strange");
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn a_page_steps_through_two_searches_side_by_side() {
    let folder = folder();
    let page = folder.path().join("trace.html");
    let line = "solve queens 4 --trace --method sat:lines,native:dfs -o";
    satranj(line).argument(&page).run().exits(0);
    opens(&page, "trace.py");
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn pages_of_moves_name_the_pieces_and_have_hexagons() {
    let folder = folder();
    write(folder.path(), "guarini.txt", "n.n\n...\nN.N\n");
    for (name, line) in
        [("exchange", "solve exchange guarini.txt"), ("hexagons", "solve tour hex:4 --closed")]
    {
        let page = folder.path().join(format!("{name}.html"));
        let line = format!("{line} -q -o");
        satranj(&line).argument(&page).within(folder.path()).run().exits(0);
        opens(&page, "moves.py");
    }
}
