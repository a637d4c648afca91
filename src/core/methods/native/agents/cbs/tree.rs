//! The constraint tree: its nodes, their order, and the work on one of them.

use std::{collections::BinaryHeap, rc::Rc};

use satranj_encodings::agent_paths::{AgentPaths, PlanCost, rested};

use super::{
    super::occupancy::{Clash, TimedOccupancy},
    collision::{Collision, collisions},
    cover::least_cover,
    layers::LayersBuilder,
    node::TreeNode,
    pair_costs::PairCosts,
    restriction::{LonePlan, Restriction},
};
use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The state of the search after some nodes.
pub enum TreeProgress {
    /// A plan cheaper than the bound.
    Plan(Vec<Vec<u32>>),
    /// No further plan is below the bound.
    Finished,
    /// It is not known yet.
    Unfinished,
}

/// The search through the tree.
pub struct ConstraintTree<'m> {
    model: &'m AgentPaths,
    run: &'m Run,
    builder: LayersBuilder<'m>,
    pairs: PairCosts,
    occupancy: TimedOccupancy,
    open: BinaryHeap<TreeNode>,
    /// Only plans of a lower cost are wanted.
    below: u64,
    ids: u32,
    numbers: u64,
}

impl<'m> ConstraintTree<'m> {
    /// The tree with its root; only plans of a cost below a bound are wanted.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        model: &'m AgentPaths,
        below: u64,
        run: &'m Run,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Reason> {
        let builder = LayersBuilder::new(model, run, meter)?;
        let vertices = model.graph().vertices();
        let occupancy = TimedOccupancy::new(vertices, model.agents(), model.no_following, run)?;
        run.permit(8 * u64::from(vertices))?;
        let pairs = PairCosts::new(model);
        let open = BinaryHeap::new();
        let mut tree =
            Self { model, run, builder, pairs, occupancy, open, below, ids: 0, numbers: 0 };
        tree.add_root(meter)?;
        Ok(tree)
    }

    fn is_sum(&self) -> bool {
        self.model.cost == PlanCost::SumOfCosts
    }

    fn add_root(&mut self, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let distances = (0..).zip(&self.model.starts);
        let distances: Vec<u32> = distances
            .map(|(agent, &start): (usize, _)| self.builder.distances[agent][start as usize])
            .collect();
        let greatest = distances.iter().copied().max().unwrap_or(0);
        let mut plans = Vec::new();
        let (mut cost, mut clashes) = (0, 0);
        for (agent, distance) in (0..).zip(distances) {
            let least = if self.is_sum() { distance } else { greatest };
            let Some(plan) = self.planned(agent, Rc::new([]), least, u64::MAX, meter)? else {
                return Ok(());
            };
            cost = if self.is_sum() { cost + u64::from(plan.0.cost) } else { greatest.into() };
            clashes += plan.1;
            self.occupancy.add(agent, Rc::clone(&plan.0.path));
            plans.push(Rc::new(plan.0));
        }
        self.push(TreeNode { bound: cost, cost, clashes, number: 0, is_examined: false, plans })
    }

    fn push(&mut self, mut node: TreeNode) -> Result<(), Reason> {
        if node.bound >= self.below {
            return Ok(());
        }
        self.numbers += 1;
        node.number = self.numbers;
        if self.open.len() == self.open.capacity() {
            let more = self.open.len().max(64);
            self.run.reserve(2 * (more * size_of::<TreeNode>()) as u64)?;
            self.open.reserve(more);
        }
        self.open.push(node);
        Ok(())
    }

    /// Only plans below this cost are wanted from now on.
    pub fn demand(&mut self, below: u64) {
        self.below = self.below.min(below);
    }

    /// Examines at most this many nodes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn advance(&mut self, nodes: u64, meter: &mut Meter<'_>) -> Result<TreeProgress, Reason> {
        for _ in 0..nodes {
            let Some(node) = self.open.pop() else { return Ok(TreeProgress::Finished) };
            if node.bound >= self.below {
                self.open.clear();
                return Ok(TreeProgress::Finished);
            }
            if self.model.at_most.is_none() {
                self.run.lower_bound.raise(node.bound);
            }
            meter.node()?;
            meter.work(self.model.starts.len() as u64)?;
            if let Some(paths) = self.examine(node, meter)? {
                return Ok(TreeProgress::Plan(paths));
            }
        }
        Ok(TreeProgress::Unfinished)
    }

    /// Examines a node; returns its plan if its paths do not collide.
    fn examine(
        &mut self,
        mut node: TreeNode,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>, Reason> {
        for (agent, plan) in (0..).zip(&node.plans) {
            if !Rc::ptr_eq(&plan.path, self.occupancy.path(agent)) {
                self.occupancy.remove(agent);
                self.occupancy.add(agent, Rc::clone(&plan.path));
            }
        }
        let found = self.repaired(&mut node, meter)?;
        if found.is_empty() {
            let paths = rested(node.plans.iter().map(|plan| plan.path.to_vec()).collect());
            let cost = self.model.cost_of(&paths);
            if cost < self.below {
                self.below = cost;
                return Ok(Some(paths));
            }
            return Ok(None);
        }
        if !node.is_examined {
            node.is_examined = true;
            let bound = self.bound_by_pairs(&node, &found, meter)?;
            if bound > node.bound {
                node.bound = bound;
                if !self.is_sum() {
                    node.cost = bound;
                    node.is_examined = false;
                }
                self.push(node)?;
                return Ok(None);
            }
        }
        self.split(&node, &found, meter)?;
        Ok(None)
    }

    /// Chooses other paths of the same cost with fewer collisions; the rest of the collisions.
    fn repaired(
        &mut self,
        node: &mut TreeNode,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Collision>, Reason> {
        let mut found = collisions(&self.occupancy, self.model);
        loop {
            if found.is_empty() {
                return Ok(found);
            }
            let mut counts = vec![0; node.plans.len()];
            for collision in &found {
                for agent in collision.agents {
                    counts[agent as usize] += 1;
                }
            }
            let before = found.len();
            for (agent, &count) in (0..).zip(&counts) {
                if count == 0 {
                    continue;
                }
                let plan = Rc::clone(&node.plans[agent as usize]);
                let cost = self.pairs.horizon(plan.cost, node.bound);
                let layers = self.pairs.layers(agent, &plan, cost, &mut self.builder, meter)?;
                let Some(layers) = layers else { continue };
                let now = self.occupancy.count(agent);
                if now == 0 {
                    continue;
                }
                let (path, clashes) = layers.best_path(agent, &self.occupancy);
                meter.work(layers.heads.len() as u64 / 4)?;
                if clashes < now {
                    self.occupancy.remove(agent);
                    self.occupancy.add(agent, Rc::clone(&path));
                    let restrictions = Rc::clone(&plan.restrictions);
                    node.plans[agent as usize] =
                        Rc::new(LonePlan { id: plan.id, cost, restrictions, path });
                }
            }
            found = collisions(&self.occupancy, self.model);
            if found.len() >= before {
                return Ok(found);
            }
        }
    }

    /// A lower bound on the cost below a node from pairs of agents that collide.
    fn bound_by_pairs(
        &mut self,
        node: &TreeNode,
        found: &[Collision],
        meter: &mut Meter<'_>,
    ) -> Result<u64, Reason> {
        let weights = self.weights(node, found, meter)?;
        if self.is_sum() {
            Ok(node.cost + least_cover(&weights))
        } else {
            let most = weights.iter().map(|pair| u64::from(pair.2)).max().unwrap_or(0);
            Ok(node.bound + most)
        }
    }

    /// The pairs of agents that collide and cannot both keep their costs, with what they need more.
    fn weights(
        &mut self,
        node: &TreeNode,
        found: &[Collision],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(u32, u32, u32)>, Reason> {
        let mut pairs: Vec<(u32, u32)> = found.iter().map(Collision::pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut weights = Vec::new();
        for (a, b) in pairs {
            let plans = [a, b].map(|agent| (agent, Rc::clone(&node.plans[agent as usize])));
            let costs = [0, 1].map(|one: usize| self.pairs.horizon(plans[one].1.cost, node.bound));
            let weight = self.pairs.weight(&plans, costs, &mut self.builder, meter)?;
            if weight > 0 {
                weights.push((a, b, weight));
            }
        }
        Ok(weights)
    }

    /// Adds the two children of a node: a collision is resolved by either agent.
    fn split(
        &mut self,
        node: &TreeNode,
        found: &[Collision],
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let weights = if self.is_sum() { self.weights(node, found, meter)? } else { Vec::new() };
        let heaviest = weights.iter().max_by_key(|&&(a, b, weight)| (weight, u32::MAX - a.min(b)));
        let demands = match heaviest {
            Some(&(a, b, weight)) => {
                let target = found
                    .iter()
                    .filter(|one| one.pair() == (a, b) && one.clash == Clash::Target)
                    .min_by_key(|one| one.time);
                match target {
                    Some(target) => target.demands(true),
                    None => {
                        let [first, second] = [a, b].map(|agent| node.plans[agent as usize].cost);
                        [
                            vec![(a, Restriction::RestsFrom(first + 1))],
                            vec![
                                (a, Restriction::RestsBy(first)),
                                (b, Restriction::RestsFrom(second + weight)),
                            ],
                        ]
                    }
                }
            }
            None => {
                let mut best = None;
                for one in found {
                    let mut widths = [0, 1].map(|_| u32::MAX);
                    for (width, agent) in widths.iter_mut().zip(one.agents) {
                        let plan = Rc::clone(&node.plans[agent as usize]);
                        let cost = self.pairs.horizon(plan.cost, node.bound);
                        let layers =
                            self.pairs.layers(agent, &plan, cost, &mut self.builder, meter)?;
                        *width = layers.map_or(u32::MAX, |layers| layers.width(one.time));
                    }
                    let [a, b] = widths;
                    let key = (a.min(b), a.saturating_mul(b), one.time, one.agents);
                    if best.as_ref().is_none_or(|(known, _)| key < *known) {
                        best = Some((key, *one));
                    }
                }
                let Some((_, one)) = best else { return Ok(()) };
                one.demands(self.is_sum())
            }
        };
        for demands in demands {
            self.add_child(node, &demands, meter)?;
        }
        Ok(())
    }

    /// Adds a child with more demands, if agents can meet them.
    fn add_child(
        &mut self,
        node: &TreeNode,
        demands: &[(u32, Restriction)],
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let mut child = TreeNode {
            bound: node.bound,
            cost: node.cost,
            clashes: node.clashes,
            number: 0,
            is_examined: false,
            plans: node.plans.clone(),
        };
        self.run.poll()?;
        let mut agents: Vec<u32> = demands.iter().map(|demand| demand.0).collect();
        agents.sort_unstable();
        agents.dedup();
        for agent in agents {
            let plan = Rc::clone(&child.plans[agent as usize]);
            let more = demands.iter().filter(|demand| demand.0 == agent).map(|demand| demand.1);
            let restrictions: Rc<[Restriction]> =
                plan.restrictions.iter().copied().chain(more).collect();
            let (least, most) = if self.is_sum() {
                let room = self.below.saturating_sub(1).saturating_sub(child.cost);
                (plan.cost, room.saturating_add(plan.cost.into()))
            } else {
                (child.bound as u32, self.below.saturating_sub(1))
            };
            let before = self.occupancy.count(agent);
            let planned = self.planned(agent, restrictions, least, most, meter)?;
            let Some((next, clashes)) = planned else { return Ok(()) };
            child.clashes = (child.clashes + clashes).saturating_sub(before);
            child.cost = if self.is_sum() {
                child.cost + u64::from(next.cost) - u64::from(plan.cost)
            } else {
                child.cost.max(next.cost.into())
            };
            child.bound = child.bound.max(child.cost);
            child.plans[agent as usize] = Rc::new(next);
        }
        self.push(child)
    }

    /// The best path of an agent under restrictions, with its collisions.
    fn planned(
        &mut self,
        agent: u32,
        restrictions: Rc<[Restriction]>,
        least: u32,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(LonePlan, u32)>, Reason> {
        let found = self.builder.cheapest(agent, &restrictions, least, most, meter)?;
        let Some((cost, layers)) = found else { return Ok(None) };
        let layers = Rc::new(layers);
        let (path, clashes) = layers.best_path(agent, &self.occupancy);
        meter.work(layers.heads.len() as u64 / 4)?;
        self.ids = self.ids.checked_add(1).ok_or(Reason::MemoryLimit)?;
        let id = self.ids;
        self.pairs.keep(id, cost, layers);
        Ok(Some((LonePlan { id, cost, restrictions, path }, clashes)))
    }
}
