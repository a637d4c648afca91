//! Lines between points of a picture, and arrowheads.

use std::fmt::Write as _;

use super::frame::decimal;

/// A line through points, as the `d` of a path.
pub fn polyline(points: impl IntoIterator<Item = (i64, i64)>) -> String {
    let mut points = points.into_iter();
    let mut line = String::new();
    let Some((mut x, mut y)) = points.next() else { return line };
    let _ = write!(line, "M{x} {y}l");
    for (index, (to_x, to_y)) in points.enumerate() {
        let between = if index > 0 && to_x >= x { " " } else { "" };
        let middle = if to_y >= y { " " } else { "" };
        let _ = write!(line, "{between}{}{middle}{}", to_x - x, to_y - y);
        (x, y) = (to_x, to_y);
    }
    line
}

/// A line through the centres of squares with this side, as the `d` of a path: a move that passes
/// over another square bends aside, so that it does not look like several, and moves to and fro do
/// not overlap.
pub fn bent(points: &[(i64, i64)], cell: i64) -> String {
    let passes = |from: (i64, i64), to: (i64, i64)| {
        let (across, down) = ((to.0 - from.0).abs() / cell, (to.1 - from.1).abs() / cell);
        greatest_common_divisor(across, down) > 1
    };
    if !points.windows(2).any(|ends| passes(ends[0], ends[1])) {
        return polyline(points.iter().copied());
    }
    let mut line = String::new();
    if let Some((x, y)) = points.first() {
        let _ = write!(line, "M{x} {y}");
    }
    for ends in points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        if passes(from, to) {
            let length = (right as f64).hypot(down as f64);
            let aside = cell as f64 * 0.84 / length;
            let part = |half: i64, across: i64| (half as f64 / 2.0 + across as f64 * aside).round();
            let (x, y) = (part(right, -down), part(down, right));
            let _ = write!(line, "q{x} {y} {right} {down}");
        } else {
            let _ = write!(line, "l{right} {down}");
        }
    }
    line
}

pub fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An arrowhead of this length between two points, as the `d` of a path: its tip is on the border
/// of the square with this half side around the second point. Empty if the points are equal.
pub fn arrow_head(from: (i64, i64), to: (i64, i64), half: i64, length: i64) -> String {
    let (right, down) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let distance = (right * right + down * down).sqrt();
    if distance == 0.0 {
        return String::new();
    }
    let (right, down) = (right / distance, down / distance);
    let before = half as f64 / right.abs().max(down.abs());
    let point = |back: f64, aside: f64| {
        let x = to.0 as f64 - right * back - down * aside;
        let y = to.1 as f64 - down * back + right * aside;
        let [x, y] = [x, y].map(|part| decimal((part * 100.0).round() as i64));
        format!("{x} {y}")
    };
    let (base, aside) = (before + length as f64, length as f64 * 0.45);
    format!("M{}L{}L{}Z", point(before, 0.0), point(base, aside), point(base, -aside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(polyline([]), "");
        assert_eq!(polyline([(3, 4), (1, 2), (5, 6), (5, 0)]), "M3 4l-2-2 4 4 0-6");
    }

    #[test]
    fn moves_over_squares_bend() {
        assert_eq!(bent(&[(8, 8), (24, 40)], 16), polyline([(8, 8), (24, 40)]));
        assert_eq!(
            bent(&[(8, 8), (40, 8), (8, 8), (24, 8)], 16),
            "M8 8q16 13 32 0q-16 -13 -32 0l16 0"
        );
        assert_eq!(bent(&[], 16), "");
        assert_eq!(bent(&[(8, 8)], 16), polyline([(8, 8)]));
    }

    #[test]
    fn heads() {
        assert_eq!(arrow_head((0, 0), (100, 0), 10, 20), "M90 0L70 9L70 -9Z");
        assert_eq!(arrow_head((0, 100), (0, 0), 0, 20), "M0 0L9 20L-9 20Z");
        assert_eq!(arrow_head((7, 7), (7, 7), 10, 20), "");
    }
}
