//! The documented sizes of the encodings by order numbers: `lfsr`, `chinese-remainder`.

use crate::support::{cases, encode, encoding, king, knight, models, on_edges, sizes};
use proptest::prelude::*;
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Options, Reductions, Size},
    hamiltonian::Hamiltonian,
    model::Model,
};

/// The moduli that are documented, for small periods.
fn moduli(period: u64) -> &'static [u64] {
    match period {
        0..=1 => &[],
        2 => &[2],
        3 => &[3],
        4 => &[4],
        5 => &[5],
        6 => &[2, 3],
        7 => &[7],
        8..=10 => &[2, 5],
        11..=12 => &[3, 4],
        13..=15 => &[3, 5],
        16..=20 => &[4, 5],
        21 => &[3, 7],
        22..=30 => &[2, 3, 5],
        _ => panic!("no moduli for {period}"),
    }
}

/// Bits of the least register of that period, and its taps besides the first.
fn register(period: u64) -> (u64, u64) {
    let bits = (1..64).find(|&bits| (1u64 << bits) > period).unwrap();
    (bits, u64::from(bits > 1))
}

/// The arcs of a model, the root of a path being vertex n, without those that no path can use.
fn arcs(model: &Hamiltonian) -> Vec<(u32, u32)> {
    let root = model.vertices();
    if model.closed {
        return model.arcs().collect();
    }
    let alone = root == 1;
    let first = |v: u32| model.start.is_none_or(|s| s == v) && (alone || model.end != Some(v));
    let last = |v: u32| model.end.is_none_or(|e| e == v) && (alone || model.start != Some(v));
    let among = model.arcs().filter(|&(a, b)| model.end != Some(a) && model.start != Some(b));
    let starts = (0..root).filter(|&v| first(v)).map(|v| (root, v));
    let ends = (0..root).filter(|&v| last(v)).map(|v| (v, root));
    among.chain(starts).chain(ends).collect()
}

/// The size of the successors, whose forced arcs are not reduced.
fn successors(model: &Hamiltonian, arcs: &[(u32, u32)], amo: AtMostOne, turned: bool) -> Size {
    let vertices = model.vertices() + u32::from(!model.closed);
    let mut clauses = 2 * u64::from(vertices) + model.given.len() as u64;
    let mut variables = arcs.len() as u64;
    for vertex in 0..vertices {
        let out = arcs.iter().filter(|arc| arc.0 == vertex).count() as u64;
        let into = arcs.iter().filter(|arc| arc.1 == vertex).count() as u64;
        for size in [out, into].map(|k| sizes::at_most_one(amo, k)) {
            variables += size.variables;
            clauses += size.clauses;
        }
    }
    if vertices > 2 {
        let among = |arc: &&(u32, u32)| arc.0 < arc.1 && arc.1 < model.vertices();
        let opposite = |arc: &&(u32, u32)| arcs.contains(&(arc.1, arc.0));
        clauses += arcs.iter().filter(among).filter(opposite).count() as u64;
    }
    if !model.is_directed() && model.closed && turned {
        clauses += arcs.iter().filter(|arc| arc.1 == root(model)).count() as u64;
    }
    Size { variables, clauses }
}

fn root(model: &Hamiltonian) -> u32 {
    let graph = model.graph();
    let least = (0..model.vertices()).min_by_key(|&vertex| graph.neighbours(vertex).len());
    if model.closed { model.start.or(least).unwrap() } else { model.vertices() }
}

/// The documented size.
fn documented(name: &str, model: &Hamiltonian, options: Options) -> Size {
    if model.is_too_small() {
        return Size { variables: 0, clauses: 1 };
    }
    let n = u64::from(model.vertices());
    let arcs = arcs(model);
    let reductions = options.reductions;
    let mut size = successors(model, &arcs, options.at_most_one, reductions.direction);
    let root = root(model);
    let colours = model.graph().two_colouring().filter(|_| reductions.parity);
    let period = if colours.is_some() { n.div_ceil(2) } else { n };
    let numbered = if model.closed { n - 1 } else { n };
    let of_root = arcs.iter().filter(|arc| arc.0 == root || arc.1 == root).count() as u64;
    let among = arcs.len() as u64 - of_root;
    if name == "lfsr" {
        let (bits, taps) = register(period);
        let counted = colours.map_or(among, |colours| {
            // From either colour if the first is not known, but then there are as many of both.
            let first = match (model.closed, model.start, model.end) {
                (true, ..) => colours[root as usize],
                (_, Some(start), _) => colours[start as usize],
                (_, None, Some(end)) => colours[end as usize] == (n % 2 == 1),
                _ => false,
            };
            let counts = |arc: &&(u32, u32)| arc.0 != root && arc.1 != root;
            let to_first = |arc: &&(u32, u32)| colours[arc.1 as usize] == first;
            arcs.iter().filter(counts).filter(to_first).count() as u64
        });
        size.variables += numbered * bits;
        size.clauses += numbered + of_root * bits + among * 2 * bits + counted * 2 * taps;
        return size;
    }
    let moduli = moduli(period);
    let sum: u64 = moduli.iter().sum();
    let one: u64 = moduli.iter().map(|q| 1 + q * (q - 1) / 2).sum();
    size.variables += numbered * sum;
    size.clauses += numbered * one + of_root * moduli.len() as u64 + among * sum;
    size
}

