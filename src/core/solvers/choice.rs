//! The solver that decides the formulas of the SAT methods.

use std::{fmt, str::FromStr};

use super::{BUILT_IN, Hints, Solver, process::Started, varisat};
#[cfg(feature = "programs")]
use super::{command::SolverCommand, dimacs_process::DimacsProcess};
use crate::run::Run;

/// A built-in solver, as data in the file of the solver.
#[derive(Debug, Clone, Copy)]
pub struct BuiltInSolver {
    /// Its name for `--solver`.
    pub name: &'static str,
    /// One line for `satranj list solvers`.
    pub summary: &'static str,
    /// The name with the version, for documents.
    pub version: fn() -> String,
    /// A new solver, bound to a run; see [`SolverChoice::open`].
    pub open: fn(&Run, u64, &Hints) -> Box<dyn Solver>,
}

/// By name: two with the same name are the same solver.
impl PartialEq for BuiltInSolver {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for BuiltInSolver {}

/// The solver that the user chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverChoice {
    /// A solver that is linked in.
    BuiltIn(BuiltInSolver),
    /// A program that reads DIMACS.
    #[cfg(feature = "programs")]
    Program(SolverCommand),
}

impl Default for SolverChoice {
    fn default() -> Self {
        Self::BuiltIn(varisat::VARISAT)
    }
}

impl SolverChoice {
    /// The solver with its version, for documents.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(solver) => (solver.version)(),
            #[cfg(feature = "programs")]
            Self::Program(command) => command.to_string(),
        }
    }
}

/// What the methods need.
#[doc(hidden)]
impl SolverChoice {
    /// Whether an attempt can be limited to some effort. For an external program the only measure
    /// is time, which is not reproducible.
    #[must_use]
    pub fn measures_effort(&self) -> bool {
        !self.is_program()
    }

    /// Whether it is an external program.
    #[must_use]
    pub fn is_program(&self) -> bool {
        !matches!(self, Self::BuiltIn(_))
    }

    /// A new solver, bound to a run; it gives up after `effort` bytes of proof, or a corresponding
    /// number of conflicts. The process of an external program is registered until it ends.
    #[must_use]
    #[cfg_attr(not(feature = "programs"), expect(unused_variables))]
    pub fn open(
        &self,
        (run, program): (&Run, &Started),
        effort: u64,
        hints: &Hints,
    ) -> Box<dyn Solver> {
        match self {
            Self::BuiltIn(solver) => (solver.open)(run, effort, hints),
            #[cfg(feature = "programs")]
            Self::Program(command) => Box::new(DimacsProcess::new(run, program, command.clone())),
        }
    }
}

/// As accepted by `--solver`.
impl fmt::Display for SolverChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(solver) => f.write_str(solver.name),
            #[cfg(feature = "programs")]
            Self::Program(command) => command.fmt(f),
        }
    }
}

impl FromStr for SolverChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(solver) = BUILT_IN.iter().find(|solver| solver.name == text) {
            return Ok(Self::BuiltIn(*solver));
        }
        match text {
            #[cfg(not(feature = "cadical"))]
            "cadical" => Err("this program was built without CaDiCaL; build with `cargo install \
                              --path . --features cadical`, or run the program: --solver \
                              'cmd:cadical -q'"
                .into()),
            _ => match text.strip_prefix("cmd:") {
                #[cfg(feature = "programs")]
                Some(line) => line.parse().map(Self::Program),
                #[cfg(not(feature = "programs"))]
                Some(_) => Err("this library was built without the feature `programs`".into()),
                None => {
                    let is_name = !text.is_empty()
                        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                    let hint = if is_name {
                        format!("; to run a program write 'cmd:{text}'")
                    } else {
                        String::new()
                    };
                    Err(format!("expected varisat, cadical or 'cmd:PROGRAM ARGUMENTS'{hint}"))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_parsed_from_their_text() {
        for text in ["varisat", "cmd:kissat -q", "cmd:'my solver' {} \"a b\""] {
            let choice: SolverChoice = text.parse().unwrap();
            assert_eq!(choice.to_string().parse(), Ok(choice), "{text}");
        }
        for text in ["", "minisat", "Varisat", "cmd:", "cmd: ", "cmd:'a"] {
            assert!(text.parse::<SolverChoice>().is_err(), "{text}");
        }
    }

    #[test]
    #[cfg(not(feature = "cadical"))]
    fn what_is_not_built_in_says_how_to_build_it_in() {
        assert!("cadical".parse::<SolverChoice>().unwrap_err().contains("--features cadical"));
    }
}
