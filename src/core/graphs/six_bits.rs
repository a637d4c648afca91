//! Characters of six bits each, as graph6, digraph6 and sparse6 write numbers and edges.

use super::{GraphError, MOST_VERTICES, builder::GraphBuilder, scanner::brief, too_many};

/// Characters of six bits each.
pub struct Code<'a> {
    text: &'a str,
    /// The first byte in the text.
    pub place: usize,
    /// The characters.
    pub bytes: &'a [u8],
}

/// The offset that makes six bits printable.
const OFFSET: u8 = 63;

impl<'a> Code<'a> {
    /// The characters of a part of a text that begins at this byte.
    pub fn of(text: &'a str, place: usize, coded: &'a str) -> Self {
        Self { text, place, bytes: coded.as_bytes() }
    }

    /// An error at one of the bytes.
    pub fn error(&self, index: usize, problem: impl Into<String>) -> GraphError {
        GraphError::at(self.text, self.place + index, problem)
    }

    /// The six bits of a character.
    pub fn bits(&self, index: usize) -> Result<u8, GraphError> {
        let Some(&byte) = self.bytes.get(index) else {
            return Err(self.error(index, "the graph ends too soon"));
        };
        if !(OFFSET..=126).contains(&byte) {
            let rest = String::from_utf8_lossy(&self.bytes[index..]);
            let character: String = rest.chars().take(1).collect();
            let problem = format!("`{}` is not a character from `?` to `~`", brief(&character));
            return Err(self.error(index, problem));
        }
        Ok(byte - OFFSET)
    }

    /// The number of vertices, and the rest: one character, or three after `~`, or six after `~~`.
    pub fn order(&self) -> Result<(u32, Code<'a>), GraphError> {
        let marks = self.bytes.iter().take(2).take_while(|&&byte| byte == b'~').count();
        let digits = [1, 3, 6][marks];
        let mut vertices: u64 = 0;
        for index in marks..marks + digits {
            vertices = vertices << 6 | u64::from(self.bits(index)?);
        }
        if vertices > MOST_VERTICES.into() {
            return Err(self.error(0, too_many(vertices)));
        }
        let read = marks + digits;
        let rest = Code { text: self.text, place: self.place + read, bytes: &self.bytes[read..] };
        Ok((vertices as u32, rest))
    }

    /// Checks that the number of characters fits this many bits, and that the padding bits are 0.
    fn check_length(&self, vertices: u32, bits: u64) -> Result<(), GraphError> {
        let expected = bits.div_ceil(6);
        let found = self.bytes.len() as u64;
        if found != expected {
            // A wrong character, perhaps of several bytes, is the reason.
            (0..self.bytes.len()).try_for_each(|index| self.bits(index).map(drop))?;
            let problem = format!(
                "{found} characters where {vertices} vertices take {expected} after their number"
            );
            return Err(self.error(found.min(expected) as usize, problem));
        }
        let unused = expected * 6 - bits;
        if let Some(last) = self.bytes.len().checked_sub(1)
            && self.bits(last)? & ((1 << unused) - 1) != 0
        {
            return Err(self.error(last, "the bits behind the last pair of vertices are not 0"));
        }
        Ok(())
    }

    /// Calls `each` with the place of every 1 bit and its index, in rising order.
    fn ones(
        &self,
        mut each: impl FnMut(usize, u64) -> Result<(), GraphError>,
    ) -> Result<(), GraphError> {
        for index in 0..self.bytes.len() {
            let bits = self.bits(index)?;
            for bit in (0..6).filter(|bit| bits >> (5 - bit) & 1 == 1) {
                each(self.place + index, index as u64 * 6 + bit)?;
            }
        }
        Ok(())
    }

    /// graph6: for each vertex in turn a bit for each smaller one.
    pub fn triangle(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let n = u64::from(vertices);
        self.check_length(vertices, n * n.saturating_sub(1) / 2)?;
        // The vertex whose bits are read, and the index of its first bit.
        let (mut vertex, mut first) = (1, 0);
        self.ones(|place, bit| {
            while bit - first >= vertex {
                first += vertex;
                vertex += 1;
            }
            builder.edge(place, [(bit - first) as u32, vertex as u32], None)
        })
    }

    /// digraph6: for each vertex in turn a bit for each vertex that it has an arc to.
    pub fn matrix(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let n = u64::from(vertices);
        self.check_length(vertices, n * n)?;
        self.ones(|place, bit| builder.edge(place, [(bit / n) as u32, (bit % n) as u32], None))
    }

    /// sparse6: a stream of one bit and a number of k bits each, where k bits suffice for the last
    /// vertex: the bit advances the current vertex by one; a number greater than the current vertex
    /// replaces it, any other is joined to it. The last character is padded with ones.
    pub fn list(&self, vertices: u32, builder: &mut GraphBuilder) -> Result<(), GraphError> {
        let width = u32::BITS - vertices.saturating_sub(1).leading_zeros();
        // Bits read but not used yet, at the lower end.
        let (mut bits, mut count) = (0u64, 0);
        let mut vertex = 0;
        // The position of the next number, in bits.
        let mut begin = 0;
        for index in 0..self.bytes.len() {
            bits = bits << 6 | u64::from(self.bits(index)?);
            count += 6;
            while count > width {
                count -= width + 1;
                let taken = bits >> count;
                bits &= (1 << count) - 1;
                let number = (taken & ((1 << width) - 1)) as u32;
                vertex += (taken >> width & 1) as u32;
                if vertex >= vertices || number >= vertices {
                    // Only the padding of the last character may do so.
                    if begin / 6 + 1 < self.bytes.len() {
                        let named = vertex.max(number);
                        let problem =
                            format!("vertex {named} is not one of the {vertices}, counted from 0");
                        return Err(self.error(index, problem));
                    }
                    return Ok(());
                }
                if number > vertex {
                    vertex = number;
                } else {
                    builder.edge(self.place + index, [number, vertex], None)?;
                }
                begin += width as usize + 1;
            }
        }
        Ok(())
    }
}
