//! Small boards for the tests of methods, and checks against plain enumeration on them.

use fixedbitset::FixedBitSet;
use satranj_encodings::lattice::{Lattice, Step};

/// Name, whether its steps repeat, and the steps of one octant.
pub type Piece = (&'static str, bool, &'static [(i32, i32)]);

pub const PIECES: [Piece; 8] = [
    ("knight", false, &[(1, 2), (2, 1)]),
    ("king", false, &[(0, 1), (1, 0), (1, 1)]),
    ("wazir", false, &[(0, 1), (1, 0)]),
    ("alfil", false, &[(2, 2)]),
    ("rook", true, &[(0, 1), (1, 0)]),
    ("bishop", true, &[(1, 1)]),
    ("queen", true, &[(0, 1), (1, 0), (1, 1)]),
    ("nightrider", true, &[(1, 2), (2, 1)]),
];

pub fn lattice(piece: &str, rows: u32, columns: u32, blocked: &[u32]) -> Lattice {
    let (_, repeats, octant) = *PIECES.iter().find(|(name, ..)| *name == piece).unwrap();
    let directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut steps: Vec<Step> = octant
        .iter()
        .flat_map(|&(rows, columns)| {
            directions.map(|(down, right)| Step {
                rows: down * rows,
                columns: right * columns,
                repeats,
            })
        })
        .collect();
    steps.sort_unstable();
    steps.dedup();
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    cells.extend(blocked.iter().map(|&cell| cell as usize));
    Lattice::new(rows, columns, Some(&cells), steps)
}

pub mod tours {
    //! Hamiltonian paths and cycles by plain enumeration.

    use std::{collections::BTreeSet, ops::ControlFlow};

    use proptest::prelude::*;
    use satranj_encodings::{
        graph::Graph,
        hamiltonian::Hamiltonian,
        lattice::{Lattice, Step},
    };

