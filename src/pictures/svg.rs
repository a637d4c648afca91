//! Boards and tours as SVG.

use std::fmt::Write as _;

use svg::{
    Document, Node,
    node::element::{Circle, Group, Path, Rectangle},
};

use super::{
    Drawing,
    colour::along,
    counted, exchange,
    frame::{BoardFrame, DOTTED, MARK, NUMBER, NUMBERED, PAPER, a_size, decimal, label},
    graph,
    lines::{bent, polyline},
    meeting,
    pieces::pieces,
    route,
};
use crate::board::{Board, square::Square};

/// The most colours of a path.
const COLOURS: usize = 64;

/// A drawing as a picture.
#[must_use]
pub fn draw(drawing: &Drawing<'_>, title: &str) -> Document {
    match drawing {
        Drawing::Tour { board, path, closed } => tour(board, path, *closed, title),
        Drawing::Pieces { board, pieces: placed, attacks } => pieces(board, placed, attacks, title),
        Drawing::Marked { board, marks, pairs } => marked(board, marks, pairs, title),
        Drawing::Route(route) => route::svg(route, title),
        Drawing::Meeting(meeting) => meeting::svg(meeting, title),
        Drawing::Exchange(exchange) => exchange::svg(exchange, title),
        Drawing::Graph(picture) => graph::svg(picture, title),
    }
}

/// A tour as a picture: the path changes its colour from the start to the end, the start is
/// a disc, and the end of an open tour is a square.
///
/// Squares are numbered on boards of at most 12 rows and columns and dotted on boards of at
/// most 60. The size is linear in the path and the blocked squares. The document prints
/// itself piece by piece, so `write!(out, "{document}")` needs less memory than
/// [`svg::write`], which makes a string of it first.
#[must_use]
pub fn tour(board: &Board, path: &[Square], closed: bool, title: &str) -> Document {
    let frame = BoardFrame::new(board);
    let mut description = format!("{} board; {} of its ", a_size(board), path.len());
    let _ = write!(description, "{} free squares are visited", board.free_squares());
    if let (Some(start), Some(end)) = (path.first(), path.last()) {
        let _ = write!(description, ", from {start} to {end}");
        if closed {
            let _ = write!(description, " and back to {start}");
        }
    }
    description.push('.');
    let mut document = frame.document(board, title, &description).add(frame.lines(path, closed, 0));
    if frame.longest <= NUMBERED {
        document = document.add(frame.rings(path, closed)).add(frame.ends(path, closed));
        document = document.add(frame.numbers(path, closed, 1));
    } else {
        document = document.add(frame.ends(path, closed));
    }
    document
}

/// A board with some squares marked, and lines between those that belong together.
#[must_use]
pub fn marked(board: &Board, marks: &[Square], pairs: &[[Square; 2]], title: &str) -> Document {
    let frame = BoardFrame::new(board);
    let description =
        format!("{} board; {} are marked.", a_size(board), counted(marks.len(), "square"));
    let area = frame.cells(marks.iter().copied());
    let mut lines = Group::new()
        .set("fill", "none")
        .set("stroke", MARK)
        .set("stroke-linecap", "round")
        .set("stroke-width", frame.tenths(2));
    for &[from, to] in pairs {
        let line = polyline([from, to].map(|square| frame.centre(square)));
        lines = lines.add(Path::new().set("d", line));
    }
    frame
        .document(board, title, &description)
        .add(Path::new().set("fill", MARK).set("fill-opacity", ".55").set("d", area))
        .add(lines)
}

