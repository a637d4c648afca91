//! The answer of an external program: a solution, which is checked, or a claim that cannot be checked.

use super::{RivalFailure, RivalQuestion};
use crate::{
    decoding::{DecodeError, Decoded, MappedFormula, decode_tour},
    documents::{map::MapDocument, solution::Status},
    graphs::tour_file,
    json::{JsonError, JsonPart, brief},
    limits::Reason,
    puzzles::{Optimality, PuzzleSolution, Solution, StatedPuzzle, exhaustive},
};

/// The answer of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A valid solution; `best`: the program claims that it is optimal.
    Solution {
        /// The solution.
        solution: Box<Solution>,
        /// Whether it is claimed to be the best.
        best: bool,
    },
    /// There is a solution, which is not shown.
    Yes,
    /// There is no solution.
    No,
    /// The number of solutions, in decimal.
    Count(String),
    /// The program does not know.
    Unknown,
}

/// Reads what a program printed, or wrote into its file.
///
/// The answer has one of these forms, tried in this order: a JSON object with `solution` or
/// `status` as in documents, a TSPLIB tour, the lines of a SAT, `MaxSAT`, pseudo-Boolean or
/// counting competition, or, if solutions are counted, a number on its last line. Exit codes 10 and
/// 20 mean the same as their lines.
///
/// # Errors
/// [`RivalFailure::Broken`] for anything else, [`RivalFailure::Wrong`] for an invalid solution.
pub fn read(
    text: &str,
    code: i32,
    maps: &[MapDocument],
    question: &RivalQuestion<'_>,
) -> Result<Reply, RivalFailure> {
    let reply = if question.counting {
        counted(text).map_or_else(|| in_words(text, code), Ok)?
    } else if text.trim_start().starts_with('{') {
        document(text, question.puzzle)?
    } else if let Some(tour) = tour_part(text) {
        tour_of(tour, question.puzzle)?
    } else if let Some(map) = maps.first() {
        decoded(text, code, map, question)?
    } else {
        in_words(text, code)?
    };
    checked(reply, question.puzzle)
}

/// Compares an unproved claim with what a short search finds.
fn checked(reply: Reply, puzzle: &dyn StatedPuzzle) -> Result<Reply, RivalFailure> {
    let wrong = |problem: String| Err(RivalFailure::Wrong(problem));
    match &reply {
        Reply::No => match exhaustive::against_no(puzzle) {
            Some(solution) => wrong(format!(
                "it claims that there is no solution, but there is one: {}",
                solution.in_words()
            )),
            None => Ok(reply),
        },
        Reply::Solution { solution, best } => {
            if let Err(violation) = puzzle.verify(solution) {
                return wrong(violation.to_string());
            }
            if let (true, Optimality::Better(better)) = (*best, puzzle.optimality(solution, false))
            {
                return wrong(format!("it claims that its solution is optimal: {better}"));
            }
            Ok(reply)
        }
        Reply::Yes | Reply::Count(_) | Reply::Unknown => Ok(reply),
    }
}

/// The number of solutions: from a model counter's line, or alone on the last line.
fn counted(text: &str) -> Option<Reply> {
    let of_counter = text.lines().rev().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", "s", "exact", _, _, number] | ["s", "mc" | "pmc", number] => Some(number),
            _ => None,
        }
    });
    let last = || text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let number = of_counter.or_else(last)?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| {
        let number = number.trim_start_matches('0');
        Reply::Count(if number.is_empty() { "0".into() } else { number.into() })
    })
}

/// The meaning of a verdict or an exit code.
fn in_words(text: &str, code: i32) -> Result<Reply, RivalFailure> {
    let word = text.lines().rev().find_map(|line| line.strip_prefix("s ")).map(str::trim);
    match (word, code) {
        (Some("SATISFIABLE" | "OPTIMUM FOUND"), _) | (None, 10) => Ok(Reply::Yes),
        (Some("UNSATISFIABLE"), _) | (None, 20) => Ok(Reply::No),
        (Some("UNKNOWN" | "INDETERMINATE"), _) => Ok(Reply::Unknown),
        _ => {
            let line = text.lines().map(str::trim).find(|line| !line.is_empty());
            let line = line.map_or_else(|| "nothing".into(), |line| format!("`{}`", brief(line)));
            Err(RivalFailure::Broken(format!(
                "cannot read its answer: expected a solution or a verdict, found {line}"
            )))
        }
    }
}

