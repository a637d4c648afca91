//! Options of methods, as in documents and suites.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The user's choices that change the result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// `--order`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// `--restarts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
    /// `--solver`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<String>,
    /// `--amo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amo: Option<String>,
    /// `--reductions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reductions: Option<Vec<String>>,
    /// `--threads`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// `--precheck`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precheck: Option<bool>,
    /// `--suboptimal` of `solve`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suboptimal: Option<String>,
}

impl Choices {
    /// Whether no choice was made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same choices as arguments of the command line: `--restarts=0`.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let Self { order, restarts, solver, amo, reductions, threads, precheck, suboptimal } =
            self.clone();
        // The empty list has its own word.
        let listed = |names: Vec<String>| {
            if names.is_empty() { "none".into() } else { names.join(",") }
        };
        let arguments = [
            ("order", order),
            ("restarts", restarts.map(|restarts| restarts.to_string())),
            ("solver", solver),
            ("amo", amo),
            ("reductions", reductions.map(listed)),
            ("threads", threads.map(|threads| threads.to_string())),
            ("precheck", precheck.map(|on| if on { "on" } else { "off" }.into())),
            ("suboptimal", suboptimal),
        ];
        let given = arguments.into_iter().filter_map(|(name, value)| Some((name, value?)));
        given.map(|(name, value)| format!("--{name}={value}")).collect()
    }
}
