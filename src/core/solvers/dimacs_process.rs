//! Any program that reads DIMACS, as a solver: one process per call.

use std::{
    fmt::Write as _,
    fs::File,
    io::{self, BufWriter, Seek},
    path::PathBuf,
    process::Stdio,
};

use rustsat::types::Lit;
use satranj_encodings::clause::{Assignment, ClauseSink, Cnf, Interrupted};

use super::{
    Solver, SolverFailure, Verdict,
    command::SolverCommand,
    dimacs::{write_clause, write_formula},
    model_file::{self, PrintedModel, SolverAnswer, SolverOutput, StatusWord},
    process::{self, ProgramEnd, ProgramOutput, Started},
};
use crate::{limits::Reason, run::Run, temporary::Temporary};

/// Clauses between two checks of the limits while loading.
const POLL_EVERY: u64 = 1024;

/// Bytes that a program may print besides its model.
const MOST_WORDS: u64 = 16 << 20;

/// An upper bound on the bytes of a variable in a model.
const BYTES_A_VARIABLE: u64 = 16;

/// A program as a solver, bound to a run.
///
/// It keeps the clauses. Each solve writes them to a file and starts the program, which is killed
/// when the run stops. A model is checked against every clause; a "no" cannot be checked.
pub struct DimacsProcess {
    run: Run,
    program: Started,
    command: SolverCommand,
    formula: Cnf,
    variables: u32,
    /// The final verdict, after which the solver cannot be used.
    dead: Option<Verdict>,
}

impl DimacsProcess {
    /// A solver that starts this program.
    #[must_use]
    pub fn new(run: &Run, program: &Started, command: SolverCommand) -> Self {
        let (run, program, formula) = (run.clone(), program.clone(), Cnf::default());
        Self { run, program, command, formula, variables: 0, dead: None }
    }

    /// Writes the formula and runs the program.
    fn ask(&self) -> Result<Verdict, Trouble> {
        let mut file = if self.command.names_formula() {
            let (file, name) = Temporary::new()?;
            FormulaPlace::Named(file, name)
        } else {
            // A file without a name disappears with the program that reads it, whatever happens.
            FormulaPlace::Unnamed(tempfile::tempfile()?)
        };
        let mut out = BufWriter::with_capacity(1 << 16, file.file());
        write_formula(&self.formula, self.variables, &self.run, &mut out)?
            .map_err(Trouble::Stopped)?;
        drop(out);
        let model = self.command.names_model().then(Temporary::new).transpose()?;
        let model = model.map(|(_file, name)| name);
        let model_path = model.as_ref().map_or_else(PathBuf::new, |name| name.path().into());
        let (stdin, path) = match &file {
            FormulaPlace::Named(_, name) => (Stdio::null(), name.path().to_path_buf()),
            FormulaPlace::Unnamed(file) => {
                let mut file = file.try_clone()?;
                file.rewind()?;
                (Stdio::from(file), PathBuf::new())
            }
        };
        let mut program = process::command(self.command.program())?;
        program.args(self.command.arguments(&path, &model_path)).stdin(stdin);
        let most = MOST_WORDS + BYTES_A_VARIABLE * u64::from(self.variables);
        let output = match process::run(&mut program, (&self.run, &self.program), most) {
            ProgramEnd::Exited(output) => output,
            ProgramEnd::Stopped(reason) => return Err(Trouble::Stopped(reason)),
            ProgramEnd::Failed(problem) => return Err(Trouble::Broken(problem)),
        };
        let written = match &model {
            Some(name) => Some(read(name.path(), most)?),
            None => None,
        };
        self.judge(&output, written.as_deref())
    }

    /// The verdict of a program, from its exit, its output and its model file.
    fn judge(&self, output: &ProgramOutput, written: Option<&str>) -> Result<Verdict, Trouble> {
        let broken = |problem: String| {
            let message = output.stderr.lines().map(str::trim).find(|line| !line.is_empty());
            let message = message.map_or_else(String::new, |message| {
                format!("; its standard error says: {message:.200}")
            });
            Trouble::Broken(problem + &message)
        };
        let variables = u64::from(self.variables);
        let Some(code) = output.status.code() else {
            return Err(broken(format!("it was terminated by a {}", output.status)));
        };
        let text = std::str::from_utf8(&output.stdout)
            .map_err(|_| broken(format!("its output is not UTF-8 text ({})", output.status)))?;
        let printed = model_file::parse_printed(text, variables)
            .map_err(|error| broken(format!("standard output:{error}")))?;
        let file = written.filter(|text| !text.trim().is_empty());
        let file = file.map(|text| in_file(text, variables)).transpose().map_err(broken)?;
        let by_code = match code {
            10 => Some(StatusWord::Satisfiable),
            20 => Some(StatusWord::Unsatisfiable),
            _ => None,
        };
        let by_file = file.as_ref().and_then(|file| file.verdict);
        let remarks = [printed.remark, file.as_ref().and_then(|file| file.remark)];
        // Only an `s` line and the exit codes 10 and 20 are a verdict. Other words are for people, and
        // exit code 0 means nothing.
        let mut stated = None;
        for word in [by_code, printed.verdict, by_file].into_iter().flatten() {
            let word = word.of_decision();
            if stated.is_some_and(|stated| stated != word) {
                return Err(broken(format!("it contradicts itself ({})", output.status)));
            }
            stated = Some(word);
        }
        let remark = remarks.into_iter().flatten().find(|&remark| stated != Some(remark));
        if let (Some(_), Some(remark)) = (stated, remark) {
            let (word, status) = (remark.name(), output.status);
            return Err(broken(format!(
                "it contradicts itself: it printed {word}, and ended with {status}"
            )));
        }
        let verdict = match (stated, remark) {
            (None, Some(StatusWord::Unknown)) => Some(StatusWord::Unknown),
            (None, Some(remark)) => {
                let (word, status) = (remark.name(), output.status);
                return Err(broken(format!(
                    "it gave no answer: it printed {word} without `s `, and ended with {status}, \
                     not 10 or 20"
                )));
            }
            (stated, _) => stated,
        };
        let values = [printed.value, file.as_ref().and_then(|file| file.value)];
        if let Some(value) = values.into_iter().flatten().find(|&value| value != 0) {
            return Err(broken(format!(
                "its `o` line says {value}, but a formula without an objective has value 0"
            )));
        }
        match verdict {
            None => {
                let status = output.status;
                Err(broken(format!(
                    "it gave no answer: it printed no `s` line, and ended with {status}, not 10 \
                     or 20"
                )))
            }
            Some(StatusWord::Unsatisfiable) if printed.named > 0 => {
                Err(broken("it says UNSATISFIABLE but gives a model".into()))
            }
            Some(StatusWord::Unsatisfiable) => Ok(Verdict::Unsatisfiable),
            // The program reached its own limits.
            Some(StatusWord::Unknown) => Err(Trouble::Stopped(Reason::SolverUnknown)),
            Some(StatusWord::Satisfiable | StatusWord::Optimum) => {
                let PrintedModel { assignment, named, .. } = match file {
                    Some(file) if file.named > 0 => file,
                    _ => printed,
                };
                if named == 0 && variables > 0 {
                    let hint = if self.command.names_model() {
                        ""
                    } else {
                        "; if it writes the model into a file, put {model} where its command \
                         takes the file's name"
                    };
                    return Err(broken(format!("it says SATISFIABLE but gives no model{hint}")));
                }
                self.check(&assignment, named)?;
                Ok(Verdict::Satisfiable(assignment))
            }
        }
    }

