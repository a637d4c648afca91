//! The clauses that a proof may use, looked up by their literals, and the numbers of their variables.

use std::collections::HashMap;

use crate::limits::Reason;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// Deleted clauses are removed only above this number of literals.
const LITTER: usize = 1 << 16;

/// The state of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClauseState {
    Live,
    /// It is the reason for a true literal, and stays.
    Reason,
    Deleted,
}

#[derive(Debug, Clone, Copy)]
struct Clause {
    begin: usize,
    length: u32,
    /// The clause before it with the same key.
    earlier: u32,
    state: ClauseState,
}

/// The first literals of a clause.
pub fn shown(clause: &[i32]) -> String {
    let mut words: Vec<String> = clause.iter().take(8).map(ToString::to_string).collect();
    if clause.len() > 8 {
        words.push(format!("… ({} literals)", clause.len()));
    }
    words.join(" ")
}

/// Clauses by their numbers, each a set of literals; the caller can move the first two into place.
#[derive(Debug, Default)]
pub struct Clauses {
    literals: Vec<u32>,
    list: Vec<Clause>,
    /// The last clause for each key of literals.
    last: HashMap<u64, u32>,
    /// Number of deleted literals and clauses.
    litter: usize,
    sorted: Vec<u32>,
}

/// Bytes of a clause besides its literals: itself, its chain, two watches with growth.
const BYTES_A_CLAUSE: u64 = 24 + 32 + 4 * 8;

/// The key of a sorted list of literals: FNV-1a, word by word.
fn key(sorted: &[u32]) -> u64 {
    sorted.iter().fold(0xcbf2_9ce4_8422_2325, |key, &literal| {
        (key ^ u64::from(literal)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    })
}

impl Clauses {
    /// The number of clauses, with the deleted ones.
    pub fn len(&self) -> u32 {
        self.list.len() as u32
    }

    /// The approximate memory of the clauses and their watches.
    pub fn bytes(&self) -> u64 {
        4 * self.literals.len() as u64 + BYTES_A_CLAUSE * self.list.len() as u64
    }

    /// The literals of a clause, unless it is deleted.
    pub fn get(&self, number: u32) -> Option<&[u32]> {
        let Clause { begin, length, state, .. } = self.list[number as usize];
        (state != ClauseState::Deleted).then(|| &self.literals[begin..begin + length as usize])
    }

    /// The same, to be reordered.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut [u32]> {
        let Clause { begin, length, state, .. } = self.list[number as usize];
        (state != ClauseState::Deleted).then(|| &mut self.literals[begin..begin + length as usize])
    }

    /// Adds a clause without repeated literals.
    pub fn add(&mut self, literals: &[u32]) -> u32 {
        let number = self.list.len() as u32;
        let begin = self.literals.len();
        self.literals.extend_from_slice(literals);
        let length = literals.len() as u32;
        self.list.push(Clause { begin, length, earlier: NONE, state: ClauseState::Live });
        self.chain(number);
        number
    }

    /// Puts a clause at the end of its chain.
    fn chain(&mut self, number: u32) {
        self.sorted.clear();
        let Clause { begin, length, .. } = self.list[number as usize];
        self.sorted.extend_from_slice(&self.literals[begin..begin + length as usize]);
        self.sorted.sort_unstable();
        let earlier = self.last.insert(key(&self.sorted), number);
        self.list[number as usize].earlier = earlier.unwrap_or(NONE);
    }

    /// Keeps a clause permanently.
    pub fn keep(&mut self, number: u32) {
        self.list[number as usize].state = ClauseState::Reason;
    }

    /// Deletes a clause with these sorted literals that is not kept permanently; returns whether
    /// there was one.
    pub fn delete(&mut self, literals: &[u32]) -> bool {
        let key = key(literals);
        let (mut later, mut number) = (NONE, self.last.get(&key).copied().unwrap_or(NONE));
        while number != NONE {
            let Clause { begin, length, earlier, state } = self.list[number as usize];
            if state == ClauseState::Live && length as usize == literals.len() {
                self.sorted.clear();
                self.sorted.extend_from_slice(&self.literals[begin..begin + length as usize]);
                self.sorted.sort_unstable();
                if self.sorted == literals {
                    self.list[number as usize].state = ClauseState::Deleted;
                    self.litter += literals.len() + 8;
                    match (later, earlier) {
                        (NONE, NONE) => drop(self.last.remove(&key)),
                        (NONE, _) => drop(self.last.insert(key, earlier)),
                        _ => self.list[later as usize].earlier = earlier,
                    }
                    return true;
                }
            }
            (later, number) = (number, earlier);
        }
        false
    }

    /// Whether enough is deleted for the removal to be worth the time.
    pub fn has_litter(&self) -> bool {
        self.litter > LITTER && self.litter > self.literals.len() / 2
    }

    /// Removes the deleted clauses; the numbers change, the order of literals does not. O(n log n)
    /// in the literals.
    pub fn clear(&mut self) {
        let mut end = 0;
        let mut kept = Vec::new();
        for &clause in self.list.iter().filter(|clause| clause.state != ClauseState::Deleted) {
            self.literals.copy_within(clause.begin..clause.begin + clause.length as usize, end);
            kept.push(Clause { begin: end, ..clause });
            end += clause.length as usize;
        }
        self.literals.truncate(end);
        self.list = kept;
        self.last.clear();
        self.litter = 0;
        for number in 0..self.len() {
            self.chain(number);
        }
    }
}

/// Replaces literals by the internal ones of a clause, sorted, each once.
///
/// # Errors
/// The error of `internal`.
pub fn number_literals(
    clause: &[i32],
    literals: &mut Vec<u32>,
    mut internal: impl FnMut(i32) -> Result<u32, Reason>,
) -> Result<(), Reason> {
    literals.clear();
    for &literal in clause {
        literals.push(internal(literal)?);
    }
    literals.sort_unstable();
    literals.dedup();
    Ok(())
}

/// Variables up to this one are numbered by an array, others by a hash table.
const DENSE: u32 = 1 << 22;

/// The known variables, numbered from 0.
#[derive(Default)]
pub struct VariableNumbers {
    /// The number of each variable, or none; and of those past the end of this array.
    dense: Vec<u32>,
    sparse: HashMap<u32, u32>,
}

impl VariableNumbers {
    /// The number of a variable; `next` if it is new. O(1) expected.
    pub fn number(&mut self, variable: u32, next: u32) -> u32 {
        if variable >= DENSE {
            return *self.sparse.entry(variable).or_insert(next);
        }
        let place = variable as usize;
        if self.dense.len() <= place {
            self.dense.resize(place + 1, u32::MAX);
        }
        if self.dense[place] == u32::MAX {
            self.dense[place] = next;
        }
        self.dense[place]
    }
}
