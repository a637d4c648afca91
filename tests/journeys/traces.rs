//! A teacher shows what a SAT search does on a small puzzle.

use std::{fs, path::PathBuf};

use crate::harness::{folder, read, satranj};

fn traced(arguments: &str) -> String {
    satranj(&format!("solve {arguments} --trace")).run().exits(0).text().to_string()
}

/// `SATRANJ_BLESS=1 cargo test --test journeys traces` rewrites the files in `tests/traces`.
#[test]
fn traces_of_small_puzzles_are_the_same_bytes() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    for (name, arguments) in [
        ("queens-4", "queens 4"),
        ("queens-3", "queens 3"),
        ("tour-3x4", "tour 3x4"),
        ("petersen", "hamilton petersen"),
        ("queens-4-dfs", "queens 4 --method native:dfs"),
        ("tour-3x4-dfs", "tour 3x4 --method native:dfs --order warnsdorff"),
        ("petersen-dfs", "hamilton petersen --method native:dfs"),
        ("queens-3-both", "queens 3 --method sat:lines,native:dfs"),
    ] {
        let text = traced(arguments);
        let file = root.join(name).with_extension("txt");
        if std::env::var_os("SATRANJ_BLESS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        assert_eq!(text, read(&file), "{arguments}");
    }
}

#[test]
fn the_answer_of_a_trace_is_that_of_solve() {
    for arguments in [
        "queens 1",
        "queens 2",
        "queens 5",
        "queens 6",
        "queens 8 --given a1",
        "tour 3x3",
        "tour 5x5 --start a1",
        "tour 6x6 --closed",
        "tour 4x4 --closed",
        "hamilton cube",
        "place 4x4 --piece king --count 4",
        "place 4x4 --piece king --count 5",
        "dominate 4x4 --piece queen --count 2",
        "colouring petersen --colours 2",
        "colouring petersen --colours 3",
        "clique queens:4 --count 4",
    ] {
        let text = traced(arguments);
        let solved = satranj(&format!("solve {arguments} --json")).run().exits(0).json();
        let is_solved = solved["status"] == "satisfied";
        assert_eq!(text.contains("\na solution, verified\n"), is_solved, "{arguments}: {text}");
        let proved = text.contains("\nno solution, proved by another search\n");
        assert_eq!(proved, !is_solved, "{arguments}: {text}");
    }
    let seven = satranj("solve queens 3 --trace --exit-code sat").run().exits(20);
    assert!(seven.text().contains("conflict: "), "{}", seven.text());
}

#[test]
fn a_trace_of_depth_first_search_has_the_steps_of_the_method() {
    for arguments in [
        "queens 1",
        "queens 2",
        "queens 6",
        "queens 7 --given a1",
        "tour 3x3",
        "tour 3x4 --start a1",
        "tour 5x5 --order warnsdorff",
        "tour 4x4 --closed",
        "hamilton petersen",
        "hamilton petersen --path --start 3",
        "hamilton cube --seed 5 --order random",
    ] {
        let line = format!("solve {arguments} --method native:dfs");
        let solved = satranj(&format!("{line} --precheck off --json")).run().exits(0).json();
        let text = satranj(&format!("{line} --trace=100000")).run().exits(0).text().to_string();
        let count = |name: &str| solved["statistics"][name].as_u64().unwrap();
        let counts = format!("\n{} nodes, {} backtracks\n", count("nodes"), count("backtracks"));
        assert!(text.contains(&counts), "{arguments}: {counts}{text}");
        let is_solved = solved["status"] == "satisfied";
        assert_eq!(text.contains("\na solution, verified\n"), is_solved, "{arguments}: {text}");
        assert_eq!(text.contains("\nno solution, proved by another search\n"), !is_solved);
    }
}

