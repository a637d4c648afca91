//! Sets of numbers from 0 as words of 64 bits.

/// The members of a set of bits, in rising order.
pub fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                index * 64 + bit
            })
        })
    })
}

/// The least member of a set of bits.
pub fn first(bits: &[u64]) -> Option<usize> {
    members(bits).next()
}

/// Whether a set of bits has a member.
pub fn holds(bits: &[u64], member: usize) -> bool {
    bits[member / 64] >> (member % 64) & 1 == 1
}

/// Takes a member out of a set of bits.
pub fn remove(bits: &mut [u64], member: usize) {
    bits[member / 64] &= !(1 << (member % 64));
}

/// The number of members of two sets of bits.
pub fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Keeps those members that another set of bits has too.
pub fn intersect(bits: &mut [u64], with: &[u64]) {
    bits.iter_mut().zip(with).for_each(|(bits, with)| *bits &= with);
}

/// Takes out all members of another set of bits.
pub fn subtract(bits: &mut [u64], other: &[u64]) {
    bits.iter_mut().zip(other).for_each(|(bits, other)| *bits &= !other);
}
