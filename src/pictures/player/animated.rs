//! A self-playing picture: SVG with its animation inside, for pages that run no script.

use std::{fmt::Write as _, ops::RangeInclusive};

use super::{Place, Play};
use crate::{
    board::{Board, square::Square},
    pictures::{
        Drawing, counted,
        frame::{BoardFrame, MARK, NUMBER, PAPER, a_size, decimal},
        graph,
        markup::{Elements, SvgDocument},
        shapes::UNIT,
        svg::round_lines,
    },
};

/// The most steps of an animated picture, and its most moves.
const MOST_STEPS: usize = 5_000;
const MOST_MOVES: usize = 20_000;
/// The most values in the animations of a trail's parts, and in those of all pieces.
const MOST_VALUES: usize = 20_000;
const MOST_PLACES: usize = 200_000;
/// Seconds of a step, in hundredths, and of all steps together.
const STEP: usize = 45;
const LONGEST: usize = 4_000;
/// How long the end is shown, in hundredths of a second.
const HOLD: usize = 200;
/// The colours of the ways of several pieces.
const WAYS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A drawing whose pieces move in a loop, from the start to the end; a static drawing unchanged.
/// `None` if it has more than 5,000 steps or 20,000 moves, or stays too often.
#[must_use]
pub fn animated(drawing: &Drawing<'_>, title: &str) -> Option<SvgDocument> {
    let play = Play::of(drawing);
    let moves: usize = play.steps.iter().map(Vec::len).sum();
    let places = play.steps.len() * play.pieces.len();
    if play.steps.len() > MOST_STEPS || moves > MOST_MOVES || places > MOST_PLACES {
        return None;
    }
    if moves == 0 {
        return Some(drawing.svg(title));
    }
    let (who, graph) = match drawing {
        Drawing::Graph(picture) => ("pieces", Some(picture)),
        Drawing::Agents(agents) => ("agents", agents.graph()),
        _ => ("pieces", None),
    };
    let sentence = format!("The {who} move, in {}", counted(play.steps.len(), "step"));
    if let Some(picture) = graph {
        let centre = |at: Place| graph::centre_of(at, super::GRAPH_SIDE);
        let graph::GraphGround { mut document, vertices, radius, .. } =
            graph::ground(picture, title, &format!("{sentence}, through a graph."));
        document.content.append(&vertices);
        return Some(Stage { play: &play, centre: &centre, radius, unit: radius }.on(document));
    }
    let board = drawing.board()?;
    let frame = BoardFrame::new(board);
    let ground = frame.document(board, title, &format!("{sentence}, on {}.", article(board)));
    let centre = |[column, rank]: Place| frame.centre(Square { column, rank });
    let radius = match drawing {
        Drawing::Agents(agents) => frame.agent(agents.paths().len()),
        _ => frame.cell * 30 / 100,
    };
    Some(Stage { play: &play, centre: &centre, radius, unit: frame.cell / 2 }.on(ground))
}

/// `an 8x8 board`.
fn article(board: &Board) -> String {
    let size = a_size(board);
    let (first, rest) = size.split_at(1);
    format!("{}{rest} board", first.to_lowercase())
}

/// What moves, and where.
struct Stage<'s> {
    play: &'s Play,
    centre: &'s dyn Fn(Place) -> (i64, i64),
    /// The radius of a piece.
    radius: i64,
    /// The unit of line widths.
    unit: i64,
}

