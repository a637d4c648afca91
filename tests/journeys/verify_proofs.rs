//! A user checks the proof that a document names; other proofs and formulas are refused.

use crate::harness::{folder, proof::Proof, read, satranj, schema::valid, write};

#[test]
fn a_document_whose_proof_is_another_s_is_refused() {
    let proof = Proof::of("tour 4x12 --closed", "--method sat:cuts");
    let lines: Vec<&str> = proof.text.lines().collect();
    let place = |begin: &str| {
        lines.iter().position(|line| line.starts_with(begin)).expect("the line is there")
    };
    let changed = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let refused = |formula: String| proof.refused("no.drat.cnf", formula);
    // A clause, a literal of it, its order.
    let heading = place("p cnf");
    let clause = lines[heading + 9];
    let negated = clause.strip_prefix('-').map_or(format!("-{clause}"), str::to_string);
    for other in ["1 0", &format!("1 {clause}"), &negated] {
        let said = refused(changed(heading + 9, other));
        assert_eq!(
            said,
            format!("no.drat.cnf:{}: clause 9 differs from the puzzle's", heading + 10)
        );
    }
    // Cuts: of other squares, of none, without a comment, other moves.
    let cut = place("c cut 1");
    for (line, words) in [
        (
            "c cut 1: every tour leaves {a1}",
            "cut 1: the clause does not have exactly the moves out of",
        ),
        ("c cut 1: every tour leaves {}", "cut 1: `` is not a square"),
        ("c cut 1: every tour leaves {a1,z9}", "cut 1: `z9` is not a square"),
        ("c cut 2: every tour leaves {a1}", "cut 1: its comment"),
        ("c", "cut 1: its comment"),
    ] {
        let said = refused(changed(cut, line));
        assert!(said.starts_with(&format!("no.drat.cnf:{}: {words}", cut + 2)), "{said}");
    }
    for other in ["1 0", "0", &format!("-{}", lines[cut + 1])] {
        let said = refused(changed(cut + 1, other));
        assert!(
            said.contains("cut 1: the clause does not have exactly the moves out of these squares"),
            "{said}"
        );
    }
    // The heading, the header, what is missing.
    let said = refused(changed(heading, "p cnf 500 3"));
    assert!(said.contains("but its heading says 3"), "{said}");
    let said = refused(lines[..lines.len() - 2].join("\n") + "\n");
    assert!(said.contains("clauses, but its heading says"), "{said}");
    let said = refused(changed(place("c instance"), "c instance sha256:00"));
    assert!(said.contains("names another instance than this puzzle"), "{said}");
    let said = refused(changed(place("c encoding"), "c encoding lines, at-most-one product"));
    assert!(said.contains("the encoding `lines` does not state this puzzle"), "{said}");
    let said = refused(changed(place("c encoding"), "c encoding cuts, at-most-one none"));
    assert!(said.contains("unknown encoding or options"), "{said}");
    let said = refused(changed(place("c encoding"), "c bound at least 3"));
    assert!(said.contains("names no encoding"), "{said}");
    let said = refused(changed(place("c command"), "c bound at least 3"));
    assert!(said.contains("states a bound"), "{said}");
    // The formula of another puzzle.
    let other = Proof::of("tour 4x6 --closed", "--method sat:cuts");
    assert!(refused(other.text.clone()).contains("names another instance than this puzzle"));
    // The proof.
    let bytes = proof.bytes();
    let half = (bytes.len() / 2..bytes.len()).find(|&at| bytes[at] == b'\n').expect("a line");
    let said = proof.refused("no.drat", &bytes[..=half]);
    assert!(said.ends_with("unexpected end of file: expected the empty clause"), "{said}");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let unit = text.lines().position(|line| line.split(' ').count() == 2 && line != "0");
    let mut steps: Vec<String> = text.lines().map(str::to_string).collect();
    let unit = unit.expect("some unit is learnt");
    steps[unit] = steps[unit].strip_prefix('-').map_or(format!("-{}", steps[unit]), str::to_string);
    let said = proof.refused("no.drat", steps.join("\n"));
    let literal = steps[unit].split(' ').next().expect("a literal");
    let words = format!("no.drat:{}: the lemma `{literal}` does not follow", unit + 1);
    assert_eq!(said, words);
    let said = proof.refused("no.drat", b"\n0\n");
    assert!(said.starts_with("no.drat:2: the empty clause does not follow"), "{said}");
    let said = proof.refused("no.drat", b"\x7fELF");
    assert!(said.starts_with("no.drat:1: found `\\x7f`, expected"), "{said}");
    let document = read(&proof.folder.path().join("no.json"));
    let said = proof.refused("no.json", document.replace("\"drat\"", "\"lrat\""));
    assert!(said.contains("the proof's format `lrat` is not known"), "{said}");
    let cuts = proof.cuts().len();
    let more = document.replace(&format!("\"cuts\":{cuts},"), &format!("\"cuts\":{},", cuts + 1));
    let said = proof.refused("no.json", more);
    let words = format!("the formula has {cuts} cuts, but the document says {}", cuts + 1);
    assert!(said.contains(&words), "{said}");
    std::fs::remove_file(proof.folder.path().join("no.drat")).expect("it is there");
    assert!(proof.verify().complains(1).contains("no.drat: No such file"));
}

