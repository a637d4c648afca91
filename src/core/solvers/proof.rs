//! DRAT proofs: refutes a formula again from scratch and records each step.

use std::{
    cell::{Cell, RefCell},
    io::{self, Write},
};

use rustsat::types::Lit;
use satranj_encodings::clause::Assignment;
use varisat::{ExtendFormula, ProofFormat};

use super::{from_varisat, search_proof::SearchProof, to_varisat};
use crate::limits::Reason;

/// Clauses between two checks of the limits while loading.
const POLL_EVERY: usize = 1024;

/// The syntax of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DratSyntax {
    /// One clause per line, `d` before a deleted clause.
    Text,
    /// The binary DRAT of drat-trim.
    Binary,
}

impl DratSyntax {
    /// The name in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "drat",
            Self::Binary => "binary-drat",
        }
    }

    /// The syntax of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Text, Self::Binary].into_iter().find(|format| format.name() == name)
    }
}

/// The outcome of writing a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proved {
    /// The proof is written, and has this many bytes.
    Unsatisfiable(u64),
    /// The formula has this model after all.
    Satisfiable(Assignment),
    /// A limit was reached; the output is not a proof.
    Stopped(Reason),
}

/// A proof in memory, up to a size.
#[derive(Debug)]
pub struct BoundedProof {
    /// The bytes written.
    pub bytes: Vec<u8>,
    most: u64,
    /// Whether there were more.
    pub is_full: bool,
}

impl BoundedProof {
    /// An empty proof.
    #[must_use]
    pub fn new(most: u64) -> Self {
        Self { bytes: Vec::new(), most, is_full: false }
    }
}

impl Write for BoundedProof {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a step in binary DRAT; its clause is in DIMACS numbers.
///
/// # Errors
/// As the output.
pub fn write_binary_step(deletes: bool, clause: &[i32], out: &mut dyn Write) -> io::Result<()> {
    let mut step = Vec::with_capacity(2 + 4 * clause.len());
    step.push(if deletes { b'd' } else { b'a' });
    for &literal in clause {
        let mut number = 2 * u64::from(literal.unsigned_abs()) + u64::from(literal < 0);
        while number >= 0x80 {
            step.push(number as u8 | 0x80);
            number >>= 7;
        }
        step.push(number as u8);
    }
    step.push(0);
    out.write_all(&step)
}

/// Refutes a formula by a new varisat and writes its DRAT proof, which ends with the empty
/// clause.
///
/// The solver gets only the clauses, unchanged: a DRAT proof cannot contain what a solver learned
/// between two solves, or under other names. `poll` is called every 8 KiB of proof and says when to
/// stop.
///
/// # Errors
/// If the proof cannot be written.
pub fn prove<'c>(
    clauses: impl Iterator<Item = &'c [Lit]>,
    format: DratSyntax,
    poll: &dyn Fn() -> Result<(), Reason>,
    out: &mut dyn Write,
) -> io::Result<Proved> {
    let trace = Trace::default();
    let written = match format {
        DratSyntax::Text => ProofFormat::Drat,
        DratSyntax::Binary => ProofFormat::BinaryDrat,
    };
    let proved = refute(clauses, written, Sink { out: &mut *out, poll, trace: &trace })?;
    if !matches!(proved, Proved::Unsatisfiable(_)) {
        return Ok(proved);
    }
    // If a formula is refuted while it is loaded, varisat writes no empty clause. A second one does no
    // harm.
    let end: &[u8] = match format {
        DratSyntax::Text if trace.ends_with_empty_clause() => b"",
        DratSyntax::Text => b"0\n",
        DratSyntax::Binary => b"a\0",
    };
    out.write_all(end)?;
    out.flush()?;
    Ok(Proved::Unsatisfiable(trace.bytes.get() + end.len() as u64))
}

/// The same proof, whose steps name the clauses that they follow from.
///
/// # Errors
/// If the proof has more than `most` bytes, with [`io::ErrorKind::StorageFull`].
pub fn prove_by_names<'c>(
    clauses: impl Iterator<Item = &'c [Lit]>,
    poll: &dyn Fn() -> Result<(), Reason>,
    most: u64,
) -> io::Result<(Proved, SearchProof)> {
    let (trace, mut out) = (Trace::default(), BoundedProof::new(most));
    let sink = Sink { out: &mut out, poll, trace: &trace };
    let proved = refute(clauses, ProofFormat::Varisat, sink)?;
    Ok((proved, SearchProof { bytes: out.bytes, negated_below: 0 }))
}

