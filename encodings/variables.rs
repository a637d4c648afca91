//! The variables of a formula in groups, numbered consecutively.

use rustsat::types::Lit;

/// The numbers, from `first` up to but without `end`, that have a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) first: u64,
    pub(crate) end: u64,
    /// 1, or 2 if only every other number has one.
    pub(crate) by: u64,
}

impl Default for Window {
    fn default() -> Self {
        Self::below(0)
    }
}

impl Window {
    /// The numbers from 0 up to but without `end`.
    pub(crate) fn below(end: u64) -> Self {
        Self { first: 0, end, by: 1 }
    }

    /// The numbers from the first to the last.
    pub(crate) fn new(first: u64, last: Option<u64>) -> Self {
        let end = last.map_or(0, |last| last.saturating_add(1)).max(first);
        Self { first, end, by: 1 }
    }

    pub(crate) fn len(self) -> u64 {
        self.end.saturating_sub(self.first).div_ceil(self.by)
    }

    /// The numbers, rising.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u64> {
        (self.first..self.end).step_by(self.by as usize)
    }

    /// Whether a number is one of them.
    pub(crate) fn contains(self, number: u64) -> bool {
        (self.first..self.end).contains(&number) && (number - self.first).is_multiple_of(self.by)
    }

    /// The intersection of two windows of which both have gaps or neither.
    pub(crate) fn and(self, other: Self) -> Self {
        let first = self.first.max(other.first);
        let meets = self.first.abs_diff(other.first).is_multiple_of(self.by);
        let end = if meets { self.end.min(other.end).max(first) } else { first };
        Self { first, end, by: self.by }
    }

    /// Every other number, from the first of this parity on.
    pub(crate) fn every_other(self, odd: bool) -> Self {
        let first = self.first + ((self.first % 2) ^ u64::from(odd));
        let length = self.end.saturating_sub(first).div_ceil(2);
        Self { first, end: (first + 2 * length).saturating_sub(1).max(first), by: 2 }
    }

    /// The numbers shifted by one.
    pub(crate) fn later(self) -> Self {
        let later = |number: u64| number.saturating_add(1);
        Self { first: later(self.first), end: later(self.end), ..self }
    }

    /// The numbers from the least to the greatest of two nonempty windows.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), end: self.end.max(other.end), by: 1 }
    }
}

/// Variables of items and numbers.
pub(crate) struct VariableGroup {
    /// The first variable of each item, and the end.
    begins: Vec<u32>,
    windows: Vec<Window>,
}

impl VariableGroup {
    /// The variables from this one on: for each item, in order, the numbers of its window, rising.
    pub(crate) fn new(first: u32, windows: Vec<Window>) -> Self {
        let mut next = first;
        let lengths = windows.iter().map(|window| window.len() as u32);
        let ends = lengths.map(|length| {
            next += length;
            next
        });
        let begins = std::iter::once(first).chain(ends).collect();
        Self { begins, windows }
    }

    /// The variable after the last one.
    pub(crate) fn end(&self) -> u32 {
        self.begins.last().copied().unwrap_or(0)
    }

    /// The variable of a number of an item; between two numbers, that of the greater one.
    pub(crate) fn at(&self, item: u32, number: u64) -> Option<Lit> {
        let Window { first, end, by } = self.windows[item as usize];
        let offset = number.checked_sub(first).filter(|_| number < end)?.div_ceil(by);
        Some(Lit::positive(self.begins[item as usize] + offset as u32))
    }

    /// The first variable of an item.
    pub(crate) fn begin(&self, item: u32) -> u32 {
        self.begins[item as usize]
    }

    /// The variables of an item, rising.
    pub(crate) fn of(&self, item: u32) -> impl Iterator<Item = Lit> + use<> {
        (self.begins[item as usize]..self.begins[item as usize + 1]).map(Lit::positive)
    }

    /// The numbers of an item and their variables, rising.
    pub(crate) fn each(&self, item: u32) -> impl Iterator<Item = (u64, Lit)> + use<> {
        self.windows[item as usize].numbers().zip(self.of(item))
    }

    /// The number of items.
    pub(crate) fn items(&self) -> u32 {
        self.windows.len() as u32
    }

    /// The item and the number of a variable, if it is one of the group.
    pub(crate) fn named(&self, variable: u32) -> Option<(u32, u64)> {
        if variable >= self.end() {
            return None;
        }
        // The last item that begins there; items before it at the same place have no variables.
        let item = self.begins.partition_point(|&begin| begin <= variable).checked_sub(1)?;
        let Window { first, by, .. } = self.windows[item];
        Some((item as u32, first + u64::from(variable - self.begins[item]) * by))
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
        let (even, odd) = (window(1, 7).every_other(false), window(1, 7).every_other(true));
        assert_eq!(even.numbers().collect::<Vec<_>>(), [2, 4, 6]);
        assert_eq!(odd.and(odd.later().later()).numbers().collect::<Vec<_>>(), [3, 5, 7]);
        assert_eq!((even.and(odd).len(), window(2, 2).every_other(true).len()), (0, 0));
        assert_eq!((even.contains(4), even.contains(5), even.contains(8)), (true, false, false));
    }
}
