//! A comparison leaves no process behind, whoever ends it: the solver's whole process tree ends.

use std::{path::Path, time::Duration};

use crate::harness::{
    Line, Running, SATRANJ, folder, listening,
    processes::{none_remains, within},
    satranj,
    signs::{until, until_written},
    write,
};
use tempfile::TempDir;

/// A solver with a child, both ignoring all signals that can be ignored; it reports when it is at work.
const DEAF: &str = "trap '' INT TERM HUP; sh -c 'while :; do sleep 1000; done' & \
                    echo $! > at-work; while :; do wait; done";

/// A comparison with that solver.
fn comparison(time_limit: &str) -> (TempDir, Running) {
    let folder = folder();
    write(folder.path(), "deaf.sh", DEAF);
    let line = "compare tour 6x6 --methods sat:position --runs 1 --warmup 0 --json --quiet";
    let line = listening(line).argument(format!("--time-limit={time_limit}"));
    let line = line.argument("--solver").argument("cmd:sh deaf.sh").within(folder.path());
    let running = line.start();
    (folder, running)
}

/// A comparison whose solver is at work.
fn at_work() -> (TempDir, Running) {
    let (folder, running) = comparison("1h");
    let file = folder.path().join("at-work");
    until_written(&file);
    (folder, running)
}

/// The measured process.
fn measured(folder: &Path) -> u32 {
    let found = within(folder).into_iter().find(|(_, line)| line.contains("--from=-"));
    found.expect("a method is measured").0
}

fn kill(signal: &str, processes: &[u32]) {
    let line = Line::of("kill").argument(format!("-{signal}"));
    processes.iter().fold(line, |line, process| line.argument(process.to_string())).run().exits(0);
}

#[test]
fn at_the_time_limit() {
    let (folder, running) = comparison("500ms");
    let ran = running.finish().exits(3);
    assert_eq!(ran.json()["runs"][0]["reason"], "time_limit", "{}", ran.report());
    none_remains(folder.path());
}

#[test]
fn at_each_signal() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129), ("XCPU", 152), ("USR1", 138)] {
        let (folder, running) = at_work();
        running.signal(name);
        let ran = running.finish().exits(code);
        assert_eq!(ran.json()["runs"][0]["status"], "unknown", "{}", ran.report());
        none_remains(folder.path());
    }
}

#[test]
fn when_a_terminal_interrupts_both() {
    let (folder, running) = at_work();
    kill("INT", &[running.number(), measured(folder.path())]);
    running.finish().exits(130);
    none_remains(folder.path());
}

#[test]
fn when_a_terminal_interrupts_both_and_the_measured_process_is_the_first_to_end() {
    let (folder, running) = at_work();
    running.signal("STOP");
    kill("INT", &[measured(folder.path())]);
    until("it ends", || within(folder.path()).iter().all(|(_, line)| !line.contains("--from=-")));
    running.signal("INT");
    running.signal("CONT");
    let ran = running.finish().exits(130);
    assert_eq!(ran.json()["runs"][0]["reason"], "interrupted", "{}", ran.report());
    none_remains(folder.path());
}

#[test]
fn when_the_measured_process_does_not_listen() {
    let (folder, running) = at_work();
    // It can no longer end its solver.
    kill("STOP", &[measured(folder.path())]);
    running.signal("TERM");
    running.finish().exits(143);
    none_remains(folder.path());
}

#[test]
fn when_the_measured_process_is_killed() {
    let (folder, running) = at_work();
    // As the system does when memory runs out.
    kill("KILL", &[measured(folder.path())]);
    let ran = running.finish().exits(2);
    assert!(ran.stderr.contains("ended without an answer"), "{}", ran.report());
    none_remains(folder.path());
}

#[test]
fn when_the_comparison_is_killed() {
    let (folder, running) = at_work();
    running.signal("KILL");
    assert_eq!(running.finish().code, None);
    none_remains(folder.path());
}

