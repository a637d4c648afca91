//! The layout of a picture of a board, and all of it except the path.

use std::fmt::Write as _;

pub use super::paper::{NUMBER, PAPER};
use super::{
    hexagons::HexagonLayout,
    markup::{Elements, SvgDocument},
    paper::{captioned_paper, paper},
};
use crate::board::{Board, square::Square};

/// The pixels of the longer side of the board, as far as whole squares allow.
const SIDE: i64 = 960;
/// The largest size of a square in pixels.
const LARGEST_CELL: i64 = 64;
/// The longest side of a board whose squares are distinguished by colour.
const CHECKERED: u32 = 200;
/// The longest side of a board whose blocked squares are hatched.
const HATCHED: u32 = 60;

/// The longest side of a board whose squares are numbered.
pub const NUMBERED: u32 = 12;
/// The longest side of a board whose squares are dotted.
pub const DOTTED: u32 = 60;

/// Behind given numbers.
pub const GIVEN: &str = "#ffdc7a";
/// The colour of marks.
pub const MARK: &str = "#e0483e";
const LIGHT: &str = "#f3ede1";
const DARK: &str = "#e2d8c6";
/// Between the two, for boards whose single squares cannot be seen.
const EVEN: &str = "#ebe3d4";
const BLOCKED: &str = "#4b4a52";
const HATCH: &str = "#6d6b75";
const BORDER: &str = "#a3957e";
/// The colour of labels.
pub const LABEL: &str = "#7d715e";

/// The layout, in pixels; the origin is the upper left corner of the board.
pub struct BoardFrame {
    rows: i64,
    columns: i64,
    /// Side of a square, even, so that its centre is a whole number too.
    pub cell: i64,
    /// Size of the labels.
    pub font: i64,
    /// The longer side of the board in squares.
    pub longest: u32,
    /// The board without blocked squares, if some of its borders are joined.
    joined: Option<Board>,
    hexagons: Option<HexagonLayout>,
}

impl BoardFrame {
    pub fn new(board: &Board) -> Self {
        let hexagons = HexagonLayout::of(board);
        let across = hexagons.as_ref().map_or(board.columns(), HexagonLayout::columns);
        let longest = board.rows().max(across);
        let cell = (SIDE / i64::from(longest) / 2 * 2).clamp(2, LARGEST_CELL);
        let font = (cell * i64::from(longest) / 46).max(20);
        let (rows, columns) = (i64::from(board.rows()), i64::from(board.columns()));
        let bare = Board::new(board.rows(), board.columns()).ok();
        let joined = bare.map(|bare| bare.on(board.surface()));
        let joined = joined.filter(|joined| joined.surface().is_joined());
        Self { rows, columns, cell, font, longest, joined, hexagons }
    }

    fn width(&self) -> i64 {
        self.size().0
    }

    fn height(&self) -> i64 {
        self.size().1
    }

    fn size(&self) -> (i64, i64) {
        let Self { rows, columns, cell, .. } = *self;
        let of_squares = || (columns * cell, rows * cell);
        self.hexagons.as_ref().map_or_else(of_squares, |layout| layout.size(rows, cell))
    }

    /// The corner of a square; one outside the board has a corner outside. On hexagons, the corner of
    /// the square with the same centre and width.
    pub fn corner(&self, square: Square) -> (i64, i64) {
        if let Some(layout) = &self.hexagons {
            let (x, y) = layout.centre(square, self.rows, self.cell);
            return (x - self.cell / 2, y - self.cell / 2);
        }
        let (column, rank) = (i64::from(square.column), i64::from(square.rank));
        (column * self.cell, (self.rows - 1 - rank) * self.cell)
    }

    pub fn centre(&self, square: Square) -> (i64, i64) {
        let (x, y) = self.corner(square);
        (x + self.cell / 2, y + self.cell / 2)
    }

