//! Arguments that several commands share: output, limits, and choices about methods.

use std::{
    hash::{BuildHasher, RandomState},
    num::NonZeroUsize,
    path::PathBuf,
    time::Duration,
};

use clap::{Args, ValueEnum};
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding,
    hamiltonian::reductions::{Reductions, ReductionsError},
};

use super::stderr::say;
use crate::{
    documents::choices::Choices,
    limits::{CostFactor, Limits},
    machine, memory,
    methods::{Context, MethodOption, MethodOptions, native::order::MoveOrder},
    nearest::unknown,
    random::DEFAULT_SEED,
    run::Run,
    solvers,
};

/// How a document is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// Text for people.
    Text,
    /// One JSON document.
    Json,
}

/// When to colour the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where and how documents are printed.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// Choose the output format [default: by the extension of -o (.json, .txt); otherwise text on a
    /// terminal, JSON in a pipe or file]
    #[arg(hide_short_help = true, long, value_enum, global = true, value_name = "FORMAT")]
    pub format: Option<DocumentFormat>,
    /// Print JSON (short for --format json)
    #[arg(long, global = true, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output (-)
    ///
    /// Its extension names the format. FILE.gz and FILE.xz are compressed.
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Choose when to colour the output
    #[arg(long = "color", value_enum, global = true, default_value = "auto", value_name = "WHEN")]
    pub colour: Colour,
    /// Use only ASCII characters
    #[arg(long, global = true, conflicts_with = "json")]
    pub ascii: bool,
    /// Show no progress line
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print each run to standard error as it starts
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Limits and options of methods.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits and method options")]
pub struct RunArguments {
    /// Set the seed of all random choices, accepted by every method
    ///
    /// `random` picks one and prints it.
    #[arg(
        long,
        global = true,
        default_value_t = DEFAULT_SEED,
        value_parser = parse_seed,
        allow_negative_numbers = true,
        value_name = "N|random"
    )]
    pub seed: u64,
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop after exactly this many search nodes (SAT methods: solver calls)
    #[arg(long, global = true, allow_negative_numbers = true, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]
    #[arg(long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
    /// Try moves in this order: listed, warnsdorff, pohl, roth, warnsdorff-random, random or
    /// far-from-centre; append :DR,DC;DR,DC;… to list the piece's moves in their order
    /// (offsets:DR,DC;… means listed:DR,DC;…)
    #[arg(long, global = true, value_parser = parse_order, value_name = "ORDER")]
    pub order: Option<MoveOrder>,
    /// Restart a stuck local search at most this many times [default: 1000]
    #[arg(long, global = true, value_name = "N")]
    pub restarts: Option<u64>,
    /// Use this SAT solver: varisat, cadical (if built in), or 'cmd:PROGRAM ARGUMENTS' [default:
    /// varisat]
    ///
    /// The program reads DIMACS from standard input, or from the path {} in ARGUMENTS; it prints a
    /// model, or writes it to the path {model}.
    #[arg(long, global = true, value_name = "SOLVER")]
    pub solver: Option<solvers::SolverChoice>,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    /// Use this many threads, with the same answer for any number; with --node-limit, one is used
    /// [default: the number of cores for counts and lists of graphs, one for `solve`]
    #[arg(hide_short_help = true, long, global = true, value_parser = parse_threads, allow_negative_numbers = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Look for a certificate that there is no solution before the method runs [default: on; off
    /// for native:dfs]
    #[arg(long, global = true, value_enum, value_name = "on|off", hide_possible_values = true)]
    pub precheck: Option<Switch>,
}

/// Only limits.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(hide_short_help = true, long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]; also
    /// bounds the size of decompressed input [default: 256MiB]
    #[arg(long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
}

impl LimitArguments {
    /// A run within these limits that starts now.
    #[must_use]
    pub fn run(&self) -> Run {
        Run::new(limits(self.time_limit, None, self.memory_limit), 1)
    }
}

/// Options of formulas.
#[derive(Debug, Clone, Default, Args)]
pub struct EncodingArguments {
    /// Use this at-most-one encoding: pairwise, ladder, product, bitwise or commander [default:
    /// product]
    #[arg(long, global = true, value_parser = parse_at_most_one, value_name = "NAME")]
    pub amo: Option<AtMostOne>,
    /// Use these reductions in formulas of Hamiltonian cycles: all, none, or a comma-separated list
    /// of parity, windows (both only for encodings with times of visits), forced and direction
    /// [default: all]
    #[arg(long, global = true, value_parser = parse_reductions, value_name = "LIST")]
    pub reductions: Option<Reductions>,
}

