//! Set covering: the rest of a dominating set once the given vertices are in it.

use petgraph::unionfind::UnionFind;
use satranj_encodings::dominating_set::{DominatingSet, reduction::CoverReduction};

use super::LARGEST_PART;
use crate::{
    limits::Reason,
    methods::native::{
        bits::{BitMatrix, all, members, remove, subtract},
        packing::{CoverState, PackingTableau},
    },
    run::Run,
};

/// A set cover instance: the fewest sets, or a fixed number of sets, must cover all elements.
#[derive(Debug, Clone, Default)]
pub struct SetCover {
    /// The vertex of each set.
    pub vertices: Vec<u32>,
    /// The number of elements.
    pub elements: usize,
    /// The elements of each set, in rising order.
    pub elements_of: Vec<Vec<u32>>,
    /// The sets with each element, in rising order.
    pub sets_with: Vec<Vec<u32>>,
    /// [`SetCover::elements_of`] as bits.
    pub columns: BitMatrix,
    /// [`SetCover::sets_with`] as bits.
    pub rows: BitMatrix,
    /// The sets that each set excludes, if sets exclude one another.
    pub clashes: Option<BitMatrix>,
}

/// The decomposition of a model into covering problems.
#[derive(Debug)]
pub struct CoverParts {
    /// The given vertices, in rising order.
    pub given: Vec<u32>,
    /// Independent problems; without a split exactly one.
    pub covers: Vec<SetCover>,
    /// How covers of these problems become covers of all vertices.
    pub reduction: CoverReduction,
}

impl CoverParts {
    /// The covering problems of a model; `None` if its given vertices exclude one another.
    ///
    /// With `split` the connected components of "vertex - dominator" are separate problems, reduced
    /// if no vertex excludes another, and vertices that dominate nothing new are dropped; otherwise
    /// there is one problem of all vertices. O(n + m log n) time beside the reduction, 2 n² bits for n
    /// vertices of one part, 3 n² if they exclude others.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::IncompleteMethod`] if a part is too large.
    pub fn new(
        model: &DominatingSet,
        weights: Vec<u32>,
        split: bool,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        let n = model.vertices();
        let given = model.pieces().distinct_given();
        if given.last().is_some_and(|&last| last >= n) {
            return Ok(None);
        }
        // Beside the matrices.
        run.reserve(48 * u64::from(model.graph().edges()) + 192 * u64::from(n))?;
        let mut reduction = CoverReduction::new(model, weights);
        if model.independent {
            for &vertex in &given {
                for &other in model.graph().neighbours(vertex) {
                    if given.binary_search(&other).is_ok() {
                        return Ok(None);
                    }
                    reduction.is_allowed[other as usize] = false;
                }
            }
        }
        if split && !model.independent {
            reduction.reduce(model);
        }
        let (open, allowed) = (&reduction.is_open, &reduction.is_allowed);
        // Vertex v is number v as a set and number n + v as an element.
        let mut parts = UnionFind::new(2 * n as usize);
        for vertex in (0..n).filter(|&vertex| open[vertex as usize]) {
            model.dominators(vertex, &mut |other| {
                if allowed[other as usize] {
                    parts.union((n + vertex) as usize, other as usize);
                }
            });
        }
        if model.independent {
            for (a, b) in model.graph().edge_list() {
                parts.union(a as usize, b as usize);
            }
        }
        let mut numbers = vec![u32::MAX; 2 * n as usize];
        let mut groups: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        groups.resize_with((!split).into(), Default::default);
        let mut group_of = |part: usize, groups: &mut Vec<(Vec<u32>, Vec<u32>)>| {
            if !split {
                return 0;
            }
            let part = parts.find(part);
            if numbers[part] == u32::MAX {
                numbers[part] = groups.len() as u32;
                groups.push((Vec::new(), Vec::new()));
            }
            numbers[part] as usize
        };
        for vertex in (0..n).filter(|&vertex| open[vertex as usize]) {
            let group = group_of((n + vertex) as usize, &mut groups);
            groups[group].0.push(vertex);
        }
        for vertex in (0..n).filter(|&vertex| allowed[vertex as usize]) {
            let group = group_of(vertex as usize, &mut groups);
            groups[group].1.push(vertex);
        }
        groups.retain(|(elements, _)| !split || !elements.is_empty());
        let size = |(elements, sets): &(Vec<u32>, Vec<u32>)| elements.len().max(sets.len());
        if groups.iter().any(|group| size(group) > LARGEST_PART) {
            return Err(Reason::IncompleteMethod);
        }
        let matrices = if model.independent { 3 } else { 2 };
        let bits = groups.iter().map(|group| matrices * size(group) * group.1.len());
        run.reserve(bits.sum::<usize>() as u64 / 8)?;
        let covers = groups
            .into_iter()
            .map(|(elements, sets)| SetCover::new(model, &elements, &sets))
            .collect();
        Ok(Some(Self { given, covers, reduction }))
    }

