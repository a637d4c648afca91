//! Counts in parts: derives the split from the puzzle, and checks parts against it.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{JobError, part_of_job::PartOfJob as _};
use crate::{
    documents::{
        job::{JobDocument, JobSplit, PartDocument, UnitCount},
        sealed::Sealed as _,
    },
    limits::Reason,
    methods::{Context, Counting, Method, Registry, WorkPart},
    puzzles::StatedPuzzle,
    run::Run,
};

/// The least number of units per part: with more units the parts differ less.
const UNITS_OF_A_PART: u64 = 30;

/// The greatest depth of a split.
const DEEPEST: u32 = 64;

/// A job with its split.
pub struct DividedJob {
    /// What all parts share.
    pub document: JobDocument,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
    method: Method,
    /// The factor of each unit in the total.
    factors: Vec<u32>,
}

/// The units of a count by a method; `None` if the method cannot count in parts.
fn units(
    puzzle: &dyn StatedPuzzle,
    method: &Method,
    depth: u32,
    run: &Run,
) -> Option<Result<Vec<u32>, Reason>> {
    method.counter(&puzzle.model(), Counting::default())?.units(depth, run)
}

/// Why a count has no units.
fn no_units(method: &Method, reason: Reason) -> JobError {
    match reason {
        Reason::IncompleteMethod => JobError::NotDivided(method.name()),
        reason => JobError::Stopped(reason),
    }
}

/// The rule by which a method splits the count of a puzzle; `None` if it cannot.
#[must_use]
pub fn rule(
    puzzle: &dyn StatedPuzzle,
    method: &Method,
    counting: Counting,
) -> Option<&'static str> {
    let model = puzzle.model();
    // The parts count all solutions; the number up to symmetry is derived from the total.
    let counter = method.counter(&model, Counting { classes: false, ..counting })?;
    let is_known = !counting.classes || counter.has_classes();
    counter.split().filter(|_| counter.is_divided() && is_known)
}

impl DividedJob {
    /// The job of a count in a number of parts, each of about 30 units or more.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn count(
        puzzle: Arc<dyn StatedPuzzle>,
        method: &Method,
        (rule, counting): (&'static str, Counting),
        parts: u64,
        run: &Run,
    ) -> Result<Self, JobError> {
        let wanted = parts.saturating_mul(UNITS_OF_A_PART);
        let mut best: Option<(u32, Vec<u32>)> = None;
        for depth in 0..DEEPEST {
            let factors = units(puzzle.as_ref(), method, depth, run).into_iter().next();
            let factors = factors.unwrap_or(Ok(Vec::new())).map_err(|why| no_units(method, why))?;
            let more = best.as_ref().is_none_or(|(_, before)| factors.len() > before.len());
            let enough = factors.len() as u64 >= wanted;
            if more {
                best = Some((depth, factors));
            }
            if enough || !more {
                break;
            }
        }
        let (depth, factors) = best.unwrap_or_default();
        let units = factors.len() as u64;
        super::enough_units(parts, units)?;
        let split = JobSplit { rule: rule.into(), depth, units };
        let mut document = JobDocument::count(puzzle.statement(), method.name(), split, parts);
        if counting.classes {
            document = document.up_to_symmetry();
        }
        Ok(Self { document, puzzle, method: *method, factors })
    }

