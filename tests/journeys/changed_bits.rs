//! A disk or a copy flips one bit of a file that is read again: the file is refused by name, or the
//! result is the same.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use satranj::{
    cli::{self, Invocation},
    methods::Registry,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{
    folder, read, satranj,
    sealed::{chained_lines, chained_proofs},
    write,
};

/// The number of changes for each kind of file in the ordinary tests.
const FEW: u32 = 25;

/// A folder with a file that is read again by a command.
struct Kept {
    folder: TempDir,
    file: PathBuf,
    /// The command's words; those that begin with `@` are in the folder.
    words: &'static str,
    /// The result of the command.
    outcome: fn(&Path, &[u8]) -> Value,
}

/// How many changes were refused, were reported and repaired, and changed nothing.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    refused: u32,
    made_good: u32,
    nothing: u32,
}

impl Kept {
    /// Runs the command in this process: the exit code, and the output.
    fn ran(&self) -> (i32, Vec<u8>, String) {
        let place = |word: &str| match word.strip_prefix('@') {
            Some(name) => self.folder.path().join(name).into(),
            None => word.into(),
        };
        let words: Vec<OsString> =
            ["satranj"].into_iter().chain(self.words.split(' ')).map(place).collect();
        let invocation = Invocation::new(words.clone(), Vec::new());
        let code = invocation.within(|| cli::run(words, Registry::standard()));
        let (printed, report) = invocation.written();
        (code, printed, String::from_utf8_lossy(&report).into_owned())
    }

    /// Flips a random bit, `changes` times.
    fn changed(&self, changes: u32) -> Seen {
        let before = files(self.folder.path());
        let (code, printed, report) = self.ran();
        assert_eq!(code, 0, "{}: {report}", self.words);
        let good = (self.outcome)(self.folder.path(), &printed);
        assert_ne!(good, Value::Null);
        let name = self.file.file_name().expect("a name").to_string_lossy().into_owned();
        let whole = &before[&self.file];
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut seen = Seen::default();
        for _ in 0..changes {
            restore(self.folder.path(), &before);
            let bit = chance.random_range(0..8 * whole.len());
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&self.file, bytes).expect("it is written");
            let (code, printed, report) = self.ran();
            let place = format!("{}: byte {}, bit {}: {report}", self.words, bit / 8, bit % 8);
            let is_named = report.contains(&name);
            if code == 0 {
                assert_eq!((self.outcome)(self.folder.path(), &printed), good, "{place}");
                if is_named && report.contains("the file is kept as") {
                    seen.made_good += 1;
                } else {
                    seen.nothing += 1;
                }
            } else {
                assert!(is_named && printed.is_empty(), "{place}");
                seen.refused += 1;
            }
        }
        seen
    }
}

/// All files of a folder with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).expect("it is read"));
        }
    }
    found
}

/// Restores the files of a folder.
fn restore(folder: &Path, before: &BTreeMap<PathBuf, Vec<u8>>) {
    for path in files(folder).keys().filter(|path| !before.contains_key(*path)) {
        fs::remove_file(path).expect("it was there");
    }
    for (path, bytes) in before {
        fs::write(path, bytes).expect("it is written");
    }
}

/// The only file of a folder whose name ends with this.
fn ending(folder: &Path, end: &str) -> PathBuf {
    let found = files(folder).into_keys().filter(|path| path.to_string_lossy().ends_with(end));
    let found: Vec<PathBuf> = found.collect();
    assert_eq!(found.len(), 1, "{end}: {found:?}");
    found[0].clone()
}

fn json_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_default()
}

fn count(_: &Path, printed: &[u8]) -> Value {
    let document = json_of(printed);
    serde_json::json!([document["count"], document["status"]])
}

fn units(folder: &Path, _: &[u8]) -> Value {
    let part = json_of(&fs::read(folder.join("done/part-0.json")).expect("a part"));
    serde_json::json!([part["count"], part["units"]])
}

fn proofs(folder: &Path, _: &[u8]) -> Value {
    let part = json_of(&fs::read(folder.join("done/part-0.json")).expect("a part"));
    serde_json::json!([part["status"], read(&folder.join("done/part-0.drat"))])
}

fn solution(_: &Path, printed: &[u8]) -> Value {
    let document = json_of(printed);
    serde_json::json!([document["status"], document["solution"], document["puzzle"]])
}

fn experiments(_: &Path, printed: &[u8]) -> Value {
    json_of(printed)["experiments"].clone()
}

fn page(_: &Path, printed: &[u8]) -> Value {
    String::from_utf8_lossy(printed).into_owned().into()
}

/// A job whose parts are all finished.
fn job(shard: &str) -> TempDir {
    let folder = folder();
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    run(&format!("shard {shard} -q -o job.json"));
    run("part job.json 0,1 -o done -q --threads 1");
    folder
}

const COUNT: &str = "count queens 6 --parts 2";
const SOLVE: &str = "solve tour 3x5 --method sat:position --parts 2 --cubes 4";

fn checkpoint() -> Kept {
    let folder = folder();
    satranj("count queens 6 --checkpoint kept").within(folder.path()).run().exits(0);
    let file = ending(folder.path(), ".ndjson");
    Kept { folder, file, words: "count queens 6 --checkpoint @kept --json", outcome: count }
}

