//! Routes as plans: where the path is after each step.

use rustsat::types::Lit;

use super::PlanningModel;
use crate::{
    clause::Assignment,
    encoding::{EncodeError, Encoded, ReadError, Reading, Written},
    formula::{Formula, VariableGroup, Window},
    model::Witness,
    route::Route,
};

impl PlanningModel for Route {
    fn at_most(&self) -> Option<u64> {
        self.at_most
    }

    /// The distance between the ends or, if they are not connected, the longest possible path.
    fn least_horizon(&self) -> u64 {
        let distance = self.board.graph().distances(self.from)[self.to as usize];
        distance.min(self.lattice().vertices().saturating_sub(1)).into()
    }

    fn encode<'m>(&'m self, most: u64, formula: &mut Formula<'_>) -> Written<'m> {
        let (horizon, windows) = windows(self, most);
        let at = formula.group(windows)?;
        let mut encoded = EncodedRoute { route: self, horizon, at, variables: 0 };
        encoded.clauses(formula)?;
        encoded.variables = formula.variables();
        Ok(Box::new(encoded))
    }

    fn is_supported(&self) -> bool {
        self.weights.is_none()
    }

    fn most_horizon(&self, _is_stopped: &dyn Fn() -> bool) -> Option<u64> {
        Some(self.lattice().vertices().saturating_sub(1).into())
    }
}

/// The most steps of a path, and its possible times at each vertex.
fn windows(route: &Route, most: u64) -> (u64, Vec<Window>) {
    let vertices = u64::from(route.lattice().vertices());
    let longest = if route.from == route.to { 0 } else { vertices.saturating_sub(1) };
    let horizon = most.min(longest);
    let graph = route.board.graph();
    let (from, to) = (graph.distances(route.from), graph.distances(route.to));
    let window = |(vertex, (from, to)): (u32, (u32, u32))| {
        let last = if vertex == route.from && vertex != route.to && to < u32::MAX {
            // The path leaves the start at once.
            (u64::from(to) <= horizon).then_some(0)
        } else {
            horizon.checked_sub(to.into())
        };
        Window::new(from.into(), last)
    };
    (horizon, (0..).zip(from.into_iter().zip(to)).map(window).collect())
}

/// The encoded model.
struct EncodedRoute<'m> {
    route: &'m Route,
    horizon: u64,
    /// The times of the path at each vertex.
    at: VariableGroup,
    variables: u32,
}

impl EncodedRoute<'_> {
    fn clauses(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        let horizon = self.horizon;
        let mut at_time: Vec<Vec<Lit>> = vec![Vec::new(); horizon as usize + 1];
        for (time, literal) in (0..self.at.items()).flat_map(|vertex| self.at.each(vertex)) {
            at_time[time as usize].push(literal);
        }
        for literals in at_time {
            formula.one_of(&literals)?;
        }
        for vertex in (0..self.at.items()).filter(|&vertex| vertex != self.route.to) {
            formula.at_most_one(&self.at.of(vertex).collect::<Vec<_>>())?;
        }
        let mut literals = Vec::new();
        let graph = self.route.board.graph();
        for vertex in 0..self.at.items() {
            let own = [vertex];
            let next = if vertex == self.route.to { &own } else { graph.neighbours(vertex) };
            for (time, here) in self.at.each(vertex).take_while(|&(time, _)| time < horizon) {
                literals.clear();
                literals.push(!here);
                literals.extend(next.iter().filter_map(|&next| self.at.at(next, time + 1)));
                formula.add_clause(&literals)?;
            }
        }
        Ok(())
    }
}

impl Encoded for EncodedRoute<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let (vertex, time) = self.at.named(variable)?;
        Some(format!("at({},{time})", label(vertex)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let (route, horizon) = (self.route, self.horizon);
        let mut path = vec![route.from];
        let mut at = route.from;
        let graph = route.board.graph();
        for time in 1..=horizon {
            if at == route.to {
                break;
            }
            let is_next = |&&next: &&u32| {
                self.at.at(next, time).is_some_and(|literal| assignment.satisfies(literal))
            };
            let empty = || ReadError::EmptyTime(time as u32);
            at = *graph.neighbours(at).iter().find(is_next).ok_or_else(empty)?;
            path.push(at);
        }
        Ok(Reading::Witness(Witness::Path(path)))
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let path = (0..).zip(witness.numbers());
        path.filter_map(|(time, &vertex)| self.at.at(vertex, time).map(|literal| !literal))
            .collect()
    }
}