impl EncodingArguments {
    /// Whether an option of formulas is given.
    #[must_use]
    pub fn has(&self, option: MethodOption) -> bool {
        match option {
            MethodOption::AtMostOne => self.amo.is_some(),
            MethodOption::Reductions => self.reductions.is_some(),
            _ => false,
        }
    }

    /// The options as encodings take them.
    #[must_use]
    pub fn options(&self) -> encoding::Options {
        encoding::Options {
            at_most_one: self.amo.unwrap_or_default(),
            reductions: self.reductions.unwrap_or_default(),
        }
    }
}

/// How the exit code is chosen.
#[derive(Debug, Clone, Args)]
pub struct ExitCodeArguments {
    /// Use these exit codes: `standard` (0 answered, 3 undecided) or `sat` (10 satisfiable, 20
    /// unsatisfiable, 0 unknown)
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "standard",
        value_name = "standard|sat",
        hide_possible_values = true
    )]
    pub exit_code: ExitCodes,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// The convention for exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExitCodes {
    /// 0 answered, 3 undecided.
    Standard,
    /// 10 satisfied, 20 unsatisfiable, 0 unknown.
    Sat,
}

impl RunArguments {
    /// A run that starts now.
    #[must_use]
    pub fn context(&self) -> Context {
        self.context_within(None)
    }

    /// A run that starts now, and may end with a solution within this factor.
    #[must_use]
    pub fn context_within(&self, suboptimal: Option<CostFactor>) -> Context {
        let limits = limits(self.time_limit, self.node_limit, self.memory_limit);
        let limits = Limits { suboptimal, ..limits };
        Context::new(limits, self.seed, self.options())
    }

    /// The options that were given, without those that every method reads.
    #[must_use]
    pub fn given(&self) -> Vec<MethodOption> {
        let is_given = |option: &MethodOption| match option {
            // It has a default and belongs to every run.
            MethodOption::Seed => false,
            MethodOption::Order => self.order.is_some(),
            MethodOption::Restarts => self.restarts.is_some(),
            MethodOption::Solver => self.solver.is_some(),
            MethodOption::Threads => self.threads.is_some(),
            MethodOption::AtMostOne | MethodOption::Reductions => self.encoding.has(*option),
        };
        MethodOption::ALL.into_iter().filter(is_given).collect()
    }

    /// These arguments without the options that are not read.
    #[must_use]
    pub fn read_by(&self, reads: impl Fn(MethodOption) -> bool) -> Self {
        let mut read = self.clone();
        for option in MethodOption::ALL.into_iter().filter(|option| !reads(*option)) {
            match option {
                MethodOption::Seed => {}
                MethodOption::Order => read.order = None,
                MethodOption::Restarts => read.restarts = None,
                MethodOption::Solver => read.solver = None,
                MethodOption::AtMostOne => read.encoding.amo = None,
                MethodOption::Reductions => read.encoding.reductions = None,
                MethodOption::Threads => read.threads = None,
            }
        }
        read
    }

    /// The options as methods take them.
    #[must_use]
    pub fn options(&self) -> MethodOptions {
        MethodOptions {
            order: self.order.clone(),
            restarts: self.restarts,
            solver: self.solver.clone().unwrap_or_default(),
            encoding: self.encoding.options(),
            threads: self.threads,
        }
    }

    /// The options as documents hold them.
    #[must_use]
    pub fn choices(&self) -> Choices {
        Choices {
            order: self.order.as_ref().map(ToString::to_string),
            restarts: self.restarts,
            solver: self.solver.as_ref().map(ToString::to_string),
            amo: self.encoding.amo.map(|amo| amo.name().into()),
            reductions: self
                .encoding
                .reductions
                .map(|reductions| reductions.names().into_iter().map(Into::into).collect()),
            threads: self.threads.map(NonZeroUsize::get),
            precheck: self.precheck.map(|switch| switch == Switch::On),
            suboptimal: None,
        }
    }

    /// The limits and options as arguments for a child process.
    #[must_use]
    pub fn for_child(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        let mut push = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                arguments.push(format!("--{name}={value}"));
            }
        };
        push("time-limit", self.time_limit.map(|limit| format!("{}us", limit.as_micros())));
        push("node-limit", self.node_limit.map(|limit| limit.to_string()));
        push("memory-limit", self.memory_limit.map(|limit| limit.to_string()));
        arguments.extend(self.choices().arguments());
        arguments
    }
}

