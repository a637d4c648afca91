//! Output files are opened before the work and complete after it, no two are the same, and no
//! unnamed file is lost.

#![cfg(unix)]

use std::{
    fs,
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, PermissionsExt, symlink},
    },
    path::Path,
};

use crate::harness::{Line, Ran, answer, folder, read, satranj, sealed::sealed, write};

/// Runs in a folder.
fn within(folder: &Path, line: &str) -> Ran {
    satranj(line).within(folder).run()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    crate::harness::proof::names(folder)
}

/// A command that writes one file, and the option that names it.
const WRITERS: [&str; 15] = [
    "solve tour 5x5 -o",
    "solve tour 5x5 --json-stream -o",
    "solve tour 5x5 --svg",
    "solve tour 5x5 --tour",
    "solve tour 5x5 --seeds 1..2 --method native:warnsdorff -o",
    "solve tour 4x4 --method sat:cuts --precheck off --proof",
    "solve meet cases.txt -o",
    "count tour 3x4 -o",
    "compare tour 5x5 --runs 1 --methods native:dfs --export-csv",
    "compare tour 5x5 --runs 1 --methods native:dfs --export-markdown",
    "export tour 3x4 -o",
    "generate queens --n 9 -o",
    "list schemas -o",
    "verify solution.json -o",
    "report results.json -o",
];

/// A folder with the inputs of the writers.
fn inputs() -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), "cases.txt", "2\n\n1 1\n1\n\n2 2\n1.\n..\n");
    write(folder.path(), "solution.json", answer("solve tour 5x5 --json").stdout);
    let compare = "compare tour 5x5 --runs 1 --warmup 0 --methods native:dfs --json";
    write(folder.path(), "results.json", answer(compare).stdout);
    folder
}

#[test]
fn links_and_modes_stay_and_nothing_else_is_left() {
    for line in WRITERS {
        let folder = inputs();
        fs::create_dir(folder.path().join("far")).expect("a folder");
        let file = write(&folder.path().join("far"), "file", "before");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a mode");
        symlink("far/file", folder.path().join("link")).expect("a link");
        symlink("far/new", folder.path().join("dangling")).expect("a link");
        let before = names(folder.path());
        for (link, target) in [("link", "file"), ("dangling", "new")] {
            within(folder.path(), &format!("{line} {link}")).exits(0);
            let metadata = fs::symlink_metadata(folder.path().join(link)).expect("it is there");
            assert!(metadata.is_symlink(), "{line}: the link is gone");
            let target = folder.path().join("far").join(target);
            assert!(!["", "before"].contains(&read(&target).as_str()), "{line}");
        }
        let mode = fs::metadata(&file).expect("it is there").mode();
        assert_eq!(mode & 0o7777, 0o640, "{line}");
        let mut expected = before;
        if line.contains("--proof") || line.starts_with("export") {
            let suffix = if line.contains("--proof") { "cnf" } else { "map.json" };
            expected.extend(["link", "dangling"].map(|name| format!("{name}.{suffix}")));
            expected.sort();
        }
        assert_eq!(names(folder.path()), expected, "{line}");
        assert_eq!(names(&folder.path().join("far")), ["file", "new"], "{line}");
    }
}

#[test]
fn a_new_file_has_the_mode_that_the_mask_leaves() {
    let folder = folder();
    for (mask, mode) in [("022", 0o644), ("077", 0o600)] {
        let script = format!("umask {mask}; \"$0\" export tour 3x4 -o {mask}.cnf");
        let line = Line::of("sh").argument("-c").argument(script);
        line.argument(crate::harness::SATRANJ).within(folder.path()).run().exits(0);
        for name in [format!("{mask}.cnf"), format!("{mask}.cnf.map.json")] {
            let metadata = fs::metadata(folder.path().join(name)).expect("it is there");
            assert_eq!(metadata.mode() & 0o777, mode);
        }
    }
}

