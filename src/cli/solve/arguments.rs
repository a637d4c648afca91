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
    },
    documents::counts::MOST_DIVERSE,
    graphs::graph6::GRAPH6,
    limits::CostFactor,
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
    /// Draw this many tours, paths or cycles at random, all with the same probability; one may
    /// occur several times
    #[arg(long, global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["number", "all", "up_to_symmetry", "seeds", "proof"])]
    pub sample: Option<u64>,
    /// Make the K solutions of -n differ much: find eight times as many, with seeds drawn from
    /// --seed, and keep those farthest apart
    #[arg(long, global = true, requires = "number", conflicts_with_all = ["all", "sample", "seeds", "proof"])]
    pub diverse: bool,
    /// With -n or --all, list one solution per class under rotation and reflection of the board;
    /// the symmetries keep given and blocked squares and do not exchange colours
    #[arg(hide_short_help = true, long, global = true)]
    pub up_to_symmetry: bool,
    /// Run the method once for each seed from A to B and print how often it succeeds
    #[arg(long, global = true, value_name = "A..B", conflicts_with_all = ["number", "all", "svg", "png", "html", "tour", "json_stream", "seed", "show_attacks", "exit_code", "check"])]
    pub seeds: Option<Seeds>,
    /// Show at most N steps of a simple SAT search, for lessons: decisions, what follows from them,
    /// conflicts and learned clauses [default: 200]
    ///
    /// The puzzle must ask for any solution, and its formula may have at most 2,000 variables.
    /// --method sat:NAME chooses the encoding, --method native:dfs shows depth-first search instead,
    /// and --method sat:NAME,native:dfs shows both.
    #[arg(hide_short_help = true, long, global = true, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "200", value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with_all = ["number", "all", "sample", "up_to_symmetry", "seeds", "svg", "png", "html", "tour", "animate", "poster", "proof", "check", "show_attacks", "json_stream", "only", "precheck"])]
    pub trace: Option<u32>,
    /// If the puzzle asks for a minimum, stop with a solution that costs at most this many times a
    /// lower bound, for example 1.1
    #[arg(hide_short_help = true, long, global = true, value_name = "FACTOR", conflicts_with_all = ["number", "all", "sample", "up_to_symmetry", "seeds", "trace", "only"])]
    pub suboptimal: Option<CostFactor>,
    #[command(flatten)]
    pub pictures: PictureArguments,
    #[command(flatten)]
    pub look: LookArguments,
    /// Write the first tour, path or cycle in TSPLIB TOUR format; a path gets an extra last vertex
    /// that joins its ends. --tour -, --svg - and --html - print the file instead of the document
    #[arg(long, global = true, value_name = "FILE")]
    pub tour: Option<PathBuf>,
    /// Prove an answer without a certificate ("no solution", an optimum, all solutions) with this
    /// effort: none, share (as much time as the search and a second) or full (as long as it takes)
    /// [default: share]
    #[arg(
        hide_short_help = true,
        hide_possible_values = true,
        long,
        global = true,
        value_enum,
        value_name = "EFFORT"
    )]
    pub check: Option<CheckEffort>,
    /// Write a DRAT proof of "no solution" or of optimality to FILE and its formula to FILE.cnf, and
    /// check both; needs a SAT method
    ///
    /// The formula contains all cuts, or the bound. An answer with a certificate gets no proof: add
    /// --precheck off to run the solver anyway, and --reductions none to leave all work to it. For
    /// several cases, FILE is a folder for case-001.drat, case-002.drat, …
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

impl SolveArguments {
    /// The requested number of solutions, by one method.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn wanted(&self) -> Result<Wanted, CliError> {
        if let Some(names) = self.method.as_deref().filter(|names| names.contains(',')) {
            usage!(
                "--method {names}: several methods only with --trace; `compare` measures several"
            );
        }
        let wanted = match (self.all, self.number.or(self.sample)) {
            (true, _) => Wanted::All,
            (false, Some(number)) if self.diverse && number > MOST_DIVERSE as u64 => {
                usage!("--diverse applies to at most {MOST_DIVERSE} solutions, but -n is {number}");
            }
            (false, Some(number)) if self.diverse => Wanted::Diverse(number),
            (false, Some(number)) => Wanted::Some(number),
            (false, None) => Wanted::First,
        };
        if self.up_to_symmetry && wanted == Wanted::First {
            usage!("--up-to-symmetry applies to several solutions: add -n K or --all");
        }
        Ok(wanted)
    }

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
