//! Small boards for the tests of methods, models as plain inputs of the oracles, and checks against
//! these.

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    lattice::{Lattice, Step},
    meeting::Meeting,
};
use satranj_oracles::{
    PlainGraph,
    boards::{PlainBoard, PlainSurface},
    pieces::{PlainStep, stated_steps},
    routes::turns_to_meet,
};

pub const PIECES: [&str; 8] =
    ["knight", "king", "wazir", "alfil", "rook", "bishop", "queen", "nightrider"];

pub fn lattice(piece: &str, rows: u32, columns: u32, blocked: &[u32]) -> Lattice {
    let step = |(rows, columns, reach)| Step { rows, columns, reach };
    let steps = stated_steps(piece).into_iter().map(step);
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    cells.extend(blocked.iter().map(|&cell| cell as usize));
    let lattice = Lattice::new(rows, columns, Some(&cells), steps.collect());
    if piece.starts_with("betza:") { lattice.unevenly() } else { lattice }
}

/// The board of a lattice.
fn board(lattice: &Lattice) -> PlainBoard {
    let (rows, columns) = (lattice.rows(), lattice.columns());
    let is_blocked = |cell: &u32| lattice.vertex(cell / columns, cell % columns).is_none();
    PlainBoard {
        blocked: (0..rows * columns).filter(is_blocked).collect(),
        surface: PlainSurface::named(lattice.surface().name()),
        ..PlainBoard::new(rows, columns)
    }
}

fn steps(lattice: &Lattice) -> Vec<PlainStep> {
    lattice.steps().iter().map(|step| (step.rows, step.columns, step.reach)).collect()
}

/// The moves over a lattice.
pub fn moves(lattice: &Lattice) -> PlainGraph {
    board(lattice).graph(&steps(lattice))
}

/// The turns of a meeting at each vertex, `None` if it is impossible.
pub fn turns(model: &Meeting) -> Vec<Option<u64>> {
    let riders: Vec<(u32, u64)> =
        model.riders.iter().map(|rider| (rider.vertex, rider.jumps.into())).collect();
    turns_to_meet(&moves(model.lattice()), &riders)
}

pub mod tours {
    //! Hamiltonian paths and cycles.

    use proptest::prelude::*;
    use satranj_encodings::longest_path::LongestPath;
    use satranj_encodings::{
        graph::Graph,
        hamiltonian::Hamiltonian,
        lattice::{Lattice, Step},
    };
    use satranj_oracles::{generators, longest::PlainLongest, tours::PlainTour};

    pub fn leaper(rows: u32, columns: u32, closed: bool, (by, across): (i32, i32)) -> Hamiltonian {
        let steps = Step::leap(by, across).around().collect();
        Hamiltonian::on_lattice(Lattice::new(rows, columns, None, steps), closed)
    }

    pub fn knight(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
        leaper(rows, columns, closed, (1, 2))
    }

    /// What a model without directions asks for.
    pub fn plain(model: &Hamiltonian) -> PlainTour {
        let successors = |vertex| model.successors(vertex).map(|(other, _)| other).collect();
        PlainTour {
            next: (0..model.vertices()).map(successors).collect(),
            directed: model.is_directed(),
            closed: model.closed,
            start: model.start,
            end: model.end,
            given: model.given.clone(),
            times: model.times.clone(),
            images: model.symmetry.as_ref().map(|symmetry| symmetry.images.clone()),
        }
    }

    /// The same for a longest path.
    pub fn plain_longest(model: &LongestPath) -> PlainLongest {
        let lattice = model.visit.lattice().filter(|_| model.is_uncrossed());
        let points = lattice.map(|lattice| {
            let point = |vertex| lattice.position(vertex);
            let points = (0..lattice.vertices()).map(point);
            points.map(|(row, column)| (row.into(), column.into())).collect()
        });
        let (tour, induced, at_least) = (plain(&model.visit), model.induced, model.at_least);
        PlainLongest { tour, points, induced, at_least }
    }

    /// Whether a path is a witness, by the definition alone.
    pub fn is_witness(model: &Hamiltonian, path: &[u32]) -> bool {
        plain(model).is_witness(path)
    }

    /// Whether there is a witness, by plain enumeration.
    pub fn exists(model: &Hamiltonian) -> bool {
        plain(model).exists()
    }

    /// Arbitrary questions on undirected graphs of at most this many vertices.
    pub fn any_model(most: u32) -> impl Strategy<Value = Hamiltonian> {
        any_tour(most, 0.0, false)
    }

    /// The same, a third of them with given times.
    pub fn any_timed(most: u32) -> impl Strategy<Value = Hamiltonian> {
        any_tour(most, 0.0, true)
    }

    /// Arbitrary questions on directed graphs of at most this many vertices.
    pub fn any_directed(most: u32) -> impl Strategy<Value = Hamiltonian> {
        any_tour(most, 1.0, false)
    }

    fn any_tour(most: u32, directed: f64, timed: bool) -> impl Strategy<Value = Hamiltonian> {
        generators::tours(most, directed).prop_map(move |tour| {
            let n = tour.next.len() as u32;
            let edges = (0..).zip(&tour.next);
            let edges: Vec<(u32, u32)> =
                edges.flat_map(|(a, next)| next.iter().map(move |&b| (a, b))).collect();
            let mut model = if tour.directed {
                Hamiltonian::on_arcs(n, &edges, tour.closed)
            } else {
                Hamiltonian::on_graph(Graph::from_edges(n, &edges), tour.closed)
            };
            (model.start, model.end, model.given) = (tour.start, tour.end, tour.given);
            if timed { model.with_times(&tour.times) } else { model }
        })
    }
}

