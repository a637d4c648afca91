//! Linear feedback shift registers of maximal period.

/// The taps of a register other than the first place, by its number of bits: one bit for each
/// middle exponent of the first primitive polynomial of three terms, or of five if there is no
/// trinomial. A register of one bit has no tap: its only state follows itself.
const TAPS: [u32; 33] = [
    0x0, 0x0, 0x2, 0x2, 0x2, 0x4, 0x2, 0x2, 0x1c, 0x10, 0x8, 0x4, 0x52, 0x1a, 0x2a, 0x2, 0x2c, 0x8,
    0x80, 0x26, 0x8, 0x4, 0x2, 0x20, 0x1a, 0x8, 0x46, 0x26, 0x8, 0x4, 0x52, 0x8, 0xc4,
];

/// A Galois register of k bits: a step shifts them up by one place; the bit shifted out becomes the
/// first and is added, without carry, at the taps. From any nonzero state it visits all 2^k - 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Register {
    pub bits: u32,
}

impl Register {
    /// The smallest register with at least this period and at least one bit.
    pub fn with_period(period: u32) -> Self {
        Self { bits: u32::BITS - period.max(1).leading_zeros() }
    }

    /// Whether the bit shifted out is added at this place (other than the first).
    pub fn has_tap(self, place: u32) -> bool {
        TAPS[self.bits as usize] >> place & 1 == 1
    }

    /// The state that follows.
    pub fn next(self, state: u64) -> u64 {
        let out = state >> (self.bits - 1) & 1;
        let taps = u64::from(TAPS[self.bits as usize] | 1);
        (state << 1) & ((1 << self.bits) - 1) ^ if out == 1 { taps } else { 0 }
    }

    /// The states from the first on: the first one, only bit 0, represents the number 0.
    pub fn states(self) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(1), move |&state| Some(self.next(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_period_is_maximal() {
        for bits in 1..=20 {
            let register = Register { bits };
            let period = 1 + register.states().skip(1).take_while(|&state| state != 1).count();
            assert_eq!(period, (1 << bits) - 1, "{bits} bits");
            assert_eq!(register.next(0), 0);
        }
    }

    /// The product of two polynomials over GF(2) modulo that of the register; bit i of a state is
    /// the coefficient of x^i.
    fn product(register: Register, a: u64, b: u64) -> u64 {
        let shifted = std::iter::successors(Some(a), |&a| Some(register.next(a)));
        let terms = (0..register.bits).zip(shifted).filter(|(power, _)| b >> power & 1 == 1);
        terms.fold(0, |sum, (_, term)| sum ^ term)
    }

    /// x^exponent.
    fn power(register: Register, mut exponent: u64) -> u64 {
        let (mut result, mut square) = (1, register.next(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = product(register, result, square);
            }
            square = product(register, square, square);
            exponent >>= 1;
        }
        result
    }

    /// The order of x is 2^k - 1: it divides that number, but none of its largest proper divisors.
    #[test]
    fn the_polynomials_are_primitive() {
        for bits in 2..=32 {
            let register = Register { bits };
            let period = (1u64 << bits) - 1;
            assert_eq!(power(register, period), 1, "{bits} bits");
            let (mut left, mut prime) = (period, 2);
            while left > 1 {
                if prime * prime > left {
                    prime = left;
                }
                if left % prime == 0 {
                    left /= prime;
                    assert_ne!(power(register, period / prime), 1, "{bits} bits, {prime}");
                } else {
                    prime += 1;
                }
            }
        }
    }

    #[test]
    fn the_least_register_is_taken() {
        for (period, bits) in
            [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (u32::MAX, 32)]
        {
            assert_eq!(Register::with_period(period).bits, bits);
        }
    }
}