    /// The weight of vertices that the reduction leaves.
    pub fn weight(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| u64::from(self.reduction.weights[vertex as usize])).sum()
    }

    /// A greedy cover of each part, as vertices; `None` for a part without one.
    pub fn greedy(&self) -> Vec<Option<Vec<u32>>> {
        let of_part = |cover: &SetCover| {
            let vertex = |set: usize| cover.vertices[set];
            let chosen = cover.greedy(|set| self.reduction.weights[vertex(set) as usize])?;
            Some(chosen.into_iter().map(|set| vertex(set as usize)).collect())
        };
        self.covers.iter().map(of_part).collect()
    }

    #[cfg(test)]
    pub fn unweighted(model: &DominatingSet, split: bool) -> Self {
        let weights = vec![1; model.vertices() as usize];
        let run = Run::new(crate::limits::Limits::default(), 0);
        Self::new(model, weights, split, &run).unwrap().unwrap()
    }
}

impl SetCover {
    /// The elements `0..elements` and these sets as bits, without lists.
    pub fn of_bits(columns: BitMatrix, elements: usize) -> Self {
        let vertices = (0..columns.count() as u32).collect();
        Self { vertices, elements, columns, ..Self::default() }
    }

    fn new(model: &DominatingSet, elements: &[u32], sets: &[u32]) -> Self {
        let mut columns = BitMatrix::new(sets.len(), elements.len());
        let mut rows = BitMatrix::new(elements.len(), sets.len());
        let mut elements_of = vec![Vec::new(); sets.len()];
        let mut sets_with = vec![Vec::new(); elements.len()];
        for (element, &vertex) in elements.iter().enumerate() {
            model.dominators(vertex, &mut |other| {
                if let Ok(set) = sets.binary_search(&other) {
                    columns.insert(set, element);
                    rows.insert(element, set);
                    elements_of[set].push(element as u32);
                    sets_with[element].push(set as u32);
                }
            });
            sets_with[element].sort_unstable();
        }
        let clashes = model.independent.then(|| {
            let mut clashes = BitMatrix::new(sets.len(), sets.len());
            for (set, &vertex) in sets.iter().enumerate() {
                for other in model.graph().neighbours(vertex) {
                    if let Ok(other) = sets.binary_search(other) {
                        clashes.insert(set, other);
                    }
                }
            }
            clashes
        });
        let vertices = sets.to_vec();
        let elements = elements.len();
        Self { vertices, elements, elements_of, sets_with, columns, rows, clashes }
    }

    /// The packings of the elements, with this room in each set.
    pub fn packing(&self, room: impl Fn(usize) -> f64) -> PackingTableau {
        let sets = self.elements_of.iter().enumerate();
        let sets = sets.map(|(set, list)| (&list[..], room(set)));
        PackingTableau::new(sets, vec![1.0; self.elements])
    }

    /// All elements and sets.
    pub fn all(&self) -> CoverState {
        CoverState { open: all(self.elements), allowed: all(self.sets()) }
    }

    /// The number of sets.
    pub fn sets(&self) -> usize {
        self.vertices.len()
    }

    /// A greedy cover: repeatedly takes the set of least weight per newly covered element, then
    /// drops sets that the others make redundant; `None` if there is no cover.
    ///
    /// At most H(d) times the least weight, for d elements in the largest set (Chvátal: "A greedy
    /// heuristic for the set-covering problem", Math. Oper. Res. 4, 1979).
    pub fn greedy(&self, weight: impl Fn(usize) -> u32) -> Option<Vec<u32>> {
        let mut gain: Vec<u32> = self.elements_of.iter().map(|list| list.len() as u32).collect();
        let mut covered = vec![0_u32; self.elements];
        let mut allowed = all(self.sets());
        let mut left = self.elements;
        let mut chosen = Vec::new();
        while left > 0 {
            let gaining = members(&allowed).filter(|&set| gain[set] > 0);
            let best = gaining.min_by(|&one, &other| {
                let cost = |set, of: usize| u64::from(weight(set)) * u64::from(gain[of]);
                cost(one, other).cmp(&cost(other, one)).then(one.cmp(&other))
            })?;
            chosen.push(best as u32);
            remove(&mut allowed, best);
            if let Some(clashes) = &self.clashes {
                subtract(&mut allowed, clashes.row(best));
            }
            for &element in &self.elements_of[best] {
                covered[element as usize] += 1;
                if covered[element as usize] == 1 {
                    left -= 1;
                    for &set in &self.sets_with[element as usize] {
                        gain[set as usize] -= 1;
                    }
                }
            }
        }
        chosen.retain(|&set| {
            let list = &self.elements_of[set as usize];
            let needed = list.iter().any(|&element| covered[element as usize] == 1);
            if !needed {
                for &element in list {
                    covered[element as usize] -= 1;
                }
            }
            needed
        });
        Some(chosen)
    }
}
