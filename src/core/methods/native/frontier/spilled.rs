//! States with their numbers in an unnamed file: a layer that does not fit into memory. The system
//! frees the file when the process ends, for whatever reason.
//!
//! A turn reads the states in blocks, sorts the results in a buffer and merges equal ones; each
//! full buffer is a sorted run in its own file, and all runs are merged into the next layer (Knuth,
//! The Art of Computer Programming 3, 5.4).

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Seek, Write},
    marker::PhantomData,
    path::Path,
};

use rayon::slice::ParallelSliceMut;

use super::{
    last_layer::{read_record, write_record},
    rules::Rules,
    state::PathsWord,
};
use crate::{limits::Reason, memory, methods::parallel, run::Run};

/// States read at once.
pub const BLOCK: usize = 1 << 15;

/// States that a thread takes of a block.
pub const CHUNK: usize = 1 << 11;

/// The fewest states of a buffer, whatever the memory limit.
const LEAST: usize = 2 * BLOCK;

/// The most states of a buffer, used without a memory limit.
const MOST: usize = 1 << 26;

/// Runs that are merged at once.
const RUNS: usize = 128;

/// Bytes of one read or write.
const BYTES: usize = 1 << 16;

/// A state with its number.
type Entry<W> = (W, u128);

/// The place for states that do not fit into memory.
#[derive(Clone, Copy)]
pub struct SpillPlace<'a> {
    /// The folder; by default that for temporary files.
    pub folder: Option<&'a Path>,
    /// States of a buffer.
    pub states: usize,
    /// The run.
    pub run: &'a Run,
}

/// States of a buffer that takes a sixteenth of the memory limit, or of what the system's limits
/// still allow.
pub fn states_of_a_buffer<W>(run: &Run) -> usize {
    let system = memory::left().unwrap_or(u64::MAX);
    let limit = run.limits.memory.unwrap_or(u64::MAX).min(system);
    ((limit / 16) as usize / size_of::<Entry<W>>()).clamp(LEAST, MOST)
}

/// Treats any file error as lack of room.
fn no_room<T>(result: io::Result<T>) -> Result<T, Reason> {
    result.map_err(|_| Reason::MemoryLimit)
}

/// States in a file, each once.
pub struct SpilledStates<W> {
    file: File,
    states: usize,
    word: PhantomData<W>,
}

/// States that go to a file.
pub struct Spilling<W> {
    file: BufWriter<File>,
    states: usize,
    word: PhantomData<W>,
}

impl<W: PathsWord> Spilling<W> {
    /// A new file.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if it cannot be created.
    pub fn begin(place: SpillPlace<'_>) -> Result<Self, Reason> {
        let made = place.folder.map_or_else(tempfile::tempfile, tempfile::tempfile_in);
        let file = BufWriter::with_capacity(BYTES, no_room(made)?);
        Ok(Self { file, states: 0, word: PhantomData })
    }

    /// Adds a state.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`] if the disk has no room.
    pub fn push(&mut self, (state, amount): Entry<W>) -> Result<(), Reason> {
        self.states += 1;
        no_room(write_record(&mut self.file, state, &amount))
    }

    /// Finishes, and returns the file of all states.
    ///
    /// # Errors
    /// As [`Spilling::push`].
    pub fn end(mut self) -> Result<SpilledStates<W>, Reason> {
        no_room(self.file.flush())?;
        let file = no_room(self.file.into_inner().map_err(io::IntoInnerError::into_error))?;
        Ok(SpilledStates { file, states: self.states, word: PhantomData })
    }
}

/// The states of a file in their order.
struct States<'f, W> {
    input: BufReader<&'f File>,
    left: usize,
    word: PhantomData<W>,
}

impl<W: PathsWord> Iterator for States<'_, W> {
    type Item = io::Result<Entry<W>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(read_record(&mut self.input))
    }
}