fn check(model: &Hamiltonian, options: Options) {
    let asked = Model::Hamiltonian(model.clone());
    for name in ["lfsr", "chinese-remainder"] {
        let (cnf, encoded) = encode(encoding(name), &asked, options);
        let written = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
        assert_eq!(sizes::size(encoding(name), &asked, options), written, "counted: {name}");
        assert_eq!(documented(name, model, options), written, "documented: {name} {model:?}");
    }
}

/// Options by the bits of a number; what is forced is counted by a deduction of its own.
fn options(at_most_one: AtMostOne, bits: u8) -> Options {
    let on = |bit: u8| bits >> bit & 1 == 1;
    let reductions = Reductions { parity: on(0), windows: on(1), forced: false, direction: on(2) };
    Options { at_most_one, reductions }
}

#[test]
fn boards() {
    for (rows, columns) in [(1, 1), (3, 3), (3, 4), (4, 5), (5, 5)] {
        for closed in [false, true] {
            for at_most_one in AtMostOne::ALL {
                let model = Hamiltonian::on_lattice(knight(rows, columns), closed);
                check(&model, options(at_most_one, 7));
                check(&model.with_ends(Some(0), None), options(at_most_one, 0));
                check(
                    &Hamiltonian::on_lattice(king(rows, columns), closed),
                    options(at_most_one, 7),
                );
            }
        }
    }
}

/// The size with the default options.
fn size(name: &str, model: Hamiltonian) -> (u64, u64) {
    let size = sizes::size(encoding(name), &Model::Hamiltonian(model), Options::default());
    (size.variables, size.clauses)
}

#[test]
fn numbers() {
    // A directed triangle, whose arcs are all forced: per vertex one arc out and one in. Two
    // vertices with 2 bits; of the three arcs two are beside the root, one is a step by one xor.
    let triangle = || Hamiltonian::on_arcs(3, &[(0, 1), (1, 2), (2, 0)], true);
    assert_eq!(size("lfsr", triangle()), (3 + 2 * 2, 6 + 2 + 2 * 2 + (2 * 2 + 2)));
    assert_eq!(size("chinese-remainder", triangle()), (3 + 2 * 3, 6 + 2 * (1 + 3) + 2 + 3));
    // A path of one vertex, from the root to it and back: one number that is one bit.
    assert_eq!(size("lfsr", on_edges(1, &[], false)), (2 + 1, 4 + 1 + 2));
    assert_eq!(size("chinese-remainder", on_edges(1, &[], false)), (2, 4));
}

#[test]
fn a_thousand_vertices() {
    let n = 1000;
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).chain([(0, n - 1)]).collect();
    let options = Options { reductions: Reductions::NONE, ..Options::default() };
    let asked = Model::Hamiltonian(on_edges(n, &edges, true));
    let size = |name: &str| sizes::size(encoding(name), &asked, options);
    let n = u64::from(n);
    // Per vertex two arcs out and two in, each pair with 3 variables and 5 clauses.
    let base = Size { variables: 2 * n + 6 * n, clauses: 2 * n + 10 * n + n };
    // 10 bits and one xor; but for the two edges beside the root.
    let lfsr = (n - 1) + 4 * 10 + (2 * n - 4) * (20 + 2);
    assert_eq!(
        size("lfsr"),
        Size { variables: base.variables + (n - 1) * 10, clauses: base.clauses + lfsr }
    );
    // 4·3·7·13 = 1092.
    assert!(size("chinese-remainder").variables <= base.variables + (n - 1) * 27);
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_graphs(model in models(9), amo in 0..AtMostOne::ALL.len(), bits in 0..8u8) {
        check(&model, options(AtMostOne::ALL[amo], bits));
    }
}
