//! Reads the edges of a solution of the cuts encoding: a witness, or its components.

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    components::{Components, NONE, walk},
    merging::Merging,
};
use crate::{
    clause::Assignment,
    encoding::{Encoded, ReadError, Reading, Reduced},
    model::Witness,
    variables::VariableGroup,
};

/// The literal that says that an edge is used.
pub(super) fn used(edge: u32) -> Lit {
    Lit::positive(edge)
}

/// The components that become cuts: all, but only the first of two, as both cuts are the same.
fn sides(components: &Components) -> impl Iterator<Item = &[u32]> {
    let Components { order, begins, .. } = components;
    let several = if begins.len() == 2 { 1 } else { begins.len() };
    (0..several).map(move |index| {
        let finish = begins.get(index + 1).copied().unwrap_or(order.len());
        &order[begins[index]..finish]
    })
}

/// The encoded model.
pub(super) struct Degrees<'m> {
    pub model: &'m Hamiltonian,
    /// move(e).
    pub edges: VariableGroup,
    /// start(v) and end(v), where those ends are free.
    pub ends: [Option<VariableGroup>; 2],
    pub reduced: Reduced,
    pub variables: u32,
}

impl Degrees<'_> {
    /// The vertex of a path's end: fixed, or chosen by the assignment.
    fn end(
        fixed: Option<u32>,
        group: Option<&VariableGroup>,
        assignment: &Assignment,
    ) -> Result<Option<u32>, ReadError> {
        let Some(group) = group else { return Ok(fixed) };
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
        let start = Self::end(self.model.start, self.ends[0].as_ref(), assignment)?;
        let end = Self::end(self.model.end, self.ends[1].as_ref(), assignment)?;
        let chosen = self.chosen(assignment)?;
        let is_end = |vertex: u32| {
            u32::from(!self.model.closed && start == Some(vertex))
                + u32::from(!self.model.closed && end == Some(vertex))
        };
        for (vertex, neighbours) in chosen.iter().enumerate() {
            let degree = neighbours.iter().filter(|&&other| other != NONE).count() as u32
                + is_end(vertex as u32);
            if degree != 2 {
                return Err(ReadError::Degree { vertex: vertex as u32, degree });
            }
        }
        Ok(Components::of(chosen, start))
    }

    /// "Some edge leaves these vertices"; `marks[v] == mark` says that v is one of them.
    fn cut(&self, vertices: &[u32], marks: &[u32], mark: u32) -> Vec<Lit> {
        let graph = self.model.graph();
        let mut clause = Vec::new();
        for &vertex in vertices {
            let neighbours = graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex));
            let leaving = neighbours.filter(|&(&other, _)| marks[other as usize] != mark);
            clause.extend(leaving.map(|(_, &edge)| used(edge)));
        }
        clause
    }
}

impl Encoded for Degrees<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if let Some((_, edge)) = self.edges.named(variable) {
            let (a, b) = self.model.graph().edge_list().nth(edge as usize)?;
            return Some(format!("move({},{})", label(a), label(b)));
        }
        ["start", "end"].into_iter().zip(&self.ends).find_map(|(name, group)| {
            let (_, vertex) = group.as_ref()?.named(variable)?;
            Some(format!("{name}({})", label(vertex as u32)))
        })
    }

    fn each_name(
        &self,
        label: &dyn Fn(u32) -> String,
        each: &mut dyn FnMut(u32, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        // Looking each edge up by its number would take quadratic time.
        for (edge, (a, b)) in self.model.graph().edge_list().enumerate() {
            each(edge as u32, &format!("move({},{})", label(a), label(b)))?;
        }
        for variable in self.model.graph().edges()..self.variables {
            if let Some(name) = self.variable_name(variable, label) {
                each(variable, &name)?;
            }
        }
        Ok(())
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let components = self.components(assignment)?;
        let Components { marks, begins, .. } = &components;
        if begins.len() <= 1 {
            return Ok(Reading::Witness(Witness::Path(components.order)));
        }
        let cuts = sides(&components).zip(0..).map(|(side, mark)| self.cut(side, marks, mark));
        Ok(Reading::Cuts(cuts.collect()))
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        let components = self.components(assignment)?;
        let sides = sides(&components).map(<[u32]>::to_vec);
        Ok(if components.begins.len() <= 1 { Vec::new() } else { sides.collect() })
    }

    fn repair(&self, assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        let Components { chosen, marks, order, begins } = self.components(assignment)?;
        if begins.len() <= 1 {
            return Ok(Some((Witness::Path(order), 0)));
        }
        let roots: Vec<u32> = begins.iter().map(|&begin| order[begin]).collect();
        let mut factor =
            Merging::new(self.model.graph(), &self.model.given, chosen, &marks, &roots);
        let merges = factor.merge();
        if merges as usize + 1 < begins.len() {
            return Ok(None);
        }
        let (path, _) = walk(&factor.neighbours, order.first().copied());
        Ok(Some((Witness::Path(path), merges)))
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
        if let (Some(starts), Some(&start)) = (&self.ends[0], path.first()) {
            clause.extend(starts.at(0, start.into()).map(|literal| !literal));
        }
        clause
    }
}
