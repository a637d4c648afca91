//! OPB for pseudo-Boolean solvers, by rustsat: clauses, or placements and dominations as linear
//! constraints over 0/1 variables.
//!
//! In linear constraints, variable v means vertex v of the model: a piece on a square. Further
//! variables follow, one for each large biclique of conflicts. Independent set: at most one vertex
//! of each clique; a biclique's variable chooses the side from which vertices may be taken.
//! Dominating set: for each vertex at least one of the vertex and its neighbours; an independent one
//! also has the constraints above. Vertex cover: at least one end of each edge. Always: each given
//! vertex, the negation of each blocked one, and one equation per count. Free counts of several
//! kinds are equal; the first of them is the objective, or the weight if the vertices have weights.

use std::{
    io::{self, Write},
    iter::once,
    ops::Range,
};

use rustsat::{
    instances::fio::opb::{FileLine, Options, write_opb_lines},
    types::{
        Clause, Lit,
        constraints::{CardConstraint, PbConstraint},
    },
};
use satranj_encodings::{
    clause::Assignment,
    constraints::{
        Constraint::{
            self, Blocked, Directed, Given, Graph, Independent, Kinds, Size, Surface, Total,
            Unshielded, Weights,
        },
        are_all_of,
    },
    encoding::Objective,
    independent_set::{IndependentSet, conflicts::Conflicts},
    model::{Count, Model},
    vertex_set::{SetQuestion, chosen},
};
use sha2::{Digest, Sha256};

use super::{
    Export, ExportError, Format, FormatWriter,
    formula::{self, Syntax},
};
use crate::{
    documents::{finish_sha256, map::MapDocument},
    limits::Reason,
    run::Run,
};

/// `opb`: `* #variable= V #constraint= C`, header comments, `* varname N NAME` for each puzzle
/// variable, `min:` the objective, then the constraints without negated literals.
///
/// Placements and dominations are stated by linear constraints, unless an encoding is named;
/// that encoding, and tours, are written clause by clause.
pub const OPB: Format = Format {
    name: "opb",
    extensions: &["opb"],
    summary: "linear constraints over 0/1 variables for pseudo-Boolean solvers; with a map",
    has_models: true,
    is_of_clauses: |model, is_encoding_named| is_encoding_named || !supports(model),
    writer: FormatWriter::Whole(|export, out| {
        if OPB.is_of_clauses(export.model, export.is_encoding_named) {
            formula::write(&IN_OPB, export, out).map(Some)
        } else {
            write_linear(export, out).map(Some)
        }
    }),
    ..Format::BASE
};

const IN_OPB: Syntax = Syntax {
    name: "opb",
    comment: "*",
    // The empty clause is written with a variable.
    first: |size, out| first(size.variables.max(1), size.clauses, out),
    heading: |_, objective, out| {
        objective.map_or(Ok(()), |objective| line(minimised_line(objective), out))
    },
    clause: |clause, text| {
        if clause.is_empty() {
            text.extend_from_slice(b"+1 x1 >= 2;\n");
            return;
        }
        let clause: Clause = clause.iter().copied().collect();
        // Writing to memory cannot fail.
        let _ = line(FileLine::Clause(clause), text);
    },
    ..Syntax::BASE
};

/// The value of the `min:` line under an assignment, as in a solver's `o` line. A negated literal
/// counts -1 if its variable is true.
#[must_use]
pub fn cost(objective: &Objective, assignment: &Assignment) -> i128 {
    let term = |(literal, weight): (Lit, u32)| {
        let is_true = assignment.satisfies(Lit::positive(literal.vidx32()));
        let value = if is_true { i128::from(weight) } else { 0 };
        if literal.is_pos() { value } else { -value }
    };
    objective.minimised().map(term).sum()
}

fn first(variables: u64, constraints: u64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "* #variable= {variables} #constraint= {constraints}")
}

fn line(line: Line, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::new();
    write_opb_lines(&mut text, once(line), Options::default())?;
    // rustsat leaves out the sign of positive coefficients; some readers want it.
    let mut rest = text.as_slice();
    while let Some(end) = rest.iter().position(|&byte| byte == b' ' || byte == b'\n') {
        let (word, behind) = rest.split_at(end + 1);
        if word[0].is_ascii_digit() && behind.first() == Some(&b'x') {
            out.write_all(b"+")?;
        }
        out.write_all(word)?;
        rest = behind;
    }
    out.write_all(rest)
}

