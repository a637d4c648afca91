//! Signals at random moments in every command: it ends soon, with a valid document or none, its files are complete
//! or absent, no process is left, and the same command then does its work.

use std::{
    env, fs, thread,
    time::{Duration, Instant, SystemTime},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use satranj_oracles::dice::Dice;
use tempfile::TempDir;

use crate::{
    harness::{LATE, Ran, processes::none_remains, proof::names, whole_files::document},
    working_commands::{COMMANDS, check_files, inputs, line_in, with_inputs},
};

const SIGNALS: [Signal; 4] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGKILL];

/// The seed in the environment, or else a new one.
fn seed() -> u64 {
    let given =
        env::var("SATRANJ_SEED").ok().map(|seed| seed.parse().expect("SATRANJ_SEED is a number"));
    given.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.expect("after 1970").as_secs() | 1
    })
}

/// A command, and how it ends undisturbed.
struct Undisturbed {
    line: &'static str,
    took: Duration,
    code: i32,
    counted: Option<String>,
}

/// What a document says that is the same in every run.
fn counted(ran: &Ran) -> Option<String> {
    let document: serde_json::Value = serde_json::from_slice(&ran.stdout).ok()?;
    Some(document["count"].as_str()?.to_string())
}

impl Undisturbed {
    fn of(line: &'static str, inputs: &TempDir) -> Self {
        let folder = with_inputs(inputs.path());
        let ran = line_in(folder.path(), line).run();
        let report = ran.report();
        check_files(folder.path(), inputs.path(), &report);
        let code = ran.code.expect(&report);
        assert!([0, 3].contains(&code), "{report}");
        Self { line, took: ran.elapsed, code, counted: counted(&ran) }
    }

    /// Sends a signal after a share of the time that the command takes, and checks what is left.
    fn disturbed(&self, signal: Signal, share: f64, inputs: &TempDir, seed: u64) {
        let Self { line, took, code, counted: expected } = self;
        let folder = with_inputs(inputs.path());
        let running = line_in(folder.path(), line).start();
        thread::sleep(took.mul_f64(share));
        let sent = Instant::now();
        let process = Pid::from_raw(running.number().try_into().expect("a process number"));
        // A process that has ended is not waited for yet, so the number is still its own.
        kill(process, signal).expect("it can be signalled");
        let ran = running.finish();
        let report =
            format!("seed {seed}, {signal} after {share:.3} of {took:?}: {}", ran.report());
        assert!(sent.elapsed() < LATE, "{:?} late: {report}", sent.elapsed());
        let ended = [Some(*code), Some(128 + signal as i32), None];
        assert!(ended.contains(&ran.code), "{report}");
        if ran.code.is_some() && !ran.stdout.is_empty() {
            // A stream has a document in each line.
            let lines = ran.stdout.split_inclusive(|&byte| byte == b'\n');
            for line in lines.filter(|line| line.starts_with(b"{")) {
                document(line, &report);
            }
            assert!(ran.stdout.ends_with(b"\n"), "{report}");
        }
        none_remains(folder.path());
        if signal == Signal::SIGKILL {
            // What a solver reads has a name, and nothing removes it then.
            let tmp = folder.path().join("tmp");
            let left = names(&tmp);
            assert!(
                left.iter().all(|name| name.starts_with(".satranj-")),
                "{left:?} after {report}"
            );
            fs::remove_dir_all(&tmp).and_then(|()| fs::create_dir(&tmp)).expect("a folder");
        }
        check_files(folder.path(), inputs.path(), &report);
        let again = line_in(folder.path(), line).run();
        let report = format!("again after {report}\n{}", again.report());
        assert_eq!(again.code, Some(*code), "{report}");
        assert_eq!(&counted(&again), expected, "{report}");
        check_files(folder.path(), inputs.path(), &report);
    }
}

/// Signals at this many moments, in commands one after the other from a random one on.
fn at_moments(moments: usize) {
    let seed = seed();
    println!("seed {seed}: SATRANJ_SEED={seed} repeats this");
    let inputs = inputs();
    let mut dice = Dice(seed);
    let first = dice.below(COMMANDS.len() as u32) as usize;
    let chosen: Vec<&str> = COMMANDS.iter().copied().cycle().skip(first).take(moments).collect();
    let known: Vec<Undisturbed> =
        chosen.iter().take(COMMANDS.len()).map(|line| Undisturbed::of(line, &inputs)).collect();
    for at in 0..moments {
        let signal = SIGNALS[dice.below(SIGNALS.len() as u32) as usize];
        let share = f64::from(dice.below(1100)) / 1000.0;
        known[at % known.len()].disturbed(signal, share, &inputs, seed);
    }
}

#[test]
fn a_signal_at_any_moment_leaves_everything_whole() {
    at_moments(8);
}

#[test]
#[ignore = "takes a minute; `.ci/run` runs it"]
fn two_hundred_signals_leave_everything_whole() {
    at_moments(200);
}
