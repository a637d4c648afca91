//! A user makes mistakes: each is reported in one line with the value and its place, at once.

use crate::harness::{LATE, answer, complaint, folder, read, satranj, write};

/// Command lines that `satranj` itself refuses, the exit code, and words of the message.
const REFUSED: &[(&str, i32, &[&str])] = &[
    ("solve tour 0x5", 2, &["`0x5` has 0 rows"]),
    ("solve tour 5x0", 2, &["`5x0` has 0 columns"]),
    ("solve tour 10001x3", 2, &["`10001x3` has 10001 rows", "1 to 10000"]),
    ("solve tour 3x99999999999999999999", 2, &["99999999999999999999 columns"]),
    ("solve tour 8x", 2, &["board `8x` is neither ROWSxCOLUMNS"]),
    ("solve tour axb", 2, &["board `axb`"]),
    ("solve tour 3x4x5", 2, &["board `3x4x5`"]),
    ("solve tour +3x4", 2, &["board `+3x4`"]),
    ("solve tour 8x8 --start i1", 2, &["--start: square `i1` is outside the 8x8 board"]),
    ("solve tour 8x8 --start a9", 2, &["--start: square `a9` is outside the 8x8 board"]),
    ("solve tour 8x8 --start 8,0", 2, &["--start: square `8,0` is outside"]),
    ("solve tour 8x8 --start=-1,2", 2, &["--start: `-1,2` is not a square"]),
    ("solve tour 8x8 --start A1", 2, &["--start: `A1` is not a square"]),
    ("solve tour 8x8 --start a99999999999", 2, &["--start: `a99999999999` is not a square"]),
    ("solve tour 8x8 --start a1 --block a1", 2, &["--start: square `a1` is blocked"]),
    ("solve tour 8x8 --end zz", 2, &["--end: `zz` is not a square"]),
    ("solve tour 8x8 --end c3 --block c3,d4", 2, &["--end: square `c3` is blocked"]),
    ("solve tour 8x8 --start b2 --end 6,1", 2, &["--start and --end are both b2"]),
    ("solve tour 8x8 --closed --end a1", 2, &["--end a1: a closed tour has no end"]),
    ("solve tour 8x8 --block a1,i9", 2, &["--block: square `i9` is outside the 8x8 board"]),
    ("solve tour 8x8 --block a1,?", 2, &["--block: `?` is not a square"]),
    ("solve tour 1x2 --block a1,b1", 1, &["every square of the board is blocked"]),
    ("solve tour 8x8 --piece pawn", 2, &["unknown piece `pawn`", "knight", "leaper:A,B"]),
    ("solve tour 8x8 --piece leaper:0,0", 2, &["`leaper:0,0` needs two numbers"]),
    ("solve tour 8x8 --piece leaper:1", 2, &["`leaper:1` needs two numbers"]),
    ("solve tour 8x8 --piece rider:-1,2", 2, &["`rider:-1,2` needs two numbers"]),
    ("solve tour 8x8 --piece leaper:1,99999", 2, &["`leaper:1,99999`", "10000"]),
    ("solve tour 8x8 --piece queen+", 2, &["unknown piece ``"]),
    ("solve tour 8x8 --piece queen+pawn", 2, &["unknown piece `pawn`"]),
    ("solve tour 8x8 --given a1-a2", 2, &["--given: a1-a2 is not a move of the knight"]),
    ("solve tour 8x8 --given a1-a1", 2, &["--given: a1-a1 is not a move of the knight"]),
    ("solve tour 8x8 --given a1b3", 2, &["--given: `a1b3` is not a move", "SQUARE-SQUARE"]),
    ("solve tour 8x8 --given a1-b3,c4", 2, &["--given: `c4` is not a move"]),
    ("solve tour 8x8 --given a1-b3-d4", 2, &["--given: `b3-d4` is not a square"]),
    ("solve tour 8x8 --given a1-i2", 2, &["--given: square `i2` is outside"]),
    ("solve tour 8x8 --given a1-b3 --block b3", 2, &["--given: square `b3` is blocked"]),
    ("solve tour 8x8 --method sat:best", 2, &["unknown method `sat:best`", "native:dfs"]),
    ("count tour 8x8 --method dfs", 2, &["unknown method `dfs`", "native:dfs"]),
    ("compare tour 5x5 --methods sat:cuts,no", 2, &["unknown method `no`", "sat:cuts"]),
    (
        "solve tour 8x8 --method native:dfs --order offsets:1,2;2,1",
        2,
        &["--order offsets:1,2;2,1: the move 2,-1 is not listed"],
    ),
    (
        "solve tour 8x8 --method native:dfs --order roth:1,1",
        2,
        &["--order roth:1,1: 1,1 is not a move of the piece"],
    ),
    (
        "export tour 8x8 --format pdf",
        2,
        &[
            "unknown format `pdf`",
            "dimacs, icnf, wcnf, opb, dot, graphml, graph6, hcp, node-link, edge",
        ],
    ),
    ("export tour 8x8 --encoding unary", 2, &["unknown encoding `unary`", "position, cuts"]),
    ("solve tour @missing.txt", 1, &["missing.txt: No such file or directory"]),
    ("solve tour @/", 1, &["/: Is a directory"]),
    ("solve --from missing.json", 1, &["missing.json: No such file or directory"]),
    ("verify missing.json", 1, &["missing.json: No such file or directory"]),
    ("decode missing.map.json", 1, &["missing.map.json: No such file or directory"]),
    ("solve", 2, &["no puzzle is stated", "satranj solve tour 8x8"]),
    ("export --format dot", 2, &["no puzzle is stated"]),
    ("solve --from x.json tour 8x8", 2, &["by arguments or by --from, not by both"]),
    ("solve tour 5x5 -o /nowhere/tour.json", 1, &["/nowhere/tour.json: No such file"]),
    ("export tour 5x5 -o /nowhere/tour.cnf", 1, &["/nowhere/tour.cnf: No such file"]),
    ("count tour 3x4 -o /", 1, &["/: Is a directory"]),
    ("list methods -o /nowhere/list", 1, &["/nowhere/list: No such file"]),
    ("man -o /dev/null/pages", 1, &["/dev/null/pages: "]),
];

