//! Every output of every command: for one answer, several cases and a list of graphs, into a pipe
//! without a reader, on a full disk, and on a terminal.

#![cfg(target_os = "linux")]

use std::{fs, os::unix::fs::symlink, path::Path};

use crate::{
    closed_streams::{Stream, run},
    harness::{Line, SATRANJ, answer, folder, satranj, write},
};

/// A command with its outputs.
struct Written {
    /// A command line with one answer.
    one: &'static str,
    /// The same for several cases, documents or graphs.
    several: &'static [&'static str],
    /// Outputs that show everything.
    all: &'static [&'static str],
    /// Outputs that show one answer.
    single: &'static [&'static str],
}

const COMMANDS: [Written; 15] = [
    Written { one: "info petersen", several: &[], all: &["-o x.json", "-o x.txt"], single: &[] },
    Written {
        one: "solve tour 5x5",
        several: &["solve meet cases.txt", "solve hamilton list.g6"],
        all: &["-o x.json", "-o x.txt"],
        single: &[
            "-o x.svg",
            "-o x.png",
            "-o x.html",
            "-o x.csv",
            "-o x.tour",
            "--svg x.svg",
            "--png x.png",
            "--html x.html",
            "--tour x.tour",
        ],
    },
    Written {
        one: "solve tour 4x4 --method sat:cuts --precheck off",
        several: &["solve hamilton list.g6 --method sat:cuts"],
        all: &[],
        single: &["--proof x.drat"],
    },
    Written {
        one: "count tour 3x4",
        several: &["count hamilton list.g6"],
        all: &["-o x.json", "-o x.txt"],
        single: &[],
    },
    Written {
        one: "compare queens 5 --runs 1 --warmup 0 --methods native:dfs -q",
        several: &["compare meet cases.txt --runs 1 --warmup 0 --methods native:bounds -q"],
        all: &[
            "-o x.json",
            "-o x.txt",
            "-o x.html",
            "-o x.md",
            "-o x.csv",
            "-o x.tex",
            "-o x.svg",
            "-o x.png",
            "--export-markdown x.md",
            "--export-csv x.csv",
        ],
        single: &[],
    },
    Written {
        one: "bench suite.json -q",
        several: &[],
        all: &["-o x.json", "-o x.txt", "-o x.html", "-o x.md", "-o x.csv", "-o x.tex"],
        single: &[],
    },
    Written {
        one: "report results.json",
        several: &[],
        all: &[
            "-o x.html",
            "-o x.md",
            "-o x.csv",
            "-o x.tex",
            "--export-markdown x.md",
            "--export-csv x.csv",
            "--export-latex x.tex",
        ],
        single: &[],
    },
    Written {
        one: "draw good.json",
        several: &[],
        all: &["-o x.txt", "-o x.svg", "-o x.png", "-o x.html", "-o x.csv"],
        single: &[],
    },
    Written {
        one: "decode good.json good.tour",
        several: &["decode formulas"],
        all: &["-o x.json", "-o x.txt"],
        single: &[
            "-o x.svg",
            "-o x.png",
            "-o x.html",
            "-o x.csv",
            "--svg x.svg",
            "--png x.png",
            "--html x.html",
        ],
    },
    Written {
        one: "verify good.json",
        several: &["verify good.json good.json"],
        all: &["-o x.json", "-o x.txt"],
        single: &["--svg x.svg", "--png x.png", "--html x.html"],
    },
    Written {
        one: "export tour 3x4 -q",
        several: &[],
        all: &["-o x.cnf", "-o x.dot", "-o x.json"],
        single: &[],
    },
    Written {
        one: "generate meet",
        several: &["generate meet --cases 3"],
        all: &["-o x.json", "-o x.txt"],
        single: &[],
    },
    Written { one: "list methods", several: &[], all: &["-o x.json", "-o x.txt"], single: &[] },
    Written {
        one: "shard count queens 6 --parts 2 -q",
        several: &[],
        all: &["-o x.json", "-o x.txt"],
        single: &[],
    },
    Written {
        one: "merge job.json parts",
        several: &[],
        all: &["-o x.json", "-o x.txt"],
        single: &[],
    },
];

impl Written {
    fn outputs(&self) -> impl Iterator<Item = &'static str> {
        self.all.iter().chain(self.single).copied()
    }
}

const SUITE: &str = r#"{"schema":"satranj.suite/1","name":"s","title":"t","runs":1,"warmup":0,
"methods":["native:dfs"],"experiments":[{"name":"e","title":"t",
"instances":{"puzzles":[{"kind":"queens","n":4}]}}]}"#;

