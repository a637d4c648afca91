//! `native:frontier` for dominating sets: counts them vertex by vertex, or finds a smallest one.

mod least;
mod plan;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use num_bigint::BigUint;
use satranj_encodings::{
    dominating_set::DominatingSet,
    lattice::Lattice,
    model::{Count, Model},
};

use super::left_of;
use crate::{
    limits::Reason,
    methods::{
        Counted, Description, Finder, Goal, Method, WitnessCounter, meter::Meter,
        native::amount::WordAmount, packed_table::PackedTable,
    },
    run::Run,
};
use plan::{DominationPlan, DominationTurn, by_components, components};

/// Counts dominating sets, or finds a smallest one, vertex by vertex along a path decomposition
/// (Telle and Proskurowski, "Algorithms for vertex partitioning problems on partial k-trees", 1997).
///
/// The state stores for each decided vertex with an undecided neighbour whether it is taken and
/// whether it is dominated: fewer than 3^(w + 2) states for kings on width w, 3^(2w + 2) for
/// knights. Each state has the number of sets of each size, or, if only the fewest pieces are asked
/// for, of the least size. Each component has its own order, and those of a graph are counted
/// separately. A search also keeps the decision that led to each state, four bytes each.
pub const FRONTIER: Method = Method::finding(
    Description {
        scope: Some("one smallest set, or counts; leapers on narrow boards, narrow graphs"),
        ..Description::native(
            "native:frontier",
            "a dynamic program along a narrow frontier: counts sets, finds a smallest one",
        )
        .minding(constraints::COUNTED_DOMINATIONS)
    },
    Model::is_dominating_set,
    |model, goal| {
        let model = model.as_dominating_set()?;

        let is_asked = goal == Goal::First && model.count == Count::Optimum;
        let is_found = is_asked && model.vertices() <= MOST_OF_SEARCH && is_narrow(model);
        (is_found || is_asked && is_fast(model))
            .then(|| Finder::new(move |context, found| least::find(model, context, found)))
    },
)
.with_counts(|model, counting| {
    let model = model.as_dominating_set()?;

    let is_counted = !counting.classes && is_narrow(model);
    is_counted.then(|| WitnessCounter::new(move |context| count(model, counting.by_size, context)))
});

/// The longest frontier worth trying.
const WIDEST: u64 = 16;

/// The most vertices of a component of a graph that is not a board.
const LARGEST: u32 = 1 << 8;

/// The most vertices of a graph whose components are examined.
const MOST_VERTICES: u32 = 1 << 20;

/// The most vertices of a search.
const MOST_OF_SEARCH: u32 = 1 << 14;

/// Fewer vertices need no program: branch and bound takes milliseconds.
const FEWEST: u32 = 128;

/// The most vertices of a graph, and the most edges per vertex, for which [`is_fast`] looks for an
/// order.
const MOST_ORDERED: u32 = 1 << 13;
const SPARSE: u32 = 4;

/// The most states, as estimated: about half a second. The true number is several times smaller.
const FAST: f64 = (1u64 << 26) as f64;

/// Whether the search for a smallest set is likely to be faster than branch and bound: a board or a
/// graph of many vertices that is narrow, also after a reduction. O(n · frontier · degree) for a graph,
/// and the work of a reduction.
#[must_use]
pub fn is_fast(model: &DominatingSet) -> bool {
    let n = model.vertices();
    if model.count != Count::Optimum || !(FEWEST..=MOST_OF_SEARCH).contains(&n) {
        return false;
    }
    if let Some(kind) = model.pieces().single() {
        let width = frontier(&kind.lattice).min(WIDEST + 1) as i32;
        return f64::from(n) * 3f64.powi(width) <= FAST;
    }
    let is_ordered = model.graph_bytes() == 0
        && n <= MOST_ORDERED
        && model.graph().edges() <= n.saturating_mul(SPARSE);
    is_ordered
        && DominationPlan::new(model).is_some_and(|plan| plan.states <= FAST)
        && (model.independent || left_of(model, vec![1; n as usize]) >= FEWEST as usize)
}

/// Whether there are few states, judged by the board's width and the steps alone.
fn is_narrow(model: &DominatingSet) -> bool {
    match model.pieces().single() {
        Some(kind) => frontier(&kind.lattice) <= WIDEST,
        None if model.vertices() <= LARGEST => true,
        None => {
            let is_built = model.graph_bytes() == 0 && model.vertices() <= MOST_VERTICES;
            is_built && components(model.graph()).iter().all(|part| part.len() <= LARGEST as usize)
        }
    }
}

