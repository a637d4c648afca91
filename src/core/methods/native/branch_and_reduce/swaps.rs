//! Local search for large independent sets.

use std::mem::take;

use rand::RngExt;

use super::kernel::{Kernel, Marks};
use crate::{
    limits::Reason,
    methods::meter::Meter,
    random::{self, Generator},
};

/// Vertices among which the one outside the set for longest is forced into it.
const DRAWN: u32 = 4;

/// Iterated local search: a vertex is forced into the set, then vertices of the set are exchanged for
/// two of their neighbours while that is possible (Andrade, Resende and Werneck, "Fast local search
/// for the maximum independent set problem", J. Heuristics 18, 2012). O(n + m) memory.
pub(super) struct SetSwaps {
    near: Vec<Vec<u32>>,
    /// The vertices: those in the set, then those without a neighbour in it, then the others.
    order: Vec<u32>,
    place: Vec<u32>,
    chosen: usize,
    free: usize,
    /// How many neighbours of each vertex are in the set.
    tight: Vec<u32>,
    /// The iteration in which each vertex last left the set.
    left_at: Vec<u64>,
    iteration: u64,
    /// Vertices of the set that two others may replace.
    waiting: Vec<u32>,
    marks: Marks,
    /// The vertices that came or left since the last accepted set.
    log: Vec<u32>,
    best: usize,
    generator: Generator,
    steps: u64,
}

impl SetSwaps {
    /// A search on the vertices of a graph that are left, from an independent set.
    pub fn new(part: &Kernel, set: &[u32], seed: u64) -> Self {
        let n = part.vertices();
        let all: Vec<u32> = (0..n as u32).collect();
        let mut search = Self {
            near: all.iter().map(|&vertex| part.around(vertex).collect()).collect(),
            order: all.clone(),
            place: all,
            chosen: 0,
            free: n,
            tight: vec![0; n],
            left_at: vec![0; n],
            iteration: 0,
            waiting: Vec::new(),
            marks: Marks::default(),
            log: Vec::new(),
            best: set.len(),
            generator: random::generator(seed),
            steps: 0,
        };
        search.begin(set);
        search
    }

    /// Approximate bytes for this many vertices and edges.
    pub fn bytes(vertices: u64, edges: u64) -> u64 {
        vertices.saturating_mul(64).saturating_add(edges.saturating_mul(8))
    }

    /// Continues from this independent set.
    pub fn begin(&mut self, set: &[u32]) {
        while let Some(&vertex) = self.set().first() {
            self.leave(vertex);
        }
        for &vertex in set {
            self.enter(vertex);
        }
        self.best = self.best.max(set.len());
        self.log.clear();
        self.waiting = set.to_vec();
    }

    /// The set of the moment.
    pub fn set(&self) -> &[u32] {
        &self.order[..self.chosen]
    }

