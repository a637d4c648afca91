//! A user names files, and the format follows from the extension; `-` is standard output, for one output at a
//! time.

use std::path::Path;

use crate::harness::{folder, read, satranj, write};
use satranj::exports;
use serde_json::Value;

/// The one-line error message of a command, before any work: the work here is endless.
fn refused(line: &str) -> String {
    let folder = folder();
    let said = satranj(line).within(folder.path()).run().complains(2);
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 0, "{line}: a file was left behind");
    said
}

#[test]
fn the_extension_says_the_format_of_an_export() {
    let folder = folder();
    for (puzzle, file, first) in [
        ("queens 4", "q.cnf", "c satranj"),
        ("queens 4", "q", "c satranj"),
        ("place 4x4 --piece king", "q.wcnf", "c satranj"),
        ("queens 4", "q.opb", "* #variable="),
        ("queens 4", "Q.OPB", "* #variable="),
        ("tour 3x4", "q.dot", "// satranj"),
        ("tour 3x4", "q.gv", "// satranj"),
        ("tour 3x4", "q.graphml", "<?xml"),
        ("tour 3x4", "q.g6", "K"),
        ("tour 3x4", "q.hcp", "NAME"),
        ("tour 3x4", "q.json", "{"),
        ("tour 3x4", "q.col", "c satranj"),
        ("tour 3x4", "q.edge", "c satranj"),
        ("tour 3x4", "q.gml", "# satranj"),
        ("tour 3x4", "q.edgelist", "# satranj"),
        ("tour 3x4", "q.adjlist", "# satranj"),
        ("tour 3x4", "q.net", "% satranj"),
        ("tour 3x4", "q.mtx", "%%MatrixMarket"),
        ("tour 3x4", "q.csv", "source,target\n"),
        ("tour 3x4", "q.tsv", "source\ttarget\n"),
        ("tour 3x4", "q.mat", "# satranj"),
        ("tour 3x4", "q.gexf", "<?xml"),
    ] {
        let line = format!("export {puzzle} -o {file}");
        let ran = satranj(&line).within(folder.path()).run().exits(0);
        assert_eq!((&ran.stdout[..], ran.stderr.as_str()), (&b""[..], ""), "{line}");
        let text = read(&folder.path().join(file));
        assert!(text.starts_with(first), "{line}: {}", &text[..text.len().min(80)]);
        // It is exactly the file that --format writes; only the header names the command.
        let extension = file.rsplit('.').next().expect("it has an extension").to_lowercase();
        let mut formats = exports::registry().iter();
        let format = formats.find(|format| format.extensions.contains(&extension.as_str()));
        let format = format.map_or("dimacs", |format| format.name);
        let named = format!("export {puzzle} -q --format {format}");
        let named = satranj(&named).run().exits(0);
        let same = |text: &str, command: &str| {
            text.replace(&format!("satranj {command}"), "").replace(command, "")
        };
        assert_eq!(
            same(&text, &line),
            same(named.text(), &format!("export {puzzle} -q --format {format}")),
            "{line}"
        );
    }
}

#[test]
fn the_extension_says_the_format_of_a_document() {
    let folder = folder();
    write(folder.path(), "suite.json", SUITE);
    satranj("export queens 3 -o q.cnf").within(folder.path()).run().exits(0);
    satranj("solve queens 4 -o s.json").within(folder.path()).run().exits(0);
    write(folder.path(), "no.model", "s UNSATISFIABLE\n");
    let map = map_beside(folder.path());
    for command in [
        "solve queens 4",
        "solve queens 4 --all",
        "solve queens 4 --seeds 1..2 --method native:min-conflicts",
        "solve meet meet.txt",
        "count queens 4",
        "compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q",
        "verify s.json",
        "list methods",
        "list schemas",
        "bench suite.json -q",
        &format!("decode {map} no.model"),
    ] {
        write(folder.path(), "meet.txt", "2\n\n1 1\n1\n\n1 2\n1.\n");
        let run = |file: &str| {
            let line = format!("{command} -o {file}");
            let ran = satranj(&line).within(folder.path()).run().exits(0);
            assert!(ran.stdout.is_empty(), "{}", ran.report());
            read(&folder.path().join(file))
        };
        let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
        for file in ["a.json", "a"] {
            assert!(is_json(&run(file)), "{command} -o {file}");
        }
        let text = run("a.txt");
        assert!(!text.is_empty() && !is_json(&text), "{command}: {text}");
        assert!(!text.contains('\x1b'), "{command}: {text}");
    }
}

const SUITE: &str = r#"{"schema":"satranj.suite/1","name":"s","title":"t","runs":1,"warmup":0,
"methods":["native:dfs"],"experiments":[{"name":"e","title":"t",
"instances":{"puzzles":[{"kind":"queens","n":4}]}}]}"#;

