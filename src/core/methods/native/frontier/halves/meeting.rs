//! Counts the two halves and joins them part by part, with checkpoints.

use num_bigint::BigUint;

use super::{
    join::{Join, JoinedPart},
    last_edges::{LastEdges, Orbits, View},
    reading::WantedParts,
    split::{Half, Second, Split},
};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::{
        Context,
        native::{
            amount::WordAmount,
            frontier::{
                counting_program::{CountingProgram, Passed},
                last_layer::{AmountKind, LastLayer},
                state::PathsWord,
            },
        },
    },
};

/// The names of the tables of the halves.
const TABLES: [&str; 2] = ["first", "second"];

/// The share of the work spent on counting the halves, in millionths; the rest is the join.
const HALVES: u64 = 400_000;
const ALL: u64 = 1_000_000;

/// The key under which the nodes of the halves are kept, after all parts of the join.
const OF_HALVES: u64 = 1 << 20;

/// A counted half, and how to read its states.
struct CountedHalf<'r, W> {
    layer: LastLayer<'r, W>,
    edges: LastEdges<'r>,
}

/// The halves of a board that are joined.
pub struct HalvesMeeting<'a, W> {
    first: CountedHalf<'a, W>,
    /// The second half, unless it is the image of the first.
    second: Option<CountedHalf<'a, W>>,
    orbits: &'a Orbits,
    context: &'a Context,
}

