//! The sizes of the encodings by successors are what their documentation says.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{cases, encode, encoding, king, knight, models, on_edges, sizes};
use proptest::prelude::*;
use satranj_encodings::{
    at_most_one::AtMostOne,
    counter::ClauseCounter,
    encoding::{EncodeError, Options, Reductions, Size},
    graph::Graph,
    hamiltonian::{Hamiltonian, vertex_elimination::MOST_STEPS},
    model::Model,
};

/// Arcs whose root comes behind the vertices of a path.
struct Rooted {
    vertices: u32,
    root: u32,
    arcs: BTreeSet<(u32, u32)>,
}

/// The root of a cycle, and the first vertex of a path, where they are known.
fn first(model: &Hamiltonian) -> Option<u32> {
    let degree = |v: u32| model.graph().neighbours(v).len();
    let least = (0..model.vertices()).rev().min_by_key(|&v| (degree(v), v));
    if model.closed { model.start.or(least) } else { model.start }
}

fn rooted(model: &Hamiltonian) -> Rooted {
    let n = model.vertices();
    if model.closed {
        let root = first(model).unwrap();
        return Rooted { vertices: n, root, arcs: model.arcs().collect() };
    }
    let one = n == 1;
    let leads = |&(a, b): &(u32, u32)| model.end != Some(a) && model.start != Some(b);
    let mut arcs: BTreeSet<(u32, u32)> = model.arcs().filter(leads).collect();
    for v in 0..n {
        let (is_start, is_end) = (model.start == Some(v), model.end == Some(v));
        if (model.start.is_none() || is_start) && (one || !is_end) {
            arcs.insert((n, v));
        }
        if (model.end.is_none() || is_end) && (one || !is_start) {
            arcs.insert((v, n));
        }
    }
    Rooted { vertices: n + 1, root: n, arcs }
}

/// Distances by relaxing every arc until nothing changes; 1 without windows.
fn distances(model: &Hamiltonian, from: u32, against: bool, windows: bool) -> Vec<Option<i64>> {
    let n = model.vertices() as usize;
    if !windows {
        return (0..n).map(|v| Some(i64::from(v != from as usize))).collect();
    }
    let mut known = vec![None; n];
    known[from as usize] = Some(0);
    for _ in 0..n {
        for (a, b) in model.arcs() {
            let (a, b) = if against { (b, a) } else { (a, b) };
            if let Some(d) = known[a as usize] {
                let other = &mut known[b as usize];
                *other = Some(other.map_or(d + 1, |own: i64| own.min(d + 1)));
            }
        }
    }
    known
}

/// The order numbers that the documentation leaves to each vertex.
fn numbers(model: &Hamiltonian, reductions: Reductions) -> Vec<BTreeSet<u32>> {
    let n = i64::from(model.vertices());
    let windows = reductions.windows;
    let s = first(model).map(|s| distances(model, s, false, windows));
    let back = first(model).map(|s| distances(model, s, true, windows));
    let e = model.end.map(|e| distances(model, e, true, windows));
    let colours = if reductions.parity { model.graph().two_colouring() } else { None };
    let even = colours.as_ref().and_then(|colours| {
        let colour = |v: u32| colours[v as usize];
        let trues = colours.iter().filter(|&&colour| colour).count() as i64;
        let of_end = model.end.map(|e| if n % 2 == 1 { colour(e) } else { !colour(e) });
        let larger = (n % 2 == 1).then_some(trues > n - trues);
        first(model).map(colour).or(of_end).or(larger)
    });
    let allowed = |v: usize, t: i64| {
        let begins = s.as_ref().is_none_or(|s| match s[v] {
            Some(0) => t == 0,
            d => d.is_some_and(|d| t >= d),
        });
        let returns = !model.closed
            || t == 0
            || back.as_ref().is_none_or(|back| back[v].is_some_and(|d| t <= n - d));
        let ends = e.as_ref().is_none_or(|e| match e[v] {
            Some(0) => t == n - 1,
            d => d.is_some_and(|d| t <= n - 1 - d),
        });
        let parity = even.is_none_or(|even| (colours.as_ref().unwrap()[v] == even) == (t % 2 == 0));
        begins && returns && ends && parity
    };
    let delay = i64::from(!model.closed);
    let of = |v| (0..n).filter(|&t| allowed(v, t)).map(|t| (t + delay) as u32).collect();
    let mut all: Vec<BTreeSet<u32>> = (0..n as usize).map(of).collect();
    if !model.closed {
        all.push([0].into());
    }
    all
}

