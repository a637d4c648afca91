//! The ways of paths through a part of a graph that together visit all its vertices.
//!
//! A way records for each edge between the part and the rest whether it is used, and which two used
//! edges are joined by a path through the part.

use crate::{
    limits::Reason,
    methods::{growth::push, meter::Meter, packed_table::PackedTable},
    run::Run,
};

/// Four bits for each boundary edge of a part, by number: the index of the edge at the other end of
/// its path, or its own index if the edge is unused.
type PackedWay = u64;

fn mate(way: PackedWay, edge: usize) -> usize {
    (way >> (4 * edge)) as usize & 15
}

fn with_mate(way: PackedWay, edge: usize, mate: usize) -> PackedWay {
    way | (mate as PackedWay) << (4 * edge)
}

/// All ways through a part.
pub struct PartWays {
    /// Its boundary edges, in rising order.
    edges: Vec<u32>,
    ways: Vec<PackedWay>,
    /// For each way the two that it was joined from; empty for one vertex.
    from: Vec<[u32; 2]>,
}

impl PartWays {
    /// The ways through one vertex, by two of its edges; with `is_forced`, only by forced edges if
    /// there are any.
    pub fn of_vertex(mut edges: Vec<u32>, is_forced: impl Fn(u32) -> bool) -> Self {
        edges.sort_unstable();
        let forced: Vec<usize> =
            (0..edges.len()).filter(|&place| is_forced(edges[place])).collect();
        let mut ways = Vec::new();
        for second in 0..edges.len() {
            for first in 0..second {
                if forced.iter().all(|&place| place == first || place == second) {
                    let mates = (0..edges.len()).fold(0, |way, place| {
                        let mate = match place {
                            _ if place == first => second,
                            _ if place == second => first,
                            _ => place,
                        };
                        with_mate(way, place, mate)
                    });
                    ways.push(mates);
                }
            }
        }
        Self { edges, ways, from: Vec::new() }
    }

    /// How many ways there are.
    pub fn count(&self) -> usize {
        self.ways.len()
    }

    /// The two ways that one was joined from.
    pub fn origin(&self, way: u32) -> Option<[u32; 2]> {
        self.from.get(way as usize).copied()
    }

    /// The edges that a way uses.
    pub fn used(&self, way: u32) -> impl Iterator<Item = u32> + '_ {
        let way = self.ways[way as usize];
        let is_used = move |&(place, _): &(usize, &u32)| mate(way, place) != place;
        self.edges.iter().enumerate().filter(is_used).map(|(_, &edge)| edge)
    }

    /// The number of boundary edges of the union of this part and another one.
    pub fn width_with(&self, other: &Self) -> usize {
        let common = self.edges.iter().filter(|edge| other.edges.binary_search(edge).is_ok());
        self.edges.len() + other.edges.len() - 2 * common.count()
    }

    /// The pairs, and whether all ways use them, if all ways pair the same edges.
    pub fn pairs(&self) -> Option<Vec<(u32, u32, bool)>> {
        let mut pairs = Vec::new();
        for place in 0..self.edges.len() {
            let mates = self.ways.iter().map(|&way| mate(way, place));
            let mut joined = mates.clone().filter(|&mate| mate != place);
            let Some(first) = joined.next() else { continue };
            if joined.any(|mate| mate != first) {
                return None;
            }
            if place < first {
                let by_all = mates.clone().all(|mate| mate == first);
                pairs.push((self.edges[place], self.edges[first], by_all));
            }
        }
        Some(pairs)
    }

    /// The ways through two parts together, the whole graph if they are the last; `pairs` counts
    /// the pairs examined.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn join(
        [one, other]: [&Self; 2],
        is_last: bool,
        run: &Run,
        meter: &mut Meter<'_>,
        pairs: &mut u64,
    ) -> Result<Self, Reason> {
        let seam = Seam::of(&one.edges, &other.edges);
        let mut by_mask: Vec<(u32, u32)> =
            (0..).zip(&other.ways).map(|(index, &way)| (seam.mask(1, way), index)).collect();
        by_mask.sort_unstable();
        let mut joined = Self { edges: seam.edges(one, other), ways: Vec::new(), from: Vec::new() };
        let mut known = PackedTable::<u64, ()>::new(run, 0);
        for (index, &way) in (0..).zip(&one.ways) {
            let mask = seam.mask(0, way);
            let begin = by_mask.partition_point(|&(its, _)| its < mask);
            let fitting = by_mask[begin..].iter().take_while(|&&(its, _)| its == mask);
            let mut work = 1;
            for &(_, other_index) in fitting {
                work += 1;
                let both = [way, other.ways[other_index as usize]];
                if let Some(way) = seam.joined(both, mask, is_last)
                    && known.insert(&way, ())?
                {
                    meter.node()?;
                    push(&mut joined.ways, way, run)?;
                    push(&mut joined.from, [index, other_index], run)?;
                }
            }
            *pairs += work;
            meter.work(work)?;
        }
        Ok(joined)
    }
}

