//! Random formulas of clauses of three literals, as Hamiltonian cycles.

use rand::{RngExt, seq::index};

use super::{EdgeList, FamilyList::Arcs, GraphFamily, Hamiltonicity, form, none, size};
use crate::random::Generator;

/// A ring of paths, one for each variable: a cycle passes a path in one direction if the variable is
/// true, in the other if it is false. A vertex for each clause is visited from a pair of vertices of
/// the path of one of its variables, in the direction that satisfies the clause.
///
/// A variable with k occurrences has 3k + 3 vertices, numbered from 1: its occurrence j has the pair
/// 3j and 3j + 1. From both ends arcs lead to both ends of the next path. The cycle cannot leave a
/// pair for a clause and continue on another path, since the second vertex of the pair could then be
/// visited no more. The formula is drawn: each clause has three different variables and three signs,
/// all equally likely. It is satisfiable if and only if there is a Hamiltonian cycle.
pub const SAT_REDUCTION: GraphFamily = GraphFamily {
    name: "sat-reduction",
    summary: "a random formula of N variables and M clauses of three literals; --directed for arcs",
    parameters: &[size("N", "variables", 3, 1_000_000), size("M", "clauses", 1, 1_000_000)],
    named: &[],
    vertices: form("9N + 30M", |size| 9 * u64::from(size[0]) + 30 * u64::from(size[1])),
    edges: form("14N + 44M", |size| 14 * u64::from(size[0]) + 44 * u64::from(size[1])),
    hamiltonian: Hamiltonicity {
        text: "if and only if the formula, which the seed decides, is satisfiable",
        holds: None,
    },
    source: "Kleinberg and Tardos, Algorithm Design (2005), section 8.5; three vertices in a row \
             for each: Karp, Reducibility among combinatorial problems (1972)",
    problem: none,
    list: Arcs(|size, generator| arcs(size[0], &formula(size[0], size[1], generator))),
};

/// A clause: variables, and whether each is true in its literal.
pub type Clause = [(u32, bool); 3];

/// Random clauses.
pub fn formula(variables: u32, clauses: u32, generator: &mut Generator) -> Vec<Clause> {
    let mut clause = || {
        let drawn = index::sample(generator, variables as usize, 3);
        [0, 1, 2].map(|at| (drawn.index(at) as u32, generator.random()))
    };
    (0..clauses).map(|_| clause()).collect()
}

/// The arcs of the graph of a formula; the vertices of the clauses come first.
fn arcs(variables: u32, formula: &[Clause]) -> EdgeList {
    let mut lists = vec![Vec::new(); variables as usize];
    for (clause, literals) in (0..).zip(formula) {
        for &(variable, is_true) in literals {
            lists[variable as usize].push((clause, is_true));
        }
    }
    let mut begin = formula.len() as u32;
    let mut paths = Vec::with_capacity(lists.len());
    let mut arcs = Vec::new();
    for list in &lists {
        let end = begin + 3 * list.len() as u32 + 2;
        arcs.extend((begin..end).flat_map(|vertex| [(vertex, vertex + 1), (vertex + 1, vertex)]));
        for (first, &(clause, is_true)) in (begin + 2..).step_by(3).zip(list) {
            let (from, to) = if is_true { (first, first + 1) } else { (first + 1, first) };
            arcs.extend([(from, clause), (clause, to)]);
        }
        paths.push([begin, end]);
        begin = end + 1;
    }
    for (ends, next) in paths.iter().zip(paths.iter().cycle().skip(1)) {
        arcs.extend(ends.iter().flat_map(|&end| next.map(|other| (end, other))));
    }
    arcs
}