/// The limits as the command line has them.
#[must_use]
pub fn limits(time: Option<Duration>, nodes: Option<u64>, memory: Option<u64>) -> Limits {
    let memory = Some(memory.unwrap_or_else(default_memory_limit));
    Limits { time, nodes, memory, ..Limits::default() }
}

/// The limit of the command line, otherwise four fifths of the machine's memory.
#[must_use]
pub fn default_memory_limit() -> u64 {
    memory::allowed().unwrap_or_else(|| machine::memory().map_or(u64::MAX, |total| total / 5 * 4))
}

/// The most threads: more would only take memory.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
///
/// # Errors
/// A message with the wrong text and an example.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| {
        format!(
            "`{text}` is not a number of threads; write a number from 1 to \
                                   {MOST_THREADS}"
        )
    })
}

/// Longer time limits are cut to this (136 years), so that an addition does not overflow.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);

/// Reads a time such as `10s`.
///
/// # Errors
/// A message with the wrong text and an example.
pub fn parse_time_limit(text: &str) -> Result<Duration, String> {
    parse_duration(text).map(|limit| limit.min(LONGEST))
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time; write for example 10s, 0.5s, 200ms or 2min");
    let split = text.find(|character: char| character.is_ascii_alphabetic());
    let (number, unit) = text.split_at(split.unwrap_or(text.len()));
    let factor = match unit.trim() {
        "" | "s" | "sec" => 1.0,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        _ => return humantime::parse_duration(text).map_err(|_| wrong()),
    };
    match number.trim().parse::<f64>() {
        Ok(number) if number >= 0.0 => {
            Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())
        }
        _ => humantime::parse_duration(text).map_err(|_| wrong()),
    }
}

/// Reads a size such as `2GiB`.
///
/// # Errors
/// A message with the wrong text and an example.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    text.parse::<bytesize::ByteSize>()
        .map(|size| size.as_u64())
        .map_err(|_| format!("`{text}` is not a size; write for example 512MiB or 2GiB"))
}

/// Reads an order of moves.
///
/// # Errors
/// A message with the wrong text and the known names.
pub fn parse_order(text: &str) -> Result<MoveOrder, String> {
    text.parse().map_err(|error: crate::methods::native::order::OrderError| error.to_string())
}

/// Reads the name of an at-most-one encoding.
///
/// # Errors
/// A message with the wrong text and the known names.
pub fn parse_at_most_one(text: &str) -> Result<AtMostOne, String> {
    AtMostOne::from_name(text).ok_or_else(|| {
        let names = AtMostOne::ALL.iter().map(|amo| amo.name());
        unknown("at-most-one encoding", text, names)
    })
}

/// Reads reductions, separated by commas.
///
/// # Errors
/// A message with the wrong text and the known names.
pub fn parse_reductions(text: &str) -> Result<Reductions, String> {
    text.parse().map_err(|error: ReductionsError| error.to_string())
}

/// `random` draws seeds below this number, so that they are short to type.
const DRAWN_BELOW: u64 = 1_000_000;

/// Reads a seed. `random` draws one from the random keys of the process and prints it to standard
/// error: with that number the same command prints the same bytes.
///
/// # Errors
/// A message that names the wrong text.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        let seed = RandomState::new().hash_one(text) % DRAWN_BELOW;
        say(format!("--seed {seed}"));
        return Ok(seed);
    }
    text.parse().map_err(|error| format!("{error}; write a number from 0, or `random`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        for (text, seconds) in [
            ("10", 10.0),
            ("0.5s", 0.5),
            ("200ms", 0.2),
            ("2min", 120.0),
            ("1h", 3600.0),
            ("1m 30s", 90.0),
            ("250us", 0.000_25),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "-1s", "ten", "1e400", "inf", "nan"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("1000"), Ok(1000));
        assert!(parse_bytes("much").is_err());
    }

    #[test]
    fn a_seed_is_a_number_or_drawn() {
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        assert!(parse_seed("random").is_ok_and(|seed| seed < DRAWN_BELOW));
        for wrong in ["-1", "x", "", "18446744073709551616"] {
            assert!(
                parse_seed(wrong).is_err_and(|message| message.contains("`random`")),
                "{wrong}"
            );
        }
    }
}
