use std::collections::VecDeque;

use satranj_oracles::{PlainGraph, tours::PlainTour};

use super::*;
use crate::{graphs::random::ordered, random::generator};

/// Sizes of small graphs of each family.
fn small() -> Vec<(&'static str, Vec<Vec<u32>>)> {
    let one = |sizes: &[u32]| sizes.iter().map(|&size| vec![size]).collect::<Vec<_>>();
    let pairs = |sizes: &[[u32; 2]]| sizes.iter().map(|size| size.to_vec()).collect();
    let triples = |sizes: &[[u32; 3]]| sizes.iter().map(|size| size.to_vec()).collect();
    vec![
        (
            "generalised-petersen",
            pairs(&[[3, 1], [5, 1], [5, 2], [8, 3], [11, 2], [11, 5], [9, 4]]),
        ),
        ("fhcp-petersen", one(&[5, 9, 11, 15])),
        ("flower-snark", one(&[3, 5, 7])),
        ("fhcp-snark", one(&[3, 5, 7])),
        ("petersen-product", one(&[1, 2, 3])),
        ("hexagonal-torus", pairs(&[[2, 2], [2, 3], [3, 2], [3, 3], [2, 5]])),
        ("hypercube", one(&[2, 3, 4])),
        ("middle-levels", one(&[1, 2])),
        ("kneser", pairs(&[[3, 1], [5, 1], [5, 2], [6, 2], [7, 3], [7, 2]])),
        ("sheehan", one(&[4, 5, 6, 7, 8, 9, 10, 11])),
        ("aldred-thomassen", one(&[1, 2, 3])),
        ("fleischner", one(&[1, 2, 5])),
        ("queens-reduction", one(&[2, 3, 4, 7])),
        ("sat-reduction", pairs(&[[3, 1], [3, 2], [4, 3]])),
        ("sigma-tau", one(&[3])),
        ("directed-torus", pairs(&[[2, 2], [2, 3], [2, 4], [3, 3]])),
        ("queens", pairs(&[[2, 2], [2, 3], [3, 3], [3, 5], [4, 4]])),
        ("hamming", pairs(&[[2, 1], [3, 1], [3, 2], [4, 2], [4, 3]])),
        (
            "johnson",
            triples(&[[3, 1, 2], [4, 2, 2], [5, 2, 4], [5, 3, 4], [5, 3, 2], [6, 2, 4], [6, 3, 4]]),
        ),
        ("keller", one(&[2])),
        ("mycielski", one(&[2, 3, 4])),
        ("path", one(&[2, 3, 6])),
        ("cycle", one(&[3, 4, 7])),
        ("complete", one(&[3, 4, 6])),
        ("complete-bipartite", pairs(&[[1, 1], [1, 4], [2, 2], [2, 3], [3, 3]])),
        ("grid", pairs(&[[2, 2], [2, 3], [3, 3], [3, 4], [3, 5], [4, 4]])),
    ]
}

/// A graph without extra edges.
fn member(name: &str, size: &[u32]) -> FamilyMember {
    FamilyMember::new(by_name(name).unwrap(), size.to_vec(), 0, false).unwrap()
}

fn neighbours(member: &FamilyMember) -> PlainGraph {
    let mut next = vec![Vec::new(); member.vertices() as usize];
    for (a, b) in member.draw(&mut generator(1)) {
        next[a as usize].push(b);
        next[b as usize].push(a);
    }
    next
}

fn graph(name: &str, size: &[u32]) -> PlainGraph {
    neighbours(&member(name, size))
}

/// The distances from a vertex.
fn distances(next: &PlainGraph, from: u32) -> Vec<Option<u32>> {
    let mut distances = vec![None; next.len()];
    distances[from as usize] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        for &other in &next[vertex as usize] {
            if distances[other as usize].is_none() {
                distances[other as usize] = distances[vertex as usize].map(|far| far + 1);
                queue.push_back(other);
            }
        }
    }
    distances
}

