//! Pictures of a plan that moves pieces from one arrangement to another.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    PlacedPiece,
    colour::{Rgb, along},
    counted,
    frame::{BoardFrame, NUMBER, NUMBERED, a_size, decimal},
    grid::{ShownSquares, pair},
    letters::{LetteredKind, kinds, stand},
    lines::{arrow_head, polyline},
    markup::{Elements, SvgDocument},
    paper::paper,
    pieces::{SHAPED, add_shapes},
};
use crate::board::{Board, square::Square};

/// The most steps of a plan whose positions are all drawn.
const MOST_STEPS: usize = 40;
/// The most pieces in all those positions together.
const MOST_PIECES: usize = 2_000;

/// A plan to be drawn.
#[derive(Debug, Clone)]
pub struct ExchangePicture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The pieces at the start.
    pub start: Vec<PlacedPiece<'a>>,
    /// The pieces at the end.
    pub goal: Vec<PlacedPiece<'a>>,
    /// The start and end of each move, in order.
    pub moves: &'a [[Square; 2]],
    /// The number of moves of each step, if a step may have several.
    pub steps: Option<&'a [u32]>,
}

impl<'a> ExchangePicture<'a> {
    /// The moves of each step.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &'a [[Square; 2]]> {
        let alone = self.steps.is_none().then_some(1).into_iter().cycle();
        let lengths = self.steps.unwrap_or_default().iter().map(|&step| step as usize);
        let mut rest = self.moves;
        lengths.chain(alone.take(self.moves.len())).map(move |length| {
            let (step, others) = rest.split_at(length.min(rest.len()));
            rest = others;
            step
        })
    }

    /// The moves in order, each with the letter of its piece; `?` for an empty square.
    pub(crate) fn lettered(&self) -> impl Iterator<Item = (char, [Square; 2])> {
        let kinds = kinds(&self.start);
        let letter = |piece: &PlacedPiece<'_>| {
            let letter = kinds[piece.piece].letter;
            if piece.black { letter.to_ascii_lowercase() } else { letter }
        };
        let mut standing: BTreeMap<Square, char> =
            self.start.iter().map(|piece| (piece.square, letter(piece))).collect();
        self.moves.iter().map(move |&[from, to]| {
            let letter = standing.remove(&from).unwrap_or('?');
            standing.insert(to, letter);
            (letter, [from, to])
        })
    }
}

/// Start and goal as text, side by side if there is room, otherwise one below the other.
#[must_use]
pub fn text(exchange: &ExchangePicture<'_>, width: usize, colour: bool) -> Option<String> {
    let named = [("start", &exchange.start), ("goal", &exchange.goal)].map(|(name, pieces)| {
        let mut shown = ShownSquares::new();
        stand(pieces, &mut shown);
        (name, shown)
    });
    pair(exchange.board, 1, &named, width, colour)
}

/// A position of the plan.
struct Panel<'a> {
    caption: String,
    pieces: Vec<PlacedPiece<'a>>,
    /// The moves that led to it.
    moves: &'a [[Square; 2]],
}

/// The position at the start and after each step, if they are small and at most 40; otherwise start
/// and goal.
fn panels<'a>(exchange: &ExchangePicture<'a>) -> Vec<Panel<'a>> {
    let start = Panel { caption: "start".into(), pieces: exchange.start.clone(), moves: &[] };
    let goal = Panel { caption: "goal".into(), pieces: exchange.goal.clone(), moves: &[] };
    let steps = exchange.steps.map_or(exchange.moves.len(), <[u32]>::len);
    let board = exchange.board;
    if steps == 0
        || steps > MOST_STEPS
        || (steps + 1).saturating_mul(exchange.start.len()) > MOST_PIECES
        || board.longest_side() > NUMBERED
    {
        return vec![start, goal];
    }
    let mut standing: BTreeMap<Square, PlacedPiece<'a>> =
        exchange.start.iter().map(|&piece| (piece.square, piece)).collect();
    let mut lettered = exchange.lettered();
    let mut panels = vec![start];
    for (index, moves) in exchange.steps().enumerate() {
        for &[from, to] in moves {
            if let Some(piece) = standing.remove(&from) {
                standing.insert(to, PlacedPiece { square: to, ..piece });
            }
        }
        let mut caption = format!("{}.", index + 1);
        for (letter, [from, to]) in lettered.by_ref().take(moves.len()) {
            if moves.len() == 1 {
                let _ = write!(caption, " {letter} {from}-{to}");
            }
        }
        panels.push(Panel { caption, pieces: standing.values().copied().collect(), moves });
    }
    panels
}

