//! Proves that there is no other solution than those of a list.

use super::{CheckEffort, CheckEnd, CheckPurse, NOT_ASKED, answering, reason};
use crate::{
    cli::{CliError, session::SessionEnd},
    documents::{listed_all::NoOther, solution::Solutions},
    limits::Permit,
    methods::{Context, Method, Registry},
    proofs::known::{KnownSolutions, model_of_all},
    puzzles::StatedPuzzle,
};

/// Proves that a method has found all solutions, if the purse allows. `content`: the solutions, if
/// they are listed.
///
/// # Errors
/// [`CliError::Check`] if a solution is missing or the proof is wrong.
pub fn no_other(
    purse: &CheckPurse,
    puzzle: &dyn StatedPuzzle,
    (registry, method): (&Registry, &Method),
    context: &Context,
    (ended, content): (&SessionEnd, Option<&Solutions>),
) -> Result<CheckEnd, CliError> {
    if purse.effort == CheckEffort::None {
        return Ok(CheckEnd::unproved(NOT_ASKED));
    }
    let Some(Solutions::Many { solutions, orbit_sizes }) = content else {
        return Ok(CheckEnd::unproved("a stream does not keep its solutions"));
    };
    let budget = purse.open(context, ended.timing.cpu_seconds);
    let permit = |bytes: u64| budget.permit(bytes);
    let model = model_of_all(puzzle);
    let sizes = (!orbit_sizes.is_empty()).then_some(&orbit_sizes[..]);
    let known = KnownSolutions::of(puzzle, solutions.iter(), sizes);
    let limits = (budget.most_bytes(), &permit as Permit<'_>);
    let claim = known.claim((&model, ended.objective), context.options.encoding, limits);
    let answered = answering(registry, method, &model, context);
    let proved = claim.prove(answered.encoding());
    let seconds = budget.close(0.0);
    let (no_other, because) = match proved {
        Ok(proof) => (Some(NoOther { excluding: known.excluded(), proof }), None),
        Err(unproved) => {
            (None, Some(reason(&unproved, &model, (answered.name(), "no other solution"))?))
        }
    };
    Ok(CheckEnd { because, no_other, seconds })
}
