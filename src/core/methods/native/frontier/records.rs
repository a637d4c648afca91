//! States with their numbers as bytes: the words, then the length of the number and its bytes, the
//! least first.

use std::io::{self, Read, Write};

use num_bigint::BigUint;

use super::state::PathsWord;
use crate::methods::native::amount::WordAmount;

/// Of what kind the numbers of a table are.
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

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Writes a state with its number.
///
/// # Errors
/// What the system says; that the number has more than 65,535 bytes.
pub fn write<W: PathsWord>(
    out: &mut dyn Write,
    state: W,
    amount: &impl WordAmount,
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

/// Reads a state with its number, of which it is known that there is room for it.
///
/// # Errors
/// What the system says.
pub fn read<W: PathsWord, C: WordAmount>(input: &mut impl Read) -> io::Result<(W, C)> {
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
            write(&mut bytes, 5_u64, &amount).unwrap();
        }
        write(&mut bytes, 6_u128 << 90, &u128::MAX).unwrap();
        write(&mut bytes, 7_u64, &big).unwrap();
        let mut input = &bytes[..];
        for amount in [0, 1, 255, 256, u64::MAX] {
            assert_eq!(read::<u64, u64>(&mut input).unwrap(), (5, amount));
        }
        assert_eq!(read::<u128, u128>(&mut input).unwrap(), (6 << 90, u128::MAX));
        assert_eq!(read::<u64, BigUint>(&mut input).unwrap(), (7, big));
        assert!(read::<u64, u64>(&mut input).is_err());
        assert!(AmountKind::ALL.iter().all(|kind| AmountKind::named(kind.name()) == Some(*kind)));
    }
}
