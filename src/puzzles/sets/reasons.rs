//! Checks of reasons why there is no set of places, or no better one, by plain arithmetic.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Display,
    num::NonZeroU64,
};

use fixedbitset::FixedBitSet;
use satranj_encodings::model::Count;

use super::{Placed, SetPlaces, SetPuzzle, SetRule};
use crate::puzzles::{
    Ruling, Violation, ensure,
    graph_sets::{SetCertificate, VertexPrice},
};

/// A reason in numbers of places.
pub type SetReason = SetCertificate<u32>;

/// A row or column of a grid: the number of the grid, whether it is a column, and its number.
type GridLine = (usize, bool, usize);

/// The pairs of a group, at most.
fn pairs_of(group: &[u32]) -> u64 {
    (group.len() as u64).saturating_mul(group.len() as u64)
}

/// Writes a value with its denominator, unless that is 1.
fn shown(denominator: Option<NonZeroU64>) -> impl Fn(u64) -> String {
    move |value| denominator.map_or(value.to_string(), |by| format!("{value}/{by}"))
}

/// Puts a value between two texts.
pub fn around([before, after]: [&str; 2], what: &dyn Display) -> String {
    format!("{before}{what}{after}")
}

impl<P: SetPlaces> SetPuzzle<P> {
    /// Checks a reason; `None` if it does not apply to these sets.
    pub(super) fn check_reason(&self, reason: &SetReason, best: Option<u64>) -> Option<Ruling> {
        let is_dominating = matches!(self.rule, SetRule::Dominating(_));
        let is_weighted = self.weights.is_some();
        let bounds_sets = !is_dominating && self.kinds.len() == 1 && self.are_hostile(0, 0);
        let bound = match reason {
            SetReason::GivenVertices { vertices } => return Some(self.check_given(vertices, best)),
            SetReason::Undominated { vertices } if is_dominating => {
                return Some(self.check_undominated(vertices, best));
            }
            SetReason::CliqueCover { groups } if bounds_sets && !is_weighted => {
                self.bound_of_groups(groups.iter().map(|group| (&group[..], 1)), None)
            }
            SetReason::WeightedCliqueCover { groups, denominator } if bounds_sets => {
                let groups = groups.iter().map(|group| (&group.vertices[..], group.weight));
                self.bound_of_groups(groups, *denominator)
            }
            SetReason::Matching { pairs } if bounds_sets && !is_weighted => {
                self.bound_of_pairs(pairs)
            }
            SetReason::LineSums { at_most } if bounds_sets && !is_weighted => {
                self.places().check_line_sums(*at_most).map(|()| u64::from(*at_most))
            }
            // Where the most are requested, a lower bound says nothing.
            SetReason::Packing { vertices } if is_dominating && !is_weighted && !self.is_most() => {
                self.bound_of_packing(vertices)
            }
            SetReason::CrossingLines { grids }
                if is_dominating && !is_weighted && !self.is_most() =>
            {
                self.bound_of_crossing_lines(grids)
            }
            SetReason::Prices { prices, denominator } if is_dominating && !self.is_most() => {
                self.bound_of_prices(prices, *denominator)
            }
            _ => return None,
        };
        let of_all = || self.places().all().map(|place| self.weight(place)).sum::<u64>();
        let of_set = |most: u64| match self.rule {
            SetRule::Cover => of_all().saturating_sub(most),
            _ => most,
        };
        Some(bound.and_then(|bound| self.holds_against(of_set(bound), best)))
    }

