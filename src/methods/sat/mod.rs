//! SAT methods: an encoding, a solver, and refinement until the answer is a witness.

pub mod assignment;
mod attempt;
pub mod auto;
mod ends;
mod lesser;
mod optimum;
pub mod planning;
mod queens_order;
mod refine;
mod room;
mod thinning;

use std::ops::ControlFlow;

use satranj_encodings::{
    dominating_set::{cover::Cover, line_cover::LineCover},
    encoding::Encoding,
    hamiltonian::{
        Hamiltonian, alternating_cuts::AlternatingCuts, binary_order::BinaryOrder,
        chinese_remainder::ChineseRemainder, cuts::Cuts, lfsr::Lfsr, position::Position,
        unary_order::UnaryOrder, vertex_elimination::VertexElimination,
    },
    independent_set::{edges::Edges, lines::Lines},
    model::{Model, Witness},
};

use self::attempt::{Attempt, Question};
use super::{Context, Description, Ending, Found, Goal, Method, MethodError, MethodOption};

/// Effort for a model with fewer edges, in bytes of proof an edge.
const THIN_EFFORT: u64 = 64;

/// A SAT method: one encoding, decided by the solver of the run.
pub struct Sat {
    description: Description,
    encoding: &'static dyn Encoding,
    /// Whether what comes apart is joined without the solver where that is possible.
    merges: bool,
    /// Whether the solver tries the edges of a 2-factor first.
    warm: bool,
}

/// Options of a method whose encoding has neither of the choices below.
const PLAIN: &[MethodOption] = &[MethodOption::Seed, MethodOption::Solver];

/// Options of a method whose encoding says that at most one of several holds.
const AT_MOST_ONE: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne];

/// Options of a method for tours whose encoding needs no at-most-one.
const REDUCED: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::Reductions];

/// Options of a method for tours.
const HAMILTONIAN: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne, MethodOption::Reductions];

impl Sat {
    /// A method that solves an encoding as it is.
    #[must_use]
    const fn of(
        name: &'static str,
        summary: &'static str,
        encoding: &'static dyn Encoding,
        options: &'static [MethodOption],
    ) -> Self {
        let description = Description { options, ..Description::sat(name, summary) };
        Self { description, encoding, merges: false, warm: false }
    }

    /// `sat:cuts`.
    pub const CUTS: Self = Self {
        merges: true,
        ..Self::of(
            "sat:cuts",
            "one variable a move, degree constraints; cycles are joined, or cut until one is left",
            &Cuts,
            HAMILTONIAN,
        )
    };

    /// `sat:cuts-only`.
    pub const CUTS_ONLY: Self = Self::of(
        "sat:cuts-only",
        "as sat:cuts without joining cycles: subtour cuts until one tour is left",
        &Cuts,
        HAMILTONIAN,
    );

    /// `sat:warm-cuts`.
    pub const WARM_CUTS: Self = Self {
        merges: true,
        warm: true,
        ..Self::of(
            "sat:warm-cuts",
            "as sat:cuts, from a 2-factor found by matching: its edges are tried first",
            &Cuts,
            HAMILTONIAN,
        )
    };

    /// `sat:alternating-cuts`.
    pub const ALTERNATING_CUTS: Self = {
        let mut sat = Self::of(
            "sat:alternating-cuts",
            "as sat:cuts, with the edges of the cycle in two colours by turns; for cubic graphs",
            &AlternatingCuts,
            REDUCED,
        );
        sat.merges = true;
        sat.description.scope = Some("closed tours of an even number of vertices");
        sat
    };

    /// `sat:position`.
    pub const POSITION: Self = Self::of(
        "sat:position",
        "variables at(square, time), with distance and parity reductions",
        &Position,
        HAMILTONIAN,
    );

    /// `sat:unary-order`.
    pub const UNARY_ORDER: Self = Self::of(
        "sat:unary-order",
        "one variable a move and direction, and when each square is visited, in unary",
        &UnaryOrder,
        HAMILTONIAN,
    );

    /// `sat:binary-order`.
    pub const BINARY_ORDER: Self = Self::of(
        "sat:binary-order",
        "one variable a move and direction, and when each square is visited, in binary",
        &BinaryOrder,
        HAMILTONIAN,
    );

    /// `sat:vertex-elimination`.
    pub const VERTEX_ELIMINATION: Self = Self::of(
        "sat:vertex-elimination",
        "one variable a move and direction; cycles are ruled out by taking out square by square",
        &VertexElimination,
        HAMILTONIAN,
    );

    /// `sat:lfsr`.
    pub const LFSR: Self = Self::of(
        "sat:lfsr",
        "successors, numbered by the states of a linear feedback shift register",
        &Lfsr,
        HAMILTONIAN,
    );

