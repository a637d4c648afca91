//! Gives an open tour the ends that are asked for, by rotations.

use std::collections::HashMap;

use super::edges::{MOVES, POLL_EVERY};
use crate::{limits::Reason, run::Run};

/// Rotations that are tried on any board.
const PATIENCE: u32 = 4096;

/// Rotations that are tried more, for each row and column.
const PATIENCE_A_LINE: u32 = 4;

/// A path with these ends, made of another one, or if that is `cyclic`, of one that may be
/// cut anywhere; `None` if none was found.
///
/// # Errors
/// The limit that was reached.
pub fn arrange(
    mut path: Vec<u32>,
    cyclic: bool,
    sides: (u32, u32),
    [start, end]: [Option<u32>; 2],
    run: &Run,
) -> Result<Option<Vec<u32>>, Reason> {
    let (Some(one), other) = (start.or(end), end.filter(|_| start.is_some())) else {
        return Ok(Some(path));
    };
    // From the one end to the other, or if that fails, the other way round.
    for (first, last) in [(Some(one), other), (other, Some(one))] {
        let Some(first) = first else { break };
        if !begin_at(&mut path, first, cyclic, sides, run)? {
            continue;
        }
        if cyclic && path.get(1).copied() == last {
            path[1..].reverse();
        }
        if let Some(last) = last.filter(|last| path.last() != Some(last)) {
            match towards(&path, sides, last, run)? {
                Some(rotated) => path = rotated,
                None => continue,
            }
        }
        if start != Some(first) {
            path.reverse();
        }
        return Ok(Some(path));
    }
    Ok(None)
}

/// Has a path begin at a square; `false`, and the same path in some direction, if no way was
/// found.
fn begin_at(
    path: &mut Vec<u32>,
    first: u32,
    cyclic: bool,
    sides: (u32, u32),
    run: &Run,
) -> Result<bool, Reason> {
    if cyclic {
        let place = path.iter().position(|&square| square == first);
        let place = place.expect("a tour visits every square");
        path.rotate_left(place);
        return Ok(true);
    }
    // Its last square is changed, or if that fails, its first one.
    for _ in 0..2 {
        if path.first() == Some(&first) {
            return Ok(true);
        }
        if path.last() != Some(&first) {
            match towards(path, sides, first, run)? {
                Some(rotated) => *path = rotated,
                None => {
                    path.reverse();
                    continue;
                }
            }
        }
        path.reverse();
        return Ok(true);
    }
    Ok(false)
}

/// Changes the last square of a path to `end`; the first one stays.
///
/// A rotation (Pósa 1976) takes a square of the path one move away from its last one: what
/// comes after it is run through backwards, so that its successor becomes the last square.
/// The last square thus wanders over the board; it goes where it was least often, and of these
/// squares to the one nearest to `end`. `None` if it did not come there: then nothing is known.
///
/// The path is kept as parts of the one given, so that k rotations take O(k²) steps, and O(n)
/// more; k is about half the distance.
///
/// # Errors
/// The limit that was reached.
fn towards(
    path: &[u32],
    (rows, columns): (u32, u32),
    end: u32,
    run: &Run,
) -> Result<Option<Vec<u32>>, Reason> {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return Ok(None) };
    let colour = |square: u32| (square / columns + square % columns) % 2;
    // A rotation keeps the colour of the last square.
    if first == end || colour(last) != colour(end) {
        return Ok(None);
    }
    run.counters.attempts.add(1);
    let mut places = vec![0; path.len()];
    for (begin, squares) in (0..).step_by(POLL_EVERY).zip(path.chunks(POLL_EVERY)) {
        run.poll()?;
        for (place, &square) in (begin..).zip(squares) {
            places[square as usize] = place;
        }
    }
    let mut parts = PathParts { parts: vec![(0, path.len() as u32 - 1)] };
    let position = |square: u32| (square / columns, square % columns);
    let mut visits = HashMap::new();
    let patience = PATIENCE + (rows + columns) * PATIENCE_A_LINE;
    let mut reached = false;
    for rotation in 0..patience {
        if rotation % 16 == 0 {
            run.poll()?;
        }
        let (row, column) = position(path[parts.last() as usize]);
        let mut best: Option<((u32, u64), usize, u32, u32)> = None;
        for (down, right) in MOVES {
            let Some((row, column)) = row
                .checked_add_signed(down)
                .zip(column.checked_add_signed(right))
                .filter(|&(row, column)| row < rows && column < columns)
            else {
                continue;
            };
            let place = places[(row * columns + column) as usize];
            let Some((part, next)) = parts.find(place) else { continue };
            let square = path[next as usize];
            let (row, column) = position(square);
            let (to_row, to_column) = position(end);
            let far = u64::from(row.abs_diff(to_row)).pow(2)
                + u64::from(column.abs_diff(to_column)).pow(2);
            let visited = visits.get(&square).copied().unwrap_or(0);
            let key = if square == end { (0, 0) } else { (visited, far) };
            if best.is_none_or(|(least, ..)| key < least) {
                best = Some((key, part, place, square));
            }
        }
        let Some((_, part, place, square)) = best else { break };
        *visits.entry(square).or_insert(0_u32) += 1;
        parts.rotate(part, place);
        if square == end {
            reached = true;
            break;
        }
    }
    if !reached {
        return Ok(None);
    }
    // The places are done; their room is as large as the path.
    let mut rotated = places;
    rotated.clear();
    parts.read(path, &mut rotated);
    Ok(Some(rotated))
}

/// A path in parts of another: places from … to, which may fall.
struct PathParts {
    parts: Vec<(u32, u32)>,
}

impl PathParts {
    /// The place of the last square.
    fn last(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.1)
    }

    /// The part in which a place is, and the place after it; `None` for the last two places of
    /// the path, at which nothing is to be rotated.
    fn find(&self, place: u32) -> Option<(usize, u32)> {
        let part = self
            .parts
            .iter()
            .position(|&(from, to)| (from.min(to)..=from.max(to)).contains(&place))?;
        let (from, to) = self.parts[part];
        let next = match place {
            place if place == to => self.parts.get(part + 1)?.0,
            place if from < to => place + 1,
            place => place - 1,
        };
        (next != self.last()).then_some((part, next))
    }

    /// Turns around what comes after a place, which is in this part.
    fn rotate(&mut self, part: usize, place: u32) {
        let (from, to) = self.parts[part];
        if place != to {
            let next = if from < to { place + 1 } else { place - 1 };
            self.parts[part].1 = place;
            self.parts.insert(part + 1, (next, to));
        }
        let rest = &mut self.parts[part + 1..];
        rest.reverse();
        for (from, to) in rest {
            std::mem::swap(from, to);
        }
    }

    /// Appends the squares of the path.
    fn read(&self, path: &[u32], list: &mut Vec<u32>) {
        for &(from, to) in &self.parts {
            if from <= to {
                list.extend_from_slice(&path[from as usize..=to as usize]);
            } else {
                list.extend(path[to as usize..=from as usize].iter().rev());
            }
        }
    }
}
