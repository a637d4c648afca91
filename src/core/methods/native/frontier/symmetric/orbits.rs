//! The graph of the orbits of a symmetry, and the parity of moves that decides which cycles are
//! tours.

use std::collections::HashMap;

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};

use crate::methods::native::{
    amount::Addend,
    frontier::{
        boundary::BoundaryTurn,
        counts::ChoiceWeights,
        rules::{BITS, NONE},
    },
};

/// The orbits of the vertices of a graph under the powers of one symmetry.
///
/// The least vertex of an orbit represents it; vertex `v` is that one moved `place(v)` times. An
/// edge between two orbits and its images are one edge; its label is the difference of the places
/// of its ends.
pub struct VertexOrbits<'m> {
    model: &'m Hamiltonian,
    /// The number of the orbit of each vertex.
    of: Vec<u32>,
    place: Vec<u32>,
    /// The number of vertices of each orbit.
    sizes: Vec<u32>,
    /// For each pair of orbits, or one orbit: the labels of the edges, and of the given ones.
    edges: HashMap<(u32, u32), OrbitEdges>,
    /// The order of the symmetry.
    order: u32,
}

/// The edges between two orbits, one bit per label.
#[derive(Debug, Clone, Copy, Default)]
struct OrbitEdges {
    all: u32,
    given: u32,
}

/// A question for cycles in a graph of orbits; each cycle represents as many tours as there are
/// choices of labels for its edges.
pub struct OrbitQuestion {
    /// The question.
    pub model: Hamiltonian,
    /// The labels of each edge, from the lesser to the greater vertex.
    pub labels: HashMap<(u32, u32), EdgeLabels>,
}

/// The numbers of even and of odd labels.
fn counted(labels: u32) -> EdgeLabels {
    const EVEN: u32 = 0x5555_5555;
    EdgeLabels {
        even: (labels & EVEN).count_ones() as u8,
        odd: (labels & !EVEN).count_ones() as u8,
    }
}

impl<'m> VertexOrbits<'m> {
    /// The orbits under a symmetry, numbered along an order of the vertices. O(n + m).
    pub fn new(model: &'m Hamiltonian, images: &[u32], order: impl Iterator<Item = u32>) -> Self {
        let n = images.len();
        let (mut of, mut place, mut sizes) = (vec![u32::MAX; n], vec![0; n], Vec::new());
        for first in order {
            let mut vertex = first;
            let mut size = 0;
            while of[vertex as usize] == u32::MAX {
                of[vertex as usize] = sizes.len() as u32;
                place[vertex as usize] = size;
                size += 1;
                vertex = images[vertex as usize];
            }
            if size > 0 {
                sizes.push(size);
            }
        }
        // The order of a rotation or reflection is its largest orbit.
        let order = sizes.iter().copied().max().unwrap_or(1);
        let mut orbits = Self { model, of, place, sizes, edges: HashMap::new(), order };
        for (a, b) in model.graph().edge_list() {
            let (pair, label) = orbits.label(a, b);
            orbits.edges.entry(pair).or_default().all |= label;
        }
        for &(a, b) in &model.given {
            let (pair, label) = orbits.label(a, b);
            orbits.edges.entry(pair).or_default().given |= label;
        }
        orbits
    }

    /// The orbits of an edge, the lesser first, and the bit of its label.
    fn label(&self, a: u32, b: u32) -> ((u32, u32), u32) {
        let orbit = |vertex: u32| self.of[vertex as usize];
        let (a, b) = if orbit(a) <= orbit(b) { (a, b) } else { (b, a) };
        let [(from, a), (to, b)] =
            [a, b].map(|vertex| (orbit(vertex), self.place[vertex as usize]));
        let forward = (b + self.order - a) % self.order;
        if from == to {
            // The same edge in both directions.
            let size = self.sizes[from as usize];
            let forward = forward % size;
            return ((from, to), 1 << forward.min(size - forward));
        }
        // A vertex of a shorter orbit has its edges to all places.
        let shortest = self.sizes[from as usize].min(self.sizes[to as usize]);
        ((from, to), 1 << (forward % shortest))
    }

