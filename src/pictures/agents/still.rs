//! The plan of agents in one picture: the way of each as a line from its start to its goal.

use std::collections::BTreeSet;

use super::{AgentWays, AgentsPicture};
use crate::pictures::{
    colour::distinct,
    frame::{MARK, NUMBER, PAPER, decimal},
    lanes::{Point, WayLanes},
    lines::polyline,
    markup::{Elements, SvgDocument},
    shapes::STAR,
    svg::round_lines,
};

/// The ways of agents as a picture: each has a colour, its start is a disc with its number, its
/// goal a ring with the same number; a large dot marks a place where it waits. A star marks the
/// collision, if there is one.
///
/// Ways that coincide are drawn side by side, if they are not too many. Numbers too small to read
/// are left out. The size is linear in the moves.
#[must_use]
pub fn svg(agents: &AgentsPicture<'_>, title: &str) -> SvgDocument {
    let (mut document, ways) = agents.on_ground(title, &agents.description());
    if let Some(time) = agents.moment {
        add_caption(&mut document, time);
    }
    let content = &mut document.content;
    ways.add_lines(content);
    let time = agents.collision.map_or(0, |collision| collision.time);
    let at = |agent: usize| {
        let way = ways.ways.get(agent)?;
        way.get(time).or(way.last()).copied()
    };
    let places = agents.collision.and_then(|it| Some([at(it.agents[0])?, at(it.agents[1])?]));
    for (x, y) in places.into_iter().flatten() {
        let radius = ways.cell / 2;
        content.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" fill="{MARK}" fill-opacity=".4" r="{radius}"/>"#
        ));
    }
    ways.add_ends(content);
    if let Some([(x, y), (to_x, to_y)]) = places {
        let scale = decimal((ways.cell * 2).max(ways.radius * 6));
        let (x, y) = (i64::midpoint(x, to_x), i64::midpoint(y, to_y));
        let look = format_args!(
            r#" fill="{MARK}" stroke="{PAPER}" stroke-linejoin="round" stroke-width="2" transform="translate({x} {y})scale({scale})""#
        );
        content.path(STAR, look);
    }
    document
}

