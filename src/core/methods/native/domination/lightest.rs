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
        meter::Meter,
        native::{
            bits::{common, holds, intersect, is_empty, members, remove},
            packing::PackingTableau,
        },
    },
    run::Run,
};

/// Depth-first branch and bound for the set covering problem with costs (Beasley: "An algorithm for
/// set covering problem", European Journal of Operational Research 31, 1987).
///
/// Vertices that are not yet dominated pay as much as their dominators leave them; if the lightest set
/// is requested, they first pay what a linear program says. What all pay bounds what is to come, and a
/// dominator that would cost more than is left is excluded. It branches on a vertex with fewest
/// dominators; one that was tried is excluded from then on, so that every set comes once. Parts that
/// have no vertex in common are solved one by one. Exponential time, 2 n² to 3 n² bits of memory for n
/// vertices. It is complete.
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
        let mut bound = LightestBound::new(&parts, cover, true);
        bound.solve_program(run)?;
        CoverSearch::new(cover, limit, true, bound, run)?.run(report)
    })
}

/// Parts of a unit of weight, in which elements pay.
const PARTS: u64 = 1 << 10;

/// The most entries of the tableau of a program: 16 MB.
const MOST_ENTRIES: usize = 1 << 21;

/// What covers weigh, bounded by what the open elements pay.
struct LightestBound<'a> {
    cover: &'a SetCover,
    /// The weight of each set.
    weights: Vec<u64>,
    /// What each element pays first, in parts; what the elements of a set pay is at most its weight.
    prices: Vec<u64>,
    /// Whether ever lighter ones are wanted, and not all that are light enough.
    is_best: bool,
    /// What each set leaves to those that are yet to pay, in parts.
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
        let most = (limit - frame.weight).saturating_mul(PARTS);
        let Some(rest) = most.checked_sub(paid) else { return false };
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
        let (left, prices) = (weights.clone(), vec![0; cover.elements]);
        Self { cover, is_best, left, prices, weights, work: 0 }
    }

    /// Sets the prices to those of a linear program, if that is small.
    fn solve_program(&mut self, run: &Run) -> Result<(), Reason> {
        let cover = self.cover;
        if cover.sets().saturating_mul(cover.elements) > MOST_ENTRIES {
            return Ok(());
        }
        run.reserve(PackingTableau::bytes(cover.sets(), cover.elements))?;
        let unit = self.weights.iter().copied().max().unwrap_or(1).max(1) as f64;
        let mut packing = cover.packing(|set| self.weights[set] as f64 / unit);
        let mut meter = Meter::new(run)?;
        packing.improve(&cover.all(), f64::INFINITY, |work| meter.work(work))?;
        let rooms = cover.elements_of.iter().zip(&self.weights);
        let rooms = rooms.map(|(list, &weight)| (&list[..], weight * PARTS));
        self.prices = packing.rounded_prices(unit * PARTS as f64, rooms);
        Ok(())
    }

    /// What the open elements pay, those with fewest sets first; `None` if one has no set.
    fn paid(&mut self, frame: &CoverNode) -> Option<u64> {
        let words = frame.allowed.len();
        let mut order: Vec<(u32, usize)> = members(&frame.open)
            .map(|element| (common(&frame.allowed, self.cover.rows.row(element)), element))
            .collect();
        self.work += 3 * (words * order.len()) as u64;
        order.sort_unstable();
        for (left, weight) in self.left.iter_mut().zip(&self.weights) {
            *left = weight * PARTS;
        }
        let (mut paid, mut payees) = (0, Vec::new());
        for &(_, element) in &order {
            let price = self.prices[element];
            if price > 0 {
                paid += price;
                for &set in &self.cover.sets_with[element] {
                    self.left[set as usize] -= price;
                }
            }
        }
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
