//! Random numbers: one generator, seeded by `--seed` and nothing else.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator used wherever chance is asked for.
pub type Generator = Xoshiro256PlusPlus;

/// The seed of a run that names none.
pub const DEFAULT_SEED: u64 = 1;

/// The generator of a seed.
#[must_use]
pub fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// The generator of a seed for what needs no chance and only varies by it: with the default seed
/// there is none, and every order stays the natural one.
#[must_use]
pub fn variation(seed: u64) -> Option<Generator> {
    (seed != DEFAULT_SEED).then(|| generator(seed))
}
