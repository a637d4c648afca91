//! All paths of one agent of a given cost as a layered graph (MDD), and the best of them.

use std::rc::Rc;

use satranj_encodings::agent_paths::{AgentPaths, PlanCost};

use super::{
    super::{goal_distances::goal_distances, occupancy::TimedOccupancy},
    restriction::Restriction,
};
use crate::{
    limits::Reason,
    methods::{growth::push, meter::Meter},
    run::Run,
};

/// The costs above the least one for which layers are built without knowing that there is a path.
const DETOUR: u32 = 4;

/// The vertices that an agent can be on at each time on some path of the cost, with the arcs to
/// those of the next time.
#[derive(Default)]
pub struct PathLayers {
    /// The first node of each layer, and the number of nodes.
    pub begins: Vec<u32>,
    pub vertices: Vec<u32>,
    /// The first arc of each node, and the number of arcs.
    pub first_arcs: Vec<u32>,
    /// The node that each arc leads to.
    pub heads: Vec<u32>,
}

impl PathLayers {
    /// The time of the last layer.
    #[must_use]
    pub fn horizon(&self) -> u32 {
        self.begins.len() as u32 - 2
    }

    /// The nodes of a layer, by their first and the one after their last.
    #[must_use]
    pub fn layer(&self, time: u32) -> (u32, u32) {
        (self.begins[time as usize], self.begins[time as usize + 1])
    }

    /// The number of vertices at a time.
    #[must_use]
    pub fn width(&self, time: u32) -> u32 {
        let (begin, end) = self.layer(time.min(self.horizon()));
        end - begin
    }

    /// The nodes after a node.
    #[must_use]
    pub fn after(&self, node: u32) -> &[u32] {
        let [begin, end] = [node, node + 1].map(|node| self.first_arcs[node as usize] as usize);
        &self.heads[begin..end]
    }

    /// About the bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * self.vertices.len() + 4 * (self.heads.len() + self.begins.len())
    }

    /// The path of the fewest collisions with the paths of others.
    #[must_use]
    pub fn best_path(&self, agent: u32, occupancy: &TimedOccupancy) -> (Rc<[u32]>, u32) {
        let horizon = self.horizon();
        let goal = self.vertices[self.vertices.len() - 1];
        let mut costs = vec![0_u32; self.vertices.len()];
        let mut chosen = vec![0_u32; self.vertices.len()];
        let last = costs.len() - 1;
        costs[last] = occupancy.visits_after(agent, goal, horizon).count() as u32;
        for time in (0..horizon).rev() {
            let (begin, end) = self.layer(time);
            for node in begin..end {
                let from = self.vertices[node as usize];
                let mut best = (u32::MAX, 0);
                for &head in self.after(node) {
                    let to = self.vertices[head as usize];
                    let mut cost = costs[head as usize];
                    if cost < best.0 {
                        occupancy.clashes(agent, (from, to), time + 1, |_, _| cost += 1);
                    }
                    if cost < best.0 {
                        best = (cost, head);
                    }
                }
                (costs[node as usize], chosen[node as usize]) = best;
            }
        }
        let mut path = vec![self.vertices[0]];
        let mut node = 0;
        for _ in 0..horizon {
            node = chosen[node as usize];
            path.push(self.vertices[node as usize]);
        }
        (path.into(), costs[0])
    }
}

/// The restrictions of the step that ends at a time, of all by time.
fn of_step(timed: &[(u32, Restriction)], time: u32) -> &[(u32, Restriction)] {
    let begin = timed.partition_point(|one| one.0 < time);
    let length = timed[begin..].partition_point(|one| one.0 == time);
    &timed[begin..][..length]
}

/// Builds the layers of agents.
pub struct LayersBuilder<'m> {
    model: &'m AgentPaths,
    run: &'m Run,
    /// For each agent the distance of each vertex to its goal.
    pub distances: Vec<Vec<u32>>,
    /// For each vertex its node in the layer that is built, plus 1.
    places: Vec<u32>,
    /// The restrictions of single times, by time.
    timed: Vec<(u32, Restriction)>,
    /// Vertices, each with the time from which the agent must not be there.
    closed: Vec<(u32, u32)>,
    is_alive: Vec<bool>,
    renumbered: Vec<u32>,
}

