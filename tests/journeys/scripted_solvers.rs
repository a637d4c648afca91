//! A program as solver, however badly it behaves: its answers, its models, its children.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::{
    harness::{
        LATE, Line, Ran, folder, satranj,
        schema::valid,
        signs::{has_line, until},
        write,
    },
    other_solvers::{PUZZLES, example, solved},
};

/// A puzzle with a solution that a short search does not find, so that a "no" is believed.
const HARD: &str = "tour 12x12 --closed";

/// A solver written as a shell script; it finds the formula in `$1` and the place for a model
/// in `$2`.
struct Fake {
    folder: tempfile::TempDir,
    script: PathBuf,
}

impl Fake {
    fn new(script: &str) -> Self {
        let folder = folder();
        let script = write(folder.path(), "solver.sh", script);
        Self { folder, script }
    }

    fn command(&self, arguments: &str) -> String {
        format!("cmd:sh '{}' {arguments}", self.script.display())
    }

    /// Solves a puzzle that has a solution.
    fn line(&self, arguments: &str) -> Line {
        self.line_of("tour 6x6 --closed", arguments)
    }

    /// Solves one whose solution is not found at once; a "no" is not checked.
    fn run_hard(&self) -> Ran {
        self.line_of(HARD, "{}").arguments("--check none").run()
    }

    fn line_of(&self, puzzle: &str, arguments: &str) -> Line {
        satranj(&format!("solve {puzzle} --json --method sat:cuts-only"))
            .within(self.folder.path())
            .argument(format!("--solver={}", self.command(arguments)))
    }

    fn run(&self) -> Ran {
        // The harness does not wait for ever.
        self.line("{}").run()
    }

