//! Cuts: every tour of a small graph satisfies a cut that is accepted.

use rustsat::instances::Cnf;
use satranj::{
    Reason, Statement,
    encodings::{encoding::Options, hamiltonian::cuts::CUTS},
    proofs::cuts::CutChecker,
};

/// Two triangles joined by three edges, with names that need quotes.
const PRISM: &str = r#"{"kind":"hamilton","closed":true,"graph":{"vertices":["a","b,c","\"","outside","é","{}"],
"edges":[[0,1],[0,2],[1,2],[3,4],[3,5],[4,5],[0,3],[1,4],[2,5]]}}"#;

/// A line with the number and the comment of a cut, then its literals.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (comment, literals) = text.split_once('\n').unwrap_or((text, ""));
    let clause: Vec<i32> =
        literals.split_ascii_whitespace().filter_map(|it| it.parse().ok()).collect();
    let puzzle = PRISM.parse::<Statement>().expect("a statement").into_puzzle().expect("a puzzle");
    let model = puzzle.model();
    let mut formula = Cnf::new();
    let encoded = CUTS.encode(&model, Options::default(), &mut formula).expect("it states it");
    let permit = |bytes| if bytes > 16 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
    let label = |vertex| puzzle.label(vertex);
    let checker = CutChecker::new(encoded.as_ref(), &label, (6, true, false), &permit);
    let checker = checker.expect("there is memory");
    if checker.check(1, comment, &clause, &permit).is_err() {
        return;
    }
    let mut ends = vec![(0, 0); encoded.variables() as usize];
    let _ = encoded.each_name(&|vertex| vertex.to_string(), &mut |variable, name| {
        let inner = name.trim_start_matches("move(").trim_end_matches(')');
        if let Some((from, to)) = inner.split_once(',') {
            ends[variable as usize] = (from.parse().unwrap_or(0), to.parse().unwrap_or(0));
        }
        Ok(())
    });
    for tour in tours() {
        let uses = |&(a, b): &(usize, usize)| {
            (0..6).any(|at| [(a, b), (b, a)].contains(&(tour[at], tour[(at + 1) % 6])))
        };
        let holds = |literal: &i32| {
            let used = ends.get(literal.unsigned_abs() as usize - 1).is_some_and(uses);
            used == (*literal > 0)
        };
        assert!(clause.iter().any(holds), "{comment} {clause:?} cuts off {tour:?}");
    }
}

/// The tours of the prism from vertex 0, by trying every order.
fn tours() -> Vec<[usize; 6]> {
    const EDGES: [(usize, usize); 9] =
        [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (0, 3), (1, 4), (2, 5)];
    let joined = |a: usize, b: usize| EDGES.contains(&(a.min(b), a.max(b)));
    let mut paths = vec![vec![0]];
    for _ in 1..6 {
        let longer = |path: &Vec<usize>| -> Vec<Vec<usize>> {
            let last = path[path.len() - 1];
            let next = (0..6).filter(|&to| joined(last, to) && !path.contains(&to));
            next.map(|to| [&path[..], &[to]].concat()).collect()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    let closed = paths.into_iter().filter(|path| joined(path[5], 0));
    closed.filter_map(|path| path.try_into().ok()).collect()
}
