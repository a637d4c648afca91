//! `native:frontier` for longest paths and cycles, uncrossed or induced ones too.

mod plan;
mod state;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use satranj_encodings::{
    longest_path::LongestPath,
    model::{Model, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Finder, Found, Goal, Method, constraints, meter::Meter,
        packed_table::PackedTable,
    },
    run::Run,
};
use plan::{Decided, PathTurn};
use state::{Next, PathState};

/// A dynamic program over the vertices and edges along a narrow frontier (Sekine, Imai and Tani,
/// "Computing the Tutte polynomial of a graph of moderate size", 1995; for paths Knuth's Simpath).
///
/// The state stores which ends of paths belong together among the decided vertices with undecided
/// edges, and which of these edges cannot be used any more, because they cross an edge or a vertex
/// is full. Each state has the most edges that lead to it. The decision that led to it takes four
/// bytes, which are kept. Knights on nxn have about 20^(n - 2) states if paths are uncrossed.
pub const FRONTIER: Method = Method::finding(
    Description {
        scope: Some("one longest path or cycle on a narrow board or graph"),
        ..Description::native(
            "native:frontier",
            "a dynamic program along a narrow frontier: finds a longest path",
        )
        .minding(constraints::UNDIRECTED_LONGEST_PATHS)
    },
    Model::is_longest_path,
    |model, goal| {
        let model = model.as_longest_path()?;
        (goal == Goal::First && model.visit.vertices() <= MOST_VERTICES)
            .then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

/// The most vertices.
const MOST_VERTICES: u32 = 1 << 16;

/// The most edges that lead to a state.
#[derive(Clone, Default)]
struct LongestTo {
    length: u32,
    /// Twice the number of the state before, counted from 1, plus 1 if the edge was taken.
    from: u32,
}

fn solve(model: &LongestPath, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let visit = &model.visit;
    run.building(visit.graph_bytes(), || visit.graph())?;
    if visit.is_too_small() {
        return Ok(Ending::Exhausted);
    }
    let least = model.at_least.unwrap_or(0);
    let is_alone = visit.vertices() == 1 || visit.start.is_none() && visit.end.is_none();
    let mut search = LongestSearch { model, best: None, least, found, run };
    if !visit.closed && is_alone && visit.given.is_empty() && search.take(Vec::new()).is_break() {
        return Ok(Ending::Enough);
    }
    if search.is_longest() {
        return Ok(Ending::Exhausted);
    }
    let turns = plan::turns(model, run)?.ok_or(Reason::IncompleteMethod)?;
    search.run(&turns)
}

/// The search with the length of its best path.
struct LongestSearch<'a, 'f> {
    model: &'a LongestPath,
    best: Option<u64>,
    /// The length of a path that is long enough to be found.
    least: u64,
    found: &'a mut Found<'f>,
    run: &'a Run,
}

impl LongestSearch<'_, '_> {
    /// Whether no path can be longer than the best.
    fn is_longest(&self) -> bool {
        let visit = &self.model.visit;
        let most = u64::from(visit.vertices()) - u64::from(!visit.closed);
        self.best == Some(most)
    }

    /// Decides everything turn by turn. A node is an edge taken in a state.
    fn run(&mut self, turns: &[PathTurn]) -> Result<Ending, Reason> {
        let mut meter = Meter::new(self.run)?;
        let mut states = PackedTable::<[u128; 2], LongestTo>::new(self.run, 0);
        let mut next = PackedTable::<[u128; 2], LongestTo>::new(self.run, 0);
        states.insert(&PathState::FIRST.0, LongestTo::default())?;
        // For each turn, the decisions that led to its states, in the order of the table.
        let mut layers: Vec<Vec<u32>> = Vec::with_capacity(turns.len());
        let (mut kept, mut granted) = (0, 0);
        for (at, turn) in turns.iter().enumerate() {
            next.clear(states.len())?;
            for (from, (&key, longest)) in (2..).step_by(2).zip(states.iter()) {
                meter.work(1)?;
                for is_taken in [false, true] {
                    let is_edge = matches!(turn.decided, Decided::Edge { .. });
                    let length = longest.length + u32::from(is_taken && is_edge);
                    let from = from + u32::from(is_taken);
                    match PathState(key).after(turn, is_taken, self.model) {
                        Next::No => {}
                        Next::State(PathState(state)) => {
                            let longest = next.entry(&state)?;
                            if longest.from == 0 || length > longest.length {
                                *longest = LongestTo { length, from };
                            }
                        }
                        Next::Whole => {
                            meter.node()?;
                            let length = u64::from(length);
                            if self.best.is_none_or(|best| length > best) && length >= self.least {
                                let edges = taken(&turns[..=at], &layers, from);
                                if self.take(edges).is_break() {
                                    return Ok(Ending::Enough);
                                }
                                if self.is_longest() {
                                    return Ok(Ending::Exhausted);
                                }
                            }
                        }
                    }
                }
            }
            std::mem::swap(&mut states, &mut next);
            if u32::try_from(2 * states.len() + 3).is_err() {
                return Err(Reason::MemoryLimit);
            }
            kept += (size_of::<u32>() * states.len()) as u64;
            self.run.grown(kept, &mut granted)?;
            layers.push(states.iter().map(|(_, longest)| longest.from).collect());
        }
        Ok(Ending::Exhausted)
    }

    /// Hands over the path of these edges.
    fn take(&mut self, edges: Vec<u32>) -> ControlFlow<()> {
        let path = self.path(edges);
        let length = self.model.length(&path);
        if length < self.least {
            return ControlFlow::Continue(());
        }
        self.best = Some(length);
        (self.found)(Witness::Path(path))
    }

    /// The path or cycle of some edges, from its stated start.
    fn path(&self, edges: Vec<u32>) -> Vec<u32> {
        let (visit, graph) = (&self.model.visit, self.model.visit.graph());
        let mut beside = vec![Vec::new(); visit.vertices() as usize];
        let mut is_used = vec![false; graph.edges() as usize];
        for edge in edges {
            is_used[edge as usize] = true;
        }
        for (edge, (a, b)) in graph.edge_list().enumerate() {
            if is_used[edge] {
                beside[a as usize].push(b);
                beside[b as usize].push(a);
            }
        }
        let ends = |&vertex: &u32| beside[vertex as usize].len() == 1 && visit.end != Some(vertex);
        let on = |&vertex: &u32| !beside[vertex as usize].is_empty();
        let first = visit.start.or_else(|| (0..visit.vertices()).find(ends));
        let first = first.or_else(|| (0..visit.vertices()).find(on)).or(visit.end).unwrap_or(0);
        let (mut path, mut before, mut last) = (vec![first], None, first);
        loop {
            let mut others = beside[last as usize].iter().copied();
            match others.find(|&other| Some(other) != before) {
                Some(other) if other != first => {
                    path.push(other);
                    (before, last) = (Some(last), other);
                }
                _ => return path,
            }
        }
    }
}

/// The edges taken on the way to a decision in the last of these turns.
fn taken(turns: &[PathTurn], layers: &[Vec<u32>], mut from: u32) -> Vec<u32> {
    let mut edges = Vec::new();
    for (at, turn) in turns.iter().enumerate().rev() {
        if let (Decided::Edge { edge, .. }, 1) = (turn.decided, from % 2) {
            edges.push(edge);
        }
        if let Some(before) = at.checked_sub(1) {
            from = layers[before][(from / 2 - 1) as usize];
        }
    }
    edges
}