pub mod sets {
    //! Sets of vertices by plain enumeration, and whether a method agrees.

    use std::{collections::BTreeSet, ops::ControlFlow};

    use proptest::prelude::*;
    use satranj_encodings::{
        dominating_set::DominatingSet,
        independent_set::IndependentSet,
        lattice::Lattice,
        model::{Count, Model, Sense},
    };
    use satranj_oracles::{
        armies::{PlainArmy, PlainTroop},
        boards::PlainBoard,
        generators,
        sets::{DominationRule, dominating_sets},
    };

    use crate::{
        limits::Limits,
        methods::{Context, Ending, Goal, Method, MethodOptions},
    };

    /// A board and vertices given on it.
    #[derive(Debug, Clone)]
    pub struct GivenBoard {
        plain: PlainBoard,
        pub given: Vec<u32>,
    }

    impl GivenBoard {
        pub fn lattice(&self, piece: &str) -> Lattice {
            let blocked: Vec<u32> = self.plain.blocked.iter().copied().collect();
            super::lattice(piece, self.plain.rows, self.plain.columns, &blocked)
        }
    }

    /// Boards of at most this many rows and columns, some cells blocked, some given.
    pub fn boards(rows: u32, columns: u32) -> impl Strategy<Value = GivenBoard> {
        generators::boards(rows, columns).prop_map(|(plain, given)| GivenBoard { plain, given })
    }

    /// The placements of a model.
    pub fn army(model: &IndependentSet) -> PlainArmy {
        let kinds = model.kinds().iter().map(|kind| PlainTroop {
            steps: super::steps(&kind.lattice),
            side: kind.side,
            count: match kind.count {
                Count::Exactly(count) => Some(count),
                Count::Optimum => None,
            },
        });
        PlainArmy {
            board: super::board(&model.kinds()[0].lattice),
            kinds: kinds.collect(),
            shielded: model.is_shielded(),
            given: model.given.clone(),
        }
    }

    /// All dominating sets with the given vertices, of every size.
    pub fn dominating(model: &DominatingSet) -> Vec<Vec<u32>> {
        let lattice = &model.pieces().kinds()[0].lattice;
        let near = if lattice.is_uneven() {
            super::moves(lattice)
        } else {
            army(model.pieces()).conflicts()
        };
        let DominatingSet { independent, total, perfect, minimal, .. } = *model;
        let rule = DominationRule { independent, total, perfect, minimal };
        dominating_sets(&near, rule, model.given())
    }

    /// The witnesses of a method, how it ended, and the run.
    pub fn solve(
        method: &Method,
        model: &Model,
        goal: Goal,
        limits: Limits,
    ) -> (Ending, Vec<Vec<u32>>, Context) {
        let run = Context::new(limits, 0, MethodOptions::default());
        let mut found = Vec::new();
        let ending = method.solve(model, goal, &run, &mut |witness| {
            found.push(witness.numbers().to_vec());
            ControlFlow::Continue(())
        });
        (ending.unwrap(), found, run)
    }

    fn is_complete(ending: &Ending) -> bool {
        matches!(ending, Ending::Exhausted | Ending::Proved(_))
    }

    /// Checks that a method finds exactly the expected sets, each once, or one of them if one is
    /// requested.
    pub fn check_exactly(method: &Method, model: &Model, expected: &BTreeSet<Vec<u32>>) {
        let (ending, found, run) = solve(method, model, Goal::All, Limits::default());
        assert!(is_complete(&ending), "{ending:?}");
        let sets: BTreeSet<Vec<u32>> = found.iter().cloned().collect();
        assert_eq!(sets.len(), found.len(), "a set came twice");
        assert_eq!(&sets, expected);
        let counters = run.counters.read();
        assert_eq!(counters.nodes, counters.backtracks);
        let (ending, found, _) = solve(method, model, Goal::First, Limits::default());
        if expected.is_empty() {
            assert!(is_complete(&ending) && found.is_empty(), "{ending:?}");
        } else {
            assert_eq!((ending, found.len()), (Ending::Enough, 1));
            assert!(expected.contains(&found[0]));
        }
    }

    /// Checks that a method finds better and better ones of some sets with their values, until the
    /// best.
    pub fn check_optimum(method: &Method, model: &Model, all: &[Vec<u32>], best: Option<u32>) {
        let (ending, found, _) = solve(method, model, Goal::First, Limits::default());
        assert!(is_complete(&ending), "{ending:?}");
        let value = |set: &Vec<u32>| match model.as_independent_set() {
            Some(model) => model.value(set),
            None => set.len() as u32,
        };
        let values: Vec<u32> = found.iter().map(value).collect();
        assert_eq!(values.last().copied(), best);
        let sense = model.sense().unwrap_or(Sense::Maximise);
        assert!(values.windows(2).all(|pair| sense.is_better(pair[1], pair[0])), "{values:?}");
        assert!(found.iter().all(|set| all.contains(set)));
    }

    /// Checks a method against plain enumeration on a dominating set, for every number of pieces.
    pub fn check_dominating(method: &Method, model: &DominatingSet) {
        let all = dominating(model);
        let best = all.iter().map(|set| set.len() as u32).min();
        let model = Model::DominatingSet(model.clone());
        check_optimum(method, &model, &all, best);
        for count in 0..=all.iter().map(|set| set.len() as u32).max().unwrap_or(1) + 1 {
            let expected = all.iter().filter(|set| set.len() == count as usize).cloned();
            check_exactly(method, &model.with_value(count), &expected.collect());
        }
    }
}
