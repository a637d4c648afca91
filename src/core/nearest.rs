//! The known name that a written one was probably meant to be.

use strsim::normalized_damerau_levenshtein;

/// What shares less with every name than this is no slip of one.
const ALIKE: f64 = 0.6;

/// Longer texts are no names; comparing takes the product of the lengths.
const LONGEST: usize = 40;

/// The name most like what is written, without regard to case: of `family:name` also the name
/// alone. `None` if none is much like it.
pub fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if written.len() > LONGEST {
        return None;
    }
    let written = written.to_lowercase();
    let alike = |name: &str| normalized_damerau_levenshtein(&written, &name.to_lowercase());
    let mut best = None;
    for name in known {
        let last = name.rsplit(':').next().map_or(0.0, alike);
        let score = alike(name).max(last);
        if score >= ALIKE && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, name));
        }
    }
    best.map(|(_, name)| name)
}

/// A question behind an unknown name, ` (did you mean NAME?)`; empty if no name is like it.
pub fn did_you_mean<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_lead_to_the_name() {
        let known = ["sat:cuts", "sat:warm-cuts", "native:warnsdorff", "knight", "camel"];
        for (written, meant) in [
            ("cuts", Some("sat:cuts")),
            ("warnsdorf", Some("native:warnsdorff")),
            ("kinght", Some("knight")),
            ("Camel", Some("camel")),
            ("sat:cust", Some("sat:cuts")),
            ("pawn", None),
            ("", None),
            (&"knight".repeat(100), None),
        ] {
            assert_eq!(nearest(written, known), meant, "{written}");
        }
    }
}
