//! The output of clingo and clasp, as text, as in competitions (`--outf=1`) or as JSON (`--outf=2`): a verdict and
//! answer sets.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::model_file::{OutputError, StatusWord};
use crate::json::brief;

/// The verdict and the answers that a program prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedAnswers<'t> {
    /// The verdict.
    pub verdict: StatusWord,
    /// The answers, in the order in which they were found.
    pub answers: Vec<PrintedAnswer<'t>>,
    /// Whether the program says that there is no other answer.
    pub is_complete: bool,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedAnswer<'t> {
    /// Its text, a slice of the output.
    pub text: &'t str,
    /// The printed value of its objective.
    pub cost: Option<i128>,
}

/// The verdicts on a line of their own, and in JSON as the value of `Result`; the last two are those of `--outf=1`.
const VERDICTS: [(&str, StatusWord); 6] = [
    ("SATISFIABLE", StatusWord::Satisfiable),
    ("OPTIMUM FOUND", StatusWord::Optimum),
    ("UNSATISFIABLE", StatusWord::Unsatisfiable),
    ("UNKNOWN", StatusWord::Unknown),
    ("OPTIMUM", StatusWord::Optimum),
    ("INCONSISTENT", StatusWord::Unsatisfiable),
];

/// Reads the output of clingo or clasp.
///
/// # Errors
/// [`OutputError`] with line and column.
pub fn parse(text: &str) -> Result<PrintedAnswers<'_>, OutputError> {
    let printed =
        if text.trim_start().starts_with('{') { parse_json(text) } else { parse_text(text) }?;
    printed.consistent(text)
}

/// The words of an answer, which are slices of its text: `has(1,2)`.
pub fn atoms<'t>(answer: &PrintedAnswer<'t>) -> impl Iterator<Item = &'t str> + use<'t> {
    // In JSON the atoms are texts in a list.
    let words = answer.text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '[' | ']'));
    // With `--outf=1` each is a fact.
    words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty() && *word != ",")
}

/// The error at a slice of the output.
#[must_use]
pub fn error_at(text: &str, part: &str, problem: String) -> OutputError {
    // It is a slice of the text, so this is the distance between their beginnings.
    let begin = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..begin).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[line..].chars().count() + 1;
    OutputError { line: before.matches('\n').count() + 1, column, problem }
}

impl<'t> PrintedAnswers<'t> {
    /// Itself, if the answers fit the verdict.
    pub(super) fn consistent(self, text: &'t str) -> Result<Self, OutputError> {
        let at_end = |problem: &str| {
            let end = &text[text.trim_end().len()..];
            Err(error_at(text, end, problem.into()))
        };
        match self.verdict {
            StatusWord::Satisfiable | StatusWord::Optimum if self.answers.is_empty() => {
                at_end("the output has a verdict without an answer; run the program without -q")
            }
            StatusWord::Unsatisfiable | StatusWord::Unknown if !self.answers.is_empty() => {
                at_end(&format!("the output says {} but gives an answer", self.verdict.name()))
            }
            _ => Ok(self),
        }
    }
}

fn parse_text(text: &str) -> Result<PrintedAnswers<'_>, OutputError> {
    let mut answers: Vec<PrintedAnswer<'_>> = Vec::new();
    let (mut verdict, mut models, mut is_announced) = (None, None, false);
    let mut is_of_competition = false;
    for line in text.lines() {
        let trimmed = line.trim();
        // With `--outf=1` statistics are comments.
        let line = line.strip_prefix("% ").unwrap_or(line);
        if is_announced || is_atom(trimmed) {
            answers.push(PrintedAnswer { text: line, cost: None });
            is_announced = false;
        } else if line.starts_with("Answer: ") {
            is_announced = !trimmed.starts_with('%');
        } else if trimmed == "ANSWER" {
            (is_announced, is_of_competition) = (true, true);
        } else if let Some(value) =
            ["Optimization: ", "COST "].iter().find_map(|name| line.strip_prefix(name))
        {
            let cost = value.trim().parse().map_err(|_| {
                let problem = "is not the value of an answer; expected a whole number";
                error_at(text, value, format!("`{}` {problem}", brief(value)))
            })?;
            match answers.last_mut().filter(|answer| answer.cost.is_none()) {
                Some(answer) => answer.cost = Some(cost),
                // With --verbose=0 an answer without atoms is an empty line.
                None => answers.push(PrintedAnswer { text: &line[..0], cost: Some(cost) }),
            }
        } else if let Some(number) = line.strip_prefix("Models ") {
            models = number.rsplit(' ').next();
        } else if let Some((_, word)) = VERDICTS.iter().find(|(word, _)| *word == trimmed) {
            if verdict.is_some_and(|verdict| verdict != *word) {
                let problem = "a second verdict contradicts the first";
                return Err(error_at(text, line, problem.into()));
            }
            verdict = Some(*word);
        }
    }
    // With `--outf=1` an answer has no verdict unless it is the best.
    let is_answered = is_of_competition && models.is_some();
    let verdict = verdict.or(is_answered.then_some(StatusWord::Satisfiable));
    // Options such as --quiet leave out answers that are counted.
    let is_complete = models.is_some_and(|number| number == answers.len().to_string());
    match verdict {
        Some(verdict) if !is_announced => Ok(PrintedAnswers { verdict, answers, is_complete }),
        _ => {
            let problem = "the output ends without a verdict; expected a line SATISFIABLE, \
                           UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN. Did the solver fail?";
            Err(error_at(text, &text[text.trim_end().len()..], problem.into()))
        }
    }
}

