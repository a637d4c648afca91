//! `graph:search` for independent sets: branch and bound with clique covers of conflicts.

#[cfg(test)]
mod tests;

use crate::methods::constraints::{self, Constraint};
use std::ops::ControlFlow;

use satranj_encodings::{
    independent_set::IndependentSet,
    model::{Count, Model, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Finder, Goal, Method,
        native::{
            bits::{BitMatrix, common, subtract},
            cliques::{
                colours::ColourClasses,
                search::{CliqueBound, CliqueSearch, CompatibleRows, Wish},
            },
        },
        vertex_cover,
    },
    run::Run,
};

/// The largest number of vertices: their bit matrix takes 32 MB.
const LARGEST: u32 = 1 << 14;

const DESCRIPTION: Description = Description {
    scope: Some("up to 16,384 squares"),
    ..Description::graph("graph:search", "branch and bound, with bounds from edge clique covers")
        .minding(constraints::PLACEMENTS)
};

/// Branch and bound for a largest clique, applied to the complement (Tomita, Kameda: "An efficient
/// branch-and-bound algorithm for finding a maximum clique", J. Global Optim. 37, 2007): the
/// remaining vertices are covered greedily by cliques of conflicts. If k more vertices are needed,
/// only those outside k - 1 of the cliques are branched on.
///
/// A vertex is excluded once it was tried, so that every set occurs once. If an optimum is
/// requested, the same search continues for one more vertex of each free kind. It takes n² bits of
/// memory for n vertices, and as much again for the nodes of a branch; no recursion; exponential
/// time. It is complete.
pub const SEARCH: Method = Method::finding(DESCRIPTION, vertex_cover::takes, |model, goal| {
    vertex_cover::finder(
        |set, goal| {
            (set.vertices() <= LARGEST).then(|| {
                Finder::new(move |context, found| {
                    solve(set, goal, context, &mut |vertices| found(Witness::Vertices(vertices)))
                })
            })
        },
        model,
        goal,
    )
});

/// The same for the n-queens problem.
pub const SEARCH_QUEENS: Method = Method::finding(
    DESCRIPTION.minding(&[Constraint::Given, Constraint::Blocked]),
    Model::is_queens,
    |model, goal| {
        let queens = model.as_queens()?;

        // The square of this n is near the largest number of vertices.
        let fits = queens.n.saturating_mul(queens.n) <= LARGEST;
        let set = fits.then(|| queens.independent_set())??;
        Some(Finder::new(move |context, found| {
            let lattice = &set.kinds()[0].lattice;
            let column = |vertex| lattice.position(vertex).1;
            solve(set, goal, context, &mut |vertices| {
                found(Witness::Columns(vertices.into_iter().map(column).collect()))
            })
        }))
    },
);

fn solve(
    model: &IndependentSet,
    goal: Goal,
    run: &Run,
    found: &mut dyn FnMut(Vec<u32>) -> ControlFlow<()>,
) -> Result<Ending, Reason> {
    let n = u64::from(model.vertices());
    run.permit(model.graph_bytes().saturating_add(n * n / 8))?;
    if let Some(ending) = Ending::of_given(model) {
        return Ok(ending);
    }
    let graph = run.building(0, || model.graph())?;
    let given = model.distinct_given();
    let mut is_free = vec![true; model.vertices() as usize];
    for &vertex in &given {
        let gone = graph.neighbours(vertex).iter().chain([&vertex]);
        gone.for_each(|&other| is_free[other as usize] = false);
    }
    let free = (0..model.vertices()).filter(|&vertex| is_free[vertex as usize]).collect();
    let rows = CompatibleRows::of(graph, free, false);
    let Some(bound) = ColoursOfKinds::new(model, &given, &rows) else {
        return Ok(Ending::Exhausted);
    };
    let wish = match goal {
        _ if model.is_optimum() => Wish::Best,
        Goal::First => Wish::One,
        Goal::All => Wish::All,
    };
    let wanted = bound.wanted.iter().sum();
    let asked = CliqueSearch::new(wish, wanted, bound, run)?.run(&rows, &[], &mut |others| {
        let mut vertices = [&given, others].concat();
        vertices.sort_unstable();
        found(vertices)
    })?;
    Ok(if asked.is_break() { Ending::Enough } else { Ending::Exhausted })
}

