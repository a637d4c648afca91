//! Every JSON that a command prints or writes matches its published schema, and the schema
//! refuses unknown fields.

use std::{collections::BTreeSet, path::Path};

use serde_json::{Value, json};

use crate::harness::{
    folder, read, satranj,
    schema::{SCHEMAS, problems, problems_by},
    write,
};

/// Command lines that print one JSON document, each with the name of its schema without `satranj.`
/// and `/1`, in a folder where the earlier ones wrote files.
const PRINTED: &[(&str, &str)] = &[
    ("list puzzles", "list"),
    ("list encodings", "list"),
    ("list solvers", "list"),
    ("list formats", "list"),
    ("list inputs", "list"),
    ("list suites", "list"),
    ("list pieces", "list"),
    ("list methods", "methods"),
    ("list methods tour", "methods"),
    ("list families", "families"),
    ("list schemas", "schemas"),
    ("solve tour 3x4 --start a1", "solution"),
    ("solve tour 3x3", "solution"),
    ("solve tour 4x4 --method sat:cuts --proof no.drat", "solution"),
    ("solve hamilton petersen.g6 --method graph:search", "solution"),
    ("solve queens 5 --all --up-to-symmetry", "solution"),
    ("solve tour 3x4 --sample 2", "solution"),
    ("solve place 4x4 --piece king", "solution"),
    ("solve dominate 4x4 --piece queen", "solution"),
    ("solve route 4x4 a1 d4", "solution"),
    ("solve exchange swap.txt", "solution"),
    ("solve colouring petersen.g6", "solution"),
    ("solve meet two.txt", "batch"),
    ("solve queens 6 --method native:min-conflicts --seeds 1..3", "seeds"),
    ("solve meet two.txt --seeds 1..2", "seeds"),
    ("count tour 3x4 --up-to-symmetry", "count"),
    ("count queens 6 --checkpoint kept", "count"),
    ("count place 3x3 --piece king --counts-by-k", "count"),
    ("compare queens 5 --runs 1 --warmup 0 -o compared.json --methods native:bitmask", ""),
    ("compare queens 5 --runs 1 --warmup 0 --methods native:bitmask,sat:lines", "comparison"),
    ("compare meet two.txt --runs 1 --warmup 0", "comparison"),
    ("bench suite.json", "results"),
    ("bench suite.json -o results.json", ""),
    ("report results.json -o report.html", ""),
    ("export tour 3x4 -o t.cnf", ""),
    ("export --from cases.json --all-cases -o out", ""),
    ("export queens 5 --sizes", "sizes"),
    ("info petersen.g6", "info"),
    ("info gnp:9,0.5", "info"),
    ("decode t.cnf.map.json unknown.txt", "solution"),
    ("decode --names named.cnf model.txt", "named-model"),
    ("solve queens 4 -o queens.json", ""),
    ("verify queens.json", "verdict"),
    ("verify queens.json missing.json", "verdicts"),
    ("draw queens.json -o queens.svg", ""),
    ("generate queens --n 6 --given 2 -o given.json", ""),
    ("generate meet --cases 2 -o meetings.json", ""),
    ("shard count queens 6 --parts 2 -o count.json", ""),
    ("part count.json 0 -o counted", ""),
    ("part count.json 1 -o counted", ""),
    ("merge count.json counted --recheck 1", "count"),
    ("shard solve tour 4x4 --parts 2 -o search.json", ""),
    ("part search.json 0 -o searched", ""),
    ("part search.json 1 -o searched", ""),
    ("merge search.json searched", "solution"),
];

/// The documents in files that these command lines wrote or read.
const WRITTEN: &[(&str, &str)] = &[
    ("compared.json", "comparison"),
    ("suite.json", "suite"),
    ("results.json", "results"),
    ("t.cnf.map.json", "map"),
    ("out/manifest.json", "manifest"),
    ("queens.json", "solution"),
    ("given.json", "statement"),
    ("meetings.json", "statements"),
    ("count.json", "job"),
    ("counted/part-0.json", "part"),
    ("search.json", "job"),
    ("searched/part-0.json", "cube-part"),
];