/// Whether a line begins with an atom: with `--verbose=0` no other line announces an answer.
fn is_atom(line: &str) -> bool {
    let name = line.split('(').next().unwrap_or_default();
    name.len() < line.len()
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The output with `--outf=2`.
#[derive(Deserialize)]
struct JsonOutput<'t> {
    #[serde(rename = "Result")]
    result: String,
    #[serde(rename = "Call", borrow, default)]
    calls: Vec<JsonCall<'t>>,
    #[serde(rename = "Models")]
    models: Option<JsonModels>,
}

#[derive(Deserialize)]
struct JsonCall<'t> {
    #[serde(rename = "Witnesses", borrow, default)]
    witnesses: Vec<JsonWitness<'t>>,
}

#[derive(Deserialize)]
struct JsonWitness<'t> {
    #[serde(rename = "Value", borrow)]
    value: Option<&'t RawValue>,
    #[serde(rename = "Costs", default)]
    costs: Vec<i64>,
}

#[derive(Deserialize)]
struct JsonModels {
    #[serde(rename = "Number", default)]
    number: usize,
    #[serde(rename = "More", default)]
    more: String,
}

fn parse_json(text: &str) -> Result<PrintedAnswers<'_>, OutputError> {
    let output: JsonOutput<'_> = serde_json::from_str(text).map_err(|error| OutputError {
        line: error.line().max(1),
        column: error.column().max(1),
        problem: format!("not the output of clingo as JSON: {}", in_short(&error)),
    })?;
    let verdict = VERDICTS.iter().find(|(word, _)| *word == output.result);
    let &(_, verdict) = verdict.ok_or_else(|| {
        let problem = "is not a verdict; expected SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or \
                       UNKNOWN";
        error_at(text, text, format!("`{}` {problem}", brief(&output.result)))
    })?;
    let witnesses = output.calls.iter().flat_map(|call| &call.witnesses);
    let answers = witnesses.map(|witness| PrintedAnswer {
        text: witness.value.map_or(&text[..0], RawValue::get),
        cost: witness.costs.first().map(|&cost| cost.into()),
    });
    let answers: Vec<PrintedAnswer<'_>> = answers.collect();
    let is_all = |models: JsonModels| models.more == "no" && models.number == answers.len();
    let is_complete = output.models.is_some_and(is_all);
    Ok(PrintedAnswers { verdict, answers, is_complete })
}

