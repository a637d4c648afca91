//! Checks of plans for agents by simulation, and of reasons why there is no plan, by names and links
//! of places alone.

use std::collections::{BTreeMap, BTreeSet};

use satranj_encodings::agent_paths::PlanCost;

use super::{
    AgentCertificate, MapfPuzzle,
    joint::{PlainPlans, distances_to},
};
use crate::puzzles::{
    Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, Scope, StepBudget},
    places::PuzzlePlaces,
};

/// The most steps of the search for a cheaper plan.
const MOST_STEPS: u64 = 1 << 28;

/// When an agent comes to rest for good on its path, from 0.
pub fn arrival<N: PartialEq>(path: &[N]) -> usize {
    let Some(last) = path.last() else { return 0 };
    path.iter().rposition(|place| place != last).map_or(0, |before| before + 1)
}

impl PuzzleRules for MapfPuzzle {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Paths { paths } = solution else {
            return Err(Violation("a plan for agents has `paths`".into()));
        };
        let count = self.agents.len();
        ensure!(paths.len() == count, "there are {} paths for {count} agents", paths.len());
        let steps = paths.first().map_or(0, |path| path.len().saturating_sub(1));
        for (agent, (path, own)) in (1..).zip(paths.iter().zip(&self.agents)) {
            ensure!(!path.is_empty(), "the path of agent {agent} is empty");
            ensure!(
                path.len() == steps + 1,
                "the paths of agents 1 and {agent} differ in length: {} and {} places",
                steps + 1,
                path.len()
            );
            ensure!(path[0] == own.from, "agent {agent} does not start at {}", own.from);
            let end = &path[steps];
            ensure!(self.is_goal(agent, end), "agent {agent} ends at {end}, which is not its goal");
        }
        let leads = self.ground.links();
        for time in 0..steps {
            self.verify_step(paths, time, &leads)?;
        }
        self.verify_apart(paths)?;
        if let Some(most) = self.model.at_most {
            let cost = self.cost(paths);
            ensure!(cost <= most, "the plan costs {cost}, but at most {most} is allowed");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        let Certificate::Agents(certificate) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("the certificate `{kind}` does not apply to agents")));
        };
        let least = match certificate {
            AgentCertificate::Distances {} => Some(self.least_by_distances()?),
            AgentCertificate::Cut { steps, places, times } => {
                self.verify_cut(*steps, places, times)?;
                Some(steps.saturating_add(1))
            }
            _ => None,
        };
        if let Some(least) = least {
            let better = match (best, self.model.at_most) {
                (Some(best), _) => best.checked_sub(1),
                (None, Some(most)) => Some(most),
                (None, None) => return Err(Violation("it bounds the cost of plans only".into())),
            };
            ensure!(
                better.is_none_or(|better| better < least),
                "it shows that a plan costs at least {least}, which is too little"
            );
            return Ok(());
        }
        ensure!(best.is_none(), "the certificate excludes every plan, but a plan is given");
        let part = self.closed_part(certificate.places())?;
        let number = |agent: u32| {
            let agent = (agent as usize).checked_sub(1).and_then(|index| self.agents.get(index));
            agent.ok_or_else(|| Violation("there is no agent of that number".into()))
        };
        match certificate {
            AgentCertificate::Separated { agent: Some(agent), .. } => {
                ensure!(!self.model.anonymous, "any agent may go to any goal");
                let agent = number(*agent)?;
                ensure!(
                    part.contains(&self.ground.number(&agent.from)?)
                        && !part.contains(&self.ground.number(&agent.to)?),
                    "the agent does not start there, or has its goal there"
                );
            }
            AgentCertificate::Separated { agent: None, .. } => {
                let (mut starts, mut goals) = (0, 0);
                for agent in &self.agents {
                    starts += usize::from(part.contains(&self.ground.number(&agent.from)?));
                    goals += usize::from(part.contains(&self.ground.number(&agent.to)?));
                }
                ensure!(starts != goals, "{starts} agents start there and {goals} goals are there");
            }
            AgentCertificate::Passing { agents: [first, second], places } => {
                ensure!(!self.model.anonymous, "any agent may go to any goal");
                self.verify_path(places)?;
                let rank = |name: &String| {
                    let rank = places.iter().position(|place| place == name);
                    rank.ok_or_else(|| Violation(format!("{name} is not on the path")))
                };
                let (first, second) = (number(*first)?, number(*second)?);
                let before = rank(&first.from)? < rank(&second.from)?;
                let after = rank(&first.to)? < rank(&second.to)?;
                ensure!(before != after, "the two agents need not pass each other");
            }
            AgentCertificate::Parity {} => {
                let [moves, exchanges] = self.parities()?;
                ensure!(moves != exchanges, "the moves and the exchanges have the same parity");
            }
            AgentCertificate::Arrangements { reached } => self.verify_arrangements(*reached)?,
            AgentCertificate::Distances {} | AgentCertificate::Cut { .. } => {}
        }
        Ok(())
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let Certificate::Agents(certificate) = certificate else { return 0 };
        let whole = self.ground.steps_of(None);
        match certificate {
            AgentCertificate::Distances {} => whole.saturating_mul(self.agents.len() as u64),
            AgentCertificate::Cut { steps, .. } => whole.saturating_mul(*steps),
            AgentCertificate::Arrangements { reached } => {
                let agents = self.agents.len() as u64;
                reached.saturating_mul(*reached).saturating_mul(agents)
            }
            AgentCertificate::Parity {} => whole,
            _ => self.ground.steps_of(Some(certificate.places().len())),
        }
    }

    /// Nobody moves.
    fn obvious(&self) -> Option<Solution> {
        let paths = self.agents.iter().map(|agent| vec![agent.from.clone()]).collect();
        Some(Solution::Paths { paths })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let Solution::Paths { paths } = solution else { return None };
        self.model.at_most.is_none().then(|| self.cost(paths))
    }

    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Some(cost) = self.value(solution) else { return Optimality::Open };
        let Some(less) = cost.checked_sub(1) else { return Optimality::Best };
        match PlainPlans::new(self, less, &mut StepBudget::of(MOST_STEPS)) {
            Err(_) => Optimality::Open,
            Ok(search) => match search.least_cost() {
                Some(least) => Optimality::Better(format!("there is one that costs {least}")),
                None => Optimality::Best,
            },
        }
    }

    /// Finds every plan of the least cost, or of at most the stated cost.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let Some(most) = scope.most(self.model.at_most)? else { return Ok(()) };
        PlainPlans::new(self, most, budget)?.search(budget, found)
    }
}

