//! The two halves counted, and joined part by part; what was done is kept.

use num_bigint::BigUint;

use super::{
    super::{
        programme::{CountingProgramme, LastLayer, Passed},
        records::AmountKind,
        state::PathsWord,
    },
    join::join,
    reading::{HalfReading, Orbits, Part, WantedParts},
    split::{Half, Second, Split},
};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::{Context, native::amount::WordAmount},
};

/// The names of the tables of the halves.
const TABLES: [&str; 2] = ["first", "second"];

/// How much of the work it is to count the halves, in millionths; the rest joins them.
const HALVES: u64 = 400_000;
const ALL: u64 = 1_000_000;

/// The number under which the nodes of the halves are kept, behind all parts of the join.
const OF_HALVES: u64 = 1 << 20;

/// A half that was counted, and how to read its states.
struct CountedHalf<'r, 'i, W> {
    layer: LastLayer<'r, W>,
    reading: HalfReading<'i>,
}

/// The halves of a board that are joined.
pub struct Meeting<'a, W> {
    first: CountedHalf<'a, 'a, W>,
    /// The second, unless it is the image of the first.
    second: Option<CountedHalf<'a, 'a, W>>,
    orbits: &'a Orbits,
    context: &'a Context,
}

impl<W: PathsWord> Meeting<'_, W> {
    /// The number of cycles that the halves make.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn cycles(split: &Split, context: &Context) -> Result<BigUint, Reason> {
        let turns: usize = split.halves().map(Half::len).sum();
        context.parts.all.set(turns as u64);
        if let Some(known) = all_known(context) {
            context.parts.done.set(turns as u64);
            context.parts.known.set(turns as u64);
            return Ok(known);
        }
        let before = context.counters.nodes.get();
        let programme = |half: &Half, table, share| {
            CountingProgramme::new(context, table, half.frontier(), half.order(), share)
        };
        let (cycles, orbits);
        match &split.second {
            Second::Image(image) => {
                orbits = Orbits::new(image, split.reflection.as_deref());
                let whole = programme(&split.first, TABLES[0], (0, HALVES));
                let first = counted::<W>(&split.first, &whole, Part::Both(image, &orbits))?;
                keep_nodes(context, before);
                let meeting = Meeting { first, second: None, orbits: &orbits, context };
                cycles = meeting.joined()?;
            }
            Second::Other(half) => {
                orbits = Orbits::default();
                let one = programme(&split.first, TABLES[0], (0, HALVES / 2));
                let first = counted::<W>(&split.first, &one, Part::First)?;
                let other = programme(half, TABLES[1], (HALVES / 2, HALVES));
                let second = Some(counted::<W>(half, &other, Part::Second)?);
                keep_nodes(context, before);
                cycles = Meeting { first, second, orbits: &orbits, context }.joined()?;
            }
        }
        if let Some(checkpoint) = context.checkpoint.as_deref() {
            checkpoint.remove_tables(&TABLES);
        }
        Ok(cycles)
    }

    /// All parts of the join, in numbers that have room.
    fn joined(&self) -> Result<BigUint, Reason> {
        let kinds = [Some(&self.first), self.second.as_ref()];
        match kinds.into_iter().flatten().map(|half| half.layer.kind()).max() {
            None | Some(AmountKind::Words) => self.joined_in::<u64>(),
            Some(AmountKind::Doubles) => self.joined_in::<u128>(),
            Some(AmountKind::Big) => self.joined_in::<BigUint>(),
        }
    }

    /// All parts of the join, in as many passes as the memory asks for: in each the states of its
    /// parts are read and sorted.
    fn joined_in<D: WordAmount>(&self) -> Result<BigUint, Reason> {
        let Self { first, second, context, .. } = self;
        let parts = &context.parts;
        let checkpoint = context.checkpoint.as_deref();
        let states = first.layer.len() + second.as_ref().map_or(0, |half| half.layer.len());
        let mut wanted = WantedParts::all(states, checkpoint.is_some());
        let (count, turns) = (wanted.len() as u64, parts.all.get());
        parts.all.set(turns + count);
        let mut cycles = BigUint::ZERO;
        let mut joined = 0;
        for (part, done) in checkpoint.iter().flat_map(|it| it.done()).filter(|it| *it.0 < count) {
            wanted.remove(*part as usize);
            cycles += &done.count;
            joined += 1;
        }
        parts.known.add(joined);
        parts.done.set(turns + joined);
        let share = |joined: u64| HALVES + (ALL - HALVES) * joined / count;
        if joined > 0 {
            parts.known_millionths.set(share(joined));
        }
        let mut passes = wanted.passes(states);
        let mut pass = 0;
        while pass < passes {
            let Some(now) = wanted.of_pass(pass, passes) else {
                pass += 1;
                continue;
            };
            let passed = self.pass::<D>(&now, |part, product| {
                cycles += &product;
                wanted.remove(part);
                joined += 1;
                parts.done.add(1);
                parts.millionths.set(share(joined));
                if let Some(checkpoint) = checkpoint {
                    let part = part as u64;
                    checkpoint.keep(&DonePart { part, count: product, nodes: 0 });
                }
            });
            match passed {
                Err(Reason::MemoryLimit) if passes < wanted.len() => {
                    (pass, passes) = (0, (2 * passes).min(wanted.len()));
                }
                passed => {
                    passed?;
                    pass += 1;
                }
            }
        }
        Ok(cycles)
    }

    /// Joins the states of some parts; `done` hears of each.
    fn pass<D: WordAmount>(
        &self,
        wanted: &WantedParts,
        done: impl FnMut(usize, BigUint),
    ) -> Result<(), Reason> {
        let Self { first, second, orbits, context } = self;
        let [states, mut others] = first.reading.sorted::<W, D>(&first.layer, wanted, context)?;
        if let Some(half) = second {
            let [_, of_second] = half.reading.sorted::<W, D>(&half.layer, wanted, context)?;
            others = of_second;
        }
        join([&states, &others], orbits, wanted, context, done)
    }
}

