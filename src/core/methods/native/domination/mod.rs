//! `native:dfs` for dominating sets: set covering by branch and bound.

pub(crate) mod cover;
pub mod forward_checking;
pub mod frontier;
#[cfg(feature = "weights")]
pub mod lightest;
mod linear;
mod prices;
pub(crate) mod search;
#[cfg(test)]
mod tests;
mod weighting;

use crate::methods::constraints;
use std::ops::ControlFlow;

use satranj_encodings::{
    dominating_set::{DominatingSet, reduction::CoverReduction},
    lattice::{Lattice, LatticeSymmetry},
    model::{Count, Model, Witness},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Goal, Method},
    run::Run,
};
use cover::{CoverParts, SetCover};
use linear::LinearSearch;
use search::{CoverBound, CoverReport, CoverSearch, SetNumber};

/// The most elements or sets of a part: its bit matrices take up to 100 MB.
const LARGEST_PART: usize = 1 << 14;

/// Whether the vertices are few enough; if a best set of a graph is requested, those that a reduction
/// leaves. O(n + m), and for many vertices the work of a reduction.
fn fits(model: &DominatingSet, is_best: bool, weights: impl FnOnce() -> Vec<u32>) -> bool {
    model.vertices() as usize <= LARGEST_PART
        || is_best
            && !model.independent
            && model.graph_bytes() == 0
            && left_of(model, weights()) <= LARGEST_PART
}

/// The number of elements or sets that a reduction leaves.
fn left_of(model: &DominatingSet, weights: Vec<u32>) -> usize {
    let mut rest = CoverReduction::new(model, weights);
    rest.reduce(model);
    let left = |list: &[bool]| list.iter().filter(|&&is_left| is_left).count();
    left(&rest.is_open).max(left(&rest.is_allowed))
}

/// Depth-first branch and bound (Fernau: "Minimum dominating set of queens: a trivial
/// programming exercise?", Discrete Applied Mathematics 158, 2010, for the branching).
///
/// It branches on an undominated vertex with fewest dominators; a dominator is excluded once it was
/// tried, so that every set occurs once. Branches are cut by the largest remaining gains and by
/// Lagrangian bounds. For the fewest pieces, [reductions](CoverReduction::reduce) come first,
/// independent parts are solved one by one, and only one of symmetric first pieces is tried. If a
/// vertex dominates few others, the search for the fewest takes and excludes single vertices, with
/// linear programming bounds. In large graphs a local search finds good sets first.
///
/// Exponential time, 2 n² to 3 n² bits of memory for n vertices of a part. It is complete.
pub const DOMINATION: Method = Method::finding(
    Description::native(
        "native:dfs",
        "branch and bound on the dominators of the most constrained vertex",
    )
    .minding(constraints::DOMINATIONS),
    Model::is_dominating_set,
    |model, goal| {
        let model = model.as_dominating_set()?;

        let is_best = model.count == Count::Optimum;
        fits(model, is_best, || vec![1; model.vertices() as usize])
            .then(|| Finder::new(move |context, found| solve(model, goal, context, found)))
    },
);

fn solve(
    model: &DominatingSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.building(model.graph_bytes(), || model.graph())?;
    if model.independent && !model.blocked().is_empty() && model.count == Count::Optimum {
        return smallest(model, run, found);
    }
    // "Exactly this many" means at least as many plus any others, unless pieces attack one another.
    let any_more = model.count == Count::Optimum || (goal == Goal::First && !model.independent);
    let weights = vec![1; model.vertices() as usize];
    let Some(parts) = CoverParts::new(model, weights, any_more, run)? else {
        return Ok(Ending::of_given(model.pieces()).unwrap_or(Ending::Exhausted));
    };
    run.poll()?;
    if model.total && model.independent && model.vertices() > 0 {
        // No vertex of the set has a neighbour in it.
        return Ok(Ending::Exhausted);
    }
    let given = parts.given.len() as u32;
    let asked = match model.count {
        Count::Optimum => u32::MAX,
        Count::Exactly(count)
            if count < given || count > model.vertices() - model.blocked().len() as u32 =>
        {
            return Ok(Ending::Exhausted);
        }
        Count::Exactly(count) => count,
    };
    if !any_more {
        let bound = SetNumber::new(&parts.covers[0], true);
        return every_cover(&parts, (asked - given).into(), bound, goal, run, found);
    }
    let known = parts.greedy();
    if known.contains(&None) {
        return Ok(Ending::Exhausted);
    }
    let symmetries =
        model.pieces().single().map_or_else(Vec::new, |kind| symmetries(model, &kind.lattice));
    let filled = (model.count != Count::Optimum).then_some(model);
    let least = vec![1; parts.covers.len()];
    let mut covers = LeastCovers { parts: &parts, asked: asked.into(), filled, known, least };
    covers.solve(found, |cover, limit, report| {
        let orbits = orbits(cover, &symmetries);
        // The weight is a number of vertices.
        let mut limit = limit.min(u32::MAX.into()) as u32;
        if LinearSearch::suits(cover) {
            LinearSearch::new(cover, orbits, limit, run)?.run(report)
        } else {
            if cover.sets() >= linear::FEWEST
                && weighting::improve(cover, &mut limit, run, report)?.is_break()
            {
                return Ok(Ending::Enough);
            }
            let bound = SetNumber::new(cover, false);
            CoverSearch::new(cover, limit.into(), true, bound, run)?.with_orbits(orbits).run(report)
        }
    })
}

/// All covers of at most this weight, or one, of parts that are not split.
fn every_cover(
    parts: &CoverParts,
    limit: u64,
    bound: impl CoverBound,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let cover = &parts.covers[0];
    CoverSearch::new(cover, limit, false, bound, run)?.run(&mut |chosen| {
        let chosen = chosen.iter().map(|&set| cover.vertices[set as usize]);
        let asked = found(Witness::of_vertices(parts.given.iter().copied().chain(chosen)));
        if goal == Goal::First { ControlFlow::Break(()) } else { asked }
    })
}

