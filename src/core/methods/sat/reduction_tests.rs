//! Random formulas as Hamiltonian cycles: there is a cycle exactly if a formula is satisfiable.

use std::ops::ControlFlow;

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Model};

use crate::{
    graphs::families::{
        FamilyMember, by_name,
        satisfiability::{Clause, formula},
    },
    limits::Limits,
    methods::{
        Context, Ending, Goal, Method, MethodOptions,
        auto::AUTO,
        boards::tours::is_witness,
        sat::{self, encoded},
    },
    random::generator,
};

/// Whether some values satisfy all clauses: all are tried.
fn is_satisfiable(variables: u32, formula: &[Clause]) -> bool {
    (0..1_u32 << variables).any(|values| {
        let is_literal_true =
            |&(variable, is_true): &(u32, bool)| (values >> variable & 1 == 1) == is_true;
        formula.iter().all(|clause| clause.iter().any(is_literal_true))
    })
}

/// The model of a graph of the family, drawn by this seed.
fn model(size: [u32; 2], seed: u64, is_directed: bool) -> Hamiltonian {
    let family = by_name("sat-reduction").unwrap();
    let member = FamilyMember::new(family, size.to_vec(), 0, false).unwrap();
    let member = if is_directed { member.with_arcs().unwrap() } else { member };
    let edges = member.draw(&mut generator(seed));
    if is_directed {
        return Hamiltonian::on_arcs(member.vertices(), &edges, true);
    }
    Hamiltonian::on_graph(Graph::from_edges(member.vertices(), &edges), true)
}

/// Whether a method finds a cycle, and in how many rounds.
fn has_cycle(method: &Method, model: &Hamiltonian) -> (bool, u64) {
    let context = Context::new(Limits::default(), 1, MethodOptions::default());
    let mut found = false;
    let stated = Model::Hamiltonian(model.clone());
    let ending = method.solve(&stated, Goal::First, &context, &mut |witness| {
        assert!(is_witness(model, witness.numbers()));
        found = true;
        ControlFlow::Break(())
    });
    assert_eq!(ending.unwrap() == Ending::Enough, found);
    (found, context.counters.read().rounds)
}

#[test]
fn there_is_a_cycle_exactly_if_the_formula_is_satisfiable() {
    let mut counts = [0; 2];
    for (variables, clauses) in [(3, 6), (3, 30), (4, 40), (5, 21), (5, 30), (6, 26)] {
        for seed in 1..=4 {
            let drawn = formula(variables, clauses, &mut generator(seed));
            let expected = is_satisfiable(variables, &drawn);
            counts[usize::from(expected)] += 1;
            for is_directed in [true, false] {
                let model = model([variables, clauses], seed, is_directed);
                for method in [&sat::auto::CUTS, &encoded::WARM_CUTS, &AUTO] {
                    let label = format!("{variables} {clauses} {seed} {is_directed}");
                    assert_eq!(has_cycle(method, &model).0, expected, "{label}");
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn cycles_of_two_vertices_need_no_rounds() {
    for seed in 1..=3 {
        let [directed, undirected] =
            [true, false].map(|is_directed| model([12, 50], seed, is_directed));
        assert_eq!(has_cycle(&sat::auto::CUTS, &directed).1, 1);
        assert_eq!(has_cycle(&encoded::WARM_CUTS, &undirected).1, 1);
    }
}