#[test]
fn long_traces_and_large_formulas_are_limited() {
    let text = satranj("solve queens 8 --trace=5").run().exits(0).text().to_string();
    assert!(text.contains("\n… and ") && text.contains(" more steps\n"), "{text}");
    for method in ["sat:lines", "native:dfs"] {
        let line = format!("solve queens 8 --trace --node-limit 2 --method {method}");
        let text = satranj(&line).run().exits(3).text().to_string();
        assert!(text.ends_with("\nundecided: the node limit was reached\n"), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let line = "solve queens 8 --trace --node-limit 2 -o page.html";
    let said = satranj(line).within(folder.path()).run().exits(3).stderr;
    assert_eq!(said, "satranj: undecided: the node limit was reached\n");
}

#[test]
fn two_searches_are_shown_side_by_side() {
    let line = "solve tour 3x4 --trace --order warnsdorff --method";
    let one = |method: &str| satranj(&format!("{line} {method}")).run().exits(0).text().to_string();
    let both = satranj(&format!("{line} sat:cuts,native:dfs")).run().exits(0).text().to_string();
    let alone =
        satranj("solve tour 3x4 --trace --method sat:cuts").run().exits(0).text().to_string();
    let (title, first) = alone.split_once('\n').unwrap();
    let (_, second) =
        one("native:dfs").split_once('\n').map(|(a, b)| (a.to_string(), b.to_string())).unwrap();
    let heading = |name: &str| format!("\n{name}\n{}\n", "-".repeat(name.len()));
    let (sat, dfs) = (heading("sat:cuts"), heading("native:dfs"));
    assert_eq!(both, format!("{title}\n{sat}{first}{dfs}{second}"));
    let without = satranj("solve queens 4 --method sat:lines,native:dfs").run().complains(2);
    let said = "--method sat:lines,native:dfs: several methods only with --trace";
    assert!(without.contains(said), "{without}");
    // One of both is enough for an answer.
    let line = "solve queens 8 --node-limit 50 --exit-code sat --trace --method";
    satranj(&format!("{line} native:dfs")).run().exits(0);
    satranj(&format!("{line} native:dfs,sat:lines")).run().exits(10);
    let dir = folder();
    let line = "solve queens 3 --trace=4 --method native:dfs,sat:lines -o page.html";
    satranj(line).within(dir.path()).run().exits(0);
    let page = read(&dir.path().join("page.html"));
    assert!(page.contains("<h2>native:dfs</h2>") && page.contains("<h2>sat:lines</h2>"), "{page}");
    let ended = r#""ending":"… and 6 more steps, 5 nodes, 5 backtracks in all; no solution, proved by another search""#;
    assert!(page.contains(ended), "{page}");
}

#[test]
fn a_page_steps_through_the_search() {
    let dir = folder();
    for (arguments, part) in [
        ("queens 4", r#"[["a4"],true]"#),
        ("tour 3x4", r#"[["a3","c2"],true]"#),
        ("hamilton petersen --path", r#"[["1","2"],true]"#),
    ] {
        let command = format!("solve {arguments} --trace -o page.html");
        satranj(&command).within(dir.path()).run().exits(0);
        let page = read(&dir.path().join("page.html"));
        assert!(page.contains("level 1: decide ") && page.contains(part), "{arguments}: {page}");
        let command = format!("solve {arguments} --trace -o page.html --method native:dfs --force");
        satranj(&command).within(dir.path()).run().exits(0);
        let page = read(&dir.path().join("page.html"));
        assert!(!page.contains("decide") && page.contains(part), "{arguments}: {page}");
    }
    // A graph without a solution is drawn too.
    satranj("solve hamilton petersen --trace -o no.html").within(dir.path()).run().exits(0);
    assert!(read(&dir.path().join("no.html")).contains(r#""edges":[[0,1],"#));
    // Where its file places the vertices.
    let star = "graph { a [pos=\"0,0\"]; b [pos=\"4,0\"]; c [pos=\"4,4\"]; d [pos=\"0,1\"]; a -- b; a -- c; a -- d }";
    fs::write(dir.path().join("star.dot"), star).unwrap();
    satranj("solve hamilton star.dot --trace -o no.html").within(dir.path()).run().exits(0);
    let page = read(&dir.path().join("no.html"));
    assert!(page.contains(r#""places":[[0,0],[1000,0],[1000,999],[0,249]]"#), "{page}");
}
