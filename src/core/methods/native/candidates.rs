//! The moves to try from a vertex: in rows for a fixed order, otherwise in lists.

use rand::seq::SliceRandom;
use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    engine::Candidates,
    order::{Heuristic, MoveOrder},
};
use crate::{
    methods::MethodError,
    random::{self, Generator},
    run::Run,
};

/// The neighbours of every vertex in the listed order.
pub struct ListedNeighbours {
    begins: Vec<u32>,
    targets: Vec<u32>,
}

impl ListedNeighbours {
    /// Sorts each vertex's neighbours by the listed offsets; without offsets they stay in reading
    /// order.
    ///
    /// # Errors
    /// [`MethodError::Order`] if the offsets are not exactly the moves of the model.
    pub fn new(model: &Hamiltonian, order: &MoveOrder, run: &Run) -> Result<Self, MethodError> {
        let wrong = |problem: String| MethodError::Order { order: order.to_string(), problem };
        let graph = model.graph();
        let mut begins = Vec::with_capacity(graph.vertices() as usize + 1);
        let mut targets = Vec::with_capacity(2 * graph.edges() as usize);
        for vertex in 0..graph.vertices() {
            begins.push(targets.len() as u32);
            targets.extend_from_slice(graph.neighbours(vertex));
        }
        begins.push(targets.len() as u32);
        let mut listed = Self { begins, targets };
        if !order.offsets.is_empty() {
            let lattice = model
                .lattice()
                .ok_or_else(|| wrong("offsets need a board; this graph has none".into()))?;
            for &(rows, columns) in &order.offsets {
                let known = lattice.steps().iter().any(|step| {
                    (step.rows, step.columns) == (rows, columns)
                        || (step.repeats()
                            && (1..=10_000).any(|times| {
                                (step.rows * times, step.columns * times) == (rows, columns)
                            }))
                });
                if !known {
                    return Err(wrong(format!("{rows},{columns} is not a move of the piece")));
                }
            }
            for vertex in 0..graph.vertices() {
                let from = lattice.position(vertex);
                let offset = |to: u32| {
                    let to = lattice.position(to);
                    (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32)
                };
                let rank = |to: u32| order.offsets.iter().position(|&other| other == offset(to));
                let range = listed.range(vertex);
                for &to in &listed.targets[range.clone()] {
                    if rank(to).is_none() {
                        let (rows, columns) = offset(to);
                        return Err(wrong(format!("the move {rows},{columns} is not listed")));
                    }
                }
                listed.targets[range].sort_by_key(|&to| rank(to));
            }
        }
        if order.heuristic == Heuristic::Random {
            let mut generator = random::generator(run.seed);
            for vertex in 0..graph.vertices() {
                let range = listed.range(vertex);
                listed.targets[range].shuffle(&mut generator);
            }
        }
        Ok(listed)
    }

    fn range(&self, vertex: u32) -> std::ops::Range<usize> {
        self.begins[vertex as usize] as usize..self.begins[vertex as usize + 1] as usize
    }

    /// The neighbours of a vertex in their order.
    #[must_use]
    pub fn of(&self, vertex: u32) -> &[u32] {
        &self.targets[self.range(vertex)]
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.begins.len() - 1
    }
}

/// Candidates in a fixed order: each vertex's neighbours in a row of equal length, scanned for the
/// next free one.
pub struct NeighbourRows {
    /// Length of a row: the greatest degree.
    length: usize,
    /// The rows, padded with a vertex that is always taken.
    targets: Vec<u32>,
    taken: Vec<bool>,
}

/// Longer rows would waste memory on vertices of small degree.
const LONGEST_ROW: usize = 16;

impl NeighbourRows {
    /// The candidates, if no vertex has more than 16 neighbours.
    #[must_use]
    pub fn new(listed: &ListedNeighbours) -> Option<Self> {
        let n = listed.vertices();
        let length = (0..n as u32).map(|vertex| listed.of(vertex).len()).max().unwrap_or(0);
        if length > LONGEST_ROW {
            return None;
        }
        let mut targets = vec![n as u32; n * length];
        for vertex in 0..n {
            let neighbours = listed.of(vertex as u32);
            targets[vertex * length..][..neighbours.len()].copy_from_slice(neighbours);
        }
        let mut taken = vec![false; n];
        taken.push(true);
        Some(Self { length, targets, taken })
    }
}

/// A vertex and the position at which its row is scanned.
#[derive(Debug, Clone, Copy)]
pub struct RowFrame {
    vertex: u32,
    next: u32,
}

impl Candidates for NeighbourRows {
    type Frame = RowFrame;

    #[inline]
    fn place(&mut self, vertex: u32) -> RowFrame {
        self.taken[vertex as usize] = true;
        RowFrame { vertex, next: 0 }
    }

    fn is_free(&self, vertex: u32) -> bool {
        !self.taken[vertex as usize]
    }

    #[inline]
    fn vertex(frame: RowFrame) -> u32 {
        frame.vertex
    }

    #[inline]
    fn next(&mut self, frame: &mut RowFrame) -> Option<u32> {
        let begin = frame.vertex as usize * self.length;
        let row = &self.targets[begin..begin + self.length];
        let mut next = frame.next as usize;
        while let Some(&vertex) = row.get(next) {
            next += 1;
            if !self.taken[vertex as usize] {
                frame.next = next as u32;
                return Some(vertex);
            }
        }
        None
    }

