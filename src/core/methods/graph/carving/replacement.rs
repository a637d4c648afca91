//! Parts with at most four boundary edges that can be replaced by edges.

use std::collections::{BTreeSet, VecDeque};

use satranj_encodings::graph::Graph;

use super::{tree::WIDEST, ways::PartWays};
use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The most boundary edges of a part that is sought.
const MOST_EDGES: usize = 4;

/// The sizes of parts sought, one after another: with k vertices and c boundary edges there are at
/// most (k + c choose c) parts at each vertex.
const SIZES: [usize; 3] = [8, 12, 18];

/// The most vertices examined, unless a budget allows less.
const MOST_WORK: u64 = 1 << 24;

/// The position of a vertex relative to a cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceAtCut {
    Unknown,
    Inside,
    Outside,
    /// In a replaced part.
    Gone,
}

/// A graph without the replaced parts.
pub struct RestGraph {
    /// The neighbours of each vertex.
    beside: Vec<Vec<u32>>,
    /// The edges that must be used, the smaller vertex first.
    forced: BTreeSet<(u32, u32)>,
    side: Vec<PlaceAtCut>,
    /// Number of vertices left.
    left: usize,
    /// The replaced parts, each in the order of its joins.
    pub replaced: Vec<Vec<u32>>,
}

/// The outcome for a part.
enum PartLook {
    /// No path goes through it.
    NoWay,
    /// It was replaced by edges between these vertices.
    Replaced(Vec<u32>),
    /// It stays.
    Stays,
}

/// The ways through a part, and the edges at its vertices with their numbers there.
type WaysAtEdges = (PartWays, Vec<(u32, u32)>);

/// A search for parts that contain one vertex.
struct PartSearch {
    inside: Vec<u32>,
    /// Edges to outside vertices so far.
    cut: usize,
    size: usize,
    /// Remaining budget of vertices.
    work: u64,
    /// Pairs of ways examined for the replaced parts.
    pairs: u64,
}

