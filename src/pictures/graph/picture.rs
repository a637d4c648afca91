//! A graph as SVG: its vertices, edges, path and names.

use std::collections::HashSet;

use super::{
    GraphPicture, layout,
    names::{LONGEST_NAME, NameBox, boxes_beside},
};
use crate::pictures::{
    colour::{ClassColour, along},
    frame::{LABEL, NUMBER, PAPER, decimal},
    lines::{arrow_head, polyline},
    markup::{Elements, SvgDocument},
    paper::captioned_paper,
};

/// The most vertices of a graph whose picture shows vertex names.
const NAMED: usize = 80;
/// The most vertices of a graph whose picture shows class numbers.
const NUMBERED: usize = 200;
/// The side of the square in which the centres of the vertices lie.
const SIDE: i64 = 900;
/// The size of the labels around the picture.
const FONT: i64 = 22;
/// An edge that is not on the path, and one that has no part in the answer.
const EDGE: &str = "#b3a994";
const FADED: &str = "#e2dccf";
/// The colour of vertices without which the others fall into parts.
const REMOVED: ClassColour = ClassColour { fill: NUMBER, text: PAPER };

/// The layout, in pixels.
struct GraphFrame {
    /// The centre of each vertex.
    centres: Vec<(i64, i64)>,
    /// The radius of a vertex.
    radius: i64,
    /// Where the names are: within the vertices, beside them, or left out.
    names: Option<NamePlace>,
    /// The box of each name beside its vertex; empty if names are elsewhere.
    boxes: Vec<NameBox>,
    /// Whether each vertex is part of the answer.
    shown: Vec<bool>,
    /// Whether some vertices are part of the answer, and some are not.
    has_answer: bool,
    has_rest: bool,
}

