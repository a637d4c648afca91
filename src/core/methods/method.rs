//! Methods: data that describes them, and how they find or count the witnesses of their models.

use satranj_encodings::{encoding::Encoding, model::Model};

use super::{
    Context, Counting, Description, Ending, Found, Goal, MethodError, MethodOptions,
    WitnessCounter, sat::Sat,
};
use crate::limits::Reason;

/// A search for the witnesses of one model, ready to begin.
pub struct Finder<'m>(Box<Find<'m>>);

type Find<'m> = dyn FnOnce(&Context, &mut Found<'_>) -> Result<Ending, MethodError> + 'm;

impl<'m> Finder<'m> {
    /// A search that always answers unless a limit or a signal stops it.
    pub fn new(find: impl FnOnce(&Context, &mut Found<'_>) -> Result<Ending, Reason> + 'm) -> Self {
        Self::fallible(|context, found| Ok(find(context, found)?))
    }

    /// A search that may fail.
    pub fn fallible(
        find: impl FnOnce(&Context, &mut Found<'_>) -> Result<Ending, MethodError> + 'm,
    ) -> Self {
        Self(Box::new(find))
    }

    /// Finds witnesses and passes them to `found` until that breaks.
    ///
    /// # Errors
    /// [`MethodError`] if no answer of any kind is possible; a limit is not an error but an
    /// [`Ending::Stopped`].
    pub fn find(self, context: &Context, found: &mut Found<'_>) -> Result<Ending, MethodError> {
        (self.0)(context, found).or_else(|error| error.ending(context))
    }
}

/// Finds the wanted witnesses of a model; `None` if it cannot find such witnesses, or if the model
/// is of another kind.
pub type Finds = fn(&Model, Goal) -> Option<Finder<'_>>;

/// Counts the witnesses of a model without finding them one by one, like [`Finds`].
pub type Counts = fn(&Model, Counting) -> Option<WitnessCounter<'_>>;

/// A way from a model to its witnesses. Its name and kinds of models identify it.
#[derive(Clone, Copy)]
pub struct Method {
    /// What is known of it before it runs.
    pub description: Description,
    /// Whether a model is of a kind that it is for; `None`: of the kind of its encoding.
    takes: Option<fn(&Model) -> bool>,
    finds: Option<Finds>,
    counts: Option<Counts>,
    /// The encoding that it solves unchanged, if that is all it does.
    sat: Option<Sat>,
}

impl Method {
    /// A method that finds witnesses of the models that it takes.
    #[must_use]
    pub const fn finding(
        description: Description,
        takes: fn(&Model) -> bool,
        finds: Finds,
    ) -> Self {
        Self { description, takes: Some(takes), finds: Some(finds), counts: None, sat: None }
    }

    /// A method that only counts them.
    #[must_use]
    pub const fn counting(
        description: Description,
        takes: fn(&Model) -> bool,
        counts: Counts,
    ) -> Self {
        Self { description, takes: Some(takes), finds: None, counts: Some(counts), sat: None }
    }

    /// A method that solves an encoding unchanged.
    #[must_use]
    pub const fn encoded(description: Description, sat: Sat) -> Self {
        let description = description.minding(sat.encoding().minds());
        Self { description, takes: None, finds: None, counts: None, sat: Some(sat) }
    }

    /// The same for models of another kind than its encoding's.
    #[must_use]
    pub const fn taking(self, takes: fn(&Model) -> bool) -> Self {
        Self { takes: Some(takes), ..self }
    }

    /// The same, which also counts.
    #[must_use]
    pub const fn with_counts(self, counts: Counts) -> Self {
        Self { counts: Some(counts), ..self }
    }

    /// The same without counting.
    #[must_use]
    pub const fn without_counting(self) -> Self {
        Self { counts: None, ..self }
    }

    /// `family:name`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.description.name
    }

    /// Its solver with its version, as chosen, if it uses one.
    #[must_use]
    pub fn solver(&self, options: &MethodOptions) -> Option<String> {
        self.description.asks_solver.then(|| options.solver.name())
    }

    /// The encoding whose formula it solves unchanged, if that is all it does.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.sat.map(Sat::encoding)
    }

    /// How it solves that encoding.
    pub(super) fn sat(&self) -> Option<Sat> {
        self.sat
    }

    /// Whether it calls an external solver.
    #[must_use]
    pub fn asks_program(&self, options: &MethodOptions) -> bool {
        self.description.asks_solver && options.solver.is_program()
    }

    /// Whether it is for models of this kind, even if it cannot solve this one.
    #[must_use]
    pub fn takes(&self, model: &Model) -> bool {
        let of_encoding = || self.sat.is_some_and(|sat| sat.takes(model));
        self.takes.map_or_else(of_encoding, |takes| takes(model))
    }

    /// The search for the wanted witnesses of a model; `None` if it cannot find such witnesses, or
    /// if the model has a constraint that the method does not support.
    #[must_use]
    pub fn finder<'m>(&self, model: &'m Model, goal: Goal) -> Option<Finder<'m>> {
        if !self.takes(model) || !self.description.minds_all_of(model) {
            return None;
        }
        match self.sat {
            Some(sat) => sat.finder(model, goal),
            None => self.finds?(model, goal),
        }
    }

    /// The count for a model; `None` if it cannot count this without finding the witnesses one by
    /// one, or if the model has a constraint that the method does not support.
    #[must_use]
    pub fn counter<'m>(&self, model: &'m Model, counting: Counting) -> Option<WitnessCounter<'m>> {
        let is_mine = self.takes(model) && self.description.minds_all_of(model);
        self.counts.filter(|_| is_mine)?(model, counting)
    }

    /// The rule that divides a count into parts that can be kept, if there is one.
    #[must_use]
    pub fn split(&self, model: &Model, counting: Counting) -> Option<&'static str> {
        self.counter(model, counting)?.split()
    }

    /// Whether there is a [`Method::finder`].
    #[must_use]
    pub fn supports(&self, model: &Model, goal: Goal) -> bool {
        self.finder(model, goal).is_some()
    }

    /// Whether there is a [`Method::counter`].
    #[must_use]
    pub fn counts(&self, model: &Model, counting: Counting) -> bool {
        self.counter(model, counting).is_some()
    }

    /// Whether it draws random witnesses of the model with equal probability.
    #[must_use]
    pub fn samples(&self, model: &Model) -> bool {
        self.counter(model, Counting::default()).is_some_and(|counter| counter.can_sample())
    }

    /// Whether it solves the model for any goal, or counts it.
    #[must_use]
    pub fn applies(&self, model: &Model) -> bool {
        self.supports(model, Goal::First)
            || self.supports(model, Goal::All)
            || self.counts(model, Counting::default())
    }

    /// Finds witnesses of a model.
    ///
    /// # Errors
    /// As [`Finder::find`], and [`MethodError::Unsupported`].
    pub fn solve(
        &self,
        model: &Model,
        goal: Goal,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        let finder = self.finder(model, goal).ok_or_else(|| self.unsupported())?;
        finder.find(context, found)
    }

    /// The error for a puzzle that it does not solve.
    #[must_use]
    pub fn unsupported(&self) -> MethodError {
        MethodError::Unsupported { method: self.name(), scope: self.scope() }
    }

    /// Its limits, in brackets after a space; empty without limits.
    #[must_use]
    pub fn scope(&self) -> String {
        self.description.scope.map_or_else(String::new, |scope| format!(" ({scope})"))
    }
}
