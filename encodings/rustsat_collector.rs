//! The bridge from rustsat's clause collectors to our sinks.

use rustsat::{OutOfMemory, encodings::CollectClauses, types::Clause};

use crate::clause::{ClauseSink, Interrupted};

/// Passes the clauses of a rustsat encoding on to a sink. Once the sink interrupts, it reports
/// out-of-memory to rustsat, the only way to stop it.
pub(crate) struct Collector<'a> {
    sink: &'a mut dyn ClauseSink,
    clauses: usize,
    interrupted: Option<Interrupted>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(sink: &'a mut dyn ClauseSink) -> Self {
        Self { sink, clauses: 0, interrupted: None }
    }

    /// The sink's result; rustsat's own error cannot carry it.
    pub(crate) fn finish(self) -> Result<(), Interrupted> {
        self.interrupted.map_or(Ok(()), Err)
    }
}

impl CollectClauses for Collector<'_> {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            if self.interrupted.is_some() {
                return Err(OutOfMemory::ExternalApi);
            }
            self.clauses += 1;
            self.interrupted = self.sink.add_clause(clause.as_ref()).err();
        }
        Ok(())
    }
}
