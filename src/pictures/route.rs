//! Pictures of a route over a board whose squares may have weights.

use std::fmt::Write as _;

use super::{
    colour::{along, along_256},
    counted,
    frame::{BoardFrame, DOTTED, NUMBER, NUMBERED, PAPER, a_size, decimal},
    grid::{END, START, TextGrid, dim, style},
    lines::arrow_head,
    markup::{Elements, SvgDocument},
};
use crate::board::{Board, square::Square};

/// The longest side of a board whose weights are shades.
const SHADED: u32 = 1_000;
/// The most squares of a route whose stops are marked on a large board.
const MOST_STOPS: usize = 400;
/// The colour of the squares that cost more than others.
const SHADE: &str = "#5d6f52";

/// A route to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct RoutePicture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The squares from the first to the last.
    pub path: &'a [Square],
    /// The cost to enter each square, 1 to 9, for all squares in reading order.
    pub weights: Option<&'a [u8]>,
}

impl RoutePicture<'_> {
    fn weight(&self, square: Square) -> Option<u8> {
        self.weights?.get(self.board.cell(square)).copied()
    }
}

/// A route as text: each visited square has the number of the move that leads to it, the first 0.
/// If squares have weights, these are shown, with the visits in brackets.
#[must_use]
pub fn text(route: &RoutePicture<'_>, width: usize, colour: bool) -> Option<String> {
    let last = route.path.len().saturating_sub(1);
    let shown = |step: usize| match route.weights {
        Some(_) => format!("[{step}]"),
        None => step.to_string(),
    };
    let grid = TextGrid::new(route.board, shown(last).len(), width)?;
    let style = |step: usize| match step {
        0 => START,
        _ if step == last => END,
        _ => style(16, along_256(false, step, route.path.len())),
    };
    // Weights are under the last digits of the visits.
    let squares = route.board.squares();
    let weights = squares.filter_map(|square| {
        route.weight(square).map(|weight| (square, (format!("{weight} "), dim(square))))
    });
    let visits = route.path.iter().enumerate();
    let visits = visits.map(|(step, &square)| (square, (shown(step), style(step))));
    Some(grid.draw(colour, &weights.chain(visits).collect()))
}

/// A route as a picture: a line that changes its colour and ends in an arrowhead.
///
/// On boards of at most 12 rows and columns each visited square has the number of the move that
/// leads to it, and each square its weight in a corner. The more it costs to enter a square, the
/// darker it is.
#[must_use]
pub fn svg(route: &RoutePicture<'_>, title: &str) -> SvgDocument {
    let RoutePicture { board, path, .. } = *route;
    let frame = BoardFrame::new(board);
    let mut picture = frame.document(board, title, &description(route));
    let content = &mut picture.content;
    if route.weights.is_some() && frame.longest <= SHADED {
        frame.add_shades(content, route);
    }
    frame.add_lines(content, path, false, frame.part_of_side(220));
    if frame.longest <= NUMBERED {
        frame.add_rings(content, path, false);
        frame.add_ends(content, path, false);
        frame.add_head(content, path, (31, 25), None);
        frame.add_numbers(content, path, (false, 0), &[]);
        if route.weights.is_some() {
            frame.add_weights(content, route);
        }
    } else {
        frame.add_stops(content, path);
        // The arrowhead marks the end, and must be visible on large boards too.
        let size = 80.max(i64::from(frame.longest) * 2);
        frame.add_head(content, path, (-size / 2, size), Some(frame.cell * size / 16));
        frame.add_ends(content, path, true);
    }
    picture
}

fn description(route: &RoutePicture<'_>) -> String {
    let mut text = format!("{} board", a_size(route.board));
    if let (Some(from), Some(to)) = (route.path.first(), route.path.last()) {
        let moves = counted(route.path.len() - 1, "move");
        let _ = write!(text, "; a route of {moves} from {from} to {to}");
    }
    if route.weights.is_some() {
        text.push_str("; the darker a square, the more it costs to enter it");
    }
    text.push('.');
    text
}

