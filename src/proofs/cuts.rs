//! Checks of cuts: a clause must have exactly the moves out of the vertices that its comment names.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use satranj_encodings::encoding::Encoded;

use super::Permit;
use crate::limits::Reason;

/// The name of the outside vertex in the comment of a cut.
pub const OUTSIDE: &str = "outside";

/// The name of a vertex in the comment of a cut: its label, quoted as in JSON if it could be
/// misread.
#[must_use]
pub fn name(label: String) -> String {
    let is_special =
        |character: char| character.is_control() || [',', '"', '\\', '{', '}'].contains(&character);
    if label.is_empty() || label == OUTSIDE || label.contains(is_special) {
        return serde_json::Value::String(label).to_string();
    }
    label
}

/// Why a cut is not justified.
pub enum Unjustified {
    /// In a sentence.
    Wrong(String),
    /// A limit came first.
    Stopped(Reason),
}

fn unjustified(number: u64, problem: &str) -> Unjustified {
    Unjustified::Wrong(format!("cut {number}: {problem}"))
}

/// Checks the cuts of a formula.
///
/// A cut says that a tour leaves a set of vertices. Every tour does if some but not all of its
/// vertices are in the set; so does a path that continues from its end through an outside vertex to
/// its start. So the clause must have all moves with one end in the set, or all that lead out of it.
/// The names of the variables say what they mean.
pub struct CutChecker {
    /// The start and end of the move of each variable, by variable.
    moves: Vec<Option<(u32, u32)>>,
    names: HashMap<String, u32>,
    vertices: usize,
    arcs: bool,
}

impl CutChecker {
    /// Reads the names of variables. `vertices`: their number, without the outside one; `closed`:
    /// there is no outside vertex; `arcs`: whether moves have a direction.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        encoded: &dyn Encoded,
        label: &dyn Fn(u32) -> String,
        (vertices, closed, arcs): (u32, bool, bool),
        permit: Permit<'_>,
    ) -> Result<Self, Reason> {
        permit(12 * u64::from(encoded.variables()) + 80 * u64::from(vertices))?;
        let mut moves = vec![None; encoded.variables() as usize];
        // A number as a name cannot contain a comma or a bracket.
        let named = encoded.each_name(&|vertex| vertex.to_string(), &mut |variable, name| {
            moves[variable as usize] = ends(name, vertices, arcs);
            Ok(())
        });
        debug_assert!(named.is_ok(), "nothing is written");
        let mut names: HashMap<String, u32> =
            (0..vertices).map(|vertex| (name(label(vertex)), vertex)).collect();
        let outside = arcs && !closed;
        if outside {
            names.insert(OUTSIDE.into(), vertices);
        }
        Ok(Self { moves, names, vertices: vertices as usize + usize::from(outside), arcs })
    }

    /// Checks that a clause, in DIMACS numbers, is what its comment says: `cut K: every tour leaves
    /// {a,b,…}`. O(variables).
    ///
    /// # Errors
    /// [`Unjustified`].
    pub fn check(
        &self,
        number: u64,
        comment: &str,
        clause: &[i32],
        permit: Permit<'_>,
    ) -> Result<(), Unjustified> {
        let wrong = |problem: &str| Err(unjustified(number, problem));
        permit(0).map_err(Unjustified::Stopped)?;
        let list = comment.strip_prefix(&format!("cut {number}: every tour leaves {{"));
        let Some(list) = list.and_then(|list| list.strip_suffix('}')) else {
            return wrong("its comment does not name the vertices that every tour leaves");
        };
        let set = match self.set(list) {
            Ok(set) => set,
            Err(name) => return wrong(&format!("`{name}` is not a square of the puzzle")),
        };
        self.check_set(number, &set, clause)
    }

    /// The same for the numbers of the vertices, the outside vertex the last.
    ///
    /// # Errors
    /// [`Unjustified`].
    pub fn check_side(
        &self,
        number: u64,
        vertices: &[u32],
        clause: &[i32],
        permit: Permit<'_>,
    ) -> Result<(), Unjustified> {
        permit(0).map_err(Unjustified::Stopped)?;
        let mut set = FixedBitSet::with_capacity(self.vertices);
        for &vertex in vertices {
            if vertex as usize >= self.vertices {
                return Err(unjustified(number, &format!("vertex {vertex} does not exist")));
            }
            set.insert(vertex as usize);
        }
        self.check_set(number, &set, clause)
    }

    fn check_set(&self, number: u64, set: &FixedBitSet, clause: &[i32]) -> Result<(), Unjustified> {
        let inside = set.count_ones(..);
        if inside == 0 || inside == self.vertices {
            return Err(unjustified(number, "a cut needs some of the squares, not none or all"));
        }
        let leaves = |&(from, to): &(u32, u32)| {
            let (from, to) = (set.contains(from as usize), set.contains(to as usize));
            if self.arcs { from && !to } else { from != to }
        };
        let mut given: Vec<i32> = clause.to_vec();
        given.sort_unstable();
        given.dedup();
        let leaving = (1..).zip(&self.moves);
        let leaving = leaving.filter(|(_, ends)| ends.as_ref().is_some_and(leaves));
        if !leaving.map(|(variable, _)| variable).eq(given) {
            return Err(unjustified(
                number,
                "the clause does not have exactly the moves out of these squares",
            ));
        }
        Ok(())
    }

    /// The vertices of a list of names, or the name that is unknown.
    fn set<'t>(&self, list: &'t str) -> Result<FixedBitSet, &'t str> {
        let mut set = FixedBitSet::with_capacity(self.vertices);
        let mut rest = list;
        loop {
            let (name, after) = rest.split_at(length(rest));
            let &vertex = self.names.get(name).ok_or(name)?;
            set.insert(vertex as usize);
            match after.strip_prefix(',') {
                Some(next) => rest = next,
                None if after.is_empty() => return Ok(set),
                None => return Err(after),
            }
        }
    }
}

/// The length of the first name of a list: up to a comma, or to the closing quote.
fn length(list: &str) -> usize {
    let Some(quoted) = list.strip_prefix('"') else {
        return list.find(',').unwrap_or(list.len());
    };
    let mut escaped = false;
    let end = quoted.find(|character| {
        let is_end = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        is_end
    });
    end.map_or(list.len(), |end| end + 2)
}

/// The start and end of the move of the variable with that name; a path's first and last moves have
/// one end outside.
fn ends(name: &str, outside: u32, arcs: bool) -> Option<(u32, u32)> {
    let (kind, rest) = name.strip_suffix(')')?.split_once('(')?;
    match (kind, rest.split_once(',')) {
        ("move", Some((from, to))) => Some((from.parse().ok()?, to.parse().ok()?)),
        ("start", None) if arcs => Some((outside, rest.parse().ok()?)),
        ("end", None) if arcs => Some((rest.parse().ok()?, outside)),
        _ => None,
    }
}
