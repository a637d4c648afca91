//! A user asks the same question about every graph of a list: one line per graph in their order, or
//! only the graphs with one answer, as a filter between programs of nauty.

use std::{
    fmt::Write as _,
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::harness::{Line, Ran, folder, program, read, satranj, write};

/// The connected cubic graphs with 10 vertices; two have no Hamiltonian cycle.
const CUBIC: &str = "I?BeeOwM?
I?Bcu`gM?
I?bFB_wF?
I?bEHow[?
I?`bfAWF?
I?`cu`oJ?
I?`cspoX?
I?`bM_we?
I?`cm`gM?
I?`cmPoM?
I?`amQoM?
I?`c]`oM?
ICOfBaKF?
ICOf@pSb?
ICOef?kF?
ICOedPKL?
ICOedO[X?
ICQRD_kQ_
ICQRD_iR?
";

fn ran(list: &str, arguments: &str) -> Ran {
    satranj(&format!("solve hamilton - {arguments}")).input(list).call()
}

/// The cases of a list, one a line, without the line after them.
fn cases(list: &str, arguments: &str) -> (Vec<Value>, Value) {
    let mut lines = ran(list, arguments).json_lines();
    let last = lines.pop().expect("a last line");
    assert_eq!(last["type"], "status");
    (lines, last)
}

#[test]
fn a_filter_passes_graphs_on() {
    let no = ran(CUBIC, "--only no").exits(0);
    assert_eq!(no.text().lines().count(), 2, "{}", no.report());
    assert_eq!(no.stderr, "satranj: 19 graphs: 17 yes, 2 no\n");
    let yes = ran(CUBIC, "--input-format graph6 --only yes -q").exits(0);
    assert_eq!(yes.stderr, "");
    // The others, in their order.
    let rest: String =
        CUBIC.split_inclusive('\n').filter(|line| !no.text().contains(line)).collect();
    assert_eq!(yes.text(), rest);
    assert_eq!(ran(CUBIC, "--only yes,no,unknown -q").exits(0).text(), CUBIC);
    assert_eq!(ran(CUBIC, "--only unknown -q").exits(0).text(), "");
    // The output is also an input; one graph, or none, is a list too.
    assert_eq!(ran(no.text(), "--only no -q").exits(0).text(), no.text());
    assert_eq!(ran("Bw\n", "--only yes -q").exits(0).text(), "Bw\n");
    assert_eq!(ran("", "--input-format graph6 --only yes").exits(0).text(), "");
    // Every other form of the family, headers, blank lines and line ends of other systems.
    let mixed = ">>graph6<<Bw\r\n\r\n:Bcw\n&Bp_\n";
    assert_eq!(ran(mixed, "--only yes,no -q").exits(0).text(), "Bw\n:Bcw\n&Bp_\n");
}

#[test]
fn every_graph_has_a_line_in_its_order() {
    let text = ran(CUBIC, "--format text").exits(0);
    let lines: Vec<&str> = text.text().lines().collect();
    assert_eq!(lines.len(), 19);
    for (index, line) in lines.iter().enumerate() {
        let expected = ["possible", "impossible"].map(|word| format!("Case {}: {word}", index + 1));
        assert!(expected.iter().any(|expected| expected == line), "{line}");
    }
    let (lines, last) = cases(CUBIC, "--json");
    assert_eq!((&last["errors"], &last["undecided"]), (&0.into(), &0.into()));
    for (number, case) in (1..).zip(&lines) {
        assert_eq!((&case["type"], &case["case"]), (&"case".into(), &number.into()));
        // Each is a document that can be checked.
        assert_eq!(case["puzzle"]["graph"]["vertices"].as_array().map(Vec::len), Some(10));
        if case["status"] == "satisfied" {
            assert_eq!(case["verified"], true);
            satranj("verify -").input(case.to_string()).call().exits(0);
        }
    }
    let status = |case: &Value| case["status"].as_str().map(ToString::to_string);
    let no = lines.iter().filter(|case| status(case).as_deref() == Some("unsatisfiable")).count();
    assert_eq!(no, 2);
    // It depends neither on the threads nor on the input.
    let folder = folder();
    write(folder.path(), "cubic.g6", CUBIC);
    for arguments in ["--threads 1", "--threads 5", "--method sat:cuts", "--seed 7"] {
        let line = format!("solve hamilton cubic.g6 --json-stream {arguments}");
        let again = satranj(&line).within(folder.path()).run().exits(0).json_lines();
        let again: Vec<_> = again[..19].iter().map(status).collect();
        assert_eq!(again, lines.iter().map(status).collect::<Vec<_>>(), "{arguments}");
    }
    let many = CUBIC.repeat(20);
    let text = |threads| ran(&many, &format!("--format text --threads {threads}")).stdout;
    assert_eq!(text(1), text(7));
    // A path may be asked for too: both graphs without a cycle have one.
    assert_eq!(ran(CUBIC, "--path --only yes -q").exits(0).text(), CUBIC);
}

#[test]
fn what_is_wrong_with_one_graph_does_not_lose_the_others() {
    let list = "Bw\nB!\nBw\nDQ\n?\nBw\n";
    let lines = ran(list, "--format text");
    assert_eq!(lines.code, Some(1), "{}", lines.report());
    let said = [
        "Case 1: possible",
        "Case 2: error: standard input:2:2: `!` is not a character from `?` to `~`",
        "Case 3: possible",
        "Case 4: error: standard input:4:3: 1 characters after the number of vertices; 5 vertices \
         take 2",
        "Case 5: error: standard input:5: the graph has no vertex",
        "Case 6: possible",
    ];
    assert_eq!(lines.text().lines().collect::<Vec<_>>(), said);
    let first = "3 of 6 graphs have no answer; case 2: standard input:2:2: `!` is no";
    assert!(lines.only_complaint().starts_with(first), "{}", lines.stderr);
    let passed = ran(list, "--only yes");
    assert_eq!((passed.code, passed.text()), (Some(1), "Bw\nBw\nBw\n"));
    let (lines, last) = cases(list, "--json");
    assert_eq!((lines.len(), &last["errors"]), (6, &3.into()));
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains(":2:2: ")));
    // A vertex that only some graphs have.
    let some = ran("Bw\nCr\n", "--start 3 --format text");
    assert_eq!(some.code, Some(1));
    assert!(some.text().starts_with("Case 1: error: --start"), "{}", some.text());
}