/// Refutes a formula by a new varisat.
fn refute<'c>(
    clauses: impl Iterator<Item = &'c [Lit]>,
    format: ProofFormat,
    sink: Sink<'_>,
) -> io::Result<Proved> {
    let (trace, poll) = (sink.trace, sink.poll);
    let mut solver = varisat::Solver::new();
    solver.write_proof(sink, format);
    let mut literals = Vec::new();
    for (index, clause) in clauses.enumerate() {
        if index % POLL_EVERY == 0
            && let Err(reason) = poll()
        {
            return Ok(Proved::Stopped(reason));
        }
        literals.clear();
        literals.extend(clause.iter().map(|&literal| to_varisat(literal)));
        solver.add_clause(&literals);
    }
    let result = solver.solve();
    let model: Assignment =
        solver.model().unwrap_or_default().into_iter().map(from_varisat).collect();
    drop(solver);
    if let Some(error) = trace.failed.take() {
        return Err(error);
    }
    if let Some(reason) = trace.stopped.get() {
        return Ok(Proved::Stopped(reason));
    }
    match result {
        Ok(true) => Ok(Proved::Satisfiable(model)),
        Ok(false) => Ok(Proved::Unsatisfiable(trace.bytes.get())),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}

/// The state of a sink.
#[derive(Default)]
struct Trace {
    bytes: Cell<u64>,
    /// The last three bytes.
    tail: Cell<[u8; 3]>,
    stopped: Cell<Option<Reason>>,
    failed: RefCell<Option<io::Error>>,
}

impl Trace {
    fn ends_with_empty_clause(&self) -> bool {
        let tail = self.tail.get();
        tail == *b"\n0\n" || (self.bytes.get() == 2 && tail[1..] == *b"0\n")
    }
}

/// Writes a proof; its failure stops the solver.
struct Sink<'a> {
    out: &'a mut dyn Write,
    poll: &'a dyn Fn() -> Result<(), Reason>,
    trace: &'a Trace,
}

impl Sink<'_> {
    fn fail(&self, error: io::Error) -> io::Error {
        let copy = io::Error::new(error.kind(), error.to_string());
        *self.trace.failed.borrow_mut() = Some(error);
        copy
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(reason) = (self.poll)() {
            self.trace.stopped.set(Some(reason));
            return Err(io::Error::other("stopped"));
        }
        self.out.write_all(bytes).map_err(|error| self.fail(error))?;
        self.trace.bytes.set(self.trace.bytes.get() + bytes.len() as u64);
        let mut tail = self.trace.tail.get();
        for &byte in &bytes[bytes.len().saturating_sub(3)..] {
            tail = [tail[1], tail[2], byte];
        }
        self.trace.tail.set(tail);
        Ok(bytes.len())
    }

    /// A failure here is an error: an incomplete proof is no proof.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| self.fail(error))
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::clause::{ClauseSink, Cnf};

    use super::*;

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let literals = clause.iter().map(|&number| Lit::from_ipasir(number).unwrap());
            formula.add_clause(&literals.collect::<Vec<_>>()).unwrap();
        }
        formula
    }

    fn proof(clauses: &[&[i32]], format: DratSyntax) -> (Proved, Vec<u8>) {
        let mut out = Vec::new();
        let proved = prove(formula(clauses).iter(), format, &|| Ok(()), &mut out).unwrap();
        (proved, out)
    }

    #[test]
    fn every_proof_ends_with_the_empty_clause() {
        let square: &[&[i32]] = &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];
        for clauses in [square, &[&[1], &[-1]], &[&[]], &[&[1, 2], &[]]] {
            let (proved, text) = proof(clauses, DratSyntax::Text);
            assert_eq!(proved, Proved::Unsatisfiable(text.len() as u64));
            let text = String::from_utf8(text).unwrap();
            assert_eq!(text.lines().filter(|&line| line == "0").count(), 1, "{text}");
            assert!(text.ends_with("0\n"));
            let (proved, binary) = proof(clauses, DratSyntax::Binary);
            assert_eq!(proved, Proved::Unsatisfiable(binary.len() as u64));
            assert!(binary.ends_with(b"a\0"));
        }
        for clauses in [&[&[1, 2][..]][..], &[&[-1, 2], &[1]]] {
            let Proved::Satisfiable(model) = proof(clauses, DratSyntax::Text).0 else {
                panic!("it has a model");
            };
            assert_eq!(formula(clauses).first_unsatisfied(&model), None);
        }
    }

    /// A disk with room for this many bytes.
    struct FullDisk(usize);

    impl Write for FullDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            if self.0 == 1 { Err(io::ErrorKind::QuotaExceeded.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn what_cannot_be_written_or_is_stopped_is_no_proof() {
        let square = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        let (_, whole) = proof(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]], DratSyntax::Text);
        let write = |room| prove(square.iter(), DratSyntax::Text, &|| Ok(()), &mut FullDisk(room));
        assert_eq!(write(0).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(write(whole.len() + 1).unwrap_err().kind(), io::ErrorKind::QuotaExceeded);
        assert!(write(whole.len() + 2).is_ok());
        let stop = || Err(Reason::TimeLimit);
        let stopped = prove(square.iter(), DratSyntax::Text, &stop, &mut io::sink()).unwrap();
        assert_eq!(stopped, Proved::Stopped(Reason::TimeLimit));
    }
}
