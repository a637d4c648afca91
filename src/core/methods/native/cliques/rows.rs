//! Which vertices go together, as rows of bits.

use satranj_encodings::graph::Graph;

/// A square matrix of bits over some vertices in an order of their own.
#[derive(Debug, Clone, Default)]
pub struct CompatibleRows {
    /// The vertex that each row and column stands for.
    pub vertices: Vec<u32>,
    words: usize,
    bits: Vec<u64>,
}

impl CompatibleRows {
    /// The vertices in this order: two go together if an edge joins them (`joined`), or if none
    /// does. O(n² / 64 + m log n).
    #[must_use]
    pub fn of(graph: &Graph, vertices: Vec<u32>, joined: bool) -> Self {
        let words = vertices.len().div_ceil(64);
        let mut bits = vec![0; words * vertices.len()];
        let mut sorted: Vec<(u32, u32)> = vertices.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        for (row, &vertex) in vertices.iter().enumerate() {
            let row_bits = &mut bits[row * words..(row + 1) * words];
            // Both lists are in rising order.
            let mut near = graph.neighbours(vertex).iter().copied().peekable();
            for &(other, column) in &sorted {
                while near.next_if(|&next| next < other).is_some() {}
                let is_joined = near.peek() == Some(&other);
                if is_joined == joined && other != vertex {
                    row_bits[column as usize / 64] |= 1 << (column % 64);
                }
            }
        }
        Self { vertices, words, bits }
    }

    /// Bytes of the matrix of so many vertices.
    #[must_use]
    pub fn bytes(vertices: usize) -> u64 {
        let n = vertices as u64;
        n.saturating_mul(n) / 8 + 32 * n
    }

    /// Words of a row.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// What goes with a vertex.
    #[inline]
    #[must_use]
    pub fn row(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..][..self.words]
    }

    /// All vertices as bits.
    #[must_use]
    pub fn all(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words];
        if let Some(last) = all.last_mut()
            && !self.vertices.len().is_multiple_of(64)
        {
            *last = (1 << (self.vertices.len() % 64)) - 1;
        }
        all
    }
}
