//! Pieces by their steps.

use crate::betza::betza_steps;

/// Rows down, columns to the right, and the most times that the step is made until something blocks
/// it: [`RIDE`] if nothing else ends it.
pub type PlainStep = (i32, i32, u32);

/// A step that is repeated to any distance.
pub const RIDE: u32 = u32::MAX;

/// A piece by its leaps and rides, each up to reflection and exchange of rows and columns.
#[derive(Debug, Clone, Copy)]
pub struct PlainPiece {
    /// Its name in the program.
    pub name: &'static str,
    /// Steps that are made once.
    pub leaps: &'static [(i32, i32)],
    /// Steps that may be repeated.
    pub rides: &'static [(i32, i32)],
}

const fn piece(
    name: &'static str,
    leaps: &'static [(i32, i32)],
    rides: &'static [(i32, i32)],
) -> PlainPiece {
    PlainPiece { name, leaps, rides }
}

/// Every named piece, by the books on fairy chess.
pub const PIECES: [PlainPiece; 22] = [
    piece("knight", &[(1, 2)], &[]),
    piece("king", &[(0, 1), (1, 1)], &[]),
    piece("queen", &[], &[(0, 1), (1, 1)]),
    piece("rook", &[], &[(0, 1)]),
    piece("bishop", &[], &[(1, 1)]),
    piece("wazir", &[(0, 1)], &[]),
    piece("ferz", &[(1, 1)], &[]),
    piece("dabbaba", &[(0, 2)], &[]),
    piece("alfil", &[(2, 2)], &[]),
    piece("threeleaper", &[(0, 3)], &[]),
    piece("camel", &[(1, 3)], &[]),
    piece("zebra", &[(2, 3)], &[]),
    piece("tripper", &[(3, 3)], &[]),
    piece("fourleaper", &[(0, 4)], &[]),
    piece("giraffe", &[(1, 4)], &[]),
    piece("stag", &[(2, 4)], &[]),
    piece("antelope", &[(3, 4)], &[]),
    piece("commuter", &[(4, 4)], &[]),
    piece("nightrider", &[], &[(1, 2)]),
    piece("amazon", &[(1, 2)], &[(0, 1), (1, 1)]),
    piece("chancellor", &[(1, 2)], &[(0, 1)]),
    piece("archbishop", &[(1, 2)], &[(1, 1)]),
];

/// The pieces of hexagons, by one of each six steps that turns by a sixth make of one another. The first
/// six lead to the cells that touch, the second six to those between them.
pub const OF_HEXAGONS: [PlainPiece; 6] = [
    piece("hex-wazir", &[(0, 1)], &[]),
    piece("hex-king", &[(0, 1), (1, 1)], &[]),
    piece("hex-rook", &[], &[(0, 1)]),
    piece("hex-bishop", &[], &[(1, 1)]),
    piece("hex-queen", &[], &[(0, 1), (1, 1)]),
    piece("hex-knight", &[(1, 2), (2, 1)], &[]),
];

/// The steps of a named piece of hexagons.
fn steps_on_hexagons(name: &str) -> Vec<PlainStep> {
    let known = OF_HEXAGONS.iter().find(|piece| piece.name == name);
    let known = known.unwrap_or_else(|| panic!("no piece `{name}`"));
    // To the right turns to up to the right.
    let turned = |&(down, right): &(i32, i32)| Some((-right, right + down));
    let turns = |&one| std::iter::successors(Some(one), turned).take(6);
    let leaps = known.leaps.iter().flat_map(turns).map(|(down, right)| (down, right, 1));
    let rides = known.rides.iter().flat_map(turns).map(|(down, right)| (down, right, RIDE));
    leaps.chain(rides).collect()
}

impl PlainPiece {
    /// The named piece.
    ///
    /// # Panics
    ///
    /// If [`PIECES`] has none of that name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let known = PIECES.iter().find(|piece| piece.name == name);
        *known.unwrap_or_else(|| panic!("no piece `{name}`"))
    }

    /// Its steps in all directions, each once, in rising order.
    #[must_use]
    pub fn steps(&self) -> Vec<PlainStep> {
        let leaps = self.leaps.iter().flat_map(|&step| directions(step, 1));
        let rides = self.rides.iter().flat_map(|&step| directions(step, RIDE));
        let mut steps: Vec<PlainStep> = leaps.chain(rides).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }
}

/// The steps of a piece as it is stated: a named one, `leaper:A,B`, `rider:A,B`,
/// `betza:LETTERS`, or a sum of these; of several steps in one direction the longest.
///
/// # Panics
///
/// If the text names anything else.
#[must_use]
pub fn stated_steps(piece: &str) -> Vec<PlainStep> {
    let of_leap = |leap: &str, most: u32| {
        let (a, b) = leap.split_once(',').expect("two numbers");
        let number = |text: &str| text.parse().expect("a number");
        directions((number(a), number(b)), most).to_vec()
    };
    let of_term = |term: &str| match term.split_once(':') {
        Some(("leaper", leap)) => of_leap(leap, 1),
        Some(("rider", leap)) => of_leap(leap, RIDE),
        Some(("betza", text)) => betza_steps(text),
        None if term.starts_with("hex-") => steps_on_hexagons(term),
        _ => PlainPiece::named(term).steps(),
    };
    let mut steps: Vec<PlainStep> = piece.split('+').flat_map(of_term).collect();
    steps.sort_unstable();
    steps.reverse();
    steps.dedup_by_key(|&mut (down, right, _)| (down, right));
    steps.reverse();
    steps
}

/// Whether a piece has a step that does not lead back: one without its opposite or, where rows are
/// joined in reverse order, without its reflection.
#[must_use]
pub fn is_one_way(steps: &[PlainStep], mirrored: bool) -> bool {
    steps.iter().any(|&(down, right, most)| {
        let opposite = steps.contains(&(-down, -right, most));
        !opposite || mirrored && !steps.contains(&(-down, right, most))
    })
}

/// A step in its eight directions.
fn directions((a, b): (i32, i32), most: u32) -> [PlainStep; 8] {
    [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]
        .map(|(down, right)| (down, right, most))
}