/// The work would take hours: the complaint comes before it.
#[test]
fn what_cannot_be_written_costs_no_work() {
    let folder = folder();
    let long = "x".repeat(300);
    fs::create_dir(folder.path().join("dir")).expect("a folder");
    for target in ["nowhere/x", "dir", "dir/", "new/", long.as_str()] {
        for line in [
            "solve tour 8x8 --closed --method native:dfs -o",
            "solve tour 8x8 --closed --method native:dfs --json-stream -o",
            "solve tour 8x8 --closed --method native:dfs --svg",
            "solve tour 8x8 --closed --method native:dfs --tour",
            "solve tour 8x8 --closed --method sat:position --proof",
            "solve tour 8x8 --closed --method native:dfs --seeds 1..9999 -o",
            "count tour 8x8 -o",
            "compare tour 8x8 --closed --methods native:dfs -o",
            "compare tour 8x8 --closed --methods native:dfs --export-csv",
            "compare tour 8x8 --closed --methods native:dfs --export-markdown",
            "export tour 3x4 -o",
            "generate meet -o",
            "list methods -o",
        ] {
            let ran = satranj(line).argument(target).within(folder.path()).run();
            if line.ends_with("--proof") && (target == "dir" || target.ends_with('/')) {
                let said = ran.complains(2);
                let problem = "there is one case: name a file, not a folder";
                assert!(said.starts_with("--proof ") && said.contains(problem), "{said}");
                continue;
            }
            let said = ran.complains(1);
            assert!(said.starts_with(&format!("{target}: ")), "{line}: {said}");
        }
        assert_eq!(names(folder.path()), ["dir"], "{target}");
    }
}

#[test]
fn a_file_that_must_not_be_written_is_not_replaced() {
    let folder = folder();
    let file = write(folder.path(), "kept", "precious");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("a mode");
    // The superuser may write everything.
    if fs::OpenOptions::new().write(true).open(&file).is_ok() {
        return;
    }
    let said = within(folder.path(), "solve tour 5x5 -o kept").complains(1);
    assert!(said.starts_with("kept: Permission denied"), "{said}");
    assert_eq!(read(&file), "precious");
    // The folder takes no new file, and the old one may be written.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("a mode");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).expect("a mode");
    within(folder.path(), "list puzzles --format text -o kept").exits(0);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    assert!(read(&file).starts_with("tour "));
}

