//! The two halves of a board's edges, and a symmetry that maps one half to the other.

use satranj_encodings::{graph::Graph, lattice::Lattice};

use super::pairings::MOST_POINTS;
use crate::{
    limits::Reason,
    methods::{
        cycle::CycleQuestion,
        native::frontier::{
            boundary::{BoundaryTurn, Frontier},
            order::{self, Order},
        },
    },
    run::Run,
};

/// The most vertices that both halves share: of an odd number at least one is not a loose end.
pub const MOST_SHARED: usize = MOST_POINTS + 1;

/// One half of the edges.
pub struct Half {
    graph: Graph,
    forced: Vec<u32>,
    /// The vertices with edges in both halves, rising.
    pub shared: Vec<u32>,
    /// The order in which the vertices with edges in this half only are decided, and then the edges
    /// between shared vertices.
    pub order: Order,
}

impl Half {
    /// The half of the edges on one side; `None` if too many vertices are shared, or the frontier
    /// is too wide along all orders.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        question: &CycleQuestion<'_>,
        second: &[bool],
        side: bool,
        orders: [&dyn Fn(u32) -> (u32, u32); 2],
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        run.poll()?;
        let whole: &Graph = &question.graph;
        let is_here = |&edge: &u32| second[edge as usize] == side;
        let pairs: Vec<(u32, u32)> = whole.edge_list().collect();
        let own: Vec<(u32, u32)> =
            (0..).zip(&pairs).filter(|(edge, _)| is_here(edge)).map(|(_, &pair)| pair).collect();
        let graph = Graph::from_edges(whole.vertices(), &own);
        let forced = question.forced.iter().filter(|edge| is_here(edge));
        let forced = forced.filter_map(|&edge| {
            let (a, b) = pairs[edge as usize];
            graph.edge_between(a, b)
        });
        let forced: Vec<u32> = forced.collect();
        let (mut shared, mut inner) = (Vec::new(), Vec::new());
        for vertex in 0..whole.vertices() {
            let edges = whole.edge_numbers(vertex);
            let here = edges.iter().filter(|edge| is_here(edge)).count();
            if 0 < here && here < edges.len() {
                shared.push(vertex);
            } else if here > 0 || edges.is_empty() && !side {
                inner.push(vertex);
            }
        }
        if shared.len() > MOST_SHARED || inner.is_empty() {
            return Ok(None);
        }
        let is_shared = |vertex: &u32| shared.binary_search(vertex).is_ok();
        let edges: Vec<[u32; 2]> = own
            .iter()
            .filter(|(a, b)| is_shared(a) && is_shared(b))
            .map(|&(a, b)| [a, b])
            .collect();
        let mut best: Option<Order> = None;
        for place in orders {
            let mut vertices = inner.clone();
            vertices.sort_by_key(|&vertex| place(vertex));
            let most = best.as_ref().map_or(f64::INFINITY, |best| best.estimate.states);
            let frontier = Frontier::new(&graph, &forced).with_loose(&shared);
            best = Order::measured(vertices, edges.clone(), frontier, most, run)?.or(best);
        }
        Ok(best.map(|order| Self { graph, forced, shared, order }))
    }

    /// The frontier before the first turn.
    pub fn frontier(&self) -> Frontier<'_> {
        Frontier::new(&self.graph, &self.forced).with_loose(&self.shared)
    }

    /// Looks for an order with fewer states.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn improve(&mut self, run: &Run) -> Result<(), Reason> {
        let vertices = self.order.vertices.len() as u32;
        let frontier = Frontier::new(&self.graph, &self.forced).with_loose(&self.shared);
        order::improve(&mut self.order, &frontier, vertices, run)
    }

    /// What is decided turn by turn, vertices and then edges, and the final slots of the shared
    /// vertices.
    pub fn turns(&self) -> (Vec<BoundaryTurn>, Vec<u8>) {
        let mut frontier = self.frontier();
        let turns = (0..self.order.len()).map(|index| {
            let mut turn = BoundaryTurn::default();
            self.order.decide(index, &mut frontier, &mut turn);
            turn
        });
        let turns = turns.collect();
        (turns, self.shared.iter().map(|&vertex| frontier.slot(vertex)).collect())
    }
}

