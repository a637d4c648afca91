//! Rebuilds the formula or program of a map, checks a model against its clauses, and reads it.

use rustsat::types::Lit;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{Assignment, ClauseSink, Interrupted},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoded, Encoding, Options, Reading, Size},
    hamiltonian::reductions::ReductionsError,
    model::{Model, Witness},
    registry,
};
use serde_json::Value;

use super::{DecodeError, clause_in_words, program};
use crate::{
    answer::Outcome,
    documents::{
        formula_digest::FormulaDigest,
        instance,
        map::{self, MapDocument},
        sealed::Sealed as _,
    },
    exports::{
        self, opb,
        programs::{GraphPrograms, programs},
        satisfiability::{self as wcnf, DIMACS, ICNF},
    },
    json::JsonPart,
    limits::Reason,
    obstruction,
    puzzles::{Optimality, PuzzleSolution, Solution, StatedPuzzle, exhaustive},
    run::Run,
    stated_formula::StatedFormula,
};

/// The formula or program of a map.
pub struct MappedFormula {
    pub(super) puzzle: Box<dyn StatedPuzzle>,
    pub(super) model: Model,
    pub(super) form: ModelForm,
    /// The solution that a model of the formula beats, verified, and its value.
    pub(super) best: Option<(Solution, u64)>,
    run: Run,
}

