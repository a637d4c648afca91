//! The encodings of placements, solved by varisat, find exactly the sets that brute force finds.

use crate::support::{
    VarisatSolver, encode, encoding, encodings_of,
    placements::{armies, board, pieces},
    plain, sizes,
};
use proptest::prelude::*;
use rustsat::{instances::BasicVarManager, types::Var};
use satranj_encodings::{
    at_most_one::AtMostOne,
    dominating_set::DominatingSet,
    encoding::{Encoding, Options, Reading},
    independent_set::{IndependentSet, PieceKind},
    model::{Count, Model, Sense, Witness},
    queens::Queens,
    totalizer::Bound,
};
use satranj_oracles::sets::{DominationRule, dominating_sets};

/// All witnesses of a model with their values.
fn brute_force(model: &Model) -> Vec<(Vec<u32>, u32)> {
    let mut found: Vec<(Vec<u32>, u32)> = if let Model::DominatingSet(set) = model {
        let near = plain::army(set.pieces()).conflicts();
        let DominatingSet { independent, total, perfect, minimal, .. } = *set;
        let rule = DominationRule { independent, total, perfect, minimal };
        let sets = dominating_sets(&near, rule, set.given()).into_iter();
        let sets = sets.map(|vertices| (vertices.len() as u32, vertices));
        let fits = |size: u32| set.count == Count::Optimum || set.count == Count::Exactly(size);
        sets.filter(|&(size, _)| fits(size)).map(|(size, vertices)| (vertices, size)).collect()
    } else {
        let army = plain::army(model.as_independent_set().unwrap());
        let sets = army.sets().into_iter();
        sets.filter_map(|vertices| army.value(&vertices).map(|value| (vertices, value))).collect()
    };
    found.sort_unstable();
    found
}

fn read(
    encoded: &dyn satranj_encodings::encoding::Encoded,
    assignment: &satranj_encodings::clause::Assignment,
) -> Witness {
    match encoded.read(assignment).expect("a satisfying assignment can be read") {
        Reading::Witness(witness) => witness,
        Reading::Cuts(_) => panic!("a complete encoding needs no cuts"),
    }
}

/// All witnesses of a model without a free count.
fn enumerate(encoding: &Encoding, model: &Model, options: Options) -> Vec<Vec<u32>> {
    let (cnf, encoded) = encode(encoding, model, options);
    assert_eq!(encoded.objective(), None);
    let mut solver = VarisatSolver::of(&cnf);
    let mut found = Vec::new();
    while let Some(assignment) = solver.solve(&[]) {
        let witness = read(&*encoded, &assignment);
        let clause = encoded.exclude(&witness);
        assert!(!clause.iter().any(|&literal| assignment.satisfies(literal)));
        solver.add(&clause);
        found.push(witness.numbers().to_vec());
    }
    found.sort_unstable();
    found
}

/// The best value, by an ever tighter bound; each witness on the way is one.
fn best(
    encoding: &Encoding,
    model: &Model,
    options: Options,
    witnesses: &[(Vec<u32>, u32)],
) -> Option<u32> {
    let (cnf, encoded) = encode(encoding, model, options);
    let objective = encoded.objective().expect("a count is free");
    assert_eq!(Some(objective.sense), model.sense());
    let mut solver = VarisatSolver::of(&cnf);
    let mut variables = BasicVarManager::from_next_free(Var::new(encoded.variables()));
    let lists = std::iter::once(&objective.literals).chain(&objective.bounded_by_it);
    let mut bounds: Vec<Bound> =
        lists.map(|literals| Bound::new(literals, objective.sense)).collect();
    let mut best = None;
    while let Some(assignment) = solver.solve(&[]) {
        let witness = read(&*encoded, &assignment);
        let vertices = witness.numbers().to_vec();
        let value = model.value(&witness) as u32;
        assert!(witnesses.contains(&(vertices.clone(), value)), "{vertices:?} is not a witness");
        let all = match model {
            Model::DominatingSet(set) => set.vertices(),
            _ => model.as_independent_set().map_or(0, IndependentSet::vertices),
        };
        // What is read may lack vertices of the larger of several kinds.
        let chosen = (0..all).filter(|&v| assignment.satisfies(Var::new(v).pos_lit()));
        let levelled = !chosen.eq(vertices.iter().copied());
        let literals =
            objective.literals.iter().filter(|&&l| assignment.satisfies(l)).count() as u32;
        let several = model.as_independent_set().is_some_and(|set| {
            set.kinds().iter().filter(|k| k.count == Count::Optimum).count() > 1
        });
        assert!(literals == value || several && literals < value, "{literals} and not {value}");
        for list in &objective.bounded_by_it {
            let holds = list.iter().filter(|&&l| assignment.satisfies(l)).count() as u32;
            assert!(!objective.sense.is_better(value, holds), "{holds} and {value}");
        }
        if !levelled {
            let clause = encoded.exclude(&witness);
            assert!(!clause.iter().any(|&literal| assignment.satisfies(literal)));
        }
        if let Some(best) = best {
            assert!(objective.sense.is_better(value, best));
        }
        best = Some(value);
        let mut tighter = satranj_encodings::clause::Cnf::default();
        for bound in &mut bounds {
            bound.tighten(value, &mut variables, &mut tighter).unwrap();
        }
        tighter.iter().for_each(|clause| solver.add(clause));
    }
    best
}

