//! Pictures of a graph: a path or cycle through it, a set of its vertices, or their colours.

pub mod layout;
mod text;

use std::{collections::HashSet, fmt::Write as _};

use svg::{
    Document, Node,
    node::element::{Element, Group, Path},
};

use super::{
    colour::along,
    counted,
    frame::{LABEL, NUMBER, PAPER, decimal, label, paper},
    lines::{arrow_head, polyline},
};
pub use text::text;

/// The most vertices and edges of a graph that is drawn.
const MOST_VERTICES: usize = 1_000;
const MOST_EDGES: usize = 20_000;
/// The most vertices of a graph whose vertices have names in the picture.
const NAMED: usize = 80;
/// The side of the square in which the centres of the vertices lie.
const SIDE: i64 = 900;
/// The size of the labels around the picture.
const FONT: i64 = 22;
/// An edge that is not on the path.
const EDGE: &str = "#b3a994";

/// The colours of classes, which people who see few colours tell apart too (Okabe and Ito: "Color
/// universal design", 2008).
const CLASSES: [&str; 8] =
    ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5230", "#6b6b6b"];

/// A graph to be drawn.
#[derive(Debug, Clone)]
pub struct GraphPicture<'a> {
    /// The names of the vertices.
    pub names: &'a [String],
    /// The edges, by the numbers of their vertices, from 0.
    pub edges: &'a [(u32, u32)],
    /// Whether each edge leads from its first vertex to its second.
    pub directed: bool,
    /// The vertices that a path or cycle visits, in its order; none where there is none.
    pub path: Vec<u32>,
    /// Whether it returns to its start.
    pub closed: bool,
    /// The class of each vertex that is in one: its colour, or 0 for what is in a set. Empty, or
    /// one a vertex.
    pub classes: Vec<Option<u32>>,
}

impl<'a> GraphPicture<'a> {
    /// A graph of which nothing is known yet; `None` if it is too large for a picture.
    #[must_use]
    pub fn of(names: &'a [String], edges: &'a [(u32, u32)], directed: bool) -> Option<Self> {
        let fits = names.len() <= MOST_VERTICES && edges.len() <= MOST_EDGES;
        let (path, classes) = (Vec::new(), Vec::new());
        fits.then_some(Self { names, edges, directed, path, closed: false, classes })
    }

    /// The same with a path or cycle.
    #[must_use]
    pub fn with_path(self, path: Vec<u32>, closed: bool) -> Self {
        Self { path, closed, ..self }
    }

    /// The same with a set of vertices.
    #[must_use]
    pub fn with_set(self, set: impl IntoIterator<Item = u32>) -> Self {
        let mut classes = vec![None; self.names.len()];
        for vertex in set {
            if let Some(class) = classes.get_mut(vertex as usize) {
                *class = Some(0);
            }
        }
        Self { classes, ..self }
    }

    /// The same with the colour of each vertex, from 0.
    #[must_use]
    pub fn with_colours(self, colours: impl IntoIterator<Item = u32>) -> Self {
        Self { classes: colours.into_iter().map(Some).collect(), ..self }
    }

    /// The class of a vertex.
    fn class(&self, vertex: u32) -> Option<u32> {
        self.classes.get(vertex as usize).copied().flatten()
    }

    /// The moves of the path, in its order.
    fn moves(&self) -> Vec<(u32, u32)> {
        let next = self.path.iter().skip(1);
        let back = self.path.first().filter(|_| self.closed && self.path.len() > 2);
        self.path.iter().copied().zip(next.chain(back).copied()).collect()
    }

    /// The moves of the path, in each direction in which they may be asked for.
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
            let _ = match self.closed {
                true => write!(text, "; a cycle visits {} of them", self.path.len()),
                false => {
                    let visited = self.path.len();
                    write!(text, "; a path from {first} to {last} visits {visited} of them")
                }
            };
        }
        let marked = self.classes.iter().flatten().count();
        let classes: HashSet<u32> = self.classes.iter().flatten().copied().collect();
        let _ = match classes.len() {
            0 => Ok(()),
            1 => write!(text, "; {marked} of the vertices are marked"),
            colours => write!(text, "; the vertices have {colours} colours"),
        };
        text + "."
    }
}

/// Where things are, in pixels.
struct GraphFrame {
    /// The centre of each vertex.
    centres: Vec<(i64, i64)>,
    /// The radius of a vertex.
    radius: i64,
    /// Whether the names are within the vertices, beside them, or left out.
    names: Option<NamePlace>,
}

/// Where names stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamePlace {
    Within,
    Beside,
}