/// The longest leap in reading order along the shorter side.
fn frontier(lattice: &Lattice) -> u64 {
    let by_row = lattice.columns() <= lattice.rows();
    let width = i64::from(lattice.columns().min(lattice.rows()));
    let length =
        |down: i32, aside: i32| (i64::from(down) * width + i64::from(aside)).unsigned_abs();
    let lengths = lattice.steps().iter().map(|step| match step {
        step if step.repeats() => u64::from(lattice.vertices()),
        step if by_row => length(step.rows, step.columns),
        step => length(step.columns, step.rows),
    });
    lengths.max().unwrap_or(0).saturating_add(1).min(lattice.vertices().into())
}

fn count(model: &DominatingSet, by_size: bool, run: &Run) -> Result<Counted, Reason> {
    run.building(model.graph_bytes(), || model.graph())?;
    if model.given().iter().any(|&vertex| vertex >= model.vertices()) {
        return Ok(Counted::default());
    }
    match model.pieces().single() {
        Some(_) => count_connected(model, by_size, run),
        None => by_components(model, by_size, run),
    }
}

/// Counts the sets of a model, its components one after another.
fn count_connected(model: &DominatingSet, by_size: bool, run: &Run) -> Result<Counted, Reason> {
    let plan = run.encoding(|| DominationPlan::new(model)).ok_or(Reason::IncompleteMethod)?;
    let program = DominationProgram { model, plan, run };
    if by_size {
        return program.by_size();
    }
    Ok(match model.count {
        Count::Exactly(size) => {
            let count = match program.sets::<SetsBySize<u128>>(Some(size))? {
                Some(sets) => sets.of_size(size),
                None => program.wide::<SetsBySize<BigUint>>(Some(size))?.of_size(size),
            };
            Counted { count, ..Counted::default() }
        }
        Count::Optimum => {
            let least = match program.sets::<FewestSets<u128>>(None)? {
                Some(sets) => sets.least(),
                None => program.wide::<FewestSets<BigUint>>(None)?.least(),
            };
            least.map_or_else(Counted::default, |(size, count)| Counted {
                count,
                objective: Some(size.into()),
                ..Counted::default()
            })
        }
    })
}

/// A dynamic program ready to run.
struct DominationProgram<'a> {
    model: &'a DominatingSet,
    plan: DominationPlan,
    run: &'a Run,
}

impl DominationProgram<'_> {
    /// The number of sets of every size.
    fn by_size(&self) -> Result<Counted, Reason> {
        let most = Some(self.model.vertices());
        let by_size = match self.sets::<SetsBySize<u128>>(most)? {
            Some(sets) => sets.of_all_sizes(),
            None => self.wide::<SetsBySize<BigUint>>(most)?.of_all_sizes(),
        };
        let (size, objective) = match self.model.count {
            Count::Exactly(size) => (Some(size as usize), None),
            Count::Optimum => {
                let least = by_size.iter().position(|count| *count > BigUint::ZERO);
                (least, least.map(|least| least as u64))
            }
        };
        let count = size.and_then(|size| by_size.get(size)).cloned().unwrap_or_default();
        Ok(Counted { count, objective, by_size, ..Counted::default() })
    }

    /// As [`DominationProgram::sets`], with numbers that do not overflow.
    fn wide<S: SizeCounts>(&self, most: Option<u32>) -> Result<S, Reason> {
        Ok(self.sets(most)?.unwrap_or_default())
    }

    /// The numbers of all dominating sets with the given vertices, up to a size; `None` if a number
    /// overflows. A node is a vertex taken in a state.
    fn sets<S: SizeCounts>(&self, most: Option<u32>) -> Result<Option<S>, Reason> {
        let mut meter = Meter::new(self.run)?;
        let mut states = PackedTable::<u128, S>::new(self.run, S::beyond(most));
        let mut next = PackedTable::<u128, S>::new(self.run, S::beyond(most));
        *states.entry(&0)? = S::empty_set();
        for turn in &self.plan.turns {
            next.clear(states.len())?;
            for (&state, sets) in states.iter() {
                meter.work(1)?;
                let without = (!turn.given).then(|| self.left(turn, state)).flatten();
                if let Some(state) = without
                    && !next.entry(&state)?.add(sets)
                {
                    return Ok(None);
                }
                if let Some(state) = self.taken(turn, state)
                    && let Some(sets) = sets.with_one_more(most)
                {
                    meter.node()?;
                    if !next.entry(&state)?.add(&sets) {
                        return Ok(None);
                    }
                }
            }
            std::mem::swap(&mut states, &mut next);
        }
        Ok(Some(states.get(&0).cloned().unwrap_or_default()))
    }

    /// The state with the vertex taken; `None` if that is forbidden.
    fn taken(&self, turn: &DominationTurn, state: u128) -> Option<u128> {
        let beside = state & turn.neighbours != 0;
        if turn.blocked || beside && self.model.independent {
            return None;
        }
        if self.model.perfect {
            // The neighbours that would have one too many.
            let bound = if self.model.total { turn.neighbours } else { turn.neighbours & !state };
            if state >> 1 & bound != 0 || self.model.total && Self::is_crowded(turn, state) {
                return None;
            }
        }
        let dominated = beside || !self.model.total;
        let own = if dominated { turn.own | turn.own << 1 } else { turn.own };
        forgotten(turn, state | own | turn.neighbours << 1)
    }

    /// The state without the vertex; `None` if that is forbidden.
    fn left(&self, turn: &DominationTurn, state: u128) -> Option<u128> {
        if self.model.perfect && Self::is_crowded(turn, state) {
            return None;
        }
        let dominated = state & turn.neighbours != 0;
        let own = if dominated { turn.own << 1 } else { 0 };
        forgotten(turn, state | own)
    }

    /// Whether several decided neighbours of the vertex are taken.
    fn is_crowded(turn: &DominationTurn, state: u128) -> bool {
        (state & turn.neighbours).count_ones() > 1
    }
}

