//! Your own puzzle, from a graph and a model, with its own check: as many numbers up
//! to 12 as possible, no two with a common divisor.
//!
//! `cargo run --example own_puzzle`

use petgraph::graph::UnGraph;
use satranj::prelude::*;

const MOST: u32 = 12;

struct Coprimes;

impl Puzzle for Coprimes {
    fn model(&self) -> Model {
        // Vertex i is the number i + 2; an edge joins two with a common divisor.
        let mut graph = UnGraph::<(), ()>::new_undirected();
        let nodes: Vec<_> = (2..=MOST).map(|_| graph.add_node(())).collect();
        for (a, b) in (2..=MOST).flat_map(|b| (2..b).map(move |a| (a, b))) {
            if (2..=a).any(|divisor| a % divisor == 0 && b % divisor == 0) {
                graph.add_edge(nodes[a as usize - 2], nodes[b as usize - 2], ());
            }
        }
        Model::IndependentSet(IndependentSet::from_petgraph(&graph, Count::Optimum))
    }

    fn interpret(&self, witness: &Witness) -> Result<Vec<u32>, Violation> {
        Ok(witness.numbers().iter().map(|vertex| vertex + 2).collect())
    }
}

impl PuzzleRules for Coprimes {
    type Solution = Vec<u32>;

    fn value(&self, numbers: &Vec<u32>) -> Option<u64> {
        Some(numbers.len() as u64)
    }

    /// By Euclid's algorithm, and nothing of the graph.
    fn verify(&self, numbers: &Vec<u32>) -> Result<(), Violation> {
        for (index, &a) in numbers.iter().enumerate() {
            let others = numbers[index + 1..].iter().map(|&number| u64::from(number));
            let (mut x, mut y) = (u64::from(a), others.product::<u64>());
            while y > 0 {
                (x, y) = (y, x % y);
            }
            if x > 1 && index + 1 < numbers.len() {
                return Err(Violation(format!("{a} shares {x} with another")));
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solved = solve(&Coprimes, &Settings::default())?;
    let most = solved.solution().ok_or("there is a solution")?;
    println!("{most:?} by {}", solved.method);
    assert!(matches!(solved.outcome, Outcome::Optimal(_)));
    // One for each prime up to 12.
    assert_eq!(most.len(), 5);
    Ok(())
}
