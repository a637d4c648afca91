//! Betza notation: a piece in letters, for example `fFfsW` (R. Betza, 1996; extended by H. G. Muller).

use satranj_encodings::lattice::Step;

use super::MAXIMUM_SIDE;

/// A capital letter, its leaps, and whether it rides.
type PieceLetter = (char, &'static [(i32, i32)], bool);

/// The capital letters.
const PIECES: [PieceLetter; 15] = [
    ('W', &[(0, 1)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(0, 2)], false),
    ('N', &[(1, 2)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(0, 3)], false),
    ('L', &[(1, 3)], false),
    ('C', &[(1, 3)], false),
    ('J', &[(2, 3)], false),
    ('Z', &[(2, 3)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(0, 1), (1, 1)], false),
    ('R', &[(0, 1)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(0, 1), (1, 1)], true),
];

/// A wrong character, counted from 0, and what is wrong with it.
pub(super) type Wrong = (usize, String);

/// Appends the steps of a piece in Betza notation.
pub(super) fn add_steps(text: &str, steps: &mut Vec<Step>) -> Result<(), Wrong> {
    let text: Vec<char> = text.chars().collect();
    let mut at = 0;
    let is_lower = |at: usize| text.get(at).is_some_and(char::is_ascii_lowercase);
    while at == 0 || at < text.len() {
        let begin = at;
        while is_lower(at) {
            at += 1;
        }
        let letters = &text[begin..at];
        if let Some(other) = letters.iter().position(|letter| !"fblrvsh".contains(*letter)) {
            let problem = format!(
                "`{}` is not supported; expected a direction (f, b, l, r, v, s or h) or a piece: a piece moves \
                 and captures alike",
                letters[other]
            );
            return Err((begin + other, problem));
        }
        let found = text.get(at).map_or("the end".into(), |found| format!("`{found}`"));
        let piece = text.get(at).and_then(|found| PIECES.iter().find(|(name, ..)| name == found));
        let Some(&(name, leaps, rides)) = piece else {
            let names: Vec<String> = PIECES.iter().map(|(name, ..)| name.to_string()).collect();
            return Err((at, format!("found {found}, but expected one of {}", names.join(" "))));
        };
        at += 1;
        let mut reach = if rides { Step::UNLIMITED } else { 1 };
        if text.get(at) == Some(&name) {
            if rides {
                return Err((at, format!("`{name}` rides already; one `{name}` is enough")));
            }
            (at, reach) = (at + 1, Step::UNLIMITED);
        }
        let digits = text[at..].iter().take_while(|found| found.is_ascii_digit()).count();
        if digits > 0 {
            if reach == Step::UNLIMITED && !rides {
                return Err((at, format!("a number follows one `{name}`, but not `{name}{name}`")));
            }
            let number: String = text[at..at + digits].iter().collect();
            let known = number.parse().ok().filter(|&number| number <= MAXIMUM_SIDE);
            reach = match known {
                Some(0) if digits == 1 => Step::UNLIMITED,
                Some(number) if !text[at..].starts_with(&['0']) => number,
                _ => {
                    let problem = format!(
                        "`{number}` is not a number of steps; expected 1 to {MAXIMUM_SIDE}, or 0 for \
                         any number"
                    );
                    return Err((at, problem));
                }
            };
            at += digits;
        }
        for &leap in leaps {
            let directions = directions(letters, leap).map_err(|(at, why)| (begin + at, why))?;
            let is_meant = |step: &Step| {
                directions.is_empty() || directions.iter().any(|of| is_in(of, leap, step))
            };
            let (rows, columns) = leap;
            steps.extend(Step { rows, columns, reach }.around().filter(is_meant));
        }
    }
    Ok(())
}

/// The directions that letters before a piece name, one letter each or two.
fn directions(letters: &[char], (a, b): (i32, i32)) -> Result<Vec<&[char]>, Wrong> {
    let (has_pairs, is_oblique) = (a != 0, a != 0 && a != b);
    let mut directions: Vec<&[char]> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let is_pair = match letters[at..] {
            ['f' | 'b', 'l' | 'r' | 's', ..] | ['l' | 'r', 'f' | 'b' | 'v', ..] => has_pairs,
            ['f' | 'b' | 'l' | 'r', 'h', ..] => is_oblique,
            [one @ ('f' | 'b' | 'l' | 'r'), other, ..] => is_oblique && one == other,
            _ => false,
        };
        let direction = &letters[at..=at + usize::from(is_pair)];
        if direction == ['h'] {
            let problem = "`h` is half of the moves of N, L, C, J or Z, after f, b, l or r";
            return Err((at, problem.into()));
        }
        if directions.contains(&direction) {
            let twice: String = direction.iter().collect();
            return Err((at, format!("`{twice}` occurs twice")));
        }
        directions.push(direction);
        at += direction.len();
    }
    Ok(directions)
}

