//! What symmetries make of the degrees of the vertices that two halves share.

use crate::methods::packed_table::PackedKey as _;

/// Bits of degrees that a table maps at once, and the tables for all.
const BITS: u32 = 12;
const TABLES: u32 = 3;

/// What a symmetry makes of the degrees of all shared vertices.
#[derive(Debug)]
struct DegreeMap {
    tables: Vec<Vec<u64>>,
}

impl DegreeMap {
    /// That of the vertices' images, or of what they lack of two if it exchanges the halves.
    fn new(images: &[u32], exchanges: bool) -> Self {
        let mapped = |degrees: u64, from: usize| {
            let digits = images.iter().enumerate().skip(from).take(BITS as usize / 2);
            digits.fold(0, |mapped, (vertex, image)| {
                let degree = degrees >> (2 * (vertex - from)) & 3;
                let degree = if exchanges { 2_u64.saturating_sub(degree) } else { degree };
                mapped | degree << (2 * image)
            })
        };
        let table = |table: u32| {
            (0..1 << BITS).map(|degrees| mapped(degrees, (table * BITS / 2) as usize)).collect()
        };
        Self { tables: (0..TABLES).map(table).collect() }
    }

    fn of(&self, degrees: u64) -> u64 {
        let digits = |table: u32| (degrees >> (table * BITS)) as usize & ((1 << BITS) - 1);
        (0..).zip(&self.tables).fold(0, |all, (number, table)| all | table[digits(number)])
    }
}

/// The degrees that symmetries make of one another, of which one of each orbit is enough.
#[derive(Debug, Default)]
pub struct Orbits {
    exchange: Option<DegreeMap>,
    reflection: Option<DegreeMap>,
}

impl Orbits {
    /// Those of a symmetry that exchanges the halves, and one that keeps them, by the images of
    /// the shared vertices.
    pub fn new(exchange: &[u32], reflection: Option<&[u32]>) -> Self {
        Self {
            exchange: Some(DegreeMap::new(exchange, true)),
            reflection: reflection.map(|images| DegreeMap::new(images, false)),
        }
    }

    /// The degrees that join with these, and the least of the orbit.
    pub fn partner_and_least(&self, degrees: u64) -> (u64, u64) {
        let map =
            |map: &Option<DegreeMap>, degrees| map.as_ref().map_or(degrees, |map| map.of(degrees));
        let partner = map(&self.exchange, degrees);
        let reflected = map(&self.reflection, degrees).min(map(&self.reflection, partner));
        (partner, reflected.min(degrees).min(partner))
    }

    /// The part, of so many, in which the orbit of degrees is joined.
    pub fn part(&self, degrees: u64, parts: usize) -> usize {
        let (_, least) = self.partner_and_least(degrees);
        (least.mixed() % parts as u64) as usize
    }

    /// How many degrees there are in the orbit.
    pub fn size(&self, degrees: u64) -> u32 {
        let map =
            |map: &Option<DegreeMap>, degrees| map.as_ref().map_or(degrees, |map| map.of(degrees));
        let partner = map(&self.exchange, degrees);
        let mut all =
            [degrees, partner, map(&self.reflection, degrees), map(&self.reflection, partner)];
        all.sort_unstable();
        1 + all.windows(2).map(|pair| u32::from(pair[0] != pair[1])).sum::<u32>()
    }
}