    /// The pairs and places that the check of a reason looks at, as steps.
    pub(super) fn steps_of_check(&self, reason: &SetReason) -> u64 {
        let within = |group: &[u32]| {
            let is_line = self.places().is_line(group);
            if is_line { 0 } else { pairs_of(group).min(self.most_steps_along_links()) }
        };
        let (pairs, shown) = match reason {
            SetReason::CliqueCover { groups } => {
                let pairs = groups.iter().map(|group| within(group)).fold(0, u64::saturating_add);
                (pairs.saturating_add(groups.len() as u64), 0)
            }
            SetReason::WeightedCliqueCover { groups, .. } => {
                let pairs = groups.iter().map(|group| within(&group.vertices));
                (pairs.fold(0, u64::saturating_add), 0)
            }
            SetReason::Matching { pairs } => (2 * pairs.len() as u64, 0),
            SetReason::Undominated { vertices } | SetReason::Packing { vertices } => {
                (0, vertices.len())
            }
            SetReason::Prices { prices, .. } => (0, prices.len()),
            SetReason::CrossingLines { grids } => (0, 8 * grids.iter().flatten().flatten().count()),
            SetReason::GivenVertices { .. } | SetReason::LineSums { .. } => return 0,
        };
        let near = self.given.len() + shown;
        let places = 32 * self.places().limit() as u64;
        self.places().steps_of_check(pairs, near as u64).saturating_add(places)
    }

    /// Compares a bound with the requested number, or with the value of the best known set.
    fn holds_against(&self, bound: u64, best: Option<u64>) -> Ruling {
        let is_past = |value: u64| if self.is_most() { value > bound } else { value < bound };
        let allowed = around(P::SET.allowed, &bound);
        let reached = around(P::SET.reached, &best.unwrap_or(0));
        match (best, self.kinds[0].count) {
            (None, Count::Exactly(asked)) => {
                ensure!(is_past(asked.into()), "{allowed}, but {asked} are requested");
            }
            (Some(best), Count::Optimum) => {
                ensure!(best == bound || is_past(best), "{allowed}, but {reached}");
            }
            (None, Count::Optimum) => {
                ensure!(false, "the puzzle asks for the best, which a bound alone does not give");
            }
            (Some(_), Count::Exactly(asked)) => {
                let noun = self.noun(0, asked.into());
                ensure!(false, "the puzzle asks for {asked} {noun}, not for the best");
            }
        }
        Ok(())
    }

    fn check_given(&self, both: &[u32], best: Option<u64>) -> Ruling {
        let [a, b] = *both else {
            return Err(Violation("expected two names".into()));
        };
        ensure!(best.is_none(), "it shows that no set exists, but a best set is given");
        let may_touch = matches!(self.rule, SetRule::Dominating(_)) && !self.rule.is_apart();
        ensure!(!may_touch, "this puzzle excludes no pairs");
        let word = if self.rule == SetRule::Cover { "blocked" } else { "given" };
        let [one, other] = [a, b].map(|place| {
            let given = self.ends().0.iter().find(|given| given.0 == place).copied();
            given.ok_or_else(|| Violation(format!("{} is not {word}", self.name(place))))
        });
        self.check_exclusion(one?, other?)
    }

    /// Checks that two places exclude each other from the independent set or clique.
    fn check_exclusion(&self, one: Placed, other: Placed) -> Ruling {
        let exclude = self.are_adjacent(one, other) != (self.rule == SetRule::Clique);
        let [a, b] = [one, other].map(|(place, _)| self.name(place));
        ensure!(exclude, "{a} and {b} {}", P::SET.go_together);
        Ok(())
    }

    /// The steps of a check of a group along the links: for cliques, where no link may join two of
    /// the group; without a limit for other rules.
    fn most_steps_along_links(&self) -> u64 {
        if self.rule == SetRule::Clique { self.places().most_links() } else { u64::MAX }
    }

    /// Checks that every two places of a group exclude each other.
    fn check_group(&self, group: &[u32]) -> Ruling {
        if pairs_of(group) > self.most_steps_along_links() {
            let members: BTreeSet<u32> = group.iter().copied().collect();
            for &one in &members {
                let near = self.near((one, 0));
                if let Some(&other) = near.iter().find(|&&to| to != one && members.contains(&to)) {
                    return self.check_exclusion((one, 0), (other, 0));
                }
            }
        } else if !self.places().is_line(group) {
            for (at, &one) in group.iter().enumerate() {
                for &other in &group[at + 1..] {
                    self.check_exclusion((one, 0), (other, 0))?;
                }
            }
        }
        Ok(())
    }