/// The place of names.
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
            81..=NUMBERED if picture.class_noun.is_some() => 11,
            81..=NUMBERED => 8,
            _ => 4,
        };
        let longest = picture.lengths().max().unwrap_or(0);
        let names = match (count, longest) {
            // The number of its class is inside.
            (0..=NAMED, _) if picture.class_noun.is_some() => Some(NamePlace::Beside),
            (0..=NAMED, 0..=3) => Some(NamePlace::Within),
            (0..=NAMED, _) => Some(NamePlace::Beside),
            _ => None,
        };
        let shown = picture.shown();
        let (has_answer, has_rest) = (shown.contains(&true), shown.contains(&false));
        let mut frame =
            Self { centres, radius, names, boxes: Vec::new(), shown, has_answer, has_rest };
        frame.boxes = frame.name_boxes(picture);
        frame
    }

    /// A line between existing vertices; an unknown vertex is not drawn.
    fn line(&self, (from, to): (u32, u32)) -> Option<[(i64, i64); 2]> {
        Some([*self.centres.get(from as usize)?, *self.centres.get(to as usize)?])
    }

    /// The edges that no path uses. Those without a part in the answer are faded: all beside a path
    /// or marked pairs, beside a set those without an end in it.
    fn add_edges(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
        let used = picture.used();
        let is_shown = |vertex: u32| self.shown.get(vertex as usize) == Some(&true);
        let is_faded = |&(a, b): &(u32, u32)| match (&picture.path[..], &picture.pairs[..]) {
            ([], []) => self.has_answer && !is_shown(a) && !is_shown(b),
            _ => true,
        };
        let (faded, near): (Vec<_>, Vec<_>) = picture
            .edges
            .iter()
            .filter(|edge| !used.contains(edge))
            .partition(|edge| is_faded(edge));
        for (colour, edges) in [(FADED, faded), (EDGE, near)] {
            self.add_lines(to, picture, colour, &edges);
        }
    }

    /// Edges of one colour, as one line.
    fn add_lines(
        &self,
        to: &mut Elements,
        picture: &GraphPicture<'_>,
        colour: &str,
        edges: &[&(u32, u32)],
    ) {
        let ends: Vec<_> = edges.iter().filter_map(|&&edge| self.line(edge)).collect();
        if ends.is_empty() {
            return;
        }
        let mut content = Elements::default();
        content
            .path(&ends.iter().map(|&ends| polyline(ends)).collect::<String>(), format_args!(""));
        if picture.directed {
            let heads: String = ends.iter().map(|&ends| self.head(ends, 10)).collect();
            content.path(&heads, format_args!(r#" fill="{colour}" stroke="none""#));
        }
        let width = if picture.names.len() <= NAMED { "2" } else { "1" };
        to.group(
            format_args!(r#"g fill="none" stroke="{colour}" stroke-width="{width}""#),
            &content,
        );
    }

    /// An arrowhead, which ends at the border of the vertex.
    fn head(&self, [from, to]: [(i64, i64); 2], length: i64) -> String {
        let (right, down) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
        let distance = right.hypot(down);
        if distance == 0.0 {
            return String::new();
        }
        // The arrowhead expects the half side of a square, but the vertex is round.
        let half = (self.radius as f64 * right.abs().max(down.abs()) / distance).round() as i64;
        arrow_head(from, to, half, length)
    }

    /// The marked pairs; a pair that is not an edge is dashed.
    fn add_pairs(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
        let edges: HashSet<(u32, u32)> = picture.edges.iter().copied().collect();
        let (mut joined, mut apart) = (String::new(), String::new());
        for &(a, b) in &picture.pairs {
            let Some(ends) = self.line((a, b)) else { continue };
            let is_edge = edges.contains(&(a, b)) || edges.contains(&(b, a));
            *(if is_edge { &mut joined } else { &mut apart }) += &polyline(ends);
        }
        let width = (self.radius / 4).clamp(2, 5);
        let mut content = Elements::default();
        if !joined.is_empty() {
            content.path(&joined, format_args!(""));
        }
        if !apart.is_empty() {
            let (dash, gap) = (2 * width, 3 * width);
            content.path(&apart, format_args!(r#" stroke-dasharray="{dash} {gap}""#));
        }
        let look = format_args!(
            r#"g fill="none" stroke="{NUMBER}" stroke-linecap="round" stroke-width="{width}""#
        );
        to.group(look, &content);
    }

    /// The path, each move in its own colour.
    fn add_path(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
        let moves = picture.moves();
        let width = (self.radius / 3).clamp(2, 7);
        let mut content = Elements::default();
        for (step, &edge) in moves.iter().enumerate() {
            let Some(ends) = self.line(edge) else { continue };
            let colour = along(picture.closed, step, moves.len());
            content.path(&polyline(ends), format_args!(r#" stroke="{colour}""#));
            if picture.directed {
                let head = self.head(ends, 4 * width);
                content.path(&head, format_args!(r#" fill="{colour}" stroke="none""#));
            }
        }
        let look = format_args!(r#"g fill="none" stroke-linecap="round" stroke-width="{width}""#);
        to.group(look, &content);
    }

    /// The vertices, then their labels, which no vertex covers.
    fn add_vertices(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
        let mut steps = vec![None; self.centres.len()];
        for (step, &vertex) in picture.path.iter().enumerate() {
            if let Some(known) = steps.get_mut(vertex as usize) {
                *known = Some(step);
            }
        }
        let (mut content, mut labels) = (Elements::default(), Elements::default());
        for (vertex, (&centre, &step)) in (0..).zip(self.centres.iter().zip(&steps)) {
            let class = picture.class(vertex);
            let is_removed = class.is_none() && picture.class_noun == Some("part");
            let colour = if is_removed { Some(REMOVED) } else { class.map(ClassColour::of) };
            let fill = colour.map_or(PAPER, |colour| colour.fill);
            let path = step.map(|step| along(picture.closed, step, picture.path.len()).to_string());
            let ring = match (&path, class) {
                (Some(ring), _) => ring,
                (None, Some(_)) => NUMBER,
                (None, None) => EDGE,
            };
            let number = class.map_or(0, |class| class + class / 8);
            add_shape(&mut content, number, (centre, self.radius), [fill, ring]);
            let is_shown = self.shown[vertex as usize];
            let is_part = is_shown && picture.class_noun.is_none() && self.has_rest;
            let weight = if is_part { r#" font-weight="bold""# } else { "" };
            let text = match colour {
                Some(colour) => colour.text,
                None if !is_shown && self.has_answer => LABEL,
                None => NUMBER,
            };
            if let (Some(class), Some(_)) = (class, picture.class_noun)
                && self.centres.len() <= NUMBERED
            {
                self.add_within(&mut labels, &(class + 1).to_string(), centre, (text, ""));
            }
            match (self.names, picture.label(vertex as usize)) {
                (Some(NamePlace::Within), Some(name)) => {
                    self.add_within(&mut labels, &name, centre, (text, weight));
                }
                (Some(NamePlace::Beside), Some(name)) => {
                    let colour = if weight.is_empty() { LABEL } else { NUMBER };
                    let place = self.boxes[vertex as usize];
                    self.add_beside(&mut labels, &name, place, (colour, weight));
                }
                _ => {}
            }
        }
        let width = (self.radius / 6).max(1);
        to.group(format_args!(r#"g stroke-width="{width}""#), &content);
        to.group(r#"g text-anchor="middle""#, &labels);
    }

    /// The text within a vertex; `look`: its colour, and its weight as an attribute.
    fn add_within(&self, to: &mut Elements, text: &str, (x, y): (i64, i64), look: (&str, &str)) {
        let size = self.radius * if text.chars().count() > 2 { 7 } else { 9 } / 10;
        let (colour, weight) = look;
        let look = format_args!(r#" fill="{colour}" font-size="{size}"{weight} stroke="none""#);
        to.label((x, y + size * 36 / 100), text, look);
    }

    /// The boxes of the names beside vertices; empty if names are elsewhere.
    fn name_boxes(&self, picture: &GraphPicture<'_>) -> Vec<NameBox> {
        if self.names != Some(NamePlace::Beside) {
            return Vec::new();
        }
        // Squares and diamonds reach further than circles.
        let reach = if picture.class_noun.is_some() { self.radius * 5 / 4 } else { self.radius };
        let edges: Vec<_> = picture.edges.iter().filter_map(|&edge| self.line(edge)).collect();
        let size = self.name_size();
        let shown = picture
            .lengths()
            .map(|length| [length.min(LONGEST_NAME) as i64 * size * 62 / 100, size]);
        boxes_beside(&self.centres, &edges, reach, shown)
    }

    /// The font size of names beside vertices.
    fn name_size(&self) -> i64 {
        (self.radius * 8 / 10).max(12)
    }

    /// The name of a vertex beside it; `look`: its colour, and its weight as an attribute.
    fn add_beside(&self, to: &mut Elements, name: &str, place: NameBox, look: (&str, &str)) {
        let short: String = name.chars().take(LONGEST_NAME).collect();
        let size = self.name_size();
        let (x, anchor) = match place.anchor {
            1 => (place.left, "start"),
            0 => (i64::midpoint(place.left, place.right), "middle"),
            _ => (place.right, "end"),
        };
        let (colour, weight) = look;
        let look = format!(r#" font-size="{size}"{weight} text-anchor="{anchor}""#);
        // Edges do not cross it out. Its border is a text of its own, since not every program knows `paint-order`.
        let border = r#" aria-hidden="true" stroke-width="4""#;
        let at = (x, place.bottom - size / 5);
        to.label(at, &short, format_args!(r#"{border} fill="{PAPER}" stroke="{PAPER}"{look}"#));
        to.label(at, &short, format_args!(r#" fill="{colour}"{look}"#));
    }

    /// Left, top, width and height: of the vertices and their names, with a margin.
    fn extent(&self) -> [i64; 4] {
        let around = |&(x, y): &(i64, i64)| {
            let reach = self.radius * 5 / 4;
            NameBox {
                left: x - reach,
                top: y - reach,
                right: x + reach,
                bottom: y + reach,
                anchor: 0,
            }
        };
        let boxes = self.centres.iter().map(around).chain(self.boxes.iter().copied());
        let all = boxes.reduce(|all, one| NameBox {
            left: all.left.min(one.left),
            top: all.top.min(one.top),
            right: all.right.max(one.right),
            bottom: all.bottom.max(one.bottom),
            anchor: 0,
        });
        let NameBox { left, top, right, bottom, .. } = all.unwrap_or_default();
        [left - FONT, top - 2 * FONT, right - left + 2 * FONT, bottom - top + 4 * FONT]
    }
}

/// Adds one of four shapes, by the number of the class, so that classes differ without colours too.
fn add_shape(
    to: &mut Elements,
    class: u32,
    ((x, y), radius): ((i64, i64), i64),
    [fill, stroke]: [&str; 2],
) {
    let corners: &[(i64, i64)] = match class % 4 {
        0 => {
            return to.add(format_args!(
                r#"<circle cx="{x}" cy="{y}" fill="{fill}" r="{radius}" stroke="{stroke}"/>"#
            ));
        }
        1 => &[(-90, -90), (90, -90), (90, 90), (-90, 90)],
        2 => &[(0, -125), (125, 0), (0, 125), (-125, 0)],
        _ => &[(-62, -108), (62, -108), (125, 0), (62, 108), (-62, 108), (-125, 0)],
    };
    let part = |of: i64| decimal(radius * of);
    let corner = |&(right, down): &(i64, i64)| format!("{} {}", part(right), part(down));
    let outline = corners.iter().map(corner).collect::<Vec<_>>().join("L");
    let look = format_args!(r#" fill="{fill}" stroke="{stroke}" transform="translate({x} {y})""#);
    to.path(&format!("M{outline}Z"), look);
}

/// A graph as a picture: edges are lines, those of the path coloured by their position in it;
/// marked or coloured vertices have their own shapes too. O(n²) for a layout.
#[must_use]
pub fn svg(picture: &GraphPicture<'_>, title: &str) -> SvgDocument {
    let frame = GraphFrame::of(picture);
    let description = picture.description();
    let mut document = captioned_paper(FONT, frame.extent(), title, &description);
    let content = &mut document.content;
    frame.add_edges(content, picture);
    if !picture.pairs.is_empty() {
        frame.add_pairs(content, picture);
    }
    frame.add_path(content, picture);
    frame.add_vertices(content, picture);
    document
}

/// A graph as the ground for what moves on it.
pub struct GraphGround {
    /// Its edges.
    pub document: SvgDocument,
    /// Its vertices and their names, above what moves along edges.
    pub vertices: Elements,
    /// The centre of each vertex.
    pub centres: Vec<(i64, i64)>,
    /// The radius of a vertex.
    pub radius: i64,
}

/// A graph without its path as a ground.
#[must_use]
pub fn ground(picture: &GraphPicture<'_>, title: &str, description: &str) -> GraphGround {
    let frame = GraphFrame::of(picture);
    let edges = GraphPicture { path: Vec::new(), ..picture.clone() };
    let mut document = captioned_paper(FONT, frame.extent(), title, description);
    frame.add_edges(&mut document.content, &edges);
    let mut vertices = Elements::default();
    frame.add_vertices(&mut vertices, picture);
    GraphGround { document, vertices, centres: frame.centres, radius: frame.radius }
}

/// The centre of a position in parts of a side, counted from below.
#[cfg(feature = "cli")]
#[must_use]
pub fn centre_of([right, up]: [u32; 2], side: u32) -> (i64, i64) {
    let part = |of: u32| i64::from(of) * SIDE / i64::from(side);
    (part(right), part(side - 1 - up.min(side - 1)))
}

/// The fills of classes and of text on them, if classes are numbered; with more classes they
/// repeat.
#[cfg(feature = "cli")]
#[must_use]
pub fn fills(picture: &GraphPicture<'_>) -> Vec<[&'static str; 2]> {
    let colours = picture.class_noun.iter().flat_map(|_| crate::pictures::colour::CLASSES);
    colours.map(|ClassColour { fill, text }| [fill, text]).collect()
}