/// Compares all encodings of a model with brute force; returns the number of its witnesses,
/// and the best value if it asks for one.
fn agree_with(model: &Model, options: Options) -> (usize, Option<u32>) {
    let expected = brute_force(model);
    let values = expected.iter().map(|&(_, value)| value);
    let optimum = match model.sense() {
        Some(Sense::Maximise) => values.max(),
        Some(Sense::Minimise) => values.min(),
        None => None,
    };
    let encodings = encodings_of(model);
    assert!(!encodings.is_empty());
    for encoding in encodings {
        let name = encoding.name();
        let (cnf, encoded) = encode(encoding, model, options);
        let size = sizes::size(encoding, model, options);
        assert_eq!(u64::from(encoded.variables()), size.variables, "{name}");
        assert_eq!(cnf.len() as u64, size.clauses, "{name}");
        for literal in cnf.iter().flatten() {
            assert!(literal.vidx32() < encoded.variables(), "{name}: {literal}");
        }
        if model.sense().is_some() {
            assert_eq!(best(encoding, model, options, &expected), optimum, "{name}: {model:?}");
        } else {
            let sets: Vec<Vec<u32>> = expected.iter().map(|(set, _)| set.clone()).collect();
            assert_eq!(enumerate(encoding, model, options), sets, "{name}: {model:?}");
        }
    }
    (expected.len(), optimum)
}

fn agree(model: &Model) -> (usize, Option<u32>) {
    agree_with(model, Options::default())
}

/// One kind of [`pieces`] on a free board.
fn placement(rows: u32, columns: u32, piece: usize, count: Count) -> Model {
    Model::IndependentSet(IndependentSet::on_lattice(board(rows, columns, &[], piece), count))
}

/// The numbers of kings, knights, rooks, bishops and queens in [`pieces`].
const KING: usize = 0;
const KNIGHT: usize = 1;
const ROOK: usize = 2;
const BISHOP: usize = 3;
const QUEEN: usize = 4;

#[test]
fn queens_are_counted_as_known() {
    // OEIS A000170.
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
        let model = Model::Queens(Queens::new(n, Vec::new(), Vec::new()));
        for name in ["lines", "edges"] {
            for at_most_one in AtMostOne::ALL {
                let found = enumerate(
                    encoding(name),
                    &model,
                    Options { at_most_one, ..Options::default() },
                );
                assert_eq!(found.len(), count, "{name} {n}");
            }
        }
    }
    let given = Model::Queens(Queens::new(5, vec![(0, 0)], vec![(1, 2)]));
    assert_eq!(agree(&given).0, 1);
    assert_eq!(agree(&Model::Queens(Queens::new(5, vec![(0, 0)], vec![(0, 0)]))).0, 0);
}

#[test]
fn the_most_pieces_on_small_boards() {
    let most = |n, piece| agree(&placement(n, n, piece, Count::Optimum)).1;
    assert_eq!([1, 2, 3, 4].map(|n| most(n, KING)), [1, 1, 4, 4].map(Some));
    assert_eq!([1, 2, 3, 4].map(|n| most(n, KNIGHT)), [1, 4, 5, 8].map(Some));
    assert_eq!([1, 2, 3, 4].map(|n| most(n, ROOK)), [1, 2, 3, 4].map(Some));
    assert_eq!([1, 2, 3, 4].map(|n| most(n, BISHOP)), [1, 2, 4, 6].map(Some));
    assert_eq!([1, 2, 3, 4].map(|n| most(n, QUEEN)), [1, 1, 2, 4].map(Some));
}

