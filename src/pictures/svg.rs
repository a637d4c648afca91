//! Boards and tours as SVG.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{
    Drawing, agents,
    colour::{Rgb, along},
    counted, exchange,
    frame::{BoardFrame, DOTTED, GIVEN, MARK, NUMBER, NUMBERED, PAPER, a_size, decimal},
    graph,
    lines::{bent, polyline},
    markup::{Elements, SvgDocument},
    meeting,
    pieces::pieces,
    route,
};
use crate::board::{Board, square::Square};

/// The most colours of a path.
pub(super) const COLOURS: usize = 64;

impl Drawing<'_> {
    /// The drawing as a picture.
    pub(super) fn svg(&self, title: &str) -> SvgDocument {
        match self {
            Self::Tour { board, path, closed, given, .. } => {
                numbered_tour(board, path, (*closed, NUMBERED), given, title)
            }
            Self::Pieces { board, pieces: placed, attacks } => {
                pieces(board, placed, attacks, title)
            }
            Self::Marked { board, marks, pairs, parts } => {
                marked(board, (marks, pairs), parts, title)
            }
            Self::Route(route) => route::svg(route, title),
            Self::Meeting(meeting) => meeting::svg(meeting, title),
            Self::Exchange(exchange) => exchange::svg(exchange, title),
            Self::Agents(plan) => agents::svg(plan, title),
            Self::Graph(picture) => graph::svg(picture, title),
        }
    }
}

/// A tour as a picture: the path changes its colour from the start to the end, the start is
/// a disc, and the end of an open tour is a square.
///
/// Squares are numbered on boards of at most 12 rows and columns and dotted on boards of at
/// most 60. The size is linear in the path and the blocked squares.
#[cfg(test)]
#[must_use]
pub fn tour(board: &Board, path: &[Square], closed: bool, title: &str) -> SvgDocument {
    numbered_tour(board, path, (closed, NUMBERED), &[], title)
}

