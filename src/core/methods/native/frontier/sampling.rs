//! Random cycles with equal probability: all layers are kept, and a random number is traced back.

use num_bigint::BigUint;
use satranj_encodings::{hamiltonian::Hamiltonian, model::Witness};

use super::{
    boundary::{BoundaryTurn, Frontier},
    counting_question,
    counts::{Layer, StateCounts, Unweighted, of_any_width},
    layers::chosen_edges,
    order::Order,
    ordered,
    rules::Rules,
    state::PathsWord,
    witnesses,
};
use crate::{
    limits::Reason,
    methods::parallel,
    methods::{
        Context, Found,
        cycle::{CycleQuestion, around},
        growth::push,
        native::amount::WordAmount,
        packed_table::PackedTable,
    },
    random::{Generator, below, generator},
    run::Run,
};

/// Cycles that are drawn and traced back together.
const ROUND: u64 = 1 << 12;

/// States that a thread scans between two checks of the limits.
const CHUNK: usize = 1 << 13;

/// Draws this many witnesses with replacement and equal probability, and hands them over in the
/// order drawn; returns how many there are in all.
///
/// The cycles are numbered: those of a state by its predecessors, in the order of their layer. A
/// number below their count is drawn, without rounding, and traced back from the end to the first
/// state (Nijenhuis and Wilf, Combinatorial Algorithms, 1978, chapter 13). A witness with two
/// directions is given in either with equal probability.
///
/// Takes the time of the count, and as much again for every 4096 witnesses; memory: at least 16
/// bytes for each state of all layers.
///
/// # Errors
/// The reason to stop, or that the frontier is too wide.
pub fn sample(
    model: &Hamiltonian,
    number: u64,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<BigUint, Reason> {
    let question = match counting_question(model, context)? {
        Err(count) => {
            let mut left = if count == BigUint::ZERO { 0 } else { number };
            while left > 0 && found(Witness::Path(vec![0])).is_continue() {
                left -= 1;
            }
            return Ok(count);
        }
        Ok(question) => question,
    };
    let order = ordered(&question, model, context)?;
    let draw = Draw { question: &question, order: &order, number, context };
    if order.estimate.width <= u64::SLOTS {
        draw.all::<u64>(found)
    } else {
        draw.all::<u128>(found)
    }
}

/// The distribution to draw from.
struct Draw<'q, 'm> {
    question: &'q CycleQuestion<'m>,
    order: &'q Order,
    number: u64,
    context: &'q Context,
}

impl Draw<'_, '_> {
    fn all<W: PathsWord + Send + Sync>(&self, found: &mut Found<'_>) -> Result<BigUint, Reason> {
        let (context, run): (&Context, &Run) = (self.context, self.context);
        let turns = self.order.turns(Frontier::of(self.question)).collect();
        let tables = context.side_by_side(|| CycleTables::<W>::new(turns, run))??;
        let count = witnesses(self.question, tables.cycles.clone());
        let mut generator = generator(run.seed);
        let mut left = if count == BigUint::ZERO { 0 } else { self.number };
        while left > 0 {
            let drawn = left.min(ROUND);
            left -= drawn;
            let (numbers, reversed) = numbers(&tables.cycles, drawn, &mut generator);
            let led_back = context.side_by_side(|| tables.lead_back(numbers, run))??;
            for (choices, reversed) in led_back.into_iter().zip(reversed) {
                let turns = &tables.turns[..choices.len()];
                let edges = chosen_edges(&self.order.vertices, turns, choices.into_iter());
                if found(self.witness(&edges, reversed)).is_break() {
                    return Ok(count);
                }
            }
        }
        Ok(count)
    }

    /// The witness of a cycle.
    fn witness(&self, edges: &[(u32, u32)], reversed: bool) -> Witness {
        let mut path = self.question.witness(around(edges, self.question.first()));
        if reversed && self.question.is_closed() {
            path[1..].reverse();
        } else if reversed && self.question.is_reversible() {
            path.reverse();
        }
        Witness::Path(path)
    }
}

/// This many numbers of cycles, and whether each is to be reversed.
fn numbers(cycles: &BigUint, drawn: u64, generator: &mut Generator) -> (Vec<BigUint>, Vec<bool>) {
    let directed = cycles * 2_u8;
    let drawn = (0..drawn).map(|_| below(generator, &directed));
    drawn.map(|number| (&number >> 1_u8, number.bit(0))).unzip()
}

/// The states of all layers with the number of path sets that lead to each.
pub struct CycleTables<W> {
    /// What is decided, turn by turn.
    pub turns: Vec<BoundaryTurn>,
    /// The layer before each turn.
    layers: Vec<KeptLayer<W>>,
    /// How many sets become a cycle in each turn.
    closed: Vec<BigUint>,
    /// The number of cycles in all.
    pub cycles: BigUint,
}

/// A cycle being traced back.
struct NumberedCycle {
    /// Its index among those traced back.
    index: usize,
    /// Its number among those that pass its state.
    number: BigUint,
}

/// The cycles that pass one state, the lowest number first.
#[derive(Default)]
struct Crossing {
    trails: Vec<NumberedCycle>,
    /// The number of cycles that have been assigned a predecessor.
    gone: usize,
    /// The number of sets of the predecessors examined so far.
    passed: BigUint,
}

/// A predecessor of a sought state.
struct Predecessor {
    /// Its number in its layer.
    parent: usize,
    /// The index of the sought state; `None` for a closed cycle.
    crossing: Option<u32>,
    choice: u16,
}

impl<W: PathsWord + Send + Sync> CycleTables<W> {
    /// Counts through these turns.
    pub fn new(turns: Vec<BoundaryTurn>, run: &Run) -> Result<Self, Reason> {
        let mut counts = StateCounts::<W>::first(u64::MAX, run)?;
        let (mut layers, mut closed) = (Vec::new(), Vec::new());
        for turn in &turns {
            if counts.len() == 0 {
                break;
            }
            layers.push(of_any_width!(&counts, layer => layer.kept(run))?);
            closed.push(counts.advance(&Rules::new(turn), &Unweighted, run)?);
        }
        let cycles = closed.iter().sum();
        Ok(Self { turns, layers, closed, cycles })
    }

    /// The choices that make the cycles with these numbers, the last first.
    pub fn lead_back(&self, numbers: Vec<BigUint>, run: &Run) -> Result<Vec<Vec<u16>>, Reason> {
        run.reserve((numbers.len() * (size_of::<NumberedCycle>() + 2 * self.turns.len())) as u64)?;
        let mut choices = vec![Vec::with_capacity(self.turns.len()); numbers.len()];
        let mut trails: Vec<NumberedCycle> = numbers
            .into_iter()
            .enumerate()
            .map(|(index, number)| NumberedCycle { index, number })
            .collect();
        // Cycles that close in the last turns have the lowest numbers.
        trails.sort_by(|one, other| other.number.cmp(&one.number));
        let mut crossings = Crossings::<W>::new(run);
        for turn in (0..self.layers.len()).rev() {
            let closing = &self.closed[turn];
            let mut ending = Vec::new();
            while let Some(trail) = trails.pop_if(|trail| trail.number < *closing) {
                ending.push(trail);
            }
            for trail in &mut trails {
                trail.number -= closing;
            }
            let ending = Crossing { trails: ending, ..Crossing::default() };
            crossings = self.step_back(turn, crossings, ending, &mut choices, run)?;
        }
        Ok(choices)
    }

    /// Traces the cycles that close in a turn, and those traced so far, back by that turn.
    fn step_back<'r>(
        &self,
        turn: usize,
        mut ahead: Crossings<'r, W>,
        mut ending: Crossing,
        choices: &mut [Vec<u16>],
        run: &'r Run,
    ) -> Result<Crossings<'r, W>, Reason> {
        let (layer, rules) = (&self.layers[turn], Rules::<W>::new(&self.turns[turn]));
        let mut behind = Crossings::new(run);
        if ahead.list.is_empty() && ending.trails.is_empty() {
            return Ok(behind);
        }
        let chunks: Vec<(usize, &[W])> = layer.states.chunks(CHUNK).enumerate().collect();
        let leads = parallel::map(&chunks, |&(chunk, states)| {
            run.poll()?;
            let mut leads = Vec::new();
            for (parent, &state) in (chunk * CHUNK..).zip(states) {
                let closing =
                    rules.expand(state, |child, choice| match ahead.numbers.get(&child) {
                        Some(&crossing) => push(
                            &mut leads,
                            Predecessor { parent, crossing: Some(crossing), choice },
                            run,
                        ),
                        None => Ok(()),
                    })?;
                if let (Some(choice), false) = (closing, ending.trails.is_empty()) {
                    push(&mut leads, Predecessor { parent, crossing: None, choice }, run)?;
                }
            }
            Ok(leads)
        });
        for lead in leads?.into_iter().flatten() {
            let crossing = match lead.crossing {
                Some(number) => &mut ahead.list[number as usize],
                None => &mut ending,
            };
            let amount = (layer.amount)(lead.parent);
            let bound = &crossing.passed + amount;
            while let Some(trail) = crossing.trails.get(crossing.gone)
                && trail.number < bound
            {
                let number = &trail.number - &crossing.passed;
                choices[trail.index].push(lead.choice);
                let trail = NumberedCycle { index: trail.index, number };
                behind.add(&layer.states[lead.parent], trail)?;
                crossing.gone += 1;
            }
            crossing.passed = bound;
        }
        for crossing in &mut behind.list {
            crossing.trails.sort_by(|one, other| one.number.cmp(&other.number));
        }
        Ok(behind)
    }
}

