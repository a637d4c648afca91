//! Checks that agents do not reach the arrangement of their goals: by parity, or by a search through
//! all arrangements that they reach.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{AgentStatement, MapfPuzzle, joint::JointPosition};
use crate::puzzles::{Ruling, Violation, ensure, exhaustive::StepBudget, places::PuzzlePlaces};

/// The most steps of the search.
const MOST_STEPS: u64 = 1 << 31;

impl MapfPuzzle {
    /// The starts or the goals of the agents.
    ///
    /// # Errors
    /// If a name is not that of a place.
    pub(super) fn ends(&self, end: fn(&AgentStatement) -> &String) -> Result<Vec<u32>, Violation> {
        self.agents.iter().map(|agent| self.ground.number(end(agent))).collect()
    }

    /// Whether the free place comes to its end by an odd number of moves, and whether the goals need an
    /// odd number of exchanges of an agent with the free place, which each move is.
    ///
    /// # Errors
    /// If not every move is an exchange of this kind, or the free place comes to a place by both parities.
    pub(super) fn parities(&self) -> Result<[bool; 2], Violation> {
        let rules = &self.model;
        ensure!(!rules.anonymous, "any agent may go to any goal");
        ensure!(
            rules.one_at_a_time || rules.no_following,
            "several agents may move in one step, each to the place of the next"
        );
        let (starts, goals) = (self.ends(|agent| &agent.from)?, self.ends(|agent| &agent.to)?);
        let places = (0..self.ground.limit() as u32).filter(|&place| self.ground.is_place(place));
        let places: BTreeSet<u32> = places.collect();
        let free = |taken: &[u32]| {
            let taken = taken.iter().copied().collect();
            let free: Vec<u32> = places.difference(&taken).copied().collect();
            match free[..] {
                [place] => Ok(place),
                _ => Err(Violation(format!("{} places are free, not one", free.len()))),
            }
        };
        let (from, to) = (free(&starts)?, free(&goals)?);
        // The parity of the way of the free place to each place.
        let mut parity = BTreeMap::from([(from, false)]);
        let mut waiting = vec![from];
        while let Some(place) = waiting.pop() {
            let next_parity = !parity[&place];
            for next in self.ground.successors(place) {
                match parity.get(&next) {
                    None => {
                        parity.insert(next, next_parity);
                        waiting.push(next);
                    }
                    Some(&known) => ensure!(
                        known == next_parity,
                        "the free place comes to {} by odd and by even numbers of moves",
                        self.ground.name(next)
                    ),
                }
            }
        }
        let Some(&moves_are_odd) = parity.get(&to) else {
            return Err(Violation("the free place is cut off from its end".into()));
        };
        // The permutation of what is on the places, sorted by exchanges.
        let all = starts.into_iter().chain([from]).zip(goals.into_iter().chain([to]));
        let mut on: BTreeMap<u32, u32> = all.collect();
        let mut exchanges_are_odd = false;
        for &place in &places {
            while let Some(&goal) = on.get(&place).filter(|&&goal| goal != place) {
                let other = on.insert(goal, goal).unwrap_or(place);
                on.insert(place, other);
                exchanges_are_odd = !exchanges_are_odd;
            }
        }
        Ok([moves_are_odd, exchanges_are_odd])
    }

    /// Lists all arrangements that the agents reach, and checks their number.
    pub(super) fn verify_arrangements(&self, reached: u64) -> Ruling {
        ensure!(!self.model.anonymous, "any agent may go to any goal");
        let (starts, goals) = (self.ends(|agent| &agent.from)?, self.ends(|agent| &agent.to)?);
        let mut budget = StepBudget::of(MOST_STEPS);
        let mut known = HashSet::from([starts.clone()]);
        let mut waiting = vec![starts];
        while let Some(places) = waiting.pop() {
            ensure!(places != goals, "the agents reach their goals");
            let before: JointPosition = places.into_iter().map(|place| (place, false)).collect();
            let after = self.joint_steps(&before, &mut budget);
            for places in after.map_err(|_| Violation("the steps are too many to check".into()))? {
                if known.insert(places.clone()) {
                    waiting.push(places);
                }
            }
            ensure!(known.len() as u64 <= reached, "the agents reach more than {reached}");
        }
        ensure!(known.len() as u64 == reached, "the agents reach {}", known.len());
        Ok(())
    }
}
