//! The arguments of `compare`, and what they ask for.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;
use satranj_encodings::at_most_one::AtMostOne;

use super::reach;
use crate::{
    cli::{
        CliError,
        arguments::{OutputArguments, RunArguments, parse_at_most_one},
        measure::{
            DEFAULT_TIME_LIMIT, Entrant, Matrix, MeasurePlan, NumberedCase, check_programs,
            programs_missing,
        },
        puzzle::PuzzleArguments,
    },
    documents::comparison::LeftOut,
    methods::Registry,
    rivals::RivalProgram,
    solvers::SolverChoice,
};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// Take every Nth size of a range: queens 8..34, tour 4x8..20
    ///
    /// A range replaces one number: the size of a board (queens 8..12, tour 6..12), one side of it,
    /// or a number in the word of a graph (colouring gnp:9..20,0.5). Every method runs at every size,
    /// even if a limit ended it at a smaller one.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub step: Option<u32>,
    /// Run these methods: names, patterns (sat:*) or all [default: fast]
    ///
    /// A method is fast unless it is known to take minutes at this size.
    #[arg(long, global = true, value_name = "METHODS", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Add an external program as method program:NAME; repeat the option to add several
    ///
    /// In COMMAND, {} is the path of the puzzle in DIMACS, {hcp}, {opb} etc. its path in that format,
    /// {model} the path for the answer, and {limit} the time limit in seconds.
    #[arg(long = "program", global = true, value_name = "NAME=COMMAND")]
    pub programs: Vec<RivalProgram>,
    /// Run the SAT methods with these encodings, comma-separated (--encodings cuts means --methods
    /// sat:cuts)
    #[arg(long, global = true, value_name = "NAMES", value_delimiter = ',')]
    pub encodings: Vec<String>,
    /// Measure each method that uses a SAT solver with this solver; repeat the option for several
    #[arg(long, global = true, value_name = "SOLVER", conflicts_with = "solver")]
    pub solvers: Vec<SolverChoice>,
    /// Measure each method that reads --amo once per at-most-one encoding in this list
    #[arg(long, global = true, value_name = "NAMES", value_delimiter = ',', value_parser = parse_at_most_one, conflicts_with = "amo")]
    pub amos: Vec<AtMostOne>,
    /// Run this many processes at once (timings affect each other)
    #[arg(long, global = true, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Count the solutions instead of finding one
    #[arg(long, global = true)]
    pub counting: bool,
    /// Measure this many runs of each method
    ///
    /// A method that gave no answer is not run again.
    #[arg(long, global = true, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: u32,
    /// Run each method this many times first, unmeasured
    #[arg(long, global = true, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub warmup: u32,
    /// Also write the table as Markdown
    ///
    /// `-` prints it instead of the document.
    #[arg(long, global = true, value_name = "FILE")]
    pub export_markdown: Option<PathBuf>,
    /// Also write all times as CSV
    ///
    /// `-` prints them instead of the document.
    #[arg(long, global = true, value_name = "FILE")]
    pub export_csv: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

/// The methods and programs that are compared, and the slow ones that are left out.
///
/// # Errors
/// [`CliError::Usage`] if a name is unknown.
pub fn chosen<'r>(
    arguments: &CompareArguments,
    plan: &MeasurePlan,
    registry: &'r Registry,
    cases: &[NumberedCase],
) -> Result<(Vec<Entrant<'r>>, Vec<LeftOut>), CliError> {
    let matrix = Matrix {
        solvers: arguments.solvers.clone(),
        amo: arguments.amos.clone(),
        orders: Vec::new(),
    };
    let of_encodings = arguments.encodings.iter().map(|name| format!("sat:{}", name.trim()));
    let names: Vec<String> = arguments.methods.iter().cloned().chain(of_encodings).collect();
    check_programs(&arguments.programs)?;
    if let Some(missing) = programs_missing(&names, &arguments.programs).first() {
        let problem = "no program has this name; add --program NAME=COMMAND";
        usage!("{missing}: {problem}");
    }
    let with = (&matrix, &arguments.programs[..]);
    let mut methods = plan.entrants(&names, with, registry, cases)?;
    let left_out = if names.is_empty() {
        reach::leave_out(&mut methods, arguments.counting, cases)
    } else {
        Vec::new()
    };
    Ok((methods, left_out))
}

/// How the methods are measured.
pub fn plan(arguments: &CompareArguments) -> MeasurePlan {
    let mut run = arguments.run.clone();
    let time_limit = *run.time_limit.get_or_insert(DEFAULT_TIME_LIMIT);
    MeasurePlan {
        counting: arguments.counting,
        runs: arguments.runs,
        warmup: arguments.warmup,
        seed: arguments.run.seed,
        seeds: None,
        time_limit,
        run,
        separate: false,
        jobs: arguments.jobs.get(),
    }
}
