//! Files that are written and read back, and files that are damaged.

use std::fmt::Write as _;

use super::*;

const MOST: u64 = 1 << 20;
const TEXT: &str = "p edge 3 2\ne 1 2\ne 2 3\n";

fn compressed(compression: Option<Compression>, text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = Writer::new(&mut bytes, compression).unwrap();
    out.write_all(text).unwrap();
    out.finish().unwrap();
    bytes
}

fn read(bytes: &[u8], name: &str) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut reader = reader(bytes, Path::new(name), Some(0), MOST);
    reader.read_to_end(&mut text).map_err(|error| error.to_string())?;
    // Once more after the end.
    assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0);
    Ok(text)
}

#[test]
fn what_is_written_is_read_back_and_is_always_the_same() {
    let mut long = String::new();
    for number in 0..50_000_u64 {
        write!(long, "{} ", number * number % 997).unwrap();
    }
    for text in ["", "x", TEXT, &long] {
        for compression in [None, Some(Compression::Gzip), Some(Compression::Xz)] {
            let bytes = compressed(compression, text.as_bytes());
            assert_eq!(bytes, compressed(compression, text.as_bytes()));
            assert_eq!(read(&bytes, "-").unwrap(), text.as_bytes(), "{compression:?}");
            if let Some(compression) = compression {
                assert!(bytes.starts_with(compression.magic()));
                assert!(text.len() < 1000 || bytes.len() < text.len());
            }
        }
    }
}

#[test]
fn members_that_follow_one_another_are_one_file() {
    for compression in Compression::ALL {
        let [one, two] = ["one\n", "two\n"].map(str::as_bytes);
        let mut bytes = compressed(Some(compression), one);
        bytes.extend(compressed(Some(compression), two));
        assert_eq!(read(&bytes, "-").unwrap(), b"one\ntwo\n");
    }
}

#[test]
fn names_say_how_a_file_is_compressed() {
    let by_name =
        |name: &str| (Compression::of(Path::new(name)), Compression::stem(Path::new(name)));
    assert_eq!(by_name("a.b/q.cnf.gz"), (Some(Compression::Gzip), "a.b/q.cnf".into()));
    assert_eq!(by_name("q.opb.XZ"), (Some(Compression::Xz), "q.opb".into()));
    for plain in ["q.cnf", "gz", ".gz", "q.gz/x", "q.gzip", "-"] {
        assert_eq!(by_name(plain), (None, plain.into()));
    }
    let by_name = read(TEXT.as_bytes(), "q.col.gz").unwrap_err();
    assert_eq!(by_name, "its name ends in .gz, but the file is not in gzip format");
    let by_name = read(b"", "q.xz").unwrap_err();
    assert_eq!(by_name, "its name ends in .xz, but the file is not in xz format");
    // The bytes decide.
    let bytes = compressed(Some(Compression::Gzip), TEXT.as_bytes());
    assert_eq!(read(&bytes, "q.xz").unwrap(), TEXT.as_bytes());
}

#[test]
fn a_file_that_is_cut_off_or_damaged_is_an_error_and_never_another_text() {
    for compression in Compression::ALL {
        let bytes = compressed(Some(compression), TEXT.as_bytes());
        for length in compression.magic().len()..bytes.len() {
            let message = read(&bytes[..length], "-").unwrap_err();
            let name = compression.name();
            assert!(message.starts_with(&format!("the {name} data are ")), "{length}: {message}");
        }
        for place in compression.magic().len()..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                // In a gzip file the time, the system and the bits behind the data mean nothing.
                let is_idle = compression == Compression::Gzip;
                match read(&damaged, "-") {
                    Ok(text) => assert!(is_idle && text == TEXT.as_bytes(), "byte {place}"),
                    Err(message) => assert!(message.contains(" data "), "{message}"),
                }
            }
        }
    }
}

#[test]
fn a_dictionary_that_is_too_large_is_refused() {
    let mut bytes = compressed(Some(Compression::Xz), TEXT.as_bytes());
    // Stream header 12; block header: size, flags, filter, size of properties, dictionary.
    assert_eq!(bytes[12..16], [2, 0, 0x21, 1]);
    bytes[16] = 38; // 2 GiB
    let sum = crc32(&bytes[12..20]);
    bytes[20..24].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(read(&bytes, "-").unwrap_err(), "reading the xz data takes more than 256 MiB");
}

#[test]
fn a_little_file_does_not_become_a_large_one() {
    for compression in Compression::ALL {
        let name = compression.name();
        let bytes = compressed(Some(compression), &vec![b'.'; MOST as usize]);
        assert!(bytes.len() < 2000, "{}", bytes.len());
        assert_eq!(read(&bytes, "-").map(|text| text.len() as u64), Ok(MOST));
        let bytes = compressed(Some(compression), &vec![b'.'; MOST as usize + 1]);
        let message = format!("the {name} data decompress to more than 1048576 bytes, the limit; ");
        let error = read(&bytes, "-").unwrap_err();
        assert!(error.starts_with(&message) && error.contains("--memory-limit 1GiB"), "{error}");
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn a_writer_that_failed_is_not_asked_again() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for compression in [None, Some(Compression::Gzip), Some(Compression::Xz)] {
        let mut out = Writer::new(Full, compression).unwrap();
        out.write_all(TEXT.as_bytes()).unwrap();
        let first = out.flush().and_then(|()| out.write_all(&vec![b'x'; 1 << 20]));
        let error = first.and_then(|()| out.flush()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{compression:?}");
        assert!(out.flush().is_err());
        assert!(out.finish().is_err());
    }
}
