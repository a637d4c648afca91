//! External programs as methods: their questions, and the meaning of their answers.

mod answer;
mod command;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use satranj_encodings::encoding::Options;
use thiserror::Error;

use crate::{
    documents::{json, map::MapDocument},
    exports::{Export, Format, default_encoding},
    limits::Reason,
    puzzles::StatedPuzzle,
    run::Run,
    solvers::process::{self, ProgramEnd, ProgramOutput, Started},
    temporary::TemporaryFolder,
};
pub use answer::Reply;
pub use command::{Placeholder, RivalProgram};

/// The longest answer in bytes.
const LONGEST_ANSWER: u64 = 256 << 20;

/// The question for a program.
pub struct RivalQuestion<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// Whether its solutions are to be counted.
    pub counting: bool,
    /// Limits and the stop flag.
    pub run: &'a Run,
    /// The running program, so that others can end it.
    pub started: &'a Started,
}

/// The result.
#[derive(Debug)]
pub struct RivalAnswer {
    /// The program's answer.
    pub reply: Reply,
    /// The size of the formula it was given, if any.
    pub formula: Option<(u64, u64)>,
    /// The time to write the files.
    pub export_time: Duration,
    /// The time of the program, from its start to its end.
    pub program_time: Duration,
    /// The time to read and check its answer.
    pub check_time: Duration,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum RivalFailure {
    /// A limit or a signal.
    #[error("{}", .0.describe())]
    Stopped(Reason),
    /// It cannot be run, or its answer cannot be read.
    #[error("{0}")]
    Broken(String),
    /// Its answer is wrong.
    #[error("the program's answer is wrong: {0}")]
    Wrong(String),
}

impl From<std::io::Error> for RivalFailure {
    fn from(error: std::io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// The files of a question, as the program's words name them.
struct RivalFiles {
    /// Removes them when dropped.
    folder: TemporaryFolder,
    values: BTreeMap<Placeholder, PathBuf>,
    maps: Vec<MapDocument>,
    /// The formula for standard input, if the words name no file.
    input: Option<PathBuf>,
}

impl RivalFiles {
    /// Writes them.
    fn of(program: &RivalProgram, question: &RivalQuestion<'_>) -> Result<Self, RivalFailure> {
        let mut files = Self {
            folder: TemporaryFolder::new()?,
            values: BTreeMap::new(),
            maps: Vec::new(),
            input: None,
        };
        let places = program.places();
        for &place in &places {
            let value = match place {
                Placeholder::Format(_) | Placeholder::Puzzle => files.write(place, question)?,
                Placeholder::Model => files.path(place),
                Placeholder::Limit => seconds_left(question.run).into(),
                Placeholder::Seed => question.run.seed.to_string().into(),
            };
            files.values.insert(place, value);
        }
        let names_puzzle =
            |place: &Placeholder| matches!(place, Placeholder::Format(_) | Placeholder::Puzzle);
        if !places.iter().any(names_puzzle) {
            files.input = Some(files.write(Placeholder::DIMACS, question)?);
        }
        Ok(files)
    }

    fn path(&self, place: Placeholder) -> PathBuf {
        self.folder.path().join(place.file_name().unwrap_or_default())
    }

    fn write(
        &mut self,
        place: Placeholder,
        question: &RivalQuestion<'_>,
    ) -> Result<PathBuf, RivalFailure> {
        let path = self.path(place);
        let mut out = BufWriter::with_capacity(1 << 16, File::create(&path)?);
        match place.format() {
            Some(format) => self.maps.extend(exported(format, question, &mut out)?),
            None => json::write_raw(&question.puzzle.statement(), &mut out)?,
        }
        out.flush()?;
        Ok(path)
    }
}

/// Writes the puzzle in a format.
fn exported(
    format: &'static Format,
    question: &RivalQuestion<'_>,
    out: &mut dyn Write,
) -> Result<Option<MapDocument>, RivalFailure> {
    let (model, run) = (question.puzzle.model(), question.run);
    let export = Export {
        puzzle: question.puzzle,
        model: &model,
        encoding: if format.has_models { default_encoding(&model, run) } else { None },
        is_encoding_named: false,
        is_projected: question.counting && format.has_projection,
        cubes: None,
        best: None,
        options: Options::default(),
        command: format!("satranj export --format {}", format.name),
        seed: run.seed,
        run,
    };
    format.write(&export, out).map_err(|error| match run.poll() {
        Err(reason) => RivalFailure::Stopped(reason),
        Ok(()) => RivalFailure::Broken(format!("cannot write its input: {error}")),
    })
}

/// The seconds left, rounded up; a very large number without a limit.
fn seconds_left(run: &Run) -> String {
    let left = run.limits.time.map(|limit| limit.saturating_sub(run.elapsed()));
    left.map_or(u64::from(u32::MAX), |left| left.as_secs_f64().ceil() as u64).max(1).to_string()
}

/// Runs a program, and checks its answer.
///
/// # Errors
/// [`RivalFailure`].
pub fn ask(
    program: &RivalProgram,
    question: &RivalQuestion<'_>,
) -> Result<RivalAnswer, RivalFailure> {
    let begun = Instant::now();
    let files = RivalFiles::of(program, question)?;
    let export_time = begun.elapsed();
    let stdin = match &files.input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let broken =
        |error: std::io::Error| RivalFailure::Broken(format!("{}: {error}", program.program()));
    let mut command = process::command(program.program()).map_err(broken)?;
    command.args(program.arguments(&files.values)).stdin(stdin);
    let begun = Instant::now();
    let ended = process::run(&mut command, (question.run, question.started), LONGEST_ANSWER);
    let program_time = begun.elapsed();
    let output = match ended {
        ProgramEnd::Exited(output) => output,
        ProgramEnd::Stopped(reason) => return Err(RivalFailure::Stopped(reason)),
        ProgramEnd::Failed(problem) => {
            return Err(RivalFailure::Broken(format!("{}: {problem}", program.program())));
        }
    };
    let begun = Instant::now();
    let ProgramOutput { status, stdout, stderr } = output;
    let Some(code) = status.code() else {
        return Err(RivalFailure::Broken(format!("{}: {status}", program.program())));
    };
    let written = files.values.get(&Placeholder::Model).map(|path| read(path)).transpose()?;
    let text = written.filter(|text| !text.trim().is_empty());
    let text = text.unwrap_or_else(|| String::from_utf8_lossy(&stdout).into_owned());
    let reply =
        answer::read(&text, code, &files.maps, question).map_err(|failure| match failure {
            RivalFailure::Broken(problem) => {
                let line = stderr.lines().map(str::trim).find(|line| !line.is_empty());
                let line =
                    line.map_or_else(String::new, |line| format!("; its last line: {line:.200}"));
                RivalFailure::Broken(format!("{}: {problem} ({status}){line}", program.program()))
            }
            other => other,
        })?;
    Ok(RivalAnswer {
        reply,
        formula: files.maps.first().map(|map| (map.variables, map.clauses)),
        export_time,
        program_time,
        check_time: begun.elapsed(),
    })
}

/// The text of the program's answer file; empty if it wrote none.
fn read(path: &Path) -> Result<String, RivalFailure> {
    let mut bytes = Vec::new();
    match fs::File::open(path) {
        Ok(file) => file.take(LONGEST_ANSWER).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error.into()),
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
