//! Routes as plans: where the path is after each step.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::window::{Window, numbering};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{EncodeError, Encoded, Options, ReadError, Reading, Size},
    model::Witness,
    route::Route,
    vertex_set::numbered,
};

/// The distance between the ends, or, where no way leads, the most that a path can have.
pub(super) fn least_horizon(route: &Route) -> u64 {
    let distance = route.board.graph().distances(route.from)[route.to as usize];
    distance.min(route.lattice().vertices().saturating_sub(1)).into()
}

/// When the path may be at which vertex.
struct RouteWindows {
    horizon: u64,
    of_vertex: Vec<Window>,
}

impl RouteWindows {
    fn new(route: &Route, most: u64) -> Self {
        let vertices = u64::from(route.lattice().vertices());
        let longest = if route.from == route.to { 0 } else { vertices.saturating_sub(1) };
        let horizon = most.min(longest);
        let graph = route.board.graph();
        let (from, to) = (graph.distances(route.from), graph.distances(route.to));
        let window = |(vertex, (from, to)): (u32, (u32, u32))| {
            let last = if vertex == route.from && vertex != route.to && to < u32::MAX {
                // It is left at once.
                (u64::from(to) <= horizon).then_some(0)
            } else {
                horizon.checked_sub(to.into())
            };
            Window::new(from.into(), last)
        };
        let of_vertex = (0..).zip(from.into_iter().zip(to)).map(window).collect();
        Self { horizon, of_vertex }
    }

    fn pairs(&self) -> u64 {
        self.of_vertex.iter().map(|window| window.len()).fold(0, u64::saturating_add)
    }
}

/// At least as much as [`encode`] writes. O(1).
pub(super) fn bound(route: &Route, most: u64, options: Options) -> Size {
    let vertices = u64::from(route.lattice().vertices());
    let times = most.min(vertices).saturating_add(1);
    let pairs = vertices.saturating_mul(times);
    let mut size = Size { variables: pairs, clauses: pairs.saturating_add(times) };
    size += options.at_most_one.bound(vertices) * times;
    size += options.at_most_one.bound(times) * vertices;
    size
}

pub(super) fn encode<'m>(
    route: &'m Route,
    most: u64,
    options: Options,
    sink: &mut dyn ClauseSink,
) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
    let windows = RouteWindows::new(route, most);
    let mut variables = numbered(numbering(windows.pairs())?);
    let grid = RouteGrid::new(route, windows);
    grid.clauses(options, &mut variables, sink)?;
    Ok(Box::new(EncodedRoute { grid, variables: variables.n_used() }))
}

/// The numbered variables.
struct RouteGrid<'m> {
    route: &'m Route,
    windows: RouteWindows,
    /// The first variable of each vertex, and behind them the number of all.
    begins: Vec<u32>,
}

impl<'m> RouteGrid<'m> {
    fn new(route: &'m Route, windows: RouteWindows) -> Self {
        let mut begins = Vec::with_capacity(windows.of_vertex.len() + 1);
        let mut begin = 0;
        for window in &windows.of_vertex {
            begins.push(begin);
            begin += window.len() as u32;
        }
        begins.push(begin);
        Self { route, windows, begins }
    }

    fn variables(&self) -> u32 {
        self.begins.last().copied().unwrap_or(0)
    }

    fn at(&self, vertex: u32, time: u64) -> Option<Lit> {
        let window = self.windows.of_vertex[vertex as usize];
        let variable = self.begins[vertex as usize] + (time.checked_sub(window.first)?) as u32;
        window.contains(time).then(|| Var::new(variable).pos_lit())
    }

    fn clauses(
        &self,
        options: Options,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        let horizon = self.windows.horizon;
        let mut at_time: Vec<Vec<Lit>> = vec![Vec::new(); horizon as usize + 1];
        for (vertex, window) in (0..).zip(&self.windows.of_vertex) {
            for time in window.first..window.end {
                at_time[time as usize].extend(self.at(vertex, time));
            }
        }
        for literals in at_time {
            sink.add_clause(&literals)?;
            options.at_most_one.encode(&literals, variables, sink)?;
        }
        let mut literals = Vec::new();
        for (vertex, window) in (0..).zip(&self.windows.of_vertex) {
            if vertex != self.route.to {
                literals.clear();
                let times = window.first..window.end;
                literals.extend(times.filter_map(|time| self.at(vertex, time)));
                options.at_most_one.encode(&literals, variables, sink)?;
            }
        }
        let graph = self.route.board.graph();
        for (vertex, window) in (0..).zip(&self.windows.of_vertex) {
            let own = [vertex];
            let next = if vertex == self.route.to { &own } else { graph.neighbours(vertex) };
            for time in window.first..window.end.min(horizon) {
                literals.clear();
                literals.extend(self.at(vertex, time).map(|literal| !literal));
                literals.extend(next.iter().filter_map(|&next| self.at(next, time + 1)));
                sink.add_clause(&literals)?;
            }
        }
        Ok(())
    }
}

/// The encoded model.
struct EncodedRoute<'m> {
    grid: RouteGrid<'m>,
    variables: u32,
}

impl Encoded for EncodedRoute<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if variable >= self.grid.variables() {
            return None;
        }
        // The last vertex that begins there; those before it have no variables.
        let vertex = self.grid.begins.partition_point(|&begin| begin <= variable) - 1;
        let first = self.grid.windows.of_vertex[vertex].first;
        let time = first + u64::from(variable - self.grid.begins[vertex]);
        Some(format!("at({},{time})", label(vertex as u32)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let (route, horizon) = (self.grid.route, self.grid.windows.horizon);
        let mut path = vec![route.from];
        let mut at = route.from;
        let graph = route.board.graph();
        for time in 1..=horizon {
            if at == route.to {
                break;
            }
            let is_next = |&&next: &&u32| {
                self.grid.at(next, time).is_some_and(|literal| assignment.satisfies(literal))
            };
            let empty = || ReadError::EmptyTime(time as u32);
            at = *graph.neighbours(at).iter().find(is_next).ok_or_else(empty)?;
            path.push(at);
        }
        Ok(Reading::Witness(Witness::Path(path)))
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let path = (0..).zip(witness.numbers());
        path.filter_map(|(time, &vertex)| self.grid.at(vertex, time).map(|literal| !literal))
            .collect()
    }
}
