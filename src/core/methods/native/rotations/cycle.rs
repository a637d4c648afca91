//! A cyclic order of vertices with fast reversals.

/// A cyclic order of the vertices `0..n`.
///
/// Reversals are lazy: the order is a list of segments of an array, some of them backward. A
/// reversal cuts two segments and reverses the list between the cuts; at about √n segments, the
/// array is rewritten. O(√n) per reversal, O(log n) per neighbour, 12 bytes per vertex. (Fredman
/// and others, "Data structures for traveling salesmen", 1995, compare such lists with splay trees
/// and two-level lists.)
pub struct Cycle {
    /// The vertices in the order of the last rewriting.
    array: Vec<u32>,
    /// The index of each vertex in the array.
    place: Vec<u32>,
    segments: Vec<Segment>,
    /// The segments in the order of the cycle.
    order: Vec<u32>,
    /// The first place of each segment with its number, in rising order.
    firsts: Vec<(u32, u32)>,
    /// The most segments.
    most: usize,
    spare: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Segment {
    first: u32,
    last: u32,
    backward: bool,
    /// Its index in the order.
    rank: u32,
}

impl Cycle {
    /// The vertices `0..n` in this cyclic order; at least one.
    #[must_use]
    pub fn new(array: Vec<u32>) -> Self {
        let n = array.len();
        let mut cycle = Self {
            place: vec![0; n],
            array,
            segments: Vec::new(),
            order: Vec::new(),
            firsts: Vec::new(),
            most: 64 + n.isqrt(),
            spare: Vec::new(),
        };
        cycle.index();
        cycle
    }

    /// Makes the array one segment.
    fn index(&mut self) {
        for (place, &vertex) in (0..).zip(&self.array) {
            self.place[vertex as usize] = place;
        }
        let last = self.array.len() as u32 - 1;
        self.segments.clear();
        self.segments.push(Segment { first: 0, last, backward: false, rank: 0 });
        self.order.clear();
        self.order.push(0);
        self.firsts.clear();
        self.firsts.push((0, 0));
    }

    /// Rewrites the array in the order of the cycle.
    fn write(&mut self) {
        self.spare.clear();
        for &number in &self.order {
            let Segment { first, last, backward, .. } = self.segments[number as usize];
            let part = &self.array[first as usize..=last as usize];
            if backward {
                self.spare.extend(part.iter().rev());
            } else {
                self.spare.extend_from_slice(part);
            }
        }
        std::mem::swap(&mut self.array, &mut self.spare);
        self.index();
    }

    /// The vertices in cyclic order, from any of them.
    #[must_use]
    pub fn into_vertices(mut self) -> Vec<u32> {
        if self.segments.len() > 1 {
            self.write();
        }
        self.array
    }

    /// The number of the segment with this place.
    fn segment_at(&self, place: u32) -> u32 {
        let after = self.firsts.partition_point(|&(first, _)| first <= place);
        self.firsts[after - 1].1
    }

    /// The successor or predecessor of a vertex.
    fn beside(&self, vertex: u32, after: bool) -> u32 {
        let place = self.place[vertex as usize];
        let own = self.segments[self.segment_at(place) as usize];
        let up = after != own.backward;
        if up && place < own.last {
            return self.array[place as usize + 1];
        }
        if !up && place > own.first {
            return self.array[place as usize - 1];
        }
        let (rank, count) = (own.rank as usize, self.order.len());
        let other = match (after, rank) {
            (true, _) => (rank + 1) % count,
            (false, 0) => count - 1,
            (false, _) => rank - 1,
        };
        let other = self.segments[self.order[other] as usize];
        let place = if after == other.backward { other.last } else { other.first };
        self.array[place as usize]
    }

    /// The vertex after one.
    #[must_use]
    pub fn next(&self, vertex: u32) -> u32 {
        self.beside(vertex, true)
    }

    /// The vertex before one.
    #[must_use]
    pub fn before(&self, vertex: u32) -> u32 {
        self.beside(vertex, false)
    }

    /// Cuts the order before a vertex; returns the rank of the segment that now begins with it.
    fn cut_before(&mut self, vertex: u32) -> usize {
        let place = self.place[vertex as usize];
        let number = self.segment_at(place);
        let own = self.segments[number as usize];
        let rank = own.rank as usize;
        if place == if own.backward { own.last } else { own.first } {
            return rank;
        }
        // The lower part of the array keeps the number.
        let upper_first = if own.backward { place + 1 } else { place };
        let upper = self.segments.len() as u32;
        self.segments[number as usize].last = upper_first - 1;
        self.segments.push(Segment { first: upper_first, ..own });
        let after = self.firsts.partition_point(|&(first, _)| first < upper_first);
        self.firsts.insert(after, (upper_first, upper));
        self.order.insert(if own.backward { rank } else { rank + 1 }, upper);
        self.rank_from(rank);
        rank + 1
    }

    /// Writes the ranks of the segments from one on.
    fn rank_from(&mut self, rank: usize) {
        for (rank, &number) in self.order.iter().enumerate().skip(rank) {
            self.segments[number as usize].rank = rank as u32;
        }
    }

    /// Reverses the part from one vertex to another (or the rest, which gives the same cycle).
    pub fn reverse(&mut self, from: u32, to: u32) {
        if self.segments.len() + 2 > self.most {
            self.write();
        }
        let after = self.next(to);
        if after == from {
            return;
        }
        self.cut_before(from);
        let end = self.cut_before(after);
        let begin =
            self.segments[self.segment_at(self.place[from as usize]) as usize].rank as usize;
        // Of the part and the rest, the one that does not wrap around the end of the list.
        let (begin, end) = if begin < end || end == 0 {
            (begin, if end == 0 { self.order.len() } else { end })
        } else {
            (end, begin)
        };
        self.order[begin..end].reverse();
        for rank in begin..end {
            let segment = &mut self.segments[self.order[rank] as usize];
            segment.backward = !segment.backward;
            segment.rank = rank as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::random::generator;

    #[test]
    fn reversals_are_those_of_an_array() {
        let mut generator = generator(5);
        for n in [3_u32, 4, 7, 50, 400] {
            let mut expected: Vec<u32> = (0..n).collect();
            let mut cycle = Cycle::new(expected.clone());
            for _ in 0..300 {
                // This many vertices from any place on.
                let (begin, length) = (generator.random_range(0..n), generator.random_range(1..n));
                expected.rotate_left(begin as usize);
                let (from, to) = (expected[0], expected[length as usize - 1]);
                // The whole cycle may have been reversed.
                if cycle.next(expected[0]) == expected[1] {
                    cycle.reverse(from, to);
                } else {
                    cycle.reverse(to, from);
                }
                expected[..length as usize].reverse();
                let forward = cycle.next(expected[0]) == expected[1];
                for index in 0..n as usize {
                    let (vertex, other) = (expected[index], expected[(index + 1) % n as usize]);
                    let (vertex, other) = if forward { (vertex, other) } else { (other, vertex) };
                    assert_eq!(cycle.next(vertex), other);
                    assert_eq!(cycle.before(other), vertex);
                }
            }
            let mut vertices = cycle.into_vertices();
            let at = vertices.iter().position(|&vertex| vertex == expected[0]).unwrap();
            vertices.rotate_left(at);
            if vertices[1] != expected[1] {
                vertices[1..].reverse();
            }
            assert_eq!(vertices, expected);
        }
    }
}