/// The problem without its place, which is printed before it.
fn in_short(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(problem, _)| problem.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: &str = "clingo version 5.8.3\nReading from a.lp ...\nSolving...\n\
         Answer: 1 (Time: 0.001s)\n\nOptimization: 0\nAnswer: 2\nchosen(3) chosen(7)\n\
         Optimization: -2\nOPTIMUM FOUND\n\nModels       : 2\n  Optimum    : yes\n\
         Optimization : -2\nCalls        : 1\n";

    fn answered(text: &str) -> Vec<(Vec<&str>, Option<i128>)> {
        let printed = parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        printed.answers.iter().map(|answer| (atoms(answer).collect(), answer.cost)).collect()
    }

    #[test]
    fn answers_are_read() {
        let both = vec![(vec![], Some(0)), (vec!["chosen(3)", "chosen(7)"], Some(-2))];
        assert_eq!(answered(FOUND), both);
        let printed = parse(FOUND).expect("an output");
        assert_eq!((printed.verdict, printed.is_complete), (StatusWord::Optimum, true));
        // The same with carriage returns, and with --verbose=0.
        assert_eq!(answered(&FOUND.replace('\n', "\r\n")), both);
        let quiet = "\nOptimization: 0\nchosen(3) chosen(7)\nOptimization: -2\nOPTIMUM FOUND\n";
        assert_eq!(answered(quiet), both);
        // As in competitions, where only the last answer is printed.
        let last = "% clingo version 5.8.3\n% Solving...\n% Answer: 2 (Time: 0.001s)\nANSWER\n\
                    chosen(3). chosen(7).\nCOST -2\nOPTIMUM\n% \n% Models         : 2\n";
        assert_eq!(answered(last), both[1..]);
        let printed = parse(last).expect("an output");
        assert_eq!((printed.verdict, printed.is_complete), (StatusWord::Optimum, false));
        let any = last.replace("COST -2\nOPTIMUM\n", "");
        assert_eq!(parse(&any).map(|read| read.verdict), Ok(StatusWord::Satisfiable));
        let quiet = FOUND.replace("Answer: 1 (Time: 0.001s)\n\nOptimization: 0\n", "");
        assert!(!parse(&quiet).expect("an output").is_complete, "one of two");
        let some = FOUND.replace(": 2\n  O", ": 2+\n  O").replace("OPTIMUM FOUND", "SATISFIABLE");
        let printed = parse(&some).expect("an output");
        assert_eq!((printed.verdict, printed.is_complete), (StatusWord::Satisfiable, false));
        for (word, verdict) in
            [("UNSATISFIABLE", StatusWord::Unsatisfiable), ("UNKNOWN", StatusWord::Unknown)]
        {
            assert_eq!(parse(&format!("{word}\n")).map(|read| read.verdict), Ok(verdict));
        }
    }

    #[test]
    fn json_is_read() {
        let text = r#"{"Solver":"clingo","Call":[{"Witnesses":[{"Value":[],"Costs":[0]},
            {"Value":["has(1,2)","has(2,1)"],"Costs":[-2]}]}],"Result":"OPTIMUM FOUND",
            "Models":{"Number":2,"More":"no"}}"#;
        let both = vec![(vec![], Some(0)), (vec!["has(1,2)", "has(2,1)"], Some(-2))];
        assert_eq!(answered(text), both);
        assert_eq!(
            answered(&text.replace(',', " ,\n").replace("1 ,\n2", "1,2").replace("2 ,\n1", "2,1")),
            both
        );
        assert!(parse(text).expect("an output").is_complete);
        assert!(!parse(&text.replace("no\"", "yes\"")).expect("an output").is_complete);
        let none = r#"{"Call":[{"Witnesses":[]}],"Result":"UNSATISFIABLE"}"#;
        assert_eq!(parse(none).map(|read| read.verdict), Ok(StatusWord::Unsatisfiable));
    }

    #[test]
    fn wrong_outputs_are_errors_with_their_places() {
        for (text, expected) in [
            ("", "1:1: the output ends without a verdict"),
            ("Answer: 1\n", "1:10: the output ends without a verdict"),
            ("Answer: 1\na(1)\n", "2:5: the output ends without a verdict"),
            ("ANSWER\na(1).\n", "2:6: the output ends without a verdict"),
            ("SATISFIABLE\n", "1:12: the output has a verdict without an answer; run"),
            ("Answer: 1\n\nUNSATISFIABLE\n", "3:14: the output says UNSATISFIABLE but gives"),
            ("SATISFIABLE\nUNSATISFIABLE\n", "2:1: a second verdict"),
            ("Answer: 1\n\nOptimization: x\n", "3:15: `x` is not the value"),
            ("Optimization: 1\n", "1:16: the output ends without a verdict"),
            ("{\"Result\":1}", "1:11: not the output of clingo as JSON: invalid type"),
            ("{\"Result\":\"YES\"}", "1:1: `YES` is not a verdict"),
            ("{", "1:1: not the output of clingo as JSON: EOF while parsing an object"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
