//! Checks of sets of places by plain arithmetic.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use satranj_encodings::model::Count;

use super::{DominationRules, Placed, SetKind, SetPlaces, SetPuzzle, SetRule, reasons::around};
use crate::puzzles::{
    Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, Scope, StepBudget},
};

/// The most steps of the search for an improvement.
const MOST_STEPS: u64 = 1 << 29;

impl<P: SetPlaces> PuzzleRules for SetPuzzle<P> {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let (placed, inside) = self.placed(solution)?;
        self.check_counts(&placed)?;
        let several = self.kinds.len() > 1;
        let kinds: HashMap<u32, usize> = placed.iter().copied().filter(|_| several).collect();
        let on = |place: u32| (place, kinds.get(&place).copied().unwrap_or(0));
        for &given in &self.given {
            let is_placed = inside.contains(given.0 as usize) && on(given.0) == given;
            ensure!(is_placed, "{} is given, but not in the solution", self.piece_on(given));
        }
        for &(place, _) in &self.blocked {
            let name = self.name(place);
            ensure!(!inside.contains(place as usize), "{name} is blocked, but in the solution");
        }
        let is_apart = self.rule.is_apart();
        let mut is_next = self.none();
        let mut links_within = 0;
        let is_dominating = matches!(self.rule, SetRule::Dominating(_));
        let links = if is_dominating { P::links_of } else { P::links_within };
        for (from, to) in links(self, &placed, &inside) {
            is_next.insert(to as usize);
            if !inside.contains(to as usize) {
                continue;
            }
            links_within += 1;
            if is_apart && self.are_hostile(from.1, on(to).1) {
                let [one, other] = [from, on(to)].map(|placed| self.piece_on(placed));
                ensure!(false, "{one} and {other} {}", P::SET.exclude);
            }
        }
        match self.rule {
            SetRule::Independent => {}
            SetRule::Clique => {
                let all = placed.len() * placed.len().saturating_sub(1);
                ensure!(links_within >= all, "{}", self.not_adjacent(&placed));
            }
            SetRule::Cover => {
                let mut outside = inside;
                outside.toggle_range(..);
                let mut links = P::links_of(self, &[], &outside);
                if let Some(((a, _), b)) = links.find(|&(_, to)| outside.contains(to as usize)) {
                    let [a, b] = [a, b].map(|place| self.name(place));
                    ensure!(false, "the edge {a}-{b} has no end in the set");
                }
            }
            SetRule::Dominating(rules) => {
                if !rules.total {
                    is_next.union_with(&inside);
                }
                if let Some(missing) =
                    self.places().all().find(|&at| !is_next.contains(at as usize))
                {
                    let name = self.name(missing);
                    ensure!(false, "{name} is not {}", P::SET.dominated[usize::from(rules.total)]);
                }
                self.check_domination(rules, &placed, &inside)?;
            }
        }
        Ok(())
    }

    /// Checks a reason: that there is no such set, or, given the value of one, no better one.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        self.check_reason(&self.reason(certificate)?, best).unwrap_or_else(|| {
            let kind = certificate.kind();
            Err(Violation(format!("the certificate `{kind}` does not apply to this kind of set")))
        })
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        self.reason(certificate).map_or(0, |reason| self.steps_of_check(&reason))
    }

    /// The given places, or all that are not blocked; if no two of these may be adjacent, as many as
    /// fit in order. `None` if that is too much work.
    fn obvious(&self) -> Option<Solution> {
        let mut placed = self.given.clone();
        if matches!(self.rule, SetRule::Cover | SetRule::Dominating(_)) {
            if self.places().steps_of_check(0, self.places().limit() as u64) > MOST_STEPS {
                return None;
            }
            // A maximal independent set has no place that can be spared.
            let is_apart = self.rule.is_apart() || self.rule.domination().most;
            let mut taken = self.set_of(&self.blocked);
            placed.clear();
            for place in self.given.iter().copied().chain(self.places().all().map(|at| (at, 0))) {
                if taken.put(place.0 as usize) {
                    continue;
                }
                placed.push(place);
                if is_apart {
                    taken.extend(self.beside(place).into_iter().map(|place| place as usize));
                }
            }
            placed.sort_unstable();
        }
        Some(self.solution(&placed))
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let free = self.kinds.iter().position(|kind| kind.count == Count::Optimum)?;
        self.value_of(solution, free)
    }

    /// Whether a valid set can gain or lose a place.
    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Ok((placed, inside)) = self.placed(solution) else { return Optimality::Open };
        if self.kinds.len() > 1
            || self.kinds[0].count != Count::Optimum
            || !self.are_hostile(0, 0)
            || self.places().steps_of_check(0, placed.len() as u64) > MOST_STEPS
        {
            return Optimality::Open;
        }
        let better = match self.rule {
            SetRule::Independent | SetRule::Clique => {
                let open = self.open_beside(&placed, &self.blocked);
                open.minimum().map(|place| around(P::SET.may_gain, &self.name(place as u32)))
            }
            SetRule::Dominating(rules) if rules.independent || rules.perfect || rules.most => None,
            SetRule::Cover | SetRule::Dominating(_) => {
                let mut needed = self.set_of(&self.given);
                for place in self.sole_ends(&placed, &inside) {
                    needed.insert(place as usize);
                }
                let free = placed.iter().find(|(place, _)| !needed.contains(*place as usize));
                free.map(|&free| format!("{} is not needed", self.piece_on(free)))
            }
        };
        better.map_or(Optimality::Open, Optimality::Better)
    }

    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        self.search(scope, budget, found)
    }
}

