//! Applies the last edges of a half, those between shared vertices, to its states, and maps these
//! by symmetries.

use super::pairings::number;
use crate::methods::native::frontier::{
    boundary::{BoundaryTurn, slots_of},
    state::PathsWord,
};

/// The most shared vertices, rounded up.
const ROOM: usize = 32;

/// Marks a vertex that has its two edges.
const FULL: u8 = u8::MAX;

/// The most views computed at once.
pub const MOST_VIEWS: usize = 4;

/// The ends of a half's paths at the shared vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathEnds {
    /// For each vertex: itself if it has no edge yet, the other end of its path, or [`FULL`].
    mates: [u8; ROOM],
    vertices: u8,
}

impl PathEnds {
    /// The other end of a path that ends at a vertex.
    #[inline]
    pub fn mate(&self, vertex: u8) -> u8 {
        self.mates[vertex as usize]
    }

    /// The vertices at which paths end.
    #[inline]
    pub fn loose(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.vertices)
            .filter(|&vertex| self.mate(vertex) != vertex && self.mate(vertex) != FULL)
    }

    #[inline]
    fn degree(&self, vertex: u8) -> u64 {
        match self.mate(vertex) {
            FULL => 2,
            mate => u64::from(mate != vertex),
        }
    }

    fn degrees(&self) -> u64 {
        (0..self.vertices).fold(0, |all, vertex| all | self.degree(vertex) << (2 * vertex))
    }

    /// The ends renamed by a view.
    #[inline]
    fn seen(&self, view: &View) -> Self {
        let mut seen = Self { mates: [0; ROOM], vertices: self.vertices };
        for vertex in 0..self.vertices {
            let mate = self.mate(vertex);
            let mate = if mate == FULL { FULL } else { view.name(mate) };
            seen.mates[view.name(vertex) as usize] = mate;
        }
        seen
    }
}

/// An edge that is used or not.
struct LastEdge {
    ends: [u8; 2],
    forced: bool,
    /// What it adds to the degrees in each view.
    adds: [u64; MOST_VIEWS],
}

/// The last edges of a half, and the views of the results.
pub struct LastEdges<'v> {
    edges: Vec<LastEdge>,
    views: &'v [View],
    /// The slot of every shared vertex, and the vertex of every slot.
    slots: Vec<u8>,
    vertices: [u8; ROOM],
    /// The slots that these edges fill.
    entering: u32,
    /// The view of a reflection under which the states and edges are symmetric.
    reflection: Option<&'v View>,
}

impl<'v> LastEdges<'v> {
    /// The edges decided in turns at which all vertices stay, given the slot of every shared
    /// vertex.
    pub fn new(turns: &[BoundaryTurn], slots: Vec<u8>, views: &'v [View]) -> Self {
        let mut vertices = [0; ROOM];
        for (vertex, &slot) in (0..).zip(&slots) {
            vertices[slot as usize] = vertex;
        }
        let edges: Vec<LastEdge> = turns
            .iter()
            .flat_map(|turn| turn.partners.iter().map(move |partner| (turn.slot, partner)))
            .map(|(slot, partner)| {
                let ends = [slot, partner.slot].map(|slot| vertices[slot as usize]);
                let mut adds = [0_u64; MOST_VIEWS];
                for (sum, view) in adds.iter_mut().zip(views) {
                    *sum = view.edge_at(ends[0]).wrapping_add(view.edge_at(ends[1]));
                }
                LastEdge { ends, forced: partner.forced, adds }
            })
            .collect();
        let entering = turns.iter().fold(0, |all, turn| all | turn.entering);
        // One of a state and its reflection suffices, if their last edges are reflections too.
        let reflection = views.get(2).filter(|view| {
            let image = |edge: &LastEdge| {
                let [a, b] = edge.ends.map(|end| view.name(end));
                (a.min(b), a.max(b), edge.forced)
            };
            let own = |edge: &LastEdge| {
                let [a, b] = edge.ends;
                (a.min(b), a.max(b), edge.forced)
            };
            edges.iter().all(|one| edges.iter().any(|other| own(other) == image(one)))
                && slots_of(entering).all(|slot| {
                    let image = view.name(vertices[slot as usize]);
                    entering >> slots[image as usize] & 1 == 1
                })
        });
        Self { edges, views, slots, vertices, entering, reflection }
    }

    /// The number of edges, and whether only one of a state and its reflection is read.
    #[cfg(test)]
    pub fn outline(&self) -> (usize, bool) {
        (self.edges.len(), self.reflection.is_some())
    }

    #[inline]
    fn ends<W: PathsWord>(&self, state: W) -> PathEnds {
        let mut ends = PathEnds { mates: [0; ROOM], vertices: self.slots.len() as u8 };
        for (vertex, &slot) in self.slots.iter().enumerate() {
            let end = state.get(slot);
            ends.mates[vertex] = match end {
                _ if self.entering >> slot & 1 == 1 => vertex as u8,
                end if end == W::FULL => FULL,
                end => self.vertices[end as usize],
            };
        }
        ends
    }

