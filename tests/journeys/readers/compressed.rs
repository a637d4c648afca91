//! Compressed files: never more than the limit comes out, and what comes out can be compressed again.

use std::{
    io::{Read, Write},
    path::Path,
};

use satranj_core::compression::{Compression, Writer, reader};

/// The most decompressed bytes.
const MOST: u64 = 1 << 20;

/// The first byte chooses the name of the file; the rest is its content.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, content)) = bytes.split_first() else { return };
    let name = ["x", "x.gz", "x.xz"][usize::from(chosen) % 3];
    let mut plain = Vec::new();
    let read = reader(content, Path::new(name), None, MOST).read_to_end(&mut plain);
    let is_plain = plain == content;
    assert!(plain.len() as u64 <= MOST || is_plain, "{} bytes", plain.len());
    if read.is_err() || plain.len() > 1 << 12 {
        return;
    }
    let mut compressed = Vec::new();
    let mut writer = Writer::new(&mut compressed, Some(Compression::Gzip)).expect("memory");
    writer.write_all(&plain).expect("memory takes all bytes");
    writer.finish().expect("memory takes all bytes");
    let mut again = Vec::new();
    reader(&compressed[..], Path::new("x.gz"), None, MOST)
        .read_to_end(&mut again)
        .expect("it was written");
    assert_eq!(again, plain);
}