impl<'m> LayersBuilder<'m> {
    /// The builder of a model. Time and memory as [`goal_distances`].
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(model: &'m AgentPaths, run: &'m Run, meter: &mut Meter<'_>) -> Result<Self, Reason> {
        let distances = goal_distances(model, run, meter)?;
        let places = vec![0; model.graph().vertices() as usize];
        let (timed, closed) = (Vec::new(), Vec::new());
        let (is_alive, renumbered) = (Vec::new(), Vec::new());
        Ok(Self { model, run, distances, places, timed, closed, is_alive, renumbered })
    }

    /// The layers of the least cost from `least` to `most`, and this cost.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn cheapest(
        &mut self,
        agent: u32,
        restrictions: &[Restriction],
        least: u32,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(u32, PathLayers)>, Reason> {
        let start = self.model.starts[agent as usize];
        let distance = self.distances[agent as usize][start as usize];
        let mut least = least.max(distance);
        let mut last = 0;
        let mut latest = u32::MAX;
        let goal = self.model.goals[agent as usize];
        for &restriction in restrictions {
            last = last.max(restriction.time());
            match restriction {
                Restriction::RestsFrom(time) => least = least.max(time),
                Restriction::RestsBy(time) => latest = latest.min(time),
                Restriction::Avoid { vertex, time } if vertex == goal => {
                    least = least.max(time + 1);
                }
                _ => {}
            }
        }
        // Once no restriction is left, the agent goes to its goal from where it is, and waits there.
        let most = most.min(u64::from(last.max(least)) + u64::from(self.model.graph().vertices()));
        let most = most.min(latest.into());
        if restrictions.contains(&Restriction::Avoid { vertex: start, time: 0 }) {
            return Ok(None);
        }
        let first = least;
        while u64::from(least) <= most {
            if let Some(layers) = self.layers(agent, restrictions, least, meter)? {
                return Ok(Some((least, layers)));
            }
            least += 1;
            if least == first + DETOUR {
                let arrival = self.arrival(agent, restrictions, (least, most), meter)?;
                let Some(arrival) = arrival else { return Ok(None) };
                least = arrival;
            }
        }
        Ok(None)
    }

    /// The first time within two at which the agent can come to rest. O(n + m) per time.
    fn arrival(
        &mut self,
        agent: u32,
        restrictions: &[Restriction],
        (least, most): (u32, u64),
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        self.set(restrictions);
        let last = restrictions.iter().map(|one| one.time()).max().unwrap_or(0);
        let goal = self.model.goals[agent as usize];
        let is_exact = self.model.cost == PlanCost::SumOfCosts;
        let (mut layer, mut time) = (vec![self.model.starts[agent as usize]], 0);
        let mut arrival = None;
        while u64::from(time) < most && arrival.is_none() {
            time += 1;
            let timed = of_step(&self.timed, time);
            let (mut next, mut arrives) = (Vec::new(), false);
            for &from in &layer {
                for &to in self.model.graph().neighbours(from).iter().chain([&from]) {
                    if self.allows((from, to), time, timed) {
                        arrives |= to == goal && !(is_exact && from == goal);
                        if std::mem::replace(&mut self.places[to as usize], 1) == 0 {
                            next.push(to);
                        }
                    }
                }
            }
            for &vertex in &next {
                self.places[vertex as usize] = 0;
            }
            meter.work(layer.len() as u64)?;
            if time >= least {
                let rests = restrictions.iter().all(|one| one.allows_rest(goal, time));
                arrival = (arrives && rests).then_some(time);
                // From now on it reaches the same vertices in each step.
                if time > last && next.len() == layer.len() {
                    break;
                }
            }
            layer = next;
        }
        Ok(arrival)
    }

    /// Whether the restrictions, of which `timed` are those of this time, allow a step that ends at it.
    fn allows(&self, (from, to): (u32, u32), time: u32, timed: &[(u32, Restriction)]) -> bool {
        !self.closed.iter().any(|&(vertex, from)| vertex == to && from <= time)
            && timed.iter().all(|one| one.1.allows_step(from, to))
    }

    /// Prepares the restrictions of an agent.
    fn set(&mut self, restrictions: &[Restriction]) {
        self.timed.clear();
        self.closed.clear();
        for &restriction in restrictions {
            match restriction {
                Restriction::AvoidFrom { vertex, time } => self.closed.push((vertex, time)),
                Restriction::RestsFrom(_) | Restriction::RestsBy(_) => {}
                _ => self.timed.push((restriction.time(), restriction)),
            }
        }
        self.timed.sort_by_key(|one| one.0);
    }

