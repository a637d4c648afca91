//! Shortest paths: one, all up to a weight, and how many there are; `graph:dijkstra` of any graph.

use crate::methods::constraints::Constraint;
use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use petgraph::visit::EdgeRef;
use rand::seq::IteratorRandom;
use satranj_encodings::{
    model::{Model, Obstruction, Witness},
    shortest_path::{MOST_DISTANCES, PathObstruction, ShortestPath},
};

use super::distances::{Distance, dijkstra, reached};
use crate::{
    limits::Reason,
    methods::{
        Counted, Counting, Description, Ending, Finder, Found, Goal, Method, WitnessCounter,
        meter::Meter,
        simple_paths::{self, PathSteps},
    },
    random::variation,
    run::Run,
};

/// petgraph's Dijkstra (1959); O((n + m) log n).
///
/// The search stops at the end of the path, except on small graphs, where the distances of all
/// vertices prove that the path is shortest. The path goes back over the least vertices, or over
/// random ones by the seed. A node is a vertex whose distance is final.
pub const DIJKSTRA: Method = Method::finding(
    Description {
        precheck: false,
        ..Description::graph(
            "graph:dijkstra",
            "petgraph's Dijkstra over any graph with weights; counts the shortest paths",
        )
        .minding(&[
            Constraint::Graph,
            Constraint::Directed,
            Constraint::Weights,
            Constraint::AtMost,
        ])
    },
    Model::is_shortest_path,
    |model, goal| {
        let model = model.as_shortest_path()?;

        Some(Finder::new(move |context, found| find(model, goal, context, found)))
    },
)
.with_counts(|model, counting| {
    let model = model.as_shortest_path()?;

    (counting == Counting::default() && model.at_most.is_none())
        .then(|| WitnessCounter::new(move |context| count(model, context)))
});

/// A question for a shortest path: what the arcs weigh, and how distances are found.
pub trait PathQuestion {
    /// Holds what any path weighs.
    type Distance: Distance;

    /// Where the path starts and where it ends.
    fn ends(&self) -> [u32; 2];

    /// The greatest allowed weight, if the path need not be the shortest.
    fn at_most(&self) -> Option<u64>;

    /// Number of vertices.
    fn vertices(&self) -> u32;

    /// The successors of a vertex, in rising order.
    fn neighbours(&self, vertex: u32) -> &[u32];

    /// What an arc weighs.
    fn weight(&self, from: u32, to: u32) -> u64;

    /// The predecessors of a vertex, with the weights of the arcs, in rising order.
    fn arcs_to(&self, vertex: u32) -> impl Iterator<Item = (u32, u64)>;

    /// The distances from the start, or those to the end (`back`); with `until`, only of vertices
    /// nearer than that, and others may have one that is too great.
    ///
    /// # Errors
    /// The reason to stop.
    fn distances(
        &self,
        back: bool,
        until: Option<u32>,
        run: &Run,
    ) -> Result<Vec<Self::Distance>, Reason>;
}

/// What the way from each vertex to the end weighs.
struct ToEnd<'q, Q: PathQuestion> {
    question: &'q Q,
    distance: Vec<Q::Distance>,
}

impl<Q: PathQuestion> PathSteps for ToEnd<'_, Q> {
    fn neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        list.extend_from_slice(self.question.neighbours(vertex));
    }

    fn cost(&self, from: u32, to: u32) -> u64 {
        self.question.weight(from, to)
    }

    fn rest(&self, vertex: u32) -> Option<u64> {
        self.distance[vertex as usize].known()
    }
}

/// The distances from the start, as far as they are needed.
fn from_start<Q: PathQuestion>(question: &Q, run: &Run) -> Result<Vec<Q::Distance>, Reason> {
    let [_, to] = question.ends();
    question.distances(false, (question.vertices() > MOST_DISTANCES).then_some(to), run)
}

/// That nothing weighs less than these distances, which are exact on small graphs.
fn nothing_shorter<Q: PathQuestion>(distance: &[Q::Distance]) -> Ending {
    if distance.len() > MOST_DISTANCES as usize {
        return Ending::Exhausted;
    }
    Ending::Proved(Obstruction::Path(PathObstruction::Distances(
        distance.iter().map(|its| its.known()).collect(),
    )))
}

