//! Random simple graphs by seed: regular ones, and ones with this many edges.

use std::collections::{HashMap, HashSet};

use rand::{RngExt, seq::SliceRandom};

use super::{MOST_VERTICES, too_many};
use crate::random::Generator;

/// The most edges of a random graph.
pub const MOST_RANDOM_EDGES: u64 = 10_000_000;

/// How random graphs are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphDistribution {
    /// Every vertex has the same degree.
    Regular {
        /// Number of vertices.
        vertices: u32,
        /// The degree.
        degree: u32,
    },
    /// All graphs of this many edges are equally likely: G(n, m).
    Uniform {
        /// Number of vertices.
        vertices: u32,
        /// Number of edges.
        edges: u64,
    },
    /// Every pair of vertices is joined with the same probability, independently: G(n, p).
    Binomial {
        /// Number of vertices.
        vertices: u32,
        /// The probability is this number,
        numerator: u32,
        /// divided by this one.
        denominator: u32,
    },
}

/// A distribution that a word names.
#[derive(Debug)]
pub struct RandomFamily {
    /// Its name.
    pub name: &'static str,
    /// Its sizes, as they are written.
    pub sizes: &'static str,
    /// A one-line description of its graphs.
    pub summary: &'static str,
    /// The distribution, by the number of vertices and the second size.
    of: fn(u32, &str) -> Option<GraphDistribution>,
}

/// The distributions that words name.
pub const RANDOM_FAMILIES: &[RandomFamily] = &[
    RandomFamily {
        name: "gnp",
        sizes: "N,P",
        summary: "random: N vertices, every pair joined with the probability P, such as 0.5 or 50%",
        of: |vertices, text| {
            let (numerator, denominator) = share(text)?;
            Some(GraphDistribution::Binomial { vertices, numerator, denominator })
        },
    },
    RandomFamily {
        name: "gnm",
        sizes: "N,M",
        summary: "random: N vertices and M edges",
        of: |vertices, text| {
            Some(GraphDistribution::Uniform { vertices, edges: text.parse().ok()? })
        },
    },
    RandomFamily {
        name: "regular",
        sizes: "N,D",
        summary: "random: N vertices, each with D neighbours",
        of: |vertices, text| {
            Some(GraphDistribution::Regular { vertices, degree: text.parse().ok()? })
        },
    },
];

impl RandomFamily {
    /// The distribution of these sizes.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn distribution(&self, sizes: &[&str]) -> Result<GraphDistribution, String> {
        let (name, names) = (self.name, self.sizes);
        let [vertices, second] = *sizes else {
            return Err(format!("`{name}:{}`: expected the sizes {name}:{names}", sizes.join(",")));
        };
        let count = vertices.parse().map_err(|_| vertices);
        let of = count.and_then(|count| (self.of)(count, second).ok_or(second));
        let wrong = |text| format!("`{text}` is not a size of {name}:{names}, such as {name}:20,3");
        let distribution = of.map_err(wrong)?;
        distribution.check()?;
        Ok(distribution)
    }
}

/// A probability such as 0.25 or 25% as a fraction. Up to two digits behind the point give the
/// hundredths of `--density`, so that both draw the same graph.
fn share(text: &str) -> Option<(u32, u32)> {
    if let Some(percent) = text.strip_suffix('%') {
        return Some((percent.parse().ok()?, 100));
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_number || part.len() > 8 || whole.len() + part.len() == 0 {
        return None;
    }
    let digits = part.len().max(2);
    let numerator = format!("{whole}{part:0<digits$}").parse().ok()?;
    Some((numerator, 10_u32.pow(digits as u32)))
}

/// The most pairs of vertices that are decided one by one.
const MOST_PAIRS: u64 = 100_000_000;

impl GraphDistribution {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(self) -> u32 {
        match self {
            Self::Regular { vertices, .. }
            | Self::Uniform { vertices, .. }
            | Self::Binomial { vertices, .. } => vertices,
        }
    }

    /// Checks that graphs of this kind exist, and that they are not too large; the number of edges
    /// to expect.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn check(self) -> Result<u64, String> {
        let vertices = self.vertices();
        if vertices == 0 || vertices > MOST_VERTICES {
            return Err(format!("{}, at least 1 is needed", too_many(vertices)));
        }
        let n = u64::from(vertices);
        let pairs = n * (n - 1) / 2;
        let edges = match self {
            Self::Regular { degree, .. } => {
                if degree >= vertices {
                    return Err(format!(
                        "degree {degree} of {vertices} vertices; 0 to {} are possible",
                        vertices - 1
                    ));
                }
                if (n * u64::from(degree)) % 2 == 1 {
                    return Err(format!(
                        "degree {degree} of {vertices} vertices: one of the two must be even, \
                         because every edge has two ends"
                    ));
                }
                n * u64::from(degree) / 2
            }
            Self::Uniform { edges, .. } => {
                if edges > pairs {
                    return Err(format!(
                        "{edges} edges of {vertices} vertices; 0 to {pairs} are possible"
                    ));
                }
                edges
            }
            Self::Binomial { numerator, denominator, .. } => {
                if numerator > denominator || denominator == 0 {
                    let percent = 100.0 * f64::from(numerator) / f64::from(denominator);
                    return Err(format!("a density of {percent}%; 0% to 100% are possible"));
                }
                if pairs > MOST_PAIRS {
                    let most = format!("with a density at most {MOST_PAIRS} are possible");
                    return Err(format!("{pairs} pairs of {vertices} vertices; {most}"));
                }
                pairs * u64::from(numerator) / u64::from(denominator)
            }
        };
        if edges > MOST_RANDOM_EDGES {
            return Err(format!("{edges} edges; at most {MOST_RANDOM_EDGES} are possible"));
        }
        Ok(edges)
    }

    /// The edges of the next graph, in rising order, the smaller vertex first.
    ///
    /// # Errors
    /// As [`GraphDistribution::check`].
    pub fn draw(self, generator: &mut Generator) -> Result<Vec<(u32, u32)>, String> {
        self.check()?;
        let mut edges = match self {
            // The complement of a regular graph is regular; the sparser one is drawn.
            Self::Regular { vertices, degree } if 2 * u64::from(degree) >= u64::from(vertices) => {
                let missing = regular(vertices, vertices - 1 - degree, generator);
                complement(vertices, missing)
            }
            Self::Regular { vertices, degree } => regular(vertices, degree, generator),
            Self::Binomial { vertices, numerator, denominator } => {
                let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
                pairs.filter(|_| generator.random_range(0..denominator) < numerator).collect()
            }
            Self::Uniform { vertices, edges } => {
                let n = u64::from(vertices);
                let missing = n * (n - 1) / 2 - edges;
                if missing < edges {
                    complement(vertices, uniform(vertices, &[], missing, generator))
                } else {
                    uniform(vertices, &[], edges, generator)
                }
            }
        };
        edges.sort_unstable();
        Ok(edges)
    }
}

