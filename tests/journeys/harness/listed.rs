//! What the program says that it has.

use serde_json::Value;

use super::document;

/// The methods that find one tour and no more.
pub const SINGLE: [&str; 2] = ["auto", "native:frontier"];

/// The names of all methods that find as many tours as are wanted.
pub fn listing_names() -> Vec<String> {
    method_names().into_iter().filter(|name| !SINGLE.contains(&name.as_str())).collect()
}

/// Methods of tours that do not find every first one, and all.
const PARTIAL: [&str; 5] = [
    "sat:alternating-cuts",
    "graph:two-factor",
    "graph:carving",
    "native:rotations",
    "native:halves",
];

/// The names of all methods that find tours, any one and all, as the program lists them.
pub fn method_names() -> Vec<String> {
    let list = document(&["list", "methods", "--json"]);
    let partial = |row: &Value| PARTIAL.iter().any(|name| row["name"] == *name);
    let finds = |row: &&Value| row["puzzle"] == "tour" && !partial(row);
    let list = list.as_array().unwrap().iter().filter(finds);
    list.map(|row| row["name"].as_str().unwrap().into()).collect()
}