/// Command lines that the argument parser refuses, and words of its message.
const MISUSED: &[(&str, &[&str])] = &[
    ("solve tour", &["<BOARD>"]),
    ("solve chess 8x8", &["'chess'"]),
    ("paint tour 8x8", &["'paint'"]),
    ("solve tour 8x8 9x9", &["'9x9'"]),
    ("solve tour 8x8 --colour red", &["'--colour'"]),
    ("solve tour -3x3", &["'-3'"]),
    ("solve tour 8x8 --order best", &["--order", "unknown move order `best`", "warnsdorff"]),
    ("solve tour 8x8 --order offsets:1", &["--order", "`1` is not an offset"]),
    ("solve tour 8x8 --order offsets:1,2;1,2", &["--order", "the offset `1,2` occurs twice"]),
    ("solve tour 8x8 --order offsets:99999999999,1", &["`99999999999,1` is not an offset"]),
    ("solve tour 8x8 --amo best", &["--amo", "'best'", "pairwise, ladder, product"]),
    ("solve tour 8x8 --time-limit soon", &["--time-limit", "`soon` is not a time", "10s"]),
    ("solve tour 8x8 --time-limit=-1s", &["--time-limit", "`-1s` is not a time"]),
    ("solve tour 8x8 --time-limit 1e400", &["`1e400` is not a time"]),
    ("solve tour 8x8 --time-limit -1s", &["`-1s`"]),
    ("solve tour 8x8 --memory-limit much", &["--memory-limit", "`much` is not a size", "2GiB"]),
    ("solve tour 8x8 --memory-limit=-1", &["--memory-limit", "`-1` is not a size"]),
    ("solve tour 8x8 --node-limit=-1", &["--node-limit", "'-1'"]),
    ("solve tour 8x8 --node-limit -1", &["--node-limit", "'-1'"]),
    ("solve tour 8x8 --node-limit 99999999999999999999", &["--node-limit", "too large"]),
    ("solve tour 8x8 --seed 1.5", &["--seed", "'1.5'"]),
    ("solve tour 8x8 --threads 0", &["--threads", "`0`", "1 to 1024"]),
    ("solve tour 8x8 -n 0", &["'0'", "-n"]),
    ("solve tour 8x8 -n 2 --all", &["--all", "-n"]),
    ("solve tour 8x8 --precheck maybe", &["--precheck", "'maybe'", "on, off"]),
    ("solve tour 8x8 --json --format text", &["--json", "--format"]),
    ("solve tour 8x8 --json --json-stream", &["--json", "--json-stream"]),
    ("solve tour 8x8 --format yaml", &["--format", "'yaml'", "text, json"]),
    ("solve tour 8x8 --exit-code 7", &["--exit-code", "'7'"]),
    ("compare tour 5x5 --runs 0", &["--runs", "'0'"]),
    ("decode", &["<MAP>"]),
    ("verify", &["<DOCUMENT>"]),
    ("list colours", &["'colours'", "methods"]),
    ("completions klingon", &["'klingon'", "bash"]),
];

