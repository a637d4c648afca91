//! The file of the proofs of an unfinished part: each is appended in one piece when it is known, so
//! that a later process can continue.
//!
//! After each proof, a line `c sum` has its checksum, which is chained to the one before; the file
//! of the finished part has only the proofs.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use sha2::{Digest, Sha256};

use crate::{
    checkpoint::{Chain, CheckpointError, LONGEST_LINE, open_alone},
    proofs::cubes::CubeHeading,
    temporary::Temporary,
};

/// The text before a checksum.
const SUM: &str = "c sum ";

/// The content of the file of a part.
#[derive(Debug, Default)]
pub(super) struct LoggedProofs {
    /// The refuted cubes of each unit.
    pub cubes: BTreeMap<u64, Vec<Vec<i32>>>,
    /// Their number.
    pub number: u64,
    /// The lemmas of their proofs.
    pub lemmas: u64,
    /// The place of each proof.
    places: Vec<ProofPlace>,
    /// The checksum of the last proof.
    chain: Chain,
}

/// The place of the proof of a cube in the file, with its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProofPlace {
    unit: u64,
    start: u64,
    end: u64,
}

/// A file of proofs, locked by this process.
pub(super) struct ProofLog(Mutex<OpenLog>);

/// The file, and its content.
struct OpenLog {
    file: File,
    size: LogSize,
    places: Vec<ProofPlace>,
    chain: Chain,
}

/// The content of a file of proofs, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogSize {
    /// The number of refuted cubes.
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
    /// Opens the file of a part whose first line is `heading`, or creates it; returns its content.
    /// A truncated proof is removed.
    pub fn open(path: &Path, heading: &str) -> Result<(Self, LoggedProofs), CheckpointError> {
        let system = |problem| CheckpointError::System { path: path.into(), problem };
        let mut file = open_alone(path)?;
        let (mut logged, end) = read(&file, path, heading)?;
        file.set_len(end).map_err(system)?;
        if end == 0 {
            file.write_all(format!("{heading}\n").as_bytes()).map_err(system)?;
        }
        let size = LogSize { cubes: logged.number, lemmas: logged.lemmas };
        let places = std::mem::take(&mut logged.places);
        let chain = logged.chain.clone();
        Ok((Self(Mutex::new(OpenLog { file, size, places, chain })), logged))
    }

    /// Adds the proof of a cube.
    pub fn keep(&self, cube: &CubeHeading, proof: &[u8]) -> io::Result<()> {
        let mut text = format!("{cube}\n").into_bytes();
        text.extend_from_slice(proof);
        let length = text.len() as u64;
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = format!("{SUM}{}\n", log.chain.add(&text));
        text.extend_from_slice(sum.as_bytes());
        log.file.write_all(&text)?;
        // A file in append mode has no position until it is written.
        let end = log.file.stream_position()? - sum.len() as u64;
        log.places.push(ProofPlace { unit: cube.unit, start: end - length, end });
        log.size.cubes += 1;
        log.size.lemmas += lemmas(proof);
        Ok(())
    }

    /// Writes the proofs to a separate file, in the order of their units, whichever thread ended
    /// first; returns their numbers.
    pub fn end(&self, place: &Path) -> io::Result<LogSize> {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The pieces of a unit are proved in turn.
        log.places.sort_by_key(|proof| proof.unit);
        let (mut ordered, name) = Temporary::within(place.parent().unwrap_or(Path::new(".")))?;
        let mut output = BufWriter::with_capacity(1 << 16, &mut ordered);
        let OpenLog { file, places, .. } = &mut *log;
        let first = places.iter().map(|proof| proof.start).min();
        let first = first.map_or_else(|| file.metadata().map(|file| file.len()), Ok)?;
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
        Ok(log.size)
    }
}

