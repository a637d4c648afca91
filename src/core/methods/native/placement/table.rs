//! The table of a frontier dynamic program: profiles in rising order, each with its number of sets by size.

use num_bigint::BigUint;

use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// Profiles and their polynomials, whose coefficients are the numbers of sets of each size.
///
/// Both steps of the dynamic program merge two lists of profiles in rising order into one, so no
/// hash table is needed: setting bits that are clear in all profiles keeps the order, and so does
/// clearing a bit that is set in all. Coefficients have a fixed number of 64-bit words, the least
/// significant first, which grows before a sum could overflow.
pub struct Table<'a> {
    run: &'a Run,
    greatest: Option<u32>,
    rows: ProfileRows,
    /// Rows of an earlier table, whose memory is reused.
    spare: ProfileRows,
    /// The sum of all numbers is at most 2 to the power of this.
    bits: u64,
    meter: Meter<'a>,
}

/// The rows of a table, one after another.
#[derive(Default)]
struct ProfileRows {
    profiles: Vec<u64>,
    numbers: Vec<u64>,
    /// Coefficients of a row.
    sizes: usize,
    /// Words of a coefficient.
    words: usize,
}

impl ProfileRows {
    /// Emptied, with room for this many rows. Reuses its allocation: memory fresh from the system
    /// costs more than the sums.
    fn emptied(self, rows: usize, sizes: usize, words: usize, run: &Run) -> Result<Self, Reason> {
        let row = sizes.saturating_mul(words);
        Ok(Self {
            profiles: emptied(self.profiles, rows, run)?,
            numbers: emptied(self.numbers, rows.saturating_mul(row), run)?,
            sizes,
            words,
        })
    }

    fn row(&self, index: usize) -> &[u64] {
        let row = self.sizes * self.words;
        &self.numbers[index * row..][..row]
    }

    /// Whether a row has sets of the greatest size of all rows.
    fn has_last_size(&self, index: usize) -> bool {
        let row = self.row(index);
        row[row.len() - self.words..].iter().any(|&word| word != 0)
    }

    /// Adds a row's numbers to those of a profile, at least the last one; sizes are shifted by
    /// `shift`.
    fn add(&mut self, profile: u64, source: &[u64], shift: usize) {
        let row = self.sizes * self.words;
        let shift = shift * self.words;
        let (source, beyond) = source.split_at(source.len().min(row - shift));
        // A row beyond the greatest size may become empty.
        if !beyond.is_empty() && source.iter().all(|&word| word == 0) {
            return;
        }
        if self.profiles.last() != Some(&profile) {
            self.profiles.push(profile);
            let end = self.numbers.len() + row;
            self.numbers.resize(self.numbers.len() + shift, 0);
            self.numbers.extend_from_slice(source);
            self.numbers.resize(end, 0);
            return;
        }
        let begin = self.numbers.len() - row + shift;
        add_words(&mut self.numbers[begin..], source, self.words);
    }

    /// The number of bits of the greatest coefficient.
    fn greatest_bits(&self) -> u64 {
        greatest_bits(&self.numbers, self.words)
    }
}

/// A list emptied, with room for this many numbers.
fn emptied(mut list: Vec<u64>, length: usize, run: &Run) -> Result<Vec<u64>, Reason> {
    list.clear();
    if list.capacity() < length {
        drop(list);
        run.reserve((length as u64).saturating_mul(8))?;
        list = Vec::with_capacity(length);
    }
    Ok(list)
}

/// Merges two lists of (profile, index) in rising order of the profiles.
fn merge(
    left: impl Iterator<Item = (u64, usize)>,
    right: impl Iterator<Item = (u64, usize)>,
    mut each: impl FnMut(u64, usize, bool) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let (mut left, mut right) = (left.peekable(), right.peekable());
    loop {
        let right_first = match (left.peek(), right.peek()) {
            (Some(&(a, _)), Some(&(b, _))) => b < a,
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (None, None) => return Ok(()),
        };
        let next = if right_first { right.next() } else { left.next() };
        if let Some((profile, index)) = next {
            each(profile, index, right_first)?;
        }
    }
}

