//! Counts random units of a count again. Only this detects a part with wrong counts and a matching
//! digest.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand::seq::index::sample;

use super::{DividedJob, folder::finished, merging::MergeError};
use crate::{
    documents::{counts::RecheckedUnits, job::UnitCount},
    file_name::shown,
    limits::{Limits, Reason},
    methods::{Context, MethodOptions, WorkPart},
    random,
    run::Run,
};

/// How many units are counted again, and the seed that selects them.
#[derive(Debug, Clone, Copy)]
pub struct Recheck {
    /// The number of units, or all if there are fewer.
    pub units: u64,
    /// The seed.
    pub seed: u64,
}

/// The printed chance of finding an error assumes one wrong unit in this number.
const WRONG_IN: u64 = 100;

/// The most wrong units named in a message.
const NAMED: usize = 8;

/// The drawn units, and their counts in the parts.
pub(super) struct DrawnUnits {
    seed: u64,
    units: BTreeMap<u64, Option<BigUint>>,
}

impl DrawnUnits {
    /// Draws random units out of `all`.
    pub fn draw(recheck: Recheck, all: u64) -> Self {
        let amount = recheck.units.min(all) as usize;
        let drawn = sample(&mut random::generator(recheck.seed), all as usize, amount);
        let units = drawn.into_iter().map(|unit| (unit as u64, None)).collect();
        Self { seed: recheck.seed, units }
    }

    /// Records the counts of a part.
    pub fn note(&mut self, units: &[UnitCount]) {
        for unit in units {
            if let Some(claimed) = self.units.get_mut(&unit.unit) {
                *claimed = Some(unit.count.clone());
            }
        }
    }
}

/// The probability that the drawn units contain a wrong one, if one unit in a hundred is wrong.
fn chance(all: u64, drawn: u64) -> f64 {
    let right = all - all.div_ceil(WRONG_IN);
    let missed = (0..drawn).map(|before| {
        if before < right { (right - before) as f64 / (all - before) as f64 } else { 0.0 }
    });
    1.0 - missed.product::<f64>()
}

impl DividedJob {
    /// Counts the drawn units again.
    ///
    /// # Errors
    /// [`MergeError::Wrong`] that names the units with different counts; or the reason to stop.
    pub(super) fn recheck(
        &self,
        drawn: &DrawnUnits,
        run: &Run,
    ) -> Result<RecheckedUnits, MergeError> {
        let job = &self.document;
        let mut wrong = Vec::new();
        for (&unit, claimed) in &drawn.units {
            let counted = self.recount(unit, run).map_err(MergeError::Stopped)?;
            let claimed = self.weighted(unit, claimed.as_ref().unwrap_or(&BigUint::ZERO));
            if counted != claimed {
                let part = finished("".as_ref(), unit % job.parts, job.parts);
                wrong.push(format!(
                    "{}: unit {unit} adds {claimed}, but counted again it adds {counted}",
                    shown(part)
                ));
            }
        }
        let (all, units) = (job.split.units, drawn.units.len() as u64);
        if wrong.is_empty() {
            let chance_of_one_percent = chance(all, units);
            return Ok(RecheckedUnits { units, seed: drawn.seed, chance_of_one_percent });
        }
        let number = wrong.len();
        wrong.truncate(NAMED);
        if number > NAMED {
            wrong.push(format!("and {} more", number - NAMED));
        }
        Err(MergeError::Wrong(wrong.join("; ")))
    }

    /// The contribution of one unit to the total.
    fn recount(&self, unit: u64, run: &Run) -> Result<BigUint, Reason> {
        let split = &self.document.split;
        let part = WorkPart { part: unit, parts: split.units, depth: split.depth };
        let new = Context::new(Limits::default(), random::DEFAULT_SEED, MethodOptions::default());
        self.count_part(part, &Context { run: run.aside(), ..new })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_is_that_of_drawing_without_replacement() {
        assert!((chance(100, 1) - 0.01).abs() < 1e-12);
        assert!((chance(100, 100) - 1.0).abs() < 1e-12);
        // 2 of 200: 1 - 198/200 * 197/199 * 196/198.
        assert!((chance(200, 3) - (1.0 - 197.0 * 196.0 / (200.0 * 199.0))).abs() < 1e-12);
        assert!((chance(1, 1) - 1.0).abs() < 1e-12);
        assert!(chance(0, 0).abs() < 1e-12);
        // 459 of very many find one in a hundred with 99%.
        assert!(chance(1_000_000, 459) > 0.99 && chance(1_000_000, 450) < 0.99);
    }

    #[test]
    fn units_are_drawn_once_each_by_the_seed() {
        let draw = |units, seed| DrawnUnits::draw(Recheck { units, seed }, 50).units;
        assert_eq!(draw(7, 1).len(), 7);
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
        assert!(draw(1000, 1).keys().copied().eq(0..50));
    }
}
