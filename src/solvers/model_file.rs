//! What solvers print: SAT-competition output, minisat's result file, a bare model.

use std::num::NonZeroU32;

use rustsat::types::Lit;
use satranj_encodings::clause::Assignment;
use thiserror::Error;

/// What a solver's output says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverOutput {
    /// Satisfiable, with the values of the variables it names.
    Satisfiable(Assignment),
    /// The same, and none is better, as the solver says.
    Optimum(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// Undecided.
    Unknown,
}

/// What is wrong with a solver's output.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct OutputError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

/// Reads a solver's output over variables `1..=variables`.
///
/// Accepted: `c` comments, `s SATISFIABLE`, `s UNSATISFIABLE`, `s UNKNOWN` with `v` lines
/// (the SAT competition's format); `SAT`, `UNSAT` or `INDET` and a line of literals
/// (minisat's file); or literals alone. Of `MaxSAT` and pseudo-Boolean solvers also `s OPTIMUM
/// FOUND`, `o` lines, `v x1 -x2`, and `v 0110` with a digit for each variable. An exit code is
/// not asked for: solvers exit with 0 for more than one reason.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse(text: &str, variables: u64) -> Result<SolverOutput, OutputError> {
    let mut reader = Reader { variables, ..Reader::default() };
    let mut lines = 0;
    for (number, line) in text.lines().enumerate() {
        lines = number + 1;
        reader.line(number + 1, line.trim_end_matches('\r'))?;
    }
    reader.finish(lines)
}

/// What stands of an answer between the other lines that a solver prints.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// The verdict, if there is one.
    pub verdict: Option<Word>,
    /// The values of the variables that are named; the others are false.
    pub assignment: Assignment,
    /// How many variables are named.
    pub named: u64,
}

/// Reads what a solver printed over variables `1..=variables`: the verdict and the model as
/// [`parse`] does, and every other line, such as minisat's statistics, is passed over. Bare
/// literals count behind the line `SAT` alone.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse_printed(text: &str, variables: u64) -> Result<Printed, OutputError> {
    let mut reader = Reader { variables, ..Reader::default() };
    let mut is_bare = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        let is_word = BARE_WORDS.iter().any(|&(word, _)| word == line.trim());
        is_bare |= line.trim() == "SAT";
        let is_literals = is_bare && line.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if line == "v" || line.starts_with("v ") || line.starts_with("s ") || is_word || is_literals
        {
            reader.line(number + 1, line)?;
        }
    }
    let Reader { verdict, named, .. } = reader;
    Ok(Printed { verdict, assignment: reader.assignment(), named })
}

#[derive(Default)]
struct Reader {
    variables: u64,
    verdict: Option<Word>,
    /// Per variable: not named, false, true.
    values: Vec<Option<bool>>,
    ended: bool,
    named: u64,
}

/// A verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `s SATISFIABLE`.
    Satisfiable,
    /// `s OPTIMUM FOUND`.
    Optimum,
    /// `s UNSATISFIABLE`.
    Unsatisfiable,
    /// `s UNKNOWN`.
    Unknown,
}

