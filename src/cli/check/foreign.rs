//! Proves what an external solver says without a proof: that there is no solution, none better, or no
//! other.

use satranj_encodings::registry;

use super::{CheckEffort, CheckPurse, NOT_ASKED, reason};
use crate::{
    cli::CliError,
    decoding::{Decoded, PROOF_NOT_GIVEN},
    documents::{listed_all::NoOther, solution::Status},
    limits::Reason,
    methods::Context,
    proofs::{
        in_memory::{OpenClaim, Unproved},
        known::{KnownSolutions, model_of_all},
    },
    puzzles::Certificate,
};

/// The reason if a proof was stopped because it would take more.
const OWN_USED_UP: &str =
    "a proof by Satranj takes more than its share of the time; --check full makes one";

/// Proves the unchecked claim of a decoded answer, if the purse allows; the proof goes into the
/// document, or the reason why no proof was made.
///
/// # Errors
/// [`CliError::Check`] if the claim is wrong.
pub fn check_foreign(
    purse: &CheckPurse,
    decoded: &mut Decoded,
    context: &Context,
) -> Result<(), CliError> {
    let document = &decoded.document;
    let is_of_best = document.claimed == Some(Status::Optimal);
    let is_open = match document.status {
        Status::Unsatisfiable => !document.verified,
        Status::AllSolutions => document.no_other.is_none(),
        _ => is_of_best,
    };
    if !is_open {
        return Ok(());
    }
    if purse.effort == CheckEffort::None {
        decoded.document.unchecked_because.get_or_insert_with(|| NOT_ASKED.into());
        return Ok(());
    }
    let budget = purse.open(context, 0.0);
    let permit = |bytes: u64| budget.permit(bytes);
    let preferred = document.method.split_once(':').and_then(|(_, name)| registry::by_name(name));
    let options = context.options.encoding;
    let puzzle = decoded.puzzle.as_ref();
    let is_of_all = document.status == Status::AllSolutions;
    let model = if is_of_all { model_of_all(puzzle) } else { puzzle.model() };
    let best = document.objective.filter(|_| is_of_best);
    let most_bytes = budget.most_bytes();
    let (claimed, proved) = if is_of_all {
        let known = KnownSolutions::of(puzzle, document.found().iter(), None);
        let claim = known.claim((&model, None), options, (most_bytes, &permit));
        let no_other = |proof| OwnProof::NoOther(NoOther { excluding: known.excluded(), proof });
        ("no other solution", claim.prove(preferred).map(no_other))
    } else {
        let (model, known, permit) = (&model, None, &permit);
        let claim = OpenClaim { puzzle, model, best, known, options, most_bytes, permit };
        let claimed = if is_of_best { "nothing better" } else { "no solution" };
        let shown = claim.show(preferred, budget.time_of_search());
        (claimed, shown.map(OwnProof::Certificate))
    };
    let seconds = budget.close(0.0);
    let because = match proved {
        Ok(_) => None,
        Err(Unproved::Stopped(Reason::TooLarge)) => Some(OWN_USED_UP.into()),
        Err(ref unproved) => Some(reason(unproved, &model, ("the external solver", claimed))?),
    };
    let document = &mut decoded.document;
    document.timing.check_seconds = seconds;
    document.unchecked_because = because.map(|own: String| match &document.unchecked_because {
        Some(given) if given == PROOF_NOT_GIVEN => format!("{given}, and {own}"),
        _ => own,
    });
    match proved {
        Ok(OwnProof::NoOther(proof)) => document.no_other = Some(proof),
        Ok(OwnProof::Certificate(certificate)) => decoded.add_proof(certificate),
        Err(_) => {}
    }
    Ok(())
}

/// A proof of the claim.
enum OwnProof {
    Certificate(Certificate),
    NoOther(NoOther),
}
