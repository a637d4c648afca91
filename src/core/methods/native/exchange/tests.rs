//! Tests of the breadth-first search.

use std::{collections::BTreeSet, ops::ControlFlow, rc::Rc};

use proptest::prelude::*;
use satranj_encodings::{exchange::Move, model::Model};
use satranj_oracles::routes::distances;

use super::{guided::BIDIRECTIONAL, *};
use crate::{
    limits::Limits,
    methods::{
        Context, MethodOptions,
        boards::{lattice, moves},
        exchange::tests::model,
    },
};

fn solve_with(model: &Exchange, goal: Goal, limits: Limits) -> (Ending, Vec<Witness>, Context) {
    solve_by(&BREADTH_FIRST, model, goal, limits)
}

fn solve_by(
    method: &Method,
    model: &Exchange,
    goal: Goal,
    limits: Limits,
) -> (Ending, Vec<Witness>, Context) {
    let run = Context::new(limits, 0, MethodOptions::default());
    let mut found = Vec::new();
    let ending = method.solve(&Model::Exchange(model.clone()), goal, &run, &mut |witness| {
        found.push(witness);
        ControlFlow::Continue(())
    });
    (ending.unwrap(), found, run)
}

/// The moves of each step.
type Plan = Vec<Vec<Move>>;

/// What the whole search finds by states of one kind, whatever their size.
fn searched_with<S: ExchangeState>(model: &Exchange, goal: Goal) -> (Ending, Vec<Plan>) {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut found = Vec::new();
    let steps = ExchangeSteps::of(model);
    let ending = search::<S>(model, goal, steps, &run, &mut |witness| {
        let Witness::Plan(plan) = witness else { panic!("{witness:?}") };
        found.push(plan);
        ControlFlow::Continue(())
    });
    (ending.unwrap(), found)
}

/// A plan whose steps have their moves in rising order.
fn sorted(mut plan: Plan) -> Plan {
    for step in &mut plan {
        step.sort_unstable();
    }
    plan
}

/// The length and number of shortest plans by states of one kind.
fn counted_with<S: ExchangeState>(model: &Exchange) -> Option<(u64, BigUint)> {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut meter = Meter::new(&run).unwrap();
    plans::shortest_plans::<S>(model, &mut ExchangeSteps::of(model), &mut meter, &run).unwrap()
}

#[test]
fn one_knight_takes_a_shortest_path_under_every_packing() {
    for (rows, columns) in [(3, 4), (5, 7), (8, 8), (9, 9), (12, 13)] {
        let board = lattice("knight", rows, columns, &[]);
        let to = rows * columns - 1;
        let model = model(rows, columns, &[("knight", 0, to)]);
        let (ending, found, _) = solve_with(&model, Goal::First, Limits::default());
        assert_eq!(ending, Ending::Exhausted);
        let Witness::Plan(plan) = &found[0] else { panic!("{found:?}") };
        let distance = distances(&moves(&board), 0, |_| 1)[to as usize];
        assert_eq!(Some(plan.len() as u64), distance, "{rows}x{columns}");
        let mut at = 0;
        for step in plan {
            assert_eq!(step[0].0, at);
            at = step[0].1;
        }
        assert_eq!(at, to);
    }
}

#[test]
fn limits_are_kept() {
    let pieces = [("queen", 0, 15), ("rook", 1, 14), ("bishop", 2, 8), ("king", 15, 0)];
    let mut model = model(4, 4, &pieces);
    for parallel in [false, true] {
        model.parallel = parallel;
        let nodes = Limits { nodes: Some(30), ..Limits::default() };
        let (ending, found, run) = solve_with(&model, Goal::First, nodes);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!((found.len(), run.counters.nodes.get()), (0, 30));
        let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let (ending, ..) = solve_with(&model, Goal::First, time);
        assert_eq!(ending, Ending::Stopped(Reason::TimeLimit));
    }
    // Five queens and five rooks change sides: the tables grow beyond a mebibyte.
    let sides = (0..5).flat_map(|at| [("queen", at, 20 + at), ("rook", 20 + at, at)]);
    let mut large = self::model(5, 5, &sides.collect::<Vec<_>>());
    for parallel in [false, true] {
        large.parallel = parallel;
        let memory = Limits { memory: Some(1), ..Limits::default() };
        let (ending, found, _) = solve_with(&large, Goal::First, memory);
        assert_eq!((ending, found.len()), (Ending::Stopped(Reason::MemoryLimit), 0));
    }
}

