//! Weights of edges and of vertices in files.

/// A weight of an edge or a vertex, any number in a file; two are equal if their bits are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight(u64);

impl Weight {
    /// The weight of an edge or a vertex without one.
    pub const ONE: Self = Self(1_f64.to_bits());

    /// A number as a weight.
    #[must_use]
    pub fn of(value: f64) -> Self {
        Self(value.to_bits())
    }

    /// Its value.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }

    /// Its value, if it is a whole number from 1 on.
    #[must_use]
    pub fn whole(self) -> Option<u32> {
        let value = self.value();
        let is_whole = value.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&value);
        is_whole.then_some(value as u32)
    }

    /// Whether it is a number above 0 that [`scaled`] may take.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.decimal().is_some()
    }

    /// Its digits as a whole number, and how many of them are behind the point.
    fn decimal(self) -> Option<(u64, u32)> {
        let value = self.value();
        if !(value > 0.0 && value <= f64::from(u32::MAX)) {
            return None;
        }
        // The shortest decimal number that is read as this value, without an exponent.
        let text = value.to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let digits: u64 = format!("{whole}{part}").parse().ok()?;
        let is_possible = part.len() <= MOST_PLACES && digits <= u32::MAX.into();
        is_possible.then_some((digits, part.len() as u32))
    }

    /// The weight of two edges between the same vertices: the lesser; one that is not a positive
    /// number stays, so that it is reported.
    pub(super) fn merged(self, other: Self) -> Self {
        if !self.is_positive() || other.is_positive() && self.value() <= other.value() {
            self
        } else {
            other
        }
    }
}

/// The most digits behind the point.
const MOST_PLACES: usize = 9;

/// Weights as whole numbers: all are multiplied by the least power of ten that makes them whole,
/// exactly. `None` if one is not above 0, or becomes too large.
#[must_use]
pub fn scaled(weights: &[Weight]) -> Option<(Vec<u32>, u32)> {
    let decimals: Vec<(u64, u32)> =
        weights.iter().map(|weight| weight.decimal()).collect::<Option<_>>()?;
    let places = decimals.iter().map(|&(_, places)| places).max().unwrap_or(0);
    let whole = |(digits, own): (u64, u32)| {
        u32::try_from(digits.checked_mul(10_u64.pow(places - own))?).ok()
    };
    let whole = decimals.into_iter().map(whole).collect::<Option<_>>()?;
    Some((whole, 10_u32.pow(places)))
}

/// What the formats need.
#[doc(hidden)]
impl Weight {
    /// Reads a written weight; NaN if it is not a number.
    #[must_use]
    pub fn written(text: &str) -> Self {
        Self::of(text.trim().parse().unwrap_or(f64::NAN))
    }

    /// Reads a default weight; `None` if it is empty.
    #[must_use]
    pub fn by_default(text: &str) -> Option<Self> {
        (!text.trim().is_empty()).then(|| Self::written(text))
    }

    /// Its value in a message; `none` if it is not a number.
    #[must_use]
    pub fn shown(self, none: &str) -> String {
        let value = self.value();
        if value.is_nan() { none.into() } else { value.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_weights_are_scaled_exactly_or_not_at_all() {
        let all = |texts: &[&str]| {
            scaled(&texts.iter().map(|text| Weight::written(text)).collect::<Vec<_>>())
        };
        assert_eq!(all(&["1.5", "2", "0.25"]), Some((vec![150, 200, 25], 100)));
        assert_eq!(all(&["0.1", "0.2", "0.3"]), Some((vec![1, 2, 3], 10)));
        assert_eq!(all(&["3", "4.0"]), Some((vec![3, 4], 1)));
        assert_eq!(all(&["1e-9", "4.294967295"]), Some((vec![1, u32::MAX], 1_000_000_000)));
        assert_eq!(all(&["2.5e2", "0.5"]), Some((vec![2500, 5], 10)));
        assert_eq!(all(&[]), Some((vec![], 1)));
        for refused in [
            &["0"][..],
            &["-1.5"],
            &["x"],
            &["inf"],
            &["1e-10"],
            &["0.1234567891"],
            &["0.30000000000000004"],
            &["5000000", "0.001"],
            &["4294967296"],
        ] {
            assert_eq!(all(refused), None, "{refused:?}");
        }
    }

    #[test]
    fn whole_numbers_are_told_from_others() {
        for (text, whole) in [
            ("3", Some(3)),
            (" 4.0 ", Some(4)),
            ("2e3", Some(2000)),
            ("4294967295", Some(u32::MAX)),
            ("4294967296", None),
            ("0", None),
            ("-1", None),
            ("1.5", None),
            ("x", None),
            ("inf", None),
            ("1e400", None),
            ("-1e400", None),
            ("", None),
        ] {
            assert_eq!(Weight::written(text).whole(), whole, "{text}");
        }
        assert_eq!((Weight::by_default(" \n"), Weight::by_default("1")), (None, Some(Weight::ONE)));
        assert!(Weight::by_default("x").is_some_and(|weight| weight.whole().is_none()));
        let [three, four, half] = ["3", "4", "0.5"].map(Weight::written);
        assert_eq!((three.merged(four), four.merged(three)), (three, three));
        assert_eq!((three.merged(half), half.merged(three)), (half, half));
        let none = Weight::written("-1");
        assert_eq!((three.merged(none), none.merged(three)), (none, none));
    }
}
