//! Given times and the segments of a search by edges: whether each segment has times that it may
//! have.

use satranj_encodings::hamiltonian::{Hamiltonian, VisitTimes};

use super::deduction::{EdgeDeduction, EdgeState};
use crate::{limits::Reason, methods::cycle::CycleQuestion, run::Run};

/// The times of the vertices of a cycle: the virtual vertex of a path has time 0, as has the start
/// of a cycle.
#[derive(Debug)]
pub struct SegmentTimes {
    /// Vertices of the cycle.
    length: usize,
    /// The words of a set of times.
    words: usize,
    /// The set of each vertex.
    allowed: Vec<u64>,
}

impl SegmentTimes {
    /// The times of a question, if any are given.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        question: &CycleQuestion<'_>,
        model: &Hamiltonian,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        if model.times.is_empty() {
            return Ok(None);
        }
        let length = question.graph.vertices() as usize;
        let words = length.div_ceil(64);
        let bytes = VisitTimes::bytes(model.vertices());
        run.building(bytes.saturating_mul(2), || {
            let times = VisitTimes::new(model, true);
            let mut allowed = vec![0; length * words];
            let later = u32::from(!model.closed);
            for vertex in 0..model.vertices() {
                for time in times.of(vertex).map(|time| (time + later) as usize) {
                    allowed[vertex as usize * words + time / 64] |= 1 << (time % 64);
                }
            }
            if !model.closed {
                allowed[(length - 1) * words] = 1;
            }
            Some(Self { length, words, allowed })
        })
    }

    /// The work of [`SegmentTimes::refutes`].
    pub fn work(&self) -> u64 {
        (self.length * self.words) as u64
    }

    /// Whether no cycle that keeps the times uses an edge.
    pub fn exclude(&self, (a, b): (u32, u32)) -> bool {
        !self.follows(a, b) && !self.follows(b, a)
    }

    fn follows(&self, from: u32, to: u32) -> bool {
        let mut times = self.of(from).to_vec();
        self.step(&mut times, to)
    }

    /// Whether some used segment has no times in either direction. O(n²).
    pub fn refutes(&self, deduction: &EdgeDeduction<'_>) -> bool {
        let is_end = |&vertex: &u32| deduction.used(vertex) == 1;
        (0..self.length as u32).filter(is_end).any(|end| {
            let (fits, other) = self.walk(deduction, end);
            !fits && !self.walk(deduction, other).0
        })
    }

    /// Whether the segment from one of its ends has times, and its other end.
    fn walk(&self, deduction: &EdgeDeduction<'_>, end: u32) -> (bool, u32) {
        let graph = deduction.graph();
        let mut times = self.of(end).to_vec();
        let (mut before, mut vertex, mut fits) = (end, end, true);
        loop {
            let next = graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex)).find(
                |&(&other, &edge)| other != before && deduction.state(edge) == EdgeState::Used,
            );
            let Some((&next, _)) = next else { return (fits, vertex) };
            fits = fits && self.step(&mut times, next);
            (before, vertex) = (vertex, next);
        }
    }

    fn of(&self, vertex: u32) -> &[u64] {
        &self.allowed[vertex as usize * self.words..][..self.words]
    }

    /// The times of a vertex that are one later than some of these; whether there are any.
    fn step(&self, times: &mut [u64], next: u32) -> bool {
        let last = self.length - 1;
        let mut carried = times[last / 64] >> (last % 64) & 1;
        let mut any = 0;
        for (word, allowed) in times.iter_mut().zip(self.of(next)) {
            let shifted = *word << 1 | carried;
            carried = *word >> 63;
            *word = shifted & allowed;
            any |= *word;
        }
        any != 0
    }
}