    pub fn leaper(rows: u32, columns: u32, closed: bool, (by, across): (i32, i32)) -> Hamiltonian {
        let mut steps = Vec::new();
        for (by, across) in [(by, across), (across, by)] {
            for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                steps.push(Step { rows: down * by, columns: right * across, repeats: false });
            }
        }
        Hamiltonian::on_lattice(Lattice::new(rows, columns, None, steps), closed)
    }

    pub fn knight(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
        leaper(rows, columns, closed, (1, 2))
    }

    /// Whether a path is a witness, by the definition alone.
    pub fn is_witness(model: &Hamiltonian, path: &[u32]) -> bool {
        let graph = model.graph();
        let mut moves: Vec<(u32, u32)> = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return false;
        };
        if model.closed {
            moves.push((last, first));
        }
        path.iter().collect::<BTreeSet<_>>().len() == path.len()
            && path.len() == graph.vertices() as usize
            && moves.iter().all(|&(a, b)| graph.edge_between(a, b).is_some())
            && model.given.iter().all(|&(a, b)| moves.contains(&(a, b)) || moves.contains(&(b, a)))
            && (if model.closed { path.len() > 2 } else { model.may_end(last) })
            && model.may_start(first)
    }

    type Each<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

    fn extend(model: &Hamiltonian, path: &mut Vec<u32>, each: &mut Each<'_>) -> ControlFlow<()> {
        if path.len() == model.graph().vertices() as usize {
            let backward = model.closed && path.len() > 2 && path[1] > path[path.len() - 1];
            let is_new = !backward && is_witness(model, path);
            return if is_new { each(path) } else { ControlFlow::Continue(()) };
        }
        for &next in model.graph().neighbours(path[path.len() - 1]) {
            if !path.contains(&next) {
                path.push(next);
                extend(model, path, each)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` with every witness; cycles from one vertex, in one direction.
    fn walk(model: &Hamiltonian, each: &mut Each<'_>) -> ControlFlow<()> {
        let mut starts = match model.start {
            Some(start) => start..start + 1,
            None if model.closed => 0..1,
            None => 0..model.graph().vertices(),
        };
        starts.try_for_each(|start| extend(model, &mut vec![start], each))
    }

    /// All witnesses by plain enumeration; cycles from one vertex, in one direction.
    pub fn enumerate(model: &Hamiltonian) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::new();
        let _ = walk(model, &mut |path| {
            all.insert(path.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    /// Whether there is a witness, by plain enumeration.
    pub fn exists(model: &Hamiltonian) -> bool {
        model.vertices() > 0 && walk(model, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Any question on a graph of so many vertices at most.
    pub fn any_model(most: u32) -> impl Strategy<Value = Hamiltonian> {
        (1_u32..=most, any::<bool>(), 20_u32..=100).prop_flat_map(|(n, closed, density)| {
            let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            let keep = proptest::collection::vec(0_u32..100, pairs.len());
            let end = move || proptest::option::of(0..n);
            let given = proptest::collection::vec(any::<prop::sample::Index>(), 0..3);
            (keep, end(), end(), given).prop_map(move |(keep, start, end, given)| {
                let kept = pairs.iter().zip(keep).filter(|&(_, value)| value < density);
                let edges: Vec<(u32, u32)> = kept.map(|(&pair, _)| pair).collect();
                let mut model = Hamiltonian::on_graph(Graph::from_edges(n, &edges), closed);
                model.start = start;
                model.end = end.filter(|_| !closed);
                if !edges.is_empty() {
                    model.given = given.iter().map(|index| *index.get(&edges)).collect();
                }
                model
            })
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
        model::{Model, Sense},
    };

    use crate::{
        limits::Limits,
        methods::{Context, Ending, Goal, Method, Options},
    };

    /// A board and vertices given on it.
    #[derive(Debug, Clone)]
    pub struct Board {
        pub rows: u32,
        pub columns: u32,
        pub blocked: Vec<u32>,
        pub given: Vec<u32>,
    }

    impl Board {
        pub fn lattice(&self, piece: &str) -> Lattice {
            super::lattice(piece, self.rows, self.columns, &self.blocked)
        }
    }

    /// Boards of at most so many rows and columns, some cells blocked, some given.
    pub fn boards(rows: u32, columns: u32) -> impl Strategy<Value = Board> {
        let blocked = proptest::collection::vec(any::<prop::sample::Index>(), 0..4);
        let given = proptest::collection::vec(any::<prop::sample::Index>(), 0..4);
        (1..=rows, 1..=columns, blocked, given).prop_map(|(rows, columns, blocked, given)| {
            let cells = (rows * columns) as usize;
            let index = |of: usize| move |at: prop::sample::Index| at.index(of) as u32;
            let mut blocked: Vec<u32> = blocked.into_iter().map(index(cells)).collect();
            blocked.sort_unstable();
            blocked.dedup();
            let free = cells - blocked.len();
            // One given vertex in three boards of four: else most have conflicts.
            let given = given.into_iter().skip(2).filter(|_| free > 0);
            let given = given.map(index(free.max(1))).collect();
            Board { rows, columns, blocked, given }
        })
    }

    /// All sets of so many vertices at most, in rising order each.
    fn all(vertices: u32) -> impl Iterator<Item = Vec<u32>> {
        assert!(vertices <= 16, "too many sets");
        (0_u32..1 << vertices)
            .map(move |set| (0..vertices).filter(|vertex| set >> vertex & 1 == 1).collect())
    }

    fn has_given(given: &[u32], set: &[u32]) -> bool {
        given.iter().all(|vertex| set.contains(vertex))
    }

    /// All independent sets with the given vertices, of every size.
    pub fn independent(model: &IndependentSet) -> Vec<Vec<u32>> {
        let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        all(model.vertices())
            .filter(|set| has_given(&model.given, set))
            .filter(|set| !edges.iter().any(|(a, b)| set.contains(a) && set.contains(b)))
            .collect()
    }

    /// All dominating sets with the given vertices, of every size.
    pub fn dominating(model: &DominatingSet) -> Vec<Vec<u32>> {
        let near = |a: u32, b: u32| model.graph().edge_between(a, b).is_some();
        all(model.vertices())
            .filter(|set| has_given(model.given(), set))
            .filter(|set| {
                (0..model.vertices()).all(|vertex| {
                    (!model.total && set.contains(&vertex))
                        || set.iter().any(|&piece| near(piece, vertex))
                })
            })
            .filter(|set| {
                !model.independent || !set.iter().any(|&a| set.iter().any(|&b| near(a, b)))
            })
            .collect()
    }

    /// What a method finds, how it ended, and the run.
    pub fn solve(
        method: &dyn Method,
        model: &Model,
        goal: Goal,
        limits: Limits,
    ) -> (Ending, Vec<Vec<u32>>, Context) {
        let run = Context::new(limits, 0, Options::default());
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

    /// A method finds exactly the expected sets, each once, and one of them if one is asked for.
    pub fn check_exactly(method: &dyn Method, model: &Model, expected: &BTreeSet<Vec<u32>>) {
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

    /// A method finds better and better ones of some sets with their values, until the best.
    pub fn check_optimum(method: &dyn Method, model: &Model, all: &[Vec<u32>], best: Option<u32>) {
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

    /// A method agrees with plain enumeration on a dominating set, for every number of pieces.
    pub fn check_dominating(method: &dyn Method, model: &DominatingSet) {
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
