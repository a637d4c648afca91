//! Arrangements of pieces packed into words, or into lists if they do not fit.

use std::{hash::Hash, rc::Rc};

use satranj_encodings::exchange::{Exchange, Kind};

use crate::methods::packed_table::PackedKey;

/// How arrangements are packed: the pieces of a model.
#[derive(Debug, Clone)]
pub struct Packing {
    /// Bits per vertex: enough for "empty" and every kind.
    bits: u32,
    vertices: u32,
    /// The end of each kind's pieces in a list of all, kind by kind.
    ends: Vec<usize>,
}

impl Packing {
    /// The packing of the arrangements of a model.
    #[must_use]
    pub fn of(model: &Exchange) -> Self {
        let bits = model.kinds.len().max(1).ilog2() + 1;
        let mut ends = vec![0; model.kinds.len()];
        for &kind in model.start.iter().flatten() {
            ends[kind as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        Self { bits, vertices: model.vertices(), ends }
    }

    /// Bits of a packed arrangement with a field for each vertex.
    #[must_use]
    pub fn bits(&self) -> u64 {
        u64::from(self.bits) * u64::from(self.vertices)
    }

    /// Number of pieces.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The place of the pieces of a kind in a list of all.
    fn places(&self, kind: Kind) -> std::ops::Range<usize> {
        let kind = kind as usize;
        let begin = if kind == 0 { 0 } else { self.ends[kind - 1] };
        begin..self.ends[kind]
    }
}

/// A packed arrangement of at least one piece.
pub trait ExchangeState: PackedKey + Hash {
    /// An arrangement of the model's pieces.
    fn pack(arrangement: &[Option<Kind>], packing: &Packing) -> Self;

    /// Calls `each` with the vertex and kind of every piece.
    fn pieces(&self, packing: &Packing, each: impl FnMut(u32, Kind));

    /// The same after a move of the piece of a kind on `from` to `to`, which is empty.
    #[must_use]
    fn moved(&self, packing: &Packing, kind: Kind, from: u32, to: u32) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl ExchangeState for $word {
            fn pack(arrangement: &[Option<Kind>], packing: &Packing) -> Self {
                let fields = (0..).zip(arrangement).filter_map(|(vertex, kind)| {
                    kind.map(|kind| (<$word>::from(kind) + 1) << (packing.bits * vertex))
                });
                fields.fold(0, |word, field| word | field)
            }

            #[inline]
            fn pieces(&self, packing: &Packing, mut each: impl FnMut(u32, Kind)) {
                let field = (1 << packing.bits) - 1;
                let mut rest = *self;
                let mut vertex = 0;
                while rest != 0 {
                    let skipped = rest.trailing_zeros() / packing.bits;
                    vertex += skipped;
                    rest >>= skipped * packing.bits;
                    each(vertex, ((rest & field) - 1) as Kind);
                    // In two shifts, because a field may fill the word.
                    rest = rest >> (packing.bits - 1) >> 1;
                    vertex += 1;
                }
            }

            #[inline]
            fn moved(&self, packing: &Packing, kind: Kind, from: u32, to: u32) -> Self {
                let code = <$word>::from(kind) + 1;
                *self ^ (code << (packing.bits * from)) ^ (code << (packing.bits * to))
            }
        }
    };
}

word!(u64);
word!(u128);

impl PackedKey for Rc<[u32]> {
    fn vacant() -> Self {
        Rc::new([])
    }

    fn is_vacant(&self) -> bool {
        self.is_empty()
    }

    fn mixed(&self) -> u64 {
        self.iter().fold(0, |mixed, &vertex| (mixed ^ u64::from(vertex)).mixed())
    }

    fn beyond(numbers: usize) -> u64 {
        // The list, shared by all its owners, is preceded by two counts.
        (2 * size_of::<usize>() + 4 * numbers) as u64
    }
}

/// The vertices of the pieces, kind by kind, those of a kind in rising order.
impl ExchangeState for Rc<[u32]> {
    fn pack(arrangement: &[Option<Kind>], packing: &Packing) -> Self {
        let mut standing: Vec<(Kind, u32)> = Vec::with_capacity(packing.pieces());
        let placed = (0..).zip(arrangement).filter_map(|(vertex, kind)| Some(((*kind)?, vertex)));
        standing.extend(placed);
        standing.sort_unstable();
        standing.into_iter().map(|(_, vertex)| vertex).collect()
    }

    fn pieces(&self, packing: &Packing, mut each: impl FnMut(u32, Kind)) {
        for kind in 0..packing.ends.len() {
            for &vertex in &self[packing.places(kind as Kind)] {
                each(vertex, kind as Kind);
            }
        }
    }

    fn moved(&self, packing: &Packing, kind: Kind, from: u32, to: u32) -> Self {
        let mut copy = Self::from(&**self);
        let places = packing.places(kind);
        // The copy is not shared yet.
        if let Some(own) = Rc::get_mut(&mut copy).map(|all| &mut all[places]) {
            if let Ok(place) = own.binary_search(&from) {
                own[place] = to;
            }
            own.sort_unstable();
        }
        copy
    }
}
