//! Symmetric tours: a rotation or reflection of the board that maps the moves onto themselves.

use std::{collections::HashSet, fmt, str::FromStr};

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Visit, VisitedPlaces};
use crate::{
    board::{Board, symmetry::Symmetry},
    nearest::unknown,
    puzzles::{Ruling, StatementError, Violation, ensure, fields::Field},
};

/// A rotation or reflection of a board that keeps a tour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TourSymmetry {
    /// By 180 degrees.
    HalfTurn,
    /// By 90 degrees.
    QuarterTurn,
    /// Left and right are exchanged.
    Mirror,
    /// Top and bottom are exchanged.
    Flip,
}

/// The names, each with that of the symmetry of a lattice.
const NAMES: [(TourSymmetry, &str, &str); 4] = [
    (TourSymmetry::HalfTurn, "half-turn", "half_turn"),
    (TourSymmetry::QuarterTurn, "quarter-turn", "quarter_turn"),
    (TourSymmetry::Mirror, "mirror", "left_right"),
    (TourSymmetry::Flip, "flip", "up_down"),
];

impl fmt::Display for TourSymmetry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(one, ..)| one == self).map_or("", |(_, name, _)| name);
        formatter.write_str(name)
    }
}

impl FromStr for TourSymmetry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(_, name, _)| *name == text).map(|&(one, ..)| one);
        found.ok_or_else(|| unknown("symmetry", text, NAMES.iter().map(|&(_, name, _)| name)))
    }
}

impl TourSymmetry {
    /// The image of a place of a board, counted in reading order; the board is square for a quarter
    /// turn.
    #[must_use]
    pub fn image(self, board: &Board, place: u32) -> u32 {
        let (rows, columns) = (board.rows(), board.columns());
        let (row, column) = (place / columns, place % columns);
        let (row, column) = match self {
            Self::HalfTurn => (rows - 1 - row, columns - 1 - column),
            Self::QuarterTurn => (column, rows - 1 - row),
            Self::Mirror => (row, columns - 1 - column),
            Self::Flip => (rows - 1 - row, column),
        };
        row * columns + column
    }

    /// The image of a step.
    fn turned(self, step: &Step) -> Step {
        let (rows, columns) = match self {
            Self::HalfTurn => (-step.rows, -step.columns),
            Self::QuarterTurn => (step.columns, -step.rows),
            Self::Mirror => (step.rows, -step.columns),
            Self::Flip => (-step.rows, step.columns),
        };
        Step { rows, columns, ..*step }
    }

    /// Whether another symmetry of the board maps a tour that this one keeps to one that it keeps too.
    #[must_use]
    pub fn is_kept_by(self, other: &Symmetry) -> bool {
        matches!(self, Self::HalfTurn | Self::QuarterTurn) || !other.transposes()
    }

    /// The model of a visit of a board with this symmetry.
    ///
    /// # Errors
    /// [`StatementError`] if the symmetry does not keep the board.
    pub fn applied(
        self,
        board: &Board,
        mut model: Hamiltonian,
    ) -> Result<Hamiltonian, StatementError> {
        let wrong = |problem: String| StatementError::of(Field::Symmetry, &self, problem);
        if self == Self::QuarterTurn && board.rows() != board.columns() {
            return Err(wrong(format!("{board} is not square")));
        }
        if self == Self::QuarterTurn && !model.closed {
            let problem = "an open tour has two ends, which a quarter turn cannot exchange";
            return Err(wrong(problem.into()));
        }
        if board.surface().is_joined() {
            return Err(wrong(
                "symmetric tours are for boards whose borders are not joined".into(),
            ));
        }
        if model.is_directed() {
            return Err(wrong("the moves of a symmetric tour must lead back".into()));
        }
        let steps = model.board().map_or(&[][..], Lattice::steps);
        if !steps.iter().all(|step| steps.contains(&self.turned(step))) {
            return Err(wrong("it does not map moves of the piece onto moves".into()));
        }
        let (_, _, name) = NAMES.iter().find(|(one, ..)| *one == self).unwrap_or(&NAMES[0]);
        let lattice = model.board();
        let symmetries = lattice.map(Lattice::symmetries).unwrap_or_default();
        let symmetry = symmetries.into_iter().find(|symmetry| symmetry.name == *name);
        let symmetry =
            symmetry.ok_or_else(|| wrong("it does not keep the blocked squares".into()))?;
        // On a single row or column a reflection may move no square.
        let moves = (0..).zip(&symmetry.images).any(|(vertex, &image): (u32, _)| vertex != image);
        model.symmetry = moves.then(|| symmetry.into());
        Ok(model)
    }
}

impl<P: VisitedPlaces> Visit<P> {
    /// Checks that the stated symmetry maps the moves of a path onto themselves.
    pub(super) fn check_symmetry(&self, path: &[P::Name]) -> Ruling {
        let (Some(symmetry), Some(board)) = (self.asked.symmetry, self.places.board()) else {
            return Ok(());
        };
        let path: Vec<u32> =
            path.iter().map(|name| self.places.number(name)).collect::<Result<_, Violation>>()?;
        let back = self.asked.closed.then(|| path.first().zip(path.last())).flatten();
        let moves = path.windows(2).map(|step| (&step[0], &step[1])).chain(back);
        let moves: HashSet<(u32, u32)> = moves.map(|(&a, &b)| (a.min(b), a.max(b))).collect();
        for &(a, b) in &moves {
            let (one, other) = (symmetry.image(board, a), symmetry.image(board, b));
            if !moves.contains(&(one.min(other), one.max(other))) {
                let [a, b, one, other] = [a, b, one, other].map(|place| self.places.name(place));
                ensure!(
                    false,
                    "the tour has the move {a}-{b}, but not its image {one}-{other} by the {symmetry}"
                );
            }
        }
        Ok(())
    }
}
