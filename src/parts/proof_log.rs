//! The log of the proofs of an unfinished part: each proof is appended when it is found, so that a
//! later process can continue. The file of the finished part has only the proofs.

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
    ops::Range,
    path::Path,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{
    checkpoint::{AppendLog, CheckpointError, LogHeading},
    proofs::cubes::CubeHeading,
    temporary::Temporary,
};

/// The schema name of the first line.
const SCHEMA: &str = "satranj.proof-log/1";

/// The first line: the log of which proofs it is.
#[derive(Serialize)]
struct ProofLogHeading<'a> {
    schema: &'static str,
    proofs: &'a str,
}

/// A line: the proof of a cube.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedProof {
    unit: u64,
    literals: Vec<i32>,
    proof: String,
}

/// The content of the log of a part.
#[derive(Debug, Default, Clone)]
pub(super) struct LoggedProofs {
    /// The refuted cubes of each unit.
    pub cubes: BTreeMap<u64, Vec<Vec<i32>>>,
    /// Their number.
    pub number: u64,
    /// The lemmas of their proofs.
    pub lemmas: u64,
    /// The place of each proof, with its unit.
    places: Vec<(u64, Range<u64>)>,
}

impl LoggedProofs {
    fn add(&mut self, logged: LoggedProof, place: Range<u64>) {
        let lemmas = logged.proof.lines().filter(|line| !line.starts_with('d'));
        self.lemmas += lemmas.count() as u64;
        self.number += 1;
        self.places.push((logged.unit, place));
        self.cubes.entry(logged.unit).or_default().push(logged.literals);
    }
}

/// A log of proofs, locked by this process.
pub(super) struct ProofLog {
    /// The first line of the file of the finished part.
    heading: String,
    open: Mutex<(AppendLog, LoggedProofs)>,
}

impl ProofLog {
    /// Opens or creates the log of the part whose proofs begin with the line `heading`; returns its
    /// content.
    pub fn open(path: &Path, heading: String) -> Result<(Self, LoggedProofs), CheckpointError> {
        let mut logged = LoggedProofs::default();
        let first = ProofLogHeading { schema: SCHEMA, proofs: &heading };
        let first = LogHeading { line: &first, other: "these are not proofs of this part" };
        let log = AppendLog::open(path, &first, &mut |line, place| {
            logged.add(serde_json::from_slice(line).map_err(|error| error.to_string())?, place);
            Ok(())
        })?;
        let open = Mutex::new((log, logged.clone()));
        Ok((Self { heading, open }, logged))
    }

    /// Adds the proof of a cube.
    pub fn keep(&self, cube: &CubeHeading, proof: Vec<u8>) -> io::Result<()> {
        let proof = String::from_utf8(proof).map_err(io::Error::other)?;
        let CubeHeading { unit, literals } = cube.clone();
        let proof = LoggedProof { unit, literals, proof };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (log, logged) = &mut *open;
        let place = log.add(&proof)?;
        logged.add(proof, place);
        Ok(())
    }

    /// Writes the proofs to a separate file, in the order of their units, whichever thread ended
    /// first; returns the numbers of cubes and lemmas.
    pub fn end(&self, place: &Path) -> io::Result<(u64, u64)> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (log, logged) = &mut *open;
        // The pieces of a unit are proved in turn.
        logged.places.sort_by_key(|(unit, _)| *unit);
        let (mut ordered, name) = Temporary::within(place.parent().unwrap_or(Path::new(".")))?;
        let mut output = BufWriter::with_capacity(1 << 16, &mut ordered);
        writeln!(output, "{}", self.heading)?;
        for (_, place) in &logged.places {
            let logged: LoggedProof = serde_json::from_slice(&log.line_at(place)?)?;
            let LoggedProof { unit, literals, proof } = logged;
            write!(output, "{}\n{proof}", CubeHeading { unit, literals })?;
        }
        output.flush()?;
        drop(output);
        ordered.sync_all()?;
        name.persist(place).map_err(|(_, error)| error)?;
        Ok((logged.number, logged.lemmas))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn cube(unit: u64, literals: &[i32]) -> CubeHeading {
        CubeHeading { unit, literals: literals.to_vec() }
    }

    fn open(path: &Path, heading: &str) -> Result<(ProofLog, LoggedProofs), CheckpointError> {
        ProofLog::open(path, heading.into())
    }

    #[test]
    fn what_was_proved_is_known_again_and_what_was_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p");
        {
            let (log, logged) = open(&path, "c x").unwrap();
            assert_eq!(logged.number, 0);
            log.keep(&cube(3, &[1, -2]), b"4 0\nd 4 0\n0\n".to_vec()).unwrap();
            log.keep(&cube(3, &[1, 2]), b"0\n".to_vec()).unwrap();
            assert!(matches!(open(&path, "c x"), Err(CheckpointError::InUse(_))));
        }
        let whole = fs::read(&path).unwrap();
        let logged = open(&path, "c x").unwrap().1;
        assert_eq!(logged.cubes[&3], [vec![1, -2], vec![1, 2]]);
        assert_eq!((logged.number, logged.lemmas), (2, 3));
        let second = whole.windows(8).rposition(|bytes| bytes == b"{\"unit\":").unwrap();
        for cut in second..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (log, logged) = open(&path, "c x").unwrap();
            assert_eq!(logged.number, 1, "{cut}");
            log.keep(&cube(5, &[]), b"0\n".to_vec()).unwrap();
            drop(log);
            assert_eq!(open(&path, "c x").unwrap().1.number, 2);
        }
        // Every changed bit is refused, or its proof is redone.
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).unwrap();
            match open(&path, "c x") {
                Err(problem) => assert!(problem.to_string().contains("remove"), "{problem}"),
                Ok((_, logged)) => {
                    assert!(bit / 8 >= second && logged.number == 1, "{bit}");
                    assert_eq!(logged.cubes[&3], [vec![1, -2]]);
                }
            }
        }
        fs::write(&path, &whole).unwrap();
        let (log, _) = open(&path, "c x").unwrap();
        log.keep(&cube(1, &[7]), b"9 0\n0\n".to_vec()).unwrap();
        let ended = folder.path().join("e");
        assert_eq!(log.end(&ended).unwrap(), (3, 5));
        // Ordered by unit, whatever the order of arrival.
        let proofs = [cube(1, &[7]), cube(3, &[1, -2]), cube(3, &[1, 2])];
        let [first, second, third] = proofs.map(|cube| cube.to_string());
        let ordered = format!("c x\n{first}\n9 0\n0\n{second}\n4 0\nd 4 0\n0\n{third}\n0\n");
        assert_eq!(fs::read_to_string(&ended).unwrap(), ordered);
        drop(log);
        assert_eq!(open(&path, "c x").unwrap().1.number, 3);
        let other = open(&path, "c y").err().unwrap().to_string();
        assert!(other.contains(":1: these are not proofs of this part"), "{other}");
        let first = whole.split_inclusive(|&byte| byte == b'\n').next().unwrap();
        fs::write(&path, [first, b"mine\n"].concat()).unwrap();
        let other = open(&path, "c x").err().unwrap().to_string();
        assert!(other.contains(":2: the line has no checksum"), "{other}");
    }
}
