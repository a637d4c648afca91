//! A user asks for the proof of a "no", or that nothing is better, and checks it: by us, by the
//! checker of these tests, and by a program of another's.

mod harness;

use std::{collections::BTreeSet, path::Path};

use harness::{
    Ran,
    dimacs::Formula,
    drat::{Step, check, parse_binary, parse_text},
    folder, read, satranj,
    schema::valid,
    write,
};
use serde_json::Value;
use tempfile::TempDir;

/// Puzzles without a solution, and the methods that ask a solver.
const REFUTED: [&str; 19] = [
    "queens 3 --method sat:lines",
    "queens 3 --method sat:edges",
    "place 4x4 --piece king --count 5 --method sat:lines",
    "place 5x5 --piece queen --count 6 --method sat:edges",
    "dominate 6x6 --piece queen --count 2 --method sat:cover",
    "tour 3x3 --closed --method sat:cuts",
    "tour 4x4 --closed --method sat:cuts-only",
    "tour 4x4 --closed --method sat:position",
    "tour 4x6 --closed --method sat:cuts",
    "tour 4x6 --closed --method sat:position",
    "tour 4x4 --start a1 --method sat:cuts",
    "tour 4x20 --closed --method sat:cuts",
    "tour 4x4 --closed --method sat:auto",
    "tour 4x4 --closed --method sat:unary-order",
    "tour 4x4 --closed --method sat:binary-order",
    "tour 4x4 --closed --method sat:vertex-elimination",
    "tour 4x4 --closed --method sat:lfsr",
    "tour 4x4 --closed --method sat:chinese-remainder",
    "tour 4x4 --closed --method sat:modulus-cuts",
];

/// Puzzles that ask for the best, by methods that ask a solver, the best, and the bound that
/// nothing satisfies.
const BEST: [(&str, u64, &str); 16] = [
    ("place 4x4 --piece knight --method sat:lines", 8, "at least 9"),
    ("place 4x4 --piece knight --method sat:edges", 8, "at least 9"),
    ("place 6x6 --piece queen+knight --method sat:lines", 4, "at least 5"),
    ("place 4x4 --army white:queen,black:queen --method sat:lines", 2, "at least 3"),
    ("place 4x4 --army white:queen,black:queen --method sat:edges", 2, "at least 3"),
    ("dominate 5x5 --piece queen --method sat:cover", 3, "at most 2"),
    ("dominate 5x5 --piece queen --independent --method sat:cover", 3, "at most 2"),
    ("dominate 5x5 --piece queen --total --method sat:cover", 3, "at most 2"),
    ("dominate 4x4 --piece king --independent --method sat:cover", 4, "at most 3"),
    ("dominate 6x6 --piece knight --method sat:cover", 8, "at most 7"),
    ("meet meet.txt --method sat:assignment", 6, "at most 5"),
    ("meet meet.txt --method sat:planning", 6, "at most 5"),
    ("route 5x5 --from a1 --to e5 --method sat:planning", 4, "at most 3"),
    ("route 4x4 --from a1 --to b2 --method sat:planning", 4, "at most 3"),
    ("exchange exchange.txt --parallel --method sat:planning", 4, "at most 3"),
    ("exchange small.txt --method sat:planning", 3, "at most 2"),
];

/// A proof, in a folder of its own.
struct Proof {
    folder: TempDir,
    document: Value,
    /// The lines of the formula, comments between its clauses in their places.
    text: String,
}

impl Proof {
    /// The proof of a "no".
    fn of(puzzle: &str, more: &str) -> Self {
        let proof = Self::made(&format!("{puzzle} {more}"));
        assert_eq!(proof.document["status"], "unsatisfiable");
        proof
    }

