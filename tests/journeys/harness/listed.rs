//! What the program lists.

use serde_json::Value;

use super::document;

/// The methods that find only one tour.
pub const SINGLE: [&str; 2] = ["auto", "native:frontier"];

/// The names of all methods that find any number of tours.
pub fn listing_names() -> Vec<String> {
    method_names().into_iter().filter(|name| !SINGLE.contains(&name.as_str())).collect()
}

/// Methods for tours that do not find both any first one and all, or only symmetric ones, or longest
/// paths.
const PARTIAL: [&str; 7] = [
    "native:quotient",
    "sat:skipping",
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
