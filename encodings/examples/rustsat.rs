//! A Hamiltonian cycle of a petgraph graph: a model, its clauses in a formula of rustsat, any
//! solver (here varisat), and the solver's model read back as a cycle.
//!
//! `cargo run -p satranj-encodings --example rustsat`

use petgraph::graph::UnGraph;
use rustsat::{instances::Cnf, types::Assignment};
use satranj_encodings::{
    encoding::{Options, Reading},
    hamiltonian::{Hamiltonian, chinese_remainder::CHINESE_REMAINDER},
    model::{Model, Witness},
};
use varisat::ExtendFormula;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The corners of a cube, joined where they differ in one bit.
    let bits = [1, 2, 4];
    let edges = (0..8u32).flat_map(|a| bits.map(|bit| (a, a ^ bit))).filter(|(a, b)| a < b);
    let cube = UnGraph::<(), ()>::from_edges(edges);

    // The model and its formula.
    let model = Model::Hamiltonian(Hamiltonian::from_petgraph(&cube, true));
    let mut formula = Cnf::new();
    let encoded = CHINESE_REMAINDER.encode(&model, Options::default(), &mut formula)?;
    println!("{} variables, {} clauses", encoded.variables(), formula.len());

    // Any solver will do: this one takes DIMACS literals.
    let mut solver = varisat::Solver::new();
    for clause in &formula {
        let literals = clause.iter().map(|literal| literal.to_ipasir() as isize);
        solver.add_clause(&literals.map(varisat::Lit::from_dimacs).collect::<Vec<_>>());
    }
    assert!(solver.solve()?, "a cube has a Hamiltonian cycle");
    let values = solver.model().unwrap_or_default();
    let assignment: Assignment = values.iter().map(|literal| literal.is_positive()).collect();

    let Reading::Witness(Witness::Path(cycle)) = encoded.read(&(&assignment).into())? else {
        return Err("this encoding is complete: its solutions are cycles".into());
    };
    println!("{cycle:?}");
    assert_eq!(cycle.len(), 8);
    assert!(cycle.windows(2).all(|step| (step[0] ^ step[1]).is_power_of_two()));
    Ok(())
}