    /// The proof of whatever comes out, which we check when we write it and once more.
    fn made(puzzle: &str) -> Self {
        let folder = folder();
        for (name, text) in [
            ("meet.txt", "1\n\n4 4\n1..2\n....\n...1\n1...\n"),
            ("exchange.txt", "N.N\n...\nn.n\n"),
            ("small.txt", "Kk.\n...\n"),
        ] {
            if puzzle.contains(name) {
                write(folder.path(), name, text);
            }
        }
        let before = names(folder.path());
        let line = format!("solve {puzzle} --precheck off --proof no.drat --json");
        let ran = satranj(&line).within(folder.path()).run().exits(0);
        assert_eq!(ran.stderr, "", "{}", ran.told());
        let document = valid(ran.json());
        assert_eq!(document["certificate"], Value::Null);
        let checked = [&document["verified"], &document["proof"]["checked"]];
        assert_eq!(checked, [&Value::Bool(true); 2], "{}", ran.told());
        let text = read(&folder.path().join("no.cnf"));
        let expected = [&before[..], &["no.cnf".into(), "no.drat".into()]].concat();
        let (left, expected): (BTreeSet<_>, BTreeSet<_>) =
            (names(folder.path()).into_iter().collect(), expected.into_iter().collect());
        assert_eq!(left, expected, "and nothing half done");
        write(folder.path(), "no.json", &ran.stdout);
        let proof = Self { folder, document, text };
        let verdict = valid(proof.verify().exits(0).json());
        assert_eq!((&verdict["valid"], &verdict["proof"]), (&true.into(), &true.into()));
        proof
    }

    /// Our own verdict on the document, from another folder.
    fn verify(&self) -> Ran {
        satranj("verify --json").argument(self.folder.path().join("no.json")).run()
    }

    /// What is wrong, after a file was changed.
    fn refused(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        let before = std::fs::read(&path).expect("the file is there");
        write(self.folder.path(), name, bytes);
        let ran = self.verify().exits(4);
        assert_eq!(valid(ran.json())["valid"], false);
        write(self.folder.path(), name, before);
        ran.only_complaint().split_once("the proof does not hold: ").map_or_else(
            || ran.only_complaint(),
            |(_, said)| said.replace(&format!("{}/", self.folder.path().display()), ""),
        )
    }

