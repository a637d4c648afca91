//! Lines of several ways that coincide, drawn side by side.

use std::collections::BTreeMap;

/// Across and down, in pixels.
pub type Point = (i64, i64);

/// The most lines that are kept apart where they coincide.
const MOST_APART: usize = 2_000;

/// Which ways use which lines.
pub struct WayLanes {
    /// By the two ends of a line, the smaller first; the ways in rising order.
    ways: BTreeMap<[Point; 2], Vec<usize>>,
}

impl WayLanes {
    /// The lanes of ways through points; a way may stay at a point. No lines are kept apart if the
    /// ways have more than 2,000.
    pub fn new(ways: &[Vec<Point>]) -> Self {
        let mut lanes: BTreeMap<[Point; 2], Vec<usize>> = BTreeMap::new();
        if ways.iter().map(Vec::len).sum::<usize>() <= MOST_APART {
            for (index, way) in ways.iter().enumerate() {
                for ends in way.windows(2) {
                    let ways = lanes.entry(sorted(ends[0], ends[1])).or_default();
                    if ways.last() != Some(&index) {
                        ways.push(index);
                    }
                }
            }
        }
        Self { ways: lanes }
    }

    /// The ends of a line of a way, moved to one side if other ways use the line too; `cell`: the
    /// side of a square.
    pub fn apart(&self, way: usize, [from, to]: [Point; 2], cell: i64) -> [Point; 2] {
        let lane = self.of(way, from, to);
        // The same side in both directions.
        let [first, second] = sorted(from, to);
        let (right, down) = ((second.0 - first.0) as f64, (second.1 - first.1) as f64);
        let distance = (right * right + down * down).sqrt().max(1.0);
        let aside = (cell * lane) as f64 / 100.0 / distance;
        let (x, y) = ((-down * aside).round() as i64, (right * aside).round() as i64);
        [from, to].map(|end| (end.0 + x, end.1 + y))
    }

    /// How far a way is from the middle of a line, in hundredths of a square's side.
    fn of(&self, way: usize, from: Point, to: Point) -> i64 {
        let Some(ways) = self.ways.get(&sorted(from, to)) else { return 0 };
        let Ok(index) = ways.binary_search(&way) else { return 0 };
        let count = ways.len() as i64;
        let apart = 11.min(44 / count);
        (2 * index as i64 + 1 - count) * apart / 2
    }
}

/// Two points, the left one first, of two in a column the lower one.
fn sorted(one: Point, other: Point) -> [Point; 2] {
    let key = |(x, y): Point| (x, -y);
    if key(one) <= key(other) { [one, other] } else { [other, one] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_through_the_same_points_lie_side_by_side() {
        let ways = [vec![(0, 0), (100, 0)], vec![(100, 0), (0, 0)], vec![(0, 0), (0, 0), (0, 100)]];
        let lanes = WayLanes::new(&ways);
        let line = |way: usize, end: usize| {
            let ends = &ways[way][end - 1..=end];
            lanes.apart(way, [ends[0], ends[1]], 100)
        };
        assert_eq!(line(0, 1), [(0, -5), (100, -5)]);
        assert_eq!(line(1, 1), [(100, 5), (0, 5)]);
        assert_eq!(line(2, 1), [(0, 0); 2]);
        assert_eq!(line(2, 2), [(0, 0), (0, 100)]);
    }
}
