//! The k-knights meeting: knights that make several jumps a turn meet on one square.
//!
//! A rider that makes up to k jumps a turn needs ceil(d / k) turns for a distance of d jumps;
//! the answer is the square with the least sum, the first of several in reading order.

pub mod file;
pub mod random;
mod verify;

use std::{cmp::Reverse, fmt::Write as _};

use satranj_encodings::{
    meeting::{self, Meeting, Rider},
    model::{Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Puzzle, RiderWay, Solution, StatedPuzzle, Statement,
    StatementError, Task, Violation,
    board_places::BoardPlaces,
    fields::Field,
    kinds::{PuzzleKind, Stated},
    named,
    places::ModelPlaces,
    solution::MeetingAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, square::Square, symmetry::Symmetry},
    pictures::{self, Drawing},
};

/// A rider as written in documents.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct RiderStatement {
    /// Where it starts.
    pub square: Square,
    /// How many jumps it may make in one turn, at least 1.
    pub jumps_per_turn: u32,
}

/// A meeting as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MeetStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece of all riders, as on the command line.
    #[serde(default = "super::knight")]
    pub piece: String,
    /// The riders.
    pub riders: Vec<RiderStatement>,
    /// An upper limit on the turns: asks for any meeting within it, instead of the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
}

impl MeetStatement {
    /// Riders, each a square and its jumps per turn, that meet in the fewest turns in all.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let riders = [("a1".parse()?, 1), ("e5".parse()?, 2)];
    /// let meeting = MeetStatement::new(Board::new(5, 5)?, "knight", riders);
    /// let puzzle = Statement::from(meeting).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        board: impl Into<BoardStatement>,
        piece: impl Into<String>,
        riders: impl IntoIterator<Item = (Square, u32)>,
    ) -> Self {
        let rider = |(square, jumps_per_turn)| RiderStatement { square, jumps_per_turn };
        let riders = riders.into_iter().map(rider).collect();
        Self { board: board.into(), piece: piece.into(), riders, at_most: None }
    }
}

/// A stated meeting.
pub struct Meet {
    places: BoardPlaces,
    riders: Vec<RiderStatement>,
    at_most: Option<u64>,
    model: Meeting,
}

impl Stated for MeetStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "meet",
        noun: "a meeting",
        summary: "let knights that make several jumps a turn meet in the fewest turns",
        examples: &[r#"{"kind":"meet","board":{"rows":4,"columns":4},
            "riders":[{"square":"a1","jumps_per_turn":2},{"square":"d3","jumps_per_turn":1}]}"#],
    };

    type Puzzle = Meet;
    type Answer = MeetingAnswer;
    type Proof = Certificate;
}

impl TryFrom<MeetStatement> for Meet {
    type Error = StatementError;

    /// The stated meeting, its riders in the reading order of their squares.
    fn try_from(statement: MeetStatement) -> Result<Self, StatementError> {
        let MeetStatement { board, piece, mut riders, at_most } = statement;
        let places = BoardPlaces::stated(board.board()?, &piece)?;
        riders.sort_by_key(|rider| in_reading_order(rider.square, rider.jumps_per_turn));
        let mut starts = Vec::with_capacity(riders.len());
        for rider in &riders {
            let square = rider.square;
            let vertex = places.stated(Field::Riders, &square)?;
            if rider.jumps_per_turn == 0 {
                let problem = "it makes 0 jumps a turn; expected at least 1";
                return Err(StatementError::of(Field::Riders, &square, problem));
            }
            starts.push(Rider { vertex, jumps: rider.jumps_per_turn });
        }
        let model = Meeting { at_most, ..Meeting::new(places.lattice.clone(), starts) };
        Ok(Self { places, riders, at_most, model })
    }
}

impl RiderStatement {
    /// The way over these squares, in turns of as many jumps as the rider may make.
    fn way(&self, jumps: &[Square]) -> RiderWay {
        let Self { square: from, jumps_per_turn } = *self;
        let path: Vec<Vec<Square>> =
            jumps.chunks(jumps_per_turn as usize).map(<[Square]>::to_vec).collect();
        RiderWay { from, jumps_per_turn, turns: path.len() as u64, path }
    }
}

