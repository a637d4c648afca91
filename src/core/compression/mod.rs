//! Files compressed by gzip or xz: detection, reading and writing.

#[cfg(test)]
mod tests;

use std::{
    ffi::OsStr,
    io::{self, BufReader, BufWriter, Chain, Cursor, Read, Write},
    path::{Path, PathBuf},
};

use flate2::{GzBuilder, read::MultiGzDecoder, write::GzEncoder};
use lzma_rust2::{XzOptions, XzReader, XzWriter};

/// The most memory that an xz file may require, in KiB: `xz -9` needs 64 MiB.
const MOST_XZ_MEMORY: u32 = 256 << 10;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// The least of them.
const LEAST_BUFFER: u64 = 1 << 12;

/// A way to compress a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// gzip (RFC 1952).
    Gzip,
    /// xz (the .xz file format, version 1.2.0).
    Xz,
}

impl Compression {
    const ALL: [Self; 2] = [Self::Gzip, Self::Xz];

    /// The extension of its files, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Xz => "xz",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Xz => "xz",
        }
    }

    /// The magic bytes of its files; no text begins with them.
    fn magic(self) -> &'static [u8] {
        match self {
            Self::Gzip => &[0x1f, 0x8b],
            Self::Xz => &[0xfd, b'7', b'z', b'X', b'Z', 0],
        }
    }

    /// The compression that a file name implies, ignoring case.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        Self::ALL.into_iter().find(|known| extension.eq_ignore_ascii_case(known.extension()))
    }

    /// The compression with this extension, given without the dot.
    #[must_use]
    pub fn named(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.extension() == extension)
    }

    /// The name of a file without its compression's extension: `q.cnf` for `q.cnf.gz`.
    #[must_use]
    pub fn stem(path: &Path) -> PathBuf {
        if Self::of(path).is_some() { path.with_extension("") } else { path.into() }
    }
}

/// A reader of compressed or plain files.
pub type Reader<R> = BufReader<CompressedSource<R>>;

/// Reads a file: gzip and xz data are detected by content and decompressed on the fly, up to `most`
/// bytes; concatenated members and streams are read as one. Plain data under a compressed name is
/// an error.
///
/// Reading is lazy. Of short input (`length`, if known) the buffer is small, because all of it is cleared first.
pub fn reader<R: Read>(input: R, path: &Path, length: Option<u64>, most: u64) -> Reader<R> {
    let buffer = length.map_or(BUFFER, |length| BUFFER.min(length.max(LEAST_BUFFER) as usize));
    let kind = Some(CodecKind::Unread { input, by_name: Compression::of(path) });
    BufReader::with_capacity(buffer, CompressedSource { kind, most, left: most })
}

/// Bytes of a file, decompressed if needed.
pub struct CompressedSource<R: Read> {
    /// `None` after an error: a decoder is not used again.
    kind: Option<CodecKind<R>>,
    /// The most decompressed bytes.
    most: u64,
    /// How many more may come.
    left: u64,
}

/// The bytes already examined, then the rest.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

enum CodecKind<R: Read> {
    /// Not examined yet, with the compression that the file name implies.
    Unread {
        input: R,
        by_name: Option<Compression>,
    },
    Plain(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
    Xz(Box<XzReader<BufReader<Whole<R>>>>),
}

impl<R: Read> CodecKind<R> {
    /// Detects the compression from the first bytes.
    fn of(mut input: R, by_name: Option<Compression>) -> io::Result<Self> {
        let most = Compression::ALL.map(|known| known.magic().len()).into_iter().max().unwrap_or(0);
        let mut first = Vec::with_capacity(most);
        input.by_ref().take(most as u64).read_to_end(&mut first)?;
        let found = Compression::ALL.into_iter().find(|known| first.starts_with(known.magic()));
        let input = Cursor::new(first).chain(input);
        match (found, by_name) {
            (Some(Compression::Gzip), _) => Ok(Self::Gzip(Box::new(MultiGzDecoder::new(input)))),
            (Some(Compression::Xz), _) => {
                let input = BufReader::with_capacity(BUFFER, input);
                Ok(Self::Xz(Box::new(XzReader::new_mem_limit(input, true, MOST_XZ_MEMORY))))
            }
            (None, Some(by_name)) => {
                let (extension, name) = (by_name.extension(), by_name.name());
                let problem =
                    format!("its name ends in .{extension}, but the file is not in {name} format");
                Err(io::Error::new(io::ErrorKind::InvalidData, problem))
            }
            (None, None) => Ok(Self::Plain(input)),
        }
    }
}

impl<R: Read> Read for CompressedSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let kind = self.kind.take().ok_or_else(|| io::Error::other("reading failed before"))?;
        let mut kind = match kind {
            CodecKind::Unread { input, by_name } => CodecKind::of(input, by_name)?,
            known => known,
        };
        let (read, compression) = match &mut kind {
            CodecKind::Plain(input) => (input.read(buffer), None),
            CodecKind::Gzip(input) => (input.read(buffer), Some(Compression::Gzip)),
            CodecKind::Xz(input) => (input.read(buffer), Some(Compression::Xz)),
            CodecKind::Unread { .. } => (Ok(0), None),
        };
        let read = match (read, compression) {
            (Ok(read), Some(compression)) => {
                let left = self.left.checked_sub(read as u64);
                self.left = left.ok_or_else(|| too_large(compression, self.most))?;
                Ok(read)
            }
            (Err(error), Some(compression)) => Err(explain(error, compression)),
            (plain, None) => plain,
        };
        let is_over = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        if compression.is_none() || !read.as_ref().err().is_some_and(is_over) {
            self.kind = Some(kind);
        }
        read
    }
}