#[test]
fn limits_are_for_each_graph_and_for_all() {
    // The node limit is per graph; no method decides these without a node.
    let hard = ran(CUBIC, "--method native:dfs --node-limit 1 --only unknown -q");
    assert_eq!((hard.code, hard.text()), (Some(3), CUBIC));
    let each = ran(CUBIC, "--time-limit-each 0s --format text").exits(3);
    assert!(each.text().lines().all(|line| line.ends_with("unknown (the time limit was reached)")));
    assert_eq!(each.text().lines().count(), 19);
    // How many come before it depends on the machine.
    let all = satranj("solve hamilton - --time-limit 0.3s --only no -q").input(CUBIC);
    let all = all.with_open_input().run().exits(3);
    assert!(all.text().lines().count() <= 2, "{}", all.report());
    assert!(all.stderr.contains(": the time limit was reached after "), "{}", all.stderr);
    let one = ran(CUBIC, "--time-limit 0s --threads 1 --format text").exits(3);
    assert!(!one.stderr.contains(" 1 graphs"), "{}", one.stderr);
    let (lines, last) = {
        let line = satranj("solve hamilton - --time-limit 0.3s --json").input(CUBIC);
        let mut lines = line.with_open_input().run().exits(3).json_lines();
        let last = lines.pop().expect("a last line");
        (lines, last)
    };
    assert!(lines.len() <= 19);
    assert_eq!(last["reason"], "time_limit");
}

