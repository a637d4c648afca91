//! The alternating-cuts encoding: the cuts encoding with the edges of the cycle coloured
//! alternately.

use rustsat::types::Lit;

use super::{cuts::CUTS, degrees::used};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{
        Encoded, Encoding, Options, ReadError, Reading, Reduced, UsedOptions, Written,
        check_numbering,
    },
    graph::Graph,
    model::{Model, Witness},
};

/// [`CUTS`], with the edges of a cycle of even length coloured first, second, first, second …
///
/// For cycles through an even number of vertices of an undirected graph. A 2-factor with an odd
/// cycle has no such colouring, and in a cubic graph the two colours and the unused edges are a
/// 3-edge-colouring: a snark has none, so its formula is unsatisfiable without a cut.
///
/// # Variables
///
/// Those of [`CUTS`]. Then first(e) for each edge e, in the order of the graph's edge numbers: it
/// is used and has the first colour; and in the same order second(e).
///
/// # Clauses
///
/// Those of [`CUTS`]. Then for each edge: first(e) only if e is used, second(e) only if it is used,
/// not both, one of both if it is used; for each vertex: some edge first, some edge second. The two
/// edges at a vertex then have different colours. Of the two at vertex 0 the one with the smaller
/// number is first: a clause for each of its edges.
///
/// # Size
///
/// With m edges, n vertices and d(0) edges at vertex 0, beyond that of [`CUTS`]:
///
/// - variables: 2m
/// - clauses: 4m + 2n + d(0)
///
/// # Source and use
///
/// Source: Tait, "Remarks on the colouring of maps" (1880): a Hamiltonian cycle of a cubic graph
/// gives a colouring of its edges. Prefer it for cubic graphs that may have no cycle; on bipartite
/// graphs, where no cycle is odd, it adds nothing to [`CUTS`].
pub static ALTERNATING_CUTS: Encoding = Encoding {
    name: "alternating-cuts",
    summary: "Hamiltonian: cuts, with the edges of an even cycle in two alternating colours",
    complete: false,
    uses: UsedOptions::REDUCTIONS,
    supports: |model| {
        model
            .as_undirected()
            .is_some_and(|model| model.closed && model.vertices().is_multiple_of(2))
    },
    decision_order: |model, options| CUTS.decision_order(model, options),
    bytes: |model| CUTS.bytes(model),
    write,
};

fn write<'m>(model: &'m Model, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let hamiltonian = ALTERNATING_CUTS.stated(model.as_undirected())?;
    let cuts = (CUTS.write)(model, options, sink)?;
    let graph = hamiltonian.graph();
    let edges = graph.edges();
    let variables = u64::from(cuts.variables()) + 2 * u64::from(edges);
    let variables = check_numbering(ALTERNATING_CUTS.name, variables)?;
    let coloured = Coloured { first: cuts.variables(), cuts, graph, variables };
    for edge in 0..edges {
        let used = used(edge);
        let [first, second] = coloured.colours(edge);
        sink.add_clause(&[!first, used])?;
        sink.add_clause(&[!second, used])?;
        sink.add_clause(&[!first, !second])?;
        sink.add_clause(&[!used, first, second])?;
    }
    let mut clause = Vec::new();
    for vertex in 0..graph.vertices() {
        for colour in 0..2 {
            clause.clear();
            let edges = graph.edge_numbers(vertex).iter();
            clause.extend(edges.map(|&edge| coloured.colours(edge)[colour]));
            sink.add_clause(&clause)?;
        }
    }
    if graph.vertices() > 0 {
        clause.clear();
        for &edge in graph.edge_numbers(0) {
            let used = used(edge);
            clause.extend([!used, coloured.colours(edge)[0]]);
            sink.add_clause(&clause)?;
            // The edges before it are not used.
            clause.truncate(clause.len() - 2);
            clause.push(used);
        }
    }
    Ok(Box::new(coloured))
}

/// The encoded model.
struct Coloured<'m> {
    cuts: Box<dyn Encoded + 'm>,
    graph: &'m Graph,
    /// The variable first(0).
    first: u32,
    variables: u32,
}

impl Coloured<'_> {
    /// The literals first(e) and second(e).
    fn colours(&self, edge: u32) -> [Lit; 2] {
        let first = self.first + edge;
        [first, first + self.graph.edges()].map(Lit::positive)
    }
}

impl Encoded for Coloured<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let Some(colour) = variable.checked_sub(self.first) else {
            return self.cuts.variable_name(variable, label);
        };
        let edges = self.graph.edges();
        let name = ["first", "second"].get(colour.checked_div(edges)? as usize)?;
        let (a, b) = self.graph.edge_list().nth((colour % edges) as usize)?;
        Some(format!("{name}({},{})", label(a), label(b)))
    }

    fn each_name(
        &self,
        label: &dyn Fn(u32) -> String,
        each: &mut dyn FnMut(u32, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        self.cuts.each_name(label, each)?;
        let mut variable = self.first;
        for name in ["first", "second"] {
            for (a, b) in self.graph.edge_list() {
                each(variable, &format!("{name}({},{})", label(a), label(b)))?;
                variable += 1;
            }
        }
        Ok(())
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        self.cuts.read(assignment)
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        self.cuts.sides(assignment)
    }

    fn repair(&self, assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        self.cuts.repair(assignment)
    }

    fn reduced(&self) -> Reduced {
        self.cuts.reduced()
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        self.cuts.exclude(witness)
    }
}