/// The answer of a JSON object.
fn document(text: &str, puzzle: &dyn StatedPuzzle) -> Result<Reply, RivalFailure> {
    let not_understood =
        |problem: String| RivalFailure::Broken(format!("cannot read its answer: {problem}"));
    let read = || {
        let [solution, status] = JsonPart::whole(text).named(["solution", "status"])?;
        let statement = puzzle.statement();
        let solution = solution.map(|part| statement.read_solution(&part)).transpose()?;
        Ok((solution, status.map(|part| part.read("a status")).transpose()?))
    };
    match read().map_err(|error: JsonError| not_understood(error.problem))? {
        (Some(solution), status) => {
            let best = status == Some(Status::Optimal);
            Ok(Reply::Solution { solution: Box::new(solution), best })
        }
        (None, Some(Status::Unsatisfiable)) => Ok(Reply::No),
        (None, Some(Status::Unknown)) => Ok(Reply::Unknown),
        (None, Some(_)) => Ok(Reply::Yes),
        (None, None) => Err(not_understood("expected `solution` or `status`".into())),
    }
}

/// The part of a text from which it is a TSPLIB tour.
fn tour_part(text: &str) -> Option<&str> {
    let is_keyword = |line: &str| {
        let begins = |keyword: &&str| line.trim_start().starts_with(*keyword);
        ["NAME", "COMMENT", "TYPE", "DIMENSION"].iter().any(begins)
    };
    if !text.lines().any(|line| line.trim().starts_with("TOUR_SECTION")) {
        return None;
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_keyword(line) {
            return Some(&text[at..]);
        }
        at += line.len();
    }
    None
}

/// The solution of a TSPLIB tour.
fn tour_of(text: &str, puzzle: &dyn StatedPuzzle) -> Result<Reply, RivalFailure> {
    let broken = |problem: String| RivalFailure::Broken(problem);
    let tour =
        tour_file::read(text).map_err(|error| broken(format!("cannot read its tour: {error}")))?;
    let own = puzzle.statement().puzzle().map_err(|error| broken(error.to_string()))?;
    let decoded = decode_tour(own, &tour).map_err(|error| match error {
        DecodeError::Wrong(problem) => RivalFailure::Wrong(problem),
        DecodeError::Map(problem) | DecodeError::Output(problem) => broken(problem),
    })?;
    let solution = decoded.document.found().first().cloned();
    solution.map_or(Ok(Reply::Yes), |solution| {
        Ok(Reply::Solution { solution: Box::new(solution), best: false })
    })
}

