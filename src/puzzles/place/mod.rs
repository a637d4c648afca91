//! Placements: pieces of one or several kinds, none attacking another.

pub mod army;
pub mod random;

use satranj_encodings::model::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, StatementError,
    counts::stated_count,
    fields::{Field, words},
    kinds::{PuzzleKind, Stated},
    sets::{Placement, SetRule},
    solution::StandingAnswer,
};
use crate::{
    board::{Board, BoardError, square::Square},
    nearest::unknown,
};
use army::{ArmyPart, PartStatement};

stated_count!(
    /// How many pieces: a number, or as many as possible.
    #[schemars(rename = "CountStatement")]
    PlaceCount, "a number of pieces or \"max\"",
    /// As many as possible.
    Maximum(Maximum::Max)
);

/// The plural of a piece: `queens`, `leaper:1,2 pieces`.
#[must_use]
pub fn plural(name: &str, count: Option<u32>) -> String {
    let regular = name.bytes().all(|byte| byte.is_ascii_lowercase());
    match (count, regular) {
        (Some(1), true) => name.into(),
        (Some(1), false) => format!("{name} piece"),
        (_, true) => format!("{name}s"),
        (_, false) => format!("{name} pieces"),
    }
}

/// A placement as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlaceStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line; left out if there is an army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The kinds of pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub army: Vec<PartStatement>,
    /// How many pieces; with several kinds, of each kind without its own count.
    #[serde(default)]
    pub count: PlaceCount,
    /// The squares that must have pieces: a square, or with several kinds PIECE@SQUARE.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
}

impl PlaceStatement {
    /// As many pieces as possible that do not attack each other.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let knights = PlaceStatement::new(Board::new(4, 4)?, "knight");
    /// let puzzle = Statement::from(knights).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: impl Into<BoardStatement>, piece: impl Into<String>) -> Self {
        let (board, piece, count) = (board.into(), Some(piece.into()), PlaceCount::default());
        Self { board, piece, army: Vec::new(), count, given: Vec::new() }
    }
}

impl PlaceStatement {
    /// The stated kinds of pieces.
    fn parts(&self) -> Result<Vec<ArmyPart>, StatementError> {
        let count = Count::from(self.count);
        let counted = !self.army.is_empty() && self.army.iter().all(|part| part.count.is_some());
        if let (true, PlaceCount::Exactly(count)) = (counted, self.count) {
            let problem = "every kind of the army has its own count";
            return Err(StatementError::of(Field::Count, &count, problem));
        }
        match (&self.piece, self.army.as_slice()) {
            (Some(piece), []) => {
                let part = PartStatement { side: None, piece: piece.clone(), count: None };
                Ok(vec![part.part(self.board.surface, count)?])
            }
            (None, army @ [_, ..]) => {
                // A total for one kind is the count of that kind.
                let own = match count {
                    Count::Exactly(count) => Some(count),
                    Count::Optimum => None,
                };
                let counted = |part: &PartStatement| {
                    PartStatement { count: part.count.or(own), ..part.clone() }
                        .part(self.board.surface, count)
                };
                army.iter().map(counted).collect()
            }
            (Some(_), _) => Err(StatementError::whole(words![
                "both a piece and an army are given: leave out ",
                Field::Piece,
                " or ",
                Field::Army
            ])),
            (None, []) => Err(StatementError::whole(words![
                "no piece is named: give one with ",
                Field::Piece,
                ", or several kinds with ",
                Field::Army
            ])
            .blaming(Field::Piece)),
        }
    }
}

