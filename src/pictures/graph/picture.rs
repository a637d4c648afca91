//! A graph as SVG: where its vertices are, its edges, its path, its names.

use std::fmt::Write as _;

use svg::{
    Document, Node,
    node::element::{Element, Group, Path},
};

use super::{GraphPicture, layout};
use crate::pictures::{
    colour::along,
    frame::{LABEL, NUMBER, PAPER, decimal, label, paper},
    lines::{arrow_head, polyline},
};

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
pub(super) const CLASSES: [&str; 8] =
    ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5230", "#6b6b6b"];

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
#[must_use]
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
#[must_use]
pub fn centre_of([right, up]: [u32; 2], side: u32) -> (i64, i64) {
    let part = |of: u32| i64::from(of) * SIDE / i64::from(side);
    (part(right), part(side - 1 - up.min(side - 1)))
}
