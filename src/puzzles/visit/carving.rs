//! Checks a carving: joins places part by part until no set of paths can visit them all.

use std::collections::{BTreeMap, BTreeSet};

use super::refutation::VisitedGround;
use crate::puzzles::{
    Ruling, Violation, ensure,
    places::{PlaceName, PuzzlePlaces},
};

/// Limit on the pairs of ways that are compared, and on the moves around a part.
const MOST_PAIRS: u64 = 1 << 21;
const MOST_MOVES: usize = 64;

/// A move between two places, the smaller first.
type PlaceLink = (u32, u32);

/// Paths through a part, each by its two moves out of the part; sorted.
type PathEnds = Vec<(PlaceLink, PlaceLink)>;

/// A part: the moves out of it, and all ways in which paths visit its places.
struct CarvedPart {
    links: BTreeSet<PlaceLink>,
    ways: BTreeSet<PathEnds>,
}

/// Checks that no cycle visits these places. They are pushed as parts in this order; after each,
/// the last two parts are joined as often as `joins` says.
///
/// Before that, each entry of `replaced` takes that many places from the front and joins them to
/// one part. The part is replaced by moves: one for each two moves out of it that paths through it
/// join.
///
/// # Errors
/// The first [`Violation`].
pub fn check<P: PuzzlePlaces>(
    ground: &VisitedGround<'_, P>,
    mut places: &[u32],
    mut joins: &[u32],
    replaced: &[u32],
) -> Ruling {
    let nouns = P::Name::WORDS.nouns;
    ensure!(ground.closed, "a carving proves nothing about an open tour");
    ensure!(joins.len() == places.len(), "expected one number of joins for each of the {nouns}");
    let is_whole = places.len() == ground.places.count();
    let mut rest = RestGround::new(ground);
    let mut left = MOST_PAIRS;
    for &size in replaced {
        let split = (places.split_at_checked(size as usize), joins.split_at_checked(size as usize));
        let (Some((part, others)), Some((its_joins, other_joins))) = split else {
            return Err(Violation(format!("there are too few {nouns} for the parts")));
        };
        let whole = put_together(&rest, part, its_joins, false, &mut left)?;
        rest.replace(part, &whole)?;
        (places, joins) = (others, other_joins);
    }
    let whole = put_together(&rest, places, joins, is_whole, &mut left)?;
    ensure!(whole.ways.is_empty(), "there are ways through these {nouns}");
    Ok(())
}

/// The graph that is left to visit, with moves in place of the replaced parts.
struct RestGround<'g, P> {
    ground: &'g VisitedGround<'g, P>,
    /// The neighbours of each place whose neighbours differ from those on the ground.
    changed: BTreeMap<u32, BTreeSet<u32>>,
    /// The given moves at each place.
    given: BTreeMap<u32, BTreeSet<PlaceLink>>,
    /// How many places there are.
    count: usize,
}

impl<'g, P: PuzzlePlaces> RestGround<'g, P> {
    fn new(ground: &'g VisitedGround<'g, P>) -> Self {
        let mut given: BTreeMap<u32, BTreeSet<PlaceLink>> = BTreeMap::new();
        for (from, to) in ground.given.iter().copied() {
            let link = (from.min(to), from.max(to));
            given.entry(from).or_default().insert(link);
            given.entry(to).or_default().insert(link);
        }
        Self { ground, changed: BTreeMap::new(), given, count: ground.places.count() }
    }

    fn next_to(&self, place: u32) -> BTreeSet<u32> {
        let changed = self.changed.get(&place).cloned();
        changed.unwrap_or_else(|| self.ground.places.next_to(place).into_iter().collect())
    }

