//! Contradictions between the fields of a document, which need no knowledge of the solutions.

use num_bigint::BigUint;

use super::numbers::{by_number, decimal};
use crate::{
    documents::{
        solution::{ObjectiveBound, Status},
        stored::StoredDocument,
    },
    puzzles::StatedPuzzle,
};

/// Checks that no two fields of a document contradict each other.
///
/// # Errors
/// The first contradiction, in a sentence.
pub fn check(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let numbers = DocumentNumbers::of(document)?;
    solutions(document)?;
    status(document)?;
    counts(document, &numbers)?;
    classes(document, puzzle, &numbers)?;
    by_number(document, puzzle)?;
    value(document, puzzle, &numbers)?;
    bound(document, puzzle)?;
    claim(document, puzzle)?;
    certificate(document)?;
    verified(document)
}

/// Whether a document claims a solution, by its status or else by its count.
pub fn says_yes(document: &StoredDocument) -> Option<bool> {
    match (document.status, &document.count) {
        (Some(status), _) => status.has_solution(),
        (None, Some(count)) => Some(count != "0"),
        (None, None) => None,
    }
}

/// The status as a document names it.
fn named(status: Option<Status>) -> &'static str {
    status.map_or("nothing", Status::name)
}

/// The decimal numbers of a document.
struct DocumentNumbers {
    count: Option<BigUint>,
    at_least: Option<BigUint>,
    classes: Option<BigUint>,
    classes_at_least: Option<BigUint>,
    optimal: Option<BigUint>,
}

impl DocumentNumbers {
    fn of(document: &StoredDocument) -> Result<Self, String> {
        let read = |name: &str, text: &Option<String>| -> Result<Option<BigUint>, String> {
            text.as_ref().map(|text| decimal(name, text)).transpose()
        };
        for number in document.counts_by_k.iter().flatten() {
            decimal("counts_by_k", number)?;
        }
        Ok(Self {
            count: read("count", &document.count)?,
            at_least: read("at_least", &document.at_least)?,
            classes: read("up_to_symmetry", &document.up_to_symmetry)?,
            classes_at_least: read("up_to_symmetry_at_least", &document.up_to_symmetry_at_least)?,
            optimal: read("optimal_solutions", &document.optimal_solutions)?,
        })
    }
}

/// Checks the solutions against their claimed number.
fn solutions(document: &StoredDocument) -> Result<(), String> {
    let found = document.found().count();
    ensure!(
        document.solution.is_none() || document.solutions.is_none(),
        "`solution` and `solutions` are both given"
    );
    ensure!(
        document.orbit_sizes.is_none() || document.solutions.is_some(),
        "`orbit_sizes` is given without `solutions`"
    );
    if document.is_without_solutions() {
        let what = if document.is_count() { "a count" } else { "the end of a stream" };
        ensure!(found == 0, "{what} cannot list solutions, but it lists {found}");
    }
    let says = says_yes(document);
    ensure!(
        says != Some(true) || found > 0 || document.is_without_solutions(),
        "the document claims a solution, but gives none"
    );
    ensure!(
        says != Some(false) || found == 0,
        "the document claims that there is no solution, but gives one"
    );
    let Some(before) = document.solutions_found.filter(|_| document.ends_stream()) else {
        return Ok(());
    };
    match says {
        Some(true) => {
            ensure!(before > 0, "the document claims a solution, but `solutions_found` is 0");
        }
        Some(false) => {
            ensure!(
                before == 0,
                "the document claims that there is no solution, but `solutions_found` is {before}"
            );
        }
        None => {}
    }
    Ok(())
}

/// Checks the reason against the status.
fn status(document: &StoredDocument) -> Result<(), String> {
    match (document.status, document.reason) {
        (Some(Status::Unknown), None) => Err("status `unknown` needs a `reason`".into()),
        (Some(status), Some(_)) if status != Status::Unknown => {
            Err(format!("status `{}` cannot have a `reason`", status.name()))
        }
        _ => Ok(()),
    }
}

/// Checks the counts against the status.
fn counts(document: &StoredDocument, numbers: &DocumentNumbers) -> Result<(), String> {
    let zero = BigUint::ZERO;
    let DocumentNumbers { count, at_least, classes, .. } = numbers;
    let counts = count.is_some() || classes.is_some() || document.counts_by_k.is_some();
    let status = named(document.status);
    if document.is_count() || counts {
        ensure!(
            ![Status::Satisfied, Status::Optimal].map(Some).contains(&document.status),
            "a count has the status `all_solutions`, `unsatisfiable` or `unknown`, not `{status}`"
        );
    }
    let is_decided = document.status.is_some_and(|status| status != Status::Unknown);
    ensure!(
        !(document.is_count() && is_decided && count.is_none()),
        "status `{status}` of a count needs `count`"
    );
    ensure!(count.is_none() || at_least.is_none(), "`count` and `at_least` are both given");
    for (name, is_given) in [
        ("at_least", at_least.is_some()),
        ("up_to_symmetry_at_least", numbers.classes_at_least.is_some()),
    ] {
        ensure!(!(is_decided && is_given), "status `{status}` cannot have `{name}`");
    }
    match says_yes(document) {
        Some(false) => {
            for (count, name) in [(count, "count"), (classes, "up_to_symmetry")] {
                let count = count.as_ref().unwrap_or(&zero);
                ensure!(
                    *count == zero,
                    "the document claims that there is no solution, but `{name}` is {count}"
                );
            }
        }
        Some(true) => {
            ensure!(
                count.as_ref() != Some(&zero),
                "the document claims solutions, but `count` is 0"
            );
            ensure!(
                classes.as_ref() != Some(&zero),
                "the document claims solutions, but `up_to_symmetry` is 0"
            );
        }
        None => {}
    }
    let listed =
        document.solutions.as_ref().filter(|_| document.status == Some(Status::AllSolutions));
    if let (Some(listed), Some(count)) = (listed, count) {
        let sizes = document.orbit_sizes.as_ref();
        let all = sizes
            .map_or(listed.len() as u64, |sizes| sizes.iter().map(|&size| u64::from(size)).sum());
        ensure!(
            *count == BigUint::from(all),
            "`count` is {count}, but the listed solutions make {all}"
        );
    }
    Ok(())
}

