//! `satranj decode`: turns an external solver's model, or a tour, into a verified solution, or
//! prints a model of any formula with the names of its variables.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, OutputArguments, default_memory_limit},
    file_format::{MANIFEST, case_stem, extension},
    files::Files,
    input::read_text,
    output_format::OutputFormat,
    outputs::Outputs,
    picture_files::{PICTURES, PictureArguments, drawn},
    signals,
    stored_cases::{puzzle_of, read_tour, states_graph},
    watch::watched,
};
use crate::{
    compression::Compression,
    decoding::{DecodeError, Decoded, MappedFormula, decode_tour, named::ForeignFormula},
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        manifest::{self, ManifestCase, ManifestDocument},
        map::MapDocument,
        named_model::NamedModelDocument,
        solution::Status,
        text,
    },
    exports::satisfiability::DIMACS,
    file_name::{name_of, shown},
    graphs::tour_file,
    json,
    limits::Limits,
    processor_time::ProcessorClock,
    proofs::verification::Refused,
    puzzles::drawing::pictures as pictures_of,
    run::Run,
};

/// Arguments of `decode`.
#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// The map that `export -o FILE` wrote beside a formula in dimacs, wcnf or opb, or the folder
    /// that `export --all-cases` wrote; for a TSPLIB tour also its graph, or a document with the
    /// puzzle. Leave it out with --names
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
    /// Check this proof, which the solver wrote for its "no": DRAT or LRAT, text or binary
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    pictures: PictureArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The input files.
#[derive(Debug, Clone)]
struct DecodedFiles {
    /// The map, graph or document that the model belongs to.
    of: PathBuf,
    model: PathBuf,
    proof: Option<PathBuf>,
    is_named: bool,
}

/// The decoded answer.
enum DecodedAnswer {
    Solution(Box<Decoded>),
    Named(NamedModelDocument),
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
    if let (Some(folder), None) = (&arguments.map, &arguments.names)
        && folder.is_dir()
    {
        if arguments.proof.is_some() {
            usage!("--proof applies to one formula; name the map of a formula, not a folder");
        }
        outputs
            .refuse_single(&[], "answer: name its map, or draw the document with `satranj draw`")?;
        return run_folder(arguments, &outputs, folder);
    }
    let read = arguments.files()?;
    if [&read.of, &read.model].iter().all(|path| path.as_os_str() == "-") {
        let what = if read.is_named { "formula" } else { "map" };
        usage!("the {what} and the model cannot both come from standard input: name a file");
    }
    let mut files = Files::default();
    files.reads(&read.of);
    files.reads(&read.model);
    read.proof.iter().for_each(|proof| files.reads(proof));
    let (output, beside) = outputs.open(&mut files)?;
    let work = move || {
        if read.is_named { named(&read).map(DecodedAnswer::Named) } else { decoded(&read) }
    };
    let answered = watched(arguments.limits.time_limit, work)?.done("decoding the answer")??;
    signals::release();
    let status = match answered {
        DecodedAnswer::Named(document) => {
            let printed = output.print(&document, |_| text::named_model(&document));
            printed.and(beside.write(|format| drawn(format, &[], false)))?;
            document.status
        }
        DecodedAnswer::Solution(decoded) => {
            let Decoded { document, puzzle } = *decoded;
            let puzzle = puzzle.as_ref();
            let printed =
                output.print(&document, |layout| text::solution(&document, puzzle, layout));
            let certificate = document.certificate.as_ref();
            let pictures = pictures_of(puzzle, document.found(), certificate, false);
            // A failure to write the document must not lose the pictures.
            printed.and(beside.write(|format| drawn(format, &pictures, false)))?;
            document.status
        }
    };
    Ok(if status == Status::Unknown { 3 } else { 0 })
}

impl DecodeArguments {
    /// The input files, by their roles.
    fn files(&self) -> Result<DecodedFiles, CliError> {
        let standard_input = || PathBuf::from("-");
        match (&self.names, &self.map, &self.model) {
            (Some(_), _, Some(model)) => {
                let problem = "--names FORMULA replaces the map and takes one other file, the \
                               model; leave out";
                usage!("{problem} {}", name_of(model));
            }
            (Some(formula), model, None) => {
                let model = model.clone().unwrap_or_else(standard_input);
                Ok(DecodedFiles { of: formula.clone(), model, proof: None, is_named: true })
            }
            (None, map, model) => {
                let of = map.clone().unwrap_or_else(standard_input);
                let model = model.clone().unwrap_or_else(standard_input);
                Ok(DecodedFiles { of, model, proof: self.proof.clone(), is_named: false })
            }
        }
    }
}

/// The error of a failed decoding, with the file that caused it: the map or the model.
fn failed(of: &str, model: &str, error: DecodeError) -> CliError {
    match error {
        DecodeError::Map(problem) => CliError::Input(format!("{of}: {problem}")),
        DecodeError::Output(problem) => CliError::Input(format!("{model}:{problem}")),
        DecodeError::Wrong(problem) => CliError::Check(format!("{model}: {problem}")),
    }
}

