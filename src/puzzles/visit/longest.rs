//! Longest paths and cycles: a visit that may leave out places, without crossings or induced if
//! wanted; the checks of what they are.

use std::{collections::HashMap, fmt};

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    longest_path::{LongestPath, MOST_EDGES},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Visit, VisitParts, VisitedPlaces};
use crate::puzzles::{
    PuzzleRules, Ruling, Solution, StatementError, Violation, ensure,
    exhaustive::{self, Exhausted, Scope, StepBudget, paths},
    fields::{Field, words},
    places::PlaceName,
};

/// Asks for a longest path or cycle, which may leave out places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Longest {
    /// Whether no two moves, as lines between the centres of squares, may cross or touch, except at
    /// the square that they share.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uncrossed: bool,
    /// Whether places that are linked must follow each other.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub induced: bool,
    /// At least this many moves are enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
}

/// In a title, before the path: `longest uncrossed`.
impl fmt::Display for Longest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = self.at_least.is_none();
        let words =
            [(longest, "longest"), (self.uncrossed, "uncrossed"), (self.induced, "induced")];
        let words = words.into_iter().filter_map(|(is, word)| is.then_some(word));
        formatter.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

impl Longest {
    /// The model of a visit that may leave out places.
    ///
    /// # Errors
    /// [`StatementError`] if the visit has times or a symmetry, or moves cannot be checked for
    /// crossings.
    pub(super) fn model<N: PlaceName>(
        self,
        asked: &VisitParts<N>,
        visit: Hamiltonian,
    ) -> Result<LongestPath, StatementError> {
        let others =
            [(Field::Times, !asked.times.is_empty()), (Field::Symmetry, asked.symmetry.is_some())];
        if let Some(&(field, _)) = others.iter().find(|(_, is_stated)| *is_stated) {
            let problem = words![field, " is for visits of every place, not for ", Field::Longest];
            return Err(StatementError::whole(problem).blaming(field));
        }
        let mut model = LongestPath::new(visit);
        if self.uncrossed {
            let problem = format!(
                "moves that do not cross are for boards of squares in the plane with at most {MOST_EDGES} moves"
            );
            let refused = || StatementError::at(Field::Uncrossed, problem);
            model = model.uncrossed().ok_or_else(refused)?;
        }
        (model.induced, model.at_least) = (self.induced, self.at_least);
        Ok(model)
    }
}

/// A place of a board as its row and column.
type Point = [i64; 2];

fn between(from: Point, to: Point) -> Point {
    [to[0] - from[0], to[1] - from[1]]
}

fn cross(a: Point, b: Point) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Point, b: Point) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Whether two segments have a common point: the places along each at which the lines meet.
fn meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (one, other, apart) = (between(a, b), between(c, d), between(a, c));
    let area = cross(one, other);
    if area == 0 {
        // Parallel: on one line, the ends of the second are at these places along the first.
        let along = [c, d].map(|end| dot(between(a, end), one));
        return cross(apart, one) == 0
            && along[0].max(along[1]) >= 0
            && along[0].min(along[1]) <= dot(one, one);
    }
    [cross(apart, other), cross(apart, one)]
        .iter()
        .all(|place| (0..=area.abs()).contains(&(place * area.signum())))
}

impl<P: VisitedPlaces> Visit<P> {
    /// The number of moves of a longest path; `None` if every place must be visited.
    pub(super) fn length(&self, solution: &Solution) -> Option<u64> {
        self.asked.longest?;
        let places = P::Name::path_of(solution)?.len() as u64;
        Some(places.saturating_sub(u64::from(!self.asked.closed)))
    }

    /// Checks the conditions on a longest path, whose places are different and linked.
    pub(super) fn check_longest(&self, path: &[P::Name], longest: Longest) -> Ruling {
        let (links, of) = (P::Name::WORDS.link, P::WORDS);
        let moves = path.len() as u64 - u64::from(!self.asked.closed);
        if let Some(least) = longest.at_least {
            ensure!(moves >= least, "the {} has {moves} {links}s, but needs {least}", of.open);
        }
        if longest.uncrossed {
            self.check_crossings(path)?;
        }
        if longest.induced {
            self.check_induced(path)?;
        }
        Ok(())
    }

