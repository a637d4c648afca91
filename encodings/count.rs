//! How many vertices are asked for.

/// How many vertices are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many.
    Exactly(u32),
    /// As many as possible of an independent set, as few as possible of a dominating set.
    Optimum,
}