#[test]
fn outputs_that_are_one_file_are_refused_before_the_work() {
    let folder = inputs();
    let at = folder.path();
    for name in ["a", "m.json", "board.txt", "graph.hcp", "suite.json"] {
        write(at, name, "kept");
    }
    fs::hard_link(at.join("a"), at.join("hard")).expect("a link");
    symlink("a", at.join("soft")).expect("a link");
    symlink("new", at.join("dangling")).expect("a link");
    fs::create_dir(at.join("dir")).expect("a folder");
    symlink("dir", at.join("folder")).expect("a link");
    let absolute = at.join("x").display().to_string();
    let lines = [
        "solve tour 8x8 --closed --method native:dfs -o x --svg x".into(),
        format!("solve tour 8x8 --closed --method native:dfs -o x --svg {absolute}"),
        "solve tour 8x8 --closed --method native:dfs -o ./dir/../x --tour x".into(),
        "solve tour 8x8 --closed --method native:dfs -o dir/x --svg folder/x".into(),
        "solve tour 8x8 --closed --method native:dfs -o a --svg soft".into(),
        "solve tour 8x8 --closed --method native:dfs --tour hard --svg soft".into(),
        "solve tour 8x8 --closed --method native:dfs --json-stream -o new --svg dangling".into(),
        "solve tour 8x8 --closed --method sat:cuts --proof p.drat -o p.drat.cnf".into(),
        "solve tour 8x8 --closed --method sat:cuts --proof p.drat --svg p.drat".into(),
        "export --from solution.json -o solution.json".into(),
        "compare tour 8x8 --methods native:dfs -o x --export-csv x".into(),
        "compare tour 8x8 --methods native:dfs --export-markdown x --export-csv x".into(),
        "decode m.json x -o m.json".into(),
        "decode x m.json -o m.json".into(),
        "report results.json -o results.json".into(),
        "report results.json -o plots/comparison.svg --plots plots".into(),
        "verify solution.json -o solution.json".into(),
        "verify solution.json -o ./solution.json".into(),
        "bench suite.json -o suite.json".into(),
        "solve --from solution.json -o solution.json".into(),
        "solve --from solution.json --svg solution.json".into(),
        "solve meet cases.txt -o cases.txt".into(),
        "solve exchange cases.txt --svg cases.txt".into(),
        "solve tour @board.txt -o board.txt".into(),
        "solve place @board.txt --piece king -o board.txt".into(),
        "solve route @board.txt --from a1 --to b2 -o board.txt".into(),
        "count dominate @board.txt --piece king -o board.txt".into(),
        "generate tour @board.txt -o board.txt".into(),
        "export hamilton graph.hcp -o graph.hcp".into(),
    ];
    for line in lines {
        fs::create_dir_all(at.join("plots")).expect("a folder");
        let before: Vec<_> = names(at).iter().map(|name| fs::read(at.join(name)).ok()).collect();
        let said = within(at, &line).complains(2);
        // Or by the extension, which means another format.
        assert!(said.contains(" the same file ") || said.contains(" writes "), "{line}: {said}");
        let after: Vec<_> = names(at).iter().map(|name| fs::read(at.join(name)).ok()).collect();
        assert_eq!(before, after, "{line}");
    }
    // A terminal and /dev/null may be shared.
    within(at, "solve tour 5x5 -o /dev/null --svg /dev/null --tour /dev/null").exits(0);
}

#[test]
fn standard_streams_are_files_too() {
    let folder = inputs();
    let shell = |script: &str| {
        let line = Line::of("sh").argument("-c").argument(script);
        line.argument(crate::harness::SATRANJ).within(folder.path()).run()
    };
    let said = shell("\"$0\" solve tour 5x5 --json --svg out > out").complains(2);
    assert_eq!(said, "--svg out: this is the same file as standard output; name another file");
    let ran = shell("\"$0\" solve tour 5x5 --json -o out 2> out; cat out >&2; exit 2");
    let said = ran.exits(2).only_complaint();
    assert_eq!(said, "-o out: standard error already goes to this file; name another file");
    shell("\"$0\" solve tour 5x5 --json > both 2>&1").exits(0);
    shell("\"$0\" solve tour 5x5 --json -o /dev/stderr 2>&1 | cat > both").exits(0);
    fs::copy(folder.path().join("results.json"), folder.path().join("results")).expect("a copy");
    let said = shell("\"$0\" report - -o results < results").complains(2);
    assert_eq!(said, "-o results: this command reads the same file (-); name another file");
    assert!(read(&folder.path().join("results")).starts_with("{\"schema\""));
    // The earlier content of a file that is appended to stays.
    shell("echo before > log; \"$0\" solve tour 5x5 --json -o /dev/stdout >> log").exits(0);
    let log = read(&folder.path().join("log"));
    assert!(log.starts_with("before\n{\"schema\""), "{log}");
    shell("echo before > log; \"$0\" solve tour 5x5 --json -o /dev/fd/3 3>> log").exits(0);
    let log = read(&folder.path().join("log"));
    assert!(log.starts_with("before\n{\"schema\""), "{log}");
    let ran = shell("\"$0\" solve tour 5x5 --json -o /dev/stdout | cat").exits(0);
    assert_eq!(ran.json()["status"], "satisfied");
    shell("mkfifo pipe; cat pipe > copy & \"$0\" solve tour 5x5 --svg pipe -o /dev/null && wait")
        .exits(0);
    assert!(read(&folder.path().join("copy")).starts_with("<svg"));
}

