//! `native:dfs` for dominating sets of vertices with weights.

use crate::methods::constraints::Constraint;
use satranj_encodings::{dominating_set::DominatingSet, weighted_set::WeightedSet};

use super::{
    DOMINATION, LeastCovers,
    cover::{CoverParts, SetCover},
    every_cover, fits,
    search::{CoverBound, CoverNode, CoverSearch},
};
use crate::{
    limits::Reason,
    methods::{
        Ending, Finder, Found, Goal, Method,
        native::bits::{common, holds, intersect, is_empty, members, remove},
    },
    run::Run,
};

/// Depth-first branch and bound for the set covering problem with costs (Beasley: "An algorithm for
/// set covering problem", European Journal of Operational Research 31, 1987).
///
/// Vertices that are not yet dominated pay as much as their dominators leave them; what all pay bounds
/// what is to come, and a dominator that would cost more than is left is excluded. It branches on a
/// vertex with fewest dominators; one that was tried is excluded from then on, so that every set comes
/// once. Parts that have no vertex in common are solved one by one. Exponential time, 2 n² to 3 n² bits
/// of memory for n vertices. It is complete.
pub const LIGHTEST: Method = Method::finding(
    DOMINATION.description.minding(&[
        Constraint::Graph,
        Constraint::Given,
        Constraint::Blocked,
        Constraint::Weights,
        Constraint::AtMost,
        Constraint::Total,
        Constraint::Independent,
    ]),
    |model| model.as_weighted_set().is_some_and(|set| set.sets().as_dominating_set().is_some()),
    |model, goal| {
        let weighted = model.as_weighted_set()?;
        let set = weighted.sets().as_dominating_set()?;

        fits(set, weighted.enough().is_none(), || weighted.weights().to_vec())
            .then(|| Finder::new(move |context, found| solve(weighted, set, goal, context, found)))
    },
);

fn solve(
    weighted: &WeightedSet,
    set: &DominatingSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.building(set.graph_bytes(), || set.graph())?;
    let weights = weighted.weights().to_vec();
    let Some(parts) = CoverParts::new(set, weights, weighted.enough().is_none(), run)? else {
        return Ok(Ending::of_given(set.pieces()).unwrap_or(Ending::Exhausted));
    };
    run.poll()?;
    if let Some(enough) = weighted.enough() {
        let Some(limit) = enough.checked_sub(weighted.value(&parts.given)) else {
            return Ok(Ending::Exhausted);
        };
        let bound = LightestBound::new(&parts, &parts.covers[0], false);
        return every_cover(&parts, limit, bound, goal, run, found);
    }
    let known = parts.greedy();
    let least = vec![0; known.len()];
    let (asked, filled) = (u64::MAX, None);
    let mut covers = LeastCovers { parts: &parts, asked, filled, known, least };
    covers.solve(found, |cover, limit, report| {
        let bound = LightestBound::new(&parts, cover, true);
        CoverSearch::new(cover, limit, true, bound, run)?.run(report)
    })
}

/// What covers weigh, bounded by what the open elements pay.
struct LightestBound<'a> {
    cover: &'a SetCover,
    /// The weight of each set.
    weights: Vec<u64>,
    /// Whether ever lighter ones are wanted, and not all that are light enough.
    is_best: bool,
    /// What each set leaves to those that are yet to pay.
    left: Vec<u64>,
    work: u64,
}

impl CoverBound for LightestBound<'_> {
    fn weight(&self, set: usize) -> u64 {
        self.weights[set]
    }

    fn work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    fn examine(&mut self, frame: &mut CoverNode, limit: u64) -> bool {
        if is_empty(&frame.open) {
            if !self.is_best {
                frame.branches.extend(members(&frame.allowed).map(|set| set as u32));
            }
            return true;
        }
        let Some(paid) = self.paid(frame) else { return false };
        let Some(rest) = (limit - frame.weight).checked_sub(paid) else { return false };
        // What would cost more than is left is not taken.
        for set in members(&frame.allowed.clone()) {
            if self.left[set] > rest {
                remove(&mut frame.allowed, set);
            }
        }
        let mut row = frame.allowed.clone();
        let dominators = |element| common(&frame.allowed, self.cover.rows.row(element));
        let Some(fewest) = members(&frame.open).min_by_key(|&element| dominators(element)) else {
            return false;
        };
        intersect(&mut row, self.cover.rows.row(fewest));
        frame.branches.extend(members(&row).map(|set| set as u32));
        frame.branches.sort_by_key(|&set| (self.left[set as usize], self.weights[set as usize]));
        false
    }
}

impl<'a> LightestBound<'a> {
    fn new(parts: &CoverParts, cover: &'a SetCover, is_best: bool) -> Self {
        let weight = |&vertex: &u32| u64::from(parts.reduction.weights[vertex as usize]);
        let weights: Vec<u64> = cover.vertices.iter().map(weight).collect();
        Self { cover, is_best, left: weights.clone(), weights, work: 0 }
    }

    /// What the open elements pay, those with fewest sets first; `None` if one has no set.
    fn paid(&mut self, frame: &CoverNode) -> Option<u64> {
        let words = frame.allowed.len();
        let mut order: Vec<(u32, usize)> = members(&frame.open)
            .map(|element| (common(&frame.allowed, self.cover.rows.row(element)), element))
            .collect();
        self.work += 3 * (words * order.len()) as u64;
        order.sort_unstable();
        self.left.copy_from_slice(&self.weights);
        let (mut paid, mut payees) = (0, Vec::new());
        for (sets, element) in order {
            if sets == 0 {
                return None;
            }
            payees.clear();
            let sets = self.cover.sets_with[element].iter().map(|&set| set as usize);
            payees.extend(sets.filter(|&set| holds(&frame.allowed, set)));
            let price = payees.iter().map(|&set| self.left[set]).min().unwrap_or(0);
            for &set in &payees {
                self.left[set] -= price;
            }
            paid += price;
        }
        Some(paid)
    }
}
