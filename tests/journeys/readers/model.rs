//! What solvers print: a model that is read is written in the competition's form and read again.

use rustsat::types::Lit;
use satranj::{
    encodings::clause::Assignment,
    solvers::model_file::{SolverOutput, StatusWord, parse, parse_printed},
};

/// The first byte is the number of variables; the rest is the output.
pub fn check(bytes: &[u8]) {
    let Some((&variables, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let printed = parse_printed(text, variables.into());
    assert!(printed.is_err() || printed.is_ok_and(|it| it.named <= u64::from(variables)));
    let Ok(answer) = parse(text, variables.into()) else { return };
    let words = |assignment: &Assignment| -> String {
        let literal = |variable: u32| {
            let is_true = assignment.satisfies(Lit::positive(variable));
            format!(" {}{}", if is_true { "" } else { "-" }, variable + 1)
        };
        (0..u32::from(variables)).map(literal).collect()
    };
    let (word, model) = match &answer.output {
        SolverOutput::Satisfiable(model) => (StatusWord::Satisfiable, Some(words(model))),
        SolverOutput::Optimum(model) => (StatusWord::Optimum, Some(words(model))),
        SolverOutput::Unsatisfiable => (StatusWord::Unsatisfiable, None),
        SolverOutput::Unknown => (StatusWord::Unknown, None),
    };
    let mut written = format!("s {}\n", word.name());
    written.extend(answer.value.iter().map(|value| format!("o {value}\n")));
    written.extend(model.iter().map(|model| format!("v{model} 0\n")));
    let again = parse(&written, variables.into());
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!((again.output, again.value), (answer.output, answer.value), "{written}");
}
