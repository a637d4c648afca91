//! A plan of agents as text.

use std::fmt::Write as _;

use super::AgentsPicture;
use crate::{
    board::{Board, square::Square},
    pictures::{
        colour::spread_256,
        grid::{ShownSquares, TextGrid, pair, style},
    },
};

/// The most agents that have letters.
const LETTERED: usize = 26;
/// The most lines of agents on a graph.
const MOST_ROWS: usize = 100;

/// The starts of agents as the letters from `a`, and their goals as those from `A`, on one board;
/// more than 26 agents as the numbers from 1, on two boards. On a graph the places of each agent at
/// the times 0, 1, 2, …. `None` if it does not fit into the columns, or has more than 100 rows.
#[must_use]
pub fn text(agents: &AgentsPicture<'_>, width: usize, colour: bool) -> Option<String> {
    let count = agents.paths.len();
    let Some(board) = agents.board() else { return lines(agents, width) };
    let styled = |agent: usize| style(16, spread_256(agent, count)).bold();
    let ends = |goals: bool| {
        let end =
            |path: &Vec<u32>| if goals { path.last().copied() } else { path.first().copied() };
        let ends = agents.paths.iter().map(end).enumerate();
        let ends = ends.filter_map(|(agent, place)| Some((agent, square(board, place?))));
        ends.collect::<Vec<_>>()
    };
    if count > LETTERED {
        let shown = |goals| {
            let number =
                |(agent, square): (usize, _)| (square, ((agent + 1).to_string(), styled(agent)));
            ends(goals).into_iter().map(number).collect::<ShownSquares>()
        };
        let content = count.to_string().len();
        let named = [("start", shown(false)), ("goal", shown(true))];
        return pair(board, content, &named, width, colour);
    }
    let mut shown = ShownSquares::new();
    for (first, goals) in [(b'a', false), (b'A', true)] {
        for (agent, square) in ends(goals) {
            let letter = char::from(first + agent as u8);
            shown.entry(square).or_insert_with(|| (String::new(), styled(agent))).0.push(letter);
        }
    }
    let content = shown.values().map(|(text, _)| text.len()).max().unwrap_or(1);
    Some(TextGrid::new(board, content, width)?.draw(colour, &shown))
}

fn square(board: &Board, place: u32) -> Square {
    board.square_of_cell(place as usize)
}

/// An agent a line, with its places.
fn lines(agents: &AgentsPicture<'_>, width: usize) -> Option<String> {
    let count = agents.paths.len();
    let digits = count.to_string().len();
    if count > MOST_ROWS {
        return None;
    }
    let mut text = String::new();
    for (number, path) in (1..).zip(&agents.paths) {
        let mut line = format!("{number:>digits$}:");
        for &place in path {
            let _ = write!(line, " {}", agents.name(place));
            if line.len() > 4 * width {
                return None;
            }
        }
        if line.chars().count() > width {
            return None;
        }
        text += &line;
        text.push('\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_small_letters_and_goals_capitals() {
        let board = Board::from_map(b"..#\n...\n", "m").unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let [a2, b2, a1, b1, c1] = squares[..] else { panic!("five squares") };
        let draw = |paths: &[Vec<Square>], width| {
            let plan = AgentsPicture::on_board(&board, paths);
            assert_eq!(text(&plan, width, true).is_some(), text(&plan, width, false).is_some());
            text(&plan, width, false)
        };
        let apart = [vec![a2, b2], vec![c1, b1, a1]];
        assert_eq!(draw(&apart, 80).unwrap(), "2  a  A  #\n1  B  .  b\n   a  b  c\n");
        assert_eq!(draw(&apart, 5), None);
        let (swapped, nobody) = ([vec![a2, b2], vec![b2, b1, a1, a2], vec![b1]], []);
        let drawn = "2  aB  bA  ##\n1   .  cC   .\n    a   b   c\n";
        assert_eq!(draw(&swapped, 80).unwrap(), drawn);
        assert_eq!(draw(&nobody, 80).unwrap(), "2  .  .  #\n1  .  .  .\n   a  b  c\n");
    }

    #[test]
    fn many_agents_are_numbers_on_two_boards() {
        let board = Board::parse("2x20").unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let paths: Vec<_> = (0..27).map(|at| vec![squares[at], squares[39 - at]]).collect();
        let plan = AgentsPicture::on_board(&board, &paths);
        let wide = text(&plan, 200, false).unwrap();
        assert_eq!(wide.lines().count(), 4);
        assert!(wide.contains("start") && wide.contains("goal") && wide.contains("27"));
        assert_eq!(text(&plan, 100, false).unwrap().lines().count(), 9);
        assert_eq!(text(&plan, 30, false), None);
    }
}
