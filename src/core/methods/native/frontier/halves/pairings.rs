//! Numbered perfect matchings of a few points, and the contraction of one by a pair of another.

/// The most points of a matching.
pub const MOST_POINTS: usize = 16;

/// (points - 1)!! by the number of points; unused for odd numbers.
const MATCHINGS: [usize; MOST_POINTS + 2] = {
    let mut all = [1; MOST_POINTS + 2];
    let mut points = 2;
    while points < all.len() {
        all[points] = all[points - 2] * (points - 1);
        points += 1;
    }
    all
};

/// Number of matchings of this many points, an even number.
#[inline]
pub const fn matchings(points: usize) -> usize {
    MATCHINGS[points]
}

/// The other point of each point's pair, in four bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mates(u64);

impl Mates {
    /// The other point of a pair.
    #[inline]
    pub fn of(self, point: u32) -> u32 {
        (self.0 >> (4 * point) & 15) as u32
    }

    /// The matching of that number; O(points²).
    pub fn numbered(points: usize, mut number: u32) -> Self {
        let mut rest = (1_u32 << points) - 1;
        let mut mates = 0;
        while rest != 0 {
            let size = matchings(rest.count_ones() as usize - 2) as u32;
            let (digit, point) = (number / size, rest.trailing_zeros());
            number %= size;
            rest &= rest - 1;
            let mut others = rest;
            for _ in 0..digit {
                others &= others - 1;
            }
            let other = others.trailing_zeros();
            rest &= !(1 << other);
            mates |= u64::from(other) << (4 * point) | u64::from(point) << (4 * other);
        }
        Self(mates)
    }

    /// Whether two matchings of this many points form one cycle: they are followed alternately from
    /// one point, and the first return must come only after all points. O(points).
    #[inline]
    pub fn close_with(self, other: Self, points: usize) -> bool {
        let mut point = 0;
        for pairs in 1..=points as u32 / 2 {
            point = other.of(self.of(point));
            if point == 0 {
                return 2 * pairs == points as u32;
            }
        }
        false
    }
}

/// The number of the matching of the points of a mask in mixed radix: for the first point, the
/// number of points before its mate, and so on with the rest. O(points).
#[inline]
pub fn number(mut points: u32, mate: impl Fn(u32) -> u32) -> u32 {
    let mut number = 0;
    while points != 0 {
        let other = mate(points.trailing_zeros());
        points &= points - 1;
        let digit = (points & ((1 << other) - 1)).count_ones();
        points &= !(1 << other);
        number += digit * matchings(points.count_ones() as usize) as u32;
    }
    number
}

/// The number of the matching that remains when a path joins the first point to the point with
/// `digit` points between them; `None` if they are mates.
#[inline]
fn contracted(points: usize, digit: u32, mates: Mates) -> Option<u32> {
    let other = digit + 1;
    let (one, two) = (mates.of(0), mates.of(other));
    let rest = ((1 << points) - 1) & !(1 | 1 << other);
    (one != other).then(|| {
        number(rest, |point| match point {
            point if point == one => two,
            point if point == two => one,
            point => mates.of(point),
        })
    })
}

/// The remaining matching when a path joins the first point to another one; tabulated for small
/// numbers of points.
pub struct Contractions {
    /// By half the number of points, by the other point, then by the matching.
    tables: Vec<Vec<u32>>,
}

impl Contractions {
    /// Tables for at most this many points. Time and memory O(points!! · points).
    pub fn new(most: usize) -> Self {
        let tables = (0..=most / 2).map(|half| {
            let (points, mut table) = (2 * half, Vec::new());
            if half < 2 {
                return table;
            }
            let all = matchings(points) as u32;
            let mates: Vec<Mates> = (0..all).map(|it| Mates::numbered(points, it)).collect();
            // Pairs that close too early get a number past all matchings.
            let none = matchings(points - 2) as u32;
            table.reserve_exact(mates.len() * (points - 1));
            for digit in 0..points as u32 - 1 {
                let each = mates.iter().map(|&mates| contracted(points, digit, mates));
                table.extend(each.map(|left| left.unwrap_or(none)));
            }
            table
        });
        Self { tables: tables.collect() }
    }

    /// Whether there are tables for this many points.
    pub fn reach(&self, points: usize) -> bool {
        points / 2 < self.tables.len()
    }

    /// For each matching of this many points: its number after joining the first point to another
    /// one, or the number of all matchings of two fewer points if that closes.
    #[inline]
    pub fn table(&self, points: usize, digit: u32) -> &[u32] {
        let all = matchings(points);
        &self.tables[points / 2][digit as usize * all..][..all]
    }

    /// An entry of [`Contractions::table`], for any number of points.
    #[inline]
    pub fn entry(&self, points: usize, digit: u32, number: u32) -> u32 {
        if self.reach(points) {
            return self.table(points, digit)[number as usize];
        }
        let left = contracted(points, digit, Mates::numbered(points, number));
        left.unwrap_or(matchings(points - 2) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matchings_are_numbered_from_zero() {
        for points in [2, 4, 6, 8] {
            for expected in 0..matchings(points) as u32 {
                let mates = Mates::numbered(points, expected);
                assert!((0..points as u32).all(|it| mates.of(mates.of(it)) == it));
                assert_eq!(number((1 << points) - 1, |it| mates.of(it)), expected);
            }
        }
        assert_eq!([2, 4, 6, 8, 10, 16].map(matchings), [1, 3, 15, 105, 945, 2_027_025]);
    }

    #[test]
    fn a_matching_closes_with_so_many_others() {
        // There are (points - 2)!! of them.
        for (points, expected) in [(2, 1), (4, 2), (6, 8), (8, 48), (10, 384)] {
            let one = Mates::numbered(points, matchings(points) as u32 / 2);
            let all = (0..matchings(points) as u32).map(|it| Mates::numbered(points, it));
            assert_eq!(all.filter(|&other| one.close_with(other, points)).count(), expected);
        }
    }

    #[test]
    fn contraction_keeps_whether_two_close() {
        let contractions = Contractions::new(6);
        for points in [4, 6, 8] {
            let all = matchings(points) as u32;
            let size = matchings(points - 2) as u32;
            for (one, other) in (0..all).flat_map(|one| (0..all).map(move |other| (one, other))) {
                let left = contractions.entry(points, one / size, other);
                let mates = |points, number| Mates::numbered(points, number);
                let closes = mates(points, one).close_with(mates(points, other), points);
                let rest = || mates(points - 2, one % size);
                let later = || rest().close_with(mates(points - 2, left), points - 2);
                assert_eq!(closes, left < size && later(), "{points} {one} {other}");
            }
        }
    }
}