fn table() -> Kept {
    let folder = folder();
    let line = "count tour 5x6 --closed --method native:frontier --checkpoint kept";
    satranj(line).argument("--node-limit=200").within(folder.path()).run().exits(3);
    let file = ending(folder.path(), ".table");
    let words = "count tour 5x6 --closed --method native:frontier --checkpoint @kept --json";
    Kept { folder, file, words, outcome: count }
}

/// The remains of a part whose process was killed before its last steps.
fn partial() -> Kept {
    let folder = job(COUNT);
    let path = folder.path().join("done/part-0.json");
    let part: Value = serde_json::from_str(&read(&path)).expect("JSON");
    let [job, instance, method] = ["job", "instance", "method"].map(|name| part[name].clone());
    let rule = part["split"]["rule"].as_str().expect("a rule");
    let job = job.as_str().expect("a digest");
    let heading = format!(
        "{{\"schema\":\"satranj.checkpoint/1\",\"instance\":{instance},\"method\":{method},\
         \"split\":\"{rule}, part 0 of 2, {job}\"}}"
    );
    let done = part["units"].as_array().expect("units").iter().map(|unit| {
        let [number, count, nodes] = ["unit", "count", "nodes"].map(|name| unit[name].clone());
        format!("{{\"part\":{number},\"count\":{count},\"nodes\":{nodes}}}")
    });
    let lines: Vec<String> = [heading].into_iter().chain(done).collect();
    let file = folder.path().join("done/part-0.partial");
    fs::write(&file, chained_lines(&lines)).expect("it is written");
    fs::remove_file(path).expect("it was there");
    let words = "part @job.json 0 -o @done --threads 1";
    Kept { folder, file, words, outcome: units }
}

fn partial_proofs() -> Kept {
    let folder = job(SOLVE);
    let done = folder.path().join("done");
    let file = done.join("part-0.partial");
    fs::write(&file, chained_proofs(&read(&done.join("part-0.drat")))).expect("it is written");
    fs::remove_file(done.join("part-0.json")).expect("it was there");
    fs::remove_file(done.join("part-0.drat")).expect("it was there");
    Kept { folder, file, words: "part @job.json 0 -o @done --threads 1", outcome: proofs }
}

/// A file of a finished job, read by a command.
fn finished(
    shard: &str,
    name: &str,
    words: &'static str,
    outcome: fn(&Path, &[u8]) -> Value,
) -> Kept {
    let folder = job(shard);
    let file = folder.path().join(name);
    Kept { folder, file, words, outcome }
}

const MERGE: &str = "merge @job.json @done --json";
const AGAIN: &str = "part @job.json 0 -o @done --threads 1";

/// Results of a small suite, and those of its only part.
fn results() -> TempDir {
    let folder = folder();
    let suite = r#"{"schema":"satranj.suite/1","name":"few","title":"Few","methods":
        ["native:bitmask"],"runs":1,"warmup":0,"seed":5,"experiments":[{"name":"one","title":"One",
        "instances":{"puzzles":[{"kind":"queens","n":4}]}}]}"#;
    write(folder.path(), "suite.json", suite);
    fs::create_dir(folder.path().join("parts")).expect("a folder");
    for output in ["results.json", "parts/0.json --shard 0/1"] {
        let line = format!("bench suite.json -q -o {output}");
        satranj(&line).within(folder.path()).run().exits(0);
    }
    folder
}

fn reported() -> Kept {
    let folder = results();
    let file = folder.path().join("results.json");
    Kept { folder, file, words: "report @results.json", outcome: page }
}

fn part_of_results() -> Kept {
    let folder = results();
    let file = folder.path().join("parts/0.json");
    let words = "merge @suite.json @parts --json -q";
    Kept { folder, file, words, outcome: experiments }
}

fn map() -> Kept {
    let folder = folder();
    let line = "export queens 4 --format dimacs --amo pairwise -o x.cnf";
    satranj(line).within(folder.path()).run().exits(0);
    let model = "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n";
    write(folder.path(), "model.txt", model);
    let file = folder.path().join("x.cnf.map.json");
    Kept { folder, file, words: "decode @x.cnf.map.json @model.txt --json", outcome: solution }
}

/// Flips bits in all kinds of files, and reports the effects; the journal of `bench`, which starts
/// processes, is tested beside its code.
fn all(changes: u32) {
    type Kind = (&'static str, fn() -> Kept);
    let kinds: [Kind; 13] = [
        ("checkpoint", checkpoint),
        ("table", table),
        ("partial of a count", partial),
        ("partial of a search", partial_proofs),
        ("part of a count, merged", || finished(COUNT, "done/part-0.json", MERGE, count)),
        ("part of a count, again", || finished(COUNT, "done/part-0.json", AGAIN, units)),
        ("part of a search, merged", || finished(SOLVE, "done/part-0.json", MERGE, solution)),
        ("part of a search, again", || finished(SOLVE, "done/part-0.json", AGAIN, proofs)),
        ("proofs of a part", || finished(SOLVE, "done/part-0.drat", MERGE, solution)),
        ("results", reported),
        ("part of results", part_of_results),
        ("map", map),
        ("job", || finished(COUNT, "job.json", MERGE, count)),
    ];
    for (kind, kept) in kinds {
        let seen = kept().changed(changes);
        println!("{kind}: {seen:?}");
    }
}

#[test]
fn a_changed_bit_of_a_file_that_is_read_again_never_changes_a_result() {
    all(FEW);
}

#[test]
#[ignore = "takes many minutes; `.ci/run tests_in_minutes` runs it"]
fn ten_thousand_changed_bits_of_every_kind_in_minutes() {
    all(10_000);
}