    fn formula(&self) -> Formula {
        let (heading, clauses) = self.text.split_at(self.text.find("\np cnf").expect("a heading"));
        let clauses = clauses.lines().filter(|line| !line.starts_with("c "));
        Formula::parse(&(heading.to_string() + &clauses.collect::<Vec<_>>().join("\n") + "\n"))
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.folder.path().join("no.drat")).expect("there is a proof")
    }

    fn steps(&self) -> Vec<Step> {
        match self.document["proof"]["format"].as_str() {
            Some("drat") => parse_text(&String::from_utf8(self.bytes()).expect("text")),
            _ => parse_binary(&self.bytes()),
        }
        .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The cuts as the comments name them, each with the index of its clause.
    fn cuts(&self) -> Vec<(BTreeSet<String>, usize)> {
        let (mut cuts, mut clauses) = (Vec::new(), 0);
        let lines = self.text.lines().skip_while(|line| !line.starts_with("p cnf")).skip(1);
        for line in lines {
            let Some(comment) = line.strip_prefix("c ") else {
                clauses += 1;
                continue;
            };
            let (number, set) = comment.split_once(": every tour leaves ").expect(comment);
            assert_eq!(number, format!("cut {}", cuts.len() + 1));
            let set = set.strip_prefix('{').and_then(|set| set.strip_suffix('}')).expect(comment);
            cuts.push((set.split(',').map(str::to_string).collect(), clauses));
        }
        cuts
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder can be read");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_no_has_a_proof_that_another_program_checks() {
    for puzzle in REFUTED {
        for format in ["text", "binary"] {
            let proof = Proof::of(puzzle, &format!("--proof-format {format}"));
            let told = &proof.document["proof"];
            let expected = if format == "text" { "drat" } else { "binary-drat" };
            assert_eq!((&told["file"], &told["formula"]), (&"no.drat".into(), &"no.cnf".into()));
            assert_eq!(
                (&told["format"], &told["bytes"]),
                (&expected.into(), &proof.bytes().len().into())
            );
            assert_eq!(told["cuts"], proof.cuts().len());
            assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn the_best_has_a_proof_that_nothing_is_better() {
    for (puzzle, best, bound) in BEST {
        for format in ["text", "binary"] {
            let proof = Proof::made(&format!("{puzzle} --proof-format {format}"));
            let document = &proof.document;
            assert_eq!(
                (&document["status"], &document["objective"]),
                (&"optimal".into(), &best.into()),
                "{puzzle}"
            );
            assert!(proof.text.contains(&format!("\nc bound {bound}\n")), "{puzzle}");
            assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn a_bound_that_can_be_met_is_no_formula_without_a_solution() {
    // The formula is that of nothing else: without the clauses behind the encoding it is the
    // export, which has a model.
    let proof = Proof::made("dominate 5x5 --piece queen --method sat:cover");
    let export = satranj("export dominate 5x5 --piece queen --format wcnf").run().exits(0);
    let hard: Vec<Vec<i64>> = export
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("h "))
        .map(|line| {
            let words = line.split_whitespace().map(|word| word.parse().expect("a literal"));
            words.take_while(|&literal| literal != 0).collect()
        })
        .collect();
    let clauses = proof.formula().clauses;
    assert_eq!(clauses[..hard.len()], hard);
    let error = check(&hard, &proof.steps()).expect_err("three queens are possible");
    assert!(error.contains("does not follow"), "{error}");
}

#[test]
fn a_document_whose_proof_is_another_s_is_refused() {
    let proof = Proof::of("tour 4x20 --closed", "--method sat:cuts");
    let lines: Vec<&str> = proof.text.lines().collect();
    let place = |begin: &str| {
        lines.iter().position(|line| line.starts_with(begin)).expect("there is such a line")
    };
    let changed = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let refused = |formula: String| proof.refused("no.cnf", formula);
    // A clause, a literal of it, its order.
    let heading = place("p cnf");
    let clause = lines[heading + 9];
    let negated = clause.strip_prefix('-').map_or(format!("-{clause}"), str::to_string);
    for other in ["1 0", &format!("1 {clause}"), &negated] {
        let said = refused(changed(heading + 9, other));
        assert_eq!(said, format!("no.cnf:{}: clause 9 is not that of the puzzle", heading + 10));
    }
    // Cuts: of other squares, of none, without a comment, other moves.
    let cut = place("c cut 1");
    for (line, words) in [
        ("c cut 1: every tour leaves {a1}", "cut 1: the clause is not what leaves"),
        ("c cut 1: every tour leaves {}", "cut 1: `` is none"),
        ("c cut 1: every tour leaves {a1,z9}", "cut 1: `z9` is none"),
        ("c cut 2: every tour leaves {a1}", "cut 1: its comment"),
        ("c", "cut 1: its comment"),
    ] {
        let said = refused(changed(cut, line));
        assert!(said.starts_with(&format!("no.cnf:{}: {words}", cut + 2)), "{said}");
    }
    for other in ["1 0", "0", &format!("-{}", lines[cut + 1])] {
        let said = refused(changed(cut + 1, other));
        assert!(said.contains("cut 1: the clause is not what leaves these squares"), "{said}");
    }
    // The heading, the header, what is missing.
    let said = refused(changed(heading, "p cnf 500 3"));
    assert!(said.contains("and says 3"), "{said}");
    let said = refused(lines[..lines.len() - 2].join("\n") + "\n");
    assert!(said.contains("clauses, and says"), "{said}");
    let said = refused(changed(place("c instance"), "c instance sha256:00"));
    assert!(said.contains("does not name this puzzle"), "{said}");
    let said = refused(changed(place("c encoding"), "c encoding lines, at-most-one product"));
    assert!(said.contains("the encoding `lines` does not state this puzzle"), "{said}");
    let said = refused(changed(place("c encoding"), "c encoding cuts, at-most-one none"));
    assert!(said.contains("no encoding with such choices"), "{said}");
    let said = refused(changed(place("c encoding"), "c bound at least 3"));
    assert!(said.contains("names no encoding"), "{said}");
    let said = refused(changed(place("c command"), "c bound at least 3"));
    assert!(said.contains("states a bound"), "{said}");
    // Another's formula altogether.
    let other = Proof::of("tour 4x6 --closed", "--method sat:cuts");
    assert!(refused(other.text.clone()).contains("does not name this puzzle"));
    // The proof.
    let bytes = proof.bytes();
    let half = (bytes.len() / 2..bytes.len()).find(|&at| bytes[at] == b'\n').expect("a line");
    let said = proof.refused("no.drat", &bytes[..=half]);
    assert!(said.ends_with("it ends without the empty clause"), "{said}");
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
    assert!(said.starts_with("no.drat:1: `\\x7f` where"), "{said}");
    let document = read(&proof.folder.path().join("no.json"));
    let said = proof.refused("no.json", document.replace("\"drat\"", "\"lrat\""));
    assert!(said.contains("the proof's format `lrat` is not known"), "{said}");
    let said = proof.refused("no.json", document.replace("\"cuts\":4,", "\"cuts\":5,"));
    assert!(said.contains("it has 4 cuts, and the document says 5"), "{said}");
    std::fs::remove_file(proof.folder.path().join("no.drat")).expect("it is there");
    assert!(proof.verify().complains(1).contains("no.drat: No such file"));
}

#[test]
fn a_proof_shows_that_nothing_is_better_than_the_best_of_its_document() {
    let proof = Proof::made("dominate 5x5 --piece queen --method sat:cover");
    let refused = |formula: String| proof.refused("no.cnf", formula);
    let said = refused(proof.text.replace("c bound at most 2", "c bound at most 1"));
    assert!(said.contains("does not say `bound at most 2`"), "{said}");
    // Fewer clauses than bound it.
    let count = proof.formula().clauses.len();
    let shorter = proof.text.trim_end().rsplit_once('\n').expect("lines").0.to_string() + "\n";
    let shorter = shorter.replace(&format!(" {count}\n"), &format!(" {}\n", count - 1));
    assert!(refused(shorter).contains("a clause of the puzzle is missing"));
    let longer = proof.text.replace(&format!(" {count}\n"), &format!(" {}\n", count + 1));
    assert!(refused(longer + "1 0\n").contains("a clause behind all of the puzzle's"));
    // A worse solution, and the proof that was for the best.
    let document = read(&proof.folder.path().join("no.json"));
    let worse = document.replace("\"objective\":3", "\"objective\":4");
    assert!(proof.refused("no.json", worse).contains("the objective is 3, not 4"));
    let none = document.replace("\"status\":\"optimal\"", "\"status\":\"satisfied\"");
    assert!(proof.refused("no.json", none).contains("says nothing that one shows"));
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
        for method in ["cuts", "modulus-cuts"] {
            for reductions in ["all", "none"] {
                let folder = folder();
                write(folder.path(), "rings.dot", format!("digraph {{ {arcs} {between}; }}\n"));
                let line = format!(
                    "solve hamilton rings.dot {question} --precheck off --reductions {reductions} \
                     --method sat:{method} --proof no.drat --json"
                );
                let ran = satranj(&line).within(folder.path()).run().exits(0);
                let document = valid(ran.json());
                assert_eq!(document["proof"]["checked"], true, "{}", ran.told());
                most = most.max(document["proof"]["cuts"].as_u64().expect("a number"));
                write(folder.path(), "no.json", &ran.stdout);
                satranj("verify no.json").within(folder.path()).run().exits(0);
            }
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
    assert_eq!(ran.json()["proof"]["checked"], true, "{}", ran.told());
    let formula = read(&folder.path().join("no.cnf"));
    assert!(formula.contains("\nc varname 1 move(a\\nb,c)\n"), "{formula}");
}

#[test]
fn what_is_stated_best_without_a_solution_has_a_proof_too() {
    let proof = Proof::of("place 3x3 --piece king --given a1,a2", "--method sat:edges");
    assert!(!proof.text.contains("c bound"));
    assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()));
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_read_back_is_not_checked() {
    let folder = folder();
    let line = "solve tour 4x6 --closed --precheck off --json --proof /dev/null";
    // The formula of a device would be another device's neighbour.
    std::os::unix::fs::symlink("/dev/null", folder.path().join("null.drat")).expect("a link");
    let line = line.replace("/dev/null", "null.drat");
    let ran = satranj(&line).within(folder.path()).run().exits(0);
    let document = valid(ran.json());
    assert_eq!(
        (&document["verified"], &document["proof"]["checked"]),
        (&false.into(), &false.into())
    );
    let said = ran.only_complaint();
    assert!(said.starts_with("null.drat: the proof is written and not checked: "), "{said}");
}

#[test]
fn the_formula_is_the_export_and_its_cuts_are_what_leaves_the_named_squares() {
    let mut most = 0;
    for puzzle in ["tour 4x4 --closed", "tour 4x6 --closed", "tour 4x20 --closed"] {
        for method in ["cuts", "cuts-only"] {
            let proof = Proof::of(puzzle, &format!("--method sat:{method}"));
            let (formula, cuts) = (proof.formula(), proof.cuts());
            let export = satranj(&format!("export {puzzle} --format dimacs --encoding cuts")).run();
            let export = Formula::parse(export.exits(0).text());
            assert_eq!((&formula.names, formula.variables), (&export.names, export.variables));
            assert_eq!(formula.clause_count, formula.clauses.len());
            assert_eq!(formula.clauses.len(), export.clauses.len() + cuts.len());
            assert_eq!(formula.clauses[..export.clauses.len()], export.clauses);
            most = most.max(cuts.len());
            let squares = |name: &str| {
                let (a, b) = name.strip_prefix("move(")?.strip_suffix(')')?.split_once(',')?;
                Some((a.to_string(), b.to_string()))
            };
            for (index, (set, clause)) in (export.clauses.len()..).zip(&cuts) {
                assert_eq!(*clause, index, "the cuts are the last clauses");
                let leaving = formula.names.iter().filter(|(_, name)| {
                    let (a, b) = squares(name).expect("every name is a move");
                    set.contains(&a) != set.contains(&b)
                });
                let leaving: BTreeSet<i64> = leaving.map(|(&variable, _)| variable).collect();
                let clause: BTreeSet<i64> = formula.clauses[*clause].iter().copied().collect();
                assert_eq!(clause, leaving);
                let all = formula.names.values().filter_map(|name| squares(name));
                let outside = all.flat_map(|(a, b)| [a, b]).any(|square| !set.contains(&square));
                assert!(outside && !set.is_empty(), "some square is in and some is not");
            }
        }
    }
    assert!(most > 3, "{most}");
}

#[test]
fn a_broken_proof_is_rejected() {
    let proof = Proof::of("tour 4x20 --closed", "--method sat:cuts");
    let (formula, steps) = (proof.formula(), proof.steps());
    let rejected = |clauses: &[Vec<i64>], steps: &[Step]| {
        check(clauses, steps).expect_err("the checker takes a proof that is none")
    };
    // Half of it, as steps and as bytes.
    let half = rejected(&formula.clauses, &steps[..steps.len() / 2]);
    assert_eq!(half, "the empty clause is not derived");
    let bytes = proof.bytes();
    let cut = (bytes.len() / 2..bytes.len()).find(|&at| bytes[at] == b' ').expect("a blank");
    assert!(parse_text(std::str::from_utf8(&bytes[..cut]).expect("text")).is_err());
    // Without its cuts the formula has a model, so that nothing refutes it; without its
    // degrees too.
    let (_, first) = proof.cuts()[0];
    rejected(&formula.clauses[..first], &steps);
    rejected(&formula.clauses[first..], &steps);
    // The negation of the first unit that is learnt.
    let unit = steps.iter().position(|step| matches!(step, Step::Add(clause) if clause.len() == 1));
    let unit = unit.expect("some unit is learnt");
    let mut changed = steps.clone();
    if let Step::Add(clause) = &mut changed[unit] {
        clause[0] = -clause[0];
    }
    assert!(rejected(&formula.clauses, &changed).contains("does not follow"));
    // A clause that was never there.
    let mut changed = steps.clone();
    changed.insert(unit, Step::Delete(vec![1, -2, 3, -4]));
    assert!(rejected(&formula.clauses, &changed).contains("there is no clause"));
    // Nothing refutes a formula that has a model.
    let square = vec![vec![1, 2], vec![-1, 2], vec![1, -2]];
    rejected(&square, &[Step::Add(vec![1]), Step::Add(vec![2]), Step::Add(vec![])]);
}

#[test]
fn the_text_names_the_proof() {
    let folder = folder();
    let line = "solve tour 4x6 --closed --precheck off --proof no.drat --format text";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    let last = ran.text().lines().last().expect("some text");
    assert!(
        last.starts_with("proof in no.drat, ") && last.contains(" for no.cnf with 3 cuts"),
        "{last}"
    );
    assert!(ran.text().contains("\nno solution, proof checked in "), "{}", ran.told());
    let line = "solve dominate 5x5 --piece queen --method sat:cover --precheck off --proof no.drat";
    let ran = satranj(line).argument("--format=text").within(folder.path()).run().exits(0);
    let last = ran.text().lines().last().expect("some text");
    assert!(last.starts_with("no better: proof in no.drat, "), "{last}");
    let words = "optimal: 3, solution verified, proof that none is better checked in ";
    assert!(ran.text().contains(words), "{}", ran.told());
    let line = "solve queens 3 --method sat:lines --proof no.drat --json-stream";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    let status = ran.json_lines().pop().expect("a status");
    assert_eq!(status["proof"]["file"], "no.drat", "{}", ran.told());
}

/// Runs within a folder and checks that no file is left there.
fn without_files(line: &str) -> Ran {
    let folder = folder();
    let ran = satranj(line).within(folder.path()).run();
    assert_eq!(names(folder.path()), [""; 0], "{}", ran.told());
    ran
}

#[test]
fn where_there_is_no_proof_that_is_said() {
    let ran = without_files("solve tour 7x7 --closed --method sat:cuts --proof no.drat --json");
    assert_eq!(ran.json()["proof"], Value::Null);
    let said = ran.exits(0).only_complaint();
    assert!(said.starts_with("no.drat: not written, the certificate"), "{said}");
    assert!(said.contains("--precheck off"), "{said}");
    let ran = without_files("solve tour 6x6 --closed --proof no.drat --json").exits(0);
    assert_eq!(ran.only_complaint(), "no.drat: not written, there is a solution");
    let line = "solve tour 6x6 --closed --proof no.drat --json --quiet";
    assert_eq!(without_files(line).exits(0).stderr, "");
    let line =
        "solve tour 8x8 --closed --proof no.drat --json --node-limit 0 --method sat:cuts-only";
    let ran = without_files(line).exits(3);
    assert_eq!(ran.only_complaint(), "no.drat: not written, the answer is not known");
}

#[test]
fn what_has_no_proof_is_refused() {
    for (line, words) in [
        ("place 4x4 --piece king --method native:dfs", "sat:lines, sat:edges"),
        ("exchange - --method native:bfs", "--method sat:planning"),
        ("queens 3 --method sat:lines --all", "not for -n or --all"),
        ("queens 3 --method sat:lines -n 2", "not for -n or --all"),
        ("queens 3 --method native:dfs", "sat:lines, sat:edges"),
        ("tour 4x4 --method native:dfs", "sat:cuts, sat:cuts-only, sat:position"),
    ] {
        let line = format!("solve {line} --proof no.drat");
        let ran = satranj(&line).input("K.\n.k\n").within(folder().path()).run();
        let said = ran.complains(2);
        assert!(said.starts_with("--proof: ") && said.contains(words), "{line}: {said}");
    }
    let said = without_files("solve queens 3 --proof no.cnf --method sat:lines").complains(2);
    assert!(said.contains("no.cnf is where the formula goes"), "{said}");
    let said = without_files("solve queens 3 --proof no/no.drat --method sat:lines").complains(1);
    assert!(said.starts_with("no/no.drat: "), "{said}");
    let cases = "2\n\n1 1\n1\n\n1 1\n1\n";
    let ran = satranj("solve meet - --proof no.drat").input(cases).run();
    assert!(ran.complains(2).contains("--proof is for one case"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_the_proof_and_not_the_answer() {
    let line = "solve tour 4x6 --closed --precheck off --json --proof /dev/full";
    let ran = satranj(line).within(folder().path()).run().exits(1);
    assert_eq!(ran.json()["status"], "unsatisfiable");
    assert_eq!(ran.json()["proof"], Value::Null);
    assert!(ran.only_complaint().starts_with("/dev/full: No space left"), "{}", ran.told());
}

/// The checker `rate`, which `.ci/run solvers` installs; the test fails without it.
#[cfg(feature = "real-solvers")]
mod real_checker {
    use super::*;
    use harness::Line;

    fn rate(proof: &Proof, formula: &str, file: &str, flags: &str) -> bool {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/bin/rate");
        assert!(program.exists(), "{} is missing: run `.ci/run solvers`", program.display());
        let ran = Line::of(program).within(proof.folder.path()).arguments(flags);
        let ran = ran.argument(formula).argument(file).run();
        let verified = ran.text().lines().any(|line| line == "s VERIFIED");
        assert!(
            verified || ran.text().lines().any(|line| line == "s NOT VERIFIED"),
            "{}",
            ran.told()
        );
        verified
    }

    #[test]
    fn rate_verifies_every_proof() {
        // It breaks on a formula that has the empty clause in it, as that of 3x3.
        for puzzle in REFUTED.into_iter().filter(|puzzle| !puzzle.contains("3x3")) {
            for format in ["text", "binary"] {
                let proof = Proof::of(puzzle, &format!("--proof-format {format}"));
                for flags in ["", "--forward", "--skip-unit-deletions"] {
                    assert!(rate(&proof, "no.cnf", "no.drat", flags), "{puzzle} {format} {flags}");
                }
            }
        }
    }

    #[test]
    fn rate_verifies_that_nothing_is_better() {
        for (puzzle, ..) in BEST {
            for format in ["text", "binary"] {
                let proof = Proof::made(&format!("{puzzle} --proof-format {format}"));
                // It breaks on a formula that has the empty clause in it.
                if proof.formula().clauses.iter().any(Vec::is_empty) {
                    continue;
                }
                for flags in ["", "--forward"] {
                    assert!(rate(&proof, "no.cnf", "no.drat", flags), "{puzzle} {format} {flags}");
                }
            }
        }
    }

    #[test]
    fn another_solver_s_no_has_a_proof_too() {
        let solver = "cmd:cadical -q";
        for puzzle in ["tour 4x6 --closed --method sat:cuts", BEST[7].0, BEST[10].0] {
            let folder = folder();
            write(folder.path(), "meet.txt", "1\n\n4 4\n1..2\n....\n...1\n1...\n");
            let line = format!("solve {puzzle} --precheck off --proof no.drat --json --solver");
            let ran = satranj(&line).argument(solver).within(folder.path()).run().exits(0);
            let document = valid(ran.json());
            assert_eq!(document["solver"], solver);
            assert_eq!(document["proof"]["checked"], true, "{}", ran.told());
            write(folder.path(), "no.json", &ran.stdout);
            let ran = satranj("verify no.json --json").within(folder.path()).run().exits(0);
            assert_eq!(ran.json()["proof"], true);
        }
    }

    #[test]
    fn we_take_the_proofs_of_another_solver() {
        // Its own preprocessing deletes, and may add what does not follow.
        for (puzzle, format) in [
            ("tour 4x20 --closed --method sat:cuts", "drat"),
            ("tour 4x20 --closed --method sat:cuts", "binary-drat"),
            ("dominate 6x6 --piece knight --method sat:cover", "binary-drat"),
        ] {
            let proof = Proof::made(puzzle);
            let flags = if format == "drat" { "-q --no-binary" } else { "-q --binary" };
            let ran = Line::of("cadical").arguments(flags).arguments("no.cnf other.drat");
            let ran = ran.within(proof.folder.path()).run();
            assert_eq!(ran.code, Some(20), "{}", ran.told());
            let mut document = proof.document.clone();
            document["proof"]["file"] = "other.drat".into();
            document["proof"]["format"] = format.into();
            write(proof.folder.path(), "no.json", document.to_string());
            let verdict = proof.verify().exits(0).json();
            assert_eq!(verdict["proof"], true, "{puzzle}");
        }
    }

    #[test]
    fn rate_rejects_broken_proofs() {
        let proof = Proof::of("tour 4x20 --closed", "--method sat:cuts");
        let folder = proof.folder.path();
        let text = String::from_utf8(proof.bytes()).expect("text");
        let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
        write(folder, "half.drat", half.join("\n") + "\n");
        assert!(!rate(&proof, "no.cnf", "half.drat", ""));
        let unit = text.lines().find(|line| line.split(' ').count() == 2 && *line != "0");
        let unit = format!("{}\n", unit.expect("some unit is learnt"));
        let negated = unit.strip_prefix('-').map_or(format!("-{unit}"), str::to_string);
        write(
            folder,
            "changed.drat",
            text.replacen(&format!("\n{unit}"), &format!("\n{negated}"), 1),
        );
        assert!(!rate(&proof, "no.cnf", "changed.drat", "--forward"));
        let formula = proof.formula();
        let (_, first) = proof.cuts()[0];
        let clauses = formula.clauses[..first].iter().map(|clause| {
            let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
            words.join(" ") + " 0\n"
        });
        let heading = format!("p cnf {} {first}\n", formula.variables);
        write(folder, "uncut.cnf", heading + &clauses.collect::<String>());
        assert!(!rate(&proof, "uncut.cnf", "no.drat", ""));
    }
}