#[test]
fn a_verdict_does_not_replace_the_proof_that_it_judges() {
    let folder = folder();
    let solve = "solve tour 4x4 --method sat:cuts --precheck off --proof p -o p.json";
    within(folder.path(), solve).exits(0);
    let formula = read(&folder.path().join("p.cnf"));
    for (file, because) in [("p", "this command reads"), ("p.cnf", "verify writes")] {
        let said = within(folder.path(), &format!("verify p.json -o {file}")).complains(2);
        assert!(said.starts_with(&format!("-o {file}: {because}")), "{said}");
    }
    assert_eq!(read(&folder.path().join("p.cnf")), formula);
    within(folder.path(), "verify p.json -o verdict.json").exits(0);
}

#[test]
fn nothing_that_was_not_named_is_replaced_without_force() {
    let folder = inputs();
    let at = folder.path();
    fs::create_dir(at.join("pages")).expect("a folder");
    fs::create_dir(at.join("plots")).expect("a folder");
    for (line, beside, ours) in [
        ("export tour 3x4 -o x.cnf", "x.cnf.map.json", "{\"schema\":\"satranj.map/1\""),
        (
            "export tour 3x4 --format opb -o x.opb",
            "x.opb.map.json",
            "{\"schema\":\"satranj.map/1\"",
        ),
        (
            "solve tour 4x4 --method sat:cuts --precheck off --proof q3.drat",
            "q3.drat.cnf",
            "c satranj ",
        ),
        ("man -o pages", "pages/satranj-solve-tour.1", ""),
        ("report results.json --plots plots", "plots/comparison.svg", "<svg "),
    ] {
        write(at, beside, "precious");
        let said = within(at, line).complains(2);
        assert!(said.starts_with(&format!("{beside}: ")) && said.contains("--force"), "{said}");
        assert_eq!(read(&at.join(beside)), "precious", "{line}");
        let named = line.rsplit(' ').next().expect("a file");
        assert!(named.starts_with('p') || !at.join(named).exists(), "{line}: before the work");
        within(at, &format!("{line} --force")).exits(0);
        let written = read(&at.join(beside));
        assert!(written != "precious" && written.starts_with(ours), "{line}");
        // Satranj's own map belongs to its file, and is replaced with it.
        write(at, beside, written.clone() + "trailing");
        within(at, line).exits(0);
        let lasting = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with("c command"));
            lines.map(str::to_string).collect()
        };
        assert_eq!(lasting(&read(&at.join(beside))), lasting(&written), "{line}");
        // An empty file holds nothing to lose.
        write(at, beside, "");
        within(at, line).exits(0);
    }
    // A graph has no map: a file with that name is left alone.
    write(at, "g.dot.map.json", "precious");
    within(at, "export tour 3x4 --format dot -o g.dot").exits(0);
    assert_eq!(read(&at.join("g.dot.map.json")), "precious");
    // A reformatted map is still a map.
    let map = read(&at.join("x.cnf.map.json")).replacen("{\"schema\":", "{\n  \"schema\": ", 1);
    write(at, "x.cnf.map.json", map);
    within(at, "export tour 3x4 -o x.cnf").exits(0);
}

#[test]
fn plots_whose_names_come_to_one_are_all_there() {
    let folder = folder();
    let suite = r#"{"schema":"satranj.suite/1","name":"s","title":"s","methods":["native:dfs"],
        "runs":1,"warmup":0,"experiments":[
        {"name":"a","title":"first","instances":{"puzzles":[{"kind":"queens","n":5}]}},
        {"name":"b","title":"second","instances":{"puzzles":[{"kind":"queens","n":6}]}}]}"#;
    write(folder.path(), "suite.json", suite);
    let results = within(folder.path(), "bench suite.json --quiet").exits(0);
    let mut results = results.json();
    results["experiments"][0]["name"] = "a/b".into();
    results["experiments"][1]["name"] = "A-b".into();
    write(folder.path(), "results.json", sealed(&results));
    within(folder.path(), "report results.json --plots plots").exits(0);
    assert_eq!(names(&folder.path().join("plots")), ["A-b-2.svg", "a-b.svg"]);
}

