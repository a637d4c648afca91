//! Compares the methods' answers to each case: contradictions, and how often a method finds the
//! best.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use satranj_encodings::model::Sense;

use crate::documents::{comparison::CaseTally, rows::RowRun, solution::Status};

/// The answers of all methods.
pub struct Answers {
    cases: Vec<CaseClaims>,
}

/// The answers to one case.
#[derive(Default)]
struct CaseClaims {
    /// The number of the case.
    number: usize,
    /// Whether more or less is better, if the puzzle asks for the best.
    sense: Option<Sense>,
    yes: bool,
    no: bool,
    /// The values claimed to be optimal.
    optima: BTreeSet<u64>,
    /// The values of solutions not claimed to be optimal.
    found: BTreeSet<u64>,
    counts: BTreeSet<String>,
    /// Positive lower bounds of counts that a limit stopped.
    at_least: Option<BigUint>,
    /// The methods with an answer to the case.
    voices: BTreeSet<usize>,
    /// Whether a method decides the case.
    is_decided: bool,
}

impl Answers {
    /// No answers yet; the cases by number, with the sense of each.
    pub fn new(cases: impl IntoIterator<Item = (usize, Option<Sense>)>) -> Self {
        let unclaimed = |(number, sense)| CaseClaims { number, sense, ..CaseClaims::default() };
        Self { cases: cases.into_iter().map(unclaimed).collect() }
    }

    /// Adds the answers of one run to the cases; the method by its place.
    pub fn add(&mut self, method: usize, runs: &[RowRun]) {
        for (claims, run) in self.cases.iter_mut().zip(runs) {
            claims.add(method, run);
        }
    }

    /// Whether some case is decided by one method and answered by another, so that they could
    /// contradict each other.
    pub fn are_compared(&self) -> bool {
        self.cases.iter().any(|claims| claims.is_decided && claims.voices.len() > 1)
    }

    /// The first contradiction; for several cases it names the case.
    pub fn disagreement(&self) -> Option<String> {
        self.cases.iter().find_map(|claims| {
            let problem = claims.disagreement()?;
            let several = self.cases.len() > 1;
            Some(if several { format!("case {}: {problem}", claims.number) } else { problem })
        })
    }

    /// The quality of a run, given the answers of all methods.
    pub fn tally(&self, runs: &[RowRun]) -> CaseTally {
        let known = self.cases.iter().filter(|claims| claims.is_known()).count();
        let best = self.cases.iter().zip(runs).filter(|(claims, run)| claims.is_best(run)).count();
        CaseTally {
            total: self.cases.len(),
            answered: runs.iter().filter(|run| run.status != Status::Unknown).count(),
            found: runs
                .iter()
                .filter(|run| run.status != Status::Unknown || run.objective.is_some())
                .count(),
            known,
            best,
            hit_rate: (known > 0).then(|| best as f64 / known as f64),
        }
    }
}

impl CaseClaims {
    fn add(&mut self, method: usize, run: &RowRun) {
        let at_least = run.at_least.as_ref().and_then(|count| count.parse::<BigUint>().ok());
        let at_least = at_least.filter(|count| *count > BigUint::ZERO);
        if run.status != Status::Unknown || run.objective.is_some() || at_least.is_some() {
            self.voices.insert(method);
        }
        self.is_decided |= run.status != Status::Unknown;
        self.yes |= at_least.is_some();
        self.at_least = at_least.max(self.at_least.take());
        match run.status.has_solution() {
            Some(true) => {
                self.yes = true;
                self.optima.extend(run.objective);
            }
            Some(false) => self.no = true,
            None => {
                // A verified answer exists, so the list is not empty.
                self.yes |= run.objective.is_some();
                self.found.extend(run.objective);
            }
        }
        self.counts.extend(run.count.clone());
    }

    fn disagreement(&self) -> Option<String> {
        if self.yes && self.no {
            return Some("one answer has a solution, another says that none exists".into());
        }
        if self.optima.len() > 1 {
            return Some(format!("the values claimed to be optimal are {:?}", self.optima));
        }
        if let (Some(sense), Some(&optimum)) = (self.sense, self.optima.first())
            && let Some(better) = self.found.iter().find(|&&value| sense.is_better(value, optimum))
        {
            return Some(format!(
                "one answer claims that {optimum} is optimal, another has \
                                 {better}"
            ));
        }
        if self.counts.len() > 1 {
            return Some(format!("the counts are {:?}", self.counts));
        }
        let (count, at_least) = (self.counts.first()?, self.at_least.as_ref()?);
        let is_less = count.parse::<BigUint>().is_ok_and(|count| count < *at_least);
        is_less.then(|| format!("one answer counts {count}, another at least {at_least}"))
    }

    /// Whether some method decided the case and no answer contradicts another.
    fn is_known(&self) -> bool {
        let decided = self.no
            || !self.counts.is_empty()
            || if self.sense.is_some() { !self.optima.is_empty() } else { self.yes };
        decided && self.disagreement().is_none()
    }

