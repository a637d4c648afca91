//! Pictures of riders that meet on one square.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    iter,
};

use super::{
    colour::{Rgb, along},
    counted,
    frame::{BoardFrame, DOTTED, MARK, NUMBERED, PAPER, a_size, decimal},
    grid::{END, ShownSquares, TextGrid, WHITE},
    lanes::{Point, WayLanes},
    lines::polyline,
    markup::{Elements, SvgDocument},
    shapes::STAR,
    svg::round_lines,
};
use crate::board::{Board, square::Square};

/// The label of a square on which several riders start.
const SEVERAL: &str = "+";

/// A meeting to be drawn.
#[derive(Debug, Clone)]
pub struct MeetingPicture<'a> {
    /// The board.
    pub board: &'a Board,
    /// Where the riders meet.
    pub square: Square,
    /// The riders.
    pub riders: Vec<RiderPicture<'a>>,
}

/// A rider with its way to the meeting.
#[derive(Debug, Clone, Copy)]
pub struct RiderPicture<'a> {
    /// Where it starts.
    pub from: Square,
    /// How many jumps it may make in one turn.
    pub jumps_per_turn: u32,
    /// The squares to which it jumps in each turn.
    pub turns: &'a [Vec<Square>],
}

impl MeetingPicture<'_> {
    /// The turns until the last rider arrives.
    #[must_use]
    pub(crate) fn turns(&self) -> usize {
        self.riders.iter().map(|rider| rider.turns.len()).max().unwrap_or(0)
    }

    /// The most jumps that a rider makes in a turn.
    #[must_use]
    pub(crate) fn jumps(&self, turn: usize) -> usize {
        let jumps = self.riders.iter().filter_map(|rider| rider.turns.get(turn));
        jumps.map(Vec::len).max().unwrap_or(0)
    }

    /// The labels of the squares on which riders start: how many jumps a turn they may make.
    fn starts(&self) -> BTreeMap<Square, String> {
        let mut starts = BTreeMap::new();
        for rider in &self.riders {
            starts
                .entry(rider.from)
                .and_modify(|shown: &mut String| SEVERAL.clone_into(shown))
                .or_insert_with(|| rider.jumps_per_turn.to_string());
        }
        starts
    }
}

/// A meeting as text: a rider is its number of jumps a turn, `+` is several riders, and `*` marks
/// the meeting square.
#[must_use]
pub fn text(meeting: &MeetingPicture<'_>, width: usize, colour: bool) -> Option<String> {
    let starts = meeting.starts().into_iter();
    let mut shown: ShownSquares =
        starts.map(|(square, number)| (square, (number, WHITE))).collect();
    let met = shown.entry(meeting.square).or_insert_with(|| (String::new(), END));
    *met = (format!("{}*", met.0), END);
    let content = shown.values().map(|(text, _)| text.len()).max().unwrap_or(1);
    let grid = TextGrid::new(meeting.board, content, width)?;
    Some(grid.draw(colour, &shown))
}