/// The pairs of vertices that are not among these. O(n²).
pub(super) fn complement(vertices: u32, mut edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    edges.sort_unstable();
    let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
    pairs.filter(|pair| edges.binary_search(pair).is_err()).collect()
}

/// This many of the pairs of vertices that are not among these sorted ones; all choices are equally
/// likely. At most about half of the pairs should be drawn or left out.
pub(super) fn uniform(
    vertices: u32,
    without: &[(u32, u32)],
    count: u64,
    generator: &mut Generator,
) -> Vec<(u32, u32)> {
    let mut drawn = HashSet::with_capacity(count as usize);
    let mut list = Vec::with_capacity(count as usize);
    while (list.len() as u64) < count {
        let (a, b) = (generator.random_range(0..vertices), generator.random_range(0..vertices));
        let pair = ordered(a, b);
        if a != b && without.binary_search(&pair).is_err() && drawn.insert(pair) {
            list.push(pair);
        }
    }
    list
}

/// A pair of vertices, the smaller first.
pub(super) fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// Failed switches in a row before the pairing is drawn again.
const MOST_FAILURES: u32 = 100_000;

/// A regular graph by the configuration model: every vertex has as many points as its degree, and
/// the points are paired at random. A pair that is a loop or a repeated edge is switched with
/// another one: {u, v} and {x, y} become {u, x} and {v, y}, if both are new edges.
///
/// If n > 2d, every repeated edge has a switch like this: u and v have at most d - 1 neighbours
/// each, so of the nd ways to take {x, y} with a direction at most 2d² have x at u or next to it,
/// or y at v or next to it. Every switch reduces the number of wrong pairs, so this soon ends. If
/// almost every pair is a loop, there may be no switch: then a new pairing is drawn. For small
/// degrees the graphs are nearly equally likely.
///
/// Source: Bollobás 1980; `McKay` and Wormald 1990 (switchings).
fn regular(vertices: u32, degree: u32, generator: &mut Generator) -> Vec<(u32, u32)> {
    loop {
        let mut points: Vec<u32> =
            (0..vertices).flat_map(|vertex| (0..degree).map(move |_| vertex)).collect();
        points.shuffle(generator);
        let pairs = points.chunks_exact(2).map(|pair| ordered(pair[0], pair[1])).collect();
        if let Some(edges) = switched(pairs, generator) {
            return edges;
        }
    }
}