impl GraphFrame {
    fn of(picture: &GraphPicture<'_>) -> Self {
        let count = picture.names.len();
        let scale = |(x, y): (f64, f64)| {
            let whole = |part: f64| (part * SIDE as f64).round() as i64;
            (whole(x), whole(y))
        };
        let centres = layout::places(picture).into_iter().map(scale).collect();
        let radius = match count {
            0..=24 => 24,
            25..=40 => 19,
            41..=NAMED => 14,
            81..=200 => 8,
            _ => 4,
        };
        let longest = picture.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let names = match (count, longest) {
            (0..=NAMED, 0..=3) => Some(NamePlace::Within),
            (0..=NAMED, _) => Some(NamePlace::Beside),
            _ => None,
        };
        Self { centres, radius, names }
    }

    /// Those of the vertices that there are; what is no vertex is drawn nowhere.
    fn line(&self, (from, to): (u32, u32)) -> Option<[(i64, i64); 2]> {
        Some([*self.centres.get(from as usize)?, *self.centres.get(to as usize)?])
    }

    /// The edges that no path uses, as one line.
    fn edges(&self, picture: &GraphPicture<'_>) -> Group {
        let used = picture.used();
        let mut lines = String::new();
        let mut heads = String::new();
        for &edge in picture.edges.iter().filter(|edge| !used.contains(edge)) {
            let Some(ends) = self.line(edge) else { continue };
            lines += &polyline(ends);
            if picture.directed {
                heads += &self.head(ends, 10);
            }
        }
        let width = if picture.names.len() <= NAMED { "2" } else { "1" };
        let group = Group::new().set("fill", "none").set("stroke", EDGE).set("stroke-width", width);
        let group = group.add(Path::new().set("d", lines));
        if heads.is_empty() {
            return group;
        }
        group.add(Path::new().set("fill", EDGE).set("stroke", "none").set("d", heads))
    }

    /// The head of an arrow, which ends where the vertex begins.
    fn head(&self, [from, to]: [(i64, i64); 2], length: i64) -> String {
        let (right, down) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
        let distance = right.hypot(down);
        if distance == 0.0 {
            return String::new();
        }
        // The head asks for the half side of a square, and the vertex is round.
        let half = (self.radius as f64 * right.abs().max(down.abs()) / distance).round() as i64;
        arrow_head(from, to, half, length)
    }

    /// The path, each move in its own colour.
    fn path(&self, picture: &GraphPicture<'_>) -> Group {
        let moves = picture.moves();
        let width = (self.radius / 3).clamp(2, 7);
        let mut group = Group::new()
            .set("fill", "none")
            .set("stroke-linecap", "round")
            .set("stroke-width", width);
        for (step, &edge) in moves.iter().enumerate() {
            let Some(ends) = self.line(edge) else { continue };
            let colour = along(picture.closed, step, moves.len()).to_string();
            group.append(Path::new().set("stroke", colour.as_str()).set("d", polyline(ends)));
            if picture.directed {
                let head = Path::new()
                    .set("fill", colour)
                    .set("stroke", "none")
                    .set("d", self.head(ends, 4 * width));
                group.append(head);
            }
        }
        group
    }

    /// The vertices with what they are called.
    fn vertices(&self, picture: &GraphPicture<'_>) -> Group {
        let mut steps = vec![None; self.centres.len()];
        for (step, &vertex) in picture.path.iter().enumerate() {
            if let Some(known) = steps.get_mut(vertex as usize) {
                *known = Some(step);
            }
        }
        let mut group =
            Group::new().set("stroke-width", (self.radius / 6).max(1)).set("text-anchor", "middle");
        for (vertex, (&centre, &step)) in (0..).zip(self.centres.iter().zip(&steps)) {
            let class = picture.class(vertex);
            let ring = match step {
                Some(step) => along(picture.closed, step, picture.path.len()).to_string(),
                None => EDGE.to_string(),
            };
            let fill = class.map_or(PAPER, |class| CLASSES[class as usize % CLASSES.len()]);
            let ring = if class.is_some() && step.is_none() { NUMBER } else { &ring };
            let mut shape = shape(class.map_or(0, |class| class + class / 8), centre, self.radius);
            Node::assign(&mut shape, "fill", fill);
            Node::assign(&mut shape, "stroke", ring);
            group.append(shape);
            if let (Some(place), Some(name)) = (self.names, picture.names.get(vertex as usize)) {
                group.append(self.name(name, centre, place, class.is_some()));
            }
        }
        group
    }

