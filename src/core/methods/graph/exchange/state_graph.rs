//! The implicit graph of all arrangements for petgraph; it is never stored.

use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
    iter::Empty,
    vec::IntoIter,
};

use petgraph::visit::{Data, GraphBase, IntoEdgeReferences, IntoEdges, IntoNeighbors, Visitable};

use crate::limits::Reason;

/// An arrangement packed into a word.
pub type Packed = u128;

/// Lists the neighbours of an arrangement.
pub trait StateSuccessors {
    /// Adds them to a list.
    ///
    /// # Errors
    /// The reason to stop.
    fn list(&mut self, state: Packed, list: &mut Vec<Packed>) -> Result<(), Reason>;
}

/// The graph whose vertices are arrangements and whose edges are steps, all of weight 1.
///
/// petgraph's algorithms cannot be interrupted. Once there is a reason to stop, an edge of weight 0
/// leads from every vertex to `way_out`, a vertex where the algorithm ends; its result is then
/// ignored.
pub struct StateGraph<S> {
    successors: RefCell<S>,
    stopped: Cell<Option<Reason>>,
    way_out: Packed,
}

impl<S: StateSuccessors> StateGraph<S> {
    /// The graph of these neighbours.
    pub fn new(successors: S, way_out: Packed) -> Self {
        Self { successors: RefCell::new(successors), stopped: Cell::new(None), way_out }
    }

    /// The reason for leaving by the way out.
    pub fn stopped(&self) -> Option<Reason> {
        self.stopped.get()
    }

    fn list(&self, state: Packed) -> Vec<Packed> {
        let mut list = Vec::new();
        if self.stopped.get().is_none() {
            let listed = self.successors.borrow_mut().list(state, &mut list);
            self.stopped.set(listed.err());
        }
        if self.stopped.get().is_some() {
            list.clear();
            list.push(self.way_out);
        }
        list
    }
}

impl<S> GraphBase for StateGraph<S> {
    type EdgeId = (Packed, Packed);
    type NodeId = Packed;
}

impl<S> Data for StateGraph<S> {
    type NodeWeight = ();
    type EdgeWeight = u64;
}

impl<S> Visitable for StateGraph<S> {
    type Map = HashSet<Packed>;

    fn visit_map(&self) -> Self::Map {
        HashSet::new()
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

impl<S: StateSuccessors> IntoNeighbors for &StateGraph<S> {
    type Neighbors = IntoIter<Packed>;

    fn neighbors(self, state: Packed) -> Self::Neighbors {
        self.list(state).into_iter()
    }
}

/// petgraph's own triples are edges too.
impl<S: StateSuccessors> IntoEdgeReferences for &StateGraph<S> {
    type EdgeRef = (Packed, Packed, &'static u64);
    type EdgeReferences = Empty<Self::EdgeRef>;

    /// Empty: there may be too many to list.
    fn edge_references(self) -> Self::EdgeReferences {
        std::iter::empty()
    }
}

impl<S: StateSuccessors> IntoEdges for &StateGraph<S> {
    type Edges = StateEdges;

    fn edges(self, state: Packed) -> StateEdges {
        let targets = self.list(state).into_iter();
        let weight = if self.stopped.get().is_some() { &0 } else { &1 };
        StateEdges { source: state, targets, weight }
    }
}

/// The edges from an arrangement.
pub struct StateEdges {
    source: Packed,
    targets: IntoIter<Packed>,
    weight: &'static u64,
}

impl Iterator for StateEdges {
    type Item = (Packed, Packed, &'static u64);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.source, self.targets.next()?, self.weight))
    }
}
