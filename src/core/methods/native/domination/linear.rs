//! Branch and bound for smallest set covers, with linear programming bounds.

use super::{
    cover::SetCover,
    prices::{PriceVerdict, Prices},
    search::CoverReport,
    weighting,
};
use crate::{
    limits::Reason,
    methods::{
        Ending,
        meter::Meter,
        native::{
            bits::{WORDS_A_STEP, common, holds, is_empty, members, remove, subtract},
            packing::{CoverState, PackingTableau},
        },
    },
    run::Run,
};

/// The most sets, and elements: their tableau takes 2 MB.
const LARGEST: usize = 512;

/// Smaller problems are solved faster without bounds that take this long.
pub const FEWEST: usize = 160;

/// The most elements of a set on average: the bounds are good if sets are small.
const MOST_ELEMENTS: u64 = 10;

/// The margin by which a bound must exceed the allowed size before it is checked exactly: it is
/// larger than the rounding errors of prices.
const MARGIN: f64 = 1e-3;

/// A smaller share counts as zero.
const NO_SHARE: f64 = 1e-6;

/// The most nodes of the first search, which looks for better and better covers.
const DIVE: u64 = 200;

/// Which set a node branches on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinearBranching {
    /// The set with the largest share, which soon leads to a cover.
    Largest,
    /// The set whose share is nearest to one half, which makes the smallest trees.
    Half,
}

/// A node of the tree.
#[derive(Clone)]
struct LinearNode {
    state: CoverState,
    packing: PackingTableau,
}

/// A node whose branch with a set is being searched; the branch without it comes next.
struct LinearFrame {
    node: LinearNode,
    set: u32,
    /// Number of sets chosen before.
    depth: usize,
}

/// How to proceed at a node.
enum NodeVerdict {
    /// There is no cover with this few sets.
    Refuted,
    /// The chosen sets are a cover.
    Covered,
    /// Branch on this set.
    Branch(u32),
}

/// The search: a set is taken or not, chosen by its share in the least fractional cover (Land and
/// Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960).
/// For some nodes it looks for better and better covers; then it starts from the least number that
/// linear programming leaves open and allows one more set until there is a cover.
///
/// Sets are excluded by reduced costs, and if another set covers all that they cover. Bounds are
/// proved by the integer prices of [`Prices`], so that rounding never decides.
pub struct LinearSearch<'a> {
    cover: &'a SetCover,
    /// As in the search by elements.
    orbits: Vec<Vec<u32>>,
    /// The most sets of a cover.
    limit: u32,
    branching: LinearBranching,
    chosen: Vec<u32>,
    prices: Prices,
    run: &'a Run,
    meter: Meter<'a>,
}

impl<'a> LinearSearch<'a> {
    /// Whether this search is worth trying.
    pub fn suits(cover: &SetCover) -> bool {
        let pairs: u64 = cover.elements_of.iter().map(|list| list.len() as u64).sum();
        let sets = cover.sets() as u64;
        (FEWEST..=LARGEST).contains(&cover.sets())
            && cover.elements <= LARGEST
            && pairs <= MOST_ELEMENTS * sets
    }

