//! The bytes of a formula or a proof one by one, with their places, and the numbers among them.

use std::{
    fmt,
    io::{self, BufRead},
};

use super::{Permit, ProofReadError};
use crate::solvers::proof::DratSyntax;

/// The number of literals between two requests for memory.
const ASK_EVERY: usize = 1 << 16;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BytePlace {
    /// A line of a text, from 1.
    Line(u64),
    /// A byte, from 0.
    Byte(u64),
}

impl fmt::Display for BytePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(out, "line {line}"),
            Self::Byte(byte) => write!(out, "byte {byte}"),
        }
    }
}

impl BytePlace {
    /// The place in a named file: `no.drat:17`, `no.drat: byte 512`.
    #[must_use]
    pub fn within(self, file: &str) -> String {
        match self {
            Self::Line(line) => format!("{file}:{line}"),
            Self::Byte(byte) => format!("{file}: byte {byte}"),
        }
    }
}

/// Bytes of a stream.
pub struct Bytes<R> {
    input: R,
    offset: u64,
    line: u64,
}

impl<R: BufRead> Bytes<R> {
    pub fn new(input: R) -> Self {
        Self { input, offset: 0, line: 1 }
    }

    /// The line of the next byte.
    pub fn line(&self) -> BytePlace {
        BytePlace::Line(self.line)
    }

    /// Where the next byte is, in a proof in this syntax.
    pub fn place(&self, syntax: DratSyntax) -> BytePlace {
        match syntax {
            DratSyntax::Text => self.line(),
            DratSyntax::Binary => self.byte(),
        }
    }

    /// The next byte's number.
    pub fn byte(&self) -> BytePlace {
        BytePlace::Byte(self.offset)
    }

    /// The next byte, without consuming it.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next byte.
    pub fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.offset += 1;
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    /// Skips blanks and line ends; returns the next byte without consuming it.
    pub fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.next()?,
                other => return Ok(other),
            };
        }
    }

    /// Skips to the end of the line, or of the file.
    pub fn skip_line(&mut self) -> io::Result<()> {
        while self.next()?.is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {}
        Ok(())
    }

    /// The rest of the line without its end.
    pub fn rest_of_line(&mut self, permit: Permit<'_>) -> Result<String, ProofReadError> {
        let mut line = Vec::new();
        while let Some(byte) = self.next()?.filter(|&byte| byte != b'\n') {
            line.push(byte);
            if line.len().is_multiple_of(ASK_EVERY) {
                permit(2 * line.len() as u64)?;
            }
        }
        Ok(String::from_utf8_lossy(&line).trim_end_matches('\r').to_string())
    }

    /// An error at the next byte's line.
    pub fn wrong<T>(&self, problem: impl Into<String>) -> Result<T, ProofReadError> {
        Err(ProofReadError::Form { place: self.line(), problem: problem.into() })
    }

    /// An error about an unexpected byte, at its line.
    pub fn unexpected<T>(&self, byte: u8, wanted: &str) -> Result<T, ProofReadError> {
        self.wrong(format!("found `{}`, expected {wanted}", byte.escape_ascii()))
    }

    /// A literal or 0, followed by a blank or the end; `None` at the end.
    fn number(&mut self) -> Result<Option<i32>, ProofReadError> {
        Ok(self.integer(i32::MAX.into())?.map(|number| number as i32))
    }

    /// A decimal number of at most this size, followed by a blank or the end; `None` at the end.
    pub fn integer(&mut self, most: i64) -> Result<Option<i64>, ProofReadError> {
        let Some(first) = self.skip_blanks()? else { return Ok(None) };
        let negative = first == b'-';
        if negative {
            self.next()?;
        }
        let (mut value, mut digits) = (0i64, 0);
        loop {
            match self.peek()? {
                Some(digit @ b'0'..=b'9') => {
                    let larger = value.checked_mul(10);
                    let larger = larger.and_then(|value| value.checked_add((digit - b'0').into()));
                    let Some(larger) = larger.filter(|&larger| larger <= most) else {
                        return self.wrong(format!("a number is larger than {most}"));
                    };
                    value = larger;
                    digits += 1;
                    self.next()?;
                }
                Some(other) if digits == 0 || !other.is_ascii_whitespace() => {
                    return self.unexpected(other, "a literal or 0");
                }
                None if digits == 0 => return self.wrong("unexpected end of file within a number"),
                _ => return Ok(Some(if negative { -value } else { value })),
            }
        }
    }

    /// A number of binary DRAT: seven bits a byte, the lowest first, of 2·number + sign; 0 ends a list.
    /// `place`: that of the step.
    pub fn coded(&mut self, most: i64, place: BytePlace) -> Result<i64, ProofReadError> {
        let wrong = |problem: String| Err(ProofReadError::Form { place, problem });
        let (mut code, mut shift) = (0u64, 0);
        loop {
            let Some(byte) = self.next()? else {
                return wrong("unexpected end of file within this step".into());
            };
            code |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
            if shift > 56 {
                return wrong(format!("a number is larger than {most}"));
            }
        }
        match (code / 2) as i64 {
            0 if code == 1 => wrong("1 is not the code of a number".into()),
            number if number > most => wrong(format!("a number is larger than {most}")),
            number => Ok(if code % 2 == 0 { number } else { -number }),
        }
    }

    /// Literals up to their 0.
    pub fn clause(
        &mut self,
        literals: &mut Vec<i32>,
        permit: Permit<'_>,
    ) -> Result<(), ProofReadError> {
        literals.clear();
        loop {
            match self.number()? {
                None => return self.wrong("unexpected end of file within a clause"),
                Some(0) => return Ok(()),
                Some(literal) => push(literal, literals, permit)?,
            }
        }
    }
}