/// The solution of a model of the formula, or the verdict.
fn decoded(
    text: &str,
    code: i32,
    map: &MapDocument,
    question: &RivalQuestion<'_>,
) -> Result<Reply, RivalFailure> {
    // Solvers print much else.
    let is_answer = |line: &&str| {
        *line == "v" || ["s ", "v ", "o "].iter().any(|begin| line.starts_with(begin))
    };
    let mut lines: Vec<&str> = text.lines().filter(is_answer).collect();
    let has_verdict = lines.iter().any(|line| line.starts_with("s "));
    match code {
        10 if !has_verdict && !lines.is_empty() => lines.insert(0, "s SATISFIABLE"),
        20 if !has_verdict => lines.insert(0, "s UNSATISFIABLE"),
        _ => {}
    }
    let answer = if lines.is_empty() { text.to_string() } else { lines.join("\n") };
    let broken = |problem: String| RivalFailure::Broken(problem);
    let has_model = lines.iter().any(|line| line.starts_with('v'));
    let run = question.run.clone();
    let decoded = MappedFormula::of(map, run).and_then(|formula| formula.decode(map, &answer));
    let document = match decoded {
        Ok(Decoded { document, .. }) => document,
        Err(DecodeError::Wrong(problem)) => {
            let problem = problem.strip_prefix("the solver is wrong: ").unwrap_or(&problem);
            return Err(RivalFailure::Wrong(problem.into()));
        }
        // Without a model there may be a claim, which cannot be checked.
        Err(DecodeError::Output(_)) if !has_model => return in_words(text, code),
        Err(DecodeError::Output(problem)) => {
            return Err(broken(format!("cannot read its answer: line {problem}")));
        }
        Err(DecodeError::Map(problem)) => {
            return Err(question.run.poll().err().map_or(broken(problem), RivalFailure::Stopped));
        }
    };
    let best = document.status == Status::Optimal || document.claimed == Some(Status::Optimal);
    match (document.found().first(), document.status, document.reason) {
        (Some(solution), ..) => Ok(Reply::Solution { solution: Box::new(solution.clone()), best }),
        (None, Status::Unsatisfiable, _) => Ok(Reply::No),
        (None, Status::Unknown, Some(Reason::SolverUnknown) | None) => Ok(Reply::Unknown),
        (None, Status::Unknown, Some(reason)) => Err(RivalFailure::Stopped(reason)),
        (None, ..) => Ok(Reply::Yes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{limits::Limits, puzzles::Statement, run::Run, solvers::process::Started};

    fn reply(statement: &str, counting: bool, text: &str, code: i32) -> Result<Reply, String> {
        let puzzle = statement.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let run = Run::new(Limits::default(), 1);
        let question = RivalQuestion {
            puzzle: puzzle.as_ref(),
            counting,
            run: &run,
            started: &Started::default(),
        };
        read(text, code, &[], &question).map_err(|failure| failure.to_string())
    }

    const TOUR: &str =
        r#"{"kind":"tour","piece":"king","closed":true,"board":{"rows":2,"columns":2}}"#;
    const PATH: &str =
        r#"{"kind":"tour","piece":"rook","board":{"rows":1,"columns":3},"start":"c1"}"#;
    const QUEENS: &str = r#"{"kind":"queens","n":4}"#;

    /// The squares of a solution.
    fn squares(reply: Result<Reply, String>) -> String {
        match reply {
            Ok(Reply::Solution { solution, .. }) => {
                let names = solution.squares().iter().map(ToString::to_string);
                names.collect::<Vec<_>>().join(" ")
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tours_are_read_whatever_stands_before_them() {
        let tour = "LKH says hello\nNAME : x\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n2\n4\n3\n-1\nEOF\n";
        assert_eq!(squares(reply(TOUR, false, tour, 0)), "a2 b2 b1 a1");
        // A path goes through the vertex that joins its ends, and may be reversed.
        let path = "DIMENSION: 4\nTOUR_SECTION\n2\n3\n4\n1\n-1\n";
        assert_eq!(squares(reply(PATH, false, path, 0)), "c1 b1 a1");
        let short = "DIMENSION: 2\nTOUR_SECTION\n2\n1\n-1\n";
        let problem = reply(PATH, false, short, 0).unwrap_err();
        assert!(problem.contains("the tour visits 2 vertices"), "{problem}");
        assert!(reply(QUEENS, false, path, 0).unwrap_err().contains("a tour does not answer"));
    }

    #[test]
    fn solutions_of_json_are_checked() {
        let right = r#"{"solution": {"squares": ["b4", "d3", "a2", "c1"]}, "mine": 1}"#;
        assert_eq!(squares(reply(QUEENS, false, right, 0)), "b4 d3 a2 c1");
        let wrong = right.replace("b4", "a4");
        assert!(reply(QUEENS, false, &wrong, 0).unwrap_err().starts_with(
            "the program's answer is \
                                                                         wrong: "
        ));
        let none = r#"{"status": "unsatisfiable"}"#;
        assert_eq!(reply(&QUEENS.replace('4', "3"), false, none, 0), Ok(Reply::No));
        let problem = reply(QUEENS, false, none, 0).unwrap_err();
        assert!(problem.contains("there is no solution, but there is one"), "{problem}");
        assert!(
            reply(QUEENS, false, "{}", 0).unwrap_err().contains("expected `solution` or `status`")
        );
        assert!(reply(QUEENS, false, "{\"solution\": 5}", 0).is_err());
    }

    #[test]
    fn words_and_exit_codes_are_taken_as_what_they_are() {
        assert_eq!(reply(QUEENS, false, "c\ns SATISFIABLE\n", 0), Ok(Reply::Yes));
        assert_eq!(reply(QUEENS, false, "done", 10), Ok(Reply::Yes));
        assert_eq!(reply(&QUEENS.replace('4', "2"), false, "", 20), Ok(Reply::No));
        assert_eq!(reply(QUEENS, false, "s UNKNOWN", 0), Ok(Reply::Unknown));
        let problem = reply(QUEENS, false, "0.5 tour\n", 0).unwrap_err();
        assert_eq!(
            problem,
            "cannot read its answer: expected a solution or a verdict, found `0.5 tour`"
        );
        assert!(reply(QUEENS, false, "", 0).unwrap_err().ends_with("nothing"));
    }

    #[test]
    fn counts_are_those_of_counters_or_the_last_line() {
        for (text, count) in [
            ("c o x\ns SATISFIABLE\nc s type mc\nc s exact arb int 92\n", "92"),
            ("s mc 7\n", "7"),
            ("counting …\n\n 0012 \n\n", "12"),
            ("0", "0"),
        ] {
            assert_eq!(reply(QUEENS, true, text, 0), Ok(Reply::Count(count.into())), "{text}");
        }
        assert!(reply(QUEENS, true, "92 solutions", 0).is_err());
    }
}
