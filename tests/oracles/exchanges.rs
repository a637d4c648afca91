//! Plans that move pieces from a start to a goal arrangement.

use std::collections::{BTreeSet, HashMap, VecDeque};

/// The kind of the piece on each vertex, if there is one.
pub type PlainStanding = Vec<Option<u8>>;

/// From one vertex to another.
pub type PlainMove = (u32, u32);

/// The moves of each step, in rising order.
pub type PlainPlan = Vec<Vec<PlainMove>>;

/// An exchange. Moves are reversible.
#[derive(Debug, Clone)]
pub struct PlainExchange {
    /// For each kind and vertex the vertices along each of its steps, in their order.
    pub rays: Vec<Vec<Vec<Vec<u32>>>>,
    /// The arrangement at the start.
    pub start: PlainStanding,
    /// The goal arrangement.
    pub goal: PlainStanding,
    /// Whether several pieces move in one step.
    pub parallel: bool,
}

impl PlainExchange {
    /// The moves of the piece on a vertex, over empty vertices to an empty one.
    fn moves(&self, standing: &PlainStanding, from: u32) -> BTreeSet<PlainMove> {
        let Some(kind) = standing[from as usize] else { return BTreeSet::new() };
        let rays = &self.rays[usize::from(kind)][from as usize];
        let empty = |to: &&u32| standing[**to as usize].is_none();
        rays.iter().flat_map(|ray| ray.iter().take_while(empty)).map(|&to| (from, to)).collect()
    }

    /// The arrangement after some moves.
    #[must_use]
    pub fn after(standing: &PlainStanding, step: &[PlainMove]) -> PlainStanding {
        let mut after = standing.clone();
        for &(from, to) in step {
            after.swap(from as usize, to as usize);
        }
        after
    }

    /// All steps from an arrangement. Any two moves of a step can be made in both orders.
    #[must_use]
    pub fn steps(&self, standing: &PlainStanding) -> PlainPlan {
        let vertices = 0..standing.len() as u32;
        let moves = vertices.flat_map(|from| self.moves(standing, from));
        let mut sets: PlainPlan = vec![Vec::new()];
        for next in moves {
            let follows = |first: PlainMove, then: PlainMove| {
                self.moves(&Self::after(standing, &[first]), then.0).contains(&then)
            };
            let fits = |&other: &PlainMove| {
                other.0 != next.0 && follows(other, next) && follows(next, other)
            };
            let longer: PlainPlan = sets
                .iter()
                .filter(|set| set.is_empty() || self.parallel && set.iter().all(fits))
                .map(|set| [set.as_slice(), &[next]].concat())
                .collect();
            sets.extend(longer);
        }
        sets.split_off(1)
    }

    /// The distances to all reachable arrangements.
    #[must_use]
    pub fn distances(&self, from: &PlainStanding) -> HashMap<PlainStanding, u64> {
        let mut distances = HashMap::from([(from.clone(), 0)]);
        let mut waiting = VecDeque::from([from.clone()]);
        while let Some(standing) = waiting.pop_front() {
            let distance = distances[&standing] + 1;
            for step in self.steps(&standing) {
                let after = Self::after(&standing, &step);
                if !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance);
                    waiting.push_back(after);
                }
            }
        }
        distances
    }

    /// All plans of at most this many steps, with detours: arrangements may repeat, even the goal.
    #[must_use]
    pub fn plans(&self, most: u64) -> BTreeSet<PlainPlan> {
        self.listed(most, true, usize::MAX)
    }

    /// The plans of at most this many steps that repeat no arrangement. If there are more than
    /// `listed`, some more than `listed` of them.
    #[must_use]
    pub fn plans_without_detours(&self, most: u64, listed: usize) -> BTreeSet<PlainPlan> {
        self.listed(most, false, listed)
    }

    fn listed(&self, most: u64, detours: bool, listed: usize) -> BTreeSet<PlainPlan> {
        let to_goal = self.distances(&self.goal);
        let mut search = Listing { of: self, to_goal, detours, listed, plans: BTreeSet::new() };
        search.extend(&mut vec![self.start.clone()], &mut Vec::new(), most);
        search.plans
    }
}

/// An unfinished list of plans.
struct Listing<'e> {
    of: &'e PlainExchange,
    to_goal: HashMap<PlainStanding, u64>,
    detours: bool,
    listed: usize,
    plans: BTreeSet<PlainPlan>,
}

impl Listing<'_> {
    fn extend(&mut self, path: &mut Vec<PlainStanding>, plan: &mut PlainPlan, rest: u64) {
        let now = path[path.len() - 1].clone();
        if now == self.of.goal {
            self.plans.insert(plan.clone());
        }
        let is_over = now == self.of.goal && !self.detours || self.plans.len() > self.listed;
        let is_near = self.to_goal.get(&now).is_some_and(|&distance| distance <= rest);
        if is_over || !is_near || rest == 0 {
            return;
        }
        for step in self.of.steps(&now) {
            let after = PlainExchange::after(&now, &step);
            if self.detours || !path.contains(&after) {
                path.push(after);
                plan.push(step);
                self.extend(path, plan, rest - 1);
                plan.pop();
                path.pop();
            }
        }
    }
}
