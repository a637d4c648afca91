//! Random instances for property tests.

use proptest::{bool::weighted, collection::vec, option, prelude::*, sample::Index};

use crate::{PlainGraph, boards::PlainBoard, tours::PlainTour};

/// The graph of some edges, or of arcs.
#[must_use]
pub fn adjacency(vertices: u32, edges: &[(u32, u32)], directed: bool) -> PlainGraph {
    let mut next = vec![Vec::new(); vertices as usize];
    for &(a, b) in edges {
        next[a as usize].push(b);
        if !directed {
            next[b as usize].push(a);
        }
    }
    for list in &mut next {
        list.sort_unstable();
        list.dedup();
    }
    next
}

/// Paths and cycles of random graphs of 1 to `most` vertices, of any density, a third of them bipartite, with
/// random ends, up to three given edges and up to three given times; `directed` is the share of directed ones.
pub fn tours(most: u32, directed: f64) -> impl Strategy<Value = PlainTour> {
    (1..=most, 0.0..=1.0).prop_flat_map(move |(n, density)| {
        let pairs = (n * (n - 1) / 2) as usize;
        let ends = (option::weighted(0.4, 0..n), option::weighted(0.4, 0..n));
        let bipartition = option::weighted(0.3, vec(any::<bool>(), n as usize));
        let given = prop_oneof![2 => vec(any::<Index>(), 0), 1 => vec(any::<Index>(), 1..=3)];
        let kind = (any::<bool>(), weighted(directed));
        let times = prop_oneof![2 => vec((0..n, 0..n), 0), 1 => vec((0..n, 0..n), 1..=3)];
        (vec(weighted(density), pairs), bipartition, kind, ends, (given, times)).prop_map(
            move |(present, colours, (closed, directed), (start, end), (given, times))| {
                let apart = |&(a, b): &(u32, u32)| {
                    colours.as_ref().is_none_or(|of| of[a as usize] != of[b as usize])
                };
                let all = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).zip(present);
                let present = all.filter(|&(_, present)| present).map(|(edge, _)| edge);
                let mut edges: Vec<(u32, u32)> = present.filter(apart).collect();
                if directed {
                    // A third of the arcs lead only down, a third only up.
                    let way = |(index, (a, b)): (usize, (u32, u32))| match index % 3 {
                        0 => vec![(a, b)],
                        1 => vec![(b, a)],
                        _ => vec![(a, b), (b, a)],
                    };
                    edges = edges.into_iter().enumerate().flat_map(way).collect();
                }
                // In either direction, and perhaps the same one twice.
                let turned = |(index, (a, b)): (usize, (u32, u32))| {
                    if index % 2 == 0 && !directed { (b, a) } else { (a, b) }
                };
                let given = given.iter().filter(|_| !edges.is_empty());
                let given: Vec<_> = given.map(|index| *index.get(&edges)).collect();
                let end = end.filter(|_| !closed);
                let mut known: Vec<(u32, u32)> =
                    start.map(|start| (start, 0)).into_iter().collect();
                known.extend(end.map(|end| (end, n - 1)));
                let ends = known.len();
                for (vertex, time) in times {
                    if !known.iter().any(|&(other, its)| other == vertex || its == time) {
                        known.push((vertex, time));
                    }
                }
                PlainTour {
                    next: adjacency(n, &edges, directed),
                    directed,
                    closed,
                    start,
                    end,
                    given: given.into_iter().enumerate().map(turned).collect(),
                    times: known.split_off(ends),
                    images: None,
                }
            },
        )
    })
}

/// Boards of at most this many rows and columns, with up to three blocked cells, and up to three
/// numbers of free squares.
pub fn boards(rows: u32, columns: u32) -> impl Strategy<Value = (PlainBoard, Vec<u32>)> {
    let few = || vec(any::<Index>(), 0..4);
    (1..=rows, 1..=columns, few(), few()).prop_map(|(rows, columns, blocked, given)| {
        let index = |of: u32| move |at: Index| at.index(of as usize) as u32;
        let mut board = PlainBoard::new(rows, columns);
        board.blocked = blocked.into_iter().map(index(board.cells())).collect();
        let free = board.free().len() as u32;
        // One given vertex in three boards out of four: more would mostly conflict.
        let given = given.into_iter().skip(2).filter(|_| free > 0);
        let given = given.map(index(free.max(1))).collect();
        (board, given)
    })
}
