//! What the formula of a proof states: a puzzle by an encoding, or that a better solution exists.

use std::borrow::Cow;

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Var,
};
use satranj_encodings::{
    clause::{ClauseSink, Interrupted},
    encoding::{EncodeError, Encoded, Encoding, Options},
    hamiltonian::Hamiltonian,
    model::{Model, Sense},
    value_bound::ValueBound,
};

use crate::{
    limits::{Permit, Reason},
    run::Run,
    solvers::recording::{RecordedRefutation, in_memory},
};

/// What a formula states.
pub struct StatedFormula<'m> {
    model: Cow<'m, Model>,
    encoding: &'static Encoding,
    options: Options,
    /// The value to beat, if clauses after the encoding state it.
    beats: Option<u64>,
    bound: Option<String>,
}

impl<'m> StatedFormula<'m> {
    /// The model itself; `None` if the encoding does not state it.
    #[must_use]
    pub fn model(model: &'m Model, encoding: &'static Encoding, options: Options) -> Option<Self> {
        let stated =
            Self { model: Cow::Borrowed(model), encoding, options, beats: None, bound: None };
        encoding.supports(model).then_some(stated)
    }

    /// A statement that a witness is better than `best`: the encoding followed by a bound on the
    /// objective, or a smaller limit on the steps of a plan. `None` if the encoding cannot state
    /// it, or no value can be better.
    #[must_use]
    pub fn better(
        model: &'m Model,
        best: u64,
        encoding: &'static Encoding,
        options: Options,
    ) -> Option<Self> {
        let (value, bound) = match model.sense()? {
            Sense::Maximise => {
                let least = best.checked_add(1)?;
                (least, format!("at least {least}"))
            }
            Sense::Minimise => {
                let most = best.checked_sub(1)?;
                (most, format!("at most {most}"))
            }
        };
        let stated = Self {
            model: Cow::Borrowed(model),
            encoding,
            options,
            beats: Some(best),
            bound: Some(bound),
        };
        if encoding.supports(model) {
            return model.has_bound().then_some(stated);
        }
        // For plans and paths the value is an upper bound; for sets it is exact.
        let is_set = model.is_independent_set()
            || matches!(
                model,
                Model::DominatingSet(_)
                    | Model::VertexCover(_)
                    | Model::WeightedSet(_)
                    | Model::Colouring(_)
            );
        let bounded = model.with_value(value);
        let states = !is_set && encoding.supports(&bounded);
        states.then(|| Self { model: Cow::Owned(bounded), beats: None, ..stated })
    }

    /// The bound in the header: `at least 6`.
    #[must_use]
    pub fn bound(&self) -> Option<&str> {
        self.bound.as_deref()
    }

    /// The encoding.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether a cut is the arcs out of a set, instead of the edges between it and the others. Arcs
    /// without a variable are not used. A lazy encoding, the only kind with cuts, has a variable
    /// per edge if the graph has edges.
    #[must_use]
    pub fn cuts_are_arcs(&self) -> bool {
        self.encoding.complete()
            || self.model.as_hamiltonian().is_some_and(Hamiltonian::is_directed)
    }

    /// Reserves the memory that writing the clauses takes, without the clauses themselves.
    ///
    /// # Errors
    /// The error of `permit`.
    pub fn reserve(&self, permit: Permit<'_>) -> Result<(), Reason> {
        permit(self.encoding.bytes(&self.model))
    }

    /// Writes the clauses; returns their meaning and the number of variables.
    ///
    /// # Errors
    /// As [`Encoding::encode`].
    pub fn encode(
        &self,
        sink: &mut dyn ClauseSink,
    ) -> Result<(Box<dyn Encoded + '_>, u32), EncodeError> {
        let encoded = self.encoding.encode(&self.model, self.options, sink)?;
        let mut variables = encoded.variables();
        if let Some(best) = self.beats {
            let unsupported = EncodeError::Unsupported(self.encoding.name());
            let objective = encoded.objective().ok_or(unsupported)?;
            let mut fresh = BasicVarManager::from_next_free(Var::new(variables));
            ValueBound::new(&objective).tighten(best, &mut fresh, sink)?;
            variables = variables.max(fresh.n_used());
        }
        Ok((encoded, variables))
    }

    /// All clauses in memory.
    ///
    /// # Errors
    /// As [`Encoding::encode`]; `permit` may interrupt it.
    pub fn formula(
        &self,
        run: &Run,
        permit: Permit<'_>,
    ) -> Result<RecordedRefutation, EncodeError> {
        let stop = |reason| {
            run.stop.stop(reason);
            Interrupted
        };
        self.reserve(permit).map_err(stop)?;
        let (formula, encoded) = in_memory(permit, |sink| self.encode(sink)).map_err(stop)?;
        let (_, variables) = encoded?;
        let encoding = self.encoding.name();
        Ok(RecordedRefutation { encoding, formula, variables, cuts: Vec::new() })
    }
}
