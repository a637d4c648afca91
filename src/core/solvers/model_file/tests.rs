//! The state of a solver's output while it is read.

use super::*;

fn true_variables(text: &str) -> Vec<u32> {
    match parse(text, 5).map(|answer| answer.output) {
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
        match parse(text, 5).map(|answer| answer.output) {
            Ok(SolverOutput::Optimum(assignment)) => {
                let is_true = |&index: &u32| assignment.satisfies(Lit::positive(index));
                assert_eq!((0..5).filter(is_true).collect::<Vec<_>>(), [0, 2], "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // One digit for each variable cannot be the number of a variable.
    assert_eq!(true_variables("s SATISFIABLE\nv 10100\n"), [0, 2]);
    assert!(true_variables("s SATISFIABLE\nv 0\n").is_empty());
    for (text, output, is_stated) in [
        ("s UNSATISFIABLE\n", SolverOutput::Unsatisfiable, true),
        ("UNSAT\n", SolverOutput::Unsatisfiable, false),
        ("c\ns UNKNOWN\n", SolverOutput::Unknown, true),
        ("INDET\n", SolverOutput::Unknown, false),
    ] {
        assert_eq!(parse(text, 5), Ok(SolverAnswer { output, is_stated, value: None }), "{text}");
    }
    let value = |text: &str| parse(text, 5).map(|answer| answer.value);
    assert_eq!(value("o 3\no -2\ns OPTIMUM FOUND\nv 1 0\n"), Ok(Some(-2)));
}

#[test]
fn an_answer_is_found_between_other_lines() {
    let minisat = "WARNING: x\n===[ Statistics ]===\n|  Variables:  5 |\n100 conflicts\n\n";
    let read = |text: &str| parse_printed(text, 5).unwrap();
    let yes = format!("{minisat}SAT\n1 -2 3 -4 -5 0\n");
    assert_eq!((read(&yes).remark, read(&yes).named), (Some(StatusWord::Satisfiable), 5));
    assert!(read(&yes).assignment.satisfies(Lit::positive(2)));
    let (sat, unsat) = (Some(StatusWord::Satisfiable), Some(StatusWord::Unsatisfiable));
    for (text, verdict, remark, named) in [
        (format!("{minisat}SATISFIABLE\n"), None, sat, 0),
        (format!("{minisat}UNSATISFIABLE\n"), None, unsat, 0),
        (format!("{minisat}s SATISFIABLE\nv 1 2\nfoo\nv -3 0\n"), sat, None, 3),
        ("s SATISFIABLE\nUNSAT\n".into(), sat, unsat, 0),
        ("c s SATISFIABLE\n1 2 3 0\n".into(), None, None, 0),
        (String::new(), None, None, 0),
    ] {
        let PrintedModel { verdict: stated, remark: printed_remark, named: count, .. } =
            read(&text);
        assert_eq!((stated, printed_remark, count), (verdict, remark, named), "{text}");
    }
    for text in ["s MAYBE\n", "v 6 0\n", "SAT\nUNSAT\n", "SAT\n1 a 0\n", "o x\n"] {
        assert!(parse_printed(text, 5).is_err(), "{text}");
    }
}

#[test]
fn wrong_outputs_are_placed() {
    for (text, place) in [
        ("", "1:1: the output has neither"),
        ("s MAYBE\n", "1:3: `MAYBE` is not a verdict"),
        ("s SATISFIABLE\n", "1:1: the output says SATISFIABLE but gives no model"),
        ("s OPTIMUM FOUND\no 3\n", "2:1: the output says OPTIMUM FOUND but gives no model"),
        ("s OPTIMUM FOUND\nv 1010\n", "2:3: variable 1010 does not fit"),
        ("s OPTIMUM FOUND\nv x1 -y2\n", "2:6: `-y2` is not a literal"),
        ("v 10100\nv -1\n", "2:3: variable 1 is both true and false"),
        ("s SATISFIABLE\nv 1 6 0\n", "2:5: variable 6 does not fit: the formula has 5"),
        ("s SATISFIABLE\nv 1 x 0\n", "2:5: `x` is not a literal"),
        ("v 1 -1 0\n", "1:5: variable 1 is both true and false"),
        ("v 1 0\nv 2 0\n", "2:3: the literal 2 comes after"),
        ("s UNSATISFIABLE\ns SATISFIABLE\n", "2:1: a second verdict"),
        ("s UNSATISFIABLE\nv 1 0\n", "2:1: the output says UNSATISFIABLE"),
        ("v 99999999999999999999 0\n", "1:3: `99999999999999999999` is not a literal"),
        ("UNSATISFIABLE\n", "1:1: `UNSATISFIABLE` alone is not a verdict; write `s UNSATISFIABLE`"),
        ("s SATISFIABLE\nv 1 0\nUNSAT\n", "3:1: `UNSAT` alone is not a verdict"),
        ("UNSAT\ns SATISFIABLE\nv 1 0\n", "3:1: a second verdict contradicts the first"),
        (
            "PARSE ERROR! Unexpected char: x\n",
            "1:1: `PARSE ERROR! Unexpected char: x` is not a line",
        ),
        ("o many\n", "1:3: `many` is not a value"),
        ("o 3\ns UNSATISFIABLE\n", "2:1: the output says UNSATISFIABLE but gives the value"),
    ] {
        let error = parse(text, 5).unwrap_err().to_string();
        assert!(error.starts_with(place), "{text:?}: {error}");
    }
}
