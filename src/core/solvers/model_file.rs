//! The output of solvers: SAT-competition output, minisat's result file, or a bare model.

use std::num::NonZeroU32;

use rustsat::types::Lit;
use satranj_encodings::clause::Assignment;
use thiserror::Error;

use crate::json::brief;

/// The verdict in a solver's output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverOutput {
    /// Satisfiable, with the values of the named variables.
    Satisfiable(Assignment),
    /// Satisfiable, and optimal according to the solver.
    Optimum(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// Undecided.
    Unknown,
}

/// A solver's output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverAnswer {
    /// The verdict.
    pub output: SolverOutput,
    /// Whether the verdict is on an `s` line.
    pub is_stated: bool,
    /// The value of the last `o` line.
    pub value: Option<i128>,
}

/// An error in a solver's output.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct OutputError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what is expected.
    pub problem: String,
}

/// Reads a solver's output over variables `1..=variables`.
///
/// Accepted: `c` comments, `s SATISFIABLE`, `s UNSATISFIABLE`, `s UNKNOWN` with `v` lines
/// (the SAT competition's format); `SAT`, `UNSAT` or `INDET` on the first line and a line of
/// literals (minisat's file); or literals alone. From `MaxSAT` and pseudo-Boolean solvers also `s
/// OPTIMUM FOUND`, `o` lines, `v x1 -x2`, and `v 0110` with a digit for each variable. The exit
/// code is ignored: solvers exit with 0 for several reasons.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse(text: &str, variables: u64) -> Result<SolverAnswer, OutputError> {
    let mut reader = ModelReader { variables, ..ModelReader::default() };
    let mut lines = 0;
    for (number, line) in lines_of(text).enumerate() {
        lines = number + 1;
        reader.line(number + 1, line)?;
    }
    reader.finish(lines)
}

/// The lines of a text, which end with LF, CRLF or CR.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.trim_end_matches('\r').split('\r'))
}

/// The answer found between the other lines that a solver prints.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrintedModel {
    /// The verdict of an `s` line, if there is one.
    pub verdict: Option<StatusWord>,
    /// The verdict of a single word, which minisat prints for people: unreliable.
    pub remark: Option<StatusWord>,
    /// The value of the last `o` line.
    pub value: Option<i128>,
    /// The values of the variables that are named; the others are false.
    pub assignment: Assignment,
    /// How many variables are named.
    pub named: u64,
}

/// Reads a solver's standard output over variables `1..=variables`: the verdict and the model like
/// [`parse`]. Every other line, for example minisat's statistics, is skipped. Bare literals count
/// only after the line `SAT`.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse_printed(text: &str, variables: u64) -> Result<PrintedModel, OutputError> {
    let mut reader = ModelReader { variables, ..ModelReader::default() };
    let mut is_bare = false;
    for (number, line) in lines_of(text).enumerate() {
        is_bare |= line.trim() == "SAT";
        let is_literals = is_bare && line.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let is_stated = ["v ", "s ", "o "].iter().any(|begin| line.starts_with(begin));
        if let Some(&(_, word)) = BARE_WORDS.iter().find(|&&(word, _)| word == line.trim()) {
            reader.remark(word, number + 1)?;
        } else if line == "v" || is_stated || is_literals {
            reader.line(number + 1, line)?;
        }
    }
    let ModelReader { verdict, remark, named, value, .. } = reader;
    Ok(PrintedModel { verdict, remark, value, assignment: reader.assignment(), named })
}

#[derive(Default)]
struct ModelReader {
    variables: u64,
    verdict: Option<StatusWord>,
    /// The verdict of a word alone.
    remark: Option<StatusWord>,
    /// The value of the last `o` line.
    value: Option<i128>,
    /// Per variable: not named, false, true.
    values: Vec<Option<bool>>,
    ended: bool,
    named: u64,
}

/// A verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusWord {
    /// `s SATISFIABLE`.
    Satisfiable,
    /// `s OPTIMUM FOUND`.
    Optimum,
    /// `s UNSATISFIABLE`.
    Unsatisfiable,
    /// `s UNKNOWN`.
    Unknown,
}

