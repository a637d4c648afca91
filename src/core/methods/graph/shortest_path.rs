//! `graph:dijkstra` of any graph with weights: shortest paths, and how many there are.

use num_bigint::BigUint;
use petgraph::{algo::dijkstra::with_dynamic_goal, visit::EdgeRef};
use rand::seq::IteratorRandom;
use satranj_encodings::{
    model::{Obstruction, Witness},
    shortest_path::{MOST_DISTANCES, PathObstruction, ShortestPath, WeightedArcs},
};

use crate::{
    limits::Reason,
    methods::{
        Counted, Counting, Description, Ending, Finder, Finds, Found, Goal, Method, Tallies, Tally,
        meter::Meter,
    },
    random::variation,
    run::Run,
};

/// The distance of a vertex to which no path was found.
const UNREACHED: u64 = u64::MAX;

/// Bytes a vertex: the distances, and in petgraph those in a hash map that grows by doubling and
/// places in the heap.
const BYTES: u64 = 200;

/// petgraph's Dijkstra (1959); O((n + m) log n).
///
/// The search stops at the end of the path, but on small graphs, where the distances of all
/// vertices show that nothing is shorter. The path goes back over the least vertices, or over those
/// that the seed draws. Shortest paths are counted from the start on in the order of their
/// distances: O(n + m) additions. A node is a vertex whose distance is final.
pub const DIJKSTRA: Method = Method {
    description: Description {
        precheck: false,
        ..Description::graph(
            "graph:dijkstra",
            "petgraph's Dijkstra over any graph with weights; counts the shortest paths",
        )
    },
    finds: Some(Finds::ShortestPath(|model, goal| {
        Some(Finder::new(move |context, found| find(model, goal, context, found)))
    })),
    tallies: Some(Tallies::ShortestPath(|model, counting| {
        (counting == Counting::default() && model.at_most.is_none())
            .then(|| Tally::new(move |context| count(model, context)))
    })),
};

/// The distances from a vertex; where `until` is given, of all vertices that are nearer than that,
/// and others may have one that is too great.
fn distances(
    arcs: &WeightedArcs,
    from: u32,
    until: Option<u32>,
    run: &Run,
) -> Result<Vec<u64>, Reason> {
    run.poll()?;
    run.reserve(arcs.node_count() as u64 * BYTES)?;
    let mut meter = Meter::new(run)?;
    let mut stopped = Ok(());
    let ends = |&vertex: &u32| {
        let degree = arcs.neighbors_slice(vertex).len() as u64;
        stopped = meter.node().and_then(|()| meter.work(degree));
        stopped.is_err() || until == Some(vertex)
    };
    let result = with_dynamic_goal(arcs, from, ends, |arc| *arc.weight());
    stopped?;
    let mut distance = vec![UNREACHED; arcs.node_count()];
    for (vertex, its) in result.scores {
        distance[vertex as usize] = its;
    }
    Ok(distance)
}

/// As far as they are needed from the start.
fn from_start(model: &ShortestPath, run: &Run) -> Result<Vec<u64>, Reason> {
    let until = (model.vertices() > MOST_DISTANCES).then_some(model.to);
    distances(model.arcs(), model.from, until, run)
}

/// That no vertex beyond these can be reached.
fn separated(distance: &[u64]) -> Ending {
    let reached = (0..).zip(distance).filter(|(_, its)| **its != UNREACHED);
    let reached = reached.map(|(vertex, _)| vertex).collect();
    Ending::Proved(Obstruction::ShortestPath(PathObstruction::Separated(reached)))
}

/// That nothing weighs less than these distances, which are exact on small graphs.
fn nothing_shorter(model: &ShortestPath, distance: &[u64]) -> Ending {
    if model.vertices() > MOST_DISTANCES {
        return Ending::Exhausted;
    }
    let one = |&distance: &u64| (distance != UNREACHED).then_some(distance);
    let distances = distance.iter().map(one).collect();
    Ending::Proved(Obstruction::ShortestPath(PathObstruction::Distances(distances)))
}