/// How the formula states the model.
pub(super) enum ModelForm {
    /// By the clauses of an encoding.
    Clauses { encoding: &'static Encoding, options: Options },
    /// By linear constraints.
    Linear,
    /// By a program for clingo or `MiniZinc`.
    Program(&'static GraphPrograms),
}

/// The meaning of a model.
pub(super) struct ModelMeaning {
    /// The solution, verified.
    pub solution: Solution,
    /// The value that the puzzle's objective compares.
    pub value: u64,
    /// The value of the file's objective; 0 without one.
    pub cost: i128,
}

/// The result of reading, or an error.
pub(super) type Read = Result<ModelMeaning, String>;

impl MappedFormula {
    /// Checks all of a map except the digest of its clauses; the run limits the memory.
    ///
    /// # Errors
    /// [`DecodeError::Map`].
    pub fn of(map: &MapDocument, run: Run) -> Result<Self, DecodeError> {
        let formula = Self::checked(map, run);
        let hold = |formula| {
            if map.digest.is_some() {
                map.clone().hold_seal_if_any()?;
            }
            Ok(formula)
        };
        formula.and_then(hold).map_err(DecodeError::Map)
    }

    fn checked(map: &MapDocument, run: Run) -> Result<Self, String> {
        if map.schema != map::SCHEMA {
            return Err(format!("found schema `{}`, expected `{}`", map.schema, map::SCHEMA));
        }
        let puzzle = map.puzzle.puzzle().map_err(|error| error.to_string())?;
        if map.instance != instance(&map.puzzle) {
            return Err("`instance` is not the digest of the puzzle".into());
        }
        let format = exports::by_name(&map.format).filter(|format| format.has_map());
        let Some(format) = format.filter(|format| format.name != ICNF.name) else {
            let problem = format!("a solver of the format `{}` prints no models", map.format);
            return Err(problem);
        };
        let model = puzzle.model();
        run.reserve(model.bytes()).map_err(too_large)?;
        let best = map.best.as_ref().map(|best| best_of(puzzle.as_ref(), best)).transpose()?;
        if best.is_some() && format.name != DIMACS.name {
            return Err(format!("`best` is for dimacs, not for {}", format.name));
        }
        let (form, size) = if format.is_program {
            let written = program::written(format, puzzle.as_ref(), &model, &run)?;
            if (&written.encoding, &written.formula) != (&map.encoding, &map.formula) {
                return Err(otherwise("program", map));
            }
            let programs = programs(&model).ok_or("no program states this puzzle")?;
            let size = Size { variables: written.variables, clauses: written.clauses };
            (ModelForm::Program(programs), size)
        } else if map.encoding == opb::LINEAR && map.format == "opb" {
            if !opb::supports(&model) {
                return Err("no linear constraints state this puzzle".into());
            }
            let linear = opb::measure(&model, &run).map_err(|error| error.to_string())?;
            if linear.digest != map.formula {
                return Err(otherwise("formula", map));
            }
            let size = Size { variables: linear.variables, clauses: linear.constraints };
            (ModelForm::Linear, size)
        } else {
            let best = best.as_ref().map(|(_, value)| *value);
            clauses_of(map, &model, best, &run)?
        };
        if (size.variables, size.clauses) != (map.variables, map.clauses) {
            return Err(format!(
                "the map says {} variables and {} clauses, but the formula has {} and {}",
                map.variables, map.clauses, size.variables, size.clauses
            ));
        }
        Ok(Self { puzzle, model, form, best, run })
    }

    /// Rebuilds the clauses, compares their digest with that of the map, and reads a model if there
    /// is one; an error concerns the map.
    pub(super) fn read_model(
        &self,
        assignment: Option<&Assignment>,
        map: &MapDocument,
    ) -> Result<Option<Read>, String> {
        let ModelForm::Clauses { encoding, options } = self.form else {
            return Ok(assignment.map(|assignment| {
                let vertices = (0..opb::vertices(&self.model))
                    .filter(|&vertex| assignment.satisfies(Lit::positive(vertex)));
                let cost = opb::minimised(&self.model, assignment);
                self.verified(&Witness::Vertices(vertices.collect()), cost)
            }));
        };
        let mut check = ModelCheck::new(assignment);
        let best = self.best.as_ref().map(|(_, value)| *value);
        let stated = stated(&self.model, best, encoding, options)?;
        let (encoded, _) = stated.encode(&mut check).map_err(|error| error.to_string())?;
        if let Some(objective) = encoded.objective() {
            check.digest.add_objective(&objective);
        }
        if std::mem::take(&mut check.digest).finish() != map.formula {
            return Err(otherwise("formula", map));
        }
        let cost = |assignment: &Assignment| match (encoded.objective(), map.format.as_str()) {
            (Some(objective), "wcnf") => wcnf::cost(&objective, assignment),
            (Some(objective), "opb") => opb::cost(&objective, assignment),
            _ => 0,
        };
        Ok(assignment.map(|assignment| {
            let cost = cost(assignment);
            self.read(encoded.as_ref(), assignment, &check, cost)
        }))
    }

    /// Whether a short reason or the puzzle's own search confirms the solver's claim that no
    /// solution is better than this one. `None`: nothing confirms it.
    ///
    /// # Errors
    /// A sentence with the better solution.
    pub(super) fn shown_best(
        &self,
        solution: &Solution,
        value: u64,
    ) -> Result<Option<Outcome>, String> {
        let claim = match self.best {
            Some(_) => "the solver says UNSATISFIABLE, but there is a better solution",
            None => "the solver says OPTIMUM FOUND, but its solution is not optimal",
        };
        // An external solver may show any of several equally good solutions.
        match self.puzzle.optimality(solution, false) {
            Optimality::Better(better) => return Err(format!("{claim}: {better}")),
            Optimality::Best => return Ok(Some(Outcome::Optimal(None))),
            Optimality::Open => {}
        }
        if let Some(better) = exhaustive::better_than(self.puzzle.as_ref(), value) {
            return Err(format!("{claim}: {}", better.in_words()));
        }
        // Without memory for the reason, only the solver's claim is left.
        let bound = obstruction::bound(&self.model, &self.run).ok().flatten();
        let reached = bound.filter(|&(bound, _)| bound == value);
        let Some(certificate) = reached.and_then(|(_, reason)| self.puzzle.explain(&reason)) else {
            return Ok(None);
        };
        let shown = self.puzzle.verify_certificate(&certificate, Some(value));
        shown.map_err(|violation| {
            format!("the certificate `{}` does not hold: {violation}", certificate.kind())
        })?;
        Ok(Some(Outcome::Optimal(Some(certificate))))
    }

    pub(super) fn verified(&self, witness: &Witness, cost: i128) -> Read {
        let solution = self.puzzle.checked(witness).map_err(|violation| violation.to_string())?;
        Ok(ModelMeaning { value: self.model.value(witness), solution, cost })
    }

    /// Reads a model and verifies the solution.
    fn read(
        &self,
        encoded: &dyn Encoded,
        assignment: &Assignment,
        check: &ModelCheck<'_>,
        cost: i128,
    ) -> Read {
        if let Some((number, clause)) = &check.broken {
            let clause = self.in_words(encoded, clause);
            let count = check.clauses;
            return Err(format!("the model breaks clause {number} of {count}: {clause}"));
        }
        let witness = match encoded.read(assignment).map_err(|error| error.to_string())? {
            Reading::Witness(witness) => witness,
            Reading::Cuts(cuts) => {
                let count = cuts.len();
                let plural = if count == 1 { "" } else { "s" };
                let first =
                    cuts.first().map_or_else(String::new, |cut| self.in_words(encoded, cut));
                return Err(format!(
                    "the model is several cycles, not one tour; the relaxation lacks {count} \
                     cut{plural}, the first: {first}"
                ));
            }
        };
        self.verified(&witness, cost)
    }

    /// The first literals of a clause with the names of their variables.
    fn in_words(&self, encoded: &dyn Encoded, clause: &[Lit]) -> String {
        let label = |vertex| self.puzzle.term(vertex);
        clause_in_words(clause, |literal| {
            let name = encoded
                .variable_name(literal.vidx32(), &label)
                .unwrap_or_else(|| format!("x{}", literal.vidx() + 1));
            if literal.is_pos() { name } else { format!("¬{name}") }
        })
    }
}

fn too_large(reason: Reason) -> String {
    format!("the formula is too large: {}", reason.describe())
}

/// The solution in a map, verified, and its value.
fn best_of(puzzle: &dyn StatedPuzzle, best: &Value) -> Result<(Solution, u64), String> {
    let text = best.to_string();
    let solution = puzzle.statement().read_solution(&JsonPart::whole(&text));
    let solution = solution.map_err(|error| format!("`best`: {}", error.problem))?;
    puzzle.verify(&solution).map_err(|violation| format!("`best`: {violation}"))?;
    let value = puzzle.sense().and_then(|_| puzzle.value(&solution));
    let value = value.ok_or("`best`: this puzzle has no objective")?;
    Ok((solution, value))
}

/// What the formula of an encoding states.
fn stated<'m>(
    model: &'m Model,
    best: Option<u64>,
    encoding: &'static Encoding,
    options: Options,
) -> Result<StatedFormula<'m>, String> {
    let stated = match best {
        Some(best) => StatedFormula::better(model, best, encoding, options),
        None => StatedFormula::model(model, encoding, options),
    };
    let name = encoding.name();
    stated.ok_or_else(|| format!("the encoding `{name}` does not state this puzzle"))
}

