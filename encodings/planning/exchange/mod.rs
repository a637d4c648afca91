//! Exchanges as plans: the pieces on the vertices after each step, and its moves.

mod layout;

use layout::{Layout, distances};
use rustsat::types::Lit;

use super::PlanningModel;
use crate::{
    clause::{Assignment, Interrupted},
    encoding::{Encoded, ReadError, Reading, Written},
    exchange::{Exchange, Kind, Move},
    formula::{Formula, VariableGroup, Window},
    lattice::Lattice,
    model::Witness,
};

impl PlanningModel for Exchange {
    fn at_most(&self) -> Option<u64> {
        self.at_most
    }

    /// The pieces' moves to the nearest goals, one at a time or in parallel.
    fn least_horizon(&self) -> u64 {
        let (mut sum, mut most) = (0, 0);
        for (kind, lattice) in (0..).zip(&self.kinds) {
            let distances = distances(lattice, &self.start, kind);
            let goals =
                self.goal.iter().zip(distances).filter(|(stands, _)| **stands == Some(kind));
            for moves in goals.filter_map(|(_, moves)| moves) {
                sum += u64::from(moves);
                most = most.max(u64::from(moves));
            }
        }
        if self.parallel { most } else { sum }
    }

    /// Whether one way of a piece between two vertices lies on all its other ways: of two sliding
    /// steps in one direction, one must be a multiple of the other.
    fn is_supported(&self) -> bool {
        let steps = |kind: &Lattice| -> Vec<(i64, i64)> {
            let sliding = kind.steps().iter().filter(|step| step.repeats());
            sliding.map(|step| (step.rows.into(), step.columns.into())).collect()
        };
        let divides = |one: i64, other: i64| one != 0 && other % one == 0 || one == 0 && other == 0;
        let compatible = |a: (i64, i64), b: (i64, i64)| {
            let one_line = a.0 * b.1 == a.1 * b.0 && a.0 * b.0 + a.1 * b.1 > 0;
            let multiple = |a: (i64, i64), b: (i64, i64)| divides(a.0, b.0) && divides(a.1, b.1);
            !one_line || multiple(a, b) || multiple(b, a)
        };
        self.kinds
            .iter()
            .map(steps)
            .all(|steps| steps.iter().all(|&a| steps.iter().all(|&b| compatible(a, b))))
    }

    fn bytes(&self) -> u64 {
        let places = (self.kinds.len() as u64 + 2).saturating_mul(self.vertices().into());
        let arcs = self.kinds.iter().map(Lattice::arcs_bound).fold(0, u64::saturating_add);
        places.saturating_mul(64).saturating_add(arcs.saturating_mul(96))
    }

    fn encode<'m>(&'m self, most: u64, formula: &mut Formula<'_>) -> Written<'m> {
        // Each step has a variable.
        formula.check(most)?;
        let layout = Layout::new(self, most);
        formula.check(layout.variables())?;
        let mut plans = Plans {
            stands: formula.group(layout.stands.clone())?,
            moves: formula.group(layout.moves.iter().map(|its| its.window).collect())?,
            taken: formula.group(layout.taken.clone())?,
            active: formula.group(vec![Window::new(1, Some(most))])?,
            layout,
            variables: 0,
        };
        plans.ends(formula)?;
        plans.standing(formula)?;
        plans.moves(formula)?;
        plans.frames(formula)?;
        plans.steps(formula)?;
        plans.at_most_ones(formula)?;
        plans.variables = formula.variables();
        Ok(Box::new(plans))
    }
}

/// The encoded model.
struct Plans<'m> {
    layout: Layout<'m>,
    /// The piece on each place.
    stands: VariableGroup,
    /// The moves.
    moves: VariableGroup,
    /// Whether each vertex is taken.
    taken: VariableGroup,
    /// Whether each step, from 1, has a move.
    active: VariableGroup,
    /// Number of all variables.
    variables: u32,
}