    /// Checks a model against every clause.
    fn check(&self, assignment: &Assignment, named: u64) -> Result<(), Trouble> {
        let Some(index) = self.formula.first_unsatisfied(assignment) else { return Ok(()) };
        let mut clause = Vec::new();
        let broken = self.formula.iter().nth(index).expect("the index is that of a clause");
        write_clause(broken, &mut clause);
        let clause: String =
            String::from_utf8_lossy(&clause).trim_end().chars().take(200).collect();
        let mut problem =
            format!("its model violates clause {} of {}: {clause}", index + 1, self.formula.len());
        if named < u64::from(self.variables) {
            // Writing to memory cannot fail.
            let _ = write!(problem, " (it names {named} of {} variables)", self.variables);
        }
        Err(Trouble::Wrong(problem))
    }
}

/// Where a formula is written.
enum FormulaPlace {
    Named(File, Temporary),
    Unnamed(File),
}

impl FormulaPlace {
    fn file(&mut self) -> &mut File {
        match self {
            Self::Named(file, _) | Self::Unnamed(file) => file,
        }
    }
}

/// Why there is no verdict.
enum Trouble {
    Stopped(Reason),
    Broken(String),
    Wrong(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// The model that the program wrote to a file.
fn in_file(text: &str, variables: u64) -> Result<PrintedModel, String> {
    let SolverAnswer { output, is_stated, value } =
        model_file::parse(text, variables).map_err(|error| format!("{{model}}:{error}"))?;
    let (word, assignment, named) = match output {
        SolverOutput::Satisfiable(assignment) | SolverOutput::Optimum(assignment) => {
            (StatusWord::Satisfiable, assignment, variables)
        }
        SolverOutput::Unsatisfiable => (StatusWord::Unsatisfiable, Assignment::default(), 0),
        SolverOutput::Unknown => (StatusWord::Unknown, Assignment::default(), 0),
    };
    let (verdict, remark) = if is_stated { (Some(word), None) } else { (None, Some(word)) };
    Ok(PrintedModel { verdict, remark, value, assignment, named })
}

/// The text of a file, at most `most` bytes.
fn read(path: &std::path::Path, most: u64) -> Result<String, Trouble> {
    use std::io::Read;
    let mut text = String::new();
    match File::open(path) {
        Ok(file) => file.take(most + 1).read_to_string(&mut text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(text),
        Err(error) => return Err(error.into()),
    };
    if text.len() as u64 > most {
        return Err(Trouble::Broken(format!("it wrote a model of more than {most} bytes")));
    }
    Ok(text)
}

impl ClauseSink for DimacsProcess {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        let last = clause.iter().map(|literal| literal.vidx32() + 1).max();
        self.variables = self.variables.max(last.unwrap_or(0));
        self.formula.add_clause(clause)?;
        let poll = self.clauses().is_multiple_of(POLL_EVERY);
        if poll && self.run.poll().is_err() { Err(Interrupted) } else { Ok(()) }
    }
}

impl Solver for DimacsProcess {
    fn solve(&mut self) -> Verdict {
        if let Some(verdict) = &self.dead {
            return verdict.clone();
        }
        let named = |problem: String| format!("{}: {problem}", self.command);
        let verdict = match self.ask() {
            Ok(verdict) => return verdict,
            Err(Trouble::Stopped(reason)) => Verdict::Stopped(reason),
            Err(Trouble::Broken(problem)) => Verdict::Failed(SolverFailure::Broken(named(problem))),
            Err(Trouble::Wrong(problem)) => Verdict::Failed(SolverFailure::Wrong(named(problem))),
        };
        self.dead = Some(verdict.clone());
        verdict
    }

    fn clauses(&self) -> u64 {
        self.formula.len() as u64
    }
}
