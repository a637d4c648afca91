//! Messages about a document that holds, or in which nothing is known to be wrong.

use super::claims::Shown;
use crate::documents::{solution::Status, stored::StoredDocument};

/// The message if there was nothing to show.
const NOTHING: &str = "the document has no claim that can be checked";

/// The words for a claim that is neither a solution, a certificate nor a proof.
struct ClaimWords {
    /// Whether the checker's own search showed it.
    is_shown: bool,
    /// What the search does then.
    search: &'static str,
    /// What a method does then.
    method: &'static str,
    /// The claim.
    claim: &'static str,
}

/// The claims that the checker's own search examines.
fn claims(document: &StoredDocument, shown: Shown) -> impl Iterator<Item = ClaimWords> {
    let better = ["finds none better", "finds none better", "optimality"];
    let bound = ["finds none below the bound", "finds none below the bound", "the lower bound"];
    let complete = match document.status {
        Some(Status::Unsatisfiable) if document.counts_by_k.is_none() => {
            ["finds no solution", "finds no solution", "that there is no solution"]
        }
        Some(Status::AllSolutions) if !document.is_without_solutions() => {
            ["finds no other", "confirms their number", "that no solution is missing"]
        }
        Some(Status::Unknown) if is_count(document) => {
            ["confirms the partial count", "confirms the partial count", "the partial count"]
        }
        _ if is_count(document) => ["confirms the count", "confirms the count", "the count"],
        _ => ["finds a solution", "finds a solution", "that there is a solution"],
    };
    let all = [(shown.best, better), (shown.bound, bound), (shown.complete, complete)];
    all.into_iter().filter_map(|(shown, [search, method, claim])| {
        Some(ClaimWords { is_shown: shown?, search, method, claim })
    })
}

/// The claims of a document that were not shown.
pub fn open_claims(document: &StoredDocument, shown: Shown) -> String {
    let open = claims(document, shown).filter(|claim| !claim.is_shown);
    open.map(|claim| claim.claim).collect::<Vec<_>>().join(" and ")
}

fn is_count(document: &StoredDocument) -> bool {
    document.count.is_some()
        || document.optimal_solutions.is_some()
        || document.sampling.is_some()
        || document.at_least.is_some()
}

impl Shown {
    /// What was shown of the claims of a document, and what was not.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let text = r#"{"puzzle":{"kind":"queens","n":1},"solution":{"squares":["a1"]}}"#;
    /// let document: StoredDocument = text.parse()?;
    /// assert_eq!(verify(text)?.in_words(&document), "the solution is right");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(self, document: &StoredDocument) -> String {
        with_evidence(document, self, None, None)
    }
}

/// The same; `proof` says what the proof shows, `by` names the method that showed what the search
/// did not.
#[must_use]
pub fn with_evidence(
    document: &StoredDocument,
    shown: Shown,
    proof: Option<&str>,
    by: Option<&str>,
) -> String {
    let count = document.found().count();
    let mut proved: Vec<String> = Vec::new();
    // That of several solutions shows only that there is no other.
    let (proof, of_others) = match &document.solutions {
        Some(_) if count > 0 => (None, proof),
        _ => (proof, None),
    };
    match count {
        _ if proof.is_some() => proved.extend(proof.map(Into::into)),
        0 => {}
        1 => proved.push("the solution is right".into()),
        _ if document.sampling.is_some() => {
            proved.push(format!("all {count} solutions are right"));
        }
        _ => proved.push(format!("all {count} solutions are right and different")),
    }
    if shown.certified {
        let is_no = document.status == Some(Status::Unsatisfiable);
        let what = if is_no { "there is no solution" } else { "none is better" };
        proved.push(format!("the certificate proves that {what}"));
    }
    proved.extend(of_others.map(Into::into));
    let (found, open): (Vec<_>, Vec<_>) = claims(document, shown).partition(|claim| claim.is_shown);
    if !found.is_empty() {
        let found: Vec<_> = found.iter().map(|claim| claim.search).collect();
        proved.push(format!("an exhaustive search {}", found.join(" and ")));
    }
    if let (Some(method), false) = (by, open.is_empty()) {
        let found: Vec<_> = open.iter().map(|claim| claim.method).collect();
        proved.push(format!("{method} {}", found.join(" and ")));
    }
    let words = match proved[..] {
        [] => NOTHING.into(),
        _ => proved.join(", and "),
    };
    if by.is_some() || open.is_empty() {
        return words;
    }
    let open = open_claims(document, shown) + " is not shown";
    if proved.is_empty() { open } else { format!("{words}; {open}") }
}