    /// Whether the process whose number the script has written still exists.
    #[cfg(unix)]
    fn left_behind(&self, file: &str) -> bool {
        let number = crate::harness::read(&self.folder.path().join(file));
        let shell = format!("kill -0 {} 2>/dev/null", number.trim());
        let killed = Instant::now();
        // A killed process may take a moment to be gone.
        while Line::of("sh").argument("-c").argument(&shell).run().code == Some(0) {
            if killed.elapsed() > LATE {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Whether the script has written a whole line to a file.
    #[cfg(unix)]
    fn has_written(&self, file: &str) -> bool {
        has_line(&self.folder.path().join(file))
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_gives_no_answer_is_an_error_that_says_so() {
    for (script, words) in [
        ("exit 0", "it printed no `s` line, and ended with exit status: 0, not 10 or 20"),
        (
            "echo 'oh no' >&2; exit 1",
            "exit status: 1, not 10 or 20; its standard error says: oh no",
        ),
        ("echo hello; exit 3", "it gave no answer"),
        ("kill -SEGV $$", "it was terminated by a signal: 11"),
        ("echo 's UNSATISFIABLE'; kill -KILL $$", "it was terminated by a signal: 9"),
        ("exec yes", "it printed more than"),
        ("exec yes >&2", "it printed more than"),
        ("echo 's SATISFIABLE'; exit 10", "it says SATISFIABLE but gives no model; if it writes"),
        ("exit 10", "it says SATISFIABLE but gives no model"),
        (
            "echo UNSATISFIABLE",
            "it gave no answer: it printed UNSATISFIABLE without `s `, and ended",
        ),
        ("echo UNSATISFIABLE; exit 1", "UNSATISFIABLE without `s `, and ended with exit status: 1"),
        ("echo SATISFIABLE; exit 0", "it gave no answer: it printed SATISFIABLE without `s `"),
        (
            "echo UNSATISFIABLE; exit 10",
            "it contradicts itself: it printed UNSATISFIABLE, and ended with exit status: 10",
        ),
        (
            "echo 's SATISFIABLE'; echo UNSAT; echo 'v 1 0'",
            "it contradicts itself: it printed UNSATISFIABLE",
        ),
        (
            "echo 's UNSATISFIABLE'; echo SATISFIABLE",
            "it contradicts itself: it printed SATISFIABLE",
        ),
        ("echo 'o 3'; echo 's SATISFIABLE'; echo 'v 1 0'", "its `o` line says 3, but a formula"),
        (
            "echo 's SATISFIABLE'; echo 'v 99999999 0'; exit 10",
            "2:3: variable 99999999 does not fit",
        ),
        ("echo 's SATISFIABLE'; echo 'v 1 x 0'; exit 10", "2:5: `x` is not a literal"),
        ("echo 's SATISFIABLE'; echo 'v 1 -1 0'; exit 10", "variable 1 is both true and false"),
        ("echo 's PERHAPS'", "1:3: `PERHAPS` is not a verdict"),
        ("echo 's SATISFIABLE'; echo 'v 1 0'; exit 20", "it contradicts itself (exit status: 20)"),
        ("echo 's UNSATISFIABLE'; exit 10", "it contradicts itself (exit status: 10)"),
        ("echo 's UNSATISFIABLE'; echo 'v 1 0'; exit 20", "says UNSATISFIABLE but gives a model"),
        ("printf 's SATISFIABLE\\nv \\377 0\\n'; exit 10", "its output is not UTF-8 text"),
    ] {
        let ran = Fake::new(script).run();
        let said = ran.complains(1);
        assert!(
            said.starts_with("the solver failed: cmd:sh ") && said.contains(words),
            "{script}: {said}"
        );
    }
    let ran = solved(PUZZLES[0], "cmd:./no-such-program {}", "");
    assert!(ran.complains(1).contains("cmd:./no-such-program {}: No such file"));
}

#[test]
#[cfg(unix)]
fn a_wrong_model_is_a_failed_check_that_names_the_clause() {
    let ran = Fake::new("echo 's SATISFIABLE'; echo 'v -1 -2 0'; exit 10").run();
    let said = ran.complains(4);
    assert!(said.starts_with("the solver is wrong: cmd:sh "), "{said}");
    assert!(
        said.contains("its model violates clause 1 of ") && said.contains("it names 2 of "),
        "{said}"
    );
    // The beginning of a right answer.
    let script = format!("{} \"$1\" | head -n 3; exit 10", example());
    let said = Fake::new(&script).run().complains(4);
    assert!(said.contains("its model violates clause "), "{said}");
    // A wrong "no" is found out when its proof is made.
    let fake = Fake::new("echo 's UNSATISFIABLE'; exit 20");
    let said = fake.line_of(HARD, "{}").run().complains(4);
    let words = "sat:cuts-only says that there is no solution, but the formula of the encoding `cuts` \
                 has a model: a12, ";
    assert!(said.contains(words), "{said}");
    // Without a check, one that cannot be refuted quickly is believed.
    let document = valid(fake.run_hard().exits(0).json());
    assert_eq!(
        (&document["status"], &document["verified"]),
        (&"unsatisfiable".into(), &false.into())
    );
    assert_eq!(document["solver"], fake.command("{}"));
    let line = satranj(&format!("solve {HARD} --method sat:cuts-only --check none --format text"));
    let ran = line.argument(format!("--solver={}", fake.command("{}"))).run().exits(0);
    assert!(
        ran.text()
            .contains("no solution, according to the external solver (not checked: no check "),
        "{}",
        ran.report()
    );
    let ran = fake.line_of(HARD, "{}").arguments("--proof no.drat").run();
    let said = ran.complains(4);
    assert!(said.contains("claims that there is no solution, but varisat found a model"), "{said}");
    assert!(!fake.folder.path().join("no.drat").exists());
    assert!(!fake.folder.path().join("no.drat.cnf").exists());
}

#[test]
#[cfg(unix)]
fn every_convention_of_an_answer_is_understood() {
    let example = example();
    for (script, arguments) in [
        // kissat, cadical, cryptominisat: lines and exit codes.
        (format!("{example} \"$1\"; exit 10"), "{}"),
        // A line alone; another exit code, as from a wrapper.
        (format!("{example} \"$1\"; exit 0"), "{}"),
        // From standard input.
        (format!("{example}; exit 10"), ""),
        // minisat: statistics, and a model in a file.
        (
            format!(
                "echo '|  Number of variables: 9  |'; echo '100 conflicts'; echo SATISFIABLE; \
                 (echo SAT; {example} \"$1\" | sed -n 's/^v //p' | tr '\\n' ' ') > \"$2\"; exit 10"
            ),
            "{} {model}",
        ),
        // A model before its verdict.
        (format!("{example} \"$1\" > out; grep '^v' out; echo 's SATISFIABLE'; exit 10"), "{}"),
    ] {
        let ran = Fake::new(&script).line(arguments).run();
        let document = valid(ran.exits(0).json());
        assert_eq!(
            (&document["status"], &document["verified"]),
            (&"satisfied".into(), &true.into())
        );
    }
    for (script, arguments) in [
        ("exit 20", "{}"),
        ("exit 20", ""),
        ("echo 's UNSATISFIABLE'", "{}"),
        ("echo UNSATISFIABLE; echo UNSAT > \"$2\"; exit 20", "{} {model}"),
    ] {
        let ran = Fake::new(script).line_of(HARD, arguments).arguments("--check none").run();
        assert_eq!(ran.exits(0).json()["status"], "unsatisfiable");
    }
    // It reached its own limits.
    for script in ["echo 's UNKNOWN'", "echo INDETERMINATE"] {
        let document = valid(Fake::new(script).run().exits(3).json());
        assert_eq!(document["reason"], "solver_unknown");
    }
    // minisat's file is not an `s` line: without its exit code it is not confirmed.
    for file in ["UNSAT", "SAT\n1 0"] {
        let script = format!("printf '{file}\\n' > \"$2\"");
        let said = Fake::new(&script).line("{} {model}").run().complains(1);
        assert!(said.contains("without `s `, and ended with exit status: 0"), "{said}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_hangs_ends_with_all_it_started() {
    // With a child that keeps the pipes open.
    let fake = Fake::new("sleep 300 & echo $! > child; echo $$ > self; wait");
    let mut limit = Duration::from_millis(250);
    // Long enough for it to begin.
    while !(fake.has_written("self") && fake.has_written("child")) {
        limit *= 2;
        let ran = fake.line("{}").argument(format!("--time-limit={}ms", limit.as_millis())).run();
        let ran = ran.exits(3).ends_soon_after(limit);
        assert_eq!(ran.json()["reason"], "time_limit");
    }
    assert!(!fake.left_behind("self") && !fake.left_behind("child"));
    // Ignores SIGTERM, and is interrupted.
    let fake = Fake::new("trap '' TERM INT; echo $$ > self; while :; do sleep 1; done");
    let running = fake.line("").start();
    until("the solver begins", || fake.has_written("self"));
    let ran = running.ended_by("INT").exits(130);
    assert_eq!(ran.json()["reason"], "interrupted");
    assert!(!fake.left_behind("self"));
}

#[test]
#[cfg(unix)]
fn a_child_that_keeps_the_pipe_open_does_not_hold_up_the_answer() {
    let fake = Fake::new("sleep 300 & echo $! > child; echo 's UNSATISFIABLE'; exit 20");
    let ran = fake.run_hard().exits(0);
    assert_eq!(ran.json()["status"], "unsatisfiable");
    assert!(!fake.left_behind("child"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_leaves_the_group_ends_with_the_answer() {
    let fake = Fake::new(
        "setsid sh -c 'echo $$ > child; exec sleep 1000' & \
         while [ ! -s child ]; do sleep 0.01; done; echo 's UNSATISFIABLE'; exit 20",
    );
    let ran = fake.run_hard().exits(0);
    assert_eq!(ran.json()["status"], "unsatisfiable");
    assert!(!fake.left_behind("child"));
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_program_counts() {
    let fake = Fake::new(
        "exec awk 'BEGIN { s = \"x\"; while (length(s) < 200000000) s = s s; while (1); }'",
    );
    let ran = fake.line("{}").arguments("--memory-limit 100MiB").run().exits(3);
    assert_eq!(ran.json()["reason"], "memory_limit", "{}", ran.report());
}
