//! The arguments of `solve`, and their checks before the work.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    answer::{Wanted, seeds::Seeds},
    cli::{
        CliError,
        arguments::{ExitCodeArguments, OutputArguments, RunArguments},
        check::CheckEffort,
        file_format::only,
        graph_list::asked::{GraphListArguments, ListAnswer},
        output_format::OutputFormat,
        outputs::Outputs,
        picture_files::{LookArguments, PICTURES, PictureArguments},
        puzzle::PuzzleArguments,
        puzzle_options::{has_tours, shows_attacks},
    },
    documents::counts::MOST_DIVERSE,
    graphs::graph6::GRAPH6,
    limits::CostFactor,
    puzzles::StatedPuzzle,
    solvers::proof::DratSyntax,
};

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent switch")]
pub struct SolveArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// Use this method (see `satranj list methods`) [default: depends on the puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    pub method: Option<String>,
    /// Find this many different solutions
    #[arg(short = 'n', long = "number", global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Find all solutions
    ///
    /// For more than 10,000, use --json-stream or -n.
    #[arg(long, global = true, conflicts_with = "number")]
    pub all: bool,
    /// Sample this many tours, paths or cycles (see --seed), each with the same probability; the
    /// same one may occur several times
    #[arg(long, global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["number", "all", "up_to_symmetry", "seeds", "proof"])]
    pub sample: Option<u64>,
    /// Make the K solutions of -n share little: find eight times as many with seeds drawn from
    /// --seed, and keep those farthest apart
    #[arg(long, global = true, requires = "number", conflicts_with_all = ["all", "sample", "seeds", "proof"])]
    pub diverse: bool,
    /// List one solution per class under rotation and reflection of the board, with -n or --all;
    /// the symmetries keep given and blocked squares and do not exchange colours
    #[arg(hide_short_help = true, long, global = true)]
    pub up_to_symmetry: bool,
    /// Run the method once for each seed from A to B and print how often it succeeds
    #[arg(long, global = true, value_name = "A..B", conflicts_with_all = ["number", "all", "svg", "png", "html", "tour", "json_stream", "seed", "show_attacks", "exit_code", "check"])]
    pub seeds: Option<Seeds>,
    /// Show each step of a small SAT search instead of solving by a method: decisions, what follows
    /// from them, conflicts, and the clauses learned; at most N steps [default: 200]
    ///
    /// The search is a simple one for lessons, not that of the SAT solver. The puzzle asks for any
    /// solution, and its formula has at most 2,000 variables. --method sat:NAME chooses the encoding.
    /// --method native:dfs shows depth-first search instead, for tours, graphs and queens, and
    /// --method sat:NAME,native:dfs both side by side.
    #[arg(hide_short_help = true, long, global = true, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "200", value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with_all = ["number", "all", "sample", "up_to_symmetry", "seeds", "svg", "png", "html", "tour", "animate", "poster", "proof", "check", "show_attacks", "json_stream", "only", "precheck"])]
    pub trace: Option<u32>,
    /// If the puzzle asks for a minimum: stop with a solution that costs at most this many times a
    /// lower bound, for example 1.1
    #[arg(hide_short_help = true, long, global = true, value_name = "FACTOR", conflicts_with_all = ["number", "all", "sample", "up_to_symmetry", "seeds", "trace", "only"])]
    pub suboptimal: Option<CostFactor>,
    #[command(flatten)]
    pub pictures: PictureArguments,
    #[command(flatten)]
    pub look: LookArguments,
    /// Write the first tour, path or cycle to FILE in TSPLIB TOUR format; a path gets an extra last
    /// vertex that joins its ends. With `-`, as with --svg - and --html -, it goes to standard
    /// output in place of the document
    #[arg(long, global = true, value_name = "FILE")]
    pub tour: Option<PathBuf>,
    /// Limit the work on a proof that is made and checked if there is no certificate: of "no
    /// solution", of optimality, or that no solution is missing [default: share]
    #[arg(hide_short_help = true, long, global = true, value_enum, value_name = "EFFORT")]
    pub check: Option<CheckEffort>,
    /// Write a DRAT proof of "no solution" or of optimality to FILE, its formula (with all cuts, or
    /// the bound) to FILE.cnf, and check both; needs a SAT method. An answer with a certificate
    /// gets no proof: add --precheck off to run the solver anyway, and --reductions none to leave
    /// all work to it. For several cases, FILE is a folder for case-001.drat, case-002.drat, …
    #[arg(long, global = true, value_name = "FILE", conflicts_with_all = ["seeds", "check"])]
    pub proof: Option<PathBuf>,
    /// Replace FILE.cnf of a proof even if Satranj did not write it
    #[arg(hide_short_help = true, long, global = true, requires = "proof")]
    pub force: bool,
    /// Choose the format of the proof [default: text]
    #[arg(long, global = true, value_enum, value_name = "FORMAT", requires = "proof")]
    pub proof_format: Option<ProofFormat>,
    /// Show the attacked squares in pictures of queens, placements and dominations
    #[arg(hide_short_help = true, long, global = true)]
    pub show_attacks: bool,
    /// Print JSON lines during the search: progress, each solution, and finally the status
    #[arg(long, global = true, conflicts_with_all = ["format", "json"])]
    pub json_stream: bool,
    /// Print only the graphs of a list with this answer, or with one of several (yes,unknown)
    #[arg(hide_short_help = true, long, global = true, value_enum, value_delimiter = ',', value_name = "ANSWER", conflicts_with_all = ["json_stream", "format", "json"])]
    pub only: Vec<ListAnswer>,
    #[command(flatten)]
    pub list: GraphListArguments,
    #[command(flatten)]
    pub run: RunArguments,
    #[command(flatten)]
    pub codes: ExitCodeArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

