//! Which solver decides the formulas of the SAT methods.

use std::{fmt, str::FromStr};

use super::{Hints, Solver, process::Started, varisat::Varisat};
#[cfg(feature = "programs")]
use super::{command::SolverCommand, dimacs_process::DimacsProcess};
use crate::run::Run;

/// The solver that the user chose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SolverChoice {
    /// varisat, built in.
    #[default]
    Varisat,
    /// `CaDiCaL`, built in by the feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program that reads DIMACS.
    #[cfg(feature = "programs")]
    Command(SolverCommand),
}

impl SolverChoice {
    /// The solver with its version, for documents.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Varisat => super::varisat::NAME.into(),
            #[cfg(feature = "cadical")]
            Self::Cadical => super::cadical::name(),
            #[cfg(feature = "programs")]
            Self::Command(command) => command.to_string(),
        }
    }

    /// Whether an attempt can be limited to some effort. A program of which nothing but its
    /// answer is known has no measure of effort but time, which is not the same twice.
    #[must_use]
    pub fn measures_effort(&self) -> bool {
        !self.is_program()
    }

    /// Whether it is a program of somebody else's.
    #[must_use]
    pub fn is_program(&self) -> bool {
        #[cfg(feature = "programs")]
        return matches!(self, Self::Command(_));
        #[cfg(not(feature = "programs"))]
        false
    }

    /// A new solver, bound to a run; it gives up after `effort` bytes of proof, or as many
    /// conflicts as make about so much. A program that it asks is known as started until it ends.
    #[must_use]
    #[cfg_attr(not(feature = "programs"), expect(unused_variables))]
    pub fn open(
        &self,
        (run, program): (&Run, &Started),
        effort: u64,
        hints: &Hints,
    ) -> Box<dyn Solver> {
        match self {
            Self::Varisat => Box::new(Varisat::new(run, effort, hints)),
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(super::cadical::Cadical::new(run, effort, hints)),
            #[cfg(feature = "programs")]
            Self::Command(command) => Box::new(DimacsProcess::new(run, program, command.clone())),
        }
    }
}

/// As `--solver` takes it.
impl fmt::Display for SolverChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Varisat => f.write_str("varisat"),
            #[cfg(feature = "cadical")]
            Self::Cadical => f.write_str("cadical"),
            #[cfg(feature = "programs")]
            Self::Command(command) => command.fmt(f),
        }
    }
}

impl FromStr for SolverChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "varisat" => Ok(Self::Varisat),
            #[cfg(feature = "cadical")]
            "cadical" => Ok(Self::Cadical),
            #[cfg(not(feature = "cadical"))]
            "cadical" => Err("this program was built without it; build it in by `cargo install \
                              --path . --features cadical`, or run a program by --solver \
                              'cmd:cadical -q'"
                .into()),
            _ => match text.strip_prefix("cmd:") {
                #[cfg(feature = "programs")]
                Some(line) => line.parse().map(Self::Command),
                #[cfg(not(feature = "programs"))]
                Some(_) => Err("this library was built without the feature `programs`".into()),
                None => Err("there are varisat, cadical and 'cmd:PROGRAM ARGUMENTS'".into()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_back_from_their_words() {
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
