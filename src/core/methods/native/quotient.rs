//! `native:quotient`: symmetric tours from the cycles through the orbits of a symmetry.

use std::{collections::HashSet, ops::ControlFlow};

use satranj_encodings::{hamiltonian::Hamiltonian, lattice::LatticeSymmetry, model::Witness};

use super::frontier::symmetric::{
    kept_by,
    orbits::{OrbitQuestion, VertexOrbits},
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Description, Ending, Finder, Found, Goal, Method, WitnessCounter,
        constraints::Constraint, graph::search::search,
    },
};

/// Finds tours that a symmetry maps onto themselves, by the cycles through its orbits (Jelliss,
/// "Symmetry in knight's tours", The Games and Puzzles Journal 15, 1997).
///
/// A cycle through all orbits that ends at its beginning moved by a generator of the symmetry is a half
/// or a quarter of a tour; its images are the rest. A path through the orbits between two fixed
/// vertices or edges is half of a tour that the symmetry reverses. [`graph:search`](search) finds these cycles and
/// paths, with half or a quarter of the vertices; each is lifted in all ways. Counts are those of the
/// frontier program for the classes of tours.
///
/// Exponential time, O(n + m) memory. It is complete.
pub const QUOTIENT: Method = Method::finding(
    Description {
        scope: Some("symmetric tours of boards; open ones without given ends"),
        ..Description::native(
            "native:quotient",
            "symmetric tours: cycles through the orbits of the symmetry, on half or a quarter of the board",
        )
        .minding(&[
            Constraint::Closed,
            Constraint::Symmetric,
            Constraint::Given,
        ])
    },
    |model| model.as_undirected().is_some(),
    |model, _| {
        let model = model.as_undirected()?;
        let symmetry = model.symmetry.as_deref()?;
        Some(Finder::new(move |context, found| find(model, symmetry, context, found)))
    },
)
.with_counts(|model, counting| {
    let model = model.as_undirected()?;
    let symmetry = model.symmetry.as_deref()?;
    let is_counted = !counting.by_size && !counting.classes && model.lattice().is_some();
    is_counted.then(|| {
        WitnessCounter::new(move |context| {
            let undirected = kept_by(&plain(model), symmetry, context)?;
            let ways = if model.is_reversible() && !model.closed && model.vertices() > 1 { 2u8 } else { 1 };
            Ok(Counted { count: undirected * ways, ..Counted::default() })
        })
    })
});

/// With at most this many vertices the tours of the board itself are searched.
const FEW: u32 = 12;

/// The same question without the symmetry.
fn plain(model: &Hamiltonian) -> Hamiltonian {
    let mut plain = model.clone();
    plain.symmetry = None;
    plain
}

fn find(
    model: &Hamiltonian,
    symmetry: &LatticeSymmetry,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    context.building(model.graph_bytes(), || model.graph())?;
    let plain = plain(model);
    let lift = Lift { model, images: &symmetry.images };
    if model.vertices() <= FEW {
        return search(&plain, Goal::All, context, &mut |witness| match witness.numbers() {
            tour if lift.keeps(tour) => found(witness),
            _ => ControlFlow::Continue(()),
        });
    }
    let orbits = VertexOrbits::new(&plain, &symmetry.images, 0..model.vertices());
    let is_turned = model.closed && orbits.plainly_turned().is_none();
    let turned = if is_turned { orbits.turned() } else { None };
    let questions = [turned.map(|it| (it, true)), orbits.reversed().map(|it| (it, false))];
    for (OrbitQuestion { model: cycles, labels }, is_turned) in questions.into_iter().flatten() {
        let ending = search(&cycles, Goal::All, context, &mut |witness| {
            let cycle = witness.numbers();
            // How many lifts have an even, and an odd, sum of labels; only the odd ones close.
            let pairs = cycle.iter().zip(cycle.iter().cycle().skip(1));
            let closes = |(even, odd): (bool, bool), (&a, &b): (&u32, &u32)| {
                let labels = labels.get(&(a.min(b), a.max(b))).cloned().unwrap_or_default();
                let (is_even, is_odd) = (labels.even > 0, labels.odd > 0);
                (even && is_even || odd && is_odd, even && is_odd || odd && is_even)
            };
            if is_turned && !pairs.fold((true, false), closes).1 {
                return ControlFlow::Continue(());
            }
            let cycle = if is_turned { cycle.to_vec() } else { orbits.path_from_middle(cycle) };
            lift.every(&orbits, &cycle, is_turned, found)
        })?;
        if ending != Ending::Exhausted && !matches!(ending, Ending::Proved(_)) {
            return Ok(ending);
        }
    }
    Ok(Ending::Exhausted)
}