/// A plan as a picture: the start and the position after each step, with arrows for its moves; only
/// start and goal for long plans, large boards and many pieces.
#[must_use]
pub fn svg(exchange: &ExchangePicture<'_>, title: &str) -> SvgDocument {
    let board = exchange.board;
    let frame = BoardFrame::new(board);
    let panels = panels(exchange);
    let [left, top, width, height] = frame.extent();
    // Captions are above the boards; a letter is about 0.6 times as wide as its size.
    let longest = panels.iter().map(|panel| panel.caption.len() as i64).max().unwrap_or(0);
    let width = width.max(frame.font * longest * 6 / 10 - left);
    let above = frame.font;
    let height = height + above;
    let count = panels.len() as i64;
    // About 4 wide to 3 high.
    let columns = (1..count)
        .find(|&columns| columns * width * 3 >= (count + columns - 1) / columns * height * 4)
        .unwrap_or(count);
    let rows = (count + columns - 1) / columns;
    let extent = [left, top - above, columns * width, rows * height];
    let mut picture = paper(frame.font, extent, title, &description(exchange, panels.len()));
    let content = &mut picture.content;
    let (mut definitions, mut board_once) = (Elements::default(), Elements::default());
    frame.add_board(&mut board_once, board);
    definitions.group(r#"g id="board""#, &board_once);
    content.group("defs", &definitions);
    let kinds = kinds(&exchange.start);
    if frame.longest <= SHAPED {
        add_shapes(content, &kinds);
    }
    for (index, panel) in (0..).zip(&panels) {
        let (x, y) = (index % columns * width, index / columns * height);
        let colour = along(false, index as usize, panels.len());
        let panel = frame.panel(panel, &kinds, colour);
        content.group(format_args!(r#"g transform="translate({x} {y})""#), &panel);
    }
    picture
}

fn description(exchange: &ExchangePicture<'_>, panels: usize) -> String {
    let pieces = counted(exchange.start.len(), "piece");
    let mut plan = counted(exchange.moves.len(), "move");
    if let Some(steps) = exchange.steps {
        let _ = write!(plan, " in {}", counted(steps.len(), "step"));
    }
    let shown = match (panels, exchange.steps) {
        (2, _) => "start and goal",
        (_, None) => "the start and the position after each move",
        (_, Some(_)) => "the start and the position after each step",
    };
    format!("{} board; {pieces}; {plan}: {shown}.", a_size(exchange.board))
}

impl BoardFrame {
    fn panel(
        &self,
        panel: &Panel<'_>,
        kinds: &BTreeMap<&str, LetteredKind>,
        colour: Rgb,
    ) -> Elements {
        let mut group = Elements::default();
        group.add(format_args!(r##"<use href="#board"/>"##));
        let font = self.font;
        let look = format_args!(r#" fill="{NUMBER}" font-size="{font}" font-weight="bold""#);
        group.label((0, -font * 55 / 100), &panel.caption, look);
        if panel.moves.is_empty() {
            self.add_pieces(&mut group, &panel.pieces, kinds);
            return group;
        }
        let ends = panel.moves.iter().flatten().copied();
        let mut squares: Vec<Square> = ends.collect();
        squares.sort_unstable_by_key(|square| (square.rank, square.column));
        squares.dedup();
        let tint = self.cells(squares.into_iter());
        group.path(&tint, format_args!(r#" fill="{colour}" fill-opacity=".22""#));
        let (mut lines, mut heads) = (String::new(), String::new());
        for &[from, to] in panel.moves {
            let (from, to) = (self.centre(from), self.centre(to));
            lines += &polyline([from, to]);
            heads += &arrow_head(from, to, self.cell * 40 / 100, self.cell * 30 / 100);
        }
        let starts: Vec<Square> = panel.moves.iter().map(|&[from, _]| from).collect();
        for (d, width) in [(lines, 7), (self.dots(&starts), 24)] {
            let width = decimal(self.cell * width);
            let look =
                format_args!(r#" stroke="{colour}" stroke-linecap="round" stroke-width="{width}""#);
            group.path(&d, look);
        }
        self.add_pieces(&mut group, &panel.pieces, kinds);
        // The arrowheads are above the pieces, so that they are visible.
        group.path(&heads, format_args!(r#" fill="{colour}""#));
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::Drawing;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn placed<'a>(pieces: &[(&str, &'a str, bool)]) -> Vec<PlacedPiece<'a>> {
        let place = |&(name, piece, black): &(&str, &'a str, bool)| PlacedPiece {
            square: square(name),
            piece,
            black,
        };
        pieces.iter().map(place).collect()
    }

    fn moves(text: &str) -> Vec<[Square; 2]> {
        let moves = text.split_whitespace().filter_map(|one| one.split_once('-'));
        moves.map(|(from, to)| [square(from), square(to)]).collect()
    }

    fn draw(exchange: &ExchangePicture<'_>, width: usize) -> (Option<String>, String) {
        let drawing = Drawing::Exchange(exchange.clone());
        let plain = drawing.text(width, false);
        assert!(plain.as_ref().is_none_or(|text| text.is_ascii() && !text.contains('\x1b')));
        let picture = drawing.svg("a <plan>").to_string();
        assert_eq!(picture, drawing.svg("a <plan>").to_string());
        (plain, picture)
    }

    fn texts(document: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(document).unwrap();
        document.descendants().filter_map(|node| node.text()).map(str::to_string).collect()
    }

    #[test]
    fn two_boards_and_every_position() {
        let board = Board::from_map(b"..#\n...\n", "m").unwrap();
        let start = placed(&[("a1", "rook", false), ("b2", "king", true)]);
        let goal = placed(&[("b2", "rook", false), ("a1", "king", true)]);
        let moves = moves("a1-c1 b2-a1 c1-b1 b1-b2");
        let exchange = ExchangePicture { board: &board, start, goal, moves: &moves, steps: None };
        let (text, picture) = draw(&exchange, 80);
        let expected = "   start          goal
2  .  k  #     2  .  R  #
1  R  .  .     1  k  .  .
   a  b  c        a  b  c
";
        assert_eq!(text.unwrap(), expected);
        let narrow = "   start
2  . k #
1  R . .
   a b c

   goal
2  . R #
1  k . .
   a b c
";
        assert_eq!(draw(&exchange, 8).0.unwrap(), narrow);
        assert_eq!(draw(&exchange, 7).0, None);
        let texts = texts(&picture);
        for caption in ["start", "1. R a1-c1", "2. k b2-a1", "3. R c1-b1", "4. R b1-b2"] {
            assert!(texts.contains(&caption.to_string()), "{caption}");
        }
        assert!(texts.contains(&"a <plan>".into()));
        assert!(!texts.contains(&"goal".into()));
    }

    #[test]
    fn steps_have_all_their_moves() {
        let board = Board::parse("2x2").unwrap();
        let start = placed(&[("a1", "rook", false), ("b2", "rook", true)]);
        let goal = placed(&[("b2", "rook", false), ("a1", "rook", true)]);
        let moves = moves("a1-b1 b2-a2 b1-b2 a2-a1");
        let exchange =
            ExchangePicture { board: &board, start, goal, moves: &moves, steps: Some(&[2, 2, 7]) };
        let steps: Vec<usize> = exchange.steps().map(<[_]>::len).collect();
        assert_eq!(steps, [2, 2, 0]);
        let letters: String = exchange.lettered().map(|(letter, _)| letter).collect();
        assert_eq!(letters, "RrRr");
        let (_, picture) = draw(&exchange, 80);
        assert!(picture.contains("4 moves in 3 steps: the start and the position after each step"));
        assert!(texts(&picture).contains(&"2.".into()));
    }

    #[test]
    fn long_plans_and_large_boards_show_start_and_goal() {
        for (size, count) in [("2x2", 41), ("13x1", 3), ("70x70", 1), ("1x10000", 1), ("1x1", 0)] {
            let board = Board::parse(size).unwrap();
            let start = placed(&[("a1", "king", false)]);
            let moves = [[square("a1"); 2]].repeat(count);
            let goal = start.clone();
            let exchange =
                ExchangePicture { board: &board, start, goal, moves: &moves, steps: None };
            let (text, picture) = draw(&exchange, 80);
            assert_eq!(text.is_none(), size == "70x70" || size == "1x10000");
            assert!(texts(&picture).contains(&"goal".into()), "{size}");
            assert!(picture.len() < 16_000, "{size}: {}", picture.len());
        }
    }

    #[test]
    fn what_lies_outside_does_no_harm() {
        let board = Board::parse("2x2").unwrap();
        let moves = [[Square { column: u32::MAX - 1, rank: 3 }, square("z99")]];
        let start = placed(&[("q7", "king", false)]);
        let exchange = ExchangePicture {
            board: &board,
            goal: start.clone(),
            start,
            moves: &moves,
            steps: None,
        };
        assert_eq!(exchange.lettered().next().unwrap().0, '?');
        let (text, picture) = draw(&exchange, 80);
        assert!(text.is_some());
        texts(&picture);
    }
}