/// Checks the number of classes against the number of solutions.
fn classes(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
    numbers: &DocumentNumbers,
) -> Result<(), String> {
    let DocumentNumbers { count, at_least, classes, classes_at_least, .. } = numbers;
    if classes.is_none() && classes_at_least.is_none() {
        return Ok(());
    }
    let symmetries = puzzle.symmetries().len();
    ensure!(
        symmetries > 0,
        "`up_to_symmetry` is given, but Satranj knows no symmetries of a graph"
    );
    if let (Some(classes), Some(count)) = (classes, count) {
        ensure!(
            classes <= count && *count <= classes * symmetries,
            "`count` is {count}, but `up_to_symmetry` is {classes} under {symmetries} symmetries"
        );
    }
    if let (Some(classes), Some(count)) = (classes_at_least, at_least) {
        ensure!(
            classes <= count,
            "`at_least` is {count}, but `up_to_symmetry_at_least` is {classes}"
        );
    }
    ensure!(
        document.up_to_symmetry.is_none() || document.up_to_symmetry_at_least.is_none(),
        "`up_to_symmetry` and `up_to_symmetry_at_least` are both given"
    );
    Ok(())
}

/// Checks the objective against the puzzle and the status.
fn value(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
    numbers: &DocumentNumbers,
) -> Result<(), String> {
    let is_of_best = puzzle.sense().is_some();
    if document.status == Some(Status::Optimal) && !is_of_best {
        return Err("status `optimal`, but this puzzle has no objective".into());
    }
    if let Some(objective) = document.objective {
        ensure!(is_of_best, "`objective` is {objective}, but this puzzle has no objective");
        ensure!(
            says_yes(document) != Some(false),
            "the document claims that there is no solution, but `objective` is {objective}"
        );
    }
    if let Some(optimal) = &numbers.optimal {
        ensure!(is_of_best, "`optimal_solutions` is given, but this puzzle has no objective");
        let status = named(document.status);
        ensure!(
            [Status::Optimal, Status::AllSolutions].map(Some).contains(&document.status),
            "status `{status}` cannot have `optimal_solutions`"
        );
        ensure!(
            *optimal != BigUint::ZERO,
            "`optimal_solutions` is 0, but every puzzle with a solution has an optimal one"
        );
    }
    Ok(())
}

/// Checks the bounds on the best value against the puzzle and the status.
fn bound(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    if let (Some(lower), Some(objective)) = (document.lower_bound, document.objective) {
        ensure!(lower <= objective, "`lower_bound` is {lower}, but `objective` is {objective}");
    }
    let Some(bound) = document.bound else { return Ok(()) };
    let Some(sense) = puzzle.sense() else {
        return Err("`bound` is given, but this puzzle has no objective".into());
    };
    let right = ObjectiveBound::from(sense);
    ensure!(
        bound == right,
        "`bound` says that the best value is {} `objective`, but it is {} that",
        bound.words(),
        right.words()
    );
    ensure!(document.objective.is_some(), "`bound` is given without `objective`");
    ensure!(
        matches!(document.status, None | Some(Status::Satisfied | Status::Unknown)),
        "status `{}` cannot have `bound`",
        named(document.status)
    );
    Ok(())
}

/// Checks the claim of an external solver against the puzzle and the status.
fn claim(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let Some(claimed) = document.claimed else { return Ok(()) };
    ensure!(
        claimed == Status::Optimal,
        "`claimed` is `{}`; it can only be `optimal`",
        claimed.name()
    );
    ensure!(puzzle.sense().is_some(), "`claimed` is `optimal`, but this puzzle has no objective");
    ensure!(
        matches!(document.status, None | Some(Status::Satisfied)),
        "`claimed` is `optimal`; that needs status `satisfied`, not `{}`",
        named(document.status)
    );
    Ok(())
}

/// Checks the status against what the certificate proves.
fn certificate(document: &StoredDocument) -> Result<(), String> {
    let Some(certificate) = &document.certificate else { return Ok(()) };
    let kind = certificate.kind();
    let is_of_best = certificate.is_bound();
    match says_yes(document) {
        Some(true) => ensure!(
            is_of_best,
            "the document claims a solution, but its certificate `{kind}` proves that none exists"
        ),
        None => ensure!(
            is_of_best && document.objective.is_some() || document.status.is_none(),
            "status `unknown`, but the certificate `{kind}` decides the puzzle"
        ),
        Some(false) => {}
    }
    Ok(())
}

/// Checks that a document marked as verified has something that can be checked.
fn verified(document: &StoredDocument) -> Result<(), String> {
    if !document.verified {
        return Ok(());
    }
    let is_proved = document.proof.as_ref().is_some_and(|proof| proof.checked);
    let is_cut = document.cube_proofs.as_ref().is_some_and(|proofs| proofs.checked);
    let is_shown = document.certificate.is_some() || is_proved || is_cut;
    // A count and the end of a stream have their solutions elsewhere.
    let is_elsewhere = document.is_without_solutions() && says_yes(document) != Some(false);
    ensure!(
        is_shown || is_elsewhere || document.found().next().is_some(),
        "`verified` is true, but the document has nothing that can be checked"
    );
    Ok(())
}