/// Adds a literal to a clause, or anything to a list, which may be very long.
pub fn push<T>(item: T, list: &mut Vec<T>, permit: Permit<'_>) -> Result<(), ProofReadError> {
    list.push(item);
    if list.len().is_multiple_of(ASK_EVERY) {
        // Arrays double.
        permit(2 * (size_of::<T>() * list.len()) as u64)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::tests::freely, *};
    use crate::limits::Reason;

    fn bytes(text: &[u8]) -> Bytes<&[u8]> {
        Bytes::new(text)
    }

    #[test]
    fn numbers_end_at_a_blank_and_have_a_largest_value() {
        let read = |text: &str, most| {
            let read = bytes(text.as_bytes()).integer(most);
            read.map_err(|error| error.to_string())
        };
        assert_eq!(read(" \n\t 0120 x", 120), Ok(Some(120)));
        assert_eq!(read("-120", 120), Ok(Some(-120)));
        assert_eq!(read(" \n ", 120), Ok(None));
        assert_eq!(read("121", 120).unwrap_err(), "line 1: a number is larger than 120");
        let huge = "99999999999999999999";
        let refused = read(huge, i64::MAX).unwrap_err();
        assert_eq!(refused, "line 1: a number is larger than 9223372036854775807");
        assert_eq!(read("\n1x", 9).unwrap_err(), "line 2: found `x`, expected a literal or 0");
        assert_eq!(read("- 1", 9).unwrap_err(), "line 1: found ` `, expected a literal or 0");
        let ended = "line 1: unexpected end of file within a number";
        assert_eq!(read("-", 9).unwrap_err(), ended);
    }

    #[test]
    fn coded_numbers_have_seven_bits_a_byte() {
        let read = |coded: &[u8], most| {
            let mut bytes = bytes(coded);
            let place = BytePlace::Byte(7);
            (bytes.coded(most, place).map_err(|error| error.to_string()), bytes.byte())
        };
        assert_eq!(read(&[0], 9), (Ok(0), BytePlace::Byte(1)));
        assert_eq!(read(&[2, 3], 9), (Ok(1), BytePlace::Byte(1)));
        assert_eq!(read(&[3], 9), (Ok(-1), BytePlace::Byte(1)));
        assert_eq!(read(&[0x81, 0x03], 200), (Ok(-192), BytePlace::Byte(2)));
        assert_eq!(read(&[0x80, 0x80, 0x01], 8192), (Ok(8192), BytePlace::Byte(3)));
        let refused = |coded: &[u8], most| read(coded, most).0.unwrap_err();
        assert_eq!(refused(&[20], 9), "byte 7: a number is larger than 9");
        assert_eq!(refused(&[1], 9), "byte 7: 1 is not the code of a number");
        assert_eq!(refused(&[0x80], 9), "byte 7: unexpected end of file within this step");
        // Nine bytes have 63 bits; a tenth is not read.
        let mut largest = [0xff; 9];
        largest[8] = 0x7f;
        assert_eq!(read(&largest, i64::MAX), (Ok(-0x3fff_ffff_ffff_ffff), BytePlace::Byte(9)));
        let longer = read(&[0xff; 12], i64::MAX);
        let problem = "byte 7: a number is larger than 9223372036854775807".to_string();
        assert_eq!(longer, (Err(problem), BytePlace::Byte(9)));
    }

    #[test]
    fn lines_are_counted_and_named() {
        let mut text = bytes(b"c a word\r\n 1 0\nlast");
        assert_eq!(text.rest_of_line(&freely).unwrap(), "c a word");
        assert_eq!((text.line(), text.byte()), (BytePlace::Line(2), BytePlace::Byte(10)));
        assert_eq!(text.place(DratSyntax::Text).within("no.drat"), "no.drat:2");
        assert_eq!(text.place(DratSyntax::Binary).within("no.drat"), "no.drat: byte 10");
        text.skip_line().unwrap();
        assert_eq!(text.line(), BytePlace::Line(3));
        text.skip_line().unwrap();
        assert_eq!(text.next().unwrap(), None);
    }

    #[test]
    fn memory_is_asked_for_before_a_long_line_or_list_doubles() {
        let most = |limit| move |bytes| if bytes > limit { Err(Reason::TooLarge) } else { Ok(()) };
        let line = vec![b'x'; ASK_EVERY];
        let asked = 2 * ASK_EVERY as u64;
        assert!(bytes(&line).rest_of_line(&most(asked)).is_ok());
        assert!(bytes(&line).rest_of_line(&most(asked - 1)).is_err());
        let mut list = vec![1i32; ASK_EVERY - 1];
        assert!(push(1, &mut list.clone(), &most(4 * asked)).is_ok());
        assert!(push(1, &mut list.clone(), &most(4 * asked - 1)).is_err());
        list.pop();
        assert!(push(1, &mut list, &most(0)).is_ok());
    }
}
