//! The steps of a SAT search that learns clauses, in the words of the puzzle.

use satranj_encodings::{
    encoding::{Encoding, Reading},
    model::Model,
};

use super::{SearchTrace, TraceFailure, solution, steps::StepWords};
use crate::{
    limits::Reason,
    methods::Context,
    pictures::searches::ShownSearch,
    puzzles::StatedPuzzle,
    solvers::{
        recording::in_memory,
        traced_search::{TraceStep, TracedSearch},
    },
    stated_formula::StatedFormula,
};

/// The most variables of a formula whose search is shown.
const MOST_VARIABLES: u32 = 2_000;

/// Searches for a solution, and checks it.
pub fn learning(
    puzzle: &dyn StatedPuzzle,
    (model, encoding): (&Model, &'static Encoding),
    most: usize,
    context: &Context,
) -> Result<SearchTrace, TraceFailure> {
    let permit = |bytes| context.run.permit(bytes);
    let unsuitable = |why: &str| TraceFailure::Unsuitable(why.into());
    let stated = StatedFormula::model(model, encoding, context.options.encoding)
        .ok_or_else(|| unsuitable("no formula states this puzzle"))?;
    stated.reserve(&permit)?;
    let (formula, encoded) = in_memory(&permit, |sink| stated.encode(sink))?;
    let (encoded, variables) = encoded?;
    if variables > MOST_VARIABLES {
        return Err(unsuitable(&format!(
            "the formula has {variables} variables, but at most {MOST_VARIABLES} can be shown: \
             choose a smaller puzzle"
        )));
    }
    let words = StepWords::of(encoded.as_ref(), &|vertex| puzzle.term(vertex));
    let (mut steps, mut more, mut decisions, mut conflicts) = (Vec::new(), 0, 0, 0);
    let mut tell = |step: TraceStep, level| {
        decisions += u64::from(matches!(step, TraceStep::Decide(_)));
        conflicts += u64::from(matches!(step, TraceStep::Conflict(_)));
        if steps.len() < most { steps.push((step, level)) } else { more += 1 }
    };
    let (mut witness, mut wrong) = (None, None);
    let clauses = formula.len();
    let mut search = TracedSearch::new(&formula, variables as usize, &mut tell);
    let found = search.run(&context.run, &mut |model| match encoded.read(model) {
        Ok(Reading::Cuts(cuts)) => cuts,
        Ok(Reading::Witness(found)) => {
            witness = Some(found);
            Vec::new()
        }
        Err(error) => {
            wrong = Some(error.to_string());
            Vec::new()
        }
    });
    if let Some(problem) = wrong {
        return Err(TraceFailure::Wrong(problem));
    }
    let found = match found {
        Ok(true) => Ok(witness.map(|found| solution(puzzle, &found)).transpose()?),
        Ok(false) => Ok(None),
        Err(reason @ Reason::NodeLimit) => Err(reason),
        Err(reason) => return Err(reason.into()),
    };
    let name = encoding.name();
    let line = |(step, level): &(TraceStep, usize)| (*level, words.sentence(step));
    Ok(SearchTrace {
        encoding,
        how: format!(
            "{variables} variables and {clauses} clauses of the encoding `{name}`\n\
             conflict-driven clause learning; a decision makes the first open variable true"
        ),
        lines: steps.iter().map(line).collect(),
        shown: ShownSearch {
            name: format!("sat:{name}"),
            counted: ["decisions", "conflicts"],
            steps: words.marked(&steps),
            ending: String::new(),
        },
        more,
        counts: [decisions, conflicts],
        found,
    })
}
