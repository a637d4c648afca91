//! Maximum flows in networks, which a caller can stop.

/// The end of a list of arcs.
const NONE: u32 = u32::MAX;

/// Steps between two questions whether to go on.
const STEPS: u32 = 1 << 12;

/// A network of arcs with capacities, each with an opposite arc for flow that is taken back.
#[derive(Debug)]
pub(super) struct FlowNetwork {
    /// The opposite of an arc is its neighbour in this list.
    arcs: Vec<FlowArc>,
    /// The first arc that leaves each vertex.
    first: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct FlowArc {
    to: u32,
    /// The next arc that leaves the same vertex.
    next: u32,
    /// The capacity that is left.
    left: u64,
}

/// Asks from time to time whether to go on.
struct FlowPace<P> {
    steps: u32,
    poll: P,
}

impl<E, P: FnMut() -> Result<(), E>> FlowPace<P> {
    fn step(&mut self) -> Result<(), E> {
        self.steps += 1;
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        (self.poll)()
    }
}

impl FlowNetwork {
    /// A network without arcs, and with room for these.
    pub(super) fn new(vertices: u32, arcs: usize) -> Self {
        Self { arcs: Vec::with_capacity(2 * arcs), first: vec![NONE; vertices as usize] }
    }

    /// Adds an arc and returns its number.
    pub(super) fn add(&mut self, from: u32, to: u32, capacity: u64) -> u32 {
        let number = self.arcs.len() as u32;
        for (number, from, to, left) in [(number, from, to, capacity), (number + 1, to, from, 0)] {
            let next = std::mem::replace(&mut self.first[from as usize], number);
            self.arcs.push(FlowArc { to, next, left });
        }
        number
    }

    /// The flow through an arc.
    pub(super) fn flow(&self, arc: u32) -> u64 {
        self.arcs[arc as usize ^ 1].left
    }

    /// The vertices that more flow could reach from this one.
    pub(super) fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let mut next = self.first[vertex as usize];
        let arcs = std::iter::from_fn(move || {
            let arc = self.arcs.get(next as usize)?;
            next = arc.next;
            Some(arc)
        });
        arcs.filter(|arc| arc.left > 0).map(|arc| arc.to)
    }

    /// Makes the flow a maximum (Dinic 1970): as long as there is a way from the source to the sink, along all
    /// shortest ways. O(n² m), usually far less.
    ///
    /// # Errors
    /// That of `poll`, which is asked every few thousand steps.
    pub(super) fn maximise<E>(
        &mut self,
        (source, sink): (u32, u32),
        poll: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pace = FlowPace { steps: 0, poll };
        loop {
            let levels = self.levels(source, &mut pace)?;
            if levels[sink as usize] == NONE {
                return Ok(());
            }
            self.block((source, sink), &levels, &mut pace)?;
        }
    }

    /// The number of arcs to each vertex on a shortest way from the source.
    fn levels<E>(
        &self,
        source: u32,
        pace: &mut FlowPace<impl FnMut() -> Result<(), E>>,
    ) -> Result<Vec<u32>, E> {
        let mut levels = vec![NONE; self.first.len()];
        levels[source as usize] = 0;
        let mut queue = vec![source];
        let mut at = 0;
        while let Some(&vertex) = queue.get(at) {
            at += 1;
            for next in self.neighbours(vertex) {
                pace.step()?;
                if levels[next as usize] == NONE {
                    levels[next as usize] = levels[vertex as usize] + 1;
                    queue.push(next);
                }
            }
        }
        Ok(levels)
    }

    /// Sends flow along shortest ways until each has an arc without capacity.
    fn block<E>(
        &mut self,
        (source, sink): (u32, u32),
        levels: &[u32],
        pace: &mut FlowPace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        // The arc with which the search goes on from each vertex.
        let mut current = self.first.clone();
        let mut way: Vec<u32> = Vec::new();
        loop {
            pace.step()?;
            let here = way.last().map_or(source, |&arc| self.arcs[arc as usize].to);
            if here == sink {
                self.send(&mut way);
                continue;
            }
            let arc = current[here as usize];
            if let Some(&FlowArc { to, next, left }) = self.arcs.get(arc as usize) {
                if left > 0 && levels[to as usize] == levels[here as usize] + 1 {
                    way.push(arc);
                } else {
                    current[here as usize] = next;
                }
            } else if let Some(last) = way.pop() {
                let before = self.arcs[last as usize ^ 1].to;
                current[before as usize] = self.arcs[last as usize].next;
            } else {
                return Ok(());
            }
        }
    }

    /// Sends as much as possible along a way, and shortens it to its first arc without capacity.
    fn send(&mut self, way: &mut Vec<u32>) {
        let left = |arc: &u32| self.arcs[*arc as usize].left;
        let amount = way.iter().map(left).min().unwrap_or(0);
        for &arc in &*way {
            self.arcs[arc as usize].left -= amount;
            self.arcs[arc as usize ^ 1].left += amount;
        }
        let full = way.iter().position(|&arc| self.arcs[arc as usize].left == 0);
        way.truncate(full.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use petgraph::{algo::dinics, graph::DiGraph};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

        #[test]
        fn flows_are_as_large_as_those_of_petgraph(
            arcs in prop::collection::vec((0..9u32, 0..9u32, 0..20u64), 0..40),
        ) {
            let arcs: Vec<_> = arcs.into_iter().filter(|(from, to, _)| from != to).collect();
            let mut network = FlowNetwork::new(9, arcs.len());
            let mut known: DiGraph<(), u64> = DiGraph::new();
            let nodes: Vec<_> = (0..9).map(|_| known.add_node(())).collect();
            let mut numbers = Vec::new();
            for &(from, to, capacity) in &arcs {
                numbers.push(network.add(from, to, capacity));
                known.add_edge(nodes[from as usize], nodes[to as usize], capacity);
            }
            network.maximise((0, 8), || Ok::<(), ()>(())).unwrap();
            let mut balance = [0_i64; 9];
            for (&(from, to, capacity), &number) in arcs.iter().zip(&numbers) {
                let flow = network.flow(number);
                prop_assert!(flow <= capacity);
                balance[from as usize] -= flow as i64;
                balance[to as usize] += flow as i64;
            }
            let (most, _) = dinics(&known, nodes[0], nodes[8]);
            prop_assert_eq!(balance[8], most as i64);
            prop_assert!(balance[1..8].iter().all(|&rest| rest == 0));
        }
    }

    #[test]
    fn a_flow_stops_when_it_is_asked_to() {
        // A complete network between 100 and 100 vertices.
        let mut network = FlowNetwork::new(202, 10_200);
        for one in 0..100 {
            network.add(200, one, 1000);
            network.add(100 + one, 201, 1000);
            for other in 0..100 {
                network.add(one, 100 + other, 11);
            }
        }
        let mut asked = 0;
        let stopped = network.maximise((200, 201), || {
            asked += 1;
            if asked < 3 { Ok(()) } else { Err("stopped") }
        });
        assert_eq!((stopped, asked), (Err("stopped"), 3));
    }
}