/// The position of a boundary edge of one of two parts.
#[derive(Clone, Copy)]
enum SeamPlace {
    /// A boundary edge of both parts, at this index.
    Common(usize),
    /// A boundary edge of the union, at this index.
    Outer(usize),
}

/// How the boundary edges of two parts match.
struct Seam {
    /// For each part, the position of each of its edges.
    places: [Vec<SeamPlace>; 2],
    /// For each boundary edge of the union, its part and its index there.
    outer: Vec<(usize, usize)>,
}

impl Seam {
    fn of(one: &[u32], other: &[u32]) -> Self {
        let lists = [one, other];
        let mut seam = Self { places: [Vec::new(), Vec::new()], outer: Vec::new() };
        let mut all: Vec<(u32, usize, usize)> = Vec::new();
        for (part, list) in lists.into_iter().enumerate() {
            seam.places[part] = vec![SeamPlace::Common(0); list.len()];
            all.extend(list.iter().enumerate().map(|(place, &edge)| (edge, part, place)));
        }
        all.sort_unstable();
        for same in all.chunk_by(|one, other| one.0 == other.0) {
            match *same {
                [(_, _, place), (_, _, opposite)] => {
                    seam.places[0][place] = SeamPlace::Common(opposite);
                    seam.places[1][opposite] = SeamPlace::Common(place);
                }
                [(_, part, place), ..] => {
                    seam.places[part][place] = SeamPlace::Outer(seam.outer.len());
                    seam.outer.push((part, place));
                }
                [] => {}
            }
        }
        seam
    }

    /// The boundary edges of the union, in rising order.
    fn edges(&self, one: &PartWays, other: &PartWays) -> Vec<u32> {
        let lists = [&one.edges, &other.edges];
        self.outer.iter().map(|&(part, place)| lists[part][place]).collect()
    }

    /// The common edges that a way through a part uses, a bit for each by its index in the first
    /// part.
    fn mask(&self, part: usize, way: PackedWay) -> u32 {
        let mut mask = 0;
        for (place, &its) in self.places[part].iter().enumerate() {
            if let SeamPlace::Common(opposite) = its
                && mate(way, place) != place
            {
                mask |= 1 << if part == 0 { place } else { opposite };
            }
        }
        mask
    }

    /// The way from two ways that use the same common edges; `None` if a cycle closes before it
    /// visits all vertices.
    fn joined(&self, ways: [PackedWay; 2], mask: u32, is_last: bool) -> Option<PackedWay> {
        let mut way = 0;
        let mut crossed = 0;
        for (place, &(part, inner)) in self.outer.iter().enumerate() {
            let (mut part, mut at) = (part, mate(ways[part], inner));
            let end = loop {
                match self.places[part][at] {
                    SeamPlace::Outer(end) => break end,
                    SeamPlace::Common(opposite) => {
                        crossed += 1;
                        part = 1 - part;
                        at = mate(ways[part], opposite);
                    }
                }
            };
            way = with_mate(way, place, end);
        }
        // Every path was followed from each of its two ends.
        if crossed == 2 * mask.count_ones() {
            return Some(way);
        }
        if !is_last {
            return None;
        }
        // All vertices are present: one cycle must use all common edges.
        let first = mask.trailing_zeros() as usize;
        let (mut part, mut at, mut crossed) = (0, first, 0);
        loop {
            let SeamPlace::Common(opposite) = self.places[part][mate(ways[part], at)] else {
                return None;
            };
            crossed += 1;
            (part, at) = (1 - part, opposite);
            if part == 0 && at == first {
                break;
            }
        }
        (crossed == mask.count_ones()).then_some(way)
    }
}