#[test]
fn mistakes_are_told_in_one_line_with_their_place() {
    let folder = folder();
    for &(line, code, words) in REFUSED {
        let ran = satranj(line).within(folder.path()).run();
        assert!(ran.elapsed < LATE, "{}", ran.told());
        let said = ran.complains(code);
        assert!(words.iter().all(|word| said.contains(word)), "{line}: {said}");
        assert!(said.chars().count() < 500, "{line}: too long: {said}");
    }
    let left: Vec<_> = folder.path().read_dir().expect("a folder").collect();
    assert!(left.is_empty(), "a refused command leaves no file: {left:?}");
}

#[test]
fn misused_arguments_are_told_short_and_clear() {
    for &(line, words) in MISUSED {
        let ran = satranj(line).run().exits(2);
        assert!(ran.stdout.is_empty(), "{}", ran.told());
        assert!(ran.stderr.starts_with("error: "), "{}", ran.told());
        assert!(words.iter().all(|word| ran.stderr.contains(word)), "{words:?}: {}", ran.told());
        assert!(ran.stderr.lines().count() <= 9, "{}", ran.told());
    }
    let alone = satranj("").run().exits(2);
    assert!(alone.stdout.is_empty() && alone.stderr.contains("`satranj --help`"));
}

#[test]
fn board_files_are_refused_with_line_and_column() {
    let folder = folder();
    let huge = format!("{}\n", ".".repeat(10_001));
    let tall = ".\n".repeat(10_001);
    for (map, said) in [
        (&b""[..], "b.txt:1:1: the first line must be the top row"),
        (b"\n\n", "b.txt:1:1: the first line must be the top row"),
        (b"...\n..\n", "b.txt:2:3: this row has 2 squares, but the first row has 3"),
        (b"...\n....\n", "b.txt:2:4: this row has 4 squares, but the first row has 3"),
        (b"...\n\n...\n", "b.txt:2:1: this row has 0 squares"),
        (b"...\n.x.\n", "b.txt:2:2: `x` is neither `.` (free) nor `#` (blocked)"),
        (b"...\n.\t.\n", r"b.txt:2:2: `\t` is neither"),
        ("..\n.é\n".as_bytes(), "b.txt:2:2: `é` is neither"),
        (b"..\n.\xff\n", "b.txt:2:2: `\u{fffd}` is neither"),
        (b"8x8\n", "b.txt:1:1: `8` is neither"),
        (b"##\n##\n", "every square of the board is blocked"),
        (b"..\n..\0", r"b.txt:2:3: `\u{0}` is neither"),
        (huge.as_bytes(), "b.txt:1:1: 1 rows of 10001 squares; at most 10000"),
        (tall.as_bytes(), "b.txt:1:1: 10001 rows of 1 squares; at most 10000"),
    ] {
        write(folder.path(), "b.txt", map);
        let ran = satranj("solve tour @b.txt").within(folder.path()).run();
        let complaint = ran.complains(1);
        assert!(complaint.starts_with(said), "{said}: {complaint}");
    }
    // A sparse gigabyte that takes no room on the disk.
    let sparse = std::fs::File::create(folder.path().join("b.txt")).expect("a file");
    sparse.set_len(1 << 30).expect("a sparse file");
    let ran = satranj("solve tour @b.txt").within(folder.path()).run();
    let said = ran.complains(1);
    assert!(said.starts_with("b.txt:1:1: more than 100020016 bytes"), "{said}");
}

