//! The parts of a folder added, if they are all there; else what is wrong with which.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs, io,
    path::Path,
};

use num_bigint::BigUint;

use super::{
    DividedJob,
    folder::{PartName, finished, meaning},
};
use crate::{
    documents::{
        counts::{MergedParts, SolutionCounts},
        job::PartDocument,
        solution::{COUNT_SCHEMA, CountDocument, Status, Timing},
    },
    file_name::shown,
    json,
    limits::Reason,
    run::Run,
    sources,
    statistics::Statistics,
};

/// The largest file of a part that is read.
const LARGEST_PART: u64 = 1 << 30;

/// What is in a folder of a job.
#[derive(Default)]
pub struct MergedFolder {
    /// A sentence on each file that is not taken, and names it.
    pub problems: Vec<String>,
    /// The parts that are not there.
    pub missing: BTreeSet<u64>,
    /// How many files have nothing to do with the job.
    pub others: u64,
    /// The total, if nothing is missing or wrong.
    pub total: Option<CountDocument>,
}

/// The sums over the parts that are there.
#[derive(Default)]
struct PartSums {
    count: BigUint,
    nodes: u64,
    from_before: u64,
    most_nodes: u64,
    timing: Timing,
    hosts: BTreeSet<String>,
}

impl PartSums {
    fn add(&mut self, part: &PartDocument, count: BigUint) {
        self.count += count;
        self.nodes = self.nodes.saturating_add(part.nodes);
        self.from_before += part.units_from_before;
        self.most_nodes = self.most_nodes.max(part.nodes);
        self.timing.encode_seconds += part.timing.encode_seconds;
        self.timing.solve_seconds += part.timing.solve_seconds;
        self.timing.verify_seconds += part.timing.verify_seconds;
        self.timing.total_seconds += part.timing.total_seconds;
        self.timing.cpu_seconds += part.timing.cpu_seconds;
        self.hosts.extend(part.host.clone());
    }
}

impl DividedJob {
    /// Reads the parts in a folder and adds them; each is held against the split.
    ///
    /// # Errors
    /// What the system says of the folder, with its name; or the reason to stop.
    pub fn merge(&self, folder: &Path, run: &Run) -> Result<MergedFolder, MergeError> {
        let parts = self.document.parts;
        let mut merging = MergedFolder { missing: (0..parts).collect(), ..MergedFolder::default() };
        let mut sums = PartSums::default();
        for (name, meant) in names(folder, parts).map_err(MergeError::Folder)? {
            run.poll().map_err(MergeError::Stopped)?;
            let said = shown(&name);
            match meant {
                PartName::Finished(number) => {
                    let path = finished(folder, number, parts);
                    let part = read(&path, run).and_then(|part| {
                        self.hold(number, &part)?;
                        Ok(part)
                    });
                    match part {
                        Ok(part) => {
                            merging.missing.remove(&number);
                            sums.add(&part, self.total(&part.units));
                        }
                        Err(problem) => merging.problems.push(format!("{said}: {problem}")),
                    }
                }
                // Beside a finished part it is what a killed process left.
                PartName::Partial(number) if finished(folder, number, parts).exists() => {}
                PartName::Partial(_) => {
                    merging.problems.push(format!("{said}: the part is not finished"));
                }
                PartName::Strange => merging.problems.push(format!(
                    "{said}: no file of this job is called so (they are {} to {})",
                    shown(finished(Path::new(""), 0, parts)),
                    shown(finished(Path::new(""), parts - 1, parts)),
                )),
                PartName::Other => merging.others += 1,
            }
        }
        if merging.problems.is_empty() && merging.missing.is_empty() {
            merging.total = Some(self.total_document(sums));
        }
        Ok(merging)
    }

    fn total_document(&self, sums: PartSums) -> CountDocument {
        let job = &self.document;
        let merged = MergedParts {
            job: job.job.clone(),
            parts: job.parts,
            units: job.split.units,
            units_from_before: sums.from_before,
            largest_over_mean: match sums.nodes {
                0 => 1.0,
                nodes => sums.most_nodes as f64 * job.parts as f64 / nodes as f64,
            },
            hosts: sums.hosts.into_iter().collect(),
        };
        let is_zero = sums.count == BigUint::ZERO;
        let mut content = SolutionCounts {
            count: Some(sums.count.to_string()),
            merged: Some(merged),
            ..SolutionCounts::default()
        };
        content.add_directions(&self.puzzle.model());
        let (puzzle, method) = (self.puzzle.statement(), job.method.as_str());
        let mut total = CountDocument::new(COUNT_SCHEMA, puzzle, method, None, 1, content);
        total.status = if is_zero { Status::Unsatisfiable } else { Status::AllSolutions };
        total.statistics = Statistics { nodes: sums.nodes, ..Statistics::default() };
        total.timing = sums.timing;
        total
    }
}

/// Why a folder was not gone through.
pub enum MergeError {
    /// It cannot be read.
    Folder(io::Error),
    /// A limit or a signal.
    Stopped(Reason),
}

/// The names in a folder, in order, with what they mean.
fn names(folder: &Path, parts: u64) -> io::Result<BTreeMap<std::ffi::OsString, PartName>> {
    let mut names = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let meant = meaning(&name.to_string_lossy(), parts);
        names.insert(name, meant);
    }
    Ok(names)
}

/// Reads the document of a part.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn read(path: &Path, run: &Run) -> Result<PartDocument, String> {
    let source = sources::open(path).map_err(|error| error.to_string())?;
    let length = source.length.unwrap_or(0);
    if length > LARGEST_PART {
        return Err(format!("larger than {LARGEST_PART} bytes"));
    }
    run.reserve(2 * length).map_err(|reason| reason.describe().to_string())?;
    let mut bytes = Vec::new();
    let mut reader = io::Read::take(source, LARGEST_PART);
    io::Read::read_to_end(&mut reader, &mut bytes).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
    let part: PartDocument = json::read(&text, "a part").map_err(|error| error.to_string())?;
    Ok(part)
}

/// Numbers as batch systems name the tasks of an array: `3,5,7-12`.
#[must_use]
pub fn task_list(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let mut text = String::new();
    for (first, last) in ranges {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match last - first {
            0 => write!(text, "{comma}{first}"),
            1 => write!(text, "{comma}{first},{last}"),
            _ => write!(text, "{comma}{first}-{last}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_as_batch_systems_name_them() {
        let list = |numbers: &[u64]| task_list(&numbers.iter().copied().collect());
        assert_eq!(list(&[]), "");
        assert_eq!(list(&[3, 5, 7]), "3,5,7");
        assert_eq!(list(&[0, 1, 4, 5, 6, 9]), "0,1,4-6,9");
    }
}
