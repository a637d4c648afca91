//! The last layer of a dynamic program, in tables or in a file, and its record format.

#[cfg(feature = "programs")]
use super::spilled::SpilledStates;
use std::io::{self, Read, Write};

use num_bigint::BigUint;

use super::{
    counts::{StateCounts, of_any_width},
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{
        native::amount::{AmountSum, Natural, WordAmount},
        packed_table::PackedTable,
    },
    run::Run,
};

/// The states of a layer, in memory or in a file.
pub enum LastLayer<'r, W> {
    /// In memory.
    Tables(StateCounts<'r, W>),
    /// In a file.
    #[cfg(feature = "programs")]
    Spilled(SpilledStates<W>),
}

impl<W: PathsWord> LastLayer<'_, W> {
    /// Number of states.
    pub fn len(&self) -> usize {
        match self {
            Self::Tables(counts) => counts.len(),
            #[cfg(feature = "programs")]
            Self::Spilled(states) => states.len(),
        }
    }

    /// The width of the numbers.
    pub fn kind(&self) -> AmountKind {
        match self {
            Self::Tables(StateCounts::Words(_)) => AmountKind::Words,
            Self::Tables(StateCounts::Doubles(_)) => AmountKind::Doubles,
            Self::Tables(StateCounts::Big(_)) => AmountKind::Big,
            #[cfg(feature = "programs")]
            Self::Spilled(_) => AmountKind::Doubles,
        }
    }

    /// The number of path sets of all states together.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::MemoryLimit`] if the system cannot read the file back.
    pub fn sets(&self, run: &Run) -> Result<BigUint, Reason> {
        run.poll()?;
        let mut sum = AmountSum::default();
        let read = self.each(|_, amount| {
            sum.add(amount);
            Ok(())
        });
        read.map_err(|_| Reason::MemoryLimit)?;
        Ok(sum.total())
    }

    /// Writes all states with their numbers.
    ///
    /// # Errors
    /// The system's error.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.each(|state, amount| write_record(out, state, amount))
    }

    /// Calls `each` with every state and its number.
    fn each(&self, mut each: impl FnMut(W, &dyn Natural) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Tables(counts) => of_any_width!(counts, layer => {
                let mut states = layer.tables.iter().flat_map(PackedTable::iter);
                states.try_for_each(|(state, amount)| each(*state, amount))
            }),
            #[cfg(feature = "programs")]
            Self::Spilled(states) => states.each(|state, amount| each(state, &amount)),
        }
    }
}

/// The width of the numbers of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AmountKind {
    /// Below 2^64.
    Words,
    /// Below 2^128.
    Doubles,
    /// Any.
    Big,
}

impl AmountKind {
    const ALL: [Self; 3] = [Self::Words, Self::Doubles, Self::Big];

    /// The name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "u64",
            Self::Doubles => "u128",
            Self::Big => "any",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Writes a state with its number.
///
/// # Errors
/// The system's error, or a number of more than 65,535 bytes.
pub fn write_record<W: PathsWord>(
    out: &mut dyn Write,
    state: W,
    amount: &(impl Natural + ?Sized),
) -> io::Result<()> {
    out.write_all(&state.number().to_le_bytes()[..size_of::<W>()])?;
    if let Some(short) = amount.short() {
        let length = (u128::BITS - short.leading_zeros()).div_ceil(8) as u8;
        out.write_all(&[length, 0])?;
        return out.write_all(&short.to_le_bytes()[..length.into()]);
    }
    let bytes = amount.big().to_bytes_le();
    let length = u16::try_from(bytes.len()).map_err(io::Error::other)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&bytes)
}

/// Reads a state with its number, which must fit.
///
/// # Errors
/// The system's error.
pub fn read_record<W: PathsWord, C: WordAmount>(input: &mut impl Read) -> io::Result<(W, C)> {
    let mut word = [0; 16];
    input.read_exact(&mut word[..size_of::<W>()])?;
    let mut length = [0; 2];
    input.read_exact(&mut length)?;
    let length = usize::from(u16::from_le_bytes(length));
    let mut short = [0; 16];
    let amount = if let Some(short) = short.get_mut(..length) {
        input.read_exact(short)?;
        None
    } else {
        let mut bytes = vec![0; length];
        input.read_exact(&mut bytes)?;
        Some(BigUint::from_bytes_le(&bytes))
    };
    let amount = amount.map_or_else(|| C::of(&u128::from_le_bytes(short)), |amount| C::of(&amount));
    Ok((W::of_number(u128::from_le_bytes(word)), amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        let big = BigUint::from(7_u8) << 1000;
        let mut bytes = Vec::new();
        for amount in [0, 1, 255, 256, u64::MAX] {
            write_record(&mut bytes, 5_u64, &amount).unwrap();
        }
        write_record(&mut bytes, 6_u128 << 90, &u128::MAX).unwrap();
        write_record(&mut bytes, 7_u64, &big).unwrap();
        let mut input = &bytes[..];
        for amount in [0, 1, 255, 256, u64::MAX] {
            assert_eq!(read_record::<u64, u64>(&mut input).unwrap(), (5, amount));
        }
        assert_eq!(read_record::<u128, u128>(&mut input).unwrap(), (6 << 90, u128::MAX));
        assert_eq!(read_record::<u64, BigUint>(&mut input).unwrap(), (7, big));
        assert!(read_record::<u64, u64>(&mut input).is_err());
        assert!(AmountKind::ALL.iter().all(|kind| AmountKind::named(kind.name()) == Some(*kind)));
    }
}
