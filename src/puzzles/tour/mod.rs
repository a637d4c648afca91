//! The tour: a piece visits every free square of a board once.

pub mod numbers;
pub mod random;

use satranj_encodings::hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction};

pub use super::visit::{Longest, TourStatement, TourSymmetry};
use super::{
    BoardStatement, Certificate, Statement, StatementError,
    board_places::BoardPlaces,
    fields::{Field, words},
    hamilton::GraphCertificate,
    kinds::{PuzzleKind, Stated},
    places::PuzzlePlaces,
    solution::PathAnswer,
    visit::{Visit, VisitParts, VisitWords, VisitedPlaces},
};
use crate::{board::square::Square, pictures::Drawing};

/// A tour of a board.
pub type Tour = Visit<BoardPlaces>;

impl Stated for TourStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "tour",
        noun: "a tour",
        summary: "visit every square of a board once with a knight or any other piece",
        examples: &[
            r#"{"kind":"tour","board":{"rows":6,"columns":6}}"#,
            r#"{"kind":"tour","board":{"rows":6,"columns":6},"closed":true}"#,
            r#"{"kind":"tour","board":{"rows":6,"columns":6},"closed":true,"symmetry":"half-turn"}"#,
            r#"{"kind":"tour","board":{"rows":4,"columns":4},"longest":{"uncrossed":true}}"#,
        ],
    };

    type Puzzle = Tour;
    type Answer = PathAnswer;
    type Proof = Certificate;
}

impl VisitedPlaces for BoardPlaces {
    const WORDS: VisitWords = VisitWords {
        any: "tour",
        open: "tour",
        closed: "closed tour",
        round: "tour",
        used: "made",
        ground: "board",
        comma: "",
        given: [" move", " moves"],
    };

    fn statement(&self, asked: &VisitParts<Square>) -> Statement {
        let board = BoardStatement::from(&self.board);
        TourStatement::asking(board, self.piece.to_string(), asked.clone()).into()
    }

    fn model(&self, closed: bool) -> Hamiltonian {
        Hamiltonian::on_lattice(self.lattice.clone(), closed)
    }

    fn visit_words(&self, asked: &VisitParts<Square>) -> String {
        let (kind, noun) = match (asked.longest, asked.closed) {
            (None, true) => ("closed".into(), "tour"),
            (None, false) => ("open".into(), "tour"),
            (Some(longest), true) => (format!("{longest} closed"), "path"),
            (Some(longest), false) => (longest.to_string(), "path"),
        };
        let kind = if kind.is_empty() { kind } else { kind + " " };
        let blocked = match self.board.holes() {
            0 => String::new(),
            blocked => format!(" with {blocked} blocked"),
        };
        format!("{kind}{}'s {noun} of {}{blocked}", self.piece, self.board)
    }

    fn error_of_end(end: &Square) -> StatementError {
        let problem =
            words!["a closed tour has no end; leave out ", Field::End, " or ", Field::Closed];
        StatementError::of(Field::End, end, problem)
    }

    fn error_of_ends(both: &Square) -> StatementError {
        let same = format!(" are both {both}; an open tour ends elsewhere");
        let problem = words![Field::Start, " and ", Field::End, same];
        StatementError::whole(problem).blaming(Field::End).with_value(both)
    }

    fn error_of_link(&self, from: &Square, to: &Square) -> String {
        format!("{} here", self.unlinked(from, to))
    }

    fn error_of_step(&self, step: Option<usize>, from: &Square, to: &Square) -> String {
        let step = match step {
            Some(step) => format!("move {step}, from {from} to {to},"),
            None => format!("the tour is not closed: from {from} to {to}"),
        };
        format!("{step} is not a move of the {}", self.piece)
    }

    fn words_of_colours(&self, class: usize) -> String {
        let others = (self.board.free_squares() as usize).saturating_sub(class);
        let counts = if class == others {
            format!("and the board has {class} squares of each colour")
        } else {
            format!("but the board has {class} squares of one colour and {others} of the other")
        };
        format!("every move changes colour, {counts}")
    }

    /// One row from the left, the next from the right.
    fn obvious(&self) -> Option<Vec<Square>> {
        const MOST: u32 = 1 << 20;
        if self.board.free_squares() > MOST {
            return None;
        }
        let mut path: Vec<Square> = self.board.squares().collect();
        for row in path.chunk_by_mut(|one, other| one.rank == other.rank) {
            if self.board.row(row[0]) % 2 == 1 {
                row.reverse();
            }
        }
        Some(path)
    }

    fn drawing<'a>(
        &'a self,
        path: &'a [Square],
        asked: &VisitParts<Square>,
    ) -> Option<Drawing<'a>> {
        Some(Drawing::Tour {
            board: &self.board,
            path,
            closed: asked.closed,
            piece: self.piece.to_string(),
            given: asked.times.iter().map(|(&square, &time)| (square, time)).collect(),
        })
    }

    fn certificate(reason: HamiltonianObstruction<Square>) -> Option<Certificate> {
        if let HamiltonianObstruction::Symmetry(squares) = reason {
            return Some(Certificate::Symmetry { squares });
        }
        Certificate::stating_visit(GraphCertificate::stating(reason)?)
    }

    fn reason(certificate: &Certificate) -> Result<HamiltonianObstruction<Square>, String> {
        if let Certificate::Symmetry { squares } = certificate {
            return Ok(HamiltonianObstruction::Symmetry(squares.clone()));
        }
        certificate.visit()?.obstruction()
    }
}
