//! Vertex elimination: reachability through vertices that are removed one by one.

use std::collections::BTreeSet;

use rustsat::types::{Lit, Var};

use crate::clause::Interrupted;

/// An arc between remaining vertices: its other end and the literal for its presence.
type Arc = (u32, Lit);

/// How many vertices were eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eliminated {
    All,
    /// Only some: all would have taken too many steps.
    Part,
}

/// A directed graph whose vertices are eliminated.
pub(super) struct Elimination {
    outgoing: Vec<Vec<Arc>>,
    incoming: Vec<Vec<Arc>>,
    /// Variables below this one are arcs of the original graph.
    own: u32,
    /// The pairs for the variables from `own` on: the second vertex is reachable from the first.
    pub ways: Vec<(u32, u32)>,
    /// Number of clauses so far.
    pub clauses: u64,
}

impl Elimination {
    /// A graph of these arcs, in rising order, whose variables are below `own`.
    pub fn new(vertices: u32, arcs: impl Iterator<Item = (u32, (u32, u32))>, own: u32) -> Self {
        let mut outgoing = vec![Vec::new(); vertices as usize];
        let mut incoming = vec![Vec::new(); vertices as usize];
        for (arc, (tail, head)) in arcs {
            let literal = Var::new(arc).pos_lit();
            outgoing[tail as usize].push((head, literal));
            incoming[head as usize].push((tail, literal));
        }
        Self { outgoing, incoming, own, ways: Vec::new(), clauses: 0 }
    }

    /// How many clauses eliminating a vertex takes.
    fn cost(&self, vertex: u32) -> u64 {
        let vertex = vertex as usize;
        self.outgoing[vertex].len() as u64 * self.incoming[vertex].len() as u64
    }

    /// Eliminates all vertices, always the one with the fewest clauses, and calls `each` with every
    /// clause.
    ///
    /// Stops early if that takes more than `most` steps: one per clause, 16 per way; a single
    /// vertex may exceed it up to 16 times.
    ///
    /// # Errors
    /// [`Interrupted`] when `each` says so.
    pub fn run(
        &mut self,
        most: u64,
        each: &mut dyn FnMut(&[Lit]) -> Result<(), Interrupted>,
    ) -> Result<Eliminated, Interrupted> {
        let vertices = self.outgoing.len() as u32;
        let mut waiting: BTreeSet<(u64, u32)> =
            (0..vertices).map(|vertex| (self.cost(vertex), vertex)).collect();
        while let Some((_, vertex)) = waiting.pop_first() {
            let outgoing = std::mem::take(&mut self.outgoing[vertex as usize]);
            let incoming = std::mem::take(&mut self.incoming[vertex as usize]);
            let mut beside: Vec<u32> =
                outgoing.iter().chain(&incoming).map(|&(other, _)| other).collect();
            beside.sort_unstable();
            beside.dedup();
            for &other in &beside {
                waiting.remove(&(self.cost(other), other));
            }
            for &other in &beside {
                self.outgoing[other as usize].retain(|&(head, _)| head != vertex);
                self.incoming[other as usize].retain(|&(tail, _)| tail != vertex);
            }
            // Checked before the work: one vertex may need more steps than are left.
            let steps = outgoing.len() as u64 * incoming.len() as u64;
            if self.clauses + steps + 16 * self.ways.len() as u64 > most {
                return Ok(Eliminated::Part);
            }
            for &(tail, before) in &incoming {
                for &(head, behind) in &outgoing {
                    if tail == head {
                        self.clauses += 1;
                        each(&[!before, !behind])?;
                    } else {
                        let way = self.way(tail, head, each)?;
                        self.clauses += 1;
                        each(&[!before, !behind, way])?;
                    }
                }
            }
            for &other in &beside {
                waiting.insert((self.cost(other), other));
            }
        }
        if self.clauses + 16 * self.ways.len() as u64 > most {
            return Ok(Eliminated::Part);
        }
        Ok(Eliminated::All)
    }

    /// The literal for a way from one vertex to another.
    fn way(
        &mut self,
        tail: u32,
        head: u32,
        each: &mut dyn FnMut(&[Lit]) -> Result<(), Interrupted>,
    ) -> Result<Lit, Interrupted> {
        let outgoing = &mut self.outgoing[tail as usize];
        let at = outgoing.binary_search_by_key(&head, |&(head, _)| head);
        if let Ok(index) = at
            && outgoing[index].1.vidx32() >= self.own
        {
            return Ok(outgoing[index].1);
        }
        let way = Var::new(self.own + self.ways.len() as u32).pos_lit();
        self.ways.push((tail, head));
        let incoming = &mut self.incoming[head as usize];
        let back = incoming.binary_search_by_key(&tail, |&(tail, _)| tail);
        match (at, back) {
            (Ok(index), Ok(back)) => {
                let arc = outgoing[index].1;
                outgoing[index].1 = way;
                incoming[back].1 = way;
                self.clauses += 1;
                each(&[!arc, way])?;
            }
            (Ok(index) | Err(index), Ok(back) | Err(back)) => {
                outgoing.insert(index, (head, way));
                incoming.insert(back, (tail, way));
            }
        }
        Ok(way)
    }
}
