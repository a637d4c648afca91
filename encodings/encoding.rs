//! The encoding trait: a model becomes clauses, an assignment becomes a witness.

use rustsat::types::Lit;

pub use crate::hamiltonian::reductions::{Reduced, Reductions};
use crate::{
    at_most_one::AtMostOne,
    clause::{Assignment, ClauseSink, Interrupted},
    model::{Model, Sense, Witness},
};

/// How large a formula is.
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

/// What the user may choose about an encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// The at-most-one encoding.
    pub at_most_one: AtMostOne,
    /// What is left out of a Hamiltonian formula because it follows.
    pub reductions: Reductions,
}

/// Which of the [`Options`] an encoding reads; the others change nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reads {
    /// [`Options::at_most_one`].
    pub at_most_one: bool,
    /// [`Options::reductions`].
    pub reductions: bool,
}

impl Reads {
    /// Neither of them.
    pub const NONE: Self = Self { at_most_one: false, reductions: false };

    /// [`Options::at_most_one`] alone.
    pub const AT_MOST_ONE: Self = Self { at_most_one: true, ..Self::NONE };

    /// Both.
    pub const BOTH: Self = Self { at_most_one: true, reductions: true };
}

/// In which order a solver should decide variables, until it knows better.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecisionOrder {
    /// So many of the first variables are tried true before false, and in their order.
    pub true_first: u32,
    /// Whether all others are decided only after them.
    pub others_last: bool,
}

/// Why a model could not be encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The sink asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The encoding does not state this model.
    #[error("the encoding `{0}` does not state this puzzle")]
    Unsupported(&'static str),
    /// The formula would need more variables than a literal can number.
    #[error(
        "the encoding `{encoding}` would need {variables} variables; at most 1073741823 can be numbered"
    )]
    TooManyVariables {
        /// The encoding's name.
        encoding: &'static str,
        /// How many variables it would need.
        variables: u64,
    },
}

/// Why an assignment is no witness, in terms of vertices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No vertex stands at a time.
    #[error("no vertex is at time {0}")]
    EmptyTime(u32),
    /// Two vertices stand at one time.
    #[error("two vertices are at time {0}")]
    SharedTime(u32),
    /// A vertex has the wrong number of moves.
    #[error("vertex {vertex} has {degree} moves instead of two")]
    Degree {
        /// The vertex.
        vertex: u32,
        /// Its number of chosen edges and ends.
        degree: u32,
    },
    /// Not exactly one vertex is chosen where riders meet.
    #[error("{0} meeting places are chosen instead of one")]
    Meetings(usize),
    /// A rider cannot come to where all meet.
    #[error("no way leads from vertex {0} to where all meet")]
    Apart(u32),
    /// Not exactly one start or end is chosen.
    #[error("{0} ends are chosen instead of one")]
    Ends(usize),
    /// The moves close too soon.
    #[error("the moves from vertex {vertex} close after {length} instead of {vertices}")]
    Closed {
        /// Where.
        vertex: u32,
        /// After how many moves.
        length: u32,
        /// How many there should be.
        vertices: u32,
    },
}

/// What the best witness has most or fewest of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    /// The value of an assignment is the number of these that are true.
    pub literals: Vec<Lit>,
    /// Whether more is better.
    pub sense: Sense,
    /// Lists of literals of which in every witness no fewer are true if more is better, no more
    /// if fewer are: a bound on the value is one on each of them. They make proofs short.
    pub bounded_by_it: Vec<Vec<Lit>>,
}

impl Objective {
    /// The number of these literals that are true.
    #[must_use]
    pub fn new(literals: Vec<Lit>, sense: Sense) -> Self {
        Self { literals, sense, bounded_by_it: Vec::new() }
    }
}

/// What an assignment of an encoded model says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// It is a witness.
    Witness(Witness),
    /// It satisfies the clauses so far but is no witness; every witness satisfies these
    /// clauses and the assignment does not. Only lazy encodings say so.
    Cuts(Vec<Vec<Lit>>),
}

/// A model that was encoded: what its variables mean.
pub trait Encoded {
    /// Number of variables, auxiliary ones included.
    fn variables(&self) -> u32;

    /// The name of a puzzle variable, with vertices named by `label`; `None` for an
    /// auxiliary variable.
    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String>;

