//! Checks of reasons why no path or cycle visits every place once, by the rules of the puzzle
//! alone.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;

use super::{carving, conditions, cycle_covers, symmetry::TourSymmetry};
use crate::{
    board::Board,
    puzzles::{
        Ruling, Violation, ensure,
        places::{PlaceName, PuzzlePlaces},
    },
};

/// What is to be visited, in numbers of places.
pub struct VisitedGround<'a, P> {
    /// The places.
    pub places: &'a P,
    /// The required first place, if any.
    pub start: Option<u32>,
    /// The required last place, if any.
    pub end: Option<u32>,
    /// Whether the last place must lead to the first.
    pub closed: bool,
    /// Moves that must be made.
    pub given: Vec<(u32, u32)>,
    /// Places and their times, from 1.
    pub times: Vec<(u32, usize)>,
    /// The symmetry of the moves, if any, and its board.
    pub symmetry: Option<(TourSymmetry, &'a Board)>,
}

impl<P: PuzzlePlaces> VisitedGround<'_, P> {
    /// The name of a place.
    pub fn name(&self, place: u32) -> String {
        self.places.name(place).to_string()
    }
}

/// Checks that a reason, in numbers of places, shows that there is no such path or cycle.
///
/// # Errors
/// The first [`Violation`].
pub fn check<P: PuzzlePlaces>(
    ground: &VisitedGround<'_, P>,
    reason: &HamiltonianObstruction,
) -> Ruling {
    let shown = reason.shown();
    let needs_places = !matches!(
        reason,
        HamiltonianObstruction::Symmetry(_) | HamiltonianObstruction::CycleCovers { .. }
    );
    ensure!(!needs_places || !shown.is_empty(), "it names no {}", P::Name::WORDS.noun);
    let refutation = ReasonCheck { ground, set: distinct(ground, shown)? };
    match reason {
        HamiltonianObstruction::LowDegree(places) => refutation.low_degree(places),
        HamiltonianObstruction::Disconnected(places) => refutation.disconnected(places),
        HamiltonianObstruction::Articulation(place) => refutation.articulation(*place),
        HamiltonianObstruction::Colours { class, .. } => refutation.colours(class),
        HamiltonianObstruction::NoTwoFactor(places) => refutation.places_for_moves(places),
        HamiltonianObstruction::NoCycleCover { vertices, successors } => {
            refutation.successors(vertices, successors)
        }
        HamiltonianObstruction::Carving { vertices, joins, replaced } => {
            carving::check(ground, vertices, joins, replaced)
        }
        HamiltonianObstruction::Toughness(places) => refutation.parts_without(places),
        HamiltonianObstruction::Given(places) => refutation.given(places),
        HamiltonianObstruction::Forced { vertices, cuts } => refutation.forced(vertices, cuts),
        HamiltonianObstruction::GivenTimes(places) => conditions::check_times(ground, places),
        HamiltonianObstruction::Symmetry(_) => conditions::check_symmetry(ground, &refutation.set),
        &HamiltonianObstruction::CycleCovers { count } => cycle_covers::check(ground, count),
    }
}

/// The number of places whose neighbours a check looks at; `None`: all places.
pub fn looked_at<V>(reason: &HamiltonianObstruction<V>, count: usize) -> Option<usize> {
    match reason {
        HamiltonianObstruction::Articulation(_)
        | HamiltonianObstruction::Carving { .. }
        | HamiltonianObstruction::Toughness(_)
        | HamiltonianObstruction::Forced { .. }
        | HamiltonianObstruction::GivenTimes(_)
        | HamiltonianObstruction::Symmetry(_)
        | HamiltonianObstruction::CycleCovers { .. } => None,
        HamiltonianObstruction::Given(_) => Some(0),
        // The check ends at a repeated place.
        other => Some(other.shown().len().min(count)),
    }
}

/// The places as a set.
///
/// # Errors
/// A [`Violation`] that names a repeated one.
fn distinct<P: PuzzlePlaces>(
    ground: &VisitedGround<'_, P>,
    shown: &[u32],
) -> Result<FixedBitSet, Violation> {
    let mut set = FixedBitSet::with_capacity(ground.places.limit());
    for &place in shown {
        let (noun, name) = (P::Name::WORDS.noun, ground.places.name(place));
        ensure!(!set.put(place as usize), "it names {noun} {name} twice");
    }
    Ok(set)
}

/// The component of each place once these are removed, and the number of components.
pub fn pieces<P: PuzzlePlaces>(places: &P, removed: &FixedBitSet) -> (Vec<u32>, usize) {
    pieces_along(places, removed, |_, _| true)
}

/// The same, where only some links join places.
fn pieces_along<P: PuzzlePlaces>(
    places: &P,
    removed: &FixedBitSet,
    joins: impl Fn(u32, u32) -> bool,
) -> (Vec<u32>, usize) {
    let mut piece = vec![u32::MAX; places.limit()];
    let mut pieces = 0;
    for root in places.all() {
        if piece[root as usize] != u32::MAX || removed.contains(root as usize) {
            continue;
        }
        piece[root as usize] = pieces as u32;
        let mut stack = vec![root];
        while let Some(place) = stack.pop() {
            for other in places.next_to(place) {
                let is_new = piece[other as usize] == u32::MAX && joins(place, other);
                if is_new && !removed.contains(other as usize) {
                    piece[other as usize] = pieces as u32;
                    stack.push(other);
                }
            }
        }
        pieces += 1;
    }
    (piece, pieces)
}

