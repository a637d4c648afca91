//! Questions about a graph as programs for `MiniZinc` and answer set programming: two files each,
//! one line here.

mod question;

pub use question::{ProgramFact, ProgramQuestion};

use satranj_encodings::{
    constraints::{DIRECTED_TOURS, are_all_of},
    model::Model,
};

/// The programs for a model's question, about the data that `minizinc` and `asp` write.
#[derive(Debug)]
pub struct GraphPrograms {
    /// The model for `MiniZinc`.
    pub minizinc: &'static str,
    /// The encoding for clingo and other systems of answer set programming.
    pub asp: &'static str,
}

/// How each of them begins.
pub const BEGINNING: &str = "% satranj: ";

/// Hamiltonian paths and cycles.
const HAMILTON: GraphPrograms =
    GraphPrograms { minizinc: include_str!("hamilton.mzn"), asp: include_str!("hamilton.lp") };

/// Sets of vertices.
const SETS: GraphPrograms =
    GraphPrograms { minizinc: include_str!("sets.mzn"), asp: include_str!("sets.lp") };

/// Colourings.
const COLOURING: GraphPrograms =
    GraphPrograms { minizinc: include_str!("colouring.mzn"), asp: include_str!("colouring.lp") };

/// The programs of a model, if there are any.
#[must_use]
pub fn programs(model: &Model) -> Option<&'static GraphPrograms> {
    match model.unweighted() {
        Model::Hamiltonian(_) if are_all_of(DIRECTED_TOURS, model) => Some(&HAMILTON),
        Model::IndependentSet(set) if !set.is_on_lattice() => Some(&SETS),
        Model::DominatingSet(set) if !set.pieces().is_on_lattice() => Some(&SETS),
        Model::VertexCover(_) => Some(&SETS),
        Model::Colouring(_) => Some(&COLOURING),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_begin_as_is_said() {
        for GraphPrograms { minizinc, asp } in [HAMILTON, SETS, COLOURING] {
            for text in [minizinc, asp] {
                assert!(text.starts_with(BEGINNING));
                assert!(text.ends_with('\n'));
            }
        }
    }
}