impl<P: SetPlaces> SetPuzzle<P> {
    /// Checks the number of pieces of each kind.
    fn check_counts(&self, placed: &[Placed]) -> Ruling {
        let mut equal: Option<u64> = None;
        for (kind, &SetKind { count: asked, .. }) in self.kinds.iter().enumerate() {
            let count = placed.iter().filter(|placed| placed.1 == kind).count() as u64;
            let noun = self.noun(kind, count);
            match asked {
                Count::Exactly(asked) => {
                    let is_right = count == u64::from(asked);
                    let are = if count == 1 { "is" } else { "are" };
                    ensure!(is_right, "{count} {noun} {are} {}, not {asked}", P::SET.there);
                }
                Count::Optimum => {
                    let first = *equal.get_or_insert(count);
                    ensure!(
                        count == first,
                        "the solution has {count} {noun}, but {first} of another kind"
                    );
                }
            }
        }
        Ok(())
    }

    /// Checks the conditions on the places that a dominating set dominates several times or once.
    pub(super) fn check_domination(
        &self,
        rules: DominationRules,
        placed: &[Placed],
        inside: &FixedBitSet,
    ) -> Ruling {
        if rules.perfect {
            let mut once = self.none();
            for (_, to) in P::links_of(self, placed, inside) {
                let is_bound = rules.total || !inside.contains(to as usize);
                let again = is_bound && once.put(to as usize);
                ensure!(!again, "{} is {} twice", self.name(to), P::SET.dominated[1]);
            }
        }
        if rules.most {
            let mut spared = self.set_of(placed);
            self.sole_ends(placed, inside).iter().for_each(|&one| spared.remove(one as usize));
            if let Some(&one) = placed.iter().find(|(one, _)| spared.contains(*one as usize)) {
                ensure!(false, "{} can be spared", self.piece_on(one));
            }
        }
        Ok(())
    }

    /// The first two of some vertices without an edge between them, in a sentence.
    fn not_adjacent(&self, placed: &[Placed]) -> String {
        let mut pairs =
            (0..placed.len()).flat_map(|at| (at + 1..placed.len()).map(move |b| (at, b)));
        let apart = pairs.find(|&(a, b)| !self.are_adjacent(placed[a], placed[b]));
        let names = apart.map(|(a, b)| [placed[a], placed[b]].map(|at| self.piece_on(at)));
        names.map_or_else(String::new, |[a, b]| format!("{a} and {b} are not adjacent"))
    }

    /// The places that a set needs: without one of them some edge would have no end in it, or some
    /// place would not be dominated.
    fn sole_ends(&self, placed: &[Placed], inside: &FixedBitSet) -> Vec<u32> {
        if self.rule == SetRule::Cover {
            let links = P::links_of(self, placed, inside);
            let leads_out = links.filter(|&(_, to)| !inside.contains(to as usize));
            return leads_out.map(|((from, _), _)| from).collect();
        }
        let own = placed.iter().filter(|_| !self.is_total()).map(|&from| (from, from.0));
        let dominated = || P::links_of(self, placed, inside).chain(own.clone());
        let [mut once, mut twice] = [self.none(), self.none()];
        for (_, to) in dominated() {
            if once.put(to as usize) {
                twice.insert(to as usize);
            }
        }
        let sole = dominated().filter(|&(_, to)| !twice.contains(to as usize));
        sole.map(|((from, _), _)| from).collect()
    }
}
