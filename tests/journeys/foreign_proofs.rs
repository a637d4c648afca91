//! A user brings another solver's "no" for an exported formula, with the proof that the solver wrote.

use std::{io::Write as _, path::Path};

use flate2::write::GzEncoder;

use crate::harness::{Line, Ran, folder, read, satranj, schema::valid, write};

/// A tour that does not exist: propagation does not refute its formula.
const PUZZLE: &str = "tour 4x4 --encoding position";

fn run(folder: &Path, line: &str) -> Ran {
    satranj(line).within(folder).run()
}

/// Writes the formula, and the "no" of a solver.
fn exported(folder: &Path) {
    run(folder, &format!("export {PUZZLE} -o x.cnf")).exits(0);
    write(folder, "no.out", "s UNSATISFIABLE\n");
}

/// The proof is checked against the formula of the map, and `verify` accepts the document.
fn holds(folder: &Path, proof: &str) {
    let decoded = run(folder, &format!("decode x.cnf.map.json no.out --proof {proof} --json"));
    let document = valid(decoded.exits(0).json());
    assert_eq!(document["status"], "unsatisfiable");
    assert_eq!(document["verified"], true, "{proof}");
    assert_eq!(document["certificate"]["kind"], "drat");
    assert!(document.get("unchecked_because").is_none_or(serde_json::Value::is_null));
    write(folder, "no.json", document.to_string());
    let verdict = valid(run(folder, "verify no.json --json").exits(0).json());
    assert_eq!((&verdict["valid"], &verdict["proof"]), (&true.into(), &true.into()), "{proof}");
}

/// The proof of a small formula, which propagation refutes, in both syntaxes; and proofs that do not
/// hold, with their places.
#[test]
fn a_proof_is_checked_or_refused_with_its_place() {
    let folder = folder();
    let folder = folder.path();
    run(folder, "export tour 3x3 --closed -o x.cnf").exits(0);
    write(folder, "no.out", "s UNSATISFIABLE\n");
    for (name, proof) in [("t.drat", &b"c a comment\n0\n"[..]), ("b.drat", b"a\0")] {
        write(folder, name, proof);
        holds(folder, name);
    }
    // What comes after the proof belongs to the file.
    let long = format!("0\n{}", "c more\n".repeat(50_000));
    write(folder, "long.drat", &long);
    holds(folder, "long.drat");
    let document: serde_json::Value =
        serde_json::from_str(&read(&folder.join("no.json"))).expect("JSON");
    assert_eq!(document["certificate"]["bytes"], long.len());
    let line = "decode x.cnf.map.json no.out --check none";
    let unchecked = run(folder, &format!("{line} --json")).exits(0).json();
    assert_eq!((&unchecked["verified"], &unchecked["certificate"]), (&false.into(), &().into()));
    assert_eq!(unchecked["unchecked_because"], "the solver's proof was not given");
    let ran = run(folder, &format!("{line} --format text")).exits(0);
    let text = ran.text();
    assert!(text.contains("(not checked: the solver's proof was not given)"), "{text}");
    let mut compressed = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    compressed.write_all(b"c a comment\n0\n").expect("compressed");
    let compressed = compressed.finish().expect("compressed");
    write(folder, "t.drat.gz", &compressed);
    holds(folder, "t.drat.gz");
    // A file that cannot be read is no proof that does not hold.
    write(folder, "half.drat.gz", &compressed[..compressed.len() / 2]);
    let line = "decode x.cnf.map.json no.out --proof half.drat.gz";
    let problem = run(folder, line).complains(1);
    assert!(problem.starts_with("half.drat.gz: "), "{problem}");
    // The formula has the empty clause: CaDiCaL does not write it again.
    run(folder, "export tour 5x5 --closed --encoding position -o x.cnf").exits(0);
    write(folder, "d.drat", "d 1 2 0\n");
    holds(folder, "d.drat");
    exported(folder);
    for (name, proof, said) in [
        ("e.drat", &b""[..], "the proof does not hold: e.drat:1: unexpected end of file"),
        ("w.drat", b"c\n1 0\n0\n", "the proof does not hold: w.drat:2: "),
        ("n.drat", b"0\n", "the proof does not hold: n.drat:1: the empty clause does not follow"),
        ("t.drat", b"1 -2", "the proof does not hold: t.drat:1: unexpected end of file"),
        ("b.drat", b"a\x02", "the proof does not hold: b.drat: byte 0: unexpected end of file"),
    ] {
        write(folder, name, proof);
        let line = format!("decode x.cnf.map.json no.out --proof {name}");
        let problem = run(folder, &line).complains(4);
        assert!(problem.starts_with(said), "{problem}");
    }
    run(folder, "export tour 3x3 --closed -o x.opb").exits(0);
    for (line, code, said) in [
        ("decode x.cnf.map.json no.out --proof none", 1, "none: "),
        ("decode x.cnf.map.json no.out --proof -", 2, "cannot come from standard input"),
        (
            "decode x.opb.map.json no.out --proof e.drat",
            1,
            "e.drat: the formula is in opb, but a proof",
        ),
        ("decode . --proof e.drat", 2, "name the folder with the solver's proofs"),
    ] {
        let problem = run(folder, line).complains(code);
        assert!(problem.contains(said), "{problem}");
    }
    write(folder, "unknown.out", "s UNKNOWN\n");
    let line = "decode x.cnf.map.json unknown.out --proof n.drat";
    assert!(run(folder, line).complains(1).contains("the answer is not a \"no\""));
}

