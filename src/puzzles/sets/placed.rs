//! The places of a solution by plain arithmetic: their names, their pieces and their neighbours.

use fixedbitset::FixedBitSet;

use super::{Placed, SetPlaces, SetPuzzle, reasons::SetReason};
use crate::puzzles::{Certificate, Solution, Violation, ensure, place::plural, places::PlaceName};

impl<P: SetPlaces> SetPuzzle<P> {
    /// No place.
    pub(super) fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.places().limit())
    }

    /// The places of pieces.
    pub(super) fn set_of(&self, placed: &[Placed]) -> FixedBitSet {
        let mut set = self.none();
        set.extend(placed.iter().map(|&(place, _)| place as usize));
        set
    }

    /// The name of a place.
    pub(super) fn name(&self, place: u32) -> String {
        self.places().name(place).to_string()
    }

    /// A place in a sentence, with its piece: `the queen on c2`; for a vertex its name.
    pub(super) fn piece_on(&self, (place, kind): Placed) -> String {
        match (self.name(place), &*self.kinds[kind].name) {
            (name, "") => name,
            (name, piece) => format!("the {piece} on {name}"),
        }
    }

    /// The noun for this many pieces of a kind, or vertices.
    pub(super) fn noun(&self, kind: usize, count: u64) -> String {
        match &*self.kinds[kind].name {
            "" if count == 1 => P::Name::WORDS.noun.into(),
            "" => P::Name::WORDS.nouns.into(),
            piece => plural(piece, u32::try_from(count).ok()),
        }
    }

    /// The number of pieces of a kind in a solution, or what its known vertices weigh.
    pub(super) fn value_of(&self, solution: &Solution, kind: usize) -> Option<u64> {
        let (names, pieces) = P::Name::set_of(solution)?;
        Some(match (pieces, &self.weights) {
            (Some(pieces), _) => {
                pieces.iter().filter(|name| **name == self.kinds[kind].name).count() as u64
            }
            (None, None) => names.len() as u64,
            (None, Some(weights)) => {
                let known = names.iter().filter_map(|name| self.places().number(name).ok());
                known.map(|place| u64::from(weights[place as usize])).sum()
            }
        })
    }

    /// The pieces of a solution, at most one on each place, and the set of their places.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub(super) fn placed(
        &self,
        solution: &Solution,
    ) -> Result<(Vec<Placed>, FixedBitSet), Violation> {
        let Some((names, pieces)) = P::Name::set_of(solution) else {
            return Err(Violation(P::SET.form.into()));
        };
        let (mut placed, mut inside) = (Vec::new(), self.none());
        for (name, kind) in names.iter().zip(self.kinds_of(names.len(), pieces)?) {
            let (place, noun) = (self.places().number(name)?, P::Name::WORDS.noun);
            ensure!(!inside.put(place as usize), "{noun} {name} is {} twice", P::SET.taken);
            placed.push((place, kind));
        }
        Ok((placed, inside))
    }

    /// The kind of each piece of a solution.
    fn kinds_of(&self, count: usize, pieces: Option<&[String]>) -> Result<Vec<usize>, Violation> {
        let Some(pieces) = pieces else {
            ensure!(
                self.kinds.len() == 1,
                "`pieces` is missing: it names the piece on each square"
            );
            return Ok(vec![0; count]);
        };
        ensure!(self.is_army, "`pieces` is given, but the puzzle has only one kind of piece");
        let named = pieces.len();
        ensure!(named == count, "`pieces` has {named} entries, but there are {count} squares");
        let kind_of = |name: &String| {
            let kind = self.kinds.iter().position(|kind| kind.name == *name);
            kind.ok_or_else(|| Violation(format!("`{name}` is not one of the pieces")))
        };
        pieces.iter().map(kind_of).collect()
    }

    /// The solution with these pieces.
    pub(super) fn solution(&self, placed: &[Placed]) -> Solution {
        let names = placed.iter().map(|&(place, _)| self.places().name(place));
        let piece = |&(_, kind): &Placed| self.kinds[kind].name.clone();
        let pieces = self.is_army.then(|| placed.iter().map(piece).collect());
        P::Name::set(names.collect(), pieces)
    }

    /// The reason that a certificate states, in numbers of places.
    ///
    /// # Errors
    /// A [`Violation`]: it names what is no place, or one place twice.
    pub(super) fn reason(&self, certificate: &Certificate) -> Result<SetReason, Violation> {
        P::stated_reason(certificate)?.numbered(|name| self.places().shown(name))
    }

    /// What a piece attacks; the neighbours of a vertex.
    pub(super) fn near(&self, (place, kind): Placed) -> Vec<u32> {
        self.kinds[kind].places.near(place)
    }

    /// The places that exclude a second piece of that kind: those that a piece attacks, and those
    /// from which it is attacked.
    pub(super) fn beside(&self, placed: Placed) -> Vec<u32> {
        let places = &self.kinds[placed.1].places;
        if places.is_directed() { places.next_to(placed.0) } else { self.near(placed) }
    }

    /// Whether pieces of two kinds attack each other at all.
    pub(super) fn are_hostile(&self, kind: usize, other: usize) -> bool {
        let [one, other] = [kind, other].map(|kind| self.kinds[kind].side);
        one.is_none() || one != other
    }

    /// Whether one of two pieces attacks the other, or an edge joins two vertices.
    pub(super) fn are_adjacent(&self, one: Placed, other: Placed) -> bool {
        let leads = |from: Placed, to: Placed| self.kinds[from.1].places.are_linked(from.0, to.0);
        self.are_hostile(one.1, other.1)
            && (leads(one, other)
                || (one.1 != other.1 || self.kinds[one.1].places.is_directed())
                    && leads(other, one))
    }
}