impl Plans<'_> {
    fn stands(&self, kind: Kind, vertex: u32, time: u64) -> Option<Lit> {
        self.stands.at(self.layout.place(kind, vertex) as u32, time)
    }

    fn taken(&self, vertex: u32, time: u64) -> Option<Lit> {
        self.taken.at(vertex, time)
    }

    fn moved(&self, index: u32, step: u64) -> Option<Lit> {
        self.moves.at(index, step)
    }

    /// The literal for "this step (from 1) has a move".
    fn active(&self, step: u64) -> Lit {
        Lit::positive(self.active.begin(0) + step as u32 - 1)
    }

    fn ends(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let model = self.layout.model;
        for (arrangement, time) in [(&model.start, 0), (&model.goal, self.layout.horizon)] {
            for (vertex, kind) in (0..).zip(arrangement) {
                if let Some(kind) = *kind {
                    formula.add_clause(self.stands(kind, vertex, time).as_slice())?;
                }
            }
        }
        Ok(())
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        (0..self.layout.model.kinds.len()).map(|kind| kind as Kind)
    }

    fn standing(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut literals = Vec::new();
        for vertex in 0..self.taken.items() {
            for (time, taken) in self.taken.each(vertex) {
                literals.clear();
                literals.extend(self.kinds().filter_map(|kind| self.stands(kind, vertex, time)));
                formula.at_most_one(&literals)?;
                literals.iter().try_for_each(|&stands| formula.add_clause(&[!stands, taken]))?;
            }
        }
        Ok(())
    }

    fn moves(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut then = Vec::new();
        for (index, &its) in (0..).zip(&self.layout.moves) {
            for (step, moved) in self.moves.each(index) {
                then.clear();
                then.extend(self.stands(its.kind, its.from, step - 1));
                then.extend(self.stands(its.kind, its.from, step).map(|literal| !literal));
                then.extend(self.stands(its.kind, its.to, step));
                then.extend(self.taken(its.to, step - 1).map(|literal| !literal));
                for &vertex in self.layout.between(index) {
                    then.extend(self.taken(vertex, step - 1).map(|literal| !literal));
                    let after = self.taken(vertex, step).filter(|_| self.layout.model.parallel);
                    then.extend(after.map(|literal| !literal));
                }
                then.push(self.active(step));
                then.iter().try_for_each(|&then| formula.add_clause(&[!moved, then]))?;
            }
        }
        Ok(())
    }

    fn frames(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let [from, to] = self.layout.by_place();
        let mut clause = Vec::new();
        let vertices = 0..self.layout.model.vertices();
        for (kind, vertex) in
            self.kinds().flat_map(|kind| vertices.clone().map(move |vertex| (kind, vertex)))
        {
            let place = self.layout.place(kind, vertex);
            for (time, stands) in self.stands.each(place as u32) {
                let before = time.checked_sub(1).map(|before| (before, to.get(place), time));
                let later = (time < self.layout.horizon).then_some(time + 1);
                let later = later.map(|later| (later, from.get(place), later));
                for (beside, moves, step) in before.into_iter().chain(later) {
                    clause.clear();
                    clause.push(!stands);
                    clause.extend(self.stands(kind, vertex, beside));
                    self.of_step(moves.iter().copied(), step, &mut clause);
                    formula.add_clause(&clause)?;
                }
            }
        }
        Ok(())
    }

    /// Those of these moves that can be made in a step.
    fn of_step(&self, moves: impl Iterator<Item = u32>, step: u64, literals: &mut Vec<Lit>) {
        literals.extend(moves.filter_map(|index| self.moved(index, step)));
    }

    fn all_moves(&self) -> std::ops::Range<u32> {
        0..self.layout.moves.len() as u32
    }

    fn steps(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut clause = Vec::new();
        for step in 1..=self.layout.horizon {
            clause.clear();
            clause.push(!self.active(step));
            self.of_step(self.all_moves(), step, &mut clause);
            formula.add_clause(&clause)?;
            if step > 1 {
                formula.add_clause(&[!self.active(step), self.active(step - 1)])?;
            }
        }
        Ok(())
    }

    fn at_most_ones(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut literals = Vec::new();
        let groups = self.layout.by_vertex();
        for step in 1..=self.layout.horizon {
            if !self.layout.model.parallel {
                literals.clear();
                self.of_step(self.all_moves(), step, &mut literals);
                formula.at_most_one(&literals)?;
                continue;
            }
            for vertex in 0..self.layout.taken.len() {
                for groups in &groups {
                    literals.clear();
                    self.of_step(groups.get(vertex).iter().copied(), step, &mut literals);
                    formula.at_most_one(&literals)?;
                }
            }
        }
        Ok(())
    }

    /// The move from a vertex to another.
    fn find(&self, kind: Kind, (from, to): Move) -> Option<u32> {
        let key = |its: &layout::TimedMove| (its.kind, its.from, its.to);
        let index = self.layout.moves.binary_search_by_key(&(kind, from, to), key);
        index.ok().map(|index| index as u32)
    }
}

impl Encoded for Plans<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    /// A kind on a vertex is labelled like vertices of several boards one after another.
    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let label = |kind: Kind, vertex| label(self.layout.place(kind, vertex) as u32);
        if let Some((place, time)) = self.stands.named(variable) {
            let vertices = self.layout.taken.len() as u32;
            let (kind, vertex) = ((place / vertices) as Kind, place % vertices);
            return Some(format!("stands({},{time})", label(kind, vertex)));
        }
        let (index, step) = self.moves.named(variable)?;
        let its = self.layout.moves[index as usize];
        let (from, to) = (label(its.kind, its.from), label(its.kind, its.to));
        Some(format!("move({from},{to},{step})"))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let mut steps: Vec<Vec<Move>> = vec![Vec::new(); self.layout.horizon as usize];
        for (index, its) in (0..).zip(&self.layout.moves) {
            for (step, moved) in self.moves.each(index) {
                if assignment.satisfies(moved) {
                    steps[step as usize - 1].push((its.from, its.to));
                }
            }
        }
        // Idle steps are at the end.
        steps.retain(|step| !step.is_empty());
        Ok(Reading::Witness(Witness::Plan(steps)))
    }

    /// One of its moves was not made, another piece moved, or the plan goes on.
    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let Witness::Plan(steps) = witness else { return Vec::new() };
        let mut arrangement = self.layout.model.start.clone();
        let mut clause = Vec::new();
        for (step, moves) in (1..).zip(steps) {
            let mut lifted = Vec::with_capacity(moves.len());
            for &(from, to) in moves {
                let Some(kind) = arrangement[from as usize].take() else { continue };
                let index = self.find(kind, (from, to));
                let moved = index.and_then(|index| self.moved(index, step));
                clause.extend(moved.map(|literal| !literal));
                lifted.push((kind, to));
            }
            if self.layout.model.parallel {
                for (vertex, kind) in (0..).zip(&arrangement) {
                    let stands = kind.and_then(|kind| self.stands(kind, vertex, step));
                    clause.extend(stands.map(|literal| !literal));
                }
            }
            for (kind, to) in lifted {
                arrangement[to as usize] = Some(kind);
            }
        }
        let next = steps.len() as u64 + 1;
        if next <= self.layout.horizon {
            clause.push(self.active(next));
        }
        clause
    }
}