/// The memory limits for reading.
fn memory() -> Run {
    Run::new(Limits { memory: Some(default_memory_limit()), ..Limits::default() }, 0)
}

/// Reads any formula and a model of it.
fn named(files: &DecodedFiles) -> Result<NamedModelDocument, CliError> {
    let (of, text) = read_text(&files.of)?;
    let model = name_of(&files.model);
    let run = memory();
    let permit = |bytes| run.reserve(bytes);
    let formula =
        ForeignFormula::read(&text, &permit).map_err(|error| failed(&of, &model, error))?;
    let (_, output) = read_text(&files.model)?;
    formula.decode(&of, &output).map_err(|error| failed(&of, &model, error))
}

/// Reads a map and an answer, and checks the answer.
fn decoded(files: &DecodedFiles) -> Result<DecodedAnswer, CliError> {
    let (of, model) = (name_of(&files.of), name_of(&files.model));
    let failed = |error| failed(&of, &model, error);
    let is_tour = extension(&files.model).as_deref() == Some("tour") || states_graph(&files.of);
    if is_tour {
        let puzzle = puzzle_of(&files.of)?;
        let (_, text) = read_text(&files.model)?;
        let decoded = decode_tour(puzzle, &read_tour(&model, &text)?).map_err(failed)?;
        refuse_proof(files, "the answer is not a \"no\"")?;
        return Ok(DecodedAnswer::Solution(Box::new(decoded)));
    }
    let (_, text) = read_text(&files.of)?;
    let map: MapDocument = json::read(&text, "a map")
        .map_err(|error| CliError::Input(format!("{of}:{error}{}", hint(&files.of, &text))))?;
    // The map first: it bounds the size of the model.
    let formula = MappedFormula::of(&map, memory()).map_err(failed)?;
    let (_, text) = read_text(&files.model)?;
    let processor = ProcessorClock::start();
    let decoded = if tour_file::is_one(&text) {
        let puzzle =
            map.puzzle.puzzle().map_err(|error| CliError::Input(format!("{of}: {error}")))?;
        decode_tour(puzzle, &read_tour(&model, &text)?)
    } else {
        formula.decode(&map, &text)
    };
    let mut decoded = decoded.map_err(failed)?;
    if decoded.document.status != Status::Unsatisfiable {
        refuse_proof(files, "the answer is not a \"no\"")?;
    } else if map.format != DIMACS.name {
        let format = &map.format;
        refuse_proof(files, &format!("the formula is in {format}; a proof is of one in dimacs"))?;
    } else if let Some(proof) = &files.proof {
        prove(&mut decoded, &map, proof)?;
    }
    decoded.document.timing.cpu_seconds = processor.seconds();
    Ok(DecodedAnswer::Solution(Box::new(decoded)))
}

/// Refuses a proof that does not belong to the answer.
fn refuse_proof(files: &DecodedFiles, problem: &str) -> Result<(), CliError> {
    match &files.proof {
        Some(proof) => {
            let name = shown(proof);
            Err(CliError::Input(format!("{name}: {problem}; leave out --proof")))
        }
        None => Ok(()),
    }
}

/// Checks the solver's proof of its "no".
fn prove(decoded: &mut Decoded, map: &MapDocument, proof: &Path) -> Result<(), CliError> {
    let run = memory();
    decoded.prove(map, proof, &|bytes| run.permit(bytes)).map_err(|refused| match refused {
        Refused::Wrong(problem) => CliError::Check(format!("the proof does not hold: {problem}")),
        Refused::Unreadable(problem) => CliError::Input(problem),
        Refused::Stopped(reason) => {
            let what = format!("{}: the proof is not checked", shown(proof));
            CliError::stopped(what, reason, None)
        }
    })
}

/// The hint for a formula that is given in place of its map, and for a formula that needs no map.
fn hint(path: &Path, text: &str) -> &'static str {
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".map.json");
    let is_formula = || text.lines().take(1000).any(|line| line.starts_with("p cnf "));
    if Path::new(&beside).is_file() {
        "; this is a formula: name the map beside it, FILE.map.json"
    } else if is_formula() {
        "; for a formula with names in its comments use decode --names FORMULA MODEL"
    } else {
        ""
    }
}

/// Extensions of answer files of solvers, appended to the formula's name or in place of its
/// extension.
const ANSWERS: [&str; 6] = ["out", "sol", "model", "log", "txt", "answer"];

