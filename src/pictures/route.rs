//! Pictures of a route over a board whose squares may have weights.

use std::fmt::Write as _;

use svg::{
    Document, Node,
    node::element::{Circle, Group, Path},
};

use super::{
    colour::{along, along_256},
    counted,
    frame::{BoardFrame, DOTTED, NUMBER, NUMBERED, PAPER, a_size, decimal, label},
    grid::{END, START, TextGrid, dim, style},
    lines::arrow_head,
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
    /// What it costs to enter each square, 1 to 9, of all squares in reading order.
    pub weights: Option<&'a [u8]>,
}

impl RoutePicture<'_> {
    fn weight(&self, square: Square) -> Option<u8> {
        self.weights?.get(self.board.cell(square)).copied()
    }
}

/// A route as text: each visited square has the number of the move that leads to it, the
/// first 0. Where squares have weights these are shown, and the visits are in brackets.
#[must_use]
pub fn text(route: &RoutePicture<'_>, width: usize, colour: bool) -> Option<String> {
    let last = route.path.len().saturating_sub(1);
    let shown = |step: usize| match route.weights {
        Some(_) => format!("[{step}]"),
        None => step.to_string(),
    };
    let grid = TextGrid::new(route.board, shown(last).len(), width)?;
    let mut visits = vec![None; grid.cells()];
    for (step, &square) in route.path.iter().enumerate() {
        if let Some(cell) = grid.cell(square) {
            visits[cell] = Some(step);
        }
    }
    let cell = |square: Square| {
        let Some(step) = grid.cell(square).and_then(|cell| visits[cell]) else {
            // Under the last digits of the visits.
            return route.weight(square).map(|weight| (format!("{weight} "), dim(square)));
        };
        let style = match step {
            0 => START,
            _ if step == last => END,
            _ => style(16, along_256(false, step, route.path.len())),
        };
        Some((shown(step), style))
    };
    Some(grid.draw(colour, cell))
}

/// A route as a picture: a line that changes its colour and ends in the head of an arrow.
///
/// On boards of at most 12 rows and columns each visited square has the number of the move
/// that leads to it, and each square its weight in a corner. The more it costs to enter a
/// square, the darker it is.
#[must_use]
pub fn svg(route: &RoutePicture<'_>, title: &str) -> Document {
    let RoutePicture { board, path, .. } = *route;
    let frame = BoardFrame::new(board);
    let mut document = frame.document(board, title, &description(route));
    if route.weights.is_some() && frame.longest <= SHADED {
        document = document.add(frame.shades(route));
    }
    document = document.add(frame.lines(path, false, frame.part_of_side(220)));
    if frame.longest <= NUMBERED {
        document = document.add(frame.rings(path, false)).add(frame.ends(path, false));
        if let Some(head) = frame.head(path, 31, 25) {
            document = document.add(head);
        }
        document = document.add(frame.numbers(path, false, 0));
        if route.weights.is_some() {
            document = document.add(frame.weights(route));
        }
    } else {
        document = document.add(frame.stops(path));
        // The head stands for the end, and has to be found on large boards too.
        let size = 80.max(i64::from(frame.longest) * 2);
        if let Some(head) = frame.head(path, -size / 2, size) {
            let stroke = decimal(frame.cell * size / 16);
            document = document.add(head.set("stroke", PAPER).set("stroke-width", stroke));
        }
        document = document.add(frame.ends(path, true));
    }
    document
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
    /// the number of every tenth; of a longer route than can be told apart none.
    fn stops(&self, path: &[Square]) -> Group {
        let mut stops = Group::new();
        if self.longest > DOTTED * 3 || path.len() > MOST_STOPS {
            return stops;
        }
        let radius = (self.cell * 26).max(200);
        let inner = path.iter().enumerate().skip(1).take(path.len().saturating_sub(2));
        for (step, &square) in inner {
            let (x, y) = self.centre(square);
            let colour = along(false, step, path.len()).to_string();
            stops = stops.add(
                Circle::new()
                    .set("cx", x)
                    .set("cy", y)
                    .set("r", decimal(radius))
                    .set("fill", PAPER)
                    .set("stroke", colour)
                    .set("stroke-width", decimal(radius / 3)),
            );
            if step % 10 == 0 {
                let size = self.font * 8 / 10;
                let (right, down) = self.beside(path, step);
                let aside = (size * 13 / 10) as f64;
                let (x, y) = (x + (right * aside) as i64, y + (down * aside) as i64);
                let mut number = label(x, y + size * 36 / 100, &step.to_string());
                Node::assign(&mut number, "font-size", size);
                Node::assign(&mut number, "text-anchor", "middle");
                Node::assign(&mut number, "fill", NUMBER);
                stops = stops.add(number);
            }
        }
        stops
    }

    /// Where there is room beside a stop, as a direction: on the outer side where the route turns, else
    /// on its right.
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

    /// The head of the arrow of the last move, its measures in hundredths of a square's side.
    fn head(&self, path: &[Square], half: i64, length: i64) -> Option<Path> {
        let [.., from, to] = path else { return None };
        let pixels = |hundredths: i64| self.cell * hundredths / 100;
        let (from, to) = (self.centre(*from), self.centre(*to));
        let colour = along(false, path.len() - 1, path.len()).to_string();
        Some(
            Path::new()
                .set("fill", colour)
                .set("stroke-linejoin", "round")
                .set("d", arrow_head(from, to, pixels(half), pixels(length))),
        )
    }

    /// The squares that cost more than 1, those of each weight as one area.
    fn shades(&self, route: &RoutePicture<'_>) -> Group {
        let squares = |weight| {
            let free = route.board.squares();
            free.filter(move |&square| route.weight(square) == Some(weight))
        };
        let mut shades = Group::new().set("fill", SHADE).set("shape-rendering", "crispEdges");
        for weight in 2..=9 {
            let area = self.cells(squares(weight));
            if !area.is_empty() {
                let opacity = decimal(i64::from(weight - 1) * 7);
                shades = shades.add(Path::new().set("fill-opacity", opacity).set("d", area));
            }
        }
        shades
    }

    /// The weights in the lower right corners of their squares.
    fn weights(&self, route: &RoutePicture<'_>) -> Group {
        let size = self.cell * 20 / 100;
        let mut weights =
            Group::new().set("fill", NUMBER).set("font-size", size).set("text-anchor", "end");
        for square in route.board.squares() {
            if let Some(weight) = route.weight(square) {
                let (x, y) = self.corner(square);
                let (x, y) = (x + self.cell * 94 / 100, y + self.cell * 94 / 100);
                weights.append(label(x, y, &weight.to_string()));
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{Drawing, svg::draw};

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
        let document = draw(&Drawing::Route(route), "").to_string();
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
