//! Error messages for texts that do not fit, and their places.

use super::*;
use crate::{
    documents::{map::MapDocument, suite::Suite},
    puzzles::Statement,
};

fn of_statement(text: &str) -> String {
    read::<Statement>(text, "a puzzle").expect_err(text).to_string()
}

#[test]
fn statements() {
    let board = r#""board":{"rows":3,"columns":3}"#;
    for (text, expected) in [
        (
            r#"{"kind":"tuor"}"#.into(),
            "1:9: kind: unknown kind `tuor` (did you mean tour?); expected one of tour, hamilton, ",
        ),
        (format!(r#"{{"kind":"route",{board}}}"#), "1:1: a route needs `from` and `to`"),
        (r#"{"kind":"queens"}"#.into(), "1:1: a problem of n queens needs `n`"),
        (r#"{"n":8}"#.into(), "1:1: a puzzle needs `kind`: tour, hamilton, "),
        (r#"{"kind":7}"#.into(), "1:9: kind: found a value of another type, expected tour, "),
        ("[1, 2]".into(), "1:1: found a list, expected an object"),
        ("null".into(), "1:1: found `null`, expected an object"),
        ("{\"board\":{\"rows\":3},\n \"kind\":\"tour\"}".into(), "1:10: board: it needs `columns`"),
        (
            "{\"board\":{\"rows\":\n-3,\"columns\":2},\"kind\":\"tour\"}".into(),
            "2:1: board.rows: found `-3`, expected a whole number from 0 to 4294967295",
        ),
        (
            format!(r#"{{"kind":"tour",{board},"closde":true}}"#),
            "1:56: unknown field `closde` (did you mean closed?); expected one of board, closed, ",
        ),
        (format!(r#"{{"kind":"tour",{board},"kind":"tour"}}"#), "1:54: kind: it occurs twice"),
        (
            format!(r#"{{"kind":"tour",{board},"start":"A1"}}"#),
            "1:55: start: `A1` is not a square: write it as in chess, a1 is the lower left",
        ),
        (
            format!(r#"{{"kind":"tour",{board},"given":[["a1","b3"],["a1"]]}}"#),
            "1:68: given[1]: found a list of 1, expected a list of 2",
        ),
        (
            format!(r#"{{"kind":"place",{board},"piece":"rook","count":"some"}}"#),
            "1:71: count: found `\"some\"`, expected a whole number from 0 to 4294967295 or `max`",
        ),
        (
            format!(r#"{{"kind":"place",{board},"piece":"rook","count":[]}}"#),
            "1:71: count: found a list, expected a whole number from 0 to 4294967295 or `max`",
        ),
        (
            format!(r#"{{"kind":"meet",{board},"riders":[{{"square":"é"}}]}}"#),
            "1:67: riders[0].square: `é` is not a square",
        ),
    ] {
        let error = of_statement(&text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

/// The schema accepts what serde reads: right documents are not blamed.
#[test]
fn what_is_right_is_read() {
    for kind in crate::puzzles::kinds::LIST {
        for example in kind.examples {
            assert!(read::<Statement>(example, "a puzzle").is_ok(), "{example}");
            assert_eq!(
                JsonPart::whole(example).check::<Statement>("a puzzle"),
                Ok(()),
                "{example}"
            );
        }
    }
}

#[test]
fn suites_and_maps() {
    let suite = |instances: &str| {
        let text = format!(
            "{{\"schema\":\"satranj.suite/1\",\"name\":\"s\",\"title\":\"t\",\"experiments\":[\n\
             {{\"name\":\"e\",\"title\":\"t\",\"instances\":{instances}}}]}}"
        );
        read::<Suite>(&text, "a suite").expect_err(&text).to_string()
    };
    for (instances, expected) in [
        ("7", "2:37: experiments[0].instances: found `7`, expected an object"),
        (
            "{\"puzles\":[]}",
            "2:47: experiments[0].instances: unknown field `puzles` (did you mean puzzles?); \
             there are puzzles, \
             generate, document",
        ),
        (
            "{\"puzzles\":[{\"kind\":\"queens\",\"n\":1.5}]}",
            "2:70: experiments[0].instances.puzzles[0].n: found `1.5`, expected a whole number",
        ),
        (
            "{\"generate\":{\"kind\":\"chess\"}}",
            "2:57: experiments[0].instances.generate.kind: unknown kind `chess`; expected one of meet",
        ),
    ] {
        let error = suite(instances);
        assert!(error.starts_with(expected), "{instances}: {error}");
    }
    let error = read::<MapDocument>("{\"schema\":\"x\"}", "a map").expect_err("none").to_string();
    assert!(error.starts_with("1:1: a map needs `version`, `puzzle`, `instance`"), "{error}");
}

#[test]
fn what_is_no_json() {
    for (text, message) in [
        ("", "1:1: unexpected end of input: expected a value"),
        ("tour", "1:2: expected a JSON value; strings are written in double quotes"),
        ("{\"kind\":\n  {]}", "2:4: expected a name in double quotes"),
        ("{\"kind\":\"tour\"", "1:14: unexpected end of input within an object"),
        ("{\"kind\":\"tour", "1:13: unexpected end of input within a string"),
        ("{\"kind\":\"tour\"} {}", "1:17: unexpected text after the end of the document"),
        ("{\"kind\" 1}", "1:9: expected `:` after the name"),
        // An error before the end is found before the value is read.
        ("{\"kind\":\"chess\", 7}", "1:18: expected a name in double quotes"),
    ] {
        let error = of_statement(text);
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
}

/// Every echoed value is a short line, without control characters.
#[test]
fn long_and_hostile_values_are_cut() {
    let long = "x".repeat(100_000);
    for text in [
        format!(r#"{{"kind":"{long}"}}"#),
        format!(r#"{{"kind":"tour","{long}":1,"board":{{"rows":3,"columns":3}}}}"#),
        format!(r#"{{"kind":"queens","n":"{long}"}}"#),
        format!(r#"{{"kind":"tour","board":{{"rows":3,"columns":3}},"start":"{long}"}}"#),
        r#"{"kind":"a\nb\u001b[2J"}"#.into(),
    ] {
        let error = of_statement(&text);
        assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
    }
}

/// No message names the reader's own types.
#[test]
fn types_of_the_program_are_not_named() {
    let values = ["null", "true", "7", "-1", "1.5", "\"x\"", "[]", "{}", "[[]]", "{\"kind\":[]}"];
    for kind in crate::puzzles::kinds::LIST {
        for example in kind.examples {
            let whole: serde_json::Value = serde_json::from_str(example).expect("an example");
            for name in whole.as_object().expect("an object").keys() {
                for value in values {
                    let mut changed = whole.clone();
                    changed[name] = serde_json::from_str(value).expect("a value");
                    let text = changed.to_string();
                    let Err(error) = read::<Statement>(&text, "a puzzle") else { continue };
                    let error = error.to_string();
                    for word in
                        ["Statement", "struct", "variant", "invalid", "u32", "missing field"]
                    {
                        assert!(!error.contains(word), "{text}: {error}");
                    }
                }
            }
        }
    }
}