/// The name of the map that an export wrote into a folder.
fn map_beside(folder: &Path) -> String {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names = names.filter_map(|name| name.into_string().ok());
    names.find(|name| name.ends_with(".map.json")).expect("there is a map")
}

#[test]
fn a_picture_is_written_where_its_name_says_so() {
    let folder = folder();
    let run = |line: &str| satranj(line).within(folder.path()).run();
    let ran = run("solve tour 5x5 -o t.svg --svg beside.svg").exits(0);
    assert_eq!((&ran.stdout[..], ran.stderr.as_str()), (&b""[..], ""));
    let picture = read(&folder.path().join("t.svg"));
    assert!(picture.starts_with("<svg") && roxmltree::Document::parse(&picture).is_ok());
    assert_eq!(picture, read(&folder.path().join("beside.svg")));
    let ran = run("solve queens 3 --check none -o no.svg").exits(0);
    assert_eq!(ran.only_complaint(), "no.svg: not written, there is no solution to draw");
    // Commands that draw nothing name the one that does.
    for command in ["count queens 4", "verify s.json", "list pieces"] {
        let said = refused(&format!("{command} -o t.svg"));
        assert!(said.contains("`solve PUZZLE -o FILE.svg`"), "{said}");
    }
    write(folder.path(), "meet.txt", "2\n\n1 1\n1\n\n1 2\n1.\n");
    for option in ["-o t2.svg", "--svg t2.svg", "--tour t2.tour"] {
        let said = run(&format!("solve meet meet.txt {option}")).complains(2);
        assert!(said.contains(" one case: choose it with --case I"), "{said}");
    }
}

#[test]
fn an_extension_writes_what_its_option_writes() {
    let folder = folder();
    let at = folder.path();
    let run = |line: &str| satranj(line).within(at).run().exits(0);
    run("solve tour 5x5 -o s.json --tour s.tour");
    run("compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q -o c.json");
    let bytes = |name: &str| std::fs::read(at.join(name)).expect("it is written");
    for (line, extension, option) in [
        ("solve tour 5x5", "svg", "--svg"),
        ("solve tour 5x5", "png", "--png"),
        ("solve tour 5x5", "html", "--html"),
        ("solve tour 5x5", "tour", "--tour"),
        ("solve queens 6 --all", "svg", "--svg"),
        ("solve queens 6 --all", "png", "--png"),
        ("solve queens 6 --all", "html", "--html"),
        ("solve queens 3 --check none", "html", "--html"),
        ("decode s.json s.tour", "svg", "--svg"),
        ("decode s.json s.tour", "html", "--html"),
        ("report c.json", "md", "--export-markdown"),
        ("report c.json", "csv", "--export-csv"),
        ("report c.json", "tex", "--export-latex"),
    ] {
        let [named, beside] = ["a", "b"].map(|name| format!("{name}.{extension}"));
        let ran = run(&format!("{line} -o {named}"));
        assert!(ran.stdout.is_empty(), "{}", ran.report());
        if line.starts_with("solve queens 3") {
            let said = ran.only_complaint();
            assert_eq!(said, "a.html: not written, there is no solution to play");
            continue;
        }
        run(&format!("{line} {option} {beside}"));
        assert_eq!(bytes(&named), bytes(&beside), "{line} -o {named}");
    }
    // What two commands write of one answer is the same.
    for (solved, drawn) in [("t.csv", "d.csv"), ("t.svg", "d.svg"), ("t.html", "d.html")] {
        run(&format!("solve tour 5x5 -o {solved}"));
        run(&format!("draw s.json -o {drawn}"));
        assert_eq!(bytes(solved), bytes(drawn), "{drawn}");
    }
    // Two measurements differ in their times only.
    let compare = "compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q";
    for (extension, option) in [("md", "--export-markdown"), ("csv", "--export-csv")] {
        run(&format!("{compare} -o t.{extension} {option} u.{extension}"));
        assert_eq!(bytes(&format!("t.{extension}")), bytes(&format!("u.{extension}")));
    }
    for (file, first) in [
        ("c.html", "<!DOCTYPE html>"),
        ("c.md", "| method |"),
        ("c.csv", "method,run,"),
        ("c.tex", "% \\usepackage{booktabs}"),
        ("c.svg", "<svg"),
    ] {
        run(&format!("{compare} -o {file}"));
        assert!(read(&at.join(file)).starts_with(first), "{file}");
    }
    write(at, "suite.json", SUITE);
    for (file, first) in [
        ("r.html", "<!DOCTYPE html>"),
        ("r.csv", ""),
        ("r.md", ""),
        ("r.tex", "% \\usepackage{booktabs}"),
    ] {
        run(&format!("bench suite.json -q -o {file}"));
        let text = read(&at.join(file));
        assert!(text.starts_with(first) && text.contains("native:dfs"), "{file}: {text}");
        assert!(!at.join(format!("{file}.partial")).exists(), "{file}");
    }
}

