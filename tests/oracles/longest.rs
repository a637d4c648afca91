//! Longest paths and cycles: every path is tried.

use crate::tours::PlainTour;

/// A requested longest path or cycle.
#[derive(Debug, Clone)]
pub struct PlainLongest {
    /// The graph, whether a cycle is asked for, its ends and the given edges; a start of a cycle is on it.
    pub tour: PlainTour,
    /// Where the vertices are, if no two moves may meet except in a row.
    pub points: Option<Vec<(i64, i64)>>,
    /// Whether adjacent vertices must follow each other.
    pub induced: bool,
    /// The least length, if the longest is not asked for.
    pub at_least: Option<u64>,
}

impl PlainLongest {
    /// The number of moves.
    #[must_use]
    pub fn length(&self, path: &[u32]) -> u64 {
        path.len() as u64 - u64::from(!self.tour.closed)
    }

    /// Whether a path is a witness of some length, from the definition.
    #[must_use]
    pub fn is_witness(&self, path: &[u32]) -> bool {
        let tour = &self.tour;
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return false };
        let mut moves: Vec<(u32, u32)> = path.windows(2).map(|step| (step[0], step[1])).collect();
        let fits = if tour.closed {
            moves.push((last, first));
            path.len() > if tour.directed { 1 } else { 2 }
                && tour.start.is_none_or(|start| path.contains(&start))
        } else {
            tour.start.is_none_or(|start| start == first) && tour.end.is_none_or(|end| end == last)
        };
        let makes = |a: u32, b: u32, either: bool| {
            moves.contains(&(a, b)) || either && moves.contains(&(b, a))
        };
        let leads = |a: u32, b: u32| tour.next[a as usize].contains(&b);
        let is_induced =
            path.iter().all(|&a| path.iter().all(|&b| !leads(a, b) || makes(a, b, true)));
        let mut sorted = path.to_vec();
        sorted.sort_unstable();
        fits && sorted.windows(2).all(|two| two[0] < two[1])
            && moves.iter().all(|&(a, b)| leads(a, b))
            && tour.given.iter().all(|&(a, b)| makes(a, b, !tour.directed))
            && self.at_least.is_none_or(|least| self.length(path) >= least)
            && (!self.induced || is_induced)
            && self.points.as_ref().is_none_or(|points| !has_crossing(&moves, points))
    }

    /// All witnesses of the least length or more, each in canonical form.
    #[must_use]
    pub fn all(&self) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for first in 0..self.tour.next.len() as u32 {
            self.extend(&mut vec![first], &mut all);
        }
        all
    }

    fn extend(&self, path: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        if self.is_witness(path) && *path == self.tour.canonical(path) {
            all.push(path.clone());
        }
        for &next in &self.tour.next[path[path.len() - 1] as usize] {
            if !path.contains(&next) {
                path.push(next);
                self.extend(path, all);
                path.pop();
            }
        }
    }
}

/// Whether two moves have a common point, except the vertex between two in a row.
fn has_crossing(moves: &[(u32, u32)], points: &[(i64, i64)]) -> bool {
    let at = |vertex: u32| points[vertex as usize];
    let turn = |(ax, ay): (i64, i64), (bx, by): (i64, i64), (cx, cy): (i64, i64)| {
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
    };
    let within = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| {
        turn(a, b, c) == 0
            && (a.0.min(b.0)..=a.0.max(b.0)).contains(&c.0)
            && (a.1.min(b.1)..=a.1.max(b.1)).contains(&c.1)
    };
    moves.iter().enumerate().any(|(number, &(a, b))| {
        moves[..number].iter().any(|&(c, d)| {
            let shared = [a, b].into_iter().find(|end| [c, d].contains(end));
            if let Some(shared) = shared {
                let [one, other] =
                    [(a, b), (c, d)].map(|(x, y)| at(if x == shared { y } else { x }));
                let shared = at(shared);
                return within(shared, one, other) || within(shared, other, one);
            }
            let [a, b, c, d] = [a, b, c, d].map(at);
            let parts = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
            parts || within(a, b, c) || within(a, b, d) || within(c, d, a) || within(c, d, b)
        })
    })
}
