//! A picture that moves by itself: SVG with its animation in it, for pages that run no script.

use std::fmt::Write as _;

use svg::{
    Document, Node,
    node::element::{Circle, Element, Group, Path},
};

use super::{Place, Play};
use crate::{
    board::{Board, square::Square},
    pictures::{
        Drawing,
        frame::{BoardFrame, MARK, NUMBER, PAPER, a_size, decimal, label},
        graph, svg as still,
    },
};

/// The most moves of a picture that moves.
const MOST_MOVES: usize = 5_000;
/// Seconds of a step, in hundredths, and of all steps together.
const STEP: usize = 45;
const LONGEST: usize = 4_000;
/// How long the end is shown, in hundredths of a second.
const HOLD: usize = 200;
/// The colours of the ways of several pieces.
const WAYS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A drawing whose pieces move for ever, from the start to the end; one in which nothing moves as
/// it is. `None` if it has more than 5,000 moves.
#[must_use]
pub fn animated(drawing: &Drawing<'_>, title: &str) -> Option<Document> {
    let play = Play::of(drawing);
    let moves: usize = play.steps.iter().map(Vec::len).sum();
    if moves > MOST_MOVES {
        return None;
    }
    if moves == 0 {
        return Some(still::draw(drawing, title));
    }
    let said = format!("The pieces move, in {} steps", play.steps.len());
    if let Drawing::Graph(picture) = drawing {
        let centre = |at: Place| graph::centre_of(at, super::GRAPH_SIDE);
        let (ground, radius) = graph::ground(picture, title, &format!("{said}, through a graph."));
        return Some(Stage { play: &play, centre: &centre, radius, unit: radius }.on(ground));
    }
    let board = board_of(drawing)?;
    let frame = BoardFrame::new(board);
    let ground = frame.document(board, title, &format!("{said}, on {}.", article(board)));
    let centre = |[column, rank]: Place| frame.centre(Square { column, rank });
    let radius = frame.cell * 30 / 100;
    Some(Stage { play: &play, centre: &centre, radius, unit: frame.cell / 2 }.on(ground))
}

/// `an 8x8 board`.
fn article(board: &Board) -> String {
    let size = a_size(board);
    let (first, rest) = size.split_at(1);
    format!("{}{rest} board", first.to_lowercase())
}

fn board_of<'a>(drawing: &Drawing<'a>) -> Option<&'a Board> {
    match drawing {
        Drawing::Tour { board, .. }
        | Drawing::Pieces { board, .. }
        | Drawing::Marked { board, .. } => Some(board),
        Drawing::Route(route) => Some(route.board),
        Drawing::Meeting(meeting) => Some(meeting.board),
        Drawing::Exchange(exchange) => Some(exchange.board),
        Drawing::Graph(_) => None,
    }
}

/// What moves, and where.
struct Stage<'s> {
    play: &'s Play,
    centre: &'s dyn Fn(Place) -> (i64, i64),
    /// Of a piece.
    radius: i64,
    /// What the width of lines is measured in.
    unit: i64,
}