#[test]
fn generated_files_have_the_format_of_their_extension() {
    let folder = folder();
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    for (file, first) in [
        ("g.hcp", "NAME"),
        ("g.dot", "// satranj"),
        ("g.g6", "I"),
        ("g.json", "{"),
        ("g.col", "c satranj"),
        ("g", "NAME"),
    ] {
        run(&format!("generate hamilton --vertices 10 --regular 3 -o {file}"));
        let text = read(&folder.path().join(file));
        assert!(text.starts_with(first), "{file}: {text}");
        if file != "g" {
            let ran = run(&format!("solve hamilton {file} -o -"));
            assert_eq!(ran.json()["puzzle"]["graph"]["edges"].as_array().map(Vec::len), Some(15));
        }
    }
    // The same seed states the same puzzles in either form.
    run("generate meet --cases 3 --blocked 0.1 --seed 5 -o m.txt");
    run("generate meet --cases 3 --blocked 0.1 --seed 5 -o m.json");
    let stated = |line: &str| {
        let document = run(line).json();
        let cases = document["cases"].as_array().expect("cases").clone();
        cases.iter().map(|case| case["instance"].clone()).collect::<Vec<_>>()
    };
    let instances = stated("solve meet m.txt");
    assert_eq!(instances.len(), 3);
    assert_eq!(instances, stated("solve --from m.json"));
    run("generate tour 8x8 --blocked 4 --closed --seed 3 -o t.txt");
    run("generate tour 8x8 --blocked 4 --closed --seed 3 -o t.json");
    let of_map = run("solve tour @t.txt --closed").json();
    assert_eq!(of_map["instance"], run("solve --from t.json").json()["instance"]);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    write(folder.path(), "suite.json", SUITE);
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    run("compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q -o c.json");
    run("export queens 3 -o q.cnf");
    run("solve queens 4 -o s.json");
    let map = map_beside(folder.path());
    write(folder.path(), "no.model", "s UNSATISFIABLE\n");
    let before = std::fs::read_dir(folder.path()).unwrap().count();
    for (line, first) in [
        ("solve tour 5x5 -o -", "{\"schema\":\"satranj.solution/1\""),
        ("solve tour 5x5 --format text -o -", "open knight's tour of 5x5"),
        ("solve tour 5x5 --json-stream -o -", "{\"type\":\"solution\""),
        ("solve tour 5x5 --svg -", "<svg"),
        ("solve tour 5x5 --tour -", "NAME"),
        ("count queens 4 -o -", "{\"schema\":\"satranj.count/1\""),
        ("compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q -o -", "{\"schema\""),
        ("compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q --export-csv -", "method,"),
        ("compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q --export-markdown -", "| m"),
        ("export tour 3x4 -q -o -", "c satranj"),
        ("export tour 3x4 --format dot -o -", "// satranj"),
        ("generate meet -o -", "10\n"),
        ("generate hamilton --vertices 6 --regular 3 -o -", "NAME"),
        ("verify s.json -o -", "{\"schema\""),
        ("bench suite.json -q -o -", "{\"schema\""),
        ("report c.json -o -", "<!DOCTYPE html>"),
        ("list formats -o -", "[{\"name\":\"dimacs\""),
        ("man -o -", ".ie"),
        (&format!("decode {map} no.model -o -"), "{\"schema\""),
    ] {
        let ran = run(line);
        assert!(ran.text().starts_with(first), "{}", ran.report());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before, "a file `-` was made");
    // A picture beside a document in a file.
    let ran = run("solve tour 5x5 --svg - -o t.json");
    assert!(ran.text().starts_with("<svg"), "{}", ran.report());
    let document: Value = serde_json::from_str(&read(&folder.path().join("t.json"))).unwrap();
    assert_eq!(document["status"], "satisfied");
    // Writing into a pipe whose reader has left ends quietly.
    let mut ran = satranj("export tour 40x40 --closed -o -").start();
    ran.read_and_leave(100);
    assert_eq!(ran.finish().exits(0).stderr, "");
}

#[test]
fn a_formula_without_a_file_has_no_map_and_says_so() {
    for line in
        ["export tour 3x4", "export queens 4 --format opb -o -", "export queens 4 -o /dev/null"]
    {
        let ran = satranj(line).run().exits(0);
        let said = ran.only_complaint();
        assert!(
            said.starts_with("`decode` needs a map, but none was written")
                && said.contains("-o FILE"),
            "{said}"
        );
        let ran = satranj(&format!("{line} -q")).run().exits(0);
        assert_eq!(ran.stderr, "", "{line}");
    }
    // A graph never has one.
    assert_eq!(satranj("export tour 3x4 --format dot").run().exits(0).stderr, "");
    let folder = folder();
    let ran = satranj("export tour 3x4 -o t.cnf").within(folder.path()).run().exits(0);
    assert_eq!(ran.stderr, "");
}
