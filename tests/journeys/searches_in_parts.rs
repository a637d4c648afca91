//! A search is split into cubes, refuted by anyone, each with a proof, and merged; no one can
//! deceive the merge.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{
    folder, read, satranj,
    sealed::{chained_proofs, sealed},
};

/// A job with this many parts in its own folder.
fn job(puzzle: &str, parts: u64, more: &str) -> TempDir {
    let folder = folder();
    let line = format!("shard solve {puzzle} --parts {parts} {more} -o job.json");
    satranj(&line).within(folder.path()).run().exits(0);
    folder
}

/// Does a part into the folder `done`.
fn part(folder: &Path, number: u64) {
    satranj(&format!("part job.json {number} -o done --quiet")).within(folder).run().exits(0);
}

fn merged(folder: &Path) -> Value {
    satranj("merge job.json done -o total.json").within(folder).run().exits(0);
    json_of(&folder.join("total.json"))
}

/// The output of `merge` for the folder `done`; without a total it exits with 3 and prints nothing.
fn refused(folder: &Path) -> String {
    let ran = satranj("merge job.json done --json").within(folder).run();
    assert_eq!(ran.text(), "", "{}", ran.report());
    ran.exits(3).report()
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

/// The files of a part of a job of three.
fn files(folder: &Path, number: u64) -> [PathBuf; 2] {
    ["json", "drat"].map(|end| folder.join(format!("done/part-{number}.{end}")))
}

#[test]
fn the_proofs_of_the_parts_are_a_no() {
    for (puzzle, parts, more) in [
        ("tour 3x5", 2, "--method sat:position"),
        ("tour 3x6", 1, "--method sat:chinese-remainder --amo ladder"),
        ("dominate 6x6 --piece queen --count 2", 3, "--cubes 12"),
        ("dominate 5x5 --piece knight --count 4", 2, ""),
        // Looking ahead leaves no cube.
        ("tour 4x4 --closed", 1, "--cubes 7"),
        ("queens 3", 1, ""),
    ] {
        let folder = job(puzzle, parts, more);
        for number in (0..parts).rev() {
            let line = format!("part job.json {number} -o done --threads {}", 1 + number % 2);
            let report = satranj(&line).within(folder.path()).run().exits(0).report();
            assert!(report.contains("cubes refuted"), "{report}");
        }
        let total = merged(folder.path());
        assert_eq!(total["status"], "unsatisfiable", "{puzzle}");
        assert_eq!((&total["verified"], &total["solution"]), (&json!(true), &Value::Null));
        let proofs = &total["cube_proofs"];
        assert_eq!(proofs["files"].as_array().expect("a list").len() as u64, parts);
        assert_eq!((&proofs["checked"], &proofs["cubes_from_before"]), (&json!(true), &json!(0)));
        let verdict = satranj("verify total.json --json").within(folder.path()).run().exits(0);
        let verdict = verdict.json();
        assert_eq!((&verdict["valid"], &verdict["proof"]), (&json!(true), &json!(true)));
        let report =
            satranj("verify total.json --format text").within(folder.path()).run().exits(0);
        assert!(report.text().contains("the proofs of all parts show"), "{}", report.text());
        let report = satranj("merge job.json done --format text").within(folder.path()).run();
        assert!(report.exits(0).text().contains("no solution, proofs of all parts checked"));
        // The document states the puzzle again.
        satranj("solve --from total.json").within(folder.path()).run().exits(0);
    }
}

#[test]
fn one_part_with_a_solution_is_enough() {
    for puzzle in ["queens 6", "tour 5x5 --start a1", "dominate 5x5 --piece knight --count 5"] {
        let folder = job(puzzle, 4, "");
        let is_solved = |number: &u64| {
            part(folder.path(), *number);
            json_of(&folder.path().join(format!("done/part-{number}.json")))["status"]
                == "satisfied"
        };
        let solved = (0..4).find(is_solved).expect("one part has a solution");
        let total = merged(folder.path());
        assert_eq!((&total["status"], &total["verified"]), (&json!("satisfied"), &json!(true)));
        assert!(total.get("cube_proofs").is_none());
        satranj("verify total.json").within(folder.path()).run().exits(0);
        assert!(!folder.path().join(format!("done/part-{solved}.partial")).exists());
    }
}

#[test]
fn a_job_is_the_same_whoever_makes_it() {
    let folder = job("dominate 6x6 --piece queen --count 2", 3, "");
    let line = "shard solve dominate 6x6 --piece queen --count 2 --parts 3";
    let again = satranj(line).call().exits(0);
    assert_eq!(again.text(), read(&folder.path().join("job.json")));
    let other = satranj(&format!("{line} --cubes 11")).call().exits(0).json();
    assert_ne!(other["job"], again.json()["job"]);
    let text = satranj(&format!("{line} --format text")).call().exits(0);
    assert!(text.text().contains("in 3 parts of "), "{}", text.text());
    assert!(text.text().contains("(look-ahead-cubes/1"), "{}", text.text());
}

#[test]
fn proofs_are_the_same_bytes_on_any_number_of_threads() {
    let folder = job("dominate 6x6 --piece knight --count 6", 1, "--cubes 12");
    let proofs = ["1", "2", "3"].map(|threads| {
        let line = format!("part job.json 0 -o by-{threads} --threads {threads}");
        satranj(&line).within(folder.path()).run().exits(0);
        let done = folder.path().join(format!("by-{threads}"));
        let names = fs::read_dir(&done).expect("a folder").count();
        assert_eq!(names, 2, "the document and the proofs, nothing else");
        read(&done.join("part-0.drat"))
    });
    assert!(proofs[0].matches("\n0\n").count() > 8, "{}", proofs[0]);
    assert!(proofs.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn a_part_goes_on_from_the_proofs_that_are_there() {
    let folder = job("dominate 6x6 --piece knight --count 6", 2, "--cubes 2");
    let folder = folder.path();
    // A proof that grows beyond a small size has its cube split again.
    let line = "part job.json 0 -o done --split-above 200B";
    satranj(line).within(folder).run().exits(0);
    let [place, proofs] = ["json", "drat"].map(|end| folder.join(format!("done/part-0.{end}")));
    let cubes = json_of(&place)["cubes"].as_u64().expect("a number");
    assert!(cubes > 3, "{cubes}");
    let whole = chained_proofs(&read(&proofs));
    let before = whole.match_indices(",\"sum\":").nth(3).expect("three proofs").0;
    let two = whole[..before].rfind("{\"unit\":").expect("the third proof");
    for (left, known) in [(two, 2), (before, 2), (two + 5, 2), (whole.len(), cubes), (10, 0)] {
        fs::remove_file(&place).expect("it was there");
        // The process ended while it wrote, or between its last two steps.
        if left < whole.len() {
            fs::remove_file(&proofs).expect("it was there");
        }
        fs::write(folder.join("done/part-0.partial"), &whole[..left]).expect("it is written");
        assert!(refused(folder).contains("part-0.partial: the part is not finished"));
        satranj(&format!("{line} --threads 1")).within(folder).run().exits(0);
        let document = json_of(&place);
        assert_eq!(document["cubes_from_before"], known);
        assert_eq!(document["cubes"], cubes);
    }
    part(folder, 1);
    let total = merged(folder);
    assert_eq!(total["status"], "unsatisfiable");
    let again = satranj("part job.json 0 -o done").within(folder).run().exits(0);
    assert!(again.report().contains("part 0 of 2 is already finished"));
    // A finished part is not done again, and a stopped part is not taken.
    fs::remove_file(&place).expect("it was there");
    fs::remove_file(&proofs).expect("it was there");
    let line = "part job.json 0 -o done --time-limit 0s";
    let report = satranj(line).within(folder).run().exits(3).report();
    assert!(report.contains("time limit"), "{report}");
    assert!(refused(folder).contains("1 of 2 parts are finished; run --array=0"));
}

/// A changed first line of a partial file is kept aside, as every other changed line is; an intact
/// one of another part is not.
#[test]
fn a_changed_first_line_of_proofs_is_kept_aside() {
    let folder = job("dominate 5x5 --piece knight --count 4", 2, "--cubes 4");
    let folder = folder.path();
    satranj("part job.json 0,1 -o done -q --threads 1").within(folder).run().exits(0);
    let [place, proofs] = ["json", "drat"].map(|end| folder.join(format!("done/part-0.{end}")));
    let (partial, good) = (folder.join("done/part-0.partial"), read(&proofs));
    let whole = chained_proofs(&good);
    let sha = whole.find("sha256:").expect("a digest") + 7;
    let digit = if whole.as_bytes()[sha] == b'0' { "1" } else { "0" };
    let changed = [&whole[..sha], digit, &whole[sha + 1..]].concat();
    for file in [&place, &proofs] {
        fs::remove_file(file).expect("it was there");
    }
    fs::write(&partial, &changed).expect("it is written");
    let report =
        satranj("part job.json 0 -o done --threads 1").within(folder).run().exits(0).report();
    let aside = "part-0.partial:1: the line was changed";
    assert!(report.contains(aside) && report.contains("part-0.partial.damaged"), "{report}");
    assert_eq!(read(&folder.join("done/part-0.partial.damaged")), changed);
    assert_eq!(read(&proofs), good);
    let other = chained_proofs(&read(&folder.join("done/part-1.drat")));
    fs::remove_file(&place).expect("it was there");
    fs::write(&partial, &other).expect("it is written");
    let report = satranj("part job.json 0 -o done").within(folder).run().exits(1).report();
    assert!(report.contains("part-0.partial:1: these are not proofs of this part"), "{report}");
    assert_eq!(read(&partial), other);
}

/// Changes a document.
type Change = fn(&mut Value);

/// Changes a file of proofs.
type ProofChange = fn(&str) -> String;

/// The first proof without its cube.
fn first_proof(text: &str) -> &str {
    let begin = text.match_indices('\n').nth(1).expect("two lines").0 + 1;
    let end = text[begin..].find("\nc cube").map_or(text.len(), |at| begin + at + 1);
    &text[begin..end]
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of what is wrong")]
fn a_merge_takes_no_other_part() {
    let folder = job("dominate 5x5 --piece knight --count 4", 3, "--cubes 6");
    let folder = folder.path();
    // Proofs are in the order in which they are found: on one thread in that of the cubes.
    for number in 0..3 {
        let line = format!("part job.json {number} -o done --quiet --threads 1");
        satranj(&line).within(folder).run().exits(0);
    }
    merged(folder);
    let [place, proofs] = files(folder, 1);
    let (document, text) = (json_of(&place), read(&proofs));
    let solution = json!({"squares": ["a1", "b3", "c5", "d2"]});
    let changes: [(Change, &str); 17] = [
        (|part| part["schema"] = json!("satranj.part/1"), "schema: found satranj.part/1"),
        (|part| part["instance"] = json!("sha256:0"), "belongs to another puzzle"),
        (|part| part["method"] = json!("sat:edges"), "another method"),
        (|part| part["split"]["rule"] = json!("look-ahead-cubes/2"), "another rule or version"),
        (|part| part["split"]["depth"] = json!(3), "the split has another depth"),
        (|part| part["parts"] = json!(4), "another number of parts"),
        (|part| part["job"] = json!("sha256:0"), "belongs to another job"),
        (|part| part["part"] = json!(0), "its file name belongs to another part"),
        (|part| part["status"] = json!("unknown"), "status: `unknown`"),
        (|part| part["status"] = json!("satisfied"), "solution: missing"),
        (|part| part["proof"] = Value::Null, "proof: missing"),
        (|part| part["proof"]["file"] = json!("part-0.drat"), "expected part-1.drat"),
        (|part| part["proof"]["bytes"] = json!(7), "expected 7"),
        (|part| part["proof"]["sha256"] = json!("sha256:0"), "was changed: "),
        (|part| part["cubes"] = json!(77), "cubes: 77, but it has proofs of"),
        (|part| part["lemmas"] = json!(0), "lemmas: 0, but its proofs have"),
        (|part| part["more"] = json!(1), "more"),
    ];
    for (change, said) in changes {
        let mut changed = document.clone();
        change(&mut changed);
        assert_ne!(changed, document);
        fs::write(&place, sealed(&changed)).expect("it is written");
        let report = refused(folder);
        assert!(report.contains("part-1.json: ") && report.contains(said), "{said}: {report}");
        assert!(report.contains("2 of 3 parts are finished; run --array=1"), "{report}");
    }
    // A wrong solution, and one of another kind.
    for solution in [solution, json!({"path": ["a1"]}), json!({"squares": ["z9"]})] {
        let mut changed = document.clone();
        changed["status"] = json!("satisfied");
        changed["solution"] = solution;
        changed["proof"] = Value::Null;
        fs::write(&place, sealed(&changed)).expect("it is written");
        let report = refused(folder);
        assert!(report.contains("part-1.json: solution: "), "{report}");
    }
    // Proofs that were changed, with the right digest beside them.
    let write = |text: &str| {
        fs::write(&proofs, text).expect("it is written");
        let mut changed = document.clone();
        changed["proof"]["bytes"] = json!(text.len());
        let digest = satranj_digest(text.as_bytes());
        changed["proof"]["sha256"] = json!(digest);
        fs::write(&place, sealed(&changed)).expect("it is written");
    };
    let changes: [(ProofChange, &str); 8] = [
        (
            |text| text.replacen("part 1 of 3", "part 0 of 3", 1),
            "the first line belongs to another part",
        ),
        (|text| text.replacen(first_proof(text), "0\n", 1), "does not follow"),
        (
            |text| text[..text.len() - 2].to_string(),
            "unexpected end of file: expected the empty clause",
        ),
        (|text| text.replacen(first_proof(text), "1 x 0\n0\n", 1), "found `x`, expected a literal"),
        (
            |text| {
                let last = text.rfind("c cube").expect("a cube");
                text[..last].to_string()
            },
            "the proof of cube 4 is missing",
        ),
        (|text| text.replacen("c cube 1:", "c cube 0:", 1), "the proof of cube 1 is missing"),
        (|text| text.replacen("c cube 1:", "c cube ", 1), "expected a line `c cube …`"),
        (|_| String::new(), "the first line belongs to another part"),
    ];
    for (change, said) in changes {
        let changed = change(&text);
        assert_ne!(changed, text, "{said}");
        write(&changed);
        let report = refused(folder);
        assert!(
            report.contains("part-1.json: part-1.drat") || report.contains("part-1.drat:"),
            "{report}"
        );
        assert!(report.contains(said), "{said}: {report}");
        assert!(report.contains("run --array=1"), "{report}");
    }
    // A cube of another unit.
    let heading = text.lines().nth(1).expect("a cube");
    let (at, cube) = heading.split_once(": ").expect("a cube");
    let turned = format!("{at}: -{cube}").replace("--", "");
    write(&text.replacen(heading, &turned, 1));
    let report = refused(folder);
    assert!(
        report.contains("do not cover cube 1") || report.contains("does not follow"),
        "{report}"
    );
    // Proofs that are missing, or of another part.
    fs::write(&place, document.to_string()).expect("it is written");
    fs::write(&proofs, read(&files(folder, 2)[1])).expect("it is written");
    let report = refused(folder);
    assert!(report.contains("part-1.drat: found "), "{report}");
    fs::remove_file(&proofs).expect("it was there");
    let report = refused(folder);
    assert!(report.contains("proof: part-1.drat is missing"), "{report}");
    fs::remove_file(&place).expect("it was there");
    assert!(refused(folder).contains("2 of 3 parts are finished; run --array=1"));
    part(folder, 1);
    fs::write(folder.join("done/part-01.drat"), &text).expect("it is written");
    assert!(refused(folder).contains("not a file of this job"));
    fs::remove_file(folder.join("done/part-01.drat")).expect("it was there");
    assert_eq!(merged(folder)["status"], "unsatisfiable");
}

#[test]
fn a_part_whose_proofs_are_gone_or_changed_is_done_again() {
    let folder = job("dominate 5x5 --piece knight --count 4", 2, "--cubes 4");
    let folder = folder.path();
    satranj("part job.json 0,1 -o done -q --threads 1").within(folder).run().exits(0);
    let proofs = folder.join("done/part-1.drat");
    let text = read(&proofs);
    merged(folder);
    fs::remove_file(&proofs).expect("it was there");
    let again = || satranj("part job.json 1 -o done --threads 1").within(folder).run().exits(0);
    assert!(refused(folder).contains("run --array=1"));
    assert!(again().report().contains("part-1.drat is missing"));
    assert_eq!(read(&proofs), text);
    let changed = text.replacen(" 0\n", " 0 \n", 1);
    fs::write(&proofs, &changed).expect("it is written");
    assert!(refused(folder).contains("run --array=1"));
    let report = again().report();
    assert!(
        report.contains("part-1.drat.damaged") && report.contains("the part starts again"),
        "{report}"
    );
    assert_eq!(read(&folder.join("done/part-1.drat.damaged")), changed);
    assert!(again().report().contains("is already finished"));
    merged(folder);
    // An endless proof.
    #[cfg(unix)]
    {
        fs::remove_file(&proofs).expect("it was there");
        std::os::unix::fs::symlink("/dev/zero", &proofs).expect("a link");
        assert!(refused(folder).contains("part-1.drat: not a regular file"));
        let line = "verify total.json --allow-outside";
        let verdict = satranj(line).within(folder).run();
        assert!(verdict.code != Some(0), "{}", verdict.report());
    }
}

/// The digest as in documents.
fn satranj_digest(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(bytes);
    digest.iter().fold("sha256:".to_string(), |digits, byte| format!("{digits}{byte:02x}"))
}

#[test]
fn a_merged_no_is_verified_from_the_puzzle_alone() {
    let folder = job("dominate 5x5 --piece knight --count 4", 3, "--cubes 6");
    let folder = folder.path();
    (0..3).for_each(|number| part(folder, number));
    let total = merged(folder);
    let says = |total: &Value, code: i32, said: &str| {
        fs::write(folder.join("total.json"), total.to_string()).expect("it is written");
        let ran = satranj("verify total.json").within(folder).run().exits(code);
        assert!(ran.report().contains(said), "{said}: {}", ran.report());
    };
    let changes: [(Change, &str); 8] = [
        (
            |it| {
                let files = it["cube_proofs"]["files"].as_array_mut().expect("a list");
                files.pop();
                it["cube_proofs"]["cubes"] = json!(4);
            },
            "the proofs leave a case of cube 2 open",
        ),
        (|it| it["puzzle"]["count"] = json!(5), "`instance` is"),
        (|it| it["status"] = json!("satisfied"), ""),
        (|it| it["cube_proofs"]["cubes"] = json!(1), "`cube_proofs.cubes` is 1, but"),
        (|it| it["cube_proofs"]["files"][1]["sha256"] = json!("sha256:0"), "was changed: "),
        (|it| it["cube_proofs"]["files"][1]["bytes"] = json!(1), "expected 1"),
        (
            |it| it["cube_proofs"]["formula"]["encoding"] = json!("edge"),
            "unknown encoding or options",
        ),
        (
            |it| {
                it["puzzle"]["count"] = json!(5);
                it["instance"] = Value::Null;
            },
            "the proofs do not hold",
        ),
    ];
    for (change, said) in changes {
        let mut changed = total.clone();
        change(&mut changed);
        says(&changed, 4, said);
    }
    let mut missing = total.clone();
    missing["cube_proofs"]["files"][0]["file"] = json!("done/none.drat");
    says(&missing, 1, "none.drat");
    says(&total, 0, "");
    // Names count from the folder of the document.
    let all = folder.display();
    satranj(&format!("merge {all}/job.json {all}/done -o {all}/moved.json")).call().exits(0);
    let moved = json_of(&folder.join("moved.json"));
    assert_eq!(moved["cube_proofs"]["files"], total["cube_proofs"]["files"]);
    satranj(&format!("verify {all}/moved.json")).call().exits(0);
}
