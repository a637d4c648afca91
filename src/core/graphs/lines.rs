//! Lists of graphs: lines of graph6, sparse6 or digraph6, read one after another.

use std::io::{self, BufRead, BufReader, Read};

use thiserror::Error;

use super::{
    GraphError, GraphReading, NamedGraph,
    graph6::{self, HEADERS},
};
use crate::limits::{Permit, Reason};

/// Bytes read at a time.
const BUFFER: usize = 1 << 16;

/// The longest line allowed.
const LONGEST_LINE: usize = 2 << 30;

/// The graphs of a file or a pipe, one per line, using memory for only one of them.
///
/// Blank lines, a header such as `>>graph6<<` and a byte-order mark are skipped.
pub struct GraphLines<R> {
    input: BufReader<R>,
    lines: usize,
}

/// A line with a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The graph, without a header; a byte that is not a part of a character is `U+FFFD`.
    pub text: String,
    /// How many bytes of the line precede the text.
    before: usize,
}

/// Why no more lines are read.
#[derive(Debug, Error)]
pub enum LinesError {
    /// A system error.
    #[error(transparent)]
    System(#[from] io::Error),
    /// A line exceeds the allowed length.
    #[error("line {0} is longer than {LONGEST_LINE} bytes")]
    TooLong(usize),
    /// Memory is refused for a line, or the time is over.
    #[error("line {line}: {}", reason.describe())]
    Stopped {
        /// Its number.
        line: usize,
        /// Why.
        reason: Reason,
    },
}

impl<R: Read> GraphLines<R> {
    /// The graphs of an input.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER, input), lines: 0 }
    }

    /// Number of lines read, including blank ones.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Whether a complete line can be read without waiting.
    #[must_use]
    pub fn has_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next graph, if there is one; memory is reserved before it is used.
    ///
    /// # Errors
    /// [`LinesError`].
    pub fn next(&mut self, permit: Permit<'_>) -> Result<Option<GraphLine>, LinesError> {
        loop {
            let Some(bytes) = self.line(permit)? else { return Ok(None) };
            self.lines += 1;
            let text = match String::from_utf8(bytes) {
                Ok(text) => text,
                // The graph reader reports invalid characters.
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            };
            let mark = if self.lines == 1 { "\u{feff}" } else { "" };
            let line = text.strip_prefix(mark).unwrap_or(&text).trim_ascii_start();
            let graph = HEADERS.iter().find_map(|header| line.strip_prefix(header));
            let graph = graph.unwrap_or(line).trim_ascii();
            if !graph.is_empty() {
                let before = graph.as_ptr() as usize - text.as_ptr() as usize;
                return Ok(Some(GraphLine { number: self.lines, text: graph.into(), before }));
            }
        }
    }

    /// The bytes of the next line without its end.
    fn line(&mut self, permit: Permit<'_>) -> Result<Option<Vec<u8>>, LinesError> {
        let number = self.lines + 1;
        let mut line = Vec::new();
        loop {
            let ready = match self.input.fill_buf() {
                Ok(ready) => ready,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if ready.is_empty() {
                return Ok((!line.is_empty()).then_some(line));
            }
            let end = ready.iter().position(|&byte| byte == b'\n');
            let part = &ready[..end.unwrap_or(ready.len())];
            let all = line.len() + part.len();
            if all > LONGEST_LINE {
                return Err(LinesError::TooLong(number));
            }
            if all > line.capacity() {
                // A vector that grows moves into one of twice the size.
                let bytes = all.max(2 * line.capacity());
                permit(bytes as u64)
                    .map_err(|reason| LinesError::Stopped { line: number, reason })?;
                line.reserve_exact(bytes - line.len());
            }
            line.extend_from_slice(part);
            let read = part.len() + usize::from(end.is_some());
            self.input.consume(read);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl GraphLine {
    /// Reads the graph.
    ///
    /// # Errors
    /// [`GraphError`] with its place in the file.
    pub fn read(&self, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
        graph6::read(&self.text, reading).map_err(|error| GraphError {
            line: self.number,
            column: error.column + self.before,
            ..error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(usize, String)> {
        let mut lines = GraphLines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next(&|_| Ok(())).unwrap() {
            all.push((line.number, line.text));
        }
        all
    }

    #[test]
    fn a_line_is_a_graph() {
        let all = [(1, "DQc".to_string()), (2, ":An".into()), (4, "&DI?AO?".into())];
        assert_eq!(lines(b"DQc\n:An\n\n&DI?AO?\n"), all);
        assert_eq!(lines(b"\xef\xbb\xbfDQc \r\n :An\r\n \t\r\n&DI?AO?"), all);
        assert_eq!(lines(b">>graph6<<DQc\n>>sparse6<<:An\n>>digraph6<<\n&DI?AO?\n"), all);
        for none in ["", "\n", "\r\n \n", ">>graph6<<\n", "\u{feff}"] {
            assert!(lines(none.as_bytes()).is_empty(), "{none:?}");
        }
    }

    #[test]
    fn lines_are_as_long_as_they_are() {
        let long = format!("{}\n", "~".repeat(3 * BUFFER));
        let all = lines(format!("{long}@\n{long}").as_bytes());
        assert_eq!(
            all.iter().map(|(_, text)| text.len()).collect::<Vec<_>>(),
            [3 * BUFFER, 1, 3 * BUFFER]
        );
        let within = |bytes| if bytes > BUFFER as u64 { Err(Reason::MemoryLimit) } else { Ok(()) };
        let error = GraphLines::new(long.as_bytes()).next(&within).unwrap_err();
        assert_eq!(error.to_string(), "line 1: the memory limit is too low");
    }

    #[test]
    fn mistakes_are_told_with_their_place_in_the_file() {
        let text: &[u8] = b"\n  >>graph6<<DQ!\nDQ\n\xffQc\n;x\nDQc DQc\n";
        let mut lines = GraphLines::new(text);
        let mut problems = Vec::new();
        while let Some(line) = lines.next(&|_| Ok(())).unwrap() {
            problems.push(line.read(GraphReading::unlimited()).unwrap_err().to_string());
        }
        let expected = [
            "2:15: `!` is not a character from `?` to `~`",
            "3:3: 1 characters after the number of vertices; 5 vertices take 2",
            "4:1: `\u{fffd}` is not a character from `?` to `~`",
            "5:1: `;` begins a change of an earlier graph; a file has one",
            "6:5: a second graph; a file has one",
        ];
        assert_eq!(problems[..3], expected[..3]);
        assert_eq!(problems[4], expected[4]);
        assert!(problems[3].starts_with("5:1: `;` begins"), "{}", problems[3]);
    }

    #[test]
    fn what_waits_is_known() {
        let mut lines = GraphLines::new(&b"@\n@\n@"[..]);
        assert!(!lines.has_line());
        lines.next(&|_| Ok(())).unwrap();
        assert!(lines.has_line());
        lines.next(&|_| Ok(())).unwrap();
        assert!(!lines.has_line());
        assert_eq!(lines.lines(), 2);
    }
}
