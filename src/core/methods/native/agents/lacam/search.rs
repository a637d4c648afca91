//! The search of `LaCAM`: joint positions in depth, their steps as lazily refined constraints.

use std::rc::Rc;

use rand::seq::SliceRandom;
use satranj_encodings::agent_paths::{AgentPaths, PlanCost, rested};

use super::{super::goal_distances::LazyDistances, generator::StepGenerator};
use crate::{
    limits::Reason,
    methods::{
        growth::push,
        meter::Meter,
        packed_table::{PackedKey, PackedTable},
    },
    random::{self, Generator},
    run::Run,
};

/// No joint position.
const NO_POSITION: u32 = u32::MAX;

/// The state of a search after some steps.
pub enum LacamProgress {
    /// The paths of a plan.
    Plan(Vec<Vec<u32>>),
    /// No plan exists.
    NoPlan,
    /// It is not known yet.
    Unfinished,
}

/// Lazy constraints addition search for named agents (Okumura, "`LaCAM`: search-based algorithm for
/// quick multi-agent pathfinding", AAAI 2023): each visit of a joint position asks the
/// `StepGenerator` for one step, with one agent more held to a vertex once all vertices were
/// tried for those before it. It reaches every joint position in the end, so if it finds no plan,
/// no plan exists.
pub struct LacamSearch<'m> {
    model: &'m AgentPaths,
    run: &'m Run,
    distances: LazyDistances<'m>,
    generator: StepGenerator<'m>,
    random: Generator,
    positions: Vec<JointPosition>,
    /// The numbers of the joint positions.
    table: PackedTable<'m, Rc<[u32]>, u32>,
    /// The joint positions on the way to the current one, the last one on top.
    open: Vec<u32>,
    /// The vertices to which the current constraint holds agents.
    given: Vec<(u32, u32)>,
}

struct JointPosition {
    vertices: Rc<[u32]>,
    before: u32,
    /// The agents by falling priority.
    order: Rc<[u32]>,
    /// The steps since each agent was at its goal.
    waited: Rc<[u32]>,
    /// The constraints in the order of breadth, and how many of them were tried.
    constraints: Vec<HeldAgent>,
    tried: usize,
}

/// A constraint: that of `before`, and the agent of this depth in the order goes to a vertex. The
/// first one is empty.
#[derive(Clone, Copy)]
struct HeldAgent {
    before: u32,
    depth: u32,
    vertex: u32,
}

