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

/// All of them.
pub const SUITES: &[BuiltInSuite] = &[
    BuiltInSuite {
        name: "published",
        summary: "every experiment of the published reports, with the published values",
        text: include_str!("published.json"),
    },
    BuiltInSuite {
        name: "tours",
        summary: "knight's tours: time by the side of the board, all methods",
        text: include_str!("tours.json"),
    },
    BuiltInSuite {
        name: "encodings",
        summary: "each encoding with each at-most-one encoding",
        text: include_str!("encodings.json"),
    },
    BuiltInSuite {
        name: "placements",
        summary: "queens, knights and dominations, found and counted",
        text: include_str!("placements.json"),
    },
    BuiltInSuite {
        name: "planning",
        summary: "routes, exchanges and meetings",
        text: include_str!("planning.json"),
    },
    BuiltInSuite {
        name: "refutations",
        summary: "refutations of tours, with and without the precheck",
        text: include_str!("refutations.json"),
    },
    BuiltInSuite {
        name: "graphs",
        summary: "Hamiltonian cycles of the families of graphs of the FHCP challenge",
        text: include_str!("graphs.json"),
    },
];

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
