//! The least sum of additional costs of agents, given what pairs of them need together.

/// Steps of the exact search, after which a bound from disjoint pairs is the result.
const MOST_STEPS: u32 = 2000;

/// A lower bound on the sum of x over agents with x(a) + x(b) at least the weight of each pair
/// (the weighted dependency graph of Li, Felner, Boyarski, Ma and Koenig, "Improved heuristics for
/// multi-agent path finding with conflict-based search", IJCAI 2019); exact if it is found in few
/// steps.
#[must_use]
pub fn least_cover(pairs: &[(u32, u32, u32)]) -> u64 {
    let mut agents: Vec<u32> = pairs.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    agents.sort_unstable();
    agents.dedup();
    let place = |agent: u32| agents.binary_search(&agent).unwrap_or(0);
    let mut pairs: Vec<(usize, usize, u64)> =
        pairs.iter().map(|&(a, b, weight)| (place(a), place(b), weight.into())).collect();
    pairs.sort_unstable_by_key(|&(a, b, weight)| (std::cmp::Reverse(weight), a, b));
    let mut search =
        CostCoverSearch { pairs: &pairs, costs: vec![0; agents.len()], best: u64::MAX, steps: 0 };
    let bound = search.bound();
    search.extend(0);
    if search.steps > MOST_STEPS { bound } else { search.best }
}

struct CostCoverSearch<'p> {
    /// Pairs by falling weight.
    pairs: &'p [(usize, usize, u64)],
    costs: Vec<u64>,
    best: u64,
    steps: u32,
}

impl CostCoverSearch<'_> {
    fn missing(&self, &(a, b, weight): &(usize, usize, u64)) -> u64 {
        weight.saturating_sub(self.costs[a] + self.costs[b])
    }

    /// What disjoint pairs miss.
    fn bound(&self) -> u64 {
        let mut is_used = vec![false; self.costs.len()];
        let mut sum = 0;
        for pair in self.pairs {
            let missing = self.missing(pair);
            if missing > 0 && !is_used[pair.0] && !is_used[pair.1] {
                (is_used[pair.0], is_used[pair.1]) = (true, true);
                sum += missing;
            }
        }
        sum
    }

    fn extend(&mut self, sum: u64) {
        self.steps += 1;
        if self.steps > MOST_STEPS || sum + self.bound() >= self.best {
            return;
        }
        let mut degrees = vec![0_u64; self.costs.len()];
        for pair in self.pairs {
            let missing = self.missing(pair);
            degrees[pair.0] += missing;
            degrees[pair.1] += missing;
        }
        let most = (0..degrees.len()).max_by_key(|&agent| (degrees[agent], usize::MAX - agent));
        let Some(agent) = most.filter(|&agent| degrees[agent] > 0) else {
            self.best = sum;
            return;
        };
        let own = self.pairs.iter().filter(|pair| pair.0 == agent || pair.1 == agent);
        let need = own.map(|pair| self.missing(pair)).max().unwrap_or(0);
        // The agent pays this much more; its partners pay the rest of each pair.
        for more in (0..=need).rev() {
            let kept = self.costs.clone();
            self.costs[agent] += more;
            let mut added = more;
            for index in 0..self.pairs.len() {
                let pair = self.pairs[index];
                let missing = self.missing(&pair);
                if missing > 0 && (pair.0 == agent || pair.1 == agent) {
                    self.costs[pair.0 + pair.1 - agent] += missing;
                    added += missing;
                }
            }
            self.extend(sum + added);
            self.costs = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_pays_for_every_pair() {
        assert_eq!(least_cover(&[]), 0);
        assert_eq!(least_cover(&[(4, 7, 3)]), 3);
        assert_eq!(least_cover(&[(1, 2, 1), (2, 3, 1), (3, 1, 1)]), 2);
        assert_eq!(least_cover(&[(0, 1, 2), (0, 2, 2), (0, 3, 1)]), 2);
        assert_eq!(least_cover(&[(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1)]), 3);
    }
}
