//! A Hamiltonian cycle of your own petgraph graph, by the default method.
//!
//! `cargo run --example petgraph_cycle`

use petgraph::graph::UnGraph;
use satranj::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut friends = UnGraph::<&str, ()>::new_undirected();
    let [ann, ben, cem, dan, eve] =
        ["Ann", "Ben", "Cem", "Dan", "Eve"].map(|name| friends.add_node(name));
    friends.extend_with_edges([
        (ann, ben),
        (ben, cem),
        (cem, dan),
        (dan, ann),
        (ben, eve),
        (eve, dan),
    ]);
    friends.add_edge(ann, cem, ());

    let graph = GraphStatement::from_petgraph(&friends, |node| friends[node].to_string());
    let puzzle = Statement::from(HamiltonStatement::new(graph, true)).into_puzzle()?;
    let solved = solve(puzzle.as_ref(), &Settings::default())?;

    let Some(Solution::VertexPath { path }) = solved.solution() else {
        return Err("no cycle".into());
    };
    println!("{} by {}", path.join(" "), solved.method);
    assert_eq!(path.len(), 5);
    Ok(())
}
