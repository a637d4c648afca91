//! Weighted cliques and prices from linear programs: reasons why no set is better.

use satranj_encodings::{
    dominating_set::{DominatingSet, packing::paid, reduction::CoverReduction},
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::{Model, Obstruction},
};

use super::{
    super::{
        bits::all,
        packing::{CoverState, PackingTableau},
    },
    CliqueProgram, MOST_ENTRIES, MOST_WORK, fitting, improve,
};
use crate::limits::Reason;

/// Whether the work may go on, and take these bytes.
type Permit<'a> = &'a dyn Fn(u64) -> Result<(), Reason>;

/// Weighted cliques that bound the weight of an independent set by `best`.
fn of_independent(
    set: &IndependentSet,
    weights: Option<&[u32]>,
    best: u64,
    permit: Permit<'_>,
) -> Result<Option<Obstruction>, Reason> {
    let is_one = matches!(set.kinds(), [kind] if kind.side.is_none());
    if set.complement().is_some() || set.is_on_lattice() || !is_one || set.graph_bytes() > 0 {
        return Ok(None);
    }
    let weight = |&vertex: &u32| weights.map_or(1, |weights| weights[vertex as usize].into());
    let given: u64 = set.distinct_given().iter().map(weight).sum();
    let free = free_vertices(set).1;
    let program = CliqueProgram::new(set.graph(), &free, weights);
    let Some((program, rest)) = program.zip(best.checked_sub(given)) else { return Ok(None) };
    permit(program.bytes())?;
    let mut packing = program.tableau();
    improve(&mut packing, &program.state(), MOST_WORK, &mut |_| permit(0))?;
    Ok(program.reason(&packing, rest))
}

/// Prices that bound the weight of a dominating set by `best`: what a [reduction](CoverReduction)
/// has paid, and the best prices of what it leaves.
fn of_dominating(
    set: &DominatingSet,
    weights: &[u32],
    best: u64,
    permit: Permit<'_>,
) -> Result<Option<Obstruction>, Reason> {
    if set.minimal || set.pieces().is_on_lattice() || set.graph_bytes() > 0 {
        return Ok(None);
    }
    let mut reduction = CoverReduction::new(set, weights.to_vec());
    reduction.reduce(set);
    let places = |list: &[bool]| -> Vec<u32> {
        (0..).zip(list).filter_map(|(vertex, &is_left)| is_left.then_some(vertex)).collect()
    };
    let (open, sets) = (places(&reduction.is_open), places(&reduction.is_allowed));
    if open.len().saturating_mul(sets.len()) > MOST_ENTRIES {
        return Ok(None);
    }
    let (paid, left) = paid(set, weights, reduction.payers());
    let mut near: Vec<Vec<u32>> = vec![Vec::new(); weights.len()];
    for (at, &vertex) in (0..).zip(&open) {
        set.dominators(vertex, &mut |by| {
            if !set.is_blocked(by) {
                near[by as usize].push(at);
            }
        });
    }
    let unit = left.iter().copied().max().unwrap_or(1).max(1) as f64;
    permit(PackingTableau::bytes(sets.len(), open.len()))?;
    let rows = sets.iter().map(|&one| (&near[one as usize][..], left[one as usize] as f64 / unit));
    let mut packing = PackingTableau::new(rows, vec![1.0; open.len()]);
    let state = CoverState { open: all(open.len()), allowed: all(sets.len()) };
    improve(&mut packing, &state, MOST_WORK, &mut |_| permit(0))?;
    let given = set.pieces().distinct_given();
    let first: u64 = given.iter().map(|&one| u64::from(weights[one as usize])).sum::<u64>()
        + paid.iter().map(|(_, price)| price).sum::<u64>();
    let total: u64 = weights.iter().copied().map(u64::from).sum();
    Ok(fitting(total).find_map(|denominator| {
        let rooms = near.iter().zip(&left).map(|(list, left)| (&list[..], left * denominator));
        let prices = packing.rounded_prices(unit * denominator as f64, rooms);
        let sum = first * denominator + prices.iter().sum::<u64>();
        (sum.div_ceil(denominator) >= best).then(|| {
            let paid = paid.iter().map(|&(vertex, price)| (vertex, price * denominator));
            let others = open.iter().copied().zip(prices).filter(|&(_, price)| price > 0);
            let mut all: Vec<(u32, u64)> = paid.chain(others).collect();
            all.sort_unstable();
            Obstruction::Prices(all, denominator)
        })
    }))
}

/// Looks for weighted cliques or prices that show that no set is better than `best`, within a few
/// tenths of a second and 64 MB. `permit` says whether it may go on.
///
/// # Errors
/// That of `permit`.
pub fn reason(model: &Model, best: u64, permit: Permit<'_>) -> Result<Option<Obstruction>, Reason> {
    let unweighted = |set: &DominatingSet| vec![1; set.vertices() as usize];
    match model {
        Model::IndependentSet(set) => of_independent(set, None, best, permit),
        Model::VertexCover(cover) => {
            let Some(set) = cover.independent_set() else { return Ok(None) };
            let left_out = u64::from(cover.vertices()).saturating_sub(best);
            let reason = of_independent(set, None, left_out, permit)?;
            Ok(reason.map(|reason| cover.explained(reason)))
        }
        Model::DominatingSet(set) => of_dominating(set, &unweighted(set), best, permit),
        Model::WeightedSet(weighted) => match weighted.sets() {
            Model::IndependentSet(set) => {
                of_independent(set, Some(weighted.weights()), best, permit)
            }
            Model::VertexCover(cover) => {
                let Some(left_out) = weighted.left_out() else { return Ok(None) };
                let rest = weighted.total().saturating_sub(best);
                Ok(reason(&Model::WeightedSet(left_out.clone()), rest, permit)?
                    .map(|reason| cover.explained(reason)))
            }
            Model::DominatingSet(set) => of_dominating(set, weighted.weights(), best, permit),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}
