//! The best witness: better and better ones, under a bound that is tightened until the formula is
//! unsatisfiable.

use satranj_encodings::{
    encoding::{Encoded, Objective},
    model::Model,
    value_bound::ObjectiveBounds,
};

use super::attempt::Next;
use crate::methods::{Found, MethodError};

/// Takes witnesses, each better than the one before, until the last is the best.
///
/// The bound is a totalizer over the objective's literals, or an adder of their weights, written
/// output by output on demand. Each bound is as strict as the last witness allows and stays, as no
/// later answer may break it: so bounds are plain clauses, and learnt clauses remain valid.
pub(super) fn improve<'a>(
    model: &'a Model,
    encoded: &dyn Encoded,
    objective: &'a Objective,
    found: &'a mut Found<'_>,
) -> Box<Next<'a>> {
    let mut bounds = ObjectiveBounds::new(objective, encoded.variables());
    let mut best: Option<u64> = None;
    Box::new(move |witness, solver| {
        let value = model.value(&witness);
        if best.is_some_and(|best| !objective.sense.is_better(value, best)) {
            let error = format!("a value of {value} breaks the bound");
            return Err(MethodError::Solver(error));
        }
        best = Some(value);
        let asked = found(witness);
        if asked.is_continue() {
            solver.note_bound(value);
            bounds.tighten(value, solver)?;
        }
        Ok(asked)
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use satranj_encodings::{
        clause::{Assignment, ClauseSink, Interrupted},
        dominating_set::{DominatingSet, cover},
        independent_set::{IndependentSet, PieceKind, lines},
        lattice::{Lattice, Step},
        model::{Count, Witness},
    };

    use super::*;
    use crate::{
        limits::{Limits, Reason},
        methods::{
            Context, Ending, Goal, Method, MethodOptions,
            sat::{
                attempt::{KnownCuts, refine},
                encoded::{LINE_COVER, by},
            },
        },
        solvers::{Solver, Verdict},
    };

    fn board(n: u32, halves: &[(i32, i32)], repeats: bool) -> Lattice {
        let both = halves.iter().flat_map(|&(rows, columns)| [(rows, columns), (-rows, -columns)]);
        let steps = both.map(|(rows, columns)| Step::new(rows, columns, repeats));
        Lattice::new(n, n, None, steps.collect())
    }

    const LINES: Method = by(&lines::LINES);
    const EDGES: Method = by(&lines::EDGES);
    const COVER: Method = by(&cover::COVER);

    const KING: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    const KNIGHT: [(i32, i32); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];

    fn most(lattice: Lattice) -> Model {
        Model::IndependentSet(IndependentSet::on_lattice(lattice, Count::Optimum))
    }

    fn fewest(lattice: Lattice) -> Model {
        Model::DominatingSet(DominatingSet::on_lattice(lattice, Count::Optimum))
    }

    fn solve(method: &Method, model: &Model, limits: Limits) -> (Ending, Vec<Witness>) {
        let run = Context::new(limits, 1, MethodOptions::default());
        let mut found = Vec::new();
        let ending = method.solve(model, Goal::First, &run, &mut |witness| {
            found.push(witness);
            ControlFlow::Continue(())
        });
        (ending.unwrap(), found)
    }

    #[test]
    fn every_witness_is_better_and_the_last_is_the_best() {
        let side = |side| PieceKind {
            lattice: board(5, &KING, true),
            side: Some(side),
            count: Count::Optimum,
        };
        let peaceable = || Model::IndependentSet(IndependentSet::army(vec![side(0), side(1)]));
        for (method, model, best) in [
            (LINES, most(board(7, &KING, false)), 16),
            (EDGES, most(board(7, &KING, false)), 16),
            (LINES, most(board(5, &KNIGHT, false)), 13),
            (LINES, most(board(8, &KING, true)), 8),
            (EDGES, most(board(6, &[(1, 1), (1, -1)], true)), 10),
            (COVER, fewest(board(6, &KNIGHT, false)), 8),
            (COVER, fewest(board(6, &KING, true)), 3),
            (LINE_COVER, fewest(board(6, &KING, true)), 3),
            (LINE_COVER, fewest(board(9, &KING, true)), 5),
            // OEIS A250000.
            (LINES, peaceable(), 4),
            (EDGES, peaceable(), 4),
        ] {
            let (ending, found) = solve(&method, &model, Limits::default());
            assert_eq!(ending, Ending::Exhausted);
            let values: Vec<u64> = found.iter().map(|witness| model.value(witness)).collect();
            let sense = model.sense().unwrap();
            assert!(values.is_sorted_by(|&a, &b| sense.is_better(b, a)), "{values:?}");
            assert_eq!(values.last(), Some(&best));
        }
    }

    #[test]
    fn the_first_of_ever_larger_sets_is_greedy() {
        for method in [LINES, EDGES] {
            let (_, found) = solve(&method, &most(board(10, &KING, false)), Limits::default());
            assert!(found.len() < 4 && found[0].numbers().len() > 20, "{}", found.len());
        }
    }

    #[test]
    fn no_witness_and_the_empty_one() {
        let mut set = IndependentSet::on_lattice(board(3, &KING, false), Count::Optimum);
        set.given = vec![0, 1];
        let (ending, found) = solve(&LINES, &Model::IndependentSet(set), Limits::default());
        assert_eq!((ending, found.len()), (Ending::Exhausted, 0));
        let blocked = fixedbitset::FixedBitSet::from_iter([0]);
        let empty = || Lattice::new(1, 1, Some(&blocked), Vec::new());
        for (method, model) in [(LINES, most(empty())), (COVER, fewest(empty()))] {
            let (ending, found) = solve(&method, &model, Limits::default());
            assert_eq!((ending, found), (Ending::Exhausted, vec![Witness::Vertices(Vec::new())]));
        }
    }

    #[test]
    fn limits_and_the_caller_end_it() {
        let model = fewest(board(6, &KNIGHT, false));
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let (ending, found) = solve(&COVER, &model, limits);
        assert_eq!((ending, found.len()), (Ending::Stopped(Reason::NodeLimit), 1));
        let run = Context::new(Limits::default(), 1, MethodOptions::default());
        let enough = COVER.solve(&model, Goal::First, &run, &mut |_| ControlFlow::Break(()));
        assert_eq!(enough.unwrap(), Ending::Enough);
    }

    /// A solver that finds the empty set again and again.
    struct Stubborn;

    impl ClauseSink for Stubborn {
        fn add_clause(&mut self, _clause: &[rustsat::types::Lit]) -> Result<(), Interrupted> {
            Ok(())
        }
    }

    impl Solver for Stubborn {
        fn solve(&mut self) -> Verdict {
            Verdict::Satisfiable(Assignment::default())
        }

        fn clauses(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_witness_that_is_no_better_is_the_solver_s_fault() {
        let model = most(board(3, &KING, false));
        let run = Context::new(Limits::default(), 1, MethodOptions::default());
        let encoded = lines::LINES.encode(&model, run.options.encoding, &mut Stubborn).unwrap();
        let objective = encoded.objective().unwrap();
        let mut found = |_| ControlFlow::Continue(());
        let mut next = improve(&model, &*encoded, &objective, &mut found);
        let known = &mut KnownCuts::default();
        let ended = refine((&*encoded, false), &mut Stubborn, known, &run, &mut next);
        assert!(matches!(ended, Err(MethodError::Solver(_))));
    }
}
