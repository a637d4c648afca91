//! Vertex positions in a picture: from their names, around the path, or with near vertices close
//! together, each component for itself.

use super::GraphPicture;
use crate::board::square::Square;

/// The most vertices for a layout by distances.
const MOST_LAID_OUT: usize = 300;
/// The number of improvement rounds.
const ROUNDS: usize = 150;
/// The number of rounds that move overlapping vertices apart.
const SPREADS: usize = 30;
/// The most edges, times vertices, for which vertices are moved off edges.
const MOST_CLEARED: usize = 40_000;
/// The number of different starts for the smallest graphs.
const STARTS: u32 = 6;

/// Across and down, each from 0 to 1.
type Place = (f64, f64);

/// The positions of the vertices.
///
/// Positions in the graph's file go first. Names that are squares, or pairs of numbers for a row and a
/// column, give positions. Otherwise a path or cycle of most vertices goes around a circle, with its other
/// edges as chords. Without one, the layout makes distances in the picture match those in the graph as well
/// as possible (Gansner, Koren, North: "Graph drawing by stress majorization", 2004); O(n²) a round.
#[must_use]
pub fn places(picture: &GraphPicture<'_>) -> Vec<Place> {
    let count = picture.names.len();
    let neighbours = neighbours(count, picture.edges);
    let places = if let Some(places) = stated(picture) {
        places
    } else if let Some(places) = by_name(picture.names) {
        places
    } else if 2 * picture.path.len() > count {
        let mut order = picture.path.clone();
        order.retain(|&vertex| (vertex as usize) < count);
        round(&completed(order, count))
    } else if count <= MOST_LAID_OUT {
        spread(within_the_square(by_component(&neighbours, &picture.path)), picture.edges)
    } else {
        round(&completed(breadth_first(&neighbours), count))
    };
    within_the_square(places)
}

/// The stated positions, if all are stated.
fn stated(picture: &GraphPicture<'_>) -> Option<Vec<Place>> {
    let is_whole = !picture.positions.is_empty() && picture.positions.len() == picture.names.len();
    let place = |&[across, down]: &[u32; 2]| (f64::from(across), f64::from(down));
    is_whole.then(|| picture.positions.iter().map(place).collect())
}

/// The neighbours of each vertex.
fn neighbours(count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); count];
    for &(a, b) in edges {
        if a != b && (a.max(b) as usize) < count {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
    }
    neighbours
}

/// The order, completed with the missing vertices, each once.
fn completed(order: Vec<u32>, count: usize) -> Vec<u32> {
    let mut is_in = vec![false; count];
    let mut all = Vec::with_capacity(count);
    for vertex in order.into_iter().chain(0..count as u32) {
        if !std::mem::replace(&mut is_in[vertex as usize], true) {
            all.push(vertex);
        }
    }
    all
}

/// The vertices around a circle, the first at the top, clockwise.
fn round(order: &[u32]) -> Vec<Place> {
    let mut places = vec![(0.0, 0.0); order.len()];
    for (step, &vertex) in order.iter().enumerate() {
        let angle = std::f64::consts::TAU * step as f64 / order.len() as f64;
        places[vertex as usize] = (angle.sin(), -angle.cos());
    }
    places
}

/// The positions given by names, if all names give one and vertices in line do not hide edges.
fn by_name(names: &[String]) -> Option<Vec<Place>> {
    let cells: Vec<(i64, i64)> = names.iter().map(|name| cell(name)).collect::<Option<_>>()?;
    let extent = |of: fn(&(i64, i64)) -> i64| {
        let (least, most) = (cells.iter().map(of).min()?, cells.iter().map(of).max()?);
        Some(most - least + 1)
    };
    let (across, down) = (extent(|cell| cell.0)?, extent(|cell| cell.1)?);
    let is_board = across > 2 && down > 2 && across * down <= 4 * cells.len() as i64;
    is_board.then(|| cells.iter().map(|&(x, y)| (x as f64, y as f64)).collect())
}

/// The column and the row, from the top, given by a name: `c4`, `3,2`, `(3, 2)`, `[3,2]`.
fn cell(name: &str) -> Option<(i64, i64)> {
    if let Ok(square) = name.parse::<Square>() {
        return Some((i64::from(square.column), -i64::from(square.rank)));
    }
    let pair = name.trim_matches(['(', ')', '[', ']']);
    let (row, column) = pair.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
    Some((number(column)?, number(row)?))
}

/// Appends the vertices that a breadth-first search reaches from one of them, in its order;
/// `steps`: the distance of each vertex from where a search that reached it began.
fn search(neighbours: &[Vec<u32>], from: u32, order: &mut Vec<u32>, steps: &mut [Option<u32>]) {
    let mut next = order.len();
    order.push(from);
    steps[from as usize] = Some(0);
    while let Some(&vertex) = order.get(next) {
        next += 1;
        for &other in &neighbours[vertex as usize] {
            if steps[other as usize].is_none() {
                steps[other as usize] = steps[vertex as usize].map(|step| step + 1);
                order.push(other);
            }
        }
    }
}

