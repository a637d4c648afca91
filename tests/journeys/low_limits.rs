//! Low limits of the system on the size of files, on open files and on the stack, and two processes that write into
//! one folder: a command says what it lacks, or does its work, and its files are complete or absent.

use tempfile::TempDir;

use crate::{
    harness::{Line, Ran, SATRANJ, processes::none_remains, satranj},
    working_commands::{COMMANDS, check_files, inputs, line_in, with_inputs},
};

/// A limit as a shell sets it, and what a command says that lacks it.
type Limited = (&'static str, &'static str);

/// Blocks of 512 or 1024 bytes, by the shell.
const SMALL_FILES: &[Limited] =
    &[("ulimit -f 0", TOO_LARGE), ("ulimit -f 1", TOO_LARGE), ("ulimit -f 6", TOO_LARGE)];

const TOO_LARGE: &str = "File too large";

const FEW_FILES: &[Limited] = &[
    ("ulimit -n 4", TOO_MANY),
    ("ulimit -n 6", TOO_MANY),
    ("ulimit -n 7", TOO_MANY),
    ("ulimit -n 8", TOO_MANY),
    ("ulimit -n 10", TOO_MANY),
    ("ulimit -n 12", TOO_MANY),
    ("ulimit -n 16", TOO_MANY),
];

const TOO_MANY: &str = "Too many open files";

/// The command line has a stack of its own.
const SMALL_STACKS: &[Limited] = &[("ulimit -s 100", "nothing")];

/// Runs a command within a limit: it ends well, or says what it lacks; then it works without the limit.
fn stays_whole(line: &str, (limit, lacks): Limited, inputs: &TempDir) {
    let folder = with_inputs(inputs.path());
    let script = format!("{limit}; exec '{SATRANJ}' {line}");
    let limited = Line::of("sh").argument("-c").argument(script).within(folder.path());
    let ran = limited.environment("TMPDIR", folder.path().join("tmp")).run();
    let report = ran.report();
    let said = ran.stderr.contains(lacks) || String::from_utf8_lossy(&ran.stdout).contains(lacks);
    assert!(ran.code == Some(0) || (ran.code.is_some() && said), "{report}");
    none_remains(folder.path());
    check_files(folder.path(), inputs.path(), &report);
    let again = line_in(folder.path(), line).run();
    assert_eq!(again.code, Some(0), "again after {report}\n{}", again.report());
}

/// One limit of each kind for each command, or all of them.
fn within(limits: &[Limited], all: bool) {
    let inputs = inputs();
    for (number, line) in COMMANDS.iter().enumerate() {
        let chosen = limits.iter().enumerate();
        let chosen =
            chosen.filter(|(at, _)| all || (number % 3 == 0 && number / 3 % limits.len() == *at));
        for (_, &limited) in chosen {
            stays_whole(line, limited, &inputs);
        }
    }
}

#[test]
fn few_of_all_limits_leave_everything_whole() {
    for limits in [SMALL_FILES, FEW_FILES, SMALL_STACKS] {
        within(limits, false);
    }
}

#[test]
#[ignore = "takes a minute; `.ci/run` runs it"]
fn low_limits_of_every_command_leave_everything_whole() {
    for limits in [SMALL_FILES, FEW_FILES, SMALL_STACKS] {
        within(limits, true);
    }
}

/// It does its work, or says that the other one is at work.
fn is_one_of_two(ran: &Ran) {
    assert!(
        ran.code == Some(0) || (ran.code.is_some() && ran.stderr.contains("another process")),
        "{}",
        ran.report()
    );
}

#[test]
fn two_processes_in_one_folder_do_not_harm_one_another() {
    let inputs = inputs();
    for (line, then, result) in [
        (
            "count queens 10 --checkpoint x --json",
            "count queens 10 --checkpoint x --json",
            "\"724\"",
        ),
        ("part job.json 0-1 -o x", "merge job.json x --json", "\"352\""),
        ("part search.json 0-1 -o x", "merge search.json x --json", "\"unsatisfiable\""),
    ] {
        let folder = with_inputs(inputs.path());
        let both = [line_in(folder.path(), line).start(), line_in(folder.path(), line).start()];
        let both = both.map(crate::harness::Running::finish);
        both.iter().for_each(is_one_of_two);
        check_files(folder.path(), inputs.path(), line);
        // One of them may have left a part to the other.
        line_in(folder.path(), line).run().exits(0);
        let merged = satranj(then).within(folder.path()).run().exits(0);
        assert!(merged.text().contains(result), "{}", merged.report());
    }
}
