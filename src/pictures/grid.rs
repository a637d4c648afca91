//! A board as text: the layout in columns of the terminal, and the styles of squares.

use std::{collections::BTreeMap, fmt::Write as _};

use anstyle::{Ansi256Color, Color, Style};

use super::frame::file;
use crate::board::{Board, square::Square};

/// The most rows of a board that is shown as text.
const MOST_ROWS: u32 = 100;

/// The columns between two boards side by side.
const GAP: usize = 4;

/// The text and style of squares.
pub type ShownSquares = BTreeMap<Square, (String, Style)>;

/// The layout, in columns of the terminal.
pub struct TextGrid<'a> {
    board: &'a Board,
    /// Width of the rank numbers, or of the names of the first hexagons.
    margin: usize,
    /// Width of the content of a square.
    content: usize,
    /// Width of a square, with the blanks around its content.
    square: usize,
    /// The length of the longest row in half squares; rows of hexagons begin at different places.
    halves: usize,
    /// The least [`Board::lean`] of hexagons.
    least: Option<i64>,
}

impl<'a> TextGrid<'a> {
    pub fn new(board: &'a Board, content: usize, width: usize) -> Option<Self> {
        if board.rows() > MOST_ROWS {
            return None;
        }
        let leans = board.leans();
        let halves = leans.map_or(2 * board.columns() as usize, |(_, halves)| halves as usize);
        let file = file(board.columns() - 1).len();
        let margin = board.rows().to_string().len() + leans.map_or(0, |_| file);
        let content = content.max(file);
        let room = 2 * width.checked_sub(margin + 1)? / halves;
        // A blank on either side if there is room, otherwise only at the left.
        let square = (content + 2).min(room);
        let least = leans.map(|(least, _)| least);
        (square > content).then_some(Self { board, margin, content, square, halves, least })
    }

    /// The columns that the board takes.
    pub fn width(&self) -> usize {
        self.margin + 1 + self.square * self.halves / 2
    }

    /// The columns before the content of the first square.
    pub fn indent(&self) -> usize {
        self.margin + 2
    }

    /// The board with the content of its free squares, `.` if empty.
    pub fn draw(&self, colour: bool, shown: &ShownSquares) -> String {
        let lines = self.lines(colour, shown);
        lines.iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    /// The lines of [`TextGrid::draw`], all of the same width.
    pub fn lines(&self, colour: bool, squares: &ShownSquares) -> Vec<String> {
        if let Some(least) = self.least {
            return self.leaning_lines(least, colour, squares);
        }
        let Self { board, margin, content, square: width, .. } = *self;
        let mut lines = Vec::new();
        for row in 0..board.rows() {
            let mut line = format!("{:>margin$} ", board.rows() - row);
            for column in 0..board.columns() {
                line += &self.cell(board.square(row, column), colour, squares);
            }
            lines.push(line);
        }
        let (mut files, after) = (" ".repeat(margin + 1), width - content - 1);
        for column in 0..board.columns() {
            let _ = write!(files, " {:>content$}{:after$}", file(column), "");
        }
        lines.push(files);
        lines
    }

    /// The rows of hexagons, each half a square to the left of the one above it, after the name of its
    /// first cell.
    fn leaning_lines(&self, least: i64, colour: bool, squares: &ShownSquares) -> Vec<String> {
        let Self { board, margin, square: width, .. } = *self;
        let mut lines = Vec::new();
        for rank in (0..board.rows()).rev() {
            let cells = (0..board.columns()).map(|column| Square { column, rank });
            let cells: Vec<Square> = cells.filter(|&square| board.is_free(square)).collect();
            let first = cells.first().map_or_else(String::new, Square::to_string);
            let (mut line, mut at) = (format!("{first:>margin$} "), margin + 1);
            for square in cells {
                let begin = margin + 1 + (Board::lean(square) - least) as usize * width / 2;
                let gap = begin.saturating_sub(at);
                let _ = write!(line, "{:gap$}{}", "", self.cell(square, colour, squares));
                at += gap + width;
            }
            let _ = write!(line, "{:1$}", "", self.width().saturating_sub(at));
            lines.push(line);
        }
        lines
    }

    /// A square with its content.
    fn cell(&self, square: Square, colour: bool, squares: &ShownSquares) -> String {
        let Self { board, content, square: width, .. } = *self;
        let (shown, style) = if board.is_free(square) {
            let shown = squares.get(&square).map(|(text, style)| (text.as_str(), *style));
            shown.unwrap_or((".", empty(square)))
        } else {
            (&"##"[..content.min(2)], BLOCKED)
        };
        let shown = format!(" {shown:>content$}{:1$}", "", width - content - 1);
        if colour { format!("{style}{shown}{style:#}") } else { shown }
    }
}

/// Two boards below their names, side by side if there is room, otherwise one below the other.
pub fn pair(
    board: &Board,
    content: usize,
    named: &[(&str, ShownSquares); 2],
    width: usize,
    colour: bool,
) -> Option<String> {
    let lines = |grid: &TextGrid<'_>| {
        [0, 1].map(|index| {
            let (name, shown) = &named[index];
            let title = format!("{:indent$}{name}", "", indent = grid.indent());
            let columns = title.len().max(grid.width());
            let board = grid.lines(colour, shown);
            let after = columns - grid.width();
            let board = board.into_iter().map(|line| line + &" ".repeat(after));
            (columns, [format!("{title:columns$}")].into_iter().chain(board).collect::<Vec<_>>())
        })
    };
    let mut text = String::new();
    let half = width.saturating_sub(GAP) / 2;
    if let Some(grid) = TextGrid::new(board, content, half) {
        let [(columns, left), (_, right)] = lines(&grid);
        if columns <= half {
            for (left, right) in left.iter().zip(&right) {
                text += format!("{left}{:GAP$}{right}", "").trim_end();
                text.push('\n');
            }
            return Some(text);
        }
    }
    let grid = TextGrid::new(board, content, width)?;
    let [(_, first), (_, second)] = lines(&grid);
    for line in first.iter().chain([&String::new()]).chain(&second) {
        text += line.trim_end();
        text.push('\n');
    }
    Some(text)
}

// All styles set both colours, so that they are equally legible on dark and light terminals, and
// none uses the first 16 colours, which themes redefine.

const BLOCKED: Style = style(245, 238);
pub const START: Style = style(231, 25).bold();
pub const END: Style = style(231, 160).bold();
pub const MARKED: Style = style(231, 160).bold();
pub const WHITE: Style = style(16, 222).bold();
pub const BLACK: Style = style(231, 54).bold();

pub const fn style(text: u8, background: u8) -> Style {
    Style::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(text))))
        .bg_color(Some(Color::Ansi256(Ansi256Color(background))))
}

fn is_dark(square: Square) -> bool {
    (square.column + square.rank).is_multiple_of(2)
}

pub fn empty(square: Square) -> Style {
    style(242, if is_dark(square) { 252 } else { 255 })
}

/// The style for less important text.
pub fn dim(square: Square) -> Style {
    style(246, if is_dark(square) { 252 } else { 255 })
}

pub fn attacked(square: Square) -> Style {
    style(24, if is_dark(square) { 152 } else { 195 })
}
