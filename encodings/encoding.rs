//! The encoding trait: a model becomes clauses, an assignment becomes a witness.

use rustsat::types::Lit;

use crate::{
    clause::{Assignment, ClauseSink},
    constraints::{self, Constraint},
    counter::ClauseCounter,
    formula::Formula,
    model::Model,
    reading::Witness,
};
pub use crate::{
    counter::Size,
    formula::{EncodeError, MOST_VARIABLES, Options, check_numbering},
    hamiltonian::reductions::{Reduced, Reductions},
    objective::Objective,
    reading::{ReadError, Reading},
};

/// Which of the [`Options`] an encoding uses; the others change nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UsedOptions {
    /// [`Options::at_most_one`].
    pub at_most_one: bool,
    /// [`Options::reductions`].
    pub reductions: bool,
}

impl UsedOptions {
    /// Neither of them.
    pub const NONE: Self = Self { at_most_one: false, reductions: false };

    /// [`Options::at_most_one`] alone.
    pub const AT_MOST_ONE: Self = Self { at_most_one: true, ..Self::NONE };

    /// [`Options::reductions`] alone.
    pub const REDUCTIONS: Self = Self { reductions: true, ..Self::NONE };

    /// Both.
    pub const BOTH: Self = Self { at_most_one: true, reductions: true };
}

/// The order in which a solver should first decide variables, before its own heuristic has data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecisionOrder {
    /// This many of the first variables are tried first, in order, true before false.
    pub true_first: u32,
    /// Whether all others are decided only after them.
    pub others_last: bool,
}

/// A model that was encoded: what its variables mean.
///
/// ```
/// use satranj_encodings::{
///     clause::{Assignment, Cnf},
///     colouring::Colouring,
///     encoding::{EncodeError, Options, Reading},
///     graph::Graph,
///     model::{Count, Model, Witness},
///     registry,
/// };
/// use rustsat::types::Lit;
///
/// let edge = Graph::from_edges(2, &[(0, 1)]);
/// let model = Model::Colouring(Colouring::new(edge, Count::Exactly(2), vec![(0, 0)]));
/// let direct = registry::by_name("direct").expect("it is listed");
/// let encoded = direct.encode(&model, Options::default(), &mut Cnf::default())?;
/// let name = |vertex: u32| format!("v{vertex}");
/// assert_eq!(encoded.variable_name(3, &name).as_deref(), Some("colour(v1,2)"));
/// let solved: Assignment = [Lit::positive(0), Lit::positive(3)].into_iter().collect();
/// assert_eq!(encoded.read(&solved), Ok(Reading::Witness(Witness::Colours(vec![0, 1]))));
/// # Ok::<(), EncodeError>(())
/// ```
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

    /// For each of the [`Reading::Cuts`] that [`Encoded::read`] gives, in order, the vertices of
    /// its side: a checker sees from them that the cut holds. Empty if `read` gives no cuts.
    ///
    /// # Errors
    /// As [`Encoded::read`].
    fn sides(&self, _assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        Ok(Vec::new())
    }

    /// A witness near a satisfying assignment of a lazy encoding, found without the solver by
    /// joining components, with the number of joins; `None` if that fails.
    ///
    /// # Errors
    /// As [`Encoded::read`].
    fn repair(&self, _assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        Ok(None)
    }

    /// The objective, if the model asks for the best witness; the clauses leave the value open.
    fn objective(&self) -> Option<Objective> {
        None
    }

    /// The number of first variables that determine the witness, if there are any: each witness is
    /// one assignment of them that extends to a model; each cycle in one direction if
    /// [`Reductions::direction`] keeps one. So projected model counting over them counts witnesses.
    fn projection(&self) -> Option<u32> {
        None
    }

    /// How much was left out of the formula, or added to it, because it is implied.
    fn reduced(&self) -> Reduced {
        Reduced::default()
    }

    /// A clause that this witness breaks and every other witness satisfies (other: a different
    /// path; a cycle is the same in any direction and from any start).
    fn exclude(&self, witness: &Witness) -> Vec<Lit>;
}

/// Names the variables of a formula: its function is [`Encoded::variable_name`].
pub(crate) type Names<'m> = Box<dyn Fn(u32, &dyn Fn(u32) -> String) -> Option<String> + 'm>;

/// What [`Encoding::encode`] returns: what the variables of a formula mean.
pub type Written<'m> = Result<Box<dyn Encoded + 'm>, EncodeError>;