/// The vertices in the order of a breadth-first search from vertex 0, restarted at the next
/// unreached vertex.
fn breadth_first(neighbours: &[Vec<u32>]) -> Vec<u32> {
    let (mut order, mut steps) = (Vec::new(), vec![None; neighbours.len()]);
    for first in 0..neighbours.len() {
        if steps[first].is_none() {
            search(neighbours, first as u32, &mut order, &mut steps);
        }
    }
    order
}

/// The layout of each component, in rows: large ones first, none wider than a square of all.
fn by_component(neighbours: &[Vec<u32>], path: &[u32]) -> Vec<Place> {
    let mut places = vec![(0.0, 0.0); neighbours.len()];
    let mut boxes: Vec<(Vec<u32>, Vec<Place>, Place)> = Vec::new();
    let mut steps = vec![None; neighbours.len()];
    for first in 0..neighbours.len() {
        if steps[first].is_none() {
            let mut component = Vec::new();
            search(neighbours, first as u32, &mut component, &mut steps);
            let laid_out = lying(by_distance(neighbours, &component), &component, path);
            let (low, high) = corners(&laid_out);
            let at = laid_out.iter().map(|&(x, y)| (x - low.0, y - low.1)).collect();
            boxes.push((component, at, (high.0 - low.0 + 1.0, high.1 - low.1 + 1.0)));
        }
    }
    let area: f64 = boxes.iter().map(|(_, _, (width, height))| width * height).sum();
    let widest = boxes.iter().map(|(_, _, size)| size.0).fold(area.sqrt(), f64::max);
    let (mut across, mut down, mut row) = (0.0, 0.0, 0.0);
    let highest = |boxes: &[(Vec<u32>, Vec<Place>, Place)]| {
        (0..boxes.len()).rev().max_by(|&a, &b| boxes[a].2.1.total_cmp(&boxes[b].2.1))
    };
    while let Some(next) = highest(&boxes) {
        let (component, at, (width, height)) = boxes.remove(next);
        if across + width > widest + 1e-9 {
            (across, down, row) = (0.0, down + row, 0.0);
        }
        row = f64::max(row, height);
        for (&vertex, (x, y)) in component.iter().zip(at) {
            places[vertex as usize] = (across + x, down + y);
        }
        across += width;
    }
    places
}

/// The same, turned so that the path goes from left to right, or without one in this component the
/// two vertices that are farthest apart lie on a level.
fn lying(places: Vec<Place>, component: &[u32], path: &[u32]) -> Vec<Place> {
    let place = |vertex: &u32| component.iter().position(|of| of == vertex);
    let ends = path.first().and_then(place).zip(path.last().and_then(place));
    let pairs = (0..places.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
    let longest = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
        apart(places[a], places[b]).total_cmp(&apart(places[c], places[d]))
    };
    let ends = ends.filter(|(from, to)| from != to).or_else(|| pairs.max_by(longest));
    let Some((from, to)) = ends else { return places };
    let length = apart(places[from], places[to]).max(1e-6);
    let right = (places[to].0 - places[from].0) / length;
    let down = (places[to].1 - places[from].1) / length;
    places.into_iter().map(|(x, y)| (x * right + y * down, y * right - x * down)).collect()
}

/// The same with every two a little apart, so that their discs do not overlap, and in small graphs
/// every vertex beside the edges of others, which would seem to end at it; O(n² + nm).
fn spread(mut places: Vec<Place>, edges: &[(u32, u32)]) -> Vec<Place> {
    let least = 0.3 / (places.len() as f64).sqrt();
    let is_small = places.len() * edges.len() <= MOST_CLEARED;
    for _ in 0..SPREADS {
        for &(a, b) in edges.iter().filter(|_| is_small) {
            for vertex in 0..places.len() {
                clear(&mut places, (a as usize, b as usize), vertex, least / 2.0);
            }
        }
        for a in 0..places.len() {
            for b in 0..a {
                let far = apart(places[a], places[b]);
                if far < least {
                    let (x, y) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
                    let (x, y) = if far > 1e-6 { (x / far, y / far) } else { (1.0, 0.0) };
                    let part = (least - far) / 2.0;
                    places[a] = (places[a].0 + x * part, places[a].1 + y * part);
                    places[b] = (places[b].0 - x * part, places[b].1 - y * part);
                }
            }
        }
    }
    places
}

