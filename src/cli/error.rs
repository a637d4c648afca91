//! Errors of commands and their exit codes.

use std::io;

use thiserror::Error;

use crate::{answer::Failure, board::BoardError, methods::MethodError, puzzles::StatementError};

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
    /// A file or its content is wrong.
    #[error("{0}")]
    Input(String),
    /// A limit or a signal ended it.
    #[error("{0}")]
    Undecided(String),
    /// Methods disagree, or a check failed.
    #[error("{0}")]
    Check(String),
    /// The reader of our output went away.
    #[error("the reader went away")]
    BrokenPipe,
}

impl CliError {
    /// The exit code for the error.
    #[must_use]
    pub fn exit_code(&self) -> i32 {
        match self {
            Self::Input(_) => 1,
            Self::Usage(_) => 2,
            Self::Undecided(_) => 3,
            Self::Check(_) => 4,
            Self::BrokenPipe => 0,
        }
    }

    /// The message on one line: control characters in names and values are spelled out.
    #[must_use]
    pub fn one_line(&self) -> String {
        let mut line = String::new();
        for character in self.to_string().chars() {
            if character.is_control() {
                line.extend(character.escape_default());
            } else {
                line.push(character);
            }
        }
        line
    }

    /// An error about a named file.
    #[must_use]
    pub fn file(path: &std::path::Path, error: &io::Error) -> Self {
        Self::Input(format!("{}: {error}", path.display()))
    }
}

impl From<StatementError> for CliError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Board(
                BoardError::File { .. } | BoardError::Map { .. } | BoardError::NoSquare,
            ) => Self::Input(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

impl From<Failure> for CliError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::WrongSolution { .. }
            | Failure::WrongCertificate { .. }
            | Failure::WrongSolver { .. }
            | Failure::Contradiction { .. }
            | Failure::Method(MethodError::WrongModel(_)) => Self::Check(failure.to_string()),
            Failure::Unsupported { .. } | Failure::Method(MethodError::Order { .. }) => {
                Self::Usage(failure.to_string())
            }
            Failure::Method(_) => Self::Input(failure.to_string()),
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
