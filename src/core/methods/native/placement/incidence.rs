//! Incidence: which of some sets each vertex is in.

use satranj_encodings::independent_set::conflicts::Sets;

/// The numbers of the sets that each vertex is in, in rising order.
pub struct Incidence {
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

impl Incidence {
    /// The incidence of sets on the vertices `0..vertices`. O(vertices + members).
    pub fn new(sets: &Sets, vertices: u32) -> Self {
        let mut ends = vec![0; vertices as usize + 1];
        for &vertex in sets.iter().flatten() {
            ends[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices as usize {
            ends[vertex + 1] += ends[vertex];
        }
        // Each vertex's begin moves to its end while its sets are filled in.
        let mut numbers = vec![0; sets.members()];
        for (number, set) in sets.iter().enumerate() {
            for &vertex in set {
                let at = &mut ends[vertex as usize];
                numbers[*at] = number as u32;
                *at += 1;
            }
        }
        Self { ends, numbers }
    }

    /// Bytes that it takes.
    pub fn bytes(sets: &Sets, vertices: u32) -> u64 {
        8 * u64::from(vertices) + 4 * sets.members() as u64
    }

    /// The sets of a vertex.
    pub fn of(&self, vertex: u32) -> &[u32] {
        let begin = (vertex as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[begin..self.ends[vertex as usize]]
    }
}
