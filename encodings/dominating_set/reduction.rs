//! Reductions of the covering problem of a dominating set: which vertices need not be requested, need
//! not be taken, or are taken.

use std::{cell::Cell, collections::VecDeque};

use super::DominatingSet;

/// Sets, and elements, by their place in [`CoverReducer::lists`].
const SETS: usize = 0;
const ELEMENTS: usize = 1;

/// Larger graphs are not reduced: their lists take long to make.
const MOST_VERTICES: u32 = 1 << 18;
const MOST_EDGES: u32 = 1 << 21;

/// The most steps of any reduction, and for each vertex: up to a few tenths of a second.
const MOST_STEPS: u64 = 1 << 20;
const STEPS_A_VERTEX: u64 = 64;

/// The largest set that became lighter whose rivals are looked at again.
const MOST_CHANGED: u32 = 64;

/// What is left of a dominating set: the elements, vertices that no given vertex dominates, are to be
/// covered by sets, vertices that may be taken. Vertex v is element v and set v.
#[derive(Debug, Clone, Default)]
pub struct CoverReduction {
    /// Whether each vertex must be dominated yet.
    pub is_open: Vec<bool>,
    /// Whether each vertex may be taken.
    pub is_allowed: Vec<bool>,
    /// The weight of each vertex, less what was paid in advance.
    pub weights: Vec<u32>,
    /// The weight that was paid in advance.
    pub paid: u64,
    chains: Vec<CoverChain>,
}

/// An element whose sets are a chain, each within the next.
#[derive(Debug, Clone)]
struct CoverChain {
    element: u32,
    /// The least one first.
    sets: Vec<u32>,
}

impl CoverReduction {
    /// The problem that the given and blocked vertices leave, without a reduction. O(n + m).
    #[must_use]
    pub fn new(model: &DominatingSet, weights: Vec<u32>) -> Self {
        let n = model.vertices();
        let mut is_open = vec![true; n as usize];
        let mut is_allowed: Vec<bool> = (0..n).map(|vertex| !model.is_blocked(vertex)).collect();
        for &vertex in model.given().iter().filter(|&&vertex| vertex < n) {
            model.dominated(vertex, &mut |other| is_open[other as usize] = false);
            is_allowed[vertex as usize] = false;
        }
        Self { is_open, is_allowed, weights, ..Self::default() }
    }

    /// Makes the problem smaller and keeps its least weight, if any sets may be taken together.
    ///
    /// Three rules are applied until none changes anything. A set is left out if another one that is
    /// not heavier has all its elements. An element is left out if its sets include all sets of
    /// another (both in Beasley, "An algorithm for set covering problem", European Journal of
    /// Operational Research 31, 1987). If the sets of an element are a chain, each within the next,
    /// then a lightest cover has exactly one of them: the least one is paid in advance and covers its
    /// elements, and the others weigh as much less (Hoffman, Kolen and Sakarovitch, "Totally-balanced
    /// and greedy matrices", SIAM Journal on Algebraic and Discrete Methods 6, 1985). That alone
    /// solves the dominations of trees and of interval graphs, with or without weights.
    ///
    /// O(n + m) memory; the work for each vertex is limited. Large and dense graphs stay as they are.
    pub fn reduce(&mut self, model: &DominatingSet) {
        if model.vertices() <= MOST_VERTICES && model.graph().edges() <= MOST_EDGES {
            CoverReducer::new(model, self).run();
        }
    }

    /// A set that dominates all from one that covers what is left; it weighs at most
    /// [`CoverReduction::paid`] more. O(n and the chains).
    #[must_use]
    pub fn lifted(&self, cover: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut is_taken = vec![false; self.weights.len()];
        cover.for_each(|set| is_taken[set as usize] = true);
        for CoverChain { sets, .. } in self.chains.iter().rev() {
            let largest = sets.iter().rposition(|&set| is_taken[set as usize]).unwrap_or(0);
            for &set in sets {
                is_taken[set as usize] = false;
            }
            is_taken[sets[largest] as usize] = true;
        }
        (0..).zip(is_taken).filter_map(|(set, is_taken)| is_taken.then_some(set)).collect()
    }

    /// The elements that paid in advance, in their order.
    pub fn payers(&self) -> impl Iterator<Item = u32> + '_ {
        self.chains.iter().map(|chain| chain.element)
    }
}

/// A reduction at work.
struct CoverReducer<'r> {
    rest: &'r mut CoverReduction,
    /// The elements of each set and the sets of each element, in rising order. Those that are not left
    /// are taken out once they are more than those that are.
    lists: [Vec<Vec<u32>>; 2],
    /// The number of members of each list that are left.
    sizes: [Vec<u32>; 2],
    /// Which sets and elements are left.
    is_left: [Vec<bool>; 2],
    /// What is to be looked at, each once.
    queue: VecDeque<(usize, u32)>,
    is_queued: [Vec<bool>; 2],
    steps: Cell<u64>,
}

