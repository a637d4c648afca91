//! Checks a proof and its formula, both in files, against the puzzle.

use std::{
    fs::File,
    io::{self, BufRead},
    path::Path,
};

use rustsat::types::Lit;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{ClauseSink, Interrupted},
    encoding::{self, EncodeError, Encoding, Options},
    hamiltonian::Hamiltonian,
    model::Model,
    registry,
};
use thiserror::Error;

use super::{
    Permit, ProofReadError,
    checker::{Checked, Checker, ProofError},
    cuts::{CutChecker, Unjustified},
    drat,
    formula::{FormulaReader, Item},
};
use crate::{
    compression::reader, file_name, limits::Reason, puzzles::StatedPuzzle,
    solvers::proof::DratSyntax, stated_formula::StatedFormula,
};

/// The claim of a proof.
pub struct ProofClaim<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// The value that the proof shows to be optimal; without it, the proof shows that there is no solution.
    pub best: Option<u64>,
    /// How many of the clauses are cuts.
    pub cuts: u64,
}

/// The files of a proof.
#[derive(Debug, Clone, Copy)]
pub struct ProofPaths<'a> {
    /// The formula.
    pub formula: &'a Path,
    /// The proof.
    pub proof: &'a Path,
    /// The syntax of the proof.
    pub format: DratSyntax,
}

/// Why a proof does not show its claim.
#[derive(Debug, Error)]
pub enum Refused {
    /// Something is wrong, in a sentence that names the file and the place.
    #[error("{0}")]
    Wrong(String),
    /// A file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A limit came first.
    #[error("{}", .0.describe())]
    Stopped(Reason),
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// Checks that the formula is that of the puzzle, and that the proof shows it to be unsatisfiable.
/// It encodes the puzzle again, with the encoding and the choices that the header names, and
/// compares the clauses one by one. Cuts may follow; each must have exactly the moves out of the
/// squares that the comment before it names. So only the encoding is trusted. O(n) in the formula,
/// and the time of [`Checker::check`].
///
/// # Errors
/// [`Refused`].
pub fn verify(
    claim: &ProofClaim<'_>,
    files: ProofPaths<'_>,
    permit: Permit<'_>,
) -> Result<Checked, Refused> {
    let mut checker = Checker::new(permit);
    let name = file_name::shown(files.formula);
    let formula = FormulaReader::new(open(files.formula)?, permit);
    FormulaReading { claim, name: &name, reader: formula, literals: Vec::new(), permit }
        .compare(&mut checker)?;
    let name = file_name::shown(files.proof);
    let mut proof = drat::DratReader::new(open(files.proof)?, files.format, permit);
    checker.check(&mut proof).map_err(|error| refused_proof(&name, error))
}

/// The error of a proof from the file `name`.
pub(super) fn refused_proof(name: &str, error: ProofError) -> Refused {
    match error {
        ProofError::Read(error) => refused(name, error),
        ProofError::Wrong { place, problem } => {
            Refused::Wrong(format!("{}: {problem}", place.within(name)))
        }
    }
}

/// Opens a regular file. A compressed one may have any size: it is read step by step, and memory is
/// reserved.
pub(super) fn open(path: &Path) -> Result<impl BufRead + use<>, Refused> {
    let unreadable =
        |error: io::Error| Refused::Unreadable(format!("{}: {error}", file_name::shown(path)));
    // Opening a pipe may block for ever.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(Refused::Unreadable(format!("{}: not a regular file", file_name::shown(path))));
    }
    let file = File::open(path).map_err(unreadable)?;
    Ok(reader(file, path, None, u64::MAX))
}

fn refused(name: &str, error: ProofReadError) -> Refused {
    match error {
        ProofReadError::Read(error) => Refused::Unreadable(format!("{name}: {error}")),
        ProofReadError::Form { place, problem } => {
            Refused::Wrong(format!("{}: {problem}", place.within(name)))
        }
        ProofReadError::Stopped(reason) => Refused::Stopped(reason),
    }
}

/// The comments before the heading.
#[derive(Default)]
struct Header {
    instance: Option<String>,
    encoding: Option<(&'static Encoding, Options)>,
    bound: Option<String>,
}

/// A formula being read.
struct FormulaReading<'a, R> {
    claim: &'a ProofClaim<'a>,
    name: &'a str,
    reader: FormulaReader<'a, R>,
    literals: Vec<i32>,
    permit: Permit<'a>,
}