#[test]
fn a_proof_shows_that_nothing_is_better_than_the_best_of_its_document() {
    let proof = Proof::made("dominate 5x5 --piece queen --method sat:cover");
    let refused = |formula: String| proof.refused("no.drat.cnf", formula);
    let said = refused(proof.text.replace("c bound at most 2", "c bound at most 1"));
    assert!(said.contains("does not say `bound at most 2`"), "{said}");
    // Fewer clauses than bound it.
    let count = proof.formula().clauses.len();
    let shorter = proof.text.trim_end().rsplit_once('\n').expect("lines").0.to_string() + "\n";
    let shorter = shorter.replace(&format!(" {count}\n"), &format!(" {}\n", count - 1));
    assert!(refused(shorter).contains("expected a clause of the puzzle"));
    let longer = proof.text.replace(&format!(" {count}\n"), &format!(" {}\n", count + 1));
    assert!(refused(longer + "1 0\n").contains("more clauses than the puzzle and its cuts have"));
    // A worse solution, with the proof for the best.
    let document = read(&proof.folder.path().join("no.json"));
    let worse = document.replace("\"objective\":3", "\"objective\":4");
    assert!(proof.refused("no.json", worse).contains("`objective` is 4, but the solution has 3"));
    let none = document.replace("\"status\":\"optimal\"", "\"status\":\"satisfied\"");
    assert!(proof.refused("no.json", none).contains("no claim that a proof can show"));
}

#[test]
fn cuts_of_directed_graphs_and_of_names_with_commas_are_checked() {
    // Two rings with one arc between them: no path that begins at d, no cycle.
    let ring = |[a, b, c]: [&str; 3]| {
        format!("\"{a}\" -> \"{b}\"; \"{b}\" -> \"{c}\"; \"{c}\" -> \"{a}\";\n")
    };
    let arcs = ring(["a", "b,a", "a,b"]) + &ring(["d", "outside", "d,outside"]);
    let mut most = 0;
    for (question, between) in [("--cycle", "a -> d"), ("--path --start d", "a -> d")] {
        for reductions in ["all", "none"] {
            let folder = folder();
            write(folder.path(), "rings.dot", format!("digraph {{ {arcs} {between}; }}\n"));
            let line = format!(
                "solve hamilton rings.dot {question} --precheck off --reductions {reductions} \
                 --method sat:cuts --proof no.drat --json"
            );
            let ran = satranj(&line).within(folder.path()).run().exits(0);
            let document = valid(ran.json());
            assert_eq!(document["proof"]["checked"], true, "{}", ran.report());
            most = most.max(document["proof"]["cuts"].as_u64().expect("a number"));
            write(folder.path(), "no.json", &ran.stdout);
            satranj("verify no.json").within(folder.path()).run().exits(0);
        }
    }
    assert!(most > 0, "no cut was checked");
}

#[test]
fn a_name_with_a_line_end_breaks_no_formula() {
    let folder = folder();
    let graph = r#"{"directed":false,"multigraph":false,"nodes":[{"id":"a\nb"},{"id":"c"},
        {"id":"p cnf 1 1\n"}],"edges":[{"source":"a\nb","target":"c"}]}"#;
    write(folder.path(), "names.json", graph);
    let line = "solve hamilton names.json --cycle --precheck off --method sat:cuts --proof no.drat";
    let ran = satranj(line).argument("--json").within(folder.path()).run().exits(0);
    assert_eq!(ran.json()["proof"]["checked"], true, "{}", ran.report());
    let formula = read(&folder.path().join("no.drat.cnf"));
    assert!(formula.contains("\nc varname 1 move(a\\nb,c)\n"), "{formula}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_read_back_is_not_checked() {
    let folder = folder();
    let line = "solve tour 4x6 --closed --precheck off --json --proof /dev/null";
    // The formula beside a device would be another device.
    std::os::unix::fs::symlink("/dev/null", folder.path().join("null.drat")).expect("a link");
    let line = line.replace("/dev/null", "null.drat");
    let ran = satranj(&line).within(folder.path()).run().exits(0);
    let document = valid(ran.json());
    assert_eq!(
        (&document["verified"], &document["proof"]["checked"]),
        (&false.into(), &false.into())
    );
    let said = ran.only_complaint();
    assert!(said.starts_with("null.drat: the proof is written but not checked: "), "{said}");
}