/// The format of a proof.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// DRAT, one clause per line.
    #[default]
    Text,
    /// Binary DRAT.
    Binary,
}

impl From<ProofFormat> for DratSyntax {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Text => Self::Text,
            ProofFormat::Binary => Self::Binary,
        }
    }
}

/// The requested number of solutions.
///
/// # Errors
/// [`CliError::Usage`].
pub fn wanted(arguments: &SolveArguments) -> Result<Wanted, CliError> {
    let wanted = match (arguments.all, arguments.number.or(arguments.sample)) {
        (true, _) => Wanted::All,
        (false, Some(number)) if arguments.diverse && number > MOST_DIVERSE as u64 => {
            usage!("--diverse applies to at most {MOST_DIVERSE} solutions, but -n is {number}");
        }
        (false, Some(number)) if arguments.diverse => Wanted::Diverse(number),
        (false, Some(number)) => Wanted::Some(number),
        (false, None) => Wanted::First,
    };
    if arguments.up_to_symmetry && wanted == Wanted::First {
        usage!("--up-to-symmetry applies to several solutions: add -n K or --all");
    }
    Ok(wanted)
}

impl SolveArguments {
    /// The outputs, checked.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn outputs(&self) -> Result<Outputs<'_>, CliError> {
        use OutputFormat::{Json, Proof, Text, Tour};
        let path = self.output.output.as_deref();
        let formats = match (self.only.is_empty(), self.seeds) {
            (false, _) => {
                only("--only", ("-o", path), "graph6", GRAPH6.extensions)?;
                Vec::new()
            }
            (true, Some(_)) => vec![Text, Json],
            (true, None) => [&[Text, Json][..], &PICTURES, &[Tour]].concat(),
        };
        let [svg, png, html] = self.pictures.options();
        let beside = [svg, png, html, (Tour, &self.tour), (Proof, &self.proof)];
        let outputs = Outputs::of("solve", &self.output, &formats, &beside, self.json_stream)?;
        self.look.check(|format| outputs.has(format), "add --svg FILE")?;
        Ok(outputs)
    }
}

/// Checks before the work that some picture can show attacks.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check_attacks(
    outputs: &Outputs<'_>,
    puzzle: &dyn StatedPuzzle,
    lines: bool,
) -> Result<(), CliError> {
    if !shows_attacks(puzzle) {
        let kind = puzzle.statement().kind();
        usage!(
            "--show-attacks applies to boards of queens, placements and dominations, not to \
                {kind}"
        );
    }
    let is_text = outputs.is_text() && !lines;
    if !outputs.has_picture() && !is_text {
        usage!("--show-attacks: JSON shows no board: add --format text, or --svg FILE");
    }
    Ok(())
}

/// Checks before the work that the puzzle can have a tour, or visit numbers.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check_visits(outputs: &Outputs<'_>, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
    let kind = puzzle.statement().kind();
    if let Some(option) = outputs.option(OutputFormat::Tour)
        && !has_tours(puzzle)
    {
        usage!("{option}: it writes tours, paths and cycles, but {kind} has none");
    }
    if let Some(option) = outputs.option(OutputFormat::Csv)
        && !["tour", "route"].contains(&kind)
    {
        usage!("{option}: it writes the visit numbers of tours and routes, but {kind} has none");
    }
    Ok(())
}
