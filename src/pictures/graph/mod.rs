//! Pictures of a graph: a path or cycle through it, a set of its vertices, or their colours.

pub mod layout;
mod names;
mod picture;
mod text;

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
};

use super::counted;
pub use picture::{GraphGround, ground, svg};
#[cfg(feature = "cli")]
pub use picture::{centre_of, fills};
pub use text::text;

/// The most vertices and edges of a graph that is drawn.
const MOST_VERTICES: usize = 1_000;
const MOST_EDGES: usize = 20_000;
/// The most vertices, and classes of them, listed in a description.
const MOST_LISTED: usize = 12;

/// A graph to be drawn.
#[derive(Debug, Clone, Default)]
pub struct GraphPicture<'a> {
    /// The names of the vertices.
    pub names: &'a [String],
    /// The edges, by the numbers of their vertices, from 0.
    pub edges: &'a [(u32, u32)],
    /// Whether each edge leads from its first vertex to its second.
    pub directed: bool,
    /// The vertices that a path or cycle visits, in order; empty without one.
    pub path: Vec<u32>,
    /// Whether it returns to its start.
    pub closed: bool,
    /// The class of each vertex that has one: its colour, or 0 for members of a set. Empty, or one
    /// per vertex.
    pub classes: Vec<Option<u32>>,
    /// The noun for a class if classes are numbered: `colour`, `group` or `part`.
    pub class_noun: Option<&'static str>,
    /// Pairs of vertices that are marked, edges or not.
    pub pairs: Vec<(u32, u32)>,
    /// The positions of the vertices, across and down, each within the same square; empty if
    /// unknown.
    pub positions: &'a [[u32; 2]],
    /// The weight of each vertex; empty without weights.
    pub weights: &'a [u32],
}

impl<'a> GraphPicture<'a> {
    /// A graph without marks; `None` if it is too large for a picture.
    ///
    /// ```
    /// use satranj::pictures::{Drawing, GraphPicture, Picture};
    ///
    /// let names = ["p", "q", "r"].map(String::from);
    /// let triangle = GraphPicture::of(&names, &[(0, 1), (0, 2), (1, 2)], false);
    /// let triangle = triangle.ok_or("too large")?.with_positions(&[[0, 0], [2, 0], [1, 2]]);
    /// let marked = triangle.clone().with_set([0, 2]).with_pairs(vec![(0, 2)]);
    /// let coloured = triangle.clone().with_colours([[0], [1], [2]]).with_weights(&[5, 7, 9]);
    /// let walked = triangle.with_path(vec![2, 0, 1], true);
    /// for graph in [marked, coloured, walked] {
    ///     let picture = Picture { title: "a triangle".into(), drawing: Drawing::Graph(graph) };
    ///     assert!(picture.svg().contains(">p"));
    /// }
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn of(names: &'a [String], edges: &'a [(u32, u32)], directed: bool) -> Option<Self> {
        let fits = names.len() <= MOST_VERTICES && edges.len() <= MOST_EDGES;
        fits.then(|| Self { names, edges, directed, ..Self::default() })
    }

    /// The same with the position of each vertex, across and down; with none, a layout is computed.
    #[must_use]
    pub fn with_positions(self, positions: &'a [[u32; 2]]) -> Self {
        Self { positions, ..self }
    }

    /// The same with the weight of each vertex.
    #[must_use]
    pub fn with_weights(self, weights: &'a [u32]) -> Self {
        Self { weights, ..self }
    }