/// The last states of a half, and how to read them.
fn counted<'a, W: PathsWord>(
    half: &Half,
    programme: &'a CountingProgramme<'_>,
    part: Part<'a>,
) -> Result<CountedHalf<'a, 'a, W>, Reason> {
    let (mut turns, slots) = half.turns();
    let Passed { layer, left, .. } = programme.through(turns.iter().cloned())?;
    let left = turns.split_off(turns.len() - left);
    Ok(CountedHalf { layer, reading: HalfReading { slots, left, part } })
}

/// Keeps how many nodes it took to count the halves.
fn keep_nodes(context: &Context, before: u64) {
    if let Some(checkpoint) = context.checkpoint.as_deref() {
        let nodes = context.counters.nodes.get() - before;
        checkpoint.keep(&DonePart { part: OF_HALVES, count: BigUint::ZERO, nodes });
    }
}

/// The sum of all parts, if an earlier process has joined each.
fn all_known(context: &Context) -> Option<BigUint> {
    let done = context.checkpoint.as_deref()?.done();
    let nodes = done.get(&OF_HALVES)?.nodes;
    let parts = WantedParts::all(0, true);
    let counts: Option<Vec<&BigUint>> =
        parts.numbers().map(|part| Some(&done.get(&(part as u64))?.count)).collect();
    let sum = counts?.into_iter().sum();
    context.counters.nodes.add(nodes);
    Some(sum)
}

#[cfg(all(test, feature = "programs"))]
mod tests {
    use super::{
        super::{
            super::{
                rules::Rules,
                spilled::{SpillPlace, Spilling},
            },
            split,
        },
        *,
    };
    use crate::{
        limits::Limits,
        methods::{MethodOptions, boards::tours::knight, cycle::CycleQuestion},
    };

    /// The last states of a half, made in files.
    fn in_file<'i>(half: &Half, part: Part<'i>, place: SpillPlace<'_>) -> CountedHalf<'i, 'i, u64> {
        let mut spilling = Spilling::begin(place).unwrap();
        spilling.push((0_u64, 1)).unwrap();
        let mut states = spilling.end().unwrap();
        let (turns, slots) = half.turns();
        for turn in &turns {
            states = states.advanced(&Rules::new(turn), place).unwrap().0;
        }
        let reading = HalfReading { slots, left: Vec::new(), part };
        CountedHalf { layer: LastLayer::Spilled(states), reading }
    }

    #[test]
    fn halves_in_files_are_joined_alike() {
        let context = Context::new(Limits::default(), 0, MethodOptions::default());
        let place = SpillPlace { folder: None, states: 1000, run: &context };
        for (rows, columns, expected) in [(5, 6, 8_u32), (6, 6, 9862), (5, 8, 44_202)] {
            let model = knight(rows, columns, true);
            let question = CycleQuestion::new(&model).unwrap();
            let split =
                split::best(&question, model.lattice().unwrap(), &context).unwrap().unwrap();
            let cycles = match &split.second {
                Second::Image(image) => {
                    let orbits = Orbits::new(image, split.reflection.as_deref());
                    let first = in_file(&split.first, Part::Both(image, &orbits), place);
                    Meeting { first, second: None, orbits: &orbits, context: &context }.joined()
                }
                Second::Other(half) => {
                    let orbits = Orbits::default();
                    let first = in_file(&split.first, Part::First, place);
                    let second = Some(in_file(half, Part::Second, place));
                    Meeting { first, second, orbits: &orbits, context: &context }.joined()
                }
            };
            assert_eq!(cycles, Ok(expected.into()), "{rows}x{columns}");
        }
    }
}