/// Writes the time above the picture.
fn add_caption(document: &mut SvgDocument, time: usize) {
    let [left, top, width, height] = document.extent;
    let size = (width / 14).clamp(12, 60);
    let band = size * 3 / 2;
    document.extent = [left, top - band, width, height + band];
    let look = format_args!(r#" fill="{NUMBER}" font-size="{size}" text-anchor="middle""#);
    document.content.label((left + width / 2, top - size / 4), &format!("time {time}"), look);
}

impl AgentWays {
    /// The ways as lines, below the vertices of a graph, and dots where agents wait.
    fn add_lines(&self, to: &mut Elements) {
        let lanes = WayLanes::new(&self.ways);
        let (mut lines, mut waits) = (Elements::default(), Elements::default());
        for (agent, way) in self.ways.iter().enumerate() {
            let (mut points, mut waiting): (Vec<Point>, BTreeSet<usize>) = Default::default();
            let mut dots = String::new();
            let [fill, _] = distinct(agent, self.ways.len());
            for ends in way.windows(2) {
                if let Some(&[leave, enter]) = self.seams.get(&[ends[0], ends[1]]) {
                    let line = polyline(straight(&[&points[..], &[ends[0], leave]].concat()));
                    lines.path(&line, format_args!(r#" stroke="{fill}""#));
                    for at in std::mem::take(&mut waiting) {
                        dots += &dot(points[at]);
                    }
                    points = vec![enter, ends[1]];
                } else if ends[0] != ends[1] {
                    let line = lanes.apart(agent, [ends[0], ends[1]], self.cell);
                    join(&mut points, line, (ends[0], self.cell / 4));
                } else if let Some(last) = points.len().checked_sub(1) {
                    waiting.insert(last);
                }
            }
            for at in waiting {
                dots += &dot(points[at]);
            }
            if !points.is_empty() {
                let line = polyline(straight(&points));
                lines.path(&line, format_args!(r#" stroke="{fill}""#));
            }
            if !dots.is_empty() {
                waits.path(&dots, format_args!(r#" stroke="{fill}""#));
            }
        }
        to.group(round_lines(self.width), &lines);
        to.append(&self.above);
        to.group(round_lines(self.width * 22 / 10), &waits);
    }

    /// A disc at each start and a ring at each goal, side by side where both are on a place.
    fn add_ends(&self, to: &mut Elements) {
        let starts: BTreeSet<Point> =
            self.ways.iter().filter_map(|way| way.first().copied()).collect();
        let goals: BTreeSet<Point> =
            self.ways.iter().filter_map(|way| way.last().copied()).collect();
        let (mut discs, mut rings) = (Elements::default(), Elements::default());
        let mut numbers = Elements::default();
        for (agent, way) in self.ways.iter().enumerate() {
            let (Some(&start), Some(&goal)) = (way.first(), way.last()) else { continue };
            let [fill, text] = distinct(agent, self.ways.len());
            let number = (agent + 1).to_string();
            let ends = if self.is_moment {
                [None, Some((goal, &BTreeSet::new(), -1))]
            } else {
                [Some((goal, &starts, 1)), Some((start, &goals, -1))]
            };
            for (end, others, side) in ends.into_iter().flatten() {
                let (aside, radius) = if others.contains(&end) {
                    (side * self.radius * 62 / 100, self.radius * 8 / 10)
                } else {
                    (0, self.radius)
                };
                let (x, y, radius) = (end.0 + aside, end.1 + aside, radius.max(1));
                let (marks, look, text) = match side {
                    1 => (&mut rings, "stroke", NUMBER),
                    _ => (&mut discs, "fill", text.as_str()),
                };
                marks.add(format_args!(
                    r#"<circle cx="{x}" cy="{y}" r="{radius}" {look}="{fill}"/>"#
                ));
                let size = radius * 11 / 10 * 2 / (number.len() as i64).max(2);
                if size >= self.least {
                    let look = format_args!(r#" fill="{text}" font-size="{size}""#);
                    numbers.label((x, y + size * 36 / 100), &number, look);
                }
            }
        }
        let width = decimal(self.radius * 22);
        to.group(format_args!(r#"g fill="{PAPER}" stroke-width="{width}""#), &rings);
        let width = decimal(self.radius * 12);
        to.group(format_args!(r#"g stroke="{PAPER}" stroke-width="{width}""#), &discs);
        to.group(r#"g font-weight="bold" text-anchor="middle""#, &numbers);
    }
}

/// Adds a line to those before it. Lines moved aside do not meet at the corner between them: they end
/// where they cross, if that is this near to the corner.
fn join(points: &mut Vec<Point>, [from, to]: [Point; 2], (corner, near): (Point, i64)) {
    if let [.., before, last] = points[..] {
        let (one, other) = (step(before, last), step(from, to));
        let turn = one.0 * other.1 - one.1 * other.0;
        if turn != 0 {
            let gap = step(before, from);
            let part = (gap.0 * other.1 - gap.1 * other.0) as f64 / turn as f64;
            let along = |from: i64, step: i64| from + (step as f64 * part).round() as i64;
            let crossing = (along(before.0, one.0), along(before.1, one.1));
            let (right, down) = step(corner, crossing);
            if right.abs().max(down.abs()) <= near {
                points.pop();
                points.extend([crossing, to]);
                return;
            }
        }
    }
    points.extend([from, to]);
}

/// A line of no length, which round ends turn into a dot.
fn dot((x, y): Point) -> String {
    format!("M{x} {y}h0")
}

/// The points at which a line turns, with its ends.
fn straight(points: &[Point]) -> Vec<Point> {
    let mut turns: Vec<Point> = Vec::new();
    for &point in points {
        if turns.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = turns[..] {
            let (one, other) = (step(before, last), step(last, point));
            let turn = one.0 * other.1 - one.1 * other.0;
            if turn == 0 && one.0 * other.0 + one.1 * other.1 > 0 {
                turns.pop();
            }
        }
        turns.push(point);
    }
    turns
}

/// How far it is from a point to another.
fn step(from: Point, to: Point) -> Point {
    (to.0 - from.0, to.1 - from.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Board,
        pictures::{Drawing, GraphPicture, Picture},
    };

    fn count(document: &str, tag: &str) -> usize {
        let document = roxmltree::Document::parse(document).unwrap();
        document.descendants().filter(|node| node.tag_name().name() == tag).count()
    }

    /// Agents on a board, by the names of their squares.
    fn agents<'a>(board: &'a Board, paths: &[&str]) -> AgentsPicture<'a> {
        let path = |path: &&str| path.split(' ').map(|name| name.parse().unwrap()).collect();
        AgentsPicture::on_board(board, &paths.iter().map(path).collect::<Vec<_>>())
    }

    #[test]
    fn ways_lead_from_discs_to_rings() {
        let board = Board::from_map(b"....\n.#..\n....\n", "m").unwrap();
        let plan = agents(&board, &["a1 b1 c1 d1 d1", "d3 d3 c3 b3", "d1 d2"]);
        let text = svg(&plan, "three agents").to_string();
        assert_eq!(text, svg(&plan, "three agents").to_string());
        assert!(text.contains("<desc>A 3x4 board; 3 agents, 3 steps.</desc>"), "{text}");
        assert_eq!(count(&text, "circle"), 6);
        // The first goes straight on to the start of the third, the second waits for one step.
        assert!(text.contains("\"M32 160l192 0\""), "{text}");
        assert!(!text.contains(STAR));
        for number in 1..=3 {
            assert_eq!(text.matches(&format!(">{number}</text>")).count(), 3);
        }
    }

    #[test]
    fn a_collision_is_marked() {
        let board = Board::parse("1x4").unwrap();
        let met = agents(&board, &["a1 b1", "c1 b1"]).with_collision(1, [0, 1]);
        let text = svg(&met, "").to_string();
        assert!(text.contains("; the agents 1 and 2 collide on b1 at time 1."), "{text}");
        assert!(text.contains("translate(96 32)") && text.contains(STAR));
        let swapped = agents(&board, &["a1 b1", "b1 a1"]).with_collision(1, [1, 0]);
        let text = svg(&swapped, "").to_string();
        assert!(text.contains("; the agents 2 and 1 collide between a1 and b1 at time 1."));
        assert!(text.contains("translate(64 32)"), "{text}");
        // There is no such agent.
        let text = svg(&met.with_collision(9, [0, 2]), "").to_string();
        assert!(!text.contains(STAR) && !text.contains("collide"), "{text}");
    }

    #[test]
    fn a_graph_is_a_ground_too() {
        let names = ["p", "q", "r<"].map(String::from);
        let graph = GraphPicture::of(&names, &[(0, 1), (1, 2)], false).unwrap();
        let plan = AgentsPicture::on_graph(graph, vec![vec![0, 1, 7, 2], vec![2], vec![]]);
        let drawing = Drawing::Agents(plan.with_collision(2, [0, 1]));
        assert_eq!(drawing.text(80, true).unwrap(), "1: p q r<\n2: r<\n3:\n");
        assert_eq!(drawing.text(8, true), None);
        assert_eq!(drawing.board(), None);
        let text = Picture { title: "agents".into(), drawing }.svg();
        assert!(text.contains("3 vertices and 2 edges; 3 agents, 2 steps; the agents 1 and 2"));
        // Three vertices, and the ends of two agents; two places of the collision.
        assert_eq!(count(&text, "circle"), 3 + 4 + 2);
    }

    #[test]
    fn many_agents_have_small_numbers_or_none() {
        for (size, numbers) in [(12, 202), (40, 200), (150, 0), (1_000, 0)] {
            let board = Board::parse(&format!("{size}x{size}")).unwrap();
            let squares: Vec<_> = board.squares().take(120).collect();
            let paths: Vec<_> = squares.windows(20).map(<[_]>::to_vec).collect();
            let text = svg(&AgentsPicture::on_board(&board, &paths), "").to_string();
            assert_eq!(text.matches("<text fill=").count(), numbers, "{size}");
            assert_eq!(count(&text, "circle"), 202);
            assert!(text.len() < 60_000, "{size}: {}", text.len());
        }
    }

    #[test]
    fn lines_meet_where_they_cross() {
        let joined = |points: &[Point], line| {
            let mut points = points.to_vec();
            join(&mut points, line, ((50, 0), 5));
            points
        };
        let right = [(0, 3), (50, 3)];
        assert_eq!(joined(&right, [(48, 0), (48, 50)]), [(0, 3), (48, 3), (48, 50)]);
        assert_eq!(joined(&right, [(50, -3), (90, -3)]), [(0, 3), (50, 3), (50, -3), (90, -3)]);
        assert_eq!(joined(&right, [(50, 0), (0, 1)]), [(0, 3), (50, 3), (50, 0), (0, 1)]);
        assert_eq!(joined(&[], [(50, 0), (0, 0)]), [(50, 0), (0, 0)]);
    }

    #[test]
    fn what_does_not_turn_is_one_line() {
        assert_eq!(straight(&[(0, 0), (2, 0), (2, 0), (4, 0), (2, 0)]), [(0, 0), (4, 0), (2, 0)]);
        assert_eq!(straight(&[(0, 0), (2, 0), (4, 2)]), [(0, 0), (2, 0), (4, 2)]);
        assert_eq!(straight(&[]), []);
    }
}
