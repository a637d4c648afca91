//! `native:forward-checking`: perfect dominating sets, and minimal ones.

use std::sync::Arc;

use satranj_encodings::{
    dominating_set::DominatingSet,
    model::{Count, Model, Sense, Witness},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Method, constraints, meter::Meter},
    run::Run,
};

/// Decides vertices one by one and looks ahead (Haralick and Elliott, "Increasing tree search
/// efficiency for constraint satisfaction problems", Artificial Intelligence 14, 1980): each decision
/// forces others in the closed neighbourhoods around it, until nothing more follows or a vertex cannot
/// satisfy its condition. It branches on an undominated vertex with the fewest open dominators.
///
/// For the smallest set a branch is cut if the undominated vertices need too many more; for the
/// largest one if too few vertices are open, or too few can be the only one that dominates some vertex.
///
/// Exponential time, O(n + m) memory for n vertices and m edges. It is complete.
pub const FORWARD_CHECKING: Method = Method::finding(
    Description {
        scope: Some("perfect and minimal dominating sets"),
        ..Description::native(
            "native:forward-checking",
            "decides vertex by vertex, and what each decision forces around it",
        )
        .minding(constraints::UNWEIGHTED_DOMINATIONS)
    },
    Model::is_dominating_set,
    |model, _| {
        let model = model.as_dominating_set()?;
        (model.perfect || model.minimal)
            .then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

/// What is known of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Open,
    Taken,
    Left,
}

/// A vertex on which the search branched.
struct Branch {
    vertex: u32,
    /// The number of decisions before.
    decided: usize,
    /// The other decision, if it was not tried yet.
    other: Option<Decision>,
}

/// The decisions so far, and their counts around each vertex.
struct Domination<'m> {
    model: &'m DominatingSet,
    /// The vertices that dominate each vertex, which are those that it dominates.
    dominators: Arc<[Vec<u32>]>,
    decisions: Vec<Decision>,
    /// The number of taken and of open dominators.
    taken: Vec<u32>,
    open: Vec<u32>,
    /// The decided vertices in their order; those from `looked` on are yet to be looked at.
    trail: Vec<u32>,
    looked: usize,
    /// The number of taken vertices, and the numbers that are wanted.
    size: usize,
    least: usize,
    most: usize,
    /// The most vertices that one dominates.
    widest: usize,
}

fn solve(model: &DominatingSet, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    run.building(model.graph_bytes(), || model.graph())?;
    let n = model.vertices();
    run.reserve(8 * (u64::from(n) * 8 + 2 * u64::from(model.graph().edges())))?;
    let mut meter = Meter::new(run)?;
    let mut search = Domination::new(model);
    let ends = model.given().iter().map(|&vertex| (vertex, Decision::Taken));
    let blocked = model.blocked().iter().map(|&vertex| (vertex, Decision::Left));
    let begun =
        ends.chain(blocked).all(|(vertex, decision)| vertex < n && search.decide(vertex, decision));
    let mut possible = begun && (0..n).all(|vertex| search.look_at(vertex)) && search.propagate();
    let mut branches: Vec<Branch> = Vec::new();
    loop {
        meter.work(1 + search.trail.len() as u64 / 64)?;
        if possible && search.is_within_bounds() {
            match search.next() {
                Some((vertex, first)) => {
                    meter.node()?;
                    let other = match first {
                        Decision::Taken => Decision::Left,
                        _ => Decision::Taken,
                    };
                    let decided = search.trail.len();
                    branches.push(Branch { vertex, decided, other: Some(other) });
                    possible = search.decide(vertex, first) && search.propagate();
                    continue;
                }
                None => {
                    meter.publish();
                    if found(Witness::of_vertices(search.set())).is_break() {
                        return Ok(Ending::Enough);
                    }
                    if !search.improve() {
                        return Ok(Ending::Exhausted);
                    }
                }
            }
        }
        loop {
            let Some(branch) = branches.last_mut() else { return Ok(Ending::Exhausted) };
            search.undo(branch.decided);
            if let Some(other) = branch.other.take() {
                meter.node()?;
                possible = search.decide(branch.vertex, other) && search.propagate();
                break;
            }
            branches.pop();
            meter.take_back(1);
        }
    }
}

impl<'m> Domination<'m> {
    fn new(model: &'m DominatingSet) -> Self {
        let n = model.vertices();
        let dominators: Arc<[Vec<u32>]> = (0..n)
            .map(|vertex| {
                let mut list = Vec::new();
                model.dominators(vertex, &mut |other| list.push(other));
                list
            })
            .collect();
        let (least, most) = match model.count {
            Count::Exactly(count) => (count as usize, count as usize),
            Count::Optimum => (0, n as usize),
        };
        Self {
            model,
            decisions: vec![Decision::Open; n as usize],
            taken: vec![0; n as usize],
            open: dominators.iter().map(|list| list.len() as u32).collect(),
            trail: Vec::new(),
            looked: 0,
            size: 0,
            least,
            most,
            widest: dominators.iter().map(Vec::len).max().unwrap_or(0),
            dominators,
        }
    }

