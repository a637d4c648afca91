//! Small questions under every constraint, with all their answers by brute force.

use std::collections::BTreeSet;

use satranj_encodings::{
    colouring::Colouring,
    dominating_set::DominatingSet,
    graph::Graph,
    independent_set::{IndependentSet, PieceKind},
    lattice::{Lattice, Surface},
    meeting::{Meeting, Rider},
    model::{Count, Model, Sense, Witness},
    queens::Queens,
    route::Route,
    shortest_path::ShortestPath,
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};
use satranj_oracles::{
    generators::adjacency,
    queens::PlainQueens,
    routes::{Patience, PlainRoute},
    sets::{DominationRule, dominating_sets, independent_sets},
};

use crate::methods::{
    boards::{lattice, moves, sets, tours, turns},
    exchange,
};

/// A question, and all its answers with their values where brute force knows them.
pub struct ConstrainedQuestion {
    pub model: Model,
    pub answers: Vec<(Vec<u32>, u64)>,
    /// Whether brute force knows the answers, and not only their values.
    pub is_listed: bool,
}

impl ConstrainedQuestion {
    pub fn new(model: Model, answers: impl IntoIterator<Item = Vec<u32>>) -> Self {
        Self::valued(model, answers, |answer| answer.len() as u64)
    }

    pub fn valued(
        model: Model,
        answers: impl IntoIterator<Item = Vec<u32>>,
        value: impl Fn(&[u32]) -> u64,
    ) -> Self {
        let answers = answers.into_iter().map(|answer| {
            let value = value(&answer);
            (answer, value)
        });
        Self { model, answers: answers.collect(), is_listed: true }
    }

    /// The best value, if an optimum is requested and exists.
    pub fn best(&self) -> Option<u64> {
        let values = self.answers.iter().map(|&(_, value)| value);
        match self.model.sense()? {
            Sense::Maximise => values.max(),
            Sense::Minimise => values.min(),
        }
    }

    /// The answers to the question: of all, those of the best value.
    pub fn wanted(&self) -> BTreeSet<Vec<u32>> {
        let best = self.best();
        let is_wanted = |&&(_, value): &&(Vec<u32>, u64)| best.is_none_or(|best| value == best);
        self.answers.iter().filter(is_wanted).map(|(answer, _)| answer.clone()).collect()
    }

    pub fn canonical(&self, witness: &Witness) -> Vec<u32> {
        match &self.model {
            Model::Hamiltonian(model) => tours::plain(model).canonical(witness.numbers()),
            Model::LongestPath(model) => tours::plain(&model.visit).canonical(witness.numbers()),
            Model::Queens(queens) if matches!(witness, Witness::Vertices(_)) => {
                let set = queens.independent_set().expect("it is small");
                let column = |&vertex: &u32| set.kinds()[0].lattice.position(vertex).1;
                witness.numbers().iter().map(column).collect()
            }
            _ => witness.numbers().to_vec(),
        }
    }
}

pub const WHEEL: [(u32, u32); 9] =
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (1, 5), (3, 5), (1, 3)];

/// Two parts, the even and the odd vertices.
pub const LADDER: [(u32, u32); 8] =
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 3), (1, 4)];

fn graphs() -> [Vec<(u32, u32)>; 3] {
    [WHEEL.to_vec(), LADDER.to_vec(), WHEEL[..4].to_vec()]
}

const COUNTS: [Count; 3] = [Count::Optimum, Count::Exactly(2), Count::Exactly(3)];

fn is_of(count: Count) -> impl Fn(&Vec<u32>) -> bool {
    move |set| match count {
        Count::Optimum => true,
        Count::Exactly(count) => set.len() == count as usize,
    }
}

