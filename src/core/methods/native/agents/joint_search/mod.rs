//! `native:astar`: plans for agents by A* over their joint positions, one agent after another.

mod moves;
mod queue;

use std::rc::Rc;

use satranj_encodings::{
    agent_paths::{AgentPaths, rested},
    model::{Model, Witness},
};

use self::{moves::JointRules, queue::LayeredQueue};
use super::joint_key::JointKey;
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Found, Method, agent_plans::one_plan, constraints, growth::push,
        meter::Meter, packed_table::PackedTable,
    },
    run::Run,
};

/// A* over the joint positions of all agents with operator decomposition (Standley, "Finding
/// optimal solutions to cooperative pathfinding problems", AAAI 2010): a step is chosen agent by
/// agent, and each prefix of it is a node of its own with a lower bound.
///
/// The bound is what every agent needs alone. For the sum of costs an agent that arrives at its goal
/// decides at once whether it rests there for good; otherwise it must leave again. It examines at
/// most all joint positions, so without a plan it ends with a certain "no". O(nodes times agents)
/// time; 12 to 20 bytes for each prefix, about 40 for each joint position.
pub const A_STAR: Method = Method::finding(
    Description {
        scope: Some("one plan for agents"),
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::native("native:astar", "A* over the positions of all agents together")
            .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| one_plan(model, goal, solve),
);

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut meter = Meter::new(run)?;
    if model.starts.is_empty() {
        meter.node()?;
        return Ok(best(Vec::new(), found));
    }
    let rules = JointRules::of(model, &mut meter, run)?;
    let plan = match u64::from(rules.bits()).saturating_mul(model.starts.len() as u64) {
        0..64 => JointSearch::<u64>::new(model, rules, run).cheapest(&mut meter)?,
        64..128 => JointSearch::<u128>::new(model, rules, run).cheapest(&mut meter)?,
        _ => JointSearch::<Rc<[u32]>>::new(model, rules, run).cheapest(&mut meter)?,
    };
    Ok(plan.map_or(Ending::Exhausted, |paths| best(paths, found)))
}

/// Passes on the best plan, or any plan if its cost is bounded.
fn best(paths: Vec<Vec<u32>>, found: &mut Found<'_>) -> Ending {
    let asked = found(Witness::Paths(rested(paths)));
    if asked.is_break() { Ending::Enough } else { Ending::Exhausted }
}

/// The choice of one agent in a step.
#[derive(Clone, Copy)]
struct StepChoice {
    /// The choice of the agent before; for the first one, the joint position.
    before: u32,
    /// Where the agent is then.
    field: u32,
}

/// The best way known to a joint position.
struct Arrival {
    cost: u64,
    /// The choice of the last agent.
    last: u32,
    is_done: bool,
}

/// A node to expand: a joint position if no agent has chosen, otherwise the last choice.
#[derive(Clone, Copy, Default)]
struct JointNode {
    index: u32,
    chosen: u32,
}

struct JointSearch<'m, 'r, K> {
    run: &'r Run,
    model: &'m AgentPaths,
    rules: JointRules<'m>,
    choices: Vec<StepChoice>,
    /// The joint positions; the first is the start before any agent has decided to rest.
    positions: Vec<K>,
    arrivals: Vec<Arrival>,
    /// The numbers of the joint positions but the first.
    table: PackedTable<'r, K, u32>,
    queue: LayeredQueue<JointNode>,
    /// The fields before a step, and those chosen.
    from: Vec<u32>,
    to: Vec<u32>,
    /// Fields in the order in which they are packed.
    packed: Vec<u32>,
}

impl<'m, 'r, K: JointKey> JointSearch<'m, 'r, K> {
    fn new(model: &'m AgentPaths, rules: JointRules<'m>, run: &'r Run) -> Self {
        let agents = model.starts.len();
        Self {
            run,
            model,
            rules,
            choices: Vec::new(),
            positions: Vec::new(),
            arrivals: Vec::new(),
            table: PackedTable::new(run, K::beyond(agents)),
            queue: LayeredQueue::default(),
            from: vec![0; agents],
            to: Vec::with_capacity(agents),
            packed: Vec::with_capacity(agents),
        }
    }

