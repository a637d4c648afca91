//! Errors of commands and their exit codes.

use std::{fmt::Display, io, path::Path};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use crate::{
    answer::AnswerFailure,
    board::{BoardError, piece},
    file_name::shown,
    graphs::{self, GraphWord},
    limits::Reason,
    methods::MethodError,
    nearest::unknown,
    puzzles::{StatementError, StatementProblem, fields::Field, kinds::LIST},
};

/// Returns [`CliError::Usage`] with a formatted text.
macro_rules! usage {
    ($($text:tt)+) => { return Err($crate::cli::CliError::Usage(format!($($text)+))) };
}

/// Returns [`CliError::Input`] with a formatted text.
macro_rules! wrong_input {
    ($($text:tt)+) => { return Err($crate::cli::CliError::Input(format!($($text)+))) };
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
    /// A file or its content is wrong.
    #[error("{0}")]
    Input(String),
    /// A limit or a signal stopped the work.
    #[error("{0}")]
    Undecided(String),
    /// A signal came before there was anything to print.
    #[error("{what}")]
    Interrupted {
        /// The number of the signal.
        signal: i32,
        /// What the signal interrupted.
        what: String,
    },
    /// A signal came, and everything is already printed.
    #[error("interrupted")]
    Signal(i32),
    /// Methods disagree, or a check failed.
    #[error("{0}")]
    Check(String),
    /// The reader of the output closed it.
    #[error("the reader closed the output")]
    BrokenPipe,
}

impl CliError {
    /// A wrong command line.
    #[must_use]
    pub fn usage(error: impl Display) -> Self {
        Self::Usage(error.to_string())
    }

    /// A wrong file or content.
    #[must_use]
    pub fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    /// A wrong file.
    pub fn of<E: Display>(file: impl Display) -> impl Fn(E) -> Self {
        move |error| Self::Input(format!("{file}: {error}"))
    }

    /// A wrong file; the error begins with the place.
    pub fn at<E: Display>(file: impl Display) -> impl Fn(E) -> Self {
        move |error| Self::Input(format!("{file}:{error}"))
    }

    /// Some of several items have no answer; the first error follows.
    #[must_use]
    pub fn without_answer(errors: usize, all: usize, what: &str, first: &str) -> Self {
        let have = if errors == 1 { "has" } else { "have" };
        Self::Input(format!("{errors} of {all} {what} {have} no answer; {first}"))
    }

    /// A limit or a signal stopped something.
    #[must_use]
    pub fn stopped(what: impl Display, reason: Reason, signal: Option<i32>) -> Self {
        let what = format!("{what}: {}", reason.describe());
        match signal {
            Some(signal) => Self::Interrupted { signal, what },
            None => Self::Undecided(what),
        }
    }

    /// The exit code for the error.
    #[must_use]
    pub fn exit_code(&self) -> i32 {
        match self {
            Self::Input(_) => 1,
            Self::Usage(_) => 2,
            Self::Undecided(_) => 3,
            Self::Interrupted { signal, .. } | Self::Signal(signal) => 128 + signal,
            Self::Check(_) => 4,
            Self::BrokenPipe => 0,
        }
    }

    /// An error about a named file.
    #[must_use]
    pub fn file(path: &std::path::Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        // The path of the temporary file would not help the user.
        let error = error.to_string();
        let message = error.split(" at path ").next().unwrap_or(&error);
        Self::Input(format!("{}: {message}", shown(path)))
    }
}

impl From<StatementError> for CliError {
    /// Errors in arguments, with options in place of fields.
    fn from(error: StatementError) -> Self {
        let mut message = error.message(&Field::on_command_line);
        if let StatementProblem::Board(BoardError::Form(text)) = error.problem()
            && std::path::Path::new(text).is_file()
        {
            message = format!("{message}; did you mean @{text}?");
        }
        match error.problem() {
            StatementProblem::Board(
                BoardError::File { .. } | BoardError::Map { .. } | BoardError::NoSquare,
            ) => Self::Input(message),
            _ => Self::Usage(message),
        }
    }
}

impl From<AnswerFailure> for CliError {
    fn from(failure: AnswerFailure) -> Self {
        match failure {
            AnswerFailure::WrongSolution { .. }
            | AnswerFailure::WrongCertificate { .. }
            | AnswerFailure::WrongSolver { .. }
            | AnswerFailure::Contradiction { .. }
            | AnswerFailure::Method(MethodError::WrongModel(_)) => Self::Check(failure.to_string()),
            AnswerFailure::NoMethod(_)
            | AnswerFailure::Method(
                MethodError::Unsupported { .. }
                | MethodError::Order { .. }
                | MethodError::Threads { .. },
            ) => Self::Usage(failure.to_string()),
            AnswerFailure::Method(_) => Self::Input(failure.to_string()),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::BrokenPipe
        } else {
            Self::Input(error.to_string())
        }
    }
}

/// Other words for puzzles: the words, a colon, the puzzle with arguments to try, and what it lacks after a `#`.
const OTHER_WORDS: &str = include_str!("other_words.txt");