/// The verdicts on a line of their own: the first three begin minisat's file.
const BARE_WORDS: [(&str, StatusWord); 7] = [
    ("SAT", StatusWord::Satisfiable),
    ("UNSAT", StatusWord::Unsatisfiable),
    ("INDET", StatusWord::Unknown),
    ("SATISFIABLE", StatusWord::Satisfiable),
    ("UNSATISFIABLE", StatusWord::Unsatisfiable),
    ("INDETERMINATE", StatusWord::Unknown),
    ("UNKNOWN", StatusWord::Unknown),
];

/// How many of them begin minisat's file.
const OF_FILE: usize = 3;

impl ModelReader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), OutputError> {
        let at = |column: usize, problem: String| OutputError { line: number, column, problem };
        let trimmed = line.trim();
        // `c` alone, `c text`, and the statistics that minisat prints between bars.
        if trimmed.is_empty() || trimmed == "c" || line.starts_with("c ") {
            return Ok(());
        }
        if let Some(value) = line.strip_prefix("o ") {
            let number = value.trim().parse();
            let wrong =
                |_| at(3, format!("`{}` is not a value; expected a whole number", brief(value)));
            self.value = Some(number.map_err(wrong)?);
            return Ok(());
        }
        if let Some(verdict) = line.strip_prefix("s ") {
            let word = match verdict.trim() {
                "SATISFIABLE" => StatusWord::Satisfiable,
                "OPTIMUM FOUND" => StatusWord::Optimum,
                "UNSATISFIABLE" => StatusWord::Unsatisfiable,
                "UNKNOWN" | "INDETERMINATE" => StatusWord::Unknown,
                other => {
                    let problem = format!(
                        "`{other}` is not a verdict; expected SATISFIABLE, OPTIMUM FOUND, \
                         UNSATISFIABLE or UNKNOWN"
                    );
                    return Err(at(3, problem));
                }
            };
            return self.decide(word, number);
        }
        if let Some(index) = BARE_WORDS.iter().position(|&(word, _)| word == trimmed) {
            let is_first = self.verdict.is_none() && self.remark.is_none() && self.named == 0;
            if index < OF_FILE && is_first {
                return self.remark(BARE_WORDS[index].1, number);
            }
            let problem = format!(
                "`{trimmed}` alone is not a verdict; write `s {trimmed}`, or SAT or UNSAT as the \
                 first \
                 line of minisat's file"
            );
            return Err(at(1, problem));
        }
        let is_answer = line == "v" || line.starts_with("v ") || is_literal(trimmed);
        if !is_answer {
            let problem = format!(
                "`{}` is not a line of a solver's answer; expected `s VERDICT`, `v LITERALS`, `o \
                 VALUE`, `c COMMENT`, or literals alone. Did the solver fail?",
                brief(trimmed)
            );
            return Err(at(1, problem));
        }
        let literals = if line == "v" { "" } else { line.strip_prefix("v ").unwrap_or(line) };
        let offset = line.len() - literals.len();
        if self.is_bits(literals.trim()) {
            return self.bits(literals.trim()).map_err(|problem| at(offset + 1, problem));
        }
        let mut column = offset;
        for token in literals.split(' ') {
            let begin = column + 1;
            column += token.len() + 1;
            let token = token.trim();
            if !token.is_empty() {
                self.literal(token).map_err(|problem| at(begin, problem))?;
            }
        }
        Ok(())
    }

    fn decide(&mut self, word: StatusWord, line: usize) -> Result<(), OutputError> {
        if self.verdict.is_some_and(|verdict| verdict != word) {
            let problem = "a second verdict contradicts the first".into();
            return Err(OutputError { line, column: 1, problem });
        }
        self.verdict = Some(word);
        Ok(())
    }

    /// Takes the verdict of a word alone.
    fn remark(&mut self, word: StatusWord, line: usize) -> Result<(), OutputError> {
        if self.remark.is_some_and(|remark| remark != word) {
            let problem = "a second verdict contradicts the first".into();
            return Err(OutputError { line, column: 1, problem });
        }
        self.remark = Some(word);
        Ok(())
    }

    /// Whether this is a digit for each variable: with at least two variables it is not a
    /// variable's number.
    fn is_bits(&self, text: &str) -> bool {
        self.variables > 1
            && text.len() as u64 == self.variables
            && text.bytes().all(|byte| matches!(byte, b'0' | b'1'))
    }

    fn bits(&mut self, text: &str) -> Result<(), String> {
        (1..).zip(text.bytes()).try_for_each(|(variable, byte)| {
            self.value(if byte == b'1' { variable } else { -variable })
        })
    }

    /// A literal: `3` or `-3`, or as pseudo-Boolean solvers write it, `x3` or `-x3`.
    fn literal(&mut self, token: &str) -> Result<(), String> {
        let variable =
            |text: &str| text.parse::<NonZeroU32>().ok().map(|number| i64::from(number.get()));
        let number: Option<i64> = match token.strip_prefix("-x") {
            Some(text) => variable(text).map(|variable| -variable),
            None => token.strip_prefix('x').map_or_else(|| token.parse().ok(), variable),
        };
        let number = number.ok_or_else(|| {
            format!(
                "`{}` is not a literal; expected a whole number, negative for false",
                brief(token)
            )
        })?;
        if number == 0 {
            self.ended = true;
            return Ok(());
        }
        self.value(number)
    }

    fn value(&mut self, number: i64) -> Result<(), String> {
        if self.ended {
            return Err(format!("the literal {number} comes after the 0 that ends the model"));
        }
        let variable = number.unsigned_abs();
        if variable > self.variables {
            return Err(format!(
                "variable {variable} does not fit: the formula has {}",
                self.variables
            ));
        }
        let index = variable as usize - 1;
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        let value = number > 0;
        match self.values[index] {
            Some(known) if known != value => {
                return Err(format!("variable {variable} is both true and false"));
            }
            Some(_) => {}
            None => self.named += 1,
        }
        self.values[index] = Some(value);
        Ok(())
    }

    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::all_false(self.variables as usize);
        for (index, value) in self.values.iter().enumerate() {
            if value == &Some(true) {
                assignment.set(Lit::positive(index as u32));
            }
        }
        assignment
    }

    fn finish(self, lines: usize) -> Result<SolverAnswer, OutputError> {
        let at_end =
            |problem: &str| OutputError { line: lines.max(1), column: 1, problem: problem.into() };
        // `v 0` is one: of no variable that is true, or of the only one, false.
        let is_without_model = self.named == 0 && !self.ended && self.variables > 0;
        if let (Some(stated), Some(remark)) = (self.verdict, self.remark)
            && stated.of_decision() != remark
        {
            return Err(at_end("a second verdict contradicts the first"));
        }
        let output = match self.verdict.or(self.remark) {
            Some(StatusWord::Unsatisfiable) if self.named > 0 => {
                return Err(at_end("the output says UNSATISFIABLE but gives a model"));
            }
            Some(StatusWord::Unsatisfiable) if self.value.is_some() => {
                return Err(at_end("the output says UNSATISFIABLE but gives the value of a model"));
            }
            Some(StatusWord::Unsatisfiable) => SolverOutput::Unsatisfiable,
            Some(StatusWord::Unknown) => SolverOutput::Unknown,
            None if self.named == 0 => {
                return Err(at_end(
                    "the output has neither a verdict (`s SATISFIABLE` …) nor a model (`v` lines \
                     or \
                     literals)",
                ));
            }
            Some(StatusWord::Satisfiable) if is_without_model => {
                return Err(at_end(
                    "the output says SATISFIABLE but gives no model (`v` lines or literals)",
                ));
            }
            Some(StatusWord::Optimum) if is_without_model => {
                return Err(at_end(
                    "the output says OPTIMUM FOUND but gives no model (`v` lines or literals)",
                ));
            }
            Some(StatusWord::Optimum) => SolverOutput::Optimum(self.assignment()),
            Some(StatusWord::Satisfiable) | None => SolverOutput::Satisfiable(self.assignment()),
        };
        Ok(SolverAnswer { output, is_stated: self.verdict.is_some(), value: self.value })
    }
}

impl StatusWord {
    /// What it says of whether there is a model.
    #[must_use]
    pub fn of_decision(self) -> Self {
        if self == Self::Optimum { Self::Satisfiable } else { self }
    }

    /// The word on an `s` line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Satisfiable => "SATISFIABLE",
            Self::Optimum => "OPTIMUM FOUND",
            Self::Unsatisfiable => "UNSATISFIABLE",
            Self::Unknown => "UNKNOWN",
        }
    }
}

/// Whether a line begins as literals do.
fn is_literal(line: &str) -> bool {
    let unsigned = line.strip_prefix('-').unwrap_or(line);
    unsigned.strip_prefix('x').unwrap_or(unsigned).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
