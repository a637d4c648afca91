//! Files of meetings in the published format: the number of cases; for each a blank line, a
//! line `m n`, and m lines of n characters, `.`, `#` (blocked) or the jumps a turn of a knight.
//!
//! A byte-order mark, CRLF line ends, blanks at the end of lines, more or fewer blank lines
//! between cases and a missing line end at the end are ignored.

use std::io::{self, BufRead, Read};

use fixedbitset::FixedBitSet;

use super::RiderStatement;
use crate::{
    board::{Board, MAXIMUM_SIDE, map::shown},
    puzzles::chance::saturating_number,
};

/// The longest line that is read; a row of the widest board has a sixth of it.
const LONGEST_LINE: u64 = 1 << 16;

/// A board with its riders, or what is wrong with the case, with file, line and column.
pub type Case = Result<(Board, Vec<RiderStatement>), String>;

/// Reads all cases; a wrong one does not keep the others from being read.
///
/// # Errors
/// What is wrong with the file as a whole, with file, line and column.
pub fn read(reader: impl BufRead, name: &str) -> Result<Vec<Case>, String> {
    let mut file = CaseLines { reader, name, number: 0, waiting: None, ended: false, failed: None };
    let cases = file.read_all();
    file.failed.map_or(cases, |error| Err(format!("{name}: {error}")))
}

/// The lines of a file, one of which may be put back.
struct CaseLines<'n, R> {
    reader: R,
    name: &'n str,
    /// The number of the last line read.
    number: usize,
    waiting: Option<Vec<u8>>,
    ended: bool,
    /// An error of the system, which ends the file.
    failed: Option<io::Error>,
}