    /// The places that the independent set or clique must contain, and those that it must not; a
    /// cover is its complement.
    pub(super) fn ends(&self) -> (&[Placed], &[Placed]) {
        match self.rule {
            SetRule::Cover => (&self.blocked, &self.given),
            _ => (&self.given, &self.blocked),
        }
    }

    /// The places that are not blocked and may join some in an independent set or clique.
    pub(super) fn open_beside(&self, placed: &[Placed], blocked: &[Placed]) -> FixedBitSet {
        let (inside, mut open) = (self.set_of(placed), self.none());
        open.extend(self.places().all().map(|place| place as usize));
        let links = P::links_of(self, placed, &inside).map(|(_, to)| to as usize);
        if self.rule == SetRule::Clique {
            let mut beside = vec![0; self.places().limit()];
            links.for_each(|to| beside[to] += 1);
            open = open.ones().filter(|&place| beside[place] == placed.len()).collect();
            open.grow(self.places().limit());
        } else {
            links.for_each(|to| open.remove(to));
            if self.places().is_directed() {
                let beside = placed.iter().flat_map(|&placed| self.beside(placed));
                beside.for_each(|to| open.remove(to as usize));
            }
        }
        open.difference_with(&inside);
        open.difference_with(&self.set_of(blocked));
        open
    }

