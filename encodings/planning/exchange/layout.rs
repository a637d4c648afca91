//! The pieces and moves that are possible at each time, by distance.

use crate::{
    exchange::{Arrangement, Exchange, Kind},
    flat_lists::FlatLists,
    formula::Window,
    lattice::Lattice,
};

/// The number of moves from each vertex to the nearest of some pieces, or to a vertex, `None` if
/// unreachable.
pub(super) fn distances(
    lattice: &Lattice,
    arrangement: &Arrangement,
    kind: Kind,
) -> Vec<Option<u32>> {
    let stands = (0..).zip(arrangement).filter(|(_, stands)| **stands == Some(kind));
    lattice.distances_from(stands.map(|(vertex, _)| vertex))
}

/// A move that a piece may make in some of the steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimedMove {
    pub(super) kind: Kind,
    pub(super) from: u32,
    pub(super) to: u32,
    /// The steps.
    pub(super) window: Window,
    /// Where its slide begins in [`Layout::rays`].
    ray: usize,
    /// Number of vertices it slides over.
    slides: u32,
}

/// The variables of a model and a horizon, before they are numbered.
pub(super) struct Layout<'m> {
    pub(super) model: &'m Exchange,
    pub(super) horizon: u64,
    /// When a piece of a kind may be on a vertex, by kind, then vertex.
    pub(super) stands: Vec<Window>,
    /// When any piece may be on a vertex.
    pub(super) taken: Vec<Window>,
    /// The moves in the order of kind, then `from`, then `to`.
    pub(super) moves: Vec<TimedMove>,
    rays: Vec<u32>,
}

impl<'m> Layout<'m> {
    pub(super) fn new(model: &'m Exchange, horizon: u64) -> Self {
        let vertices = model.vertices() as usize;
        let mut stands = Vec::with_capacity(vertices * model.kinds.len());
        for (kind, lattice) in (0..).zip(&model.kinds) {
            let from = distances(lattice, &model.start, kind);
            let to = distances(lattice, &model.goal, kind);
            let window = |(from, to): (Option<u32>, Option<u32>)| {
                let last = to.and_then(|to| horizon.checked_sub(to.into()));
                from.map_or_else(Window::default, |from| Window::new(from.into(), last))
            };
            stands.extend(from.into_iter().zip(to).map(window));
        }
        let taken = |vertex: usize| {
            let windows = stands.iter().skip(vertex).step_by(vertices);
            let mut open = windows.filter(|window| window.len() > 0);
            let first = open.next().copied().unwrap_or_default();
            open.fold(first, |all, &window| all.hull(window))
        };
        let taken = (0..vertices).map(taken).collect();
        let mut layout =
            Self { model, horizon, stands, taken, moves: Vec::new(), rays: Vec::new() };
        layout.add_moves();
        layout
    }

    fn add_moves(&mut self) {
        let mut found: Vec<TimedMove> = Vec::new();
        for (kind, lattice) in (0..).zip(&self.model.kinds) {
            for from in 0..self.model.vertices() {
                let left = self.stands(kind, from).later();
                if left.len() == 0 {
                    continue;
                }
                found.clear();
                lattice.rays(from, |ray| {
                    let start = self.rays.len();
                    self.rays.extend_from_slice(ray);
                    for (slides, &to) in (0..).zip(ray) {
                        let window = left.and(self.stands(kind, to));
                        if window.len() > 0 {
                            found.push(TimedMove { kind, from, to, window, ray: start, slides });
                        }
                    }
                });
                // Of several ways, the one over the fewest vertices, which are on all of them.
                found.sort_by_key(|found| (found.to, found.slides));
                found.dedup_by_key(|found| found.to);
                self.moves.append(&mut found);
            }
        }
    }

    /// When a piece of a kind may be on a vertex.
    pub(super) fn stands(&self, kind: Kind, vertex: u32) -> Window {
        self.stands[self.place(kind, vertex)]
    }

    /// The index of a kind and a vertex.
    pub(super) fn place(&self, kind: Kind, vertex: u32) -> usize {
        usize::from(kind) * self.taken.len() + vertex as usize
    }

    /// The vertices that a move slides over.
    pub(super) fn between(&self, index: u32) -> &[u32] {
        let TimedMove { ray, slides, .. } = self.moves[index as usize];
        &self.rays[ray..ray + slides as usize]
    }

    /// The moves of each kind from each vertex, then those to each vertex.
    pub(super) fn by_place(&self) -> [FlatLists<u32>; 2] {
        let from = self.moves.iter().map(|its| self.place(its.kind, its.from));
        let to = self.moves.iter().map(|its| self.place(its.kind, its.to));
        let places = self.stands.len();
        [FlatLists::by_number(places, from.zip(0..)), FlatLists::by_number(places, to.zip(0..))]
    }

    /// The moves of all kinds from each vertex, then those to each vertex.
    pub(super) fn by_vertex(&self) -> [FlatLists<u32>; 2] {
        let from = self.moves.iter().map(|its| its.from as usize);
        let to = self.moves.iter().map(|its| its.to as usize);
        let vertices = self.taken.len();
        [FlatLists::by_number(vertices, from.zip(0..)), FlatLists::by_number(vertices, to.zip(0..))]
    }

    /// Number of variables without those of the at-most-ones.
    pub(super) fn variables(&self) -> u64 {
        let stands = self.stands.iter().map(|window| window.len());
        let taken = self.taken.iter().map(|window| window.len());
        let moves = self.moves.iter().map(|its| its.window.len());
        stands.chain(taken).chain(moves).fold(self.horizon, u64::saturating_add)
    }
}