impl<R: BufRead> CaseLines<'_, R> {
    fn wrong(&self, column: usize, problem: impl std::fmt::Display) -> String {
        format!("{}:{}:{}: {problem}", self.name, self.number, column + 1)
    }

    /// The next line without the blanks at its end, or what is wrong with it; `None` after the last.
    fn next(&mut self) -> Option<Result<Vec<u8>, String>> {
        self.number += 1;
        if let Some(line) = self.waiting.take() {
            return Some(Ok(line));
        }
        let mut line = Vec::new();
        let mut read = 0;
        // After an error, another attempt would fail with another message.
        if self.failed.is_none() {
            match (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(bytes) => read = bytes,
                Err(error) => self.failed = Some(error),
            }
        }
        if read == 0 {
            // The end counts as one line, however often it is read.
            self.number -= usize::from(self.ended);
            self.ended = true;
            return None;
        }
        if line.last() != Some(&b'\n') && read as u64 == LONGEST_LINE {
            // The rest of it is not kept.
            self.failed = self.reader.skip_until(b'\n').err();
            let problem = format!("this line is longer than {LONGEST_LINE} bytes");
            return Some(Err(self.wrong(LONGEST_LINE as usize, problem)));
        }
        line.truncate(line.trim_ascii_end().len());
        if let Some(at) = line.iter().position(|&byte| byte == b'\r') {
            return Some(Err(self.wrong(at, "a line end of old Macs (CR); write LF or CRLF")));
        }
        if self.number == 1 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        Some(Ok(line))
    }

    fn put_back(&mut self, line: Vec<u8>) {
        self.number -= 1;
        self.waiting = Some(line);
    }

    /// The next line that is not blank.
    fn next_text(&mut self) -> Option<Result<Vec<u8>, String>> {
        loop {
            let line = self.next()?;
            if !line.as_ref().is_ok_and(Vec::is_empty) {
                return Some(line);
            }
        }
    }

    fn read_all(&mut self) -> Result<Vec<Case>, String> {
        let Some(line) = self.next_text().transpose()? else {
            return Err(self.wrong(0, "the file is empty; expected the number of cases"));
        };
        let text = String::from_utf8_lossy(&line);
        let Some(count) = text.trim().parse::<u64>().ok().filter(|&count| count > 0) else {
            let shown: String = text.chars().take(40).collect();
            let problem = format!(
                "`{shown}` is not a number of cases; write it in the first line, for example 3"
            );
            return Err(self.wrong(0, problem));
        };
        let mut cases = Vec::new();
        for number in 0..count {
            let Some(header) = self.next_text() else {
                let end = format!("the file ends after {number} of {count} cases");
                cases.push(Err(self.wrong(0, end)));
                return Ok(cases);
            };
            let case = header.and_then(|header| self.board(&header));
            if case.is_err() {
                self.skip_case();
            }
            cases.push(case);
        }
        if self.next_text().is_some() {
            let more =
                format!("unexpected text after the last case: the first line says {count} cases");
            cases.push(Err(self.wrong(0, more)));
        }
        Ok(cases)
    }

    /// Skips to the header of the next case: after a blank line, unless what looks like rows of a
    /// board follows it.
    fn skip_case(&mut self) {
        let mut behind_blank = false;
        while let Some(line) = self.next() {
            let Ok(line) = line else { continue };
            if sides(&line).is_some() || (behind_blank && !is_row(&line)) {
                return self.put_back(line);
            }
            behind_blank |= line.is_empty();
        }
    }

    /// The case of a header, from the rows behind it.
    fn board(&mut self, header: &[u8]) -> Case {
        let text = String::from_utf8_lossy(header);
        let size = sides(header)
            .filter(|sides| sides.iter().all(|side| (1..=MAXIMUM_SIDE).contains(side)));
        let Some([rows, columns]) = size else {
            let shown: String = text.chars().take(40).collect();
            let problem = format!(
                "`{shown}` is not a size of a board; write two numbers from 1 to {MAXIMUM_SIDE}, rows \
                 and columns, for example 8 8"
            );
            return Err(self.wrong(0, problem));
        };
        let mut blocked = FixedBitSet::new();
        let mut riders = Vec::new();
        for row in 0..rows {
            let line = self.next().transpose()?.unwrap_or_default();
            if line.is_empty() || sides(&line).is_some() {
                let problem = format!("row {} of {rows} is missing", row + 1);
                let error = self.wrong(0, problem);
                self.put_back(line);
                return Err(error);
            }
            for (column, &byte) in (0..columns).zip(&line) {
                match byte {
                    b'.' => {}
                    b'#' => blocked.grow_and_insert((row * columns + column) as usize),
                    b'1'..=b'9' => riders.push((row, column, u32::from(byte - b'0'))),
                    _ => {
                        let rest = String::from_utf8_lossy(&line[column as usize..]);
                        let problem = format!(
                            "`{}` is neither `.` (free), `#` (blocked) nor a knight's jumps a \
                             turn, 1 to 9",
                            shown(rest.chars().next().unwrap_or('?'))
                        );
                        return Err(self.wrong(column as usize, problem));
                    }
                }
            }
            if line.len() != columns as usize {
                let problem = format!("this row has {} squares, not {columns}", line.len());
                return Err(self.wrong(line.len().min(columns as usize), problem));
            }
        }
        if let Some(line) = self.next().transpose()?
            && !line.is_empty()
        {
            if sides(&line).is_none() {
                let problem = format!("one row too many: this board has {rows} rows");
                return Err(self.wrong(0, problem));
            }
            self.put_back(line);
        }
        let board =
            Board::with_blocked((rows, columns), blocked).map_err(|error| self.wrong(0, error))?;
        let stand = |(row, column, jumps_per_turn)| RiderStatement {
            square: board.square(row, column),
            jumps_per_turn,
        };
        let riders = riders.into_iter().map(stand).collect();
        Ok((board, riders))
    }
}

/// Whether a line could be a row of a board.
fn is_row(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b'.' | b'#' | b'0'..=b'9'))
}