pub fn placements() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for piece in ["rook", "knight", "king", "queen", "bishop"] {
        for (rows, columns, blocked, surface) in [
            (3, 3, vec![], Surface::Plane),
            (2, 4, vec![], Surface::Plane),
            (3, 3, vec![4], Surface::Plane),
            (2, 4, vec![], Surface::Cylinder),
            (3, 3, vec![4], Surface::Torus),
            (2, 3, vec![2], Surface::Moebius),
            (3, 3, vec![], Surface::Klein),
        ] {
            let ground = lattice(piece, rows, columns, &blocked).on(surface);
            let other = lattice("knight", rows, columns, &blocked).on(surface);
            let kind = |lattice: &Lattice, side, count| PieceKind {
                lattice: lattice.clone(),
                side,
                count,
            };
            let mut armies: Vec<Vec<PieceKind>> =
                COUNTS.iter().map(|&count| vec![kind(&ground, None, count)]).collect();
            for count in [Count::Optimum, Count::Exactly(1)] {
                armies
                    .push(vec![kind(&ground, None, count), kind(&other, None, Count::Exactly(2))]);
                armies.push(vec![kind(&ground, Some(0), count), kind(&ground, Some(1), count)]);
            }
            for army in armies {
                for given in [vec![], vec![1]] {
                    for shielded in [true, false] {
                        let mut model = IndependentSet::army(army.clone());
                        model.given.clone_from(&given);
                        let model = if shielded { model } else { model.unshielded() };
                        let plain = sets::army(&model);
                        let valued = plain.sets().into_iter();
                        let valued =
                            valued.filter_map(|set| Some((plain.value(&set)?.into(), set)));
                        let answers = valued.map(|(value, set): (u64, _)| (set, value)).collect();
                        let model = Model::IndependentSet(model);
                        asked.push(ConstrainedQuestion { model, answers, is_listed: true });
                    }
                }
            }
        }
    }
    asked
}

/// The sets of graphs, with and without weights.
pub fn graph_sets() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    let weights = [3, 1, 4, 1, 5, 2];
    let weigh = |set: &[u32]| set.iter().map(|&vertex| u64::from(weights[vertex as usize])).sum();
    let mut both = |model: Model, answers: Vec<Vec<u32>>| {
        if let Some(set) = WeightedSet::new(model.clone(), weights.to_vec()) {
            let enough = set.with_enough(7);
            let is_enough = |set: &&Vec<u32>| match enough.direction() {
                Sense::Maximise => weigh(set) >= 7,
                Sense::Minimise => weigh(set) <= 7,
            };
            let some: Vec<Vec<u32>> = answers.iter().filter(is_enough).cloned().collect();
            asked.push(ConstrainedQuestion::valued(
                Model::WeightedSet(enough.clone()),
                some,
                weigh,
            ));
            asked.push(ConstrainedQuestion::valued(
                Model::WeightedSet(set),
                answers.clone(),
                weigh,
            ));
        }
        asked.push(ConstrainedQuestion::new(model, answers));
    };
    for edges in graphs() {
        let near = adjacency(6, &edges, false);
        let graph = Graph::from_edges(6, &edges);
        let missing = |&(a, b): &(u32, u32)| a < b && !near[a as usize].contains(&b);
        let pairs = (0..6).flat_map(|b| (0..6).map(move |a| (a, b)));
        let missing = adjacency(6, &pairs.filter(missing).collect::<Vec<_>>(), false);
        for count in COUNTS {
            for given in [vec![], vec![1]] {
                for (mut model, near) in [
                    (IndependentSet::on_graph(graph.clone(), count), &near),
                    (IndependentSet::clique_of(graph.clone().into(), count), &missing),
                ] {
                    model.given.clone_from(&given);
                    let answers = independent_sets(near, &given).into_iter().filter(is_of(count));
                    both(Model::IndependentSet(model), answers.collect());
                }
                for blocked in [vec![], vec![3]] {
                    let free = |set: &Vec<u32>| !blocked.iter().any(|one| set.contains(one));
                    let all = independent_sets(&near, &[]).into_iter();
                    let covers =
                        all.map(|set| (0..6).filter(|vertex| !set.contains(vertex)).collect());
                    let has = |set: &Vec<u32>| given.iter().all(|one| set.contains(one));
                    let covers = covers.filter(has).filter(free).filter(is_of(count)).collect();
                    let cover =
                        VertexCover::new(graph.clone(), count, given.clone(), blocked.clone());
                    both(Model::VertexCover(cover), covers);
                    for rule in rules() {
                        let answers = dominating_sets(&near, rule, &given).into_iter();
                        let answers: Vec<Vec<u32>> =
                            answers.filter(free).filter(is_of(count)).collect();
                        let mut model = DominatingSet::on_graph(graph.clone(), count)
                            .with_given(given.clone())
                            .with_blocked(blocked.clone());
                        applied(rule, &mut model);
                        both(Model::DominatingSet(model), answers);
                    }
                }
            }
        }
    }
    asked
}

