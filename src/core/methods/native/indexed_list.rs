//! A list of numbers from which any of them is removed in constant time.

/// Numbers below a bound, each at most once; a removal moves the last one into the gap. 4 bytes for
/// each number below the bound, and 4 for each in the list.
pub struct IndexedList {
    list: Vec<u32>,
    /// The index of each number in the list, or [`NOWHERE`].
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl IndexedList {
    /// An empty list of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { list: Vec::new(), places: vec![NOWHERE; bound] }
    }

    /// The numbers in the list.
    pub fn as_slice(&self) -> &[u32] {
        &self.list
    }

    /// Whether the list has this number.
    pub fn contains(&self, number: u32) -> bool {
        self.places[number as usize] != NOWHERE
    }

    /// Adds a number at the end, or removes it; nothing changes if that is so already.
    pub fn set(&mut self, number: u32, is_in: bool) {
        let place = self.places[number as usize];
        if is_in == (place != NOWHERE) {
            return;
        }
        if is_in {
            self.places[number as usize] = self.list.len() as u32;
            self.list.push(number);
            return;
        }
        self.places[number as usize] = NOWHERE;
        self.list.swap_remove(place as usize);
        if let Some(&moved) = self.list.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.list.clear();
        self.places.fill(NOWHERE);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_has_what_was_added_and_not_removed(
            steps in prop::collection::vec((0..12_u32, any::<bool>()), 0..60),
        ) {
            let mut list = IndexedList::new(12);
            let mut plain = std::collections::BTreeSet::new();
            for (number, is_in) in steps {
                list.set(number, is_in);
                if is_in { plain.insert(number) } else { plain.remove(&number) };
                let mut sorted = list.as_slice().to_vec();
                sorted.sort_unstable();
                prop_assert_eq!(&sorted, &plain.iter().copied().collect::<Vec<_>>());
                prop_assert!((0..12).all(|one| list.contains(one) == plain.contains(&one)));
            }
            list.clear();
            prop_assert!(list.as_slice().is_empty() && !list.contains(3));
        }
    }
}
