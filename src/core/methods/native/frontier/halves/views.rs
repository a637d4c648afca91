//! How the states of one half are seen: as they are, as what they lack, or from the other side of a
//! mirror.

use super::{last_edges::PathEnds, pairings::number};

/// Two bits for the degree of each shared vertex.
const BITS: u32 = 2;

/// A way to see the states of a half: a symmetry gives the shared vertices other names, and one that
/// exchanges the halves tells what the second half must have, where the first has these edges.
#[derive(Debug, Clone)]
pub struct View {
    /// The name of each shared vertex.
    names: Vec<u8>,
    /// Whether the degrees are those that the other half needs.
    pub is_other: bool,
}

impl View {
    /// Of so many vertices under their own names.
    pub fn plain(vertices: usize, is_other: bool) -> Self {
        Self { names: (0..vertices as u8).collect(), is_other }
    }

    fn through(images: &[u32], is_other: bool) -> Self {
        Self { names: images.iter().map(|&image| image as u8).collect(), is_other }
    }

    /// The name of a vertex.
    #[inline]
    pub fn name(&self, vertex: u8) -> u8 {
        self.names[vertex as usize]
    }

    /// What an edge at a vertex adds to the degrees, modulo 2^64.
    pub fn edge_at(&self, vertex: u8) -> u64 {
        let edge = 1 << (BITS * u32::from(self.name(vertex)));
        if self.is_other { 0_u64.wrapping_sub(edge) } else { edge }
    }

    /// Degrees as they are seen, two bits a vertex.
    #[inline]
    pub fn degrees(&self, mut own: u64) -> u64 {
        let mut seen = 0;
        for name in &self.names {
            let degree = if self.is_other { 2 - (own & 3).min(2) } else { own & 3 };
            seen |= degree << (BITS * u32::from(*name));
            own >>= BITS;
        }
        seen
    }

    /// The number of the pairing of the loose ends. O(vertices).
    #[inline]
    pub fn pairing(&self, ends: &PathEnds) -> u32 {
        let mut mates = [0_u8; 32];
        let mut points = 0_u32;
        for vertex in ends.loose() {
            let name = self.name(vertex);
            points |= 1 << name;
            mates[name as usize] = self.name(ends.mate(vertex));
        }
        number(points, |name| mates[name as usize].into())
    }
}

/// The degrees that symmetries make of one another, of which one of each orbit is enough.
#[derive(Debug, Default)]
pub struct Orbits {
    /// As they are; as the image of the second half; and both in the reflection.
    pub views: Vec<View>,
}

impl Orbits {
    /// Those of a symmetry that exchanges the halves, and of a reflection that keeps them, by the
    /// images of the shared vertices.
    pub fn new(exchange: &[u32], reflection: Option<&[u32]>) -> Self {
        let mut views = vec![View::plain(exchange.len(), false), View::through(exchange, true)];
        if let Some(reflection) = reflection {
            let both: Vec<u32> = reflection.iter().map(|&image| exchange[image as usize]).collect();
            views.push(View::through(reflection, false));
            views.push(View::through(&both, true));
        }
        Self { views }
    }

    /// How many degrees there are in an orbit; 1 where there is no symmetry.
    pub fn size(&self, degrees: u64) -> u32 {
        let mut all: Vec<u64> = self.views.iter().map(|view| view.degrees(degrees)).collect();
        all.sort_unstable();
        all.dedup();
        all.len().max(1) as u32
    }
}
