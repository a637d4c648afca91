//! Random agents by seed: starts, goals and blocked squares at random.

use rand::seq::index;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AgentStatement, MapfPuzzle, MapfStatement, PlanObjective, WAZIR, ground::leaper};
#[cfg(feature = "cli")]
use crate::board::piece::Piece;
use crate::{
    board::square::Square,
    puzzles::{BoardStatement, StatementError, chance::RandomBoards, fields::Field},
    random::Generator,
};

/// How random agents are distributed: all sets of starts and goals are equally likely. There may be
/// no plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct AgentDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the number of agents
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_negative_numbers = true))]
    pub count: u32,
    /// Set the leaper by whose moves agents walk
    #[serde(default = "wazir")]
    #[cfg_attr(feature = "cli", arg(long, default_value = WAZIR, value_parser = Piece::lower_case))]
    pub piece: String,
    /// What to minimise
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t))]
    pub objective: PlanObjective,
    /// Let any agent go to any goal
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub anonymous: bool,
}

/// The default piece.
fn wazir() -> String {
    WAZIR.into()
}

impl AgentDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let one = |squares| format!("only {squares} squares are free, and one must stay free");
        let free = self.boards.check((1, one))?;
        if !(1..=free).contains(&self.count) {
            let problem = format!("on {free} free squares 1 to {free} agents are possible");
            return Err(StatementError::of(Field::Count, &self.count, problem));
        }
        leaper(&self.piece).map(drop)
    }

    /// The next agents.
    ///
    /// # Errors
    /// As [`AgentDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<MapfStatement, StatementError> {
        self.check()?;
        let board = self.boards.draw(generator)?;
        let free: Vec<Square> = board.squares().collect();
        let mut some = || index::sample(generator, free.len(), self.count as usize);
        let (starts, goals) = (some(), some());
        let agents = starts.iter().zip(goals.iter()).map(|(from, to)| AgentStatement {
            from: free[from].to_string(),
            to: free[to].to_string(),
        });
        let piece = Some(leaper(&self.piece)?.to_string()).filter(|piece| piece != WAZIR);
        let mut statement = MapfStatement::new(agents.collect());
        (statement.board, statement.piece) = (Some(BoardStatement::from(&board)), piece);
        (statement.objective, statement.anonymous) = (self.objective, self.anonymous);
        MapfPuzzle::try_from(statement.clone())?;
        Ok(statement)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::generator;

    fn distribution(count: u32, blocked: &str, piece: &str) -> AgentDistribution {
        let boards =
            RandomBoards { rows: 4, columns: 5, blocked: blocked.parse().unwrap(), cases: 1 };
        let objective = PlanObjective::Makespan;
        AgentDistribution { boards, count, piece: piece.into(), objective, anonymous: true }
    }

    #[test]
    fn a_statement_says_what_was_asked() {
        let statement = distribution(16, "20%", "king").draw(&mut generator(3)).unwrap();
        assert_eq!(statement.board.as_ref().map(|board| board.blocked.len()), Some(4));
        assert_eq!(statement.piece.as_deref(), Some("king"));
        assert!(statement.anonymous && statement.objective == PlanObjective::Makespan);
        let ends = |end: fn(&AgentStatement) -> &String| -> BTreeSet<&String> {
            statement.agents.iter().map(end).collect()
        };
        let (starts, goals) = (ends(|agent| &agent.from), ends(|agent| &agent.to));
        assert_eq!((starts.len(), &starts), (16, &goals));
        assert!(statement.agents.iter().any(|agent| agent.from != agent.to));
    }

    #[test]
    fn what_is_not_possible() {
        for (wrong, said) in [
            (distribution(0, "0", "wazir"), "`count` 0: on 20 free squares 1 to 20 agents"),
            (distribution(17, "20%", "wazir"), "`count` 17: on 16 free squares 1 to 16 agents"),
            (
                distribution(1, "20", "wazir"),
                "`blocked` 20: only 20 squares are free, and one must",
            ),
            (distribution(1, "0", "rook"), "`piece` rook: agents leap in each step"),
            (distribution(1, "0", "pawn"), "unknown piece `pawn`"),
        ] {
            let error = wrong.check().unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