impl BoardFrame {
    /// The path in pieces of one colour each, with the dots of their squares; the line is at
    /// least this many hundredths of a pixel wide.
    pub(super) fn lines(&self, path: &[Square], closed: bool, least: i64) -> Group {
        // The thinner the squares, the more of them the line takes, to be seen at all.
        let width = match self.longest {
            longest if longest <= NUMBERED => 85,
            longest if longest <= DOTTED => 115,
            _ => 130,
        };
        let mut lines = Group::new()
            .set("fill", "none")
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round")
            .set("stroke-width", decimal((self.cell * width / 10).max(least)));
        let moves =
            if closed && path.len() > 1 { path.len() } else { path.len().saturating_sub(1) };
        let pieces = moves.min(COLOURS);
        for piece in 0..pieces {
            let first = piece * moves / pieces;
            let last = (piece + 1) * moves / pieces;
            let colour = along(closed, piece, pieces).to_string();
            let visits = (first..=last).map(|step| path[step % path.len()]);
            let points: Vec<(i64, i64)> = visits.map(|square| self.centre(square)).collect();
            let line = bent(&points, self.cell);
            lines = lines.add(Path::new().set("stroke", colour.as_str()).set("d", line));
            if self.longest > NUMBERED && self.longest <= DOTTED {
                lines = lines.add(
                    Path::new()
                        .set("stroke", colour)
                        .set("stroke-width", self.tenths(3))
                        .set("d", self.dots(&path[first..last])),
                );
            }
        }
        lines
    }

    /// A ring on each visited square, with room for a number.
    pub(super) fn rings(&self, path: &[Square], closed: bool) -> Group {
        let mut rings = Group::new().set("fill", PAPER).set("stroke-width", decimal(self.cell * 5));
        for (step, &square) in path.iter().enumerate() {
            let colour = along(closed, step, path.len()).to_string();
            rings = rings.add(self.disc(square, 29).set("stroke", colour));
        }
        rings
    }

    /// A circle whose radius is this many hundredths of a square's side.
    pub(super) fn disc(&self, square: Square, radius: i64) -> Circle {
        let (x, y) = self.centre(square);
        Circle::new().set("cx", x).set("cy", y).set("r", decimal(self.cell * radius))
    }

    /// A disc at the start, and a square at the end of an open tour.
    pub(super) fn ends(&self, path: &[Square], closed: bool) -> Group {
        let mut ends = Group::new();
        let [start, .., end] = path else {
            if let [start] = path {
                ends = ends.add(self.disc(*start, 31).set("fill", along(closed, 0, 1).to_string()));
            }
            return ends;
        };
        // On large boards a mark as large as a square would not be found.
        let radius = 31.max(i64::from(self.longest) * 9 / 10);
        let colour = |step| along(closed, step, path.len()).to_string();
        ends = ends
            .set("stroke", PAPER)
            .set("stroke-width", decimal(self.cell * radius / 6))
            .add(self.disc(*start, radius).set("fill", colour(0)));
        if !closed {
            let (x, y) = self.centre(*end);
            let half = (self.cell * radius / 100).max(1);
            ends = ends.add(
                Rectangle::new()
                    .set("x", x - half)
                    .set("y", y - half)
                    .set("width", 2 * half)
                    .set("height", 2 * half)
                    .set("rx", half / 4)
                    .set("fill", colour(path.len() - 1)),
            );
        }
        ends
    }

    /// The number of each visit; the first has `first`.
    pub(super) fn numbers(&self, path: &[Square], closed: bool, first: usize) -> Group {
        let size = if path.len() < 100 { 30 } else { 26 };
        let size = self.cell * size / 100;
        let mut numbers =
            Group::new().set("fill", NUMBER).set("font-size", size).set("text-anchor", "middle");
        for (step, &square) in path.iter().enumerate() {
            let (x, y) = self.centre(square);
            let mut number = label(x, y + size * 36 / 100, &(step + first).to_string());
            if step == 0 {
                Node::assign(&mut number, "fill", "#fff");
            }
            if step == 0 || (step + 1 == path.len() && !closed) {
                Node::assign(&mut number, "font-weight", "bold");
            }
            numbers = numbers.add(number);
        }
        numbers
    }

    /// Such a part of the board's longer side, in hundredths of a pixel: the least width of a
    /// line that does not cross most squares.
    pub(super) fn part_of_side(&self, part: i64) -> i64 {
        self.cell * i64::from(self.longest) * 100 / part
    }