/// How many variables and constraints a model has, and the digest of their lines.
pub struct Linear {
    /// Number of variables.
    pub variables: u64,
    /// Number of constraints.
    pub constraints: u64,
    /// `sha256:` and the digest of the objective and the constraints as lines.
    pub digest: String,
}

/// Measures the linear constraints of a model.
///
/// # Errors
/// [`ExportError::Stopped`] by the run.
pub fn measure(model: &Model, run: &Run) -> Result<Linear, ExportError> {
    run.reserve(model.bytes())?;
    let (mut digest, mut text) = (Sha256::new(), Vec::new());
    let (mut constraints, mut lines) = (0, 0u64);
    let variables = each_line(model, &mut |next| {
        poll(run, &mut lines)?;
        constraints += u64::from(!matches!(next, FileLine::Objective(_)));
        text.clear();
        line(next, &mut text)?;
        digest.update(&text);
        Ok::<(), ExportError>(())
    })?;
    Ok(Linear { variables: variables.into(), constraints, digest: finish_sha256(digest) })
}

fn poll(run: &Run, lines: &mut u64) -> Result<(), Reason> {
    *lines += 1;
    if lines.is_multiple_of(1024) { run.poll() } else { Ok(()) }
}

fn write_linear(export: &Export<'_>, out: &mut dyn Write) -> Result<MapDocument, ExportError> {
    let Linear { variables, constraints, digest } = measure(export.model, export.run)?;
    first(variables, constraints, out)?;
    export.write_header(IN_OPB.comment, out)?;
    for vertex in 0..vertices(export.model) {
        writeln!(out, "* varname {} {}", vertex + 1, export.term(vertex))?;
    }
    let mut lines = 0;
    each_line(export.model, &mut |next| {
        poll(export.run, &mut lines)?;
        Ok::<(), ExportError>(line(next, out)?)
    })?;
    Ok(MapDocument {
        encoding: LINEAR.into(),
        amo: "none".into(),
        variables,
        clauses: constraints,
        formula: digest,
        ..MapDocument::new(export.puzzle.statement(), OPB.name)
    })
}

/// The number of vertices, whose variables come first.
#[must_use]
pub fn vertices(model: &Model) -> u32 {
    model.set_question().map_or(0, |question| question.vertices)
}

/// The name in maps, instead of an encoding.
pub const LINEAR: &str = "linear";

/// A constraint, or the objective.
pub type Line = FileLine<Vec<(Lit, usize)>>;

/// What the linear constraints state.
const STATED: &[Constraint] = &[
    Graph,
    Surface,
    Directed,
    Given,
    Blocked,
    Kinds,
    Size,
    Weights,
    Unshielded,
    Total,
    Independent,
];

/// Whether linear constraints can state the model.
#[must_use]
pub fn supports(model: &Model) -> bool {
    let sets = model.unweighted();
    (sets.is_independent_set() || matches!(sets, Model::DominatingSet(_) | Model::VertexCover(_)))
        && are_all_of(STATED, model)
}