/// A folder with the inputs.
fn inputs() -> tempfile::TempDir {
    let folder = folder();
    let at = folder.path();
    write(at, "suite.json", SUITE);
    write(at, "cases.txt", "2\n\n1 1\n1\n\n2 2\n1.\n..\n");
    write(at, "list.g6", "Dhc\nDhc\n");
    write(at, "good.json", answer("solve tour 5x5 --json").stdout);
    let compare = "compare tour 5x5 --runs 1 --warmup 0 --methods native:dfs --json";
    write(at, "results.json", answer(compare).stdout);
    for line in [
        "solve tour 5x5 -q --tour good.tour",
        "generate queens --n 5 --cases 2 -o two.json",
        "export --from two.json --all-cases -o formulas",
        "shard count queens 6 --parts 1 -o job.json",
        "part job.json 0 -o parts -q",
    ] {
        satranj(line).within(at).run().exits(0);
    }
    for case in ["case-001.out", "case-002.out"] {
        write(&at.join("formulas"), case, "s UNKNOWN\n");
    }
    for output in COMMANDS.iter().flat_map(Written::outputs) {
        let full = at.join(format!("full.{}", extension(output)));
        if full.symlink_metadata().is_err() {
            symlink("/dev/full", full).expect("a link");
        }
    }
    folder
}

fn extension(output: &str) -> &str {
    output.rsplit('.').next().expect("an extension")
}

/// The option of an output.
fn option(output: &str) -> &str {
    output.split(' ').next().expect("an option")
}

/// The file of the last run, which is removed; `None` if it wrote no file.
fn taken(folder: &Path) -> Option<Vec<u8>> {
    let mut found = None;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("x.") {
            // A map and a formula are written beside the file.
            if name.matches('.').count() == 1 {
                found = Some(fs::read(&path).expect("it is read"));
            }
            fs::remove_file(path).expect("it is removed");
        }
    }
    found
}

/// The exit code of a line whose output is read.
fn code(folder: &Path, line: &str) -> i32 {
    let (status, said) = run(folder, line, None, None);
    status.code().unwrap_or_else(|| panic!("{line}: {said}"))
}

#[test]
fn every_output_is_written_whoever_reads_the_others() {
    let folder = inputs();
    let at = folder.path();
    for command in &COMMANDS {
        let line = command.one;
        assert_eq!(code(at, line), 0, "{line}");
        for output in command.outputs() {
            let line = format!("{line} {output}");
            for stdout in [None, Some(Stream::Left), Some(Stream::Closed)] {
                let (status, said) = run(at, &line, stdout, None);
                assert_eq!((status.code(), said.as_str()), (Some(0), ""), "{line} {stdout:?}");
                let written = taken(at).unwrap_or_else(|| panic!("{line}: there is no file"));
                assert!(written.len() > 10, "{line}");
            }
        }
    }
}

#[test]
fn every_output_that_goes_to_standard_output_ends_quietly_without_a_reader() {
    let folder = inputs();
    let at = folder.path();
    for command in &COMMANDS {
        let mut options: Vec<&str> = command.outputs().map(option).collect();
        options.dedup();
        for option in options {
            let line = format!("{} {option} -", command.one);
            if option == "--proof" {
                let (status, said) = run(at, &line, None, None);
                assert_eq!(status.code(), Some(2), "{line}: {said}");
                continue;
            }
            let ran = satranj(&line).within(at).run().exits(0);
            assert!(ran.stdout.len() > 10 && ran.stderr.is_empty(), "{}", ran.report());
            for stdout in [Stream::Left, Stream::Closed] {
                let (status, said) = run(at, &line, Some(stdout), None);
                assert_eq!((status.code(), said.as_str()), (Some(0), ""), "{line} {stdout:?}");
            }
            let (status, said) = run(at, &line, Some(Stream::Full), None);
            assert_eq!(status.code(), Some(1), "{line}: {said}");
            assert!(said.contains("No space left on device"), "{line}: {said}");
        }
    }
}

#[test]
fn a_full_disk_is_an_error_of_every_output() {
    let folder = inputs();
    let at = folder.path();
    for command in &COMMANDS {
        for output in command.outputs() {
            let line = format!("{} {}", command.one, output.replace(" x.", " full."));
            let (status, said) = run(at, &line, None, None);
            assert_eq!(status.code(), Some(1), "{line}: {said}");
            let name = format!("satranj: full.{}: No space left", extension(output));
            assert!(said.starts_with(&name) && said.lines().count() == 1, "{line}: {said}");
        }
    }
}

