//! Given times: when each vertex can be visited, by its distances from the vertices with the times
//! before and after.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use super::Hamiltonian;

/// The times that given times leave to each vertex.
#[derive(Debug, Clone)]
pub struct VisitTimes {
    vertices: usize,
    /// Pair `vertex * vertices + time`.
    allowed: FixedBitSet,
}

impl VisitTimes {
    /// The times of a model; `by_distance`: a way of the right length leads from the vertex with the
    /// time before, and one to the vertex with the time after, past all vertices with times.
    ///
    /// For t times: O(t(n + m) + n²) time, and n² bits.
    #[must_use]
    pub fn new(model: &Hamiltonian, by_distance: bool) -> Self {
        let vertices = model.vertices() as usize;
        let mut all = Self {
            vertices,
            allowed: FixedBitSet::with_capacity(vertices.saturating_mul(vertices)),
        };
        let fixed = model.fixed_times();
        let mut is_fixed = vec![false; vertices];
        for &(vertex, time) in &fixed {
            is_fixed[vertex as usize] = true;
            all.allowed.insert(vertex as usize * vertices + time as usize);
        }
        let again = fixed.first().filter(|_| model.closed);
        let again = again.map(|&(vertex, time)| (vertex, time as usize + vertices));
        let places: Vec<(u32, usize)> =
            fixed.iter().map(|&(vertex, time)| (vertex, time as usize)).chain(again).collect();
        let befores = std::iter::once(None).chain(places.iter().copied().map(Some));
        let afters = places.iter().copied().map(Some).chain([None]);
        let mut from = Ways::new(vertices);
        let mut to = Ways::new(vertices);
        for (before, after) in befores.zip(afters) {
            let begin = before.map_or(0, |(_, time)| time + 1);
            let end = after.map_or(vertices, |(_, time)| time).min(vertices);
            if begin >= end {
                continue;
            }
            let most = (end - begin) as u32;
            from.search(model, before.filter(|_| by_distance), most, &is_fixed, false);
            to.search(model, after.filter(|_| by_distance), most, &is_fixed, true);
            for vertex in (0..vertices).filter(|&vertex| !is_fixed[vertex]) {
                let first = begin + from.steps(vertex) as usize;
                let last = end.saturating_sub(to.steps(vertex) as usize);
                let row = vertex * vertices;
                if first < last {
                    all.allowed.insert_range(row + first..row + last);
                }
            }
        }
        all
    }

    /// Whether a vertex may have a time.
    #[must_use]
    pub fn allows(&self, vertex: u32, time: u64) -> bool {
        let time = usize::try_from(time).unwrap_or(usize::MAX);
        time < self.vertices && self.allowed.contains(vertex as usize * self.vertices + time)
    }

    /// The times of a vertex, rising.
    #[must_use]
    pub fn of(&self, vertex: u32) -> impl DoubleEndedIterator<Item = u32> + '_ {
        (0..self.vertices as u32).filter(move |&time| self.allows(vertex, time.into()))
    }

    /// Bytes that they take.
    #[must_use]
    pub fn bytes(vertices: u32) -> u64 {
        u64::from(vertices).saturating_mul(u64::from(vertices)) / 8 + 16 * u64::from(vertices)
    }
}

/// Ways from or to one vertex through vertices without times.
struct Ways {
    /// The fewest vertices between.
    between: Vec<u32>,
    reached: Vec<u32>,
    is_bounded: bool,
}

impl Ways {
    fn new(vertices: usize) -> Self {
        Self { between: vec![u32::MAX; vertices], reached: Vec::new(), is_bounded: false }
    }

    /// Searches ways of at most this many steps; without an end, there are ways everywhere.
    fn search(
        &mut self,
        model: &Hamiltonian,
        end: Option<(u32, usize)>,
        most: u32,
        is_fixed: &[bool],
        against: bool,
    ) {
        for vertex in self.reached.drain(..) {
            self.between[vertex as usize] = u32::MAX;
        }
        self.is_bounded = end.is_some();
        let mut queue: VecDeque<(u32, u32)> =
            end.map(|(vertex, _)| (vertex, 0)).into_iter().collect();
        while let Some((vertex, steps)) = queue.pop_front() {
            if steps == most {
                break;
            }
            for (next, _) in model.ground.beside(vertex, against) {
                if !is_fixed[next as usize] && self.between[next as usize] == u32::MAX {
                    self.between[next as usize] = steps;
                    self.reached.push(next);
                    queue.push_back((next, steps + 1));
                }
            }
        }
    }

