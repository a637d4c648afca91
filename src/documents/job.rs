//! The job document, for a count or a search that is split into parts, and the document of one part
//! of a count.

use num_bigint::BigUint;
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Encoding, Options},
    registry,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{VERSION, instance, sha256_of_json, status::Timing};
use crate::{checkpoint::counted, puzzles::Statement};

/// The schema name of [`JobDocument`].
pub const SCHEMA: &str = "satranj.job/1";

/// The schema name of [`PartDocument`].
pub const PART_SCHEMA: &str = "satranj.part/1";

/// The most parts of a job: as many as the largest job arrays have tasks.
pub const MOST_PARTS: u64 = 1_000_000;

/// The common goal of all parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobGoal {
    /// The number of solutions.
    Count,
    /// A solution, or a proof that none exists.
    Solve,
}

/// The formula of a search that is split into parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobFormula {
    /// The encoding, which states the puzzle completely.
    pub encoding: String,
    /// The at-most-one encoding.
    pub amo: String,
    /// The reductions.
    pub reductions: String,
}

impl JobFormula {
    /// The formula of an encoding with these choices.
    #[must_use]
    pub fn of(encoding: &Encoding, options: Options) -> Self {
        Self {
            encoding: encoding.name().into(),
            amo: options.at_most_one.name().into(),
            reductions: options.reductions.to_string(),
        }
    }

    /// The encoding and the choices; `None` if a name is unknown.
    #[must_use]
    pub fn choices(&self) -> Option<(&'static Encoding, Options)> {
        let encoding = registry::by_name(&self.encoding)?;
        let at_most_one = AtMostOne::from_name(&self.amo)?;
        Some((encoding, Options { at_most_one, reductions: self.reductions.parse().ok()? }))
    }
}

/// How the work is split into units, which any process derives from the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobSplit {
    /// The rule, with its version.
    pub rule: String,
    /// How deep the rule divides: more depth, more units. For cubes: how many are wanted.
    pub depth: u32,
    /// The number of units: part K of P has the units K, K + P, K + 2 P, …
    pub units: u64,
}

/// What `shard` prints: all that the parts of a job share. It holds nothing machine-specific.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a job")]
pub struct JobDocument {
    /// `satranj.job/1`.
    pub schema: String,
    /// The version of the program that made it; other versions may do its parts.
    pub version: String,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// The question.
    pub goal: JobGoal,
    /// `family:name`.
    pub method: String,
    /// For a count: whether the number up to symmetry is also requested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to_symmetry: bool,
    /// For a search: its formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<JobFormula>,
    /// How the work is divided.
    pub split: JobSplit,
    /// The number of parts; they are numbered from 0.
    pub parts: u64,
    /// `sha256:` and the digest of all fields except the version: the name of the job.
    pub job: String,
}

/// The input of a job's digest.
#[derive(Serialize)]
struct JobIdentity<'a> {
    schema: &'static str,
    instance: &'a str,
    goal: JobGoal,
    method: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<&'a JobFormula>,
    split: &'a JobSplit,
    parts: u64,
}

impl JobDocument {
    /// The job of a count.
    #[must_use]
    pub fn count(puzzle: Statement, method: &str, split: JobSplit, parts: u64) -> Self {
        Self::new(puzzle, JobGoal::Count, method, None, split, parts)
    }

    /// The same, up to symmetry too.
    #[must_use]
    pub fn up_to_symmetry(mut self) -> Self {
        self.up_to_symmetry = true;
        self.job = self.digest();
        self
    }

    /// The job of a search by a formula.
    #[must_use]
    pub fn solve(
        puzzle: Statement,
        method: &str,
        formula: JobFormula,
        split: JobSplit,
        parts: u64,
    ) -> Self {
        Self::new(puzzle, JobGoal::Solve, method, Some(formula), split, parts)
    }

    fn new(
        puzzle: Statement,
        goal: JobGoal,
        method: &str,
        formula: Option<JobFormula>,
        split: JobSplit,
        parts: u64,
    ) -> Self {
        let mut job = Self {
            schema: SCHEMA.into(),
            version: VERSION.into(),
            instance: instance(&puzzle),
            puzzle,
            goal,
            method: method.into(),
            up_to_symmetry: false,
            formula,
            split,
            parts,
            job: String::new(),
        };
        job.job = job.digest();
        job
    }

    /// `sha256:` and the digest of its content without the digest fields.
    #[must_use]
    pub fn digest(&self) -> String {
        sha256_of_json(&JobIdentity {
            schema: SCHEMA,
            instance: &instance(&self.puzzle),
            goal: self.goal,
            method: &self.method,
            up_to_symmetry: self.up_to_symmetry,
            formula: self.formula.as_ref(),
            split: &self.split,
            parts: self.parts,
        })
    }
}

/// One unit of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitCount {
    /// Its number, from 0.
    pub unit: u64,
    /// Its count, without the factor that the unit has in the total: a number, or from 2^64 on a
    /// text of its digits.
    #[serde(with = "counted")]
    #[schemars(with = "counted::Written")]
    pub count: BigUint,
    /// The nodes it took.
    pub nodes: u64,
}

/// The tables that every part of a count builds before its units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartTables {
    /// The nodes they took.
    pub nodes: u64,
    /// How many sets of paths they represent, in decimal: the same in all parts of a job.
    pub sets: String,
}

/// What `part` writes when a part of a count is finished, and never before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a part")]
pub struct PartDocument {
    /// `satranj.part/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The digest that names the job.
    pub job: String,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// `family:name`.
    pub method: String,
    /// How the work is divided.
    pub split: JobSplit,
    /// Which part, from 0.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
    /// What the part adds to the total, in decimal.
    pub count: String,
    /// Every unit of the part, in order.
    pub units: Vec<UnitCount>,
    /// How many of these an earlier process had done; its time is not in `timing`.
    pub units_from_before: u64,
    /// The nodes of all units, and of the tables.
    pub nodes: u64,
    /// The tables, if every part builds them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PartTables>,
    /// How long it took.
    pub timing: Timing,
    /// The machine's host name.
    pub host: Option<String>,
    /// `sha256:` and the digest of all this without the digest, as compact JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(parts: u64) -> JobDocument {
        let puzzle = serde_json::from_str(r#"{"kind":"queens","n":8}"#).unwrap();
        let split = JobSplit { rule: "x/1".into(), depth: 0, units: 7 };
        JobDocument::count(puzzle, "native:x", split, parts)
    }

    #[test]
    fn a_job_is_named_by_what_it_says() {
        let one = job(3);
        assert_eq!(one.job, one.digest());
        assert_eq!(one.job, job(3).job);
        assert_ne!(one.job, job(4).job);
        let mut other = one.clone();
        // Another version of the program makes the same job.
        other.version = "9".into();
        assert_eq!(other.digest(), one.job);
        for change in [
            |job: &mut JobDocument| job.split.depth = 1,
            |job: &mut JobDocument| job.split.rule = "x/2".into(),
            |job: &mut JobDocument| job.method = "native:y".into(),
            |job: &mut JobDocument| job.up_to_symmetry = true,
            |job: &mut JobDocument| {
                job.puzzle = serde_json::from_str(r#"{"kind":"queens","n":9}"#).unwrap();
            },
        ] {
            let mut other = one.clone();
            change(&mut other);
            assert_ne!(other.digest(), one.job);
        }
        // The instance is checked against the puzzle elsewhere.
        other.instance = "sha256:0".into();
        assert_eq!(other.digest(), one.job);
    }
}
