//! Messages about a document that holds.

use super::claims::{Shown, is_of_best};
use crate::documents::{solution::Status, stored::StoredDocument};

/// The message if nothing was shown.
const NOTHING: &str = "it claims nothing that can be checked";

/// A claim of a document that is neither a solution nor a certificate; and the words for a method
/// that shows it.
pub fn open_claim(document: &StoredDocument) -> (&'static str, &'static str) {
    match document.status {
        Some(Status::Unsatisfiable) => ("that there is no solution", "finds no solution"),
        Some(Status::AllSolutions) if !document.is_without_solutions() => {
            ("that none is missing", "counts as many")
        }
        Some(Status::Unknown) => ("that there are this many", "counts as many"),
        _ if is_count(document) => ("the count", "counts the same"),
        _ => ("that there is one", "finds one"),
    }
}

/// The message about what was shown, and about that claim, which a method showed.
pub fn with_again(words: &str, document: &StoredDocument, method: &str) -> String {
    let (_, shows) = open_claim(document);
    if words == NOTHING {
        format!("{method} {shows}")
    } else {
        format!("{words}, and {method} {shows}")
    }
}

fn is_count(document: &StoredDocument) -> bool {
    document.count.is_some()
        || document.optimal_solutions.is_some()
        || document.sampling.is_some()
        || document.at_least.is_some()
}

impl Shown {
    /// What was shown of a document, and what it claims that was not.
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
        let certified = self.certified;
        let count = document.found().count();
        let is_unsatisfiable = document.status == Some(Status::Unsatisfiable);
        let mut proved = Vec::new();
        match count {
            0 if is_unsatisfiable && certified => {
                proved.push("the certificate proves that there is no solution".into());
            }
            0 => {}
            1 => proved.push("the solution is right".into()),
            _ if document.sampling.is_some() => {
                proved.push(format!("all {count} solutions are right"));
            }
            _ => proved.push(format!("all {count} solutions are right and different")),
        }
        let of_best = match document.status {
            Some(Status::AllSolutions) => document.objective.is_some(),
            _ if is_of_best(document) => true,
            _ => count > 1 && document.objective.is_some() && certified,
        };
        let (mut found, mut open) = (Vec::new(), Vec::new());
        match (of_best, certified, self.best) {
            (true, true, _) if count > 0 => {
                proved.push("the certificate proves that none is better".into());
            }
            (true, _, true) => found.push("finds none better"),
            (true, _, false) => open.push("that none is better"),
            _ => {}
        }
        let is_count = is_count(document);
        let lists =
            document.status == Some(Status::AllSolutions) && !document.is_without_solutions();
        let stopped = is_count && document.status == Some(Status::Unknown);
        let (yes, no) = match (is_count, is_unsatisfiable && !certified) {
            _ if stopped => ("counts as many", "that there are this many"),
            _ if lists => ("finds no other", "that none is missing"),
            (true, _) => ("counts the same", "the count"),
            (false, true) => ("finds no solution", "that there is no solution"),
            (false, false) => ("finds one", "that there is one"),
        };
        match self.complete {
            Some(true) => found.push(yes),
            Some(false) => open.push(no),
            None => {}
        }
        if !found.is_empty() {
            proved.push(format!("a search of its own {}", found.join(" and ")));
        }
        let mut words = proved.join(", and ");
        if proved.is_empty() && open.is_empty() {
            words = NOTHING.into();
        }
        if !open.is_empty() {
            if !words.is_empty() {
                words += "; ";
            }
            words += &open.join(" and ");
            words += " is not shown";
        }
        words
    }
}
