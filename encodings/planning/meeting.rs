//! Gatherings as plans: where each rider can be after each jump.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::window::{Window, numbering};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{EncodeError, Encoded, Options, ReadError, Reading, Size},
    gathering::{
        Gathering, Rider,
        assignment::{exclude_meeting, read_meeting},
    },
    model::Witness,
    totalizer,
    vertex_set::{chosen, numbered},
};

/// The most turns that the first rider and another one need to meet.
pub(super) fn least_horizon(gathering: &Gathering) -> u64 {
    let Some((first, others)) = gathering.riders.split_first() else { return 0 };
    let distances = gathering.board.graph().distances(first.vertex);
    let turns = |rider: &Rider| {
        let jumps = distances[rider.vertex as usize];
        let most = first.jumps.max(rider.jumps).max(1);
        if jumps < u32::MAX { jumps.div_ceil(most).into() } else { 0 }
    };
    others.iter().map(turns).max().unwrap_or(0)
}

/// Where a rider can be when.
struct Ride {
    /// How many jumps it makes in one turn.
    jumps: u64,
    /// The most turns that it can make.
    turns: u64,
    /// The most jumps.
    most: u64,
    distances: Vec<u32>,
}

impl Ride {
    fn new(gathering: &Gathering, rider: Rider, most: u64) -> Self {
        let distances = gathering.board.graph().distances(rider.vertex);
        let finite = distances.iter().copied().filter(|&distance| distance < u32::MAX);
        let farthest = finite.max().unwrap_or(0).into();
        let jumps = u64::from(rider.jumps.max(1));
        let turns = rider.turns(farthest).min(most);
        Self { jumps, turns, most: turns.saturating_mul(jumps).min(farthest), distances }
    }

    /// After which jumps it can be at a vertex.
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

    fn pairs(&self) -> u64 {
        let windows = (0..self.vertices()).map(|vertex| self.window(vertex).len());
        windows.fold(0, u64::saturating_add)
    }
}

/// At least as much as [`encode`] writes. O(riders).
pub(super) fn bound(gathering: &Gathering, most: u64, options: Options) -> Size {
    let vertices = u64::from(gathering.lattice().vertices());
    let mut size = options.at_most_one.bound(vertices);
    size += Size { variables: vertices, clauses: 1 };
    let turns = most.min(vertices);
    for rider in gathering.riders.iter() {
        let jumps = turns.saturating_mul(rider.jumps.max(1).into()).min(vertices);
        let pairs = vertices.saturating_mul(jumps + 1);
        let clauses = turns.saturating_add(vertices).saturating_add(pairs.saturating_mul(2));
        size += Size { variables: turns.saturating_add(pairs), clauses };
    }
    size += totalizer::bound(turns.saturating_mul(gathering.riders.len() as u64), most);
    size
}

pub(super) fn encode<'m>(
    gathering: &'m Gathering,
    most: u64,
    options: Options,
    sink: &mut dyn ClauseSink,
) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
    let vertices = gathering.lattice().vertices();
    let can_meet = gathering.obstruction().is_none();
    let riders = gathering.riders.iter().filter(|_| can_meet);
    if can_meet {
        // Each place of each rider may have a variable.
        numbering(u64::from(vertices).saturating_mul(gathering.riders.len() as u64))?;
    }
    let mut begin = vertices;
    let mut plans = Vec::new();
    for &rider in riders {
        let ride = Ride::new(gathering, rider, most);
        numbering(u64::from(begin).saturating_add(ride.turns).saturating_add(ride.pairs()))?;
        let plan = RiderPlan::new(ride, begin);
        begin = plan.end();
        plans.push(plan);
    }
    let mut variables = numbered(begin);
    let meet: Vec<Lit> = (0..vertices).map(chosen).collect();
    sink.add_clause(if can_meet { &meet } else { &[] })?;
    options.at_most_one.encode(&meet, &mut variables, sink)?;
    for plan in &plans {
        plan.clauses(gathering, sink)?;
    }
    turns_at_most(&plans, most, &mut variables, sink)?;
    Ok(Box::new(Meetings { gathering, plans, variables: variables.n_used() }))
}

