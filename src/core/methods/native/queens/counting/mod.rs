//! Counts all solutions of the free n-queens problem in parallel parts, with vector instructions.

pub mod disjoint_table;
pub mod instruction_set;
pub mod prefix;
pub mod row_search;

#[cfg(target_arch = "x86_64")]
mod compression;
mod portable;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(test)]
mod tests;

use self::{
    instruction_set::InstructionSet,
    prefix::{QueenPrefix, prefixes},
    row_search::{RowSearch, WIDTH},
};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::parallel,
    methods::{Context, meter::Meter},
    run::Run,
};

/// The version of the split into [`prefixes`] without further columns, for `--checkpoint`: another
/// order or other prefixes need another one.
pub const SPLIT: &str = "queens-of-the-sides/1";

/// The most rows that one thread counts faster than several can be started.
const SEQUENTIAL: u32 = 12;

/// Counts the solutions, n from 2 to 64: OEIS A000170.
///
/// The queens on the four sides are placed first, one board per class under the symmetries, which
/// counts for its whole class, up to eight. Below each such prefix the rows are searched from the
/// top with the columns and both diagonals as the bits of words. Boards wider than 18 columns get
/// further columns filled first. Exponential time, about n⁴ / 20 prefixes, 270 kB per thread.
///
/// # Errors
/// The reason to stop. The results of the prefixes until then are in the run's `counted`.
pub fn count(n: u32, set: InstructionSet, context: &Context) -> Result<u128, Reason> {
    let part = context.part;
    let prefixes = prefixes(n, part.map_or(0, |part| part.depth), context)?;
    let is_ours =
        |(number, _): &(usize, &QueenPrefix)| part.is_none_or(|part| part.has(*number as u64));
    let ours: Vec<(usize, &QueenPrefix)> = prefixes.iter().enumerate().filter(is_ours).collect();
    context.parts.all.set(ours.len() as u64);
    let weighted = |search: &mut RowSearch, &(number, prefix): &(usize, &QueenPrefix)| {
        let solutions = unit(number as u64, prefix.weight, context, |solutions| {
            count_below(prefix, search, context, solutions)
        })?;
        Ok(u128::from(prefix.weight) * u128::from(solutions))
    };
    if n <= SEQUENTIAL || context.threads() == 1 {
        let mut search = RowSearch::new(set);
        return ours.iter().map(|part| weighted(&mut search, part)).sum();
    }
    context.side_by_side(|| {
        let counts = parallel::map_with(&ours, || RowSearch::new(set), weighted);
        counts.map(|counts| counts.iter().sum())
    })?
}

/// The solutions of a unit: from the checkpoint, or from `count`, which adds to zero and returns
/// its nodes. Each counts `weight` times.
///
/// # Errors
/// The reason to stop. The result of the unit until then is in the run's `counted`.
pub fn unit(
    part: u64,
    weight: u32,
    context: &Context,
    count: impl FnOnce(&mut u64) -> Result<u64, Reason>,
) -> Result<u64, Reason> {
    let checkpoint = context.checkpoint.as_deref();
    let mut solutions = 0;
    let known = checkpoint.and_then(|checkpoint| checkpoint.done().get(&part));
    let known = known.and_then(|done| Some((done, u64::try_from(&done.count).ok()?)));
    let counted = if let Some((done, count)) = known {
        solutions = count;
        context.counters.nodes.add(done.nodes);
        context.counters.backtracks.add(done.nodes);
        context.parts.known.add(1);
        Ok(())
    } else {
        count(&mut solutions).map(|nodes| {
            if let Some(checkpoint) = checkpoint {
                checkpoint.keep(&DonePart { part, count: solutions.into(), nodes });
            }
        })
    };
    context.counted.add(u64::from(weight).saturating_mul(solutions));
    counted?;
    context.parts.done.add(1);
    Ok(solutions)
}

/// How many boards the prefixes of a depth represent, in order.
///
/// # Errors
/// The reason to stop.
pub fn units(n: u32, depth: u32, run: &Run) -> Result<Vec<u32>, Reason> {
    Ok(prefixes(n, depth, run)?.iter().map(|prefix| prefix.weight).collect())
}

/// Adds the solutions below one prefix, without its weight, to `solutions`; returns its nodes.
///
/// # Errors
/// The reason to stop; `solutions` has what was found until then.
pub fn count_below(
    prefix: &QueenPrefix,
    search: &mut RowSearch,
    run: &Run,
    solutions: &mut u64,
) -> Result<u64, Reason> {
    let mut meter = Meter::new(run)?;
    for _ in 0..prefix.queens {
        meter.node()?;
    }
    prefix.fill(prefix.columns_to(WIDTH), &mut |filled| {
        for _ in prefix.queens..filled.queens {
            meter.node()?;
        }
        search.count(&filled.rows(), &mut meter, solutions)
    })?;
    meter.take_back_all();
    Ok(meter.counted())
}
