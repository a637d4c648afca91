//! How large a formula is.

/// How large a formula is, or a part of it. Sums saturate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.variables = self.variables.saturating_add(other.variables);
        self.clauses = self.clauses.saturating_add(other.clauses);
    }
}