/// Moves a vertex and an edge of two others apart, half of what they lack each.
fn clear(places: &mut [Place], (a, b): (usize, usize), vertex: usize, least: f64) {
    let (Some(&from), Some(&to)) = (places.get(a), places.get(b)) else { return };
    let (at, length) = (places[vertex], apart(from, to));
    if vertex == a || vertex == b || length < least {
        return;
    }
    let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let way = (at.0 - from.0) * along.0 + (at.1 - from.1) * along.1;
    let aside = (at.1 - from.1) * along.0 - (at.0 - from.0) * along.1;
    if way <= 0.0 || way >= length || aside.abs() >= least {
        return;
    }
    let part = (least - aside.abs()) / 2.0 * if aside < 0.0 { -1.0 } else { 1.0 };
    let mut shift = |of: usize, by: f64| {
        places[of] = (places[of].0 - along.1 * by, places[of].1 + along.0 * by);
    };
    shift(vertex, part);
    shift(a, -part * (1.0 - way / length));
    shift(b, -part * way / length);
}

/// The distance of two positions. Square roots are the same on every machine, `hypot` is not.
fn apart(a: Place, b: Place) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// The positions of the vertices of a component with the least stress among several starts.
fn by_distance(neighbours: &[Vec<u32>], component: &[u32]) -> Vec<Place> {
    let count = component.len();
    let wanted = |&vertex: &u32| {
        let mut steps = vec![None; neighbours.len()];
        search(neighbours, vertex, &mut Vec::new(), &mut steps);
        component.iter().map(|&other| f64::from(steps[other as usize].unwrap_or(0))).collect()
    };
    let wanted: Vec<Vec<f64>> = component.iter().map(wanted).collect();
    let starts = if count <= 60 { STARTS } else { 1 };
    // The component is in the order of a breadth-first search.
    let order: Vec<u32> = (0..count as u32).collect();
    let scale = 1.0 + (count as f64).sqrt() / 2.0;
    let best = (0..starts).map(|start| {
        // The vertices jump by growing steps around the circle, a little off it: symmetric starts
        // stay symmetric, and stay in one line for ever.
        let mut places = round(&stepping(&order, start));
        for (number, place) in (0u32..).zip(&mut places) {
            let off = f64::from(number.wrapping_mul(2_654_435_761) >> 16) / 65_536.0;
            *place = (place.0 * scale + off * 0.3, place.1 * scale - off * 0.2);
        }
        for _ in 0..ROUNDS {
            improve(&mut places, &wanted);
        }
        (stress(&places, &wanted), places)
    });
    let best = best.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(Vec::new, |(_, places)| places)
}

/// Every `start + 1`-th vertex of the order, then the next, and so on.
fn stepping(order: &[u32], start: u32) -> Vec<u32> {
    let step = start as usize + 1;
    (0..step).flat_map(|first| order.iter().skip(first).step_by(step).copied()).collect()
}

/// Moves each vertex to the average of where the others want it: those near it in the graph count more.
fn improve(places: &mut [Place], wanted: &[Vec<f64>]) {
    for (vertex, wishes) in wanted.iter().enumerate() {
        let (x, y) = places[vertex];
        let (mut right, mut down, mut weights) = (0.0, 0.0, 0.0);
        for (other, (&(to_x, to_y), &wish)) in places.iter().zip(wishes).enumerate() {
            if other == vertex {
                continue;
            }
            let weight = 1.0 / (wish * wish);
            let far = apart((x, y), (to_x, to_y)).max(1e-6);
            right += weight * (to_x + wish * (x - to_x) / far);
            down += weight * (to_y + wish * (y - to_y) / far);
            weights += weight;
        }
        if weights > 0.0 {
            places[vertex] = (right / weights, down / weights);
        }
    }
}

/// How far the distances are from the wanted ones.
fn stress(places: &[Place], wanted: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for (vertex, &place) in places.iter().enumerate() {
        for (other, &to) in places.iter().enumerate().skip(vertex + 1) {
            let part = apart(place, to) / wanted[vertex][other] - 1.0;
            sum += part * part;
        }
    }
    sum
}