impl<R: BufRead> FormulaReading<'_, R> {
    fn wrong<T>(&self, problem: &str) -> Result<T, Refused> {
        Err(Refused::Wrong(format!("{}: {problem}", self.reader.place().within(self.name))))
    }

    fn next(&mut self) -> Result<Option<Item>, Refused> {
        self.reader.next(&mut self.literals).map_err(|error| refused(self.name, error))
    }

    /// Gives all clauses to the checker and compares them with the puzzle's.
    fn compare(&mut self, checker: &mut Checker<'_>) -> Result<(), Refused> {
        let header = self.header()?;
        let puzzle = self.claim.puzzle;
        let instance = crate::documents::instance(&puzzle.statement());
        if header.instance.as_deref() != Some(&instance) {
            return self.wrong("its header names another instance than this puzzle");
        }
        let Some((encoding, options)) = header.encoding else {
            return self.wrong("its header names no encoding");
        };
        let model = puzzle.model();
        (self.permit)(encoding.bytes(&model))?;
        let stated = match self.claim.best {
            Some(best) => StatedFormula::better(&model, best, encoding, options),
            None => StatedFormula::model(&model, encoding, options),
        };
        let Some(stated) = stated else {
            let name = encoding.name();
            return self.wrong(&format!("the encoding `{name}` does not state this puzzle"));
        };
        if header.bound.as_deref() != stated.bound() {
            return self.wrong(&match stated.bound() {
                Some(bound) => format!("its header does not say `bound {bound}`"),
                None => "its header states a bound, but the puzzle has none".into(),
            });
        }
        stated.reserve(self.permit)?;
        let mut comparison = Comparison { formula: self, checker, failed: None };
        let encoded = stated.encode(&mut comparison);
        if let Some(refused) = comparison.failed {
            return Err(refused);
        }
        let (encoded, _) = match encoded {
            Ok(encoded) => encoded,
            Err(EncodeError::Interrupted(_)) => return Err(Reason::MemoryLimit.into()),
            Err(error) => return self.wrong(&error.to_string()),
        };
        self.cuts(&model, &stated, encoded.as_ref(), checker)
    }

    /// Reads the comments up to the heading.
    fn header(&mut self) -> Result<Header, Refused> {
        let mut header = Header::default();
        loop {
            match self.next()? {
                Some(Item::Comment(text)) => {
                    if let Some(instance) = text.strip_prefix("instance ") {
                        header.instance = Some(instance.into());
                    } else if let Some(bound) = text.strip_prefix("bound ") {
                        header.bound = Some(bound.into());
                    } else if let Some(named) = text.strip_prefix("encoding ") {
                        match encoding_of(named) {
                            Some(encoding) => header.encoding = Some(encoding),
                            None => return self.wrong("unknown encoding or options in the header"),
                        }
                    }
                }
                _ => return Ok(header),
            }
        }
    }

    /// Checks the clauses after the encoding's.
    fn cuts(
        &mut self,
        model: &Model,
        stated: &StatedFormula<'_>,
        encoded: &dyn encoding::Encoded,
        checker: &mut Checker<'_>,
    ) -> Result<(), Refused> {
        let (permit, puzzle) = (self.permit, self.claim.puzzle);
        let hamiltonian: Option<&Hamiltonian> = model.as_hamiltonian();
        let mut cuts = None;
        let mut comment = None;
        let mut number = 0;
        while let Some(item) = self.next()? {
            if let Item::Comment(text) = item {
                comment = Some(text);
                continue;
            }
            let (Some(hamiltonian), false) = (hamiltonian, stated.encoding().complete()) else {
                return self.wrong("more clauses than the puzzle and its cuts have");
            };
            number += 1;
            if cuts.is_none() {
                let kind = (hamiltonian.vertices(), hamiltonian.closed, stated.cuts_are_arcs());
                let label = |vertex| puzzle.label(vertex);
                cuts = Some(CutChecker::new(encoded, &label, kind, permit)?);
            }
            let text = comment.take().unwrap_or_default();
            if let Some(cuts) = &cuts {
                match cuts.check(number, &text, &self.literals, permit) {
                    Ok(()) => {}
                    Err(Unjustified::Wrong(problem)) => return self.wrong(&problem),
                    Err(Unjustified::Stopped(reason)) => return Err(reason.into()),
                }
            }
            checker.add(&self.literals)?;
        }
        if number != self.claim.cuts {
            let claimed = self.claim.cuts;
            let problem = format!("the formula has {number} cuts, but the document says {claimed}");
            return Err(Refused::Wrong(format!("{}: {problem}", self.name)));
        }
        Ok(())
    }
}

/// The encoding and the choices of a header: `cuts, at-most-one product, reductions all`.
pub(crate) fn encoding_of(text: &str) -> Option<(&'static Encoding, Options)> {
    let mut parts = text.splitn(3, ", ");
    let encoding = registry::by_name(parts.next()?)?;
    let at_most_one = AtMostOne::from_name(parts.next()?.strip_prefix("at-most-one ")?)?;
    let mut options = Options { at_most_one, ..Options::default() };
    if let Some(reductions) = parts.next() {
        options.reductions = reductions.strip_prefix("reductions ")?.parse().ok()?;
    }
    Some((encoding, options))
}

/// Compares the clauses of an encoding with those of a file, and passes them on.
struct Comparison<'f, 'a, 'c, R> {
    formula: &'f mut FormulaReading<'a, R>,
    checker: &'f mut Checker<'c>,
    failed: Option<Refused>,
}

impl<R: BufRead> Comparison<'_, '_, '_, R> {
    fn step(&mut self, clause: &[Lit]) -> Result<(), Refused> {
        loop {
            match self.formula.next()? {
                Some(Item::Comment(_)) => {}
                Some(Item::Clause) => break,
                _ => return self.formula.wrong("expected a clause of the puzzle"),
            }
        }
        let literals = &self.formula.literals;
        if !clause.iter().map(|literal| literal.to_ipasir()).eq(literals.iter().copied()) {
            let number = self.formula.reader.clauses();
            return self.formula.wrong(&format!("clause {number} differs from the puzzle's"));
        }
        Ok(self.checker.add(literals)?)
    }
}

impl<R: BufRead> ClauseSink for Comparison<'_, '_, '_, R> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        if self.formula.reader.clauses().is_multiple_of(1024)
            && let Err(reason) = (self.formula.permit)(0)
        {
            self.failed = Some(reason.into());
            return Err(Interrupted);
        }
        self.step(clause).map_err(|refused| {
            self.failed = Some(refused);
            Interrupted
        })
    }
}