    /// The name of a vertex within or beside it.
    fn name(&self, name: &str, (x, y): (i64, i64), place: NamePlace, filled: bool) -> Element {
        let short: String = name.chars().take(12).collect();
        match place {
            NamePlace::Within => {
                let size = self.radius * if short.chars().count() > 2 { 7 } else { 9 } / 10;
                let mut text = label(x, y + size * 36 / 100, &short);
                Node::assign(&mut text, "fill", if filled { "#fff" } else { NUMBER });
                Node::assign(&mut text, "stroke", "none");
                Node::assign(&mut text, "font-size", size);
                text
            }
            NamePlace::Beside => {
                // Away from the middle of the picture.
                let (right, down) = (x - SIDE / 2, y - SIDE / 2);
                let far = (right * right + down * down).isqrt().max(1);
                let size = (self.radius * 8 / 10).max(12);
                let away = self.radius + size * 7 / 10;
                let (x, y) = (x + right * away / far, y + down * away / far + size * 36 / 100);
                let mut text = label(x, y, &short);
                let anchor = match right * 3 / far {
                    1.. => "start",
                    0 => "middle",
                    _ => "end",
                };
                Node::assign(&mut text, "fill", LABEL);
                Node::assign(&mut text, "stroke", "none");
                Node::assign(&mut text, "font-size", size);
                Node::assign(&mut text, "text-anchor", anchor);
                text
            }
        }
    }

    /// Left, top, width and height.
    fn extent(&self, picture: &GraphPicture<'_>) -> [i64; 4] {
        let longest = picture.names.iter().map(|name| name.chars().count().min(12)).max();
        let beside = match self.names {
            Some(NamePlace::Beside) => longest.unwrap_or(0) as i64 * self.radius * 6 / 10,
            _ => 0,
        };
        let (aside, above) = (self.radius + FONT + beside, self.radius + 2 * FONT);
        [-aside, -above, SIDE + 2 * aside, SIDE + 2 * above]
    }
}

/// One of four shapes, by the number of the class, so that classes differ without colours too.
fn shape(class: u32, (x, y): (i64, i64), radius: i64) -> Element {
    let points = |points: &[(i64, i64)]| {
        let mut outline = String::new();
        for (index, &(right, down)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let part = |of: i64| decimal(radius * of);
            let _ = write!(outline, "{letter}{} {}", part(right), part(down));
        }
        let mut element = Element::new("path");
        Node::assign(&mut element, "d", outline + "Z");
        Node::assign(&mut element, "transform", format!("translate({x} {y})"));
        element
    };
    match class % 4 {
        0 => {
            let mut element = Element::new("circle");
            Node::assign(&mut element, "cx", x);
            Node::assign(&mut element, "cy", y);
            Node::assign(&mut element, "r", radius);
            element
        }
        1 => points(&[(-90, -90), (90, -90), (90, 90), (-90, 90)]),
        2 => points(&[(0, -125), (125, 0), (0, 125), (-125, 0)]),
        _ => points(&[(-62, -108), (62, -108), (125, 0), (62, 108), (-62, 108), (-125, 0)]),
    }
}

/// A graph as a picture: edges are lines, those of the path have the colours of their place in it;
/// what is marked, or has a colour, has a shape of its own too. O(n²) for a layout.
#[must_use]
pub fn svg(picture: &GraphPicture<'_>, title: &str) -> Document {
    let frame = GraphFrame::of(picture);
    paper(FONT, frame.extent(picture), title, &picture.description())
        .add(frame.edges(picture))
        .add(frame.path(picture))
        .add(frame.vertices(picture))
}

/// The graph without its path, and the radius of a vertex: what pieces move on.
#[cfg(feature = "cli")]
pub fn ground(picture: &GraphPicture<'_>, title: &str, description: &str) -> (Document, i64) {
    let frame = GraphFrame::of(picture);
    let edges = GraphPicture { path: Vec::new(), ..picture.clone() };
    let document = paper(FONT, frame.extent(picture), title, description)
        .add(frame.edges(&edges))
        .add(frame.vertices(picture));
    (document, frame.radius)
}

/// The centre of what is at so many parts of a side, counted from below.
#[cfg(feature = "cli")]
pub fn centre_of([right, up]: [u32; 2], side: u32) -> (i64, i64) {
    let part = |of: u32| i64::from(of) * SIDE / i64::from(side);
    (part(right), part(side - 1 - up.min(side - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::Drawing;

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
        assert!(drawn(&plain.clone().with_set([1, 77])).contains("1 of the vertices are marked"));
        let colours = drawn(&plain.with_colours([0, 1, 2, 0, 1, 2]));
        assert!(colours.contains("3 colours") && colours.contains(CLASSES[2]));
        assert_eq!(colours.matches("<circle").count(), 2);
    }

    #[test]
    fn every_drawing_of_a_graph_is_also_a_page_and_a_text() {
        let (names, edges) = (names(5), ring(5));
        let picture = GraphPicture::of(&names, &edges, true).unwrap();
        for picture in [picture.clone(), picture.with_path(vec![0, 1, 2, 3, 4], true)] {
            let drawing = Drawing::Graph(picture);
            assert!(crate::pictures::text::draw(&drawing, 80, false).is_some());
            let document = crate::pictures::svg::draw(&drawing, "").to_string();
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