/// Decodes the answer to every case of a manifest. Exit code 4: one is wrong; otherwise 1: one is
/// missing or unreadable; otherwise 3: one is undecided; otherwise 0.
///
/// # Errors
/// [`CliError`].
fn run_folder(
    arguments: &DecodeArguments,
    outputs: &Outputs<'_>,
    folder: &Path,
) -> Result<i32, CliError> {
    let folder = folder.to_path_buf();
    let answers = match &arguments.model {
        None => folder.clone(),
        Some(answers) if answers.is_dir() => answers.clone(),
        Some(other) => {
            usage!(
                "{}: not a folder; for a folder of formulas, name the folder with the solver's \
                 answers",
                shown(other)
            );
        }
    };
    let mut files = Files::reading([&folder.join(MANIFEST)]);
    let (output, _) = outputs.open(&mut files)?;
    let work = move || decode_all(&folder, &answers);
    let DecodedCases { documents: cases, wrong, missing } =
        watched(arguments.limits.time_limit, work)?.done("decoding the answers")??;
    signals::release();
    let count = cases.len();
    let undecided = |case: &CaseDocument| match &case.content {
        CaseContent::Answer(document) => document.status == Status::Unknown,
        CaseContent::Error { .. } => false,
    };
    let undecided = cases.iter().any(undecided);
    let document = BatchDocument::new(cases);
    output.print(&document, |_| text::batch(&document))?;
    match (wrong.len(), missing.len()) {
        (number @ 1.., _) => {
            Err(CliError::Check(format!("{number} of {count} answers are wrong; {}", wrong[0])))
        }
        (0, number @ 1..) => Err(CliError::without_answer(number, count, "cases", &missing[0])),
        (0, 0) => Ok(if undecided { 3 } else { 0 }),
    }
}

/// The decoded cases.
struct DecodedCases {
    documents: Vec<CaseDocument>,
    /// Errors of wrong answers.
    wrong: Vec<String>,
    /// Errors of missing answers.
    missing: Vec<String>,
}

fn decode_all(folder: &Path, answers: &Path) -> Result<DecodedCases, CliError> {
    let (name, text) = read_text(&folder.join(MANIFEST))?;
    let listed: ManifestDocument = json::read(&text, "a manifest").map_err(CliError::at(&name))?;
    if listed.schema != manifest::SCHEMA {
        let schema = json::brief(&listed.schema);
        wrong_input!("{name}: the schema is `{schema}`, not `{}`", manifest::SCHEMA);
    }
    let count = listed.cases.len();
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    let mut cases = Vec::new();
    for entry in listed.cases {
        let number = entry.case;
        let content = match decode_case(folder, answers, &entry, count) {
            Ok(document) => CaseContent::Answer(document),
            Err(error) => {
                let list =
                    if matches!(error, CliError::Check(_)) { &mut wrong } else { &mut missing };
                let error = error.to_string();
                list.push(format!("case {number}: {error}"));
                CaseContent::Error { error }
            }
        };
        cases.push(CaseDocument { case: number, content });
    }
    Ok(DecodedCases { documents: cases, wrong, missing })
}

/// Decodes the answer to one case.
fn decode_case(
    folder: &Path,
    answers: &Path,
    entry: &ManifestCase,
    count: usize,
) -> Result<Box<crate::documents::solution::SolutionDocument>, CliError> {
    let (Some(map), Some(file)) = (&entry.map, &entry.file) else {
        let why = entry.error.as_deref().unwrap_or("the format of its formula has no map");
        return Err(CliError::Input(why.into()));
    };
    // A name in a file must not lead outside the folder.
    let plain = |name: &str| Path::new(name).file_name() == Some(name.as_ref());
    if !plain(map) || !plain(file) {
        wrong_input!("`{}`: not a file name without a folder", json::brief(file));
    }
    let answer = answer_of(answers, file).ok_or_else(|| {
        let stem = case_stem(entry.case, count);
        let ends = ANSWERS.map(|end| format!(".{end}")).join(" ");
        CliError::Input(format!(
            "there is no answer to {stem} in {}; expected {stem} with one of \
                                 {ends}",
            shown(answers)
        ))
    })?;
    let files = DecodedFiles { of: folder.join(map), model: answer, proof: None, is_named: false };
    match decoded(&files)? {
        DecodedAnswer::Solution(decoded) => Ok(Box::new(decoded.document)),
        DecodedAnswer::Named(_) => Err(CliError::Input("the map has no puzzle".into())),
    }
}

/// The file with the answer to a formula: `case-001.out`, `case-001.cnf.out`, also compressed.
fn answer_of(folder: &Path, formula: &str) -> Option<PathBuf> {
    let plain = Compression::stem(Path::new(formula));
    let stem = plain.with_extension("");
    let bases = [stem.to_str()?, plain.to_str()?, formula];
    let named = bases.iter().flat_map(|base| ANSWERS.map(|end| format!("{base}.{end}")));
    let compressed =
        |name: String| [name.clone(), format!("{name}.gz"), format!("{name}.xz")].into_iter();
    named.flat_map(compressed).map(|name| folder.join(name)).find(|path| path.is_file())
}