    /// Checks that no two moves meet, except two in a row at the square between them.
    fn check_crossings(&self, path: &[P::Name]) -> Ruling {
        let Some(board) = self.places.board() else {
            return Err(Violation("a graph has no moves that could cross".into()));
        };
        let point = |name: &P::Name| {
            let square = board.square_of_cell(self.places.number(name)? as usize);
            Ok([square.rank.into(), square.column.into()])
        };
        let mut points = path.iter().map(point).collect::<Result<Vec<Point>, Violation>>()?;
        if self.asked.closed {
            points.push(points[0]);
        }
        let steps: Vec<[Point; 2]> = points.windows(2).map(|ends| [ends[0], ends[1]]).collect();
        for (second, &[from, to]) in steps.iter().enumerate() {
            for (first, &[start, end]) in steps[..second].iter().enumerate() {
                // Where two moves share a square, they may only not run over each other.
                let folds = |a, b| cross(a, b) == 0 && dot(a, b) > 0;
                let meets = if end == from {
                    folds(between(end, start), between(from, to))
                } else if start == to {
                    folds(between(start, end), between(to, from))
                } else {
                    meet([start, end], [from, to])
                };
                let name = |at: usize| &path[at % path.len()];
                let [a, b, c, d] = [first, first + 1, second, second + 1].map(name);
                ensure!(!meets, "the {}s {a}-{b} and {c}-{d} cross", P::Name::WORDS.link);
            }
        }
        Ok(())
    }

    /// Checks that places that are linked follow each other.
    fn check_induced(&self, path: &[P::Name]) -> Ruling {
        let numbers = path.iter().map(|name| self.places.number(name));
        let numbers = numbers.collect::<Result<Vec<u32>, _>>()?;
        let at: HashMap<u32, usize> = numbers.iter().copied().zip(0..).collect();
        for (here, &place) in numbers.iter().enumerate() {
            for other in self.places.next_to(place) {
                let Some(&there) = at.get(&other) else { continue };
                let follows = here.abs_diff(there) == 1
                    || self.asked.closed && here.abs_diff(there) == path.len() - 1;
                let [one, other] = [&path[here], &path[there]];
                ensure!(follows, "{one} and {other} are linked, but do not follow each other");
            }
        }
        Ok(())
    }

    /// Finds every path or cycle over these places and their successors, of every length in the scope.
    pub(super) fn exhaust_longest(
        &self,
        names: &[P::Name],
        successors: &[Vec<usize>],
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut exhaustive::Found<'_>,
    ) -> Exhausted {
        let closed = self.asked.closed;
        let is_turned = closed && !self.places.is_directed();
        let mut accepted = |path: &[usize]| {
            let path = path.iter().map(|&at| names[at].clone()).collect();
            let solution = P::Name::path(self.asked.begun(path));
            let length = self.length(&solution).unwrap_or(0);
            let is_enough = match scope {
                Scope::Better(value) => length > value,
                Scope::AsGood(value) => length >= value,
                _ => true,
            };
            (is_enough && self.verify(&solution).is_ok()).then_some(solution)
        };
        paths::each(successors, closed, is_turned, budget, &mut accepted, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_at_ends_too() {
        let all = |one, other, meets| {
            assert_eq!((meet(one, other), meet(other, one)), (meets, meets), "{one:?} {other:?}");
        };
        all([[0, 0], [2, 1]], [[0, 1], [2, 0]], true);
        all([[0, 0], [2, 1]], [[0, 1], [2, 2]], false);
        all([[0, 0], [2, 1]], [[2, 1], [4, 4]], true);
        all([[0, 0], [0, 2]], [[0, 1], [1, 1]], true);
        all([[0, 0], [0, 1]], [[0, 2], [0, 3]], false);
        all([[0, 0], [0, 2]], [[0, 3], [0, 1]], true);
        all([[0, 0], [0, 2]], [[1, 0], [1, 2]], false);
    }
}