impl Stage<'_> {
    /// The pieces with their ways on a ground.
    fn on(&self, mut ground: SvgDocument) -> SvgDocument {
        let (mut lines, mut pieces) = (Elements::default(), Elements::default());
        let mut goals = Elements::default();
        for (number, way) in self.ways().iter().enumerate() {
            let piece = &self.play.pieces[number];
            let own = piece.colours.as_ref().map(|[fill, _]| fill.as_str());
            let colour = own.unwrap_or(WAYS[number % WAYS.len()]);
            if self.play.trail {
                self.add_trail(&mut lines, way, colour);
            }
            if let Some(goal) = piece.goal {
                self.add_goal(&mut goals, goal, colour, &piece.letter);
            }
            self.add_piece(&mut pieces, number, way);
        }
        ground.content.group(r#"g font-weight="bold" text-anchor="middle""#, &goals);
        let width = (self.unit / 6).max(2) * 100;
        ground.content.group(round_lines(width), &lines);
        ground.content.group(r#"g font-weight="bold" text-anchor="middle""#, &pieces);
        ground
    }

    /// The position of each piece at the start and after each step.
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

    /// Adds an animation through values, one after each step; the last one stays for a while.
    fn add_values(
        &self,
        to: &mut Elements,
        [element, attribute, more]: [&str; 3],
        values: &[String],
    ) {
        let held = HOLD.div_ceil(self.step());
        let last = values.last().into_iter().cycle().take(held);
        let list: Vec<&str> = values.iter().chain(last).map(String::as_str).collect();
        let seconds = decimal(((list.len() - 1) * self.step()) as i64);
        let list = list.join(";");
        to.add(format_args!(
            r#"<{element} attributeName="{attribute}" dur="{seconds}s" repeatCount="indefinite"{more} values="{list}"/>"#
        ));
    }

    /// The growing way of a piece, in this colour or in the colours of a single piece's parts.
    fn add_trail(&self, lines: &mut Elements, way: &[(i64, i64)], colour: &str) {
        let (colours, moves) = (&self.play.colours, way.len().saturating_sub(1));
        let parts = colours.len().min(MOST_VALUES / way.len().max(1)).max(1);
        for part in 0..parts {
            let colour = colours.get(part * colours.len() / parts).map_or(colour, String::as_str);
            self.add_line(lines, way, part * moves / parts..=(part + 1) * moves / parts, colour);
        }
    }

    /// The part of a way between two steps, which grows.
    fn add_line(
        &self,
        lines: &mut Elements,
        way: &[(i64, i64)],
        part: RangeInclusive<usize>,
        colour: &str,
    ) {
        let (first, last) = part.into_inner();
        let mut line = String::new();
        let mut length = 0.0;
        let mut lengths = vec![0.0; first + 1];
        for (index, &(x, y)) in way.iter().enumerate().take(last + 1).skip(first) {
            let _ = write!(line, "{}{x} {y}", if index == first { 'M' } else { 'L' });
            if let Some(&(to_x, to_y)) = way.get(index + 1).filter(|_| index < last) {
                length += ((x - to_x) as f64).hypot((y - to_y) as f64);
                lengths.push(length);
            }
        }
        lengths.resize(way.len(), length);
        // Hides a line with a dash as long as the line.
        let whole = length.ceil() as i64 + 1;
        let hidden: Vec<String> = lengths
            .iter()
            .map(|shown| decimal(whole * 100 - (shown * 100.0).round() as i64))
            .collect();
        let mut grows = Elements::default();
        self.add_values(&mut grows, ["animate", "stroke-dashoffset", ""], &hidden);
        let look = format_args!(r#"path d="{line}" stroke="{colour}" stroke-dasharray="{whole}""#);
        lines.group(look, &grows);
    }

    /// A ring at a goal, with the letter of its piece.
    fn add_goal(&self, goals: &mut Elements, goal: Place, colour: &str, letter: &str) {
        let ((x, y), border) = ((self.centre)(goal), (self.radius / 5).max(1));
        let radius = self.radius + border;
        goals.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" fill="{PAPER}" r="{radius}" stroke="{colour}" stroke-width="{border}"/>"#
        ));
        let size = self.size(letter);
        let look = format_args!(r#" fill="{NUMBER}" font-size="{size}""#);
        goals.label((x, y + size * 36 / 100), letter, look);
    }

    /// The size of a letter, smaller for a long number.
    fn size(&self, letter: &str) -> i64 {
        self.radius * 2 / (letter.chars().count() as i64).max(2)
    }

    /// A piece, at its final position if nothing moves.
    fn add_piece(&self, pieces: &mut Elements, number: usize, way: &[(i64, i64)]) {
        let played = &self.play.pieces[number];
        let (x, y) = way.last().copied().unwrap_or_default();
        let mut piece = Elements::default();
        if played.shape.is_empty() {
            let plain = (if played.black { NUMBER } else { MARK }, "#fff");
            let own = played.colours.as_ref();
            let (fill, text) = own.map_or(plain, |[fill, text]| (fill.as_str(), text.as_str()));
            let (radius, border) = (self.radius, (self.radius / 8).max(1));
            piece.add(format_args!(
                r#"<circle fill="{fill}" r="{radius}" stroke="{PAPER}" stroke-width="{border}"/>"#
            ));
            let size = self.size(&played.letter);
            let look = format_args!(r#" fill="{text}" font-size="{size}""#);
            piece.label((0, size * 36 / 100), &played.letter, look);
        } else {
            let mut shape = Elements::default();
            shape.add(format_args!("{}", played.shape));
            let scale = (2 * self.unit) as f64 / UNIT as f64;
            piece.group(format_args!(r#"g transform="scale({scale})""#), &shape);
        }
        let places: Vec<String> = way.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let moves = ["animateTransform", "transform", r#" type="translate""#];
        self.add_values(&mut piece, moves, &places);
        pieces.group(format_args!(r#"g transform="translate({x} {y})""#), &piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{AgentsPicture, GraphPicture, colour::along};

    #[test]
    fn a_tour_moves_and_its_way_grows() {
        let board = Board::parse("5x5").unwrap();
        let path: Vec<Square> = board.squares().collect();
        let drawing = Drawing::Tour {
            board: &board,
            path: &path,
            closed: false,
            piece: "knight".into(),
            given: Vec::new(),
        };
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
        // A colour for each move, as in a still picture.
        let last = along(false, 23, 24).to_string();
        assert_eq!(text.matches("stroke-dashoffset").count(), 24);
        assert!(text.contains(&last) && drawing.svg("").to_string().contains(&last));
        // Without animation the end is shown.
        let (x, y) = BoardFrame::new(&board).centre(path[24]);
        assert!(text.contains(&format!("translate({x} {y})")));
    }

    #[test]
    fn what_does_not_move_is_drawn_as_it_is() {
        let board = Board::parse("4x4").unwrap();
        let drawing = Drawing::bare(&board);
        let still = drawing.svg("").to_string();
        assert_eq!(animated(&drawing, "").unwrap().to_string(), still);
        let board = Board::parse("80x80").unwrap();
        let path: Vec<Square> = board.squares().collect();
        assert!(
            animated(
                &Drawing::Tour {
                    board: &board,
                    path: &path,
                    closed: true,
                    piece: "knight".into(),
                    given: Vec::new()
                },
                ""
            )
            .is_none()
        );
    }

    #[test]
    fn agents_move_at_once_and_wait() {
        let board = Board::parse("1x4").unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let paths =
            [vec![squares[0], squares[1]], vec![squares[1], squares[1], squares[2], squares[3]]];
        let drawing = Drawing::Agents(AgentsPicture::on_board(&board, &paths));
        let text = animated(&drawing, "agents").unwrap().to_string();
        assert!(text.contains("The agents move, in 3 steps, on a 1x4 board."), "{text}");
        // A position for each time and for the end, which is held.
        assert!(text.contains("values=\"32 32;96 32;96 32;96 32;96 32;"), "{text}");
        assert!(text.contains("values=\"96 32;96 32;160 32;224 32;224 32;"), "{text}");
        // Two agents, two goals, two trails.
        assert_eq!(text.matches("<circle").count(), 4);
        assert_eq!(text.matches("stroke-dashoffset").count(), 2);
        let names = ["p", "q"].map(String::from);
        let graph = GraphPicture::of(&names, &[(0, 1)], false).unwrap();
        let drawing = Drawing::Agents(AgentsPicture::on_graph(graph, vec![vec![0, 1]]));
        let text = animated(&drawing, "agents").unwrap().to_string();
        assert!(text.contains("The agents move, in 1 step, through a graph."), "{text}");
        assert_eq!(text.matches("<circle").count(), 4);
    }
}