impl BoardFrame {
    /// The squares at which the route stops, on boards too large for numbers in each: a disc, and
    /// the number of every tenth; none if a route is too long to distinguish them.
    fn add_stops(&self, picture: &mut Elements, path: &[Square]) {
        let mut stops = Elements::default();
        let are_shown = self.longest <= DOTTED * 3 && path.len() <= MOST_STOPS;
        let radius = (self.cell * 26).max(200);
        let inner = path.iter().enumerate().skip(1).take(path.len().saturating_sub(2));
        for (step, &square) in inner.filter(|_| are_shown) {
            let (x, y) = self.centre(square);
            let colour = along(false, step, path.len());
            let (inside, around) = (decimal(radius), decimal(radius / 3));
            stops.add(format_args!(
                r#"<circle cx="{x}" cy="{y}" fill="{PAPER}" r="{inside}" stroke="{colour}" stroke-width="{around}"/>"#
            ));
            if step % 10 == 0 {
                let size = self.font * 8 / 10;
                let (right, down) = self.beside(path, step);
                let aside = (size * 13 / 10) as f64;
                let (x, y) = (x + (right * aside) as i64, y + (down * aside) as i64);
                let look =
                    format_args!(r#" fill="{NUMBER}" font-size="{size}" text-anchor="middle""#);
                stops.label((x, y + size * 36 / 100), &step.to_string(), look);
            }
        }
        picture.group("g", &stops);
    }

    /// The free direction beside a stop: the outer side if the route turns, else its right.
    fn beside(&self, path: &[Square], step: usize) -> (f64, f64) {
        let at = |step: usize| path.get(step).map_or((0, 0), |&square| self.centre(square));
        let (before, here, after) = (at(step - 1), at(step), at(step + 1));
        let (come, go) =
            ((here.0 - before.0, here.1 - before.1), (after.0 - here.0, after.1 - here.1));
        let (right, down) = ((come.0 + go.0) as f64, (come.1 + go.1) as f64);
        let length = right.hypot(down);
        if length == 0.0 {
            return (0.0, 1.0);
        }
        let side = if come.0 * go.1 > come.1 * go.0 { -1.0 } else { 1.0 };
        (-down / length * side, right / length * side)
    }

    /// The arrowhead of the last move, in hundredths of a square's side; `border`: the width of a
    /// line around it in hundredths of a pixel.
    fn add_head(
        &self,
        picture: &mut Elements,
        path: &[Square],
        (half, length): (i64, i64),
        border: Option<i64>,
    ) {
        let [.., from, to] = path else { return };
        let pixels = |hundredths: i64| self.cell * hundredths / 100;
        let start = self.seam(*from, *to).map_or(self.centre(*from), |[_, enter]| enter);
        let (from, to) = (start, self.centre(*to));
        let colour = along(false, path.len() - 1, path.len());
        let head = arrow_head(from, to, pixels(half), pixels(length));
        let join = r#"stroke-linejoin="round""#;
        match border.map(decimal) {
            None => picture.path(&head, format_args!(r#" fill="{colour}" {join}"#)),
            Some(width) => picture.path(
                &head,
                format_args!(r#" fill="{colour}" stroke="{PAPER}" {join} stroke-width="{width}""#),
            ),
        }
    }

    /// The squares that cost more than 1, one area per weight.
    fn add_shades(&self, picture: &mut Elements, route: &RoutePicture<'_>) {
        let mut shades = Elements::default();
        for weight in 2..=9 {
            let own = |&square: &Square| route.weight(square) == Some(weight);
            let area = self.cells(route.board.squares().filter(own));
            if !area.is_empty() {
                let opacity = decimal(i64::from(weight - 1) * 7);
                shades.path(&area, format_args!(r#" fill-opacity="{opacity}""#));
            }
        }
        picture.group(format_args!(r#"g fill="{SHADE}" shape-rendering="crispEdges""#), &shades);
    }

    /// The weights in the lower right corners of their squares.
    fn add_weights(&self, picture: &mut Elements, route: &RoutePicture<'_>) {
        let size = self.cell * 20 / 100;
        let mut weights = Elements::default();
        for square in route.board.squares() {
            if let Some(weight) = route.weight(square) {
                let (x, y) = self.corner(square);
                let at = (x + self.cell * 94 / 100, y + self.cell * 94 / 100);
                weights.label(at, &weight.to_string(), format_args!(""));
            }
        }
        let look = format_args!(r#"g fill="{NUMBER}" font-size="{size}" text-anchor="end""#);
        picture.group(look, &weights);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::Drawing;

    fn squares(names: &str) -> Vec<Square> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn texts(document: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(document).unwrap();
        let texts = document.descendants().filter(roxmltree::Node::is_text);
        texts.filter_map(|node| node.text()).map(str::to_string).collect()
    }

    #[test]
    fn moves_are_counted_from_the_first_square() {
        let board = Board::from_map(b"....\n.#..\n....\n", "m").unwrap();
        let path = squares("a1 c2 a3 b1");
        let route = RoutePicture { board: &board, path: &path, weights: None };
        let expected = "3  2  .  .  .\n2  .  #  1  .\n1  0  3  .  .\n   a  b  c  d\n";
        assert_eq!(text(&route, 80, false).unwrap(), expected);
        let weights = [1, 2, 3, 4, 5, 1, 7, 8, 9, 1, 2, 3];
        let route = RoutePicture { weights: Some(&weights), ..route };
        let expected = "\
3  [2]   2    3    4
2   5    ##  [1]   8
1  [0]  [3]   2    3
     a    b    c    d
";
        assert_eq!(text(&route, 80, false).unwrap(), expected);
        let coloured = text(&route, 80, true).unwrap();
        for style in [START, END, dim(path[0])] {
            assert!(coloured.contains(&style.render().to_string()));
        }
    }

    #[test]
    fn a_route_that_stays() {
        let board = Board::parse("1x1").unwrap();
        let path = squares("a1");
        let route = RoutePicture { board: &board, path: &path, weights: Some(&[9]) };
        assert_eq!(text(&route, 80, false).unwrap(), "1  [0]\n     a\n");
        let document = svg(&route, "a route").to_string();
        let texts = texts(&document);
        assert!(texts.contains(&"0".into()) && texts.contains(&"9".into()));
        assert!(
            texts.contains(
                &"A 1x1 board; a route of 0 moves from a1 to a1; the darker a square, the more it \
              costs to enter it."
                    .to_string()
            )
        );
    }

    #[test]
    fn pictures_have_numbers_and_weights() {
        let board = Board::from_map(b"....\n.#..\n....\n", "m").unwrap();
        let path = squares("a1 c2 a3 b1");
        let route = RoutePicture { board: &board, path: &path, weights: Some(&[7; 12]) };
        let document = Drawing::Route(route).svg("").to_string();
        assert_eq!(document, svg(&route, "").to_string());
        let texts = texts(&document);
        for number in ["0", "1", "2", "3"] {
            assert!(texts.contains(&number.to_string()), "{number}");
        }
        assert_eq!(texts.iter().filter(|text| *text == "7").count(), 11);
        assert!(document.contains("fill-opacity=\"0.42\""));
    }

    #[test]
    fn large_boards() {
        for (size, most) in [(13, 200), (61, 200), (300, 30), (1_200, 30)] {
            let board = Board::parse(&format!("{size}x{size}")).unwrap();
            let path: Vec<Square> =
                (0..size).map(|index| Square { column: index, rank: index }).collect();
            let weights: Vec<u8> = (0..size * size).map(|cell| (cell % 9) as u8 + 1).collect();
            let route = RoutePicture { board: &board, path: &path, weights: None };
            let document = svg(&route, "").to_string();
            assert!(document.len() < most * path.len() + 8_000, "{size}: {}", document.len());
            assert_eq!(text(&route, 100, false).is_some(), size == 13);
            let document = svg(&RoutePicture { weights: Some(&weights), ..route }, "").to_string();
            texts(&document);
            assert_eq!(document.contains(SHADE), size <= 1_000);
        }
    }

    #[test]
    fn what_does_not_fit_does_no_harm() {
        let board = Board::parse("2x2").unwrap();
        let path = [Square { column: 9, rank: 0 }, Square { column: 0, rank: u32::MAX - 1 }];
        for path in [&path[..], &[]] {
            let route = RoutePicture { board: &board, path, weights: Some(&[2]) };
            texts(&svg(&route, "").to_string());
            assert!(text(&route, 80, true).is_some());
        }
    }
}