impl<'r> CoverReducer<'r> {
    fn new(model: &DominatingSet, rest: &'r mut CoverReduction) -> Self {
        let n = rest.is_open.len();
        let mut lists = [vec![Vec::new(); n], vec![Vec::new(); n]];
        for vertex in (0..n as u32).filter(|&vertex| rest.is_open[vertex as usize]) {
            let list = &mut lists[ELEMENTS][vertex as usize];
            model.dominators(vertex, &mut |other| list.push(other));
            list.retain(|&set| rest.is_allowed[set as usize]);
            list.sort_unstable();
        }
        let [elements_of, sets_with] = &mut lists;
        for (element, sets) in (0..).zip(sets_with) {
            for &set in &*sets {
                elements_of[set as usize].push(element);
            }
        }
        let sizes = |side: usize| lists[side].iter().map(|list| list.len() as u32).collect();
        Self {
            sizes: [sizes(SETS), sizes(ELEMENTS)],
            lists,
            is_left: [std::mem::take(&mut rest.is_allowed), std::mem::take(&mut rest.is_open)],
            rest,
            queue: VecDeque::new(),
            is_queued: [vec![false; n], vec![false; n]],
            steps: Cell::new(0),
        }
    }

    fn run(mut self) {
        for vertex in 0..self.rest.weights.len() as u32 {
            self.look_at(SETS, vertex);
            self.look_at(ELEMENTS, vertex);
        }
        let most = MOST_STEPS + STEPS_A_VERTEX * self.rest.weights.len() as u64;
        while self.steps.get() <= most
            && let Some((side, item)) = self.queue.pop_front()
        {
            self.is_queued[side][item as usize] = false;
            if !self.is_left[side][item as usize] {
                continue;
            }
            self.work(self.lists[side][item as usize].len());
            if side == SETS { self.examine_set(item) } else { self.examine_element(item) }
        }
        [self.rest.is_allowed, self.rest.is_open] = self.is_left;
    }

    fn work(&self, steps: usize) {
        self.steps.update(|before| before + steps as u64);
    }

    fn look_at(&mut self, side: usize, item: u32) {
        let at = item as usize;
        if self.is_left[side][at] && !std::mem::replace(&mut self.is_queued[side][at], true) {
            self.queue.push_back((side, item));
        }
    }

    /// The members of a list that are left.
    fn members(&self, side: usize, item: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let list = self.lists[side][item as usize].iter().copied();
        list.filter(move |&member| self.is_left[1 - side][member as usize])
    }

    /// Whether each member of a list that is left is one of the other list. O(d log e) for lists of d
    /// and e members.
    fn is_within(&self, side: usize, item: u32, other: u32) -> bool {
        let mut others = &self.lists[side][other as usize][..];
        let mut steps = 1;
        let is_within = self.sizes[side][item as usize] <= self.sizes[side][other as usize]
            && self.members(side, item).all(|member| {
                steps += 1;
                others = &others[others.partition_point(|&one| one < member)..];
                others.first() == Some(&member)
            });
        self.work(steps);
        is_within
    }

    /// The other lists that include this one.
    fn including(&self, side: usize, item: u32) -> Vec<u32> {
        let size = |&member: &u32| self.sizes[1 - side][member as usize];
        let Some(rarest) = self.members(side, item).min_by_key(size) else { return Vec::new() };
        self.work(self.lists[side][item as usize].len());
        let others = self.members(1 - side, rarest);
        others.filter(|&other| other != item && self.is_within(side, item, other)).collect()
    }

    fn remove(&mut self, side: usize, item: u32) {
        self.is_left[side][item as usize] = false;
        let members: Vec<u32> = self.members(side, item).collect();
        for member in members {
            let size = &mut self.sizes[1 - side][member as usize];
            *size -= 1;
            let list = &mut self.lists[1 - side][member as usize];
            if 2 * (*size as usize) < list.len() {
                list.retain(|&one| self.is_left[side][one as usize]);
            }
            self.look_at(1 - side, member);
        }
    }

    fn examine_set(&mut self, set: u32) {
        let weight = |set: u32| self.rest.weights[set as usize];
        let is_superfluous = self.sizes[SETS][set as usize] == 0
            || self.including(SETS, set).iter().any(|&other| weight(other) <= weight(set));
        if is_superfluous {
            self.remove(SETS, set);
            return;
        }
        // A smaller set may complete a chain.
        let elements: Vec<u32> = self.members(SETS, set).collect();
        for element in elements {
            self.look_at(ELEMENTS, element);
        }
    }

    fn examine_element(&mut self, element: u32) {
        for other in self.including(ELEMENTS, element) {
            self.remove(ELEMENTS, other);
        }
        let mut chain: Vec<u32> = self.members(ELEMENTS, element).collect();
        chain.sort_by_key(|&set| self.sizes[SETS][set as usize]);
        let is_chain = chain.windows(2).all(|pair| self.is_within(SETS, pair[0], pair[1]));
        let Some(&least) = chain.first().filter(|_| is_chain) else { return };
        let price = self.rest.weights[least as usize];
        if chain[1..].iter().any(|&set| self.rest.weights[set as usize] <= price) {
            self.remove(SETS, least);
            return;
        }
        for &set in &chain[1..] {
            self.rest.weights[set as usize] -= price;
            self.look_at_rivals(set);
        }
        self.rest.paid += u64::from(price);
        self.rest.chains.push(CoverChain { element, sets: chain });
        let covered: Vec<u32> = self.members(SETS, least).collect();
        for element in covered {
            self.remove(ELEMENTS, element);
        }
        self.remove(SETS, least);
    }