/// The documented size of the successors with pairwise at-most-ones.
fn successors_size(model: &Hamiltonian, reductions: Reductions) -> Size {
    let Rooted { vertices, root, arcs } = rooted(model);
    let mut size = Size { variables: arcs.len() as u64, clauses: 2 * u64::from(vertices) };
    for v in 0..vertices {
        for k in
            [arcs.iter().filter(|a| a.0 == v).count(), arcs.iter().filter(|a| a.1 == v).count()]
        {
            size.clauses += (k * k.saturating_sub(1) / 2) as u64;
        }
    }
    if vertices > 2 {
        let own = |&&(a, b): &&(u32, u32)| model.closed || a != root && b != root;
        let pairs = arcs.iter().filter(|&&(a, b)| a < b && arcs.contains(&(b, a)));
        size.clauses += pairs.filter(own).count() as u64;
    }
    if !model.is_directed() && model.closed && reductions.direction {
        size.clauses += arcs.iter().filter(|arc| arc.1 == root).count() as u64;
    }
    size.clauses += model.given.len() as u64;
    size
}

/// The numbers of the tail of an arc for which its head has one more.
fn steps(numbers: &[BTreeSet<u32>], (u, v): (u32, u32)) -> BTreeSet<u32> {
    let of = |v: u32| &numbers[v as usize];
    of(u).iter().copied().filter(|t| of(v).contains(&(t + 1))).collect()
}

fn unary_size(model: &Hamiltonian, reductions: Reductions) -> Size {
    let Rooted { root, arcs, .. } = rooted(model);
    let numbers = numbers(model, reductions);
    let mut size = successors_size(model, reductions);
    for own in &numbers {
        let s = own.len() as u64;
        size.variables += s.saturating_sub(1);
        size.clauses += if s == 0 { 1 } else { s.saturating_sub(2) };
    }
    let last = numbers.len() as u32 - 1;
    for &(u, v) in &arcs {
        let of = |v: u32| &numbers[v as usize];
        size.clauses += if v == root {
            if of(u).contains(&last) { u64::from(of(u).len() > 1) } else { 1 }
        } else {
            let t = steps(&numbers, (u, v));
            let (Some(least), Some(most)) = (t.first(), t.last()) else {
                size.clauses += 1;
                continue;
            };
            let beyond = |v: u32, least: u32, most: u32| {
                u64::from(of(v).iter().any(|&t| t < least))
                    + u64::from(of(v).iter().any(|&t| t > most))
            };
            beyond(u, *least, *most) + beyond(v, least + 1, most + 1) + 2 * (t.len() as u64 - 1)
        };
    }
    size
}

fn binary_size(model: &Hamiltonian, reductions: Reductions) -> Size {
    let Rooted { root, arcs, .. } = rooted(model);
    let numbers = numbers(model, reductions);
    // Whether parity rules out every other number is seen where it is known of the colours.
    let halved = halves(model, reductions);
    let half = |number: u32| if halved { number / 2 } else { number };
    let last = numbers.len() as u32 - 1;
    let bits = (0..32).find(|&bits| half(last) >> bits == 0).unwrap();
    let mut size = successors_size(model, reductions);
    for (v, own) in numbers.iter().enumerate() {
        let (Some(&least), Some(&most)) = (own.first(), own.last()) else {
            size.clauses += 1;
            continue;
        };
        if v == root as usize {
            continue;
        }
        let ones = |number: u32| (0..bits).filter(|i| number >> i & 1 == 1).count() as u64;
        size.variables += bits;
        size.clauses += ones(half(least)) + bits - ones(half(most));
        if !halved || least % 2 == 1 {
            size.variables += bits.saturating_sub(2) + bits.saturating_sub(1);
            size.clauses += 3 * bits.saturating_sub(2) + 4 * bits.saturating_sub(1);
        }
    }
    for &(u, v) in &arcs {
        let can = if v == root {
            numbers[u as usize].contains(&last)
        } else {
            !steps(&numbers, (u, v)).is_empty()
        };
        size.clauses += match can {
            false => 1,
            true if u == root || v == root => bits,
            true => 2 * bits,
        };
    }
    size
}

