//! How many vertices are asked for.

/// How many vertices are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many.
    Exactly(u32),
    /// As many as possible for an independent set, as few as possible for a dominating set.
    Optimum,
}