    /// Searches for a set larger than all before, for this much work; returns whether there is one.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(&mut self, work: u64, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut left = work;
        while self.near.len() > self.chosen {
            self.iterate();
            let steps = 1 + take(&mut self.steps) / 16;
            meter.work(steps)?;
            if self.chosen > self.best {
                self.best = self.chosen;
                return Ok(true);
            }
            let Some(rest) = left.checked_sub(steps) else { break };
            left = rest;
        }
        Ok(false)
    }

    /// Changes the set and improves it; a worse one is accepted with a probability that falls with
    /// the distance to the last one and to the best.
    fn iterate(&mut self) {
        self.iteration += 1;
        let before = self.chosen;
        self.force_oldest();
        if self.generator.random_range(0..2 * before.max(1)) == 0 {
            while self.generator.random_range(0..2) == 0 {
                self.force_oldest();
            }
        }
        self.improve();
        let (lost, behind) =
            (before.saturating_sub(self.chosen), self.best.saturating_sub(self.chosen));
        if self.generator.random_range(0..=lost * behind) == 0 {
            self.log.clear();
            return;
        }
        while let Some(vertex) = self.log.pop() {
            if self.is_chosen(vertex) {
                self.leave(vertex);
            } else {
                self.enter(vertex);
            }
        }
        self.log.clear();
        self.waiting.clear();
    }

    fn is_chosen(&self, vertex: u32) -> bool {
        (self.place[vertex as usize] as usize) < self.chosen
    }

    /// Forces a vertex into the set: of some drawn at random the one outside for longest.
    fn force_oldest(&mut self) {
        let outside = self.chosen..self.order.len();
        if outside.is_empty() {
            return;
        }
        let drawn = (0..DRAWN).map(|_| self.order[self.generator.random_range(outside.clone())]);
        let Some(vertex) = drawn.min_by_key(|&vertex| self.left_at[vertex as usize]) else {
            return;
        };
        let list = take(&mut self.near[vertex as usize]);
        for &other in &list {
            if self.is_chosen(other) {
                self.exchange(other);
            }
        }
        self.near[vertex as usize] = list;
        self.exchange(vertex);
        self.fill();
    }

    /// Takes vertices without a neighbour in the set while there are any.
    fn fill(&mut self) {
        while self.free > 0 {
            let at = self.chosen + self.generator.random_range(0..self.free);
            self.exchange(self.order[at]);
        }
    }

    /// Replaces vertices of the set by two others while possible.
    fn improve(&mut self) {
        while let Some(vertex) = self.waiting.pop() {
            if !self.is_chosen(vertex) {
                continue;
            }
            let is_tight = |&other: &u32| self.tight[other as usize] == 1;
            let list = self.near[vertex as usize].iter().copied();
            let tight: Vec<u32> = list.filter(is_tight).collect();
            self.steps += self.near[vertex as usize].len() as u64;
            let pair = tight.iter().enumerate().find_map(|(at, &one)| {
                let beside = &self.near[one as usize];
                self.steps += beside.len() as u64;
                self.marks.fill(self.near.len(), beside.iter().copied());
                let apart = |&&other: &&u32| !self.marks.holds(other);
                tight[at + 1..].iter().find(apart).map(|&other| [one, other])
            });
            if let Some(pair) = pair {
                self.exchange(vertex);
                for one in pair {
                    self.exchange(one);
                }
                self.fill();
            }
        }
    }

    /// Takes a vertex into the set or out of it, and notes what that makes possible.
    fn exchange(&mut self, vertex: u32) {
        self.log.push(vertex);
        if !self.is_chosen(vertex) {
            self.enter(vertex);
            self.waiting.push(vertex);
            return;
        }
        self.leave(vertex);
        self.left_at[vertex as usize] = self.iteration;
        let list = take(&mut self.near[vertex as usize]);
        for &other in list.iter().filter(|&&other| self.tight[other as usize] == 1) {
            self.steps += self.near[other as usize].len() as u64;
            let mut beside = self.near[other as usize].iter().copied();
            self.waiting.extend(beside.find(|&far| self.is_chosen(far)));
        }
        self.near[vertex as usize] = list;
    }

    /// Takes a vertex without a neighbour in the set into it.
    fn enter(&mut self, vertex: u32) {
        self.put(vertex, self.chosen);
        (self.chosen, self.free) = (self.chosen + 1, self.free - 1);
        self.steps += self.near[vertex as usize].len() as u64;
        for at in 0..self.near[vertex as usize].len() {
            let other = self.near[vertex as usize][at];
            if self.tight[other as usize] == 0 {
                self.free -= 1;
                self.put(other, self.chosen + self.free);
            }
            self.tight[other as usize] += 1;
        }
    }

    /// Takes a vertex out of the set.
    fn leave(&mut self, vertex: u32) {
        (self.chosen, self.free) = (self.chosen - 1, self.free + 1);
        self.put(vertex, self.chosen);
        self.steps += self.near[vertex as usize].len() as u64;
        for at in 0..self.near[vertex as usize].len() {
            let other = self.near[vertex as usize][at];
            self.tight[other as usize] -= 1;
            if self.tight[other as usize] == 0 {
                self.put(other, self.chosen + self.free);
                self.free += 1;
            }
        }
    }

    /// Gives a vertex this place in the order, and its own to the one there.
    fn put(&mut self, vertex: u32, place: usize) {
        let own = self.place[vertex as usize] as usize;
        let other = self.order[place];
        self.order.swap(own, place);
        self.place[vertex as usize] = place as u32;
        self.place[other as usize] = own as u32;
    }
}
