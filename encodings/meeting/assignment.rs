//! The assignment encoding of a meeting: the vertex where all meet, and the number of turns that
//! each rider needs.

use rustsat::types::Lit;

use super::{Meeting, Rider};
use crate::{
    clause::Assignment,
    constraints::MEETINGS,
    encoding::{
        DecisionOrder, EncodeError, Encoded, Encoding, Names, Objective, Options, ReadError,
        Reading, UsedOptions, Written,
    },
    formula::{Formula, Window},
    model::{Model, Sense, Witness},
    vertex_set::chosen,
};

/// Meeting as the choice of a vertex and its price.
///
/// # Variables
///
/// meet(v), "all meet at vertex v", in the order of the vertices; then for each rider i turn(i,j),
/// "rider i needs at least j turns", 1 ≤ j ≤ T(i), in the order of i, then j, where T(i) is the
/// most turns that the rider needs to a vertex that all can reach; then the auxiliary variables in
/// the order of the clauses that need them.
///
/// # Clauses
///
/// In this order: some meet(v), at most one; for each rider, turn(i,j+1) implies turn(i,j); for
/// each vertex, meet(v) implies the turn(i,j) of the j > 0 turns that the rider needs to reach it,
/// or, if the riders cannot reach it, a unit "not meet(v)". Without riders, or if they cannot meet,
/// the empty clause replaces all but the at-most-one. If any meeting in at most k turns is asked
/// for, at most k of the turn(i,j) by the [totalizer](crate::totalizer::at_most); otherwise they
/// are to be minimised.
///
/// The distances are data: the formula states the choice and the sum of the turns, and a
/// breadth-first search finds the paths.
///
/// # Size
///
/// With n vertices, of which all r riders can reach c, V(n) and C(n) the variables and clauses of
/// the at-most-one over n literals (see [`AtMostOne`](crate::at_most_one::AtMostOne)), T the sum of
/// the T(i), and K the size of the totalizer ([`at_most`](crate::totalizer::at_most), k among T):
///
/// - variables: n + V(n) + T + K
/// - clauses: 1 + C(n) + Σ max(T(i) - 1, 0) + r·(c - 1) + (n - c) + K
///
/// If the riders cannot meet: n + V(n) variables, 1 + C(n) clauses. If n·r exceeds 2^30 there are
/// too many variables to number.
///
/// # Source and use
///
/// The order encoding of numbers: Crawford and Baker, "Experimental results on the application
/// of satisfiability algorithms to scheduling problems" (AAAI 1994); Tamura, Taga, Kitagawa and
/// Banbara, "Compiling finite linear CSP into SAT" (Constraints 14, 2009). Prefer it to
/// [`PLANNING`](crate::planning::PLANNING) wherever the answer alone matters.
pub static ASSIGNMENT: Encoding = Encoding {
    method: "sat:assignment",
    summary: "meeting: one square, and the number of turns that each rider needs to reach it",
    solved_unchanged: false,
    source: "Crawford and Baker (AAAI 1994); Tamura and others (Constraints 14, 2009)",
    uses: UsedOptions::AT_MOST_ONE,
    takes: |model| model.as_meeting().is_some(),

    minds: MEETINGS,
    decision_order,
    write,
    ..Encoding::BASE
};

/// The most vertices times riders that are supported.
const MOST_DISTANCES: u64 = 1 << 30;

/// The turns of one rider to each vertex, `None` if it cannot reach it.
fn turns(meeting: &Meeting, rider: Rider) -> impl Iterator<Item = Option<u32>> + use<> {
    let distances = meeting.board.graph().distances(rider.vertex);
    // A distance fits 32 bits, and so does its quotient.
    let turns = move |jumps: u32| rider.turns(jumps.into()) as u32;
    distances.into_iter().map(move |jumps| (jumps < u32::MAX).then(|| turns(jumps)))
}

fn decision_order(model: &Model, _options: Options) -> DecisionOrder {
    // Any meeting may end the search early; the best one needs all vertices anyway.
    let any = model.as_meeting().filter(|meeting| meeting.at_most.is_some());
    let true_first = any.map_or(0, |meeting| meeting.lattice().vertices());
    DecisionOrder { true_first, others_last: false }
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let meeting = formula.stated(model.as_meeting())?;
    let vertices = meeting.lattice().vertices();
    let distances = u64::from(vertices) * meeting.riders.len() as u64;
    if distances > MOST_DISTANCES {
        let encoding = ASSIGNMENT.name();
        return Err(EncodeError::TooManyVariables { encoding, variables: distances });
    }
    let can_meet = meeting.obstruction().is_none();
    formula.numbered(vertices)?;
    let riders = meeting.riders.iter().filter(|_| can_meet);
    let most = |&rider: &Rider| turns(meeting, rider).flatten().max().unwrap_or(0);
    let windows = riders.map(|rider| Window::new(1, Some(most(rider).into())));
    let needs = formula.group(windows.collect())?;
    let meet: Vec<Lit> = (0..vertices).map(chosen).collect();
    formula.add_clause(if can_meet { &meet } else { &[] })?;
    formula.at_most_one(&meet)?;
    for (number, rider) in (0..needs.items()).zip(meeting.riders.iter()) {
        formula.chain(needs.of(number))?;
        for (&meet, turns) in meet.iter().zip(turns(meeting, *rider)) {
            // All riders reach the same vertices.
            let needed = turns.and_then(|turns| needs.at(number, turns.into()));
            if needed.is_some() || turns.is_none() && number == 0 {
                let clause: Vec<Lit> = [!meet].into_iter().chain(needed).collect();
                formula.add_clause(&clause)?;
            }
        }
    }
    let literals = (vertices..needs.end()).map(Lit::positive).collect::<Vec<_>>();
    let objective = match meeting.at_most {
        Some(most) => {
            formula.at_most(&literals, most)?;
            None
        }
        None => Some(Objective::new(literals, Sense::Minimise)),
    };
    Ok(EncodedMeeting::written(meeting, formula, objective, move |variable, _| {
        let (rider, turn) = needs.named(variable)?;
        Some(format!("turn({},{turn})", rider + 1))
    }))
}

/// A meeting whose first variables say at which vertex all meet.
pub(crate) struct EncodedMeeting<'m> {
    meeting: &'m Meeting,
    /// The names of the other variables.
    names: Names<'m>,
    objective: Option<Objective>,
    variables: u32,
}

impl<'m> EncodedMeeting<'m> {
    /// What the formula means.
    pub(crate) fn written(
        meeting: &'m Meeting,
        formula: &Formula<'_>,
        objective: Option<Objective>,
        names: impl Fn(u32, &dyn Fn(u32) -> String) -> Option<String> + 'm,
    ) -> Box<dyn Encoded + 'm> {
        let variables = formula.variables();
        Box::new(Self { meeting, names: Box::new(names), objective, variables })
    }
}

impl Encoded for EncodedMeeting<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if variable < self.meeting.lattice().vertices() {
            return Some(format!("meet({})", label(variable)));
        }
        (self.names)(variable, label)
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let vertices = 0..self.meeting.lattice().vertices();
        let mut places = vertices.filter(|&vertex| assignment.satisfies(chosen(vertex)));
        match (places.next(), places.count()) {
            (Some(vertex), 0) => self.meeting.meeting(vertex).map(Reading::Witness),
            (first, others) => Err(ReadError::Meetings(usize::from(first.is_some()) + others)),
        }
    }

    fn objective(&self) -> Option<Objective> {
        self.objective.clone()
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        match witness {
            Witness::Meeting { vertex, .. } => vec![!chosen(*vertex)],
            _ => Vec::new(),
        }
    }
}
