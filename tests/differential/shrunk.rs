//! Smaller statements that still show a disagreement.

use serde_json::Value;

use crate::stated::{number, text, texts};

/// The most statements that are tried.
const MOST_TRIES: usize = 3000;

/// The smallest statement found for which `fails` still holds, by leaving out one thing after another.
pub fn shrunk(statement: &Value, fails: &dyn Fn(&Value) -> bool) -> Value {
    let mut least = statement.clone();
    let mut tries = 0;
    loop {
        let smaller = smaller(&least).into_iter().find(|smaller| {
            tries += 1;
            tries <= MOST_TRIES && fails(smaller)
        });
        match smaller {
            Some(smaller) => least = smaller,
            None => return least,
        }
    }
}

/// The statement without one of the things that it says.
fn smaller(statement: &Value) -> Vec<Value> {
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut Value)| {
        let mut changed = statement.clone();
        change(&mut changed);
        smaller.push(changed);
    };
    let size =
        |pointer: &str| statement.pointer(pointer).and_then(Value::as_array).map_or(0, Vec::len);
    if statement["graph"].is_object() {
        for vertex in (0..size("/graph/vertices")).rev() {
            with(&|changed| drop_vertex(changed, vertex as u64));
        }
        for edge in (0..size("/graph/edges")).rev() {
            with(&|changed| {
                remove(changed, "/graph/edges", edge);
                if changed["kind"] == "path" {
                    remove(changed, "/weights", edge);
                }
            });
        }
    }
    if statement["board"]["surface"].is_string() {
        with(&|changed| {
            changed["board"].as_object_mut().expect("fields").remove("surface");
        });
    }
    for side in ["rows", "columns"] {
        if statement["board"][side].as_u64().is_some_and(|length| length > 1) {
            with(&|changed| drop_line(changed, side));
        }
    }
    if statement["n"].is_u64() {
        with(&|changed| changed["n"] = (number(&statement["n"]) - 1).into());
    }
    for list in ["/given", "/blocked", "/riders", "/army", "/agents", "/board/blocked"] {
        for at in (0..size(list)).rev() {
            with(&|changed| remove(changed, list, at));
        }
    }
    for name in statement["times"].as_object().into_iter().flatten().map(|(name, _)| name) {
        with(&|changed| _ = changed["times"].as_object_mut().map(|times| times.remove(name)));
    }
    for field in ["uncrossed", "induced", "at_least"] {
        if !statement["longest"][field].is_null() {
            with(&|changed| _ = changed["longest"].as_object_mut().map(|it| it.remove(field)));
        }
    }
    for field in [
        "start",
        "symmetry",
        "end",
        "weights",
        "independent",
        "total",
        "perfect",
        "parallel",
        "closed",
        "count",
        "at_most",
        "colours",
        "anonymous",
        "one_at_a_time",
        "no_following",
        "surface",
        "longest",
    ] {
        if !statement[field].is_null() && statement["kind"] != "exchange" {
            with(&|changed| {
                changed.as_object_mut().expect("fields").remove(field);
            });
        }
    }
    smaller
}

fn remove(statement: &mut Value, list: &str, at: usize) {
    if let Some(Value::Array(list)) = statement.pointer_mut(list)
        && at < list.len()
    {
        list.remove(at);
    }
}

/// Without a vertex and its edges; a statement that still names it is refused later.
fn drop_vertex(statement: &mut Value, vertex: u64) {
    let edges = statement["graph"]["edges"].as_array().cloned().unwrap_or_default();
    let end = |edge: &Value, at: usize| edge[at].as_u64().expect("a vertex");
    let kept = |edge: &Value| end(edge, 0) != vertex && end(edge, 1) != vertex;
    if let (true, Some(weights)) = (statement["kind"] == "path", statement["weights"].as_array()) {
        let weights = edges.iter().zip(weights).filter(|(edge, _)| kept(edge));
        statement["weights"] = weights.map(|(_, weight)| weight.clone()).collect();
    } else {
        remove(statement, "/weights", vertex as usize);
    }
    let lower = |at: u64| at - u64::from(at > vertex);
    let edges = edges.iter().filter(|edge| kept(edge));
    statement["graph"]["edges"] =
        edges.map(|edge| Value::from(vec![lower(end(edge, 0)), lower(end(edge, 1))])).collect();
    remove(statement, "/graph/vertices", vertex as usize);
}

/// Without the first row or the last column: all other squares keep their names.
fn drop_line(statement: &mut Value, side: &str) {
    let length = number(&statement["board"][side]) - 1;
    statement["board"][side] = length.into();
    let is_left = |square: &Value| {
        let name = text(square);
        let rank: u32 =
            name.trim_start_matches(|one: char| one.is_ascii_lowercase()).parse().expect("a rank");
        let column = u32::from(name.as_bytes()[0] - b'a') + 1;
        if side == "rows" { rank <= length } else { column <= length }
    };
    if let Some(blocked) = statement["board"]["blocked"].as_array_mut() {
        blocked.retain(is_left);
    }
    if statement["weights"].is_array() {
        let rows = texts(&statement["weights"]);
        let kept = |row: String| if side == "rows" { row } else { row[..length as usize].into() };
        let rows = rows.into_iter().skip(usize::from(side == "rows")).map(kept);
        statement["weights"] = rows.map(Value::from).collect();
    }
}