    /// `sat:chinese-remainder`.
    pub const CHINESE_REMAINDER: Self = Self::of(
        "sat:chinese-remainder",
        "successors, numbered modulo small coprime numbers",
        &ChineseRemainder,
        HAMILTONIAN,
    );

    /// `sat:lines`.
    pub const LINES: Self = Self::of(
        "sat:lines",
        "one variable a square, at most one piece a line of attack",
        &Lines,
        AT_MOST_ONE,
    );

    /// `sat:edges`.
    pub const EDGES: Self = Self::of(
        "sat:edges",
        "one variable a square, a clause for every two pieces that attack one another",
        &Edges,
        PLAIN,
    );

    /// `sat:cover`.
    pub const COVER: Self = Self::of(
        "sat:cover",
        "one variable a square, a clause for every square that is to be attacked",
        &Cover,
        PLAIN,
    );

    /// `sat:line-cover`.
    pub const LINE_COVER: Self = Self::of(
        "sat:line-cover",
        "one variable a square and a line; every square is on a line that is used, for riders",
        &LineCover,
        PLAIN,
    );
}

impl Method for Sat {
    fn description(&self) -> &Description {
        &self.description
    }

    fn supports(&self, model: &Model, _goal: Goal) -> bool {
        self.encoding.supports(model)
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        self.within(model, goal, u64::MAX, context, found)?.ended()
    }
}

impl Sat {
    /// Solves a model, of which one attempt may take so much effort.
    fn within(
        &self,
        model: &Model,
        goal: Goal,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        if let Some(hamiltonian) = model.as_hamiltonian() {
            if let Err(reason) = context.reserve(hamiltonian.graph_bytes()) {
                return Ok(Attempt::Ended(reason.into()));
            }
            // Choosing the ends makes lazy cuts fast; times do not need it.
            if goal == Goal::First && !self.encoding.complete() && !hamiltonian.is_directed() {
                if let ended @ Attempt::Ended(_) =
                    self.thinned(hamiltonian, u64::MAX, context, found)?
                {
                    return Ok(ended);
                }
                for (effort, attempt) in ends::attempts(hamiltonian) {
                    match self.with_ends(hamiltonian, attempt, effort, context, found)? {
                        Attempt::Ended(Ending::Exhausted) | Attempt::GaveUp => {}
                        ended @ Attempt::Ended(_) => return Ok(ended),
                    }
                }
            }
        }
        self.attempt(&Question { model, goal, effort, whole: true }, context, found)
    }

    /// Tries a model with fewer edges, whose "no" means nothing. Such attempts have a limited
    /// effort, and are left out where the solver has no measure of it.
    fn thinned(
        &self,
        model: &Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        let free = !model.closed && (model.start.is_none() || model.end.is_none());
        if !self.merges || free {
            return Ok(Attempt::GaveUp);
        }
        let Some(thin) = context.encoding(|| thinning::thinned(model)) else {
            return Ok(Attempt::GaveUp);
        };
        let effort = effort.min(THIN_EFFORT * u64::from(thin.graph().edges()));
        Ok(match self.stricter(thin, effort, context, found)? {
            Attempt::Ended(Ending::Exhausted) => Attempt::GaveUp,
            attempt => attempt,
        })
    }

    /// Tries a model of which a witness is one of the model that is asked for, and a "no" means
    /// nothing.
    fn stricter(
        &self,
        model: Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        let model = &Model::Hamiltonian(model);
        self.attempt(&Question { model, goal: Goal::First, effort, whole: false }, context, found)
    }

    /// Tries a stricter model for an open path; its "no" means nothing.
    fn with_ends(
        &self,
        open: &Hamiltonian,
        attempt: ends::Attempt,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        match attempt {
            ends::Attempt::Path(model) => {
                if let attempt @ Attempt::Ended(_) = self.thinned(&model, effort, context, found)? {
                    return Ok(attempt);
                }
                self.stricter(model, effort, context, found)
            }
            ends::Attempt::Cycle(model) => {
                let mut opened = false;
                let mut cut = |witness| {
                    let Witness::Path(cycle) = witness else { return ControlFlow::Break(()) };
                    let path = ends::cut_open(open, cycle);
                    opened = path.is_some();
                    path.map_or(ControlFlow::Break(()), |path| found(Witness::Path(path)))
                };
                let attempt = match self.thinned(&model, effort, context, &mut cut)? {
                    Attempt::GaveUp => self.stricter(model, effort, context, &mut cut)?,
                    ended @ Attempt::Ended(_) => ended,
                };
                Ok(match attempt {
                    Attempt::Ended(Ending::Enough) if !opened => Attempt::GaveUp,
                    attempt => attempt,
                })
            }
        }
    }
}