    /// Calls `each` with the ends of all path sets that a state leads to and with their degrees in
    /// the views in which they count. Of two states that are reflections of one another, only one
    /// leads to the results of both. O(2^edges).
    pub fn each<W: PathsWord>(
        &self,
        state: W,
        mut each: impl FnMut(&PathEnds, &[u64; MOST_VIEWS], &[View]),
    ) {
        let mut ends = self.ends(state);
        let counted = match self.reflection {
            None => &self.views[..self.views.len().min(2)],
            Some(view) => {
                let reflected = ends.seen(view);
                if ends.mates > reflected.mates {
                    return;
                }
                if ends.mates == reflected.mates { &self.views[..2] } else { self.views }
            }
        };
        let own = ends.degrees();
        let mut degrees = [u64::MAX; MOST_VIEWS];
        for (degrees, view) in degrees.iter_mut().zip(self.views) {
            *degrees = view.degrees(own);
        }
        choose(&self.edges, &mut ends, degrees, &mut |ends, degrees| each(ends, degrees, counted));
    }
}

/// Enumerates the choices of some edges.
fn choose(
    edges: &[LastEdge],
    ends: &mut PathEnds,
    degrees: [u64; MOST_VIEWS],
    each: &mut impl FnMut(&PathEnds, &[u64; MOST_VIEWS]),
) {
    let Some((edge, rest)) = edges.split_first() else { return each(ends, &degrees) };
    if !edge.forced {
        choose(rest, ends, degrees, each);
    }
    let [a, b] = edge.ends;
    let (one, other) = (ends.mate(a), ends.mate(b));
    if one == FULL || other == FULL || one == b {
        return;
    }
    let mates = &mut ends.mates;
    (mates[a as usize], mates[b as usize]) = (FULL, FULL);
    (mates[one as usize], mates[other as usize]) = (other, one);
    let mut more = degrees;
    for (degrees, adds) in more.iter_mut().zip(&edge.adds) {
        *degrees = degrees.wrapping_add(*adds);
    }
    choose(rest, ends, more, each);
    let mates = &mut ends.mates;
    (mates[one as usize], mates[other as usize]) = (a, b);
    (mates[a as usize], mates[b as usize]) = (one, other);
}

/// Two bits for the degree of each shared vertex.
const BITS: u32 = 2;

/// A way to see the states of a half: a symmetry renames the shared vertices; one that exchanges
/// the halves gives the degrees that the second half needs for the first half's edges.
#[derive(Debug, Clone)]
pub struct View {
    /// The new name of each shared vertex.
    names: Vec<u8>,
    /// Whether the degrees are those needed from the other half.
    pub is_other: bool,
}

impl View {
    /// The identity view of this many vertices.
    pub fn plain(vertices: usize, is_other: bool) -> Self {
        Self { names: (0..vertices as u8).collect(), is_other }
    }

    fn through(images: &[u32], is_other: bool) -> Self {
        Self { names: images.iter().map(|&image| image as u8).collect(), is_other }
    }

    /// The new name of a vertex.
    #[inline]
    pub fn name(&self, vertex: u8) -> u8 {
        self.names[vertex as usize]
    }

    /// What an edge at a vertex adds to the degrees, modulo 2^64.
    pub fn edge_at(&self, vertex: u8) -> u64 {
        let edge = 1 << (BITS * u32::from(self.name(vertex)));
        if self.is_other { 0_u64.wrapping_sub(edge) } else { edge }
    }

    /// Degrees in this view, two bits per vertex.
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

/// The orbits of degrees under the symmetries, of which one representative each suffices.
#[derive(Debug, Default)]
pub struct Orbits {
    /// The identity; the image of the second half; and both reflected.
    pub views: Vec<View>,
}

impl Orbits {
    /// The views of a symmetry that exchanges the halves and of a reflection that keeps them, by
    /// the images of the shared vertices.
    pub fn new(exchange: &[u32], reflection: Option<&[u32]>) -> Self {
        let mut views = vec![View::plain(exchange.len(), false), View::through(exchange, true)];
        if let Some(reflection) = reflection {
            let both: Vec<u32> = reflection.iter().map(|&image| exchange[image as usize]).collect();
            views.push(View::through(reflection, false));
            views.push(View::through(&both, true));
        }
        Self { views }
    }

    /// The number of degrees in an orbit; 1 without a symmetry.
    pub fn size(&self, degrees: u64) -> u32 {
        let mut all: Vec<u64> = self.views.iter().map(|view| view.degrees(degrees)).collect();
        all.sort_unstable();
        all.dedup();
        all.len().max(1) as u32
    }
}
