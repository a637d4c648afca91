//! Built-in suites: one file each, run by name.

use std::path::Path;

/// A built-in suite.
#[derive(Debug)]
pub struct BuiltInSuite {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for `satranj list suites`.
    pub summary: &'static str,
    /// The suite as JSON.
    pub text: &'static str,
}

/// The table of suites, each with the file of its name.
macro_rules! suites {
    ($($name:literal: $summary:literal,)*) => {
        /// All of them.
        pub const SUITES: &[BuiltInSuite] = &[$(BuiltInSuite {
            name: $name,
            summary: $summary,
            text: include_str!(concat!($name, ".json")),
        }),*];
    };
}

suites! {
    "published": "every experiment of the published reports, with the published values",
    "tours": "knight's tours: time by the side of the board, all methods",
    "encodings": "each encoding with each at-most-one encoding",
    "placements": "queens, knights and dominations, found and counted",
    "planning": "routes, exchanges and meetings",
    "refutations": "refutations of tours, with and without the precheck",
    "graphs": "Hamiltonian cycles of the families of graphs of the FHCP challenge",
}

/// The suite of a name, unless there is a file of that name.
#[must_use]
pub fn of(path: &Path) -> Option<&'static BuiltInSuite> {
    let suite = SUITES.iter().find(|suite| path == Path::new(suite.name))?;
    (!path.exists()).then_some(suite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::suite::{self, Suite};

    #[test]
    fn every_suite_is_one_and_claims_what_can_be_checked() {
        for built_in in SUITES {
            let read: Suite = serde_json::from_str(built_in.text).expect(built_in.name);
            assert_eq!((read.schema.as_str(), read.name.as_str()), (suite::SCHEMA, built_in.name));
            for experiment in &read.experiments {
                let checked = experiment.claims.iter().any(|claim| claim.check.is_some());
                assert!(checked, "{}: {}", built_in.name, experiment.name);
            }
        }
    }
}
