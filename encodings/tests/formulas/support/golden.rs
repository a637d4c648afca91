//! Golden formulas: files in `golden/` that the encodings must write byte for byte.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::PathBuf};

use satranj_encodings::{encoding::Options, lattice::Lattice, model::Model};

use super::{encode, encoding};

/// One golden file.
pub struct Golden {
    pub file: String,
    pub encoding: &'static str,
    /// What is asked, in words.
    pub about: &'static str,
    pub model: Model,
    pub options: Options,
}

/// A golden file with the default options.
pub fn golden(file: &str, encoding: &'static str, about: &'static str, model: Model) -> Golden {
    let file = format!("{encoding}-{file}.cnf");
    Golden { file, encoding, about, model, options: Options::default() }
}

/// A vertex of a lattice as row and column.
fn position(lattice: &Lattice, vertex: u32) -> String {
    let (row, column) = lattice.position(vertex);
    format!("{row},{column}")
}

/// A vertex as golden files name it.
fn label(model: &Model, vertex: u32) -> String {
    let placed = |set: &satranj_encodings::independent_set::IndependentSet| {
        let (kind, cell) = set.kind_and_cell(vertex);
        format!("piece{kind}({})", position(&set.kinds()[kind].lattice, cell))
    };
    match model {
        Model::Hamiltonian(model) => {
            model.lattice().map_or(vertex.to_string(), |lattice| position(lattice, vertex))
        }
        Model::LongestPath(model) => {
            let lattice = model.visit.lattice().expect("a board");
            position(lattice, vertex)
        }
        Model::DominatingSet(model) => placed(model.pieces()),
        Model::VertexCover(_) => format!("piece0({vertex})"),
        Model::AgentPaths(_) => vertex.to_string(),
        Model::Meeting(model) => position(model.lattice(), vertex),
        Model::Route(model) => position(model.lattice(), vertex),
        Model::Exchange(model) => {
            let (kind, cell) = (vertex / model.vertices(), vertex % model.vertices());
            format!("piece{kind}({})", position(&model.cells, cell))
        }
        _ => placed(model.as_independent_set().expect("it is small")),
    }
}

/// A formula as DIMACS, with a header and the names of the puzzle variables.
pub fn dimacs(golden: &Golden) -> String {
    let (cnf, encoded) = encode(encoding(golden.encoding), &golden.model, golden.options);
    let amo = golden.options.at_most_one.name();
    let mut text = format!("c encoding {}, at-most-one {amo}: {}\n", golden.encoding, golden.about);
    let label = |vertex| label(&golden.model, vertex);
    for variable in 0..encoded.variables() {
        if let Some(name) = encoded.variable_name(variable, &label) {
            writeln!(text, "c varname {} {name}", variable + 1).unwrap();
        }
    }
    writeln!(text, "p cnf {} {}", encoded.variables(), cnf.len()).unwrap();
    for clause in cnf.iter() {
        for literal in clause {
            write!(text, "{} ", literal.to_ipasir()).unwrap();
        }
        text.push_str("0\n");
    }
    text
}

/// Compares the files with what is written now, or rewrites them.
pub fn check(all: &[Golden]) {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden");
    let bless = std::env::var_os("SATRANJ_BLESS").is_some();
    let mut changed = Vec::new();
    for golden in all {
        let path = directory.join(&golden.file);
        let text = dimacs(golden);
        assert!(text.len() < 200_000, "{} has {} bytes", golden.file, text.len());
        if bless {
            fs::write(&path, text).unwrap();
        } else if fs::read_to_string(&path).ok() != Some(text) {
            changed.push(&golden.file);
        }
    }
    assert!(changed.is_empty(), "changed; if meant so, run with SATRANJ_BLESS=1: {changed:#?}");
    // Of these encodings there are no other files.
    let expected: BTreeSet<&str> = all.iter().map(|golden| golden.file.as_str()).collect();
    assert_eq!(expected.len(), all.len(), "two of one name");
    for entry in fs::read_dir(directory).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let belongs =
            |encoding: &str| name.strip_prefix(encoding).is_some_and(|rest| rest.starts_with('-'));
        let is_here = all.iter().any(|golden| belongs(golden.encoding));
        assert!(!is_here || expected.contains(name.as_str()), "{name} is no golden file");
    }
}
