//! Independent and dominating sets of graphs of at most 64 vertices.

/// The vertices near each vertex, as bits.
fn masks(near: &[Vec<u32>]) -> Vec<u64> {
    assert!(near.len() <= 64, "too many vertices");
    near.iter().map(|list| mask(list)).collect()
}

fn mask(list: &[u32]) -> u64 {
    list.iter().fold(0, |set, &vertex| set | 1 << vertex)
}

fn members(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |vertex| set >> vertex & 1 == 1)
}

/// All vertices that are near some member of a set.
fn reached(near: &[u64], set: u64) -> u64 {
    members(set).fold(0, |reached, vertex| reached | near[vertex as usize])
}

fn all(vertices: usize) -> u64 {
    (0..vertices).fold(0, |all, vertex| all | 1 << vertex)
}

/// The given vertices and those that can still be added to them; `None` if two of them are near one
/// another, or one is not a vertex.
fn given_and_rest(near: &[u64], given: &[u32]) -> Option<(u64, u64)> {
    if given.iter().any(|&vertex| vertex as usize >= near.len()) {
        return None;
    }
    let taken = mask(given);
    let beside = reached(near, taken);
    (beside & taken == 0).then_some((taken, all(near.len()) & !taken & !beside))
}

/// All sets that hold the given vertices and no two neighbours; each in rising order.
///
/// # Panics
///
/// If there are more than 64 vertices.
#[must_use]
pub fn independent_sets(near: &[Vec<u32>], given: &[u32]) -> Vec<Vec<u32>> {
    fn extend(near: &[u64], set: u64, mut rest: u64, sets: &mut Vec<Vec<u32>>) {
        sets.push(members(set).collect());
        while rest != 0 {
            let vertex = rest.trailing_zeros();
            rest &= !(1 << vertex);
            extend(near, set | 1 << vertex, rest & !near[vertex as usize], sets);
        }
    }
    let near = masks(near);
    let mut sets = Vec::new();
    if let Some((taken, rest)) = given_and_rest(&near, given) {
        extend(&near, taken, rest, &mut sets);
    }
    sets
}

/// The sets of [`independent_sets`] that have this many vertices.
///
/// # Panics
///
/// If there are more than 64 vertices.
#[must_use]
pub fn independent_sets_of(near: &[Vec<u32>], given: &[u32], size: u32) -> Vec<Vec<u32>> {
    fn extend(near: &[u64], set: u64, mut rest: u64, size: u32, sets: &mut Vec<Vec<u32>>) {
        if size == 0 {
            sets.push(members(set).collect());
            return;
        }
        while rest.count_ones() >= size {
            let vertex = rest.trailing_zeros();
            rest &= !(1 << vertex);
            extend(near, set | 1 << vertex, rest & !near[vertex as usize], size - 1, sets);
        }
    }
    let near = masks(near);
    let mut sets = Vec::new();
    if let Some((taken, rest)) = given_and_rest(&near, given)
        && let Some(size) = size.checked_sub(taken.count_ones())
    {
        extend(&near, taken, rest, size, &mut sets);
    }
    sets
}

/// How many [`independent_sets`] there are of each size from 0 to that of the largest: either a
/// vertex with most neighbours is in, or it is out. Empty where no set is one.
///
/// # Panics
///
/// If there are more than 64 vertices.
#[must_use]
pub fn independent_by_size(near: &[Vec<u32>], given: &[u32]) -> Vec<u64> {
    fn count(near: &[u64], open: u64) -> Vec<u64> {
        let degree = |vertex: u32| (near[vertex as usize] & open).count_ones();
        let Some(vertex) = members(open).max_by_key(|&vertex| degree(vertex)) else {
            return vec![1];
        };
        if degree(vertex) == 0 {
            // All remaining vertices are free to choose.
            return (0..open.count_ones()).fold(vec![1], |row, _| sum(&row, &row));
        }
        let without = open & !(1 << vertex);
        sum(&count(near, without), &count(near, without & !near[vertex as usize]))
    }
    /// The sum of one row and another shifted by one vertex.
    fn sum(row: &[u64], with: &[u64]) -> Vec<u64> {
        let at = |row: &[u64], size: usize| row.get(size).copied().unwrap_or(0);
        let length = row.len().max(with.len() + 1);
        (0..length)
            .map(|size| at(row, size) + if size > 0 { at(with, size - 1) } else { 0 })
            .collect()
    }
    let near = masks(near);
    let Some((taken, rest)) = given_and_rest(&near, given) else { return Vec::new() };
    [vec![0; taken.count_ones() as usize], count(&near, rest)].concat()
}

