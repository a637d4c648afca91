//! The two halves counted, and joined part by part; what was done is kept.

use num_bigint::BigUint;

use super::{
    super::{
        programme::{CountingProgramme, LastLayer, Passed},
        records::AmountKind,
        state::PathsWord,
    },
    join::Join,
    last_edges::LastEdges,
    reading::WantedParts,
    split::{Half, Second, Split},
    views::{Orbits, View},
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
struct CountedHalf<'r, W> {
    layer: LastLayer<'r, W>,
    edges: LastEdges<'r>,
}

/// The halves of a board that are joined.
pub struct Meeting<'a, W> {
    first: CountedHalf<'a, W>,
    /// The second, unless it is the image of the first.
    second: Option<CountedHalf<'a, W>>,
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
        let (cycles, orbits, plain);
        match &split.second {
            Second::Image(image) => {
                orbits = Orbits::new(image, split.reflection.as_deref());
                let whole = programme(&split.first, TABLES[0], (0, HALVES));
                let first = counted::<W>(&split.first, &whole, &orbits.views)?;
                keep_nodes(context, before);
                let meeting = Meeting { first, second: None, orbits: &orbits, context };
                cycles = meeting.joined()?;
            }
            Second::Other(half) => {
                orbits = Orbits::default();
                plain = [false, true].map(|is_other| [View::plain(half.shared.len(), is_other)]);
                let one = programme(&split.first, TABLES[0], (0, HALVES / 2)).of_two();
                let first = counted::<W>(&split.first, &one, &plain[0])?;
                let other = programme(half, TABLES[1], (HALVES / 2, HALVES)).of_two();
                let second = Some(counted::<W>(half, &other, &plain[1])?);
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
        let join = Join::new(states, self.orbits, context);
        let mut passes = wanted.passes(states);
        let mut pass = 0;
        while pass < passes {
            let Some(now) = wanted.of_pass(pass, passes) else {
                pass += 1;
                continue;
            };
            let passed = self.pass::<D>(&join, &now, |part, product| {
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
        join: &Join<'_>,
        wanted: &WantedParts,
        mut done: impl FnMut(usize, BigUint),
    ) -> Result<(), Reason> {
        let Self { first, second, context, .. } = self;
        let states = first.edges.read::<W, D>(&first.layer, wanted, context)?;
        let others = match second {
            Some(half) => Some(half.edges.read::<W, D>(&half.layer, wanted, context)?),
            None => None,
        };
        for part in wanted.numbers() {
            let [one, mut other] = states.take(part);
            if let Some(others) = &others {
                [_, other] = others.take(part);
            }
            done(part, join.part([one, other])?);
        }
        Ok(())
    }
}

/// The last states of a half, and how to read them.
fn counted<'a, W: PathsWord>(
    half: &Half,
    programme: &'a CountingProgramme<'_>,
    views: &'a [View],
) -> Result<CountedHalf<'a, W>, Reason> {
    let (mut turns, slots) = half.turns();
    let Passed { layer, left, .. } = programme.through(turns.iter().cloned())?;
    let left = turns.split_off(turns.len() - left);
    Ok(CountedHalf { layer, edges: LastEdges::new(&left, slots, views) })
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

    /// The last states of a half, made in files, and its last edges, which are decided with them or
    /// left.
    fn in_file<'i>(
        half: &Half,
        views: &'i [View],
        place: SpillPlace<'_>,
        are_left: bool,
    ) -> CountedHalf<'i, u64> {
        let mut spilling = Spilling::begin(place).unwrap();
        spilling.push((0_u64, 1)).unwrap();
        let mut states = spilling.end().unwrap();
        let (mut turns, slots) = half.turns();
        let first = turns.iter().position(|turn| turn.stays && are_left);
        let left = turns.split_off(first.unwrap_or(turns.len()));
        for turn in &turns {
            states = states.advanced(&Rules::new(turn), place).unwrap().0;
        }
        let edges = LastEdges::new(&left, slots, views);
        CountedHalf { layer: LastLayer::Spilled(states), edges }
    }

    #[test]
    fn halves_in_files_are_joined_alike() {
        let context = Context::new(Limits::default(), 0, MethodOptions::default());
        let place = SpillPlace { folder: None, states: 1000, run: &context };
        let boards = [(5, 6, 8_u32), (6, 6, 9862), (5, 8, 44_202)];
        let mut mirrored_edges = 0;
        for ((rows, columns, expected), are_left) in
            boards.into_iter().flat_map(|board| [(board, false), (board, true)])
        {
            let model = knight(rows, columns, true);
            let question = CycleQuestion::new(&model).unwrap();
            let split =
                split::best(&question, model.lattice().unwrap(), &context).unwrap().unwrap();
            let (orbits, plain_views);
            let (first, second) = match &split.second {
                Second::Image(image) => {
                    orbits = Orbits::new(image, split.reflection.as_deref());
                    (in_file(&split.first, &orbits.views, place, are_left), None)
                }
                Second::Other(half) => {
                    orbits = Orbits::default();
                    let plain = |is_other| [View::plain(half.shared.len(), is_other)];
                    plain_views = [false, true].map(plain);
                    let second = in_file(half, &plain_views[1], place, are_left);
                    (in_file(&split.first, &plain_views[0], place, are_left), Some(second))
                }
            };
            let (length, is_mirrored) = first.edges.outline();
            mirrored_edges += length * usize::from(is_mirrored);
            let meeting = Meeting { first, second, orbits: &orbits, context: &context };
            assert_eq!(meeting.joined(), Ok(expected.into()), "{rows}x{columns} {are_left}");
        }
        assert!(mirrored_edges > 0);
    }
}
