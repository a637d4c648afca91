//! Clauses by the keys that the steps of a proof name them by.

/// No clause.
const NONE: u32 = u32::MAX;

/// Deleted clauses are removed only above this number of literals.
const LITTER: usize = 1 << 16;

/// Bytes of a clause besides its literals, and its place in the table.
const BYTES_A_CLAUSE: u64 = 24 + 8;

#[derive(Debug, Clone, Copy)]
struct KeyedClause {
    key: u64,
    begin: usize,
    length: u32,
    /// The clause before it in the same place of the table.
    earlier: u32,
}

/// Clauses in a hash table of their keys, of which several may be equal. Numbers change when deleted
/// clauses are removed.
#[derive(Debug, Default)]
pub struct KeyedClauses {
    literals: Vec<u32>,
    list: Vec<KeyedClause>,
    /// The last clause in each place, a power of two of places.
    last: Vec<u32>,
    /// Number of deleted literals and clauses.
    litter: usize,
}

impl KeyedClauses {
    /// The bytes that it takes. Arrays double.
    pub fn bytes(&self) -> u64 {
        4 * self.literals.len() as u64 + BYTES_A_CLAUSE * self.list.len() as u64
    }

    fn place(&self, key: u64) -> usize {
        // The golden ratio spreads keys that follow one another.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.last.len() - 1)
    }

    /// The first clause with a key, from this one of its place on.
    fn with_key(&self, mut number: u32, key: u64) -> Option<u32> {
        while number != NONE && self.list[number as usize].key != key {
            number = self.list[number as usize].earlier;
        }
        (number != NONE).then_some(number)
    }

    /// A clause with this key.
    pub fn first(&self, key: u64) -> Option<u32> {
        if self.last.is_empty() {
            return None;
        }
        self.with_key(self.last[self.place(key)], key)
    }

    /// Another clause with the same key.
    pub fn next(&self, number: u32) -> Option<u32> {
        let KeyedClause { key, earlier, .. } = self.list[number as usize];
        self.with_key(earlier, key)
    }

    /// The literals of a clause.
    pub fn literals(&self, number: u32) -> &[u32] {
        let KeyedClause { begin, length, .. } = self.list[number as usize];
        &self.literals[begin..begin + length as usize]
    }

    /// The numbers and clauses that are not deleted.
    fn live(&self) -> impl Iterator<Item = (u32, &KeyedClause)> {
        // A deleted clause is its own predecessor.
        (0..).zip(&self.list).filter(|&(number, clause)| clause.earlier != number)
    }

    /// The keys and numbers of all clauses. O(clauses).
    pub fn each(&self) -> impl Iterator<Item = (u64, u32)> {
        self.live().map(|(number, clause)| (clause.key, number))
    }

    /// Adds a clause. O(length) amortised.
    pub fn add(&mut self, key: u64, literals: &[u32]) {
        let begin = self.literals.len();
        self.literals.extend_from_slice(literals);
        self.list.push(KeyedClause { key, begin, length: literals.len() as u32, earlier: NONE });
        if self.list.len() > self.last.len() {
            self.chain_all();
        } else {
            self.chain(self.list.len() - 1);
        }
    }

    fn chain(&mut self, number: usize) {
        let place = self.place(self.list[number].key);
        self.list[number].earlier = std::mem::replace(&mut self.last[place], number as u32);
    }

    /// Builds the table anew, without the deleted clauses.
    fn chain_all(&mut self) {
        self.last.clear();
        self.last.resize((2 * self.list.len()).next_power_of_two(), NONE);
        for number in 0..self.list.len() {
            if self.list[number].earlier as usize != number {
                self.chain(number);
            }
        }
    }

    /// Deletes a clause with this key and, if given, these literals in this order; whether there was
    /// one.
    pub fn delete(&mut self, key: u64, literals: Option<&[u32]>) -> bool {
        if self.last.is_empty() {
            return false;
        }
        let place = self.place(key);
        let (mut later, mut number) = (NONE, self.last[place]);
        while number != NONE {
            let KeyedClause { key: other, length, earlier, .. } = self.list[number as usize];
            if other == key && literals.is_none_or(|literals| literals == self.literals(number)) {
                match later {
                    NONE => self.last[place] = earlier,
                    _ => self.list[later as usize].earlier = earlier,
                }
                self.list[number as usize].earlier = number;
                self.litter += length as usize + 8;
                if self.litter > LITTER && self.litter > self.literals.len() / 2 {
                    self.clear();
                }
                return true;
            }
            (later, number) = (number, earlier);
        }
        false
    }

    /// Removes the deleted clauses. O(literals).
    fn clear(&mut self) {
        let mut end = 0;
        let mut kept: Vec<KeyedClause> = self.live().map(|(_, &clause)| clause).collect();
        for clause in &mut kept {
            let length = clause.length as usize;
            self.literals.copy_within(clause.begin..clause.begin + length, end);
            (clause.begin, clause.earlier) = (end, NONE);
            end += length;
        }
        self.literals.truncate(end);
        self.list = kept;
        self.litter = 0;
        self.chain_all();
    }

    /// Gives every clause a new key. O(literals).
    pub fn rekey(&mut self, mut key: impl FnMut(&[u32]) -> u64) {
        self.clear();
        for clause in &mut self.list {
            clause.key = key(&self.literals[clause.begin..clause.begin + clause.length as usize]);
        }
        self.chain_all();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]

        /// Clauses are found under their keys until they are deleted, as in a plain list.
        #[test]
        fn a_table_is_a_list(
            steps in prop::collection::vec((0..5_u8, 0..40_u64, 0..3_u32), 0..200),
        ) {
            let (mut table, mut list) = (KeyedClauses::default(), Vec::<(u64, Vec<u32>)>::new());
            for (kind, key, literal) in steps {
                let clause = vec![key as u32, 100 + literal];
                match kind {
                    0..=2 => {
                        table.add(key, &clause);
                        list.push((key, clause));
                    }
                    3 => {
                        let at = list.iter().rposition(|other| *other == (key, clause.clone()));
                        prop_assert_eq!(table.delete(key, Some(&clause)), at.is_some());
                        at.map(|at| list.remove(at));
                    }
                    _ if literal == 0 => {
                        // Keys that some clauses share.
                        let other = |clause: &[u32]| u64::from(clause[0]) * key % 40;
                        table.rekey(other);
                        for (key, clause) in &mut list {
                            *key = other(clause);
                        }
                    }
                    _ => {
                        let at = list.iter().rposition(|(other, _)| *other == key);
                        prop_assert_eq!(table.delete(key, None), at.is_some());
                        at.map(|at| list.remove(at));
                    }
                }
                for key in 0..40 {
                    let chain = std::iter::successors(table.first(key), |&n| table.next(n));
                    let mut found: Vec<_> = chain.map(|n| table.literals(n).to_vec()).collect();
                    let mut expected: Vec<_> = list.iter().filter(|(k, _)| *k == key).collect();
                    found.sort();
                    expected.sort();
                    prop_assert!(found.iter().eq(expected.iter().map(|(_, clause)| clause)));
                }
                prop_assert_eq!(table.each().count(), list.len());
            }
        }
    }
}
