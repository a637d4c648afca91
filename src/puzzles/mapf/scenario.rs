//! Scenarios of the benchmarks of path finding (`.scen`): a line per agent with its start and goal.

use std::{
    io::{self, Read, Write},
    path::Path,
};

use super::{MapfPuzzle, ground::AgentGround};
use crate::{
    board::{Board, numbers::words, square::Square},
    file_name, json,
    puzzles::board_places::BoardPlaces,
    sources,
};

/// The most bytes of a file: more than a line for each of the most agents.
const MOST_BYTES: u64 = 1 << 24;

/// The squares where each agent of a scenario starts and where it goes: of the first agents, or of all.
/// `board` is the map.
///
/// A line holds a number of a bucket, the name of the map, its width and height, the column and row
/// of the start and of the goal from the upper left, from 0, and a distance; blanks separate them. The
/// first line may be `version 1`.
///
/// # Errors
/// A message with file, line and column.
pub fn read(file: &Path, most: Option<usize>, board: &Board) -> Result<Vec<[Square; 2]>, String> {
    let name = file_name::name_of(file);
    let failed = |error| format!("{name}: {error}");
    let mut bytes = Vec::new();
    let source = sources::open(file).map_err(failed)?;
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("{name}:1:1: more than {MOST_BYTES} bytes for a scenario"));
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut agents = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if most == Some(agents.len()) {
            break;
        }
        let is_version = number == 1 && line.trim_start().starts_with("version");
        if is_version || line.trim().is_empty() {
            continue;
        }
        let ends = ends(line, board);
        let ends = ends.map_err(|(column, why)| format!("{name}:{number}:{column}: {why}"))?;
        agents.push(ends);
    }
    if let Some(most) = most.filter(|&most| most > agents.len()) {
        let count = agents.len();
        return Err(format!("{name}: the scenario has {count} agents, not {most}"));
    }
    Ok(agents)
}

/// Writes a scenario and its map, whose file is named; the distance of an agent counts its moves, and a
/// bucket holds those of four distances in a row.
///
/// # Errors
/// If it cannot be written, or if the agents walk through a graph.
pub fn write(
    puzzle: &MapfPuzzle,
    name: &str,
    out: &mut dyn Write,
    map: &mut dyn Write,
) -> io::Result<()> {
    let AgentGround::Board(BoardPlaces { board, lattice, .. }) = &puzzle.ground else {
        return Err(io::Error::other("a graph has no map"));
    };
    map.write_all(board.benchmark_map().as_bytes())?;
    writeln!(out, "version 1")?;
    let model = &puzzle.model;
    for (agent, (&start, &goal)) in (0..).zip(model.starts.iter().zip(&model.goals)) {
        let distance = model.distances_to_goal(agent)[start as usize];
        write!(out, "{}\t{name}\t{}\t{}", distance / 4, board.columns(), board.rows())?;
        for square in [start, goal].map(|vertex| board.square_of(lattice, vertex)) {
            write!(out, "\t{}\t{}", square.column, board.row(square))?;
        }
        writeln!(out, "\t{distance}")?;
    }
    Ok(())
}

/// The start and the goal of a line; or the column of what is wrong, and why.
fn ends(line: &str, board: &Board) -> Result<[Square; 2], (usize, String)> {
    let (rows, columns) = (board.rows(), board.columns());
    // The fields with their columns from 1.
    let column = |(at, word)| (line[..at].chars().count() + 1, word);
    let fields: Vec<(usize, &str)> = words(line.as_bytes()).into_iter().map(column).collect();
    if fields.len() < 8 {
        let problem = format!(
            "found {} fields; expected bucket, map, width, height, column and row of the start, \
             column and row of the goal, and a distance",
            fields.len()
        );
        return Err((1, problem));
    }
    let number = |field: usize| {
        let (column, text) = fields[field];
        let wrong = || format!("`{}` is not a number from 0", json::brief(text));
        text.parse::<u32>().map_err(|_| (column, wrong()))
    };
    let (width, height) = (number(2)?, number(3)?);
    if (height, width) != (rows, columns) {
        let problem = format!(
            "the scenario is for {height} rows of {width} squares, but the board is {rows}x{columns}"
        );
        return Err((fields[2].0, problem));
    }
    let square = |field: usize| {
        let (column, row) = (number(field)?, number(field + 1)?);
        if column >= columns || row >= rows {
            let problem =
                format!("column {column}, row {row} is outside the {rows}x{columns} board");
            return Err((fields[field].0, problem));
        }
        let square = board.square(row, column).free_on(board);
        square.map_err(|error| (fields[field].0, error.to_string()))
    };
    Ok([square(4)?, square(6)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_columns_and_rows_from_the_upper_left() {
        let mut board = Board::new(32, 16).unwrap();
        board.block(Square::parse("b32", &board).unwrap());
        let read = |line| ends(line, &board);
        let [from, to] = read("7\trandom.map\t16\t32\t0\t31\t15\t0\t41.2").unwrap();
        assert_eq!((from.to_string(), to.to_string()), ("a1".into(), "p32".into()));
        for (line, column, expected) in [
            ("7 m 16 32 0 31 15", 1, "found 7 fields"),
            ("7 m 16 33 0 31 15 0 1", 5, "for 33 rows of 16 squares, but the board is 32x16"),
            ("7 m 16 32 0 x 15 0 1", 13, "`x` is not a number"),
            ("7 m 16 32 0 31 16 0 1", 16, "column 16, row 0 is outside the 32x16 board"),
            ("7 m 16 32 0 31 1 0 1", 16, "square `b32` is blocked"),
        ] {
            let (at, problem) = read(line).unwrap_err();
            assert_eq!(at, column, "{line}");
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