fn link(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

impl RestGraph {
    /// The whole graph.
    pub fn new(graph: &Graph, forced: &[u32]) -> Self {
        let n = graph.vertices();
        let ends: Vec<(u32, u32)> = graph.edge_list().collect();
        Self {
            beside: (0..n).map(|vertex| graph.neighbours(vertex).to_vec()).collect(),
            forced: forced
                .iter()
                .map(|&edge| ends[edge as usize])
                .map(|(a, b)| link(a, b))
                .collect(),
            side: vec![PlaceAtCut::Unknown; n as usize],
            left: n as usize,
            replaced: Vec::new(),
        }
    }

    /// The rest as a graph: its vertices' old numbers, and the numbers of the forced edges.
    pub fn graph(&self) -> (Graph, Vec<u32>, Vec<u32>) {
        let kept = (0..self.side.len()).filter(|&vertex| self.side[vertex] != PlaceAtCut::Gone);
        let vertices: Vec<u32> = kept.map(|vertex| vertex as u32).collect();
        let number = |vertex: u32| vertices.partition_point(|&before| before < vertex) as u32;
        let graph = Graph::from_neighbours(vertices.len() as u32, |vertex, list| {
            let beside = &self.beside[vertices[vertex as usize] as usize];
            list.extend(beside.iter().map(|&next| number(next)));
            list.sort_unstable();
        });
        let edge = |&(a, b): &(u32, u32)| graph.edge_between(number(a), number(b));
        let forced = self.forced.iter().filter_map(edge).collect();
        (graph, vertices, forced)
    }

    /// Replaces parts until no more are found or the budget is spent; `Err` inside with a part that
    /// no path goes through. Also returns the pairs of ways examined.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn shrink(
        &mut self,
        work: u64,
        run: &Run,
        meter: &mut Meter<'_>,
    ) -> Result<(Result<(), Vec<u32>>, u64), Reason> {
        let work = work.min(MOST_WORK);
        let mut search = PartSearch { inside: Vec::new(), cut: 0, size: 0, work, pairs: 0 };
        for size in SIZES {
            search.size = size;
            let mut waiting: VecDeque<u32> = (0..self.side.len() as u32).collect();
            while let Some(vertex) = waiting.pop_front() {
                let is_gone = self.side[vertex as usize] == PlaceAtCut::Gone;
                if is_gone || search.work == 0 || !self.may_be_inside(vertex, size) {
                    continue;
                }
                let before = search.work;
                self.side[vertex as usize] = PlaceAtCut::Inside;
                search.inside.push(vertex);
                let look = self.grow(&mut search, run, meter)?;
                meter.work(before - search.work)?;
                match look {
                    PartLook::NoWay => {
                        return Ok((Err(std::mem::take(&mut search.inside)), search.pairs));
                    }
                    // Another part can be replaced only if it has one of the new edges.
                    PartLook::Replaced(ends) => waiting.extend(ends),
                    PartLook::Stays => {
                        search.inside.pop();
                        self.side[vertex as usize] = PlaceAtCut::Unknown;
                    }
                }
            }
        }
        if search.work == 0 && work < MOST_WORK {
            run.use_up_share();
        }
        Ok((Ok(()), search.pairs))
    }

    /// Whether a part of this size that contains the vertex may have few boundary edges.
    fn may_be_inside(&self, vertex: u32, size: usize) -> bool {
        self.beside[vertex as usize].len() < size + MOST_EDGES
    }

    /// Decides for a neighbouring vertex whether it is inside; once all are decided, examines the
    /// part.
    fn grow(
        &mut self,
        search: &mut PartSearch,
        run: &Run,
        meter: &mut Meter<'_>,
    ) -> Result<PartLook, Reason> {
        if search.work == 0 {
            return Ok(PartLook::Stays);
        }
        let mut around = search.inside.iter().flat_map(|&vertex| &self.beside[vertex as usize]);
        let undecided = around.find(|&&vertex| self.side[vertex as usize] == PlaceAtCut::Unknown);
        let Some(&vertex) = undecided else {
            search.work -= 1;
            return self.look(search, run, meter);
        };
        let around = self.beside[vertex as usize].len() as u64;
        search.work = search.work.saturating_sub(1 + around / 8);
        for side in [PlaceAtCut::Outside, PlaceAtCut::Inside] {
            let other =
                if side == PlaceAtCut::Outside { PlaceAtCut::Inside } else { PlaceAtCut::Outside };
            let beside = self.beside[vertex as usize].iter();
            let cut = beside.filter(|&&next| self.side[next as usize] == other).count();
            let is_full = search.inside.len() == search.size;
            if search.cut + cut > MOST_EDGES
                || side == PlaceAtCut::Inside
                    && (is_full || !self.may_be_inside(vertex, search.size))
            {
                continue;
            }
            self.side[vertex as usize] = side;
            search.cut += cut;
            if side == PlaceAtCut::Inside {
                search.inside.push(vertex);
            }
            let look = self.grow(search, run, meter)?;
            search.cut -= cut;
            // The vertices of a replaced part are gone.
            if self.side[vertex as usize] == side {
                self.side[vertex as usize] = PlaceAtCut::Unknown;
            }
            match look {
                PartLook::Stays if side == PlaceAtCut::Inside => {
                    search.inside.pop();
                }
                PartLook::Stays => {}
                found => return Ok(found),
            }
        }
        Ok(PartLook::Stays)
    }

    /// Joins a part, and replaces it by edges if all ways through it pair the same edges.
    fn look(
        &mut self,
        search: &mut PartSearch,
        run: &Run,
        meter: &mut Meter<'_>,
    ) -> Result<PartLook, Reason> {
        // A cycle of the rest has at least three vertices.
        if search.inside.len() < 2 || self.left - search.inside.len() < 3 {
            return Ok(PartLook::Stays);
        }
        let mut looked_at = 0;
        let Some((ways, edges)) = self.ways(&search.inside, run, meter, &mut looked_at)? else {
            return Ok(PartLook::Stays);
        };
        let Some(pairs) = ways.pairs() else { return Ok(PartLook::Stays) };
        search.pairs += looked_at;
        if ways.count() == 0 {
            return Ok(PartLook::NoWay);
        }
        // The outer end of a boundary edge.
        let outer = |edge: u32| {
            let (a, b) = edges[edge as usize];
            if self.side[a as usize] == PlaceAtCut::Inside { b } else { a }
        };
        let pairs: Vec<(u32, u32, bool)> =
            pairs.into_iter().map(|(one, other, all)| (outer(one), outer(other), all)).collect();
        for &vertex in &search.inside {
            self.side[vertex as usize] = PlaceAtCut::Gone;
            for next in std::mem::take(&mut self.beside[vertex as usize]) {
                self.beside[next as usize].retain(|&other| other != vertex);
                self.forced.remove(&link(vertex, next));
            }
        }
        let mut ends: Vec<u32> = edges
            .iter()
            .flat_map(|&(a, b)| [a, b])
            .filter(|&v| self.side[v as usize] != PlaceAtCut::Gone)
            .collect();
        ends.sort_unstable();
        ends.dedup();
        // A boundary edge that no way uses is dropped.
        for (a, b, all) in pairs.into_iter().filter(|&(a, b, _)| a != b) {
            if !self.beside[a as usize].contains(&b) {
                self.beside[a as usize].push(b);
                self.beside[b as usize].push(a);
            }
            if all {
                self.forced.insert(link(a, b));
            }
        }
        self.left -= search.inside.len();
        self.replaced.push(std::mem::take(&mut search.inside));
        Ok(PartLook::Replaced(ends))
    }

    /// The ways through these vertices, joined in order, and the edges at them; `None` if some
    /// joined part has too many boundary edges. Counts the pairs of ways examined.
    fn ways(
        &self,
        inside: &[u32],
        run: &Run,
        meter: &mut Meter<'_>,
        pairs: &mut u64,
    ) -> Result<Option<WaysAtEdges>, Reason> {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for &vertex in inside {
            edges.extend(self.beside[vertex as usize].iter().map(|&next| link(vertex, next)));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut whole: Option<PartWays> = None;
        for &vertex in inside {
            let beside = self.beside[vertex as usize].iter();
            let numbers = beside.filter_map(|&next| edges.binary_search(&link(vertex, next)).ok());
            let numbers: Vec<u32> = numbers.map(|edge| edge as u32).collect();
            if numbers.len() > WIDEST {
                return Ok(None);
            }
            let is_forced = |edge: u32| self.forced.contains(&edges[edge as usize]);
            let part = PartWays::of_vertex(numbers, is_forced);
            whole = Some(match whole {
                None => part,
                Some(whole) if whole.width_with(&part) > WIDEST => return Ok(None),
                Some(whole) => PartWays::join([&whole, &part], false, run, meter, pairs)?,
            });
        }
        Ok(whole.map(|ways| (ways, edges)))
    }
}
