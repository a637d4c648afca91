//! Our numbers of the variables of a formula, which may leave many out.

use std::collections::HashMap;

/// Variables up to this one are numbered by an array, others by a hash table.
const DENSE: u32 = 1 << 22;

/// The variables that were seen, numbered from 0.
#[derive(Default)]
pub struct VariableNumbers {
    /// The number of each variable, or none; and of those past the end of this array.
    dense: Vec<u32>,
    sparse: HashMap<u32, u32>,
}

impl VariableNumbers {
    /// The number of a variable; `next` if it was not seen before. O(1) expected.
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