    /// Whether a run found the known answer of the case, proved or not.
    fn is_best(&self, run: &RowRun) -> bool {
        let is_optimum = run.objective.is_some_and(|value| self.optima.contains(&value));
        self.is_known() && (run.status != Status::Unknown || is_optimum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Reason;

    fn optimal(value: u64) -> RowRun {
        RowRun {
            status: Status::Optimal,
            verified: true,
            objective: Some(value),
            ..RowRun::default()
        }
    }

    fn counted(count: Option<&str>, at_least: Option<&str>) -> RowRun {
        let status = if count.is_some() { Status::AllSolutions } else { Status::Unknown };
        let [count, at_least] = [count, at_least].map(|number| number.map(String::from));
        RowRun { status, count, at_least, objective: None, ..optimal(0) }
    }

    fn heuristic(value: Option<u64>) -> RowRun {
        let reason = Some(Reason::IncompleteMethod);
        let verified = value.is_some();
        RowRun { status: Status::Unknown, reason, verified, objective: value, ..optimal(0) }
    }

    fn no() -> RowRun {
        RowRun { status: Status::Unsatisfiable, objective: None, ..optimal(0) }
    }

    fn answers(runs: &[&[RowRun]]) -> Answers {
        let minimise = (3..).map(|number| (number, Some(Sense::Minimise)));
        let mut answers = Answers::new(minimise.take(runs[0].len()));
        for (method, run) in runs.iter().enumerate() {
            answers.add(method, run);
        }
        answers
    }

    #[test]
    fn a_heuristic_is_held_against_the_proved_optima() {
        let exact = [optimal(5), optimal(7), no(), optimal(0)];
        let rough = [heuristic(Some(5)), heuristic(Some(8)), no(), heuristic(None)];
        let answers = answers(&[&exact, &rough]);
        assert_eq!(answers.disagreement(), None);
        let tally = answers.tally(&rough);
        assert_eq!((tally.total, tally.answered, tally.known, tally.best), (4, 1, 4, 2));
        assert_eq!(tally.found, 3);
        assert_eq!(tally.hit_rate, Some(0.5));
        let tally = answers.tally(&exact);
        assert_eq!((tally.answered, tally.best, tally.hit_rate), (4, 4, Some(1.0)));
        // A killed run has no answers.
        assert_eq!((answers.tally(&[]).total, answers.tally(&[]).best), (4, 0));
    }

    #[test]
    fn without_a_proof_nothing_is_known() {
        let rough = [heuristic(Some(5))];
        let tally = answers(&[&rough]).tally(&rough);
        assert_eq!((tally.known, tally.best, tally.hit_rate), (0, 0, None));
    }

    #[test]
    fn contradictions_name_the_case() {
        for (first, second, problem) in [
            (optimal(5), optimal(6), "case 4: the values claimed to be optimal are {5, 6}"),
            (optimal(5), no(), "case 4: one answer has a solution, another says that none exists"),
            (
                heuristic(Some(5)),
                no(),
                "case 4: one answer has a solution, another says that none exists",
            ),
            (
                heuristic(Some(4)),
                optimal(5),
                "case 4: one answer claims that 5 is optimal, another \
                                              has 4",
            ),
        ] {
            let answers = answers(&[&[optimal(1), first.clone()], &[optimal(1), second]]);
            assert_eq!(answers.disagreement().as_deref(), Some(problem));
            assert_eq!(answers.tally(&[optimal(1), first]).known, 1, "{problem}");
        }
    }

    #[test]
    fn a_count_that_stopped_says_what_it_had() {
        let answers = |first: &RowRun, second: &RowRun| {
            let mut answers = Answers::new([(1, None)]);
            answers.add(0, std::slice::from_ref(first));
            answers.add(1, std::slice::from_ref(second));
            answers
        };
        let exact = counted(Some("9"), None);
        let with_at_least = |at_least| answers(&exact, &counted(None, Some(at_least)));
        assert_eq!(with_at_least("9").disagreement(), None);
        assert_eq!(
            with_at_least("10").disagreement().unwrap(),
            "one answer counts 9, another at least 10"
        );
        assert!(with_at_least("9").are_compared() && !with_at_least("0").are_compared());
        let none = RowRun { status: Status::Unsatisfiable, ..counted(Some("0"), None) };
        let problem = answers(&none, &counted(None, Some("1"))).disagreement().unwrap();
        assert_eq!(problem, "one answer has a solution, another says that none exists");
    }

    #[test]
    fn what_one_method_says_alone_is_not_compared() {
        let mut answers = Answers::new([(1, Some(Sense::Minimise)), (2, Some(Sense::Minimise))]);
        answers.add(0, &[optimal(5), heuristic(None)]);
        answers.add(0, &[optimal(5), heuristic(None)]);
        assert!(!answers.are_compared(), "of two runs of one method");
        answers.add(1, &[heuristic(None), optimal(3)]);
        assert!(!answers.are_compared(), "each of a case of its own");
        answers.add(1, &[heuristic(Some(5))]);
        assert!(answers.are_compared());
        let rough = [heuristic(Some(5))];
        assert!(
            !self::answers(&[&rough, &rough]).are_compared(),
            "neither is claimed to be the best"
        );
    }

    #[test]
    fn where_more_is_better_a_lower_bound_contradicts_above_the_optimum() {
        for (value, contradicts) in [(4, false), (5, false), (6, true)] {
            let mut answers = Answers::new([(1, Some(Sense::Maximise))]);
            answers.add(0, &[optimal(5)]);
            answers.add(1, &[heuristic(Some(value))]);
            assert_eq!(answers.disagreement().is_some(), contradicts, "{value}");
        }
    }
}