/// LRAT names clauses by their places in the file of the formula.
#[test]
fn an_lrat_proof_names_the_clauses_of_the_exported_formula() {
    let folder = folder();
    let folder = folder.path();
    run(folder, "export queens 2 -o x.cnf").exits(0);
    write(folder, "no.out", "s UNSATISFIABLE\n");
    let formula = std::fs::read_to_string(folder.join("x.cnf")).expect("a formula");
    let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
    // Each clause is named several times, so the order is right for any lemma.
    let all: Vec<i32> = (1..=clauses as i32).collect();
    let all = all.repeat(4);
    let (mut text, mut binary) = (String::from("c by hand\n"), Vec::new());
    let mut last = clauses as i32;
    for lemma in [&[-1][..], &[-2], &[]] {
        let before: Vec<i32> = (clauses as i32 + 1..=last).collect();
        last += 1;
        binary.push(b'a');
        let numbers = [&[last][..], lemma, &[0], &before, &all, &[0]].concat();
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        text += &words.join(" ");
        for number in numbers {
            let mut code = 2 * number.unsigned_abs() + u32::from(number < 0);
            while code >= 0x80 {
                binary.push(code as u8 | 0x80);
                code >>= 7;
            }
            binary.push(code as u8);
        }
        text += "\n";
    }
    for (name, proof) in [("t.lrat", text.as_bytes()), ("t", text.as_bytes()), ("b", &binary)] {
        write(folder, name, proof);
        holds(folder, name);
    }
    let end = text.trim_end().rfind('\n').expect("lines");
    for (proof, said) in [
        (text.replace(" 0 1 2 3", " 0 99 2 3"), "w.lrat:2: it names clause 99, which is not there"),
        (text[..=end].into(), "w.lrat:4: unexpected end of file: expected the empty clause"),
        (format!("{last} 0 1 2 0\n"), "w.lrat:1: the empty clause does not follow from"),
    ] {
        write(folder, "w.lrat", proof);
        let problem = run(folder, "decode x.cnf.map.json no.out --proof w.lrat").complains(4);
        assert!(problem.starts_with(&format!("the proof does not hold: {said}")), "{problem}");
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn proofs_of_cadical_hold() {
    let folder = folder();
    let folder = folder.path();
    exported(folder);
    for flags in ["-q --no-binary", "-q --binary"] {
        let line = Line::of("cadical").arguments(flags).arguments("x.cnf u.proof").within(folder);
        let ran = line.run();
        assert_eq!(ran.code, Some(20), "{}", ran.report());
        holds(folder, "u.proof");
        let proof = std::fs::read(folder.join("u.proof")).expect("a proof");
        write(folder, "half.proof", &proof[..proof.len() / 2]);
        run(folder, "decode x.cnf.map.json no.out --proof half.proof").complains(4);
    }
}

/// The proofs of a `CaDiCaL` that writes LRAT, which Debian's does not.
#[cfg(feature = "cadical")]
#[test]
#[ignore = "needs the feature cadical; `.ci/run` runs it"]
fn lrat_proofs_of_the_built_in_cadical_hold() {
    use rustsat::{
        instances::SatInstance,
        solvers::{Solve, SolverResult},
    };
    use rustsat_cadical::{CaDiCaL, ProofFormat};

    let folder = folder();
    let folder = folder.path();
    exported(folder);
    let (formula, _) =
        SatInstance::<rustsat::instances::BasicVarManager>::from_dimacs_path(folder.join("x.cnf"))
            .expect("a formula")
            .into_cnf();
    for binary in [false, true] {
        let proof = folder.join("u.lrat");
        let mut solver = CaDiCaL::default();
        solver.trace_proof(&proof, ProofFormat::Lrat { binary }).expect("a proof file");
        solver.add_cnf_ref(&formula).expect("clauses");
        assert_eq!(solver.solve().expect("an answer"), SolverResult::Unsat);
        drop(solver);
        holds(folder, "u.lrat");
        let proof = std::fs::read(&proof).expect("a proof");
        write(folder, "half.lrat", &proof[..proof.len() / 2]);
        run(folder, "decode x.cnf.map.json no.out --proof half.lrat").complains(4);
    }
}