    /// Replaces a part by moves. A tour from before becomes a tour of the rest, which makes the
    /// moves that every way through the part makes.
    fn replace(&mut self, places: &[u32], part: &CarvedPart) -> Ruling {
        let nouns = P::Name::WORDS.nouns;
        self.count = self.count.saturating_sub(places.len());
        ensure!(self.count > 2, "too few {nouns} are left around a part for a tour");
        let inside: BTreeSet<u32> = places.iter().copied().collect();
        let mut mates: BTreeMap<PlaceLink, PlaceLink> = BTreeMap::new();
        for &(a, b) in part.ways.iter().flatten() {
            let is_same = *mates.entry(a).or_insert(b) == b && *mates.entry(b).or_insert(a) == a;
            ensure!(
                is_same,
                "the ways through a part join different pairs of {}s, so it cannot be replaced",
                P::Name::WORDS.link
            );
        }
        // The other end of a move out of the part.
        let outer = |link: PlaceLink| if inside.contains(&link.0) { link.1 } else { link.0 };
        for &link in &part.links {
            let end = outer(link);
            let mut next = self.next_to(end);
            next.retain(|place| !inside.contains(place));
            self.changed.insert(end, next);
            if let Some(given) = self.given.get_mut(&end) {
                given.remove(&link);
            }
        }
        for (&one, &other) in &mates {
            let (a, b) = (outer(one), outer(other));
            // A tour that returns to where it left the part would visit nothing else.
            if one > other || a == b {
                continue;
            }
            for (end, next) in [(a, b), (b, a)] {
                self.changed.entry(end).or_default().insert(next);
                if part.ways.iter().all(|way| way.contains(&(one, other))) {
                    self.given.entry(end).or_default().insert((a.min(b), a.max(b)));
                }
            }
        }
        Ok(())
    }
}

/// Joins places to one part.
fn put_together<P: PuzzlePlaces>(
    rest: &RestGround<'_, P>,
    places: &[u32],
    joins: &[u32],
    is_whole: bool,
    left: &mut u64,
) -> Result<CarvedPart, Violation> {
    let ground = rest.ground;
    let mut parts: Vec<CarvedPart> = Vec::new();
    for (index, (&place, &times)) in places.iter().zip(joins).enumerate() {
        parts.push(alone(rest, place)?);
        for time in 0..times {
            let (Some(two), Some(one)) = (parts.pop(), parts.pop()) else {
                return Err(Violation(format!(
                    "fewer than two parts are left after {}",
                    ground.name(place)
                )));
            };
            let is_last = is_whole && index + 1 == places.len() && time + 1 == times;
            parts.push(together(&one, &two, is_last, left)?);
        }
    }
    let whole = parts.pop().filter(|_| parts.is_empty());
    whole.ok_or_else(|| {
        Violation(format!("the {} are not joined to one part", P::Name::WORDS.nouns))
    })
}

/// One place: a path enters by one of its moves and leaves by another.
fn alone<P: PuzzlePlaces>(rest: &RestGround<'_, P>, place: u32) -> Result<CarvedPart, Violation> {
    let (ground, given) = (rest.ground, rest.given.get(&place));
    let next = rest.next_to(place);
    ensure!(
        next.len() <= MOST_MOVES,
        "too many {}s at {}",
        P::Name::WORDS.link,
        ground.name(place)
    );
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

/// Joins two parts.
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
                .ok_or_else(|| Violation("a part has too many ways to be checked".into()))?;
            if let Some(way) = linked([ends, others], &crossed, is_last) {
                ways.insert(way);
            }
        }
    }
    Ok(CarvedPart { links, ways })
}

/// The paths made of those through two parts that use the same moves between the parts; `None` if
/// some close a cycle, unless the cycle visits everything at the end.
fn linked(parts: [&PathEnds; 2], crossed: &BTreeSet<PlaceLink>, is_last: bool) -> Option<PathEnds> {
    // In each part, the other end of each move's path.
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
        // Around one cycle, back to its start.
        let closed = follow(0, first)?;
        return (closed.is_none() && unvisited.is_empty()).then(Vec::new);
    }
    unvisited.is_empty().then(|| made.into_iter().collect())
}