/// The origin of the second half.
pub enum Second {
    /// The image of the first under a symmetry: the number of the image of each shared vertex.
    Image(Vec<u32>),
    /// A different half.
    Other(Half),
}

/// The two halves of the edges.
pub struct Split {
    /// The first.
    pub first: Half,
    /// The second.
    pub second: Second,
    /// If a reflection keeps each half: the number of the image of each shared vertex.
    pub reflection: Option<Vec<u32>>,
}

impl Split {
    /// The halves to count.
    pub fn halves(&self) -> impl Iterator<Item = &Half> {
        let second = match &self.second {
            Second::Image(_) => None,
            Second::Other(half) => Some(half),
        };
        [Some(&self.first), second].into_iter().flatten()
    }

    /// A bound on the states of all layers of both halves.
    pub fn states(&self) -> f64 {
        self.halves().map(|half| half.order.estimate.states).sum()
    }
}

/// A symmetry of a cut board.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mirror {
    /// The reflection of the lines, which exchanges the halves.
    Reflection,
    /// The rotation by half a turn, which exchanges the halves.
    Rotation,
    /// The reflection of the places in each line.
    Across,
}

/// A board cut between two of its lines.
struct Cut<'l> {
    lattice: &'l Lattice,
    /// Whether its lines are its columns.
    by_columns: bool,
    lines: u32,
    places: u32,
}

impl<'l> Cut<'l> {
    fn new(lattice: &'l Lattice, by_columns: bool) -> Self {
        let (mut lines, mut places) = (lattice.rows(), lattice.columns());
        if by_columns {
            (lines, places) = (places, lines);
        }
        Self { lattice, by_columns, lines, places }
    }

    /// The line of a vertex and its place in the line; `None` for a virtual vertex.
    fn position(&self, vertex: u32) -> Option<(u32, u32)> {
        (vertex < self.lattice.vertices()).then(|| {
            let (row, column) = self.lattice.position(vertex);
            if self.by_columns { (column, row) } else { (row, column) }
        })
    }

    /// Whether an edge belongs to the second half.
    ///
    /// An edge across the middle shares the end nearer to it. Of two edges that are mirror images,
    /// each half has one.
    fn is_second(&self, (a, b): (u32, u32), mirror: Mirror) -> bool {
        let half = self.lines / 2;
        let (one, other) = match (self.position(a), self.position(b)) {
            (Some(one), Some(other)) => (one.min(other), one.max(other)),
            (one, other) => return one.or(other).is_some_and(|it| it.0 >= half),
        };
        if (one.0 < half) == (other.0 < half) {
            return one.0 >= half;
        }
        let (above, below) = (half - 1 - one.0, other.0 - half);
        if above != below {
            return above < below;
        }
        let from_centre = |place: u32| (2 * place + 1).abs_diff(self.places);
        match mirror {
            Mirror::Rotation => one.1 + other.1 + 1 >= self.places,
            Mirror::Reflection | Mirror::Across => {
                (from_centre(one.1), other.1) < (from_centre(other.1), one.1)
            }
        }
    }

    /// The image of a vertex.
    fn image(&self, vertex: u32, mirror: Mirror) -> Option<u32> {
        let Some((mut line, mut place)) = self.position(vertex) else { return Some(vertex) };
        if mirror != Mirror::Reflection {
            place = self.places - 1 - place;
        }
        if mirror != Mirror::Across {
            line = self.lines - 1 - line;
        }
        let (row, column) = if self.by_columns { (place, line) } else { (line, place) };
        self.lattice.vertex(row, column)
    }

    /// Whether a mirror maps the question to itself, and each half to the other one or to itself.
    fn is_symmetric(&self, question: &CycleQuestion<'_>, second: &[bool], mirror: Mirror) -> bool {
        let graph: &Graph = &question.graph;
        let image =
            |(a, b): (u32, u32)| graph.edge_between(self.image(a, mirror)?, self.image(b, mirror)?);
        let mut is_forced = vec![false; second.len()];
        for &edge in &question.forced {
            is_forced[edge as usize] = true;
        }
        (0..).zip(graph.edge_list()).all(|(edge, pair): (usize, _)| {
            image(pair).is_some_and(|image| {
                (second[edge] == second[image as usize]) == (mirror == Mirror::Across)
                    && is_forced[edge] == is_forced[image as usize]
            })
        })
    }