#[test]
fn an_answer_does_not_wait_for_the_next_graph() {
    let mut child = program("solve hamilton - --input-format graph6 --format text")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    // Two graphs make it a list.
    input.write_all(b"Bw\nC?\n").expect("it reads");
    for expected in ["Case 1: possible\n", "Case 2: impossible\n"] {
        answer.clear();
        output.read_line(&mut answer).expect("it answers");
        assert_eq!(answer, expected);
    }
    input.write_all(b"Bw\n").expect("it reads");
    answer.clear();
    output.read_line(&mut answer).expect("it answers");
    assert_eq!(answer, "Case 3: possible\n");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_goes_away_and_a_signal_end_it() {
    let many = CUBIC.repeat(20_000);
    let mut running = satranj("solve hamilton - --format text").input(many.clone()).start();
    running.read_and_leave(20);
    let ran = running.finish().exits(0);
    assert_eq!(ran.stderr, "");
    let line = satranj("solve hamilton - --only no -q").input(CUBIC).with_open_input();
    let mut running = line.start();
    running.until_it_prints("\n");
    let ran = running.ended_by("TERM");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(143), ""));
}

#[test]
fn only_what_fits_a_list_is_asked_of_it() {
    let one = satranj("solve hamilton - --input-format edge --only yes").input("p edge 1 0\n");
    assert!(one.run().complains(2).contains(
        "--only applies to lists of graphs in graph6, but - is \
                                             one graph (edge)"
    ));
    let board = satranj("solve tour 5x5 --only yes").call().complains(2);
    assert!(board.contains("--only applies to lists of graphs"), "{board}");
    let each = satranj("solve tour 5x5 --time-limit-each 1s").call().complains(2);
    assert!(each.contains("--time-limit-each applies to lists of graphs"), "{each}");
    // Other commands take one graph, as before.
    let export = satranj("export hamilton - --input-format graph6").input(CUBIC).call();
    assert!(export.complains(1).contains("2:1: a second graph; a file has one"));
    let folder = folder();
    write(folder.path(), "cubic.g6", CUBIC);
    let line = "solve hamilton cubic.g6 --only no -q -o no.g6";
    satranj(line).within(folder.path()).run().exits(0);
    assert_eq!(read(&folder.path().join("no.g6")).lines().count(), 2);
    let same = satranj("solve hamilton cubic.g6 --only no -o cubic.g6").within(folder.path()).run();
    assert!(same.complains(2).contains("this command reads the same file"));
}

#[test]
fn a_graph_is_recognised_without_a_name() {
    let triangle = [
        "Bw\n",
        ">>graph6<<\nBw\n",
        "\n\n:BcN\n",
        "c x\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n",
        "p col 3 3\ne 1 2\ne 2 3\ne 1 3\n",
        "NAME : x\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3 1 3 \
         -1\n",
        "graph { a -- b -- c -- a }\n",
        "strict graph G\n{ a -- b -- c -- a }\n",
        "{\"nodes\":[{},{},{}],\"links\":[{\"source\":0,\"target\":1},{\"source\":1,\"target\":2},{\"source\":2,\"target\":0}]}",
        "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ \
         source 1 target 2 ] edge [ source 2 target 0 ] ]",
        "Creator \"x\"\ngraph\n[ node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target \
         1 ] edge [ source 1 target 2 ] edge [ source 2 target 0 ] ]",
        "<graphml><graph><node id='a'/><node id='b'/><node id='c'/><edge source='a' \
         target='b'/><edge source='b' target='c'/><edge source='c' target='a'/></graph></graphml>",
        "*Vertices 3\n*Edges\n1 2\n2 3\n3 1\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n",
    ];
    for text in triangle {
        let document = satranj("solve hamilton - --json").input(text).call().exits(0).json();
        assert_eq!(document["status"], "satisfied", "{text}");
    }
    // Lines of names may be anything.
    for (text, problem) in
        [("0 1 2\n", "the format is ambiguous"), ("", "unknown format"), ("x\n", "unknown format")]
    {
        let said = satranj("solve hamilton - --json").input(text).call().complains(2);
        assert!(said.contains(&format!("-: {problem}; name it with --input-format")), "{said}");
    }
    let listed = satranj("solve hamilton - --input-format edge-list --json");
    let document = listed.input("a b\nb c\nc a\n").run().exits(0).json();
    assert_eq!(document["puzzle"]["graph"]["vertices"], serde_json::json!(["a", "b", "c"]));
}

/// The connected cubic graphs without a Hamiltonian cycle, with 4, 6, … vertices: A164919.
const NOT_HAMILTONIAN: [(u32, usize, usize); 8] = [
    (4, 1, 0),
    (6, 2, 0),
    (8, 5, 0),
    (10, 19, 2),
    (12, 85, 5),
    (14, 509, 35),
    (16, 4060, 219),
    (18, 41301, 1666),
];

