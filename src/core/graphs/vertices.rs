//! The vertices of a graph that is being read: their names, positions and weights.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{FileText, GraphError, MOST_VERTICES, NamedGraph, Weight, scanner::brief, too_many};

/// The attributes of a vertex in the file.
#[derive(Debug, Clone, Default)]
pub struct WrittenVertex<'a> {
    /// Another name.
    pub label: Option<Cow<'a, str>>,
    /// Its position, across and down.
    pub position: Option<[f64; 2]>,
    /// Its weight, if it has one.
    pub weight: Option<Weight>,
}

/// Memory of a vertex with an id: the id in the table and the list.
const BYTES_AN_ID: u64 = 160;

/// Memory of a name of a few letters.
const BYTES_A_NAME: u64 = 40;

/// Fewer ids need no memory check.
const MANY: u32 = 1 << 14;

/// The longer side of the picture, in parts.
const PARTS: f64 = 10_000.0;

/// Vertices in order of input: with ids, or only numbered.
pub struct GatheredVertices<'a> {
    text: FileText<'a>,
    numbers: HashMap<Cow<'a, str>, u32>,
    ids: Vec<Cow<'a, str>>,
    /// For numbered vertices: the number of the first one, and their count.
    numbered: Option<(u32, u32)>,
    labels: Vec<Option<Cow<'a, str>>>,
    positions: Vec<(u32, [f64; 2])>,
    weights: Vec<Option<Weight>>,
    /// The first vertex whose weight is not a whole number, and its place in the file.
    odd: Option<(u32, usize)>,
}

impl<'a> GatheredVertices<'a> {
    /// None yet.
    pub(super) fn new(text: FileText<'a>) -> Self {
        Self {
            text,
            numbers: HashMap::new(),
            ids: Vec::new(),
            numbered: None,
            labels: Vec::new(),
            positions: Vec::new(),
            weights: Vec::new(),
            odd: None,
        }
    }

    /// Says that there are this many vertices, without ids, called `first`, `first + 1`, ….
    pub fn number(&mut self, first: u32, count: u32) {
        self.numbered = Some((first, count));
    }

