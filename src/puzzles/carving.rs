//! Check of a carving: places put together one after the other, two parts at a time, until no
//! paths can visit them all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Violation, ensure, refutation::VisitedGround};

/// The most pairs of ways that are looked at, and moves around a part.
const MOST_PAIRS: u64 = 1 << 21;
const MOST_MOVES: usize = 64;

/// A move between two places, the smaller first.
type PlaceLink = (u32, u32);

/// Paths through a part, by their two moves out of it; each and all in rising order.
type PathEnds = Vec<(PlaceLink, PlaceLink)>;

/// A part: which moves lead out of it, and all ways in which paths visit its places.
struct CarvedPart {
    links: BTreeSet<PlaceLink>,
    ways: BTreeSet<PathEnds>,
}

/// Checks that a cycle cannot visit these places, put together in this order: each is a part, and
/// after it the last two parts become one so many times.
///
/// # Errors
/// The first [`Violation`].
pub fn check(ground: &dyn VisitedGround, places: &[u32], joins: &[u32]) -> Result<(), Violation> {
    let nouns = ground.nouns();
    ensure!(ground.closed(), "parts say nothing about a tour with ends");
    ensure!(joins.len() == places.len(), "there is one number of joins for each of the {nouns}");
    let mut given: BTreeMap<u32, BTreeSet<PlaceLink>> = BTreeMap::new();
    for (from, to) in ground.given() {
        let link = (from.min(to), from.max(to));
        given.entry(from).or_default().insert(link);
        given.entry(to).or_default().insert(link);
    }
    let is_whole = places.len() == ground.count();
    let mut parts: Vec<CarvedPart> = Vec::new();
    let mut left = MOST_PAIRS;
    for (index, (&place, &times)) in places.iter().zip(joins).enumerate() {
        parts.push(alone(ground, place, given.get(&place))?);
        for time in 0..times {
            let (Some(two), Some(one)) = (parts.pop(), parts.pop()) else {
                return Err(Violation(format!(
                    "there are no two parts behind {}",
                    ground.name(place)
                )));
            };
            let is_last = is_whole && index + 1 == places.len() && time + 1 == times;
            parts.push(together(&one, &two, is_last, &mut left)?);
        }
    }
    let [whole] = &parts[..] else {
        return Err(Violation(format!("the {nouns} are not put together to one part")));
    };
    ensure!(whole.ways.is_empty(), "there are ways through these {nouns}");
    Ok(())
}

/// One place: a path comes by one of its moves and leaves by another.
fn alone(
    ground: &dyn VisitedGround,
    place: u32,
    given: Option<&BTreeSet<PlaceLink>>,
) -> Result<CarvedPart, Violation> {
    let next = ground.next_to(place);
    ensure!(next.len() <= MOST_MOVES, "too many {}s at {}", ground.link(), ground.name(place));
    let links: BTreeSet<PlaceLink> =
        next.into_iter().map(|other| (place.min(other), place.max(other))).collect();
    let mut ways = BTreeSet::new();
    for &first in &links {
        for &second in links.range(first..).skip(1) {
            let uses = |link: &PlaceLink| *link == first || *link == second;
            if given.is_none_or(|given| given.iter().all(uses)) {
                ways.insert(vec![(first, second)]);
            }
        }
    }
    Ok(CarvedPart { links, ways })
}

/// Two parts as one.
fn together(
    one: &CarvedPart,
    two: &CarvedPart,
    is_last: bool,
    left: &mut u64,
) -> Result<CarvedPart, Violation> {
    let common: BTreeSet<PlaceLink> = one.links.intersection(&two.links).copied().collect();
    let links: BTreeSet<PlaceLink> = one.links.symmetric_difference(&two.links).copied().collect();
    ensure!(links.len() <= MOST_MOVES, "a part has too many ways out to be checked");
    let used = |ends: &PathEnds| -> BTreeSet<PlaceLink> {
        let all = ends.iter().flat_map(|&(a, b)| [a, b]);
        all.filter(|link| common.contains(link)).collect()
    };
    let mut by_used: BTreeMap<BTreeSet<PlaceLink>, Vec<&PathEnds>> = BTreeMap::new();
    for ends in &two.ways {
        by_used.entry(used(ends)).or_default().push(ends);
    }
    let mut ways = BTreeSet::new();
    for ends in &one.ways {
        let crossed = used(ends);
        for others in by_used.get(&crossed).into_iter().flatten() {
            *left = left
                .checked_sub(1)
                .ok_or_else(|| Violation("it has too many ways to be checked".into()))?;
            if let Some(way) = linked([ends, others], &crossed, is_last) {
                ways.insert(way);
            }
        }
    }
    Ok(CarvedPart { links, ways })
}

/// The paths that those through two parts make where both use the same moves between them; `None`
/// if some close to a cycle, unless that is all there is in the end.
fn linked(parts: [&PathEnds; 2], crossed: &BTreeSet<PlaceLink>, is_last: bool) -> Option<PathEnds> {
    // Of each move the other end of its path, in each part.
    let across = parts.map(|ends| {
        ends.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect::<BTreeMap<PlaceLink, PlaceLink>>()
    });
    let mut unvisited = crossed.clone();
    let mut follow = |mut part: usize, mut link: PlaceLink| {
        loop {
            link = *across[part].get(&link)?;
            if !crossed.contains(&link) {
                return Some(Some(link));
            }
            if !unvisited.remove(&link) {
                return Some(None);
            }
            part = 1 - part;
        }
    };
    let mut made = BTreeSet::new();
    for (part, ends) in parts.into_iter().enumerate() {
        for first in ends.iter().flat_map(|&(a, b)| [a, b]) {
            if crossed.contains(&first) || made.iter().any(|&(a, b)| a == first || b == first) {
                continue;
            }
            let last = follow(part, first)??;
            made.insert((first.min(last), first.max(last)));
        }
    }
    if is_last && let Some(&first) = crossed.first() {
        // Around one cycle back to where it began.
        let closed = follow(0, first)?;
        return (closed.is_none() && unvisited.is_empty()).then(Vec::new);
    }
    unvisited.is_empty().then(|| made.into_iter().collect())
}
