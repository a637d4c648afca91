//! Statistics of many rows: solved counts, penalised averages, the virtual best, winners.

use std::collections::{BTreeMap, HashMap};

/// An unsolved instance counts as this many times the limit: the "2" of PAR-2.
const PENALTY: f64 = 2.0;

/// A method's result on an instance.
#[derive(Debug, Clone, Copy)]
pub struct ScoredRow<'r> {
    /// What distinguishes the instance from others.
    pub instance: usize,
    /// The method.
    pub method: &'r str,
    /// The median seconds, if it was solved.
    pub seconds: Option<f64>,
    /// The time limit of a run in seconds, if it is known.
    pub limit: Option<f64>,
}

/// How a method did on many instances.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodScore {
    /// The method, or `virtual best`.
    pub method: String,
    /// The instances that it was run on.
    pub instances: usize,
    /// Those that it solved.
    pub solved: usize,
    /// The mean of the median seconds over the instances, an unsolved one as twice the limit;
    /// `None` if that limit is unknown.
    pub par2_seconds: Option<f64>,
    /// The instances that it solved and that no other method solved in less time.
    pub wins: usize,
    /// The median seconds of those that it solved, in rising order: a cactus.
    pub times: Vec<f64>,
}

impl MethodScore {
    fn new(method: &str) -> Self {
        Self { method: method.into(), par2_seconds: Some(0.0), ..Self::default() }
    }

    fn add(&mut self, seconds: Option<f64>, limit: Option<f64>) {
        self.instances += 1;
        self.times.extend(seconds);
        let counted = seconds.or_else(|| Some(PENALTY * limit?));
        self.par2_seconds = self.par2_seconds.zip(counted).map(|(sum, counted)| sum + counted);
    }

    /// Sorts the times, and turns the sum into the mean.
    fn end(mut self) -> Self {
        self.times.sort_unstable_by(f64::total_cmp);
        self.solved = self.times.len();
        self.par2_seconds = self.par2_seconds.map(|sum| sum / self.instances.max(1) as f64);
        self
    }
}

/// The score of each method, by its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// The methods in the order of their first rows.
    pub methods: Vec<MethodScore>,
    /// A selector that knows the fastest method of every instance in advance.
    pub virtual_best: MethodScore,
    /// For each instance the indices of the rows that solved it, the fastest first.
    pub ranking: BTreeMap<usize, Vec<usize>>,
}

/// The scores of all methods.
///
/// O(n log n) in the rows.
#[must_use]
pub fn scores<'r>(rows: impl IntoIterator<Item = ScoredRow<'r>>) -> Scores {
    let rows: Vec<ScoredRow<'r>> = rows.into_iter().collect();
    let mut methods: Vec<MethodScore> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut ranking: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut limits: HashMap<usize, Option<f64>> = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        let place = *places.entry(row.method).or_insert_with(|| {
            methods.push(MethodScore::new(row.method));
            methods.len() - 1
        });
        methods[place].add(row.seconds, row.limit);
        ranking.entry(row.instance).or_default().extend(row.seconds.map(|_| number));
        limits.entry(row.instance).or_insert(row.limit);
    }
    let seconds = |place: &usize| rows[*place].seconds.unwrap_or(f64::INFINITY);
    let mut virtual_best = MethodScore::new("virtual best");
    for (instance, ranked) in &mut ranking {
        ranked.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
        let first = ranked.first();
        virtual_best.add(first.map(&seconds), limits[instance]);
        if let Some(&first) = first {
            methods[places[rows[first].method]].wins += 1;
            virtual_best.wins += 1;
        }
    }
    let methods = methods.into_iter().map(MethodScore::end).collect();
    Scores { methods, virtual_best: virtual_best.end(), ranking }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsolved_instances_count_as_twice_the_limit() {
        let row = |instance, method, seconds, limit| ScoredRow { instance, method, seconds, limit };
        let limit = Some(10.0);
        let rows = [
            row(1, "a", Some(2.0), limit),
            row(1, "b", Some(1.0), limit),
            row(2, "a", None, limit),
            row(2, "b", Some(4.0), limit),
            row(3, "a", None, limit),
            row(3, "b", None, limit),
        ];
        let Scores { methods, virtual_best, ranking } = scores(rows);
        let numbers = |score: &MethodScore| (score.instances, score.solved, score.wins);
        assert_eq!(methods.iter().map(numbers).collect::<Vec<_>>(), [(3, 1, 0), (3, 2, 2)]);
        let means = [&methods[0], &methods[1], &virtual_best].map(|score| score.par2_seconds);
        assert_eq!(means, [Some(14.0), Some(25.0 / 3.0), Some(25.0 / 3.0)]);
        assert_eq!((numbers(&virtual_best), &virtual_best.times[..]), ((3, 2, 2), &[1.0, 4.0][..]));
        assert_eq!(ranking, [(1, vec![1, 0]), (2, vec![3]), (3, vec![])].into());
        // Without a limit, nothing is known about unsolved instances.
        let unknown = scores([row(1, "a", None, None), row(2, "b", Some(1.0), None)]);
        let means: Vec<_> = unknown.methods.iter().map(|score| score.par2_seconds).collect();
        assert_eq!((means, unknown.virtual_best.par2_seconds), (vec![None, Some(1.0)], None));
        assert_eq!(scores([]).virtual_best.instances, 0);
    }
}
