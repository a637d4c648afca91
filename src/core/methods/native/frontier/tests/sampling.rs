//! Random tours: every number below the count leads to a tour of its own.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use num_bigint::BigUint;
use proptest::prelude::*;
use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Model};

use super::super::{
    FRONTIER, boundary::Frontier, counting_question, layers::chosen_edges, ordered,
    sampling::CycleTables, state::PathsWord,
};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Counting, MethodOptions,
        boards::{
            lattice,
            tours::{any_model, is_witness, knight, plain},
        },
        cycle::around,
    },
};

fn context(seed: u64, threads: usize) -> Context {
    let threads = threads.try_into().ok();
    Context::new(Limits::default(), seed, MethodOptions { threads, ..MethodOptions::default() })
}

/// The tours that are drawn, and how many there are.
fn drawn(
    model: &Hamiltonian,
    number: u64,
    run: &Context,
) -> Result<(Vec<Vec<u32>>, BigUint), Reason> {
    let model = Model::Hamiltonian(model.clone());
    let counter = FRONTIER.counter(&model, Counting::default()).unwrap();
    assert!(counter.can_sample());
    let mut paths = Vec::new();
    let count = counter.sample(number, run, &mut |witness| {
        paths.push(witness.numbers().to_vec());
        ControlFlow::Continue(())
    })?;
    Ok((paths, count))
}

/// The cycles of the question, by all their numbers in words of either length.
fn by_number<W: PathsWord + Send + Sync>(model: &Hamiltonian) -> Option<Vec<BTreeSet<(u32, u32)>>> {
    let run = context(0, 1);
    let question = counting_question(model, &run).unwrap().ok()?;
    let order = ordered(&question, model, &run).unwrap();
    let turns = order.turns(Frontier::of(&question)).collect();
    let tables = CycleTables::<W>::new(turns, &run).unwrap();
    let cycles = u64::try_from(&tables.cycles).unwrap();
    // The highest first: in whatever order they come, each finds its own.
    let numbers = (0..cycles).rev().map(BigUint::from).collect();
    let choices = tables.lead_back(numbers, &run).unwrap();
    let pair = |(a, b): (u32, u32)| (a.min(b), a.max(b));
    Some(
        choices
            .into_iter()
            .map(|choices| {
                let turns = &tables.turns[..choices.len()];
                let edges = chosen_edges(&order.vertices, turns, choices.into_iter());
                let cycle = around(&edges, 0);
                assert_eq!(cycle.len(), question.graph.vertices() as usize);
                edges.into_iter().map(pair).collect()
            })
            .collect(),
    )
}

/// A number for each cycle, and a cycle for each number: what is drawn is as likely as its number.
fn numbers_are_one_to_one(model: &Hamiltonian) {
    let expected = plain(model).all();
    let is_two = !model.closed && model.start.is_none() && model.end.is_none();
    for cycles in [by_number::<u64>(model), by_number::<u128>(model)] {
        let Some(cycles) = cycles else { continue };
        let number = cycles.len() * if is_two { 2 } else { 1 };
        assert_eq!(number, expected.len(), "{model:?}");
        let different: BTreeSet<_> = cycles.into_iter().collect();
        assert_eq!(different.len() * if is_two { 2 } else { 1 }, number, "{model:?}");
    }
    let (paths, count) = drawn(model, 20, &context(3, 1)).unwrap();
    assert_eq!(count, expected.len().into());
    assert_eq!(paths.len(), if expected.is_empty() { 0 } else { 20 });
    assert!(paths.iter().all(|path| is_witness(model, path)), "{model:?}");
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn every_number_is_a_tour() {
    for (rows, columns, closed) in
        [(5, 6, true), (3, 10, true), (3, 4, false), (4, 5, false), (5, 5, false), (1, 1, false)]
    {
        numbers_are_one_to_one(&knight(rows, columns, closed));
    }
    for closed in [true, false] {
        let board = lattice("king", 3, 4, &[5]);
        let mut model = Hamiltonian::on_lattice(board, closed);
        numbers_are_one_to_one(&model);
        model.given = vec![(0, 1)];
        model.start = Some(3);
        numbers_are_one_to_one(&model);
        model.end = Some(7).filter(|_| !closed);
        numbers_are_one_to_one(&model);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_number_is_a_path_of_a_random_graph(model in any_model(7)) {
        numbers_are_one_to_one(&model);
    }
}

/// Pearson's statistic of what was drawn; of `k` equally likely kinds it is `k - 1` on average, and
/// its standard deviation √(2k - 2).
fn statistic(times: &BTreeMap<Vec<u32>, u32>, kinds: usize, draws: u64) -> f64 {
    let expected = draws as f64 / kinds as f64;
    let seen: f64 = times.values().map(|&times| (f64::from(times) - expected).powi(2)).sum();
    let unseen = (kinds - times.len()) as f64 * expected * expected;
    (seen + unseen) / expected
}

#[test]
fn all_tours_are_as_likely() {
    for (model, directed) in [
        (knight(5, 6, true), 16),
        (knight(4, 5, false), 164),
        (knight(5, 5, false), 1728),
        (
            Hamiltonian::on_graph(
                Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
                false,
            ),
            12,
        ),
    ] {
        let draws = 20 * directed as u64;
        let (paths, count) = drawn(&model, draws, &context(11, 1)).unwrap();
        let all = if model.closed { directed / 2 } else { directed };
        assert_eq!(count, all.into());
        let mut times = BTreeMap::new();
        for path in paths {
            *times.entry(path).or_insert(0) += 1;
        }
        assert!(times.keys().all(|path| is_witness(&model, path)));
        assert_eq!(times.len(), directed, "some is never drawn");
        let freedom = (directed - 1) as f64;
        let off = (statistic(&times, directed, draws) - freedom) / (2.0 * freedom).sqrt();
        assert!(off.abs() < 4.0, "{off} standard deviations");
    }
}

#[test]
fn the_seed_alone_decides() {
    let model = knight(5, 6, false);
    let draw = |seed, threads, number| drawn(&model, number, &context(seed, threads)).unwrap().0;
    let first = draw(7, 1, 9);
    assert_eq!(draw(7, 1, 9), first);
    assert_eq!(draw(7, 3, 9), first);
    // More are the same, and further ones.
    assert_eq!(draw(7, 2, 20)[..9], first);
    assert_ne!(draw(8, 1, 9), first);
}

#[test]
fn counts_beyond_all_words_are_drawn_from() {
    let board = lattice("wazir", 4, 120, &[]);
    let model = Hamiltonian::on_lattice(board, true);
    let (paths, count) = drawn(&model, 3, &context(1, 1)).unwrap();
    assert!(count.bits() > 128);
    assert!(paths.iter().all(|path| is_witness(&model, path)));
    assert_eq!(paths.into_iter().collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn limits_stop_a_draw() {
    let stopped = |limits| {
        let run = Context::new(limits, 0, MethodOptions::default());
        drawn(&knight(6, 8, true), 2, &run).map(|_| ())
    };
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(stopped(limits), Err(Reason::NodeLimit));
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    assert_eq!(stopped(limits), Err(Reason::MemoryLimit));
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(stopped(limits), Err(Reason::TimeLimit));
}