fn turns_at_most(
    plans: &[RiderPlan],
    most: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), EncodeError> {
    let turns = plans.iter().flat_map(|plan| (1..=plan.ride.turns).map(|turn| plan.turn(turn)));
    let turns: Vec<Lit> = turns.collect();
    Ok(totalizer::at_most(&turns, most, variables, sink)?)
}

/// The numbered variables of a rider.
struct RiderPlan {
    ride: Ride,
    /// The variable of its first turn.
    begin: u32,
    /// The first variable of each vertex, and behind them the end.
    begins: Vec<u32>,
}

impl RiderPlan {
    fn new(ride: Ride, begin: u32) -> Self {
        let mut begins = Vec::with_capacity(ride.distances.len() + 1);
        let mut next = begin + ride.turns as u32;
        for vertex in 0..ride.vertices() {
            begins.push(next);
            next += ride.window(vertex).len() as u32;
        }
        begins.push(next);
        Self { ride, begin, begins }
    }

    fn end(&self) -> u32 {
        self.begins.last().copied().unwrap_or(self.begin)
    }

    /// That turn, from 1, is made.
    fn turn(&self, turn: u64) -> Lit {
        Var::new(self.begin + turn as u32 - 1).pos_lit()
    }

    fn at(&self, vertex: u32, jumps: u64) -> Option<Lit> {
        let window = self.ride.window(vertex);
        let offset = jumps.checked_sub(window.first).filter(|_| window.contains(jumps))?;
        Some(Var::new(self.begins[vertex as usize] + offset as u32).pos_lit())
    }

    fn clauses(&self, gathering: &Gathering, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        let graph = gathering.board.graph();
        for turn in 2..=self.ride.turns {
            sink.add_clause(&[!self.turn(turn), self.turn(turn - 1)])?;
        }
        let mut clause = Vec::new();
        for vertex in 0..self.ride.vertices() {
            clause.clear();
            clause.push(!chosen(vertex));
            clause.extend(self.at(vertex, self.ride.most));
            sink.add_clause(&clause)?;
        }
        for vertex in 0..self.ride.vertices() {
            let window = self.ride.window(vertex).from(1);
            for jumps in window.first..window.end {
                let before = jumps - 1;
                clause.clear();
                clause.extend(self.at(vertex, jumps).map(|literal| !literal));
                clause.extend(self.at(vertex, before));
                let stays = clause.len();
                let neighbours = graph.neighbours(vertex).iter();
                clause.extend(neighbours.filter_map(|&other| self.at(other, before)));
                sink.add_clause(&clause)?;
                clause.truncate(stays);
                clause.push(self.turn(jumps.div_ceil(self.ride.jumps)));
                sink.add_clause(&clause)?;
            }
        }
        Ok(())
    }
}

/// The encoded model.
struct Meetings<'m> {
    gathering: &'m Gathering,
    plans: Vec<RiderPlan>,
    variables: u32,
}

impl Encoded for Meetings<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if variable < self.gathering.lattice().vertices() {
            return Some(format!("meet({})", label(variable)));
        }
        let rider = self.plans.partition_point(|plan| plan.end() <= variable);
        let plan = self.plans.get(rider)?;
        let offset = u64::from(variable - plan.begin);
        if offset < plan.ride.turns {
            return Some(format!("turn({},{})", rider + 1, offset + 1));
        }
        // The last vertex that begins there; those before it have no variables.
        let vertex = plan.begins.partition_point(|&begin| begin <= variable) - 1;
        let first = plan.ride.window(vertex as u32).first;
        let jumps = first + u64::from(variable - plan.begins[vertex]);
        Some(format!("at({},{},{jumps})", rider + 1, label(vertex as u32)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        read_meeting(self.gathering, assignment)
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        exclude_meeting(witness)
    }
}
