//! Reasons in the remaining graph why no cycle can be completed.

use std::cell::Cell;

use petgraph::{
    algo::articulation_points::articulation_points,
    visit::{Dfs, EdgeFiltered, IntoNeighbors},
};

use super::deduction::{EdgeDeduction, EdgeState};
use crate::{limits::Reason, run::Run};

/// Edges visited between two polls: about 0.5 ms.
const POLL_EVERY: u32 = 1 << 14;

/// A check is due when one edge in this many was removed since the last one: rare enough not to
/// slow down a search that needs no pruning.
const CHECKS_ALONG_A_BRANCH: u32 = 4;

/// The most conflicts between two fruitless checks for articulation points. They cost about three
/// times as much as the check of the balance. On most boards they refute nothing, but on narrow
/// boards (open 3x40) and sparse graphs the search fails without them.
const LONGEST_PAUSE: u32 = 16;

/// Decides when to check the whole graph, and checks it.
///
/// A check costs O(n + m), so it is made when it is likely to help: after a conflict, when the
/// mistake may lie further back than the last decision, and now and then along a branch. It depends
/// only on the search so far.
#[derive(Debug)]
pub struct Pruning {
    after_conflict: bool,
    removed_at_last: u32,
    /// Conflicts to skip between two checks for articulation points.
    pause: u32,
    /// How many of them are left.
    wait: u32,
}

impl Pruning {
    /// Before the first node.
    pub fn new() -> Self {
        Self { after_conflict: true, removed_at_last: 0, pause: 1, wait: 0 }
    }

    /// Notes a conflict; call before [`Pruning::is_due`].
    pub fn note_conflict(&mut self) {
        self.after_conflict = true;
    }

    /// Whether [`Pruning::refutes`] is worth its time now.
    pub fn is_due(&mut self, deduction: &EdgeDeduction<'_>) -> bool {
        let removed = deduction.removed_edges();
        self.removed_at_last = self.removed_at_last.min(removed);
        let since = removed - self.removed_at_last;
        self.after_conflict || since > deduction.graph().edges() / CHECKS_ALONG_A_BRANCH
    }

    /// Whether the remaining graph is found to have no Hamiltonian cycle. O(n + m).
    ///
    /// # Errors
    /// The reason to stop; then nothing is known.
    pub fn refutes(&mut self, deduction: &EdgeDeduction<'_>, run: &Run) -> Result<bool, Reason> {
        self.removed_at_last = deduction.removed_edges();
        if self.after_conflict {
            self.wait = self.wait.saturating_sub(1);
        } else {
            self.wait = 0;
        }
        self.after_conflict = false;
        let looks = Looks { run, since_poll: Cell::new(0), halted: Cell::new(None) };
        let mut refuted = is_unbalanced(deduction, &looks);
        if !refuted && self.wait == 0 && looks.halted.get().is_none() {
            refuted = falls_apart(deduction, &looks);
            self.pause = if refuted { 1 } else { (2 * self.pause).min(LONGEST_PAUSE) };
            self.wait = self.pause;
        }
        if refuted {
            // The mistake may lie still further back: check thoroughly at the next node too.
            (self.pause, self.wait) = (1, 0);
        }
        looks.halted.get().map_or(Ok(refuted), Err)
    }
}

/// Polls while an algorithm visits edges. Once halted it hides all edges: then petgraph's algorithm
/// ends soon.
struct Looks<'a> {
    run: &'a Run,
    since_poll: Cell<u32>,
    halted: Cell<Option<Reason>>,
}

impl Looks<'_> {
    fn go_on(&self) -> bool {
        self.since_poll.set(self.since_poll.get() + 1);
        if self.since_poll.get() == POLL_EVERY && self.halted.get().is_none() {
            self.since_poll.set(0);
            self.halted.set(self.run.poll().err());
        }
        self.halted.get().is_none()
    }
}

/// Whether the used and undecided edges do not connect all vertices, or some vertex is an
/// articulation point: both exclude a Hamiltonian cycle.
///
/// The graph is petgraph's, seen through a filter that hides the removed edges.
fn falls_apart(deduction: &EdgeDeduction<'_>, looks: &Looks<'_>) -> bool {
    let graph = deduction.graph();
    let rest = EdgeFiltered::from_fn(graph.petgraph(), |edge| {
        looks.go_on() && deduction.state(*edge.weight()) != EdgeState::Removed
    });
    let mut walk = Dfs::new(&rest, 0);
    let mut reached = 0;
    while walk.next(&rest).is_some() {
        reached += 1;
    }
    reached < graph.vertices() || !articulation_points(&rest).is_empty()
}

/// Whether the undecided edges have a component whose needs do not balance.
///
/// A vertex still needs `2 - used` edges, all of them within its component. If this is bipartite,
/// each of its edges on the cycle meets one need of either colour, so both colours need equally
/// many; otherwise the sum of the needs must be even.
fn is_unbalanced(deduction: &EdgeDeduction<'_>, looks: &Looks<'_>) -> bool {
    let graph = deduction.graph();
    let undecided = EdgeFiltered::from_fn(graph.petgraph(), |edge| {
        looks.go_on() && deduction.state(*edge.weight()) == EdgeState::Undecided
    });
    let mut colours: Vec<Option<bool>> = vec![None; graph.vertices() as usize];
    let mut stack = Vec::new();
    for root in 0..graph.vertices() {
        if looks.halted.get().is_some() {
            return false;
        }
        if colours[root as usize].is_some() || deduction.used(root) == 2 {
            continue;
        }
        let (mut needs, mut odd_cycle) = ([0_u64; 2], false);
        colours[root as usize] = Some(false);
        stack.push((root, false));
        while let Some((vertex, colour)) = stack.pop() {
            needs[usize::from(colour)] += u64::from(2 - deduction.used(vertex));
            for other in undecided.neighbors(vertex) {
                match colours[other as usize] {
                    None => {
                        colours[other as usize] = Some(!colour);
                        stack.push((other, !colour));
                    }
                    Some(its) => odd_cycle |= its == colour,
                }
            }
        }
        if (needs[0] + needs[1]) % 2 == 1 || (!odd_cycle && needs[0] != needs[1]) {
            return true;
        }
    }
    false
}