/// The puzzle, with arguments, that another word means.
fn of_other_word(word: &str) -> Option<&'static str> {
    let lines = OTHER_WORDS.lines().filter_map(|line| line.split_once(": "));
    let mut meant = lines.filter(|(words, _)| words.split(", ").any(|other| other == word));
    meant.next().map(|(_, example)| example)
}

/// The error for an unknown puzzle; `None` for any other error.
pub fn unknown_puzzle(error: &clap::Error) -> Option<String> {
    const COMMANDS: [&str; 5] = ["solve", "count", "compare", "export", "generate"];
    let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word)), Some(usage)) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand), error.get(ContextKind::Usage))
    else {
        return None;
    };
    let usage = usage.to_string();
    let mut words = usage.split_whitespace().skip_while(|&word| word != "satranj").skip(1);
    let command = words.next().filter(|command| COMMANDS.contains(command))?;
    let names = LIST.iter().map(|kind| kind.name);
    let Some(example) = of_other_word(&word.to_lowercase()) else {
        if let Some(hint) = hint(error) {
            return Some(format!("unknown puzzle `{word}`; {hint}"));
        }
        let path = Path::new(word);
        if path.extension().is_some_and(|extension| extension == "json") {
            return Some(format!(
                "unknown puzzle `{word}`; the puzzle in a document: satranj {command} --from {word}"
            ));
        }
        let is_graph = graphs::by_extension(path).is_some() || GraphWord::parse(word).is_some();
        if is_graph && command != "generate" {
            return Some(format!(
                "`{word}` is a graph; write the puzzle before it: satranj {command} clique {word}; \
                 `satranj info {word}` shows commands worth trying"
            ));
        }
        return Some(unknown("puzzle", word, names));
    };
    let (example, note) = example
        .split_once(" # ")
        .map_or((example, String::new()), |(example, note)| (example, format!(" ({note})")));
    let puzzle = example.split(' ').next().unwrap_or(example);
    let example = match word.to_lowercase().as_str() {
        _ if command != "generate" => example.into(),
        numbers @ ("numbrix" | "hidato") => format!("tour 6x6 --puzzle {numbers} --unique"),
        _ => format!("{puzzle} -h"),
    };
    let names = names.collect::<Vec<_>>().join(", ");
    Some(format!(
        "unknown puzzle `{word}`{note}; try satranj {command} {example}; the puzzles are {names}"
    ))
}

/// A suggestion for an option that only other commands or puzzles have, or that lacks its dashes.
pub fn option_elsewhere(error: &clap::Error, solve: &clap::Command) -> Option<String> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(word)), Some(usage)) =
        (error.kind(), error.get(ContextKind::InvalidArg), error.get(ContextKind::Usage))
    else {
        return None;
    };
    let (name, usage) = (word.trim_start_matches('-').split('=').next()?, usage.to_string());
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(name))
    };
    if usage.contains("satranj draw ") && ["svg", "png", "html"].contains(&name) {
        return Some(format!("write -o FILE.{name}"));
    }
    let puzzles: Vec<_> =
        solve.get_subcommands().filter(has).map(clap::Command::get_name).collect();
    // Whether `solve` has it for every puzzle.
    let is_of_every = has(&solve);
    if !is_of_every && puzzles.is_empty() {
        return None;
    }
    if !word.starts_with('-') {
        return Some(format!("an option begins with two dashes: --{name}"));
    }
    if !is_of_every {
        return Some(format!("--{name} is an option of {}", puzzles.join(", ")));
    }
    (!usage.contains("satranj solve ")).then(|| format!("--{name} is an option of `solve`"))
}

/// A suggestion for a word that is valid at another place of the command line.
pub fn hint(error: &clap::Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(ContextKind::InvalidSubcommand)?;
            let lower = word.to_lowercase();
            if LIST.iter().any(|kind| kind.name == lower) {
                let example = if lower == "queens" { "8" } else { "…" };
                let example = if lower == "tour" { "8x8" } else { example };
                return Some(format!(
                    "{lower} is a puzzle; put a command before it: satranj solve {lower} \
                     {example}"
                ));
            }
            // `knights tour`, `knight's tour`.
            let one = lower.trim_end_matches("'s");
            let one = one.strip_suffix('s').unwrap_or(one);
            if piece::NAMED.iter().any(|&(name, _)| name == one) {
                return Some(format!(
                    "{one} is a piece, not a puzzle: satranj solve tour 8x8 --piece {one}"
                ));
            }
            None
        }
        ErrorKind::UnknownArgument => {
            let word = word(ContextKind::InvalidArg)?;
            if word == "--from" {
                let message = "--from replaces the puzzle: satranj solve --from FILE";
                return Some(message.into());
            }
            let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
            let is_size = |size: &str| size.parse::<u32>().is_ok();
            let sizes = word.split_once('x').unwrap_or((word, word));
            if usage.contains("satranj generate ") && is_size(sizes.0) && is_size(sizes.1) {
                let (rows, columns) = sizes;
                return Some(if usage.contains(" generate queens ") {
                    format!("write --n {rows}")
                } else {
                    format!("write --rows {rows} --columns {columns}")
                });
            }
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| {
                format!(
                    "write a board as one word, ROWSxCOLUMNS: 8x{word}; ask for {word} solutions \
                     with -n {word}"
                )
            })
        }
        _ => None,
    }
}
