//! The output of `MiniZinc`: solutions with a line of dashes after each, and a verdict.

use super::{
    answer_sets::{PrintedAnswer, PrintedAnswers, error_at},
    model_file::{OutputError, StatusWord},
};

/// The line after each solution.
const AFTER_SOLUTION: &str = "----------";

/// The line after the last solution, if there is no other or no better one.
const COMPLETE: &str = "==========";

/// Reads the output of `MiniZinc`. The text of a solution is its lines.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse(text: &str) -> Result<PrintedAnswers<'_>, OutputError> {
    let (mut answers, mut verdict, mut begin, mut end) = (Vec::new(), None, 0, 0);
    for line in text.split_inclusive('\n') {
        let (trimmed, here) = (line.trim_end(), end);
        end += line.len();
        let word = match trimmed {
            AFTER_SOLUTION => {
                answers.push(PrintedAnswer { text: &text[begin..here], cost: None });
                begin = end;
                continue;
            }
            COMPLETE => StatusWord::Optimum,
            "=====UNSATISFIABLE=====" => StatusWord::Unsatisfiable,
            "=====UNKNOWN=====" => StatusWord::Unknown,
            _ => continue,
        };
        if verdict.is_some() {
            return Err(error_at(text, line, "a second verdict".into()));
        }
        verdict = Some(word);
    }
    let verdict = match verdict {
        None if answers.is_empty() => {
            let problem = "the output has no solution and no verdict; expected a line of 10 dashes \
                           after a solution, or =====UNSATISFIABLE=====. Did the solver fail?";
            return Err(error_at(text, &text[text.trim_end().len()..], problem.into()));
        }
        None => StatusWord::Satisfiable,
        Some(verdict) => verdict,
    };
    let is_complete = verdict == StatusWord::Optimum;
    PrintedAnswers { verdict, answers, is_complete }.consistent(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_read() {
        let texts = |text| -> Vec<&str> {
            parse(text).expect(text).answers.iter().map(|answer| answer.text).collect()
        };
        assert_eq!(texts("a\nb\n----------\n----------\n==========\n"), ["a\nb\n", ""]);
        assert_eq!(texts("a\r\n----------\r\n"), ["a\r\n"]);
        let verdict = |text| parse(text).expect(text).verdict;
        assert_eq!(verdict("a\n----------\n"), StatusWord::Satisfiable);
        assert_eq!(verdict("a\n----------\n==========\n"), StatusWord::Optimum);
        assert_eq!(verdict("=====UNSATISFIABLE=====\n"), StatusWord::Unsatisfiable);
        assert_eq!(verdict("=====UNKNOWN=====\n"), StatusWord::Unknown);
    }

    #[test]
    fn wrong_outputs_are_errors_with_their_places() {
        for (text, expected) in [
            ("", "1:1: the output has no solution and no verdict"),
            ("a\nb\n", "2:2: the output has no solution and no verdict"),
            ("==========\n", "1:11: the output has a verdict without an answer"),
            ("a\n----------\n=====UNKNOWN=====", "3:18: the output says UNKNOWN but gives"),
            ("=====UNKNOWN=====\n==========\n", "2:1: a second verdict"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
