//! Names of pieces in pictures: a name, and one letter.

use std::collections::BTreeMap;

use super::{
    PlacedPiece,
    grid::{BLACK, ShownSquares, WHITE},
};
use crate::board::piece::{NAMED, Piece};

/// The chess pieces and their letters, which no other piece gets.
const CHESS: [(&str, char); 5] =
    [("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("knight", 'N')];

/// A kind of piece in one picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetteredKind {
    /// The named piece with the same moves, otherwise the piece as written.
    pub name: String,
    /// An upper-case letter, different for each name.
    pub letter: char,
}

impl LetteredKind {
    /// Whether it is a king, queen, rook, bishop or knight.
    pub fn is_chess(&self) -> bool {
        CHESS.iter().any(|&(name, _)| name == self.name)
    }
}

/// The kinds of the pieces, by the names used for them.
pub fn kinds<'a>(pieces: &[PlacedPiece<'a>]) -> BTreeMap<&'a str, LetteredKind> {
    let mut kinds: BTreeMap<&str, LetteredKind> = BTreeMap::new();
    for piece in pieces {
        kinds
            .entry(piece.piece)
            .or_insert_with(|| LetteredKind { name: known(piece.piece), letter: '?' });
    }
    let mut letters: BTreeMap<String, char> = BTreeMap::new();
    for kind in kinds.values_mut() {
        kind.letter = match letters.get(&kind.name) {
            Some(&letter) => letter,
            None => letter(&kind.name, |letter| !letters.values().any(|&used| used == letter)),
        };
        letters.insert(kind.name.clone(), kind.letter);
    }
    kinds
}

/// The named piece that moves as this one does, or the text itself. A chess piece is the same on
/// hexagons.
fn known(text: &str) -> String {
    if let Some(name) = text.strip_prefix("hex-") {
        return if CHESS.iter().any(|&(known, _)| known == name) { name } else { text }.into();
    }

    let steps = |text: &str| text.parse::<Piece>().map(|piece| piece.steps().to_vec());
    let Ok(own) = steps(text) else { return text.into() };
    let of_squares = NAMED.iter().filter(|&&(name, _)| !name.starts_with("hex-"));
    let mut of_squares = of_squares.map(|&(name, _)| name);
    let named = of_squares.find(|&name| steps(name).is_ok_and(|steps| steps == own));
    named.unwrap_or(text).into()
}

/// The first free letter of the name, or of a part of a sum; otherwise any.
fn letter(name: &str, is_free: impl Fn(char) -> bool) -> char {
    if let Some(&(_, letter)) = CHESS.iter().find(|&&(known, _)| known == name) {
        return letter;
    }
    let name = name.replace("betza:", "");
    let first = name.split('+').filter_map(|term| term.chars().next());
    let mut candidates = first.chain(name.chars()).chain('a'..='z').filter_map(|letter| {
        let letter = letter.to_ascii_uppercase();
        (letter.is_ascii_uppercase() && !CHESS.iter().any(|&(_, taken)| taken == letter))
            .then_some(letter)
    });
    candidates.find(|&letter| is_free(letter)).unwrap_or('?')
}

/// Shows pieces as letters.
pub fn stand(pieces: &[PlacedPiece<'_>], shown: &mut ShownSquares) {
    let kinds = kinds(pieces);
    for piece in pieces {
        let letter = kinds[piece.piece].letter;
        let black = (letter.to_ascii_lowercase().to_string(), BLACK);
        shown.insert(piece.square, if piece.black { black } else { (letter.to_string(), WHITE) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::square::Square;

    fn letters(names: &[&'static str]) -> String {
        let square = Square { column: 0, rank: 0 };
        let placed: Vec<PlacedPiece<'_>> =
            names.iter().map(|&piece| PlacedPiece { square, piece, black: false }).collect();
        let kinds = kinds(&placed);
        names.iter().map(|name| kinds[name].letter).collect()
    }

    #[test]
    fn chess_pieces_have_the_letters_of_chess() {
        assert_eq!(letters(&["king", "queen", "rook", "bishop", "knight"]), "KQRBN");
        // By any of their names.
        assert_eq!(letters(&["leaper:2,1", "rider:0,1", "rook+bishop", "wazir+ferz"]), "NRQK");
    }

    #[test]
    fn others_have_a_letter_of_their_own() {
        assert_eq!(letters(&["amazon", "queen+knight"]), "AA");
        assert_eq!(letters(&["alfil", "amazon", "antelope"]), "AMT");
        assert_eq!(letters(&["queen+camel"]), "C");
        assert_eq!(letters(&["leaper:5,6", "rider:2,3", "nightrider"]), "LDI");
        assert_eq!(letters(&[""]), "A");
    }
}
