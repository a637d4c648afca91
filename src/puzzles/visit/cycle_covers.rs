//! Checks that no cycle cover of a directed graph is one cycle, by the rules of the puzzle alone.

use std::collections::{BTreeMap, BTreeSet};

use super::refutation::VisitedGround;
use crate::puzzles::{
    Ruling, Violation, ensure,
    places::{PlaceName, PuzzlePlaces},
};

/// All covers are tried if their number times that of the places is at most this.
const MOST_STEPS: u64 = 1 << 24;

/// The places at the other ends of the links that are left, in one direction.
type Links = BTreeMap<u32, BTreeSet<u32>>;

/// Places whose successors depend on one another, each with its successor for both choices.
type Tied = Vec<(u32, [u32; 2])>;

/// Every cover has an even number of cycles; or, of this many covers, none is a single cycle. O(m log m)
/// for m links, and [`MOST_STEPS`].
pub(super) fn check<P: PuzzlePlaces>(ground: &VisitedGround<'_, P>, count: Option<u32>) -> Ruling {
    let places = ground.places;
    ensure!(places.is_directed() && ground.closed, "it is about directed cycles only");
    let (next, before) = left(ground);
    let tied = choices(ground, &next, &before)?;
    let mut cover: BTreeMap<u32, u32> = BTreeMap::new();
    cover.extend(next.iter().filter_map(|(&from, to)| Some((from, *to.first()?))));
    // The number of cycles, if each set has its choice.
    let mut cycles_by = |which: &dyn Fn(usize) -> usize| {
        for (at, set) in tied.iter().enumerate() {
            cover.extend(set.iter().map(|(from, to)| (*from, to[which(at)])));
        }
        cycles(&cover)
    };
    let Some(count) = count else {
        // Each exchange of two successors changes whether the number of cycles is even.
        let even = tied.iter().find(|set| set.len() % 2 == 0);
        if let Some(set) = even {
            let (number, nouns) = (set.len(), P::Name::WORDS.nouns);
            ensure!(false, "the successors of {number} {nouns} can be exchanged, an even number");
        }
        let found = cycles_by(&|_| 0);
        ensure!(found % 2 == 0, "a cover has {found} cycles, an odd number");
        return Ok(());
    };
    let is_count = tied.len() < 32 && 1_u64 << tied.len() == u64::from(count);
    ensure!(is_count, "there are not {count} cycle covers, but 2 to the power of {}", tied.len());
    let steps = u64::from(count).saturating_mul(places.count() as u64);
    ensure!(steps <= MOST_STEPS, "{count} cycle covers are too many to try");
    for cover in 0..count {
        let found = cycles_by(&|at| (cover >> at & 1) as usize);
        ensure!(found > 1, "a cycle cover is one cycle");
    }
    Ok(())
}

/// The links, in both directions, that are left beside those that must be made.
fn left<P: PuzzlePlaces>(ground: &VisitedGround<'_, P>) -> (Links, Links) {
    let given: BTreeSet<(u32, u32)> = ground.given.iter().copied().collect();
    let (mut next, mut before) = (Links::new(), Links::new());
    for from in ground.places.all() {
        let to = ground.places.successors(from);
        let is_given = |&to: &u32| given.contains(&(from, to));
        let only = to.iter().copied().find(is_given);
        for to in to.into_iter().filter(|&to| only.is_none_or(|only| only == to)) {
            next.entry(from).or_default().insert(to);
            before.entry(to).or_default().insert(from);
        }
    }
    let mut open: Vec<u32> = ground.places.all().collect();
    while let Some(place) = open.pop() {
        remove_beside(place, &mut next, &mut before, &mut open);
        remove_beside(place, &mut before, &mut next, &mut open);
    }
    (next, before)
}

/// If one link only leads ahead from a place, removes the other links to its end.
fn remove_beside(place: u32, ahead: &mut Links, back: &mut Links, open: &mut Vec<u32>) {
    let only = ahead.get(&place).filter(|ends| ends.len() == 1).and_then(BTreeSet::first).copied();
    let Some(ends) = only.and_then(|end| back.get_mut(&end)) else { return };
    let others: Vec<u32> = ends.iter().copied().filter(|&other| other != place).collect();
    ends.retain(|&one| one == place);
    for other in others {
        if let (Some(ends), Some(end)) = (ahead.get_mut(&other), only) {
            ends.remove(&end);
            open.extend([other].into_iter().chain(ends.iter().copied()));
        }
    }
}

/// The sets of places whose successors depend on one another: two places that may have the same
/// successor cannot both have it.
fn choices<P: PuzzlePlaces>(
    ground: &VisitedGround<'_, P>,
    next: &Links,
    before: &Links,
) -> Result<Vec<Tied>, Violation> {
    for (links, what) in [(next, "successors"), (before, "predecessors")] {
        for place in ground.places.all() {
            let count = links.get(&place).map_or(0, BTreeSet::len);
            let name = ground.name(place);
            ensure!((1..=2).contains(&count), "{name} has {count} {what} left, not one or two");
        }
    }
    let mut seen = BTreeSet::new();
    let mut sets = Vec::new();
    for (&first, ends) in next.iter().filter(|(_, ends)| ends.len() == 2) {
        let both: Vec<u32> = ends.iter().copied().collect();
        let (mut set, mut open) = (Tied::new(), vec![(first, [both[0], both[1]])]);
        while let Some((place, choice)) = open.pop() {
            if !seen.insert(place) {
                continue;
            }
            set.push((place, choice));
            for (which, end) in choice.into_iter().enumerate() {
                let mut beside = before[&end].iter().copied().filter(|&other| other != place);
                let Some(other) = beside.next() else { continue };
                let mut rest = next[&other].iter().copied().filter(|&it| it != end);
                let Some(rest) = rest.next() else { continue };
                // With the first choice of this place the other has its other successor.
                open.push((other, if which == 0 { [rest, end] } else { [end, rest] }));
            }
        }
        sets.extend((!set.is_empty()).then_some(set));
    }
    Ok(sets)
}

/// The number of cycles of a cover.
fn cycles(cover: &BTreeMap<u32, u32>) -> usize {
    let mut seen = BTreeSet::new();
    let mut cycles = 0;
    for &first in cover.keys() {
        let mut place = first;
        cycles += usize::from(!seen.contains(&place));
        while seen.insert(place) {
            place = cover[&place];
        }
    }
    cycles
}
