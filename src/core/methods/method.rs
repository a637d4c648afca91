//! Methods: data that describes them, and how they find or count the witnesses of their models.

use satranj_encodings::{
    colouring::Colouring, dominating_set::DominatingSet, encoding::Encoding, exchange::Exchange,
    hamiltonian::Hamiltonian, independent_set::IndependentSet, lattice::Lattice, meeting::Meeting,
    model::Model, queens::Queens, route::Route, shortest_path::ShortestPath,
    weighted_set::WeightedSet,
};

use super::{
    Context, Counting, Description, Ending, Found, Goal, MethodError, MethodOptions,
    WitnessCounter, sat::Sat, vertex_cover,
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

/// Finds independent sets.
pub type FindsSets = fn(&IndependentSet, Goal) -> Option<Finder<'_>>;

/// Finds independent sets of vertices with weights.
pub type FindsHeaviest =
    for<'m> fn(&'m WeightedSet, &'m IndependentSet, Goal) -> Option<Finder<'m>>;

/// Counts independent sets.
pub type CountsSets = fn(&IndependentSet, Counting) -> Option<WitnessCounter<'_>>;

/// How a method finds witnesses, by kind of model. Each function extracts what it needs from a
/// model, and returns `None` if it cannot find the wanted witnesses.
#[derive(Clone, Copy)]
pub enum Finds {
    /// Hamiltonian models.
    Hamiltonian(fn(&Hamiltonian, Goal) -> Option<Finder<'_>>),
    /// Hamiltonian models on a grid.
    OnLattice(for<'m> fn(&'m Hamiltonian, &'m Lattice, Goal) -> Option<Finder<'m>>),
    /// Independent sets, and vertex covers by their complements.
    IndependentSet(FindsSets),
    /// The n-queens problem.
    Queens(fn(&Queens, Goal) -> Option<Finder<'_>>),
    /// Dominating sets.
    DominatingSet(fn(&DominatingSet, Goal) -> Option<Finder<'_>>),
    /// Weighted independent sets, and weighted vertex covers by their complements.
    WeightedIndependentSet(FindsHeaviest),
    /// Dominating sets of vertices with weights.
    WeightedDominatingSet(
        for<'m> fn(&'m WeightedSet, &'m DominatingSet, Goal) -> Option<Finder<'m>>,
    ),
    /// Colourings.
    Colouring(fn(&Colouring, Goal) -> Option<Finder<'_>>),
    /// Meetings.
    Meeting(fn(&Meeting, Goal) -> Option<Finder<'_>>),
    /// Routes.
    Route(fn(&Route, Goal) -> Option<Finder<'_>>),
    /// Shortest paths through any graph.
    ShortestPath(fn(&ShortestPath, Goal) -> Option<Finder<'_>>),
    /// Exchanges.
    Exchange(fn(&Exchange, Goal) -> Option<Finder<'_>>),
    /// All models that an encoding supports.
    Encoded(Sat),
    /// Models of several kinds.
    Several {
        /// Whether a model is of one of these kinds.
        takes: fn(&Model) -> bool,
        /// The search.
        find: fn(&Model, Goal) -> Option<Finder<'_>>,
    },
}

impl Finds {
    /// Whether a model is of the kind.
    fn takes(self, model: &Model) -> bool {
        match (self, model) {
            (Self::Hamiltonian(_), Model::Hamiltonian(_))
            | (Self::IndependentSet(_), Model::IndependentSet(_) | Model::VertexCover(_))
            | (Self::Queens(_), Model::Queens(_))
            | (Self::DominatingSet(_), Model::DominatingSet(_))
            | (Self::Colouring(_), Model::Colouring(_))
            | (Self::Meeting(_), Model::Meeting(_))
            | (Self::Route(_), Model::Route(_))
            | (Self::ShortestPath(_), Model::ShortestPath(_))
            | (Self::Exchange(_), Model::Exchange(_)) => true,
            (Self::OnLattice(_), Model::Hamiltonian(model)) => model.lattice().is_some(),
            (Self::WeightedIndependentSet(_), Model::WeightedSet(model)) => {
                model.as_dominating_set().is_none()
            }
            (Self::WeightedDominatingSet(_), Model::WeightedSet(model)) => {
                model.as_dominating_set().is_some()
            }
            (Self::Encoded(sat), model) => sat.states(model),
            (Self::Several { takes, .. }, model) => takes(model),
            _ => false,
        }
    }

    fn finder(self, model: &Model, goal: Goal) -> Option<Finder<'_>> {
        match (self, model) {
            (Self::Hamiltonian(find), Model::Hamiltonian(model)) => find(model, goal),
            (Self::OnLattice(find), Model::Hamiltonian(model)) => {
                find(model, model.lattice()?, goal)
            }
            (Self::IndependentSet(find), Model::IndependentSet(model)) => find(model, goal),
            (Self::IndependentSet(find), Model::VertexCover(model)) => {
                vertex_cover::finder(find, model, goal)
            }
            (Self::Queens(find), Model::Queens(model)) => find(model, goal),
            (Self::DominatingSet(find), Model::DominatingSet(model)) => find(model, goal),
            (Self::WeightedIndependentSet(find), Model::WeightedSet(model)) => {
                match model.as_independent_set() {
                    Some(set) => find(model, set, goal),
                    None => vertex_cover::lightest(find, model, goal),
                }
            }
            (Self::WeightedDominatingSet(find), Model::WeightedSet(model)) => {
                find(model, model.as_dominating_set()?, goal)
            }
            (Self::Colouring(find), Model::Colouring(model)) => find(model, goal),
            (Self::Meeting(find), Model::Meeting(model)) => find(model, goal),
            (Self::Route(find), Model::Route(model)) => find(model, goal),
            (Self::ShortestPath(find), Model::ShortestPath(model)) => find(model, goal),
            (Self::Exchange(find), Model::Exchange(model)) => find(model, goal),
            (Self::Encoded(sat), model) => sat.finder(model, goal),
            (Self::Several { takes, find }, model) if takes(model) => find(model, goal),
            _ => None,
        }
    }
}

/// How a method counts witnesses without finding them one by one, like [`Finds`].
#[derive(Clone, Copy)]
pub enum Counts {
    /// Hamiltonian models.
    Hamiltonian(fn(&Hamiltonian, Counting) -> Option<WitnessCounter<'_>>),
    /// Independent sets, and vertex covers by their complements.
    IndependentSet(CountsSets),
    /// The n-queens problem.
    Queens(fn(&Queens, Counting) -> Option<WitnessCounter<'_>>),
    /// Dominating sets.
    DominatingSet(fn(&DominatingSet, Counting) -> Option<WitnessCounter<'_>>),
    /// Colourings.
    Colouring(fn(&Colouring, Counting) -> Option<WitnessCounter<'_>>),
    /// Routes.
    Route(fn(&Route, Counting) -> Option<WitnessCounter<'_>>),
    /// Shortest paths through any graph.
    ShortestPath(fn(&ShortestPath, Counting) -> Option<WitnessCounter<'_>>),
    /// Exchanges.
    Exchange(fn(&Exchange, Counting) -> Option<WitnessCounter<'_>>),
}

impl Counts {
    /// Whether a model is of the kind.
    fn takes(self, model: &Model) -> bool {
        matches!(
            (self, model),
            (Self::Hamiltonian(_), Model::Hamiltonian(_))
                | (Self::IndependentSet(_), Model::IndependentSet(_) | Model::VertexCover(_))
                | (Self::Queens(_), Model::Queens(_))
                | (Self::DominatingSet(_), Model::DominatingSet(_))
                | (Self::Colouring(_), Model::Colouring(_))
                | (Self::Route(_), Model::Route(_))
                | (Self::ShortestPath(_), Model::ShortestPath(_))
                | (Self::Exchange(_), Model::Exchange(_))
        )
    }

    fn counter(self, model: &Model, counting: Counting) -> Option<WitnessCounter<'_>> {
        match (self, model) {
            (Self::Hamiltonian(count), Model::Hamiltonian(model)) => count(model, counting),
            (Self::IndependentSet(count), Model::IndependentSet(model)) => count(model, counting),
            (Self::IndependentSet(count), Model::VertexCover(model)) => {
                vertex_cover::counter(count, model, counting)
            }
            (Self::Queens(count), Model::Queens(model)) => count(model, counting),
            (Self::DominatingSet(count), Model::DominatingSet(model)) => count(model, counting),
            (Self::Colouring(count), Model::Colouring(model)) => count(model, counting),
            (Self::Route(count), Model::Route(model)) => count(model, counting),
            (Self::ShortestPath(count), Model::ShortestPath(model)) => count(model, counting),
            (Self::Exchange(count), Model::Exchange(model)) => count(model, counting),
            _ => None,
        }
    }
}

/// A way from a model to its witnesses. Its name and kinds of models identify it.
#[derive(Clone, Copy)]
pub struct Method {
    /// What is known of it before it runs.
    pub description: Description,
    /// How it finds witnesses, unless it only counts.
    pub finds: Option<Finds>,
    /// How it counts witnesses, unless it only finds them.
    pub counts: Option<Counts>,
}

impl Method {
    /// A method that finds witnesses.
    #[must_use]
    pub const fn finding(description: Description, finds: Finds) -> Self {
        Self { description, finds: Some(finds), counts: None }
    }

    /// A method that only counts them.
    #[must_use]
    pub const fn counting(description: Description, counts: Counts) -> Self {
        Self { description, finds: None, counts: Some(counts) }
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
        match self.finds? {
            Finds::Encoded(sat) => Some(sat.encoding()),
            _ => None,
        }
    }

    /// Whether it calls an external solver.
    #[must_use]
    pub fn asks_program(&self, options: &MethodOptions) -> bool {
        self.description.asks_solver && options.solver.is_program()
    }

    /// Whether it is for models of this kind, even if it cannot solve this one.
    #[must_use]
    pub fn takes(&self, model: &Model) -> bool {
        self.finds.is_some_and(|finds| finds.takes(model))
            || self.counts.is_some_and(|counts| counts.takes(model))
    }

    /// The search for the wanted witnesses of a model; `None` if it cannot find such witnesses, or
    /// if the model has a constraint that the method does not mind.
    #[must_use]
    pub fn finder<'m>(&self, model: &'m Model, goal: Goal) -> Option<Finder<'m>> {
        self.finds.filter(|_| self.description.minds_all_of(model))?.finder(model, goal)
    }

    /// The count for a model; `None` if it cannot count this without finding the witnesses one by
    /// one, or if the model has a constraint that the method does not mind.
    #[must_use]
    pub fn counter<'m>(&self, model: &'m Model, counting: Counting) -> Option<WitnessCounter<'m>> {
        self.counts.filter(|_| self.description.minds_all_of(model))?.counter(model, counting)
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