    /// The halves, as images under a mirror or without one.
    fn split(
        &self,
        question: &CycleQuestion<'_>,
        mirror: Option<Mirror>,
        run: &Run,
    ) -> Result<Option<Split>, Reason> {
        let graph: &Graph = &question.graph;
        let sides = mirror.unwrap_or(Mirror::Reflection);
        let second: Vec<bool> = graph.edge_list().map(|edge| self.is_second(edge, sides)).collect();
        if mirror.is_some_and(|mirror| !self.is_symmetric(question, &second, mirror)) {
            return Ok(None);
        }
        let position = |vertex| self.position(vertex).unwrap_or((u32::MAX, u32::MAX));
        let by_line = |vertex| position(vertex);
        let by_place = |vertex| (position(vertex).1, position(vertex).0);
        let first = Half::new(question, &second, false, [&by_line, &by_place], run)?;
        let Some(first) = first else { return Ok(None) };
        let images = |mirror| -> Option<Vec<u32>> {
            let number = |&vertex: &u32| {
                let image = self.image(vertex, mirror)?;
                first.shared.binary_search(&image).ok().map(|number| number as u32)
            };
            first.shared.iter().map(number).collect()
        };
        let across = self.is_symmetric(question, &second, Mirror::Across);
        let reflection = across.then(|| images(Mirror::Across)).flatten();
        let other = if let Some(mirror) = mirror {
            let Some(images) = images(mirror) else { return Ok(None) };
            Second::Image(images)
        } else {
            let from_below = |vertex| (u32::MAX - position(vertex).0, position(vertex).1);
            let by_place = |vertex| (position(vertex).1, u32::MAX - position(vertex).0);
            let half = Half::new(question, &second, true, [&from_below, &by_place], run)?;
            let Some(half) = half else { return Ok(None) };
            Second::Other(half)
        };
        Ok(Some(Split { first, second: other, reflection }))
    }
}

/// The halves with the fewest estimated states that the symmetry of these images exchanges; `None`
/// without such halves. O(n + m) time, plus the estimates.
///
/// # Errors
/// The reason to stop.
pub fn exchanged(
    question: &CycleQuestion<'_>,
    lattice: &Lattice,
    images: &[u32],
    run: &Run,
) -> Result<Option<Split>, Reason> {
    let mut best: Option<Split> = None;
    for by_columns in [false, true] {
        let cut = Cut::new(lattice, by_columns);
        for mirror in [Mirror::Reflection, Mirror::Rotation] {
            let is_it = |(vertex, &image)| cut.image(vertex, mirror) == Some(image);
            if (0..).zip(images).all(is_it) {
                let split = cut.split(question, Some(mirror), run)?;
                let most = best.as_ref().map_or(f64::INFINITY, Split::states);
                best = split.filter(|split| split.states() < most).or(best);
            }
        }
    }
    Ok(best)
}

/// The halves with the fewest estimated states, mirror images first; `None` if the board is too
/// small or too wide. O(n + m) time for every cut, plus the estimates.
///
/// # Errors
/// The reason to stop.
pub fn best(
    question: &CycleQuestion<'_>,
    lattice: &Lattice,
    run: &Run,
) -> Result<Option<Split>, Reason> {
    let mut best: Option<Split> = None;
    for mirrors in [&[Some(Mirror::Reflection), Some(Mirror::Rotation)][..], &[None]] {
        for by_columns in [false, true] {
            let cut = Cut::new(lattice, by_columns);
            for &mirror in mirrors {
                let split = cut.split(question, mirror, run)?;
                let most = best.as_ref().map_or(f64::INFINITY, Split::states);
                best = split.filter(|split| split.states() < most).or(best);
            }
        }
        if best.is_some() {
            break;
        }
    }
    Ok(best)
}
