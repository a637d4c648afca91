//! The file of the proofs of a part: each is added in one piece when it is known, so that a later
//! process goes on from there.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use crate::{checkpoint::CheckpointError, proofs::cubes::CubeHeading, temporary::Temporary};

/// What is in the file of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LoggedProofs {
    /// Of each unit the cubes that are refuted.
    pub cubes: BTreeMap<u64, Vec<Vec<i32>>>,
    /// How many these are.
    pub number: u64,
    /// The lemmas of their proofs.
    pub lemmas: u64,
    /// Where each proof stands.
    places: Vec<ProofPlace>,
}

/// Where the proof of a cube stands in the file, with its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProofPlace {
    unit: u64,
    start: u64,
    end: u64,
}

/// A file of proofs, held by this process alone.
pub(super) struct ProofLog(Mutex<OpenLog>);

/// The file, and what is in it.
struct OpenLog {
    file: File,
    size: LogSize,
    places: Vec<ProofPlace>,
}

/// How much is in a file of proofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogSize {
    /// Cubes that are refuted.
    pub cubes: u64,
    /// The lemmas of their proofs.
    pub lemmas: u64,
}

/// The lemmas of a proof in text.
fn lemmas(proof: &[u8]) -> u64 {
    let lines = proof.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| !line.starts_with(b"d")).count() as u64
}

impl ProofLog {
    /// Opens the file of a part whose first line is `heading`, or begins it; what is in it. A proof
    /// that was cut off is cut away.
    pub fn open(path: &Path, heading: &str) -> Result<(Self, LoggedProofs), CheckpointError> {
        let system = |problem| CheckpointError::System { path: path.into(), problem };
        let mut options = File::options();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(system)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse(path.into())),
            Err(TryLockError::Error(problem)) => return Err(system(problem)),
        }
        let (mut logged, end) = read(&file, path, heading)?;
        file.set_len(end).map_err(system)?;
        if end == 0 {
            file.write_all(format!("{heading}\n").as_bytes()).map_err(system)?;
        }
        let size = LogSize { cubes: logged.number, lemmas: logged.lemmas };
        let places = std::mem::take(&mut logged.places);
        Ok((Self(Mutex::new(OpenLog { file, size, places })), logged))
    }

    /// Adds the proof of a cube.
    pub fn keep(&self, cube: &CubeHeading, proof: &[u8]) -> io::Result<()> {
        let mut text = format!("{cube}\n").into_bytes();
        text.extend_from_slice(proof);
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.file.write_all(&text)?;
        // A file that is added to has no place of its own until it is written.
        let end = log.file.stream_position()?;
        log.places.push(ProofPlace { unit: cube.unit, start: end - text.len() as u64, end });
        log.size.cubes += 1;
        log.size.lemmas += lemmas(proof);
        Ok(())
    }

    /// Puts the file of a part at another place of its folder, the proofs in the order of their
    /// units, whichever thread was the first to end one; how much is in it.
    pub fn end(&self, path: &Path, place: &Path) -> io::Result<LogSize> {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.places.is_sorted_by_key(|proof| proof.unit) {
            log.file.sync_all()?;
            fs::rename(path, place)?;
            return Ok(log.size);
        }
        // The pieces of a unit are proved in turn.
        log.places.sort_by_key(|proof| proof.unit);
        let (mut ordered, name) = Temporary::within(place.parent().unwrap_or(Path::new(".")))?;
        let mut output = BufWriter::with_capacity(1 << 16, &mut ordered);
        let OpenLog { file, places, .. } = &mut *log;
        let first = places.iter().map(|proof| proof.start).min().unwrap_or(0);
        for (start, end) in
            [(0, first)].into_iter().chain(places.iter().map(|proof| (proof.start, proof.end)))
        {
            file.seek(SeekFrom::Start(start))?;
            io::copy(&mut Read::by_ref(file).take(end - start), &mut output)?;
        }
        output.flush()?;
        drop(output);
        ordered.sync_all()?;
        name.persist(place).map_err(|(_, error)| error)?;
        fs::remove_file(path)?;
        Ok(log.size)
    }
}

