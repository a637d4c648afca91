//! The encoding of a longest path: successors, of which vertices that are left out have none.

use rustsat::types::{Lit, Var};

use super::LongestPath;
use crate::{
    clause::Assignment,
    constraints::LONGEST_PATHS,
    encoding::{
        EncodeError, Encoded, Encoding, Objective, ReadError, Reading, UsedOptions, Written,
    },
    formula::{Formula, VariableGroup, Window},
    hamiltonian::{
        arcs::Arcs,
        vertex_elimination::{Elimination, MOST_STEPS},
    },
    lattice::Lattice,
    model::{Model, Sense, Witness},
};

/// Successor variables that close no cycle, by vertex elimination; a vertex may be left out.
///
/// A cycle is a path from its least vertex, with an arc back to it.
///
/// # Variables
///
/// In this order: move(a,b), b follows a, for each arc in the order of tail, then head; start(v)
/// for each vertex v, end(v) for each, and on(v), "v is on the path", for each. Then edge(a,b) for
/// each edge, "it is used". For a cycle then back(a,b) for each arc from a to a lesser b, "the path ends at a
/// and starts at b"; for a path next(v) for each vertex, "it is on the path and not its end". Then
/// the ways of [`VERTEX_ELIMINATION`](crate::hamiltonian::vertex_elimination::VERTEX_ELIMINATION)
/// without a root, for a cycle "some vertex up to v is on it" for each v, and the auxiliary variables
/// of the at-most-ones.
///
/// # Clauses
///
/// In this order: the elimination of all vertices; for each vertex one of its arcs out, its end, or
/// that it is left out, and the same for its arcs in and its start, each as a clause and an
/// at-most-one; one start and one end. A unit for each stated end of a path, or for a vertex of a
/// cycle. For each arc that it implies its edge, and for each edge some arc of it. For a cycle: each
/// back(a,b) implies end(a) and start(b); each start some arc back to it; no start after a vertex
/// that is on the path; for undirected edges, if back(a,b), then some vertex less than a follows b.
/// For a path the three clauses of each next(v). For each given edge a unit, for a given arc a
/// clause. For each pair of edges that cross, not both. For an induced path, for each edge of which
/// both ends are on the path, that it is used. If a length is requested, that at least as many
/// variables of the objective are true: next(v), or on(v) for a cycle.
///
/// # Size
///
/// With n vertices, A arcs, m edges, x crossings, A/2 arcs back of undirected edges, and V, C and E
/// the variables and clauses of the at-most-ones and clauses of the elimination, which are counted
/// by writing the formula:
///
/// - variables: A + 3n + m + V, and n for a path, A/2 + n for a cycle
/// - clauses: E + 2n + C + 2 + A + m + x, and 3n for a path, about 5A/2 + 3n for a cycle
///
/// # Source and use
///
/// For the acyclic arcs Rankooh and Rintanen, "Propositional encodings of acyclicity and
/// reachability by using vertex elimination" (AAAI 2022). It is the only encoding of longest paths.
pub static SKIPPING: Encoding = Encoding {
    method: "sat:skipping",
    summary: "longest path: one variable per arc, acyclic by vertex elimination; vertices may be left \
              out",
    source: "Satranj, after Rankooh and Rintanen (AAAI 2022)",
    uses: UsedOptions::AT_MOST_ONE,
    takes: |model| model.as_longest_path().is_some(),
    minds: LONGEST_PATHS,
    bytes,
    write,
    ..Encoding::BASE
};

fn bytes(model: &Model) -> u64 {
    let Some(longest) = model.as_longest_path() else { return 0 };
    let (n, bound) = (u64::from(longest.visit.vertices()), longest.visit.lattice());
    let arcs =
        bound.map_or_else(|| 2 * u64::from(longest.visit.graph().edges()), Lattice::arcs_bound);
    let crossings = if longest.is_uncrossed() { arcs.saturating_mul(arcs) } else { 0 };
    let ways = n.saturating_mul(n).min(MOST_STEPS / 16);
    let bytes = [arcs.saturating_mul(128), crossings, ways * 40, n * 128];
    bytes.into_iter().fold(model.bytes(), u64::saturating_add)
}

/// The groups of variables, by their places in the formula.
const MOVE: u32 = 0;
const START: u32 = 1;
const END: u32 = 2;
const ON: u32 = 3;
const EDGE: u32 = 4;
/// For a cycle, the arcs back; for a path, the vertices before the last.
const OTHER: u32 = 5;

