//! The table of a dynamic program, in a file that is either complete or absent.
//!
//! A line of JSON describes it; then come the records, and the SHA-256 of all before it ends the
//! file.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::PoisonError,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use web_time::Instant;

use super::{Checkpoint, CheckpointError, CountedWork, hold_place};

/// The schema name of the first line.
const SCHEMA: &str = "satranj.table/1";

/// The extension of a table's file, and of an incomplete one.
const EXTENSION: &str = "table";
const UNFINISHED: &str = "table-unfinished";

/// The most bytes of the first line.
const LONGEST_LINE: u64 = 1 << 20;

/// The least and the greatest time between two writings of tables, when there is a new one.
const SOONEST: Duration = Duration::from_millis(50);
const LATEST: Duration = Duration::from_secs(60);

/// The time between two tables is at least this many times the time of the last writing.
const TIMES: u32 = 20;

/// The description of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptTable {
    /// Its name among those of the count.
    pub table: String,
    /// The fingerprint of the order of the work.
    pub plan: String,
    /// The number of turns made.
    pub turn: u64,
    /// The number of records.
    pub states: u64,
    /// The kind of its records.
    pub records: String,
    /// The closed sets counted so far, in decimal.
    pub closed: String,
    /// The nodes so far.
    pub nodes: u64,
}

/// The first line of a table's file.
#[derive(Serialize, Deserialize)]
struct TableHeading {
    schema: String,
    #[serde(flatten)]
    work: CountedWork,
    #[serde(flatten)]
    kept: KeptTable,
}

/// When the last table was written, and how long it took.
#[derive(Debug)]
pub struct TablePace {
    last: Instant,
    took: Duration,
}

impl Default for TablePace {
    fn default() -> Self {
        Self { last: Instant::now(), took: Duration::ZERO }
    }
}

/// The tables of a count by name, each with the offset of its records.
#[derive(Debug)]
pub struct KeptTables(BTreeMap<String, (KeptTable, u64)>);

impl KeptTables {
    /// Reads the tables beside the file of a count, each of which must be complete.
    pub fn beside(path: &Path, work: &CountedWork) -> Result<Self, CheckpointError> {
        let mut tables = BTreeMap::new();
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let system =
            |path: &Path, problem| CheckpointError::System { path: path.to_path_buf(), problem };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned() + ".";
        for entry in fs::read_dir(folder).map_err(|problem| system(folder, problem))? {
            let path = entry.map_err(|problem| system(folder, problem))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let of_extension = |extension| path.extension().is_some_and(|it| it == extension);
            if !name.starts_with(&stem) {
                continue;
            }
            if of_extension(UNFINISHED) {
                // An incomplete file of a killed process.
                let _ = fs::remove_file(&path);
            } else if of_extension(EXTENSION) {
                let (kept, begin) = checked(&path, work)?;
                tables.insert(kept.table.clone(), (kept, begin));
            }
        }
        Ok(Self(tables))
    }
}

