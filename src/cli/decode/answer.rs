//! Decodes one answer with its map, or a model of any formula.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use crate::{
    cli::{
        CliError,
        arguments::default_memory_limit,
        check::{CheckPurse, foreign::check_foreign},
        file_format::extension,
        input::read_text,
        stored_cases::{puzzle_of, read_tour, states_graph},
    },
    decoding::{DecodeError, Decoded, MappedFormula, decode_tour, named::ForeignFormula},
    documents::{map::MapDocument, named_model::NamedModelDocument},
    exports::satisfiability::DIMACS,
    file_name::{name_of, shown},
    graphs::tour_file,
    json,
    limits::Limits,
    methods::{Context, MethodOptions},
    processor_time::ProcessorClock,
    proofs::verification::Refused,
    random::DEFAULT_SEED,
    run::Run,
};

/// The input files.
#[derive(Debug, Clone)]
pub struct DecodedFiles {
    /// The map, graph or document that the model belongs to.
    pub of: PathBuf,
    /// The solver's output.
    pub model: PathBuf,
    /// The solver's proof.
    pub proof: Option<PathBuf>,
    /// Whether the formula may be any.
    pub is_named: bool,
    /// Whether to print no note about properties of the graph that have no effect.
    pub is_quiet: bool,
    /// Whether it is one of a folder: a proof beside a model is then ignored.
    pub is_of_folder: bool,
}

/// The decoded answer.
pub enum DecodedAnswer {
    Solution(Box<Decoded>),
    Named(NamedModelDocument),
}

/// What the checks of claims without a proof may take.
pub struct AnswerChecks {
    pub purse: CheckPurse,
    /// When they end; the answer is printed without them.
    pub deadline: Option<Instant>,
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
pub fn named(files: &DecodedFiles) -> Result<NamedModelDocument, CliError> {
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
pub fn decoded(files: &DecodedFiles, checks: &AnswerChecks) -> Result<DecodedAnswer, CliError> {
    let (of, model) = (name_of(&files.of), name_of(&files.model));
    let failed = |error| failed(&of, &model, error);
    let is_tour = extension(&files.model).as_deref() == Some("tour") || states_graph(&files.of);
    if is_tour {
        let puzzle = puzzle_of(&files.of, files.is_quiet)?;
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
    match &files.proof {
        Some(_) if !decoded.is_no && files.is_of_folder => checks.prove(&mut decoded, &model)?,
        Some(_) if !decoded.is_no => refuse_proof(files, "the answer is not a \"no\"")?,
        Some(_) if map.format != DIMACS.name => {
            let format = &map.format;
            let problem =
                format!("the formula is in {format}, but a proof refutes a formula in dimacs");
            refuse_proof(files, &problem)?;
        }
        Some(proof) => prove(&mut decoded, &map, proof)?,
        None => checks.prove(&mut decoded, &model)?,
    }
    decoded.document.timing.cpu_seconds = processor.seconds();
    Ok(DecodedAnswer::Solution(Box::new(decoded)))
}

impl AnswerChecks {
    /// Proves what the solver says without a proof; `model` is the name of its output.
    fn prove(&self, decoded: &mut Decoded, model: &str) -> Result<(), CliError> {
        let time = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let memory = Some(default_memory_limit());
        let limits = Limits { time, memory, ..Limits::default() };
        let context = Context::new(limits, DEFAULT_SEED, MethodOptions::default());
        check_foreign(&self.purse, decoded, &context).map_err(|error| match error {
            CliError::Check(problem) => CliError::Check(format!("{model}: {problem}")),
            error => error,
        })
    }
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
    } else if !text.trim_start().starts_with('{') {
        "; decode takes two files: the map that `export -o FORMULA` writes beside a formula, \
         FORMULA.map.json, and then the solver's output"
    } else {
        ""
    }
}
