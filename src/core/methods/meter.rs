//! Counts the nodes of a search, and stops it at the node limit or when the run is stopped.

use std::cell::Cell;

use crate::{limits::Reason, run::Run};

/// Nodes, or units of work within one, between two checks of the limits: about 0.1 ms.
const LOOK_EVERY: u64 = 8192;

/// The nodes of a run so far; published at every check and at the end. Without a node limit several
/// meters may count in parallel.
pub struct Meter<'r> {
    run: &'r Run,
    nodes: u64,
    /// Nodes that were undone.
    backtracks: u64,
    /// The nodes and backtracks at its beginning.
    begin: (u64, u64),
    /// The nodes and backtracks published so far.
    published: Cell<(u64, u64)>,
    /// The nodes at the next check, at most the limit.
    look_at: u64,
    /// Work since the last check.
    work: u64,
    /// The nodes at the last check.
    looked_at: u64,
    /// The rest of the run's budget.
    left: u64,
}

impl<'r> Meter<'r> {
    /// Continues from the counters of the run.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(run: &'r Run) -> Result<Self, Reason> {
        run.poll()?;
        let nodes = run.counters.nodes.get();
        let backtracks = run.counters.backtracks.get();
        let begin = (nodes, backtracks);
        Ok(Self {
            run,
            nodes,
            backtracks,
            begin,
            published: Cell::new(begin),
            look_at: nodes,
            work: 0,
            looked_at: nodes,
            left: run.share().unwrap_or(u64::MAX),
        })
    }

    /// Counts one node.
    ///
    /// # Errors
    /// The reason to stop: the node would exceed the limit, or that of [`Run::poll`].
    #[inline]
    pub fn node(&mut self) -> Result<(), Reason> {
        if self.nodes >= self.look_at {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts nodes that were [`Meter::granted`].
    #[inline]
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// How many nodes, possibly 0, may come before the next call; for loops that count by
    /// themselves.
    ///
    /// # Errors
    /// As [`Meter::node`].
    pub fn granted(&mut self) -> Result<u64, Reason> {
        self.look()?;
        Ok(self.look_at - self.nodes)
    }

    /// Counts nodes that are undone.
    #[inline]
    pub fn take_back(&mut self, nodes: u64) {
        self.backtracks += nodes;
    }

    /// Number of nodes that this meter has counted.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.nodes - self.begin.0
    }

    /// Counts all nodes of this meter as backtracks.
    pub fn take_back_all(&mut self) {
        let (nodes, backtracks) = self.begin;
        self.backtracks = backtracks + (self.nodes - nodes);
    }

    /// Counts all nodes of the run but this many, which are still placed, as backtracks.
    pub fn keep_placed(&mut self, placed: usize) {
        self.backtracks = self.nodes.saturating_sub(placed as u64);
    }

    /// Nodes and work outside them so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        let begin = self.run.share().unwrap_or(u64::MAX);
        begin - self.left + self.work + (self.nodes - self.looked_at)
    }

    /// Counts work outside nodes.
    ///
    /// # Errors
    /// The reason to stop from [`Run::poll`].
    #[inline]
    pub fn work(&mut self, amount: u64) -> Result<(), Reason> {
        self.work = self.work.saturating_add(amount);
        if self.work < LOOK_EVERY {
            return Ok(());
        }
        self.spend()?;
        self.publish();
        self.run.poll()
    }

    /// Subtracts the work since the last check from the run's budget.
    fn spend(&mut self) -> Result<(), Reason> {
        let done = self.work + (self.nodes - self.looked_at);
        (self.work, self.looked_at) = (0, self.nodes);
        match self.left.checked_sub(done) {
            Some(left) => self.left = left,
            None => {
                self.run.use_up_share();
                return Err(Reason::IncompleteMethod);
            }
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Reason> {
        self.publish();
        let limit = self.run.limits.nodes.unwrap_or(u64::MAX);
        if self.nodes >= limit {
            return Err(Reason::NodeLimit);
        }
        self.spend()?;
        self.look_at = limit.min(self.nodes.saturating_add(LOOK_EVERY));
        self.run.poll()
    }

    /// Writes the counts to the counters of the run.
    pub fn publish(&self) {
        let (nodes, backtracks) = self.published.replace((self.nodes, self.backtracks));
        self.run.counters.nodes.add(self.nodes - nodes);
        // Negative if the last ones are not taken back after all.
        self.run.counters.backtracks.add(self.backtracks.wrapping_sub(backtracks));
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.publish();
    }
}