/// Every condition on dominating sets that may be met.
fn rules() -> impl Iterator<Item = DominationRule> {
    let all = (0..16).map(|bits| DominationRule {
        independent: bits & 1 != 0,
        total: bits & 2 != 0,
        perfect: bits & 4 != 0,
        minimal: bits & 8 != 0,
    });
    all.filter(|rule| !(rule.independent && rule.total))
}

fn applied(rule: DominationRule, model: &mut DominatingSet) {
    (model.independent, model.total) = (rule.independent, rule.total);
    (model.perfect, model.minimal) = (rule.perfect, rule.minimal);
}

pub fn dominations() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for piece in ["queen", "knight", "king", "rook", "betza:WfF", "betza:fbR2"] {
        for (rows, columns, holes, surface) in [
            (3, 3, vec![], Surface::Plane),
            (3, 3, vec![4], Surface::Plane),
            (2, 4, vec![], Surface::Plane),
            (2, 4, vec![5], Surface::Cylinder),
            (3, 3, vec![], Surface::Torus),
            (3, 3, vec![], Surface::Moebius),
            (2, 4, vec![3], Surface::Klein),
        ] {
            for count in COUNTS {
                for (given, blocked) in [(vec![], vec![]), (vec![1], vec![]), (vec![], vec![0, 2])]
                {
                    for rule in rules() {
                        let board = lattice(piece, rows, columns, &holes).on(surface);
                        let mut model = DominatingSet::on_lattice(board, count)
                            .with_given(given.clone())
                            .with_blocked(blocked.clone());
                        applied(rule, &mut model);
                        let free = |set: &Vec<u32>| !blocked.iter().any(|one| set.contains(one));
                        let answers = sets::dominating(&model).into_iter();
                        let answers: Vec<Vec<u32>> =
                            answers.filter(free).filter(is_of(count)).collect();
                        asked.push(ConstrainedQuestion::new(Model::DominatingSet(model), answers));
                    }
                }
            }
        }
    }
    asked
}

pub fn queens() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for n in 1..=6 {
        for given in [vec![], vec![(0, 1 % n)]] {
            for forbidden in [vec![], vec![(n - 1, n / 2)]] {
                let plain = PlainQueens { n, given: given.clone(), forbidden: forbidden.clone() };
                asked.push(ConstrainedQuestion::new(
                    Model::Queens(Queens::new(n, given.clone(), forbidden)),
                    plain.all(),
                ));
            }
        }
    }
    asked
}

pub fn colourings() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for edges in graphs() {
        for count in [Count::Optimum, Count::Exactly(2), Count::Exactly(3), Count::Exactly(4)] {
            for given in [vec![], vec![(0, 1), (3, 0)]] {
                let most = if let Count::Exactly(count) = count { count } else { 6 };
                let mut answers = vec![Vec::new()];
                for _ in 0..6 {
                    let next = answers.iter().flat_map(|begun: &Vec<u32>| {
                        (0..most).map(move |colour| [begun.as_slice(), &[colour]].concat())
                    });
                    answers = next.collect();
                }
                answers.retain(|colours| {
                    let differ = |&(a, b): &(u32, u32)| colours[a as usize] != colours[b as usize];
                    let is = |&(vertex, colour): &(u32, u32)| colours[vertex as usize] == colour;
                    edges.iter().all(differ) && given.iter().all(is)
                });
                let model = Colouring::new(Graph::from_edges(6, &edges), count, given).unanchored();
                let value = |colours: &[u32]| u64::from(colours.iter().max().unwrap_or(&0) + 1);
                asked.push(ConstrainedQuestion::valued(Model::Colouring(model), answers, value));
            }
        }
    }
    asked
}

pub fn routes() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for piece in ["knight", "king", "rook"] {
        for weights in [None, Some(vec![3, 1, 2, 1, 4, 1, 1, 2, 1, 1, 3, 1])] {
            for (at_most, surface) in [
                (None, Surface::Plane),
                (Some(2), Surface::Plane),
                (Some(4), Surface::Plane),
                (None, Surface::Torus),
                (Some(3), Surface::Moebius),
            ] {
                let ground = lattice(piece, 3, 4, &[]).on(surface);
                let mut model = Route::new(ground, 0, 10, weights.clone());
                model.at_most = at_most;
                let plain = PlainRoute {
                    next: moves(model.lattice()),
                    from: 0,
                    to: 10,
                    costs: (0..12).map(|vertex| model.weight(vertex)).collect(),
                };
                let most = at_most.unwrap_or_else(|| plain.least().expect("a route"));
                let answers = plain.within(most, Patience::ENDLESS).expect("patience");
                asked.push(ConstrainedQuestion::valued(Model::Route(model), answers, |path| {
                    plain.cost(path)
                }));
            }
        }
    }
    asked
}

