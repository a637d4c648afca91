//! Checks visits and the reasons why none exists, by names and links of places alone.

use std::{collections::HashMap, ops::ControlFlow};

use fixedbitset::FixedBitSet;

use super::{
    Visit, VisitedPlaces,
    refutation::{self, VisitedGround},
};
use crate::puzzles::{
    Certificate, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, MOST_PLACES, Scope, SearchHalt, StepBudget, Walks},
    places::PlaceName,
};

impl<P: VisitedPlaces> PuzzleRules for Visit<P> {
    type Solution = Solution;

    fn value(&self, solution: &Solution) -> Option<u64> {
        let is_asked = self.asked.longest.is_some_and(|longest| longest.at_least.is_none());
        self.length(solution).filter(|_| is_asked)
    }

    fn verify(&self, solution: &Solution) -> Ruling {
        let (places, asked) = (&self.places, &self.asked);
        let (words, of) = (P::Name::WORDS, P::WORDS);
        let Some(path) = P::Name::path_of(solution) else {
            return Err(Violation(format!("expected a {} with a path", of.any)));
        };
        let mut visited = FixedBitSet::with_capacity(places.limit());
        for (name, at) in path.iter().zip(1..) {
            let number = places.number(name);
            let number = number.map_err(|error| Violation(format!("place {at}: {error}")))?;
            if visited.put(number as usize) {
                let first = path.iter().take_while(|&other| other != name).count() + 1;
                let noun = words.noun;
                ensure!(false, "{noun} {name} is visited twice, at places {first} and {at}");
            }
        }
        let (count, nouns) = (places.count(), words.nouns);
        if path.len() != count && asked.longest.is_none() {
            let missing = places.all().find(|&place| !visited.contains(place as usize));
            let missing = missing.map_or_else(String::new, |place| places.name(place).to_string());
            ensure!(false, "{} of {count} {nouns} are visited; {missing} is missing", path.len());
        }
        let leads = places.links();
        for (index, step) in path.windows(2).enumerate() {
            let (from, to) = (&step[0], &step[1]);
            ensure!(leads(from, to), "{}", places.error_of_step(Some(index + 1), from, to));
        }
        let count = path.len();
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return Err(Violation(format!("a {} has at least one {}", of.open, words.noun)));
        };
        if asked.closed {
            let fewest = if places.is_directed() { 2 } else { 3 };
            ensure!(count >= fewest, "a {} has at least {fewest} {nouns}", of.closed);
            ensure!(leads(last, first), "{}", places.error_of_step(None, last, first));
        }
        for (verb, stated, found) in [("starts", &asked.start, first), ("ends", &asked.end, last)] {
            if let Some(stated) = stated {
                ensure!(found == stated, "the {} {verb} at {found}, not at {stated}", of.open);
            }
        }
        for (name, time) in asked.all_times() {
            let found = &path[(time - 1).min(count - 1)];
            ensure!(found == name, "{} {found} is visited at time {time}, not {name}", words.noun);
        }
        self.check_symmetry(path)?;
        if let Some(longest) = asked.longest {
            self.check_longest(path, longest)?;
        }
        let at = self.places_of_given(path);
        for [from, to] in &asked.given {
            let follows = |from: usize, to: usize| {
                to == from + 1 || asked.closed && from == count - 1 && to == 0
            };
            let is_used = at[from].zip(at[to]).is_some_and(|(from, to)| {
                follows(from, to) || !places.is_directed() && follows(to, from)
            });
            ensure!(is_used, "the given {} {from}-{to} is not {}", words.link, of.used);
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        let places = &self.places;
        ensure!(
            best.is_none() && self.asked.longest.is_none(),
            "no reason is known for the lengths of paths, and no {} is better than another",
            P::WORDS.any
        );
        // The reasons hold for undirected graphs, and for cycles of at least three vertices.
        ensure!(!places.is_directed() || places.count() > 2, "the graph is too small for a reason");
        let number = |name: &P::Name| {
            let unknown = || format!("{} is not {}", name.in_line(), P::Name::WORDS.known);
            places.number(name).map_err(|_| unknown())
        };
        let reason = P::reason(certificate).and_then(|reason| reason.try_map(number));
        let of = |end: Option<&P::Name>| end.map(|end| places.number(end)).transpose();
        let [start, end] = self.asked.ends(places.count());
        let given = self.asked.given.iter();
        let given = given.map(|[from, to]| Ok((places.number(from)?, places.number(to)?)));
        let times = self.asked.all_times().map(|(name, time)| Ok((places.number(name)?, time)));
        let ground = VisitedGround {
            places,
            start: of(start)?,
            end: of(end)?,
            closed: self.asked.closed,
            given: given.collect::<Result<Vec<_>, Violation>>()?,
            times: times.collect::<Result<Vec<_>, Violation>>()?,
            symmetry: self.asked.symmetry.zip(places.board()),
        };
        refutation::check(&ground, &reason.map_err(Violation)?)
    }

    /// For a part of the places its own links are looked at; for removed places those of the rest.
    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        P::reason(certificate).map_or(0, |reason| {
            self.places.steps_of(refutation::looked_at(&reason, self.places.count()))
        })
    }

    fn obvious(&self) -> Option<Solution> {
        self.places.obvious().filter(|_| self.asked.longest.is_none()).map(P::Name::path)
    }

    /// Finds every path or cycle.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let places = &self.places;
        if scope == Scope::AnyNumber || places.count() > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(places.limit())?;
        let numbered = places.all();
        let names: Vec<P::Name> = numbered.clone().map(|place| places.name(place)).collect();
        let index: HashMap<u32, usize> = numbered.clone().zip(0..).collect();
        let next = |place| places.successors(place).iter().map(|place| index[place]).collect();
        let successors: Vec<Vec<usize>> = numbered.map(next).collect();
        if self.asked.longest.is_some() {
            return self.exhaust_longest(&names, &successors, scope, budget, found);
        }
        let at = |name: &P::Name| {
            let number = places.number(name).map_err(|_| SearchHalt::TooLarge)?;
            index.get(&number).copied().ok_or(SearchHalt::TooLarge)
        };
        let end = |end: &Option<P::Name>| end.as_ref().map(at).transpose();
        let ends = (end(&self.asked.start)?, end(&self.asked.end)?);
        let given = self.asked.given.iter().map(|[from, to]| Ok((at(from)?, at(to)?)));
        let given = given.collect::<Result<Vec<_>, SearchHalt>>()?;
        let (directed, closed) = (places.is_directed(), self.asked.closed);
        let times = self.asked.all_times().map(|(name, time)| Ok((at(name)?, time - 1)));
        let times = times.collect::<Result<Vec<_>, SearchHalt>>()?;
        let walks = Walks::new(successors, directed, closed, ends, given)?.with_times(&times);
        walks.search(budget, &mut |path| {
            let path: Vec<P::Name> = path.iter().map(|&index| names[index].clone()).collect();
            match self.check_symmetry(&path) {
                Ok(()) => found(P::Name::path(path)),
                Err(_) => ControlFlow::Continue(()),
            }
        })
    }
}

impl<P: VisitedPlaces> Visit<P> {
    /// Where the places of given links are in a path, if they are.
    fn places_of_given<'a>(&'a self, path: &'a [P::Name]) -> HashMap<&'a P::Name, Option<usize>> {
        let given = self.asked.given.as_flattened().iter();
        let mut at: HashMap<&P::Name, Option<usize>> = given.map(|name| (name, None)).collect();
        if !at.is_empty() {
            for (index, name) in path.iter().enumerate() {
                at.entry(name).and_modify(|at| *at = Some(index));
            }
        }
        at
    }
}