    /// The number of vertices with ids.
    pub fn len(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The vertex of a known id.
    pub fn find(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    /// The vertex of an id; a new id gets the next one.
    pub fn of(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, GraphError> {
        if let Some(vertex) = self.find(&id) {
            return Ok(vertex);
        }
        let vertex = self.ids.len() as u32;
        if vertex == MOST_VERTICES {
            let number = u64::from(vertex) + 1;
            let problem = too_many(format!("with `{}`, {number}", brief(&id)));
            return Err(self.text.error(place, problem));
        }
        if vertex >= MANY && vertex.is_power_of_two() {
            // Until there are twice as many.
            let bytes = BYTES_AN_ID * u64::from(vertex);
            self.text.ask(place, bytes, || format!("more than {vertex} vertices"))?;
        }
        self.ids.push(id.clone());
        self.numbers.insert(id, vertex);
        Ok(vertex)
    }

    /// Sets the attributes that a vertex has here; coordinates that are not finite are ignored.
    pub fn describe(
        &mut self,
        place: usize,
        vertex: u32,
        attributes: WrittenVertex<'a>,
    ) -> Result<(), GraphError> {
        let WrittenVertex { label, position, weight } = attributes;
        if label.is_some() {
            *slot(self.text, place, &mut self.labels, vertex, "labels")? = label;
        }
        if let Some(position) = position.filter(|[x, y]| x.is_finite() && y.is_finite()) {
            self.text.grow(place, &mut self.positions, 1, "positions")?;
            self.positions.push((vertex, position));
        }
        weight.map_or(Ok(()), |weight| self.weigh(place, vertex, weight))
    }

    /// Forgets the positions so far.
    pub fn forget_positions(&mut self) {
        self.positions.clear();
    }

    /// The weight of a vertex, if it is written.
    pub fn weight(&self, vertex: u32) -> Option<Weight> {
        self.weights.get(vertex as usize).copied().flatten()
    }

    /// Sets the weight of a vertex, replacing an earlier one.
    pub fn weigh(&mut self, place: usize, vertex: u32, weight: Weight) -> Result<(), GraphError> {
        *slot(self.text, place, &mut self.weights, vertex, "weights of vertices")? = Some(weight);
        let is_odd = !weight.is_positive();
        if self.odd.is_some_and(|(first, _)| first == vertex) && !is_odd {
            self.odd = None;
        } else if is_odd && self.odd.is_none_or(|(first, _)| vertex <= first) {
            self.odd = Some((vertex, place));
        }
        Ok(())
    }

    /// A graph of these vertices without edges. They are named by their labels if these are
    /// distinct, each vertex has one, and the ids, if any, only `count`.
    pub fn graph(self, count: impl Fn(usize, &str) -> bool) -> Result<NamedGraph, GraphError> {
        let (text, end) = (self.text, self.text.text.len());
        let vertices = self.numbered.map_or(self.ids.len(), |(_, count)| count as usize);
        let only_count = self.ids.iter().enumerate().all(|(number, id)| count(number, id));
        let labels = self.labels.into_iter().collect::<Option<Vec<_>>>();
        let labels = labels
            .filter(|labels| only_count && labels.len() == vertices && are_distinct(labels.iter()));
        let names = match (labels, self.numbered) {
            (Some(labels), _) => labels.into_iter().map(Cow::into_owned).collect(),
            (None, None) => self.ids.into_iter().map(Cow::into_owned).collect(),
            (None, Some((first, count))) => {
                let bytes = BYTES_A_NAME * u64::from(count);
                text.ask(end, bytes, || format!("{count} vertices"))?;
                (first..first + count).map(|number| number.to_string()).collect()
            }
        };
        let mut vertex_weights = Vec::new();
        if !self.weights.is_empty() {
            text.grow(end, &mut vertex_weights, vertices, "weights of vertices")?;
            vertex_weights.extend(self.weights.iter().map(|weight| weight.unwrap_or(Weight::ONE)));
            vertex_weights.resize(vertices, Weight::ONE);
        }
        let positions = scaled(self.positions, vertices);
        let mut graph = NamedGraph { names, positions, vertex_weights, ..NamedGraph::default() };
        graph.places.vertex_weight = self.odd.map(|(_, place)| place);
        Ok(graph)
    }
}

/// The entry of a vertex in a list that grows as far as it.
fn slot<'l, T: Clone>(
    text: FileText<'_>,
    place: usize,
    list: &'l mut Vec<Option<T>>,
    vertex: u32,
    what: &str,
) -> Result<&'l mut Option<T>, GraphError> {
    let index = vertex as usize;
    if index >= list.len() {
        text.grow(place, list, index + 1 - list.len(), what)?;
        list.resize(index + 1, None);
    }
    Ok(&mut list[index])
}

/// Whether all are distinct. O(n).
fn are_distinct<T: Eq + std::hash::Hash>(mut list: impl Iterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    list.all(|one| seen.insert(one))
}

/// The positions of `vertices` vertices, across and down from the upper left, in ten thousandths of
/// the longer side; empty unless every vertex has one and not all are the same. O(n log n).
fn scaled(mut list: Vec<(u32, [f64; 2])>, vertices: usize) -> Vec<[u32; 2]> {
    // The last of several positions of a vertex counts.
    list.reverse();
    list.sort_by_key(|&(vertex, _)| vertex);
    list.dedup_by_key(|&mut (vertex, _)| vertex);
    let is_whole = list.len() == vertices
        && list.last().is_some_and(|&(last, _)| last as usize + 1 == vertices);
    if !is_whole {
        return Vec::new();
    }
    let extent = |of: usize| {
        let all = list.iter().map(|&(_, place)| place[of]);
        all.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let (across, down) = (extent(0), extent(1));
    let side = (across.1 - across.0).max(down.1 - down.0);
    if !(side > 0.0 && side.is_finite()) {
        return Vec::new();
    }
    let part = |at: f64, low: f64| ((at - low) / side * PARTS).round() as u32;
    list.iter().map(|&(_, [x, y])| [part(x, across.0), part(y, down.0)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::GraphReading;
    use crate::limits::Reason;

    fn placed(list: &[(u32, [f64; 2])]) -> Vec<[u32; 2]> {
        let mut vertices =
            GatheredVertices::new(FileText { text: "", reading: GraphReading::unlimited() });
        vertices.number(0, 3);
        for &(vertex, place) in list {
            let attributes = WrittenVertex { position: Some(place), ..WrittenVertex::default() };
            vertices.describe(0, vertex, attributes).unwrap();
        }
        vertices.graph(|_, _| true).unwrap().positions
    }

    #[test]
    fn the_longer_side_has_ten_thousand_parts() {
        let list = [(2, [-1.0, 5.0]), (0, [1.0, 5.0]), (1, [0.0, 6.0])];
        assert_eq!(placed(&list), [[10_000, 0], [5_000, 5_000], [0, 0]]);
        // The last one counts.
        let twice = [(0, [9.0, 9.0]), (0, [0.0, 0.0]), (1, [2.0, 0.0]), (2, [1.0, 0.0])];
        assert_eq!(placed(&twice), [[0, 0], [10_000, 0], [5_000, 0]]);
    }

    #[test]
    fn positions_that_place_nothing_are_none() {
        let none: [[u32; 2]; 0] = [];
        for list in [
            &[(0, [0.0, 0.0]), (2, [1.0, 1.0])][..],
            &[(0, [0.0, 0.0]), (1, [0.5, 0.0]), (3, [1.0, 1.0])],
            &[(0, [0.0, 0.0]), (1, [f64::NAN, 0.0]), (2, [1.0, 1.0])],
            &[(0, [2.0, 2.0]), (1, [2.0, 2.0]), (2, [2.0, 2.0])],
            &[(0, [-f64::MAX, 0.0]), (1, [f64::MAX, 0.0]), (2, [2.0, 2.0])],
        ] {
            assert_eq!(placed(list), none, "{list:?}");
        }
    }

    #[test]
    fn vertices_without_a_weight_weigh_one() {
        let (one, two, none) = (Weight::ONE, Weight::of(2.0), Weight::of(-0.5));
        let mut vertices =
            GatheredVertices::new(FileText { text: "", reading: GraphReading::unlimited() });
        vertices.number(0, 5);
        for (place, (vertex, weight)) in [(3, two), (1, two), (1, none)].into_iter().enumerate() {
            vertices.weigh(place, vertex, weight).unwrap();
        }
        let written = [0, 1, 3, 4].map(|vertex| vertices.weight(vertex));
        assert_eq!(written, [None, Some(none), Some(two), None]);
        let graph = vertices.graph(|_, _| true).unwrap();
        assert_eq!(graph.vertex_weights, [one, none, one, two, one]);
        assert_eq!(graph.places.vertex_weight, Some(2));
        let mut vertices =
            GatheredVertices::new(FileText { text: "", reading: GraphReading::unlimited() });
        vertices.number(0, 5);
        assert!(vertices.graph(|_, _| true).unwrap().vertex_weights.is_empty());
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let permit = |bytes| if bytes > 500_000 { Err(Reason::MemoryLimit) } else { Ok(()) };
        let mut vertices =
            GatheredVertices::new(FileText { text: "", reading: GraphReading::within(&permit) });
        vertices.number(0, 12_500);
        vertices.weigh(0, 6_000, Weight::ONE).unwrap();
        let expected = "10000000 weights of vertices: the memory limit is too low";
        let problem = vertices.weigh(0, 9_999_999, Weight::ONE).unwrap_err();
        assert_eq!(
            (problem.problem.as_str(), problem.stopped),
            (expected, Some(Reason::MemoryLimit))
        );
        vertices.number(0, 12_501);
        let problem = vertices.graph(|_, _| true).unwrap_err();
        assert_eq!(problem.stopped, Some(Reason::MemoryLimit));
    }
}