#[test]
fn names_that_are_no_text_are_kept_and_shown() {
    let folder = inputs();
    let at = folder.path();
    let name = |bytes: &'static [u8]| std::ffi::OsStr::from_bytes(bytes);
    let run = |line: &str, named: &[u8]| {
        let named = std::ffi::OsStr::from_bytes(named);
        satranj(line).argument(named).within(at).run()
    };
    run("export tour 3x4 -o", b"e\xff.cnf").exits(0);
    let formula = read(&at.join(name(b"e\xff.cnf")));
    assert!(
        formula.contains("\nc command satranj export tour 3x4 -o $'e\\377.cnf'\n"),
        "{formula}"
    );
    assert!(at.join(name(b"e\xff.cnf.map.json")).exists());
    run("export tour 3x4 --format hcp -o", b"g\xff.hcp").exits(0);
    // As a graph, a board, cases, a document, a map, a suite, and for all outputs.
    run("solve hamilton", b"g\xff.hcp").exits(0);
    run("compare --runs 1 --methods native:dfs hamilton", b"g\xff.hcp").exits(0);
    fs::copy(at.join("cases.txt"), at.join(name(b"c\xff.txt"))).expect("a copy");
    run("solve meet", b"c\xff.txt").exits(0);
    fs::write(at.join(name(b"b\xff.txt")), "...\n...\n...\n...\n").expect("a board");
    for line in ["solve tour", "solve route --from a1 --to b2", "compare --runs 1 tour"] {
        run(line, b"@b\xff.txt").exits(0);
    }
    run("count place --piece king", b"@b\xff.txt").exits(0);
    run("export dominate --piece king --count 4", b"@b\xff.txt").exits(0);
    run("generate tour", b"@b\xff.txt").exits(0);
    for line in [
        "solve tour 5x5 -o",
        "solve tour 5x5 --svg",
        "solve tour 5x5 --tour",
        "compare tour 5x5 --runs 1 --methods native:dfs --export-csv",
        "compare tour 5x5 --runs 1 --methods native:dfs -o",
        "list methods -o",
        "man -o",
    ] {
        run(line, b"o\xff").exits(0);
        let path = at.join(name(b"o\xff"));
        assert!(path.exists(), "{line}");
        let _ = fs::remove_file(&path);
    }
    run("solve tour 5x5 -o", b"s\xff.json").exits(0);
    let verdict = run("verify --json", b"s\xff.json").exits(0).json();
    assert_eq!(verdict["document"], "s\\xff.json");
    run("solve --from", b"s\xff.json").exits(0);
    let said = run("solve tour", b"@missing\xff").complains(1);
    assert!(said.starts_with("missing\\xff: No such file"), "{said}");
    let said = run("solve hamilton", b"missing\xff.hcp").complains(1);
    assert!(said.starts_with("missing\\xff.hcp: No such file"), "{said}");
}

#[test]
fn a_proof_of_a_name_that_is_no_text_is_found_again() {
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"p\xff\\.drat");
    let line = "solve tour 4x4 --method sat:cuts --precheck off --json --proof";
    let ran = satranj(line).argument(name).within(folder.path()).run().exits(0);
    let proof = &ran.json()["proof"];
    assert_eq!(proof["file"], "p\\xff\\\\.drat");
    assert_eq!(proof["formula"], "p\\xff\\\\.drat.cnf");
    assert!(folder.path().join(name).exists());
    write(folder.path(), "no.json", &ran.stdout);
    let verdict = satranj("verify --json").argument(folder.path().join("no.json")).run().exits(0);
    assert_eq!(verdict.json()["proof"], true);
}
