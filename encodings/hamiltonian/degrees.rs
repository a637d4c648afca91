//! The common parts of the encodings over edges: naming, reading, cutting, repairing and excluding.

use std::cell::OnceCell;

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    merging::{Components, KeptEdges, Merging, NONE},
};
use crate::{
    clause::Assignment,
    encoding::{Encoded, ReadError, Reading, Reduced},
    formula::VariableGroup,
    model::Witness,
};

/// The literal that says that an edge is used.
pub(super) fn used(edge: u32) -> Lit {
    Lit::positive(edge)
}

/// A variable for every edge, or for every vertex.
pub(super) struct NamedGroup {
    pub name: &'static str,
    pub is_of_edges: bool,
    pub variables: VariableGroup,
}

/// The encoded model.
pub(super) struct Degrees<'m> {
    pub model: &'m Hamiltonian,
    /// move(e); then start(v) and end(v), where those ends are free; then all other groups.
    pub groups: Vec<NamedGroup>,
    pub reduced: Reduced,
    pub variables: u32,
    /// The ends of the edges, once one is named.
    pub edges: OnceCell<Vec<(u32, u32)>>,
}

impl Degrees<'_> {
    /// The group of that name.
    fn group(&self, name: &str) -> Option<&VariableGroup> {
        self.groups.iter().find(|group| group.name == name).map(|group| &group.variables)
    }

    /// The vertex of a path's end: fixed, or chosen by the assignment.
    fn end(
        &self,
        fixed: Option<u32>,
        name: &str,
        assignment: &Assignment,
    ) -> Result<Option<u32>, ReadError> {
        let Some(group) = self.group(name) else { return Ok(fixed) };
        let literals = (0..).zip(group.of(0));
        let chosen = literals.filter(|&(_, literal)| assignment.satisfies(literal));
        let chosen: Vec<u32> = chosen.map(|(vertex, _)| vertex).collect();
        match chosen[..] {
            [vertex] => Ok(Some(vertex)),
            _ => Err(ReadError::Ends(chosen.len())),
        }
    }

    /// The used neighbours of every vertex, at most two.
    fn chosen(&self, assignment: &Assignment) -> Result<Vec<[u32; 2]>, ReadError> {
        let graph = self.model.graph();
        let mut chosen = vec![[NONE; 2]; graph.vertices() as usize];
        for (edge, (a, b)) in graph.edge_list().enumerate() {
            if !assignment.satisfies(used(edge as u32)) {
                continue;
            }
            for (vertex, other) in [(a, b), (b, a)] {
                let slots = &mut chosen[vertex as usize];
                let Some(slot) = slots.iter_mut().find(|slot| **slot == NONE) else {
                    return Err(ReadError::Degree { vertex, degree: 3 });
                };
                *slot = other;
            }
        }
        Ok(chosen)
    }

    /// The components of the chosen edges, beginning with the path or the cycle of the start.
    fn components(&self, assignment: &Assignment) -> Result<Components, ReadError> {
        let start = self.end(self.model.start, "start", assignment)?;
        let end = self.end(self.model.end, "end", assignment)?;
        let chosen = self.chosen(assignment)?;
        let ends = [start, end].map(|end| end.filter(|_| !self.model.closed));
        for (vertex, neighbours) in (0..).zip(&chosen) {
            let degree = neighbours.iter().filter(|&&other| other != NONE).count()
                + ends.iter().filter(|&&end| end == Some(vertex)).count();
            if degree != 2 {
                return Err(ReadError::Degree { vertex, degree: degree as u32 });
            }
        }
        Ok(Components::of(chosen, start))
    }

    /// Number of components that become cuts: both cuts of two are the same.
    fn several(components: &Components) -> usize {
        if components.count() == 2 { 1 } else { components.count() }
    }
}

impl Encoded for Degrees<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        self.groups.iter().find_map(|NamedGroup { name, is_of_edges, variables }| {
            let (_, number) = variables.named(variable)?;
            if !is_of_edges {
                return Some(format!("{name}({})", label(number as u32)));
            }
            let edges = self.edges.get_or_init(|| self.model.graph().edge_list().collect());
            let (a, b) = edges[number as usize];
            Some(format!("{name}({},{})", label(a), label(b)))
        })
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let components = self.components(assignment)?;
        if components.count() <= 1 {
            return Ok(Reading::Witness(Witness::Path(components.into_order())));
        }
        let graph = self.model.graph();
        let edges = |vertex| graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex));
        Ok(Reading::Cuts(components.cuts(Self::several(&components), |vertex| {
            edges(vertex).map(|(&other, &edge)| (other, used(edge)))
        })))
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        let components = self.components(assignment)?;
        Ok(components.sides(Self::several(&components)))
    }

    fn repair(&self, assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        let components = self.components(assignment)?;
        let (first, most) = (components.walks.items().first().copied(), components.count() as u32);
        if most <= 1 {
            return Ok(Some((Witness::Path(components.into_order()), 0)));
        }
        let kept = KeptEdges::new(&self.model.given);
        let mut factor = Merging::new(self.model.graph(), &kept, components);
        let merges = factor.merge();
        let path = || Witness::Path(Components::of(factor.neighbours, first).into_order());
        Ok((merges + 1 == most).then(|| (path(), merges)))
    }

    fn reduced(&self) -> Reduced {
        self.reduced
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let path = witness.numbers();
        let graph = self.model.graph();
        let back = (self.model.closed && path.len() > 2).then(|| (path[path.len() - 1], path[0]));
        let steps = path.windows(2).map(|step| (step[0], step[1])).chain(back);
        let mut clause: Vec<Lit> =
            steps.filter_map(|(a, b)| graph.edge_between(a, b)).map(|edge| !used(edge)).collect();
        // The same edges walked from the other end are another path.
        if let (Some(starts), Some(&start)) = (self.group("start"), path.first()) {
            clause.extend(starts.at(0, start.into()).map(|literal| !literal));
        }
        clause
    }
}