/// The smallest set by one more vertex at a time: with blocked vertices, a maximal set need not
/// dominate all, so no set is known at the start.
fn smallest(model: &DominatingSet, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    for count in 0..=model.vertices() {
        let mut exact = model.clone();
        exact.count = Count::Exactly(count);
        let mut asked = None;
        let ending = solve(&exact, Goal::First, run, &mut |witness| {
            asked = Some(found(witness));
            ControlFlow::Break(())
        })?;
        match asked {
            Some(ControlFlow::Continue(())) => return Ok(Ending::Exhausted),
            Some(ControlFlow::Break(())) => return Ok(Ending::Enough),
            None if ending == Ending::Exhausted => {}
            None => return Ok(ending),
        }
    }
    Ok(Ending::Exhausted)
}

/// The lightest sets, part by part.
struct LeastCovers<'a> {
    parts: &'a CoverParts,
    /// Stop once a set of this weight is known.
    asked: u64,
    /// If a set is to have exactly the weight requested: its vertices fill a lighter one up.
    filled: Option<&'a DominatingSet>,
    /// The best cover known of each part, as vertices.
    known: Vec<Option<Vec<u32>>>,
    /// A lower bound for each part.
    least: Vec<u64>,
}

impl LeastCovers<'_> {
    /// The weight of the known set; `None` if some part has no known cover.
    fn weight(&self) -> Option<u64> {
        let parts = self.known.iter().map(|known| Some(self.parts.weight(known.as_ref()?)));
        Some(self.first() + parts.sum::<Option<u64>>()?)
    }

    /// The weight of the given vertices and of what the reduction has paid.
    fn first(&self) -> u64 {
        self.parts.weight(&self.parts.given) + self.parts.reduction.paid
    }

    /// Reports the known set, filled up to the number requested.
    fn report(&self, found: &mut Found<'_>) -> ControlFlow<()> {
        if self.weight().is_none_or(|weight| weight > self.asked) {
            return ControlFlow::Continue(());
        }
        let known = self.known.iter().flatten().flatten().copied();
        let mut chosen = self.parts.reduction.lifted(known);
        chosen.extend(&self.parts.given);
        let Some(model) = self.filled else { return found(Witness::of_vertices(chosen)) };
        chosen.sort_unstable();
        let rest = (0..model.vertices())
            .filter(|&one| chosen.binary_search(&one).is_err() && !model.is_blocked(one));
        let filling: Vec<u32> = rest.take(self.asked as usize - chosen.len()).collect();
        chosen.extend(filling);
        let _ = found(Witness::of_vertices(chosen));
        ControlFlow::Break(())
    }

    /// Searches one part after another by `search`, which takes the greatest weight of a cover.
    fn solve(
        &mut self,
        found: &mut Found<'_>,
        search: impl Fn(&SetCover, u64, &mut CoverReport<'_>) -> Result<Ending, Reason>,
    ) -> Result<Ending, Reason> {
        if self.report(found).is_break() {
            return Ok(Ending::Enough);
        }
        let (parts, first) = (self.parts, self.first());
        for (number, cover) in parts.covers.iter().enumerate() {
            let others = self.least.iter().sum::<u64>() - self.least[number];
            let budget = self.asked.saturating_sub(first + others);
            let known = self.known[number].as_deref().map(|known| parts.weight(known));
            // A cover without weight cannot be improved.
            let Some(better) = known.map_or(Some(u64::MAX), |known| known.checked_sub(1)) else {
                continue;
            };
            let ending = search(cover, better.min(budget), &mut |chosen| {
                let chosen = chosen.iter().map(|&set| cover.vertices[set as usize]);
                self.known[number] = Some(chosen.collect());
                self.report(found)
            })?;
            if ending == Ending::Enough {
                return Ok(ending);
            }
            let Some(known) = &self.known[number] else { return Ok(Ending::Exhausted) };
            self.least[number] = parts.weight(known).min(budget.saturating_add(1));
            if self.least.iter().sum::<u64>() + first > self.asked {
                return Ok(Ending::Exhausted);
            }
        }
        Ok(Ending::Exhausted)
    }
}

/// The symmetries of the grid that keep the steps, the free cells and the given vertices.
/// O(cells · steps).
fn symmetries(model: &DominatingSet, lattice: &Lattice) -> Vec<LatticeSymmetry> {
    let (graph, given) = (model.graph(), model.given());
    let mut symmetries = lattice.symmetries();
    symmetries.retain(|symmetry| {
        let image = |vertex: &u32| symmetry.images[*vertex as usize];
        let keeps_steps = |vertex: u32| {
            let beside = graph.neighbours(image(&vertex));
            graph.neighbours(vertex).iter().all(|other| beside.binary_search(&image(other)).is_ok())
        };
        given.iter().all(|one| given.contains(&image(one)))
            && (0..graph.vertices()).all(keeps_steps)
    });
    symmetries
}

/// For each set of a part, its images under the symmetries that keep the part.
fn orbits(cover: &SetCover, symmetries: &[LatticeSymmetry]) -> Vec<Vec<u32>> {
    let mut orbits = vec![Vec::new(); cover.sets()];
    for symmetry in symmetries {
        let image =
            |&vertex: &u32| cover.vertices.binary_search(&symmetry.images[vertex as usize]).ok();
        let images: Option<Vec<usize>> = cover.vertices.iter().map(image).collect();
        for (set, image) in images.into_iter().flatten().enumerate() {
            orbits[set].push(image as u32);
        }
    }
    orbits
}