/// It may be killed before the measured process has begun to listen for that.
#[test]
fn when_the_comparison_was_killed_before() {
    let gone = std::process::Command::new("true").spawn().expect("it starts");
    let number = gone.id();
    let marked = |number: u32| {
        let line = satranj("count queens 6 --json");
        line.environment("SATRANJ_MEASURED_BY", format!("{number}/1"))
    };
    // Nothing has waited for it yet.
    assert!(marked(number).run().exits(143).stdout.is_empty());
    gone.wait_with_output().expect("it ends");
    assert!(marked(number).run().exits(143).stdout.is_empty());
    let alive = std::process::id();
    assert_eq!(marked(alive).run().exits(0).json()["count"], "4");
    // The children of a measured process have its mark.
    let script = format!("'{SATRANJ}' count queens 6 --json; true");
    let line = Line::of("sh").argument("-c").argument(script);
    let ran = line.environment("SATRANJ_MEASURED_BY", format!("{alive}/1")).run().exits(0);
    assert_eq!(ran.json()["count"], "4");
}

#[test]
fn when_the_reader_of_a_stream_leaves() {
    let folder = folder();
    write(folder.path(), "deaf.sh", DEAF);
    let line = "solve tour 6x6 --method sat:position --json-stream --solver";
    let line = satranj(line).argument("cmd:sh deaf.sh").within(folder.path());
    let mut running = line.start();
    let file = folder.path().join("at-work");
    until_written(&file);
    // Its next progress report has no reader.
    running.read_and_leave(0);
    let ran = running.finish().exits(3);
    assert!(ran.elapsed > Duration::ZERO && ran.stderr.is_empty(), "{}", ran.report());
    none_remains(folder.path());
}

/// A solver that starts others in their own sessions, one of them without the environment.
const ESCAPING: &str = "setsid sh -c 'while :; do sleep 1000; done' & \
                        env -i $(command -v setsid) sh -c 'while :; do sleep 1000; done' & \
                        sleep 0.2; echo $! > at-work; while :; do wait; done";

/// `solve` with that solver at work.
fn solving(arguments: &str) -> (TempDir, Running) {
    let folder = folder();
    write(folder.path(), "escaping.sh", ESCAPING);
    let line = listening("solve tour 6x6 --method sat:position --json --quiet");
    let line = line.arguments(arguments).argument("--solver").argument("cmd:sh escaping.sh");
    let running = line.within(folder.path()).start();
    until_written(&folder.path().join("at-work"));
    assert!(within(folder.path()).len() > 3, "{:?}", within(folder.path()));
    (folder, running)
}

#[test]
#[cfg(target_os = "linux")]
fn a_solver_in_another_session_ends_with_the_time_limit() {
    let (folder, running) = solving("--time-limit 2s");
    assert_eq!(running.finish().exits(3).json()["reason"], "time_limit");
    none_remains(folder.path());
}

#[test]
#[cfg(target_os = "linux")]
fn a_solver_ends_with_the_program_that_is_killed() {
    let (folder, running) = solving("--time-limit 1h");
    kill("KILL", &[running.number()]);
    none_remains(folder.path());
    drop(running);
}

#[test]
#[cfg(target_os = "linux")]
fn how_a_supervised_program_ends_is_reported() {
    let failed = |program: &str| {
        let line = satranj("solve tour 6x6 --method sat:position --solver");
        line.argument(format!("cmd:{program}")).run().complains(1)
    };
    for signal in ["SEGV", "KILL", "TERM"] {
        let said = failed(&format!("sh -c 'kill -{signal} $$'"));
        assert!(said.contains(&format!("(SIG{signal})")), "{said}");
    }
    assert!(failed("sh -c 'exit 7'").contains("exit status: 7"));
    assert!(failed("no-such-program").contains("No such file or directory"));
    assert!(failed("/etc/passwd").contains("Permission denied"));
}
