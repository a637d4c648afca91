//! Scenarios of the benchmarks of path finding (`.scen`): a line per agent with its start and goal.

use std::{io::Read, path::Path};

use crate::{
    board::{Board, square::Square},
    file_name, json, sources,
};

/// The most bytes of a file: more than a line for each of the most agents.
const MOST_BYTES: u64 = 1 << 24;

/// The agents of a scenario: the squares where each starts and where it goes.
///
/// A line holds a number of a bucket, the name of the map, its width and height, the column and row
/// of the start and of the goal from the upper left, from 0, and a distance; blanks separate them. The
/// first line may be `version 1`.
pub struct Scenario {
    /// The name of the file.
    pub name: String,
    /// The ends of each agent, with the number of its line.
    pub agents: Vec<(usize, [Square; 2])>,
}

impl Scenario {
    /// Reads the first agents of a file, or all, whose map is a board.
    ///
    /// # Errors
    /// A message with file, line and column.
    pub fn read(file: &Path, most: Option<usize>, board: &Board) -> Result<Self, String> {
        let (rows, columns) = (board.rows(), board.columns());
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
            let ends = ends(line, (rows, columns));
            let ends = ends.map_err(|(column, why)| format!("{name}:{number}:{column}: {why}"))?;
            agents.push((number, ends));
        }
        if let Some(most) = most.filter(|&most| most > agents.len()) {
            let count = agents.len();
            return Err(format!("{name}: the scenario has {count} agents, not {most}"));
        }
        Ok(Self { name, agents })
    }
}

/// The start and the goal of a line; or the column of what is wrong, and why.
fn ends(line: &str, (rows, columns): (u32, u32)) -> Result<[Square; 2], (usize, String)> {
    // The fields with their columns from 1.
    let starts = line.char_indices().filter(|&(at, c)| {
        !c.is_whitespace() && line[..at].chars().next_back().is_none_or(char::is_whitespace)
    });
    let fields: Vec<(usize, &str)> = starts
        .map(|(at, _)| {
            let word = line[at..].split_whitespace().next().unwrap_or_default();
            (line[..at].chars().count() + 1, word)
        })
        .collect();
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
        Ok(Square { column, rank: rows - 1 - row })
    };
    Ok([square(4)?, square(6)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_columns_and_rows_from_the_upper_left() {
        let read = |line| ends(line, (32, 16));
        let [from, to] = read("7\trandom.map\t16\t32\t0\t31\t15\t0\t41.2").unwrap();
        assert_eq!((from.to_string(), to.to_string()), ("a1".into(), "p32".into()));
        for (line, column, said) in [
            ("7 m 16 32 0 31 15", 1, "found 7 fields"),
            ("7 m 16 33 0 31 15 0 1", 5, "for 33 rows of 16 squares, but the board is 32x16"),
            ("7 m 16 32 0 x 15 0 1", 13, "`x` is not a number"),
            ("7 m 16 32 0 31 16 0 1", 16, "column 16, row 0 is outside the 32x16 board"),
        ] {
            let (at, problem) = read(line).unwrap_err();
            assert_eq!(at, column, "{line}");
            assert!(problem.contains(said), "{problem}");
        }
    }
}