/// Whether a step of a leap has a direction. Both letters of two name a half of the board, the last
/// one also whether the step is longer that way than across, unless it is diagonal.
fn is_in(direction: &[char], (a, b): (i32, i32), step: &Step) -> bool {
    let (up, right) = (-step.rows, step.columns);
    let halves = direction.iter().all(|letter| match letter {
        'f' => up > 0,
        'b' => up < 0,
        'l' => right < 0,
        'r' => right > 0,
        _ => true,
    });
    let is_along = match direction.last() {
        Some('f' | 'b' | 'v') => up.abs() > right.abs(),
        Some('l' | 'r' | 's') => up.abs() < right.abs(),
        _ => true,
    };
    halves && (is_along || a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::Piece;

    /// The steps of a piece of leaps as a picture, from two ranks above it to two below.
    fn picture(betza: &str) -> [String; 5] {
        let piece: Piece = format!("betza:{betza}").parse().unwrap();
        let has = |step| piece.steps().contains(&step);
        let sign = |step: Step| if has(step) { '*' } else { '.' };
        std::array::from_fn(|row| {
            (-2..=2).map(|column| sign(Step::leap(row as i32 - 2, column))).collect()
        })
    }

    #[test]
    fn directions_are_those_of_the_notation() {
        for (betza, rows) in [
            ("fFfsW", [".....", ".***.", ".*.*.", ".....", "....."]),
            ("WfF", [".....", ".***.", ".*.*.", "..*..", "....."]),
            ("FfW", [".....", ".***.", ".....", ".*.*.", "....."]),
            ("flF", [".....", ".*...", ".....", ".....", "....."]),
            ("flW", [".....", "..*..", ".*...", ".....", "....."]),
            ("vlF", [".....", ".*.*.", ".....", ".*.*.", "....."]),
            ("fK", [".....", ".***.", ".....", ".....", "....."]),
            ("fN", [".*.*.", ".....", ".....", ".....", "....."]),
            ("ffN", [".*.*.", ".....", ".....", ".....", "....."]),
            ("fsN", [".....", "*...*", ".....", ".....", "....."]),
            ("fhN", [".*.*.", "*...*", ".....", ".....", "....."]),
            ("flN", [".....", "*....", ".....", ".....", "....."]),
            ("lfN", [".*...", ".....", ".....", ".....", "....."]),
            ("lvN", [".*...", ".....", ".....", ".....", ".*..."]),
            ("lhbN", [".*...", "*....", ".....", "*....", ".*.*."]),
            ("vN", [".*.*.", ".....", ".....", ".....", ".*.*."]),
            ("sN", [".....", "*...*", ".....", "*...*", "....."]),
            ("fbrN", [".*.*.", ".....", ".....", "....*", "....."]),
            ("fDlA", ["*.*..", ".....", ".....", ".....", "*...."]),
        ] {
            assert_eq!(picture(betza), rows, "{betza}");
        }
    }

    #[test]
    fn letters_are_the_named_pieces() {
        for (betza, name) in [
            ("W", "wazir"),
            ("F", "ferz"),
            ("D", "dabbaba"),
            ("N", "knight"),
            ("A", "alfil"),
            ("H", "threeleaper"),
            ("L", "camel"),
            ("C", "camel"),
            ("J", "zebra"),
            ("Z", "zebra"),
            ("G", "tripper"),
            ("K", "king"),
            ("WF", "king"),
            ("R", "rook"),
            ("WW", "rook"),
            ("W0", "rook"),
            ("B", "bishop"),
            ("FF", "bishop"),
            ("Q", "queen"),
            ("KK", "queen"),
            ("RB", "queen"),
            ("WWK", "rook+ferz"),
            ("NN", "nightrider"),
            ("QN", "amazon"),
        ] {
            let [one, other] =
                [format!("betza:{betza}"), name.into()].map(|text| text.parse::<Piece>().unwrap());
            assert_eq!(one.steps(), other.steps(), "{betza}");
            assert!(one.is_even());
        }
        let limited: Piece = "betza:R4fW0".parse().unwrap();
        let reaches: Vec<u32> = limited.steps().iter().map(|step| step.reach).collect();
        assert_eq!(reaches, [Step::UNLIMITED, 4, 4, 4]);
        assert!(!limited.is_even());
    }

    #[test]
    fn errors_point_at_the_character() {
        for (text, at) in [
            ("betza:", 7),
            ("betza:X", 7),
            ("betza:fNX", 9),
            ("betza:fs", 9),
            ("betza:cN", 7),
            ("knight+betza:fmN", 15),
            ("betza:N+betza:Wé", 16),
            ("betza:RR", 8),
            ("betza:NN3", 9),
            ("betza:W03", 8),
            ("betza:W10001", 8),
            ("betza:fhW", 8),
            ("betza:ffW", 8),
            ("betza:hN", 7),
            ("betza:fK-", 9),
            ("betza:(fN)", 7),
        ] {
            let error = text.parse::<Piece>().unwrap_err().to_string();
            let begin = format!("`{text}`, character {at}: ");
            assert!(error.starts_with(&begin), "{error}");
        }
    }
}
