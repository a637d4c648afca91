//! Normal forms of statements: equal statements have equal digests.

/// Pairs in rising order, each once; `directed`: a pair and its reverse are two.
pub fn pairs<T: Ord>(mut pairs: Vec<(T, T)>, directed: bool) -> Vec<(T, T)> {
    if !directed {
        for (a, b) in pairs.iter_mut().filter(|(a, b)| a > b) {
            std::mem::swap(a, b);
        }
    }
    // Sorted input, such as the edges of a large graph, is not sorted again.
    if !pairs.is_sorted() {
        pairs.sort_unstable();
    }
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_one_form() {
        let listed = vec![(3, 1), (1, 2), (1, 3), (2, 1), (1, 2)];
        assert_eq!(pairs(listed.clone(), false), [(1, 2), (1, 3)]);
        assert_eq!(pairs(listed, true), [(1, 2), (1, 3), (2, 1), (3, 1)]);
    }
}
