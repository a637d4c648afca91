//! Meetings as plans: where each rider can be after each jump.

use rustsat::types::Lit;

use super::PlanningModel;
use crate::{
    encoding::{EncodeError, Written},
    formula::{Formula, VariableGroup, Window},
    meeting::{Meeting, Rider, assignment::EncodedMeeting},
    vertex_set::chosen,
};

impl PlanningModel for Meeting {
    fn at_most(&self) -> Option<u64> {
        self.at_most
    }

    /// The most turns that the first rider and another one need to meet.
    fn least_horizon(&self) -> u64 {
        let Some((first, others)) = self.riders.split_first() else { return 0 };
        let distances = self.board.graph().distances(first.vertex);
        let turns = |rider: &Rider| {
            let jumps = distances[rider.vertex as usize];
            let most = first.jumps.max(rider.jumps).max(1);
            if jumps < u32::MAX { jumps.div_ceil(most).into() } else { 0 }
        };
        others.iter().map(turns).max().unwrap_or(0)
    }

    fn encode<'m>(&'m self, most: u64, formula: &mut Formula<'_>) -> Written<'m> {
        let vertices = self.lattice().vertices();
        let can_meet = self.obstruction().is_none();
        let riders = self.riders.iter().filter(|_| can_meet);
        if can_meet {
            // Each place of each rider may have a variable.
            let places = u64::from(vertices).saturating_mul(self.riders.len() as u64);
            formula.check(places)?;
        }
        formula.numbered(vertices)?;
        let plans = riders.map(|&rider| RiderPlan::new(self, rider, most, formula));
        let plans = plans.collect::<Result<Vec<_>, EncodeError>>()?;
        let meet: Vec<Lit> = (0..vertices).map(chosen).collect();
        formula.add_clause(if can_meet { &meet } else { &[] })?;
        formula.at_most_one(&meet)?;
        for plan in &plans {
            plan.clauses(self, formula)?;
        }
        let turns: Vec<Lit> = plans.iter().flat_map(|plan| plan.turns.of(0)).collect();
        formula.at_most(&turns, most)?;
        Ok(EncodedMeeting::written(self, formula, None, move |variable, label| {
            (1..).zip(&plans).find_map(|(rider, plan)| {
                if let Some((_, turn)) = plan.turns.named(variable) {
                    return Some(format!("turn({rider},{turn})"));
                }
                let (vertex, jumps) = plan.at.named(variable)?;
                Some(format!("at({rider},{},{jumps})", label(vertex)))
            })
        }))
    }

    fn most_horizon(&self, _is_stopped: &dyn Fn() -> bool) -> Option<u64> {
        // 0 suffices for riders who cannot meet.
        self.obstruction().map(|_| 0)
    }

    fn bytes(&self) -> u64 {
        let riders = self.riders.len() as u64;
        u64::from(self.lattice().vertices()).saturating_mul(16 + 8 * riders)
    }
}

/// The numbered variables of a rider.
struct RiderPlan {
    /// The most jumps of a turn.
    jumps: u64,
    /// The most jumps.
    most: u64,
    /// Whether each turn, from 1, is made.
    turns: VariableGroup,
    /// Whether it can be at each vertex after each number of jumps.
    at: VariableGroup,
}

impl RiderPlan {
    /// Numbers the variables; the rider makes this many turns at most.
    fn new(
        meeting: &Meeting,
        rider: Rider,
        most: u64,
        formula: &mut Formula<'_>,
    ) -> Result<Self, EncodeError> {
        let distances = meeting.board.graph().distances(rider.vertex);
        let finite = distances.iter().copied().filter(|&distance| distance < u32::MAX);
        let farthest = finite.max().unwrap_or(0).into();
        let jumps = u64::from(rider.jumps.max(1));
        let turns = rider.turns(farthest).min(most);
        let most = turns.saturating_mul(jumps).min(farthest);
        let jumped = |&distance: &u32| Window::new(distance.into(), Some(most));
        let turns = formula.group(vec![Window::new(1, Some(turns))])?;
        let at = formula.group(distances.iter().map(jumped).collect())?;
        Ok(Self { jumps, most, turns, at })
    }

    fn clauses(&self, meeting: &Meeting, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        let graph = meeting.board.graph();
        formula.chain(self.turns.of(0))?;
        let mut clause = Vec::new();
        for vertex in 0..self.at.items() {
            clause.clear();
            clause.push(!chosen(vertex));
            clause.extend(self.at.at(vertex, self.most));
            formula.add_clause(&clause)?;
        }
        for vertex in 0..self.at.items() {
            for (jumps, here) in self.at.each(vertex).skip_while(|&(jumps, _)| jumps == 0) {
                let before = jumps - 1;
                clause.clear();
                clause.push(!here);
                clause.extend(self.at.at(vertex, before));
                let stays = clause.len();
                let neighbours = graph.neighbours(vertex).iter();
                clause.extend(neighbours.filter_map(|&other| self.at.at(other, before)));
                formula.add_clause(&clause)?;
                clause.truncate(stays);
                clause.extend(self.turns.at(0, jumps.div_ceil(self.jumps)));
                formula.add_clause(&clause)?;
            }
        }
        Ok(())
    }
}