/// The pairs without loops and repetitions; `None` if no switch was found.
fn switched(mut pairs: Vec<(u32, u32)>, generator: &mut Generator) -> Option<Vec<(u32, u32)>> {
    let mut times: HashMap<(u32, u32), u32> = HashMap::with_capacity(pairs.len());
    for &pair in &pairs {
        *times.entry(pair).or_default() += 1;
    }
    for index in 0..pairs.len() {
        let mut failures = 0;
        loop {
            let (u, v) = pairs[index];
            if u != v && times[&(u, v)] == 1 {
                break;
            }
            let other = generator.random_range(0..pairs.len());
            let (mut x, mut y) = pairs[other];
            if generator.random() {
                (x, y) = (y, x);
            }
            let (one, two) = (ordered(u, x), ordered(v, y));
            let is_new = |pair: (u32, u32)| pair.0 != pair.1 && !times.contains_key(&pair);
            if other == index || one == two || !is_new(one) || !is_new(two) {
                failures += 1;
                if failures == MOST_FAILURES {
                    return None;
                }
                continue;
            }
            for old in [pairs[index], pairs[other]] {
                match times.get_mut(&old) {
                    Some(count) if *count > 1 => *count -= 1,
                    _ => {
                        times.remove(&old);
                    }
                }
            }
            for (place, new) in [(index, one), (other, two)] {
                pairs[place] = new;
                times.insert(new, 1);
            }
        }
    }
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    fn degrees(vertices: u32, edges: &[(u32, u32)]) -> Vec<u32> {
        let mut degrees = vec![0; vertices as usize];
        for &(a, b) in edges {
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        degrees
    }

    #[test]
    fn regular_graphs_are_simple_and_regular() {
        for vertices in 1..=24 {
            for degree in (0..vertices).filter(|degree| vertices * degree % 2 == 0) {
                let distribution = GraphDistribution::Regular { vertices, degree };
                for seed in 1..=5 {
                    let edges = distribution.draw(&mut generator(seed)).unwrap();
                    assert!(edges.windows(2).all(|two| two[0] < two[1]), "in order, no edge twice");
                    assert!(edges.iter().all(|(a, b)| a < b), "no loop");
                    assert_eq!(degrees(vertices, &edges), vec![degree; vertices as usize]);
                }
            }
        }
        let large = GraphDistribution::Regular { vertices: 20_000, degree: 10 };
        let edges = large.draw(&mut generator(1)).unwrap();
        assert_eq!(degrees(20_000, &edges), vec![10; 20_000]);
    }

    #[test]
    fn all_regular_graphs_are_drawn_about_as_often() {
        let distribution = GraphDistribution::Regular { vertices: 6, degree: 2 };
        let mut seen: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
        let mut generator = generator(7);
        for _ in 0..7_000 {
            *seen.entry(distribution.draw(&mut generator).unwrap()).or_default() += 1;
        }
        // 60 hexagons and 10 pairs of triangles.
        assert_eq!(seen.len(), 70);
        assert!(seen.values().all(|&times| (30..300).contains(&times)), "{:?}", seen.values());
    }

    #[test]
    fn graphs_of_so_many_edges_are_uniform() {
        let distribution = GraphDistribution::Uniform { vertices: 4, edges: 4 };
        let mut seen: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
        let mut generator = generator(3);
        for _ in 0..3_000 {
            *seen.entry(distribution.draw(&mut generator).unwrap()).or_default() += 1;
        }
        assert_eq!(seen.len(), 15);
        assert!(seen.values().all(|&times| (140..260).contains(&times)), "{:?}", seen.values());
        for edges in 0..=10 {
            let distribution = GraphDistribution::Uniform { vertices: 5, edges };
            assert_eq!(distribution.draw(&mut generator).unwrap().len() as u64, edges);
        }
    }

    #[test]
    fn every_pair_is_drawn_as_often_as_the_density_says() {
        let mut generator = generator(3);
        let mut draw = |vertices, percent| {
            let (numerator, denominator) = (percent, 100);
            let distribution = GraphDistribution::Binomial { vertices, numerator, denominator };
            distribution.draw(&mut generator).unwrap()
        };
        assert!(draw(9, 0).is_empty());
        assert_eq!(draw(9, 100).len(), 36);
        let mut times: HashMap<(u32, u32), u32> = HashMap::new();
        for _ in 0..4_000 {
            for pair in draw(4, 30) {
                *times.entry(pair).or_default() += 1;
            }
        }
        // More than six standard deviations from 1,200.
        assert_eq!(times.len(), 6);
        assert!(times.values().all(|&times| times.abs_diff(1_200) < 190), "{times:?}");
    }

    #[test]
    fn what_is_not_possible() {
        let binomial = |vertices, numerator| GraphDistribution::Binomial {
            vertices,
            numerator,
            denominator: 100,
        };
        for (distribution, expected) in [
            (GraphDistribution::Regular { vertices: 0, degree: 0 }, "0 vertices"),
            (GraphDistribution::Regular { vertices: 4, degree: 4 }, "0 to 3 are possible"),
            (GraphDistribution::Regular { vertices: 5, degree: 3 }, "one of the two must be even"),
            (GraphDistribution::Regular { vertices: 10_000_000, degree: 3 }, "15000000 edges"),
            (binomial(9, 101), "a density of 101%; 0% to 100% are possible"),
            (binomial(20_000, 1), "199990000 pairs"),
            (GraphDistribution::Uniform { vertices: 4, edges: 7 }, "0 to 6 are possible"),
            (
                GraphDistribution::Uniform { vertices: u32::MAX, edges: 7 },
                "at most 10000000 are possible",
            ),
        ] {
            let problem = distribution.draw(&mut generator(1)).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