    /// The label of a vertex: its name, and in brackets its weight, if it has one.
    #[must_use]
    pub(crate) fn label(&self, vertex: usize) -> Option<Cow<'a, str>> {
        let name = self.names.get(vertex)?;
        let weight = self.weights.get(vertex);
        Some(weight.map_or(name.into(), |weight| format!("{name} ({weight})").into()))
    }

    /// The lengths of all labels, in characters.
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let labels = (0..self.names.len()).filter_map(|vertex| self.label(vertex));
        labels.map(|label| label.chars().count())
    }

    /// The same with a path or cycle.
    #[must_use]
    pub fn with_path(self, path: Vec<u32>, closed: bool) -> Self {
        Self { path, closed, ..self }
    }

    /// The same with a set of vertices.
    #[must_use]
    pub fn with_set(self, set: impl IntoIterator<Item = u32>) -> Self {
        let classes = self.classified([set]);
        Self { classes, class_noun: None, ..self }
    }

    /// The same with the vertices of each colour.
    #[must_use]
    pub fn with_colours<C: IntoIterator<Item = u32>>(
        self,
        colours: impl IntoIterator<Item = C>,
    ) -> Self {
        let classes = self.classified(colours);
        Self { classes, class_noun: Some("colour"), ..self }
    }

    /// The same with the parts into which the other vertices, which are dark, divide it.
    #[must_use]
    pub(crate) fn with_parts<C: IntoIterator<Item = u32>>(
        self,
        parts: impl IntoIterator<Item = C>,
    ) -> Self {
        Self { class_noun: Some("part"), ..self.with_colours(parts) }
    }

    /// The same with groups of vertices, and the edges within them marked.
    #[must_use]
    pub(crate) fn with_groups<G: IntoIterator<Item = u32>>(
        self,
        groups: impl IntoIterator<Item = G>,
    ) -> Self {
        let classes = self.classified(groups);
        let class = |vertex: u32| classes.get(vertex as usize).copied().flatten();
        let is_within = |&(a, b): &(u32, u32)| class(a).is_some() && class(a) == class(b);
        let pairs = self.edges.iter().copied().filter(is_within).collect();
        Self { classes, pairs, class_noun: Some("group"), ..self }
    }

    /// The same with pairs of vertices marked.
    #[must_use]
    pub fn with_pairs(self, pairs: Vec<(u32, u32)>) -> Self {
        Self { pairs, ..self }
    }

    /// The same with the edges marked that have both ends in the set.
    #[must_use]
    pub(crate) fn with_edges_within(self) -> Self {
        let is_within = |&(a, b): &(u32, u32)| self.class(a).is_some() && self.class(b).is_some();
        let pairs = self.edges.iter().copied().filter(is_within).collect();
        Self { pairs, ..self }
    }

    /// The class of each vertex, by the vertices of each.
    fn classified<C: IntoIterator<Item = u32>>(
        &self,
        classes: impl IntoIterator<Item = C>,
    ) -> Vec<Option<u32>> {
        let mut of_vertices = vec![None; self.names.len()];
        for (number, class) in (0..).zip(classes) {
            for vertex in class {
                if let Some(known) = of_vertices.get_mut(vertex as usize) {
                    *known = Some(number);
                }
            }
        }
        of_vertices
    }

    /// The class of a vertex.
    fn class(&self, vertex: u32) -> Option<u32> {
        self.classes.get(vertex as usize).copied().flatten()
    }

    /// Whether each vertex is part of the answer.
    fn shown(&self) -> Vec<bool> {
        let mut shown: Vec<bool> =
            (0..self.names.len() as u32).map(|vertex| self.class(vertex).is_some()).collect();
        for &vertex in self.path.iter().chain(self.pairs.iter().flat_map(|(a, b)| [a, b])) {
            if let Some(shown) = shown.get_mut(vertex as usize) {
                *shown = true;
            }
        }
        shown
    }

    /// The moves of the path, in order.
    fn moves(&self) -> Vec<(u32, u32)> {
        let next = self.path.iter().skip(1);
        let back = self.path.first().filter(|_| self.closed && self.path.len() > 2);
        self.path.iter().copied().zip(next.chain(back).copied()).collect()
    }

    /// The moves of the path, in each direction in which they may be looked up.
    fn used(&self) -> HashSet<(u32, u32)> {
        let moves = self.moves();
        let reversed = moves.iter().filter(|_| !self.directed).map(|&(from, to)| (to, from));
        moves.iter().copied().chain(reversed).collect()
    }

    /// The size in words, and what is shown.
    fn description(&self) -> String {
        let kind = if self.directed { "directed graph" } else { "graph" };
        let vertices = match self.names.len() {
            1 => "1 vertex".into(),
            number => format!("{number} vertices"),
        };
        let link = if self.directed { "arc" } else { "edge" };
        let mut text = format!("A {kind} with {vertices} and {}", counted(self.edges.len(), link));
        if let (Some(first), Some(last)) = (self.path.first(), self.path.last()) {
            let name = |vertex: u32| self.names.get(vertex as usize).map_or("", String::as_str);
            let (first, last) = (name(*first), name(*last));
            let visited = self.path.len();
            let _ = if self.closed {
                write!(text, "; a cycle visits {visited} of them")
            } else {
                write!(text, "; a path from {first} to {last} visits {visited} of them")
            };
        }
        text + &self.marked() + "."
    }

    /// The marks in words.
    fn marked(&self) -> String {
        let mut classes: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for (class, name) in self.classes.iter().zip(self.names) {
            if let Some(class) = class {
                classes.entry(*class).or_default().push(name);
            }
        }
        let listed = |names: &[&str]| {
            let more = if names.len() > MOST_LISTED { ", and others" } else { "" };
            names[..names.len().min(MOST_LISTED)].join(", ") + more
        };
        match self.class_noun {
            _ if classes.is_empty() => String::new(),
            None => {
                let set: Vec<&str> = classes.into_values().flatten().collect();
                let are = if set.len() == 1 { "is" } else { "are" };
                format!("; {} of the vertices {are} marked: {}", set.len(), listed(&set))
            }
            Some(noun) => {
                let all = counted(classes.len(), noun);
                let each = classes.iter().take(MOST_LISTED);
                let each: Vec<String> = each
                    .map(|(class, names)| format!("{noun} {}: {}", class + 1, listed(names)))
                    .collect();
                format!("; the vertices have {all}; {}", each.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{Drawing, colour::CLASSES};

    fn names(count: usize) -> Vec<String> {
        (1..=count).map(|number| number.to_string()).collect()
    }

    fn ring(count: u32) -> Vec<(u32, u32)> {
        (0..count).map(|vertex| (vertex, (vertex + 1) % count)).collect()
    }

    fn drawn(picture: &GraphPicture<'_>) -> String {
        let document = svg(picture, "a <graph>").to_string();
        roxmltree::Document::parse(&document).unwrap();
        document
    }

    #[test]
    fn what_is_not_the_answer_steps_back() {
        let (names, edges) = (names(6), ring(6));
        let picture = GraphPicture::of(&names, &edges, false).unwrap();
        assert!(!drawn(&picture).contains("bold"));
        // A set: its names are bold, and the edges without an end in it are faded.
        let set = drawn(&picture.clone().with_set([0, 1]));
        assert_eq!(set.matches(r#"font-weight="bold""#).count(), 2);
        let path = |colour: &str| {
            let group = format!(r#"stroke="{colour}" stroke-width="2">"#);
            set.split(&group).nth(1).unwrap().split('"').nth(1).unwrap().matches('M').count()
        };
        assert_eq!((path("#e2dccf"), path("#b3a994")), (3, 3));
        // Every label comes after every vertex.
        assert!(set.rfind("<circle") < set.find("<text fill"));
    }

    #[test]
    fn all_vertices_and_names_are_there() {
        let (names, mut edges) = (names(6), ring(6));
        edges.push((0, 3));
        let plain = GraphPicture::of(&names, &edges, false).unwrap();
        let picture = plain.clone().with_path(vec![0, 1, 2, 3, 4, 5], true);
        let document = drawn(&picture);
        assert_eq!(document.matches("<circle").count(), 6);
        for name in &names {
            assert!(document.contains(&format!(">{name}</text>")), "{name}");
        }
        assert!(document.contains("a cycle visits 6 of them."));
        let path = drawn(&plain.clone().with_path(vec![3, 2, 1], false));
        assert!(path.contains("a path from 4 to 2 visits 3 of them"));
        assert!(
            drawn(&plain.clone().with_set([1, 77])).contains("1 of the vertices is marked: 2.")
        );
        let colours = drawn(&plain.clone().with_colours([[0, 3], [1, 4], [2, 5]]));
        assert!(colours.contains("3 colours; colour 1: 1, 4; colour 2: 2, 5; colour 3: 3, 6."));
        assert!(colours.contains(CLASSES[2].fill));
        assert_eq!(colours.matches("<circle").count(), 2);
        // The number of the colour is in each vertex, and its name with a border beside it. A border over the name, as of
        // programs that do not know `paint-order`, would hide it.
        assert_eq!(colours.matches(">3</text>").count(), 4);
        assert!(!colours.contains("paint-order"));
        let groups = drawn(&plain.clone().with_groups([vec![0, 1], vec![2, 4]]));
        assert!(groups.contains("2 groups; group 1: 1, 2; group 2: 3, 5."));
        assert!(!groups.contains("stroke-dasharray"));
        let pairs = drawn(&plain.with_pairs(vec![(0, 1), (0, 2)]));
        assert_eq!(pairs.matches("stroke-dasharray").count(), 1);
    }

    #[test]
    fn every_drawing_of_a_graph_is_also_a_page_and_a_text() {
        let (names, edges) = (names(5), ring(5));
        let picture = GraphPicture::of(&names, &edges, true).unwrap();
        for picture in [picture.clone(), picture.with_path(vec![0, 1, 2, 3, 4], true)] {
            let drawing = Drawing::Graph(picture);
            assert!(drawing.text(80, false).is_some());
            let document = drawing.svg("").to_string();
            roxmltree::Document::parse(&document).unwrap();
            #[cfg(feature = "cli")]
            assert!(crate::pictures::player::page(&drawing, "a graph").is_some());
        }
    }

    #[test]
    fn large_graphs_are_bounded() {
        for count in [1, 2, 90, 300, MOST_VERTICES] {
            let (names, edges) = (names(count), ring(count as u32));
            let picture = GraphPicture::of(&names, &edges, false).unwrap();
            let path = (0..count as u32).collect();
            let document = drawn(&picture.with_path(path, count > 2));
            assert!(document.len() < 2_000 + 400 * count, "{count}: {}", document.len());
        }
        assert!(GraphPicture::of(&names(MOST_VERTICES + 1), &[], false).is_none());
    }

    #[test]
    fn what_is_no_vertex_does_no_harm() {
        let (names, edges) = (names(2), [(0, 9), (7, 8), (0, 0)]);
        let picture = GraphPicture::of(&names, &edges, true).unwrap();
        drawn(&picture.with_path(vec![5, 0, 6], false));
    }
}