/// Whether parity says anything.
fn halves(model: &Hamiltonian, reductions: Reductions) -> bool {
    let without = numbers(model, Reductions { parity: false, ..reductions });
    let colours = model.graph().two_colouring().filter(|_| reductions.parity);
    let known = model.vertices() % 2 == 1 || model.closed || model.start.or(model.end).is_some();
    let vertices = model.vertices() as usize;
    colours.is_some() && known && without[..vertices].iter().any(|own| !own.is_empty())
}

fn elimination_size(model: &Hamiltonian, reductions: Reductions) -> Size {
    let Rooted { vertices, root, arcs } = rooted(model);
    let mut size = successors_size(model, reductions);
    // Whether an arc is a way.
    let inner = arcs.into_iter().filter(|&(u, v)| u != root && v != root);
    let mut graph: BTreeMap<(u32, u32), bool> = inner.map(|arc| (arc, false)).collect();
    let mut left: BTreeSet<u32> = (0..vertices).collect();
    while !left.is_empty() {
        let into = |v: u32| graph.keys().filter(move |arc| arc.1 == v).map(|arc| arc.0);
        let out = |v: u32| graph.keys().filter(move |arc| arc.0 == v).map(|arc| arc.1);
        let v = *left.iter().min_by_key(|&&v| into(v).count() * out(v).count()).unwrap();
        let (from, to): (Vec<u32>, Vec<u32>) = (into(v).collect(), out(v).collect());
        left.remove(&v);
        graph.retain(|arc, _| arc.0 != v && arc.1 != v);
        size.clauses += (from.len() * to.len()) as u64;
        for u in from {
            for &w in to.iter().filter(|&&w| w != u) {
                match graph.insert((u, w), true) {
                    Some(true) => {}
                    Some(false) => size += Size { variables: 1, clauses: 1 },
                    None => size.variables += 1,
                }
            }
        }
    }
    size
}

/// What the documentation says.
type Documented = fn(&Hamiltonian, Reductions) -> Size;

/// Compares the predicted, documented and written sizes.
fn check(model: &Hamiltonian, bits: u8) {
    let on = |bit: u8| bits >> bit & 1 == 1;
    // What is forced is counted by a deduction of its own.
    let reductions = Reductions { parity: on(0), windows: on(1), forced: false, direction: on(2) };
    let options = Options { at_most_one: AtMostOne::Pairwise, reductions };
    let asked = Model::Hamiltonian(model.clone());
    let all: [(&str, Documented); 3] = [
        ("unary-order", unary_size),
        ("binary-order", binary_size),
        ("vertex-elimination", elimination_size),
    ];
    for (name, documented) in all {
        let documented = if model.is_too_small() {
            Size { variables: 0, clauses: 1 }
        } else {
            documented(model, reductions)
        };
        let (cnf, encoded) = encode(encoding(name), &asked, options);
        let written = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
        let context = || {
            let (n, closed, start, end) = (model.vertices(), model.closed, model.start, model.end);
            let arcs: Vec<(u32, u32)> = model.arcs().collect();
            format!("{name}, {reductions}: {n} vertices {closed} {start:?} {end:?} {arcs:?}")
        };
        assert_eq!(sizes::size(encoding(name), &asked, options), written, "counted: {}", context());
        assert_eq!(documented, written, "documented: {}", context());
        let highest = cnf.iter().flatten().map(|literal| literal.vidx() as u64 + 1).max();
        assert!(highest.unwrap_or(0) <= written.variables, "{}", context());
    }
}

#[test]
fn boards() {
    for (rows, columns) in [(1, 1), (1, 2), (3, 3), (3, 4), (4, 5), (5, 5), (6, 6)] {
        let n = rows * columns;
        for closed in [false, true] {
            let board = Hamiltonian::on_lattice(knight(rows, columns), closed);
            check(&board, 7);
            check(&board.with_ends(Some(n / 2), None), 7);
            if !closed {
                check(&board.with_ends(None, Some(n - 1)), 7);
                check(&board.with_ends(Some(0), Some(n - 1)), 7);
            }
        }
    }
    check(&Hamiltonian::on_lattice(king(3, 4), true), 7);
    check(&Hamiltonian::on_lattice(king(3, 4), false), 7);
}

