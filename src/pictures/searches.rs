//! Searches whose steps are shown on the ground of a picture.

use serde::Serialize;

/// A search whose steps mark squares, vertices and pairs of them.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ShownSearch {
    /// The name of the method.
    pub name: String,
    /// What is counted.
    pub counted: [&'static str; 2],
    /// The state before the first step and after each.
    pub steps: Vec<MarkedStep>,
    /// The result in words.
    pub ending: String,
}

/// A step that marks squares, vertices and pairs of them as true or false.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MarkedStep {
    /// What happens, in words.
    pub said: String,
    /// One or two names each, and whether it is true.
    pub marks: Vec<(Vec<String>, bool)>,
    /// How much was counted so far.
    pub counts: [u64; 2],
}
