//! Reads the parts of a folder one by one, and adds those of a count if they are complete; else
//! reports what is wrong.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs, io,
    path::Path,
};

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{
    DividedJob, SplitJob,
    folder::{PartName, finished, meaning, partial},
    part_of_job::SummedWork,
    rechecking::{DrawnUnits, Recheck},
};
use crate::{
    documents::{
        counts::{MergedParts, RecheckedUnits, SolutionCounts},
        job::{JobDocument, JobGoal, PartDocument},
        solution::{COUNT_SCHEMA, CountDocument, SolutionDocument, Status},
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

/// The content of a folder of a job, with its total.
pub struct MergedFolder {
    /// The content.
    pub reading: FolderReading,
    /// The total, if nothing is missing or wrong.
    pub total: Option<MergedTotal>,
}

/// The total of all parts.
pub enum MergedTotal {
    /// The number of solutions.
    Count(Box<CountDocument>),
    /// A solution, or "no solution".
    Solution(Box<SolutionDocument>),
}

impl SplitJob {
    /// Reads, checks and merges the parts in a folder. On request it counts random units of a count
    /// again; it always checks all proofs of a search.
    ///
    /// # Errors
    /// [`MergeError`].
    pub fn merge(
        &self,
        folder: &Path,
        recheck: Option<Recheck>,
        run: &Run,
    ) -> Result<MergedFolder, MergeError> {
        match self {
            Self::Count(job) => job.merge(folder, recheck, run),
            Self::Solve(job) => job.merge(folder, run),
        }
    }
}

/// The content of a folder of a job.
#[derive(Default)]
pub struct FolderReading {
    /// A sentence about each rejected file, with its name.
    pub problems: Vec<String>,
    /// The missing parts.
    pub missing: BTreeSet<u64>,
    /// The number of files unrelated to the job.
    pub others: u64,
}

impl FolderReading {
    /// Whether every part is there and nothing is wrong.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.problems.is_empty() && self.missing.is_empty()
    }
}

/// Why a part is rejected.
pub(super) enum PartRefused {
    /// A sentence.
    Wrong(String),
    /// A sentence about its file of proofs, which differs from the one that it names.
    Proofs(String),
    /// A limit or a signal came first.
    Stopped(Reason),
}

impl From<String> for PartRefused {
    fn from(problem: String) -> Self {
        Self::Wrong(problem)
    }
}

/// Reads a folder of a job and passes each finished part on.
///
/// # Errors
/// [`MergeError`].
pub(super) fn go_through(
    job: &JobDocument,
    folder: &Path,
    run: &Run,
    take: &mut dyn FnMut(u64, &Path) -> Result<(), PartRefused>,
) -> Result<FolderReading, MergeError> {
    let parts = job.parts;
    let mut reading = FolderReading { missing: (0..parts).collect(), ..FolderReading::default() };
    for (name, meant) in names(folder, parts).map_err(MergeError::Folder)? {
        run.poll().map_err(MergeError::Stopped)?;
        let file = shown(&name);
        match meant {
            PartName::Finished(number) => match take(number, &finished(folder, number, parts)) {
                Ok(()) => drop(reading.missing.remove(&number)),
                Err(PartRefused::Wrong(problem) | PartRefused::Proofs(problem)) => {
                    reading.problems.push(format!("{file}: {problem}"));
                }
                Err(PartRefused::Stopped(reason)) => return Err(MergeError::Stopped(reason)),
            },
            // Proofs are read with their part.
            PartName::Proofs(_) if job.goal == JobGoal::Solve => {}
            // The part has been reported already.
            PartName::Table(number)
                if job.goal == JobGoal::Count
                    && (finished(folder, number, parts).exists()
                        || partial(folder, number, parts).exists()) => {}
            // Beside a finished part it is a remainder of a killed process.
            PartName::Partial(number) if finished(folder, number, parts).exists() => {}
            PartName::Partial(_) => {
                reading.problems.push(format!("{file}: the part is not finished"));
            }
            PartName::Table(_) if job.goal == JobGoal::Count => {
                reading.problems.push(format!("{file}: the part is not finished"));
            }
            PartName::Strange | PartName::Proofs(_) | PartName::Table(_) => {
                reading.problems.push(format!(
                    "{file}: not a file of this job (its files are {} to {})",
                    shown(finished(Path::new(""), 0, parts)),
                    shown(finished(Path::new(""), parts - 1, parts)),
                ));
            }
            PartName::Other => reading.others += 1,
        }
    }
    Ok(reading)
}

/// The sums over the existing parts.
#[derive(Default)]
struct PartSums {
    count: BigUint,
    /// Nodes of tables that every part rebuilt.
    table_nodes: Option<u64>,
    /// The first part, and the number of sets of paths in its tables.
    first: Option<(u64, Option<String>)>,
    work: SummedWork,
}

impl PartSums {
    /// Checks that the tables of a part are those of the parts before.
    fn hold_tables(&mut self, part: &PartDocument) -> Result<(), String> {
        let sets = part.tables.as_ref().map(|tables| tables.sets.clone());
        let (first, known) = self.first.get_or_insert_with(|| (part.part, sets.clone()));
        let sets_of = |sets: &Option<String>| {
            sets.as_ref().map_or("no tables".into(), |sets| json::brief(sets))
        };
        if *known == sets {
            return Ok(());
        }
        Err(format!("tables.sets: {}, but part {first} has {}", sets_of(&sets), sets_of(known)))
    }

    fn add(&mut self, part: &PartDocument, count: BigUint) {
        self.count += count;
        if let Some(tables) = &part.tables {
            let nodes = self.table_nodes.unwrap_or_default();
            self.table_nodes = Some(nodes.saturating_add(tables.nodes));
        }
        self.work.add(&part.timing, part.host.clone(), part.units_from_before, part.nodes);
    }
}

impl DividedJob {
    /// Reads the parts in a folder and adds them; each is checked against the split, and random
    /// units are counted again on request.
    ///
    /// # Errors
    /// The system's error about the folder, with its name; or the reason to stop.
    fn merge(
        &self,
        folder: &Path,
        recheck: Option<Recheck>,
        run: &Run,
    ) -> Result<MergedFolder, MergeError> {
        let mut sums = PartSums::default();
        let mut drawn = recheck.map(|it| DrawnUnits::draw(it, self.document.split.units));
        let reading = go_through(&self.document, folder, run, &mut |number, path| {
            let mut part: PartDocument = read(path, run)?;
            self.hold(number, &mut part)?;
            sums.hold_tables(&part)?;
            if let Some(drawn) = &mut drawn {
                drawn.note(&part.units);
            }
            sums.add(&part, self.total(&part.units));
            Ok(())
        })?;
        if !reading.is_whole() {
            return Ok(MergedFolder { reading, total: None });
        }
        let rechecked = drawn.map(|drawn| self.recheck(&drawn, run)).transpose()?;
        let total = self.total_document(sums, rechecked, run).map_err(MergeError::Stopped)?;
        Ok(MergedFolder { reading, total: Some(MergedTotal::Count(Box::new(total))) })
    }

    fn total_document(
        &self,
        sums: PartSums,
        rechecked: Option<RecheckedUnits>,
        run: &Run,
    ) -> Result<CountDocument, Reason> {
        let job = &self.document;
        let merged = MergedParts {
            job: job.job.clone(),
            parts: job.parts,
            units: job.split.units,
            units_from_before: sums.work.from_before,
            largest_over_mean: sums.work.largest_over_mean(job.parts),
            table_nodes: sums.table_nodes,
            hosts: sums.work.hosts.into_iter().collect(),
            rechecked,
        };
        let classes = self.classes(&sums.count, run)?.map(|classes| classes.to_string());
        let is_zero = sums.count == BigUint::ZERO;
        let why = match &merged.rechecked {
            Some(again) => {
                let (units, all) = (again.units, merged.units);
                format!("the parts are added; {units} of {all} units were counted again")
            }
            None => "the parts are added; --recheck N counts random units again".into(),
        };
        let mut content = SolutionCounts {
            count: Some(sums.count.to_string()),
            up_to_symmetry: classes.map(Some),
            not_counted_again_because: Some(why),
            merged: Some(merged),
            ..SolutionCounts::default()
        };
        content.add_directions(&self.puzzle.model());
        let (puzzle, method) = (self.puzzle.statement(), job.method.as_str());
        let mut total = CountDocument::new(COUNT_SCHEMA, puzzle, method, None, 1, content);
        total.status = if is_zero { Status::Unsatisfiable } else { Status::AllSolutions };
        total.statistics = Statistics { nodes: sums.work.all, ..Statistics::default() };
        total.timing = sums.work.timing;
        total.unchecked_because = is_zero.then(|| "the counts of the parts are added".into());
        Ok(total)
    }
}

/// Why a folder was not read to its end.
pub enum MergeError {
    /// It cannot be read.
    Folder(io::Error),
    /// A limit or a signal.
    Stopped(Reason),
    /// Recounted units had a different count.
    Wrong(String),
}

/// The names in a folder, in order, with their meanings.
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
/// A sentence with the problem.
pub fn read<T: DeserializeOwned + JsonSchema>(path: &Path, run: &Run) -> Result<T, String> {
    // A pipe has no known length.
    if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return Err("not a regular file".into());
    }
    let source = sources::open(path).map_err(|error| error.to_string())?;
    let length = source.length.unwrap_or(0);
    if length > LARGEST_PART {
        return Err(format!("the file is larger than {LARGEST_PART} bytes"));
    }
    run.reserve(2 * length).map_err(|reason| reason.describe().to_string())?;
    let mut bytes = Vec::new();
    let mut reader = io::Read::take(source, LARGEST_PART);
    io::Read::read_to_end(&mut reader, &mut bytes).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
    json::read(&text, "a part").map_err(|error| error.to_string())
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