/// The encoding of a map and the size of its formula.
fn clauses_of(
    map: &MapDocument,
    model: &Model,
    best: Option<u64>,
    run: &Run,
) -> Result<(ModelForm, Size), String> {
    let encoding = registry::by_name(&map.encoding)
        .ok_or_else(|| format!("unknown encoding `{}`", map.encoding))?;
    let at_most_one = AtMostOne::from_name(&map.amo)
        .ok_or_else(|| format!("unknown at-most-one encoding `{}`", map.amo))?;
    let reductions = map.reductions.parse();
    let reductions = reductions.map_err(|error: ReductionsError| error.to_string())?;
    let options = Options { at_most_one, reductions };
    let stated = stated(model, best, encoding, options)?;
    stated.reserve(&|bytes| run.reserve(bytes)).map_err(too_large)?;
    let counter = &mut ClauseCounter::up_to(map.clauses);
    let encoded = stated.encode(counter);
    let other = |error| format!("the map belongs to another formula: {error}");
    if let Some(most) = counter.exceeded() {
        return Err(other(EncodeError::TooManyClauses { encoding: encoding.name(), most }));
    }
    let (_, variables) = encoded.map_err(other)?;
    let size = Size { variables: variables.into(), clauses: counter.clauses() };
    Ok((ModelForm::Clauses { encoding, options }, size))
}

fn otherwise(what: &str, map: &MapDocument) -> String {
    format!("the {what} differs from what this version writes (satranj {} wrote it)", map.version)
}

/// Checks each new clause against the assignment, and hashes it.
struct ModelCheck<'a> {
    /// Without an assignment nothing is checked.
    assignment: Option<&'a Assignment>,
    digest: FormulaDigest,
    clauses: u64,
    /// Number and literals of the first clause that is not satisfied.
    broken: Option<(u64, Vec<Lit>)>,
}

impl<'a> ModelCheck<'a> {
    fn new(assignment: Option<&'a Assignment>) -> Self {
        Self { assignment, digest: FormulaDigest::default(), clauses: 0, broken: None }
    }
}

impl ClauseSink for ModelCheck<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        self.digest.add(clause);
        if let Some(assignment) = self.assignment
            && self.broken.is_none()
            && !clause.iter().any(|&literal| assignment.satisfies(literal))
        {
            self.broken = Some((self.clauses, clause.to_vec()));
        }
        Ok(())
    }
}