    /// The job of a document. Its split is derived from its puzzle; the document's split is not
    /// trusted.
    ///
    /// # Errors
    /// [`JobError`] that names what does not fit.
    pub fn of(
        document: JobDocument,
        puzzle: Arc<dyn StatedPuzzle>,
        registry: &Registry,
        run: &Run,
    ) -> Result<Self, JobError> {
        let wrong = |problem: String| Err(JobError::Document(problem));
        if document.formula.is_some() {
            return wrong("formula: a count cannot have one".into());
        }
        let counting = Counting { classes: document.up_to_symmetry, ..Counting::default() };
        let Some(method) = registry.get(&document.method, &puzzle.model()) else {
            return wrong(format!("method: `{}` cannot count this puzzle", document.method));
        };
        let Some(rule) = rule(puzzle.as_ref(), method, counting) else {
            return wrong(format!("method: {} cannot count in parts", document.method));
        };
        let split = &document.split;
        super::hold_rule(split, rule)?;
        if split.depth >= DEEPEST {
            return wrong(format!(
                "split.depth: found {}, expected 0 to {}",
                split.depth,
                DEEPEST - 1
            ));
        }
        let factors = units(puzzle.as_ref(), method, split.depth, run)
            .unwrap_or(Ok(Vec::new()))
            .map_err(|why| no_units(method, why))?;
        super::hold_units(&document, factors.len() as u64)?;
        Ok(Self { document, puzzle, method: *method, factors })
    }

    /// The contribution of some units to the total.
    pub(super) fn count_part(&self, part: WorkPart, context: &Context) -> Result<BigUint, Reason> {
        let model = self.puzzle.model();
        let counter = self.method.counter(&model, Counting::default());
        let counter = counter.ok_or(Reason::IncompleteMethod)?;
        Ok(counter.count(&Context { part: Some(part), ..context.clone() })?.count)
    }

    /// A part of it.
    #[must_use]
    pub fn part(&self, part: u64) -> WorkPart {
        WorkPart { part, parts: self.document.parts, depth: self.document.split.depth }
    }

    /// The number up to symmetry, from the total number; `None` if it is not requested.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn classes(&self, total: &BigUint, run: &Run) -> Result<Option<BigUint>, Reason> {
        if !self.document.up_to_symmetry {
            return Ok(None);
        }
        let model = self.puzzle.model();
        let counter = self.method.counter(&model, Counting::default());
        counter.and_then(|counter| counter.classes(total, run)).transpose()
    }

    /// The contribution of a unit to the total, from its count.
    #[must_use]
    pub fn weighted(&self, unit: u64, count: &BigUint) -> BigUint {
        count * self.factors[unit as usize]
    }
}

impl DividedJob {
    /// Checks that a document is the finished part with this number.
    ///
    /// # Errors
    /// A sentence with the problem.
    pub fn hold(&self, number: u64, part: &mut PartDocument) -> Result<(), String> {
        part.hold_head(&self.document, number)?;
        self.hold_units(number, &part.units)?;
        let of_tables = part.tables.as_ref().map_or(0, |tables| tables.nodes);
        let nodes = part.units.iter().fold(of_tables, |sum, unit| sum.saturating_add(unit.nodes));
        if nodes != part.nodes {
            let and = if part.tables.is_some() { " and tables" } else { "" };
            return Err(format!("nodes: {}, but its units{and} have {nodes}", part.nodes));
        }
        if part.units_from_before > part.units.len() as u64 {
            return Err(format!(
                "units_from_before: {}, but there are only {} units",
                part.units_from_before,
                part.units.len()
            ));
        }
        let total = self.total(&part.units).to_string();
        if part.count != total {
            return Err(format!("count: {}, but its units add up to {total}", part.count));
        }
        part.hold_seal()
    }

    /// Checks that a list has exactly the units of a part, in order.
    fn hold_units(&self, number: u64, units: &[UnitCount]) -> Result<(), String> {
        let mut found = units.iter().map(|unit| unit.unit);
        let mut expected = super::units(&self.document, number);
        loop {
            match (expected.next(), found.next()) {
                (None, None) => return Ok(()),
                (Some(expected), Some(found)) if expected == found => {}
                (Some(expected), Some(found)) => {
                    return Err(format!("units: found unit {found}, expected {expected}"));
                }
                (Some(expected), None) => return Err(format!("units: unit {expected} is missing")),
                (None, Some(found)) => {
                    return Err(format!("units: found unit {found}, expected no more units"));
                }
            }
        }
    }

    /// The total of units of this job, each below the number of units.
    #[must_use]
    pub fn total(&self, units: &[UnitCount]) -> BigUint {
        units.iter().map(|unit| self.weighted(unit.unit, &unit.count)).sum()
    }
}
