//! `graph:search`: Hamiltonian search on the petgraph graph, pruned by graph reasoning.

use satranj_encodings::model::Model;

use crate::methods::{Ending, Found, Goal, Method, MethodError, Run};

/// Placeholder.
pub struct Search;

impl Method for Search {
    fn name(&self) -> &'static str {
        "graph:search"
    }

    fn summary(&self) -> &'static str {
        "search"
    }

    fn supports(&self, _model: &Model, _goal: Goal) -> bool {
        false
    }

    fn solve(
        &self,
        _model: &Model,
        _goal: Goal,
        _run: &Run,
        _found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        Ok(Ending::Exhausted)
    }
}
