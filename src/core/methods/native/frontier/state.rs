//! A set of disjoint paths, reduced to the frontier and packed into one word.

use crate::methods::packed_table::PackedKey;

/// The ends of the paths that the decided edges form, slot by slot.
///
/// The field of a slot contains the slot itself if its vertex has no edge yet, the slot of the
/// other end if it ends a path, and [`PathsWord::FULL`] if it has its two edges (the mate array of
/// Knuth's Simpath: The Art of Computer Programming 4A, 7.1.4, exercise 225). Free slots contain 0,
/// so that a set of paths has a unique word.
pub trait PathsWord: PackedKey + Copy + Default + Ord + Send + Sync {
    /// Slots of a word.
    const SLOTS: u32;
    /// Marks a vertex that has its two edges.
    const FULL: u8;

    /// The field of a slot.
    fn get(self, slot: u8) -> u8;

    /// The same word with another field in a slot.
    #[must_use]
    fn with(self, slot: u8, value: u8) -> Self;

    /// The lowest bit of the field of every slot in a mask.
    fn spread(mask: u32) -> Self;

    /// The lowest bit of the field of a slot.
    fn lowest(slot: u8) -> Self;

    /// The bits of both.
    #[must_use]
    fn union(self, other: Self) -> Self;

    /// The lowest bit of every field that is full.
    #[must_use]
    fn full(self) -> Self;

    /// The number of bits set in this one but not in the other.
    fn count_beyond(self, other: Self) -> u32;

    /// The bits as a number.
    fn number(self) -> u128;

    /// The word of a [`PathsWord::number`].
    fn of_number(number: u128) -> Self;
}

macro_rules! word {
    ($word:ty, $bits:literal, $slots:literal) => {
        impl PathsWord for $word {
            const SLOTS: u32 = $slots;
            const FULL: u8 = (1 << $bits) - 1;

            #[inline]
            fn get(self, slot: u8) -> u8 {
                (self >> ($bits * u32::from(slot))) as u8 & Self::FULL
            }

            #[inline]
            fn with(self, slot: u8, value: u8) -> Self {
                let shift = $bits * u32::from(slot);
                self & !(<$word>::from(Self::FULL) << shift) | <$word>::from(value) << shift
            }

            fn spread(mask: u32) -> Self {
                (0..$slots as u8)
                    .filter(|slot| mask >> slot & 1 == 1)
                    .fold(0, |word, slot| word | Self::lowest(slot))
            }

            #[inline]
            fn lowest(slot: u8) -> Self {
                1 << ($bits * u32::from(slot))
            }

            #[inline]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn full(self) -> Self {
                const LOWEST: $word = {
                    let (mut word, mut slot) = (0, 0);
                    while slot < $slots {
                        word |= 1 << ($bits * slot);
                        slot += 1;
                    }
                    word
                };
                (1..$bits).fold(self, |all, shift| all & self >> shift) & LOWEST
            }

            #[inline]
            fn count_beyond(self, other: Self) -> u32 {
                (self & !other).count_ones()
            }

            #[inline]
            fn number(self) -> u128 {
                self.into()
            }

            #[inline]
            fn of_number(number: u128) -> Self {
                number as Self
            }
        }
    };
}

// No slot has the number that marks a full one.
word!(u64, 4, 15);
word!(u128, 5, 25);

#[cfg(test)]
mod tests {
    use super::*;

    fn fields_are_apart<W: PathsWord + std::fmt::Debug>() {
        let slots = W::SLOTS as u8;
        let mut word = W::default();
        for slot in 0..slots {
            word = word.with(slot, (slot * 7 + 3) % slots);
        }
        for slot in 0..slots {
            assert_eq!(word.get(slot), (slot * 7 + 3) % slots);
            let full = word.with(slot, W::FULL);
            assert_eq!(full.get(slot), W::FULL);
            assert_eq!(full.full(), W::spread(1 << slot));
            assert_eq!(full.with(slot, word.get(slot)), word);
            assert_eq!(W::spread((1 << slots) - 1).count_beyond(full.full()), W::SLOTS - 1);
        }
        assert_eq!(word.full(), W::default());
    }

    #[test]
    fn every_slot_has_a_field_of_its_own() {
        fields_are_apart::<u64>();
        fields_are_apart::<u128>();
    }
}