/// The states of a layer that sought cycles pass.
struct Crossings<'r, W> {
    /// The index of each in the list.
    numbers: PackedTable<'r, W, u32>,
    list: Vec<Crossing>,
}

impl<'r, W: PathsWord> Crossings<'r, W> {
    fn new(run: &'r Run) -> Self {
        Self { numbers: PackedTable::new(run, 0), list: Vec::new() }
    }

    fn add(&mut self, state: &W, trail: NumberedCycle) -> Result<(), Reason> {
        if self.numbers.insert(state, self.list.len() as u32)? {
            self.list.push(Crossing::default());
        }
        let number = *self.numbers.get(state).expect("the state was inserted");
        self.list[number as usize].trails.push(trail);
        Ok(())
    }
}

/// The states of a layer with their numbers, one after another.
pub struct KeptLayer<W> {
    /// The states.
    pub states: Vec<W>,
    /// The number of the state with an index.
    pub amount: Box<dyn Fn(usize) -> BigUint + Send + Sync>,
}

impl<W: PathsWord, C: WordAmount + 'static> Layer<'_, W, C> {
    /// The states and their numbers, in an order that does not depend on the threads.
    fn kept(&self, run: &Run) -> Result<KeptLayer<W>, Reason> {
        let each = (size_of::<W>() + size_of::<C>()) as u64 + C::BEYOND;
        run.reserve(each.saturating_mul(self.len() as u64))?;
        let (mut states, mut amounts) = (Vec::new(), Vec::new());
        states.try_reserve_exact(self.len()).map_err(|_| Reason::MemoryLimit)?;
        amounts.try_reserve_exact(self.len()).map_err(|_| Reason::MemoryLimit)?;
        for table in &self.tables {
            run.poll()?;
            states.extend(table.iter().map(|(state, _)| *state));
            amounts.extend(table.iter().map(|(_, amount)| amount.clone()));
        }
        Ok(KeptLayer { states, amount: Box::new(move |index| amounts[index].big()) })
    }
}