fn find(
    model: &ShortestPath,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let distance = from_start(model, run)?;
    let weight = distance[model.to as usize];
    if weight == UNREACHED {
        return Ok(separated(&distance));
    }
    if model.at_most.is_some_and(|most| weight > most) {
        return Ok(nothing_shorter(model, &distance));
    }
    if let (Goal::All, Some(most)) = (goal, model.at_most) {
        drop(distance);
        return every_path(model, most, run, found);
    }
    let path = back(model, &distance, run)?;
    if found(Witness::Path(path)).is_break() || model.at_most.is_some() {
        return Ok(Ending::Enough);
    }
    Ok(nothing_shorter(model, &distance))
}

/// The vertices before one on shortest paths to it.
fn before<'m>(
    model: &'m ShortestPath,
    distance: &'m [u64],
    vertex: u32,
) -> impl Iterator<Item = u32> + 'm {
    let its = distance[vertex as usize];
    let arcs = model.reversed().edges(vertex);
    // One that is unreached adds up to more than any distance.
    arcs.filter(move |arc| distance[arc.target() as usize].checked_add(*arc.weight()) == Some(its))
        .map(|arc| arc.target())
}

/// A shortest path, from the end back.
fn back(model: &ShortestPath, distance: &[u64], run: &Run) -> Result<Vec<u32>, Reason> {
    let mut meter = Meter::new(run)?;
    let mut variation = variation(run.seed);
    let mut path = vec![model.to];
    let mut at = model.to;
    while at != model.from {
        meter.work(model.reversed().neighbors_slice(at).len() as u64)?;
        let mut before = before(model, distance, at);
        let before = match &mut variation {
            Some(generator) => before.choose(generator),
            None => before.next(),
        };
        // A vertex that was reached was reached from another.
        let Some(before) = before else { break };
        path.push(before);
        at = before;
    }
    path.reverse();
    Ok(path)
}

/// Every path of at most that weight that comes to no vertex twice, each once: by backtracking,
/// as long as what is left suffices to the end.
fn every_path(
    model: &ShortestPath,
    most: u64,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let rest = distances(model.reversed(), model.to, None, run)?;
    let mut meter = Meter::new(run)?;
    let mut is_used = vec![false; rest.len()];
    // The vertices of the path with what it weighs so far and the next arc of each.
    let mut path = vec![model.from];
    let mut frames: Vec<(u64, usize)> = vec![(0, 0)];
    is_used[model.from as usize] = true;
    while let (Some(&vertex), Some((weight, next))) = (path.last(), frames.last_mut()) {
        if vertex == model.to {
            meter.publish();
            if found(Witness::Path(path.clone())).is_break() {
                return Ok(Ending::Enough);
            }
        } else {
            let weight = *weight;
            let mut arcs = model.arcs().edges(vertex).enumerate().skip(*next);
            let fitting = arcs.find(|(_, arc)| {
                let target = arc.target() as usize;
                let whole = weight.checked_add(*arc.weight());
                let whole = whole.and_then(|weight| weight.checked_add(rest[target]));
                !is_used[target] && whole.is_some_and(|whole| whole <= most)
            });
            meter.work(1)?;
            if let Some((at, arc)) = fitting {
                *next = at + 1;
                meter.node()?;
                is_used[arc.target() as usize] = true;
                path.push(arc.target());
                frames.push((weight + arc.weight(), 0));
                continue;
            }
        }
        is_used[vertex as usize] = false;
        path.pop();
        frames.pop();
        meter.take_back(1);
    }
    Ok(Ending::Exhausted)
}

