//! All simple paths between two vertices up to a cost, one by one.

use std::collections::HashSet;

use satranj_encodings::model::Witness;

use super::{Ending, Found, meter::Meter};
use crate::{limits::Reason, run::Run};

/// The steps of a model for the search of simple paths.
pub trait PathSteps {
    /// Appends the vertices one step away, in rising order.
    fn neighbours(&self, vertex: u32, list: &mut Vec<u32>);

    /// The cost of a step.
    fn cost(&self, from: u32, to: u32) -> u64;

    /// A lower bound on the cost from a vertex to the end; `None` if it is unreachable. The search
    /// only follows ways that stay within the cost, so an exact value makes it short.
    fn rest(&self, vertex: u32) -> Option<u64>;
}

/// A path and the steps left to try from each of its vertices.
struct SimplePathSearch<'a, S> {
    to: u32,
    most: u64,
    steps: &'a S,
    meter: Meter<'a>,
    path: Vec<u32>,
    /// The cost of the path up to each vertex.
    costs: Vec<u64>,
    on_path: HashSet<u32>,
    /// The steps to try, those from the last vertex last, each part in falling order.
    open: Vec<u32>,
    /// Where the steps from each vertex of the path begin.
    begins: Vec<usize>,
}

/// Hands out every simple path of at most that cost, each once, in the order of its vertices.
///
/// Depth-first search that goes on only if the lower bound of the rest stays within the cost. If
/// that is exact and the cost the least, every branch ends in a path, O(steps of the path times its
/// neighbours) each; with cost to spare a branch may end without one. Memory: the path and the
/// neighbours of its vertices.
///
/// # Errors
/// The reason to stop.
pub fn enumerate(
    [from, to]: [u32; 2],
    most: u64,
    steps: &impl PathSteps,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let mut search = SimplePathSearch {
        to,
        most,
        steps,
        meter: Meter::new(run)?,
        path: Vec::new(),
        costs: Vec::new(),
        on_path: HashSet::new(),
        open: Vec::new(),
        begins: Vec::new(),
    };
    if steps.rest(from).is_none_or(|rest| rest > most) {
        return Ok(Ending::Exhausted);
    }
    search.enter(from)?;
    while let Some(&begin) = search.begins.last() {
        if search.path.last() == Some(&to) {
            search.meter.publish();
            if found(Witness::Path(search.path.clone())).is_break() {
                return Ok(Ending::Enough);
            }
        } else if search.open.len() > begin
            && let Some(next) = search.open.pop()
        {
            search.enter(next)?;
            continue;
        }
        search.leave();
    }
    Ok(Ending::Exhausted)
}

impl<S: PathSteps> SimplePathSearch<'_, S> {
    /// Extends the path by a vertex.
    fn enter(&mut self, vertex: u32) -> Result<(), Reason> {
        self.meter.node()?;
        let before = self.path.last().zip(self.costs.last());
        let cost = before.map_or(0, |(&before, cost)| cost + self.steps.cost(before, vertex));
        self.path.push(vertex);
        self.costs.push(cost);
        self.on_path.insert(vertex);
        let begin = self.open.len();
        self.begins.push(begin);
        if vertex == self.to {
            return Ok(());
        }
        self.steps.neighbours(vertex, &mut self.open);
        let mut kept = begin;
        for index in begin..self.open.len() {
            let next = self.open[index];
            let rest = self.steps.rest(next);
            let cost = cost.saturating_add(self.steps.cost(vertex, next));
            let within = rest.is_some_and(|rest| cost.saturating_add(rest) <= self.most);
            if within && !self.on_path.contains(&next) {
                self.open[kept] = next;
                kept += 1;
            }
        }
        self.open.truncate(kept);
        self.open[begin..].reverse();
        Ok(())
    }

    /// Takes the last vertex back.
    fn leave(&mut self) {
        if let Some(vertex) = self.path.pop() {
            self.on_path.remove(&vertex);
        }
        self.costs.pop();
        self.begins.pop();
        self.meter.take_back(1);
    }
}
