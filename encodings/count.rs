//! How many vertices are asked for.

/// How many vertices are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// So many.
    Exactly(u32),
    /// As many as can be of an independent set, as few as can be of a dominating set.
    Optimum,
}
