//! Meetings as plans: where each rider can be after each jump.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Lit,
};

use super::{PLANNING, PlanningModel};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{EncodeError, Encoded, Options, ReadError, Reading, Written, check_numbering},
    meeting::{
        Meeting, Rider,
        assignment::{exclude_meeting, read_meeting},
    },
    model::Witness,
    totalizer,
    variables::{VariableGroup, Variables, Window},
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

    fn encode<'m>(&'m self, most: u64, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
        let vertices = self.lattice().vertices();
        let can_meet = self.obstruction().is_none();
        let riders = self.riders.iter().filter(|_| can_meet);
        if can_meet {
            // Each place of each rider may have a variable.
            let places = u64::from(vertices).saturating_mul(self.riders.len() as u64);
            check_numbering(PLANNING.name(), places)?;
        }
        let mut variables = Variables::of(PLANNING.name());
        variables.group(vec![Window::below(vertices.into())])?;
        let plans = riders.map(|&rider| {
            let ride = Ride::new(self, rider, most);
            let turns = variables.group(vec![Window::new(1, Some(ride.turns))])?;
            let at = (0..ride.vertices()).map(|vertex| ride.window(vertex)).collect();
            let at = variables.group(at)?;
            Ok(RiderPlan { ride, turns, at })
        });
        let plans = plans.collect::<Result<Vec<_>, EncodeError>>()?;
        let mut variables = variables.auxiliary();
        let meet: Vec<Lit> = (0..vertices).map(chosen).collect();
        sink.add_clause(if can_meet { &meet } else { &[] })?;
        options.at_most_one.encode(&meet, &mut variables, sink)?;
        for plan in &plans {
            plan.clauses(self, sink)?;
        }
        turns_at_most(&plans, most, &mut variables, sink)?;
        Ok(Box::new(Meetings { meeting: self, plans, variables: variables.n_used() }))
    }

    fn most_horizon(&self) -> Option<u64> {
        // 0 suffices for riders who cannot meet.
        self.obstruction().map(|_| 0)
    }

    fn bytes(&self) -> u64 {
        let riders = self.riders.len() as u64;
        u64::from(self.lattice().vertices()).saturating_mul(16 + 8 * riders)
    }
}

/// The times at which a rider can be at each vertex.
struct Ride {
    /// Jumps per turn.
    jumps: u64,
    /// The most turns it can make.
    turns: u64,
    /// The most jumps.
    most: u64,
    distances: Vec<u32>,
}

impl Ride {
    fn new(meeting: &Meeting, rider: Rider, most: u64) -> Self {
        let distances = meeting.board.graph().distances(rider.vertex);
        let finite = distances.iter().copied().filter(|&distance| distance < u32::MAX);
        let farthest = finite.max().unwrap_or(0).into();
        let jumps = u64::from(rider.jumps.max(1));
        let turns = rider.turns(farthest).min(most);
        Self { jumps, turns, most: turns.saturating_mul(jumps).min(farthest), distances }
    }

    /// The numbers of jumps after which it can be at a vertex.
    fn window(&self, vertex: u32) -> Window {
        let distance = self.distances[vertex as usize].into();
        if distance > self.most {
            Window::default()
        } else {
            Window::new(distance, Some(self.most))
        }
    }

    fn vertices(&self) -> u32 {
        self.distances.len() as u32
    }
}

fn turns_at_most(
    plans: &[RiderPlan],
    most: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), EncodeError> {
    let turns = plans.iter().flat_map(|plan| plan.turns.of(0));
    let turns: Vec<Lit> = turns.collect();
    Ok(totalizer::at_most(&turns, most, variables, sink)?)
}

/// The numbered variables of a rider.
struct RiderPlan {
    ride: Ride,
    /// Whether each turn, from 1, is made.
    turns: VariableGroup,
    /// Whether it can be at each vertex after each number of jumps.
    at: VariableGroup,
}

impl RiderPlan {
    fn clauses(&self, meeting: &Meeting, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        let graph = meeting.board.graph();
        for (before, turn) in self.turns.of(0).zip(self.turns.of(0).skip(1)) {
            sink.add_clause(&[!turn, before])?;
        }
        let mut clause = Vec::new();
        for vertex in 0..self.ride.vertices() {
            clause.clear();
            clause.push(!chosen(vertex));
            clause.extend(self.at.at(vertex, self.ride.most));
            sink.add_clause(&clause)?;
        }
        for vertex in 0..self.ride.vertices() {
            let window = self.at.windows()[vertex as usize].from(1);
            for jumps in window.first..window.end {
                let before = jumps - 1;
                clause.clear();
                clause.extend(self.at.at(vertex, jumps).map(|literal| !literal));
                clause.extend(self.at.at(vertex, before));
                let stays = clause.len();
                let neighbours = graph.neighbours(vertex).iter();
                clause.extend(neighbours.filter_map(|&other| self.at.at(other, before)));
                sink.add_clause(&clause)?;
                clause.truncate(stays);
                clause.extend(self.turns.at(0, jumps.div_ceil(self.ride.jumps)));
                sink.add_clause(&clause)?;
            }
        }
        Ok(())
    }
}

/// The encoded model.
struct Meetings<'m> {
    meeting: &'m Meeting,
    plans: Vec<RiderPlan>,
    variables: u32,
}

impl Encoded for Meetings<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if variable < self.meeting.lattice().vertices() {
            return Some(format!("meet({})", label(variable)));
        }
        (1..).zip(&self.plans).find_map(|(rider, plan)| {
            if let Some((_, turn)) = plan.turns.named(variable) {
                return Some(format!("turn({rider},{turn})"));
            }
            let (vertex, jumps) = plan.at.named(variable)?;
            Some(format!("at({rider},{},{jumps})", label(vertex)))
        })
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        read_meeting(self.meeting, assignment)
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        exclude_meeting(witness)
    }
}
