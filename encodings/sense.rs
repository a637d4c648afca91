//! Whether more is better, or less.

/// Whether more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// More is better.
    Maximise,
    /// Less is better.
    Minimise,
}

impl Sense {
    /// Whether a value is better than another.
    #[must_use]
    pub fn is_better<T: Ord + Copy>(self, value: T, than: T) -> bool {
        match self {
            Self::Maximise => value > than,
            Self::Minimise => value < than,
        }
    }
}