/// Colourings of the vertices of the kinds that need more vertices.
struct ColoursOfKinds<'m> {
    model: &'m IndependentSet,
    colours: ColourClasses<false>,
    /// The rows of each kind.
    rows: BitMatrix,
    /// How many of each kind are wanted at first, besides the given ones.
    wanted: Vec<u64>,
    /// How many kinds have a free count.
    free: u64,
    left: Vec<u64>,
}

impl<'m> ColoursOfKinds<'m> {
    /// For free counts, the first wanted number is the greatest number of given vertices of one
    /// kind; `None` if more are given than wanted.
    fn new(model: &'m IndependentSet, given: &[u32], rows: &CompatibleRows) -> Option<Self> {
        let kinds = model.kinds();
        let mut have = vec![0; kinds.len()];
        for &vertex in given {
            have[model.kind_and_cell(vertex).0] += 1;
        }
        let most = model.most_given();
        let wanted = kinds.iter().zip(have).map(|(kind, have)| match kind.count {
            Count::Exactly(count) => count.checked_sub(have),
            Count::Optimum => most.checked_sub(have),
        });
        let wanted = wanted.map(|more| more.map(u64::from)).collect::<Option<_>>()?;
        let mut of_kind = BitMatrix::new(kinds.len(), rows.vertices.len());
        for (row, &vertex) in rows.vertices.iter().enumerate() {
            of_kind.insert(model.kind_and_cell(vertex).0, row);
        }
        let free = model.free_kinds().count() as u64;
        let (colours, left) = (ColourClasses::default(), Vec::new());
        Some(Self { model, colours, rows: of_kind, wanted, free, left })
    }

    /// How many of each kind are missing besides the chosen ones, if this many are wanted in all.
    fn missing(&self, chosen: &[u32], wanted: u64) -> Vec<u64> {
        let raised = (wanted - self.wanted.iter().sum::<u64>()).checked_div(self.free).unwrap_or(0);
        let mut missing = self.wanted.clone();
        self.model.free_kinds().for_each(|kind| missing[kind] += raised);
        for &vertex in chosen {
            missing[self.model.kind_and_cell(vertex).0] -= 1;
        }
        missing
    }
}

impl CliqueBound for ColoursOfKinds<'_> {
    const IS_EXACT: bool = true;
    const IS_LAZY: bool = true;

    type Most = u32;

    fn weight(&self, _vertex: u32) -> u64 {
        1
    }

    fn step(&self) -> u64 {
        self.free
    }

    fn work(&mut self) -> u64 {
        self.colours.work()
    }

    fn branches(
        &mut self,
        rows: &CompatibleRows,
        candidates: &[u64],
        chosen: &[u32],
        needed: u64,
        branches: &mut Vec<(u32, u32)>,
    ) {
        if self.wanted.len() == 1 {
            return self.colours.branches(rows, candidates, chosen, needed, branches);
        }
        self.left.clear();
        self.left.extend_from_slice(candidates);
        for (kind, missing) in self.missing(chosen, chosen.len() as u64 + needed).iter().enumerate()
        {
            if *missing == 0 {
                subtract(&mut self.left, self.rows.row(kind));
            } else if u64::from(common(candidates, self.rows.row(kind))) < *missing {
                return branches.clear();
            }
        }
        self.colours.branches(rows, &self.left, chosen, needed, branches);
    }

    /// Kinds that had all their vertices may have more now.
    fn beyond(&self, chosen: &[u32], wanted_then: u64, wanted: u64) -> u64 {
        if self.wanted.len() == 1 || wanted == wanted_then {
            return 0;
        }
        let missing = self.missing(chosen, wanted_then);
        let full = self.model.free_kinds().filter(|&kind| missing[kind] == 0).count() as u64;
        full * (wanted - wanted_then) / self.free
    }
}
