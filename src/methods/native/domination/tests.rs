//! Dominating sets against plain enumeration and published numbers.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use proptest::prelude::*;
use satranj_encodings::{
    dominating_set::DominatingSet,
    model::{Count, Model},
};

use super::Domination;
use crate::{
    limits::{Limits, Reason},
    methods::{
        Ending, Goal, Method, Options, Run,
        boards::{PIECES, lattice, sets},
    },
};

fn solve(
    method: &dyn Method,
    model: &DominatingSet,
    goal: Goal,
    limits: Limits,
) -> (Ending, Vec<Vec<u32>>, Run) {
    let run = Run::new(limits, 0, Options::default());
    let mut found = Vec::new();
    let ending = method
        .solve(&Model::DominatingSet(model.clone()), goal, &run, &mut |witness| {
            found.push(witness.numbers().to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    (ending, found, run)
}

fn model(piece: &str, n: u32) -> DominatingSet {
    DominatingSet::on_lattice(lattice(piece, n, n, &[]), Count::Optimum)
}

fn optimum(model: &DominatingSet) -> usize {
    let started = Instant::now();
    let (ending, found, run) = solve(&Domination, model, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    eprintln!(
        "{} total {} independent {}: {} of {}, {} nodes, {:?}",
        model.vertices(),
        model.total,
        model.independent,
        found.last().unwrap().len(),
        found[0].len(),
        run.counters.nodes.get(),
        started.elapsed()
    );
    found.last().unwrap().len()
}

#[test]
fn try_it() {
    let piece = std::env::var("PIECE").unwrap_or("queen".into());
    let from: u32 = std::env::var("FROM").map_or(1, |n| n.parse().unwrap());
    let to: u32 = std::env::var("TO").map_or(8, |n| n.parse().unwrap());
    for n in from..=to {
        let mut model = model(&piece, n);
        model.total = std::env::var("TOTAL").is_ok();
        model.independent = std::env::var("INDEP").is_ok();
        optimum(&model);
    }
}
