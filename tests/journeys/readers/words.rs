//! Words of the command line: what is read has a text that is read as the same.

use std::{fmt::Display, str::FromStr};

use satranj::{
    Board, Piece, SolverChoice, Square,
    answer::seeds::Seeds,
    board::square,
    encodings::{at_most_one::AtMostOne, hamiltonian::reductions::Reductions},
    methods::native::order::MoveOrder,
    proofs::cubes::CubeHeading,
    puzzles::{
        chance::{Amount, NumberRange},
        place::{PlaceCount, army},
    },
    solvers::proof::DratSyntax,
};

/// The first byte chooses the kind of word; the rest is the word.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, word)) = bytes.split_first() else { return };
    let Ok(word) = std::str::from_utf8(word) else { return };
    match chosen % 16 {
        0 => is_kept::<Square>(word),
        1 => is_kept::<Piece>(word),
        2 => is_kept::<MoveOrder>(word),
        3 => is_kept::<SolverChoice>(word),
        4 => is_kept::<Seeds>(word),
        5 => is_kept::<NumberRange>(word),
        6 => is_kept::<Amount>(word),
        7 => is_kept::<Reductions>(word),
        8 => army(word),
        9 => drop(word.parse::<PlaceCount>()),
        10 => drop(AtMostOne::from_name(word).map(|known| assert_eq!(known.name(), word))),
        11 => drop(DratSyntax::from_name(word).map(|known| assert_eq!(known.name(), word))),
        12 => {
            let heading = CubeHeading::read(word);
            let again = heading.as_ref().and_then(|it| CubeHeading::read(&it.to_string()));
            assert_eq!(again, heading);
        }
        13 => squares(word),
        14 => {
            let parts = square::split_list(word);
            assert!(parts.iter().all(|part| !part.is_empty() && word.contains(part)));
        }
        _ => drop(word.parse::<Board>()),
    }
}

/// Reads a word, and the text of what it means.
fn is_kept<T: FromStr + Display + PartialEq>(word: &str) {
    let Ok(read) = word.parse::<T>() else { return };
    let text = read.to_string();
    assert!(text.parse().is_ok_and(|again: T| again == read), "`{word}` became `{text}`");
}

fn army(word: &str) {
    let Ok(army) = army::parse_army(word) else { return };
    let written = serde_json::to_string(&army).expect("an army is JSON");
    let again: Vec<army::PartStatement> = serde_json::from_str(&written).expect("it was written");
    assert_eq!(again, army);
}

fn squares(word: &str) {
    let board: Board = "..#.....\n.....#..\n........".parse().expect("a map");
    let is_inside = |square: Square| square.rank < 3 && square.column < 8;
    assert!(
        Square::parse_any(word, &board).is_ok_and(is_inside)
            || Square::parse(word, &board).is_err()
    );
    if let Ok(ends) = square::parse_move(word, &board) {
        assert!(ends.into_iter().all(|square| is_inside(square) && board.is_free(square)));
    }
}