impl<W: PathsWord> SpilledStates<W> {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.states
    }

    fn states(&self) -> io::Result<States<'_, W>> {
        (&self.file).rewind()?;
        let input = BufReader::with_capacity(BYTES, &self.file);
        Ok(States { input, left: self.states, word: PhantomData })
    }

    /// Calls `each` with every state and its number.
    ///
    /// # Errors
    /// That of `each`, or the system's.
    pub fn each(&self, mut each: impl FnMut(W, u128) -> io::Result<()>) -> io::Result<()> {
        self.states()?.try_for_each(|entry| entry.and_then(|(state, amount)| each(state, amount)))
    }

    /// Calls `each` with some states at a time.
    ///
    /// # Errors
    /// That of `each`; the reason to stop.
    pub fn in_blocks(
        &self,
        run: &Run,
        mut each: impl FnMut(&[Entry<W>]) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let mut states = no_room(self.states())?;
        let mut block = Vec::with_capacity(BLOCK.min(self.states));
        loop {
            run.poll()?;
            block.clear();
            for entry in states.by_ref().take(BLOCK) {
                block.push(no_room(entry)?);
            }
            if block.is_empty() {
                return Ok(());
            }
            each(&block)?;
        }
    }

    /// The states after a turn, and the number of sets that became one cycle.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::MemoryLimit`] if a number exceeds 2^128 or the disk is full.
    pub fn advanced(
        &self,
        rules: &Rules<'_, W>,
        place: SpillPlace<'_>,
    ) -> Result<(Self, u128), Reason> {
        let most = place.states;
        let mut buffer: Vec<Entry<W>> = Vec::new();
        let mut runs: Vec<Self> = Vec::new();
        let mut closed = 0_u128;
        self.in_blocks(place.run, |block| {
            let chunks: Vec<&[Entry<W>]> = block.chunks(CHUNK).collect();
            for (children, cycles) in parallel::map(&chunks, |states| expanded(states, rules))? {
                closed = closed.checked_add(cycles).ok_or(Reason::MemoryLimit)?;
                if !buffer.is_empty() && buffer.len() + children.len() > most {
                    added_up(&mut buffer)?;
                    if buffer.len() > most / 2 {
                        runs.push(written(&buffer, place)?);
                        buffer.clear();
                    }
                }
                if buffer.capacity() == 0 {
                    let room = most.min(self.states.saturating_mul(4));
                    buffer.try_reserve_exact(room).map_err(|_| Reason::MemoryLimit)?;
                }
                buffer.extend(children);
            }
            if runs.len() >= RUNS {
                runs = vec![merged(&runs, place)?];
            }
            Ok(())
        })?;
        added_up(&mut buffer)?;
        runs.push(written(&buffer, place)?);
        drop(buffer);
        let next = match <[Self; 1]>::try_from(runs) {
            Ok([only]) => only,
            Err(runs) => merged(&runs, place)?,
        };
        place.run.nodes(next.states as u64)?;
        Ok((next, closed))
    }
}

/// The successors of states, and the number of sets that became one cycle.
fn expanded<W: PathsWord>(
    states: &[Entry<W>],
    rules: &Rules<'_, W>,
) -> Result<(Vec<Entry<W>>, u128), Reason> {
    let mut children = Vec::with_capacity(2 * states.len());
    let mut closed = 0_u128;
    for &(state, amount) in states {
        let closing = rules.expand(state, |child, _| {
            children.push((child, amount));
            Ok(())
        })?;
        if closing.is_some() {
            closed = closed.checked_add(amount).ok_or(Reason::MemoryLimit)?;
        }
    }
    Ok((children, closed))
}

/// Sorts states and merges equal ones.
fn added_up<W: PathsWord>(states: &mut Vec<Entry<W>>) -> Result<(), Reason> {
    states.par_sort_unstable_by_key(|&(state, _)| state);
    let mut fits = true;
    states.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            let sum = kept.1.checked_add(later.1);
            fits &= sum.is_some();
            kept.1 = sum.unwrap_or_default();
        }
        same
    });
    if fits { Ok(()) } else { Err(Reason::MemoryLimit) }
}