/// The state without the finished vertices, if all of them are dominated.
fn forgotten(turn: &DominationTurn, state: u128) -> Option<u128> {
    let dominated = turn.done << 1;
    (state & dominated == dominated).then_some(state & !(dominated | turn.done))
}

/// Numbers of sets by size; by default no sets.
trait SizeCounts: Clone + Default {
    /// Heap bytes, for sizes up to this.
    fn beyond(most: Option<u32>) -> u64;

    /// The empty set.
    fn empty_set() -> Self;

    /// Adds one vertex to each set; `None` if all become larger than requested.
    fn with_one_more(&self, most: Option<u32>) -> Option<Self>;

    /// Adds other sets; `false` if a number overflows.
    fn add(&mut self, other: &Self) -> bool;
}

/// The sets of the least size.
#[derive(Clone, Default)]
struct FewestSets<N> {
    size: u32,
    count: N,
    /// Whether there is any set.
    exists: bool,
}

impl<N: WordAmount> FewestSets<N> {
    /// The least size and the number of its sets, if there are any.
    fn least(self) -> Option<(u32, BigUint)> {
        self.exists.then(|| (self.size, self.count.big()))
    }
}

impl<N: WordAmount> SizeCounts for FewestSets<N> {
    fn beyond(_most: Option<u32>) -> u64 {
        0
    }

    fn empty_set() -> Self {
        Self { size: 0, count: N::one(), exists: true }
    }

    fn with_one_more(&self, _most: Option<u32>) -> Option<Self> {
        Some(Self { size: self.size + 1, ..self.clone() })
    }

    fn add(&mut self, other: &Self) -> bool {
        if !self.exists || other.size < self.size {
            *self = other.clone();
        } else if other.size == self.size {
            return self.count.raise(&other.count);
        }
        true
    }
}

/// The sets of each size from the least.
#[derive(Clone, Default)]
struct SetsBySize<N> {
    least: u32,
    counts: Vec<N>,
}

impl<N: WordAmount> SetsBySize<N> {
    /// The number of sets of a size.
    fn of_size(self, size: u32) -> BigUint {
        let at = size.checked_sub(self.least).map(|at| at as usize);
        at.and_then(|at| self.counts.get(at)).map(N::big).unwrap_or_default()
    }

    /// The numbers of sets of each size, from 0 to the largest that occurs.
    fn of_all_sizes(self) -> Vec<BigUint> {
        let smaller = std::iter::repeat_n(BigUint::ZERO, self.least as usize);
        let mut counts: Vec<BigUint> = smaller.chain(self.counts.iter().map(N::big)).collect();
        let used = counts.iter().rposition(|count| *count > BigUint::ZERO);
        counts.truncate(used.map_or(0, |last| last + 1));
        counts
    }
}

impl<N: WordAmount> SizeCounts for SetsBySize<N> {
    fn beyond(most: Option<u32>) -> u64 {
        (size_of::<N>() as u64).saturating_mul(most.map_or(0, |most| u64::from(most) + 1))
    }

    fn empty_set() -> Self {
        Self { least: 0, counts: vec![N::one()] }
    }

    fn with_one_more(&self, most: Option<u32>) -> Option<Self> {
        let least = self.least + 1;
        let sizes = most.map_or(usize::MAX, |most| (most + 1).saturating_sub(least) as usize);
        let sizes = sizes.min(self.counts.len());
        (sizes > 0).then(|| Self { least, counts: self.counts[..sizes].to_vec() })
    }

    fn add(&mut self, other: &Self) -> bool {
        if self.counts.is_empty() {
            self.clone_from(other);
            return true;
        }
        let least = self.least.min(other.least);
        let added = (self.least - least) as usize;
        self.counts.splice(..0, std::iter::repeat_n(N::default(), added));
        self.least = least;
        let shift = (other.least - least) as usize;
        if self.counts.len() < shift + other.counts.len() {
            self.counts.resize(shift + other.counts.len(), N::default());
        }
        let sums = self.counts[shift..].iter_mut().zip(&other.counts);
        sums.fold(true, |fits, (sum, number)| sum.raise(number) && fits)
    }
}