/// The two numbers of a line that has exactly two.
fn sides(line: &[u8]) -> Option<[u32; 2]> {
    let text = std::str::from_utf8(line).ok()?;
    let mut words = text.split_ascii_whitespace();
    let mut number = || words.next().and_then(saturating_number);
    let both = [number()?, number()?];
    words.next().is_none().then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a board and the jumps of its riders, or what is wrong with the case.
    type Short = Result<(String, Vec<u32>), String>;

    fn cases(text: &str) -> Result<Vec<Short>, String> {
        let jumps = |riders: &[RiderStatement]| {
            riders.iter().map(|rider| rider.jumps_per_turn).collect::<Vec<_>>()
        };
        let cases = read(text.as_bytes(), "f")?;
        Ok(cases
            .into_iter()
            .map(|case| case.map(|(board, riders)| (board.to_string(), jumps(&riders))))
            .collect())
    }

    #[expect(clippy::unnecessary_wraps, reason = "as in the lists they are compared with")]
    fn good(size: &str, jumps: &[u32]) -> Short {
        Ok((size.into(), jumps.to_vec()))
    }

    fn wrong(problem: &str) -> Short {
        Err(problem.into())
    }

    #[test]
    fn what_is_harmless() {
        let two = Ok(vec![good("1x2", &[3]), good("2x1", &[])]);
        for text in [
            "2\n\n1 2\n.3\n\n2 1\n.\n#\n",
            "\u{feff}2 \r\n\r\n1 2\t\r\n.3  \r\n\r\n \r\n2 1\r\n.\r\n#",
            "2\n1 2\n.3\n2 1\n.\n#",
            "\n 2\n\n\n1  2\n.3\n\n2 1\n.\n#\n\n\n",
        ] {
            assert_eq!(cases(text), two, "{text:?}");
        }
        let old = cases("2\r\r1 2\r.3\r").unwrap_err();
        assert!(format!("{old:?}").contains("f:1:2: a line end of old Macs (CR)"), "{old:?}");
    }

    #[test]
    fn a_wrong_case_leaves_the_others() {
        for (middle, problem) in [
            (
                "0 2\n..",
                "f:6:1: `0 2` is not a size of a board; write two numbers from 1 to 10000, rows and columns, for example 8 8",
            ),
            (
                "2 x\n..\n..",
                "f:6:1: `2 x` is not a size of a board; write two numbers from 1 to 10000, rows and columns, for example 8 8",
            ),
            (
                "99999999999 1\n.",
                "f:6:1: `99999999999 1` is not a size of a board; write two numbers from 1 to 10000, rows and columns, for example 8 8",
            ),
            ("2 2\n..", "f:8:1: row 2 of 2 is missing"),
            ("2 2\n..\n\n..", "f:8:1: row 2 of 2 is missing"),
            ("2 2\n..\n..\n..", "f:9:1: one row too many: this board has 2 rows"),
            ("2 2\n...\n..", "f:7:3: this row has 3 squares, not 2"),
            ("2 2\n.\n..", "f:7:2: this row has 1 squares, not 2"),
            (
                "1 2\n.0",
                "f:7:2: `0` is neither `.` (free), `#` (blocked) nor a knight's jumps a turn, 1 to 9",
            ),
            (
                "1 2\né.",
                "f:7:1: `é` is neither `.` (free), `#` (blocked) nor a knight's jumps a turn, 1 to 9",
            ),
        ] {
            let text = format!("3\n\n1 1\n1\n\n{middle}\n\n1 1\n2\n");
            let expected = vec![good("1x1", &[1]), wrong(problem), good("1x1", &[2])];
            assert_eq!(cases(&text), Ok(expected), "{middle}");
        }
    }

    #[test]
    fn wrong_numbers_of_cases() {
        let one = good("1x1", &[1]);
        assert_eq!(
            cases("3\n\n1 1\n1\n"),
            Ok(vec![one.clone(), wrong("f:5:1: the file ends after 1 of 3 cases")])
        );
        assert_eq!(
            cases("1\n\n1 1\n1\n\n1 1\n1\n"),
            Ok(vec![
                one,
                wrong("f:6:1: unexpected text after the last case: the first line says 1 cases")
            ])
        );
        for text in ["x\n", "1 1\n1\n", "0\n", "-1\n", "1.5\n"] {
            let error = cases(text).unwrap_err();
            assert!(
                error.starts_with("f:1:1: `") && error.contains("not a number of cases"),
                "{error}"
            );
        }
        assert_eq!(
            cases(" \n"),
            Err("f:2:1: the file is empty; expected the number of cases".into())
        );
    }

    #[test]
    fn endless_lines_are_read_over() {
        let endless = "9".repeat(3 << 16);
        assert_eq!(cases(&endless), Err("f:1:65537: this line is longer than 65536 bytes".into()));
        let text = format!("2\n\n1 1\n{endless}\n\n1 1\n4\n");
        let problem = wrong("f:4:65537: this line is longer than 65536 bytes");
        assert_eq!(cases(&text), Ok(vec![problem, good("1x1", &[4])]));
    }
}