    #[inline]
    fn take_back(&mut self, frame: RowFrame) {
        self.taken[frame.vertex as usize] = false;
    }
}

/// Candidates of any graph, listed when a vertex is placed and sorted by the heuristic.
pub struct Lists<'m> {
    listed: &'m ListedNeighbours,
    heuristic: Heuristic,
    free: Vec<bool>,
    /// Free neighbours of every vertex; maintained only if the heuristic needs them.
    onward: Vec<u32>,
    /// A measure of the distance from the centre, if the heuristic needs it.
    centre: Vec<u64>,
    generator: Generator,
    /// The candidates of all frames, one after another.
    arena: Vec<u32>,
}

/// A vertex and its part of the arena.
#[derive(Debug, Clone, Copy)]
pub struct ListFrame {
    vertex: u32,
    begin: usize,
    next: usize,
    end: usize,
}

impl<'m> Lists<'m> {
    /// The candidates of a model in an order.
    ///
    /// # Errors
    /// [`MethodError::Order`] if the heuristic needs a board but the model has no board.
    pub fn new(
        listed: &'m ListedNeighbours,
        model: &Hamiltonian,
        order: &MoveOrder,
        run: &Run,
    ) -> Result<Self, MethodError> {
        let n = listed.vertices();
        let centre = match order.heuristic {
            Heuristic::Roth | Heuristic::FarFromCentre => {
                let lattice = model.lattice().ok_or_else(|| MethodError::Order {
                    order: order.to_string(),
                    problem: "the order needs a board with a centre; this graph has none".into(),
                })?;
                // The published order measures from the square right below the middle.
                let below = |at: u32, size: u32| u64::from(at.abs_diff(size / 2)).pow(2);
                let published = order.heuristic == Heuristic::FarFromCentre;
                (0..n as u32)
                    .map(|vertex| {
                        let (row, column) = lattice.position(vertex);
                        if published {
                            below(row, lattice.rows()) + below(column, lattice.columns())
                        } else {
                            lattice.centre_distance(row, column)
                        }
                    })
                    .collect()
            }
            _ => Vec::new(),
        };
        Ok(Self {
            listed,
            heuristic: order.heuristic,
            free: vec![true; n],
            onward: (0..n as u32).map(|vertex| listed.of(vertex).len() as u32).collect(),
            centre,
            generator: random::generator(run.seed),
            arena: Vec::new(),
        })
    }

    fn counts_onward(&self) -> bool {
        !matches!(self.heuristic, Heuristic::Listed | Heuristic::Random | Heuristic::FarFromCentre)
    }

    fn sort(&mut self, begin: usize) {
        let Self { listed, free, onward, centre, generator, arena, .. } = self;
        let candidates = &mut arena[begin..];
        let count = |vertex: u32| onward[vertex as usize];
        match self.heuristic {
            Heuristic::Listed | Heuristic::Random => {}
            Heuristic::Warnsdorff => candidates.sort_by_key(|&vertex| count(vertex)),
            Heuristic::Pohl => candidates.sort_by_cached_key(|&vertex| {
                let onwards = listed.of(vertex).iter().filter(|&&other| free[other as usize]);
                (count(vertex), onwards.map(|&other| count(other)).sum::<u32>())
            }),
            Heuristic::Roth => candidates
                .sort_by_key(|&vertex| (count(vertex), std::cmp::Reverse(centre[vertex as usize]))),
            Heuristic::WarnsdorffRandom => {
                candidates.shuffle(generator);
                candidates.sort_by_key(|&vertex| count(vertex));
            }
            Heuristic::FarFromCentre => {
                // Swaps the first greatest of the rest into place.
                for place in 0..candidates.len() {
                    let mut greatest = place;
                    for other in place + 1..candidates.len() {
                        if centre[candidates[other] as usize]
                            > centre[candidates[greatest] as usize]
                        {
                            greatest = other;
                        }
                    }
                    candidates.swap(place, greatest);
                }
            }
        }
    }
}

impl Candidates for Lists<'_> {
    type Frame = ListFrame;

    fn place(&mut self, vertex: u32) -> ListFrame {
        let begin = self.arena.len();
        self.free[vertex as usize] = false;
        let counts = self.counts_onward();
        for &other in self.listed.of(vertex) {
            if counts {
                self.onward[other as usize] -= 1;
            }
            if self.free[other as usize] {
                self.arena.push(other);
            }
        }
        self.sort(begin);
        ListFrame { vertex, begin, next: begin, end: self.arena.len() }
    }

    fn is_free(&self, vertex: u32) -> bool {
        self.free[vertex as usize]
    }

    fn vertex(frame: ListFrame) -> u32 {
        frame.vertex
    }

    fn next(&mut self, frame: &mut ListFrame) -> Option<u32> {
        if frame.next == frame.end {
            return None;
        }
        frame.next += 1;
        Some(self.arena[frame.next - 1])
    }

    fn take_back(&mut self, frame: ListFrame) {
        self.arena.truncate(frame.begin);
        self.free[frame.vertex as usize] = true;
        if self.counts_onward() {
            for &other in self.listed.of(frame.vertex) {
                self.onward[other as usize] += 1;
            }
        }
    }
}
