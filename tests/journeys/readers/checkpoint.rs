//! Checkpoints of counts: what is read is kept and read again; tables are whole or refused.

use std::{cell::RefCell, fs, io::Read};

use satranj_core::checkpoint::{AppendLog, Checkpoint, CountedWork, LogHeading};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<TempDir> = RefCell::new(tempfile::tempdir().expect("a folder"));
}

fn work() -> CountedWork {
    CountedWork { instance: "i".into(), method: "m".into(), split: "s".into(), seed: None }
}

/// The first byte chooses what the rest is: the file, lines that get their checksums here, or a
/// table of which the first line is the description.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, content)) = bytes.split_first() else { return };
    FOLDER.with_borrow(|folder| {
        let path = folder.path().join("count.ndjson");
        let table = folder.path().join("count.x.table");
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(&table);
        match chosen % 3 {
            0 => fs::write(&path, content).expect("there is room"),
            1 => write_lines(content, &path),
            _ => {
                let mut file = content.to_vec();
                file.extend(Sha256::digest(content));
                fs::write(&table, file).expect("there is room");
            }
        }
        let Ok(read) = Checkpoint::open_file(path.clone(), &work()) else { return };
        if let Some((kept, mut records)) = read.table("x", "p") {
            assert_eq!((kept.table.as_str(), kept.plan.as_str()), ("x", "p"));
            let mut all = Vec::new();
            records.read_to_end(&mut all).expect("it was written");
            let line = content.iter().position(|&byte| byte == b'\n').expect("a first line");
            assert_eq!(all, content[line + 1..]);
        }
        let done = read.done().clone();
        drop(read);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(&table);
        let other = Checkpoint::open_file(path.clone(), &work()).expect("a new file");
        for part in done.values() {
            other.keep(part);
        }
        other.end().expect("there is room");
        drop(other);
        let again = Checkpoint::open_file(path, &work()).expect("it was written");
        assert_eq!(again.done(), &done);
    });
}

fn write_lines(content: &[u8], path: &std::path::Path) {
    let heading = Heading { schema: "satranj.checkpoint/1", work: work() };
    let heading = LogHeading { line: &heading, other: "another" };
    let log = AppendLog::open(path, &heading, &mut |_, _| Ok(()));
    let mut log = log.expect("a new file");
    for line in content.split(|&byte| byte == b'\n') {
        if let Ok(Value::Object(value)) = serde_json::from_slice(line) {
            log.add(&value).expect("there is room");
        }
    }
}

/// The first line of the checkpoint.
#[derive(serde::Serialize)]
struct Heading {
    schema: &'static str,
    #[serde(flatten)]
    work: CountedWork,
}
