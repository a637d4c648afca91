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

/// Runs a rustsat encoding; treats the collector's out-of-memory as an interruption.
pub(crate) fn collect(
    sink: &mut dyn ClauseSink,
    encode: impl FnOnce(&mut Collector) -> Result<(), OutOfMemory>,
) -> Result<(), Interrupted> {
    let mut collector = Collector { sink, clauses: 0, interrupted: None };
    let encoded = encode(&mut collector);
    // The sink's result; rustsat's own error cannot carry it.
    collector.interrupted.map_or(encoded.map_err(|_| Interrupted), Err)
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
