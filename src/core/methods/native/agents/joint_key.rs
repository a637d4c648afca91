//! Joint positions of all agents, packed into a word if they fit.

use std::rc::Rc;

use crate::methods::packed_table::PackedKey;

/// The fields of all agents, each of the same number of bits.
pub trait JointKey: PackedKey {
    /// Packs the fields; together they have fewer bits than a word, or the key is a list.
    fn pack(fields: &[u32], bits: u32) -> Self;

    /// Writes the fields again.
    fn unpack(&self, bits: u32, fields: &mut [u32]);
}

macro_rules! word {
    ($word:ty) => {
        impl JointKey for $word {
            fn pack(fields: &[u32], bits: u32) -> Self {
                fields.iter().rev().fold(0, |word, &field| word << bits | Self::from(field))
            }

            fn unpack(&self, bits: u32, fields: &mut [u32]) {
                let mut word = *self;
                for field in fields {
                    *field = (word & ((1 << bits) - 1)) as u32;
                    word >>= bits;
                }
            }
        }
    };
}

word!(u64);
word!(u128);

impl JointKey for Rc<[u32]> {
    fn pack(fields: &[u32], _: u32) -> Self {
        fields.into()
    }

    fn unpack(&self, _: u32, fields: &mut [u32]) {
        fields.copy_from_slice(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<K: JointKey>(fields: &[u32], bits: u32) {
        let mut again = vec![0; fields.len()];
        K::pack(fields, bits).unpack(bits, &mut again);
        assert_eq!(again, fields);
    }

    #[test]
    fn fields_come_back() {
        comes_back::<u64>(&[5, 0, 7, 3], 3);
        comes_back::<u64>(&[1 << 31], 32);
        comes_back::<u128>(&[1 << 30, 3, 9, 1 << 29], 31);
        comes_back::<Rc<[u32]>>(&[u32::MAX, 0, 5], 32);
    }
}
