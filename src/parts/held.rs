//! A part held against its job: only what the job's own split asks for is taken.

use num_bigint::BigUint;

use super::DividedJob;
use crate::documents::{
    job::{JobDocument, JobSplit, PART_SCHEMA, PartDocument, UnitCount},
    sealed::Sealed as _,
};

/// What a part of any job says of its job.
pub(super) struct PartHead<'a> {
    /// Its schema, and the one that it should have.
    pub schema: (&'a str, &'static str),
    pub instance: &'a str,
    /// Its method, and what is said of another.
    pub method: (&'a str, &'static str),
    pub split: &'a JobSplit,
    pub parts: u64,
    pub job: &'a str,
    pub part: u64,
}

impl PartHead<'_> {
    /// Whether it is of this job, and the part of this number.
    pub fn hold(&self, job: &JobDocument, number: u64) -> Result<(), String> {
        let differs = |what: &str, its: &dyn std::fmt::Display, ours: &dyn std::fmt::Display| {
            Err(format!("{what}: {its}; of this job it is {ours}"))
        };
        let (schema, wanted) = self.schema;
        if schema != wanted {
            return differs("schema", &schema, &wanted);
        }
        if self.instance != job.instance {
            let its = &self.instance;
            return differs("it is a part of another puzzle: instance", its, &job.instance);
        }
        let (method, another) = self.method;
        if method != job.method {
            return differs(another, &method, &job.method);
        }
        if self.split.rule != job.split.rule {
            let (its, ours) = (&self.split.rule, &job.split.rule);
            return differs("it is of another split, or another version of it", its, ours);
        }
        if *self.split != job.split {
            let (its, ours) = (self.split.units, job.split.units);
            return differs("the split is as deep as other units: units", &its, &ours);
        }
        if self.parts != job.parts {
            return differs("it is one of another number of parts", &self.parts, &job.parts);
        }
        if self.job != job.job {
            return differs("it is a part of another job", &self.job, &job.job);
        }
        if self.part != number {
            return differs("its file is named for another part", &self.part, &number);
        }
        Ok(())
    }
}

impl DividedJob {
    /// Whether a document is the finished part of this number.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn hold(&self, number: u64, part: &mut PartDocument) -> Result<(), String> {
        let head = PartHead {
            schema: (&part.schema, PART_SCHEMA),
            instance: &part.instance,
            method: (&part.method, "it was counted by another method"),
            split: &part.split,
            parts: part.parts,
            job: &part.job,
            part: part.part,
        };
        head.hold(&self.document, number)?;
        self.hold_units(number, &part.units)?;
        let of_tables = part.tables.as_ref().map_or(0, |tables| tables.nodes);
        let nodes = part.units.iter().fold(of_tables, |sum, unit| sum.saturating_add(unit.nodes));
        if nodes != part.nodes {
            let and = if part.tables.is_some() { " and tables" } else { "" };
            return Err(format!("nodes: {}; its units{and} have {nodes}", part.nodes));
        }
        if part.units_from_before > part.units.len() as u64 {
            return Err(format!(
                "units_from_before: {}; there are {} units",
                part.units_from_before,
                part.units.len()
            ));
        }
        let total = self.total(&part.units).to_string();
        if part.count != total {
            return Err(format!("count: {}; its units come to {total}", part.count));
        }
        part.hold_seal()
    }

    /// Whether these are the units of a part: each once, in order, and no other.
    fn hold_units(&self, number: u64, units: &[UnitCount]) -> Result<(), String> {
        let mut theirs = units.iter().map(|unit| unit.unit);
        let mut ours = super::units(&self.document, number);
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return Ok(()),
                (Some(ours), Some(theirs)) if ours == theirs => {}
                (Some(ours), Some(theirs)) => {
                    return Err(format!("units: {theirs} stands where {ours} belongs"));
                }
                (Some(ours), None) => return Err(format!("units: {ours} is missing")),
                (None, Some(theirs)) => return Err(format!("units: {theirs} is one too many")),
            }
        }
    }

    /// What units of this job come to, each below the number of units.
    #[must_use]
    pub fn total(&self, units: &[UnitCount]) -> BigUint {
        units.iter().map(|unit| self.weighted(unit.unit, &unit.count)).sum()
    }
}