/// The conditions of a domination, besides that every vertex is in the set or beside a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
pub struct DominationRule {
    /// No two members are neighbours.
    pub independent: bool,
    /// Every vertex is beside a member, including those in the set.
    pub total: bool,
    /// No vertex outside the set is beside two members; if total, no vertex.
    pub perfect: bool,
    /// Without any one of its members the set does not dominate.
    pub minimal: bool,
}

impl DominationRule {
    fn dominated(self, set: u64, reached: u64) -> u64 {
        if self.total { reached } else { reached | set }
    }
}

/// All dominating sets that hold the given vertices, by trying all sets; each in rising order.
///
/// # Panics
///
/// If there are more than 16 vertices.
#[must_use]
pub fn dominating_sets(near: &[Vec<u32>], rule: DominationRule, given: &[u32]) -> Vec<Vec<u32>> {
    assert!(near.len() <= 16, "too many vertices");
    let near = masks(near);
    let dominates = |&set: &u64| {
        let reached = reached(&near, set);
        let covers = |set| rule.dominated(set, self::reached(&near, set)) == all(near.len());
        let beside =
            |vertex: u32| members(set).filter(|&by| near[by as usize] >> vertex & 1 == 1).count();
        let is_bound = |vertex: u32| rule.total || set >> vertex & 1 == 0;
        covers(set)
            && !(rule.independent && reached & set != 0)
            && !(rule.perfect && (0..near.len() as u32).any(|one| is_bound(one) && beside(one) > 1))
            && !(rule.minimal && members(set).any(|one| covers(set & !(1 << one))))
    };
    let has_given = |set: &u64| given.iter().all(|&vertex| vertex < 16 && set >> vertex & 1 == 1);
    let sets = (0..1 << near.len()).filter(has_given).filter(dominates);
    sets.map(|set| members(set).collect()).collect()
}

/// The least size of a dominating set that need not be perfect or minimal, `None` if there is not one of any size: some dominator of the
/// first vertex that has none is in it.
///
/// # Panics
///
/// If there are more than 64 vertices.
#[must_use]
pub fn least_domination(near: &[Vec<u32>], rule: DominationRule) -> Option<u32> {
    fn dominates(near: &[u64], set: u64, left: u32, rule: DominationRule) -> bool {
        let reached = reached(near, set);
        let missing = all(near.len()) & !rule.dominated(set, reached);
        if missing == 0 || left == 0 {
            return missing == 0;
        }
        let first = missing.trailing_zeros();
        let leads = |&by: &u32| near[by as usize] >> first & 1 == 1;
        let mut choices = (0..near.len() as u32).filter(leads).fold(0, |all, by| all | 1 << by);
        choices |= if rule.total { 0 } else { 1 << first };
        if rule.independent {
            choices &= !reached;
            let attacks = |&by: &u32| near[by as usize] & set != 0;
            choices &= !members(choices).filter(attacks).fold(0, |all, by| all | 1 << by);
        }
        members(choices).any(|choice| dominates(near, set | 1 << choice, left - 1, rule))
    }
    let near = masks(near);
    (0..=near.len() as u32).find(|&size| dominates(&near, 0, size, rule))
}
