//! Differential testing: random small statements of every puzzle are given to every method that takes them, with random
//! options, and each reply is compared with brute force by plain code.
//!
//! `cargo test --test differential -- --seed 7 --instances 2000`; without arguments a few instances of a fixed seed.
//! A disagreement is shrunk and printed as a line for a shell. `--program PATH` runs another program instead of
//! the library. The digests of two versions are equal if all their replies are equal.

mod asked;
mod checked;
mod classes;
mod drawn;
mod drawn_graphs;
mod exported;
mod graph_truth;
mod judged;
mod keys;
mod shrunk;
mod stated;
mod truth;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::PathBuf,
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use clap::Parser;
use satranj::methods::Registry;
use sha2::{Digest, Sha256};

use asked::Respondent;
use checked::{Checked, Checker, Tally};

/// The most disagreements that are printed.
const MOST_SHOWN: usize = 20;

/// An instance that takes longer is named.
const SLOW: Duration = Duration::from_secs(5);

/// The stack of each thread, in bytes: as much as the first thread of a program has.
const STACK: usize = 8 << 20;

#[derive(Parser)]
struct Options {
    /// The seed of the instances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many instances
    #[arg(long, default_value_t = 100)]
    instances: u64,
    /// The number of the first one
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Draw instances of this puzzle only
    #[arg(long)]
    puzzle: Option<String>,
    /// Ask this program instead of the library
    #[arg(long)]
    program: Option<PathBuf>,
    /// Print one digest of all replies
    #[arg(long)]
    digest: bool,
    /// Print how often each method was asked
    #[arg(long)]
    table: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test -- WORDS` gives its words to every test program: they name tests of others.
    let is_for_others =
        !words.iter().any(|word| word.starts_with("--seed") || word.starts_with("--instances"));
    if !words.is_empty() && is_for_others {
        return ExitCode::SUCCESS;
    }
    if words.is_empty() {
        a_wrong_method_is_caught();
    }
    let options = Options::parse();
    let respondent = options.program.clone().map_or(Respondent::Library, Respondent::Program);
    let started = Instant::now();
    let checker = Checker { respondent: &respondent, puzzle: options.puzzle.as_deref() };
    let checked = all_checked(&checker, &options);
    let mut tally = Tally::new();
    let mut hash = Sha256::new();
    for one in &checked {
        for (what, number) in &one.tally {
            *tally.entry(what.clone()).or_default() += number;
        }
        hash.update(one.digest);
    }
    let failures: Vec<&String> = checked.iter().flat_map(|one| &one.failures).collect();
    for failure in failures.iter().take(MOST_SHOWN) {
        println!("DISAGREEMENT: {failure}");
    }
    if options.table {
        print_table(&tally);
    }
    if options.digest {
        let digest = hash.finalize().iter().fold(String::new(), |mut digest, byte| {
            let _ = write!(digest, "{byte:02x}");
            digest
        });
        println!("digest {digest}");
    }
    let asked: u64 =
        tally.iter().filter(|((_, what), _)| !what.is_empty()).map(|(_, number)| number).sum();
    println!(
        "differential: seed {}, {} instances, {asked} questions, {} disagreements, {:.1} s",
        options.seed,
        options.instances,
        failures.len(),
        started.elapsed().as_secs_f64()
    );
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks all instances, on as many threads as there are processors. They are not rayon's: methods that wait for rayon
/// would begin the next instance on the same stack.
fn all_checked(checker: &Checker<'_>, options: &Options) -> Vec<Checked> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut checked = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= options.instances {
                return checked;
            }
            let index = options.first + index;
            let started = Instant::now();
            checked.push((index, checker.check(options.seed, index)));
            if started.elapsed() > SLOW {
                let puzzle = options.puzzle.iter().map(|puzzle| format!(" --puzzle {puzzle}"));
                let puzzle: String = puzzle.collect();
                let line = format!("--seed {} --first {index} --instances 1{puzzle}", options.seed);
                eprintln!("slow: {line}: {:.1} s", started.elapsed().as_secs_f64());
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(u64, Checked)> = std::thread::scope(|scope| {
        let worker = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let workers: Vec<_> = (0..threads).map(|_| worker().expect("a thread")).collect();
        let ended =
            workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic"));
        ended.collect()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, checked)| checked).collect()
}

/// A method that counts wrongly where there are more than two solutions is caught, and every statement that shows it is
/// shrunk to a few squares or vertices.
fn a_wrong_method_is_caught() {
    let respondent = Respondent::Miscounting("native:dfs");
    let checker = Checker { respondent: &respondent, puzzle: None };
    let checked = (0..80).map(|index| checker.check(1, index));
    let failures: Vec<String> = checked.flat_map(|one| one.failures).collect();
    assert!(failures.len() > 3, "{failures:?}");
    for failure in &failures {
        assert!(failure.contains("native:dfs: count: it says") && failure.len() < 500, "{failure}");
    }
}

/// How often each method was asked, of each puzzle, and which never were.
fn print_table(tally: &Tally) {
    for ((kind, what), number) in tally {
        if what.is_empty() {
            println!("{kind}: {number} instances");
        } else {
            println!("  {number:>7} {what}");
        }
    }
    let asked: BTreeSet<&str> = tally.keys().map(|(_, what)| what.as_str()).collect();
    let names = Registry::standard().names();
    let never: Vec<&str> = names.into_iter().filter(|name| !asked.contains(name)).collect();
    println!(
        "never asked: {}",
        if never.is_empty() { "no method".into() } else { never.join(", ") }
    );
}
