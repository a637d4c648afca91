//! Random instances by seed: the distribution of each kind of puzzle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Stated, Statement, StatementError,
    chance::MOST_SQUARES,
    dominate::{DominateStatement, random::DominateDistribution},
    exchange::{ExchangeStatement, random::ExchangeDistribution},
    fields::Field,
    mapf::{MapfStatement, random::AgentDistribution},
    meet::{MeetStatement, random::MeetDistribution},
    place::{PlaceStatement, random::PlaceDistribution},
    queens::{QueensStatement, random::QueensDistribution},
    route::{RouteStatement, random::RouteDistribution},
};
use crate::random::{Generator, generator};

/// How random instances of a kind of puzzle are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Distribution {
    /// Meetings.
    #[schemars(extend("x-noun" = MeetStatement::KIND.noun))]
    Meet(MeetDistribution),
    /// Problems of n queens.
    #[schemars(extend("x-noun" = QueensStatement::KIND.noun))]
    Queens(QueensDistribution),
    /// Placements.
    #[schemars(extend("x-noun" = PlaceStatement::KIND.noun))]
    Place(PlaceDistribution),
    /// Dominations.
    #[schemars(extend("x-noun" = DominateStatement::KIND.noun))]
    Dominate(DominateDistribution),
    /// Routes.
    #[schemars(extend("x-noun" = RouteStatement::KIND.noun))]
    Route(RouteDistribution),
    /// Exchanges.
    #[schemars(extend("x-noun" = ExchangeStatement::KIND.noun))]
    Exchange(ExchangeDistribution),
    /// Plans for agents.
    #[schemars(extend("x-noun" = MapfStatement::KIND.noun))]
    Mapf(AgentDistribution),
}

/// The same for every distribution.
macro_rules! of_each {
    ($distribution:expr, $of:ident => $value:expr) => {
        match $distribution {
            Distribution::Meet($of) => $value,
            Distribution::Queens($of) => $value,
            Distribution::Place($of) => $value,
            Distribution::Dominate($of) => $value,
            Distribution::Route($of) => $value,
            Distribution::Exchange($of) => $value,
            Distribution::Mapf($of) => $value,
        }
    };
}

impl Distribution {
    /// The number of instances, and the most rows and columns of each.
    #[must_use]
    pub fn size(&self) -> (u32, u32, u32) {
        match self {
            Self::Meet(of) => (of.cases, of.rows.1, of.columns.1),
            Self::Queens(of) => (of.cases, of.n, of.n),
            Self::Place(PlaceDistribution { boards, .. })
            | Self::Dominate(DominateDistribution { boards, .. })
            | Self::Route(RouteDistribution { boards, .. })
            | Self::Exchange(ExchangeDistribution { boards, .. })
            | Self::Mapf(AgentDistribution { boards, .. }) => {
                let (rows, columns) = boards.sides();
                (boards.cases, rows, columns)
            }
        }
    }

    /// Checks what can be checked beforehand.
    ///
    /// # Errors
    /// [`StatementError`], which names a value that is not possible.
    pub fn check(&self) -> Result<(), StatementError> {
        of_each!(self, of => of.check()?);
        let (cases, rows, columns) = self.size();
        let squares = u64::from(cases) * u64::from(rows) * u64::from(columns);
        if squares > MOST_SQUARES {
            let problem = format!(
                "{cases} cases of {rows}x{columns} have {squares} squares; at most {MOST_SQUARES} are \
                 possible"
            );
            return Err(StatementError::whole(problem).blaming(Field::Cases).with_value(&cases));
        }
        Ok(())
    }

    /// The instances of a seed.
    ///
    /// # Errors
    /// [`StatementError`], which names a value that is not possible, or the part that was not found.
    pub fn statements(&self, seed: u64) -> Result<Vec<Statement>, StatementError> {
        self.draw(&mut generator(seed))
    }

    /// The next instances.
    ///
    /// # Errors
    /// As [`Distribution::statements`].
    pub fn draw(&self, generator: &mut Generator) -> Result<Vec<Statement>, StatementError> {
        self.check()?;
        let drawn = (0..self.size().0)
            .map(|_| of_each!(self, of => of.draw(generator).map(Statement::from)));
        drawn.collect()
    }
}
