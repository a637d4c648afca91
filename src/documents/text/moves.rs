//! The moves of a solution as text: a route, the turns of riders, a plan.

use std::fmt::Write as _;

use super::numbers::{counted, grouped};
use crate::{
    board::square::Square,
    pictures::{Drawing, ExchangePicture, MeetingPicture, RiderPicture, RoutePicture},
    printable::one_line,
    puzzles::mapf::arrival,
};

/// The most moves that are listed.
const MOST_MOVES: usize = 200;
/// The most riders whose turns are listed.
const MOST_RIDERS: usize = 20;
/// The most agents whose paths are listed.
const MOST_AGENTS_LISTED: usize = 40;
/// The gap between moves on one line.
const GAP: usize = 3;

/// The moves of a drawing, if they say more than the picture.
pub fn moves(drawing: &Drawing<'_>, width: usize) -> Option<String> {
    match drawing {
        Drawing::Route(drawn) => Some(route(drawn, width)),
        Drawing::Meeting(meeting) => Some(rides(meeting, width)),
        Drawing::Exchange(exchange) if exchange.steps.is_some() => Some(steps(exchange, width)),
        Drawing::Exchange(exchange) => Some(plan(exchange, width)),
        Drawing::Tour { .. }
        | Drawing::Pieces { .. }
        | Drawing::Marked { .. }
        | Drawing::Agents(_)
        | Drawing::Graph(_) => None,
    }
}

/// `10 vertices: 1 2 3 …`.
pub fn walk(path: &[String], width: usize) -> String {
    let noun = if path.len() == 1 { "vertex" } else { "vertices" };
    wrapped(&format!("{} {noun}:", grouped(path.len() as u64)), &names(path), width)
}

/// For each agent a line with its places until it rests: `agent 1, 2 steps: a1-b1-c1`.
pub fn agent_paths(paths: &[Vec<String>], width: usize) -> String {
    let mut text = String::new();
    for (agent, path) in (1..).zip(paths.iter().take(MOST_AGENTS_LISTED)) {
        let steps = arrival(path);
        let shown = &path[..path.len().min(steps.min(MOST_MOVES) + 1)];
        let mut parts = parted(shown.iter().map(|name| one_line(name).into()), "-");
        if steps > MOST_MOVES {
            parts.push(format!("{}; --json lists all", more(steps - MOST_MOVES)));
        }
        let title = format!("agent {agent}, {}:", counted(steps as u64, "step"));
        text += &wrapped(&title, &parts, width);
    }
    if paths.len() > MOST_AGENTS_LISTED {
        let more = more(paths.len() - MOST_AGENTS_LISTED);
        let _ = writeln!(text, "{more} agents; --json lists all");
    }
    text
}

/// `colour 1: a c …`.
pub fn colour_class(colour: usize, class: &[String], width: usize) -> String {
    wrapped(&format!("colour {colour}:"), &names(class), width)
}

/// Names separated by blanks, up to the limit of the list.
fn names(all: &[String]) -> Vec<String> {
    let mut parts = parted(all.iter().take(MOST_MOVES).map(|name| one_line(name).into()), " ");
    if all.len() > MOST_MOVES {
        parts.push(format!(" {}; --json lists all", more(all.len() - MOST_MOVES)));
    }
    parts
}

/// `3 moves: a1-b3-c5-e6`.
fn route(route: &RoutePicture<'_>, width: usize) -> String {
    let shown = route.path.len().min(MOST_MOVES + 1);
    let mut parts = squares(&route.path[..shown]);
    let left = route.path.len() - shown;
    if left > 0 {
        parts.push(more(left));
    }
    wrapped(
        &format!("{}:", counted(route.path.len().saturating_sub(1) as u64, "move")),
        &parts,
        width,
    )
}

/// The meeting square, and a line for each rider: `b7 (3 jumps a turn), 2 turns: c5-d3-f4 | h5`.
fn rides(meeting: &MeetingPicture<'_>, width: usize) -> String {
    let turns: usize = meeting.riders.iter().map(|rider| rider.turns.len()).sum();
    let turns = counted(turns as u64, "turn");
    let mut text = format!("meeting on {}, {turns} in all\n", meeting.square);
    for rider in meeting.riders.iter().take(MOST_RIDERS) {
        text += &ride(rider, width);
    }
    if meeting.riders.len() > MOST_RIDERS {
        let _ = writeln!(text, "{}", more(meeting.riders.len() - MOST_RIDERS));
    }
    text
}