struct ReasonCheck<'a, P> {
    ground: &'a VisitedGround<'a, P>,
    /// The shown places.
    set: FixedBitSet,
}

impl<P: PuzzlePlaces> ReasonCheck<'_, P> {
    fn name(&self, place: u32) -> String {
        self.ground.name(place)
    }

    /// The fixed ends of a path.
    fn ends(&self) -> Vec<u32> {
        let fixed = self.ground.start.into_iter().chain(self.ground.end);
        if self.ground.closed { Vec::new() } else { fixed.collect() }
    }

    fn low_degree(&self, places: &[u32]) -> Ruling {
        let link = P::Name::WORDS.link;
        if let [place] = *places
            && self.ground.places.next_to(place).is_empty()
            && (self.ground.places.count() > 1 || self.ground.closed)
        {
            return Ok(());
        }
        for &place in places {
            let moves = self.ground.places.next_to(place).len();
            let name = self.name(place);
            ensure!(moves < 2, "{name} has {moves} {link}s, which are enough to pass through");
            ensure!(
                !self.ends().contains(&place),
                "{name} is an end of the tour, for which one {link} is enough"
            );
        }
        let ends = if self.ground.closed { 0 } else { 2 - self.ends().len() };
        ensure!(
            places.len() > ends,
            "{} {} of one {link} can be ends of the tour",
            places.len(),
            P::Name::WORDS.nouns
        );
        Ok(())
    }

    fn disconnected(&self, places: &[u32]) -> Ruling {
        let (nouns, link) = (P::Name::WORDS.nouns, P::Name::WORDS.link);
        ensure!(places.len() < self.ground.places.count(), "it names all {nouns}");
        for &place in places {
            for other in self.ground.places.next_to(place) {
                ensure!(
                    self.set.contains(other as usize),
                    "the {link} {}-{} leads out of the {nouns}",
                    self.name(place),
                    self.name(other)
                );
            }
        }
        Ok(())
    }

    fn articulation(&self, removed: u32) -> Ruling {
        let (piece, pieces) = pieces(self.ground.places, &self.set);
        let ends = self.ends();
        let joined = if self.ground.closed || ends.contains(&removed) { 1 } else { 2 };
        let elsewhere: Vec<u32> = ends.into_iter().filter(|&end| end != removed).collect();
        let no_way_back = match elsewhere[..] {
            [start, end] => pieces == 2 && piece[start as usize] == piece[end as usize],
            _ => false,
        };
        ensure!(
            pieces > joined || no_way_back,
            "without {} there {} {pieces} part{}, which a tour can join",
            self.name(removed),
            if pieces == 1 { "is" } else { "are" },
            if pieces == 1 { "" } else { "s" }
        );
        Ok(())
    }

    fn colours(&self, class: &[u32]) -> Ruling {
        for &place in class {
            for other in self.ground.places.next_to(place) {
                ensure!(
                    !self.set.contains(other as usize),
                    "the {} {}-{} joins two of the {}",
                    P::Name::WORDS.link,
                    self.name(place),
                    self.name(other),
                    P::Name::WORDS.nouns
                );
            }
        }
        let count = self.ground.places.count();
        let most = if self.ground.closed {
            count / 2
        } else {
            // A path takes at most every other place, without those taken by ends of the other colour.
            let ends = self.ends();
            let elsewhere = ends.iter().filter(|&&end| !self.set.contains(end as usize)).count();
            count.saturating_sub(elsewhere).div_ceil(2)
        };
        ensure!(
            class.len() > most,
            "a tour can visit {} {} of one colour among its {count}",
            class.len(),
            P::Name::WORDS.nouns
        );
        Ok(())
    }

    /// Each place has two moves, less its share of the ends; no other place can be the end of more
    /// of them than it has room for.
    fn places_for_moves(&self, places: &[u32]) -> Ruling {
        let (nouns, link) = (P::Name::WORDS.nouns, P::Name::WORDS.link);
        ensure!(self.ground.places.count() > 1, "one {} alone has no {link}s", P::Name::WORDS.noun);
        let ends = self.ends();
        let free_ends = if self.ground.closed { 0 } else { 2 - ends.len() };
        let ends_here = ends.iter().filter(|&&end| self.set.contains(end as usize)).count();
        let needed = (2 * places.len()).saturating_sub(free_ends + ends_here);
        let mut given = self.ground.given.clone();
        for (from, to) in &mut given {
            (*from, *to) = ((*from).min(*to), (*from).max(*to));
        }
        given.sort_unstable();
        given.dedup();
        let mut taken: BTreeMap<u32, usize> = BTreeMap::new();
        for &end in &ends {
            *taken.entry(end).or_default() += 1;
        }
        for (from, to) in given {
            for (place, other) in [(from, to), (to, from)] {
                if !self.set.contains(other as usize) {
                    *taken.entry(place).or_default() += 1;
                }
            }
        }
        let mut neighbours: BTreeMap<u32, usize> = BTreeMap::new();
        for &place in places {
            for other in self.ground.places.next_to(place) {
                *neighbours.entry(other).or_default() += 1;
            }
        }
        let mut room = 0;
        for (place, &among) in &neighbours {
            let left = 2usize.saturating_sub(taken.get(place).copied().unwrap_or(0));
            room += among.min(left);
        }
        ensure!(
            room < needed,
            "the {nouns} need {needed} {link}s, but there is room for {room} around them"
        );
        Ok(())
    }

    /// Each place except the last of a path needs its own successor.
    fn successors(&self, places: &[u32], successors: &[u32]) -> Ruling {
        let (ground, nouns) = (self.ground, P::Name::WORDS.nouns);
        let allowed = distinct(ground, successors)?;
        let start = ground.start.filter(|_| !ground.closed);
        let (mut next, mut before) = (BTreeMap::new(), BTreeMap::new());
        // An undirected one may be made in either direction.
        let directed = ground.given.iter().filter(|_| ground.places.is_directed());
        for (from, to) in directed.copied() {
            next.insert(from, to);
            before.insert(to, from);
        }
        for &place in places {
            for other in ground.places.successors(place) {
                let is_taken = Some(other) == start
                    || next.get(&place).is_some_and(|&given| given != other)
                    || before.get(&other).is_some_and(|&given| given != place);
                ensure!(
                    is_taken || allowed.contains(other as usize),
                    "the {} {}-{} leads to none of the successors",
                    P::Name::WORDS.link,
                    self.name(place),
                    self.name(other)
                );
            }
        }
        let is_last = |end: u32| self.set.contains(end as usize);
        let last = usize::from(!ground.closed && ground.end.is_none_or(is_last));
        let needed = places.len().saturating_sub(last);
        ensure!(
            successors.len() < needed,
            "the {nouns} need {needed} successors, but have {}",
            successors.len()
        );
        Ok(())
    }

    fn parts_without(&self, places: &[u32]) -> Ruling {
        let (_, pieces) = pieces(self.ground.places, &self.set);
        let ends = self.ends();
        let ends_here = ends.iter().filter(|&&end| self.set.contains(end as usize)).count();
        let most = if self.ground.closed { places.len() } else { places.len() + 1 };
        let most = most.saturating_sub(if self.ground.closed { 0 } else { ends_here });
        ensure!(
            pieces > most,
            "without the {} there {} {pieces} part{}, which a tour can join",
            P::Name::WORDS.nouns,
            if pieces == 1 { "is" } else { "are" },
            if pieces == 1 { "" } else { "s" }
        );
        Ok(())
    }

    fn given(&self, places: &[u32]) -> Ruling {
        let mut partners: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (from, to) in self.ground.given.iter().copied() {
            partners.entry(from).or_default().push(to);
            partners.entry(to).or_default().push(from);
        }
        let given =
            |from: u32, to: u32| partners.get(&from).is_some_and(|others| others.contains(&to));
        let [first, others @ ..] = places else { return Ok(()) };
        let ends = self.ends().iter().filter(|&end| end == first).count();
        if others.len() + ends > 2 && others.iter().all(|&other| given(*first, other)) {
            return Ok(());
        }
        let link = P::Name::WORDS.link;
        ensure!(
            places.len() > 2 && (!self.ground.closed || places.len() < self.ground.places.count()),
            "the given {link}s at {} can all be made",
            self.name(*first)
        );
        let round = places.iter().zip(places.iter().cycle().skip(1));
        for (&from, &to) in round {
            ensure!(given(from, to), "{}-{} is not given", self.name(from), self.name(to));
        }
        Ok(())
    }

    /// Three links at the first place, each of which crosses to a part that only one other link leads to.
    fn forced(&self, places: &[u32], cuts: &[[u32; 2]]) -> Ruling {
        let (ground, link) = (self.ground.places, P::Name::WORDS.link);
        ensure!(self.ground.closed, "an open tour need not use both {link}s of a cut");
        let (&[first, a, b, c], cuts @ [_, _, _]) = (places, cuts) else {
            return Err(Violation(format!(
                "expected three {link}s at one {} and a cut for each",
                P::Name::WORDS.noun
            )));
        };
        for (to, &cut) in [a, b, c].into_iter().zip(cuts) {
            let both = [[first, to], cut];
            for [from, to] in both {
                let (from_name, to_name) = (self.name(from), self.name(to));
                ensure!(
                    ground.next_to(from).contains(&to),
                    "no {link} joins {from_name} and {to_name}"
                );
            }
            let joins = |from, to| !both.contains(&[from, to]) && !both.contains(&[to, from]);
            let (_, pieces) = pieces_along(ground, &FixedBitSet::new(), joins);
            ensure!(
                pieces > 1,
                "without the {link}s {}-{} and {}-{} there is one part",
                self.name(first),
                self.name(to),
                self.name(cut[0]),
                self.name(cut[1])
            );
        }
        Ok(())
    }
}