    /// The taken vertices.
    fn set(&self) -> impl Iterator<Item = u32> + '_ {
        let vertices = 0..self.decisions.len() as u32;
        vertices.filter(|&vertex| self.decisions[vertex as usize] == Decision::Taken)
    }

    /// Asks for better sets from now on; `false` if none exists. Without a best one, all are
    /// wanted.
    fn improve(&mut self) -> bool {
        match (self.model.count, self.model.sense()) {
            (Count::Exactly(_), _) => true,
            (_, Sense::Maximise) => {
                self.least = self.size + 1;
                true
            }
            (_, Sense::Minimise) => {
                self.most = self.size.saturating_sub(1);
                self.size > 0
            }
        }
    }

    /// Whether the numbers that are wanted can still be reached.
    fn is_within_bounds(&self) -> bool {
        let undecided = self.decisions.len() - self.trail.len();
        let undominated = self.taken.iter().filter(|&&taken| taken == 0).count();
        let needed = undominated.div_ceil(self.widest.max(1));
        let mut most = self.size + undecided;
        if self.model.minimal {
            // Each vertex of the set is the only one that dominates some vertex.
            most = most.min(self.taken.iter().filter(|&&taken| taken < 2).count());
        }
        self.size + needed <= self.most && most >= self.least
    }

    /// A vertex to decide, with the decision to try first; `None` if all are decided.
    fn next(&self) -> Option<(u32, Decision)> {
        let undominated = (0..self.taken.len()).filter(|&vertex| self.taken[vertex] == 0);
        let is_open = |&vertex: &u32| self.decisions[vertex as usize] == Decision::Open;
        if let Some(vertex) = undominated.min_by_key(|&vertex| self.open[vertex]) {
            let open = self.dominators[vertex].iter().copied().filter(is_open);
            let gain = |by: &u32| {
                let list = &self.dominators[*by as usize];
                list.iter().filter(|&&other| self.taken[other as usize] == 0).count()
            };
            // More than one is open, otherwise it would be decided.
            let by = if self.model.minimal { open.min_by_key(gain) } else { open.max_by_key(gain) };
            return by.map(|by| (by, Decision::Taken));
        }
        let first = if self.model.minimal { Decision::Taken } else { Decision::Left };
        (0..self.decisions.len() as u32).find(is_open).map(|vertex| (vertex, first))
    }

    /// Decides a vertex; `false` if it is decided otherwise already.
    fn decide(&mut self, vertex: u32, decision: Decision) -> bool {
        let known = &mut self.decisions[vertex as usize];
        if *known != Decision::Open {
            return *known == decision;
        }
        *known = decision;
        self.trail.push(vertex);
        self.size += usize::from(decision == Decision::Taken);
        for &other in &self.dominators[vertex as usize] {
            self.open[other as usize] -= 1;
            self.taken[other as usize] += u32::from(decision == Decision::Taken);
        }
        true
    }

    /// Takes back all decisions but the first ones.
    fn undo(&mut self, decided: usize) {
        while self.trail.len() > decided {
            let Some(vertex) = self.trail.pop() else { return };
            let was = std::mem::replace(&mut self.decisions[vertex as usize], Decision::Open);
            self.size -= usize::from(was == Decision::Taken);
            for &other in &self.dominators[vertex as usize] {
                self.open[other as usize] += 1;
                self.taken[other as usize] -= u32::from(was == Decision::Taken);
            }
        }
        self.looked = self.trail.len();
    }

    /// Decides what the decisions so far force; `false` if they contradict a condition.
    fn propagate(&mut self) -> bool {
        while self.looked < self.trail.len() {
            let vertex = self.trail[self.looked];
            self.looked += 1;
            let is_taken = self.decisions[vertex as usize] == Decision::Taken;
            let neighbours = self.model.graph().neighbours(vertex);
            if is_taken
                && self.model.independent
                && !neighbours.iter().all(|&other| self.decide(other, Decision::Left))
            {
                return false;
            }
            if !self.look_at(vertex) || !neighbours.iter().all(|&other| self.look_at(other)) {
                return false;
            }
            if self.model.minimal && is_taken && !self.are_needed(vertex) {
                return false;
            }
        }
        true
    }

    /// Decides what the domination of a vertex forces; `false` if it is not possible.
    fn look_at(&mut self, vertex: u32) -> bool {
        let at = vertex as usize;
        if self.taken[at] == 0 {
            let open = self.open[at];
            if open == 0 || open == 1 && !self.leave_or_take(vertex, Decision::Taken) {
                return false;
            }
        }
        if !self.model.perfect {
            return true;
        }
        let own = u32::from(!self.model.total && self.decisions[at] == Decision::Taken);
        let is_bound = self.model.total || self.decisions[at] == Decision::Left;
        match self.taken[at] - own {
            1 if is_bound => self.leave_or_take(vertex, Decision::Left),
            0 | 1 => true,
            _ if is_bound => false,
            _ => self.decide(vertex, Decision::Taken),
        }
    }

    /// Decides all open vertices that dominate this one.
    fn leave_or_take(&mut self, vertex: u32, decision: Decision) -> bool {
        let dominators = Arc::clone(&self.dominators);
        let mut open = dominators[vertex as usize].iter();
        open.all(|&by| self.decisions[by as usize] != Decision::Open || self.decide(by, decision))
    }

    /// For a minimal set: decides what the vertices near a decided one force, each of which must be
    /// the only one that dominates some vertex if it is taken.
    fn are_needed(&mut self, vertex: u32) -> bool {
        let dominators = Arc::clone(&self.dominators);
        let near = dominators[vertex as usize].iter();
        for &by in near.flat_map(|&other| &dominators[other as usize]) {
            let decision = self.decisions[by as usize];
            let alone = u32::from(decision == Decision::Taken);
            if decision == Decision::Left {
                continue;
            }
            let list = dominators[by as usize].iter();
            let mut private = list.filter(|&&other| self.taken[other as usize] == alone);
            let is_possible = match (private.next(), private.next()) {
                (None, _) => decision == Decision::Open && self.decide(by, Decision::Left),
                (Some(&only), None) if decision == Decision::Taken => {
                    self.leave_or_take(only, Decision::Left)
                }
                _ => true,
            };
            if !is_possible {
                return false;
            }
        }
        true
    }
}