/// Documents that state no puzzle, and the message after the file's name.
const DOCUMENTS: &[(&[u8], &str)] = &[
    (b"", ":1:1: unexpected end of input: expected a value"),
    (b"{", ":1:1: unexpected end of input within an object"),
    (b"{\"puzzle\":\n  {\"kind\":\"tour\",}}", ":2:18: expected a name in double quotes"),
    (b"{\"puzzle\": nonsense}", ":1:13: expected a JSON value"),
    (b"null", ":1:1: found `null`, expected an object"),
    (b"3", ":1:1: found `3`, expected an object"),
    (b"{}", ":1:1: a document needs `puzzle`"),
    (b"{\"puzzle\":{}}", ":1:11: puzzle: it needs `kind`: tour, hamilton, independent-set"),
    (b"{\"puzzle\":\n{\"kind\":\"chess\"}}", ":2:9: puzzle.kind: unknown kind `chess`; there are \
                                              tour, "),
    (b"{\"puzzle\":{\"kind\":\"tour\"}}", ":1:11: puzzle: a tour needs `board`"),
    (b"{\"kind\":\"tour\",\"board\":{\"rows\":3}}", ":1:24: board: it needs `columns`"),
    (b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":-1,\"columns\":3}}}", ":1:42: puzzle.board.rows: found `-1`, expected a whole number from 0 to 4294967295"),
    (b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":1e9,\"columns\":3}}}", ":1:42: puzzle.board.rows: found `1e9`, expected a whole number from 0 to"),
    (b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":0,\"columns\":3}}}", ": board `0x3` has \
                                                                                0 rows"),
    (
        b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":4294967295,\"columns\":3}}}",
        ": board `4294967295x3` has 4294967295 rows",
    ),
    (
        b"{\"kind\":\"tour\",\"board\":{\"rows\":3,\"columns\":4,\"blocked\":[\"a0\"]}}",
        ":1:57: board.blocked[0]: `a0` is not a square",
    ),
    (
        b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":3,\"columns\":4,\"blocked\":[\"a4\"]}}}",
        ": `blocked`: square `a4` is outside the 3x4 board",
    ),
    (
        b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":3,\"columns\":4},\"start\":\"e1\"}}",
        ": `start`: square `e1` is outside the 3x4 board",
    ),
    (
        b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":3,\"columns\":4},\"piece\":\"pawn\"}}",
        ": unknown piece `pawn`",
    ),
    (
        b"{\"puzzle\":{\"kind\":\"tour\",\"board\":{\"rows\":3,\"columns\":4},\"given\":[[\"a1\",\"a2\"]]}}",
        ": `given`: a1-a2 is not a move of the knight",
    ),
    (b"{\"puzzle\":\n\"\xff\"}", ":2: not UTF-8 text"),
];