fn count(model: &ShortestPath, run: &Run) -> Result<Counted, Reason> {
    let distance = from_start(model, run)?;
    let weight = distance[model.to as usize];
    if weight == UNREACHED {
        return Ok(Counted::default());
    }
    let mut meter = Meter::new(run)?;
    // Exact are those that are no farther than the end.
    let mut order: Vec<u32> =
        (0..model.vertices()).filter(|&vertex| distance[vertex as usize] <= weight).collect();
    order.sort_unstable_by_key(|&vertex| distance[vertex as usize]);
    let mut ways = vec![BigUint::ZERO; distance.len()];
    ways[model.from as usize] = BigUint::from(1_u32);
    for vertex in order {
        let sum: BigUint =
            before(model, &distance, vertex).map(|before| &ways[before as usize]).sum();
        let words = 1 + sum.bits() / 64;
        meter.work(words * model.reversed().neighbors_slice(vertex).len() as u64)?;
        run.reserve(words * 8)?;
        if vertex != model.from {
            ways[vertex as usize] = sum;
        }
    }
    let count = std::mem::take(&mut ways[model.to as usize]);
    Ok(Counted { count, objective: Some(weight), ..Counted::default() })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;
    use satranj_encodings::model::Model;

    use super::*;
    use crate::{
        limits::Limits,
        methods::{Context, MethodOptions},
    };

    fn context() -> Context {
        Context::new(Limits::default(), 1, MethodOptions::default())
    }

    fn found(model: &Model, goal: Goal) -> (Ending, Vec<Vec<u32>>) {
        let mut found = Vec::new();
        let ending = DIJKSTRA.solve(model, goal, &context(), &mut |witness| {
            found.push(witness.numbers().to_vec());
            ControlFlow::Continue(())
        });
        (ending.unwrap(), found)
    }

    /// A grid of so many squares a side, every step 1: binomial coefficients.
    #[test]
    fn paths_through_a_grid() {
        let side = 31;
        let arcs = (0..side * side).flat_map(|at| {
            let right = (at % side + 1 < side).then_some((at, at + 1, 1));
            let down = (at / side + 1 < side).then_some((at, at + side, 1));
            right.into_iter().chain(down)
        });
        let model = ShortestPath::new(side * side, arcs.collect(), 0, side * side - 1);
        let model = Model::ShortestPath(model);
        let tally = DIJKSTRA.tally(&model, Counting::default()).unwrap();
        let counted = tally.count(&context()).unwrap();
        assert_eq!(counted.count.to_string(), "118264581564861424");
        assert_eq!(counted.objective, Some(60));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

        #[test]
        fn every_path_agrees_with_plain_enumeration(
            n in 1..6u32,
            arcs in prop::collection::vec((0..5u32, 0..5u32, 1..5u64), 0..14),
            from in 0..5u32,
            to in 0..5u32,
            more in 0..4u64,
        ) {
            let (from, to) = (from % n, to % n);
            let arcs: Vec<(u32, u32, u64)> =
                arcs.into_iter().filter(|&(a, b, _)| a.max(b) < n && a != b).collect();
            // All simple paths with their weights.
            let mut all: Vec<(Vec<u32>, u64)> = vec![(vec![from], 0)];
            let mut ended = Vec::new();
            while let Some((path, weight)) = all.pop() {
                let last = path[path.len() - 1];
                if last == to {
                    ended.push((weight, path));
                    continue;
                }
                for next in (0..n).filter(|next| !path.contains(next)) {
                    let least = arcs.iter().filter(|arc| (arc.0, arc.1) == (last, next));
                    if let Some(step) = least.map(|arc| arc.2).min() {
                        all.push(([path.clone(), vec![next]].concat(), weight + step));
                    }
                }
            }
            ended.sort();
            let best = ended.first().map(|(weight, _)| *weight);
            let plain = ShortestPath::new(n, arcs, from, to);
            let model = Model::ShortestPath(plain.clone());
            let (ending, one) = found(&model, Goal::First);
            prop_assert!(matches!(ending, Ending::Proved(_)));
            prop_assert_eq!(one.first().map(|path| model.value(&Witness::Path(path.clone()))), best);
            let tally = DIJKSTRA.tally(&model, Counting::default()).unwrap();
            let counted = tally.count(&context()).unwrap();
            let shortest = ended.iter().filter(|(weight, _)| Some(*weight) == best).count();
            prop_assert_eq!((counted.count, counted.objective), (shortest.into(), best));
            if let Some(best) = best {
                let most = best + more;
                let (_, mut listed) = found(&model.with_value(most), Goal::All);
                listed.sort();
                let mut expected: Vec<Vec<u32>> =
                    ended.into_iter().filter(|(its, _)| *its <= most).map(|(_, path)| path).collect();
                expected.sort();
                prop_assert_eq!(listed, expected);
            }
        }
    }
}