fn too_large(compression: Compression, most: u64) -> io::Error {
    let name = compression.name();
    let problem = format!(
        "the {name} data decompress to more than {most} bytes, the limit; a larger \
         --memory-limit, for example --memory-limit {}GiB, allows more",
        (most >> 29).max(1)
    );
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Explains a decoder's error; passes system errors on unchanged.
fn explain(error: io::Error, compression: Compression) -> io::Error {
    use io::ErrorKind::{InvalidData, InvalidInput, OutOfMemory, UnexpectedEof, Unsupported};
    let name = compression.name();
    let problem = match error.kind() {
        _ if error.raw_os_error().is_some() => return error,
        UnexpectedEof => format!("the {name} data are cut off: their end is missing"),
        InvalidData | InvalidInput => format!("the {name} data are corrupt: {error}"),
        Unsupported => format!("the {name} data cannot be read: {error}"),
        OutOfMemory => {
            format!("reading the {name} data takes more than {} MiB", MOST_XZ_MEMORY >> 10)
        }
        _ => return error,
    };
    io::Error::new(InvalidData, problem)
}

/// Writes a file, compressed as its name implies. [`Writer::finish`] ends it.
pub struct Writer<W: Write> {
    encoder: BufWriter<Encoder<W>>,
}

/// One way to write.
struct Encoder<W: Write> {
    kind: Form<W>,
    /// Whether writing failed; an encoder is not used again.
    failed: bool,
}

enum Form<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Writer<W> {
    /// Begins a file. Equal contents give equal files: they contain neither name nor time.
    ///
    /// # Errors
    /// The writer's error.
    pub fn new(out: W, compression: Option<Compression>) -> io::Result<Self> {
        let kind = match compression {
            None => Form::Plain(out),
            Some(Compression::Gzip) => {
                Form::Gzip(GzBuilder::new().mtime(0).write(out, flate2::Compression::default()))
            }
            Some(Compression::Xz) => {
                Form::Xz(Box::new(XzWriter::new(out, XzOptions::with_preset(6))?))
            }
        };
        let encoder = Encoder { kind, failed: false };
        Ok(Self { encoder: BufWriter::with_capacity(BUFFER, encoder) })
    }

    /// Writes the rest and the end.
    ///
    /// # Errors
    /// The writer's error.
    pub fn finish(self) -> io::Result<()> {
        let encoder = self.encoder.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut out = match encoder.kind {
            Form::Plain(out) => out,
            Form::Gzip(encoder) => encoder.finish()?,
            Form::Xz(encoder) => encoder.finish()?,
        };
        out.flush()
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.flush()
    }
}

impl<W: Write> Encoder<W> {
    /// Runs an operation unless an earlier one failed.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        if self.failed {
            return Err(io::Error::other("writing failed before"));
        }
        let done = match &mut self.kind {
            Form::Plain(out) => ask(out),
            Form::Gzip(encoder) => ask(encoder),
            Form::Xz(encoder) => ask(encoder.as_mut()),
        };
        let is_over = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        self.failed = done.as_ref().err().is_some_and(is_over);
        done
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ask(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ask(|out| out.flush())
    }
}