/// The least and the greatest coordinates.
fn corners(places: &[Place]) -> (Place, Place) {
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for &(x, y) in places {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    (low, high)
}

/// The same picture centred in the square from 0 to 1, with its proportions.
fn within_the_square(mut places: Vec<Place>) -> Vec<Place> {
    let (low, high) = corners(&places);
    let side = (high.0 - low.0).max(high.1 - low.1);
    for place in &mut places {
        let within = |at: f64, low: f64, high: f64| {
            if side > 0.0 { 0.5 + (at - f64::midpoint(low, high)) / side } else { 0.5 }
        };
        *place = (within(place.0, low.0, high.0), within(place.1, low.1, high.1));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(names: &[&str], edges: &[(u32, u32)], path: Vec<u32>) -> Vec<Place> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let picture = GraphPicture::of(&names, edges, false).unwrap();
        let places = places(&picture.with_path(path, true));
        for &(x, y) in &places {
            assert!((-1e-9..=1.0 + 1e-9).contains(&x) && (-1e-9..=1.0 + 1e-9).contains(&y));
        }
        places
    }

    #[test]
    fn names_say_where_vertices_are() {
        let names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
        let places = laid_out(&names, &[], Vec::new());
        assert_eq!((places[0], places[2], places[6]), ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0)));
        let pairs = ["0,0", "(0, 1)", "[0,2]", "1,0", "1,1", "1,2", "2,0", "2,1", "2,2"];
        let places = laid_out(&pairs, &[], Vec::new());
        assert_eq!((places[0], places[2], places[6]), ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)));
        assert_eq!(by_name(&["v1".into(), "v2".into(), "v3".into()]), None);
    }

    #[test]
    fn what_is_stated_goes_first() {
        let names = ["a1", "b1", "c1"].map(String::from);
        let positions = [[0, 0], [30, 60], [60, 0]];
        let picture = GraphPicture::of(&names, &[], false).unwrap();
        let at = places(&picture.clone().with_positions(&positions));
        assert_eq!(at, [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)]);
        // Positions for only some vertices are ignored.
        let of_two = places(&picture.clone().with_positions(&positions[..2]));
        assert_eq!(of_two, places(&picture));
    }

    #[test]
    fn a_cycle_goes_round() {
        let places = laid_out(&["p", "q", "r", "s"], &[], vec![0, 2, 1, 3]);
        let top: Vec<bool> = places.iter().map(|place| place.1 < 0.25).collect();
        assert_eq!(top, [true, false, false, false]);
        assert!(places[2].0 > 0.9 && places[1].1 > 0.9 && places[3].0 < 0.1);
    }

    #[test]
    fn what_is_joined_is_near() {
        // Two triangles with a bridge between them.
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)];
        let places = laid_out(&["p", "q", "r", "s", "t", "u"], &edges, Vec::new());
        let apart =
            |a: usize, b: usize| (places[a].0 - places[b].0).hypot(places[a].1 - places[b].1);
        assert!(apart(0, 1) < apart(0, 4) && apart(2, 3) < apart(1, 5));
        assert!((0..6).all(|a| (0..a).all(|b| apart(a, b) > 0.05)));
    }

    #[test]
    fn no_edge_runs_behind_a_vertex() {
        // Petersen: 6, 7 and 8 were in line, and the path 1-6-8 seemed to visit 7.
        let (ring, star) = ((0..5).map(|at| (at, (at + 1) % 5)), (0..5).map(|at| (at, at + 5)));
        let inner = (0..5).map(|at| (at + 5, (at + 2) % 5 + 5));
        let edges: Vec<(u32, u32)> = ring.chain(star).chain(inner).collect();
        for path in [Vec::new(), vec![0, 5, 7], vec![2, 3]] {
            let places = laid_out(&["p"; 10], &edges, path);
            for &(a, b) in &edges {
                let (from, to) = (places[a as usize], places[b as usize]);
                for (vertex, &at) in (0..).zip(&places) {
                    let detour = apart(from, at) + apart(at, to) - apart(from, to);
                    assert!(vertex == a || vertex == b || detour > 0.004, "{a}-{b} {vertex}");
                }
            }
        }
    }

    #[test]
    fn a_short_path_goes_from_left_to_right() {
        let edges: Vec<(u32, u32)> = (0..9).map(|vertex| (vertex, vertex + 1)).collect();
        let names = ["p"; 10];
        let places = laid_out(&names, &edges, vec![6, 5, 4]);
        assert!(places[6].0 < places[5].0 && places[5].0 < places[4].0);
        assert!((places[6].1 - places[4].1).abs() < 1e-6);
    }

    #[test]
    fn components_do_not_overlap() {
        // Two triangles and three vertices without edges.
        let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)];
        let places = laid_out(&["p"; 9], &edges, Vec::new());
        let box_of = |of: &[usize]| corners(&of.iter().map(|&of| places[of]).collect::<Vec<_>>());
        let boxes =
            [box_of(&[0, 1, 2]), box_of(&[3, 4, 5]), box_of(&[6]), box_of(&[7]), box_of(&[8])];
        for (number, (low, high)) in boxes.iter().enumerate() {
            for (other_low, other_high) in &boxes[..number] {
                let is_aside = high.0 < other_low.0 || other_high.0 < low.0;
                assert!(is_aside || high.1 < other_low.1 || other_high.1 < low.1);
            }
        }
    }

    #[test]
    fn graphs_without_edges_or_vertices() {
        assert_eq!(laid_out(&[], &[], Vec::new()), []);
        assert_eq!(laid_out(&["p"], &[], Vec::new()), [(0.5, 0.5)]);
        assert_eq!(laid_out(&["p", "q", "r"], &[], Vec::new()).len(), 3);
    }
}
