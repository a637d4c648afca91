//! Meetings, routes and plans in a form in which they can be compared, and all there are.

use std::collections::BTreeSet;

use satranj_encodings::{
    exchange::Move,
    meeting::Meeting,
    model::{Model, Witness},
};
use satranj_oracles::routes::{Patience, turns_to_meet};

use super::plain;

/// The turns of all riders to each vertex.
pub fn turns(model: &Meeting) -> Vec<Option<u64>> {
    let riders: Vec<(u32, u64)> =
        model.riders.iter().map(|rider| (rider.vertex, rider.jumps.into())).collect();
    turns_to_meet(&plain::moves(model.lattice()), &riders)
}

/// A witness that can be compared: a plan with sorted steps, or a path or a vertex as one step.
pub type Comparable = Vec<Vec<Move>>;

pub fn comparable(witness: &Witness) -> Comparable {
    match witness {
        Witness::Plan(steps) => {
            let mut steps = steps.clone();
            for step in &mut steps {
                step.sort_unstable();
            }
            steps
        }
        Witness::Meeting { vertex, .. } => of_vertices(&[*vertex]),
        other => of_vertices(other.numbers()),
    }
}

fn of_vertices(vertices: &[u32]) -> Comparable {
    vec![vertices.iter().map(|&vertex| (vertex, vertex)).collect()]
}

/// All witnesses of a model with a horizon.
pub fn all(model: &Model) -> BTreeSet<Comparable> {
    match model {
        Model::Meeting(model) => {
            let most = model.at_most.unwrap();
            let reached = (0..).zip(turns(model));
            let reached = reached.filter(|(_, turns)| turns.is_some_and(|turns| turns <= most));
            reached.map(|(vertex, _)| of_vertices(&[vertex])).collect()
        }
        Model::Route(model) => {
            let routes = plain::route(model).within(model.at_most.unwrap(), Patience::ENDLESS);
            routes.unwrap().iter().map(|path| of_vertices(path)).collect()
        }
        Model::Exchange(model) => plain::exchange(model).plans(model.at_most.unwrap()),
        _ => panic!("no planning"),
    }
}
