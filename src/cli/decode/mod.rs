//! `satranj decode`: turns an external solver's answer, or a tour, into a verified solution, or
//! prints a model of any formula with the names of its variables.

mod answer;
mod folder;

use std::{path::PathBuf, time::Instant};

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, OutputArguments},
    check::{CheckEffort, CheckPurse},
    files::Files,
    output_format::OutputFormat,
    outputs::Outputs,
    picture_files::{PICTURES, PictureArguments, drawn},
    signals::{self, catch_signals},
    watch::watched,
};
use crate::{
    decoding::Decoded,
    documents::{solution::Status, text},
    file_name::{name_of, shown},
    pictures::PictureLook,
    puzzles::drawing::pictures as pictures_of,
};
use answer::{AnswerChecks, DecodedAnswer, DecodedFiles, decoded, named};
use folder::{AnswerFolders, run_folder};

/// Arguments of `decode`.
#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// The map that `export -o FILE` wrote beside a formula in dimacs, wcnf or opb or a program in
    /// asp or minizinc, or the folder that `export --all-cases` wrote; for a TSPLIB tour also its
    /// graph, or a document with the puzzle. Leave it out with --names
    #[arg(required_unless_present = "names")]
    map: Option<PathBuf>,
    /// The solver's output or model, or a TSPLIB .tour; - is standard input [default: -]. For a
    /// folder of formulas, the folder with the answers, case-001.out etc. [default: the same
    /// folder]
    model: Option<PathBuf>,
    /// Print a model of any formula, using the variable names in its comments: `c varname NUMBER
    /// NAME`, `c NUMBER NAME`, `c NAME = NUMBER`, and those of CBMC
    #[arg(long, value_name = "FORMULA")]
    names: Option<PathBuf>,
    /// Check this proof, which the solver wrote for its "no": DRAT or LRAT, text or binary. For a
    /// folder of formulas, the folder with the proofs, case-001.drat etc.
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    proof: Option<PathBuf>,
    /// Prove an answer for which the solver gives no proof ("no", an optimum, all solutions) with
    /// this effort: none, share (a second) or full (as long as it takes) [default: share]
    #[arg(
        hide_short_help = true,
        hide_possible_values = true,
        long,
        value_enum,
        value_name = "EFFORT",
        conflicts_with = "names"
    )]
    check: Option<CheckEffort>,
    #[command(flatten)]
    pictures: PictureArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`]. Exit code 1: a file cannot be read, or the files do not belong together; 4: the
/// model breaks a clause or a rule.
pub fn run(arguments: &DecodeArguments) -> Result<i32, CliError> {
    let formats = [&[OutputFormat::Text, OutputFormat::Json][..], &PICTURES].concat();
    let beside = arguments.pictures.options();
    let outputs = Outputs::of("decode", &arguments.output, &formats, &beside, false)?;
    if let Some(proof) = arguments.proof.as_ref().filter(|proof| proof.as_os_str() == "-") {
        usage!("--proof {}: the proof cannot come from standard input: name a file", shown(proof));
    }
    let folder = arguments.map.as_ref().filter(|map| arguments.names.is_none() && map.is_dir());
    match folder {
        Some(folder) => {
            let (answers, proofs) = (arguments.model.as_ref(), arguments.proof.as_ref());
            let folders = AnswerFolders::of(folder, answers, proofs)?;
            run_folder(folders, &outputs, arguments.checks()?, arguments.limits.time_limit)
        }
        None => run_single(arguments, &outputs),
    }
}

/// Decodes one answer.
fn run_single(arguments: &DecodeArguments, outputs: &Outputs<'_>) -> Result<i32, CliError> {
    let read = arguments.files()?;
    let mut files = Files::reading([&read.of, &read.model]);
    read.proof.iter().for_each(|proof| files.reads(proof));
    let (output, beside) = outputs.open(&mut files)?;
    let checks = arguments.checks()?;
    let work = move || {
        if read.is_named { named(&read).map(DecodedAnswer::Named) } else { decoded(&read, &checks) }
    };
    let answered = watched(arguments.limits.time_limit, work)?.done("decoding the answer")??;
    signals::release();
    let status = match answered {
        DecodedAnswer::Named(document) => {
            let printed = output.print(&document, |_| text::named_model(&document));
            printed.and(beside.write(|format| drawn(format, &[], PictureLook::Plain)))?;
            document.status
        }
        DecodedAnswer::Solution(decoded) => {
            let Decoded { document, puzzle, .. } = *decoded;
            let puzzle = puzzle.as_ref();
            let printed =
                output.print(&document, |layout| text::solution(&document, puzzle, layout));
            let certificate = document.certificate.as_ref();
            let pictures = pictures_of(puzzle, document.found(), certificate, false);
            // A failure to write the document must not lose the pictures.
            printed.and(beside.write(|format| drawn(format, &pictures, PictureLook::Plain)))?;
            document.status
        }
    };
    Ok(if status == Status::Unknown { 3 } else { 0 })
}

impl DecodeArguments {
    /// The input files, by their roles.
    fn files(&self) -> Result<DecodedFiles, CliError> {
        let standard_input = || PathBuf::from("-");
        let (of, model) = match (&self.names, &self.map, &self.model) {
            (Some(_), _, Some(model)) => {
                let problem = "--names FORMULA replaces the map and takes one other file, the \
                               model; leave out";
                usage!("{problem} {}", name_of(model));
            }
            (Some(formula), model, None) => (Some(formula), model),
            (None, map, model) => (map.as_ref(), model),
        };
        let of = of.cloned().unwrap_or_else(standard_input);
        let model = model.clone().unwrap_or_else(standard_input);
        let (proof, is_named) = (self.proof.clone(), self.names.is_some());
        let is_quiet = self.output.quiet;
        let read = DecodedFiles { of, model, proof, is_named, is_quiet, is_of_folder: false };
        if [&read.of, &read.model].iter().all(|path| path.as_os_str() == "-") {
            let what = if read.is_named { "formula" } else { "map" };
            usage!("the {what} and the model cannot both come from standard input: name a file");
        }
        Ok(read)
    }

    /// What is proved without a proof of the solver.
    fn checks(&self) -> Result<AnswerChecks, CliError> {
        let purse = CheckPurse::new(self.check.unwrap_or_default(), &catch_signals()?);
        let most = self.limits.time_limit.map(|limit| limit.mul_f64(0.75));
        let deadline = most.and_then(|most| Instant::now().checked_add(most));
        Ok(AnswerChecks { purse, deadline })
    }
}