    /// A set has become lighter: those within it may be superfluous.
    fn look_at_rivals(&mut self, set: u32) {
        if self.sizes[SETS][set as usize] > MOST_CHANGED {
            return;
        }
        let elements: Vec<u32> = self.members(SETS, set).collect();
        for element in elements {
            let rivals: Vec<u32> = self.members(ELEMENTS, element).collect();
            self.work(rivals.len());
            for rival in rivals {
                self.look_at(SETS, rival);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{graph::Graph, model::Count};

    /// A graph, weights, given and blocked vertices, and whether each vertex needs a neighbour.
    type Drawn = (Vec<(u32, u32)>, Vec<u32>, Vec<u32>, Vec<u32>, bool);

    fn drawn() -> impl Strategy<Value = Drawn> {
        (1..11_u32).prop_flat_map(|n| {
            let pairs = prop::collection::vec((0..n, 0..n), 0..2 * n as usize);
            let edges = pairs.prop_map(|pairs| pairs.into_iter().filter(|(a, b)| a != b).collect());
            let weights = prop::collection::vec(0..6_u32, n as usize);
            let few = || prop::collection::vec(0..n, 0..3);
            (edges, weights, few(), few(), any::<bool>())
        })
    }

    fn bits(vertices: impl IntoIterator<Item = u32>) -> u32 {
        vertices.into_iter().fold(0, |bits, vertex| bits | 1 << vertex)
    }

    fn members(set: u32) -> impl Iterator<Item = u32> {
        (0..32).filter(move |vertex| set >> vertex & 1 == 1)
    }

    fn weight(set: u32, weights: &[u32]) -> u64 {
        members(set).map(|vertex| u64::from(weights[vertex as usize])).sum()
    }

    fn is_dominated(model: &DominatingSet, vertex: u32, set: u32) -> bool {
        let mut is_dominated = false;
        model.dominators(vertex, &mut |other| is_dominated |= set >> other & 1 == 1);
        is_dominated
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        /// A best cover of the rest, lifted, is best for the graph, and weighs what was paid more.
        #[test]
        fn reductions_keep_the_least_weight((edges, weights, given, blocked, total) in drawn()) {
            let n = weights.len() as u32;
            let blocked: Vec<u32> = blocked.into_iter().filter(|one| !given.contains(one)).collect();
            let mut model = DominatingSet::on_graph(Graph::from_edges(n, &edges), Count::Optimum)
                .with_given(given.clone())
                .with_blocked(blocked.clone());
            model.total = total;
            let (given, blocked) = (bits(given), bits(blocked));
            let truth = (0..1_u32 << n)
                .filter(|set| set & given == given && set & blocked == 0)
                .filter(|&set| (0..n).all(|vertex| is_dominated(&model, vertex, set)))
                .map(|set| weight(set, &weights))
                .min();
            let mut reduction = CoverReduction::new(&model, weights.clone());
            reduction.reduce(&model);
            let open = (0..n).filter(|&vertex| reduction.is_open[vertex as usize]);
            let allowed = bits((0..n).filter(|&vertex| reduction.is_allowed[vertex as usize]));
            let best = (0..1_u32 << n)
                .filter(|set| set & !allowed == 0)
                .filter(|&set| open.clone().all(|vertex| is_dominated(&model, vertex, set)))
                .min_by_key(|&set| weight(set, &reduction.weights));
            prop_assert_eq!(best.is_some(), truth.is_some());
            if let Some((best, truth)) = best.zip(truth) {
                let set = bits(reduction.lifted(members(best))) | given;
                prop_assert!((0..n).all(|vertex| is_dominated(&model, vertex, set)));
                prop_assert_eq!((set & given, set & blocked), (given, 0));
                let promised = weight(best, &reduction.weights) + weight(given, &weights);
                prop_assert_eq!(promised + reduction.paid, truth);
                prop_assert_eq!(weight(set, &weights), truth);
            }
        }

        /// Nothing is left of a tree, and its prices are as large as its lightest set.
        #[test]
        fn trees_are_solved(
            (parents, weights) in prop::collection::vec((any::<u32>(), 1..9_u32), 1..40)
                .prop_map(|list| list.into_iter().unzip::<u32, u32, Vec<_>, Vec<_>>()),
        ) {
            let n = parents.len() as u32;
            let edges: Vec<(u32, u32)> =
                (1..n).map(|one| (parents[one as usize] % one, one)).collect();
            let model = DominatingSet::on_graph(Graph::from_edges(n, &edges), Count::Optimum);
            let mut reduction = CoverReduction::new(&model, weights.clone());
            reduction.reduce(&model);
            prop_assert!(!reduction.is_open.contains(&true));
            let prices = super::super::packing::prices(&model, &weights);
            prop_assert_eq!(prices.iter().map(|(_, price)| price).sum::<u64>(), reduction.paid);
        }
    }
}
