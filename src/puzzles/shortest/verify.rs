//! Checks of ways, of distances and of separations, by names and links of places alone.

use fixedbitset::FixedBitSet;

use super::{LinkedPlaces, Shortest};
use crate::puzzles::{
    Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
    path::PathCertificate,
    places::PlaceName,
};

/// The most steps of a search for a cheaper way.
const MOST_STEPS: u64 = 1 << 32;

impl<P: LinkedPlaces> PuzzleRules for Shortest<P> {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let (places, asked, way) = (&self.places, &self.asked, P::WORDS.way);
        let Some(path) = P::Name::path_of(solution) else {
            return Err(Violation(format!("expected a {way} with a `path`")));
        };
        ensure!(path.first() == Some(&asked.from), "the {way} does not start at {}", asked.from);
        ensure!(path.last() == Some(&asked.to), "the {way} does not end at {}", asked.to);
        let cost = self.cost(path)?;
        let leads = places.links();
        for step in path.windows(2) {
            ensure!(leads(&step[0], &step[1]), "{}", places.unlinked(&step[0], &step[1]));
        }
        if let Some(most) = asked.at_most {
            ensure!(cost <= most, "the {way} costs {cost}, which is more than {most}");
        }
        Ok(())
    }

    /// Checks a reason: that there is no way, or, given a cost, none that costs less.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        match self.places.reason(certificate)? {
            PathCertificate::Distances { distances } => self.verify_distances(&distances, best),
            PathCertificate::Disconnected { vertices } => {
                let way = P::WORDS.way;
                ensure!(
                    best.is_none(),
                    "the certificate excludes every {way}, but a {way} is given"
                );
                self.verify_separation(&vertices)
            }
        }
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match self.places.reason(certificate) {
            Ok(PathCertificate::Distances { .. }) => self.places.steps_of(None),
            Ok(PathCertificate::Disconnected { vertices }) => {
                self.places.steps_of(Some(vertices.len()))
            }
            Err(_) => 0,
        }
    }

    /// The way of one place.
    fn obvious(&self) -> Option<Solution> {
        let from = &self.asked.from;
        (*from == self.asked.to).then(|| P::Name::path(vec![from.clone()]))
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let cost = self.cost(P::Name::path_of(solution)?).ok();
        cost.filter(|_| self.asked.at_most.is_none())
    }

    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Some(cost) = self.value(solution) else { return Optimality::Open };
        let steps = |at| self.steps(at);
        let routes = self.routes(&steps, &mut StepBudget::of(MOST_STEPS));
        routes.map_or(Optimality::Open, |routes| routes.compared(cost, P::WORDS.costing))
    }

    /// Finds every cheapest way, or every one within the cost.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let steps = |at| self.steps(at);
        self.routes(&steps, budget)?.search(scope, budget, &mut |taken| {
            let names = taken.iter().map(|&(at, _)| self.places.name(at as u32));
            found(P::Name::path(names.chain([self.asked.to.clone()]).collect()))
        })
    }
}

impl<P: LinkedPlaces> Shortest<P> {
    /// What a link costs.
    fn weight(&self, from: u32, to: u32) -> u64 {
        let Some(weights) = &self.asked.weights else { return 1 };
        let weight = self.places.weight_of(from, to).and_then(|index| weights.get(index));
        weight.map_or(1, |&weight| weight.into())
    }

    /// What a path costs, if its places exist.
    fn cost(&self, path: &[P::Name]) -> Result<u64, Violation> {
        let numbers = path.iter().map(|name| self.places.number(name));
        let numbers = numbers.collect::<Result<Vec<u32>, _>>()?;
        let steps = numbers.windows(2).map(|step| self.weight(step[0], step[1]));
        Ok(steps.fold(0, u64::saturating_add))
    }

    /// The places to which links lead, with the cost of each link.
    fn steps(&self, at: usize) -> Vec<(usize, u64)> {
        let next = self.places.successors(at as u32).into_iter();
        next.map(|to| (to as usize, self.weight(at as u32, to))).collect()
    }

    fn routes<'a>(
        &self,
        steps: &'a dyn Fn(usize) -> Vec<(usize, u64)>,
        budget: &mut StepBudget,
    ) -> Result<Routes<'a>, SearchHalt> {
        let number = |name| self.places.number(name).map_err(|_| SearchHalt::TooLarge);
        let ends = (number(&self.asked.from)? as usize, number(&self.asked.to)? as usize);
        Routes::new(self.places.limit(), ends, self.asked.at_most, steps, budget)
    }

    /// Checks that no way is shorter than the shown distance.
    fn verify_distances(&self, distances: &[Option<u64>], best: Option<u64>) -> Ruling {
        let (places, asked, way) = (&self.places, &self.asked, P::WORDS.way);
        let distance = |name| Ok(distances[places.number(name)? as usize]);
        ensure!(distance(&asked.from)? == Some(0), "the distance of {} is not 0", asked.from);
        for place in places.all() {
            let Some(own) = distances[place as usize] else { continue };
            for to in places.successors(place) {
                let most = own.saturating_add(self.weight(place, to));
                let claimed = distances[to as usize];
                ensure!(
                    claimed.is_some_and(|claimed| claimed <= most),
                    "the {} from {} leads to {} for {most}, not {}",
                    P::Name::WORDS.link,
                    places.name(place),
                    places.name(to),
                    shown(claimed)
                );
            }
        }
        let least = distance(&asked.to)?;
        match (best, asked.at_most) {
            (Some(cost), _) => {
                ensure!(
                    least == Some(cost),
                    "the distance is {}, but the {way} costs {cost}",
                    shown(least)
                );
            }
            (None, Some(most)) => {
                ensure!(least.is_none_or(|least| least > most), "{most} may be enough");
            }
            (None, None) => ensure!(least.is_none(), "a {way} may lead to {}", asked.to),
        }
        Ok(())
    }

    /// Checks that no link leads out of these places, of which the way would have to.
    fn verify_separation(&self, names: &[P::Name]) -> Ruling {
        let (places, asked, words) = (&self.places, &self.asked, P::Name::WORDS);
        let mut inside = FixedBitSet::with_capacity(places.limit());
        for name in names {
            let number = places.number(name);
            let unknown = |_| Violation(format!("{} is not {}", name.in_line(), words.known));
            inside.insert(number.map_err(unknown)? as usize);
        }
        let holds = |name| Ok(inside.contains(places.number(name)? as usize));
        ensure!(holds(&asked.from)?, "{} is not among the {}", asked.from, words.nouns);
        ensure!(!holds(&asked.to)?, "{} is among the {}", asked.to, words.nouns);
        for place in inside.ones() {
            let mut next = places.successors(place as u32).into_iter();
            if let Some(out) = next.find(|&to| !inside.contains(to as usize)) {
                let (from, to) = (places.name(place as u32), places.name(out));
                ensure!(false, "a link leads out of the {}: {from}-{to}", words.nouns);
            }
        }
        Ok(())
    }
}

/// A distance as in documents.
fn shown(distance: Option<u64>) -> String {
    distance.map_or_else(|| "null".into(), |distance| distance.to_string())
}
