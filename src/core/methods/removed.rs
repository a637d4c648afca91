//! Names of methods that earlier versions had.

/// Each removed name, and what takes its place.
pub const REMOVED: &[(&str, &str)] = &[("native:divide", "native:rotations")];