/// The description in a file, and the offset of its records; reads the file to its end.
fn checked(path: &Path, work: &CountedWork) -> Result<(KeptTable, u64), CheckpointError> {
    let wrong = |problem: &str| CheckpointError::Wrong {
        path: path.into(),
        line: 1,
        problem: problem.into(),
        is_damaged: true,
    };
    let system = |problem| CheckpointError::System { path: path.into(), problem };
    hold_place(path).map_err(system)?;
    let mut file = BufReader::new(File::open(path).map_err(system)?);
    let mut line = Vec::new();
    (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(system)?;
    let heading: TableHeading =
        serde_json::from_slice(&line).map_err(|error| wrong(&error.to_string()))?;
    let of_name = table_path(path, &heading.kept.table);
    if (heading.schema.as_str(), &heading.work) != (SCHEMA, work) || of_name != path {
        return Err(wrong("the table belongs to another count"));
    }
    let length = file.get_ref().metadata().map_err(system)?.len();
    let begin = line.len() as u64;
    let cut = || wrong("the table is truncated or damaged");
    let records = length.checked_sub(begin + 32).ok_or_else(cut)?;
    let mut digest = Sha256::new_with_prefix(&line);
    let mut rest = (&mut file).take(records);
    loop {
        let block = rest.fill_buf().map_err(system)?;
        if block.is_empty() {
            break;
        }
        digest.update(block);
        let length = block.len();
        rest.consume(length);
    }
    let mut end = [0; 32];
    file.read_exact(&mut end).map_err(system)?;
    if digest.finalize()[..] == end { Ok((heading.kept, begin)) } else { Err(cut()) }
}

/// The file of a table beside another file of the count.
fn table_path(beside: &Path, table: &str) -> PathBuf {
    let name = beside.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    beside.with_file_name(format!("{stem}.{table}.{EXTENSION}"))
}

/// Whether a file name, after its count's prefix, is that of one of its tables.
#[must_use]
#[cfg(feature = "cli")]
pub fn ends_table(end: &str) -> bool {
    let named = end.strip_prefix('.').and_then(|end| end.split_once('.'));
    named.is_some_and(|(table, extension)| {
        !table.is_empty()
            && table.bytes().all(|byte| byte.is_ascii_lowercase())
            && [EXTENSION, UNFINISHED].contains(&extension)
    })
}

/// Writes bytes to a file and to its digest.
struct DigestedFile<W> {
    file: W,
    digest: Sha256,
}

impl<W: Write> Write for DigestedFile<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The records of a table.
pub type TableInput = io::Take<BufReader<File>>;

impl Checkpoint {
    /// The table of this name that an earlier process left for the same plan, with its records.
    #[must_use]
    pub fn table(&self, name: &str, plan: &str) -> Option<(&KeptTable, TableInput)> {
        let (kept, begin) = self.tables.0.get(name).filter(|(kept, _)| kept.plan == plan)?;
        let mut file = File::open(table_path(&self.path, name)).ok()?;
        let length = file.metadata().ok()?.len().checked_sub(begin + 32)?;
        file.seek(SeekFrom::Start(*begin)).ok()?;
        Some((kept, BufReader::with_capacity(1 << 16, file).take(length)))
    }

    /// Whether it is time to keep a table again: about a minute after the last one, or sooner if
    /// that takes little time.
    #[must_use]
    pub fn is_due(&self) -> bool {
        let pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.last.elapsed() >= pace.took.saturating_mul(TIMES).clamp(SOONEST, LATEST)
    }

    /// Keeps a table instead of the previous one with its name. The first failure disables it and is
    /// reported by [`Checkpoint::end`].
    pub fn keep_table(
        &self,
        kept: &KeptTable,
        records: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) {
        let began = Instant::now();
        if let Err(problem) = self.write_table(kept, records) {
            self.fail(problem);
        }
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        *pace = TablePace { last: Instant::now(), took: began.elapsed() };
    }

    fn write_table(
        &self,
        kept: &KeptTable,
        records: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let path = table_path(&self.path, &kept.table);
        let unfinished = path.with_extension(UNFINISHED);
        hold_place(&unfinished)?;
        let file = BufWriter::with_capacity(1 << 16, File::create(&unfinished)?);
        let mut out = DigestedFile { file, digest: Sha256::new() };
        let heading =
            TableHeading { schema: SCHEMA.into(), work: self.work.clone(), kept: kept.clone() };
        let mut line = serde_json::to_vec(&heading)?;
        line.push(b'\n');
        out.write_all(&line)?;
        records(&mut out)?;
        let DigestedFile { mut file, digest } = out;
        file.write_all(&digest.finalize())?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Before it replaces a complete one.
        file.sync_data()?;
        fs::rename(&unfinished, &path)
    }

    /// Removes the tables once the count is done and its parts are kept.
    pub fn remove_tables(&self, names: &[&str]) {
        for name in names {
            // Mostly there is no table.
            let _ = fs::remove_file(table_path(&self.path, name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(seed: u64) -> CountedWork {
        let instance = "sha256:0123456789abcdef0123".into();
        CountedWork { instance, method: "x".into(), split: "x/1".into(), seed: Some(seed) }
    }

    fn kept(turn: u64) -> KeptTable {
        let [table, plan, records, closed] = ["whole", "p", "r", "7"].map(String::from);
        KeptTable { table, plan, turn, states: 3, records, closed, nodes: 9 }
    }

    fn bytes(checkpoint: &Checkpoint) -> Option<(u64, Vec<u8>)> {
        let (kept, mut input) = checkpoint.table("whole", "p")?;
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).unwrap();
        Some((kept.turn, bytes))
    }

    #[test]
    fn a_table_is_whole_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = |seed| Checkpoint::open(folder.path(), &work(seed));
        let checkpoint = open(1).unwrap();
        assert!(bytes(&checkpoint).is_none());
        for turn in [1, 2] {
            checkpoint.keep_table(&kept(turn), |out| out.write_all(&[turn as u8; 5]));
        }
        assert!(checkpoint.end().is_ok() && !checkpoint.is_due());
        let path = table_path(&checkpoint.path, "whole");
        drop(checkpoint);
        let checkpoint = open(1).unwrap();
        assert_eq!(bytes(&checkpoint), Some((2, vec![2; 5])));
        assert!(checkpoint.table("whole", "q").is_none() && checkpoint.table("x", "p").is_none());
        drop(checkpoint);
        // It is refused with another seed, if truncated anywhere, and if changed anywhere.
        let whole = fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let problem = open(1).unwrap_err().to_string();
            assert!(problem.contains("remove the file"), "{cut}: {problem}");
            let mut changed = whole.clone();
            changed[cut] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(open(1).is_err(), "{cut}");
        }
        let text = String::from_utf8_lossy(&whole).replace("\"seed\":1", "\"seed\":2");
        fs::write(&path, text.as_bytes()).unwrap();
        assert!(open(1).unwrap_err().to_string().contains("belongs to another count"));
        // Incomplete files are removed.
        fs::write(&path, &whole).unwrap();
        fs::write(path.with_extension(UNFINISHED), "x").unwrap();
        let checkpoint = open(1).unwrap();
        assert!(!path.with_extension(UNFINISHED).exists());
        checkpoint.remove_tables(&["whole", "other"]);
        assert!(!path.exists());
    }
}
