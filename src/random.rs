//! Random numbers: one generator, seeded by `--seed` and nothing else.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator used wherever chance is asked for.
pub type Generator = Xoshiro256PlusPlus;

/// The generator of a seed.
#[must_use]
pub fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}