/// Reads SQUARE, or PIECE@SQUARE if there are several kinds.
fn parse_given(
    text: &str,
    board: &Board,
    parts: &[ArmyPart],
) -> Result<(usize, Square), StatementError> {
    let wrong = |problem: String| StatementError::of(Field::Given, &text, problem);
    let (part, square) = match text.rsplit_once('@') {
        Some((name, square)) => {
            let part = parts.iter().position(|part| part.name == name.trim());
            let names = parts.iter().map(|part| part.name.as_str());
            (part.ok_or_else(|| wrong(unknown("piece", name, names)))?, square)
        }
        None if parts.len() == 1 => (0, text),
        None => {
            let example = format!("{}@{text}", parts[0].name);
            return Err(wrong(format!("name the piece too, for example {example}")));
        }
    };
    let square = Square::parse(square, board);
    Ok((part, square.map_err(|error| StatementError::at(Field::Given, error))?))
}

/// The most kinds of pieces.
const MOST_KINDS: usize = 16;

/// The most vertices: free squares times kinds.
const MOST_VERTICES: u64 = 1 << 28;

impl Stated for PlaceStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "place",
        noun: "a placement",
        summary: "place pieces so that none attacks another",
        examples: &[
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"knight"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"rook"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"bishop"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"queen","count":4}"#,
        ],
    };

    type Puzzle = Placement;
    type Answer = StandingAnswer;
    type Proof = Certificate;
}

impl TryFrom<PlaceStatement> for Placement {
    type Error = StatementError;

    /// The stated placement; the given pieces are sorted, without repetitions.
    fn try_from(statement: PlaceStatement) -> Result<Self, StatementError> {
        let board = statement.board.board()?;
        let parts = statement.parts()?;
        let is_army = !statement.army.is_empty();
        if board.free_squares() == 0 {
            return Err(BoardError::NoSquare.into());
        }
        let (squares, kinds) = (u64::from(board.free_squares()), parts.len() as u64);
        let in_army = |problem: String| StatementError::at(Field::Army, problem);
        if parts.len() > MOST_KINDS {
            let problem = format!("found {kinds} kinds; at most {MOST_KINDS} are possible");
            return Err(in_army(problem).with_value(&kinds));
        }
        let pieces = squares * kinds;
        if pieces > MOST_VERTICES {
            let problem = format!(
                "{board} is too large for {kinds} kinds of pieces: {pieces} free squares times \
                 kinds, at most {MOST_VERTICES}"
            );
            let error = StatementError::whole(problem).with_value(&board);
            return Err(error.blaming(Field::Board));
        }
        for (index, part) in parts.iter().enumerate() {
            if let Some(twin) = parts[..index].iter().find(|other| other.name == part.name) {
                let problem = format!("`{}` occurs twice", twin.name);
                return Err(in_army(problem).with_value(&twin.name));
            }
            if part.side.is_some() != parts[0].side.is_some() {
                let (one, other) = (&parts[0].name, &part.name);
                let problem =
                    format!("`{one}` and `{other}`: either all kinds have a side or none");
                return Err(in_army(problem).with_value(other));
            }
        }
        let mut placed = Vec::new();
        for text in &statement.given {
            placed.push(parse_given(text, &board, &parts)?);
        }
        placed.sort_unstable();
        placed.dedup();
        for (index, &(part, square)) in placed.iter().enumerate() {
            if let Some(&(other, _)) = placed[..index].iter().find(|(_, place)| *place == square) {
                let (one, two) = (&parts[other].name, &parts[part].name);
                let problem =
                    format!("{square} has both `{one}` and `{two}`; a square holds one piece");
                return Err(StatementError::at(Field::Given, problem).with_value(&square));
            }
        }
        Ok(Self::of_pieces(&board, (parts, is_army), SetRule::Independent, (&placed, &[])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(side: u32, army: &str) -> PlaceStatement {
        PlaceStatement {
            board: BoardStatement::from(&Board::new(side, side).unwrap()),
            piece: None,
            army: army::parse_army(army).unwrap(),
            count: PlaceCount::default(),
            given: Vec::new(),
        }
    }

    #[test]
    fn too_many_squares_times_kinds() {
        assert!(Placement::try_from(statement(10_000, "queen,rook")).is_ok());
        let error = Placement::try_from(statement(10_000, "queen,rook,king")).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("300000000 free squares times kinds, at most 268435456"), "{error}");
    }
}