    /// The paths of a plan of the least cost; `None` if no plan is cheap enough.
    fn cheapest(mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Vec<u32>>>, Reason> {
        let agents = self.from.len();
        let Some(least) = self.model.least_cost() else { return Ok(None) };
        let most = self.model.at_most.unwrap_or(u64::MAX);
        let is_best_wanted = self.model.at_most.is_none();
        self.packed = self.rules.starts();
        if self.model.anonymous {
            self.packed.sort_unstable();
        }
        self.add_position(0, 0)?;
        if !self.rules.decides_to_rest() {
            let key = self.positions[0].clone();
            self.table.insert(&key, 0)?;
        }
        if least > most {
            return Ok(None);
        }
        self.queue.push(least, JointNode { index: 0, chosen: 0 }, self.run)?;
        let mut bound = None;
        while let Some((total, node)) = self.queue.pop() {
            if is_best_wanted && bound != Some(total) {
                bound = Some(total);
                self.run.lower_bound.raise(total);
            }
            meter.work(agents as u64 / 8)?;
            let mut state = node.index;
            self.to.clear();
            for _ in 0..node.chosen {
                let choice = self.choices[state as usize];
                self.to.push(choice.field);
                state = choice.before;
            }
            self.to.reverse();
            self.positions[state as usize].unpack(self.rules.bits(), &mut self.from);
            let is_first = state == 0 && self.rules.decides_to_rest();
            if node.chosen == 0 {
                if std::mem::replace(&mut self.arrivals[state as usize].is_done, true) {
                    continue;
                }
                if !is_first && self.rules.is_goal(&self.from) {
                    return self.paths_to(state).map(Some);
                }
            }
            meter.node()?;
            self.expand(node, state, total, most, is_first)?;
        }
        Ok(None)
    }

    /// Adds the fields to pack as a joint position.
    fn add_position(&mut self, cost: u64, last: u32) -> Result<u32, Reason> {
        let index = u32::try_from(self.positions.len()).map_err(|_| Reason::MemoryLimit)?;
        push(&mut self.positions, K::pack(&self.packed, self.rules.bits()), self.run)?;
        push(&mut self.arrivals, Arrival { cost, last, is_done: false }, self.run)?;
        Ok(index)
    }

    /// Adds the choices of the next agent.
    fn expand(
        &mut self,
        node: JointNode,
        state: u32,
        total: u64,
        most: u64,
        is_first: bool,
    ) -> Result<(), Reason> {
        let agents = self.from.len();
        let agent = self.to.len();
        let mut options = self.rules.options(&self.from, &self.to, is_first);
        for (field, more) in options.drain(..) {
            let total = self.rules.total(
                (&self.from, &self.to, field),
                (total, more),
                self.arrivals[state as usize].cost,
            );
            if total > most {
                continue;
            }
            let index = u32::try_from(self.choices.len()).map_err(|_| Reason::MemoryLimit)?;
            let choice = StepChoice { before: node.index, field };
            if agent + 1 < agents {
                push(&mut self.choices, choice, self.run)?;
                let next = JointNode { index, chosen: node.chosen + 1 };
                self.queue.push(total, next, self.run)?;
                continue;
            }
            self.to.push(field);
            let cost = self.arrivals[state as usize].cost
                + self.rules.cost(&self.from, &self.to, is_first);
            self.packed.clone_from(&self.to);
            self.to.pop();
            if self.model.anonymous {
                self.packed.sort_unstable();
            }
            let key = K::pack(&self.packed, self.rules.bits());
            let position = match self.table.get(&key).copied() {
                Some(known) if self.arrivals[known as usize].cost <= cost => continue,
                Some(known) => {
                    let arrival = &mut self.arrivals[known as usize];
                    (arrival.cost, arrival.last) = (cost, index);
                    known
                }
                None => {
                    let position = self.add_position(cost, index)?;
                    self.table.insert(&key, position)?;
                    position
                }
            };
            push(&mut self.choices, choice, self.run)?;
            self.queue.push(total, JointNode { index: position, chosen: 0 }, self.run)?;
        }
        self.rules.give_back(options);
        Ok(())
    }

    /// The vertices of each agent on the way to a joint position.
    fn paths_to(&mut self, goal: u32) -> Result<Vec<Vec<u32>>, Reason> {
        let agents = self.from.len();
        let mut steps = Vec::new();
        let mut state = goal;
        while state != 0 {
            let mut index = self.arrivals[state as usize].last;
            let mut to = Vec::with_capacity(agents);
            for _ in 0..agents {
                let choice = self.choices[index as usize];
                to.push(choice.field);
                index = choice.before;
            }
            to.reverse();
            state = index;
            push(&mut steps, to, self.run)?;
            self.run.poll()?;
        }
        let mut paths: Vec<Vec<u32>> = self.model.starts.iter().map(|&start| vec![start]).collect();
        // The field of each agent, and all fields in the order in which they are packed.
        let mut own = self.rules.starts();
        for (number, to) in steps.iter().rev().enumerate() {
            self.packed.clone_from(&own);
            if self.model.anonymous {
                self.packed.sort_unstable();
                for field in &mut own {
                    *field = to[self.packed.binary_search(field).unwrap_or_default()];
                }
            } else {
                own.clone_from(to);
            }
            // In the first step they only decide.
            if number == 0 && self.rules.decides_to_rest() {
                continue;
            }
            for (path, &field) in paths.iter_mut().zip(&own) {
                push(path, self.rules.vertex(field), self.run)?;
            }
        }
        Ok(paths)
    }
}
