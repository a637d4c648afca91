//! The times at which something has a variable.

use crate::encoding::{EncodeError, check_numbering};

/// The name of the encoding.
pub(super) const NAME: &str = "planning";

/// This many first variables, if they can be numbered.
pub(super) fn numbering(variables: u64) -> Result<u32, EncodeError> {
    check_numbering(NAME, variables)
}

/// The times from the first up to before the end at which something has a variable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) first: u64,
    pub(super) end: u64,
}

impl Window {
    /// The times from the first to the last.
    pub(super) fn new(first: u64, last: Option<u64>) -> Self {
        Self { first, end: last.map_or(0, |last| last.saturating_add(1)).max(first) }
    }

    pub(super) fn len(self) -> u64 {
        self.end.saturating_sub(self.first)
    }

    pub(super) fn contains(self, time: u64) -> bool {
        (self.first..self.end).contains(&time)
    }

    /// The times that are in both.
    pub(super) fn and(self, other: Self) -> Self {
        let first = self.first.max(other.first);
        Self { first, end: self.end.min(other.end).max(first) }
    }

    /// The times one later.
    pub(super) fn later(self) -> Self {
        Self { first: self.first.saturating_add(1), end: self.end.saturating_add(1) }
    }

    /// The times from the first to the last that are in one of two, neither of them empty.
    pub(super) fn hull(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), end: self.end.max(other.end) }
    }

    /// The times from `least` on.
    pub(super) fn from(self, least: u64) -> Self {
        self.and(Self { first: least, end: u64::MAX })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_meet_and_move() {
        let window = |first, last| Window::new(first, Some(last));
        assert_eq!(window(2, 9).and(window(4, 12)).later(), window(5, 10));
        assert_eq!(window(2, 9).and(window(10, 12)).len(), 0);
        assert_eq!(window(0, 3).hull(window(5, 6)), window(0, 6));
        assert_eq!(window(0, 3).from(2), window(2, 3));
    }
}
