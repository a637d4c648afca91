//! How late limits and signals end the program: for each method on work that no machine finishes,
//! and for the commands that wait or write, as Markdown tables of milliseconds.
//!
//! `cargo bench --bench lateness` takes about two minutes; words after `--` choose the lines that
//! contain one, as `-- native:`, and `runs=9` sets how often each is run in place of five times.
//! Run it on an idle machine; the tests assert no more than ten seconds.

#[path = "../tests/journeys/endless.rs"]
mod endless;
#[path = "../tests/journeys/harness/mod.rs"]
#[allow(dead_code, reason = "a benchmark uses a part of it")]
mod harness;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use endless::ENDLESS;
use harness::{Line, Running, folder, satranj, signs::until};

/// After so long most methods are within their work.
const LIMIT: Duration = Duration::from_millis(200);

/// A command of its own kind, and the sign that it is at work.
struct Command {
    title: &'static str,
    line: fn(&Path) -> Line,
    sign: fn(&mut Running, &Path),
}

const HARD: &str = "tour 12x12 --closed --order listed --methods native:dfs";

const COMMANDS: &[Command] = &[
    Command {
        title: "`solve --all --json-stream`",
        line: |_| satranj("solve tour 8x8 --closed --method sat:cuts --all --json-stream"),
        sign: |program, _| program.until_it_prints("\"solution\""),
    },
    Command {
        title: "`solve` of the largest board",
        line: |_| satranj("solve tour 10000x10000 --closed --method native:rotations --json"),
        sign: |program, _| program.until_at_work("native:rotations"),
    },
    Command {
        title: "`compare`",
        line: |_| satranj(&format!("compare {HARD} --warmup 0 --json")),
        sign: |program, _| program.until_there_is("--method=native:dfs"),
    },
    Command {
        title: "`export` of 100,000,000 variables",
        line: |folder| satranj("export tour 100x100 -o").argument(folder.join("tour.cnf")),
        sign: |_, folder| {
            until("it begins a file", || folder.read_dir().is_ok_and(|files| files.count() > 0));
        },
    },
    Command {
        title: "`verify` of what does not come",
        line: |_| satranj("verify -").with_open_input(),
        sign: |program, _| program.until_begun("work"),
    },
];

/// The median and the largest, in milliseconds.
fn shown(mut late: Vec<Duration>) -> String {
    late.sort_unstable();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, most) = (late[late.len() / 2], late[late.len() - 1]);
    format!("{:.0} | {:.0}", milliseconds(median), milliseconds(most))
}

/// How late a command ends after its time limit.
fn after_limit(line: Line) -> Duration {
    let limit = format!("--time-limit={}ms", LIMIT.as_millis());
    line.argument(limit).run().elapsed.saturating_sub(LIMIT)
}

/// How late a program ends after SIGINT.
fn after_signal(program: Running) -> Duration {
    let sent = Instant::now();
    program.signal("INT");
    program.finish();
    sent.elapsed()
}

fn main() {
    let words_given: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let (settings, chosen): (Vec<_>, Vec<_>) =
        words_given.iter().partition(|word| word.starts_with("runs="));
    let runs = settings.first().and_then(|word| word.strip_prefix("runs="));
    let runs = runs.map_or(5, |runs| runs.parse().expect("runs= and a number")).max(1);
    let is_chosen =
        |title: &str| chosen.is_empty() || chosen.iter().any(|word| title.contains(*word));
    println!("| method | command | after a limit | worst | after SIGINT | worst |");
    println!("|:--|:--|--:|--:|--:|--:|");
    for endless in
        ENDLESS.iter().filter(|(puzzle, method, _)| is_chosen(&format!("{puzzle} {method}")))
    {
        let limits = (0..runs).map(|_| after_limit(endless::line(endless))).collect();
        let signals = (0..runs).map(|_| {
            let mut program = endless::line(endless).start();
            endless::until_at_work(&mut program, endless);
            after_signal(program)
        });
        let (limits, signals) = (shown(limits), shown(signals.collect()));
        println!("| `{}` | `{}` | {limits} | {signals} |", endless.1, endless.2);
    }
    println!("\n| command | after a limit | worst | after SIGINT | worst |");
    println!("|:--|--:|--:|--:|--:|");
    for command in COMMANDS.iter().filter(|command| is_chosen(command.title)) {
        let limits = (0..runs).map(|_| after_limit((command.line)(folder().path()))).collect();
        let signals = (0..runs).map(|_| {
            let folder = folder();
            let mut program = (command.line)(folder.path()).start();
            (command.sign)(&mut program, folder.path());
            after_signal(program)
        });
        let (limits, signals) = (shown(limits), shown(signals.collect()));
        println!("| {} | {limits} | {signals} |", command.title);
    }
}