fn ride(rider: &RiderPicture<'_>, width: usize) -> String {
    let RiderPicture { from, jumps_per_turn, turns } = rider;
    let jumps = counted((*jumps_per_turn).into(), "jump");
    let title = format!("{from} ({jumps} a turn), {}:", counted(turns.len() as u64, "turn"));
    let (mut parts, mut left) = (Vec::new(), MOST_MOVES);
    for (index, turn) in turns.iter().enumerate() {
        if index > 0 {
            parts.push(" | ".into());
        }
        let shown = turn.len().min(left);
        left -= shown;
        parts.extend(squares(&turn[..shown]));
        if shown < turn.len() || left == 0 && index + 1 < turns.len() {
            parts.push("…".into());
            break;
        }
    }
    if turns.is_empty() {
        parts.push("stays".into());
    }
    wrapped(&title, &parts, width)
}

/// The moves with their numbers, in columns.
fn plan(exchange: &ExchangePicture<'_>, width: usize) -> String {
    let shown = exchange.moves.len().min(MOST_MOVES);
    let digits = shown.to_string().len();
    let cells: Vec<String> = (1..)
        .zip(exchange.lettered().take(shown))
        .map(|(number, one)| format!("{number:>digits$}. {}", lettered(one)))
        .collect();
    let column = cells.iter().map(String::len).max().unwrap_or(0) + GAP;
    // The last move of a line needs no gap.
    let columns = ((width + GAP) / column).max(1);
    let mut text = String::new();
    if cells.is_empty() {
        text.push_str("no moves\n");
    }
    for line in cells.chunks(columns) {
        let line = line.iter().fold(String::new(), |line, cell| line + &format!("{cell:column$}"));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if exchange.moves.len() > shown {
        let _ = writeln!(text, "{}; --json lists all", more(exchange.moves.len() - shown));
    }
    text
}

/// The steps with their numbers, one per line: `1. N a1-b3, n c3-a2`.
fn steps(exchange: &ExchangePicture<'_>, width: usize) -> String {
    let all = exchange.steps.unwrap_or_default().len();
    let digits = all.min(MOST_MOVES).to_string().len();
    let mut moves = exchange.lettered();
    let (mut text, mut listed, mut shown) = (String::new(), 0, 0);
    for (number, step) in (1..).zip(exchange.steps()) {
        if listed >= MOST_MOVES {
            break;
        }
        let mut parts: Vec<String> = Vec::new();
        for one in moves.by_ref().take(step.len()).take(MOST_MOVES) {
            if !parts.is_empty() {
                parts.push(", ".into());
            }
            parts.push(lettered(one));
        }
        if step.len() > MOST_MOVES {
            parts.push(format!(", {}", more(step.len() - MOST_MOVES)));
        }
        text += &wrapped(&format!("{number:>digits$}."), &parts, width);
        // A step without moves takes a line too.
        listed += step.len().max(1);
        shown = number;
    }
    if all == 0 {
        text.push_str("no moves\n");
    }
    if all > shown {
        let _ = writeln!(text, "{}; --json lists all", more(all - shown));
    }
    text
}

fn lettered((letter, [from, to]): (char, [Square; 2])) -> String {
    format!("{letter} {from}-{to}")
}

/// Squares with `-` between them.
fn squares(squares: &[Square]) -> Vec<String> {
    parted(squares.iter().map(ToString::to_string), "-")
}

/// Parts of a line; each except the first has a separator before it.
fn parted(parts: impl Iterator<Item = String>, between: &str) -> Vec<String> {
    let before = |index: usize| if index > 0 { between } else { "" };
    parts.enumerate().map(|(index, part)| format!("{}{part}", before(index))).collect()
}

/// A title and parts, on several lines if needed; lines after the first are indented.
fn wrapped(title: &str, parts: &[String], width: usize) -> String {
    const INDENT: &str = "    ";
    let mut text = String::new();
    let mut line = title.to_string();
    if !parts.is_empty() {
        line.push(' ');
    }
    for part in parts {
        let is_begun = line.trim_end().len() > INDENT.len();
        if is_begun && columns(&line) + columns(part.trim_end()) > width {
            let _ = writeln!(text, "{}", line.trim_end());
            line = INDENT.into();
            line += part.trim_start();
        } else {
            line += part;
        }
    }
    let _ = writeln!(text, "{}", line.trim_end());
    text
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

fn more(number: usize) -> String {
    format!("… and {} more", grouped(number as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, pictures::PlacedPiece};

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn path(names: &str) -> Vec<Square> {
        names.split('-').map(square).collect()
    }

    #[test]
    fn routes() {
        let board = Board::parse("8x8").unwrap();
        let list = |path: &[Square], width| {
            moves(&Drawing::Route(RoutePicture { board: &board, path, weights: None }), width)
                .unwrap()
        };
        assert_eq!(list(&path("a1-b3-c5"), 80), "2 moves: a1-b3-c5\n");
        assert_eq!(list(&path("a1-b3"), 80), "1 move: a1-b3\n");
        assert_eq!(list(&path("a1"), 80), "0 moves: a1\n");
        assert_eq!(list(&[], 80), "0 moves:\n");
        assert_eq!(list(&path("a1-b3-c5"), 14), "2 moves: a1-b3\n    -c5\n");
        let long = list(&[square("a1"), square("b3")].repeat(500), 80);
        assert!(long.starts_with("999 moves: a1-b3-a1-"));
        assert!(long.ends_with("-a1… and 799 more\n"), "{long}");
        assert!(long.lines().all(|line| columns(line) <= 80));
    }

    #[test]
    fn riders() {
        let board = Board::parse("8x8").unwrap();
        let ways = [vec![path("c5-d3-f4"), path("h5")], vec![]];
        let rider = |from: &str, jumps_per_turn, way: usize| RiderPicture {
            from: square(from),
            jumps_per_turn,
            turns: &ways[way],
        };
        let riders = vec![rider("b7", 3, 0), rider("h5", 1, 1)];
        let mut meeting = MeetingPicture { board: &board, square: square("h5"), riders };
        let list = moves(&Drawing::Meeting(meeting.clone()), 80).unwrap();
        let expected = "meeting on h5, 2 turns in all
b7 (3 jumps a turn), 2 turns: c5-d3-f4 | h5
h5 (1 jump a turn), 0 turns: stays
";
        assert_eq!(list, expected);
        let narrow = moves(&Drawing::Meeting(meeting.clone()), 36).unwrap();
        assert!(narrow.contains("2 turns: c5-d3\n    -f4 | h5\n"), "{narrow}");
        let way = vec![path("c5-d3-f4"); 100];
        meeting.riders = vec![RiderPicture { turns: &way, ..meeting.riders[0] }; 1_021];
        let list = moves(&Drawing::Meeting(meeting), 80).unwrap();
        assert!(list.contains(" | c5-d3…\n") && list.ends_with("… and 1,001 more\n"), "{list}");
    }

    #[test]
    fn plans() {
        let board = Board::parse("3x3").unwrap();
        let placed = |name, black| PlacedPiece { square: square(name), piece: "knight", black };
        let start = vec![placed("a1", false), placed("c3", true)];
        let moves = ["a1-b3", "c3-b1", "b3-a1", "b1-c3"].map(|text| {
            let ends = path(text);
            [ends[0], ends[1]]
        });
        let exchange = ExchangePicture {
            board: &board,
            goal: start.clone(),
            start,
            moves: &moves,
            steps: None,
        };
        let list = |exchange, width| super::moves(&Drawing::Exchange(exchange), width).unwrap();
        assert_eq!(
            list(exchange.clone(), 24),
            "1. N a1-b3   2. n c3-b1\n3. N b3-a1   4. n b1-c3\n"
        );
        assert_eq!(list(exchange.clone(), 0).lines().count(), 4);
        assert_eq!(list(ExchangePicture { moves: &[], ..exchange.clone() }, 80), "no moves\n");
        let parallel = ExchangePicture { steps: Some(&[2, 1, 1]), ..exchange.clone() };
        let expected = "1. N a1-b3, n c3-b1\n2. N b3-a1\n3. n b1-c3\n";
        assert_eq!(list(parallel.clone(), 80), expected);
        assert!(list(parallel, 12).starts_with("1. N a1-b3,\n    n c3-b1\n2."));
        let many = moves.repeat(300);
        let long = list(ExchangePicture { moves: &many, ..exchange.clone() }, 80);
        assert!(long.contains("  1. N a1-b3     2. n c3-b1"), "{long}");
        assert!(long.ends_with("\n… and 1,000 more; --json lists all\n"), "{long}");
        let steps = [3].repeat(400);
        let parallel = ExchangePicture { moves: &many, steps: Some(&steps), ..exchange.clone() };
        let long = list(parallel, 80);
        assert!(
            long.contains("\n 67. N b3-a1, n b1-c3, N a1-b3\n… and 333 more; --json"),
            "{long}"
        );
        let parallel = ExchangePicture { moves: &many, steps: Some(&[1_200]), ..exchange.clone() };
        assert!(list(parallel, 80).ends_with(", … and 1,000 more\n"));
        let none = ExchangePicture { moves: &[], steps: Some(&[]), ..exchange };
        assert_eq!(list(none, 80), "no moves\n");
    }
}
