//! The arguments of `bench`.

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use crate::{
    cli::arguments::{OutputArguments, parse_bytes, parse_seed, parse_time_limit},
    rivals::RivalProgram,
    solvers::SolverChoice,
};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// A suite file, - for standard input, or the name of a built-in suite (`satranj list suites`)
    pub suite: PathBuf,
    /// Run only these experiments (comma-separated)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Run only the suite's methods with these names or patterns such as sat:*
    #[arg(hide_short_help = true, long, value_name = "METHODS", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Also measure each method that uses a SAT solver with this solver: varisat, cadical (if built
    /// in), or 'cmd:PROGRAM ARGUMENTS'; repeat the option for several
    #[arg(long, value_name = "SOLVER")]
    pub solvers: Vec<SolverChoice>,
    /// Add an external program as method program:NAME, in the experiments that name it, or in all
    /// if none does; repeat the option to add several. In COMMAND, {} is the path of the puzzle in
    /// DIMACS, {hcp}, {opb} etc. its path in that format, {model} the path for the answer, and
    /// {limit} the time limit in seconds
    #[arg(long = "program", value_name = "NAME=COMMAND")]
    pub programs: Vec<RivalProgram>,
    /// Measure this many runs of each method at each point (overrides the suite); an experiment
    /// with `seeds` has one run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: Option<u32>,
    /// Run each method this many times before the measured runs (overrides the suite)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub warmup: Option<u32>,
    /// Set the seed of random instances and of every run (overrides the suite); an experiment with
    /// `seeds` uses its own
    #[arg(long, value_parser = parse_seed, value_name = "N|random")]
    pub seed: Option<u64>,
    /// Stop a run after this time (overrides the suite); a run includes all cases of a point,
    /// unless they are separate [default: 60s]
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop a run, or this command, before it uses more memory than this, e.g. 2GiB [default: 80%
    /// of the machine's]; also bounds the size of decompressed input [default: 256MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
    /// Run this many processes at once (timings affect each other)
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Measure only part K of P, numbered from 0, e.g. --shard 3/10; --merge combines the parts
    #[arg(long, value_name = "K/P", value_parser = parse_shard)]
    pub shard: Option<(u64, u64)>,
    /// Merge the results of all shards of this suite in a folder, without measuring
    #[arg(long, value_name = "FOLDER", conflicts_with = "shard")]
    pub merge: Option<PathBuf>,
    /// Allow the suite to run programs as solvers (cmd:PROGRAM)
    #[arg(long)]
    pub allow_programs: bool,
    /// Allow the suite to name documents outside its folder
    #[arg(long)]
    pub allow_outside: bool,
    #[command(flatten)]
    pub output: OutputArguments,
}

impl BenchArguments {
    /// The arguments for a suite with its own options and methods, which may run programs.
    pub fn of(suite: &Path, programs: Vec<RivalProgram>, output: &OutputArguments) -> Self {
        Self {
            suite: suite.into(),
            only: Vec::new(),
            methods: Vec::new(),
            solvers: Vec::new(),
            programs,
            runs: None,
            warmup: None,
            seed: None,
            time_limit: None,
            memory_limit: None,
            jobs: NonZeroUsize::MIN,
            shard: None,
            merge: None,
            allow_programs: true,
            allow_outside: false,
            output: output.clone(),
        }
    }
}

/// The most parts.
const MOST_PARTS: u64 = 1_000_000;

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || {
        format!(
            "`{text}` is not a part; write K/P, for example 0/10 for the first of \
                            ten"
        )
    };
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let part: u64 = part.parse().map_err(|_| wrong())?;
    let parts: u64 = parts.parse().map_err(|_| wrong())?;
    if !(1..=MOST_PARTS).contains(&parts) {
        return Err(format!("`{text}`: the number of parts must be from 1 to {MOST_PARTS}"));
    }
    if part >= parts {
        return Err(format!("`{text}`: parts are numbered from 0 to {}", parts - 1));
    }
    Ok((part, parts))
}
