//! Reductions: implied facts that remove or add parts of a Hamiltonian formula.

/// Which reductions are made; all of them by default. They never change the answer, and only
/// `direction` changes the set of witnesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Reductions {
    /// Bipartite parity: on a two-coloured graph, vertices of one colour are visited at even times,
    /// those of the other at odd ones.
    pub parity: bool,
    /// Breadth-first distance windows: a vertex is visited no sooner than its distance from the
    /// first vertex, and no later than its distance to the last, allows.
    pub windows: bool,
    /// Forced edges: a vertex with two edges left uses both; edges that cannot be used are dropped.
    pub forced: bool,
    /// Only one of the two directions of a cycle of undirected edges.
    pub direction: bool,
}

impl Reductions {
    /// No reduction.
    pub const NONE: Self = Self { parity: false, windows: false, forced: false, direction: false };

    /// The names, in the order in which they are listed to the user.
    pub const NAMES: [&str; 4] = ["parity", "windows", "forced", "direction"];

    /// The switches, in the order of their names.
    fn switches(&mut self) -> [&mut bool; 4] {
        [&mut self.parity, &mut self.windows, &mut self.forced, &mut self.direction]
    }

    /// The names of the reductions that are on.
    #[must_use]
    pub fn names(mut self) -> Vec<&'static str> {
        let named = Self::NAMES.into_iter().zip(self.switches());
        named.filter(|(_, made)| **made).map(|(name, _)| name).collect()
    }
}

/// A word that names no reduction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a reduction; write all, none, or some of {names}", names = Reductions::NAMES.join(", "))]
pub struct ReductionsError(String);

impl std::str::FromStr for Reductions {
    type Err = ReductionsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => return Ok(Self::default()),
            "none" => return Ok(Self::NONE),
            _ => {}
        }
        let mut reductions = Self::NONE;
        for name in text.split(',') {
            let mut named = Self::NAMES.into_iter().zip(reductions.switches());
            let switch = named.find(|(known, _)| *known == name.trim());
            *switch.ok_or_else(|| ReductionsError(name.into()))?.1 = true;
        }
        Ok(reductions)
    }
}

impl std::fmt::Display for Reductions {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.names();
        out.write_str(&if names.is_empty() { "none".into() } else { names.join(",") })
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self { parity: true, windows: true, forced: true, direction: true }
    }
}

/// The effect of the reductions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reduced {
    /// Pairs of a vertex and a time (or an order number) that only parity rules out.
    pub parity: u64,
    /// The pairs that distances rule out.
    pub windows: u64,
    /// Edges, or arcs, known to be used or unused.
    pub forced: u64,
    /// Clauses that keep one direction.
    pub direction: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (text, written) in [
            ("all", "parity,windows,forced,direction"),
            ("none", "none"),
            ("forced, parity", "parity,forced"),
        ] {
            let reductions: Reductions = text.parse().unwrap();
            assert_eq!(reductions.to_string(), written);
            assert_eq!(written.parse(), Ok(reductions));
        }
        let error = "parity,colour".parse::<Reductions>().unwrap_err().to_string();
        assert!(error.contains("`colour`") && error.contains("windows"), "{error}");
    }
}
