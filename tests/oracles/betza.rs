//! Betza notation, read from tables of directions as on a clock.

use crate::pieces::PlainStep;

/// The squares of a leap around a piece, by turns of the clock from straight up, each as rows up and
/// columns to the right; and the words for some of them, by their numbers.
struct Clock {
    squares: Vec<(i32, i32)>,
    words: &'static [(&'static str, &'static [usize])],
}

const STRAIGHT: &[(&str, &[usize])] =
    &[("f", &[0]), ("r", &[1]), ("b", &[2]), ("l", &[3]), ("v", &[0, 2]), ("s", &[1, 3])];

const DIAGONAL: &[(&str, &[usize])] = &[
    ("f", &[3, 0]),
    ("r", &[0, 1]),
    ("b", &[1, 2]),
    ("l", &[2, 3]),
    ("v", &[0, 1, 2, 3]),
    ("s", &[0, 1, 2, 3]),
    ("fr", &[0]),
    ("rf", &[0]),
    ("br", &[1]),
    ("rb", &[1]),
    ("bl", &[2]),
    ("lb", &[2]),
    ("fl", &[3]),
    ("lf", &[3]),
    ("fs", &[3, 0]),
    ("bs", &[1, 2]),
    ("rv", &[0, 1]),
    ("lv", &[2, 3]),
];

/// One o'clock is the move far up and a little to the right.
const OBLIQUE: &[(&str, &[usize])] = &[
    ("f", &[7, 0]),
    ("ff", &[7, 0]),
    ("r", &[1, 2]),
    ("rr", &[1, 2]),
    ("b", &[3, 4]),
    ("bb", &[3, 4]),
    ("l", &[5, 6]),
    ("ll", &[5, 6]),
    ("v", &[7, 0, 3, 4]),
    ("s", &[1, 2, 5, 6]),
    ("fh", &[6, 7, 0, 1]),
    ("rh", &[0, 1, 2, 3]),
    ("bh", &[2, 3, 4, 5]),
    ("lh", &[4, 5, 6, 7]),
    ("rf", &[0]),
    ("fr", &[1]),
    ("br", &[2]),
    ("rb", &[3]),
    ("lb", &[4]),
    ("bl", &[5]),
    ("fl", &[6]),
    ("lf", &[7]),
    ("fs", &[6, 1]),
    ("bs", &[2, 5]),
    ("rv", &[0, 3]),
    ("lv", &[7, 4]),
];

/// The leap from (0, 1) to (3, 3) as a clock.
fn clock(short: i32, long: i32) -> Clock {
    match short {
        0 => Clock { squares: vec![(long, 0), (0, long), (-long, 0), (0, -long)], words: STRAIGHT },
        _ if short == long => Clock {
            squares: vec![(long, long), (-long, long), (-long, -long), (long, -long)],
            words: DIAGONAL,
        },
        _ => Clock {
            squares: vec![
                (long, short),
                (short, long),
                (-short, long),
                (-long, short),
                (-long, -short),
                (-short, -long),
                (short, -long),
                (long, -short),
            ],
            words: OBLIQUE,
        },
    }
}

/// The words for directions of a leap.
#[must_use]
pub fn direction_words(short: i32, long: i32) -> Vec<&'static str> {
    clock(short, long).words.iter().map(|&(word, _)| word).collect()
}

/// The steps of a piece in Betza notation.
///
/// # Panics
///
/// If the text is not in that notation.
#[must_use]
pub fn betza_steps(text: &str) -> Vec<PlainStep> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.find(|one: char| one.is_ascii_uppercase()).expect("a piece");
        let (words, atom) = rest.split_at(at);
        let letter = &atom[..1];
        let doubled = atom[1..].starts_with(letter);
        let after = &atom[if doubled { 2 } else { 1 }..];
        let digits = after.len() - after.trim_start_matches(|one: char| one.is_ascii_digit()).len();
        let number: Option<u32> = after[..digits].parse().ok();
        rest = &after[digits..];
        let (leaps, rides): (&[(i32, i32)], bool) = match letter {
            "W" => (&[(0, 1)], false),
            "F" => (&[(1, 1)], false),
            "D" => (&[(0, 2)], false),
            "N" => (&[(1, 2)], false),
            "A" => (&[(2, 2)], false),
            "H" => (&[(0, 3)], false),
            "L" | "C" => (&[(1, 3)], false),
            "J" | "Z" => (&[(2, 3)], false),
            "G" => (&[(3, 3)], false),
            "K" => (&[(0, 1), (1, 1)], false),
            "R" => (&[(0, 1)], true),
            "B" => (&[(1, 1)], true),
            "Q" => (&[(0, 1), (1, 1)], true),
            other => panic!("no piece `{other}`"),
        };
        let most = match number {
            Some(0) => u32::MAX,
            Some(number) => number,
            None if rides || doubled => u32::MAX,
            None => 1,
        };
        for &(short, long) in leaps {
            let clock = clock(short, long);
            let mut numbers = Vec::new();
            let mut left = words;
            while !left.is_empty() {
                let begins = |&&(word, _): &&(&str, _)| left.starts_with(word);
                let longest = clock.words.iter().filter(begins).max_by_key(|(word, _)| word.len());
                let (word, hours) = longest.expect("a direction");
                numbers.extend(*hours);
                left = &left[word.len()..];
            }
            if words.is_empty() {
                numbers.extend(0..clock.squares.len());
            }
            steps.extend(numbers.into_iter().map(|at| {
                let (up, right) = clock.squares[at];
                (-up, right, most)
            }));
        }
    }
    steps
}
