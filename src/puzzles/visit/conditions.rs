//! Checks of reasons that rest on given times or a symmetry, by the rules of the puzzle alone.

use std::collections::{BTreeMap, HashSet, VecDeque};

use fixedbitset::FixedBitSet;

use super::refutation::VisitedGround;
use crate::puzzles::{
    Ruling, Violation, ensure,
    places::{PlaceName, PuzzlePlaces},
};

/// No walk past the other places with times leads from the first of two places to the second in as
/// many steps as there are between their times. O(n + m).
pub(super) fn check_times<P: PuzzlePlaces>(ground: &VisitedGround<'_, P>, shown: &[u32]) -> Ruling {
    let noun = P::Name::WORDS.noun;
    let [from, to] = shown[..] else {
        let nouns = P::Name::WORDS.nouns;
        return Err(Violation(format!("it names {} {nouns}, not two", shown.len())));
    };
    let count = ground.places.count();
    let mut times: BTreeMap<u32, usize> = ground.times.iter().copied().collect();
    if !ground.closed {
        times.extend(ground.start.map(|start| (start, 1)));
        times.extend(ground.end.map(|end| (end, count)));
    }
    for place in [from, to] {
        ensure!(times.contains_key(&place), "{noun} {} has no time", ground.name(place));
    }
    let (begin, end) = (times[&from], times[&to]);
    ensure!(begin < end || ground.closed, "{} comes after {}", ground.name(from), ground.name(to));
    let steps = if begin < end { end - begin } else { end + count - begin };
    // An undirected walk may go back and forth, so only its parity and its least length count.
    let parity = |length: usize| if ground.places.is_directed() { 0 } else { length % 2 };
    let mut seen = HashSet::from([(from, parity(0))]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((place, length)) = queue.pop_front() {
        if length == steps {
            break;
        }
        for next in ground.places.successors(place) {
            let arrives = next == to && parity(length + 1) == parity(steps);
            ensure!(
                !arrives,
                "a walk of {} steps leads from {} to {}, and {steps} are allowed",
                length + 1,
                ground.name(from),
                ground.name(to)
            );
            if !times.contains_key(&next) && seen.insert((next, parity(length + 1))) {
                queue.push_back((next, length + 1));
            }
        }
    }
    Ok(())
}

/// The symmetry can neither shift a closed tour nor turn a tour round; the set is a colour class, or
/// no argument rests on it. O(n + m).
pub(super) fn check_symmetry<P: PuzzlePlaces>(
    ground: &VisitedGround<'_, P>,
    class: &FixedBitSet,
) -> Ruling {
    let (places, nouns) = (ground.places, P::Name::WORDS.nouns);
    let Some((symmetry, board)) = ground.symmetry else {
        return Err(Violation("no symmetry is stated".into()));
    };
    let image = |place| symmetry.image(board, place);
    let (mut kept, mut joined, mut orbits) = (0_usize, 0_usize, BTreeMap::new());
    let (mut is_class, mut exchanged, mut unchanged) = (true, 0_usize, 0_usize);
    for place in places.all() {
        let colour = class.contains(place as usize);
        let orbit = std::iter::successors(Some(image(place)), |&at| Some(image(at)));
        let length = 1 + orbit.take_while(|&at| at != place).count();
        *orbits.entry(length).or_insert(0_usize) += 1;
        kept += usize::from(length == 1);
        let next = places.next_to(place);
        joined += usize::from(length == 2 && next.contains(&image(place)));
        is_class &= next.iter().all(|&other| class.contains(other as usize) != colour);
        let is_same = class.contains(image(place) as usize) == colour;
        unchanged += usize::from(is_same);
        exchanged += usize::from(!is_same);
    }
    let count = places.count();
    let order = orbits.keys().last().copied().unwrap_or(1);
    ensure!(order > 1, "the {symmetry} keeps all {nouns} in place, so every tour has it");
    // Pairs were counted at both ends.
    joined /= 2;
    // Whether a way for the symmetry to act that exchanges the colours, or not, contradicts them.
    let contradicts =
        |exchanges: bool| is_class && if exchanges { exchanged == 0 } else { unchanged == 0 };
    let shift_exchanges = (count / order) % 2 == 1;
    ensure!(
        !ground.closed || orbits.len() != 1 || contradicts(shift_exchanges),
        "the {symmetry} may shift the closed tour of {count} {nouns} by {} of its {}s",
        count / order,
        P::Name::WORDS.link
    );
    let even = count % 2 == 0;
    let by_places = if ground.closed && even { kept == 2 } else { kept == 1 && !even };
    let by_places = by_places && (even || !ground.closed || joined > 0);
    let by_links = even && kept == 0 && joined > usize::from(ground.closed);
    ensure!(
        order > 2 || (!by_places || contradicts(false)) && (!by_links || contradicts(true)),
        "the {symmetry} may turn the tour of {count} {nouns} round"
    );
    Ok(())
}
