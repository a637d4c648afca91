//! A solver's model of any formula, in the formula's own variable names.

use std::io;

use rustsat::types::Lit;

use super::{DecodeError, clause_in_words, variable_names::VariableNames};
use crate::{
    documents::{named_model::NamedModelDocument, solution::Status},
    limits::Permit,
    proofs::{
        ProofReadError,
        formula::{FormulaReader, Item},
    },
    solvers::model_file::{self, SolverOutput},
};

/// A formula from any source.
pub struct ForeignFormula<'t> {
    text: &'t str,
    variables: u32,
    clauses: u64,
    /// Literals and their names.
    names: Vec<(i32, String)>,
}

impl<'t> ForeignFormula<'t> {
    /// Reads a formula in DIMACS once: its size and the names.
    ///
    /// # Errors
    /// [`DecodeError::Map`] with the place, or that it names no variable.
    pub fn read(text: &'t str, permit: Permit<'_>) -> Result<Self, DecodeError> {
        let mut reader = FormulaReader::new(text.as_bytes(), permit);
        let (mut literals, mut names) = (Vec::new(), VariableNames::default());
        let (mut variables, mut clauses) = (0, 0);
        while let Some(item) = reader.next(&mut literals).map_err(|error| unread(&error))? {
            match item {
                Item::Comment(comment) => names.read(&comment),
                Item::Heading { variables: all, .. } => variables = all,
                Item::Clause => clauses += 1,
            }
        }
        let names = names.best(variables);
        if names.is_empty() {
            let problem = "no comment names a variable; write for example `c varname NUMBER NAME`, `c NUMBER \
                           NAME`, `c NAME = NUMBER`, or a name with :: and literals, as CBMC does";
            return Err(DecodeError::Map(problem.into()));
        }
        Ok(Self { text, variables, clauses, names })
    }

    /// Reads a solver's output; its model is checked against every clause.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(&self, formula: &str, output: &str) -> Result<NamedModelDocument, DecodeError> {
        let answer = model_file::parse(output, self.variables.into())
            .map_err(|error| DecodeError::Output(error.to_string()))?;
        let mut document = NamedModelDocument::of(formula, self.variables, self.clauses);
        let assignment = match answer.output {
            SolverOutput::Unsatisfiable => {
                document.status = Status::Unsatisfiable;
                return Ok(document);
            }
            SolverOutput::Unknown => return Ok(document),
            SolverOutput::Satisfiable(assignment) | SolverOutput::Optimum(assignment) => assignment,
        };
        let holds = |&literal: &i32| {
            Lit::from_ipasir(literal).is_ok_and(|literal| assignment.satisfies(literal))
        };
        let mut reader = FormulaReader::new(self.text.as_bytes(), &|_| Ok(()));
        let mut literals = Vec::new();
        while let Some(item) = reader.next(&mut literals).map_err(|error| unread(&error))? {
            if item == Item::Clause && !literals.iter().any(holds) {
                let (number, clause) = (reader.clauses(), self.in_words(&literals));
                let all = self.clauses;
                let problem = format!("the model breaks clause {number} of {all}: {clause}");
                return Err(DecodeError::Wrong(problem));
            }
        }
        document.status = Status::Satisfied;
        document.verified = true;
        for (literal, name) in &self.names {
            let names =
                if holds(literal) { &mut document.true_names } else { &mut document.false_names };
            names.push(name.clone());
        }
        Ok(document)
    }

    /// The first literals of a clause with the names of their variables.
    fn in_words(&self, clause: &[i32]) -> String {
        clause_in_words(clause, |&literal| {
            let named = self.names.iter().find(|(other, _)| other.abs() == literal.abs());
            match named {
                Some((other, name)) if *other == literal => name.clone(),
                Some((_, name)) => format!("¬{name}"),
                None if literal < 0 => format!("¬x{}", literal.unsigned_abs()),
                None => format!("x{literal}"),
            }
        })
    }
}

fn unread(error: &ProofReadError) -> DecodeError {
    let problem = match error {
        ProofReadError::Read(error) if error.kind() == io::ErrorKind::InvalidData => {
            format!("not valid UTF-8 text: {error}")
        }
        error => error.to_string(),
    };
    DecodeError::Map(problem)
}
