//! Random agents by seed: starts, goals and blocked squares at random.

use rand::seq::index;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AgentStatement, MapfPuzzle, MapfStatement, PlanObjective, WAZIR, ground::leaper};
#[cfg(feature = "cli")]
use crate::board::piece::Piece;
use crate::{
    puzzles::{
        BoardStatement, StatementError,
        chance::{RandomBoards, TRIES},
        fields::Field,
        maps::largest_part,
    },
    random::Generator,
};

/// How random agents are distributed: all sets of starts and goals within the largest connected part of
/// the board are equally likely. There may be no plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct AgentDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the number of agents
    #[cfg_attr(
        feature = "cli",
        arg(long, visible_alias = "agents", value_name = "K", allow_negative_numbers = true)
    )]
    pub count: u32,
    /// Set the leaper by whose moves agents walk
    #[serde(default = "wazir")]
    #[cfg_attr(feature = "cli", arg(long, default_value = WAZIR, value_parser = Piece::lower_case))]
    pub piece: String,
    /// Minimise this
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
        leaper(&self.piece, self.boards.surface).map(drop)
    }

    /// The next agents.
    ///
    /// # Errors
    /// As [`AgentDistribution::check`]; also if no drawn board has a part for all agents.
    pub fn draw(&self, generator: &mut Generator) -> Result<MapfStatement, StatementError> {
        self.check()?;
        let piece = leaper(&self.piece, self.boards.surface)?;
        let mut attempt = 1;
        let (board, free) = loop {
            let board = self.boards.draw(generator)?;
            let free = largest_part(&board, &piece);
            if free.len() >= self.count as usize {
                break (board, free);
            }
            if attempt == TRIES {
                let problem = format!(
                    "only {} squares of a drawn board are connected; ask for fewer",
                    free.len()
                );
                return Err(StatementError::of(Field::Count, &self.count, problem));
            }
            attempt += 1;
        };
        let mut some = || index::sample(generator, free.len(), self.count as usize);
        let (starts, goals) = (some(), some());
        let agents = starts.iter().zip(goals.iter()).map(|(from, to)| AgentStatement {
            from: free[from].to_string(),
            to: free[to].to_string(),
        });
        let piece = Some(piece.to_string()).filter(|piece| piece != WAZIR);
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
        let boards = RandomBoards::of((4, 5), blocked);
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
    fn agents_are_in_one_connected_part() {
        // Two parts of two squares each, or one of four and one of none.
        let of = |count| AgentDistribution {
            boards: RandomBoards::of((1, 5), "1"),
            ..distribution(count, "0", WAZIR)
        };
        for seed in 0..20 {
            let statement = of(2).draw(&mut generator(seed)).unwrap();
            assert!(MapfPuzzle::try_from(statement).unwrap().model.least_cost().is_some());
        }
        let two = AgentDistribution { boards: RandomBoards::of((2, 2), "2"), ..of(2) };
        assert!(two.draw(&mut generator(1)).is_ok());
        let alone = AgentDistribution { piece: "camel".into(), ..two };
        let error = alone.draw(&mut generator(1)).unwrap_err().to_string();
        assert_eq!(
            error,
            "`count` 2: only 1 squares of a drawn board are connected; ask for fewer"
        );
    }

    #[test]
    fn a_map_takes_the_place_of_the_sides() {
        let read = |text: &str| serde_json::from_str::<AgentDistribution>(text).unwrap();
        let of = read(r#"{"map": "room-9-3", "count": 7}"#);
        assert_eq!(of.boards.sides(), (9, 9));
        let statement = of.draw(&mut generator(5)).unwrap();
        assert_eq!((statement.board.unwrap().rows, statement.agents.len()), (9, 7));
        for (text, expected) in [
            (r#"{"count": 7}"#, "give `rows` and `columns`, or a `map`"),
            (r#"{"rows": 4, "count": 7}"#, "give `rows` and `columns`, or a `map`"),
            (r#"{"rows": 4, "map": "den-4", "count": 7}"#, "leave out `rows`, `columns` and"),
            (r#"{"blocked": 4, "map": "den-4", "count": 7}"#, "leave out `rows`, `columns` and"),
            (r#"{"map": "empty-4", "count": 17}"#, "`count` 17: on 16 free squares 1 to 16"),
            (r#"{"map": "empty-9999", "count": 1}"#, "`map` 9999: 9999x9999 has 99980001 squares"),
        ] {
            let error = read(text).check().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn what_is_not_possible() {
        for (wrong, expected) in [
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
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
