//! Models as the plain inputs of the oracles, and the other way round.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use proptest::prelude::*;
use satranj_encodings::{
    exchange::Exchange,
    graph::Graph,
    hamiltonian::Hamiltonian,
    independent_set::IndependentSet,
    lattice::{Lattice, Step},
    model::Count,
    route::Route,
};
use satranj_oracles::{
    PlainGraph,
    armies::{PlainArmy, PlainTroop},
    boards::PlainBoard,
    exchanges::PlainExchange,
    generators,
    pieces::{PlainPiece, PlainStep},
    routes::PlainRoute,
    tours::PlainTour,
};

/// The witnesses of a model of paths or cycles.
pub fn tour(model: &Hamiltonian) -> PlainTour {
    let mut next = vec![Vec::new(); model.vertices() as usize];
    model.arcs().for_each(|(a, b)| next[a as usize].push(b));
    PlainTour {
        next,
        directed: model.is_directed(),
        closed: model.closed,
        start: model.start,
        end: model.end,
        given: model.given.clone(),
        times: model.times.clone(),
        images: model.symmetry.as_ref().map(|symmetry| symmetry.images.clone()),
    }
}

/// Models on random graphs of 1 to `most` vertices, a third of them directed.
pub fn models(most: u32) -> impl Strategy<Value = Hamiltonian> {
    timed_models(most).prop_map(|mut model| {
        model.times.clear();
        model
    })
}

/// The same, a third of them with given times.
pub fn timed_models(most: u32) -> impl Strategy<Value = Hamiltonian> {
    generators::tours(most, 0.3).prop_map(|tour| {
        let n = tour.next.len() as u32;
        let arcs = (0..).zip(&tour.next).flat_map(|(a, next)| next.iter().map(move |&b| (a, b)));
        let arcs: Vec<(u32, u32)> = arcs.collect();
        let mut model = if tour.directed {
            Hamiltonian::on_arcs(n, &arcs, tour.closed)
        } else {
            Hamiltonian::on_graph(Graph::from_edges(n, &arcs), tour.closed)
        };
        (model.start, model.end, model.given) = (tour.start, tour.end, tour.given);
        model.with_times(&tour.times)
    })
}

/// A board for a named piece.
pub fn lattice(piece: &str, rows: u32, columns: u32, blocked: &[usize]) -> Lattice {
    let step = |(rows, columns, reach)| Step { rows, columns, reach };
    let steps = PlainPiece::named(piece).steps().into_iter().map(step);
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    cells.extend(blocked.iter().copied());
    Lattice::new(rows, columns, Some(&cells), steps.collect())
}

/// The board of a lattice.
fn board(lattice: &Lattice) -> PlainBoard {
    let (rows, columns) = (lattice.rows(), lattice.columns());
    let is_blocked = |cell: &u32| lattice.vertex(cell / columns, cell % columns).is_none();
    let blocked: BTreeSet<u32> = (0..rows * columns).filter(is_blocked).collect();
    PlainBoard { blocked, ..PlainBoard::new(rows, columns) }
}

/// The steps of a lattice.
fn steps(lattice: &Lattice) -> Vec<PlainStep> {
    lattice.steps().iter().map(|step| (step.rows, step.columns, step.reach)).collect()
}

/// The moves over a lattice.
pub fn moves(lattice: &Lattice) -> PlainGraph {
    board(lattice).graph(&steps(lattice))
}

/// The placements of a model.
pub fn army(set: &IndependentSet) -> PlainArmy {
    let kinds = set.kinds().iter().map(|kind| PlainTroop {
        steps: steps(&kind.lattice),
        side: kind.side,
        count: match kind.count {
            Count::Exactly(count) => Some(count),
            Count::Optimum => None,
        },
    });
    PlainArmy {
        board: board(&set.kinds()[0].lattice),
        kinds: kinds.collect(),
        shielded: set.is_shielded(),
        given: set.given.clone(),
    }
}

/// The routes of a model.
pub fn route(model: &Route) -> PlainRoute {
    let costs = (0..model.lattice().vertices()).map(|vertex| model.weight(vertex)).collect();
    PlainRoute { next: moves(model.lattice()), from: model.from, to: model.to, costs }
}

/// The exchange of a model.
pub fn exchange(model: &Exchange) -> PlainExchange {
    PlainExchange {
        rays: model.kinds.iter().map(|kind| board(kind).rays(&steps(kind))).collect(),
        start: model.start.clone(),
        goal: model.goal.clone(),
        parallel: model.parallel,
    }
}
