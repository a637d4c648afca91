//! `native:dfs` for dominating sets: set covering by branch and bound.

mod cover;
pub mod frontier;
#[cfg(feature = "weights")]
pub mod lightest;
mod linear;
mod packing;
mod prices;
mod search;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use std::ops::ControlFlow;

use satranj_encodings::{
    dominating_set::DominatingSet,
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
use search::{CoverSearch, SetNumber};

/// The largest number of vertices: their bit matrices take up to 100 MB.
const LARGEST: u32 = 1 << 14;

/// Depth-first branch and bound (Fernau: "Minimum dominating set of queens: a trivial
/// programming exercise?", Discrete Applied Mathematics 158, 2010, for the branching).
///
/// It branches on an undominated vertex with fewest dominators; a dominator is excluded once it was
/// tried, so that every set occurs once. Branches are cut by the largest remaining gains and by
/// Lagrangian bounds. For the fewest pieces, independent parts are solved one by one, and only one
/// of symmetric first pieces is tried. If a vertex dominates few others, the search for the fewest
/// takes and excludes single vertices, with linear programming bounds.
///
/// Exponential time, 2 n² to 3 n² bits of memory for n vertices. It is complete.
pub const DOMINATION: Method = Method::finding(
    Description::native(
        "native:dfs",
        "branch and bound over the vertices that dominate the most constrained vertex",
    )
    .minding(constraints::DOMINATIONS),
    Model::is_dominating_set,
    |model, goal| {
        let model = model.as_dominating_set()?;

        (model.vertices() <= LARGEST)
            .then(|| Finder::new(move |context, found| solve(model, goal, context, found)))
    },
);

fn solve(
    model: &DominatingSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    run.reserve(model.graph_bytes())?;
    let graph = run.encoding(|| model.graph());
    run.poll()?;
    run.reserve(CoverParts::bytes(graph.vertices().into(), 2 * u64::from(graph.edges())))?;
    if model.independent && !model.blocked().is_empty() && model.count == Count::Optimum {
        return smallest(model, run, found);
    }
    // "Exactly this many" means at least as many plus any others, unless pieces attack one another.
    let any_more = model.count == Count::Optimum || (goal == Goal::First && !model.independent);
    let Some(parts) = CoverParts::new(model, any_more) else {
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
    if any_more {
        return Fewest::new(model, &parts, asked, run)
            .map_or(Ok(Ending::Exhausted), |mut fewest| fewest.solve(found));
    }
    let mut report = |cover: &SetCover, chosen: &[u32]| {
        let chosen = chosen.iter().map(|&set| cover.vertices[set as usize]);
        found(Witness::of_vertices(parts.given.iter().copied().chain(chosen)))
    };
    let empty = SetCover::default();
    let cover = parts.covers.first().unwrap_or(&empty);
    let bound = SetNumber::new(cover, true);
    let mut search = CoverSearch::new(cover, (asked - given).into(), false, bound, run)?;
    let once = goal == Goal::First;
    search.run(&mut |chosen| {
        let asked = report(cover, chosen);
        if once { ControlFlow::Break(()) } else { asked }
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

/// The fewest vertices, part by part.
struct Fewest<'a> {
    model: &'a DominatingSet,
    parts: &'a CoverParts,
    /// The best cover known of each part, as vertices.
    best: Vec<Vec<u32>>,
    /// A lower bound for each part.
    least: Vec<u32>,
    /// Stop once this few are known.
    asked: u32,
    run: &'a Run,
}

impl<'a> Fewest<'a> {
    /// Begins with greedy covers; `None` if some part has no cover.
    fn new(
        model: &'a DominatingSet,
        parts: &'a CoverParts,
        asked: u32,
        run: &'a Run,
    ) -> Option<Self> {
        let greedy = |cover: &SetCover| {
            let chosen = cover.greedy(|_| 1)?;
            Some(chosen.iter().map(|&set| cover.vertices[set as usize]).collect())
        };
        let best = parts.covers.iter().map(greedy).collect::<Option<Vec<Vec<u32>>>>()?;
        let least = parts.covers.iter().map(|cover| u32::from(cover.elements > 0)).collect();
        Some(Self { model, parts, best, least, asked, run })
    }

    fn known(&self) -> u32 {
        (self.parts.given.len() + self.best.iter().map(Vec::len).sum::<usize>()) as u32
    }

    /// Reports the known set, filled up to the number asked for.
    fn report(&self, found: &mut Found<'_>) -> ControlFlow<Ending> {
        let exactly = self.model.count != Count::Optimum;
        if exactly && self.known() > self.asked {
            return ControlFlow::Continue(());
        }
        let mut chosen: Vec<u32> = self.parts.given.clone();
        chosen.extend(self.best.iter().flatten());
        if exactly {
            chosen.sort_unstable();
            let rest = (0..self.model.vertices())
                .filter(|&one| chosen.binary_search(&one).is_err() && !self.model.is_blocked(one));
            let filling: Vec<u32> = rest.take(self.asked as usize - chosen.len()).collect();
            chosen.extend(filling);
        }
        if found(Witness::of_vertices(chosen)).is_break() || exactly {
            return ControlFlow::Break(Ending::Enough);
        }
        ControlFlow::Continue(())
    }

    fn solve(&mut self, found: &mut Found<'_>) -> Result<Ending, Reason> {
        if let ControlFlow::Break(ending) = self.report(found) {
            return Ok(ending);
        }
        let symmetries = self
            .model
            .pieces()
            .single()
            .map_or_else(Vec::new, |kind| symmetries(self.model, &kind.lattice));
        let given = self.parts.given.len() as u32;
        for (number, cover) in self.parts.covers.iter().enumerate() {
            let others = self.least.iter().sum::<u32>() - self.least[number];
            let most = self.best[number].len() as u32 - 1;
            let budget = self.asked.saturating_sub(given + others);
            let (orbits, limit, run) = (orbits(cover, &symmetries), most.min(budget), self.run);
            let mut enough = None;
            let mut report = |chosen: &[u32]| {
                self.best[number] =
                    chosen.iter().map(|&set| cover.vertices[set as usize]).collect();
                match self.report(found) {
                    ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    ControlFlow::Break(ending) => {
                        enough = Some(ending);
                        ControlFlow::Break(())
                    }
                }
            };
            if LinearSearch::suits(cover) {
                LinearSearch::new(cover, orbits, limit, run)?.run(&mut report)?;
            } else {
                let bound = SetNumber::new(cover, false);
                let search = CoverSearch::new(cover, limit.into(), true, bound, run)?;
                search.with_orbits(orbits).run(&mut report)?;
            }
            if let Some(ending) = enough {
                return Ok(ending);
            }
            self.least[number] = (self.best[number].len() as u32).min(budget.saturating_add(1));
            if self.least.iter().sum::<u32>() + given > self.asked {
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
