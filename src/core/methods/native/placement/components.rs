//! Components of the conflicts: vertices of different components never conflict, so their
//! polynomials are multiplied.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use petgraph::unionfind::UnionFind;
use satranj_encodings::{
    independent_set::IndependentSet,
    lattice::{Lattice, Step},
    model::Count,
};

use super::{masks::Incidence, polynomial};
use crate::{
    limits::Reason,
    methods::{Context, Counted, Counting},
    run::Run,
};

/// The shape of a component, independent of its vertices' names: components of equal shape have
/// equally many sets of each size.
type Shape = Vec<(u32, u32)>;

/// The count asked of the sets of one kind: a fixed one, or the greatest.
fn asked(set: &IndependentSet) -> Count {
    set.kinds().first().map_or(Count::Optimum, |kind| kind.count)
}

/// Counts sets of one kind: those of each component by `count_one`, which takes its vertices in
/// rising order and the greatest size that matters; for components of equal shape only once.
///
/// # Errors
/// The reason to stop.
pub fn by_components(
    set: &IndependentSet,
    counting: Counting,
    context: &Context,
    mut count_one: impl FnMut(&[u32], Option<u32>) -> Result<Vec<BigUint>, Reason>,
) -> Result<Counted, Reason> {
    let asked = asked(set);
    let answer = |numbers| Ok(polynomial::counted(numbers, asked, counting.by_size));
    let greatest = polynomial::greatest(asked, counting.by_size);
    let Some(parts) = ConflictComponents::new(set, context)? else { return answer(Vec::new()) };
    let left = greatest.map(|greatest| greatest.checked_sub(parts.given));
    if left == Some(None) {
        return answer(Vec::new());
    }
    let greatest = left.flatten();
    let mut product = vec![BigUint::from(1u32)];
    for (component, times) in &parts.distinct {
        context.poll()?;
        let of_one = if component.len() == 1 {
            vec![BigUint::from(1u32); 2]
        } else {
            count_one(component, greatest)?
        };
        let of_all = polynomial::power(of_one, *times, greatest, context)?;
        product = polynomial::product(&product, &of_all, greatest, context)?;
    }
    let given = std::iter::repeat_n(BigUint::default(), parts.given as usize);
    answer(given.chain(product).collect())
}

/// The components of the vertices available besides the given ones.
pub struct ConflictComponents {
    /// Number of given vertices.
    pub given: u32,
    /// One component of each shape, and how many components have that shape.
    pub distinct: Vec<(Vec<u32>, u32)>,
}

impl ConflictComponents {
    /// The components of the conflicts among vertices that conflict with no given one; `None` if
    /// given ones conflict. O(n log n + m) time and memory.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(set: &IndependentSet, run: &Run) -> Result<Option<Self>, Reason> {
        run.building(set.conflicts_bytes(), || set.conflicts())?;
        if set.given_conflict().is_some() {
            return Ok(None);
        }
        let cliques = &set.conflicts().cliques;
        let vertices = set.vertices();
        let mut available = FixedBitSet::with_capacity(vertices as usize);
        available.insert_range(..);
        let given = set.distinct_given();
        for clique in cliques.iter() {
            if clique.iter().any(|vertex| given.binary_search(vertex).is_ok()) {
                for &vertex in clique {
                    available.remove(vertex as usize);
                }
            }
        }
        for &vertex in &given {
            available.remove(vertex as usize);
        }
        run.poll()?;
        let components = connected(set, &available);
        run.poll()?;
        let distinct = if components.len() == 1 {
            components.into_iter().map(|component| (component, 1)).collect()
        } else {
            distinct(set, components)
        };
        Ok(Some(Self { given: given.len() as u32, distinct }))
    }
}

/// The connected components of the conflicts among some vertices.
fn connected(set: &IndependentSet, available: &FixedBitSet) -> Vec<Vec<u32>> {
    let mut parts = UnionFind::new(set.vertices() as usize);
    for clique in set.conflicts().cliques.iter() {
        let mut members =
            clique.iter().copied().filter(|&vertex| available.contains(vertex as usize));
        let Some(first) = members.next() else { continue };
        members.for_each(|other| {
            parts.union(first, other);
        });
    }
    grouped(&parts, available.ones().map(|vertex| vertex as u32))
}

