//! Tests of A* on the graph of arrangements.

use std::collections::HashMap;

use petgraph::visit::{EdgeRef, IntoEdgeReferences, IntoEdges, IntoNeighbors, VisitMap, Visitable};
use proptest::prelude::*;
use satranj_encodings::{exchange::Arrangement, lattice::Lattice};

use super::*;
use crate::{
    limits::Limits,
    methods::{Context, MethodOptions, boards::lattice},
};

/// The numbers from 1 to a bound, each beside the next.
struct NumberLine(Packed);

impl StateSuccessors for NumberLine {
    fn list(&mut self, state: Packed, list: &mut Vec<Packed>) -> Result<(), Reason> {
        if state == self.0 {
            return Err(Reason::NodeLimit);
        }
        list.extend([state - 1, state + 1].into_iter().filter(|&next| next > 0));
        Ok(())
    }
}

#[test]
fn a_graph_without_an_end() {
    let graph = StateGraph::new(NumberLine(Packed::MAX), 1);
    assert_eq!((&graph).neighbors(7).collect::<Vec<_>>(), [6, 8]);
    let edges: Vec<_> = (&graph).edges(1).collect();
    assert_eq!(edges.len(), 1);
    assert_eq!((edges[0].source(), edges[0].target(), *edges[0].weight()), (1, 2, 1));
    assert_eq!((&graph).edge_references().count(), 0);
    let mut map = graph.visit_map();
    assert!(map.visit(3));
    graph.reset_map(&mut map);
    assert!(!map.is_visited(&3));
    let path = astar(&graph, 1, |at| at == 50, |edge| *edge.2, |at| (50u128.abs_diff(at)) as u64);
    assert_eq!(path.map(|(length, path)| (length, path.len())), Some((49, 50)));
    assert_eq!(graph.stopped(), None);
}

#[test]
fn a_reason_to_stop_ends_it_at_once() {
    let graph = StateGraph::new(NumberLine(1000), 5_000_000);
    let path = astar(&graph, 1, |at| at == 5_000_000, |edge| *edge.2, |_| 0);
    assert!(path.is_some());
    assert_eq!(graph.stopped(), Some(Reason::NodeLimit));
}

const NAMES: [&str; 5] = ["bishop", "king", "knight", "queen", "rook"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    /// The bound of every arrangement is at most its distance.
    #[test]
    fn bounds_are_lower_bounds(
        parallel in any::<bool>(),
        places in Just((0..9usize).collect::<Vec<_>>()).prop_shuffle(),
        kinds in prop::collection::vec(0..5u8, 1..4),
    ) {
        let lattices: Vec<Lattice> = NAMES.iter().map(|name| lattice(name, 3, 3, &[])).collect();
        let mut goal: Arrangement = vec![None; 9];
        for (&kind, &at) in kinds.iter().zip(&places) {
            goal[at] = Some(kind);
        }
        let model = Exchange {
            cells: lattices[1].clone(), kinds: lattices, start: goal.clone(), goal, parallel, at_most: None,
        };
        let run = Context::new(Limits::default(), 0, MethodOptions::default());
        let mut meter = Meter::new(&run).unwrap();
        let mut steps = ExchangeSteps::of(&model);
        let mut estimate = ExchangeEstimate::of(&model);
        let origin = Packed::pack(&model.goal, &steps.packing);
        prop_assert_eq!(estimate.bound(origin), 0);
        let mut distances = HashMap::from([(origin, 0u64)]);
        let mut layer = vec![origin];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for state in layer {
                let distance = distances[&state];
                prop_assert!(estimate.bound(state) <= distance);
                let ended = steps.each(&state, &mut meter, |_, _, new: Packed| {
                    distances.entry(new).or_insert_with(|| {
                        next.push(new);
                        distance + 1
                    });
                    Ok::<(), Reason>(())
                });
                prop_assert_eq!(ended, Ok(()));
            }
            layer = next;
        }
    }
}
