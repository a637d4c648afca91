//! The pictures of an answer, and the pieces of a solution as something to draw.

use super::{Certificate, DratCertificate, Puzzle, Solution, moves::Moves};
use crate::{
    board::{Board, piece::Piece},
    pictures::{Attack, Drawing, Picture, PlacedPiece},
};

/// The pictures of an answer: its solutions, or the reason for "no solution"; `attacks`: with
/// the squares that the pieces attack.
pub fn pictures<'a, P: Puzzle + ?Sized>(
    puzzle: &'a P,
    found: impl IntoIterator<Item = &'a P::Solution>,
    certificate: Option<&Certificate>,
    attacks: bool,
) -> Vec<Picture<'a>> {
    let picture = |drawing| Picture { title: puzzle.title(), drawing };
    let drawn = found.into_iter().filter_map(|solution| puzzle.drawing(solution, attacks));
    let drawn: Vec<Picture<'_>> = drawn.map(picture).collect();
    if drawn.is_empty() && certificate.is_none() {
        return puzzle.question_drawing().map(picture).into_iter().collect();
    }
    let Some(certificate) = certificate.filter(|_| drawn.is_empty()) else { return drawn };
    let without_squares = match certificate {
        Certificate::Drat(proof) => {
            let DratCertificate { steps, encoding, .. } = proof.as_ref();
            Some(format!(
                "because its formula ({encoding} encoding) has no model: a proof of {steps} steps"
            ))
        }
        Certificate::Search { steps, .. } => {
            Some(format!("because two searches found none, the second in {steps} steps"))
        }
        _ => None,
    };
    let (drawing, why) = match without_squares {
        Some(why) => {
            (puzzle.board().map(Drawing::bare).or_else(|| puzzle.marked(certificate)), why)
        }
        None => (puzzle.marked(certificate), puzzle.because(certificate)),
    };
    let title = format!("{}: {why}", puzzle.title());
    drawing.map(|drawing| Picture { title, drawing }).into_iter().collect()
}

/// The limit on squares (pieces times the longer side of the board) up to which attacks are drawn.
const MOST_ATTACKED: u64 = 1 << 20;

/// A piece on a square, to be drawn.
pub struct StandingPiece<'a> {
    /// The piece's name.
    pub name: &'a str,
    /// How it attacks.
    pub piece: &'a Piece,
    /// Whether it is black.
    pub black: bool,
}

/// The squares of a certificate, if it has any.
pub fn marked_squares<'a>(board: &'a Board, certificate: &Certificate) -> Option<Drawing<'a>> {
    let marks = certificate.squares();
    let (pairs, parts) = match certificate {
        Certificate::Matching { pairs } => (pairs.clone(), Vec::new()),
        Certificate::CliqueCover { groups } => (Vec::new(), groups.clone()),
        _ => Default::default(),
    };
    (!marks.is_empty()).then_some(Drawing::Marked { board, marks, pairs, parts })
}

/// The pieces of a solution on a board, to be drawn; what they attack is looked up on a board of
/// its own.
pub fn drawing_of<'a>(
    board: &'a Board,
    attacked: &Board,
    solution: &'a Solution,
    attacks: bool,
    standing: impl Fn(Option<&str>) -> Option<StandingPiece<'a>>,
) -> Drawing<'a> {
    let names = match solution {
        Solution::Squares { pieces, .. } => pieces.as_deref().unwrap_or_default(),
        _ => &[],
    };
    let mut pieces = Vec::new();
    let mut lines = Vec::new();
    // On large boards the lines would hide each other, and fill the memory.
    let side = u64::from(board.longest_side());
    let attacks = attacks && solution.squares().len() as u64 * side <= MOST_ATTACKED;
    for (index, &square) in solution.squares().iter().enumerate() {
        let Some(StandingPiece { name, piece, black }) =
            standing(names.get(index).map(String::as_str))
        else {
            continue;
        };
        pieces.push(PlacedPiece { square, piece: name, black });
        if attacks {
            let moves = Moves { board: attacked, piece };
            lines.extend(moves.directions(square).map(|squares| Attack { from: square, squares }));
        }
    }
    Drawing::Pieces { board, pieces, attacks: lines }
}