impl Stage<'_> {
    /// The pieces with their ways on a ground.
    fn on(&self, ground: Document) -> Document {
        let ways = self.ways();
        let mut lines = Group::new()
            .set("fill", "none")
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round")
            .set("stroke-width", (self.unit / 6).max(2));
        let mut pieces = Group::new().set("text-anchor", "middle").set("font-weight", "bold");
        for (number, way) in ways.iter().enumerate() {
            if self.play.trail {
                lines = lines.add(self.line(way, WAYS[number % WAYS.len()]));
            }
            pieces = pieces.add(self.piece(number, way));
        }
        ground.add(lines).add(pieces)
    }

    /// Where each piece is at the start and after each step.
    fn ways(&self) -> Vec<Vec<(i64, i64)>> {
        let at = |piece: &super::PlayedPiece| vec![(self.centre)(piece.at)];
        let mut ways: Vec<Vec<(i64, i64)>> = self.play.pieces.iter().map(at).collect();
        for (step, moves) in self.play.steps.iter().enumerate() {
            for &(piece, to) in moves {
                if let Some(way) = ways.get_mut(piece) {
                    let stands = way.last().copied().unwrap_or_default();
                    way.resize(step + 1, stands);
                    way.push((self.centre)(to));
                }
            }
        }
        for way in &mut ways {
            let stands = way.last().copied().unwrap_or_default();
            way.resize(self.play.steps.len() + 1, stands);
        }
        ways
    }

    /// Hundredths of a second of a step.
    fn step(&self) -> usize {
        STEP.min((LONGEST / self.play.steps.len().max(1)).max(1))
    }

    /// An animation through values, one after each step; the last one stays for a while.
    fn through(&self, element: &str, attribute: &str, values: &[String]) -> Element {
        let held = HOLD.div_ceil(self.step());
        let last = values.last().into_iter().cycle().take(held);
        let list: Vec<&str> = values.iter().chain(last).map(String::as_str).collect();
        let hundredths = (list.len() - 1) * self.step();
        let mut animation = Element::new(element);
        Node::assign(&mut animation, "attributeName", attribute);
        Node::assign(&mut animation, "dur", format!("{}s", decimal(hundredths as i64)));
        Node::assign(&mut animation, "repeatCount", "indefinite");
        Node::assign(&mut animation, "values", list.join(";"));
        animation
    }

    /// The way of a piece, which grows.
    fn line(&self, way: &[(i64, i64)], colour: &str) -> Path {
        let mut line = String::new();
        let mut length = 0.0;
        let mut lengths = vec![0.0];
        for (index, &(x, y)) in way.iter().enumerate() {
            let _ = write!(line, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
            if let Some(&(to_x, to_y)) = way.get(index + 1) {
                length += ((x - to_x) as f64).hypot((y - to_y) as f64);
                lengths.push(length);
            }
        }
        // Of a line as long as a dash so much is hidden.
        let whole = length.ceil() as i64 + 1;
        let hidden: Vec<String> = lengths
            .iter()
            .map(|shown| decimal(whole * 100 - (shown * 100.0).round() as i64))
            .collect();
        Path::new()
            .set("stroke", colour)
            .set("stroke-dasharray", whole)
            .set("d", line)
            .add(self.through("animate", "stroke-dashoffset", &hidden))
    }

    /// A piece, where it is in the end if nothing moves.
    fn piece(&self, number: usize, way: &[(i64, i64)]) -> Group {
        let played = &self.play.pieces[number];
        let (x, y) = way.last().copied().unwrap_or_default();
        let fill = if played.black { NUMBER } else { MARK };
        let disc = Circle::new()
            .set("r", self.radius)
            .set("fill", fill)
            .set("stroke", PAPER)
            .set("stroke-width", (self.radius / 8).max(1));
        let size = self.radius;
        let mut letter = label(0, size * 36 / 100, &played.letter);
        Node::assign(&mut letter, "fill", "#fff");
        Node::assign(&mut letter, "font-size", size);
        let places: Vec<String> = way.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let mut moves = self.through("animateTransform", "transform", &places);
        Node::assign(&mut moves, "type", "translate");
        Group::new()
            .set("transform", format!("translate({x} {y})"))
            .add(disc)
            .add(letter)
            .add(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_moves_and_its_way_grows() {
        let board = Board::parse("5x5").unwrap();
        let path: Vec<Square> = board.squares().collect();
        let drawing = Drawing::Tour { board: &board, path: &path, closed: false };
        let text = animated(&drawing, "a tour").unwrap().to_string();
        let document = roxmltree::Document::parse(&text).unwrap();
        let moves = document
            .descendants()
            .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "animateTransform")));
        let values = moves.unwrap().attribute("values").unwrap();
        assert_eq!(values.split(';').count(), 25 + HOLD.div_ceil(STEP));
        assert!(
            text.contains("stroke-dashoffset") && text.contains("in 24 steps, on a 5x5 board.")
        );
        // What is seen where nothing moves is the end.
        let (x, y) = BoardFrame::new(&board).centre(path[24]);
        assert!(text.contains(&format!("translate({x} {y})")));
    }

    #[test]
    fn what_does_not_move_is_drawn_as_it_is() {
        let board = Board::parse("4x4").unwrap();
        let drawing = Drawing::Marked { board: &board, marks: vec![], pairs: vec![] };
        let still = still::draw(&drawing, "").to_string();
        assert_eq!(animated(&drawing, "").unwrap().to_string(), still);
        let board = Board::parse("80x80").unwrap();
        let path: Vec<Square> = board.squares().collect();
        assert!(
            animated(&Drawing::Tour { board: &board, path: &path, closed: true }, "").is_none()
        );
    }
}