impl<W: PathsWord> HalvesMeeting<'_, W> {
    /// The number of cycles that the halves make.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn cycles(split: &Split, context: &Context) -> Result<BigUint, Reason> {
        let turns: usize = split.halves().map(|half| half.order.len()).sum();
        context.parts.all.set(turns as u64);
        if let Some(known) = all_known(context) {
            context.parts.done.set(turns as u64);
            context.parts.known.set(turns as u64);
            remove_tables(context);
            return Ok(known);
        }
        let before = context.counters.nodes.get();
        let program = |half: &Half, table, share| {
            CountingProgram::new(context, table, half.frontier(), &half.order, share)
        };
        let (cycles, orbits, plain);
        match &split.second {
            Second::Image(image) => {
                orbits = Orbits::new(image, split.reflection.as_deref());
                let whole = program(&split.first, TABLES[0], (0, HALVES));
                let first = counted::<W>(&split.first, &whole, &orbits.views)?;
                let meeting = HalvesMeeting { first, second: None, orbits: &orbits, context };
                meeting.keep_tables(before)?;
                cycles = meeting.joined()?;
            }
            Second::Other(half) => {
                orbits = Orbits::default();
                plain = [false, true].map(|is_other| [View::plain(half.shared.len(), is_other)]);
                let one = program(&split.first, TABLES[0], (0, HALVES / 2)).of_two();
                let first = counted::<W>(&split.first, &one, &plain[0])?;
                let other = program(half, TABLES[1], (HALVES / 2, HALVES)).of_two();
                let second = Some(counted::<W>(half, &other, &plain[1])?);
                let meeting = HalvesMeeting { first, second, orbits: &orbits, context };
                meeting.keep_tables(before)?;
                cycles = meeting.joined()?;
            }
        }
        remove_tables(context);
        Ok(cycles)
    }

    fn halves(&self) -> impl Iterator<Item = &CountedHalf<'_, W>> {
        [Some(&self.first), self.second.as_ref()].into_iter().flatten()
    }

    /// Keeps the number of nodes that counting the halves took. In one part of a split count it
    /// also keeps the number of path sets of the halves, which is the same in all parts.
    fn keep_tables(&self, before: u64) -> Result<(), Reason> {
        let Some(checkpoint) = self.context.checkpoint.as_deref() else { return Ok(()) };
        let nodes = self.context.counters.nodes.get() - before;
        let mut count = BigUint::ZERO;
        if self.context.part.is_some() {
            for half in self.halves() {
                count += half.layer.sets(self.context)?;
            }
        }
        checkpoint.keep(&DonePart { part: OF_HALVES, count, nodes });
        Ok(())
    }

    /// Joins all parts, in numbers that fit.
    fn joined(&self) -> Result<BigUint, Reason> {
        match self.halves().map(|half| half.layer.kind()).max() {
            None | Some(AmountKind::Words) => self.joined_in::<u64>(),
            Some(AmountKind::Doubles) => self.joined_in::<u128>(),
            Some(AmountKind::Big) => self.joined_in::<BigUint>(),
        }
    }

    /// Joins all parts, in as many passes as the memory requires: each reads and sorts the states
    /// of its parts.
    fn joined_in<D: WordAmount>(&self) -> Result<BigUint, Reason> {
        let context = self.context;
        let parts = &context.parts;
        let checkpoint = context.checkpoint.as_deref();
        let states = self.halves().map(|half| half.layer.len()).sum();
        let mut wanted = wanted(states, context);
        let (count, turns) = (wanted.numbers().count() as u64, parts.all.get());
        parts.all.set(turns + count);
        let mut cycles = BigUint::ZERO;
        let mut joined = 0;
        for (part, done) in checkpoint.iter().flat_map(|it| it.done()) {
            if wanted.has(*part) {
                wanted.remove(*part as usize);
                cycles += &done.count;
                joined += 1;
            }
        }
        parts.known.add(joined);
        parts.done.set(turns + joined);
        let share = |joined: u64| HALVES + (ALL - HALVES) * joined / count.max(1);
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
            let passed = self.pass::<D>(&join, &now, |part, done| {
                cycles += &done.pairs;
                wanted.remove(part);
                joined += 1;
                parts.done.add(1);
                parts.millionths.set(share(joined));
                if let Some(checkpoint) = checkpoint {
                    let JoinedPart { pairs: count, states: nodes } = done;
                    checkpoint.keep(&DonePart { part: part as u64, count, nodes });
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

    /// Joins the states of some parts; `done` is called for each.
    fn pass<D: WordAmount>(
        &self,
        join: &Join<'_>,
        wanted: &WantedParts,
        mut done: impl FnMut(usize, JoinedPart),
    ) -> Result<(), Reason> {
        let Self { first, second, context, .. } = self;
        let states = first.edges.read::<W, D>(&first.layer, wanted, context)?;
        let others = match second {
            Some(half) => Some(half.edges.read::<W, D>(&half.layer, wanted, context)?),
            None => None,
        };
        for (place, part) in wanted.numbers().enumerate() {
            let [one, mut other] = states.take(place);
            if let Some(others) = &others {
                [_, other] = others.take(place);
            }
            done(part, join.part([one, other])?);
        }
        Ok(())
    }
}

/// The last states of a half, and the reader for them.
fn counted<'a, W: PathsWord>(
    half: &Half,
    program: &'a CountingProgram<'_>,
    views: &'a [View],
) -> Result<CountedHalf<'a, W>, Reason> {
    let (mut turns, slots) = half.turns();
    let Passed { layer, left, .. } = program.through(turns.iter().cloned())?;
    let left = turns.split_off(turns.len() - left);
    Ok(CountedHalf { layer, edges: LastEdges::new(&left, slots, views) })
}

/// The parts to join: those of one process of several, or all.
fn wanted(states: usize, context: &Context) -> WantedParts {
    let all = || WantedParts::all(states, context.checkpoint.is_some());
    context.part.map_or_else(all, WantedParts::of_work)
}

fn remove_tables(context: &Context) {
    if let Some(checkpoint) = context.checkpoint.as_deref() {
        checkpoint.remove_tables(&TABLES);
    }
}

/// The sum of all parts, if an earlier process has joined every one.
fn all_known(context: &Context) -> Option<BigUint> {
    let done = context.checkpoint.as_deref()?.done();
    let nodes = done.get(&OF_HALVES)?.nodes;
    let parts = wanted(0, context);
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

    /// The last states of a half, made in files, and its last edges, which are decided there or
    /// left to the reader.
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
            let meeting = HalvesMeeting { first, second, orbits: &orbits, context: &context };
            assert_eq!(meeting.joined(), Ok(expected.into()), "{rows}x{columns} {are_left}");
        }
        assert!(mirrored_edges > 0);
    }
}