/// Finds a shortest path, or paths up to a weight.
///
/// # Errors
/// The reason to stop.
pub fn find<Q: PathQuestion>(
    question: &Q,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let [from, to] = question.ends();
    let distance = from_start(question, run)?;
    let Some(weight) = distance[to as usize].known() else {
        return Ok(Ending::Proved(Obstruction::Path(PathObstruction::Separated(reached(
            &distance,
        )))));
    };
    let at_most = question.at_most();
    if at_most.is_some_and(|most| weight > most) {
        return Ok(nothing_shorter::<Q>(&distance));
    }
    if let (Goal::All, Some(most)) = (goal, at_most) {
        drop(distance);
        let steps = ToEnd { question, distance: question.distances(true, None, run)? };
        return simple_paths::enumerate([from, to], most, &steps, run, found);
    }
    let path = back(question, &distance, run)?;
    if found(Witness::Path(path)).is_break() || at_most.is_some() {
        return Ok(Ending::Enough);
    }
    Ok(nothing_shorter::<Q>(&distance))
}

/// The vertices before one on shortest paths to it.
fn before<'q, Q: PathQuestion>(
    question: &'q Q,
    distance: &'q [Q::Distance],
    vertex: u32,
) -> impl Iterator<Item = u32> + 'q {
    let its = distance[vertex as usize].known();
    question.arcs_to(vertex).filter_map(move |(before, weight)| {
        let whole = distance[before as usize].known().and_then(|way| way.checked_add(weight));
        (whole.is_some() && whole == its).then_some(before)
    })
}

/// A shortest path, from the end back over the least vertices, or over those that the seed draws.
/// O(its vertices times their neighbours).
fn back<Q: PathQuestion>(
    question: &Q,
    distance: &[Q::Distance],
    run: &Run,
) -> Result<Vec<u32>, Reason> {
    let [from, mut at] = question.ends();
    let mut meter = Meter::new(run)?;
    let mut variation = variation(run.seed);
    let mut path = vec![at];
    while at != from {
        meter.work(1)?;
        let mut before = before(question, distance, at);
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

/// Counts the shortest paths, from the end back to the start.
///
/// Every vertex on a shortest path hands the number of ways on from it to those before it, in
/// falling order of their distances: O(n + m) additions. Only as many distances as the greatest
/// weight have numbers at a time.
///
/// # Errors
/// The reason to stop.
pub fn count<Q: PathQuestion>(question: &Q, run: &Run) -> Result<Counted, Reason> {
    let [from, to] = question.ends();
    let distance = from_start(question, run)?;
    let Some(weight) = distance[to as usize].known() else { return Ok(Counted::default()) };
    let counted = |count| Counted { count, objective: Some(weight), ..Counted::default() };
    let mut meter = Meter::new(run)?;
    let mut layers: BTreeMap<u64, HashMap<u32, BigUint>> = BTreeMap::new();
    layers.entry(weight).or_default().insert(to, BigUint::from(1_u32));
    while let Some((_, layer)) = layers.pop_last() {
        if let Some(ways) = layer.get(&from) {
            return Ok(counted(ways.clone()));
        }
        for (vertex, ways) in layer {
            for before in before(question, &distance, vertex) {
                // A long number takes time and memory.
                meter.work(1 + ways.bits() / 512)?;
                let its = layers.entry(distance[before as usize].into()).or_default();
                *its.entry(before).or_default() += &ways;
            }
        }
    }
    Ok(counted(BigUint::ZERO))
}

impl PathQuestion for ShortestPath {
    type Distance = u64;

    fn ends(&self) -> [u32; 2] {
        [self.from, self.to]
    }

    fn at_most(&self) -> Option<u64> {
        self.at_most
    }

    fn vertices(&self) -> u32 {
        self.vertices()
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.arcs().neighbors_slice(vertex)
    }

    fn weight(&self, from: u32, to: u32) -> u64 {
        self.weight(from, to).unwrap_or(0)
    }

    fn arcs_to(&self, vertex: u32) -> impl Iterator<Item = (u32, u64)> {
        self.reversed().edges(vertex).map(|arc| (arc.target(), *arc.weight()))
    }

    fn distances(&self, back: bool, until: Option<u32>, run: &Run) -> Result<Vec<u64>, Reason> {
        let mut distance = vec![u64::UNREACHED; self.vertices() as usize];
        let (arcs, from) = if back { (self.reversed(), self.to) } else { (self.arcs(), self.from) };
        let degree = |vertex| arcs.neighbors_slice(vertex).len();
        dijkstra(arcs, degree, from, until, |arc| *arc.weight(), run, &mut distance)?;
        Ok(distance)
    }
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

    /// A square grid with this many squares per side, every step 1: binomial coefficients.
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
        let counter = DIJKSTRA.counter(&model, Counting::default()).unwrap();
        let counted = counter.count(&context()).unwrap();
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
            let counter = DIJKSTRA.counter(&model, Counting::default()).unwrap();
            let counted = counter.count(&context()).unwrap();
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