    /// The layers of all paths that end at a time, for the sum of costs with a step; `None` if
    /// no path does.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn layers(
        &mut self,
        agent: u32,
        restrictions: &[Restriction],
        horizon: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PathLayers>, Reason> {
        let goal = self.model.goals[agent as usize];
        if restrictions.iter().any(|one| !one.allows_rest(goal, horizon)) {
            return Ok(None);
        }
        self.set(restrictions);
        let mut built = PathLayers::default();
        let is_built = self.reach(agent, horizon, &mut built);
        for &vertex in built.begins.last().map_or(&[][..], |&at| &built.vertices[at as usize..]) {
            self.places[vertex as usize] = 0;
        }
        meter.work(built.heads.len() as u64 / 4 + u64::from(horizon))?;
        if !is_built? {
            return Ok(None);
        }
        built.begins.push(built.vertices.len() as u32);
        Ok(self.pruned(&built))
    }

    /// The nodes that the agent reaches; whether it reaches its goal.
    fn reach(&mut self, agent: u32, horizon: u32, built: &mut PathLayers) -> Result<bool, Reason> {
        let distances = &self.distances[agent as usize];
        let (start, goal) = (self.model.starts[agent as usize], self.model.goals[agent as usize]);
        // The last step of a cost goes somewhere.
        let is_exact = self.model.cost == PlanCost::SumOfCosts;
        built.begins.push(0);
        built.vertices.push(start);
        if distances[start as usize] > horizon || horizon == 0 && start != goal {
            return Ok(false);
        }
        for time in 1..=horizon {
            let timed = of_step(&self.timed, time);
            let layer = built.begins[time as usize - 1]..built.vertices.len() as u32;
            built.begins.push(layer.end);
            for node in layer.clone() {
                let from = built.vertices[node as usize];
                built.first_arcs.push(built.heads.len() as u32);
                if is_exact && time == horizon && from == goal {
                    continue;
                }
                for &to in self.model.graph().neighbours(from).iter().chain([&from]) {
                    if distances[to as usize] > horizon - time
                        || !self.allows((from, to), time, timed)
                    {
                        continue;
                    }
                    let place = &mut self.places[to as usize];
                    if *place == 0 {
                        push(&mut built.vertices, to, self.run)?;
                        *place = built.vertices.len() as u32;
                    }
                    let head = *place - 1;
                    push(&mut built.heads, head, self.run)?;
                }
            }
            for &vertex in &built.vertices[layer.end as usize..] {
                self.places[vertex as usize] = 0;
            }
            if layer.end == built.vertices.len() as u32 {
                return Ok(false);
            }
        }
        built.first_arcs.push(built.heads.len() as u32);
        built.first_arcs.push(built.heads.len() as u32);
        Ok(true)
    }

    /// The same without nodes from which the goal is not reached.
    fn pruned(&mut self, built: &PathLayers) -> Option<PathLayers> {
        let nodes = built.vertices.len();
        self.is_alive.clear();
        self.is_alive.resize(nodes, false);
        let (begin, end) = built.layer(built.horizon());
        // The only vertex of the last layer is the goal.
        self.is_alive[begin as usize..end as usize].fill(true);
        for node in (0..begin).rev() {
            self.is_alive[node as usize] =
                built.after(node).iter().any(|&head| self.is_alive[head as usize]);
        }
        if !self.is_alive[0] {
            return None;
        }
        self.renumbered.clear();
        let mut number = 0;
        for &is_alive in &self.is_alive {
            self.renumbered.push(number);
            number += u32::from(is_alive);
        }
        let mut kept = PathLayers::default();
        kept.begins.extend(
            built
                .begins
                .iter()
                .map(|&begin| self.renumbered.get(begin as usize).copied().unwrap_or(number)),
        );
        for node in 0..nodes as u32 {
            if !self.is_alive[node as usize] {
                continue;
            }
            kept.vertices.push(built.vertices[node as usize]);
            kept.first_arcs.push(kept.heads.len() as u32);
            let heads = built.after(node).iter().filter(|&&head| self.is_alive[head as usize]);
            kept.heads.extend(heads.map(|&head| self.renumbered[head as usize]));
        }
        kept.first_arcs.push(kept.heads.len() as u32);
        Some(kept)
    }
}