#[test]
fn no_cells() {
    for count in [Count::Exactly(0), Count::Exactly(1), Count::Optimum] {
        let set = IndependentSet::on_lattice(board(1, 1, &[true], QUEEN), count);
        let expected = usize::from(count != Count::Exactly(1));
        assert_eq!(agree(&Model::IndependentSet(set)).0, expected);
        let set = DominatingSet::on_lattice(board(1, 1, &[true], QUEEN), count);
        assert_eq!(agree(&Model::DominatingSet(set)).0, expected);
    }
}

#[test]
fn peaceable_queens() {
    // OEIS A250000.
    for (n, most) in [(1, 0), (2, 0), (3, 1)] {
        let side = |side| PieceKind {
            lattice: board(n, n, &[], QUEEN),
            side: Some(side),
            count: Count::Optimum,
        };
        let set = IndependentSet::army(vec![side(0), side(1)]);
        assert_eq!(agree(&Model::IndependentSet(set)).1, Some(most), "{n}");
    }
}

#[test]
fn the_fewest_dominators() {
    // Queens and knights on 4x4.
    let fewest = |piece, total, independent| {
        let mut set = DominatingSet::on_lattice(board(4, 4, &[], piece), Count::Optimum);
        set.total = total;
        set.independent = independent;
        agree(&Model::DominatingSet(set)).1
    };
    assert_eq!(fewest(QUEEN, false, false), Some(2));
    assert_eq!(fewest(QUEEN, false, true), Some(3));
    assert_eq!(fewest(QUEEN, true, false), Some(2));
    assert_eq!(fewest(KNIGHT, false, false), Some(4));
    assert_eq!(fewest(KNIGHT, true, false), Some(6));
    assert_eq!(fewest(KNIGHT, true, true), None);
}

#[test]
fn an_interrupted_sink_gets_no_more() {
    struct StoppingPlacements(u64);
    impl satranj_encodings::clause::ClauseSink for StoppingPlacements {
        fn add_clause(
            &mut self,
            _: &[rustsat::types::Lit],
        ) -> Result<(), satranj_encodings::clause::Interrupted> {
            assert!(self.0 > 0, "no clause comes after the interruption");
            self.0 -= 1;
            if self.0 == 0 { Err(satranj_encodings::clause::Interrupted) } else { Ok(()) }
        }
    }
    let side = |side| PieceKind { lattice: board(3, 3, &[], QUEEN), side, count: Count::Optimum };
    let mut army = IndependentSet::army(vec![side(Some(0)), side(Some(1)), side(None)]);
    army.given = vec![4];
    let mut cover = DominatingSet::on_lattice(board(3, 4, &[], KING), Count::Exactly(2));
    cover.independent = true;
    let mut queens = DominatingSet::on_lattice(board(3, 4, &[], QUEEN), Count::Exactly(2));
    queens.total = true;
    let models = [
        Model::IndependentSet(army),
        Model::DominatingSet(cover),
        Model::DominatingSet(queens),
        placement(3, 4, QUEEN, Count::Exactly(2)),
        placement(3, 4, QUEEN, Count::Exactly(3)),
    ];
    for model in models {
        for encoding in encodings_of(&model) {
            let clauses = sizes::size(encoding, &model, Options::default()).clauses;
            for after in 1..=clauses {
                let result =
                    encoding.encode(&model, Options::default(), &mut StoppingPlacements(after));
                assert!(result.is_err(), "{} at {after} of {clauses}", encoding.name());
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::support::cases(600))]

    #[test]
    fn random_armies(set in armies(), amo in 0..AtMostOne::ALL.len()) {
        agree_with(&Model::IndependentSet(set), Options { at_most_one: AtMostOne::ALL[amo], ..Options::default() });
    }

    #[test]
    fn random_dominating_sets(
        (rows, columns) in (1..=4u32, 1..=3u32),
        piece in 0..pieces().len(),
        blocked in proptest::collection::vec(proptest::bool::weighted(0.2), 12),
        count in prop_oneof![(0..=4u32).prop_map(Count::Exactly), Just(Count::Optimum)],
        (total, independent, perfect, minimal) in any::<(bool, bool, bool, bool)>(),
        given in proptest::option::weighted(0.3, 0..13u32),
    ) {
        let cells = (rows * columns) as usize;
        let lattice = board(rows, columns, &blocked[..cells], piece);
        let mut set = DominatingSet::on_lattice(lattice, count).with_given(given.into_iter().collect());
        set.total = total;
        set.independent = independent;
        set.perfect = perfect;
        set.minimal = minimal;
        agree(&Model::DominatingSet(set));
    }
}
