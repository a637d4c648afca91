//! Small questions for Hamiltonian paths and cycles under every constraint, with their answers by brute
//! force.

use satranj_encodings::{
    graph::Graph,
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Surface},
    longest_path::LongestPath,
    model::Model,
};

use super::questions::{ConstrainedQuestion, LADDER, WHEEL};
use crate::methods::boards::{
    lattice,
    tours::{self, plain_longest},
};

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

/// Longest paths and cycles.
pub fn longest_paths() -> Vec<ConstrainedQuestion> {
    let undirected =
        |edges: &[(u32, u32)]| Hamiltonian::on_graph(Graph::from_edges(6, edges), false);
    let grounds = [
        undirected(&WHEEL),
        undirected(&LADDER),
        undirected(&WHEEL[..5]),
        Hamiltonian::on_arcs(6, &[&WHEEL[..], &[(4, 3), (5, 0)]].concat(), false),
        Hamiltonian::on_lattice(lattice("king", 2, 3, &[]), false),
        Hamiltonian::on_lattice(lattice("rook", 2, 3, &[4]), false),
        Hamiltonian::on_lattice(lattice("knight", 3, 4, &[5]), false),
        Hamiltonian::on_lattice(lattice("wazir", 2, 4, &[]).on(Surface::Moebius), false),
    ];
    let mut asked = Vec::new();
    for ground in grounds {
        let edge = ground.arcs().nth(3).expect("an edge");
        for bits in 0..1 << 7 {
            let is = |bit: u32| bits >> bit & 1 == 1;
            let end = Some(ground.vertices() - 1).filter(|_| is(1) && !is(0));
            let mut visit = ground.with_ends(Some(2).filter(|_| is(2)), end);
            (visit.closed, visit.given) = (is(0), if is(3) { vec![edge] } else { vec![] });
            let mut model = LongestPath::new(visit);
            (model.induced, model.at_least) = (is(4), is(5).then_some(3));
            if is(6) {
                let Some(uncrossed) = model.uncrossed() else { continue };
                model = uncrossed;
            }
            let plain = plain_longest(&model);
            let asked_one = Model::LongestPath(model);
            let value = |path: &[u32]| plain.length(path);
            asked.push(ConstrainedQuestion::valued(asked_one, plain.all(), value));
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