#[test]
fn documents_are_refused_with_line_and_column() {
    let folder = folder();
    for &(document, said) in DOCUMENTS {
        let shown = String::from_utf8_lossy(document);
        write(folder.path(), "d.json", document);
        for command in ["solve --from d.json", "export --from d.json", "count --from d.json"] {
            let complaint = satranj(command).within(folder.path()).run().complains(1);
            assert!(complaint.starts_with(&format!("d.json{said}")), "{shown}: {complaint}");
        }
        let piped = satranj("solve --from -").input(document).run().complains(1);
        assert!(piped.starts_with(&format!("standard input{said}")), "{shown}: {piped}");
    }
    let deep = format!("{{\"puzzle\":{{\"board\":{}", "[".repeat(100_000));
    let said = satranj("solve --from -").input(deep).run().complains(1);
    assert!(said.ends_with("unexpected end of input within a list"), "{said}");
    let lists = "[".repeat(100_000) + &"]".repeat(100_000);
    let deep = format!("{{\"puzzle\":{{\"kind\":\"tour\",\"board\":{lists}}}}}");
    let said = satranj("solve --from -").input(deep).run().complains(1);
    assert!(said.ends_with("puzzle.board: found a list, expected an object"), "{said}");
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = folder();
    let file = write(folder.path(), "file", "").display().to_string();
    for (line, file, problem) in [
        ("solve tour 8x8 --closed --json --svg", "/nowhere/tour.svg".to_string(), "No such file"),
        ("solve tour 8x8 --closed -o", "/nowhere/tour.json".to_string(), "No such file"),
        ("solve tour 8x8 --closed -o", folder.path().display().to_string(), "Is a directory"),
        ("count tour 5x5 -o", format!("{file}/x"), "Not a directory"),
        ("export tour 5x5 -o", "/nowhere/tour.cnf".to_string(), "No such file"),
        ("compare tour 5x5 --json --export-csv", format!("{file}/x"), "Not a directory"),
        ("compare tour 5x5 --json --export-markdown", "/nowhere/t.md".to_string(), "No such file"),
    ] {
        let said = complaint(&format!("{line} {file}"), 1);
        assert!(said.starts_with(&format!("{file}: {problem}")), "{line}: {said}");
    }
}

#[test]
fn a_failed_export_leaves_the_earlier_file() {
    let folder = folder();
    // Its name has no known extension.
    let kept = write(folder.path(), "kept", "precious");
    for line in ["export tour 60x60 --time-limit 1ms", "export tour 100x100 --memory-limit 50MiB"] {
        complaint(&format!("{line} -o {}", kept.display()), 3);
        assert_eq!(read(&kept), "precious", "{line}");
    }
    for format in ["dot", "graphml", "hcp", "node-link"] {
        let line = format!("export tour 1500x1500 --format {format} --time-limit 1ms");
        complaint(&format!("{line} -o {}", kept.display()), 3);
        assert_eq!(read(&kept), "precious", "{format}");
    }
    let files = std::fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(files, 1, "nothing half done is left");
    assert!(answer(&format!("export tour 3x4 -o {}", kept.display())).stdout.is_empty());
    assert!(read(&kept).starts_with("c satranj"));
}

#[test]
fn values_that_begin_with_a_hyphen_are_named_in_one_line() {
    for (line, named) in [
        ("solve tour 8x8 --start -1,0", "`-1,0` is not a square"),
        ("solve tour 8x8 --end -a1", "`-a1` is not a square"),
        ("solve tour 8x8 --block -3", "`-3` is not a square"),
        ("solve tour 8x8 --block 0,0,1,1", "separated by ;"),
        ("solve tour 8x8 --given -a1-b3", "`-a1-b3` is not a move"),
    ] {
        let said = complaint(line, 2);
        assert!(said.contains(named) || said.contains("is not a square"), "{line}: {said}");
    }
    let ran = satranj("solve tour 8x8 --time-limit -1s").run().exits(2);
    assert!(ran.told().contains("`-1s` is not a time"), "{}", ran.told());
}

#[test]
fn a_word_that_no_puzzle_has_is_refused() {
    let mut document = answer("solve tour 5x5 --json").json();
    document["puzzle"]["closde"] = true.into();
    for line in ["verify -", "solve --from -"] {
        let ran = satranj(line).input(document.to_string()).run().exits(1);
        assert!(ran.only_complaint().contains("unknown field `closde`"), "{}", ran.told());
    }
    let long = vec!["knight"; 1000].join("+");
    assert!(complaint(&format!("solve tour 5x5 --piece {long}"), 2).contains("1000 pieces"));
}

#[test]
fn a_full_disk_is_told() {
    for line in
        ["solve tour 50x50 --json", "export tour 8x8", "list methods", "compare tour 5x5 --runs 1"]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux");
        let program = std::process::Command::new(crate::harness::SATRANJ)
            .args(line.split(' '))
            .stdout(full)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&program.stderr).into_owned();
        assert_eq!(program.status.code(), Some(1), "{line}: {said}");
        assert_eq!(said, "satranj: No space left on device (os error 28)\n", "{line}");
    }
}