/// Every connected cubic graph, from nauty's generator through a pipe of the shell; the passed
/// graphs are those that nauty's own program finds.
#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn cubic_graphs_without_a_hamiltonian_cycle() {
    let folder = folder();
    for (vertices, all, without) in NOT_HAMILTONIAN {
        let generate = format!("nauty-geng -c -d3 -D3 -q {vertices} > all.g6");
        let made = Command::new("sh").args(["-c", &generate]).current_dir(folder.path()).status();
        assert!(made.is_ok_and(|made| made.success()));
        let filter = "solve hamilton - --only no -q";
        let list = read(&folder.path().join("all.g6"));
        let ours = satranj(filter).input(list.clone()).call().exits(0);
        let theirs = Line::of("nauty-cubhamg").input(list.clone()).run().exits(0);
        assert_eq!((list.lines().count(), ours.text().lines().count()), (all, without));
        assert_eq!(ours.text(), theirs.text(), "{vertices} vertices");
    }
}

/// Every graph of three to five vertices, and whether brute force finds a cycle in it.
#[test]
fn every_small_graph_is_answered_as_by_brute_force() {
    let mut list = String::new();
    let mut expected = Vec::new();
    for vertices in 3..=5u32 {
        let pairs: Vec<(u32, u32)> =
            (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        for chosen in 0..1u32 << pairs.len() {
            // graph6 by hand: a bit per pair, six in a character.
            let mut code = vec![63 + vertices as u8];
            for six in (0..pairs.len()).step_by(6) {
                let bit = |at: usize| u8::from(at < pairs.len() && chosen >> at & 1 == 1);
                code.push(63 + (six..six + 6).fold(0, |code, at| code << 1 | bit(at)));
            }
            let _ = writeln!(list, "{}", String::from_utf8(code).expect("letters"));
            let is_edge = |a: u32, b: u32| {
                let pair = pairs.iter().position(|&pair| pair == (a.min(b), a.max(b)));
                pair.is_some_and(|at| chosen >> at & 1 == 1)
            };
            expected.push(has_cycle(vertices, &mut vec![0], &is_edge));
        }
    }
    let text = ran(&list, "--format text").exits(0);
    let found: Vec<bool> = text.text().lines().map(|line| line.ends_with(": possible")).collect();
    assert_eq!(found, expected);
}

/// Whether the walk is part of a cycle through all vertices.
fn has_cycle(vertices: u32, walk: &mut Vec<u32>, is_edge: &dyn Fn(u32, u32) -> bool) -> bool {
    let last = *walk.last().expect("it has begun");
    if walk.len() == vertices as usize {
        return is_edge(last, walk[0]);
    }
    (0..vertices).any(|next| {
        if walk.contains(&next) || !is_edge(last, next) {
            return false;
        }
        walk.push(next);
        let found = has_cycle(vertices, walk, is_edge);
        walk.pop();
        found
    })
}

/// Options for one graph are refused by name, and nothing is written.
#[test]
fn outputs_of_one_graph_are_refused_for_a_list() {
    for option in [
        "--svg",
        "--png",
        "--html",
        "--tour",
        "--proof",
        "--show-attacks",
        "--animate --svg",
        "--seeds 1..2",
        "--exit-code sat",
        "--sample 2",
        "--all",
        "-n 2",
        "-o x.svg",
    ] {
        let folder = folder();
        write(folder.path(), "list.g6", CUBIC);
        let file = ["--svg", "--png", "--html", "--tour", "--proof"];
        let ends = file.iter().find(|name| option.ends_with(**name));
        let ends = ends.map_or("", |name| match *name {
            "--svg" => " x.svg",
            "--png" => " x.png",
            "--html" => " x.html",
            "--tour" => " x.tour",
            _ => " x.drat",
        });
        let line = format!("solve hamilton list.g6 {option}{ends}");
        let said = satranj(&line).within(folder.path()).run().complains(2);
        assert!(said.contains("applies to one graph, but the file has several"), "{line}: {said}");
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, 1, "{line}: a file was written");
    }
}