/// Vertices in rising order, group by group: a group is one set of a union-find structure, and
/// groups are ordered by their least vertices.
#[must_use]
pub fn grouped(parts: &UnionFind<u32>, vertices: impl Iterator<Item = u32>) -> Vec<Vec<u32>> {
    let mut number = vec![u32::MAX; parts.len()];
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for vertex in vertices {
        let number = &mut number[parts.find(vertex) as usize];
        if *number == u32::MAX {
            *number = groups.len() as u32;
            groups.push(Vec::new());
        }
        groups[*number as usize].push(vertex);
    }
    groups
}

/// One component of each shape, and how many components have that shape.
fn distinct(set: &IndependentSet, components: Vec<Vec<u32>>) -> Vec<(Vec<u32>, u32)> {
    let cliques = &set.conflicts().cliques;
    let incidence = Incidence::new(cliques, set.vertices());
    // Squares attacked by a given piece are not blocked, so lines continue behind them.
    let lattice = set
        .single()
        .map(|kind| &kind.lattice)
        .filter(|lattice| set.given.is_empty() || !lattice.rides());
    let ways = lattice.map(symmetries).unwrap_or_default();
    let mut found: BTreeMap<Shape, usize> = BTreeMap::new();
    let mut distinct: Vec<(Vec<u32>, u32)> = Vec::new();
    for component in components {
        let shape = match lattice {
            Some(lattice) => shape_on(lattice, &ways, &component),
            None => shape_of(&component, &incidence, |number| cliques.get(number as usize)),
        };
        let at = *found.entry(shape).or_insert(distinct.len());
        if at == distinct.len() {
            distinct.push((component, 1));
        } else {
            distinct[at].1 += 1;
        }
    }
    distinct
}

/// A symmetry of the square: whether rows and columns are swapped, then the signs.
type SquareSymmetry = (bool, i32, i32);

fn moved((turned, down, right): SquareSymmetry, (row, column): (i32, i32)) -> (i32, i32) {
    let (row, column) = if turned { (column, row) } else { (row, column) };
    (down * row, right * column)
}

/// The symmetries that map steps to steps.
fn symmetries(lattice: &Lattice) -> Vec<SquareSymmetry> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let all = signs.iter().flat_map(|&(down, right)| [(false, down, right), (true, down, right)]);
    let keeps = |symmetry: &SquareSymmetry| {
        lattice.steps().iter().all(|step| {
            let (rows, columns) = moved(*symmetry, (step.rows, step.columns));
            lattice.steps().contains(&Step { rows, columns, ..*step })
        })
    };
    all.filter(keeps).collect()
}

/// The least of the squares' images under the symmetries, each moved to the upper left.
fn shape_on(lattice: &Lattice, symmetries: &[SquareSymmetry], component: &[u32]) -> Shape {
    let shape = |&symmetry: &SquareSymmetry| {
        let mut squares: Vec<(i32, i32)> = component
            .iter()
            .map(|&vertex| lattice.position(vertex))
            .map(|(row, column)| moved(symmetry, (row as i32, column as i32)))
            .collect();
        squares.sort_unstable();
        let top = squares.iter().map(|square| square.0).min().unwrap_or(0);
        let left = squares.iter().map(|square| square.1).min().unwrap_or(0);
        let from = |(row, column)| ((row - top) as u32, (column - left) as u32);
        squares.into_iter().map(from).collect::<Shape>()
    };
    symmetries.iter().map(shape).min().unwrap_or_default()
}

/// The number of vertices, and for each of them the numbers of later ones in conflict.
fn shape_of<'c>(
    component: &[u32],
    incidence: &Incidence,
    clique: impl Fn(u32) -> &'c [u32],
) -> Shape {
    let mut shape = vec![(component.len() as u32, 0)];
    for (number, &vertex) in component.iter().enumerate() {
        for other in incidence.of(vertex).iter().flat_map(|&at| clique(at)) {
            if *other > vertex
                && let Ok(at) = component.binary_search(other)
            {
                shape.push((number as u32, at as u32));
            }
        }
    }
    shape[1..].sort_unstable();
    shape
}
