//! What each kind of puzzle has in documents, and how it is read: the kind decides.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{
    Certificate, Solution, StatedPuzzle, Statement, StatementError, dominate::DominateStatement,
    exchange::ExchangeStatement, hamilton::HamiltonStatement, meet::MeetStatement,
    place::PlaceStatement, queens::QueensStatement, route::RouteStatement, tour::TourStatement,
};
use crate::json::{self, JsonError, JsonPart};

/// The statement of a kind of puzzle, with what documents hold besides.
pub trait Stated: Sized {
    /// The puzzle that is stated.
    type Puzzle: StatedPuzzle + TryFrom<Self, Error = StatementError> + 'static;
    /// Its solutions.
    type Answer: DeserializeOwned + JsonSchema + Into<Solution>;
    /// What proves a "no", or that nothing is better.
    type Proof: DeserializeOwned + JsonSchema + Into<Certificate>;
}

/// Evaluates an expression with the statement of whatever kind it is.
macro_rules! of_kind {
    ($statement:expr, $inner:ident => $value:expr) => {
        match $statement {
            Statement::Tour($inner) => $value,
            Statement::Hamilton($inner) => $value,
            Statement::Queens($inner) => $value,
            Statement::Place($inner) => $value,
            Statement::Dominate($inner) => $value,
            Statement::Meet($inner) => $value,
            Statement::Route($inner) => $value,
            Statement::Exchange($inner) => $value,
        }
    };
}

/// Reads a statement as documents hold it: `{"kind":"queens","n":8}`.
impl FromStr for Statement {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Self, JsonError> {
        json::read(text, "a puzzle")
    }
}

macro_rules! statement_of {
    ($($variant:ident($statement:ty)),* $(,)?) => {
        $(impl From<$statement> for Statement {
            fn from(statement: $statement) -> Self {
                Self::$variant(statement)
            }
        })*
    };
}
statement_of!(
    Tour(TourStatement),
    Hamilton(HamiltonStatement),
    Queens(QueensStatement),
    Place(PlaceStatement),
    Dominate(DominateStatement),
    Meet(MeetStatement),
    Route(RouteStatement),
    Exchange(ExchangeStatement),
);

impl Statement {
    /// The puzzle that is stated, of which the statement is kept.
    ///
    /// # Errors
    /// As [`Statement::into_puzzle`].
    pub fn puzzle(&self) -> Result<Box<dyn StatedPuzzle>, StatementError> {
        self.clone().into_puzzle()
    }

    /// The puzzle that is stated: the one way to it, from the command line and from documents.
    ///
    /// # Errors
    /// [`StatementError`], which names the field and the offending value.
    pub fn into_puzzle(self) -> Result<Box<dyn StatedPuzzle>, StatementError> {
        fn made<S: Stated>(statement: S) -> Result<Box<dyn StatedPuzzle>, StatementError> {
            Ok(Box::new(S::Puzzle::try_from(statement)?))
        }
        of_kind!(self, statement => made(statement))
    }

    /// Reads a solution of a puzzle of this kind.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub fn read_solution(&self, part: &JsonPart<'_>) -> Result<Solution, JsonError> {
        fn read<S: Stated>(_: &S, part: &JsonPart<'_>) -> Result<Solution, JsonError> {
            part.read::<S::Answer>("a solution").map(Into::into)
        }
        of_kind!(self, statement => read(statement, part))
    }

    /// Reads a certificate of a puzzle of this kind.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub fn read_certificate(&self, part: &JsonPart<'_>) -> Result<Certificate, JsonError> {
        fn read<S: Stated>(_: &S, part: &JsonPart<'_>) -> Result<Certificate, JsonError> {
            part.read::<S::Proof>("a certificate").map(Into::into)
        }
        of_kind!(self, statement => read(statement, part))
    }
}