    /// A search for covers of at most `limit` sets.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(
        cover: &'a SetCover,
        orbits: Vec<Vec<u32>>,
        limit: u32,
        run: &'a Run,
    ) -> Result<Self, Reason> {
        let prices = Prices::new(cover);
        let meter = Meter::new(run)?;
        let (chosen, branching) = (Vec::new(), LinearBranching::Largest);
        Ok(Self { cover, orbits, limit, branching, chosen, prices, run, meter })
    }

    /// Hands better and better covers to `found`, until the best.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(&mut self, found: &mut CoverReport<'_>) -> Result<Ending, Reason> {
        let cover = self.cover;
        self.run.reserve(PackingTableau::bytes(cover.sets(), cover.elements))?;
        let state = cover.all();
        let mut packing = cover.packing(|_| 1.0);
        packing.improve(&state, f64::INFINITY, |work| self.meter.work(work))?;
        let least = (packing.sum() - MARGIN).max(0.0).ceil() as u32;
        let root = LinearNode { state, packing };
        if let Some(ending) = self.tree(root.clone(), DIVE, found)? {
            return Ok(ending);
        }
        if weighting::improve(cover, &mut self.limit, self.run, found)?.is_break() {
            return Ok(Ending::Enough);
        }
        self.branching = LinearBranching::Half;
        // The last limit is searched in any case: that proves what was rounded here.
        let most = self.limit;
        for limit in least.min(most)..=most {
            self.limit = limit;
            self.chosen.clear();
            match self.tree(root.clone(), u64::MAX, found)? {
                Some(Ending::Exhausted) if self.limit == limit => {}
                Some(ending) => return Ok(ending),
                None => break,
            }
        }
        Ok(Ending::Exhausted)
    }

    /// Searches a tree; `None` if it has more nodes than this.
    fn tree(
        &mut self,
        mut node: LinearNode,
        nodes: u64,
        found: &mut CoverReport<'_>,
    ) -> Result<Option<Ending>, Reason> {
        let mut left = nodes;
        let mut frames: Vec<LinearFrame> = Vec::new();
        loop {
            match self.examine(&mut node)? {
                NodeVerdict::Branch(set) => {
                    let Some(fewer) = left.checked_sub(1) else { return Ok(None) };
                    left = fewer;
                    self.meter.node()?;
                    self.run.reserve(node.packing.size())?;
                    let parent = node.clone();
                    frames.push(LinearFrame { node: parent, set, depth: self.chosen.len() });
                    self.choose(set, &mut node);
                    continue;
                }
                NodeVerdict::Refuted => {}
                NodeVerdict::Covered => {
                    self.meter.publish();
                    if found(&self.chosen).is_break() {
                        return Ok(Some(Ending::Enough));
                    }
                    // The empty cover cannot be improved.
                    let Some(better) = (self.chosen.len() as u32).checked_sub(1) else {
                        return Ok(Some(Ending::Exhausted));
                    };
                    self.limit = better;
                }
            }
            let Some(frame) = frames.pop() else { return Ok(Some(Ending::Exhausted)) };
            self.meter.take_back(1);
            self.chosen.truncate(frame.depth);
            node = frame.node;
            remove(&mut node.state.allowed, frame.set as usize);
            // At the root, the symmetric images of the set need not be taken.
            if frame.depth == 0 && !self.orbits.is_empty() {
                for &image in &self.orbits[frame.set as usize] {
                    remove(&mut node.state.allowed, image as usize);
                }
            }
            node.packing.shrink(&node.state);
        }
    }

    /// Takes a set.
    fn choose(&mut self, set: u32, node: &mut LinearNode) {
        let LinearNode { state, packing } = node;
        let set = set as usize;
        self.chosen.push(set as u32);
        remove(&mut state.allowed, set);
        for &element in &self.cover.elements_of[set] {
            if holds(&state.open, element as usize) {
                remove(&mut state.open, element as usize);
                packing.devalue(element as usize);
            }
        }
        if let Some(clashes) = &self.cover.clashes {
            subtract(&mut state.allowed, clashes.row(set));
        }
        packing.shrink(state);
    }

    /// Takes and excludes forced sets until a branch is needed.
    fn examine(&mut self, node: &mut LinearNode) -> Result<NodeVerdict, Reason> {
        loop {
            let cover = self.cover;
            let words = (cover.sets() + cover.elements) * node.state.open.len();
            self.meter.work(1 + words as u64 / WORDS_A_STEP)?;
            let Some(need) = self.limit.checked_sub(self.chosen.len() as u32) else {
                return Ok(NodeVerdict::Refuted);
            };
            if is_empty(&node.state.open) {
                return Ok(NodeVerdict::Covered);
            }
            let count = |&element: &usize| common(cover.rows.row(element), &node.state.allowed);
            let Some(element) = members(&node.state.open).min_by_key(count) else {
                return Ok(NodeVerdict::Covered);
            };
            let only = cover.sets_with[element].iter().copied();
            let mut only = only.filter(|&set| holds(&node.state.allowed, set as usize));
            let first = only.next();
            let Some(first) = first.filter(|_| need > 0) else {
                return Ok(NodeVerdict::Refuted);
            };
            if only.next().is_none() {
                self.choose(first, node);
                continue;
            }
            let LinearNode { state, packing } = node;
            packing.improve(state, f64::from(need) + MARGIN, |work| self.meter.work(work))?;
            self.prices.set(packing.prices());
            let before = state.allowed.clone();
            match self.prices.judge(cover, &state.open, &mut state.allowed, need, 0) {
                PriceVerdict::Open => {}
                PriceVerdict::Refuted => return Ok(NodeVerdict::Refuted),
                PriceVerdict::Forced(set) => {
                    self.choose(set, node);
                    continue;
                }
            }
            exclude_dominated(cover, state);
            if state.allowed != before {
                packing.shrink(state);
                continue;
            }
            return Ok(NodeVerdict::Branch(self.branch(node).unwrap_or(first)));
        }
    }

    /// The set to branch on; `None` if no set has a share.
    fn branch(&self, node: &LinearNode) -> Option<u32> {
        let allowed =
            |&(set, share): &(usize, f64)| share > NO_SHARE && holds(&node.state.allowed, set);
        let shares = node.packing.shares().filter(allowed);
        let aim = if self.branching == LinearBranching::Half { 0.5 } else { 1.0 };
        let far = |share: f64| (share - aim).abs();
        shares.min_by(|(_, a), (_, b)| far(*a).total_cmp(&far(*b))).map(|(set, _)| set as u32)
    }
}

/// Excludes the sets that cover nothing open, or nothing beyond another allowed set.
fn exclude_dominated(cover: &SetCover, state: &mut CoverState) {
    let CoverState { open, allowed } = state;
    for set in 0..cover.sets() {
        if !holds(allowed, set) {
            continue;
        }
        let column = cover.columns.row(set);
        let mut own = cover.elements_of[set].iter().filter(|&&one| holds(open, one as usize));
        let is_needless = own.next().is_none_or(|&element| {
            // The sets that another one excludes may matter.
            cover.clashes.is_none()
                && cover.sets_with[element as usize].iter().any(|&other| {
                    let other = other as usize;
                    let covers = cover.columns.row(other);
                    other != set
                        && holds(allowed, other)
                        && open.iter().zip(column).zip(covers).all(|((o, a), b)| o & a & !b == 0)
                })
        });
        if is_needless {
            remove(allowed, set);
        }
    }
}