    /// What a place weighs.
    pub(super) fn weight(&self, place: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[place as usize].into())
    }

    /// The most that an independent set or clique weighs that has at most one place of each group.
    fn bound_of_groups<'g>(
        &self,
        groups: impl Iterator<Item = (&'g [u32], u64)>,
        denominator: Option<NonZeroU64>,
    ) -> Result<u64, Violation> {
        let (shown, denominator) = (shown(denominator), denominator.map_or(1, NonZeroU64::get));
        let (given, blocked) = self.ends();
        let mut covered: HashMap<u32, u64> = HashMap::new();
        let mut most = 0u128;
        for (group, weight) in groups {
            self.check_group(group)?;
            for &one in group {
                let covered = covered.entry(one).or_default();
                *covered = covered.saturating_add(weight);
            }
            most += u128::from(weight);
        }
        for place in self.open_beside(given, blocked).ones() {
            let (weight, name) = (self.weight(place as u32), self.name(place as u32));
            let covered = covered.get(&(place as u32)).copied().unwrap_or(0);
            ensure!(covered > 0, "no group contains {name}");
            let is_enough = covered / denominator >= weight;
            ensure!(is_enough, "{name} weighs {weight}, but its groups weigh {}", shown(covered));
        }
        let of_given = given.iter().map(|&(place, _)| self.weight(place)).sum::<u64>();
        let most = u64::try_from(most / u128::from(denominator)).unwrap_or(u64::MAX);
        Ok(of_given.saturating_add(most))
    }

    /// The most places of an independent set or clique that has at most one of each pair.
    fn bound_of_pairs(&self, pairs: &[[u32; 2]]) -> Result<u64, Violation> {
        let (given, blocked) = self.ends();
        let open = self.open_beside(given, blocked);
        let mut used = HashSet::new();
        for &[a, b] in pairs {
            self.check_exclusion((a, 0), (b, 0))?;
            for place in [a, b] {
                let (name, is_open) = (self.name(place), open.contains(place as usize));
                ensure!(is_open, "{name} cannot be added to the given places");
                ensure!(used.insert(place), "{name} is in two pairs");
            }
        }
        Ok((open.count_ones(..) - pairs.len() + given.len()) as u64)
    }

    /// The places from which each place may be dominated.
    fn dominators(&self) -> impl Fn(u32) -> Vec<u32> + '_ {
        move |place| {
            let mut by = self.places().attackers(place);
            by.extend((!self.is_total()).then_some(place));
            by.retain(|&by| self.blocked.binary_search(&(by, 0)).is_err());
            by
        }
    }

    fn check_undominated(&self, places: &[u32], best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "undominated ones prove nothing about the best");
        ensure!(!places.is_empty(), "the certificate names nothing");
        let dominators = self.dominators();
        for &place in places {
            if let Some(&by) = dominators(place).first() {
                let [by, name] = [by, place].map(|place| self.name(place));
                ensure!(false, "{by} may dominate {name}");
            }
        }
        Ok(())
    }

    /// The fewest places of a dominating set, if none dominates two of these.
    fn bound_of_packing(&self, places: &[u32]) -> Result<u64, Violation> {
        let dominators = self.dominators();
        let mut used = HashMap::new();
        for &place in places {
            for by in dominators(place) {
                if let Some(other) = used.insert(by, place) {
                    let [by, one, other] = [by, place, other].map(|place| self.name(place));
                    ensure!(false, "{by} may dominate both {one} and {other}");
                }
            }
        }
        Ok(places.len() as u64)
    }

    /// The fewest places of a dominating set, if each dominates at most one row and one column of one of
    /// these grids, and nothing else of the grids.
    fn bound_of_crossing_lines(&self, grids: &[Vec<Vec<u32>>]) -> Result<u64, Violation> {
        let dominators = self.dominators();
        let mut met: BTreeMap<(u32, GridLine), usize> = BTreeMap::new();
        let mut least = 0;
        let squares = || {
            let rows = grids.iter().enumerate().flat_map(|(at, grid)| {
                grid.iter().enumerate().map(move |(row, list)| (at, row, list))
            });
            rows.flat_map(|(at, row, list)| {
                let both = move |column| [(at, false, row), (at, true, column)];
                list.iter().enumerate().map(move |(column, &place)| (place, both(column)))
            })
        };
        for (place, lines) in squares() {
            let itself = self.is_total().then_some(place);
            for by in dominators(place).into_iter().chain(itself) {
                for line in lines {
                    *met.entry((by, line)).or_default() += 1;
                }
            }
        }
        for grid in grids {
            let width = grid.first().map_or(0, Vec::len);
            ensure!(
                grid.iter().all(|row| row.len() == width),
                "the rows of a grid differ in length"
            );
            least += grid.len().min(width) as u64;
        }
        // What dominates a part of a line does not count as on it.
        met.retain(|&(_, (grid, is_column, _)), count| {
            *count == if is_column { grids[grid].len() } else { grids[grid][0].len() }
        });
        let lines: Vec<(u32, GridLine)> = met.into_keys().collect();
        for pair in lines.windows(2) {
            let [(one, (grid, is_column, _)), (other, next)] = [pair[0], pair[1]];
            let is_second = one == other && (grid != next.0 || is_column == next.1);
            ensure!(!is_second, "{} dominates more than a row and a column", self.name(one));
        }
        for (place, both) in squares() {
            for by in dominators(place) {
                let is_on = both.iter().any(|&line| lines.binary_search(&(by, line)).is_ok());
                if !is_on {
                    let [by, name] = [by, place].map(|place| self.name(place));
                    ensure!(false, "{by} may dominate {name}, but not its row or column");
                }
            }
        }
        Ok(least)
    }

    /// The least weight of a dominating set, by prices on the dominated places.
    fn bound_of_prices(
        &self,
        prices: &[VertexPrice<u32>],
        denominator: Option<NonZeroU64>,
    ) -> Result<u64, Violation> {
        let dominators = self.dominators();
        let (shown, denominator) = (shown(denominator), denominator.map_or(1, NonZeroU64::get));
        let mut got: HashMap<u32, u64> = HashMap::new();
        let mut least = 0u64;
        for &VertexPrice { vertex: place, price } in prices {
            let dominators = dominators(place);
            // A place that nothing dominates could have any price.
            ensure!(!dominators.is_empty(), "nothing allowed dominates {}", self.name(place));
            for by in dominators {
                let (weight, got) = (self.weight(by), got.entry(by).or_default());
                *got = got.saturating_add(price);
                ensure!(
                    *got <= weight.saturating_mul(denominator),
                    "{} weighs {weight}, and what it dominates costs {}",
                    self.name(by),
                    shown(*got)
                );
            }
            least = least.saturating_add(price);
        }
        for &(place, _) in &self.given {
            let got = got.get(&place).copied().unwrap_or(0);
            least = least.saturating_add(self.weight(place).saturating_mul(denominator) - got);
        }
        Ok(least.div_ceil(denominator))
    }
}