    /// Points, which a round line cap makes dots.
    pub(super) fn dots(&self, squares: &[Square]) -> String {
        let mut dots = String::new();
        for &square in squares {
            let (x, y) = self.centre(square);
            let _ = write!(dots, "M{x} {y}h0");
        }
        dots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        Board::parse(text).unwrap()
    }

    /// The free squares row by row.
    fn rows(board: &Board) -> Vec<Square> {
        board.squares().collect()
    }

    fn count(document: &str, tag: &str) -> usize {
        let document = roxmltree::Document::parse(document).unwrap();
        document
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag)))
            .count()
    }

    fn texts(document: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(document).unwrap();
        document.descendants().filter_map(|node| node.text()).map(str::to_string).collect()
    }

    #[test]
    fn a_small_board_has_all_numbers() {
        let mut board = board("7x12");
        board.block(Square { column: 0, rank: 0 });
        let path = rows(&board);
        for closed in [false, true] {
            let document = tour(&board, &path, closed, "a tour").to_string();
            assert_eq!(document, tour(&board, &path, closed, "a tour").to_string());
            let texts = texts(&document);
            for number in 1..=83 {
                assert!(texts.contains(&number.to_string()), "{number}");
            }
            assert!(texts.contains(&"l".into()) && texts.contains(&"7".into()));
            assert_eq!(count(&document, "pattern"), 1);
            // The rings and the start.
            assert_eq!(count(&document, "circle"), 84);
            assert!(document.len() < 20_000, "{}", document.len());
        }
    }

    #[test]
    fn lines_are_drawn_from_square_to_square() {
        let board = board("3x3");
        let path = [(0, 0), (1, 2), (2, 0), (0, 1)].map(|(column, rank)| Square { column, rank });
        let document = tour(&board, &path, false, "").to_string();
        for line in ["M32 160l64-128", "M96 32l64 128", "M160 160l-128-64"] {
            assert!(document.contains(&format!("\"{line}\"")), "{line} in {document}");
        }
        assert!(!document.contains("\"M32 96l0 64\""));
        assert!(tour(&board, &path, true, "").to_string().contains("\"M32 96l0 64\""));
    }

    #[test]
    fn titles_are_escaped() {
        let title = "a <b> & \"c\" 'd' ]]> \u{1}";
        let texts = texts(&tour(&board("2x2"), &[], false, title).to_string());
        assert!(texts.contains(&title.replace('\u{1}', "\\u{1}")), "{texts:?}");
    }

    #[test]
    fn short_paths() {
        let board = board("8x8");
        let all = rows(&board);
        for length in 0..4 {
            for closed in [false, true] {
                let document = tour(&board, &all[..length], closed, "").to_string();
                assert_eq!(count(&document, "circle"), length + usize::from(length > 0));
            }
        }
        let outside = [Square { column: 9, rank: 30 }, Square { column: u32::MAX - 1, rank: 0 }];
        count(&tour(&board, &outside, true, "").to_string(), "circle");
    }

    #[test]
    fn long_boards() {
        for size in ["1x1", "1x12", "1x30", "1x200", "200x1", "1x10000", "2x700"] {
            let board = board(size);
            let document = tour(&board, &rows(&board), false, "").to_string();
            assert!(count(&document, "path") > 0 || size == "1x1");
            assert!(texts(&document).contains(&"a".into()));
            assert!(count(&document, "text") < 130, "{size}");
        }
    }

    #[test]
    fn large_boards_take_few_bytes_a_square() {
        for (size, most) in [("30x30", 30), ("60x60", 22), ("200x200", 8), ("1000x1000", 7)] {
            let board = board(size);
            let path = rows(&board);
            let document = tour(&board, &path, true, "").to_string();
            let bytes = document.len();
            assert!(bytes < most * path.len(), "{size}: {bytes}");
            assert!(count(&document, "path") <= 2 * COLOURS + 2);
        }
    }
}