/// Variables and clauses behind those of the successors.
fn beyond(name: &str, model: &Hamiltonian, reductions: Reductions) -> (u64, u64) {
    let reductions = Reductions { forced: false, ..reductions };
    let options = Options { at_most_one: AtMostOne::Pairwise, reductions };
    let size = sizes::size(encoding(name), &Model::Hamiltonian(model.clone()), options);
    let base = successors_size(model, reductions);
    (size.variables - base.variables, size.clauses - base.clauses)
}

#[test]
fn numbers_of_small_cycles() {
    let square = on_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)], true);
    let all = Reductions::default();
    // From 0: 1 and 3 at 1 or 3, 2 at 2. Two arcs from 0 ask for 1, two to it for 3, and each of
    // the four others for one number of 1 or 3.
    assert_eq!(beyond("unary-order", &square, all), (2, 2 + 2 + 4));
    // One bit, that of 2 bounded from below. Eight arcs: four at the root a clause each, the others
    // two.
    assert_eq!(beyond("binary-order", &square, all), (3, 1 + 4 + 8));
    let neither = Reductions { parity: false, windows: false, ..all };
    // Each at 1, 2 or 3: a chain of one clause. From 0 one clause each (not 2 or later), to it one;
    // else three numbers less one on each side, and two clauses to make them equal.
    assert_eq!(beyond("unary-order", &square, neither), (6, 3 + 4 + 4 * (2 + 2)));
    // Two bits, and one for the second of the sum; at least 1, at most 3.
    assert_eq!(beyond("binary-order", &square, neither), (3 * 3, 3 * (1 + 4) + 4 * 2 + 4 * 4));
    // Without 0 it is 1-2-3: 1 and 3 have one arc each way, and 1 goes first, in and out by 2.
    assert_eq!(beyond("vertex-elimination", &square, all), (0, 1 + 1));
    // A complete graph of four without a vertex: a triangle. 1 goes with four clauses, by ways
    // over both arcs of the rest; then they mean one cycle.
    let complete = on_edges(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], true);
    assert_eq!(beyond("vertex-elimination", &complete, all), (2, 4 + 2 + 1));
}

#[test]
fn what_cannot_be_numbered_is_refused_at_once() {
    // A ladder of 10^6 vertices.
    let half: u32 = 500_000;
    let sides = (1..half).flat_map(|v| [(v - 1, v), (half + v - 1, half + v)]);
    let edges: Vec<(u32, u32)> = sides.chain((0..half).map(|v| (v, half + v))).collect();
    let asked =
        Model::Hamiltonian(Hamiltonian::on_graph(Graph::from_edges(2 * half, &edges), true));
    let mut counter = ClauseCounter::default();
    let refused = encoding("unary-order").encode(&asked, Options::default(), &mut counter).err();
    // Half of the n² pairs are ruled out by parity, not many by distance.
    let Some(EncodeError::TooManyVariables { encoding: "unary-order", variables }) = refused else {
        panic!("{refused:?}");
    };
    assert!(variables > 100_000_000_000 && variables < 500_000_000_000, "{variables}");
    assert_eq!(counter.clauses(), 0);
}

#[test]
fn what_is_too_dense_to_be_taken_out_is_refused() {
    let edges: Vec<(u32, u32)> = (0..700).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let asked = Model::Hamiltonian(on_edges(700, &edges, true));
    let elimination = encoding("vertex-elimination");
    let mut counter = ClauseCounter::default();
    let refused = elimination.encode(&asked, Options::default(), &mut counter).err();
    let error = EncodeError::TooManyClauses { encoding: elimination.name(), most: MOST_STEPS };
    assert_eq!(refused, Some(error));
    assert!(counter.clauses() <= MOST_STEPS);
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn random_graphs(model in models(9), bits in 0..8u8) {
        check(&model, bits);
    }
}
