//! The error for an unknown name, and the known name that a misspelt one probably means.

use strsim::normalized_damerau_levenshtein;

/// A name with less similarity than this is not a misspelling.
const ALIKE: f64 = 0.6;

/// Longer texts are not names; comparing takes time proportional to the product of the lengths.
const LONGEST: usize = 40;

/// The known name most similar to a given one, ignoring case; `family:name` also matches by its
/// name alone. `None` if no name is similar.
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

/// The error for an unknown name: "unknown THING `NAME` (did you mean OTHER?); expected one of NAMES".
pub fn unknown<'n>(thing: &str, written: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let mut known: Vec<&str> = known.into_iter().collect();
    known.dedup();
    let meant = did_you_mean(written, known.iter().copied());
    let one = if known.len() > 1 { "one of " } else { "" };
    format!("unknown {thing} `{written}`{meant}; expected {one}{}", known.join(", "))
}

/// A question after an unknown name, ` (did you mean NAME?)`; empty if no name is similar.
fn did_you_mean<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> String {
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
