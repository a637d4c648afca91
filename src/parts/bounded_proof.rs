//! A proof that is given up where it grows too large.

use std::io::{self, Write};

/// A proof in memory, up to a size.
pub(super) struct BoundedProof {
    /// What was written.
    pub bytes: Vec<u8>,
    most: u64,
    /// Whether there was more.
    pub is_full: bool,
}

impl BoundedProof {
    /// An empty one.
    pub fn new(most: u64) -> Self {
        Self { bytes: Vec::new(), most, is_full: false }
    }
}

impl Write for BoundedProof {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
