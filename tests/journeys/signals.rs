//! Every signal that ends a run still lets it print its document, while it reads and while it works.

use serde_json::json;

use crate::harness::{
    Line, Ran, SATRANJ, folder, listening,
    processes::{catches, none_remains},
    schema::valid,
    signs::{until, until_written},
    write,
};

/// The signals with their numbers.
const SIGNALS: [(&str, u32); 5] =
    [("HUP", 1), ("INT", 2), ("USR1", 10), ("TERM", 15), ("XCPU", 24)];

/// A solver that reports when it is at work, has a child, and never ends.
const HANGS: &str = "sleep 1000 & echo $! > at-work; wait";

/// Starts `solve` with that solver, and waits until it is at work.
fn signalled(signal: impl FnOnce(&crate::harness::Running)) -> Ran {
    signalled_in("solve tour 6x6", signal)
}

/// The same for a command line that may read `cases.json`: a tour with a certificate of "no", and
/// one for the solver.
fn signalled_in(solve: &str, signal: impl FnOnce(&crate::harness::Running)) -> Ran {
    let folder = folder();
    write(folder.path(), "hangs.sh", HANGS);
    let tour = |size: u32| {
        let board = json!({"rows": size, "columns": size});
        json!({"puzzle": {"kind": "tour", "board": board, "piece": "knight", "closed": false}})
    };
    write(folder.path(), "cases.json", json!({"cases": [tour(3), tour(6)]}).to_string());
    let line = format!("{solve} --method sat:position --json --solver");
    let line = listening(&line).argument("cmd:sh hangs.sh").within(folder.path());
    let running = line.start();
    let at_work = folder.path().join("at-work");
    until_written(&at_work);
    signal(&running);
    let ran = running.finish();
    none_remains(folder.path());
    ran
}

#[test]
fn each_ends_a_run_with_its_document_and_all_it_started() {
    for (name, number) in SIGNALS {
        let ran = signalled(|running| running.signal(name)).exits(128 + number as i32);
        let document = valid(ran.json());
        assert_eq!(
            (&document["status"], &document["reason"]),
            (&"unknown".into(), &"interrupted".into())
        );
    }
}

#[test]
fn the_last_of_several_cases_ends_by_its_signal() {
    let ran = signalled_in("solve --from cases.json", |running| running.signal("TERM"));
    let document = valid(ran.exits(143).json());
    assert_eq!(document["cases"][0]["status"], "unsatisfiable");
    assert_eq!(document["cases"][1]["reason"], "interrupted");
}

#[test]
fn two_at_once_are_one() {
    // As `timeout` and a terminal send them: to the process, and to its group.
    let ran = signalled(|running| {
        let both = format!("kill -s TERM {0}; kill -s INT {0} || true", running.number());
        Line::of("sh").argument("-c").argument(both).run().exits(0);
    });
    let ran = if ran.code == Some(130) { ran.exits(130) } else { ran.exits(143) };
    assert_eq!(valid(ran.json())["reason"], "interrupted");
}

#[test]
fn what_the_caller_has_ignored_stays_so() {
    // As a program started by `nohup`.
    let ran = signalled_behind("trap '' HUP USR1 XCPU", |running| {
        for name in ["HUP", "USR1", "XCPU"] {
            running.signal(name);
        }
        running.signal("TERM");
    });
    assert_eq!(valid(ran.exits(143).json())["reason"], "interrupted");
}

/// The same by a shell that first does something.
fn signalled_behind(first: &str, signal: impl FnOnce(&crate::harness::Running)) -> Ran {
    let folder = folder();
    write(folder.path(), "hangs.sh", HANGS);
    let solve = "solve tour 6x6 --method sat:position --json --solver 'cmd:sh hangs.sh'";
    let script = format!("{first}; exec '{SATRANJ}' {solve}");
    let running = Line::of("sh").argument("-c").argument(script).within(folder.path()).start();
    let at_work = folder.path().join("at-work");
    until_written(&at_work);
    signal(&running);
    let ran = running.finish();
    none_remains(folder.path());
    ran
}

#[test]
fn they_are_caught_before_the_first_byte_is_read() {
    let folder = folder();
    let pipe = folder.path().join("pipe.hcp");
    Line::of("mkfifo").argument(&pipe).run().exits(0);
    write(folder.path(), "sound.json", "{}");
    for line in [
        "solve --from pipe.hcp",
        "solve --from pipe.hcp --seeds 1..3",
        "solve --from pipe.hcp --json-stream",
        "solve hamilton pipe.hcp",
        "solve tour @pipe.hcp",
        "solve route @pipe.hcp --from a1 --to b2",
        "solve meet pipe.hcp",
        "solve exchange pipe.hcp",
        "count place @pipe.hcp --piece king",
        "compare --from pipe.hcp",
        "export hamilton pipe.hcp",
        "decode pipe.hcp",
        "verify pipe.hcp",
        "bench pipe.hcp",
        "report pipe.hcp",
    ] {
        for (name, number) in SIGNALS {
            let running = listening(line).within(folder.path()).start();
            // The signal may come before the program opens the pipe, which it then does not read.
            until(line, || catches(running.number(), number));
            running.signal(name);
            let ran = running.finish().exits(128 + number as i32);
            // A verdict says that nothing is known; other commands print no document about unread input.
            assert_eq!(ran.stdout.is_empty(), !line.starts_with("verify"), "{}", ran.report());
            assert!(ran.only_complaint().contains("interrupted"), "{}", ran.report());
        }
    }
}