fn diameter(next: &PlainGraph) -> u32 {
    let vertices = 0..next.len() as u32;
    vertices
        .flat_map(|from| distances(next, from))
        .map(|far| far.expect("connected"))
        .max()
        .unwrap()
}

/// The length of a shortest cycle: without an edge, its ends are one less apart.
fn girth(next: &PlainGraph) -> u32 {
    let mut least = u32::MAX;
    for a in 0..next.len() as u32 {
        for &b in &next[a as usize] {
            let mut cut = next.clone();
            cut[a as usize].retain(|&other| other != b);
            cut[b as usize].retain(|&other| other != a);
            least = least.min(distances(&cut, a)[b as usize].map_or(u32::MAX, |far| far + 1));
        }
    }
    least
}

/// The degrees that there are, each with how many vertices have it.
fn degrees(next: &PlainGraph) -> Vec<(usize, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for neighbours in next {
        *counts.entry(neighbours.len()).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

fn cycles(next: &PlainGraph) -> usize {
    PlainTour::new(next.clone(), true).all().len()
}

/// Whether a renaming of the vertices turns one graph into the other.
fn are_isomorphic(one: &PlainGraph, other: &PlainGraph) -> bool {
    fn extend(one: &PlainGraph, other: &PlainGraph, image: &mut Vec<u32>) -> bool {
        let vertex = image.len();
        if vertex == one.len() {
            return true;
        }
        (0..other.len() as u32).any(|candidate| {
            let fits = !image.contains(&candidate)
                && one[vertex].len() == other[candidate as usize].len()
                && (0..vertex).all(|before| {
                    one[vertex].contains(&(before as u32))
                        == other[candidate as usize].contains(&image[before])
                });
            if !fits {
                return false;
            }
            image.push(candidate);
            let found = extend(one, other, image);
            image.pop();
            found
        })
    }
    one.len() == other.len() && extend(one, other, &mut Vec::new())
}

#[test]
fn every_family_has_small_graphs_here_and_its_closed_forms_count_them() {
    let small = small();
    let names: Vec<&str> = small.iter().map(|&(name, _)| name).collect();
    assert_eq!(names, FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>());
    for (name, sizes) in &small {
        for size in sizes {
            let (family, member) = (by_name(name).unwrap(), member(name, size));
            let edges = member.draw(&mut generator(1));
            let of_size = format!("{name} {size:?}");
            assert_eq!((family.edges.value)(size), edges.len() as u64, "{of_size}");
            assert_eq!((family.vertices.value)(size), u64::from(member.vertices()), "{of_size}");
            assert!(edges.windows(2).all(|two| two[0] < two[1]), "{of_size}: an edge twice");
            assert!(edges.iter().all(|(a, b)| a < b && *b < member.vertices()), "{of_size}");
            assert!(distances(&neighbours(&member), 0).iter().all(Option::is_some), "{of_size}");
        }
    }
}

#[test]
fn brute_force_says_the_same_of_hamiltonian_cycles() {
    for (name, sizes) in small() {
        for size in sizes {
            let member = member(name, &size);
            if member.vertices() <= 28 {
                let tour = PlainTour::new(neighbours(&member), true);
                assert_eq!(member.is_hamiltonian(), Some(tour.exists()), "{}", member.title());
            }
        }
    }
}

#[test]
fn petersen_is_petersen_by_every_name() {
    let petersen = graph("generalised-petersen", &[5, 2]);
    for other in [graph("kneser", &[5, 2]), graph("petersen-product", &[1])] {
        assert!(are_isomorphic(&petersen, &other));
    }
    assert!(!are_isomorphic(&petersen, &graph("generalised-petersen", &[5, 1])));
    assert_eq!((girth(&petersen), diameter(&petersen)), (5, 2));
    // The Möbius-Kantor graph, and isomorphic GP(n,k) with k l = 1 mod n.
    assert_eq!(girth(&graph("generalised-petersen", &[8, 3])), 6);
    let [one, other] = [2, 3].map(|k| graph("generalised-petersen", &[7, k]));
    assert!(are_isomorphic(&one, &other));
}

#[test]
fn snarks_are_cubic_of_girth_five_and_more() {
    for (name, size, girth_of_it) in [
        ("flower-snark", 5, 5),
        ("flower-snark", 7, 6),
        ("flower-snark", 21, 6),
        ("petersen-product", 2, 5),
        ("petersen-product", 51, 5),
    ] {
        let next = graph(name, &[size]);
        assert_eq!(degrees(&next), [(3, next.len())]);
        assert_eq!(girth(&next), girth_of_it, "{name} {size}");
    }
    assert_eq!(graph("flower-snark", &[5]).len(), 20);
    // 50 products of 51 graphs.
    assert_eq!(graph("petersen-product", &[51]).len(), 410);
    // Without any one edge it is still connected.
    let next = graph("flower-snark", &[5]);
    for a in 0..20_u32 {
        for &b in &next[a as usize] {
            let mut cut = next.clone();
            cut[a as usize].retain(|&other| other != b);
            cut[b as usize].retain(|&other| other != a);
            assert!(distances(&cut, 0).iter().all(Option::is_some));
        }
    }
}

#[test]
fn tori_cubes_and_subsets() {
    let torus = graph("hexagonal-torus", &[4, 5]);
    assert_eq!((degrees(&torus), girth(&torus)), (vec![(3, 40)], 6));
    let cube = graph("hypercube", &[4]);
    assert_eq!((degrees(&cube), girth(&cube), diameter(&cube)), (vec![(4, 16)], 4, 4));
    let hexagon = graph("middle-levels", &[1]);
    assert_eq!((degrees(&hexagon), girth(&hexagon)), (vec![(2, 6)], 6));
    // Desargues' graph.
    let desargues = graph("middle-levels", &[2]);
    assert!(are_isomorphic(&desargues, &graph("generalised-petersen", &[10, 3])));
    assert_eq!(degrees(&graph("kneser", &[8, 3])), [(10, 56)]);
    assert_eq!(degrees(&graph("kneser", &[64, 1])), [(63, 64)]);
}

/// The numbers of the second DIMACS challenge.
#[test]
fn graphs_of_the_clique_challenge_have_its_numbers() {
    for (name, size, vertices, edges) in [
        ("hamming", &[6, 2][..], 64, 1824),
        ("hamming", &[6, 4], 64, 704),
        ("hamming", &[8, 4], 256, 20_864),
        ("hamming", &[10, 2], 1024, 518_656),
        ("johnson", &[8, 2, 4], 28, 210),
        ("johnson", &[8, 4, 4], 70, 1855),
        ("johnson", &[16, 2, 4], 120, 5460),
        ("queens", &[5, 5], 25, 160),
        ("queens", &[8, 12], 96, 1368),
        ("queens", &[13, 13], 169, 3328),
        ("mycielski", &[4], 11, 20),
        ("mycielski", &[6], 47, 236),
        ("mycielski", &[8], 191, 2360),
    ] {
        let family = by_name(name).unwrap();
        assert_eq!((family.vertices.value)(size), vertices, "{name} {size:?}");
        assert_eq!((family.edges.value)(size), edges, "{name} {size:?}");
    }
    // The neighbours of a vertex of Keller's graph are the graph `keller4`.
    let keller = graph("keller", &[4]);
    assert_eq!(keller[0].len(), 171);
    let inside = |vertex: &u32| keller[0].contains(vertex);
    let ends: usize = keller[0]
        .iter()
        .map(|&one| keller[one as usize].iter().filter(|v| inside(v)).count())
        .sum();
    assert_eq!(ends / 2, 9435);
}

#[test]
fn what_is_unique_is_unique() {
    for n in 4..=11 {
        assert_eq!(cycles(&graph("sheehan", &[n])), 1, "{n}");
    }
    for rungs in 1..=3 {
        assert_eq!(cycles(&graph("aldred-thomassen", &[rungs])), 1, "{rungs}");
    }
}

/// The numbers of the FHCP challenge set that Ziobro and Pilipczuk published with their
/// measurements (2018): vertices, edges, degrees, diameters.
#[test]
fn graphs_of_the_challenge_set_have_its_numbers() {
    for (name, size, vertices, edges, degree, far) in [
        ("fhcp-petersen", 33, 66, 99, (3, 3), 10),
        ("fhcp-petersen", 35, 70, 106, (3, 4), 11),
        ("fhcp-petersen", 47, 94, 142, (3, 4), 14),
        ("fhcp-snark", 21, 84, 127, (3, 4), 12),
        ("fhcp-snark", 27, 108, 163, (3, 4), 15),
        ("fleischner", 1, 170, 390, (2, 15), 10),
        ("fleischner", 2, 338, 776, (4, 14), 15),
        ("fleischner", 3, 507, 1164, (4, 14), 16),
        ("fleischner", 4, 676, 1552, (4, 14), 21),
        ("aldred-thomassen", 100, 416, 625, (3, 4), 104),
        ("aldred-thomassen", 120, 496, 745, (3, 4), 124),
    ] {
        let next = graph(name, &[size]);
        let degrees = degrees(&next);
        assert_eq!(next.iter().map(Vec::len).sum::<usize>(), 2 * edges, "{name} {size}");
        assert_eq!((next.len(), diameter(&next)), (vertices, far), "{name} {size}");
        assert_eq!((degrees[0].0, degrees[degrees.len() - 1].0), degree, "{name} {size}");
    }
    let sheehan = by_name("sheehan").unwrap();
    for (n, edges) in [(400, 40_001), (823, 169_333), (1123, 315_283)] {
        assert_eq!((sheehan.edges.value)(&[n]), edges);
    }
}

#[test]
fn a_knot_is_passed_in_one_way_if_its_hub_is_passed_by_itself() {
    // The rest of a knot from side to side, closed by one vertex more.
    let mut next = vec![Vec::new(); 16];
    for (a, b) in unique::edges_of(unique::RIM).chain([(0, 1), (0, 2)]) {
        next[a as usize].push(b);
        next[b as usize].push(a);
    }
    assert_eq!(cycles(&next), 1);
}

#[test]
fn a_formula_is_a_directed_graph_and_the_same_with_three_vertices_in_a_row() {
    for (size, seed) in [([3, 1], 1), ([3, 1], 2), ([3, 2], 3)] {
        let family = by_name("sat-reduction").unwrap();
        let directed = FamilyMember::new(family, size.to_vec(), 0, false).unwrap();
        let directed = directed.with_arcs().unwrap();
        let mut next = vec![Vec::new(); directed.vertices() as usize];
        let arcs = directed.draw(&mut generator(seed));
        for &(tail, head) in &arcs {
            next[tail as usize].push(head);
        }
        assert!(PlainTour { directed: true, ..PlainTour::new(next, true) }.exists());
        assert_eq!(directed.is_hamiltonian(), None);
        let member = member("sat-reduction", &size);
        assert_eq!(member.vertices(), 3 * directed.vertices());
        let rows = 2 * directed.vertices() as usize;
        let edges = member.draw(&mut generator(seed));
        assert_eq!(edges.len(), rows + arcs.len());
        for (tail, head) in arcs {
            assert!(edges.contains(&ordered(3 * tail + 2, 3 * head)), "{tail} {head}");
        }
    }
    let undirected = || FamilyMember::new(by_name("kneser").unwrap(), vec![5, 2], 0, false);
    let message = undirected().unwrap().with_arcs().unwrap_err();
    assert_eq!(
        message,
        "`kneser` is a family of undirected graphs; directed: sat-reduction, \
                      sigma-tau, directed-torus"
    );
}

#[test]
fn chance_adds_edges_and_changes_labels() {
    let family = by_name("kneser").unwrap();
    let drawn = |extra, is_shuffled, seed| {
        let member = FamilyMember::new(family, vec![5, 2], extra, is_shuffled).unwrap();
        member.draw(&mut generator(seed))
    };
    let plain = drawn(0, false, 1);
    assert_eq!(plain, drawn(0, false, 2), "no chance without extra edges and labels");
    for extra in [1, 2, 5, 29, 30] {
        for seed in 1..=20 {
            let edges = drawn(extra, false, seed);
            assert_eq!(edges.len() as u64, 15 + extra);
            assert!(edges.windows(2).all(|two| two[0] < two[1]));
            assert!(plain.iter().all(|edge| edges.contains(edge)));
            assert_eq!(edges, drawn(extra, false, seed));
        }
    }
    let firsts: std::collections::BTreeSet<_> =
        (1..=400).map(|seed| drawn(1, false, seed)).collect();
    assert_eq!(firsts.len(), 30, "every free pair is drawn");
    let shuffled = drawn(0, true, 3);
    assert_ne!(shuffled, plain);
    let next = |edges: &[(u32, u32)]| {
        let mut next = vec![Vec::new(); 10];
        for &(a, b) in edges {
            next[a as usize].push(b);
            next[b as usize].push(a);
        }
        next
    };
    assert!(are_isomorphic(&next(&shuffled), &next(&plain)));
    let member = FamilyMember::new(family, vec![5, 2], 1, false).unwrap();
    assert_eq!(member.is_hamiltonian(), None, "it depends on the edge");
}

#[test]
fn wrong_sizes_are_reported() {
    for (name, size, extra, expected) in [
        ("kneser", vec![5], 0, "`kneser:5`: expected the sizes kneser:N,K"),
        ("kneser", vec![4, 2], 0, "`kneser` with N = 4, K = 2: N must be at least 2K+1"),
        ("kneser", vec![65, 2], 0, "`kneser` with N = 65; 3 to 64 are possible"),
        ("kneser", vec![64, 31], 0, "at most 10000000 are possible"),
        ("kneser", vec![63, 31], 0, "at most 10000000 are possible"),
        ("generalised-petersen", vec![4, 2], 0, "K must be less than N/2"),
        (
            "generalised-petersen",
            vec![5_000_001, 2],
            0,
            "10000002 vertices; at most 10000000 are possible",
        ),
        (
            "generalised-petersen",
            vec![4_000_000, 2],
            0,
            "12000000 edges; at most 10000000 are possible",
        ),
        ("flower-snark", vec![6], 0, "`flower-snark` with K = 6: K must be odd"),
        ("fhcp-petersen", vec![7], 0, "N must be 3 or 5 mod 6"),
        ("hexagonal-torus", vec![10_000_000, 10_000_000], 0, "at most 10000000 are possible"),
        ("hypercube", vec![20], 0, "10485760 edges; at most 10000000 are possible"),
        ("hamming", vec![4, 4], 0, "D must be less than N"),
        ("johnson", vec![6, 3, 3], 0, "D must be even"),
        ("johnson", vec![6, 3, 6], 0, "D must be less than N"),
        ("johnson", vec![6, 2, 6], 0, "D must be at most 2W"),
        ("johnson", vec![23, 11, 22], 0, "more than 16384 words"),
        ("queens", vec![4, 3], 0, "M must be at least N"),
        ("hypercube", vec![31], 0, "2 to 30 are possible"),
        ("middle-levels", vec![31], 0, "at most 10000000 are possible"),
        ("sheehan", vec![10_000_000], 0, "edges; at most 10000000 are possible"),
        ("sheehan", vec![4], 2, "2 extra edges of 4 vertices and 5 edges; 0 to 1 are possible"),
        ("hypercube", vec![10], u64::MAX, "0 to 518656 are possible"),
        ("hypercube", vec![14], 10_000_000, "10114688 edges; at most 10000000 are possible"),
    ] {
        let refused = FamilyMember::new(by_name(name).unwrap(), size, extra, false).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
    // The greatest that are possible in each range end in an answer.
    for family in FAMILIES {
        let most: Vec<u32> = family.parameters.iter().map(|parameter| parameter.most).collect();
        let is_possible = ["path", "cycle", "sigma-tau"].contains(&family.name);
        let refused = FamilyMember::new(family, most, 0, false).is_err();
        assert_ne!(refused, is_possible, "{}", family.name);
    }
}