/// Makes tours of cycles and paths through orbits.
struct Lift<'m> {
    model: &'m Hamiltonian,
    images: &'m [u32],
}

impl Lift<'_> {
    fn image(&self, vertex: u32) -> u32 {
        self.images[vertex as usize]
    }

    /// Hands over every tour that goes through the orbits in this order: along a cycle to the image
    /// of its beginning, or along a path and back through the images.
    fn every(
        &self,
        orbits: &VertexOrbits<'_>,
        order: &[u32],
        is_turned: bool,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        let Some((&first, rest)) = order.split_first() else { return ControlFlow::Continue(()) };
        let mut path = vec![orbits.representative(first)];
        // For each further orbit the vertices that are yet to be tried, the next one last.
        let mut open: Vec<Vec<u32>> = Vec::new();
        loop {
            if let Some(&orbit) = rest.get(path.len() - 1) {
                let last = path[path.len() - 1];
                let neighbours = self.model.graph().neighbours(last).iter().copied();
                let mut next: Vec<u32> =
                    neighbours.filter(|&other| orbits.orbit(other) == orbit).collect();
                // Both ways from a fixed vertex are the same tour.
                if path.len() == 1 && self.image(last) == last {
                    next.truncate(1);
                }
                open.push(next);
            } else {
                for tour in if is_turned { self.turned(&path) } else { self.reversed(&path) } {
                    if self.has_given(&tour) {
                        found(Witness::Path(tour))?;
                    }
                }
            }
            loop {
                path.truncate(open.len().max(1));
                let Some(next) = open.last_mut() else { return ControlFlow::Continue(()) };
                if let Some(vertex) = next.pop() {
                    path.push(vertex);
                    break;
                }
                open.pop();
            }
        }
    }

    /// The tours that consist of the images of a path, which a generator of the symmetry joins.
    fn turned(&self, path: &[u32]) -> Vec<Vec<u32>> {
        let (first, last) = (path[0], path[path.len() - 1]);
        let mut tours = Vec::new();
        let mut power = self.images.to_vec();
        let mut powers = 1;
        loop {
            let image = power[first as usize];
            if image == first {
                return tours;
            }
            // The orders are 2 and 4, of which the odd powers are generators.
            if powers % 2 == 1 && self.model.graph().edge_between(last, image).is_some() {
                let mut tour = path.to_vec();
                let mut part = path.to_vec();
                while tour.len() < self.images.len() {
                    for vertex in &mut part {
                        *vertex = power[*vertex as usize];
                    }
                    tour.extend_from_slice(&part);
                }
                tours.push(tour);
            }
            for vertex in &mut power {
                *vertex = self.images[*vertex as usize];
            }
            powers += 1;
        }
    }

    /// The tours that consist of a path and its image in the other direction; an open one in both
    /// directions.
    fn reversed(&self, path: &[u32]) -> Vec<Vec<u32>> {
        let moved = path.iter().rev().filter(|&&vertex| self.image(vertex) != vertex);
        let mut tour: Vec<u32> = moved.map(|&vertex| self.image(vertex)).collect();
        if self.model.closed {
            return vec![[path, &tour].concat()];
        }
        tour.extend_from_slice(path);
        let mut back = tour.clone();
        back.reverse();
        if back == tour { vec![tour] } else { vec![tour, back] }
    }

    /// The moves of a tour, the lesser vertex first.
    fn moves(&self, tour: &[u32]) -> HashSet<(u32, u32)> {
        let back = self.model.closed.then(|| (tour[tour.len() - 1], tour[0]));
        let moves = tour.windows(2).map(|step| (step[0], step[1])).chain(back);
        moves.map(|(a, b)| (a.min(b), a.max(b))).collect()
    }

    fn has_given(&self, tour: &[u32]) -> bool {
        let given = &self.model.given;
        given.is_empty() || {
            let moves = self.moves(tour);
            given.iter().all(|&(a, b)| moves.contains(&(a.min(b), a.max(b))))
        }
    }

    /// Whether the symmetry maps the moves of a tour onto themselves.
    fn keeps(&self, tour: &[u32]) -> bool {
        let moves = self.moves(tour);
        let image = |&(a, b): &(u32, u32)| {
            let (a, b) = (self.image(a), self.image(b));
            (a.min(b), a.max(b))
        };
        moves.iter().all(|edge| moves.contains(&image(edge)))
    }
}