    /// The number of the orbit of a vertex.
    pub fn orbit(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// The vertex that represents an orbit, none of an extra vertex.
    pub fn representative(&self, orbit: u32) -> u32 {
        let at = |vertex: usize| (self.of[vertex], self.place[vertex]) == (orbit, 0);
        (0..self.of.len()).find(|&vertex| at(vertex)).unwrap_or(0) as u32
    }

    /// The orbits of a cycle of [`VertexOrbits::reversed`] from the middle of a tour, without the
    /// extra vertices.
    pub fn path_from_middle(&self, cycle: &[u32]) -> Vec<u32> {
        let n = self.sizes.len() as u32;
        let mut path = cycle.to_vec();
        let at = path.iter().position(|&orbit| orbit == n).unwrap_or(0);
        path.rotate_left(at);
        // The ends of an open tour come last.
        if path.get(1) == Some(&(n + 1)) {
            path[1..].reverse();
        }
        path.retain(|&orbit| orbit < n);
        path
    }

    /// Number of fixed vertices.
    fn fixed(&self) -> usize {
        self.sizes.iter().filter(|&&size| size == 1).count()
    }

    /// The image of the first vertex.
    fn image_of_first(&self) -> usize {
        let (orbit, next) = (self.of[0], self.place[0] + 1);
        let next = next % self.sizes[orbit as usize];
        let is_it = |&vertex: &usize| (self.of[vertex], self.place[vertex]) == (orbit, next);
        (0..self.of.len()).find(is_it).expect("an orbit has a vertex at each place")
    }

    fn is_fixed(&self, orbit: u32) -> bool {
        self.sizes[orbit as usize] == 1
    }

    fn between(&self, a: u32, b: u32) -> OrbitEdges {
        self.edges.get(&(a.min(b), a.max(b))).copied().unwrap_or_default()
    }

    /// The number of cycles that the symmetry shifts along themselves, if it is obvious from very
    /// few orbits, or from fixed vertices or orbits of two sizes.
    pub fn plainly_turned(&self) -> Option<u32> {
        if self.sizes.iter().any(|&size| size != self.order) {
            return Some(0);
        }
        match self.sizes.len() {
            0 => Some(0),
            1 => {
                // Each vertex is joined to the next: a cycle of at least three.
                let within = self.between(0, 0);
                Some(u32::from(self.order > 2 && within.all & 2 != 0 && within.given & !2 == 0))
            }
            2 => {
                if [0, 1].iter().any(|&orbit| self.between(orbit, orbit).given != 0) {
                    return Some(0);
                }
                let OrbitEdges { all, given } = self.between(0, 1);
                let (all, given) = (counted(all), counted(given));
                // Two edges whose labels differ by an odd number.
                let choose = |all: u8, given: u8| match given {
                    0 => u32::from(all),
                    1 => 1,
                    _ => 0,
                };
                Some(choose(all.even, given.even) * choose(all.odd, given.odd))
            }
            _ => None,
        }
    }

    /// The cycles through all orbits: each with an odd sum of labels represents one cycle that the
    /// symmetry shifts along itself. `None` if obviously none exists.
    ///
    /// A cycle through all orbits is followed until it ends at its beginning, moved by the sum of
    /// its labels; an odd number of moves generates all 2 or 4 places.
    pub fn turned(&self) -> Option<OrbitQuestion> {
        // If every move changes the colour, the length of the half or quarter cycle decides the
        // parity.
        let colours = self.model.graph().two_colouring();
        let keeps_colour = colours.map(|colours| colours[self.image_of_first()] == colours[0]);
        if keeps_colour.is_some_and(|keeps| keeps != self.sizes.len().is_multiple_of(2)) {
            return None;
        }
        let mut question = OrbitEdgeList::default();
        for (&(a, b), edges) in &self.edges {
            if a != b {
                question.add(a, b, *edges)?;
            } else if edges.given != 0 {
                return None;
            }
        }
        Some(question.asked(self.sizes.len() as u32))
    }

    /// The paths through all orbits, as cycles through extra vertices; each represents one tour
    /// that the symmetry reverses: a cycle whose two parts between two fixed vertices or reversed
    /// edges are images of each other, or a path from its middle to both ends. `None` if it is
    /// obvious that none exists.
    pub fn reversed(&self) -> Option<OrbitQuestion> {
        let closed = self.model.closed;
        let fixed = self.fixed();
        let has_ends = self.model.start.is_some() || self.model.end.is_some();
        if self.order != 2 || fixed > if closed { 2 } else { 1 } || has_ends && !closed {
            return None;
        }
        let n = self.sizes.len() as u32;
        // The ends of the paths: one vertex for the middles, and for an open tour one for its ends.
        let (middle, end) = (n, n + 1);
        let mut question = OrbitEdgeList::default();
        let once = |given: bool| OrbitEdges { all: 1, given: given.into() };
        for (&(a, b), edges) in &self.edges {
            if a == b {
                question.add(a, middle, once(edges.given != 0))?;
            } else if !(self.is_fixed(a) && self.is_fixed(b)) {
                question.add(a, b, *edges)?;
            } else if edges.given != 0 {
                return None;
            }
        }
        for orbit in 0..n {
            if self.is_fixed(orbit) {
                question.add(orbit, middle, once(true))?;
            } else if !closed {
                question.add(orbit, end, once(false))?;
            }
        }
        if question.labels.keys().all(|&(_, other)| other != middle) {
            return None;
        }
        if closed {
            return Some(question.asked(n + 1));
        }
        question.add(middle, end, once(true))?;
        Some(question.asked(n + 2))
    }
}

/// The edges of a question.
#[derive(Default)]
struct OrbitEdgeList {
    labels: HashMap<(u32, u32), EdgeLabels>,
    given: Vec<(u32, u32)>,
}

impl OrbitEdgeList {
    /// Adds the edges between two vertices; `None` if several of them are given, since a cycle
    /// through three or more contains at most one.
    fn add(&mut self, a: u32, b: u32, edges: OrbitEdges) -> Option<()> {
        let pair = (a.min(b), a.max(b));
        let labels = match edges.given.count_ones() {
            0 => edges.all,
            1 => {
                self.given.push(pair);
                edges.given
            }
            _ => return None,
        };
        self.labels.insert(pair, counted(labels));
        Some(())
    }