impl<'m> LacamSearch<'m> {
    /// A search that has only the start.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(model: &'m AgentPaths, run: &'m Run) -> Result<Self, Reason> {
        let agents = model.starts.len();
        run.permit(8 * u64::from(model.graph().vertices()) + 64 * agents as u64)?;
        let mut search = Self {
            model,
            run,
            distances: LazyDistances::new(model, run),
            generator: StepGenerator::new(model),
            random: random::generator(run.seed),
            positions: Vec::new(),
            table: PackedTable::new(run, Rc::<[u32]>::beyond(agents)),
            open: Vec::new(),
            given: Vec::new(),
        };
        if agents > 0 {
            let waited = vec![0; agents].into();
            search.add(model.starts.as_slice().into(), waited, NO_POSITION)?;
        }
        Ok(search)
    }

    /// Takes at most this many steps.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn advance(&mut self, steps: u64, meter: &mut Meter<'_>) -> Result<LacamProgress, Reason> {
        if self.model.starts.is_empty() {
            return Ok(LacamProgress::Plan(Vec::new()));
        }
        for _ in 0..steps {
            let Some(&top) = self.open.last() else { return Ok(LacamProgress::NoPlan) };
            if *self.positions[top as usize].vertices == *self.model.goals {
                return self.plan(top).map(LacamProgress::Plan);
            }
            meter.work(self.model.starts.len() as u64)?;
            self.step(top)?;
        }
        Ok(LacamProgress::Unfinished)
    }

    /// A lower bound on the cost of a plan, if each agent reaches its goal: what the agents would
    /// need if each were alone.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn least_cost(&mut self) -> Result<u64, Reason> {
        let (mut greatest, mut sum) = (0, 0);
        for (agent, &start) in (0..).zip(&self.model.starts) {
            let distance = u64::from(self.distances.of(agent, start)?);
            greatest = distance.max(greatest);
            sum += distance;
        }
        Ok(if self.model.cost == PlanCost::Makespan { greatest } else { sum })
    }

    /// The distances found so far, for further work on the plan.
    #[must_use]
    pub fn into_distances(self) -> LazyDistances<'m> {
        self.distances
    }

    /// Tries the next constraint of a joint position.
    fn step(&mut self, top: u32) -> Result<(), Reason> {
        let position = &mut self.positions[top as usize];
        if position.tried == position.constraints.len() {
            self.open.pop();
            return Ok(());
        }
        let tried = position.tried;
        position.tried += 1;
        self.given.clear();
        let mut held = position.constraints[tried];
        while held.depth > 0 {
            self.given.push((position.order[held.depth as usize - 1], held.vertex));
            held = position.constraints[held.before as usize];
        }
        self.refine(top, tried)?;
        let position = &self.positions[top as usize];
        let (from, order) = (Rc::clone(&position.vertices), Rc::clone(&position.order));
        let step = self.generator.step(
            &from,
            &self.given,
            &order,
            &mut self.distances,
            &mut self.random,
        )?;
        let Some(to) = step else { return Ok(()) };
        let to: Rc<[u32]> = to.into();
        if let Some(&known) = self.table.get(&to) {
            if known != top {
                push(&mut self.open, known, self.run)?;
            }
            return Ok(());
        }
        let at_goal = to.iter().zip(&self.model.goals).map(|(vertex, goal)| vertex == goal);
        let waited = position.waited.iter().zip(at_goal);
        let waited = waited.map(|(&steps, at_goal)| if at_goal { 0 } else { steps + 1 }).collect();
        self.add(to, waited, top)
    }

    /// Adds the constraints that hold one agent more.
    fn refine(&mut self, top: u32, tried: usize) -> Result<(), Reason> {
        let position = &mut self.positions[top as usize];
        let depth = position.constraints[tried].depth;
        let Some(&agent) = position.order.get(depth as usize) else { return Ok(()) };
        let own = position.vertices[agent as usize];
        let begin = position.constraints.len();
        for &vertex in self.model.graph().neighbours(own).iter().chain([&own]) {
            let clashes = self.given.iter().any(|&(other, to)| {
                let from = position.vertices[other as usize];
                to == vertex
                    || from == vertex && (to == own || self.model.no_following)
                    || to == own && self.model.no_following
            });
            if !clashes {
                let held = HeldAgent { before: tried as u32, depth: depth + 1, vertex };
                push(&mut position.constraints, held, self.run)?;
            }
        }
        position.constraints[begin..].shuffle(&mut self.random);
        Ok(())
    }

    /// Adds a joint position on top.
    fn add(&mut self, vertices: Rc<[u32]>, waited: Rc<[u32]>, before: u32) -> Result<(), Reason> {
        let agents = vertices.len();
        self.run.reserve(64 * agents as u64)?;
        let index = u32::try_from(self.positions.len()).map_err(|_| Reason::MemoryLimit)?;
        let mut keyed = Vec::with_capacity(agents);
        for (agent, (&vertex, &waited)) in (0..).zip(vertices.iter().zip(waited.iter())) {
            let distance = self.distances.of(agent, vertex)?;
            keyed.push((u32::MAX - waited, u32::MAX - distance, agent));
        }
        keyed.sort_unstable();
        let order = keyed.into_iter().map(|(.., agent)| agent).collect();
        self.table.insert(&vertices, index)?;
        let constraints = vec![HeldAgent { before: 0, depth: 0, vertex: 0 }];
        let position = JointPosition { vertices, before, order, waited, constraints, tried: 0 };
        push(&mut self.positions, position, self.run)?;
        push(&mut self.open, index, self.run)
    }

    /// The paths to a joint position.
    fn plan(&self, goal: u32) -> Result<Vec<Vec<u32>>, Reason> {
        let mut paths = vec![Vec::new(); self.model.starts.len()];
        let mut index = goal;
        while let Some(position) = self.positions.get(index as usize) {
            self.run.poll()?;
            for (path, &vertex) in paths.iter_mut().zip(position.vertices.iter()) {
                push(path, vertex, self.run)?;
            }
            index = position.before;
        }
        for path in &mut paths {
            path.reverse();
        }
        Ok(rested(paths))
    }
}