impl MapfPuzzle {
    /// The cost of paths of one length.
    #[must_use]
    pub fn cost(&self, paths: &[Vec<String>]) -> u64 {
        let times = paths.iter().map(|path| arrival(path) as u64);
        match self.model.cost {
            PlanCost::SumOfCosts => times.sum(),
            PlanCost::Makespan => times.max().unwrap_or(0),
        }
    }

    /// The first collision of a plan: the time, and two agents, numbered from 0. They are at one place
    /// then, or in the step that ends then the second one enters the place that the first one leaves.
    pub(super) fn collision(&self, paths: &[Vec<String>]) -> Option<(usize, [usize; 2])> {
        let at = |agent: usize, time: usize| paths[agent].get(time).or(paths[agent].last());
        let steps = paths.iter().map(Vec::len).max()?;
        (0..steps).find_map(|time| {
            let mut here = BTreeMap::new();
            let met = (0..paths.len())
                .find_map(|agent| here.insert(at(agent, time)?, agent).map(|other| [other, agent]));
            let met = met.or_else(|| {
                let before = time.checked_sub(1)?;
                (0..paths.len()).find_map(|agent| {
                    let &other = here.get(at(agent, before)?)?;
                    let is_exchange = at(other, before) == at(agent, time);
                    let collide = other != agent && (is_exchange || self.model.no_following);
                    collide.then_some([agent, other])
                })
            });
            met.map(|agents| (time, agents))
        })
    }

    /// Checks that no two agents collide; the paths have one length.
    fn verify_apart(&self, paths: &[Vec<String>]) -> Ruling {
        let Some((time, [one, other])) = self.collision(paths) else { return Ok(()) };
        let [to, place] = [one, other].map(|agent| &paths[agent][time]);
        let [first, second] = [one.min(other) + 1, one.max(other) + 1];
        ensure!(to != place, "agents {first} and {second} are both at {place} at time {time}");
        let is_exchange = paths[other][time - 1] == *to;
        ensure!(
            !is_exchange,
            "step {time}: agents {first} and {second} exchange {} and {}",
            place.min(to),
            place.max(to)
        );
        Err(Violation(format!(
            "step {time}: agent {} enters {place}, which agent {} leaves",
            other + 1,
            one + 1
        )))
    }

    /// Whether a place is a goal of an agent, numbered from 1.
    #[must_use]
    pub fn is_goal(&self, agent: usize, place: &String) -> bool {
        if self.model.anonymous {
            self.agents.iter().any(|other| other.to == *place)
        } else {
            self.agents[agent - 1].to == *place
        }
    }

