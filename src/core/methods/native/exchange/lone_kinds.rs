//! Lower bounds on plans: the moves that each kind of pieces needs on an otherwise empty board.

use satranj_encodings::{
    exchange::{Arrangement, Exchange, Kind},
    lattice::Lattice,
};

use crate::{
    limits::Reason,
    methods::{
        exchange::{
            state::{ExchangeState, Packing},
            steps::ExchangeSteps,
        },
        growth::push,
        meter::Meter,
    },
    run::Run,
};

/// The most sets of vertices that the pieces of a kind may occupy.
const MOST_SETS: u64 = 1 << 20;

/// Marks a set from which the goal cannot be reached.
const UNREACHED: u16 = u16::MAX;

/// The vertices of one kind as bits.
type Places = u128;

/// The number of sets of `k` vertices among the first `n`, at `n · (pieces + 1) + k`; numbers that
/// are too large are at least `MOST_SETS`.
struct Binomials {
    width: usize,
    numbers: Vec<u32>,
}

impl Binomials {
    fn new(vertices: usize, pieces: usize) -> Self {
        let width = pieces + 1;
        let mut numbers = vec![0; (vertices + 1) * width];
        numbers[0] = 1;
        for n in 1..=vertices {
            for k in 0..width {
                let above = numbers[(n - 1) * width + k];
                let beside = if k == 0 { 0 } else { numbers[(n - 1) * width + k - 1] };
                numbers[n * width + k] = (above + beside).min(MOST_SETS as u32);
            }
        }
        Self { width, numbers }
    }

    #[inline]
    fn of(&self, n: usize, k: usize) -> usize {
        self.numbers[n * self.width + k] as usize
    }
}

/// The distances of one kind alone from a set of vertices to every set of equal size, by its number
/// in colexicographic order (Knuth, The Art of Computer Programming 4A, 7.2.1.3).
struct LoneDistances {
    /// The origin, and how the pieces move.
    origin: Arrangement,
    lattice: Lattice,
    distances: Vec<u16>,
}

/// The moves that each kind alone needs to reach an arrangement. Other pieces are only obstacles,
/// and each move is of one kind: so the sum over the kinds is a lower bound on the remaining moves,
/// and decreases by at most one per move (an additive pattern database; Korf and Felner, Disjoint
/// pattern database heuristics, Artificial Intelligence 134, 2002).
pub struct LoneKinds {
    binomials: Binomials,
    tables: Vec<LoneDistances>,
    /// The table of each kind from the start, and from the goal.
    from: [Vec<usize>; 2],
    /// The pieces of each kind found so far in an arrangement, and the number of their set.
    met: Vec<(usize, usize)>,
}

/// Which end of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanEnd {
    Start,
    Goal,
}

impl LoneKinds {
    /// Whether there are tables: one piece moves at a time, and no kind has too many sets.
    pub fn has_tables(model: &Exchange) -> bool {
        let vertices = model.vertices() as usize;
        let most = pieces_by_kind(model).into_iter().max().unwrap_or(0);
        if model.parallel || vertices > Places::BITS as usize {
            return false;
        }
        let binomials = Binomials::new(vertices, most);
        // Small numbers lie under large ones.
        pieces_by_kind(model).iter().all(|&k| binomials.of(vertices, k) < MOST_SETS as usize)
    }

    /// The tables of a model. O(sets of vertices times moves of each) time, two bytes per set for
    /// each kind and end; kinds that move alike and trade places share a table.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(model: &Exchange, meter: &mut Meter<'_>, run: &Run) -> Result<Self, Reason> {
        let counts = pieces_by_kind(model);
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut lone = Self {
            binomials: Binomials::new(model.vertices() as usize, most),
            tables: Vec::new(),
            from: [Vec::new(), Vec::new()],
            met: vec![(0, 0); model.kinds.len()],
        };
        for (end, arrangement) in [&model.start, &model.goal].into_iter().enumerate() {
            for (kind, lattice) in (0..).zip(&model.kinds) {
                let only = |at: &Option<Kind>| (*at == Some(kind)).then_some(0);
                let origin: Arrangement = arrangement.iter().map(only).collect();
                let alike = |table: &LoneDistances| {
                    table.origin == origin && table.lattice.steps() == lattice.steps()
                };
                let known = lone.tables.iter().position(alike);
                let table = match known {
                    Some(table) => table,
                    None => {
                        let lattice = lattice.clone();
                        lone.add(
                            model,
                            LoneDistances { origin, lattice, distances: vec![] },
                            (meter, run),
                        )?;
                        lone.tables.len() - 1
                    }
                };
                lone.from[end].push(table);
            }
        }
        Ok(lone)
    }

    /// Fills a table from its origin, breadth first.
    fn add(
        &mut self,
        model: &Exchange,
        mut table: LoneDistances,
        (meter, run): (&mut Meter<'_>, &Run),
    ) -> Result<(), Reason> {
        let pieces = table.origin.iter().flatten().count();
        let sets = self.binomials.of(table.origin.len(), pieces);
        run.reserve((sets * (size_of::<u16>() + 2 * size_of::<Places>())) as u64)?;
        table.distances = vec![UNREACHED; sets];
        let alone = Exchange {
            cells: model.cells.clone(),
            kinds: vec![table.lattice.clone()],
            start: table.origin.clone(),
            goal: table.origin.clone(),
            parallel: false,
            at_most: None,
        };
        let mut steps = ExchangeSteps::of(&alone);
        let packing = steps.packing.clone();
        let origin = Places::pack(&table.origin, &packing);
        table.distances[self.number(&origin, &packing)] = 0;
        let mut layer = if pieces > 0 { vec![origin] } else { Vec::new() };
        let mut distance = 0;
        while !layer.is_empty() {
            distance = (distance + 1).min(UNREACHED - 1);
            let mut next = Vec::new();
            for state in &layer {
                steps.each(state, meter, |_, _, new: Places| {
                    let known = &mut table.distances[self.number(&new, &packing)];
                    if *known != UNREACHED {
                        return Ok(());
                    }
                    *known = distance;
                    push(&mut next, new, run)
                })?;
            }
            layer = next;
        }
        self.tables.push(table);
        Ok(())
    }

    /// The number of a set.
    fn number(&self, places: &Places, packing: &Packing) -> usize {
        let (mut number, mut met) = (0, 0);
        places.pieces(packing, |vertex, _| {
            met += 1;
            number += self.binomials.of(vertex as usize, met);
        });
        number
    }

    /// A lower bound on the moves between an arrangement and an end of the plan; `None` if it is
    /// unreachable. O(pieces).
    #[inline]
    pub fn bound<S: ExchangeState>(
        &mut self,
        state: &S,
        packing: &Packing,
        end: PlanEnd,
    ) -> Option<u64> {
        let Self { binomials, tables, from, met } = self;
        met.fill((0, 0));
        state.pieces(packing, |vertex, kind| {
            let (count, number) = &mut met[kind as usize];
            *count += 1;
            *number += binomials.of(vertex as usize, *count);
        });
        let from = &from[usize::from(end == PlanEnd::Goal)];
        let mut sum = 0;
        for (&table, &(_, number)) in from.iter().zip(&*met) {
            let distance = tables[table].distances[number];
            if distance == UNREACHED {
                return None;
            }
            sum += u64::from(distance);
        }
        Some(sum)
    }
}

/// How many pieces of each kind there are.
fn pieces_by_kind(model: &Exchange) -> Vec<usize> {
    let mut counts = vec![0; model.kinds.len()];
    for &kind in model.start.iter().flatten() {
        counts[kind as usize] += 1;
    }
    counts
}