fn written<W: PathsWord>(
    states: &[Entry<W>],
    place: SpillPlace<'_>,
) -> Result<SpilledStates<W>, Reason> {
    let mut spilling = Spilling::begin(place)?;
    states.iter().try_for_each(|&entry| spilling.push(entry))?;
    spilling.end()
}

/// Merges sorted files into one.
fn merged<W: PathsWord>(
    runs: &[SpilledStates<W>],
    place: SpillPlace<'_>,
) -> Result<SpilledStates<W>, Reason> {
    let mut inputs =
        no_room(runs.iter().map(SpilledStates::states).collect::<io::Result<Vec<_>>>())?;
    let mut heads = BinaryHeap::with_capacity(runs.len());
    for (number, input) in inputs.iter_mut().enumerate() {
        if let Some(entry) = input.next() {
            let (state, amount) = no_room(entry)?;
            heads.push(Reverse((state, number, amount)));
        }
    }
    let mut spilling = Spilling::begin(place)?;
    let mut last: Option<Entry<W>> = None;
    while let Some(Reverse((state, number, amount))) = heads.pop() {
        if let Some(entry) = inputs[number].next() {
            let (state, amount) = no_room(entry)?;
            heads.push(Reverse((state, number, amount)));
        }
        last = Some(match last {
            Some((same, sum)) if same == state => {
                (state, sum.checked_add(amount).ok_or(Reason::MemoryLimit)?)
            }
            before => {
                if let Some(before) = before {
                    spilling.push(before)?;
                    if spilling.states.is_multiple_of(BLOCK) {
                        place.run.poll()?;
                    }
                }
                (state, amount)
            }
        });
    }
    if let Some(last) = last {
        spilling.push(last)?;
    }
    spilling.end()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{boundary::Frontier, order},
        *,
    };
    use crate::{
        limits::Limits,
        methods::{boards::tours::knight, cycle::CycleQuestion},
    };

    #[test]
    fn a_count_in_files_is_the_count() {
        let run = Run::new(Limits::default(), 0);
        let folder = tempfile::tempdir().unwrap();
        let model = knight(5, 6, true);
        let question = CycleQuestion::new(&model).unwrap();
        let order = order::best(&question, &model, &run).unwrap().unwrap();
        for states in [20, 300, 1 << 20] {
            let place = SpillPlace { folder: Some(folder.path()), states, run: &run };
            let mut layer = written(&[(0_u64, 1)], place).unwrap();
            let mut closed = 0;
            for turn in order.turns(Frontier::of(&question)) {
                let (next, more) = layer.advanced(&Rules::new(&turn), place).unwrap();
                closed += more;
                layer = next;
            }
            assert_eq!((closed, layer.len()), (8, 0));
        }
    }

    #[test]
    fn runs_are_merged_and_equal_states_added_up() {
        let run = Run::new(Limits::default(), 0);
        let folder = tempfile::tempdir().unwrap();
        let place = SpillPlace { folder: Some(folder.path()), states: LEAST, run: &run };
        let of = |step: u64| {
            let mut states: Vec<Entry<u64>> =
                (0..200).map(|it| (it * step % 97, u128::from(it))).collect();
            added_up(&mut states).unwrap();
            written(&states, place).unwrap()
        };
        let runs = [of(1), of(2), of(5), written(&[], place).unwrap()];
        let merged = merged(&runs, place).unwrap();
        let mut expected = std::collections::BTreeMap::new();
        for (step, it) in [1, 2, 5].into_iter().flat_map(|step| (0..200).map(move |it| (step, it)))
        {
            *expected.entry(it * step % 97).or_insert(0) += u128::from(it);
        }
        let mut found = Vec::new();
        merged
            .in_blocks(&run, |block| {
                found.extend_from_slice(block);
                Ok(())
            })
            .unwrap();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(added_up(&mut vec![(1_u64, u128::MAX), (1, 1)]), Err(Reason::MemoryLimit));
    }
}