    /// The question for the cycles through this many vertices.
    fn asked(self, vertices: u32) -> OrbitQuestion {
        let mut edges: Vec<(u32, u32)> = self.labels.keys().copied().collect();
        edges.sort_unstable();
        let mut model = Hamiltonian::on_graph(Graph::from_edges(vertices, &edges), true);
        model.given = self.given;
        model.given.sort_unstable();
        OrbitQuestion { model, labels: self.labels }
    }
}

/// How many sets have an even, and an odd, sum of labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ByParity<N> {
    /// Even sum.
    pub even: N,
    /// Odd sum.
    pub odd: N,
}

impl<N: Addend> Addend for ByParity<N> {
    type Wider = ByParity<N::Wider>;
    const BEYOND: u64 = 2 * N::BEYOND;

    fn one() -> Self {
        Self { even: N::one(), odd: N::default() }
    }

    fn raise(&mut self, by: &Self) -> bool {
        self.even.raise(&by.even) && self.odd.raise(&by.odd)
    }

    fn widen(&self) -> Self::Wider {
        ByParity { even: self.even.widen(), odd: self.odd.widen() }
    }
}

/// How many of the merged edges have an even, and an odd, label.
pub type EdgeLabels = ByParity<u8>;

/// The labels of the edges decided in a turn.
pub struct TurnLabels {
    /// Partner by partner.
    labels: Vec<EdgeLabels>,
}

impl TurnLabels {
    /// The labels of a turn; `labels` gives those of the edge to a vertex.
    pub fn new(turn: &BoundaryTurn, labels: impl Fn(u32) -> EdgeLabels) -> Self {
        Self { labels: turn.partners.iter().map(|partner| labels(partner.vertex)).collect() }
    }

    /// The labels of a choice's edges together.
    fn of(&self, choice: u16) -> EdgeLabels {
        let chosen = [choice >> BITS, choice & NONE].into_iter();
        let chosen = chosen.filter_map(|number| self.labels.get(usize::from(number)));
        chosen.fold(EdgeLabels { even: 1, odd: 0 }, |all, edge| EdgeLabels {
            even: all.even * edge.even + all.odd * edge.odd,
            odd: all.even * edge.odd + all.odd * edge.even,
        })
    }
}

impl<N: Addend> ChoiceWeights<ByParity<N>> for TurnLabels {
    fn raise(&self, sum: &mut ByParity<N>, amount: &ByParity<N>, choice: u16) -> bool {
        let labels = self.of(choice);
        (0..labels.even).all(|_| sum.raise(amount))
            && (0..labels.odd).all(|_| sum.even.raise(&amount.odd) && sum.odd.raise(&amount.even))
    }
}