/// A way to write a model as clauses. Each documents its variables, clauses, exact size and source;
/// a test compares the size with that of [`Encoding::count`].
///
/// ```
/// use satranj_encodings::{
///     colouring::Colouring,
///     counter::ClauseCounter,
///     encoding::{EncodeError, Options},
///     graph::Graph,
///     model::{Count, Model},
///     registry,
/// };
///
/// let edge = Graph::from_edges(2, &[(0, 1)]);
/// let model = Model::Colouring(Colouring::new(edge, Count::Exactly(2), vec![(0, 0)]));
/// let direct = registry::by_name("direct").expect("it is listed");
/// assert!(direct.supports(&model) && direct.complete());
/// let size = direct.count(&model, Options::default(), &mut ClauseCounter::default())?;
/// // Variables of the at-most-ones come after the four colours of vertices.
/// assert!(size.variables >= 4 && size.clauses >= 7);
/// let limited = direct.count(&model, Options::default(), &mut ClauseCounter::up_to(6));
/// assert_eq!(limited, Err(EncodeError::TooManyClauses { encoding: "direct", most: 6 }));
/// # Ok::<(), EncodeError>(())
/// ```
pub struct Encoding {
    /// `sat:NAME`, the name of the method if the formula is solved unchanged.
    pub(crate) method: &'static str,
    /// The kind of model, a colon, and what its variables and clauses are.
    pub(crate) summary: &'static str,
    /// Whether the method `sat:NAME` solves its formula unchanged; otherwise a method of its own
    /// prepares the model.
    pub(crate) solved_unchanged: bool,
    /// The papers that it follows, in a line.
    pub(crate) source: &'static str,
    pub(crate) complete: bool,
    pub(crate) uses: UsedOptions,
    /// Whether it is for models of this kind.
    pub(crate) takes: fn(&Model) -> bool,
    /// The constraints that a model may have beyond the plain question of its kind.
    pub(crate) minds: &'static [Constraint],
    pub(crate) decision_order: fn(&Model, Options) -> DecisionOrder,
    pub(crate) bytes: fn(&Model) -> u64,
    /// Writes the clauses of a model that is supported.
    pub(crate) write: for<'m> fn(&'m Model, &mut Formula<'_>) -> Written<'m>,
}

impl Encoding {
    /// Defaults: a complete encoding that supports no model and reads no option.
    pub(crate) const BASE: Self = Self {
        method: "sat:",
        summary: "",
        solved_unchanged: true,
        source: "",
        complete: true,
        uses: UsedOptions::NONE,
        takes: |_| false,
        minds: &[],
        decision_order: |_, _| DecisionOrder { true_first: 0, others_last: false },
        bytes: Model::bytes,
        write: |_, _| Err(EncodeError::Unsupported("")),
    };

    /// The name used on the command line, e.g. `position`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.method.split_at("sat:".len()).1
    }

    /// The name with the family of SAT methods: `sat:position`, a method if the formula is solved
    /// unchanged.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        self.method
    }

    /// One line for `satranj list encodings`: the kind of model, a colon, and what its variables
    /// and clauses are.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// What its variables and clauses are: the summary without the kind of model.
    #[must_use]
    pub const fn way(&self) -> &'static str {
        let mut at = 0;
        while at + 2 <= self.summary.len() {
            if let [b':', b' ', ..] = self.summary.as_bytes().split_at(at).1 {
                return self.summary.split_at(at + 2).1;
            }
            at += 1;
        }
        self.summary
    }

    /// Whether the method `sat:NAME` solves its formula unchanged; otherwise a method of its own
    /// prepares the model.
    #[must_use]
    pub const fn solved_unchanged(&self) -> bool {
        self.solved_unchanged
    }

    /// The papers that it follows, in a line, for the comments of formulas.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the clauses alone state the model; a lazy encoding states a relaxation
    /// and adds [`Reading::Cuts`] while solving.
    #[must_use]
    pub const fn complete(&self) -> bool {
        self.complete
    }

    /// Which of the options it reads for at least one model.
    #[must_use]
    pub const fn uses(&self) -> UsedOptions {
        self.uses
    }

    /// The constraints that a model may have beyond the plain question of its kind.
    #[must_use]
    pub const fn minds(&self) -> &'static [Constraint] {
        self.minds
    }

    /// Whether it is for models of this kind, even if it does not support some constraint of this
    /// one.
    #[must_use]
    pub fn takes(&self, model: &Model) -> bool {
        (self.takes)(model)
    }

    /// Whether this encoding applies to the model.
    #[must_use]
    pub fn supports(&self, model: &Model) -> bool {
        self.takes(model) && constraints::are_all_of(self.minds, model)
    }

    /// The order in which a solver should decide the variables of a formula.
    #[must_use]
    pub fn decision_order(&self, model: &Model, options: Options) -> DecisionOrder {
        (self.decision_order)(model, options)
    }

    /// Peak bytes of encoding the model, without the clauses.
    #[must_use]
    pub fn bytes(&self, model: &Model) -> u64 {
        (self.bytes)(model)
    }

    /// Encodes the model: writes the clauses to `sink` and returns the meaning of the variables.
    ///
    /// # Errors
    /// [`EncodeError`] when the model is not supported, the sink interrupts or the formula has
    /// more than [`MOST_VARIABLES`]; the sink then has some of the clauses.
    pub fn encode<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Written<'m> {
        let mut formula = Formula::new(self.name(), options, sink);
        formula.stated(self.supports(model).then_some(()))?;
        let written = (self.write)(model, &mut formula);
        formula.check(0)?;
        let encoded = written?;
        formula.check(encoded.variables().into())?;
        Ok(encoded)
    }

    /// The exact number of variables and clauses, by encoding the model for a counter. Takes the
    /// time of [`Encoding::encode`].
    ///
    /// # Errors
    /// As [`Encoding::encode`]; [`EncodeError::TooManyClauses`] past the counter's limit.
    pub fn count(
        &self,
        model: &Model,
        options: Options,
        counter: &mut ClauseCounter<'_>,
    ) -> Result<Size, EncodeError> {
        let encoded = self.encode(model, options, counter);
        if let Some(most) = counter.exceeded() {
            return Err(EncodeError::TooManyClauses { encoding: self.name(), most });
        }
        Ok(Size { variables: encoded?.variables().into(), clauses: counter.clauses() })
    }
}