    /// Lines through the centres of squares: a move over a joined border leaves the board there, and
    /// a line that comes in on the other side begins.
    pub fn lines(&self, path: impl IntoIterator<Item = Square>) -> Vec<Vec<(i64, i64)>> {
        let mut lines = vec![Vec::new()];
        let mut last: Option<Square> = None;
        for square in path {
            let from = last.replace(square);
            if let Some([leave, enter]) = from.and_then(|from| self.seam(from, square)) {
                lines.last_mut().expect("there is a line").push(leave);
                lines.push(vec![enter]);
            }
            lines.last_mut().expect("there is a line").push(self.centre(square));
        }
        lines
    }

    /// Where a move leaves the board, and where it comes in; `None` if it crosses no border.
    pub fn seam(&self, from: Square, to: Square) -> Option<[(i64, i64); 2]> {
        let board = self.joined.as_ref()?;
        let [(right, up), (across, ascent)] = board.shortest_way(from, to);
        let direct = (
            i64::from(to.column) - i64::from(from.column),
            i64::from(to.rank) - i64::from(from.rank),
        );
        let leave = self.border(self.centre(from), (right * self.cell, -up * self.cell));
        let enter = self.border(self.centre(to), (-across * self.cell, ascent * self.cell));
        ((right, up) != direct).then_some([leave, enter])
    }

    /// Where a line from a point of the board in this direction leaves the board.
    fn border(&self, (x, y): (i64, i64), (right, down): (i64, i64)) -> (i64, i64) {
        let share = |at: i64, by: i64, size: i64| match by {
            0 => 1.0,
            by => ((if by > 0 { size } else { 0 }) - at) as f64 / by as f64,
        };
        let share = share(x, right, self.width()).min(share(y, down, self.height())).min(1.0);
        let part = |at: i64, by: i64| at + (by as f64 * share).round() as i64;
        (part(x, right), part(y, down))
    }

    /// Arrowheads on joined borders: two borders are joined as their arrows point.
    fn add_joins(&self, picture: &mut Elements) {
        let Some(surface) = self.joined.as_ref().map(Board::surface) else { return };
        let (width, height, size) = (self.width(), self.height(), self.font * 45 / 100);
        let mut heads = String::new();
        let [left_right, top_bottom] = surface.joins();
        let size_at = |turned: bool| if turned { -size } else { size };
        for (x, turned) in [(0, false), (width, left_right.reflects(1))] {
            let (y, size) = (height / 2, size_at(turned));
            let _ = write!(heads, "M{x} {}l{size} {}h{}z", y - size, 2 * size, -2 * size);
        }
        let rows = [(0, false), (height, top_bottom.reflects(1))];
        for (y, turned) in rows.into_iter().filter(|_| top_bottom.opens(1)) {
            for x in [width / 2 - size, width / 2 + size] {
                let size = size_at(turned);
                let _ = write!(heads, "M{} {y}l{} {size}v{}z", x + size, -2 * size, -2 * size);
            }
        }
        picture.path(
            &heads,
            format_args!(
                r#" fill="{LABEL}" stroke="{PAPER}" stroke-width="{}""#,
                decimal(self.font * 8)
            ),
        );
    }

    /// This many tenths of a square's side.
    pub fn tenths(&self, tenths: i64) -> String {
        decimal(self.cell * tenths * 10)
    }

    /// Left, top, width and height of the board with its labels.
    pub fn extent(&self) -> [i64; 4] {
        let digits = |number: i64| number.to_string().len() as i64;
        // A digit is about 0.6 times as wide as the font size.
        let side = self.font * (digits(self.rows) * 6 + 9) / 10;
        let (top, bottom) = (self.font, self.font * 19 / 10);
        [-side, -top, self.width() + 2 * side, self.height() + top + bottom]
    }

    /// Paper, board, blocked squares and labels.
    pub fn document(&self, board: &Board, title: &str, description: &str) -> SvgDocument {
        let mut picture = paper(self.font, self.extent(), title, description);
        self.add_board(&mut picture.content, board);
        picture
    }