impl<'a> Table<'a> {
    /// The table before the first vertex: one empty set.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(greatest: Option<u32>, run: &'a Run) -> Result<Self, Reason> {
        Ok(Self {
            run,
            greatest,
            rows: ProfileRows { profiles: vec![0], numbers: vec![1], sizes: 1, words: 1 },
            spare: ProfileRows::default(),
            bits: 0,
            meter: Meter::new(run)?,
        })
    }

    /// Decides a vertex: it is taken if no bit of `test` is set, which sets those of `set`, or
    /// skipped.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn decide(&mut self, test: u64, set: u64) -> Result<(), Reason> {
        self.widen()?;
        let old = std::mem::take(&mut self.rows);
        let takes = || {
            let may = old.profiles.iter().enumerate().filter(|(_, profile)| *profile & test == 0);
            may.map(|(index, &profile)| (profile | set, index))
        };
        let left = || {
            let all = old.profiles.iter().enumerate();
            all.map(|(index, &profile)| (profile, index))
        };
        let most = self.greatest.map_or(usize::MAX, |greatest| greatest as usize + 1);
        let grows = takes().any(|(_, index)| old.has_last_size(index));
        let sizes = most.min(old.sizes + usize::from(grows));
        let rows = takes().count() + left().count();
        let spare = std::mem::take(&mut self.spare);
        let mut new = spare.emptied(rows, sizes, old.words, self.run)?;
        merge(left(), takes(), |profile, index, taken| {
            if taken {
                self.meter.node()?;
            }
            self.meter.work(1)?;
            new.add(profile, old.row(index), usize::from(taken));
            Ok(())
        })?;
        (self.rows, self.spare) = (new, old);
        self.bits += 1;
        Ok(())
    }

    /// Clears a bit in all profiles.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn forget(&mut self, bit: u64) -> Result<(), Reason> {
        let old = std::mem::take(&mut self.rows);
        let part = |with: u64| {
            let all = old.profiles.iter().enumerate();
            let some = all.filter(move |(_, profile)| *profile & bit == with);
            some.map(move |(index, &profile)| (profile & !bit, index))
        };
        let spare = std::mem::take(&mut self.spare);
        let mut new = spare.emptied(old.profiles.len(), old.sizes, old.words, self.run)?;
        merge(part(0), part(bit), |profile, index, _| {
            self.meter.work(1)?;
            new.add(profile, old.row(index), 0);
            Ok(())
        })?;
        (self.rows, self.spare) = (new, old);
        Ok(())
    }

    /// The numbers of sets of each size, of all profiles together.
    pub fn finish(self) -> Vec<BigUint> {
        let mut sums = vec![BigUint::default(); self.rows.sizes];
        for index in 0..self.rows.profiles.len() {
            let numbers = self.rows.row(index).chunks_exact(self.rows.words);
            for (sum, number) in sums.iter_mut().zip(numbers) {
                let halves = number.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                *sum += BigUint::new(halves.collect());
            }
        }
        sums
    }

    /// Widens the coefficients if needed, so that the number of sets can double.
    fn widen(&mut self) -> Result<(), Reason> {
        let words = self.rows.words;
        if self.bits + 1 < 64 * words as u64 {
            return Ok(());
        }
        let coefficients = (self.rows.numbers.len() / words) as u64;
        self.bits = self.rows.greatest_bits() + u64::from(u64::BITS - coefficients.leading_zeros());
        if self.bits + 1 < 64 * words as u64 {
            return Ok(());
        }
        let old = std::mem::take(&mut self.rows);
        let rows = old.profiles.len();
        let spare = std::mem::take(&mut self.spare);
        let mut new = spare.emptied(rows, old.sizes, words + 1, self.run)?;
        for number in old.numbers.chunks_exact(words) {
            new.numbers.extend_from_slice(number);
            new.numbers.push(0);
        }
        new.profiles.extend_from_slice(&old.profiles);
        (self.rows, self.spare) = (new, old);
        Ok(())
    }
}

/// Adds numbers of `words` words each; no sum overflows.
pub fn add_words(target: &mut [u64], source: &[u64], words: usize) {
    if words == 1 {
        for (sum, &number) in target.iter_mut().zip(source) {
            *sum += number;
        }
        return;
    }
    // No number overflows.
    let mut carry = false;
    for (sum, &number) in target.iter_mut().zip(source) {
        let (part, first) = sum.overflowing_add(number);
        let (whole, second) = part.overflowing_add(u64::from(carry));
        (*sum, carry) = (whole, first || second);
    }
}

/// The number of bits of the greatest of some numbers.
pub fn greatest_bits(numbers: &[u64], words: usize) -> u64 {
    let bits_of = |number: &[u64]| {
        let top = number.iter().rposition(|&word| word != 0);
        top.map_or(0, |at| 64 * at as u64 + u64::from(64 - number[at].leading_zeros()))
    };
    numbers.chunks_exact(words).map(bits_of).max().unwrap_or(0)
}
