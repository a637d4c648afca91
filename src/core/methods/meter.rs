//! Counts the nodes of a search, and stops it at the node limit and when the run says so.

use std::cell::Cell;

use crate::{limits::Reason, run::Run};

/// Nodes, or units of work within one, between two looks at the limits: about 0.1 ms.
const LOOK_EVERY: u64 = 8192;

/// The nodes of a run so far; they are published at every look and at the end. Several may count
/// side by side if nodes are not limited.
pub struct Meter<'r> {
    run: &'r Run,
    nodes: u64,
    /// Nodes that were taken back.
    backtracks: u64,
    /// The nodes and those taken back when it began.
    begin: (u64, u64),
    /// The same as far as they are published.
    published: Cell<(u64, u64)>,
    /// The nodes at which to look next, at most the limit.
    look_at: u64,
    /// Work since the last look.
    work: u64,
    /// The nodes at the last look.
    looked_at: u64,
    /// What is left of the share of the run.
    left: u64,
}

impl<'r> Meter<'r> {
    /// Goes on where the counters of the run stand.
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
    /// The reason to stop: the node would be one too many, or [`Run::poll`] says so.
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

    /// How many nodes may come, none or more, before the next call; for loops that count by
    /// themselves.
    ///
    /// # Errors
    /// As [`Meter::node`].
    pub fn granted(&mut self) -> Result<u64, Reason> {
        self.look()?;
        Ok(self.look_at - self.nodes)
    }

    /// Counts nodes that are taken back.
    #[inline]
    pub fn take_back(&mut self, nodes: u64) {
        self.backtracks += nodes;
    }

    /// How many nodes this one has counted.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.nodes - self.begin.0
    }

    /// All nodes that this one counted were taken back.
    pub fn take_back_all(&mut self) {
        let (nodes, backtracks) = self.begin;
        self.backtracks = backtracks + (self.nodes - nodes);
    }

    /// All nodes of the run but this many, which are still placed, were taken back.
    pub fn keep_placed(&mut self, placed: usize) {
        self.backtracks = self.nodes.saturating_sub(placed as u64);
    }

    /// Counts work that is no node.
    ///
    /// # Errors
    /// The reason to stop that [`Run::poll`] gives.
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

    /// Takes what was done since the last look from the share of the run.
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
        // Fewer than before, where the last are not taken back after all.
        self.run.counters.backtracks.add(self.backtracks.wrapping_sub(backtracks));
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.publish();
    }
}