    /// The same, with a reason in the title written below the board.
    pub fn captioned(&self, board: &Board, title: &str, description: &str) -> SvgDocument {
        let mut picture = captioned_paper(self.font, self.extent(), title, description);
        self.add_board(&mut picture.content, board);
        picture
    }

    /// Adds board, blocked squares and labels.
    pub fn add_board(&self, picture: &mut Elements, board: &Board) {
        if self.hexagons.is_some() {
            self.add_hexagons(picture, board);
            return self.add_labels(picture);
        }
        let (width, height) = (self.width(), self.height());
        self.add_squares(picture);
        if board.blocked_squares().next().is_some() {
            self.add_blocked(picture, board);
        }
        picture.add(format_args!(
            r#"<rect fill="none" height="{height}" stroke="{BORDER}" stroke-width="{}" width="{width}"/>"#,
            decimal(self.font * 10)
        ));
        self.add_joins(picture);
        self.add_labels(picture);
    }

    /// The squares in two colours. Each row is one dashed line, which is much shorter than an
    /// element per square.
    fn add_squares(&self, picture: &mut Elements) {
        let (width, height, cell) = (self.width(), self.height(), self.cell);
        let checkered = self.longest <= CHECKERED;
        let fill = if checkered { LIGHT } else { EVEN };
        let mut squares = Elements::default();
        squares.add(format_args!(r#"<rect fill="{fill}" height="{height}" width="{width}"/>"#));
        if checkered {
            let mut rows = String::new();
            for row in 0..self.rows {
                // a1 is dark.
                let first = (self.rows - 1 - row) % 2;
                if first < self.columns {
                    let _ = write!(rows, "M{} {}H{width}", first * cell, row * cell + cell / 2);
                }
            }
            let look =
                format_args!(r#" stroke="{DARK}" stroke-dasharray="{cell}" stroke-width="{cell}""#);
            squares.path(&rows, look);
        }
        picture.group(format_args!(r#"g shape-rendering="crispEdges""#), &squares);
    }

    /// The hexagons in three colours. Blocked cells are not drawn.
    fn add_hexagons(&self, picture: &mut Elements, board: &Board) {
        if self.longest > CHECKERED {
            let cells = self.cells(board.squares());
            return picture.path(&cells, format_args!(r#" fill="{EVEN}""#));
        }
        let width = decimal(self.font * 5);
        for (colour, fill) in (0..).zip([DARK, LIGHT, EVEN]) {
            let own = |square: &Square| HexagonLayout::colour(*square) == colour;
            let cells = self.cells(board.squares().filter(own));
            let look = format_args!(r#" fill="{fill}" stroke="{BORDER}" stroke-width="{width}""#);
            picture.path(&cells, look);
        }
    }

    fn add_blocked(&self, picture: &mut Elements, board: &Board) {
        let cells = self.cells(board.blocked_squares());
        // A hatch finer than the squares is invisible.
        if self.longest > HATCHED {
            return picture.path(&cells, format_args!(r#" fill="{BLOCKED}""#));
        }
        let side = self.cell / 4;
        let (mut hatch, mut definitions) = (Elements::default(), Elements::default());
        for (fill, width) in [(BLOCKED, side), (HATCH, side / 4)] {
            hatch.add(format_args!(r#"<rect fill="{fill}" height="{side}" width="{width}"/>"#));
        }
        let look = format_args!(
            r#"pattern height="{side}" id="hatch" patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="{side}""#
        );
        definitions.group(look, &hatch);
        picture.group("defs", &definitions);
        picture.path(&cells, format_args!(r#" fill="url(#hatch)""#));
    }

    /// File letters below and rank numbers at the left, as many as fit.
    fn add_labels(&self, picture: &mut Elements) {
        let last = file(self.columns as u32 - 1).len() as i64;
        let room = self.font * (last * 6 + 3).max(13) / 10;
        let step = (0..9)
            .flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)))
            // If not all are shown anyway, a few are enough.
            .find(|&step| step * self.cell >= if step == 1 { room } else { room * 8 / 5 })
            .unwrap_or(1);
        let shown = |number: &i64| match step {
            // 1, 3, 5 rather than 2, 4, 6, because both need the same room.
            2 => number % 2 == 1,
            _ => *number == 1 || number % step == 0,
        };
        let (mut ranks, mut files) = (Elements::default(), Elements::default());
        let [left, lowest] = match &self.hexagons {
            Some(layout) => [layout.left.clone(), layout.lowest.clone()],
            None => {
                let left = (0..self.rows as u32).map(|rank| Square { column: 0, rank });
                let lowest = (0..self.columns as u32).map(|column| Square { column, rank: 0 });
                [left.collect(), lowest.collect()]
            }
        };
        let is_shown = |number: u32| shown(&(i64::from(number) + 1));
        for square in left.into_iter().filter(|square| is_shown(square.rank)) {
            let (x, y) = self.centre(square);
            let at = (x - self.cell / 2 - self.font / 2, y + self.font * 35 / 100);
            ranks.label(at, &(square.rank + 1).to_string(), format_args!(""));
        }
        for square in lowest.into_iter().filter(|square| is_shown(square.column)) {
            let (x, y) = self.centre(square);
            // Columns of hexagons lean.
            let lean = if self.hexagons.is_some() { self.cell * 3 / 10 } else { 0 };
            let at = (x + lean, y + self.cell / 2 + self.font * 12 / 10);
            files.label(at, &file(square.column), format_args!(""));
        }
        let mut both = Elements::default();
        both.group(format_args!(r#"g text-anchor="end""#), &ranks);
        both.group(format_args!(r#"g text-anchor="middle""#), &files);
        picture.group(format_args!(r#"g fill="{LABEL}" font-size="{}""#, self.font), &both);
    }

    /// The squares as one area; adjacent ones are joined.
    pub fn cells(&self, squares: impl Iterator<Item = Square>) -> String {
        if self.hexagons.is_some() && self.longest <= CHECKERED {
            let outline = |square| HexagonLayout::outline(self.centre(square), self.cell);
            return squares.map(outline).collect();
        }
        let height =
            if self.hexagons.is_some() { HexagonLayout::row(self.cell) } else { self.cell };
        let mut area = String::new();
        let mut squares = squares.peekable();
        while let Some(square) = squares.next() {
            let mut length = 1;
            while squares
                .next_if(|next| {
                    next.rank == square.rank && next.column.wrapping_sub(square.column) == length
                })
                .is_some()
            {
                length += 1;
            }
            let (x, y) = self.corner(square);
            let width = i64::from(length) * self.cell;
            let _ = write!(area, "M{x} {y}h{width}v{height}h-{width}z");
        }
        area
    }
}

/// The size of a board with its article: `A 5x5`, `An 8x8`.
pub fn a_size(board: &Board) -> String {
    let size = board.to_string();
    let is_vowel = ["8", "11x", "18x"].iter().any(|begin| size.starts_with(begin));
    format!("A{} {size}", if is_vowel { "n" } else { "" })
}

/// A number of hundredths, as short as possible.
pub fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        _ if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// The letters of a column.
pub fn file(column: u32) -> String {
    let mut name = Square { column, rank: 0 }.to_string();
    name.pop();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_short() {
        for (hundredths, text) in [(0, "0"), (1, "0.01"), (50, "0.5"), (700, "7"), (1234, "12.34")]
        {
            assert_eq!(decimal(hundredths), text);
            assert!(hundredths == 0 || decimal(-hundredths) == format!("-{text}"));
        }
    }

    #[test]
    fn files() {
        for (column, name) in [(0, "a"), (25, "z"), (26, "aa"), (9999, "ntp")] {
            assert_eq!(file(column), name);
        }
    }

    #[test]
    fn cells_side_by_side_are_joined() {
        let board = Board::from_map(b"##.\n..#\n", "m").unwrap();
        let cells = BoardFrame::new(&board).cells(board.blocked_squares());
        assert_eq!(cells, "M0 0h128v64h-128zM128 64h64v64h-64z");
    }
}