#[test]
fn many_pieces_in_one_step_take_no_stack() {
    // 5,000 kings beside 5,000 free cells: the first set of moves has nearly all of them.
    let pieces: Vec<(&str, u32, u32)> = (0..5000).map(|at| ("king", at, at + 5000)).collect();
    let mut model = model(100, 100, &pieces);
    model.parallel = true;
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let (ending, ..) = solve_with(&model, Goal::First, limits);
    assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    /// The whole search: one plan, all plans, their number.
    #[test]
    fn searches_agree_under_every_packing(
        parallel in any::<bool>(),
        from in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
        to in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
        names in prop::collection::vec(prop::sample::select(vec!["knight", "king", "rook", "bishop"]), 2..4),
    ) {
        let places = from.iter().zip(&to);
        let pieces: Vec<(&str, u32, u32)> =
            names.iter().zip(places).map(|(name, (&from, &to))| (*name, from, to)).collect();
        let mut model = model(3, 3, &pieces);
        prop_assume!(model.start != model.goal);
        model.parallel = parallel;
        let lengths = |(ending, plans): (Ending, Vec<Plan>)| {
            (ending, plans.iter().map(Vec::len).collect::<Vec<_>>())
        };
        let first = lengths(searched_with::<u64>(&model, Goal::First));
        prop_assert_eq!(&first, &lengths(searched_with::<u128>(&model, Goal::First)));
        prop_assert_eq!(&first, &lengths(searched_with::<Rc<[u32]>>(&model, Goal::First)));
        let counted = counted_with::<u64>(&model);
        prop_assert_eq!(&counted, &counted_with::<u128>(&model));
        prop_assert_eq!(&counted, &counted_with::<Rc<[u32]>>(&model));
        let least = first.1.first().map(|&length| length as u64);
        prop_assert_eq!(least, counted.as_ref().map(|(length, _)| *length));
        model.at_most = Some(least.unwrap_or(3));
        let set = |(ending, plans): (Ending, Vec<Plan>)| {
            let number = plans.len();
            let plans: BTreeSet<Plan> = plans.into_iter().map(sorted).collect();
            assert_eq!(plans.len(), number);
            (ending, plans)
        };
        let all = set(searched_with::<u64>(&model, Goal::All));
        prop_assert_eq!(&all, &set(searched_with::<u128>(&model, Goal::All)));
        prop_assert_eq!(&all, &set(searched_with::<Rc<[u32]>>(&model, Goal::All)));
        let number = counted.map_or(BigUint::ZERO, |(_, number)| number);
        prop_assert_eq!(BigUint::from(all.1.len()), number);
    }
}

/// How long the only plan is, if there is one, after it is made on the board.
fn length_by(method: &Method, model: &Exchange) -> Option<usize> {
    let (ending, found, _) = solve_by(method, model, Goal::First, Limits::default());
    let [Witness::Plan(plan)] = &found[..] else {
        assert!(found.is_empty() && matches!(ending, Ending::Exhausted | Ending::Proved(_)));
        return None;
    };
    let mut standing = model.start.clone();
    for step in plan {
        let [(from, to)] = step[..] else { panic!("{step:?}") };
        let kind = standing[from as usize].expect("a piece");
        let mut can_move = false;
        model.moves_from(&standing, kind, from, |end| can_move |= end == to);
        assert!(can_move, "{from}-{to}");
        standing.swap(from as usize, to as usize);
    }
    assert_eq!(standing, model.goal);
    Some(plan.len())
}

#[test]
fn bounds_hold_the_search_within_a_length() {
    // Four knights and four change sides.
    let sides = (0..4).flat_map(|at| [("knight", at, 12 + at), ("bishop", 12 + at, at)]);
    for model in [
        model(4, 4, &sides.collect::<Vec<_>>()),
        model(3, 3, &[("knight", 0, 8), ("king", 8, 0), ("rook", 4, 2)]),
        // Kings that cannot pass one another.
        model(1, 5, &[("king", 0, 4), ("queen", 4, 0)]),
        // 64 vertices of two bits each are more than a word has.
        model(8, 8, &[("queen", 0, 63), ("rook", 63, 0), ("king", 9, 17)]),
    ] {
        assert_eq!(length_by(&BIDIRECTIONAL, &model), length_by(&BREADTH_FIRST, &model));
    }
}

#[test]
fn bounds_are_for_single_moves_and_few_places() {
    let supports =
        |model: &Exchange, goal| BIDIRECTIONAL.supports(&Model::Exchange(model.clone()), goal);
    let mut small = model(3, 3, &[("knight", 0, 8)]);
    assert!(supports(&small, Goal::First) && !supports(&small, Goal::All));
    small.parallel = true;
    assert!(!supports(&small, Goal::First));
    let kings = |count| (0..count).map(|at| ("king", at, 30 + at)).collect::<Vec<_>>();
    assert!(supports(&model(6, 10, &kings(3)), Goal::First));
    assert!(!supports(&model(6, 10, &kings(5)), Goal::First));
    assert!(!supports(&model(9, 15, &kings(1)), Goal::First));
    // A plan that is too long.
    let mut late = model(3, 4, &[("knight", 0, 11), ("king", 11, 0)]);
    let least = length_by(&BIDIRECTIONAL, &late).unwrap() as u64;
    late.at_most = Some(least);
    assert_eq!(length_by(&BIDIRECTIONAL, &late), Some(least as usize));
    late.at_most = Some(least - 1);
    assert_eq!(length_by(&BIDIRECTIONAL, &late), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn bounds_change_no_length(
        from in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
        to in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
        names in prop::collection::vec(prop::sample::select(vec!["knight", "king", "rook", "bishop"]), 1..6),
    ) {
        let places = from.iter().zip(&to);
        let pieces: Vec<(&str, u32, u32)> =
            names.iter().zip(places).map(|(name, (&from, &to))| (*name, from, to)).collect();
        let model = model(3, 3, &pieces);
        prop_assert_eq!(length_by(&BIDIRECTIONAL, &model), length_by(&BREADTH_FIRST, &model));
    }
}