/// Command lines that print a line per solution or case.
const STREAMED: &[&str] = &[
    "solve tour 3x4 -n 2",
    "solve place 4x4 --piece king",
    "solve tour 3x4 --sample 2",
    "solve meet two.txt",
    "solve hamilton two.g6",
    "count hamilton two.g6",
];

fn prepare(folder: &Path) {
    write(folder, "petersen.g6", "IsP@OkWHG\n");
    write(folder, "two.g6", "Bw\nCF\n");
    write(folder, "swap.txt", "n.n\n...\nN.N\n");
    write(folder, "two.txt", "2\n\n2 3\n1..\n..1\n\n1 1\n.\n");
    write(folder, "unknown.txt", "s UNKNOWN\n");
    write(folder, "named.cnf", "c varname 1 left\np cnf 2 1\n1 2 0\n");
    write(folder, "model.txt", "s SATISFIABLE\nv 1 -2 0\n");
    let cases = json!({"cases": [{"puzzle": {"kind": "queens", "n": 4}}]});
    write(folder, "cases.json", cases.to_string());
    let suite = json!({
        "schema": "satranj.suite/1", "name": "tiny", "title": "Tiny",
        "methods": ["native:bitmask", "sat:lines"],
        "runs": 1, "warmup": 0, "time_limit": "1h", "seed": 3,
        "experiments": [{
            "name": "queens", "title": "Queens",
            "parameter": {"name": "n", "label": "queens", "values": [4, 6]},
            "instances": {"puzzles": [{"kind": "queens", "n": 1}]},
            "claims": [{"claim": "flat", "check": {"flat": "native:bitmask"}}],
        }],
    });
    write(folder, "suite.json", suite.to_string());
}

/// Every document of these command lines, with the schema's name.
fn documents(folder: &Path) -> Vec<(String, Value)> {
    prepare(folder);
    let mut documents = Vec::new();
    for &(line, schema) in PRINTED {
        let json = if schema.is_empty() { "" } else { " --json" };
        let ran = satranj(&format!("{line}{json}")).within(folder).run();
        if schema.is_empty() {
            ran.exits(0);
        } else {
            assert!(matches!(ran.code, Some(0 | 1 | 3)), "{}", ran.report());
            documents.push((schema, ran.json()));
        }
    }
    for &(file, schema) in WRITTEN {
        let document = serde_json::from_str(&read(&folder.join(file))).expect(file);
        documents.push((schema, document));
    }
    for line in STREAMED {
        let ran = satranj(&format!("{line} --json-stream")).within(folder).run();
        documents.extend(ran.json_lines().into_iter().map(|line| ("stream", line)));
    }
    documents.into_iter().map(|(name, one)| (format!("satranj.{name}/1"), one)).collect()
}

/// The places of all objects in a value.
fn objects(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(place.into());
            for (name, inner) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                objects(inner, &format!("{place}/{name}"), found);
            }
        }
        Value::Array(listed) => {
            for (index, inner) in listed.iter().enumerate() {
                objects(inner, &format!("{place}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_document_is_what_its_schema_says_and_no_field_can_be_added() {
    let folder = folder();
    let documents = documents(folder.path());
    let mut seen = BTreeSet::new();
    for (name, document) in documents {
        assert_eq!(problems_by(&name, &document), Vec::<String>::new(), "{document}");
        seen.insert(name.clone());
        // A schema is a document of JSON Schema, which allows other fields.
        if name == "satranj.schemas/1" {
            continue;
        }
        let mut places = Vec::new();
        objects(&document, "", &mut places);
        for place in places {
            let mut other = document.clone();
            other.pointer_mut(&place).expect("an object")["other"] = 1.into();
            assert!(!problems_by(&name, &other).is_empty(), "{name}: {place}: {document}");
        }
    }
    assert_eq!(seen, SCHEMAS.keys().cloned().collect(), "a schema without a document");
}

#[test]
fn a_schema_refuses_a_document_that_names_another() {
    let mut document = satranj("solve queens 4 --json").call().exits(0).json();
    document["schema"] = "satranj.count/1".into();
    assert!(!problems(&document).is_empty());
    assert!(!problems_by("satranj.solution/1", &document).is_empty());
}
