//! A puzzle of one's own, from a graph and a model, with a check of its own: the most numbers up
//! to 12 no two of which have a common divisor.
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

    fn interpret(&self, witness: &Witness) -> Solution {
        let numbers = witness.numbers().iter().map(|vertex| (vertex + 2).to_string());
        Solution::Vertices { vertices: numbers.collect() }
    }
}

impl PuzzleRules for Coprimes {
    fn value(&self, solution: &Solution) -> Option<u64> {
        numbers(solution).map(|numbers| numbers.len() as u64)
    }

    /// By Euclid's algorithm, and nothing of the graph.
    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let numbers = numbers(solution).ok_or_else(|| Violation("no numbers".into()))?;
        for (index, &a) in numbers.iter().enumerate() {
            let (mut x, mut y) = (a, numbers[index + 1..].iter().product::<u64>());
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

fn numbers(solution: &Solution) -> Option<Vec<u64>> {
    let Solution::Vertices { vertices } = solution else { return None };
    vertices.iter().map(|number| number.parse().ok()).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solved = solve(&Coprimes, &Settings::default())?;
    let most = solved.solution().and_then(numbers).ok_or("there is a solution")?;
    println!("{most:?} by {}", solved.method);
    assert!(matches!(solved.outcome, Outcome::Optimal(_)));
    // One for each prime up to 12.
    assert_eq!(most.len(), 5);
    Ok(())
}
