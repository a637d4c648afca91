//! A proof that `solve --proof` wrote, in its own folder, checked by Satranj on the way.

use std::{collections::BTreeSet, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use super::{
    Ran,
    dimacs::Formula,
    drat::{Step, parse_binary, parse_text},
    folder, read, satranj,
    schema::valid,
    write,
};

/// A proof, in its own folder.
pub struct Proof {
    pub folder: TempDir,
    pub document: Value,
    /// The lines of the formula, with comments between its clauses in place.
    pub text: String,
}

impl Proof {
    /// The proof of a "no".
    pub fn of(puzzle: &str, more: &str) -> Self {
        let proof = Self::made(&format!("{puzzle} {more}"));
        assert_eq!(proof.document["status"], "unsatisfiable");
        proof
    }

    /// The proof of any answer; Satranj checks it when it is written and once more.
    pub fn made(puzzle: &str) -> Self {
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
        assert_eq!(ran.stderr, "", "{}", ran.report());
        let document = valid(ran.json());
        assert_eq!(document["certificate"], Value::Null);
        let checked = [&document["verified"], &document["proof"]["checked"]];
        assert_eq!(checked, [&Value::Bool(true); 2], "{}", ran.report());
        let text = read(&folder.path().join("no.drat.cnf"));
        let expected = [&before[..], &["no.drat.cnf".into(), "no.drat".into()]].concat();
        let (left, expected): (BTreeSet<_>, BTreeSet<_>) =
            (names(folder.path()).into_iter().collect(), expected.into_iter().collect());
        assert_eq!(left, expected, "and nothing half done");
        write(folder.path(), "no.json", &ran.stdout);
        let proof = Self { folder, document, text };
        let verdict = valid(proof.verify().exits(0).json());
        assert_eq!((&verdict["valid"], &verdict["proof"]), (&true.into(), &true.into()));
        proof
    }

    /// Satranj's verdict on the document, from another folder.
    pub fn verify(&self) -> Ran {
        satranj("verify --json").argument(self.folder.path().join("no.json")).run()
    }

    /// The error after a file was changed.
    pub fn refused(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
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

    pub fn formula(&self) -> Formula {
        let (heading, clauses) = self.text.split_at(self.text.find("\np cnf").expect("a heading"));
        let clauses = clauses.lines().filter(|line| !line.starts_with("c "));
        Formula::parse(&(heading.to_string() + &clauses.collect::<Vec<_>>().join("\n") + "\n"))
    }

    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(self.folder.path().join("no.drat")).expect("there is a proof")
    }

    pub fn steps(&self) -> Vec<Step> {
        match self.document["proof"]["format"].as_str() {
            Some("drat") => parse_text(&String::from_utf8(self.bytes()).expect("text")),
            _ => parse_binary(&self.bytes()),
        }
        .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The cuts named by comments, each with the index of its clause.
    pub fn cuts(&self) -> Vec<(BTreeSet<String>, usize)> {
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

/// The files in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder can be read");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
