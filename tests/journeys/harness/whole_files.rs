//! Whether files are complete, by the ends that their formats have.

use std::{fs, path::Path};

use serde_json::Value;

use super::schema;

/// Checks that every file in a folder and its folders is complete, and returns their names.
pub fn all_whole(folder: &Path, report: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            names.extend(
                all_whole(&path, report).into_iter().map(|inner| format!("{name}/{inner}")),
            );
        } else {
            check(&path, &fs::read(&path).expect("it can be read"), report);
            names.push(name);
        }
    }
    names.sort();
    names
}

/// Fails the test unless a file is complete.
fn check(path: &Path, bytes: &[u8], report: &str) {
    let text = String::from_utf8_lossy(bytes);
    let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let path = path.display();
    let ends_with = |end: &str| assert!(text.trim_end().ends_with(end), "{path} of {report}");
    match extension {
        "json" => document(bytes, &format!("{path} of {report}")),
        "svg" => ends_with("</svg>"),
        "html" => ends_with("</html>"),
        "png" => assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{path} of {report}"),
        "cnf" => {
            let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")).expect(report);
            let clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
            assert!(header.ends_with(&format!(" {clauses}")), "{path} of {report}");
        }
        "hcp" | "tour" => ends_with("EOF"),
        "csv" | "txt" | "md" | "g6" => assert!(text.ends_with('\n'), "{path} of {report}"),
        // A later run refuses it unless its digest fits.
        "table" => assert!(text.contains("satranj.table/1"), "{path} of {report}"),
        // A journal may end within a line, which the next run leaves out.
        "ndjson" | "partial" | "drat" | "gz"
        // Inputs of other programs, pages of the manual.
        | "sh" | "model" | "1" => {}
        other => panic!("{path} of {report}: nothing is known of .{other}"),
    }
}

/// Checks that these bytes are one JSON document that follows the schema that it names.
pub fn document(bytes: &[u8], report: &str) {
    let document: Value =
        serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{report}: {error}"));
    let problems = match (&document["type"], &document["schema"]) {
        (Value::String(_), _) => schema::problems_by("satranj.stream/1", &document),
        (_, Value::String(_)) => schema::problems(&document),
        _ => Vec::new(),
    };
    assert!(problems.is_empty(), "{report}: {problems:#?}");
}