/// Calls `each` with the objective, if any, and then with every constraint. Returns the number of
/// variables, at least one.
///
/// # Errors
/// The first error of `each`.
pub fn each_line<E>(model: &Model, each: &mut dyn FnMut(Line) -> Result<(), E>) -> Result<u32, E> {
    let Some(question) = model.set_question() else { return Ok(1) };
    if let Some(objective) = objective(model, &question) {
        each(minimised_line(&objective))?;
    }
    let SetQuestion { vertices, given, blocked, kinds, .. } = question;
    let mut variables = vertices;
    match model.unweighted() {
        Model::DominatingSet(set) => {
            let mut dominators = Vec::new();
            for vertex in 0..vertices {
                dominators.clear();
                set.dominators(vertex, &mut |other| dominators.push(other));
                each(at_least_one(&dominators))?;
            }
            if set.independent {
                variables = conflicts(set.pieces(), each)?;
            }
        }
        Model::VertexCover(cover) => {
            cover.graph().edge_list().try_for_each(|(a, b)| each(at_least_one(&[a, b])))?;
        }
        sets => {
            if let Some(set) = sets.as_independent_set() {
                variables = conflicts(set, each)?;
            }
        }
    }
    for &vertex in given {
        each(if vertex < vertices { at_least_one(&[vertex]) } else { impossible() })?;
    }
    for &vertex in blocked {
        each(FileLine::Clause(std::iter::once(!chosen(vertex)).collect::<Clause>()))?;
    }
    for (vertices, count) in &kinds {
        if let Count::Exactly(count) = count
            && let Some(line) = exactly(vertices.clone(), *count)
        {
            each(line)?;
        }
    }
    let free = kinds.iter().filter(|(_, count)| *count == Count::Optimum);
    for pair in free.collect::<Vec<_>>().windows(2) {
        let terms = |at: usize, weight: isize| {
            pair[at].0.clone().map(move |vertex| (chosen(vertex), weight))
        };
        each(FileLine::Pb(PbConstraint::new_eq(terms(0, 1).chain(terms(1, -1)), 0)))?;
    }
    Ok(variables.max(1))
}

/// The value of the `min:` line under an assignment; 0 without an objective.
#[must_use]
pub fn minimised(model: &Model, assignment: &Assignment) -> i128 {
    let question = model.set_question().filter(|_| model.sense().is_some());
    let objective = question.and_then(|question| objective(model, &question));
    objective.map_or(0, |objective| cost(&objective, assignment))
}

/// The objective, if a count is free.
fn objective(model: &Model, question: &SetQuestion<'_>) -> Option<Objective> {
    let mut kinds = question.kinds.iter();
    let (vertices, _) = kinds.find(|(_, count)| *count == Count::Optimum)?;
    let weights = model.weights().unwrap_or_default().to_vec();
    let literals = vertices.clone().map(chosen).collect();
    Some(Objective { weights, ..Objective::new(literals, question.sense) })
}

/// An unsatisfiable constraint; constraints need a variable.
fn impossible() -> Line {
    FileLine::Card(CardConstraint::new_lb([chosen(0)], 2))
}

fn at_least_one(vertices: &[u32]) -> Line {
    if vertices.is_empty() {
        return impossible();
    }
    let literals: Vec<Lit> = vertices.iter().map(|&vertex| chosen(vertex)).collect();
    FileLine::Card(CardConstraint::new_lb(literals, 1))
}

fn exactly(vertices: Range<u32>, count: u32) -> Option<Line> {
    if vertices.is_empty() {
        return (count > 0).then(impossible);
    }
    Some(FileLine::Card(CardConstraint::new_eq(vertices.map(chosen), count as usize)))
}

/// The objective: to maximise the chosen vertices, minimise the others.
#[must_use]
pub fn minimised_line(objective: &Objective) -> Line {
    let terms = objective.minimised().map(|(literal, weight)| (literal, weight as usize));
    FileLine::Objective(terms.collect())
}

/// The conflicts; returns the number of variables.
fn conflicts<E>(
    set: &IndependentSet,
    each: &mut dyn FnMut(Line) -> Result<(), E>,
) -> Result<u32, E> {
    let mut variables = set.vertices();
    let conflicts = set.conflicts();
    for clique in conflicts.cliques.iter().filter(|clique| clique.len() > 1) {
        let literals: Vec<Lit> = clique.iter().map(|&vertex| chosen(vertex)).collect();
        each(FileLine::Card(CardConstraint::new_ub(literals, 1)))?;
    }
    let mut implies =
        |from: Lit, to: Lit| each(FileLine::Clause([!from, to].into_iter().collect::<Clause>()));
    for (left, right) in conflicts.bicliques() {
        if Conflicts::has_variable(left, right) {
            let separator = chosen(variables);
            variables += 1;
            left.iter().try_for_each(|&vertex| implies(chosen(vertex), separator))?;
            right.iter().try_for_each(|&vertex| implies(chosen(vertex), !separator))?;
        } else {
            for &one in left {
                right.iter().try_for_each(|&other| implies(chosen(one), !chosen(other)))?;
            }
        }
    }
    Ok(variables)
}