pub fn paths() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for is_directed in [false, true] {
        for is_weighted in [false, true] {
            for at_most in [None, Some(3), Some(5)] {
                let weight = |index: usize| if is_weighted { 1 + index as u64 % 3 } else { 1 };
                let edges: Vec<(u32, u32, u64)> =
                    (0..).zip(WHEEL).map(|(index, (a, b))| (a, b, weight(index))).collect();
                let mut model = if is_directed {
                    ShortestPath::new(6, edges.clone(), 0, 5)
                } else {
                    ShortestPath::undirected(6, &edges, 0, 5)
                };
                model.at_most = at_most;
                let cost = |path: &[u32]| -> Option<u64> {
                    let step = |pair: &[u32]| {
                        let is = |&&(a, b, _): &&(u32, u32, u64)| {
                            (a, b) == (pair[0], pair[1])
                                || !is_directed && (b, a) == (pair[0], pair[1])
                        };
                        edges.iter().find(is).map(|&(_, _, weight)| weight)
                    };
                    path.windows(2).map(step).sum()
                };
                let mut begun = vec![vec![0]];
                let mut answers = Vec::new();
                while let Some(path) = begun.pop() {
                    if path.last() == Some(&5) {
                        answers.push(path);
                        continue;
                    }
                    for next in (0..6).filter(|next| !path.contains(next)) {
                        let longer = [path.as_slice(), &[next]].concat();
                        if cost(&longer).is_some_and(|cost| at_most.is_none_or(|most| cost <= most))
                        {
                            begun.push(longer);
                        }
                    }
                }
                let model = Model::ShortestPath(model);
                asked.push(ConstrainedQuestion::valued(model, answers, |path| {
                    cost(path).expect("a path")
                }));
            }
        }
    }
    asked
}

/// Meetings, by the turns at each vertex; the paths that lead there are many.
pub fn meetings() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for (piece, at_most, surface) in [
        ("knight", None, Surface::Plane),
        ("knight", Some(2), Surface::Plane),
        ("knight", Some(6), Surface::Plane),
        ("knight", None, Surface::Cylinder),
        ("knight", Some(3), Surface::Klein),
        ("betza:fsRbW", None, Surface::Plane),
        ("betza:fhNrF", Some(9), Surface::Moebius),
        ("betza:W2", None, Surface::Plane),
    ] {
        for starts in [vec![0, 11], vec![0, 5, 11]] {
            let rider = |vertex| Rider { vertex, jumps: 1 + vertex % 2 };
            let riders = starts.into_iter().map(rider).collect();
            let mut model = Meeting::new(lattice(piece, 3, 4, &[]).on(surface), riders);
            model.at_most = at_most;
            let answers = turns(&model).into_iter().flatten();
            let answers = answers.filter(|&turns| at_most.is_none_or(|most| turns <= most));
            let answers = answers.map(|turns| (Vec::new(), turns)).collect();
            asked.push(ConstrainedQuestion {
                model: Model::Meeting(model),
                answers,
                is_listed: false,
            });
        }
    }
    asked
}

/// Pieces with their start and their goal.
type Pieces = &'static [(&'static str, u32, u32)];

/// Exchanges, with the length of their shortest plans by hand.
pub fn exchanges() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    let pieces: [(Pieces, bool, u64); 4] = [
        (&[("knight", 0, 5)], false, 1),
        (&[("wazir", 0, 3), ("wazir", 1, 4)], false, 2),
        (&[("wazir", 0, 3), ("wazir", 1, 4)], true, 1),
        (&[("wazir", 1, 2), ("knight", 0, 5), ("king", 4, 3)], false, 3),
    ];
    for (pieces, parallel, least) in pieces {
        for at_most in [None, Some(least), Some(least + 1)] {
            let mut model = exchange::tests::model(2, 3, pieces);
            (model.parallel, model.at_most) = (parallel, at_most);
            let answers = vec![(Vec::new(), least)];
            asked.push(ConstrainedQuestion {
                model: Model::Exchange(model),
                answers,
                is_listed: false,
            });
        }
    }
    asked
}
