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

    /// The weight of two edges between the same vertices: the lesser; one that is not a whole
    /// number stays, so that it is reported.
    pub(super) fn merged(self, other: Self) -> Self {
        match (self.whole(), other.whole()) {
            (None, _) => self,
            (Some(_), None) => other,
            (Some(one), Some(another)) => {
                if one <= another {
                    self
                } else {
                    other
                }
            }
        }
    }
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
    }
}
