//! Colourings by local search: hidden colours, and searches without a move.

use proptest::prelude::*;

use super::*;
use crate::{limits::Limits, methods::MethodOptions};

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn hidden_colours_are_found_with_clashes_and_without_colours(
        hidden in prop::collection::vec(0..4_u32, 8..40),
        seed in any::<u64>(),
    ) {
        let mut generator = random::generator(seed);
        let n = hidden.len() as u32;
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<(u32, u32)> = pairs
            .filter(|&(a, b)| hidden[a as usize] != hidden[b as usize])
            .filter(|_| generator.random_bool(0.4))
            .collect();
        let given = vec![(3, hidden[3]), (5, hidden[5])];
        let graph = Graph::from_edges(n, &edges);
        let colouring = Colouring::new(graph, Count::Exactly(4), given.clone());
        let context = Context::new(Limits::default(), 1, MethodOptions::default());
        let mut meter = Meter::new(&context).unwrap();
        let greedy = colouring.greedy().unwrap();
        for lack in [Lack::Clashes, Lack::Colours] {
            let mut search = TabuSearch::new(&colouring, 4);
            search.begin(greedy, lack, &mut generator);
            prop_assert!(search.run(&mut generator, &mut meter).unwrap());
            for &(vertex, colour) in &given {
                prop_assert_eq!(search.colours[vertex as usize], colour);
            }
            for &(a, b) in &edges {
                prop_assert_ne!(search.colours[a as usize], search.colours[b as usize]);
            }
            prop_assert!(search.colours.iter().all(|&colour| colour < 4));
            for vertex in 0..n {
                for colour in 0..4 {
                    let around = colouring.graph().neighbours(vertex).iter();
                    let same = around.filter(|&&other| search.colours[other as usize] == colour);
                    prop_assert_eq!(search.beside(vertex, colour), same.count() as i32);
                }
            }
        }
    }
}

#[test]
fn where_no_move_is_allowed_a_search_ends() {
    // Both neighbours of the last vertex have given colours.
    let graph = Graph::from_edges(3, &[(0, 2), (1, 2)]);
    let colouring = Colouring::new(graph, Count::Exactly(2), vec![(0, 0), (1, 1)]);
    let context = Context::new(Limits::default(), 1, MethodOptions::default());
    let ended = search(&colouring, &context, &mut |_| unreachable!());
    assert_eq!(ended, Ok(Reason::IncompleteMethod.into()));
}
