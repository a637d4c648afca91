//! Small questions for Hamiltonian paths and cycles under every constraint, with their answers by brute
//! force.

use satranj_encodings::{
    graph::Graph,
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Surface},
    model::Model,
};

use super::questions::{ConstrainedQuestion, LADDER, WHEEL};
use crate::methods::boards::{lattice, tours};

pub fn all_tours() -> Vec<ConstrainedQuestion> {
    let undirected =
        |edges: &[(u32, u32)]| Hamiltonian::on_graph(Graph::from_edges(6, edges), false);
    let arcs: Vec<(u32, u32)> =
        WHEEL.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).step_by(3).chain(LADDER).collect();
    let grounds = [
        undirected(&WHEEL),
        undirected(&LADDER),
        Hamiltonian::on_arcs(6, &arcs, false),
        Hamiltonian::on_arcs(6, &arcs[3..], false),
        Hamiltonian::on_lattice(lattice("wazir", 2, 3, &[]), false),
        Hamiltonian::on_lattice(lattice("king", 3, 3, &[4]), false),
        Hamiltonian::on_lattice(lattice("knight", 3, 4, &[]), false),
        Hamiltonian::on_lattice(lattice("wazir", 2, 4, &[]).on(Surface::Moebius), false),
        Hamiltonian::on_lattice(lattice("knight", 2, 4, &[0]).on(Surface::Klein), false),
    ];
    let mut asked = Vec::new();
    for ground in grounds {
        let edge = ground.arcs().nth(3).expect("an edge");
        for closed in [false, true] {
            for start in [None, Some(0), Some(2)] {
                for end in
                    [None, Some(0), Some(5)].into_iter().filter(|end| !closed || end.is_none())
                {
                    for given in [vec![], vec![edge]] {
                        let mut model = ground.with_ends(start, end);
                        (model.closed, model.given) = (closed, given);
                        for times in times_of(&model) {
                            let model = model.with_times(&times);
                            let answers = tours::plain(&model).all();
                            let model = Model::Hamiltonian(model);
                            asked.push(ConstrainedQuestion::new(model, answers));
                        }
                        let lattice = model.lattice();
                        let symmetries = lattice.map(Lattice::symmetries);
                        for symmetry in symmetries.into_iter().flatten().skip(1) {
                            let mut model = model.clone();
                            model.symmetry = Some(symmetry.into());
                            let answers = tours::plain(&model).all();
                            asked
                                .push(ConstrainedQuestion::new(Model::Hamiltonian(model), answers));
                        }
                    }
                }
            }
        }
    }
    asked
}

/// No times, some of a tour, and some that perhaps none has.
fn times_of(model: &Hamiltonian) -> Vec<Vec<(u32, u32)>> {
    let mut all = vec![vec![]];
    for path in tours::plain(model).all().into_iter().step_by(7).take(2) {
        all.push(vec![(path[2], 2), (path[3], 3)]);
        all.push(vec![(path[1], 1), (path[4], 4)]);
    }
    if model.start.is_none() && model.end.is_none() {
        all.push(vec![(1, 1), (4, 3)]);
    }
    // Statements refuse two times for one vertex.
    let is_start = |&(vertex, _): &(u32, u32)| model.start == Some(vertex);
    all.retain(|times| !times.iter().any(is_start));
    all
}