/// Sorts riders in the reading order of their squares.
fn in_reading_order(square: Square, jumps_per_turn: u32) -> impl Ord {
    (Reverse(square.rank), square.column, jumps_per_turn)
}

impl StatedPuzzle for Meet {
    fn statement(&self) -> Statement {
        Statement::Meet(MeetStatement {
            board: BoardStatement::from(&self.places.board),
            piece: self.places.piece.to_string(),
            riders: self.riders.clone(),
            at_most: self.at_most,
        })
    }
}

impl Puzzle for Meet {
    fn title(&self) -> String {
        let (count, BoardPlaces { board, piece, .. }) = (self.riders.len(), &self.places);
        let plural = if count == 1 { "" } else { "s" };
        let mut title = format!("meeting of {count} {piece}{plural} on {board}");
        if let Some(turns) = self.at_most {
            let _ = write!(title, " in at most {turns} turns");
        }
        title += &squares_blocked(board.holes());
        title
    }

    fn model(&self) -> Model {
        Model::Meeting(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.places.name_of(vertex).to_string()
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Meeting { vertex, paths } = witness else {
            return Err(Violation::of_witness());
        };
        let ride = |(rider, path): (&RiderStatement, &Vec<u32>)| {
            rider.way(
                &path.iter().map(|&vertex| self.places.name_of(vertex)).collect::<Vec<Square>>(),
            )
        };
        let riders: Vec<RiderWay> = self.riders.iter().zip(paths).map(ride).collect();
        let turns = riders.iter().map(|ride| ride.turns).sum();
        Ok(Solution::Meeting { square: self.places.name_of(*vertex), turns, riders })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        match obstruction {
            Obstruction::Meeting(meeting::MeetingObstruction::NoRider) => {
                Some(Certificate::NoPieces {})
            }
            Obstruction::Meeting(meeting::MeetingObstruction::Separated(vertices)) => {
                let squares = self.places.names(vertices);
                Some(Certificate::Disconnected { squares })
            }
            _ => None,
        }
    }

    /// The riders in the order of the statement, which a symmetry may have changed.
    fn canonical(&self, solution: &Solution) -> Solution {
        let Solution::Meeting { square, turns, riders } = solution else {
            return solution.clone();
        };
        let mut rides: Vec<Option<&RiderWay>> = riders.iter().map(Some).collect();
        rides.sort_by_key(|ride| ride.map(|ride| (ride.from, ride.jumps_per_turn)));
        let mut order: Vec<usize> = (0..self.riders.len()).collect();
        order.sort_by_key(|&index| self.riders[index]);
        let mut riders = riders.clone();
        for (&index, ride) in order.iter().zip(rides.iter().flatten()) {
            if let Some(place) = riders.get_mut(index) {
                place.clone_from(ride);
            }
        }
        Solution::Meeting { square: *square, turns: *turns, riders }
    }

    /// Meetings differ by their square.
    fn identity(&self, canonical: &Solution) -> Solution {
        match canonical {
            Solution::Meeting { square, .. } => {
                Solution::Meeting { square: *square, turns: 0, riders: Vec::new() }
            }
            other => other.clone(),
        }
    }

    fn unit(&self) -> Option<&'static str> {
        Some("turns")
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::NoPieces {} => "because there is no rider".into(),
            other => format!(
                "because some riders start within {} and others outside, but no move leads out",
                named(&other.squares())
            ),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let image = |rider: &RiderStatement| RiderStatement {
            square: symmetry.apply(rider.square),
            ..*rider
        };
        let (mut riders, mut images) =
            (self.riders.clone(), self.riders.iter().map(image).collect::<Vec<_>>());
        riders.sort_unstable();
        images.sort_unstable();
        self.places.keeps_moves(symmetry) && images == riders
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.places.board)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let Solution::Meeting { square, riders, .. } = solution else { return None };
        let rider = |ride: &'a RiderWay| pictures::RiderPicture {
            from: ride.from,
            jumps_per_turn: ride.jumps_per_turn,
            turns: &ride.path,
        };
        let riders = riders.iter().map(rider).collect();
        Some(Drawing::Meeting(pictures::MeetingPicture {
            board: &self.places.board,
            square: *square,
            riders,
        }))
    }

    fn preferred(&self, _task: Task) -> &'static [&'static str] {
        &["native:bounds", "graph:bfs"]
    }
}