/// The cubes with complete proofs, and where the last of these ends.
fn read(
    mut file: &File,
    path: &Path,
    heading: &str,
) -> Result<(LoggedProofs, u64), CheckpointError> {
    let system = |problem| CheckpointError::System { path: path.into(), problem };
    file.rewind().map_err(system)?;
    let mut input = BufReader::with_capacity(1 << 16, file);
    let (mut logged, mut end, mut at, mut text) = (LoggedProofs::default(), 0, 0, Vec::new());
    let mut open: Option<OpenProof> = None;
    for line in 1.. {
        text.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut text);
        let read = read.map_err(system)? as u64;
        at += read;
        let wrong = |problem: &str| CheckpointError::Wrong {
            path: path.into(),
            line,
            problem: problem.into(),
            is_damaged: line > 1,
        };
        if read == LONGEST_LINE {
            return Err(wrong(&format!("the line has {LONGEST_LINE} bytes or more")));
        }
        let Some(content) = text.strip_suffix(b"\n") else { break };
        match &mut open {
            None if line == 1 => {
                if content != heading.as_bytes() {
                    return Err(wrong("these are not proofs of this part"));
                }
                end = at;
            }
            None => {
                let cube = std::str::from_utf8(content).ok().and_then(CubeHeading::read);
                let cube = cube.ok_or_else(|| wrong("this is not a cube"))?;
                let digest = logged.chain.begin().chain_update(&text);
                open = Some(OpenProof { cube, lemmas: 0, end: None, digest });
            }
            Some(proof) if proof.end.is_none() => {
                proof.digest.update(&text);
                proof.lemmas += u64::from(!content.starts_with(b"d"));
                proof.end = (content == b"0").then_some(at);
            }
            Some(_) => {
                let sum = content.strip_prefix(SUM.as_bytes());
                let sum = sum.ok_or_else(|| wrong("the proof before has no checksum"))?;
                let Some(proof) = open.take() else { continue };
                if logged.chain.end(proof.digest).as_bytes() != sum {
                    return Err(wrong("the proof before was changed: its checksum is wrong"));
                }
                let unit = proof.cube.unit;
                let place = ProofPlace { unit, start: end, end: proof.end.unwrap_or(at) };
                logged.places.push(place);
                logged.cubes.entry(unit).or_default().push(proof.cube.literals);
                logged.number += 1;
                logged.lemmas += proof.lemmas;
                end = at;
            }
        }
    }
    // A truncated first line must be a prefix of the heading.
    if end == 0 && !format!("{heading}\n").as_bytes().starts_with(&text) {
        return Err(CheckpointError::Wrong {
            path: path.into(),
            line: 1,
            problem: "these are not proofs of this part".into(),
            is_damaged: false,
        });
    }
    Ok((logged, end))
}

/// A proof whose lines are being read.
struct OpenProof {
    cube: CubeHeading,
    lemmas: u64,
    /// The digest of its lines so far.
    digest: Sha256,
    /// Where it ends, once known.
    end: Option<u64>,
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
            assert_eq!(logged.number, 0);
            log.keep(&cube(3, &[1, -2]), b"4 0\nd 4 0\n0\n").unwrap();
            log.keep(&cube(3, &[1, 2]), b"0\n").unwrap();
            assert!(matches!(ProofLog::open(&path, "c x"), Err(CheckpointError::InUse(_))));
        }
        let whole = fs::read(&path).unwrap();
        let logged = ProofLog::open(&path, "c x").unwrap().1;
        assert_eq!(logged.cubes[&3], [vec![1, -2], vec![1, 2]]);
        assert_eq!((logged.number, logged.lemmas), (2, 3));
        let second = whole.windows(8).rposition(|bytes| bytes == b"c cube 3").unwrap();
        let first = second;
        for cut in first..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (log, logged) = ProofLog::open(&path, "c x").unwrap();
            assert_eq!(logged.number, 1, "{cut}");
            log.keep(&cube(5, &[]), b"0\n").unwrap();
            drop(log);
            assert_eq!(ProofLog::open(&path, "c x").unwrap().1.number, 2);
        }
        // Every changed bit is refused, or its proof is redone.
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).unwrap();
            match ProofLog::open(&path, "c x") {
                Err(problem) => assert!(problem.to_string().contains("remove"), "{problem}"),
                Ok((_, logged)) => {
                    assert!(bit / 8 >= second && logged.number == 1, "{bit}");
                    assert_eq!(logged.cubes[&3], [vec![1, -2]]);
                }
            }
        }
        fs::write(&path, &whole).unwrap();
        let (log, _) = ProofLog::open(&path, "c x").unwrap();
        log.keep(&cube(1, &[7]), b"9 0\n0\n").unwrap();
        let ended = folder.path().join("e");
        assert_eq!(log.end(&ended).unwrap(), LogSize { cubes: 3, lemmas: 5 });
        // Ordered by unit, whatever the order of arrival.
        let proofs = [cube(1, &[7]), cube(3, &[1, -2]), cube(3, &[1, 2])];
        let [first, second, third] = proofs.map(|cube| cube.to_string());
        let ordered = format!("c x\n{first}\n9 0\n0\n{second}\n4 0\nd 4 0\n0\n{third}\n0\n");
        assert_eq!(fs::read_to_string(&ended).unwrap(), ordered);
        drop(log);
        assert_eq!(ProofLog::open(&path, "c x").unwrap().1.number, 3);
        let other = ProofLog::open(&path, "c y").err().unwrap().to_string();
        assert!(other.contains(":1: these are not proofs of this part"), "{other}");
        fs::write(&path, "c x\nmine\n").unwrap();
        let other = ProofLog::open(&path, "c x").err().unwrap().to_string();
        assert!(other.contains(":2: this is not a cube"), "{other}");
    }
}