/// The cubes whose proofs are complete, and where the last of these ends.
fn read(
    mut file: &File,
    path: &Path,
    heading: &str,
) -> Result<(LoggedProofs, u64), CheckpointError> {
    let system = |problem| CheckpointError::System { path: path.into(), problem };
    file.rewind().map_err(system)?;
    let mut input = BufReader::with_capacity(1 << 16, file);
    let (mut logged, mut end, mut at, mut text) = (LoggedProofs::default(), 0, 0, Vec::new());
    let mut open: Option<(CubeHeading, u64)> = None;
    for line in 1.. {
        text.clear();
        at += input.read_until(b'\n', &mut text).map_err(system)? as u64;
        let Some(content) = text.strip_suffix(b"\n") else { break };
        let wrong = |problem: &str| CheckpointError::Wrong {
            path: path.into(),
            line,
            problem: problem.into(),
        };
        if line == 1 {
            if content != heading.as_bytes() {
                return Err(wrong("these are no proofs of this part"));
            }
            end = at;
        } else if let Some((cube, lemmas)) = &mut open {
            *lemmas += u64::from(!content.starts_with(b"d"));
            if content == b"0" {
                logged.places.push(ProofPlace { unit: cube.unit, start: end, end: at });
                let cubes = logged.cubes.entry(cube.unit).or_default();
                cubes.push(std::mem::take(&mut cube.literals));
                logged.number += 1;
                logged.lemmas += *lemmas;
                (open, end) = (None, at);
            }
        } else {
            let cube = std::str::from_utf8(content).ok().and_then(CubeHeading::read);
            open = Some((cube.ok_or_else(|| wrong("no cube stands here"))?, 0));
        }
    }
    Ok((logged, end))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn cube(unit: u64, literals: &[i32]) -> CubeHeading {
        CubeHeading { unit, literals: literals.to_vec() }
    }

    #[test]
    fn what_was_proved_is_known_again_and_what_was_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p");
        {
            let (log, logged) = ProofLog::open(&path, "c x").unwrap();
            assert_eq!(logged, LoggedProofs::default());
            log.keep(&cube(3, &[1, -2]), b"4 0\nd 4 0\n0\n").unwrap();
            log.keep(&cube(3, &[1, 2]), b"0\n").unwrap();
            assert!(matches!(ProofLog::open(&path, "c x"), Err(CheckpointError::InUse(_))));
        }
        let whole = fs::read(&path).unwrap();
        let logged = ProofLog::open(&path, "c x").unwrap().1;
        assert_eq!(logged.cubes[&3], [vec![1, -2], vec![1, 2]]);
        assert_eq!((logged.number, logged.lemmas), (2, 3));
        let first = whole.windows(3).position(|bytes| bytes == b"\n0\n").unwrap() + 3;
        for cut in first..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (log, logged) = ProofLog::open(&path, "c x").unwrap();
            assert_eq!(logged.number, 1, "{cut}");
            log.keep(&cube(5, &[]), b"0\n").unwrap();
            drop(log);
            assert_eq!(ProofLog::open(&path, "c x").unwrap().1.number, 2);
        }
        fs::write(&path, &whole).unwrap();
        let (log, _) = ProofLog::open(&path, "c x").unwrap();
        log.keep(&cube(1, &[7]), b"9 0\n0\n").unwrap();
        let ended = folder.path().join("e");
        assert_eq!(log.end(&path, &ended).unwrap(), LogSize { cubes: 3, lemmas: 5 });
        assert!(!path.exists());
        // In the order of the units, however they came.
        let (heading, rest) = whole.split_at(4);
        let ordered = [heading, format!("{}\n9 0\n0\n", cube(1, &[7])).as_bytes(), rest].concat();
        assert_eq!(fs::read(&ended).unwrap(), ordered);
        let (log, logged) = ProofLog::open(&ended, "c x").unwrap();
        assert_eq!(logged.number, 3);
        log.end(&ended, &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), ordered);
        assert!(!ended.exists());
        drop(log);
        let other = ProofLog::open(&path, "c y").err().unwrap().to_string();
        assert!(other.contains(":1: these are no proofs of this part"), "{other}");
        fs::write(&path, "c x\nmine\n").unwrap();
        let other = ProofLog::open(&path, "c x").err().unwrap().to_string();
        assert!(other.contains(":2: no cube stands here"), "{other}");
    }
}