/// The verdicts that stand on a line of their own.
const BARE_WORDS: [(&str, Word); 7] = [
    ("SAT", Word::Satisfiable),
    ("SATISFIABLE", Word::Satisfiable),
    ("UNSAT", Word::Unsatisfiable),
    ("UNSATISFIABLE", Word::Unsatisfiable),
    ("INDET", Word::Unknown),
    ("INDETERMINATE", Word::Unknown),
    ("UNKNOWN", Word::Unknown),
];

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), OutputError> {
        let at = |column: usize, problem: String| OutputError { line: number, column, problem };
        let trimmed = line.trim();
        // `c` alone, `c text`, and the statistics that minisat prints between bars.
        if trimmed.is_empty() || trimmed == "c" || line.starts_with("c ") {
            return Ok(());
        }
        // The value of a model that was found on the way; the model itself counts it anew.
        if line.starts_with("o ") {
            return Ok(());
        }
        if let Some(verdict) = line.strip_prefix("s ") {
            let word = match verdict.trim() {
                "SATISFIABLE" => Word::Satisfiable,
                "OPTIMUM FOUND" => Word::Optimum,
                "UNSATISFIABLE" => Word::Unsatisfiable,
                "UNKNOWN" | "INDETERMINATE" => Word::Unknown,
                other => {
                    let problem = format!(
                        "`{other}` is no verdict: SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN"
                    );
                    return Err(at(3, problem));
                }
            };
            return self.decide(word, number);
        }
        if let Some(&(_, word)) = BARE_WORDS.iter().find(|&&(word, _)| word == trimmed) {
            return self.decide(word, number);
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

    fn decide(&mut self, word: Word, line: usize) -> Result<(), OutputError> {
        if self.verdict.is_some_and(|verdict| verdict != word) {
            let problem = "a second verdict contradicts the first".into();
            return Err(OutputError { line, column: 1, problem });
        }
        self.verdict = Some(word);
        Ok(())
    }

    /// Whether this is a digit for each variable: of two or more it is no variable's number.
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
            format!("`{token}` is no literal: a whole number, negative for false")
        })?;
        if number == 0 {
            self.ended = true;
            return Ok(());
        }
        self.value(number)
    }

    fn value(&mut self, number: i64) -> Result<(), String> {
        if self.ended {
            return Err(format!("the literal {number} stands behind the 0 that ends the model"));
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

    fn finish(self, lines: usize) -> Result<SolverOutput, OutputError> {
        let at_end =
            |problem: &str| OutputError { line: lines.max(1), column: 1, problem: problem.into() };
        // `v 0` is one: of no variable that is true, or of the only one, false.
        let is_without_model = self.named == 0 && !self.ended && self.variables > 0;
        match self.verdict {
            Some(Word::Unsatisfiable) if self.named > 0 => {
                Err(at_end("the output says UNSATISFIABLE and gives a model"))
            }
            Some(Word::Unsatisfiable) => Ok(SolverOutput::Unsatisfiable),
            Some(Word::Unknown) => Ok(SolverOutput::Unknown),
            None if self.named == 0 => Err(at_end(
                "there is neither a verdict (`s SATISFIABLE` …) nor a model (`v` lines or literals)",
            )),
            Some(Word::Satisfiable) if is_without_model => Err(at_end(
                "the output says SATISFIABLE and gives no model (`v` lines or literals)",
            )),
            Some(Word::Optimum) if is_without_model => Err(at_end(
                "the output says OPTIMUM FOUND and gives no model (`v` lines or literals)",
            )),
            Some(Word::Optimum) => Ok(SolverOutput::Optimum(self.assignment())),
            Some(Word::Satisfiable) | None => Ok(SolverOutput::Satisfiable(self.assignment())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn true_variables(text: &str) -> Vec<u32> {
        match parse(text, 5) {
            Ok(SolverOutput::Satisfiable(assignment)) => {
                (0..5).filter(|&index| assignment.satisfies(Lit::positive(index))).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_formats_of_solvers() {
        for text in [
            "c hello\ns SATISFIABLE\nv 1 -2 3\nv -4 -5 0\n",
            "s SATISFIABLE\r\nv 1 3 0\r\n",
            "SAT\n1 -2 3 -4 -5 0\n",
            "1 -2 3 -4 -5 0",
            "1\n-2\n3\n-4\n-5\n0\n",
        ] {
            assert_eq!(true_variables(text), [0, 2], "{text}");
        }
        for text in [
            "o 3\ns OPTIMUM FOUND\nv 1 -2 3 -4 -5 0\n",
            "o -2\ns OPTIMUM FOUND\nv x1 -x2 x3\nv -x4 -x5\n",
            "c MaxSAT of 2022\ns OPTIMUM FOUND\nv 10100\n",
        ] {
            match parse(text, 5) {
                Ok(SolverOutput::Optimum(assignment)) => {
                    let is_true = |&index: &u32| assignment.satisfies(Lit::positive(index));
                    assert_eq!((0..5).filter(is_true).collect::<Vec<_>>(), [0, 2], "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        // A digit for each variable cannot be a number of one.
        assert_eq!(true_variables("s SATISFIABLE\nv 10100\n"), [0, 2]);
        assert!(true_variables("s SATISFIABLE\nv 0\n").is_empty());
        assert_eq!(parse("s UNSATISFIABLE\n", 5), Ok(SolverOutput::Unsatisfiable));
        assert_eq!(parse("UNSAT\n", 5), Ok(SolverOutput::Unsatisfiable));
        assert_eq!(parse("c\ns UNKNOWN\n", 5), Ok(SolverOutput::Unknown));
    }

    #[test]
    fn an_answer_is_found_between_other_lines() {
        let minisat = "WARNING: x\n===[ Statistics ]===\n|  Variables:  5 |\n100 conflicts\n\n";
        let read = |text: &str| parse_printed(text, 5).unwrap();
        let yes = format!("{minisat}SAT\n1 -2 3 -4 -5 0\n");
        assert_eq!((read(&yes).verdict, read(&yes).named), (Some(Word::Satisfiable), 5));
        assert!(read(&yes).assignment.satisfies(Lit::positive(2)));
        for (text, verdict, named) in [
            (format!("{minisat}SATISFIABLE\n"), Some(Word::Satisfiable), 0),
            (format!("{minisat}UNSATISFIABLE\n"), Some(Word::Unsatisfiable), 0),
            (format!("{minisat}s SATISFIABLE\nv 1 2\nfoo\nv -3 0\n"), Some(Word::Satisfiable), 3),
            ("c s SATISFIABLE\n1 2 3 0\n".into(), None, 0),
            (String::new(), None, 0),
        ] {
            assert_eq!((read(&text).verdict, read(&text).named), (verdict, named), "{text}");
        }
        for text in ["s MAYBE\n", "v 6 0\n", "s SATISFIABLE\nUNSAT\n", "SAT\n1 a 0\n"] {
            assert!(parse_printed(text, 5).is_err(), "{text}");
        }
    }

    #[test]
    fn wrong_outputs_are_placed() {
        for (text, place) in [
            ("", "1:1: there is neither"),
            ("s MAYBE\n", "1:3: `MAYBE` is no verdict"),
            ("s SATISFIABLE\n", "1:1: the output says SATISFIABLE and gives no model"),
            ("s OPTIMUM FOUND\no 3\n", "2:1: the output says OPTIMUM FOUND and gives no model"),
            ("s OPTIMUM FOUND\nv 1010\n", "2:3: variable 1010 does not fit"),
            ("s OPTIMUM FOUND\nv x1 -y2\n", "2:6: `-y2` is no literal"),
            ("v 10100\nv -1\n", "2:3: variable 1 is both true and false"),
            ("s SATISFIABLE\nv 1 6 0\n", "2:5: variable 6 does not fit: the formula has 5"),
            ("s SATISFIABLE\nv 1 x 0\n", "2:5: `x` is no literal"),
            ("v 1 -1 0\n", "1:5: variable 1 is both true and false"),
            ("v 1 0\nv 2 0\n", "2:3: the literal 2 stands behind"),
            ("s UNSATISFIABLE\ns SATISFIABLE\n", "2:1: a second verdict"),
            ("s UNSATISFIABLE\nv 1 0\n", "2:1: the output says UNSATISFIABLE"),
            ("v 99999999999999999999 0\n", "1:3: `99999999999999999999` is no literal"),
        ] {
            let error = parse(text, 5).unwrap_err().to_string();
            assert!(error.starts_with(place), "{text:?}: {error}");
        }
    }
}
