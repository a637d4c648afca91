//! Random numbers: one generator, seeded by `--seed` and nothing else.

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of all random choices.
pub type Generator = Xoshiro256PlusPlus;

/// The default seed.
pub const DEFAULT_SEED: u64 = 1;

/// The generator of a seed.
#[must_use]
pub fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// The generator for optional variation by seed: `None` with the default seed, so that every order
/// stays the natural one.
#[must_use]
pub fn variation(seed: u64) -> Option<Generator> {
    (seed != DEFAULT_SEED).then(|| generator(seed))
}

/// A uniform number below a bound: numbers of as many bits are drawn until one is below it, at most
/// two on average. For bound 0 the result is 0.
pub fn below(generator: &mut Generator, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    if bits == 0 {
        return BigUint::ZERO;
    }
    let words = bits.div_ceil(32) as usize;
    // The bits that the highest word may have.
    let mask = u32::MAX >> (32 * words as u64 - bits);
    loop {
        let mut digits: Vec<u32> = (0..words).map(|_| generator.next_u32()).collect();
        digits[words - 1] &= mask;
        let number = BigUint::new(digits);
        if number < *bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_a_bound_is_as_likely() {
        for bound in [1_u32, 2, 3, 7, 8, 9] {
            let mut generator = generator(5);
            let mut drawn = vec![0_u32; bound as usize];
            for _ in 0..bound * 1000 {
                let number = below(&mut generator, &bound.into());
                drawn[u32::try_from(number).unwrap() as usize] += 1;
            }
            // More than six standard deviations from 1000.
            assert!(drawn.iter().all(|count| count.abs_diff(1000) < 200), "{bound}: {drawn:?}");
        }
        let wide = BigUint::from(3_u8) << 200_u32;
        let mut generator = generator(5);
        let drawn: Vec<BigUint> = (0..300).map(|_| below(&mut generator, &wide)).collect();
        assert!(drawn.iter().all(|number| *number < wide));
        for third in 0_u8..3 {
            let of_third = |number: &&BigUint| (*number).clone() >> 200_u32 == BigUint::from(third);
            assert!(drawn.iter().filter(of_third).count() > 60);
        }
        assert_eq!(below(&mut generator, &BigUint::ZERO), BigUint::ZERO);
    }
}