/// The same, numbered on boards of at most this many rows and columns; the given numbers are
/// bold, on discs of their own colour; without a path they are shown on all boards.
pub(super) fn numbered_tour(
    board: &Board,
    path: &[Square],
    (closed, numbered): (bool, u32),
    given: &[(Square, u32)],
    title: &str,
) -> SvgDocument {
    let frame = BoardFrame::new(board);
    let asks = path.is_empty() && !given.is_empty();
    let (count, verb) =
        if asks { (given.len(), "have numbers") } else { (path.len(), "are visited") };
    let mut description = format!("{} board; {count} of its ", a_size(board));
    let _ = write!(description, "{} free squares {verb}", board.free_squares());
    if let (Some(start), Some(end)) = (path.first(), path.last()) {
        let _ = write!(description, ", from {start} to {end}");
        if closed {
            let _ = write!(description, " and back to {start}");
        }
    }
    description.push('.');
    let mut picture = frame.document(board, title, &description);
    let content = &mut picture.content;
    frame.add_lines(content, path, closed, 0);
    if frame.longest <= numbered {
        frame.add_rings(content, path, closed);
        let radius = decimal(frame.cell * 27);
        for (x, y) in given.iter().filter(|_| !asks).map(|&(square, _)| frame.centre(square)) {
            let disc = format_args!(r#"<circle cx="{x}" cy="{y}" fill="{GIVEN}" r="{radius}"/>"#);
            content.add(disc);
        }
    }
    frame.add_ends(content, path, closed);
    if frame.longest <= numbered || asks {
        frame.add_numbers(content, path, (closed, 1), given);
    }
    picture
}

/// A board with some squares marked, lines between pairs, and parts in colours, which are numbered
/// if there are several. A reason in the title, after `: because `, is written below the board.
#[must_use]
pub fn marked(
    board: &Board,
    (marks, pairs): (&[Square], &[[Square; 2]]),
    parts: &[Vec<Square>],
    title: &str,
) -> SvgDocument {
    let frame = BoardFrame::new(board);
    let mut description =
        format!("{} board; {} are marked", a_size(board), counted(marks.len(), "square"));
    if !parts.is_empty() {
        let _ = write!(description, ", and {} coloured", counted(parts.len(), "part"));
    }
    description.push('.');
    let mut picture = frame.captioned(board, title, &description);
    let content = &mut picture.content;
    let several = parts.len() > 1;
    let grouped: BTreeSet<&Square> = parts.iter().flatten().collect();
    for (number, part) in parts.iter().enumerate() {
        let area = frame.cells(part.iter().copied());
        let colour = along(true, number, parts.len());
        content.path(&area, format_args!(r#" fill="{colour}" fill-opacity=".55""#));
    }
    // A cut is darker than the parts into which it divides the board.
    let (fill, opacity) = if several { (NUMBER, ".8") } else { (MARK, ".55") };
    let area = frame.cells(marks.iter().filter(|square| !grouped.contains(square)).copied());
    if !area.is_empty() {
        content.path(&area, format_args!(r#" fill="{fill}" fill-opacity="{opacity}""#));
    }
    if several && frame.longest <= NUMBERED {
        let size = frame.cell * 40 / 100;
        let mut numbers = Elements::default();
        for (number, part) in (1..).zip(parts) {
            for &square in part {
                let (x, y) = frame.centre(square);
                numbers.label((x, y + size * 36 / 100), &format!("{number}"), format_args!(""));
            }
        }
        let look = format_args!(r#"g fill="{NUMBER}" font-size="{size}" text-anchor="middle""#);
        content.group(look, &numbers);
    }
    let mut lines = Elements::default();
    for &[from, to] in pairs {
        let line: String = frame.lines([from, to]).into_iter().map(polyline).collect();
        lines.path(&line, format_args!(""));
    }
    let width = frame.tenths(2);
    let look = format_args!(
        r#"g fill="none" stroke="{MARK}" stroke-linecap="round" stroke-width="{width}""#
    );
    content.group(look, &lines);
    picture
}

impl BoardFrame {
    /// The path in pieces of one colour each, with the dots of their squares; the line is at least
    /// this many hundredths of a pixel wide.
    pub(super) fn add_lines(
        &self,
        picture: &mut Elements,
        path: &[Square],
        closed: bool,
        least: i64,
    ) {
        // The smaller the squares, the larger the share of them that the line takes, to be visible.
        let width = match self.longest {
            longest if longest <= NUMBERED => 85,
            longest if longest <= DOTTED => 115,
            _ => 130,
        };
        let mut lines = Elements::default();
        let moves =
            if closed && path.len() > 1 { path.len() } else { path.len().saturating_sub(1) };
        let pieces = moves.min(COLOURS);
        for piece in 0..pieces {
            let first = piece * moves / pieces;
            let last = (piece + 1) * moves / pieces;
            let colour = along(closed, piece, pieces);
            let visits = (first..=last).map(|step| path[step % path.len()]);
            let parts = self.lines(visits);
            let line: String = parts.iter().map(|points| bent(points, self.cell)).collect();
            lines.path(&line, format_args!(r#" stroke="{colour}""#));
            if self.longest > NUMBERED && self.longest <= DOTTED {
                let (dots, width) = (self.dots(&path[first..last]), self.tenths(3));
                lines.path(&dots, format_args!(r#" stroke="{colour}" stroke-width="{width}""#));
            }
        }
        picture.group(round_lines((self.cell * width / 10).max(least)), &lines);
    }

    /// A ring on each visited square, with room for a number.
    pub(super) fn add_rings(&self, picture: &mut Elements, path: &[Square], closed: bool) {
        let mut rings = Elements::default();
        for (step, &square) in path.iter().enumerate() {
            let ((x, y), radius) = (self.centre(square), decimal(self.cell * 29));
            let colour = along(closed, step, path.len());
            rings
                .add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" stroke="{colour}"/>"#));
        }
        let width = decimal(self.cell * 5);
        picture.group(format_args!(r#"g fill="{PAPER}" stroke-width="{width}""#), &rings);
    }

    /// Adds a disc whose radius is this many hundredths of a square's side.
    pub(super) fn add_disc(
        &self,
        picture: &mut Elements,
        square: Square,
        radius: i64,
        colour: Rgb,
    ) {
        let ((x, y), radius) = (self.centre(square), decimal(self.cell * radius));
        picture.add(format_args!(r#"<circle cx="{x}" cy="{y}" fill="{colour}" r="{radius}"/>"#));
    }

    /// A disc at the start, and a square at the end of an open tour.
    pub(super) fn add_ends(&self, picture: &mut Elements, path: &[Square], closed: bool) {
        let mut ends = Elements::default();
        let [start, .., end] = path else {
            if let [start] = path {
                self.add_disc(&mut ends, *start, 31, along(closed, 0, 1));
            }
            return picture.group("g", &ends);
        };
        // On large boards a mark as large as a square would be hard to find.
        let radius = 31.max(i64::from(self.longest) * 9 / 10);
        let colour = |step| along(closed, step, path.len());
        self.add_disc(&mut ends, *start, radius, colour(0));
        if !closed {
            let (x, y) = self.centre(*end);
            let half = (self.cell * radius / 100).max(1);
            ends.add(format_args!(
                r#"<rect fill="{}" height="{side}" rx="{}" width="{side}" x="{}" y="{}"/>"#,
                colour(path.len() - 1),
                half / 4,
                x - half,
                y - half,
                side = 2 * half,
            ));
        }
        let width = decimal(self.cell * radius / 6);
        picture.group(format_args!(r#"g stroke="{PAPER}" stroke-width="{width}""#), &ends);
    }

    /// The number of each visit; numbering starts at `first`. Given numbers alone are bold; without
    /// a path only they are shown.
    pub(super) fn add_numbers(
        &self,
        picture: &mut Elements,
        path: &[Square],
        (closed, first): (bool, usize),
        given: &[(Square, u32)],
    ) {
        let most = given.iter().map(|&(_, number)| number as usize).max();
        let size = if path.len().max(most.unwrap_or(0)) < 100 { 30 } else { 26 };
        let size = self.cell * size / 100;
        let mut numbers = Elements::default();
        for (step, &square) in path.iter().enumerate() {
            let (x, y) = self.centre(square);
            let is_end = step + 1 == path.len() && !closed;
            let is_bold = match given {
                [] => step == 0 || is_end,
                _ => given.contains(&(square, (step + first) as u32)),
            };
            let fill = if step == 0 { r##" fill="#fff""## } else { "" };
            let bold = if is_bold { r#" font-weight="bold""# } else { "" };
            let look = format!("{fill}{bold}");
            let at = (x, y + size * 36 / 100);
            numbers.label(at, &(step + first).to_string(), format_args!("{look}"));
        }
        for &(square, number) in given.iter().filter(|_| path.is_empty()) {
            let (x, y) = self.centre(square);
            let look = format_args!(r#" font-weight="bold""#);
            numbers.label((x, y + size * 36 / 100), &number.to_string(), look);
        }
        let look = format_args!(r#"g fill="{NUMBER}" font-size="{size}" text-anchor="middle""#);
        picture.group(look, &numbers);
    }

    /// This part of the board's longer side, in hundredths of a pixel: the least width of a line
    /// that does not cross most squares.
    pub(super) fn part_of_side(&self, part: i64) -> i64 {
        self.cell * i64::from(self.longest) * 100 / part
    }

    /// Points, which round line caps turn into dots.
    pub(super) fn dots(&self, squares: &[Square]) -> String {
        let mut dots = String::new();
        for &square in squares {
            let (x, y) = self.centre(square);
            let _ = write!(dots, "M{x} {y}h0");
        }
        dots
    }
}

/// A group of lines with round ends and corners, of a width in hundredths of a pixel.
pub(super) fn round_lines(width: i64) -> String {
    let width = decimal(width);
    format!(
        r#"g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="{width}""#
    )
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
