//! The vertices of a file by name: each name once, numbered in order of input.

use std::{borrow::Cow, collections::HashMap};

use super::{MOST_VERTICES, Problem, ask, scanner::brief, too_many};
use crate::limits::Permit;

/// Memory of a vertex: its name in the table and the list, a label.
const BYTES_A_VERTEX: u64 = 160;

/// Fewer vertices need no memory check.
const MANY: u32 = 1 << 14;

/// Names and their numbers.
pub struct VertexNames<'a> {
    numbers: HashMap<Cow<'a, str>, u32>,
    names: Vec<Cow<'a, str>>,
    permit: Permit<'a>,
}

impl<'a> VertexNames<'a> {
    /// No names yet.
    pub fn new(permit: Permit<'a>) -> Self {
        Self { numbers: HashMap::new(), names: Vec::new(), permit }
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of a known name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The number of a name; a new name gets the next one.
    ///
    /// # Errors
    /// The problem if there are too many.
    pub fn number(&mut self, name: Cow<'a, str>) -> Result<u32, Problem> {
        match self.numbers.get(&name) {
            Some(&number) => Ok(number),
            None => self.add(name),
        }
    }

    /// The number of a name that must be new.
    ///
    /// # Errors
    /// The problem if it is not, or if there are too many.
    pub fn only(&mut self, name: Cow<'a, str>) -> Result<u32, Problem> {
        if self.numbers.contains_key(&name) {
            return Err(format!("a second vertex `{}`", brief(&name)).into());
        }
        self.add(name)
    }

    fn add(&mut self, name: Cow<'a, str>) -> Result<u32, Problem> {
        let number = self.names.len() as u32;
        if number == MOST_VERTICES {
            let number = u64::from(number) + 1;
            return Err(too_many(format!("with `{}`, {number}", brief(&name))).into());
        }
        if number >= MANY && number.is_power_of_two() {
            // Until there are twice as many.
            let bytes = BYTES_A_VERTEX * u64::from(number);
            ask(self.permit, bytes, || format!("more than {number} vertices"))?;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        Ok(number)
    }

    /// The names in their order.
    pub fn into_names(self) -> Vec<String> {
        self.names.into_iter().map(Cow::into_owned).collect()
    }

    /// The names in order, or the labels if the names only `count` and the labels are distinct.
    pub fn named(
        self,
        count: impl Fn(usize, &str) -> bool,
        labels: Vec<Option<String>>,
    ) -> Vec<String> {
        let counts = self.names.iter().enumerate().all(|(number, name)| count(number, name));
        match labels.into_iter().collect::<Option<Vec<String>>>() {
            Some(labels) if counts && labels.len() == self.names.len() && are_distinct(&labels) => {
                labels
            }
            _ => self.into_names(),
        }
    }
}

/// Whether all are distinct. O(n log n).
pub fn are_distinct(names: &[String]) -> bool {
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] != two[1])
}