/// A longest path as arcs between its vertices.
struct EncodedPath<'m> {
    longest: &'m LongestPath,
    arcs: Arcs,
    /// The arcs back of a cycle.
    back: Vec<(u32, u32)>,
    groups: VariableGroup,
    variables: u32,
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let longest = formula.stated(model.as_longest_path())?;
    let (visit, n) = (&longest.visit, longest.visit.vertices());
    let arcs = Arcs::new(n, visit.arcs());
    let back: Vec<(u32, u32)> =
        arcs.iter().filter(|&(tail, head)| visit.closed && tail > head).collect();
    let others = if visit.closed { back.len() as u32 } else { n };
    let sizes = [arcs.len(), n, n, n, visit.graph().edges(), others];
    let groups = formula.group(sizes.map(|size| Window::below(size.into())).to_vec())?;
    let mut elimination = Elimination::new(n, (0..).zip(arcs.iter()), formula.variables());
    if !elimination.run(MOST_STEPS, &mut |clause| formula.add_clause(clause))? {
        let encoding = SKIPPING.name();
        return Err(EncodeError::TooManyClauses { encoding, most: MOST_STEPS });
    }
    formula.numbered(elimination.ways.len() as u32)?;
    let mut encoded = EncodedPath { longest, arcs, back, groups, variables: 0 };
    encoded.path(formula)?;
    if visit.closed {
        encoded.closed(formula)?;
    } else {
        encoded.open(formula)?;
    }
    encoded.conditions(formula)?;
    encoded.variables = formula.variables();
    Ok(Box::new(encoded))
}

impl EncodedPath<'_> {
    fn vertices(&self) -> std::ops::Range<u32> {
        0..self.longest.visit.vertices()
    }

    /// The variable of a number in a group.
    fn of(&self, group: u32, number: u32) -> Lit {
        Lit::positive(self.groups.begin(group) + number)
    }

    /// The edge between two vertices.
    fn edge(&self, (a, b): (u32, u32)) -> Option<Lit> {
        let number = self.longest.visit.graph().edge_between(a, b);
        number.map(|number| self.of(EDGE, number))
    }

    /// The arc back from one vertex to another.
    fn back(&self, tail: u32, head: u32) -> Option<Lit> {
        let number = self.back.binary_search(&(tail, head)).ok()?;
        Some(self.of(OTHER, number as u32))
    }

    /// One path, whose arcs close no cycle.
    fn path(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        let visit = &self.longest.visit;
        for vertex in self.vertices() {
            let ends = [self.of(END, vertex), !self.of(ON, vertex)];
            let out = self.arcs.outgoing(vertex).map(Lit::positive);
            formula.one_of(&out.chain(ends).collect::<Vec<_>>())?;
        }
        for vertex in self.vertices() {
            let starts = [self.of(START, vertex), !self.of(ON, vertex)];
            let into = self.arcs.incoming(vertex).iter().copied().map(Lit::positive);
            formula.one_of(&into.chain(starts).collect::<Vec<_>>())?;
        }
        formula.one_of(&self.groups.of(START).collect::<Vec<_>>())?;
        formula.one_of(&self.groups.of(END).collect::<Vec<_>>())?;
        let first = if visit.closed { ON } else { START };
        for (group, end) in [(first, visit.start), (END, visit.end)] {
            if let Some(end) = end {
                formula.add_clause(&[self.of(group, end)])?;
            }
        }
        let mut ways = vec![Vec::new(); visit.graph().edges() as usize];
        let back = (0..).zip(&self.back).map(|(number, &ends)| (self.of(OTHER, number), ends));
        let arcs = (0..).zip(self.arcs.iter()).map(|(arc, ends)| (Lit::positive(arc), ends));
        for (arc, ends) in arcs.chain(back) {
            if let Some(edge) = self.edge(ends) {
                formula.add_clause(&[!arc, edge])?;
                ways[(edge.vidx32() - self.groups.begin(EDGE)) as usize].push(arc);
            }
        }
        for (number, mut ways) in (0..).zip(ways) {
            ways.push(!self.of(EDGE, number));
            formula.add_clause(&ways)?;
        }
        Ok(())
    }

    /// The path begins at the least vertex of a cycle, to which an arc leads back.
    fn closed(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        for (number, &(tail, head)) in (0..).zip(&self.back) {
            let back = self.of(OTHER, number);
            formula.add_clause(&[!back, self.of(END, tail)])?;
            formula.add_clause(&[!back, self.of(START, head)])?;
            if !self.longest.visit.is_directed() {
                let less = self.arcs.outgoing(head).zip(self.arcs.successors(head));
                let less = less.filter(|&(_, &other)| other < tail);
                let less = less.map(|(arc, _)| Lit::positive(arc));
                formula.add_clause(&less.chain([!back]).collect::<Vec<_>>())?;
            }
        }
        for vertex in self.vertices() {
            let back = self.arcs.predecessors(vertex).filter_map(|tail| self.back(tail, vertex));
            let start = [!self.of(START, vertex)];
            formula.add_clause(&back.chain(start).collect::<Vec<_>>())?;
        }
        // "Some vertex up to this one is on the path."
        let seen: Vec<Lit> = self.vertices().map(|_| formula.new_lit()).collect();
        formula.chain(seen.iter().rev().copied())?;
        for (vertex, &seen) in (0..).zip(&seen) {
            formula.add_clause(&[!self.of(ON, vertex), seen])?;
            if vertex + 1 < self.longest.visit.vertices() {
                formula.add_clause(&[!seen, !self.of(START, vertex + 1)])?;
            }
        }
        Ok(())
    }

    /// The vertices before the last.
    fn open(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        for vertex in self.vertices() {
            let [next, on, end] = [OTHER, ON, END].map(|group| self.of(group, vertex));
            formula.add_clause(&[!next, on])?;
            formula.add_clause(&[!next, !end])?;
            formula.add_clause(&[next, !on, end])?;
        }
        Ok(())
    }

    /// The given edges, and the other conditions on the path.
    fn conditions(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        let LongestPath { visit, induced, at_least, .. } = self.longest;
        for &(a, b) in &visit.given {
            let arc = self.arcs.between(a, b).map(Lit::positive).into_iter();
            let used: Vec<Lit> = if visit.is_directed() {
                arc.chain(self.back(a, b)).collect()
            } else {
                self.edge((a, b)).into_iter().collect()
            };
            formula.add_clause(&used)?;
        }
        for &(one, other) in self.longest.crossings() {
            formula.add_clause(&[one, other].map(|edge| !self.of(EDGE, edge)))?;
        }
        if *induced {
            for (number, (a, b)) in (0..).zip(visit.graph().edge_list()) {
                let [a, b] = [a, b].map(|vertex| !self.of(ON, vertex));
                formula.add_clause(&[a, b, self.of(EDGE, number)])?;
            }
        }
        if let Some(least) = *at_least {
            let counted = self.counted();
            match (counted.len() as u64).checked_sub(least) {
                Some(most) => {
                    let left: Vec<Lit> = counted.iter().map(|&literal| !literal).collect();
                    formula.at_most(&left, most)?;
                }
                None => formula.add_clause(&[])?,
            }
        }
        Ok(())
    }

    /// As many of these are true as the path has edges.
    fn counted(&self) -> Vec<Lit> {
        let group = if self.longest.visit.closed { ON } else { OTHER };
        self.groups.of(group).collect()
    }
}

