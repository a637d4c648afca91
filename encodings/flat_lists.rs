//! Lists, one after another in a flat array.

use std::ops::Range;

/// Lists, one after another in a flat array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlatLists<T> {
    items: Vec<T>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl<T> Default for FlatLists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Copy> FlatLists<T> {
    /// This many lists, of these pairs of a list's number and an item, each in their order. O(lists
    /// and pairs).
    pub fn by_number(lists: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Default,
    {
        let mut ends = vec![0; lists];
        pairs.clone().for_each(|(number, _)| ends[number] += 1);
        let mut length = 0;
        for end in &mut ends {
            length += std::mem::replace(end, length);
        }
        // Each end is where the list begins, until its items are there.
        let mut items = vec![T::default(); length];
        for (number, item) in pairs {
            items[ends[number]] = item;
            ends[number] += 1;
        }
        Self { items, ends }
    }

    /// Adds a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Where the list of that number is among all items.
    #[must_use]
    pub fn range(&self, number: usize) -> Range<usize> {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        begin..self.ends[number]
    }

    /// The list of that number.
    #[must_use]
    pub fn get(&self, number: usize) -> &[T] {
        &self.items[self.range(number)]
    }

    /// The lists.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.items[begin..end];
            begin = end;
            list
        })
    }

    /// The items of all lists.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The items of all lists, without a copy.
    #[must_use]
    pub fn into_items(self) -> Vec<T> {
        self.items
    }

    /// The number of the list of an item, by its place among all.
    #[must_use]
    pub fn list_of(&self, place: usize) -> usize {
        self.ends.partition_point(|&end| end <= place)
    }

    /// Bytes of the arrays.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.ends.capacity() * size_of::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_by_number_and_by_place() {
        let mut pushed = FlatLists::default();
        pushed.push([7, 5]);
        pushed.push([]);
        pushed.push([6]);
        let pairs = [(2, 6), (0, 7), (0, 5)];
        assert_eq!(FlatLists::by_number(3, pairs.into_iter()), pushed);
        assert_eq!(pushed.iter().collect::<Vec<_>>(), [&[7, 5][..], &[], &[6]]);
        assert_eq!([0, 1, 2].map(|place| pushed.list_of(place)), [0, 0, 2]);
        assert_eq!((pushed.len(), pushed.items(), pushed.range(2)), (3, &[7, 5, 6][..], 2..3));
    }
}