    /// Checks that the moves from one time to the next are along links, and as many as the rules allow.
    fn verify_step(
        &self,
        paths: &[Vec<String>],
        time: usize,
        leads: &impl Fn(&String, &String) -> bool,
    ) -> Ruling {
        let mut moving = 0;
        for (agent, path) in (1..).zip(paths) {
            let (from, to) = (&path[time], &path[time + 1]);
            if from != to {
                let step = time + 1;
                ensure!(
                    leads(from, to),
                    "agent {agent}, step {step}: {}",
                    self.ground.unlinked(from, to)
                );
                moving += 1;
            }
        }
        ensure!(
            !self.model.one_at_a_time || moving < 2,
            "step {}: {moving} agents move, but at most one may",
            time + 1
        );
        Ok(())
    }

    /// What the agents need if each is alone.
    fn least_by_distances(&self) -> Result<u64, Violation> {
        let number = |name| self.ground.number(name);
        let goals = self.ends(|agent| &agent.to)?;
        let distances = |goals: &[u32]| {
            distances_to(&self.ground, goals, &mut StepBudget::of(u64::MAX))
                .map_err(|_| Violation("the distances are too many to check".into()))
        };
        let mut to_goal = if self.model.anonymous { distances(&goals)? } else { Vec::new() };
        let (mut sum, mut greatest) = (0u64, 0);
        for (agent, &goal) in self.agents.iter().zip(&goals) {
            if !self.model.anonymous {
                to_goal = distances(&[goal])?;
            }
            let needed = to_goal[number(&agent.from)? as usize];
            ensure!(needed < u64::MAX, "an agent cannot reach its goal at any cost");
            (sum, greatest) = (sum + needed, greatest.max(needed));
        }
        let is_greatest = self.model.cost == PlanCost::Makespan && !self.model.one_at_a_time;
        Ok(if is_greatest { greatest } else { sum })
    }

    /// Checks that agents which avoid these places at these times reach no goal within the steps, and
    /// that fewer agents than all can be there.
    fn verify_cut(&self, steps: u64, places: &[String], times: &[u64]) -> Ruling {
        ensure!(
            self.model.cost == PlanCost::Makespan,
            "it bounds the makespan, but the puzzle asks for the sum of costs"
        );
        ensure!(places.len() == times.len(), "`places` and `times` differ in length");
        ensure!(places.len() < self.agents.len(), "every agent has one of these places");
        let mut cut = BTreeSet::new();
        for (name, &time) in places.iter().zip(times) {
            cut.insert((time, self.ground.number(name)?));
        }
        let numbers = |ends: Vec<u32>| ends.into_iter().collect::<BTreeSet<u32>>();
        let mut reached = numbers(self.ends(|agent| &agent.from)?);
        let goals = numbers(self.ends(|agent| &agent.to)?);
        for time in 0..=steps {
            let before = reached.len();
            if time > 0 {
                let next = reached.iter().flat_map(|&place| self.ground.successors(place));
                let next: Vec<u32> = next.collect();
                reached.extend(next);
            }
            let is_cut = reached.iter().any(|&place| cut.contains(&(time, place)));
            reached.retain(|&place| !cut.contains(&(time, place)));
            // Nothing changes any more.
            if time > 0
                && !is_cut
                && reached.len() == before
                && cut.range((time, 0)..).next().is_none()
            {
                break;
            }
        }
        if let Some(&goal) = reached.intersection(&goals).next() {
            let goal = self.ground.name(goal);
            ensure!(false, "an agent reaches {goal} within {steps} steps without these places");
        }
        Ok(())
    }

    /// The numbers of places that nothing leads out of.
    fn closed_part(&self, names: &[String]) -> Result<BTreeSet<u32>, Violation> {
        let numbers = names.iter().map(|name| self.ground.number(name));
        let part = numbers.collect::<Result<BTreeSet<u32>, Violation>>()?;
        for &place in &part {
            if let Some(out) =
                self.ground.successors(place).into_iter().find(|to| !part.contains(to))
            {
                let (from, to) = (self.ground.name(place), self.ground.name(out));
                ensure!(false, "an agent can leave the places from {from} to {to}");
            }
        }
        Ok(part)
    }

    /// Checks that these places are a path: each is linked with those beside it in the list only.
    fn verify_path(&self, places: &[String]) -> Ruling {
        for (at, name) in places.iter().enumerate() {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let beside: Option<Vec<u32>> = beside
                .filter_map(|index| places.get(index))
                .map(|name| self.ground.number(name).ok())
                .collect();
            let next = self.ground.successors(self.ground.number(name)?);
            let is_path = beside.is_some_and(|beside| {
                next.len() == beside.len() && beside.iter().all(|place| next.contains(place))
            });
            ensure!(is_path, "{name} is linked with other places than those beside it in the list");
        }
        Ok(())
    }
}