impl Encoded for EncodedPath<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let (group, number) = self.groups.named(variable)?;
        let number = number as u32;
        let (graph, closed) = (self.longest.visit.graph(), self.longest.visit.closed);
        let pair = |word: &str, (a, b): (u32, u32)| format!("{word}({},{})", label(a), label(b));
        Some(match group {
            MOVE => pair("move", self.arcs.ends(number)),
            EDGE => pair("edge", graph.edge_list().nth(number as usize)?),
            OTHER if closed => pair("back", self.back[number as usize]),
            _ => format!(
                "{}({})",
                ["start", "end", "on", "", "next"][group as usize - 1],
                label(number)
            ),
        })
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let is_start = |&vertex: &u32| assignment.satisfies(self.of(START, vertex));
        let starts: Vec<u32> = self.vertices().filter(is_start).collect();
        let [start] = starts[..] else { return Err(ReadError::Ends(starts.len())) };
        let mut path = vec![start];
        let mut last = start;
        let next = |vertex| {
            let mut out = self.arcs.outgoing(vertex);
            let arc = out.find(|&arc| assignment.satisfies(Lit::positive(arc)));
            arc.map(|arc| self.arcs.ends(arc).1)
        };
        while let Some(vertex) = next(last) {
            let vertices = self.longest.visit.vertices();
            if path.len() as u32 >= vertices {
                let length = path.len() as u32;
                return Err(ReadError::Closed { vertex, length, vertices });
            }
            path.push(vertex);
            last = vertex;
        }
        Ok(Reading::Witness(Witness::Path(path)))
    }

    fn objective(&self) -> Option<Objective> {
        let is_asked = self.longest.at_least.is_none();
        is_asked.then(|| Objective::new(self.counted(), Sense::Maximise))
    }

    fn projection(&self) -> Option<u32> {
        Some(self.groups.begin(EDGE))
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let mut path = witness.numbers().to_vec();
        if self.longest.visit.closed
            && let Some(at) = (0..path.len()).min_by_key(|&at| path[at])
        {
            path.rotate_left(at);
            if !self.longest.visit.is_directed() && path.get(1) > path.last() {
                path[1..].reverse();
            }
        }
        let arcs = path.windows(2).filter_map(|ends| self.arcs.between(ends[0], ends[1]));
        let arcs = arcs.map(|arc| Var::new(arc).pos_lit());
        let first = path.first().map(|&vertex| self.of(START, vertex));
        let last = path.last().map(|&vertex| self.of(END, vertex));
        arcs.chain(first).chain(last).map(|literal| !literal).collect()
    }
}