    /// Calls `each` with every named variable and its name, in rising order. O(variables).
    ///
    /// # Errors
    /// The first error of `each`.
    fn each_name(
        &self,
        label: &dyn Fn(u32) -> String,
        each: &mut dyn FnMut(u32, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        for variable in 0..self.variables() {
            if let Some(name) = self.variable_name(variable, label) {
                each(variable, &name)?;
            }
        }
        Ok(())
    }

    /// Reads a satisfying assignment.
    ///
    /// # Errors
    /// A [`ReadError`] if the assignment breaks a rule of the model, which a satisfying
    /// one never does.
    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError>;

    /// The vertices of each of the [`Reading::Cuts`] that [`Encoded::read`] gives, in their
    /// order: what the cut says of the others, that something leads to them, shows that it
    /// holds. Empty where `read` gives no cuts.
    ///
    /// # Errors
    /// As [`Encoded::read`].
    fn sides(&self, _assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        Ok(Vec::new())
    }

    /// A witness near a satisfying assignment of a lazy encoding, found without the solver by
    /// joining what comes apart; with how many joints it took, or `None` where that fails.
    ///
    /// # Errors
    /// As [`Encoded::read`].
    fn repair(&self, _assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        Ok(None)
    }

    /// What is to be optimised, where the model asks for the best witness; the clauses leave
    /// the value open.
    fn objective(&self) -> Option<Objective> {
        None
    }

    /// How much was left out of the formula, or added to it, because it follows.
    fn reduced(&self) -> Reduced {
        Reduced::default()
    }

    /// A clause that this witness breaks and every other witness satisfies (other: a
    /// different path; a closed one in any direction from any start is the same).
    fn exclude(&self, witness: &Witness) -> Vec<Lit>;
}

/// A way to write a model as clauses. Each states its variables, clauses, exact size and
/// source in its documentation; the size formula is [`Encoding::size`] and tested.
pub trait Encoding: Send + Sync {
    /// The name used on the command line, e.g. `position`.
    fn name(&self) -> &'static str;

    /// One line for `satranj list encodings`.
    fn summary(&self) -> &'static str;

    /// Whether the clauses alone state the model; a lazy encoding states a relaxation
    /// and adds [`Reading::Cuts`] while solving.
    fn complete(&self) -> bool;

    /// Whether this encoding applies to the model.
    fn supports(&self, model: &Model) -> bool;

    /// How many of the first variables a solver should try true before false, and in their
    /// order; 0 where its own ways are better.
    fn true_first(&self, _model: &Model) -> u32 {
        0
    }

    /// The order in which a solver should decide the variables of a formula.
    fn decision_order(&self, model: &Model, _options: Options) -> DecisionOrder {
        DecisionOrder { true_first: self.true_first(model), others_last: false }
    }

    /// Bytes that sizing and encoding the model will take at their peak besides the clauses.
    fn bytes(&self, model: &Model) -> u64 {
        model.bytes()
    }

    /// The exact number of variables and clauses that [`Encoding::encode`] will write.
    fn size(&self, model: &Model, options: Options) -> Size;

    /// Writes the clauses to `sink`.
    ///
    /// # Errors
    /// [`EncodeError`] when the sink interrupts or the formula cannot be numbered.
    fn encode<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError>;

    /// Which of the options it reads, for some model at least.
    fn reads(&self) -> Reads;
}

/// All encodings, in the order in which they are listed to the user.
#[must_use]
pub fn registry() -> &'static [&'static dyn Encoding] {
    &[
        &crate::hamiltonian::position::Position,
        &crate::hamiltonian::cuts::Cuts,
        &crate::hamiltonian::unary_order::UnaryOrder,
        &crate::hamiltonian::binary_order::BinaryOrder,
        &crate::hamiltonian::vertex_elimination::VertexElimination,
        &crate::hamiltonian::lfsr::Lfsr,
        &crate::hamiltonian::chinese_remainder::ChineseRemainder,
        &crate::independent_set::lines::Lines,
        &crate::independent_set::edges::Edges,
        &crate::dominating_set::cover::Cover,
        &crate::dominating_set::line_cover::LineCover,
        &crate::gathering::assignment::Assignment,
        &crate::planning::Planning,
    ]
}

/// The encoding of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    registry().iter().copied().find(|encoding| encoding.name() == name)
}

/// The number of variables of a formula that rustsat's and varisat's literals can number.
///
/// # Errors
/// [`EncodeError::TooManyVariables`] when there are more.
pub fn check_numbering(encoding: &'static str, size: Size) -> Result<u32, EncodeError> {
    // A DIMACS literal is a 32-bit integer; varisat keeps one bit more for itself.
    u32::try_from(size.variables)
        .ok()
        .filter(|&variables| variables < 1 << 30)
        .ok_or(EncodeError::TooManyVariables { encoding, variables: size.variables })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_bits_number_the_variables() {
        let check = |variables| check_numbering("lines", Size { variables, clauses: 0 });
        assert_eq!(check((1 << 30) - 1), Ok((1 << 30) - 1));
        for variables in [1 << 30, 1 << 32, (1 << 32) + 7, u64::MAX] {
            let error = EncodeError::TooManyVariables { encoding: "lines", variables };
            assert_eq!(check(variables), Err(error));
        }
    }
}
