//! A graph as SVG: its vertices, edges, path and names.

use std::collections::HashSet;

use super::{GraphPicture, layout};
use crate::pictures::{
    colour::along,
    frame::{LABEL, NUMBER, PAPER, decimal, paper},
    lines::{arrow_head, polyline},
    markup::{Elements, SvgDocument},
};

/// The most vertices of a graph whose picture shows vertex names.
const NAMED: usize = 80;
/// The most vertices of a graph whose picture shows class numbers.
const NUMBERED: usize = 200;
/// The side of the square in which the centres of the vertices lie.
const SIDE: i64 = 900;
/// The size of the labels around the picture.
const FONT: i64 = 22;
/// An edge that is not on the path.
const EDGE: &str = "#b3a994";

/// The colours of classes, distinguishable for colour-blind people too (Okabe and Ito: "Color
/// universal design", 2008).
pub(super) const CLASSES: [ClassColour; 8] = [
    ClassColour { fill: "#d55e00", text: DARK },
    ClassColour { fill: "#0072b2", text: WHITE },
    ClassColour { fill: "#009e73", text: DARK },
    ClassColour { fill: "#cc79a7", text: DARK },
    ClassColour { fill: "#e69f00", text: DARK },
    ClassColour { fill: "#56b4e9", text: DARK },
    ClassColour { fill: "#7a5230", text: WHITE },
    ClassColour { fill: "#6b6b6b", text: WHITE },
];

/// The colour of a class, and of text on it.
#[derive(Clone, Copy)]
pub(super) struct ClassColour {
    pub fill: &'static str,
    pub text: &'static str,
}

const WHITE: &str = "#fff";
const DARK: &str = "#161418";

impl ClassColour {
    fn of(class: u32) -> Self {
        CLASSES[class as usize % CLASSES.len()]
    }
}

/// The layout, in pixels.
struct GraphFrame {
    /// The centre of each vertex.
    centres: Vec<(i64, i64)>,
    /// The radius of a vertex.
    radius: i64,
    /// Where the names are: within the vertices, beside them, or left out.
    names: Option<NamePlace>,
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
        Self { centres, radius, names }
    }

    /// A line between existing vertices; an unknown vertex is not drawn.
    fn line(&self, (from, to): (u32, u32)) -> Option<[(i64, i64); 2]> {
        Some([*self.centres.get(from as usize)?, *self.centres.get(to as usize)?])
    }

    /// The edges that no path uses, as one line.
    fn add_edges(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
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
        let mut content = Elements::default();
        content.path(&lines, format_args!(""));
        if !heads.is_empty() {
            content.path(&heads, format_args!(r#" fill="{EDGE}" stroke="none""#));
        }
        to.group(format_args!(r#"g fill="none" stroke="{EDGE}" stroke-width="{width}""#), &content);
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

    /// The vertices with their labels.
    fn add_vertices(&self, to: &mut Elements, picture: &GraphPicture<'_>) {
        let mut steps = vec![None; self.centres.len()];
        for (step, &vertex) in picture.path.iter().enumerate() {
            if let Some(known) = steps.get_mut(vertex as usize) {
                *known = Some(step);
            }
        }
        let mut content = Elements::default();
        for (vertex, (&centre, &step)) in (0..).zip(self.centres.iter().zip(&steps)) {
            let class = picture.class(vertex);
            let ring = match step {
                Some(step) => along(picture.closed, step, picture.path.len()).to_string(),
                None => EDGE.to_string(),
            };
            let colour = class.map(ClassColour::of);
            let fill = colour.map_or(PAPER, |colour| colour.fill);
            let ring = if class.is_some() && step.is_none() { NUMBER } else { &ring };
            let number = class.map_or(0, |class| class + class / 8);
            add_shape(&mut content, number, (centre, self.radius), [fill, ring]);
            let text = colour.map_or(NUMBER, |colour| colour.text);
            if let (Some(class), Some(_)) = (class, picture.class_noun)
                && self.centres.len() <= NUMBERED
            {
                self.add_within(&mut content, &(class + 1).to_string(), centre, text);
            }
            match (self.names, picture.label(vertex as usize)) {
                (Some(NamePlace::Within), Some(name)) => {
                    self.add_within(&mut content, &name, centre, text);
                }
                (Some(NamePlace::Beside), Some(name)) => {
                    self.add_beside(&mut content, &name, centre);
                }
                _ => {}
            }
        }
        let width = (self.radius / 6).max(1);
        to.group(format_args!(r#"g stroke-width="{width}" text-anchor="middle""#), &content);
    }

    /// The text within a vertex.
    fn add_within(&self, to: &mut Elements, text: &str, (x, y): (i64, i64), colour: &str) {
        let size = self.radius * if text.chars().count() > 2 { 7 } else { 9 } / 10;
        let look = format_args!(r#" fill="{colour}" font-size="{size}" stroke="none""#);
        to.label((x, y + size * 36 / 100), text, look);
    }

    /// The name of a vertex beside it, away from the middle of the picture.
    fn add_beside(&self, to: &mut Elements, name: &str, (x, y): (i64, i64)) {
        let short: String = name.chars().take(12).collect();
        let (right, down) = (x - SIDE / 2, y - SIDE / 2);
        let far = (right * right + down * down).isqrt().max(1);
        let size = (self.radius * 8 / 10).max(12);
        let away = self.radius + size * 7 / 10;
        let at = (x + right * away / far, y + down * away / far + size * 36 / 100);
        let anchor = match right * 3 / far {
            1.. => "start",
            0 => "middle",
            _ => "end",
        };
        // Edges do not cross it out.
        let look = format_args!(
            r#" fill="{LABEL}" font-size="{size}" paint-order="stroke" stroke="{PAPER}" stroke-width="4" text-anchor="{anchor}""#
        );
        to.label(at, &short, look);
    }

    /// Left, top, width and height.
    fn extent(&self, picture: &GraphPicture<'_>) -> [i64; 4] {
        let longest = picture.lengths().map(|length| length.min(12)).max();
        let beside = match self.names {
            Some(NamePlace::Beside) => longest.unwrap_or(0) as i64 * self.radius * 6 / 10,
            _ => 0,
        };
        let (aside, above) = (self.radius + FONT + beside, self.radius + 2 * FONT);
        [-aside, -above, SIDE + 2 * aside, SIDE + 2 * above]
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
    let mut document = paper(FONT, frame.extent(picture), title, &picture.description());
    let content = &mut document.content;
    frame.add_edges(content, picture);
    if !picture.pairs.is_empty() {
        frame.add_pairs(content, picture);
    }
    frame.add_path(content, picture);
    frame.add_vertices(content, picture);
    document
}

/// The graph without its path, and the radius of a vertex: the ground for moving pieces.
#[cfg(feature = "cli")]
#[must_use]
pub fn ground(picture: &GraphPicture<'_>, title: &str, description: &str) -> (SvgDocument, i64) {
    let frame = GraphFrame::of(picture);
    let edges = GraphPicture { path: Vec::new(), ..picture.clone() };
    let mut document = paper(FONT, frame.extent(picture), title, description);
    frame.add_edges(&mut document.content, &edges);
    frame.add_vertices(&mut document.content, picture);
    (document, frame.radius)
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
    let colours = picture.class_noun.iter().flat_map(|_| CLASSES);
    colours.map(|ClassColour { fill, text }| [fill, text]).collect()
}