    fn steps(&self, vertex: usize) -> u32 {
        if self.is_bounded { self.between[vertex] } else { 0 }
    }
}

impl Hamiltonian {
    /// The same question with these times, from 0, of visits.
    ///
    /// A time 0 and the last time of a path are its ends. A cycle begins at any vertex, so its times
    /// are counted from the vertex with the least one, which becomes its start. O(t log t).
    ///
    /// ```
    /// use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};
    ///
    /// let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// let path = Hamiltonian::on_graph(square.clone(), false).with_times(&[(2, 0), (1, 1)]);
    /// assert_eq!((path.start, &path.times[..]), (Some(2), &[(1, 1)][..]));
    /// let cycle = Hamiltonian::on_graph(square, true).with_times(&[(3, 2), (0, 3)]);
    /// assert_eq!((cycle.start, &cycle.times[..]), (Some(3), &[(0, 1)][..]));
    /// ```
    #[must_use]
    pub fn with_times(&self, times: &[(u32, u32)]) -> Self {
        let mut timed = self.clone();
        let mut times = times.to_vec();
        if self.closed && !times.is_empty() {
            times.extend(self.start.map(|start| (start, 0)));
        }
        times.sort_unstable_by_key(|&(vertex, time)| (time, vertex));
        times.dedup();
        let last = self.vertices().saturating_sub(1);
        if self.closed {
            if let Some(&(first, begin)) = times.first() {
                timed.start = Some(first);
                times.remove(0);
                for (_, time) in &mut times {
                    *time -= begin;
                }
            }
        } else {
            let at =
                |wanted| times.iter().find(|&&(_, time)| time == wanted).map(|&(vertex, _)| vertex);
            timed.start = self.start.or_else(|| at(0));
            timed.end = self.end.or_else(|| at(last).filter(|_| last > 0));
            times.retain(|&(_, time)| time > 0 && time < last);
        }
        timed.times = times;
        timed
    }

    /// The vertices with a time, the ends of a path among them, in the order of their times.
    #[must_use]
    pub fn fixed_times(&self) -> Vec<(u32, u32)> {
        let is_known = !self.closed || !self.times.is_empty();
        let start = self.start.filter(|_| is_known).map(|start| (start, 0));
        let last = self.vertices().saturating_sub(1);
        let end = self.end.filter(|&end| last > 0 || self.start != Some(end));
        start
            .into_iter()
            .chain(self.times.iter().copied())
            .chain(end.map(|end| (end, last)))
            .collect()
    }

    /// Whether a witness, a cycle from its start, keeps the times. O(t).
    #[must_use]
    pub fn keeps_times(&self, path: &[u32]) -> bool {
        self.times.iter().all(|&(vertex, time)| path.get(time as usize) == Some(&vertex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn times_are_left_by_distances() {
        // A path of five, with a chord.
        let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (1, 3)]);
        let model = Hamiltonian::on_graph(graph, false).with_times(&[(0, 0), (3, 3)]);
        let times = |by_distance: bool| -> Vec<Vec<u32>> {
            let all = VisitTimes::new(&model, by_distance);
            (0..5).map(|vertex| all.of(vertex).collect()).collect()
        };
        assert_eq!(times(true), [vec![0], vec![1, 2, 4], vec![2, 4], vec![3], vec![4]]);
        assert_eq!(times(false), [vec![0], vec![1, 2, 4], vec![1, 2, 4], vec![3], vec![1, 2, 4]]);
        let round = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        let model = Hamiltonian::on_graph(round, true).with_times(&[(0, 1), (2, 4)]);
        let all = VisitTimes::new(&model, true);
        let of = |vertex| all.of(vertex).collect::<Vec<u32>>();
        assert_eq!(
            [of(0), of(1), of(2), of(3), of(4)],
            [vec![0], vec![1, 2, 4], vec![3], vec![2], vec![1]]
        );
    }
}
