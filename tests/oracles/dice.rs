//! Random numbers that are the same in every run.

/// A random number generator (Marsaglia's xorshift, 2003).
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % u64::from(end)) as u32
    }

    /// Whether an event with probability one in this many happens.
    pub fn one_in(&mut self, chances: u32) -> bool {
        self.below(chances) == 0
    }
}