/// A meeting as a picture: each rider is a disc with its number of jumps a turn, and a line of its
/// colour leads to the star, where they meet; small dots mark the ends of its jumps, large ones
/// those of its turns.
///
/// Lines that coincide are drawn side by side. On boards of more than 60 rows or columns the riders
/// have no numbers. The size is linear in the jumps.
#[must_use]
pub fn svg(meeting: &MeetingPicture<'_>, title: &str) -> SvgDocument {
    let board = meeting.board;
    let frame = BoardFrame::new(board);
    let turns: usize = meeting.riders.iter().map(|rider| rider.turns.len()).sum();
    let riders = counted(meeting.riders.len(), "rider");
    let verb = if meeting.riders.len() == 1 { "is" } else { "meet" };
    let turns = counted(turns, "turn");
    let description = format!(
        "{} board; {riders} {verb} on {} after {turns} in all.",
        a_size(board),
        meeting.square
    );
    let mut picture = frame.document(board, title, &description);
    let content = &mut picture.content;
    let tint = frame.cells(iter::once(meeting.square));
    content.path(&tint, format_args!(r#" fill="{MARK}" fill-opacity=".25""#));
    let starts = meeting.starts();
    let colours = meeting.riders.len();
    let colour = |index: usize| along(true, index, colours);
    frame.add_ways(content, meeting, colour);
    frame.add_star(content, meeting.square, starts.contains_key(&meeting.square));
    let mut drawn = BTreeSet::new();
    let (mut discs, mut numbers) = (Elements::default(), Elements::default());
    let size = frame.cell * frame.rider() * 11 / 1_000;
    for (index, rider) in meeting.riders.iter().enumerate() {
        if !drawn.insert(rider.from) {
            continue;
        }
        frame.add_disc(&mut discs, rider.from, frame.rider(), colour(index));
        if frame.longest <= DOTTED {
            let (x, y) = frame.centre(rider.from);
            let shown = starts.get(&rider.from).map_or("", String::as_str);
            // A long number is as wide as the disc.
            let width = frame.cell * frame.rider() * 16 / 1_000;
            let is_long = shown.len() > 2;
            let long = format!(r#" lengthAdjust="spacingAndGlyphs" textLength="{width}""#);
            let long = if is_long { long.as_str() } else { "" };
            numbers.label((x, y + size * 36 / 100), shown, format_args!("{long}"));
        }
    }
    let width = decimal(frame.cell * frame.rider() / 10);
    content.group(format_args!(r#"g stroke="{PAPER}" stroke-width="{width}""#), &discs);
    let size = size.max(1);
    let look = format_args!(
        r##"g fill="#fff" font-size="{size}" font-weight="bold" text-anchor="middle""##
    );
    content.group(look, &numbers);
    picture
}

impl BoardFrame {
    /// The radius of a rider in hundredths of a square's side.
    pub(super) fn rider(&self) -> i64 {
        match self.longest {
            longest if longest <= NUMBERED => 27,
            longest if longest <= DOTTED => 40,
            longest => i64::from(longest) * 7 / 10,
        }
    }

    /// The ways of the riders: lines, and dots at the ends of the turns.
    fn add_ways(
        &self,
        picture: &mut Elements,
        meeting: &MeetingPicture<'_>,
        colour: impl Fn(usize) -> Rgb,
    ) {
        let squares = |rider: &RiderPicture<'_>| iter::once(rider.from).chain(rider.turns.concat());
        let points = |rider| squares(rider).map(|square| self.centre(square)).collect();
        let ways: Vec<Vec<Point>> = meeting.riders.iter().map(points).collect();
        let lanes = WayLanes::new(&ways);
        let width = match self.longest {
            longest if longest <= NUMBERED => 80,
            longest if longest <= DOTTED => 120,
            _ => 150,
        };
        let width = (self.cell * width / 10).max(self.part_of_side(400));
        let mut lines = Elements::default();
        for (index, (rider, way)) in meeting.riders.iter().zip(&ways).enumerate() {
            if way.len() < 2 {
                continue;
            }
            let points: Vec<Point> = way
                .windows(2)
                .flat_map(|ends| lanes.apart(index, [ends[0], ends[1]], self.cell))
                .collect();
            let mut ends = BTreeSet::new();
            rider.turns.iter().fold(0, |jumps, turn| {
                ends.insert(jumps + turn.len());
                jumps + turn.len()
            });
            // Small dots where a jump ends, large ones where the turn ends too.
            let mut dots = [String::new(), String::new()];
            for jumps in 1..way.len() - 1 {
                let (x, y) = points[2 * jumps - 1];
                let _ = write!(dots[usize::from(ends.contains(&jumps))], "M{x} {y}h0");
            }
            let mut points = points;
            points.dedup();
            let colour = colour(index);
            lines.path(&polyline(points), format_args!(r#" stroke="{colour}""#));
            for (d, times) in dots.into_iter().zip([17, 32]) {
                if !d.is_empty() {
                    let size = decimal(width * times / 10);
                    lines.path(&d, format_args!(r#" stroke="{colour}" stroke-width="{size}""#));
                }
            }
        }
        picture.group(round_lines(width), &lines);
    }

    /// A star; behind a rider it is larger.
    fn add_star(&self, picture: &mut Elements, square: Square, is_behind: bool) {
        let (x, y) = self.centre(square);
        // Its tips are 24 from its centre.
        let size = self.rider() * if is_behind { 18 } else { 13 } / 10;
        // On large boards it must be easy to find.
        let size = size.max(i64::from(self.longest) * 2);
        let scale = decimal(self.cell * size / 24);
        let look = format_args!(
            r#" fill="{MARK}" stroke="{PAPER}" stroke-linejoin="round" stroke-width="2" transform="translate({x} {y})scale({scale})""#
        );
        picture.path(STAR, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::Drawing;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    /// The turns given by a text: `c5-d3 | e5`.
    fn turns(text: &str) -> Vec<Vec<Square>> {
        let turns = text.split('|').filter(|turn| !turn.trim().is_empty());
        turns.map(|turn| turn.trim().split('-').map(square).collect()).collect()
    }

    fn rider<'a>(from: &str, jumps_per_turn: u32, turns: &'a [Vec<Square>]) -> RiderPicture<'a> {
        RiderPicture { from: square(from), jumps_per_turn, turns }
    }

    fn draw(board: &Board, at: &str, riders: &[RiderPicture<'_>]) -> (Option<String>, String) {
        let square = square(at);
        let drawing = Drawing::Meeting(MeetingPicture { board, square, riders: riders.to_vec() });
        let plain = drawing.text(80, false);
        assert!(plain.as_ref().is_none_or(|text| text.is_ascii() && !text.contains('\x1b')));
        let coloured = drawing.text(80, true);
        assert_eq!(coloured.is_some(), plain.is_some());
        let is_shown = plain.as_ref().is_some_and(|text| text.contains('*'));
        assert_eq!(coloured.is_some_and(|text| text.contains(&END.render().to_string())), is_shown);
        let picture = drawing.svg("a meeting").to_string();
        assert_eq!(picture, drawing.svg("a meeting").to_string());
        (plain, picture)
    }

    fn count(document: &str, tag: &str) -> usize {
        let document = roxmltree::Document::parse(document).unwrap();
        document.descendants().filter(|node| node.tag_name().name() == tag).count()
    }

    #[test]
    fn riders_are_numbers_and_the_meeting_is_a_star() {
        let board = Board::from_map(b"...\n.#.\n...\n", "m").unwrap();
        let [one, two] = [turns("b1"), turns("c2-a1|b3|c1-a2|b1")];
        let riders = [rider("a3", 1, &one), rider("a3", 2, &two), rider("c3", 7, &one)];
        let (text, picture) = draw(&board, "b1", &riders);
        assert_eq!(text.unwrap(), "3  +  .  7\n2  .  #  .\n1  .  *  .\n   a  b  c\n");
        // Two starts, three ways.
        assert_eq!(count(&picture, "circle"), 2);
        assert!(picture.contains("3 riders meet on b1 after 6 turns in all."), "{picture}");
        assert!(picture.contains(STAR));
    }

    #[test]
    fn a_rider_on_the_square_of_the_meeting_stands_out() {
        let board = Board::parse("2x3").unwrap();
        let one = turns("c2");
        let riders = [rider("a1", 12, &one), rider("c2", 3, &[])];
        let (text, picture) = draw(&board, "c2", &riders);
        assert_eq!(text.unwrap(), "2   .   .  3*\n1  12   .   .\n    a   b   c\n");
        assert_eq!(count(&picture, "circle"), 2);
    }

    #[test]
    fn nobody_moves() {
        let board = Board::parse("1x1").unwrap();
        let (text, picture) = draw(&board, "a1", &[rider("a1", 1, &[])]);
        assert_eq!(text.unwrap(), "1  1*\n    a\n");
        assert!(picture.contains("1 rider is on a1 after 0 turns in all."), "{picture}");
        let (text, _) = draw(&board, "a1", &[]);
        assert_eq!(text.unwrap(), "1  *\n   a\n");
    }

    #[test]
    fn many_riders_on_large_boards() {
        for size in [13, 61, 10_000] {
            let board = Board::parse(&format!("{size}x{size}")).unwrap();
            let way: Vec<Vec<Square>> =
                (1..12).map(|index| vec![Square { column: index, rank: index % 2 }]).collect();
            let riders: Vec<RiderPicture<'_>> = (0..500)
                .map(|index| RiderPicture {
                    from: Square { column: index % 13, rank: index / 13 % 13 },
                    jumps_per_turn: u32::MAX,
                    turns: &way,
                })
                .collect();
            let (text, picture) = draw(&board, "l2", &riders);
            assert_eq!(text.is_some(), size == 13);
            assert_eq!(count(&picture, "circle"), 169);
            assert!(picture.len() < 500 * 400, "{}", picture.len());
        }
    }

    #[test]
    fn what_lies_outside_does_no_harm() {
        let board = Board::parse("2x2").unwrap();
        let way = [vec![], vec![Square { column: u32::MAX - 1, rank: 7 }], vec![]];
        let (text, picture) = draw(&board, "z99", &[rider("y77", 1, &way)]);
        assert_eq!(text.unwrap(), "2  .  .\n1  .  .\n   a  b\n");
        assert_eq!(count(&picture, "circle"), 1);
    }
}