/// What shows one answer is refused for several, by any option; the rest shows them all.
#[test]
fn every_output_of_several_shows_them_all_or_is_refused() {
    let folder = inputs();
    let at = folder.path();
    for command in &COMMANDS {
        for &line in command.several {
            let expected = code(at, line);
            for output in command.all {
                assert_eq!(code(at, &format!("{line} {output}")), expected, "{line} {output}");
                assert!(taken(at).is_some_and(|written| written.len() > 10), "{line} {output}");
            }
            for output in command.single {
                let said = satranj(&format!("{line} {output}")).within(at).run().complains(2);
                let is_named = said.starts_with(option(output));
                assert!(is_named && said.contains(" applies to one "), "{line} {output}: {said}");
                assert_eq!(taken(at), None, "{line} {output}");
            }
        }
    }
}

#[test]
fn no_output_is_missing_here() {
    let named = ["svg", "png", "html", "tour", "proof", "export-markdown", "export-csv"];
    let named = named.into_iter().chain(["export-latex"]);
    let named: Vec<String> = named.map(|name| format!("--{name} ")).collect();
    let words = |command: &Written| command.one.split(' ').next().expect("a command");
    let of = |name: &str| {
        let own = COMMANDS.iter().filter(|command| words(command) == name);
        own.flat_map(Written::outputs).collect::<Vec<_>>()
    };
    for command in [
        "solve",
        "count",
        "compare",
        "bench",
        "report",
        "draw",
        "decode",
        "verify",
        "export",
        "generate",
        "list",
        "shard",
        "part",
        "merge",
        "completions",
        "man",
    ] {
        let help = answer(&format!("{command} --help"));
        for option in named.iter().filter(|option| help.text().contains(option.as_str())) {
            // The proof that `decode` reads is an input.
            if command == "decode" && option == "--proof " {
                continue;
            }
            let is_here = of(command).iter().any(|output| output.starts_with(option.as_str()));
            assert!(is_here, "{command} {option}");
        }
    }
    // An unknown extension is refused with all that are known.
    let folder = inputs();
    for command in COMMANDS.iter().filter(|command| !command.one.starts_with("export")) {
        let line = format!("{} -o x.smt2", command.one);
        let said = satranj(&line).within(folder.path()).run().complains(2);
        assert!(said.contains("unknown extension .smt2; "), "{line}: {said}");
        let known = said.split("(.").skip(1).filter_map(|rest| rest.split(')').next());
        for known in known.filter(|known| !["smt2"].contains(known)) {
            let is_here = of(words(command)).contains(&format!("-o x.{known}").as_str());
            assert!(is_here, "{line}: .{known} is not walked");
        }
    }
}

/// What a command says on a terminal, both streams together.
fn on_terminal(folder: &Path, line: &str) -> String {
    let script = Line::of("script").argument("-qec").argument(format!("{SATRANJ} {line}"));
    let ran = script.argument("/dev/null").within(folder).run().exits(0);
    ran.text().replace('\r', "")
}

#[test]
fn a_terminal_shows_the_summary_and_the_names_of_the_files() {
    let folder = inputs();
    let at = folder.path();
    for (line, summary, files) in [
        ("solve tour 5x5 -o x.json --svg y.svg", "verified in ", &["x.json", "y.svg"][..]),
        ("solve tour 5x5 -o x.png", "verified in ", &["x.png"]),
        ("solve meet cases.txt -o x.json", "Case 1: 0\n", &["x.json"]),
        ("solve hamilton list.g6 -o x.json", "2 graphs: 2 yes, 0 no\n", &["x.json"]),
        ("count tour 3x4 -o x.txt", "\n16 solutions, in ", &["x.txt"]),
        (
            "compare queens 5 --runs 1 --warmup 0 --methods native:dfs -o x.html",
            "native:dfs",
            &["x.html"],
        ),
        ("bench suite.json -o x.json", "native:dfs", &["x.json"]),
        ("export tour 3x4 -o x.cnf", " variables, ", &["x.cnf", "x.cnf.map.json"]),
        ("report results.json -o x.html", "", &["x.html"]),
        ("draw good.json -o x.svg", "", &["x.svg"]),
        ("generate meet -o x.txt", "", &["x.txt"]),
        ("decode good.json good.tour -o x.json", "knight's tour of 5x5", &["x.json"]),
        ("verify good.json -o x.json", "the solution is right", &["x.json"]),
    ] {
        let said = on_terminal(at, line);
        assert!(said.contains(summary), "{line}: {said}");
        for file in files {
            assert!(said.contains(&format!("satranj: wrote {file}\n")), "{line}: {said}");
        }
        taken(at);
    }
    for line in ["solve tour 5x5 -q -o x.json --svg y.svg", "export tour 3x4 -q -o x.cnf"] {
        assert_eq!(on_terminal(at, line), "", "{line}");
    }
    // A picture on the terminal has it to itself.
    let said = on_terminal(at, "solve tour 5x5 --svg -");
    assert!(said.starts_with("<svg") && said.trim_end().ends_with("</svg>"), "{said}");
}
